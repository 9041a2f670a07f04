"""The fields of a position's text: what is written of a state, and of what a seat sees."""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from palace.cards import Cards
from palace.field import SPECTATOR, requirement_out
from palace.requirements import Row
from palace.state import Phase, State
from palace.views import Hidden, Place, View

Said: TypeAlias = Iterator[tuple[str, str]]
"""Fields, each with its text."""


def of_state(state: State) -> Said:
    """The fields of a state, in order."""
    frame, seen = state._frame, Cards(state._burned - state._frame.burned_unseen)
    yield from _of_both(state, frame.laid_by)
    yield from _zones(zip(state.hands, state.face_up, state.face_down, strict=True))
    yield from _piles(state, state._row, state.stock, seen, state.burned_unseen)


def of_view(seen: View) -> Said:
    """The fields of a view, in order."""
    yield "sees", SPECTATOR if seen.seat is None else str(seen.seat)
    yield from _of_both(seen, seen.laid_by)
    hands: Iterable[Iterable[Place]] = [
        _hidden(number) if hand is None else hand
        for hand, number in zip(seen.hands, seen.hand_counts, strict=True)
    ]
    yield from _zones(zip(hands, seen.face_up, seen.face_down, strict=True))
    row = seen.rules.standing_at(seen.requirement)
    stock, unseen = _hidden(seen.stock_count), _hidden(seen.burned_unseen)
    yield from _piles(seen, row, stock, seen.burned, unseen)


def _hidden(number: int) -> list[Place]:
    return [Hidden.CARD] * number


def _of_both(position: State | View, laid_by: int | None) -> Said:
    """What is said of a state and of a view in the same way."""
    if position.phase is not Phase.PLAY:
        yield "phase", position.phase.value
    if position.to_move is not None:
        yield "to_move", str(position.to_move)
    for key, number, usual in (
        ("direction", position.direction, position.variant.start.first_direction),
        ("dealer", position.dealer, 0), ("turns", position.turns, 0), ("laid_by", laid_by, None),
    ):  # fmt: skip
        if number != usual:
            yield key, str(number)
    for key, seats in (("out", position.out), ("resigned", position.resigned)):
        if seats:
            yield key, _numbers_out(seats)
    arranged = [seat for seat in position.arranged if seat not in position.resigned]
    if position.phase is Phase.ARRANGE and arranged:
        yield "arranged", _numbers_out(arranged)


def _zones(seats: Iterable[tuple[Iterable[Place], ...]]) -> Said:
    for seat, zones in enumerate(seats):
        yield str(seat), ",".join(map(_cards_out, zones)).rstrip(",")


def _piles(
    position: State | View,
    row: Row,
    stock: Iterable[Place],
    burned: Cards,
    burned_unseen: Iterable[Place],
) -> Said:
    """The piles, what they ask for where they do not tell, and what is awaited."""
    if position.pile:
        yield "pile", _cards_out(position.pile)
    if position.declared:
        yield "declared", ",".join(rank.symbol for rank in position.declared.values())
    for key, cards in (("stock", stock), ("burned", burned), ("burned_unseen", burned_unseen)):
        if text := _cards_out(cards):
            yield key, text
    rules, pending = position.rules, position.pending
    if row.number != rules.standing(position._pile_as_declared).number:
        yield "requirement", requirement_out(row)
    if pending is None:
        return
    yield "pending", f"{pending.kind}:{pending.seat}"
    if pending.row:
        yield "then", requirement_out(rules.rows[pending.row])
    if pending.cards:
        yield "drawn", _cards_out(Cards(pending.cards))
    if pending.next is not None:
        yield "next", str(pending.next)


def _numbers_out(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))


def _cards_out(cards: Iterable[Place]) -> str:
    return "".join("--" if card is None else str(card) for card in cards)
