"""The plays that a row of the follow table allows out of the cards held, looked up and counted.

What may be laid out of a few ranks' cards is worked out once and kept: listing a hand's plays is
then a handful of look-ups, however many cards it has.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import TypeAlias

from attrs import field, frozen

from palace.actions import Action, Play
from palace.cards import RANK_MASK, UNIT, Cards, count, unpack
from palace.requirements import Counts, Row

RANKS_AT_ONCE = 2
MOST_KEPT = 4096
"""Entries after which a table of plays forgets them all, so that it never grows without bound."""


@frozen
class PlayTable:
    """The plays out of cards, by these cards, packed.

    Attributes:
        known: those asked for before, in a plain dictionary: looking up in any other is slow.
        listed: lists them the first time.
    """

    known: dict[int, tuple[Action, ...]] = field(init=False, factory=dict)
    listed: Callable[[int], Iterable[Action]]

    def plays(self, cards: int) -> tuple[Action, ...]:
        """The plays out of cards."""
        found = self.known.get(cards)
        if found is None:
            if len(self.known) >= MOST_KEPT:
                self.known.clear()
            self.known[cards] = found = tuple(self.listed(cards))
        return found


@lru_cache(maxsize=MOST_KEPT)
def _of_rank(seat: int, counts: Counts, *, distinct: bool) -> PlayTable:
    """The plays out of the cards of one rank."""
    return PlayTable(
        lambda cards: (
            Play(seat, Cards(part))
            for part in parts(cards, distinct=distinct)
            if allows(counts, unpack(part))
        )
    )


@lru_cache(maxsize=MOST_KEPT)
def _of_ranks(seat: int, counts: tuple[tuple[int, Counts], ...], *, distinct: bool) -> PlayTable:
    """The plays out of the cards of a few ranks, each a mask with the counts allowed."""
    found = tuple((mask, _of_rank(seat, each, distinct=distinct)) for mask, each in counts)
    return PlayTable(lambda cards: plays(found, cards))


def allows(counts: Counts, laid: bytes) -> bool:
    """Whether cards of a rank may be laid together; where suits matter every card must agree."""
    if isinstance(counts, int):
        return bool(counts >> len(laid) & 1)
    return all(counts[index & 3] >> len(laid) & 1 for index in laid)


def parts(group: int, *, distinct: bool) -> list[int]:
    """The parts of a rank's cards that may be laid: one for each number of cards, or all."""
    return _first_cards(group) if distinct else _every_part(group)


def _first_cards(group: int) -> list[int]:
    """One card of a rank, two, and so on, with the lowest suits."""
    taken = [0]
    for index in unpack(group):
        taken.append(taken[-1] + UNIT[index])
    return taken[1:]


def _every_part(group: int) -> list[int]:
    """Every multiset out of a rank's cards, the smallest first, then by suits."""
    indexes = sorted(set(unpack(group)))
    copies = [range((group >> 4 * index & 15) + 1) for index in indexes]
    found = [
        sum(number * UNIT[index] for index, number in zip(indexes, numbers, strict=True))
        for numbers in product(*copies)
    ]
    return sorted(filter(None, found), key=lambda part: (count(part), unpack(part)))


Lookups: TypeAlias = tuple[tuple[int, PlayTable], ...]


def lookups(row: Row, seat: int, *, distinct: bool) -> Lookups:
    """The masks of a row's playable cards, a few ranks at once, each with a table of plays.

    Args:
        row: the row of the follow table.
        seat: the seat that plays.
        distinct: one play for each rank and number of cards, else every choice of suits.
    """
    kept = row.distinct if distinct else row.every
    if kept[seat] is None:
        kept[seat] = tuple(_lookups(row, seat, distinct=distinct))
    return kept[seat]  # type: ignore[no-any-return]


def _lookups(row: Row, seat: int, *, distinct: bool) -> Iterator[tuple[int, PlayTable]]:
    for first in range(0, len(RANK_MASK), RANKS_AT_ONCE):
        ranks = slice(first, first + RANKS_AT_ONCE)
        if mask := sum(RANK_MASK[ranks]) & row.playable:
            counts = tuple(zip(RANK_MASK[ranks], row.counts[ranks], strict=True))
            yield mask, _of_ranks(seat, counts, distinct=distinct)


def plays(found: Lookups, zone: int) -> tuple[Action, ...]:
    """The plays out of a zone, by rank, number of cards and suits."""
    actions: tuple[Action, ...] = ()
    for mask, table in found:
        if cards := zone & mask:
            actions += table.plays(cards)
    return actions


def number_of_plays(row: Row, zone: int) -> int:
    """How many plays a row allows out of a zone, every choice of suits its own; not listed."""
    playable = zone & row.playable
    if not playable:
        return 0
    return sum(
        _number_of_parts(playable & mask, counts)
        for mask, counts in zip(RANK_MASK, row.counts, strict=True)
        if playable & mask
    )


def has_plays(row: Row, zone: int) -> bool:
    """Whether a row allows any play out of a zone; mostly some card may be laid alone."""
    return zone & row.alone != 0 or number_of_plays(row, zone) > 0


@lru_cache(maxsize=1 << 16)
def _number_of_parts(group: int, counts: Counts) -> int:
    if not isinstance(counts, int):
        return sum(allows(counts, unpack(part)) for part in _every_part(group))
    ways = [1]  # by the number of cards
    for index in set(unpack(group)):
        copies = group >> 4 * index & 15
        longer = [0] * copies + ways + [0] * copies
        ways = [sum(longer[k : k + copies + 1]) for k in range(len(ways) + copies)]
    return sum(number for cards, number in enumerate(ways) if cards and counts >> cards & 1)
