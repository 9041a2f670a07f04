"""A variant compiled: the follow table, the only authority on what may follow what.

A row is a requirement that the pile sets; a cell (row, card) says in which counts the card's rank
may be laid there, which row the pile then stands at, and what is caused. Rows are found by
exploring from the empty pile, so a rule that needs more than a rank only adds a requirement.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal, Self, TypeAlias

from attrs import evolve, field, frozen

from palace.abilities import NO_EFFECTS, Effects, Lead, Leaves
from palace.cards import CARD_MASK, CARDS, RANKS, Card, Rank, Suit
from palace.checks import require_sound
from palace.errors import PalaceError, Reason
from palace.variant import MOST_SEATS, Variant

ANY_COUNT = (1 << 33) - 2
"""Bit k: k cards may be laid; here one or more."""
ONE_CARD = 1 << 1
NEVER = 1 << 30
FOUR_OR_MORE = ANY_COUNT & ~0b1111
Counts: TypeAlias = int | tuple[int, ...]


@frozen
class Requirement:
    """What the pile asks of the next card: nothing, an effective top, or a limit on a lead.

    Attributes:
        kind: `free` on an empty pile, `top` under an effective top, `lead` after a burn.
        rank: the effective top, or the rank that a lead is measured against.
        suit: the effective top's suit, where suits matter.
        lead: how a lead is measured.
    """

    kind: Literal["free", "top", "lead"] = "free"
    rank: Rank | None = None
    suit: Suit | None = None
    lead: Lead = "free"

    def __str__(self) -> str:
        if self.rank is None:
            return "free"
        if self.kind == "lead":
            above = self.lead == "higher"
            return f"lead higher than {self.rank}" if above else f"lead {self.rank} or higher"
        return f"{self.rank}{self.suit or ''}"


FREE = Requirement()


@frozen
class Cell:
    """What happens when a rank meets a requirement.

    Attributes:
        counts: how many cards of the rank may be laid together: bit k for k cards; 0 for none.
        row: the number of the row at which the pile then stands.
        effects: what is caused.
        refusal: why fewer cards than `counts` allows, or none, may be laid; None where any may.
    """

    counts: int
    row: int
    effects: Effects = NO_EFFECTS
    refusal: Reason | None = None


def _nothing_yet() -> list[Any]:
    return [None] * MOST_SEATS


@frozen
class Row:
    """A requirement, and a cell for every card.

    Attributes:
        requirement: what the pile asks.
        cells: one for each card by its index; equal for the cards of a rank unless suits matter.
        number: its place in the table.
        otherwise: the row that holds instead where no card of the zone in use may be laid, and
            for cards that are turned over unseen (ruling 19).
        playable: packed: full counters for the cards that may be laid at all.
        counts: for each rank by its number, in which counts its cards may be laid: one for all of
            them, or where suits matter one for each suit. A set needs its count allowed by the
            cell of every card in it.
        plain: whether a card's cell alone says whether it may be laid, and in which counts.
        distinct: by seat what `plays` looks up here, filled when first asked for.
        every: the same with every choice of suits.
        quick: by seat the same as `distinct`, where a hand may play or take the pile, no more.
    """

    requirement: Requirement
    cells: tuple[Cell, ...]
    number: int
    otherwise: int | None = None
    playable: int = field(init=False, eq=False, repr=False)
    counts: tuple[Counts, ...] = field(init=False, eq=False, repr=False)
    plain: bool = field(init=False, eq=False, repr=False)
    distinct: list[Any] = field(init=False, eq=False, repr=False, factory=_nothing_yet)
    every: list[Any] = field(init=False, eq=False, repr=False, factory=_nothing_yet)
    quick: list[Any] = field(init=False, eq=False, repr=False, factory=_nothing_yet)

    @playable.default
    def _playable(self) -> int:
        return sum(CARD_MASK[index] for index, cell in enumerate(self.cells) if cell.counts)

    @counts.default
    def _counts(self) -> tuple[Counts, ...]:
        by_rank = [
            tuple(cell.counts for cell in self.cells[4 * number : 4 * number + 4])
            for number in range(len(RANKS))
        ]
        return tuple(counts[0] if len(set(counts)) == 1 else counts for counts in by_rank)

    @plain.default
    def _plain(self) -> bool:
        return self.otherwise is None and all(isinstance(counts, int) for counts in self.counts)

    def __reduce__(self) -> tuple[type["Row"], tuple[Any, ...]]:
        return Row, (self.requirement, self.cells, self.number, self.otherwise)

    def cell(self, rank: Rank | str, suit: Suit | str | None = None) -> Cell:
        """The cell of a rank; without a suit, that of its first: suits rarely matter."""
        rank = Rank.parse(rank)
        return self.cells[4 * rank.index if suit is None else Card.of(rank, suit).index]


@frozen
class Rules:
    """A variant compiled into its follow table.

    Attributes:
        variant: the variant.
        rows: the table, row 0 for an empty pile.
        after_four: the row after four of a kind burn, by the rank's number.
        special: the ranks that have an ability.
        usual: whether suits are alike, and a hand may always play what goes or take the pile and
            do nothing else: then listing is quick.
        four: how many equal cards burn; more than any pile holds where they never do.
        four_apart: whether they burn though they do not lie on top together.
        draw_to: up to how many cards a player draws after a play from the hand.
        turn_limit: turns after which a game is over; 0: no limit.
    """

    variant: Variant
    rows: tuple[Row, ...] = field(repr=False)
    after_four: tuple[int, ...] = field(repr=False)
    special: frozenset[Rank] = field(repr=False)
    usual: bool = field(init=False, eq=False, repr=False)
    four: int = field(init=False, eq=False, repr=False)
    four_apart: bool = field(init=False, eq=False, repr=False)
    draw_to: int = field(init=False, eq=False, repr=False)
    turn_limit: int = field(init=False, eq=False, repr=False)

    @usual.default
    def _usual(self) -> bool:
        variant = self.variant
        alike = variant.suits == "ignored"
        return alike and variant.chance == "never" and variant.pick_up.when_able

    @four.default
    def _four(self) -> int:
        return NEVER if self.variant.four.burns == "never" else 4

    @four_apart.default
    def _four_apart(self) -> bool:
        return self.variant.four.burns == "anywhere"

    @draw_to.default
    def _draw_to(self) -> int:
        return self.variant.deal.replenish_to

    @turn_limit.default
    def _turn_limit(self) -> int:
        return self.variant.end.turn_limit

    def row(self, requirement: str) -> Row:
        """The row that is printed so: `free`, `7`, `lead 10 or higher`.

        Raises:
            PalaceError: the table has no such row.
        """
        for row in self.rows:
            if str(row.requirement) == requirement:
                return row
        known = ", ".join(str(row.requirement) for row in self.rows)
        raise PalaceError(f"{requirement!r} is no requirement of {self.variant.name}: {known}")

    def standing(self, pile: bytes) -> Row:
        """The row at which a pile stands, from its cards, the bottom first."""
        row = self.rows[0]
        for index in pile:
            row = self.rows[row.cells[index].row]
        return row

    def with_cell(self, requirement: str, rank: Rank | str, **changes: Any) -> Self:
        """The same rules but for one cell of the table.

        Args:
            requirement: the row, as it prints.
            rank: the rank, in every suit.
            changes: `counts`, `row`, `effects` or `refusal`.
        """
        row, column = self.row(requirement), Rank.parse(rank).index
        number = row.number
        cells = tuple(
            evolve(cell, **changes) if index >> 2 == column else cell
            for index, cell in enumerate(row.cells)
        )
        rows = (*self.rows[:number], evolve(row, cells=cells), *self.rows[number + 1 :])
        return evolve(self, rows=rows)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        if self == rules_of(self.variant):
            return rules_of, (self.variant,)
        return type(self), (self.variant, self.rows, self.after_four, self.special)


def rules_of(variant: Variant) -> Rules:
    """Compile a variant, or take it from the last 256 compiled.

    Args:
        variant: the variant.

    Returns:
        The compiled rules, the same object for the same variant while it is kept.

    Raises:
        VariantError: something is wrong with the variant.
    """
    if not isinstance(variant, Variant):
        raise PalaceError(f"{variant!r} is no variant: make one with load_variant or derive")
    try:
        rules = _compiled(variant)
    except TypeError:  # it holds a list, so that it cannot be looked up
        require_sound(variant)
        raise
    if rules.variant is not variant:  # 1 and true are equal, but only one of them is right
        require_sound(variant)
    return rules


@lru_cache(maxsize=256)
def _compiled(variant: Variant) -> Rules:
    require_sound(variant)
    effects = {rank: _effects(variant, rank) for rank in RANKS}
    numbers = {FREE: 0}
    rows: list[Row] = []

    def number(requirement: Requirement) -> int:
        return numbers.setdefault(requirement, len(numbers))

    after_four = tuple(number(_after_four(variant, effects[rank], rank)) for rank in RANKS)
    while len(rows) < len(numbers):
        requirement = list(numbers)[len(rows)]
        cells = tuple(
            _cell(
                variant,
                _refusal(variant, requirement, card),
                number(_left(variant, effects[card.rank], requirement, card)),
                effects[card.rank],
                card.rank,
            )
            for card in CARDS
        )
        limited = requirement.kind == "lead"
        rows.append(Row(requirement, cells, len(rows), 0 if limited else None))
    special = frozenset(rank for rank, rules in variant.ranks if rules.abilities)
    return Rules(variant, tuple(rows), after_four, special)


def _effects(variant: Variant, rank: Rank) -> Effects:
    effects = NO_EFFECTS
    for ability in variant.rank(rank).abilities:
        effects = effects | ability.effects if ability.effects != NO_EFFECTS else effects
    return effects


def _cell(variant: Variant, refusal: Reason | None, row: int, effects: Effects, rank: Rank) -> Cell:
    """A cell, with its counts; a suit rule refuses card by card, so every card laid must match."""
    together = variant.sets and variant.rank(rank).sets
    if refusal is None:
        return Cell(ANY_COUNT if together else ONE_CARD, row, effects)
    counts = FOUR_OR_MORE if together and variant.four.on_anything else 0
    return Cell(counts, row, effects, refusal)


def _refusal(  # noqa: C901, PLR0911 - one line for each rule, in the order in which they count
    variant: Variant, requirement: Requirement, card: Card
) -> Reason | None:
    """Why a card does not go on what the pile asks for, or None where it goes (ruling 15)."""
    rank, top = card.rank, requirement.rank
    anywhere = variant.goes_on_anything(rank)
    if top is None:
        return None
    if requirement.kind == "lead":
        higher = _compare(variant, rank, top) >= (requirement.lead == "higher")
        return None if anywhere or higher else Reason.BELOW_LEAD
    on, below = variant.rank(rank).on, variant.rank(top)
    if top in on.never or (on.only and top not in on.only):
        return Reason.BARRED
    if below.leaves is Leaves.ANYTHING_GOES:
        return None
    if any(rank in ability.binds for ability in below.abilities):
        anywhere = False
    if not anywhere and not _matches(variant, requirement, card):
        return Reason.WRONG_SUIT
    if top in on.only or top in on.also:
        return None
    if on.up_to is not None and _compare(variant, top, on.up_to) > 0:
        return Reason.BARRED
    if anywhere:
        return None
    compared = _compare(variant, rank, top)
    if below.leaves is Leaves.AT_MOST_ITS_RANK:
        return None if compared <= 0 else Reason.ABOVE_LIMIT
    return None if compared >= 0 else Reason.DOES_NOT_BEAT


def _compare(variant: Variant, rank: Rank, other: Rank) -> float:
    """How far a rank stands above another; no number where it has no place in the order."""
    order = variant.order
    if rank not in order or other not in order:
        return float("nan")
    return order.index(rank) - order.index(other)


def _matches(variant: Variant, requirement: Requirement, card: Card) -> bool:
    if requirement.suit is None:
        return True
    if variant.suits == "colour":
        return card.suit.is_red == requirement.suit.is_red
    return card.suit is requirement.suit


def _left(variant: Variant, effects: Effects, requirement: Requirement, card: Card) -> Requirement:
    """The requirement that a card leaves behind."""
    leaves = variant.rank(card.rank).leaves
    if effects.burns:
        return _lead(variant, effects.lead, card.rank)
    if leaves is Leaves.WHAT_WAS_THERE:
        return FREE if requirement.kind == "lead" else requirement
    matters = variant.suits != "ignored" and leaves is not Leaves.ANYTHING_GOES
    return Requirement("top", card.rank, card.suit if matters else None)


def _after_four(variant: Variant, effects: Effects, rank: Rank) -> Requirement:
    lead = effects.lead if effects.burns else variant.four.lead
    return _lead(variant, lead, rank)


def _lead(variant: Variant, lead: Lead, rank: Rank) -> Requirement:
    if lead == "free" or rank not in variant.order:
        return FREE
    return Requirement("lead", rank, None, lead)
