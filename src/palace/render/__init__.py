"""Pictures of a table, of a deal and of a variant's rules: SVG for pages, text for terminals."""

from palace.errors import PalaceError
from palace.render.dealing import drawn, groups, told
from palace.render.matrix import matrix
from palace.render.palette import palette
from palace.render.plain import NARROWEST, coloured, written
from palace.render.scene import Seen, scene
from palace.render.sheet import sheet
from palace.render.tables import table
from palace.rules import rules_of
from palace.table import LEGEND, follow_table as follow_text
from palace.variant import Variant
from palace.wording import counted, printable, quoted

__all__ = ["deal", "follow_table", "svg", "text"]


def text(seen: Seen, *, seat: int | None = None, width: int = 80, colour: bool = False) -> str:
    """A table as plain text, for a terminal.

    Args:
        seen: a state, of which every card is shown, or a view, which shows what its seat sees.
        seat: the seat that is written last; left out, the view's own, or 0.
        width: the longest line, in letters; never less than 40 of them.
        colour: whether red cards are red and the seat to move is bold, by ANSI sequences.

    Returns:
        The lines, without a line end after the last.

    Raises:
        PalaceError: there is no such seat, or the width is no whole number.
    """
    if type(width) is not int:
        raise PalaceError(f"width is {quoted(width)}: it is a whole number of letters")
    plain = written(scene(seen, seat), max(width, NARROWEST))
    return coloured(plain) if colour else plain


def svg(seen: Seen, *, seat: int | None = None, theme: str = "auto", width: int = 480) -> str:
    """A table as an SVG picture, for a page; the same input gives the same text.

    Args:
        seen: a state, of which every card is shown, or a view, which shows what its seat sees.
        seat: the seat at the bottom; left out, the view's own, or 0.
        theme: `light`, `dark`, or `auto`: as the reader prefers.
        width: how wide it is shown where the page does not say, in pixels; 400 is legible.

    Returns:
        A well-formed SVG document that may also stand inside a page. Each face has its card's
        text in `data-card`.

    Raises:
        PalaceError: there is no such seat or theme, or the width is no number of pixels.
    """
    drawn, paint = scene(seen, seat), palette(theme)
    title = f"{drawn.title}: {drawn.headline}"
    return sheet(table(drawn, paint), title, written(drawn, 80), paint, width)


def follow_table(variant: Variant, *, theme: str = "auto", width: int = 480) -> str:
    """What may follow what, as an SVG picture: a row for each requirement, a column for each rank.

    Args:
        variant: the rules.
        theme: `light`, `dark`, or `auto`: as the reader prefers.
        width: how wide it is shown where the page does not say, in pixels.

    Returns:
        A well-formed SVG document, with a legend of the signs that it has.

    Raises:
        PalaceError: there is no such theme, or the width is no number of pixels.
        VariantError: something is wrong with the variant.
    """
    rules, paint = rules_of(variant), palette(theme)
    said = f"{follow_text(rules)}\n\n{LEGEND}"
    return sheet(
        matrix(rules, paint), f"{printable(variant.name)}: what may follow what", said, paint, width
    )


def deal(variant: Variant, players: int, *, theme: str = "auto", width: int = 480) -> str:
    """What a deal comes to, as an SVG picture: each player's cards, and what is left.

    Args:
        variant: the rules.
        players: the number of seats.
        theme: `light`, `dark`, or `auto`: as the reader prefers.
        width: how wide it is shown where the page does not say, in pixels.

    Returns:
        A well-formed SVG document.

    Raises:
        PalaceError: there is no such theme, or the width is no number of pixels.
        PositionError: the variant is not for so many players.
        VariantError: something is wrong with the variant.
    """
    dealt, paint = groups(variant, players), palette(theme)
    title = f"{printable(variant.name)}: the deal for {counted(players, 'player')}"
    return sheet(drawn(dealt, title, paint), title, told(dealt), paint, width)
