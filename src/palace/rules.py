"""A variant compiled: the follow table, the only authority on what may follow what.

Rows are found by exploring from the empty pile, so a rule that needs more than a rank only adds a
requirement.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Self

from attrs import evolve, field, frozen

from palace import cells
from palace.abilities import Effects
from palace.cards import CARDS, RANKS, Card, Rank
from palace.checks import require_sound
from palace.errors import PalaceError, Reason
from palace.requirements import FREE, Cell, Requirement, Row
from palace.variant import MOST_SEATS, Variant
from palace.wording import quoted

NEVER = 1 << 30
"""More equal cards than any pile holds."""
CHOICE = Requirement("choice")


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
        four: by the number of players how many equal cards burn; more than any pile holds where
            they never do.
        four_in_a_row: whether they must lie on top together, whoever laid them.
        draw_to: by the number of players up to how many cards a player draws after a play from the
            hand.
        through: the numbers of the ranks that do not break a row of equal cards.
        stand_for: by the number of a rank whose cards are laid as others, those ranks.
        settles: whether a turn may have more to settle than a straight line says (`settling`).
        by_requirement: each row by what it asks.
    """

    variant: Variant
    rows: tuple[Row, ...] = field(repr=False)
    after_four: tuple[int, ...] = field(repr=False)
    special: frozenset[Rank] = field(repr=False)
    usual: bool = field(init=False, eq=False, repr=False)
    four: tuple[int, ...] = field(init=False, eq=False, repr=False)
    four_in_a_row: bool = field(init=False, eq=False, repr=False)
    draw_to: tuple[int, ...] = field(init=False, eq=False, repr=False)
    through: frozenset[int] = field(init=False, eq=False, repr=False)
    stand_for: dict[int, tuple[Rank, ...]] = field(init=False, eq=False, repr=False)
    settles: bool = field(init=False, eq=False, repr=False)
    by_requirement: Mapping[Requirement, Row] = field(init=False, eq=False, repr=False)

    @usual.default
    def _usual(self) -> bool:
        variant = self.variant
        alike = variant.suits == "ignored" and not _in_full(variant)
        chooses = any(row.requirement.kind == "choice" for row in self.rows)
        return alike and not chooses and variant.chance == "never" and variant.pick_up.when_able

    @four.default
    def _four(self) -> tuple[int, ...]:
        four = self.variant.four
        sizes = [four.at(players).size for players in range(MOST_SEATS + 1)]
        return tuple(NEVER if four.burns == "never" else size for size in sizes)

    @four_in_a_row.default
    def _four_in_a_row(self) -> bool:
        usual = not (self.variant.four.through or any(map(self.variant.stands_for, RANKS)))
        return self.variant.four.burns == "in_a_row" and usual

    @draw_to.default
    def _draw_to(self) -> tuple[int, ...]:
        later = self.variant.deal.replenish != "after_play"
        sizes = [self.variant.deal.at(players) for players in range(MOST_SEATS + 1)]
        return tuple(0 if later else each.replenish_to for each in sizes)

    @through.default
    def _through(self) -> frozenset[int]:
        return frozenset(rank.index for rank in self.variant.four.through)

    @stand_for.default
    def _stand_for(self) -> dict[int, tuple[Rank, ...]]:
        found = {rank.index: self.variant.stands_for(rank) for rank in RANKS}
        return {number: ranks for number, ranks in found.items() if ranks}

    @settles.default
    def _settles(self) -> bool:
        variant = self.variant
        effects = [cells.caused(variant, rank) for rank in RANKS]
        return bool(
            variant.end.turn_limit
            or variant.pick_up.then != "next"
            or variant.deal.replenish == "at_turn_start"
            or variant.deal.add_drawn
            or variant.table_cards.face_up == "into_hand"
            or variant.chance_card == "hand"
            or any(each.chooses or each.gives for each in effects)
            or self.stand_for
        )

    @by_requirement.default
    def _by_requirement(self) -> Mapping[Requirement, Row]:
        return {row.requirement: row for row in self.rows}

    def exits(self, players: int) -> int:
        """After how many have left a game is over.

        Args:
            players: the number of seats.

        Returns:
            The number of seats out at which it is over.
        """
        return 1 if self.variant.end.result == "winner" else players - 1

    def row(self, requirement: str) -> Row:
        """The row that is printed so: `free`, `7`, `lead 10 or higher`.

        Args:
            requirement: the row, as it prints.

        Returns:
            The row.

        Raises:
            PalaceError: the table has no such row.
        """
        for row in self.rows:
            if str(row.requirement) == requirement:
                return row
        known = ", ".join(str(row.requirement) for row in self.rows)
        raise PalaceError(
            f"{quoted(requirement)} is no requirement of {self.variant.name}: {known}"
        )

    def standing(self, pile: bytes) -> Row:
        """The row at which a pile stands, from its cards, the bottom first.

        Args:
            pile: the cards by their indexes, those that stand for others as those.

        Returns:
            The row.
        """
        row = self.rows[0]
        for index in pile:
            row = self.rows[row.cells[index].row_after(1)]
        return row

    def standing_at(self, requirement: Requirement) -> Row:
        """The row of a requirement that is known to be in the table.

        Args:
            requirement: the requirement.

        Returns:
            The row.
        """
        return self.by_requirement[requirement]

    def row_after_four(self, rank: int, row: int) -> int:
        """The number of the row after four of a kind burned, by the rank's number.

        Args:
            rank: the rank's number.
            row: the number of the row on which they were laid: a play that burns turns no order
                round (ruling 7).

        Returns:
            The row's number.
        """
        after, flipped = self.after_four[rank], self.rows[row].requirement.flipped
        if not flipped:
            return after
        return self.standing_at(evolve(self.rows[after].requirement, flipped=flipped)).number

    def start_row(self, index: int) -> Row:
        """The row in which a game starts that a card must lead, given by its index.

        Args:
            index: the card's index.

        Returns:
            The row.
        """
        card = CARDS[index]
        suit = card.suit if self.variant.start.lead == "card" else None
        return self.standing_at(Requirement("start", card.rank, suit))

    def with_cell(self, requirement: str, rank: Rank | str, **changes: Any) -> Self:
        """The same rules but for one cell of the table.

        Args:
            requirement: the row, as it prints.
            rank: the rank, in every suit.
            changes: `counts`, `row`, `effects` or `refusal`.

        Returns:
            The other rules; these stay as they are.
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
        raise PalaceError(f"{quoted(variant)} is no variant: make one with load_variant or derive")
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
    effects = {rank: cells.caused(variant, rank) for rank in RANKS}
    numbers = {FREE: 0}
    rows: list[Row] = []

    def number(requirement: Requirement) -> int:
        return numbers.setdefault(requirement, len(numbers))

    after_four = tuple(number(_after_four(variant, effects[rank], rank)) for rank in RANKS)
    for requirement in _asked_otherwise(variant, effects):
        number(requirement)
    while len(rows) < len(numbers):
        requirement = list(numbers)[len(rows)]
        made = _cells(variant, requirement, number)
        for other in (*_called(variant, requirement), *_burned(after_four, numbers, requirement)):
            number(other)
        row = Row(
            requirement,
            made,
            len(rows),
            taken=number(cells.taken(requirement)),
            deserted=number(cells.deserted(variant, requirement)),
            otherwise=_otherwise(requirement, number),
            in_full=_in_full(variant) or requirement.kind == "choice",
        )
        rows.append(row)
    special = frozenset(rank for rank, rules in variant.ranks if rules.abilities)
    return Rules(variant, tuple(rows), after_four, special)


def _otherwise(requirement: Requirement, number: Callable[[Requirement], int]) -> int | None:
    limited = requirement.kind in ("lead", "start")
    return number(Requirement(flipped=requirement.flipped)) if limited else None


def _asked_otherwise(variant: Variant, effects: dict[Rank, Effects]) -> list[Requirement]:
    """The requirements to which no card leads by itself."""
    asked: list[Requirement] = []
    if _has_choices(variant, effects):
        asked.append(CHOICE)
    turned = {None, *(each.flips for each in effects.values())}
    asked += [
        Requirement("attack", rank, flipped=flipped)
        for rank, each in effects.items()
        if each.gives and each.defence
        for flipped in turned
    ]
    if variant.start.lead != "free":
        asked += [
            Requirement("start", card.rank, card.suit if variant.start.lead == "card" else None)
            for card in CARDS
        ]
    return asked


def _has_choices(variant: Variant, effects: dict[Rank, Effects]) -> bool:
    asks = any(each.chooses or each.gives == "chosen" for each in effects.values())
    return asks or variant.deal.add_drawn


def _called(variant: Variant, requirement: Requirement) -> list[Requirement]:
    """The requirements to which what a player says leads from here."""
    if requirement.kind != "top" or requirement.rank is None:
        return []
    effects = cells.caused(variant, requirement.rank)
    called = []
    if effects.chooses == "direction" and requirement.leaves is None:
        called += [
            cells.called(requirement, direction, strict=effects.strict)
            for direction in ("higher", "lower")
        ]
    return called


def _burned(
    after_four: tuple[int, ...], numbers: dict[Requirement, int], requirement: Requirement
) -> list[Requirement]:
    """The requirements after four of a kind burned while the order is turned round."""
    if not requirement.flipped:
        return []
    left = [list(numbers)[number] for number in set(after_four)]
    return [evolve(each, flipped=requirement.flipped) for each in left]


Numbered = Callable[[Requirement], int]


def _cells(variant: Variant, requirement: Requirement, number: Numbered) -> tuple[Cell, ...]:
    """A cell for each card; worked out once for a rank unless suits matter."""
    alike = variant.suits == "ignored" and requirement.suit is None
    made: list[Cell] = []
    for card in CARDS:
        first = card.index & 3 == 0
        made.append(made[-1] if alike and not first else _cell(variant, requirement, card, number))
    return tuple(made)


def _cell(variant: Variant, requirement: Requirement, card: Card, number: Numbered) -> Cell:
    """A cell, with its counts; a suit rule refuses card by card, so every card laid must match."""
    rows: tuple[int, ...]
    refusal = cells.refusal(variant, requirement, card)
    if refusal is Reason.MUST_DECLARE:
        return Cell(0, 0, refusal=refusal)
    if refusal is None:
        counts = cells.counts(variant, requirement, card.rank)
        refusal = None if counts else Reason.WRONG_COUNT
    else:
        counts = cells.counts_all_the_same(variant, card.rank)
    row, rows = cells.left(variant, requirement, card), ()
    if variant.match != "never" and (pair := cells.left(variant, requirement, card, 2)) != row:
        sets = (evolve(pair, number=cards) for cards in range(2, _most_together(variant) + 1))
        rows = (number(row), number(row), *map(number, sets))
    effects = cells.caused_on(variant, requirement, card.rank)
    return Cell(counts, number(row), effects, refusal, rows)


@lru_cache(maxsize=256)
def _most_together(variant: Variant) -> int:
    """How many cards of one rank there are at most."""
    return 4 * max(variant.deck.at(players)[0] for players in variant.players.counts)


@lru_cache(maxsize=256)
def _in_full(variant: Variant) -> bool:
    """Whether the variant has rules of laying that no cell can say."""
    return bool(
        variant.out_of_turn != "never"
        or variant.end.not_on
        or variant.table_cards.face_up == "singles"
        or variant.table_cards.with_hand
        or variant.straights
        or any(map(variant.stands_for, RANKS))
    )


def _after_four(variant: Variant, effects: Effects, rank: Rank) -> Requirement:
    return cells.lead(variant, effects.lead if effects.burns else variant.four.lead, rank)
