"""`follow`: a view brought forward by the events that its seat sees."""

from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any, TypeAlias

from attrs import fields

from palace.cards import Card, Cards
from palace.errors import PalaceError
from palace.events import (
    Arranged,
    Asked,
    Ended,
    Event,
    Flipped,
    Left,
    LookedAt,
    LookedAway,
    Move,
    Played,
    Required,
    Resigned,
    Reversed,
    Seen,
    Turn,
    TurnedUp,
    redact,
)
from palace.state import Phase, with_zone
from palace.views import Hidden, View, require_view
from palace.wording import quoted

ViewDraft: TypeAlias = SimpleNamespace
"""The fields of a view, while they change."""


def follow(view: View, events: Iterable[Event]) -> View:
    """The view of a seat after events.

    Args:
        view: what the seat saw before.
        events: what happened since, in order; of what was not meant for the seat nothing is used.

    Returns:
        What the seat sees of the state after them, equal to `palace.view` of that state.

    Raises:
        PalaceError: an event cannot have happened where the view stands, or it is no view.
    """
    require_view(view)
    draft = SimpleNamespace(**{str(each.alias): getattr(view, each.name) for each in fields(View)})
    for event in redact(events, view.seat):
        _check(draft, event)
        for move in event.moves:
            _TAKEN[move.source](draft, move)
            _PUT[move.target](draft, move)
        if type(event) in _CHANGED:
            _CHANGED[type(event)](draft, event)
    return View(**vars(draft))


def _check(draft: ViewDraft, event: Event) -> None:
    """Refuse an event whose seat or cards are not there."""
    players = range(len(draft.hand_counts))
    wrong = [] if event.seat in players else [f"there is no seat {event.seat}"]
    for move in event.moves:
        if move.seat not in players:
            wrong.append(f"there is no seat {move.seat}")
        elif not _LIES[move.source](draft, move):
            cards = " ".join(map(str, move.cards))
            wrong.append(f"{cards} cannot be taken from the {move.source} there")
    if wrong:
        raise PalaceError(
            f"{quoted(str(event))} cannot follow on this view: {', '.join(dict.fromkeys(wrong))}; "
            "follow the events of each step in turn, from the view before it"
        )


# ---------------------------------------------------------------- cards


def _known(cards: Seen) -> Cards:
    return Cards.of(card for card in cards if isinstance(card, Card))


_LIES: dict[str, Callable[[ViewDraft, Move], bool]] = {
    "hand": lambda draft, move: (
        len(move.cards) <= draft.hand_counts[move.seat]
        and (draft.hands[move.seat] is None or _known(move.cards) <= draft.hands[move.seat])
    ),
    "face_up": lambda draft, move: _known(move.cards) <= draft.face_up[move.seat],
    "face_down": lambda draft, move: (
        move.place in range(len(draft.face_down[move.seat]))
        and draft.face_down[move.seat][move.place] is not None
        and (
            Hidden.CARD in move.cards
            or draft.face_down[move.seat][move.place] in (Hidden.CARD, *move.cards)
        )
    ),
    "stock": lambda draft, move: len(move.cards) <= draft.stock_count,
    "pile": lambda draft, move: draft.pile[-len(move.cards) :] == move.cards,
}
"""Whether the cards of a move lie where it takes them from."""


def _from_hand(draft: ViewDraft, move: Move) -> None:
    _count_hand(draft, move.seat, -len(move.cards))
    hand = draft.hands[move.seat]
    if hand is not None:
        draft.hands = with_zone(draft.hands, move.seat, hand - _known(move.cards))


def _from_face_up(draft: ViewDraft, move: Move) -> None:
    left = draft.face_up[move.seat] - _known(move.cards)
    draft.face_up = with_zone(draft.face_up, move.seat, left)


def _from_face_down(draft: ViewDraft, move: Move) -> None:
    row = with_zone(draft.face_down[move.seat], move.place, None)  # type: ignore[arg-type]
    draft.face_down = with_zone(draft.face_down, move.seat, row if any(row) else ())


def _from_stock(draft: ViewDraft, move: Move) -> None:
    draft.stock_count -= len(move.cards)


def _from_pile(draft: ViewDraft, move: Move) -> None:
    draft.pile = draft.pile[: -len(move.cards)]
    draft.declared = tuple(each for each in draft.declared if each[0] < len(draft.pile))


