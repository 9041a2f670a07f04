"""A drawing as a whole SVG: background, title, description, style, size."""

from palace.render.markup import Drawing, element, escaped
from palace.render.palette import Palette

MARGIN = 6.0


def sheet(drawing: Drawing, title: str, description: str, paint: Palette, width: int) -> str:
    """An SVG document that may also stand inside a page.

    Args:
        drawing: what is drawn.
        title: its name, for those who do not see it.
        description: what it shows, for the same.
        paint: the colours.
        width: how wide it is shown, in pixels, where the page does not say.
    """
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
