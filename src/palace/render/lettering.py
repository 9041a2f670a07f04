"""Text in pictures: lines, wrapped lines, and how wide a text may come out."""

from collections.abc import Sequence
from textwrap import wrap

from palace.render.markup import Drawing, element, escaped

FONT = 12
"""The size of text, in units; a picture 400 units wide shows it so in 400 pixels."""
_LETTER = 0.56
"""The width of a letter of an ordinary font, on average, in its size."""


def width_of(text: str, font: float = FONT) -> float:
    """How wide a text comes out, nearly; fonts differ."""
    return len(text) * font * _LETTER


def line(  # noqa: PLR0913 - where, how large, how painted
    text: str,
    paint: str,
    x: float = 0,
    y: float = 0,
    *,
    font: float = FONT,
    anchor: str | None = None,
    bold: bool = False,
) -> str:
    """One line of text, its baseline at a point; with `anchor`, `middle` or `end` there."""
    weight = "bold" if bold else None
    return element(
        "text",
        escaped(text),
        class_=paint,
        x=x,
        y=y,
        font_size=font,
        font_weight=weight,
        text_anchor=anchor,
    )


def lines(
    texts: Sequence[str], paint: str, width: float, *, font: float = FONT, bold: bool = False
) -> Drawing:
    """Lines below one another, each in the middle of a width."""
    height = font * 1.25
    drawn = (
        line(text, paint, width / 2, number * height + font, anchor="middle", font=font, bold=bold)
        for number, text in enumerate(texts)
    )
    return Drawing(width, height * len(texts), "".join(drawn))


def wrapped(text: str, width: float, font: float = FONT) -> list[str]:
    """A text in lines that fit a width."""
    return wrap(text, max(8, int(width / font / _LETTER)))


def fitted(text: str, width: float, font: float = FONT) -> str:
    """A text, its end cut off where it is too wide."""
    most = int(width / font / _LETTER)
    return text if len(text) <= most else f"{text[: most - 1]}…"
