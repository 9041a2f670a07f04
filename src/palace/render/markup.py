"""SVG as text: elements, and drawings that are put together into larger ones."""

import re
from collections.abc import Iterable

from attrs import frozen

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPED = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}


@frozen
class Drawing:
    """Something drawn from the origin to the right and down.

    Attributes:
        width: its width in units.
        height: its height.
        markup: its elements.
    """

    width: float
    height: float
    markup: str

    def at(self, x: float, y: float) -> str:
        """Its elements, moved."""
        if not (self.markup and (x or y)):
            return self.markup
        return element("g", self.markup, transform=f"translate({_number(x)} {_number(y)})")


def element(name: str, *inner: str, **attributes: object) -> str:
    """An element.

    Args:
        name: its name.
        inner: what stands in it, as markup; `escaped` makes that of text.
        attributes: its attributes: numbers or text, left out where None. `stroke_width` stands for
            `stroke-width` and `class_` for `class`.
    """
    start = name + "".join(
        f' {key.strip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    content = "".join(inner)
    return f"<{start}>{content}</{name}>" if content else f"<{start}/>"


def escaped(text: str) -> str:
    """A text as markup; what XML cannot hold is replaced."""
    clean = _NOT_IN_XML.sub("\ufffd", text)
    return "".join(_ESCAPED.get(letter, letter) for letter in clean)


def column(drawings: Iterable[Drawing], width: float, gap: float) -> Drawing:
    """Drawings below one another, each in the middle of the width."""
    y, parts = 0.0, []
    for each in drawings:
        parts.append(each.at((width - each.width) / 2, y))
        y += each.height + gap
    return Drawing(width, max(y - gap, 0), "".join(parts))


def _value(value: object) -> str:
    return _number(value) if isinstance(value, int | float) else escaped(str(value))


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
