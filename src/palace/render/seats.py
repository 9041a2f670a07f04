"""Each seat's box in a picture of a table: its name, its hand, its table cards."""

from collections.abc import Iterator

from attrs import evolve

from palace.cards import Card
from palace.render.cards import LARGE, SMALL, Size, fan
from palace.render.lettering import FONT, line, width_of
from palace.render.markup import Drawing, column, element
from palace.render.palette import Palette
from palace.render.scene import Seat
from palace.views import Hidden

PADDING = 6.0
HELD = Size(19, 27, font=9, strip=10, index=18)
"""The backs of a hand that is not seen."""


def near(seat: Seat, width: float, paint: Palette) -> Drawing:
    """The box of the seat at the bottom: large cards, the hand below the table cards."""
    inner = width - 2 * PADDING
    rows = [_laid(seat, LARGE, inner, paint), _hand(seat, LARGE, inner, paint)]
    return _boxed(seat, rows, width, paint)


def far(seat: Seat, width: float, paint: Palette) -> Drawing:
    """The box of any other seat: small cards, the hand above the table cards."""
    inner = width - 2 * PADDING
    rows = [_hand(seat, SMALL, inner, paint), _laid(seat, SMALL, inner, paint)]
    return _boxed(seat, rows, width, paint)


def _boxed(seat: Seat, rows: list[Drawing], width: float, paint: Palette) -> Drawing:
    inner = width - 2 * PADDING
    inside = column((each for each in (_name(seat, inner, paint), *rows) if each.height), inner, 6)
    height = inside.height + 2 * PADDING
    box = element(
        "rect",
        class_=paint["turn" if seat.to_move else "seat"],
        x=1,
        y=1,
        width=width - 2,
        height=height - 2,
        rx=7,
        stroke_width=2 if seat.to_move else 1,
    )
    return Drawing(width, height, box + inside.at(PADDING, PADDING))


def _name(seat: Seat, width: float, paint: Palette) -> Drawing:
    """The seat's name, and what is to be said about it, below the name where that is too long."""
    remark, x, parts = ", ".join(seat.remarks), 0.0, []
    if seat.to_move:
        parts.append(element("path", class_=paint["mark"], d="M0 2l9 5l-9 5z"))
        x = 13.0
    parts.append(line(seat.name, paint["ink"], x, FONT - 0.5, bold=True))
    together = x + width_of(seat.name) + 6 + width_of(remark) <= width
    y = FONT - 0.5 if together else 2.2 * FONT
    if remark and together:
        parts.append(line(remark, paint["soft"], width, y, anchor="end"))
    elif remark:
        parts.append(line(remark, paint["soft"], 0, y))
    return Drawing(width, FONT + 2 if together or not remark else 2.4 * FONT, "".join(parts))


def _hand(seat: Seat, size: Size, width: float, paint: Palette) -> Drawing:
    if not isinstance(next(iter(seat.hand), None), Hidden):
        return fan(seat.hand, size, width, paint)
    label = f"{len(seat.hand)} in hand"
    backs = fan(seat.hand, HELD, width - width_of(label) - 6, paint)
    x, y = backs.width + 5, backs.height / 2 + FONT / 3
    text = line(label, paint["ink"], x, y)
    return evolve(backs, width=x + width_of(label), markup=backs.markup + text)


def _laid(seat: Seat, size: Size, width: float, paint: Palette) -> Drawing:
    """The table cards: the face-up cards lie on the face-down ones."""
    down = fan(seat.face_down, size, width, paint, lying=True, covered=len(seat.face_up))
    up = fan(seat.face_up, size, width, paint)
    if not (seat.face_down and seat.face_up):
        return down if seat.face_down else up
    beneath = size.index if any(_seen(seat)) else size.height / 4
    y = down.height - size.height + beneath
    return Drawing(max(down.width, up.width), y + up.height, down.markup + up.at(0, y))


def _seen(seat: Seat) -> Iterator[bool]:
    return (isinstance(place, Card) for place in seat.face_down)
