"""Small signs: the direction of play, and what a card causes."""

from palace.render.markup import element

_FILLED = {
    "burns": "M.3-5c.4 2 3.9 3.4 3.9 6.6c0 2.2-1.8 3.6-4.1 3.6c-2.4 0-4.1-1.5-4.1-3.7"
    "c0-1.6.8-2.8 1.8-3.6c0 1 .3 1.6.9 2c-.2-2 .3-3.8 1.6-4.9z",
    "skips": "M-4.8-3.6l4 3.6l-4 3.6zM.2-3.6l4 3.6l-4 3.6z",
    "reverses": "M-5-1.6l3-3v2h6.4v2h-6.4v2zM5 1.6l-3-3v2h-6.4v2h6.4v2z",
    "flips": "M-2.4-5l2.6 3.4h-1.7v6.2h-1.8v-6.2h-1.7zM2.4 5l-2.6-3.4h1.7v-6.2h1.8v6.2h1.7z",
    "another": "M-3-4.6h2v3.6h3.6v-3.6l0 0h2v5.6h-5.6v0h0v3.6l-5-4.6l3-2.8z",
    "gives": "M-5-1.2h5v-3.2l5 4.4l-5 4.4v-3.2h-5z",
}
_STROKED = {
    "clockwise": "M-3.6 2.6a4.4 4.4 0 1 1 3.6 1.8M3 4.6l-3.2-.2l1.6-2.8",
    "anticlockwise": "M3.6 2.6a4.4 4.4 0 1 0-3.6 1.8M-3 4.6l3.2-.2l-1.6-2.8",
    "chooses": "M-2.6-2.4a2.6 2.6 0 1 1 4 2.2c-.9.6-1.4 1-1.4 2.2M0 4.2v.6",
    "stays": "M-4-1.6h8M-4 1.6h8",
}


def symbol(name: str, x: float, y: float, size: float, paint: str) -> str:
    """A sign round a point, by the name of what it means."""
    place = f"translate({x:.1f} {y:.1f}) scale({size / 10:.2f})"
    if name in _FILLED:
        return element("path", class_=paint, d=_FILLED[name], transform=place)
    return element(
        "path",
        class_=paint,
        d=_STROKED[name],
        transform=place,
        stroke_width=1.4,
        stroke_linecap="round",
        stroke_linejoin="round",
    )
