"""The bot that draws."""

from collections.abc import Sequence
from random import Random

from attrs import frozen

from palace.actions import Action
from palace.bots.asking import is_out_of_turn
from palace.views import View


@frozen
class RandomBot:
    """Draws among the actions, each as likely; out of turn also whether it acts at all."""

    def choose(self, view: View, actions: Sequence[Action], rng: Random) -> Action | None:
        """One of the actions; out of turn, as likely as each of them, None."""
        return rng.choice([*actions, None] if is_out_of_turn(view) else actions)

    def __str__(self) -> str:
        return "random"
