"""A picture of a table: the seats round the pile, clockwise, the seat that looks at the bottom."""

from collections.abc import Sequence

from palace.render.lettering import FONT, fitted, line
from palace.render.markup import Drawing
from palace.render.middle import middle
from palace.render.palette import Palette
from palace.render.scene import Scene
from palace.render.seats import far, near

WIDTH, GAP = 400.0, 6.0
SIDE = 106.0
"""The width of a seat on the left or the right."""
_ROUND = {
    1: (0, 1), 2: (0, 2), 3: (1, 1), 4: (1, 2), 5: (1, 3),
    6: (2, 2), 7: (2, 3), 8: (3, 2), 9: (3, 3),
}  # fmt: skip
"""By the number of the other seats: how many sit on each side, and how many at the top."""


def table(scene: Scene, paint: Palette) -> Drawing:
    """The whole table, 400 units wide and as high as it needs to be.

    Args:
        scene: what is shown.
        paint: the colours.
    """
    own, *others = scene.seats
    sides, top = _ROUND[len(others)]
    left = [far(seat, SIDE, paint) for seat in reversed(others[:sides])]
    over = [far(seat, _share(top), paint) for seat in others[sides : sides + top]]
    right = [far(seat, SIDE, paint) for seat in others[sides + top :]]
    centre = middle(scene, WIDTH - 2 * (SIDE + GAP) if sides else WIDTH, paint)
    below = near(own, WIDTH, paint)
    titled = Drawing(WIDTH, FONT + 2, line(fitted(scene.title, WIDTH), paint["soft"], 2, FONT - 1))
    around = _around(left, centre, right)
    y, parts = 0.0, []
    for each in (titled, _row(over), around, below):
        parts.append(each.at(0, y))
        y += each.height + GAP
    return Drawing(WIDTH, y - GAP, "".join(parts))


def _share(seats: int) -> float:
    """The width of each of some seats at the top."""
    return min((WIDTH - (seats - 1) * GAP) / seats, 240)


def _row(boxes: Sequence[Drawing]) -> Drawing:
    """Boxes side by side, in the middle."""
    whole = sum(box.width for box in boxes) + GAP * (len(boxes) - 1)
    x, parts = (WIDTH - whole) / 2, []
    for box in boxes:
        parts.append(box.at(x, 0))
        x += box.width + GAP
    return Drawing(WIDTH, max(box.height for box in boxes), "".join(parts))


def _around(left: Sequence[Drawing], centre: Drawing, right: Sequence[Drawing]) -> Drawing:
    """The sides with what lies between them."""
    height = max(_height(left), _height(right), centre.height)
    middle = centre.at((WIDTH - centre.width) / 2, (height - centre.height) / 2)
    sides = _spread(left, 0, height) + _spread(right, WIDTH - SIDE, height)
    return Drawing(WIDTH, height, sides + middle)


def _height(boxes: Sequence[Drawing]) -> float:
    return sum(box.height for box in boxes) + GAP * (len(boxes) - 1)


def _spread(boxes: Sequence[Drawing], x: float, height: float) -> str:
    """Boxes below one another, the room left over shared out between them."""
    between = (height - sum(box.height for box in boxes)) / (len(boxes) + 1)
    y, parts = between, []
    for box in boxes:
        parts.append(box.at(x, y))
        y += box.height + between
    return "".join(parts)
