"""A table as plain text, for a terminal or a message."""

import re
from collections.abc import Iterable, Iterator
from textwrap import wrap

from palace.render.scene import Goes, Scene, Seat
from palace.views import Hidden, Place

NARROWEST = 40
"""The narrowest terminal that is cared for, in letters."""
LAST = 12
"""The most cards of the pile that are written."""


def written(scene: Scene, width: int) -> str:
    """A table in lines no longer than a width, the seat that looks last.

    Args:
        scene: what is shown.
        width: the longest line, in letters.
    """
    own, *others = scene.seats
    found = _wrapped(scene.title, width, 0)
    found += [*(line for seat in others for line in _seat(seat, width)), ""]
    found += _wrapped(_pile(scene), width, 2)
    counts = f"stock {scene.stock}, burned {scene.burned}"
    found += _wrapped(f"{counts}, {scene.way}", width, 2)
    if scene.asked:
        goes = " ".join(_goes(each) for each in scene.ranks if each.suits)
        found += _wrapped(f"{scene.asked}: {goes or 'nothing goes'}", width, 2)
    found += ["", *_seat(own, width), *_wrapped(scene.headline, width, 0)]
    return "\n".join(line.rstrip() for line in found)


def _pile(scene: Scene) -> str:
    if not scene.pile:
        return "no pile"
    more = "... " * (len(scene.pile) > LAST)
    return f"pile of {len(scene.pile)}: {more}{' '.join(map(str, scene.pile[-LAST:]))}"


def _seat(seat: Seat, width: int) -> Iterator[str]:
    mark = ">" if seat.to_move else " "
    zones = [("hand", seat.hand), ("up", seat.face_up), ("down", seat.face_down)]
    parts = [f"{name} {_cards(zone)}" for name, zone in zones if zone]
    remarks = f" ({', '.join(seat.remarks)})" if seat.remarks else ""
    one = f"{mark} {seat.name}{remarks}: {' | '.join(parts) or 'no cards'}"
    if len(one) <= width:
        yield one
        return
    yield f"{mark} {seat.name}{remarks}"
    for part in parts:
        yield from _wrapped(part, width, 4)


def _goes(goes: Goes) -> str:
    """A rank that may be laid; in brackets the suits where not all of them may."""
    suits = "" if goes.whole else f"({''.join(goes.suits)})"
    return f"{goes.rank.symbol}{suits}"


def _cards(places: Iterable[Place]) -> str:
    cards = list(places)
    if len(cards) > 6 and all(isinstance(each, Hidden) for each in cards):
        return f"{len(cards)} x {Hidden.CARD}"
    return " ".join("--" if each is None else str(each) for each in cards)


def _wrapped(text: str, width: int, indent: int) -> list[str]:
    blank = " " * indent
    return wrap(text, width, initial_indent=blank, subsequent_indent=f"{blank}  ")


# ---------------------------------------------------------------- colour

_RED_CARD = re.compile(r"(?<!\S)(?:[2-9TJQKA][DH]|\*R)(?![^\s=])")
_MOVER = re.compile(r"^> .*$", re.MULTILINE)


def coloured(text: str) -> str:
    """The same text with red cards in red and the seat to move in bold, as terminals read it."""
    bold = _MOVER.sub(lambda found: f"\x1b[1m{found[0]}\x1b[22m", text)
    return _RED_CARD.sub(lambda found: f"\x1b[31m{found[0]}\x1b[39m", bold)
