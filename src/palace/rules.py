"""A variant compiled: the follow table, the only authority on what may follow what."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Self

from attrs import evolve, field, frozen

from palace import cells
from palace.cards import CARDS, RANKS, Rank
from palace.checks import require_sound, require_variant
from palace.compiling import FollowTable
from palace.errors import PalaceError
from palace.requirements import Requirement, Row
from palace.variant import MOST_SEATS, Deal, Variant
from palace.wording import printable, quoted

NEVER = 1 << 30
"""More equal cards than any pile holds."""
AS_LAID = -1
"""Of `draw_to`: as many cards are drawn as were laid, which `settling` does."""


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
            hand; `AS_LAID` where as many as were laid.
        draw_first: by the number of players up to how many cards a player draws at the start of a
            turn.
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
    draw_first: tuple[int, ...] = field(init=False, eq=False, repr=False)
    through: frozenset[int] = field(init=False, eq=False, repr=False)
    stand_for: dict[int, tuple[Rank, ...]] = field(init=False, eq=False, repr=False)
    settles: bool = field(init=False, eq=False, repr=False)
    by_requirement: Mapping[Requirement, Row] = field(init=False, eq=False, repr=False)

    @usual.default
    def _usual(self) -> bool:
        variant = self.variant
        alike = variant.suits == "ignored" and not any(row.in_full for row in self.rows)
        return alike and variant.chance == "never" and variant.pick_up.when_able

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
        other = {"at_turn_start": 0, "as_laid": AS_LAID}
        return tuple(other.get(each.replenish, each.replenish_to) for each in self._deals())

    @draw_first.default
    def _draw_first(self) -> tuple[int, ...]:
        first = self.variant.deal.replenish == "at_turn_start"
        return tuple(each.replenish_to if first else 0 for each in self._deals())

    def _deals(self) -> list[Deal]:
        """The deal by the number of players."""
        return [self.variant.deal.at(players) for players in range(MOST_SEATS + 1)]

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
            or variant.deal.replenish != "after_play"
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

    def may_wait(self, players: int, stock: bytes) -> bool:
        """Whether a player without cards may wait for the turn, to draw then, and has not left.

        Args:
            players: the number of seats.
            stock: the stock, by the cards' indexes.

        Returns:
            True where players draw at the start of a turn, and there are cards to be drawn.
        """
        return len(stock) > 0 and self.draw_first[players] > 0

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
            f"{quoted(requirement)} is no requirement of {printable(self.variant.name)}: {known}"
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

        Raises:
            NotationError: the text is no rank.
            PalaceError: the table has no such row.
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
        PalaceError: it is no variant.
    """
    require_variant(variant)
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
    table = FollowTable(variant)
    special = frozenset(rank for rank, rules in variant.ranks if rules.abilities)
    return Rules(variant, table.rows, table.after_four, special)
