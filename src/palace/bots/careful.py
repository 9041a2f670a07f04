"""The bot that keeps its good cards."""

from collections.abc import Sequence
from random import Random

from attrs import frozen

from palace.actions import Action
from palace.bots.judging import judged
from palace.views import View


@frozen
class CarefulBot:
    """Keeps the cards that go on much, and those that go on anything longest.

    It arranges them face up, where they come into play last. It lays the ordinary rank that goes on
    the fewest others, as many cards as it may. Where only cards that go on anything would do it
    takes a small pile on purpose while there is a stock, and so keeps them. It draws no random
    number.
    """

    def choose(self, view: View, actions: Sequence[Action], rng: Random) -> Action:  # noqa: ARG002
        """The action that costs least."""
        return judged(view.stand_in, actions)

    def __str__(self) -> str:
        return "careful"
