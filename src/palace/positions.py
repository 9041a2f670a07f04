"""A position from zones written as text, checked against the deck; the rest lies aside."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias, get_args

from palace.cards import Card, Cards, Rank, card_indexes, pack, parse_ranks
from palace.combining import declared_as
from palace.errors import NotationError, PalaceError, PositionError
from palace.given import listed, through
from palace.requirements import Row
from palace.rules import Rules, rules_of
from palace.settling import asking
from palace.soundness import faults, misplaced
from palace.state import (
    EMPTY_PLACE,
    FLIPPED,
    Awaits,
    Declared,
    Frame,
    Pending,
    Phase,
    State,
    as_declared,
)
from palace.variant import Variant
from palace.wording import none_of, quoted

Zone: TypeAlias = str | Iterable[Card | str]
_ZONES = ("hand", "face_up", "face_down")


def position(  # noqa: PLR0913 - a position has that many parts
    variant: Variant,
    seats: Sequence[Mapping[str, Zone]],
    *,
    pile: Zone = "",
    stock: Zone = "",
    burned: Zone = "",
    to_move: int | None = 0,
    direction: int | None = None,
    out: Iterable[int] = (),
    resigned: Iterable[int] = (),
    phase: str = "play",
    dealer: int = 0,
    arranged: Iterable[int] = (),
    turns: int = 0,
    requirement: str | None = None,
    burned_unseen: Zone = "",
    pending: Pending | None = None,
    laid_by: int | None = None,
    declared: Iterable[Rank | str] = (),
) -> State:
    """Build a state from zones; cards of the deck that are named nowhere lie aside.

    Args:
        variant: the rules.
        seats: for each seat its zones, `hand`, `face_up` and `face_down`, each cards as text or as
            values; one left out is empty. Among face-down cards `--` is a place already flipped.
        pile: the pile, the bottom card first.
        stock: the stock, the next card to be drawn first.
        burned: the burned cards.
        to_move: the seat to move; while arranging the seat that will start, or None.
        direction: 1 clockwise, -1 the other way; left out as at the start of a game.
        out: the seats that have left, in order.
        resigned: the seats that have resigned, in order.
        phase: `arrange`, `play` or `over`.
        dealer: the seat that dealt.
        arranged: while arranging, the seats that have arranged.
        turns: turns played so far, where the variant limits them.
        requirement: what must be beaten, where the pile does not tell, as a row of the follow
            table is called: `"lead 10 or higher"`.
        burned_unseen: those of the burned cards that nobody saw, as hands of seats that resigned.
        pending: what a player has still to say or to do; the requirement is then the one that
            holds when it is said.
        laid_by: the seat that laid the last card, where the variant asks for it.
        declared: the ranks of the cards in the pile that stand for others, the lowest card first.

    Returns:
        The state; its `requirement` follows from the pile unless given.

    Raises:
        NotationError: a text is no card, or a zone has no such name.
        PositionError: the position contradicts itself or the deck: a card twice, a seat without
            cards that is not out, a game that should be over, ...
        VariantError: something is wrong with the variant.
        PalaceError: it is no variant.
    """
    rules = rules_of(variant)
    if direction is None:
        direction = variant.start.first_direction
    zones = [_zones(number, seat) for number, seat in enumerate(through(seats, "seats"))]
    ordered_pile, ordered_stock = card_indexes(pile), card_indexes(stock)
    if phase not in list(Phase):
        raise PositionError(f"phase: {none_of(phase, Phase)}")
    standing_for = _declared(rules, ordered_pile, declared)
    row = _row(rules, as_declared(ordered_pile, standing_for), requirement)
    variant.deck_cards(len(zones))  # refuses a table that the variant is not for
    have_arranged, gone = listed(arranged, "seats"), listed(resigned, "seats")
    left = listed(out, "seats")
    unseen = Cards.of(burned_unseen)
    state = laid_out(
        rules, zones, phase=Phase(phase), to_move=None if phase == Phase.OVER else to_move,
        direction=direction if _is_direction(direction) else 1, dealer=dealer, out=left,
        resigned=gone, arranged=all_arranged(phase, len(zones), have_arranged, gone), turns=turns,
        laid_by=laid_by, pile=ordered_pile, declared=standing_for, stock=ordered_stock,
        burned=Cards.of(burned).packed, burned_unseen=unseen.packed, row=row,
    )  # fmt: skip
    if pending is not None:
        state = asking(state, _pending(pending))
    found = [*faults(state, have_arranged)] or [*misplaced(state)]
    wrong = [message for _, message in found]
    if not _is_direction(direction):
        wrong.append(f"direction is {quoted(direction)}: it is 1 or -1")
    if wrong:
        raise PositionError("; ".join(wrong))
    return state


def laid_out(  # noqa: PLR0913 - a position has that many parts
    rules: Rules,
    seats: Sequence[tuple[int, int, bytes]],
    *,
    phase: Phase,
    to_move: int | None,
    direction: int,
    dealer: int,
    out: tuple[int, ...],
    resigned: tuple[int, ...],
    arranged: Iterable[int],
    turns: int,
    laid_by: int | None,
    pile: bytes,
    declared: Declared,
    stock: bytes,
    burned: int,
    burned_unseen: int,
    row: Row,
    pending: Pending | None = None,
) -> State:
    """The state with these zones, packed as `palace.cards` says; nothing is checked.

    A seat has a hand, face-up cards, and face-down cards by their places. `burned` are all burned
    cards, `arranged` is what `all_arranged` gives; all else is as in `State` and its frame.
    """
    hands, face_up, face_down = zip(*seats, strict=True) if seats else ((), (), ())
    frame = Frame(
        rules, direction, dealer, out, turns, face_up, face_down,
        sum(1 << seat for seat in arranged), pending, laid_by, resigned, burned_unseen, declared,
    )  # fmt: skip
    return State(phase, to_move, hands, stock, pile, pack(pile), burned, row, frame)


def all_arranged(
    phase: str, players: int, arranged: Sequence[int], resigned: Sequence[int]
) -> tuple[int, ...]:
    """The seats that need not arrange any more: in play all of them."""
    ready = (*arranged, *resigned) if phase == Phase.ARRANGE else range(players)
    return tuple(seat for seat in range(players) if seat in ready)


def row_of_places(cards: Iterable[Card | str | None]) -> bytes:
    """A row of face-down cards by their places, `--` or None for a place already flipped.

    Raises:
        NotationError: a text is no card.
    """
    row = bytes(
        FLIPPED if card in ("--", None) else card_indexes([card])[0]
        for card in listed(cards, "cards")
    )
    return row if row.strip(EMPTY_PLACE) else b""


def _is_direction(value: object) -> bool:
    return type(value) is int and value in (1, -1)


def _pending(pending: Pending) -> Pending:
    if not isinstance(pending, Pending) or type(pending.cards) is not int:
        raise PositionError(f"pending is {quoted(pending)}: write Pending(kind, seat)")
    if pending.kind not in get_args(Awaits):
        raise PositionError(f"pending: {none_of(pending.kind, get_args(Awaits))}")
    Cards(pending.cards)
    return pending


def _declared(rules: Rules, pile: bytes, ranks: Iterable[Rank | str]) -> Declared:
    try:
        return declared_as(rules, pile, parse_ranks(ranks))
    except PalaceError as error:
        raise PositionError(f"declared: {error}") from None


def _row(rules: Rules, pile: bytes, requirement: str | None) -> Row:
    if requirement is None:
        return rules.standing(pile)
    try:
        return rules.row(requirement)
    except PalaceError as error:
        raise PositionError(f"requirement: {error}") from None


def _zones(number: int, seat: Mapping[str, Zone]) -> tuple[int, int, bytes]:
    if not isinstance(seat, Mapping):
        raise NotationError(
            f'seat {number} is {quoted(seat)}: write its zones, as in {{"hand": "7H 7C"}}'
        )
    for name in seat:
        if name not in _ZONES:
            raise NotationError(
                f"seat {number}: {quoted(name)} is no zone: write {', '.join(_ZONES)}"
            )
    down = seat.get("face_down", "")
    return (
        Cards.of(seat.get("hand", "")).packed,
        Cards.of(seat.get("face_up", "")).packed,
        row_of_places(down.split() if isinstance(down, str) else down),
    )
