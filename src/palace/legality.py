"""What may be done in a state, read off the follow table, and why something may not.

Plays are looked up by the cards of one rank that are held, so listing costs the same however many
cards a hand has. Orders, stable from release to release: plays by rank, then number of cards, then
suits; flips by place; then the chance; then pick-ups by the card added; arrangements by seat, then
by the cards laid face up.
"""

from collections.abc import Callable, Collection, Iterator
from functools import cache, lru_cache
from itertools import accumulate, product
from typing import Any, TypeAlias

from attrs import frozen

from palace.actions import Action, Arrange, Chance, Flip, PickUp, Play
from palace.cards import CARDS, RANK_MASK, UNIT, Cards, count, holds, unpack
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


Counts: TypeAlias = int | tuple[int, ...]


class _PlayTable(dict[int, tuple[Action, ...]]):
    """One seat's plays in certain counts by the cards of a rank held; filled when asked for."""

    def __init__(self, seat: int, counts: Counts, *, distinct: bool) -> None:
        super().__init__()
        self.seat, self.counts, self.distinct = seat, counts, distinct

    def __missing__(self, group: int) -> tuple[Action, ...]:
        parts = [part for part in _parts(group) if self._allows(unpack(part))]
        if self.distinct:  # the first of each number of cards
            parts = list({count(part): part for part in reversed(parts)}.values())[::-1]
        self[group] = plays = tuple(Play(self.seat, Cards(part)) for part in parts)
        return plays

    def _allows(self, laid: bytes) -> bool:
        if isinstance(self.counts, int):
            return bool(self.counts >> len(laid) & 1)
        return all(self.counts[index & 3] >> len(laid) & 1 for index in laid)


class _Tables(dict[Counts, _PlayTable]):
    """One seat's play tables by the counts that the cells of a rank allow."""

    def __init__(self, seat: int, *, distinct: bool) -> None:
        super().__init__()
        self.seat, self.distinct = seat, distinct

    def __missing__(self, counts: Counts) -> _PlayTable:
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


_PLAYING = Phase.PLAY  # looked up in every turn
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
    """The plays from a zone under a row: rank after rank of its playable cards, looked up."""
    actions: list[Action] = []
    counts, playable = row.counts, zone & row.playable
    while playable:
        number = (playable & -playable).bit_length() - 1 >> 4
        group = playable & RANK_MASK[number]
        playable -= group
        actions += tables[counts[number]][group]
    return actions


def _count_plays(row: Row, zone: int, tables: _Tables) -> int:
    """How many plays `_plays` lists."""
    total, counts, playable = 0, row.counts, zone & row.playable
    while playable:
        number = (playable & -playable).bit_length() - 1 >> 4
        group = playable & RANK_MASK[number]
        playable -= group
        total += len(tables[counts[number]][group])
    return total


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
    row = state.rules.rows[state._row]
    if row.otherwise is not None:
        row = _row(state, seat, zone)
    actions = _plays(row, zone, tables[seat])
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


def _choices(stacks: list[list[int]], size: int) -> Iterator[int]:
    """Every choice of a size out of stacks; a stack is packed: none of it, one card, two, ..."""
    if size == 0:
        yield 0
    elif stacks:
        first, rest = stacks[0], stacks[1:]
        for number in range(min(len(first) - 1, size), -1, -1):
            for others in _choices(rest, size - number):
                yield first[number] + others


def _ways(stacks: list[list[int]], size: int) -> int:
    """How many choices `_choices` gives."""
    ways = [1] + [0] * size
    for stack in stacks:
        ways = [sum(ways[max(0, k - len(stack) + 1) : k + 1]) for k in range(size + 1)]
    return ways[size]


def _by_card(held: int) -> list[list[int]]:
    """A stack for each card: its copies."""
    return [
        [number * UNIT[index] for number in range((held >> 4 * index & 15) + 1)]
        for index in sorted(set(unpack(held)))
    ]


def _by_rank(held: int) -> list[list[int]]:
    """A stack for each rank: its cards, the lowest suits first."""
    ranks = [unpack(held & mask) for mask in RANK_MASK if held & mask]
    return [list(accumulate((UNIT[index] for index in rank), initial=0)) for rank in ranks]


def _arrangements(state: State) -> Iterator[Action]:
    for seat in _waiting(state):
        held = state._hands[seat] + state._face_up[seat]
        for packed in _choices(_by_card(held), wanted(state, seat)):
            yield Arrange(seat, Cards(packed))


@lru_cache(maxsize=64)
def _distinct_arrangements(seat: int, held: int, size: int) -> tuple[Action, ...]:
    """One seat's arrangements that differ by rank; the same until that seat has arranged."""
    return tuple(Arrange(seat, Cards(packed)) for packed in _choices(_by_rank(held), size))


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
                _ways(_by_card(state._hands[seat] + state._face_up[seat]), wanted(state, seat))
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
    if state.phase is _PLAYING:
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
    if seat != state.to_move or state.phase is not _PLAYING or not laid:
        return None
    zone = state._hands[seat] or state._face_up[seat]
    top = laid[-1]
    if (zone & cards != cards and not holds(zone, cards)) or laid[0] >> 2 != top >> 2:
        return None
    row = state.rules.rows[state._row]
    if row.otherwise is not None:
        row = _row(state, seat, zone)
    cell, counts = row.cells[top], row.counts[top >> 2]
    if isinstance(counts, int):
        return cell if counts >> len(laid) & 1 else None
    return cell if all(counts[index & 3] >> len(laid) & 1 for index in laid) else None


def cell_of_unseen(state: State, index: int) -> Cell | None:
    """The cell that a card turned over unseen meets, or None where it may not stay (ruling 19)."""
    row = state.rules.rows[state._row]
    if row.otherwise is not None:
        row = state.rules.rows[row.otherwise]
    cell = row.cells[index]
    return cell if cell.counts & 2 else None


def _on_turn(state: State, seat: int) -> bool:
    return seat == state.to_move and state.phase is _PLAYING


def _may_play(state: State, action: Play) -> bool:
    return cell_of_play(state, action) is not None


def may_flip(state: State, action: Flip) -> bool:
    seat, place = action.seat, action.place
    if not _on_turn(state, seat) or state._hands[seat] or state._face_up[seat]:
        return False
    row = state._face_down[seat]
    return place in range(len(row)) and row[place] != FLIPPED


def may_pick_up(state: State, action: PickUp) -> bool:
    seat = action.seat
    if not _on_turn(state, seat) or not state._pile:
        return False
    if state._hands[seat] and state.rules.variant.pick_up.when_able:  # the usual case, quickly
        return action.adding is None
    able = is_able(state, seat)
    if _adds_a_card(state, seat, able=able):
        return action.adding in state.face_up[seat]
    return action.adding is None and _pick_up_allowed(state, seat, able=able)


def may_chance(state: State, action: Chance) -> bool:
    seat = action.seat
    if not _on_turn(state, seat) or not state._stock:
        return False
    return _chance_allowed(state, able=is_able(state, seat))


def may_arrange(state: State, action: Arrange) -> bool:
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
