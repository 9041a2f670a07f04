"""The bot that always lays the lowest cards."""

from collections.abc import Sequence
from random import Random

from attrs import frozen

from palace.actions import Action, Arrange
from palace.trials import lowest_play
from palace.views import View


@frozen
class LowestBot:
    """Lays the lowest rank that goes, as many cards as it may, and takes the pile when it must.

    Where lower cards beat, or while the order is turned round, it lays the highest. A rank that the
    variant's order leaves out it keeps longest. It leaves its table cards as they were dealt. It
    draws no random number.
    """

    def choose(self, view: View, actions: Sequence[Action], rng: Random) -> Action:  # noqa: ARG002
        """The lowest play; without one the first action: a flip, a chance, a pick-up, a pass."""
        lowest = lowest_play(view.stand_in, actions)
        if lowest is not None:
            return lowest
        return next((each for each in actions if _changes_nothing(view, each)), actions[0])

    def __str__(self) -> str:
        return "lowest"


def _changes_nothing(view: View, action: Action) -> bool:
    """Whether an arrangement leaves the ranks that lie face up."""
    if not isinstance(action, Arrange):
        return False
    ranks = [[card.rank for card in cards] for cards in (action.face_up, view.face_up[action.seat])]
    return ranks[0] == ranks[1]
