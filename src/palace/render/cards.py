"""Cards as vectors: faces, backs and empty places, and rows of cards that overlap."""

from collections.abc import Sequence
from math import ceil, cos, pi, sin

from attrs import frozen

from palace.cards import Card, Rank, Suit
from palace.english import a_rank
from palace.in_words import card_name
from palace.render.markup import Drawing, element, escaped
from palace.render.palette import Palette
from palace.views import Hidden, Place

# ---------------------------------------------------------------- shapes
# Each fills a square of ten units round the origin, and is drawn: a font's suits may be coloured
# pictures, or missing. The commands are small letters, so that no path reads as a card.


def _circle(x: float, y: float, radius: float) -> str:
    arc = f"a{radius} {radius} 0 1 1"
    return f"M{x - radius:.1f} {y}{arc} {2 * radius} 0{arc} {-2 * radius} 0z"


def _star() -> str:
    radii = (5.2, 2.2)
    points = [
        (radii[k % 2] * sin(k * pi / 5), 0.3 - radii[k % 2] * cos(k * pi / 5)) for k in range(10)
    ]
    return "M" + " ".join(f"{x:.2f},{y:.2f}" for x, y in points) + "z"


_JOKER = _star()
_SHAPES = {
    Suit.HEARTS: "M0 4.8c-1.4-2-5-3.8-5-6.7c0-1.8 1.3-2.9 2.6-2.9c1.1 0 2 .6 2.4 1.6"
    "c.4-1 1.3-1.6 2.4-1.6c1.3 0 2.6 1.1 2.6 2.9c0 2.9-3.6 4.7-5 6.7z",
    Suit.DIAMONDS: "M0-5.2c1 1.8 2.4 3.6 4 5.2c-1.6 1.6-3 3.4-4 5.2c-1-1.8-2.4-3.6-4-5.2"
    "c1.6-1.6 3-3.4 4-5.2z",
    Suit.SPADES: "M0-5c1.5 2.1 4.9 3.8 4.9 6.4c0 1.5-1.1 2.4-2.3 2.4c-.8 0-1.5-.3-2-.9"
    "c.1.9.5 1.6 1.2 2.1h-3.6c.7-.5 1.1-1.2 1.2-2.1c-.5.6-1.2.9-2 .9c-1.2 0-2.3-.9-2.3-2.4"
    "c0-2.6 3.4-4.3 4.9-6.4z",
    Suit.CLUBS: _circle(0, -2.5, 2.4)
    + _circle(-2.5, 1.3, 2.4)
    + _circle(2.5, 1.3, 2.4)
    + "M-.6-.6h1.2c0 2.6.2 4.4 1.3 5.6h-3.8c1.1-1.2 1.3-3 1.3-5.6z",
    Suit.RED: _JOKER,
    Suit.BLACK: _JOKER,
}


def pip(suit: Suit, x: float, y: float, size: float, paint: str) -> str:
    """The shape of a suit round a point."""
    place = f"translate({x:.1f} {y:.1f}) scale({size / 10:.2f})"
    return element("path", class_=paint, d=_SHAPES[suit], transform=place)


# ---------------------------------------------------------------- one card


@frozen
class Size:
    """How large cards are drawn, in units.

    Attributes:
        width, height: the card.
        font: its rank.
        strip: how much of its width must be seen to read it.
        index: how much of its height.
    """

    width: float
    height: float
    font: float
    strip: float
    index: float

    @property
    def corner(self) -> float:
        """The radius of the corners."""
        return self.width / 9


LARGE = Size(44, 62, font=17, strip=20, index=35)
SMALL = Size(28, 40, font=13, strip=16, index=27)


def back(size: Size, paint: Palette) -> Drawing:
    """A card that is not seen."""
    x, y = size.width / 2, size.height / 2
    across, down = size.width * 0.2, size.height * 0.2
    diamond = (
        f"M{x:.1f} {y - down:.1f}l{across:.1f} {down:.1f}l{-across:.1f} {down:.1f}"
        f"l{-across:.1f} {-down:.1f}z"
    )
    lace = element("path", class_=paint["lace"], d=diamond)
    markup = outlined(size, paint["back"]) + outlined(size, paint["lace"], 3) + lace
    return Drawing(size.width, size.height, markup)


def empty(size: Size, paint: Palette) -> Drawing:
    """A place where no card lies."""
    outline = outlined(size, paint["slot"], stroke_dasharray="3 3")
    return Drawing(size.width, size.height, outline)


