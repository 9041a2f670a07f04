"""What may be done in a state, read off the follow table.

Orders, stable from release to release: plays by rank, then number of cards, then suits; flips by
place; then the chance; then pick-ups by the card added; arrangements by seat, then by the cards
laid face up.
"""

from collections.abc import Callable, Collection, Iterator
from functools import cache
from itertools import chain
from typing import Any

from attrs import frozen

from palace.actions import Action, Arrange, Chance, Flip, PickUp, Play
from palace.arranging import (
    arrangements,
    distinct_arrangements,
    held,
    number_of_arrangements,
    waiting,
    wanted,
)
from palace.cards import CARDS, holds, unpack
from palace.errors import PalaceError
from palace.plays import allows, lookups, number_of_plays, plays
from palace.rules import Cell, Row
from palace.state import FLIPPED, Phase, State
from palace.variant import MOST_SEATS

_PLAYING = Phase.PLAY  # looked up in every turn
_TAKES = [(PickUp(seat),) for seat in range(MOST_SEATS)]
_CHANCES = [Chance(seat) for seat in range(MOST_SEATS)]


@cache
def _flip(seat: int, place: int) -> Flip:
    return Flip(seat, place)


@cache
def _adding(seat: int, index: int) -> PickUp:
    return PickUp(seat, CARDS[index])


# ---------------------------------------------------------------- the seat to move


def zone_in_use(state: State, seat: int) -> int:
    """The packed cards that a seat plays from; 0 with only face-down cards left (ruling 5)."""
    return state._hands[seat] or state._frame.face_up[seat]


def holding_row(state: State, seat: int) -> Row:
    """The row that holds: a limit on a lead only where a card keeps to it (ruling 19)."""
    row = state._row
    if row.otherwise is None or number_of_plays(row, zone_in_use(state, seat)):
        return row
    return state._frame.rules.rows[row.otherwise]


def is_able(state: State, seat: int) -> bool:
    """Whether a seat can play a card it sees, or has only cards that it does not see."""
    zone, row = zone_in_use(state, seat), holding_row(state, seat)
    return not zone or number_of_plays(row, zone) > 0


def _listed(state: State, seat: int, *, distinct: bool) -> tuple[Action, ...]:
    """Everything that the seat to move may do."""
    zone, row = zone_in_use(state, seat), holding_row(state, seat)
    actions = plays(lookups(row, seat, distinct=distinct), zone)
    if state._frame.rules.usual and row.otherwise is None:
        row.quick[seat] = lookups(row, seat, distinct=True)
    rest = _rest(state, seat, able=not zone or bool(actions), distinct=distinct)
    return (*actions, *rest)


def _rest(state: State, seat: int, *, able: bool, distinct: bool) -> list[Action]:
    """What the seat to move may do besides plays."""
    actions: list[Action] = []
    if not zone_in_use(state, seat):
        places = enumerate(state._frame.face_down[seat])
        actions += [_flip(seat, place) for place, index in places if index != FLIPPED]
    if state._stock and _chance_allowed(state, able=able):
        actions.append(_CHANCES[seat])
    if state._pile and _pick_up_allowed(state, seat, able=able):
        if _adds_a_card(state, seat, able=able):
            added = sorted(set(unpack(state._frame.face_up[seat])))
            if distinct:  # the first of each rank
                added = sorted({index >> 2: index for index in reversed(added)}.values())
            actions += [_adding(seat, index) for index in added]
        else:
            actions += _TAKES[seat]
    return actions


def _chance_allowed(state: State, *, able: bool) -> bool:
    chance = state._frame.rules.variant.chance
    return chance == "always" or (chance == "when_unable" and not able)


def _pick_up_allowed(state: State, seat: int, *, able: bool) -> bool:
    """Whether a seat may take a pile, if there is one."""
    pick_up = state._frame.rules.variant.pick_up
    if zone_in_use(state, seat):
        return pick_up.when_able or not able
    return pick_up.instead_of_flip


def _adds_a_card(state: State, seat: int, *, able: bool) -> bool:
    """Whether a seat that takes the pile must add a face-up card to it first."""
    adding = state._frame.rules.variant.pick_up.adding
    at_face_up = not state._hands[seat] and state._frame.face_up[seat] != 0
    return at_face_up and (adding == "always" or (adding == "when_able" and able))


def adds_a_card(state: State, seat: int) -> bool:
    """Whether a seat that picks up must add a face-up card to the pile first."""
    return _adds_a_card(state, seat, able=is_able(state, seat))


# ---------------------------------------------------------------- listing


@frozen
class LegalActions(Collection[Action]):
    """Every legal action of a state, every choice of suits its own; nothing is listed unless asked.

    It iterates in the documented order, and answers `in`, `len` and `bool` without listing.
    """

    state: State

    def __iter__(self) -> Iterator[Action]:
        state = self.state
        if state.phase is Phase.ARRANGE:
            return (action for seat in waiting(state) for action in arrangements(state, seat))
        return iter(() if state.to_move is None else _listed(state, state.to_move, distinct=False))

    def __len__(self) -> int:
        state = self.state
        if state.phase is Phase.ARRANGE:
            return sum(number_of_arrangements(state, seat) for seat in waiting(state))
        if state.to_move is None:
            return 0
        seat, zone = state.to_move, zone_in_use(state, state.to_move)
        number = number_of_plays(holding_row(state, seat), zone)
        return number + len(_rest(state, seat, able=not zone or number > 0, distinct=False))

    def __bool__(self) -> bool:
        return self.state.phase is not Phase.OVER

    def __contains__(self, action: object) -> bool:
        return type(action) in _CHECKS and is_legal(self.state, action)  # type: ignore[arg-type]

    def __repr__(self) -> str:
        return f"<LegalActions: {', '.join(map(str, self))}>"


