"""A picture of a follow table: what the pile asks against what is laid, and a legend."""

from collections.abc import Iterator, Mapping

from attrs import evolve, frozen

from palace.cards import FRENCH_SUITS, Rank, Suit
from palace.in_words import requirement_in_words
from palace.render.cards import pip
from palace.render.lettering import FONT, fitted, line, width_of, wrapped
from palace.render.markup import Drawing, element
from palace.render.palette import Palette
from palace.render.symbols import symbol
from palace.requirements import Requirement
from palace.rules import Rules
from palace.table import Mark, cells
from palace.wording import printable

CELL, ROW = 23.0, 20.0
"""The width and the height of a cell."""
NAMES = 140.0
"""The most room for a requirement's words in one line."""

_MEANINGS = {
    "burns": "burns the pile",
    "skips": "passes players over",
    "reverses": "turns the direction",
    "flips": "turns the order round",
    "another": "another turn",
    "gives": "gives the pile away",
    "chooses": "a choice of the player",
    "stays": "what was there must still be beaten",
}
_AMOUNTS = {
    "x": "may be laid",
    ".": "may not be laid",
    "1": "one card",
    "4": "four or more together",
    "n": "in certain numbers",
    "w": "as another rank",
}


def matrix(rules: Rules, paint: Palette) -> Drawing:
    """The follow table of a variant: a row for each requirement, a column for each rank in play.

    Args:
        rules: the compiled variant.
        paint: the colours.
    """
    table = cells(rules)
    room = min(NAMES, max(width_of(_name(each)) + 20 for each in table))
    widths = _widths(table)
    width = room + sum(widths.values())
    said = f"{printable(rules.variant.name)}: what may follow what"
    title = line(fitted(said, width), paint["ink"], 2, FONT, bold=True)
    y, parts = FONT + 8.0, [title]
    for each in (_heading(widths, room, paint), *_rows(table, widths, room, paint)):
        parts.append(each.at(0, y))
        y += each.height
    legend = _legend([mark for row in table.values() for mark in row.values()], width, paint)
    return Drawing(width, y + 8 + legend.height, "".join(parts) + legend.at(0, y + 8))


def _widths(table: Mapping[Requirement, Mapping[Rank, Mark]]) -> dict[Rank, float]:
    """The width of each rank's column: that of its cell with the most signs."""
    columns = next(iter(table.values()))
    return {
        rank: max(CELL, *(4 + 10.0 * len(_signs(row[rank])) for row in table.values()))
        for rank in columns
    }


def _heading(widths: Mapping[Rank, float], room: float, paint: Palette) -> Drawing:
    x, parts = room, []
    for rank, width in widths.items():
        parts.append(_rank(rank, x + width / 2, ROW - 6, paint))
        x += width
    return Drawing(x, ROW, "".join(parts))


def _rank(rank: Rank, x: float, y: float, paint: Palette) -> str:
    if rank is Rank.JOKER:
        return pip(Suit.BLACK, x, y - 4, 12, paint["ink"])
    return line(rank.value, paint["ink"], x, y, anchor="middle", bold=True)


def _rows(
    table: Mapping[Requirement, Mapping[Rank, Mark]],
    widths: Mapping[Rank, float],
    room: float,
    paint: Palette,
) -> Iterator[Drawing]:
    for requirement, row in table.items():
        suit = requirement.suit if requirement.suit in FRENCH_SUITS else None
        beside = 13 if suit else 0
        texts = wrapped(_name(requirement), room - 6 - beside)
        height = max(ROW, len(texts) * (FONT + 1) + 4)
        first = (height - (len(texts) - 1) * (FONT + 1)) / 2 + FONT * 0.36
        x = room - 6 - beside
        parts = [
            line(text, paint["ink"], x, first + number * (FONT + 1), anchor="end")
            for number, text in enumerate(texts)
        ]
        if suit:
            parts.append(pip(suit, room - 11, height / 2, 10, paint["ink"]))
        x = room
        for rank, mark in row.items():
            parts.append(_cell(mark, widths[rank], height, paint).at(x, 0))
            x += widths[rank]
        yield Drawing(x, height, "".join(parts))


def _name(requirement: Requirement) -> str:
    """A requirement in words, without its suit, which is drawn; but a joker is red or black."""
    drawn = requirement.suit in FRENCH_SUITS
    return requirement_in_words(evolve(requirement, suit=None) if drawn else requirement)


def _cell(mark: Mark, width: float, height: float, paint: Palette) -> Drawing:
    """A cell: its colour says whether cards may be laid, its signs what there is besides."""
    role = {"x": "yes", ".": "no"}.get(mark.amount, "some")
    box = element(
        "rect", class_=paint[role], x=0.5, y=0.5, width=width - 1, height=height - 1, rx=3
    )
    signs = _signs(mark)
    first = (width - 10 * (len(signs) - 1)) / 2
    drawn = (
        sign.drawn(first + 10 * number, height / 2, paint) for number, sign in enumerate(signs)
    )
    return Drawing(width, height, box + "".join(drawn))


def _signs(mark: Mark) -> list["_Sign"]:
    amount = "" if mark.amount in ("x", ".") else mark.amount.replace("*", "")
    return [_Sign(name) for name in (*amount, *mark.causes, *["stays"] * mark.stays)]


@frozen
class _Sign:
    """A sign in a cell: the name of a symbol, or a suit, or one letter."""

    name: str

    def drawn(self, x: float, y: float, paint: Palette) -> str:
        if self.name in _MEANINGS:
            stroked = self.name in ("chooses", "stays")
            return symbol(self.name, x, y, 10, paint["pen" if stroked else "ink"])
        if self.name in set(Suit):
            return pip(Suit(self.name), x, y, 8.5, paint["ink"])
        return line(self.name, paint["ink"], x, y + FONT * 0.36, anchor="middle", bold=True)


# ---------------------------------------------------------------- the legend


def _legend(marks: list[Mark], width: float, paint: Palette) -> Drawing:
    """What the marks of the table mean, in as many columns as there is room for."""
    found = [*_meanings(marks)]
    swatch = max(CELL, *(4 + 10.0 * len(_signs(mark)) for mark, _ in found))
    each = max(swatch + 6 + width_of(text) + 8 for _, text in found)
    columns = max(1, int(width // each))
    parts = []
    for number, (mark, text) in enumerate(found):
        row, column = divmod(number, columns)
        entry = _cell(mark, swatch, ROW, paint).markup + line(
            text, paint["ink"], swatch + 6, ROW / 2 + FONT * 0.36
        )
        parts.append(Drawing(each, ROW, entry).at(column * each, row * (ROW + 2)))
    return Drawing(width, -(-len(found) // columns) * (ROW + 2), "".join(parts))


def _meanings(marks: list[Mark]) -> Iterator[tuple[Mark, str]]:
    amounts = {mark.amount for mark in marks}
    for amount, text in _AMOUNTS.items():
        if amount in amounts:
            yield Mark(amount), text
    others = (amount for amount in amounts if amount not in _AMOUNTS)
    suits = sorted(others, key=lambda amount: ("*" in amount, len(amount), amount))
    if suits:
        yield Mark(suits[0]), "in these suits only"
    if any(amount.endswith("4") for amount in suits):
        yield Mark("4"), "in other suits, four together"
    for name, text in _MEANINGS.items():
        if any(name in mark.causes or (mark.stays and name == "stays") for mark in marks):
            yield Mark("x", (name,)), text
