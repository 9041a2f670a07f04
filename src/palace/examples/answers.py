"""What must hold after the moves, compared with the state that came: a line for each difference."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from palace.cards import CARDS, Card, Cards, card_indexes
from palace.errors import NotationError, PalaceError
from palace.examples.example import Awaited, Then
from palace.examples.playing import action_of
from palace.legality import is_legal, legal_actions
from palace.outcome import next_dealer, next_starter, places
from palace.refusals import why_illegal
from palace.state import Phase, State
from palace.wording import quoted, shown


def compared(start: State, state: State, starter: int | None, then: Then) -> Iterator[str]:
    """In what a state is not as it must be.

    Args:
        start: the state before the moves.
        state: the state after them.
        starter: the seat that started, if anybody did.
        then: what must hold.

    Yields:
        A line for each zone or question: what was expected, and what came.
    """
    burned = state.burned - start.burned
    answers: list[tuple[str, Any, Any]] = [
        ("pile", _in_plays(then.pile), _in_plays(_text(state.pile))),
        ("declared", then.declared, tuple(state.declared.values())),
        ("burned", _sorted(then.burned), str(burned)),
        ("stock", _in_order(then.stock), _text(state.stock)),
        ("to_move", then.to_move, state.to_move),
        ("direction", then.direction, state.direction),
        ("out", then.out, state.out),
        ("resigned", then.resigned, state.resigned),
        ("loser", then.loser, state.loser),
        ("phase", then.phase, state.phase),
        ("starter", then.starter, starter),
        ("requirement", then.requirement, str(state.requirement)),
        ("pending", _in_form(then.pending), Awaited.of(state.pending)),
        ("unfinished", then.unfinished, state.unfinished),
        ("places", then.places, places(state)),
        ("next_dealer", then.next_dealer, _next_dealer(state)),
        ("next_starter", then.next_starter, _next_starter(state)),
    ]
    for number, seat in enumerate(then.seats or ()):
        if number >= state.players:
            yield f"seats[{number}]: there are {state.players} seats"
            continue
        came = {
            "hand": state.hands[number],
            "face_up": state.face_up[number],
            "face_down": Cards.of([card for card in state.face_down[number] if card]),
        }
        for name, cards in seat.cards().items():
            expected = _sorted(cards)
            answers.append((f"seats[{number}].{name}", expected, str(came[name])))
    for name, expected, got in answers:
        if expected is not None and expected != got:
            yield f"{name}: expected {_told(expected)}, came {_told(got)}"
    yield from _compared_moves(state, then)


def _compared_moves(state: State, then: Then) -> Iterator[str]:
    for move in then.may or ():
        if refusal := _why_not(state, move):
            yield f"may: {quoted(move)} is refused: {refusal}"
    for move in then.may_not or ():
        if not _why_not(state, move):
            yield f"may_not: {quoted(move)} is legal"
    if then.legal_moves is not None:
        try:
            expected = {action_of(state, move) for move in then.legal_moves}
        except NotationError as error:
            yield f"legal_moves: nobody is to move: {error}"
            return
        came = set(legal_actions(state))
        for name, actions in (("missing", expected - came), ("not expected", came - expected)):
            if actions:
                listed = ", ".join(sorted(map(str, actions)))
                yield f"legal_moves: {name}: {listed}"


def refused(state: State, move: str, then: Then) -> Iterator[str]:
    """In what a refusal is not as it must be.

    Args:
        state: where the move is to be refused.
        move: the move.
        then: what must hold, with the reason if it is said.

    Yields:
        A line that says so, or none.
    """
    try:
        refusal = why_illegal(state, action_of(state, move))
    except NotationError as error:
        yield f"move {quoted(move)}: expected a refusal, but nobody is to move: {error}"
        return
    if refusal is None:
        yield f"move {quoted(move)}: expected a refusal, but it is legal"
    elif then.reason not in {None, refusal.reason}:
        yield f"reason: expected {then.reason}, came {refusal.reason}: {refusal}"


def _why_not(state: State, move: str) -> str | None:
    """Why a move is refused; a move of nobody, after the end, is refused too."""
    try:
        action = action_of(state, move)
    except PalaceError as error:
        return str(error)
    return None if is_legal(state, action) else str(why_illegal(state, action))


def _next_dealer(state: State) -> int | None:
    return next_dealer(state) if state.phase is Phase.OVER else None


def _next_starter(state: State) -> tuple[int, ...] | None:
    if state.phase is not Phase.OVER:
        return None
    seat = next_starter(state)
    return () if seat is None else (seat,)


def _text(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def _in_order(text: str | None) -> str | None:
    return None if text is None else _text(CARDS[index] for index in card_indexes(text))


def _sorted(text: str | None) -> str | None:
    return None if text is None else str(Cards.of(text))


def _in_form(awaited: Awaited | None) -> Awaited | None:
    return None if awaited is None else Awaited.of(awaited.pending)


def _in_plays(text: str | None) -> str | None:
    """A pile as text, neighbours of one rank in the order C D H S: laid together they have none."""
    if text is None:
        return None
    runs = groupby(card_indexes(text), key=lambda index: index >> 2)
    return _text(CARDS[index] for _, run in runs for index in sorted(run))


def _told(value: object) -> str:
    if value in ("", None, ()):
        return "nothing"
    if isinstance(value, bool | int):
        return shown(value)
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
