"""The middle of a picture of a table: the pile, the stock, what burned, and what is asked."""

from attrs import evolve

from palace.cards import Rank, Suit
from palace.render.cards import LARGE, SMALL, back, empty, face, outlined, pip
from palace.render.lettering import FONT, line, lines, wrapped
from palace.render.markup import Drawing, column, element
from palace.render.palette import Palette
from palace.render.scene import Goes, Scene
from palace.render.symbols import symbol

SIDE = 40.0
"""The width of the stock, and of what burned."""
FANNED = 6
"""The most cards of the pile that are seen."""


def middle(scene: Scene, width: float, paint: Palette) -> Drawing:
    """The middle of the table.

    Args:
        scene: what is shown.
        width: the room there is.
        paint: the colours.
    """
    parts = [
        lines(wrapped(scene.headline, width), paint["ink"], width, bold=True),
        _direction(scene, width, paint),
        _zones(scene, width, paint),
    ]
    if scene.asked:
        parts.append(lines(wrapped(scene.asked, width), paint["ink"], width))
        parts.append(_ranks(scene, width, paint))
    return column(parts, width, 5)


def _direction(scene: Scene, width: float, paint: Palette) -> Drawing:
    text = line(scene.way, paint["soft"], width / 2 + 9, FONT - 1, anchor="middle")
    x = width / 2 + 9 - len(scene.way) * 3.1 - 14
    return Drawing(width, FONT + 3, symbol(scene.way, x, FONT / 2 + 0.5, 13, paint["line"]) + text)


def _zones(scene: Scene, width: float, paint: Palette) -> Drawing:
    """The stock, the pile and the burned cards, side by side, each with its number."""
    pile = _pile(scene, width - 2 * SIDE - 8, paint)
    left = max(0, (width - pile.width) / 2 - 16 - SIDE)
    right = width - left - SIDE
    stock = back(SMALL, paint) if scene.stock else empty(SMALL, paint)
    flame = symbol("burns", SMALL.width / 2, SMALL.height / 2, 20, paint["soft"])
    burned = evolve(
        empty(SMALL, paint), markup=empty(SMALL, paint).markup + flame * bool(scene.burned)
    )
    inset, top = (SIDE - SMALL.width) / 2, (LARGE.height - SMALL.height) / 2
    y = LARGE.height + FONT + 1
    markup = (
        stock.at(left + inset, top)
        + pile.at((width - pile.width) / 2, 0)
        + burned.at(right + inset, top)
        + _how_many("stock", scene.stock, left + SIDE / 2, y, paint)
        + _how_many("pile", len(scene.pile), width / 2, y, paint)
        + _how_many("burned", scene.burned, right + SIDE / 2, y, paint)
    )
    return Drawing(width, y + FONT * 1.4, markup)


def _pile(scene: Scene, width: float, paint: Palette) -> Drawing:
    """The last cards of the pile fanned, and below them the edges of those beneath."""
    if not scene.pile:
        return empty(LARGE, paint)
    cards = scene.pile[-min(FANNED, 1 + int((width - LARGE.width) / LARGE.strip)) :]
    *below, top = [
        face(each.card, LARGE, paint, covered=number + 1 < len(cards), as_rank=each.as_rank).at(
            number * LARGE.strip, 0
        )
        for number, each in enumerate(cards)
    ]
    edges = [
        Drawing(0, 0, outlined(LARGE, paint["card"])).at(-3 * number, 0)
        for number in range(min(len(scene.pile) - len(cards), 2), 0, -1)
    ]
    fanned = LARGE.width + len(below) * LARGE.strip
    return Drawing(fanned, LARGE.height, "".join((*edges, *below, top)))


def _how_many(name: str, number: int, x: float, y: float, paint: Palette) -> str:
    return line(name, paint["soft"], x, y, anchor="middle") + line(
        str(number), paint["ink"], x, y + FONT * 1.1, anchor="middle", bold=True
    )


def _ranks(scene: Scene, width: float, paint: Palette) -> Drawing:
    """Every rank, coloured by whether it may be laid; in two rows where there is little room."""
    room = int(width // 22)
    rows = 1 if len(scene.ranks) <= room else 2
    each = -(-len(scene.ranks) // rows)
    step = min(24.0, width / each)
    parts = []
    for number, goes in enumerate(scene.ranks):
        row, along = divmod(number, each)
        x = (width - min(each, len(scene.ranks) - row * each) * step) / 2 + along * step
        parts.append(Drawing(step, 18, _rank(goes, step, paint)).at(x, row * 20))
    return Drawing(width, rows * 20, "".join(parts))


def _rank(goes: Goes, step: float, paint: Palette) -> str:
    role = "yes" if goes.whole else "some" if goes.suits else "no"
    box = element("rect", class_=paint[role], x=1, y=0, width=step - 2, height=18, rx=3)
    ink = paint["ink" if goes.suits else "soft"]
    if goes.rank is Rank.JOKER:
        return box + pip(Suit.BLACK, step / 2, 9, 12, ink)
    bold = bool(goes.suits)
    return box + line(goes.rank.value, ink, step / 2, 13.5, anchor="middle", bold=bold)