def face(  # noqa: PLR0913 - the card, and how it lies
    seen: Card,
    size: Size,
    paint: Palette,
    *,
    lying: bool = False,
    covered: bool = False,
    as_rank: Rank | None = None,
) -> Drawing:
    """A card that is seen.

    Args:
        seen: the card.
        size: how large.
        paint: the colours.
        lying: whether it lies face down, and is shown all the same.
        covered: whether only its corner will be seen.
        as_rank: the rank as which it lies, where it stands for others.
    """
    ink = paint["red" if seen.suit.is_red else "black"]
    said = card_name(seen.rank, seen.suit) + (", face down" if lying else "")
    said += "" if as_rank is None else f", as {a_rank(as_rank)}"
    low = 0.72 if as_rank is None else 0.42
    large = pip(seen.suit, size.width * 0.66, size.height * low, size.width * 0.48, ink)
    markup = element(
        "g",
        element("title", escaped(said)),
        outlined(size, paint["lying" if lying else "card"]),
        _index(seen, size, ink),
        "" if covered else large,
        "" if as_rank is None else _declared(as_rank, size, ink),
        data_card=seen,
    )
    return Drawing(size.width, size.height, markup)


def outlined(size: Size, paint: str, inset: float = 0.5, **attributes: object) -> str:
    """A rectangle as large as a card, or a little smaller."""
    return element(
        "rect",
        class_=paint,
        x=inset,
        y=inset,
        width=size.width - 2 * inset,
        height=size.height - 2 * inset,
        rx=max(size.corner - inset, 1),
        **attributes,
    )


def _index(seen: Card, size: Size, ink: str) -> str:
    """The rank and the suit in the corner; a ten is squeezed into the strip whatever the font."""
    middle, font = size.strip / 2 + 1, size.font
    if seen.rank is Rank.JOKER:
        return pip(seen.suit, middle, font * 0.8, font * 0.85, ink)
    ten = seen.rank is Rank.TEN
    rank = element(
        "text",
        escaped(seen.rank.value),
        class_=ink,
        x=middle,
        y=font * 1.05,
        font_size=font * 0.93 if ten else font,
        font_weight="bold",
        text_anchor="middle",
        textLength=size.strip - 2.5 if ten else None,
        lengthAdjust="spacingAndGlyphs" if ten else None,
    )
    return rank + pip(seen.suit, middle, font * 1.05 + size.strip * 0.42, size.strip * 0.58, ink)


def _declared(rank: Rank, size: Size, ink: str) -> str:
    """The rank as which a card lies, in the corner below its own."""
    return element(
        "text",
        escaped(f"={rank.symbol}"),
        class_=ink,
        x=size.strip / 2 + 1,
        y=size.height - size.font * 0.4,
        font_size=size.font * 0.8,
        font_weight="bold",
        text_anchor="middle",
    )


# ---------------------------------------------------------------- several cards


def fan(  # noqa: PLR0913 - what lies there, and how
    places: Sequence[Place],
    size: Size,
    width: float,
    paint: Palette,
    *,
    lying: bool = False,
    covered: int = 0,
) -> Drawing:
    """Cards in rows, side by side as far as there is room, each to be read; backs in one row.

    Args:
        places: the cards.
        size: how large.
        width: the most that a row may take.
        paint: the colours.
        lying: whether faces are shown of cards that lie face down.
        covered: of how many, from the first, only the corner will be seen.
    """
    if not places:
        return Drawing(0, 0, "")
    fit = max(1, int((width - size.width) // size.strip) + 1)
    rows = 1 if _are_backs(places) else ceil(len(places) / fit)
    each = ceil(len(places) / rows)
    step = min(size.width + 4, max(width - size.width, 0) / max(each - 1, 1))
    if _are_backs(places) and len(places) > 4:
        step = min(step, size.width / 3)
    parts = []
    for number, place in enumerate(places):
        row, along = divmod(number, each)
        last = number + 1 == len(places) or (along + 1 == each and row + 1 == rows)
        beneath = number < covered or not (last or (step >= size.width and row + 1 == rows))
        drawn = _drawn(place, size, paint, lying=lying, covered=beneath)
        parts.append(drawn.at(along * step, row * size.index))
    height = (rows - 1) * size.index + size.height
    return Drawing((each - 1) * step + size.width, height, "".join(parts))


def _are_backs(places: Sequence[Place]) -> bool:
    return all(isinstance(place, Hidden) for place in places)


def _drawn(place: Place, size: Size, paint: Palette, *, lying: bool, covered: bool) -> Drawing:
    if place is None:
        return empty(size, paint)
    if isinstance(place, Hidden):
        return back(size, paint)
    return face(place, size, paint, lying=lying, covered=covered)
