"""The follow table as plain text: a matrix of what lies on the pile against what is laid on it."""

from palace.cards import FRENCH_SUITS, RANKS, Card, Rank
from palace.rules import ANY_COUNT, ONE_CARD, Cell, Row, Rules
from palace.variant import Variant

LEGEND = """\
Rows: what the pile asks for (free: nothing lies there). Columns: the rank that is laid.
.  may not be laid        x  any number of cards   1  one card    4  four or more
C D H S  only these suits  =  what was there must still be beaten
B  burns the pile         S  passes players over   R  turns the direction"""


def follow_table(rules: Rules) -> str:
    """The follow table of a variant as a matrix.

    Args:
        rules: the compiled variant.

    Returns:
        A line for each requirement, a column for each rank in play; `LEGEND` explains the marks.
    """
    ranks = _in_play(rules.variant)
    lines = {"": [rank.symbol for rank in ranks]} | {
        str(row.requirement): [_mark(number, row, rank) for rank in ranks]
        for number, row in enumerate(rules.rows)
        if row.requirement.rank in (None, *ranks)
    }
    first = max(map(len, lines))
    widths = [max(map(len, column)) for column in zip(*lines.values(), strict=True)]
    return "\n".join(
        " ".join((name.ljust(first), *map(str.ljust, marks, widths))).rstrip()
        for name, marks in lines.items()
    )


def _in_play(variant: Variant) -> list[Rank]:
    seats = range(variant.players.min, variant.players.max + 1)
    jokers = any(variant.deck.at(players)[1] for players in seats)
    return [rank for rank in RANKS if jokers or rank is not Rank.JOKER]


def _mark(number: int, row: Row, rank: Rank) -> str:
    if rank is Rank.JOKER:
        return _of_cell(number, row, rank, row.cell(rank), "")
    cells = {suit.value: row.cells[Card.of(rank, suit).index] for suit in FRENCH_SUITS}
    suits = "".join(suit for suit, cell in cells.items() if cell.counts)
    if not suits:
        return "."
    return _of_cell(number, row, rank, cells[suits[0]], suits if len(suits) < 4 else "")


def _of_cell(number: int, row: Row, rank: Rank, cell: Cell, suits: str) -> str:
    if not cell.counts:
        return "."
    counts = {ANY_COUNT: "x", ONE_CARD: "1"}.get(cell.counts, "4")
    effects, stays = cell.effects, cell.row == number and row.requirement.rank is not rank
    letters = "B" * effects.burns + "S" * bool(effects.skips) + "R" * bool(effects.reverses)
    return (suits or counts) + letters + "=" * (stays and not effects.burns)
