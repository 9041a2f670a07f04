"""What an agent observes: a view as a vector of numbers, and where each part lies in it."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from attrs import frozen

from palace.cards import Card
from palace.errors import PalaceError
from palace.rl.encoding import Encoding
from palace.rules import rules_of
from palace.state import Phase
from palace.variant import Variant
from palace.views import View
from palace.wording import quoted


@frozen
class Layout:
    """The parts of the observation vector, in order, each with its length.

    Seats are counted from the own one on, in the order of seat numbers.

    Attributes:
        parts: name and length of each part.
    """

    parts: tuple[tuple[str, int], ...]

    @classmethod
    def of(cls, variant: Variant, players: int, cards: int) -> "Layout":
        """The layout for a variant.

        Args:
            variant: the rules.
            players: the number of seats.
            cards: how many cards or ranks are told apart.
        """
        seats = [f"face_up_{distance}" for distance in range(players)]
        return cls(
            (
                ("hand", cards),
                *((name, cards) for name in seats),
                ("pile", cards),
                ("burned", cards),
                ("arranging", cards),
                ("hand_counts", players),
                ("face_down_counts", players),
                ("face_down_places", variant.deal.at(players).face_down),
                ("face_down_seen", cards),
                ("stock_count", 1),
                ("requirement", len(rules_of(variant).rows)),
                ("phase", len(Phase)),
                ("to_move", players),
                ("out", players),
                ("dealer", players),
                ("direction", 1),
                ("pending", 1),
            )
        )

    @property
    def size(self) -> int:
        """The length of the vector."""
        return sum(length for _, length in self.parts)

    def slice(self, name: str) -> slice:
        """Where a part lies in the vector.

        Args:
            name: the part's name.

        Raises:
            PalaceError: there is no such part.
        """
        start = 0
        for part, length in self.parts:
            if part == name:
                return slice(start, start + length)
            start += length
        raise PalaceError(
            f"{quoted(name)} is no part of an observation: {', '.join(dict(self.parts))}"
        )


@frozen
class Observer:
    """What makes observations of views of one variant at one number of players.

    Attributes:
        encoding: the actions, which say what cards are called.
        layout: the parts of the vector.
        columns: by its name the place of a card in each part that counts cards.
    """

    encoding: Encoding
    layout: Layout
    columns: dict[str, int]

    @classmethod
    def of(cls, variant: Variant, players: int, encoding: Encoding) -> "Observer":
        """The observer for a variant.

        Args:
            variant: the rules.
            players: the number of seats.
            encoding: its actions.
        """
        names = dict.fromkeys(encoding.name(card) for card in variant.deck_cards(players))
        columns = {name: column for column, name in enumerate(names)}
        return cls(encoding, Layout.of(variant, players, len(columns)), columns)

    def vector(self, seen: View, laid: Iterable[str]) -> Any:
        """The observation: counts of cards, and flags.

        Args:
            seen: what the agent sees.
            laid: the names of the cards that it has laid so far while it arranges.
        """
        vector = np.zeros(self.layout.size, dtype=np.int16)
        for name, numbers in self._observed(seen, laid).items():
            vector[self.layout.slice(name)] = numbers
        return vector

    def _observed(self, seen: View, laid: Iterable[str]) -> dict[str, Any]:
        seat, players = seen.seat or 0, seen.players
        seats = [(seat + distance) % players for distance in range(players)]
        rows = [seen.face_down[each] for each in seats]
        own = [*rows[0], *[None] * (seen.variant.deal.at(players).face_down - len(rows[0]))]
        return {
            "hand": self._counts(seen.hand),
            **{
                f"face_up_{distance}": self._counts(seen.face_up[each])
                for distance, each in enumerate(seats)
            },
            "pile": self._counts(seen.pile),
            "burned": self._counts(seen.burned),
            "arranging": self._named(laid),
            "hand_counts": [seen.hand_counts[each] for each in seats],
            "face_down_counts": [sum(place is not None for place in row) for row in rows],
            "face_down_places": [place is not None for place in own],
            "face_down_seen": self._counts(place for place in own if isinstance(place, Card)),
            "stock_count": seen.stock_count,
            "requirement": self._flag(
                len(seen.rules.rows), seen.rules.standing_at(seen.requirement).number
            ),
            "phase": self._flag(len(Phase), [*Phase].index(seen.phase)),
            "to_move": [each == seen.to_move for each in seats],
            "out": [each in seen.out for each in seats],
            "dealer": [each == seen.dealer for each in seats],
            "direction": seen.direction,
            "pending": seen.pending is not None,
        }

    def _counts(self, cards: Iterable[Card]) -> Any:
        return self._named(self.encoding.name(card) for card in cards)

    def _named(self, names: Iterable[str]) -> Any:
        counts = np.zeros(len(self.columns), dtype=np.int16)
        for name in names:
            counts[self.columns[name]] += 1
        return counts

    @staticmethod
    def _flag(length: int, place: int) -> Any:
        flags = np.zeros(length, dtype=np.int16)
        flags[place] = 1
        return flags