def _to_hand(draft: ViewDraft, move: Move) -> None:
    _count_hand(draft, move.seat, len(move.cards))
    hand = draft.hands[move.seat]
    if hand is not None:
        draft.hands = with_zone(draft.hands, move.seat, hand + _known(move.cards))


def _to_face_up(draft: ViewDraft, move: Move) -> None:
    lies = draft.face_up[move.seat] + _known(move.cards)
    draft.face_up = with_zone(draft.face_up, move.seat, lies)


def _to_pile(draft: ViewDraft, move: Move) -> None:
    draft.pile += move.cards


def _to_burned(draft: ViewDraft, move: Move) -> None:
    if move.source in ("hand", "face_down"):  # who resigned may know them, but does not see them
        draft.burned_unseen += len(move.cards)
    else:
        draft.burned += _known(move.cards)


def _to_stock(draft: ViewDraft, move: Move) -> None:
    draft.stock_count += len(move.cards)


def _count_hand(draft: ViewDraft, seat: int, more: int) -> None:
    draft.hand_counts = with_zone(draft.hand_counts, seat, draft.hand_counts[seat] + more)


_TAKEN: dict[str, Callable[[ViewDraft, Move], None]] = {
    "hand": _from_hand,
    "face_up": _from_face_up,
    "face_down": _from_face_down,
    "stock": _from_stock,
    "pile": _from_pile,
}
_PUT: dict[str, Callable[[ViewDraft, Move], None]] = {
    "hand": _to_hand,
    "face_up": _to_face_up,
    "pile": _to_pile,
    "burned": _to_burned,
    "stock": _to_stock,
}


# ---------------------------------------------------------------- all else


def _laid(draft: ViewDraft, event: Played | Flipped | TurnedUp) -> None:
    """Cards that stand for others lie as what was said."""
    cards = event.cards if isinstance(event, Played) else (event.card,)
    for place, card in enumerate(cards, len(draft.pile) - len(cards)):
        if event.as_rank not in {None, card.rank}:
            draft.declared += ((place, event.as_rank.index),)


def _arranged(draft: ViewDraft, event: Arranged) -> None:
    if event.done:
        draft.arranged = (*sorted({*draft.arranged, event.seat}),)


def _looked_at(draft: ViewDraft, event: LookedAt) -> None:
    draft.face_down = with_zone(draft.face_down, event.seat, event.cards)


def _looked_away(draft: ViewDraft, event: LookedAway) -> None:
    row = tuple(None if card is None else Hidden.CARD for card in draft.face_down[event.seat])
    draft.face_down = with_zone(draft.face_down, event.seat, row)


def _reversed(draft: ViewDraft, event: Reversed) -> None:
    draft.direction = event.direction


def _required(draft: ViewDraft, event: Required) -> None:
    draft.requirement = event.requirement


def _left(draft: ViewDraft, event: Left) -> None:
    draft.out += (event.seat,)


def _resigned(draft: ViewDraft, event: Resigned) -> None:
    draft.resigned += (event.seat,)
    draft.arranged = (*sorted({*draft.arranged, event.seat}),)
    if draft.phase is Phase.ARRANGE:
        draft.to_move = event.starter


def _turn(draft: ViewDraft, event: Turn) -> None:
    draft.phase, draft.to_move, draft.pending = Phase.PLAY, event.seat, None
    draft.turns, draft.laid_by = event.turns, event.laid_by


def _asked(draft: ViewDraft, event: Asked) -> None:
    draft.pending = event.pending


def _ended(draft: ViewDraft, event: Ended) -> None:
    draft.arranged = (*range(len(draft.hand_counts)),)
    draft.phase, draft.to_move, draft.pending = Phase.OVER, None, None
    draft.turns, draft.laid_by = event.turns, event.laid_by


_CHANGED: dict[type[Event], Callable[[ViewDraft, Any], None]] = {
    Played: _laid,
    Flipped: _laid,
    TurnedUp: _laid,
    Arranged: _arranged,
    LookedAt: _looked_at,
    LookedAway: _looked_away,
    Reversed: _reversed,
    Required: _required,
    Left: _left,
    Resigned: _resigned,
    Turn: _turn,
    Asked: _asked,
    Ended: _ended,
}
