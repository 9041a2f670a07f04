"""The follow table as plain text: a matrix of what lies on the pile against what is laid on it."""

from collections.abc import Callable

from attrs import frozen

from palace.abilities import Effects
from palace.cards import FRENCH_SUITS, Rank, Suit
from palace.errors import Reason
from palace.requirements import ANY_COUNT, FOUR_OR_MORE, ONE_CARD, Requirement, Row
from palace.rules import Rules

LEGEND = """\
Rows: what the pile asks for (free: nothing lies there). Columns: the rank that is laid.
.  may not be laid        x  any number of cards   1  one card    4  four or more
=  what was there must still be beaten
C D H S *R *B  only these suits, or jokers
B  burns the pile         S  passes players over   R  turns the direction
F  turns the order round  A  another turn          G  gives the pile away
?  a choice of the player n  certain numbers only  w  laid as another rank"""


def follow_table(rules: Rules) -> str:
    """The follow table of a variant as a matrix.

    Args:
        rules: the compiled variant.

    Returns:
        A line for each requirement, a column for each rank in play; `LEGEND` explains the marks.
    """
    lines = {"": [rank.symbol for rank in rules.variant.ranks_in_play]} | {
        requirement: list(row.values()) for requirement, row in marks(rules).items()
    }
    first = max(map(len, lines))
    widths = [max(map(len, column)) for column in zip(*lines.values(), strict=True)]
    return "\n".join(
        " ".join((name.ljust(first), *map(str.ljust, marks, widths))).rstrip()
        for name, marks in lines.items()
    )


@frozen
class Mark:
    """What a cell of the table shows; its text is the cell's.

    Attributes:
        amount: `.` for none, `x` for any number, `1` for one card, `4` for four or more, `n` for
            other numbers, or the suits that may be laid.
        causes: what is caused, in the words of `CAUSES`.
        stays: whether what was there must still be beaten.
    """

    amount: str
    causes: tuple[str, ...] = ()
    stays: bool = False

    def __str__(self) -> str:
        return self.amount + "".join(_LETTERS[each] for each in self.causes) + "=" * self.stays


def marks(rules: Rules) -> dict[str, dict[Rank, str]]:
    """The marks of the follow table by requirement and rank, as text, for the ranks in play."""
    return {
        str(requirement): {rank: str(mark) for rank, mark in row.items()}
        for requirement, row in cells(rules).items()
    }


def cells(rules: Rules) -> dict[Requirement, dict[Rank, Mark]]:
    """The marks of the follow table by requirement and rank, for the ranks in play."""
    ranks = rules.variant.ranks_in_play
    return {
        row.requirement: {rank: _mark(number, row, rank) for rank in ranks}
        for number, row in enumerate(rules.rows)
        if row.requirement.rank in (None, *ranks)
    }


def _mark(number: int, row: Row, rank: Rank) -> Mark:
    cells = {
        name: row.cell(rank, suit)
        for name, suit in (_JOKERS if rank is Rank.JOKER else _SUITS).items()
    }
    counts = {cell.counts for cell in cells.values()}
    if len(counts) == 1:
        amount = _AMOUNTS.get(counts.pop(), "n")
    else:  # only some suits go; with four together it may be all of them
        amount = "".join(suit for suit, cell in cells.items() if cell.counts & ONE_CARD)
        amount += "4" * all(cell.counts for cell in cells.values())
    if amount == ".":
        return Mark("w" if row.cell(rank).refusal is Reason.MUST_DECLARE else amount)
    cell = next(cell for cell in cells.values() if cell.counts)
    causes = tuple(each for each, does in CAUSES.items() if does(cell.effects))
    stays = cell.row == number and row.requirement.rank is not rank
    return Mark(amount, causes, stays=stays and not cell.effects.burns)


CAUSES: dict[str, Callable[[Effects], object]] = {
    "burns": lambda effects: effects.burns,
    "skips": lambda effects: effects.skips,
    "reverses": lambda effects: effects.reverses,
    "flips": lambda effects: effects.flips,
    "another": lambda effects: effects.another,
    "gives": lambda effects: effects.gives or effects.returns,
    "chooses": lambda effects: effects.chooses,
}
"""What a cell can show to be caused, and whether effects have it."""
_LETTERS = dict(zip(CAUSES, "BSRFAG?", strict=True))
_SUITS = {suit.value: suit for suit in FRENCH_SUITS}
_JOKERS = {f"*{suit.value}": suit for suit in (Suit.RED, Suit.BLACK)}
_AMOUNTS = {0: ".", ANY_COUNT: "x", ONE_CARD: "1", FOUR_OR_MORE: "4"}
