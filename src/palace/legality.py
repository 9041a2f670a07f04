"""What may be done in a state, read off the follow table, and why something may not.

Plays are looked up by the cards of one rank that are held, so listing costs the same however many
cards a hand has. Orders, stable from release to release: plays by rank, then number of cards, then
suits; flips by place; then the chance; then pick-ups by the card added; arrangements by seat, then
by the cards laid face up.
"""

from collections.abc import Callable, Collection, Iterator
from functools import cache, lru_cache
from itertools import product
from typing import Any

from attrs import frozen

from palace.actions import Action, Arrange, Chance, Flip, PickUp, Play
from palace.cards import CARDS, RANK_MASK, UNIT, Cards, count, holds, pack, unpack
from palace.errors import PalaceError
from palace.rules import Cell, Row
from palace.state import FLIPPED, Phase, State
from palace.variant import MOST_SEATS

# ---------------------------------------------------------------- the cards of one rank


def _parts(group: int) -> list[int]:
    """Every multiset that can be taken out of a packed group, smallest first, then by suits."""
    indexes = sorted(set(unpack(group)))
    copies = [range((group >> 4 * index & 15) + 1) for index in indexes]
    taken = [
        sum(number * UNIT[index] for index, number in zip(indexes, numbers, strict=True))
        for numbers in product(*copies)
    ]
    return sorted(filter(None, taken), key=lambda part: (count(part), unpack(part)))


class _PlayTable(dict[int, tuple[Action, ...]]):
    """One seat's plays in certain counts by the cards of a rank held; filled when asked for."""

    def __init__(self, seat: int, counts: int, *, distinct: bool) -> None:
        super().__init__()
        self.seat, self.counts, self.distinct = seat, counts, distinct

    def __missing__(self, group: int) -> tuple[Action, ...]:
        parts = [part for part in _parts(group) if self.counts >> count(part) & 1]
        if self.distinct:  # the first of each number of cards
            parts = list({count(part): part for part in reversed(parts)}.values())[::-1]
        self[group] = plays = tuple(Play(self.seat, Cards(part)) for part in parts)
        return plays


class _Tables(dict[int, _PlayTable]):
    """One seat's play tables by the counts that a cell allows."""

    def __init__(self, seat: int, *, distinct: bool) -> None:
        super().__init__()
        self.seat, self.distinct = seat, distinct

    def __missing__(self, counts: int) -> _PlayTable:
        self[counts] = table = _PlayTable(self.seat, counts, distinct=self.distinct)
        return table


_DISTINCT = [_Tables(seat, distinct=True) for seat in range(MOST_SEATS)]
_EVERY = [_Tables(seat, distinct=False) for seat in range(MOST_SEATS)]


@cache
def _flip(seat: int, place: int) -> Flip:
    return Flip(seat, place)


@cache
def _pick_up(seat: int, index: int) -> PickUp:
    return PickUp(seat, CARDS[index])


_TAKES = [PickUp(seat) for seat in range(MOST_SEATS)]
_CHANCES = [Chance(seat) for seat in range(MOST_SEATS)]


# ---------------------------------------------------------------- the seat to move


def _row(state: State, seat: int, zone: int) -> Row:
    """The row that holds for a zone: a limit on a lead only where some card keeps to it."""
    row = state.rules.rows[state._row]
    if row.otherwise is None or _count_plays(row, zone, _DISTINCT[seat]):
        return row
    return state.rules.rows[row.otherwise]


def _plays(row: Row, zone: int, tables: _Tables) -> list[Action]:
    """The plays from a zone under a row."""
    actions: list[Action] = []
    for counts, masks in row.groups:
        plays = tables[counts]
        for mask in masks:
            group = zone & mask
            if group:
                actions += plays[group]
    return actions


def _count_plays(row: Row, zone: int, tables: _Tables) -> int:
    """How many plays `_plays` lists."""
    return sum(
        len(tables[counts][zone & mask])
        for counts, masks in row.groups
        for mask in masks
        if zone & mask
    )


def _rest(state: State, seat: int, *, able: bool) -> list[Action]:
    """What the seat to move may do besides plays."""
    actions: list[Action] = []
    if not (state._hands[seat] or state._face_up[seat]):
        places = enumerate(state._face_down[seat])
        actions += [_flip(seat, place) for place, index in places if index != FLIPPED]
    if state._stock and _chance_allowed(state, able=able):
        actions.append(_CHANCES[seat])
    if state._pile:
        if _adds_a_card(state, seat, able=able):
            added = sorted(set(unpack(state._face_up[seat])))
            actions += [_pick_up(seat, index) for index in added]
        elif _pick_up_allowed(state, seat, able=able):
            actions.append(_TAKES[seat])
    return actions


