"""A picture of a deal: what each player is dealt, and what is left."""

from collections.abc import Sequence
from typing import TypeAlias

from attrs import frozen

from palace.deal import new_game
from palace.render.cards import LARGE, back, outlined
from palace.render.lettering import fitted, lines, wrapped
from palace.render.markup import Drawing, column, element
from palace.render.palette import Palette
from palace.variant import Variant

WIDTH, PADDING = 400.0, 8.0
HEAP = 190.0
"""The most room for some cards and what is said of them."""


@frozen
class Heap:
    """Some cards that are dealt alike.

    Attributes:
        number: how many.
        said: where they are.
        seen: whether they lie face up.
        most: of how many a picture shows each.
    """

    number: int
    said: str
    seen: bool = False
    most: int = 9

    def __str__(self) -> str:
        return f"{self.number} {self.said}"


Groups: TypeAlias = dict[str, list[Heap]]
"""What is dealt, by what it belongs to."""


def groups(variant: Variant, players: int) -> Groups:
    """What a deal comes to: the cards of each player, and what lies in the middle.

    Args:
        variant: the rules.
        players: the number of seats.

    Raises:
        PositionError: the variant is not for so many players.
        VariantError: something is wrong with the variant.
    """
    state = new_game(variant, players, seed=0)
    sizes, hand = variant.deal.at(players), min(map(len, state.hands))
    chosen = sizes.face_up if variant.arrange == "from_hand" else 0
    each = [
        Heap(sizes.face_down, "face down"),
        Heap(sizes.face_up - chosen, "face up", seen=True),
        Heap(hand, f"in hand, {chosen} of them to lay face up" if chosen else "in hand"),
    ]
    middle = [
        Heap(len(state.stock), "in the stock", most=3),
        Heap(len(state.pile), "turned up", seen=True),
        Heap(len(state.aside), "aside", most=3),
    ]
    found = {f"each of the {players} players": each, "in the middle": middle}
    return {name: there for name, heaps in found.items() if (there := [*filter(_is_there, heaps)])}


def _is_there(heap: Heap) -> bool:
    return heap.number > 0


def told(dealt: Groups) -> str:
    """A deal in words."""
    return "; ".join(f"{name}: {', '.join(map(str, heaps))}" for name, heaps in dealt.items())


def drawn(dealt: Groups, title: str, paint: Palette) -> Drawing:
    """A picture of a deal.

    Args:
        dealt: what is dealt.
        title: what stands above it.
        paint: the colours.
    """
    head = lines([fitted(title, WIDTH)], paint["ink"], WIDTH, bold=True)
    boxes = (_group(name, heaps, paint) for name, heaps in dealt.items())
    return column([head, *boxes], WIDTH, 6)


def _heap(heap: Heap, room: float, paint: Palette) -> Drawing:
    """Cards that overlap, and how many there are."""
    blank = Drawing(LARGE.width, LARGE.height, outlined(LARGE, paint["card"]))
    card = blank if heap.seen else back(LARGE, paint)
    visible = min(heap.number, heap.most)
    step = min(22.0 if visible == heap.number else 4.0, (room - card.width) / max(visible - 1, 1))
    width = (visible - 1) * step + card.width
    cards = "".join(card.at(place * step, 0) for place in range(visible))
    label = lines(wrapped(str(heap), room), paint["ink"], room)
    return column([Drawing(width, card.height, cards), label], room, 3)


def _group(said: str, heaps: Sequence[Heap], paint: Palette) -> Drawing:
    """Heaps side by side in a box, with what they belong to."""
    room = min(HEAP, (WIDTH - 2 * PADDING) / len(heaps))
    there = [_heap(heap, room, paint) for heap in heaps]
    name = lines([said], paint["soft"], WIDTH)
    height = name.height + max(heap.height for heap in there) + 2 * PADDING + 4
    box = element(
        "rect", class_=paint["seat"], x=0.5, y=0.5, width=WIDTH - 1, height=height - 1, rx=7
    )
    between = (WIDTH - room * len(there)) / (len(there) + 1)
    y = PADDING + name.height + 4
    markup = "".join(
        heap.at(between + number * (room + between), y) for number, heap in enumerate(there)
    )
    return Drawing(WIDTH, height, box + name.at(0, PADDING) + markup)
