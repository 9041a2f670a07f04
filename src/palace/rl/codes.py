"""The codes of all actions that there may be under a variant, in the order of their numbers."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, TypeAlias

from palace.cards import RANKS, Card, Cards
from palace.rules import rules_of
from palace.variant import Variant

Code: TypeAlias = tuple[Any, ...]
"""What an action's number stands for: ("play", "7", 2), ("flip", 0), ("pass",) ..."""


def name_of(card: Card, *, by_card: bool) -> str:
    """What a card is called: its own text, or that of its rank alone.

    Args:
        card: the card.
        by_card: whether cards are told apart by suit.
    """
    return str(card) if by_card else card.rank.value


def codes_of(variant: Variant, players: int, *, by_card: bool) -> Iterator[Code]:
    """Every action that there may be under a variant, in order, without the seat that acts.

    Args:
        variant: the rules.
        players: the number of seats.
        by_card: whether cards are told apart by suit.
    """
    deck = variant.deck_cards(players)
    names = list(dict.fromkeys(name_of(card, by_card=by_card) for card in deck))
    yield from _plays(variant, deck, by_card=by_card)
    yield from _declared(variant, deck, by_card=by_card)
    yield from _straights(variant, deck, by_card=by_card)
    yield from (("flip", place) for place in range(variant.deal.at(players).face_down))
    yield ("pickup",)
    yield from (("pickup", name) for name in names)
    yield from (("chance",), ("pass",))
    yield from (("choose", distance) for distance in range(1, players))
    yield from (("choose", "higher"), ("choose", "lower"))
    yield from (("arrange", name) for name in names)
    yield ("arrange",)


def _plays(variant: Variant, deck: Cards, *, by_card: bool) -> Iterator[Code]:
    """Every play of one rank that there may be: the rank and a number, or a set of cards."""
    for rank in RANKS:
        cards = [card for card in deck if card.rank is rank]
        most = _most(variant, cards)
        if not by_card:
            yield from (("play", rank.value, number) for number in range(1, most + 1))
            continue
        kinds = sorted(set(cards))
        for copies in product(*(range(cards.count(card) + 1) for card in kinds)):
            chosen = [
                card for card, number in zip(kinds, copies, strict=True) for _ in range(number)
            ]
            if 0 < len(chosen) <= most:
                yield ("play", *map(str, chosen))


def _declared(variant: Variant, deck: Cards, *, by_card: bool) -> Iterator[Code]:
    """Every play in which cards stand for others: the rank as which they go, and the cards."""
    stand_for = rules_of(variant).stand_for
    for rank in RANKS:
        wild = [card for card in deck if rank in stand_for.get(card.rank.index, ())]
        if wild:
            cards = sorted([*(card for card in deck if card.rank is rank), *wild])
            standing = {name_of(card, by_card=by_card) for card in wild}
            named = Counter(name_of(card, by_card=by_card) for card in cards)
            for chosen in _parts(tuple(named.items()), _most(variant, cards)):
                if not standing.isdisjoint(chosen):
                    yield ("as", rank.value, *chosen)


def _straights(variant: Variant, deck: Cards, *, by_card: bool) -> Iterator[Code]:
    """Every straight that there may be: its cards, by rank."""
    if not variant.straights:
        return
    row = []
    for rank in variant.order:
        cards = sorted({card for card in deck if card.rank is rank})
        row.append(cards if by_card else cards[:1])
    longest = range(variant.straights, variant.straight_limit + 1)
    for first, number in product(range(len(row)), longest):
        if first + number <= len(row):
            for chosen in product(*row[first : first + number]):
                yield ("straight", *(name_of(card, by_card=by_card) for card in sorted(chosen)))


def _most(variant: Variant, cards: Sequence[Card]) -> int:
    """The most of some cards that are laid together."""
    return min(len(cards), variant.set_limit or len(cards)) if variant.sets else min(len(cards), 1)


def _parts(cards: Sequence[tuple[str, int]], most: int) -> Iterator[tuple[str, ...]]:
    """Every choice of up to so many cards, of which there are so many of each name."""
    yield ()
    for place, (name, copies) in enumerate(cards):
        for number in range(1, min(copies, most) + 1):
            for rest in _parts(cards[place + 1 :], most - number):
                yield (*[name] * number, *rest)