def _turn(state: State, tables: list[_Tables]) -> list[Action]:
    """Everything that the seat to move may do, its plays out of these tables."""
    seat: int = state.to_move  # type: ignore[assignment] # somebody is to move while playing
    hand = state._hands[seat]
    zone = hand or state._face_up[seat]
    if not zone:
        return _rest(state, seat, able=True)
    variant = state.rules.variant
    actions = _plays(_row(state, seat, zone), zone, tables[seat])
    if hand and variant.pick_up.when_able and variant.chance == "never":  # the usual case, quickly
        if state._pile:
            actions.append(_TAKES[seat])
    else:
        actions += _rest(state, seat, able=bool(actions))
    return actions


def _chance_allowed(state: State, *, able: bool) -> bool:
    chance = state.rules.variant.chance
    return chance == "always" or (chance == "when_unable" and not able)


def _pick_up_allowed(state: State, seat: int, *, able: bool) -> bool:
    """Whether a seat may take a pile, if there is one."""
    pick_up = state.rules.variant.pick_up
    if state._hands[seat] or state._face_up[seat]:
        return pick_up.when_able or not able
    return pick_up.instead_of_flip


def _adds_a_card(state: State, seat: int, *, able: bool) -> bool:
    """Whether a seat may take the pile, and must add a face-up card to it first."""
    if state._hands[seat] or not state._face_up[seat]:
        return False
    adding = state.rules.variant.pick_up.adding
    adds = adding == "always" or (adding == "when_able" and able)
    return adds and _pick_up_allowed(state, seat, able=able)


def holding_row(state: State, seat: int) -> Row:
    """The row of the follow table that holds for the zone that a seat has in use."""
    return _row(state, seat, state._hands[seat] or state._face_up[seat])


def is_able(state: State, seat: int) -> bool:
    """Whether a seat can play a card it sees, or has only cards that it does not see."""
    zone = state._hands[seat] or state._face_up[seat]
    return not zone or _count_plays(_row(state, seat, zone), zone, _DISTINCT[seat]) > 0


def adds_a_card(state: State, seat: int) -> bool:
    """Whether a seat that picks up must add a face-up card to the pile first."""
    return _adds_a_card(state, seat, able=is_able(state, seat))


# ---------------------------------------------------------------- arranging


def wanted(state: State, seat: int) -> int:
    """How many cards a seat lays face up when it arranges."""
    if state.rules.variant.arrange == "from_hand":
        held = count(state._hands[seat] + state._face_up[seat])
        return min(state.rules.variant.deal.face_up, held)
    return count(state._face_up[seat])


def _waiting(state: State) -> list[int]:
    """The seats that still have to arrange."""
    return [seat for seat in range(state.players) if not state._arranged >> seat & 1]


def _choices(stacks: list[tuple[int, int]], size: int) -> Iterator[int]:
    """Every packed multiset of a size out of stacks of (one card packed, copies)."""
    if size == 0:
        yield 0
    elif stacks:
        (unit, copies), rest = stacks[0], stacks[1:]
        for number in range(min(copies, size), -1, -1):
            for others in _choices(rest, size - number):
                yield number * unit + others


def _ways(stacks: list[tuple[int, int]], size: int) -> int:
    """How many multisets `_choices` gives."""
    ways = [1] + [0] * size
    for _, copies in stacks:
        ways = [sum(ways[max(0, k - copies) : k + 1]) for k in range(size + 1)]
    return ways[size]


def _stacks(packed: int) -> list[tuple[int, int]]:
    return [(UNIT[index], packed >> 4 * index & 15) for index in sorted(set(unpack(packed)))]


def _arrangements(state: State) -> Iterator[Action]:
    for seat in _waiting(state):
        held = state._hands[seat] + state._face_up[seat]
        for packed in _choices(_stacks(held), wanted(state, seat)):
            yield Arrange(seat, Cards(packed))


@lru_cache(maxsize=64)
def _distinct_arrangements(seat: int, held: int, size: int) -> tuple[Action, ...]:
    """One seat's arrangements that differ by rank; the same until that seat has arranged."""
    by_rank = [unpack(held & mask) for mask in RANK_MASK if held & mask]
    stacks = [(1 << 6 * number, len(cards)) for number, cards in enumerate(by_rank)]
    found = []
    for numbers in _choices(stacks, size):
        taken = (cards[: numbers >> 6 * n & 63] for n, cards in enumerate(by_rank))
        found.append(Arrange(seat, Cards(pack(b"".join(taken)))))
    return tuple(found)


# ---------------------------------------------------------------- the public questions


