"""The ways in which a seat may choose its face-up cards before play."""

from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import accumulate, product
from typing import TypeAlias

from attrs import frozen

from palace.actions import Action, Arrange, arrangement
from palace.cards import RANK_MASK, UNIT, Cards, count, holds, unpack
from palace.state import State


def waiting(state: State) -> list[int]:
    """The seats that may arrange now."""
    frame, players = state._frame, state.players
    seats = [seat for seat in range(players) if not frame.arranged >> seat & 1]
    if frame.rules.variant.arrange_order == "from_dealers_left" and seats:
        return [min(seats, key=lambda seat: (seat - frame.dealer - 1) % players)]
    return seats


def held(state: State, seat: int) -> int:
    """The cards, packed, out of which a seat chooses."""
    return state._hands[seat] + state._frame.face_up[seat]


@frozen(cache_hash=True)
class Wanted:
    """What a seat lays face up.

    Attributes:
        least: the fewest cards.
        most: the most cards.
        ranks: the most ranks; where equal cards are bundled one for each place.
    """

    least: int
    most: int
    ranks: int


def wanted(state: State, seat: int) -> Wanted:
    """What a seat lays face up: as many cards as lie there, or as are to be chosen from the hand.

    Where equal cards are bundled more may lie on their equals, and never fewer than before.
    """
    variant, least = state._frame.rules.variant, count(state._frame.face_up[seat])
    if variant.arrange == "from_hand" or variant.bundling:
        places, cards = variant.deal.at(state.players).face_up, count(held(state, seat))
        if variant.arrange == "from_hand":
            least = max(least, min(places, cards))
        if variant.bundling:
            lying = ranks_in(state._frame.face_up[seat])
            return Wanted(least, cards, max(lying, min(least, places)))
    return _exactly(least)


@cache
def _exactly(cards: int) -> Wanted:
    return Wanted(cards, cards, cards)


def may_lie(state: State, seat: int, cards: int) -> bool:
    """Whether a seat may lay these cards face up."""
    right, number = wanted(state, seat), count(cards)
    if not right.least <= number <= right.most or not holds(held(state, seat), cards):
        return False
    return number <= right.ranks or ranks_in(cards) <= right.ranks


def ranks_in(cards: int) -> int:
    """How many ranks there are among packed cards."""
    return sum(cards & mask != 0 for mask in RANK_MASK)


def to_be_drawn(state: State, hand: int) -> int:
    """How many cards a seat draws that has arranged and kept a hand."""
    variant = state._frame.rules.variant
    if not variant.bundling:
        return 0
    missing = variant.deal.at(state.players).hand - count(hand)
    return min(max(missing, 0), len(state._stock))


# ---------------------------------------------------------------- listing, counting


def arrangements(state: State, seat: int) -> Iterator[Action]:
    """Every arrangement of a seat."""
    by_rank = _every_part(held(state, seat))
    return (Arrange(seat, Cards(cards)) for cards in _choices(by_rank, wanted(state, seat)))


def number_of_arrangements(state: State, seat: int) -> int:
    """How many arrangements a seat has."""
    right = wanted(state, seat)
    ways = Counter({(0, 0): 1})  # by ranks and cards
    for parts in _every_part(held(state, seat)):
        longer: Counter[tuple[int, int]] = Counter()
        for _, number in parts:
            for (ranks, cards), each in ways.items():
                if ranks + (number > 0) <= right.ranks and cards + number <= right.most:
                    longer[ranks + (number > 0), cards + number] += each
        ways = longer
    return sum(each for (_, cards), each in ways.items() if cards >= right.least)


def distinct_arrangements(state: State, seat: int) -> tuple[Action, ...]:
    """The arrangements of a seat that differ by rank, each with the lowest suits."""
    return _distinct(seat, held(state, seat), wanted(state, seat))


@lru_cache(maxsize=64)  # asked for again after each other seat's arranging
def _distinct(seat: int, cards: int, right: Wanted) -> tuple[Action, ...]:
    indexes = unpack(cards)
    unit = [UNIT[index] for index in indexes].__getitem__
    sizes = tuple([count(group) for mask in RANK_MASK if (group := cards & mask)])
    return tuple([arrangement(seat, sum(map(unit, places))) for places in _places(sizes, right)])


@lru_cache(maxsize=1 << 12)
def _places(sizes: tuple[int, ...], right: Wanted) -> tuple[bytes, ...]:
    """By their places which of a hand's cards are laid, given how many it has of each rank."""
    first = [0, *accumulate(sizes)]
    by_rank = [
        [((1 << number) - 1 << place, number) for number in range(size, -1, -1)]
        for place, size in zip(first, sizes, strict=False)
    ]
    return tuple(
        bytes(place for place in range(first[-1]) if chosen >> place & 1)
        for chosen in _choices(by_rank, right)
    )


Parts: TypeAlias = list[tuple[int, int]]
"""What may be taken of the cards of one rank: the cards as bits, and how many, the most first."""


def _by_rank(cards: int) -> list[bytes]:
    return [unpack(cards & mask) for mask in RANK_MASK if cards & mask]


def _every_part(cards: int) -> list[Parts]:
    return [_parts(rank) for rank in _by_rank(cards)]


def _parts(rank: bytes) -> Parts:
    """Every part of a rank's cards, with most of the first cards first."""
    units = [UNIT[index] for index in sorted(set(rank))]
    copies = [range(rank.count(index), -1, -1) for index in sorted(set(rank))]
    return [
        (sum(number * unit for number, unit in zip(numbers, units, strict=True)), sum(numbers))
        for numbers in product(*copies)
    ]


def _choices(by_rank: list[Parts], right: Wanted) -> Iterator[int]:
    """Every choice of cards, fewer before more, and with most of the first cards first."""
    for size in range(right.least, right.most + 1):
        chosen = iter([(0, size, right.ranks)])  # cards, how many more, of how many more ranks
        for number, parts in enumerate(by_rank):
            chosen = _choose(chosen, parts, _most(by_rank[number + 1 :], right.ranks))
        yield from (cards for cards, _, _ in chosen)


def _most(by_rank: list[Parts], ranks: int) -> list[int]:
    """The most cards that so many ranks can give, from none to `ranks`."""
    sizes = sorted((parts[0][1] for parts in by_rank), reverse=True)
    return [sum(sizes[:number]) for number in range(ranks + 1)]


def _choose(
    chosen: Iterator[tuple[int, int, int]], parts: Parts, after: list[int]
) -> Iterator[tuple[int, int, int]]:
    """Each choice with a part of one rank more that the ranks after it can complete."""
    for cards, wanting, ranks in chosen:
        for part, number in parts:
            left = ranks - (number > 0)
            if left >= 0 and 0 <= wanting - number <= after[left]:
                yield cards + part, wanting - number, left
