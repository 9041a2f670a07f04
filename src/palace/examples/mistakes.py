"""What makes an example unusable, whatever the rules say about it."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from palace.actions import parse_action
from palace.cards import Cards
from palace.errors import PalaceError
from palace.examples.example import Example, Then
from palace.examples.playing import OF_A_POSITION, starts
from palace.reading import Raw, structure
from palace.variant import Variant

Mistakes: TypeAlias = Iterator[tuple[str, str]]
"""Where in an example something is wrong, as in `.then.may`, and what."""


def mistakes(variant: Variant | None, example: Example) -> Mistakes:
    """What makes an example unusable.

    Args:
        variant: the variant that it is played by; None where that cannot be loaded.
        example: the example.
    """
    yield from _of_then(example, example.then)
    unreadable = list(_unreadable_texts(example))
    yield from unreadable
    if example.deck is not None:
        yield from _of_deal(variant, example, dealable=not unreadable)
    elif example.seats is None:
        yield "", "it has neither `seats` nor a `deck`: say what the position is"
    else:
        yield from _of_position(None if unreadable else variant, example)


def mistakes_of_rest(rest: Raw) -> Mistakes:
    """The unreadable texts of an example in which something else could not be read.

    Args:
        rest: what could be read of it.
    """
    example = structure({"name": "", "then": {}} | rest, Example)
    if isinstance(example, Example):
        yield from _unreadable_texts(example)


def _of_then(example: Example, then: Then) -> Mistakes:
    if then == Then():
        yield ".then", "it is empty: say what must hold"
    if then.seats is not None and not any(seat.zones() for seat in then.seats):
        yield ".then.seats", "it names no zone: say which cards lie where"
    for key in ("may", "may_not"):
        if getattr(then, key) == ():
            yield f".then.{key}", "it is empty: name a move"
    if then.reason is not None and then.legal is not False:
        yield ".then.reason", "only a refusal has a reason: write legal = false beside it"
    if then.legal is None or example.moves:
        return
    if example.deck is None:
        yield ".then.legal", "there is no move that it could be about"
    elif then.legal is False and then != Then(legal=False):
        yield ".then", "a deal that is refused leaves nothing to compare: write legal = false alone"


def _unreadable_texts(example: Example) -> Mistakes:
    then = example.then
    moves = {
        ".moves": example.moves, ".then.may": then.may, ".then.may_not": then.may_not,
        ".then.legal_moves": then.legal_moves,
    }  # fmt: skip
    for path, texts in moves.items():
        for number, move in enumerate(texts or ()):
            yield from _unreadable(f"{path}[{number}]", parse_action, move, 0)
    zones = {
        ".pile": example.pile, ".stock": example.stock, ".deck": example.deck,
        ".pending.cards": example.pending and example.pending.cards,
        ".then.pending.cards": then.pending and then.pending.cards,
        ".then.pile": then.pile, ".then.burned": then.burned, ".then.stock": then.stock,
    }  # fmt: skip
    for path, seats in ((".seats", example.seats), (".then.seats", then.seats)):
        for number, seat in enumerate(seats or ()):
            for name, cards in seat.cards().items():
                zones[f"{path}[{number}].{name}"] = cards
    for path, text in zones.items():
        yield from _unreadable(path, Cards.of, text or "")


def _of_position(variant: Variant | None, example: Example) -> Mistakes:
    then, seats = example.then, example.seats or ()
    if example.players is not None:
        yield ".players", "it goes with a deck: the seats are counted"
    if then.starter is not None:
        yield ".then.starter", "it goes with a deck: a position has no starter"
    if then.seats is not None and len(then.seats) > len(seats):
        yield ".then.seats", f"there are {len(seats)} seats, not {len(then.seats)}"
    if variant is not None:
        yield from _unreadable("", starts, variant, example)


def _of_deal(variant: Variant | None, example: Example, *, dealable: bool) -> Mistakes:
    for key in OF_A_POSITION:
        if getattr(example, key) is not None:
            yield f".{key}", "the deck decides it: give a deck or zones, not both"
    then, players = example.then, example.players
    if players is None:
        yield ".players", "it is missing: say for how many players the deck is dealt"
        return
    if then.seats is not None and len(then.seats) > players:
        yield ".then.seats", f"there are {players} seats, not {len(then.seats)}"
    if variant is None or (then.legal is False and not example.moves):
        return
    impossible = list(_unreadable(".players", variant.deck_cards, players))
    if not 0 <= (example.dealer or 0) < players:
        impossible.append((".dealer", f"there is no seat {example.dealer} to deal"))
    yield from impossible
    if dealable and not impossible:
        yield from _unreadable(".deck", starts, variant, example)


def _unreadable(path: str, read: Callable[..., object], *values: object) -> Mistakes:
    try:
        read(*values)
    except PalaceError as error:
        yield path, str(error)
