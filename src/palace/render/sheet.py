"""A drawing as a whole SVG: background, title, description, style, size."""

from palace.errors import PalaceError
from palace.render.markup import Drawing, element, escaped
from palace.render.palette import Palette
from palace.wording import quoted

MARGIN = 6.0
WIDEST = 100_000
"""The most pixels that a picture is wide."""


def sheet(drawing: Drawing, title: str, description: str, paint: Palette, width: int) -> str:
    """An SVG document that may also stand inside a page.

    Args:
        drawing: what is drawn.
        title: its name, for those who do not see it.
        description: what it shows, for the same.
        paint: the colours.
        width: how wide it is shown, in pixels, where the page does not say.

    Raises:
        PalaceError: the width is no number of pixels.
    """
    if type(width) is not int or not 1 <= width <= WIDEST:
        raise PalaceError(f"width is {quoted(width)}: it is a whole number, 1 to {WIDEST}")
    wide, high = drawing.width + 2 * MARGIN, drawing.height + 2 * MARGIN
    return element(
        "svg",
        element("title", escaped(title)),
        element("desc", escaped(description)),
        element("style", paint.style),
        element("rect", class_=paint["felt"], width=wide, height=high, rx=10),
        drawing.at(MARGIN, MARGIN),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {wide:g} {high:g}",
        width=width,
        height=round(width * high / wide),
        role="img",
        font_family="system-ui, sans-serif",
    )
