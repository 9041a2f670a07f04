"""The ways in which a seat may choose its face-up cards before play."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate

from palace.actions import Action, Arrange
from palace.cards import RANK_MASK, UNIT, Cards, count, unpack
from palace.state import State


def waiting(state: State) -> list[int]:
    """The seats that still have to arrange."""
    arranged = state._frame.arranged
    return [seat for seat in range(state.players) if not arranged >> seat & 1]


def held(state: State, seat: int) -> int:
    """The cards, packed, out of which a seat chooses."""
    return state._hands[seat] + state._frame.face_up[seat]


def wanted(state: State, seat: int) -> int:
    """How many cards a seat lays face up."""
    variant = state._frame.rules.variant
    if variant.arrange == "from_hand":
        return min(variant.deal.face_up, count(held(state, seat)))
    return count(state._frame.face_up[seat])


def arrangements(state: State, seat: int) -> Iterator[Action]:
    """Every arrangement of a seat."""
    stacks = _by_card(held(state, seat))
    return (Arrange(seat, Cards(cards)) for cards in _choices(stacks, wanted(state, seat)))


def number_of_arrangements(state: State, seat: int) -> int:
    """How many arrangements a seat has."""
    size = wanted(state, seat)
    ways = [1] + [0] * size
    for stack in _by_card(held(state, seat)):
        ways = [sum(ways[max(0, k - len(stack) + 1) : k + 1]) for k in range(size + 1)]
    return ways[size]


def distinct_arrangements(state: State, seat: int) -> tuple[Action, ...]:
    """The arrangements of a seat that differ by rank, each with the lowest suits."""
    return _distinct(seat, held(state, seat), wanted(state, seat))


@lru_cache(maxsize=64)  # asked for again after each other seat's arranging
def _distinct(seat: int, cards: int, size: int) -> tuple[Action, ...]:
    return tuple(Arrange(seat, Cards(chosen)) for chosen in _choices(_by_rank(cards), size))


Stack = list[int]
"""Cards that are alike, packed: none of them, one, two, and so on."""


def _by_card(cards: int) -> list[Stack]:
    return [
        [number * UNIT[index] for number in range((cards >> 4 * index & 15) + 1)]
        for index in sorted(set(unpack(cards)))
    ]


def _by_rank(cards: int) -> list[Stack]:
    ranks = [unpack(cards & mask) for mask in RANK_MASK if cards & mask]
    return [list(accumulate((UNIT[index] for index in rank), initial=0)) for rank in ranks]


def _choices(stacks: list[Stack], size: int) -> Iterator[int]:
    """Every choice of so many cards out of stacks, with most of the first stacks first."""
    chosen = iter([(0, size)])  # cards, and how many are still wanted
    after = sum(map(len, stacks)) - len(stacks)
    for stack in stacks:
        after -= len(stack) - 1
        chosen = _choose(chosen, stack, after)
    return (cards for cards, _ in chosen)


def _choose(
    chosen: Iterator[tuple[int, int]], stack: Stack, after: int
) -> Iterator[tuple[int, int]]:
    """Each choice with so many cards of one stack more that those after it can do the rest."""
    most = len(stack) - 1
    for cards, wanting in chosen:
        for number in range(min(most, wanting), max(wanting - after, 0) - 1, -1):
            yield cards + stack[number], wanting - number
