"""The follow table as plain text: a matrix of what lies on the pile against what is laid on it."""

from collections.abc import Callable

from palace.abilities import Effects
from palace.cards import FRENCH_SUITS, Rank, Suit
from palace.errors import Reason
from palace.follow import ANY_COUNT, FOUR_OR_MORE, ONE_CARD, Row
from palace.rules import Rules

LEGEND = """\
Rows: what the pile asks for (free: nothing lies there). Columns: the rank that is laid.
.  may not be laid        x  any number of cards   1  one card    4  four or more
C D H S  only these suits  =  what was there must still be beaten
B  burns the pile         S  passes players over   R  turns the direction
F  turns the order round  A  another turn          G  gives the pile away
?  a choice of the player  w  laid as another rank"""


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


def marks(rules: Rules) -> dict[str, dict[Rank, str]]:
    """The marks of the follow table by requirement and rank, for the ranks in play."""
    ranks = rules.variant.ranks_in_play
    return {
        str(row.requirement): {rank: _mark(number, row, rank) for rank in ranks}
        for number, row in enumerate(rules.rows)
        if row.requirement.rank in (None, *ranks)
    }


def _mark(number: int, row: Row, rank: Rank) -> str:
    cells = {
        suit.value: row.cell(rank, suit)
        for suit in (_JOKERS if rank is Rank.JOKER else FRENCH_SUITS)
    }
    counts = {cell.counts for cell in cells.values()}
    if len(counts) == 1:
        amount = _AMOUNTS.get(counts.pop(), "n")
    else:  # only some suits go; with four together it may be all of them
        amount = "".join(suit for suit, cell in cells.items() if cell.counts & ONE_CARD)
        amount += "4" * all(cell.counts for cell in cells.values())
    if amount == ".":
        return "w" if row.cell(rank).refusal is Reason.MUST_DECLARE else amount
    cell = next(cell for cell in cells.values() if cell.counts)
    effects, stays = cell.effects, cell.row == number and row.requirement.rank is not rank
    letters = "".join(letter for letter, does in _LETTERS.items() if does(effects))
    return amount + letters + "=" * (stays and not effects.burns)


_LETTERS: dict[str, Callable[[Effects], object]] = {
    "B": lambda effects: effects.burns,
    "S": lambda effects: effects.skips,
    "R": lambda effects: effects.reverses,
    "F": lambda effects: effects.flips,
    "A": lambda effects: effects.another,
    "G": lambda effects: effects.gives or effects.returns,
    "?": lambda effects: effects.chooses,
}
_JOKERS = (Suit.RED, Suit.BLACK)
_AMOUNTS = {0: ".", ANY_COUNT: "x", ONE_CARD: "1", FOUR_OR_MORE: "4"}