def legal_actions(state: State) -> LegalActions:
    """Every legal action of a state: sized, iterable in a stable order, and asked with `in`.

    Args:
        state: the state; while arranging every seat that has not arranged may act.

    Returns:
        A view that lists only when iterated. Plays come by rank, number of cards and suits, flips
        by place, then the chance, then pick-ups.
    """
    return LegalActions(state)


def distinct_actions(state: State) -> tuple[Action, ...]:
    """The legal actions, one for each rank and number of cards where suits do not matter.

    Args:
        state: the state.

    Returns:
        Actions in the order of `legal_actions`; of those alike the one with the lowest suits.
        Where the variant has a suit rule, all of them.
    """
    if state.phase is not _PLAYING:
        if state._frame.rules.variant.suits != "ignored":
            return tuple(LegalActions(state))
        by_seat = (distinct_arrangements(state, seat) for seat in waiting(state))
        return tuple(chain.from_iterable(by_seat))
    seat: int = state.to_move  # type: ignore[assignment] # somebody is to move while playing
    hand, quick = state._hands[seat], state._row.quick[seat]
    if not hand or quick is None:
        return _listed(state, seat, distinct=state._frame.rules.variant.suits == "ignored")
    actions: tuple[Action, ...] = ()
    for mask, table in quick:
        if cards := hand & mask:
            actions += table[cards]
    return actions + _TAKES[seat] if state._pile else actions


# ---------------------------------------------------------------- asking


def cell_of_play(state: State, action: Play) -> Cell | None:
    """The cell of the follow table that a play meets, or None where it is not legal."""
    seat, cards, row = action.seat, action.packed, state._row
    if seat != state.to_move or state.phase is not _PLAYING:
        return None
    zone = state._hands[seat] or state._frame.face_up[seat]
    if zone & cards != cards and not holds(zone, cards):
        return None
    cell = row.cells[action.top]
    if row.plain:
        return cell if cell.counts & action.number else None
    row = holding_row(state, seat)
    cell, counts = row.cells[action.top], row.counts[action.top >> 2]
    return cell if action.number and allows(counts, action.laid) else None


def cell_of_unseen(state: State, index: int) -> Cell | None:
    """The cell that a card turned over unseen meets, or None where it may not stay (ruling 19)."""
    row = state._row
    if row.otherwise is not None:
        row = state._frame.rules.rows[row.otherwise]
    cell = row.cells[index]
    return cell if cell.counts & 2 else None


def _may_play(state: State, action: Play) -> bool:
    return cell_of_play(state, action) is not None


def may_flip(state: State, action: Flip) -> bool:
    """Whether a flip is legal."""
    seat, place = action.seat, action.place
    if seat != state.to_move or state.phase is not _PLAYING or zone_in_use(state, seat):
        return False
    row = state._frame.face_down[seat]
    return place in range(len(row)) and row[place] != FLIPPED


def may_pick_up(state: State, action: PickUp) -> bool:
    """Whether a pick-up is legal."""
    seat, adding = action.seat, action.adding
    if seat != state.to_move or state.phase is not _PLAYING or not state._pile:
        return False
    if state._hands[seat] and state._frame.rules.usual:  # the usual case, quickly
        return adding is None
    able = is_able(state, seat)
    if not _pick_up_allowed(state, seat, able=able):
        return False
    if _adds_a_card(state, seat, able=able):
        return adding is not None and adding in state.face_up[seat]
    return adding is None


def may_chance(state: State, action: Chance) -> bool:
    """Whether a chance is legal."""
    seat = action.seat
    if seat != state.to_move or state.phase is not _PLAYING or not state._stock:
        return False
    return _chance_allowed(state, able=is_able(state, seat))


def may_arrange(state: State, action: Arrange) -> bool:
    """Whether an arrangement is legal."""
    seat, chosen = action.seat, action.face_up
    if state.phase is not Phase.ARRANGE or seat not in waiting(state):
        return False
    return len(chosen) == wanted(state, seat) and holds(held(state, seat), chosen.packed)


_CHECKS: dict[type[Any], Callable[[State, Any], bool]] = {
    Play: _may_play,
    Flip: may_flip,
    PickUp: may_pick_up,
    Chance: may_chance,
    Arrange: may_arrange,
}


def is_legal(state: State, action: Action) -> bool:
    """Whether an action is legal in a state.

    Args:
        state: the state.
        action: any action, of any seat.

    Returns:
        True where `apply` would take it; never an error for an action that is only illegal.

    Raises:
        PalaceError: it is no action.
    """
    check = _CHECKS.get(type(action))
    if check is None:
        raise PalaceError(
            f"{action!r} is no action: make one with Play, Flip, PickUp, Chance or Arrange, "
            "or read text with parse_action"
        )
    return check(state, action)