@frozen
class LegalActions(Collection[Action]):
    """Every legal action of a state, every choice of suits its own; nothing is listed unless asked.

    It iterates in the documented order, and answers `in`, `len` and `bool` without listing.
    """

    state: State

    def __iter__(self) -> Iterator[Action]:
        if self.state.phase is Phase.ARRANGE:
            return _arrangements(self.state)
        return iter(_turn(self.state, _EVERY) if self.state.phase is Phase.PLAY else ())

    def __len__(self) -> int:
        state = self.state
        if state.phase is Phase.ARRANGE:
            return sum(
                _ways(_stacks(state._hands[seat] + state._face_up[seat]), wanted(state, seat))
                for seat in _waiting(state)
            )
        if state.phase is Phase.OVER:
            return 0
        seat: int = state.to_move  # type: ignore[assignment] # somebody is to move while playing
        zone = state._hands[seat] or state._face_up[seat]
        plays = _count_plays(_row(state, seat, zone), zone, _EVERY[seat])
        return plays + len(_rest(state, seat, able=not zone or plays > 0))

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


def distinct_actions(state: State) -> list[Action]:
    """The legal actions, one for each rank and number of cards where suits do not matter.

    Args:
        state: the state.

    Returns:
        Actions in the order of `legal_actions`; of those alike the one with the lowest suits.
        Where the variant has a suit rule, all of them.
    """
    if state.phase is Phase.PLAY:
        return _turn(state, _DISTINCT if state.rules.variant.suits == "ignored" else _EVERY)
    if state.phase is Phase.OVER:
        return []
    return [
        action
        for seat in _waiting(state)
        for action in _distinct_arrangements(
            seat, state._hands[seat] + state._face_up[seat], wanted(state, seat)
        )
    ]


def cell_of_play(state: State, action: Play) -> Cell | None:
    """The cell of the follow table that a play meets, or None where it is not legal."""
    seat, laid, cards = action.seat, action.laid, action.cards.packed
    if seat != state.to_move or state.phase is not Phase.PLAY or not laid:
        return None
    zone = state._hands[seat] or state._face_up[seat]
    top = laid[-1]
    if (zone & cards != cards and not holds(zone, cards)) or laid[0] >> 2 != top >> 2:
        return None
    row = _row(state, seat, zone)
    cell = row.cells[top]
    if cards & row.playable != cards or not cell.counts >> len(laid) & 1:
        return None
    return cell


def cell_of_unseen(state: State, index: int) -> Cell | None:
    """The cell that a card turned over unseen meets, or None where it may not stay (ruling 19)."""
    row = state.rules.rows[state._row]
    if row.otherwise is not None:
        row = state.rules.rows[row.otherwise]
    cell = row.cells[index]
    return cell if cell.counts & 2 else None


def _on_turn(state: State, seat: int) -> bool:
    return seat == state.to_move and state.phase is Phase.PLAY


def _may_play(state: State, action: Play) -> bool:
    return cell_of_play(state, action) is not None


def _may_flip(state: State, action: Flip) -> bool:
    seat, place = action.seat, action.place
    if not _on_turn(state, seat) or state._hands[seat] or state._face_up[seat]:
        return False
    row = state._face_down[seat]
    return place in range(len(row)) and row[place] != FLIPPED


def _may_pick_up(state: State, action: PickUp) -> bool:
    seat = action.seat
    if not _on_turn(state, seat) or not state._pile:
        return False
    if state._hands[seat] and state.rules.variant.pick_up.when_able:  # the usual case, quickly
        return action.adding is None
    able = is_able(state, seat)
    if _adds_a_card(state, seat, able=able):
        return action.adding in state.face_up[seat]
    return action.adding is None and _pick_up_allowed(state, seat, able=able)


def _may_chance(state: State, action: Chance) -> bool:
    seat = action.seat
    if not _on_turn(state, seat) or not state._stock:
        return False
    return _chance_allowed(state, able=is_able(state, seat))


def _may_arrange(state: State, action: Arrange) -> bool:
    seat = action.seat
    if state.phase is not Phase.ARRANGE or seat not in range(state.players):
        return False
    held = state._hands[seat] + state._face_up[seat]
    return (
        not state._arranged >> seat & 1
        and len(action.face_up) == wanted(state, seat)
        and holds(held, action.face_up.packed)
    )


_CHECKS: dict[type[Any], Callable[[State, Any], bool]] = {
    Play: _may_play,
    Flip: _may_flip,
    PickUp: _may_pick_up,
    Chance: _may_chance,
    Arrange: _may_arrange,
}


def is_legal(state: State, action: Action) -> bool:
    """Whether an action is legal in a state.

    Args:
        state: the state.
        action: any action, of any seat.

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
