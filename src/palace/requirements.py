"""The parts of a follow table: requirements, cells and rows.

A row is a requirement that the pile sets; a cell (row, card) says in which counts the card's rank
may be laid there, which row the pile then stands at, and what is caused.
"""

from itertools import compress
from typing import Any, Literal, TypeAlias

from attrs import field, frozen

from palace.abilities import NO_EFFECTS, Effects, Lead, Leaves, Until
from palace.cards import CARD_MASK, RANKS, Card, Rank, Suit
from palace.errors import Reason
from palace.variant import MOST_SEATS

__all__ = ["Cell", "Requirement", "Row"]

ANY_COUNT = (1 << 33) - 2
"""Bit k: k cards may be laid; here one or more."""
ONE_CARD = 1 << 1
FOUR_OR_MORE = ANY_COUNT & ~0b1111
Counts: TypeAlias = int | tuple[int, ...]
Kind: TypeAlias = Literal["free", "top", "lead", "start", "attack", "choice"]


@frozen(cache_hash=True)
class Requirement:
    """What the pile asks of the next card.

    Attributes:
        kind: `free` where nothing need be beaten, `top` under an effective top, `lead` after a
            burn, `start` where the first card is given, `attack` where the pile was given away and
            may be sent back, `choice` while a player says something and nothing is laid.
        rank: the effective top, or the rank that a lead is measured against, or the one to lead,
            or the one that gave the pile away.
        suit: the effective top's suit, where suits matter, or that of the card to lead.
        lead: how a lead is measured.
        leaves: how the effective top must be beaten, where not as its rank says by itself.
        flipped: the order of ranks is turned round, and until when.
        number: how many cards the play before had, where the next must match them.
        run: how many plays of that rank came in a row, where too many lock it.
        binds: the ranks that go on anything elsewhere, but must keep to this, where not as the
            effective top says by itself.
    """

    kind: Kind = "free"
    rank: Rank | None = None
    suit: Suit | None = None
    lead: Lead = "free"
    leaves: Leaves | None = None
    flipped: Until | None = None
    number: int = 0
    run: int = 0
    binds: tuple[Rank, ...] | None = None

    def __str__(self) -> str:
        parts = [
            self._name,
            self.leaves.value if self.leaves else "",
            f"{self.number} together" if self.number else "",
            f"{self.run} in a row" if self.run else "",
            _TURNED[self.flipped] if self.flipped else "",
            "" if self.binds is None else f"bound: {' '.join(self.binds) or 'none'}",
        ]
        return ", ".join(filter(None, parts))

    @property
    def _name(self) -> str:
        if self.kind == "lead":
            above = self.lead == "higher"
            return f"lead higher than {self.rank}" if above else f"lead {self.rank} or higher"
        if self.rank is None:
            return self.kind
        card = f"{self.rank}{self.suit or ''}"
        return card if self.kind == "top" else f"{self.kind} {card}"


_TURNED: dict[Until, str] = {
    "flipped_back": "order turned round",
    "reset": "order turned round until reset",
    "picked_up": "order turned round until picked up",
}
FREE = Requirement()
CHOICE = Requirement("choice")


@frozen
class Cell:
    """What happens when a rank meets a requirement.

    Attributes:
        counts: how many cards of the rank may be laid together: bit k for k cards; 0 for none.
        row: the number of the row at which the pile then stands.
        effects: what is caused.
        refusal: why fewer cards than `counts` allows, or none, may be laid; None where any may.
        rows: by the number of cards laid the row, where it depends on that; else empty.
    """

    counts: int
    row: int
    effects: Effects = NO_EFFECTS
    refusal: Reason | None = None
    rows: tuple[int, ...] = ()

    def row_after(self, cards: int) -> int:
        """The number of the row at which the pile stands after so many cards.

        Args:
            cards: the number of cards laid together.

        Returns:
            The row's number.
        """
        return self.rows[min(cards, len(self.rows) - 1)] if self.rows else self.row


def _nothing_yet() -> list[Any]:
    return [None] * MOST_SEATS


@frozen
class Row:
    """A requirement, and a cell for every card.

    Attributes:
        requirement: what the pile asks.
        cells: one for each card by its index; equal for the cards of a rank unless suits matter.
        number: its place in the table.
        taken: the number of the row when the pile is picked up here.
        deserted: the number of the row when the player who laid the pile's top has left.
        otherwise: the row that holds instead where no card of the zone in use may be laid, and
            for cards that are turned over unseen (ruling 19).
        in_full: whether the variant has rules of laying that no cell can say.
        playable: packed: full counters for the cards that may be laid at all.
        alone: the same for the cards that may be laid alone.
        counts: for each rank by its number, in which counts its cards may be laid: one for all of
            them, or where suits matter one for each suit. A set needs its count allowed by the
            cell of every card in it.
        plain: whether a card's cell alone says whether it may be laid, and what follows.
        distinct: by seat what `plays` looks up here, filled when first asked for.
        every: the same with every choice of suits.
        quick: by seat the masks of `distinct` and the plays known of each, filled where cards that
            their owner sees may be laid, or the pile taken, and no more.
    """

    requirement: Requirement
    cells: tuple[Cell, ...]
    number: int
    taken: int = 0
    deserted: int = 0
    otherwise: int | None = None
    in_full: bool = False
    playable: int = field(init=False, eq=False, repr=False)
    alone: int = field(init=False, eq=False, repr=False)
    counts: tuple[Counts, ...] = field(init=False, eq=False, repr=False)
    plain: bool = field(init=False, eq=False, repr=False)
    distinct: list[Any] = field(init=False, eq=False, repr=False, factory=_nothing_yet)
    every: list[Any] = field(init=False, eq=False, repr=False, factory=_nothing_yet)
    quick: list[Any] = field(init=False, eq=False, repr=False, factory=_nothing_yet)

    @playable.default
    def _playable(self) -> int:
        return sum(compress(CARD_MASK, [cell.counts for cell in self.cells]))

    @alone.default
    def _alone(self) -> int:
        return sum(compress(CARD_MASK, [cell.counts & ONE_CARD for cell in self.cells]))

    @counts.default
    def _counts(self) -> tuple[Counts, ...]:
        by_rank = [
            tuple(cell.counts for cell in self.cells[4 * number : 4 * number + 4])
            for number in range(len(RANKS))
        ]
        return tuple(counts[0] if len(set(counts)) == 1 else counts for counts in by_rank)

    @plain.default
    def _plain(self) -> bool:
        alike = all(isinstance(counts, int) for counts in self.counts)
        by_number = any(cell.rows for cell in self.cells)
        return alike and not (self.in_full or by_number or self.otherwise is not None)

    def __reduce__(self) -> tuple[type["Row"], tuple[Any, ...]]:
        return Row, (
            self.requirement, self.cells, self.number, self.taken, self.deserted, self.otherwise,
            self.in_full,
        )  # fmt: skip

    def cell(self, rank: Rank | str, suit: Suit | str | None = None) -> Cell:
        """The cell of a rank; without a suit, that of its first: suits rarely matter.

        Args:
            rank: the rank, or its text.
            suit: the suit, or its letter; None where suits do not matter.

        Returns:
            The cell.

        Raises:
            NotationError: a text is no rank, or no suit.
        """
        rank = Rank.parse(rank)
        return self.cells[4 * rank.index if suit is None else Card.of(rank, suit).index]
