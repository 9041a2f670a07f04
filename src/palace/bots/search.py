"""The bot that searches: it plays out worlds that agree with what it sees."""

from collections.abc import Callable, Sequence
from math import inf
from random import Random
from time import monotonic

from attrs import field, frozen

from palace.actions import Action
from palace.bots.asking import is_out_of_turn
from palace.bots.judging import judged, most_promising
from palace.bots.standing import standing
from palace.errors import PalaceError
from palace.knowledge import determinize
from palace.legality import distinct_actions
from palace.outcome import score
from palace.state import Phase, State
from palace.turn import apply
from palace.views import View
from palace.wording import quoted

DEPTH = 16
"""Actions after which a playout ends.

What an action leads to shows late, and in longer playouts luck drowns it: more of them are needed.
"""
WIDTH = 6
"""The most actions that are tried, the most promising ones."""


def _positive(instance: object, attribute: object, value: float | None) -> None:  # noqa: ARG001
    if value is not None and not (isinstance(value, int | float) and 0 < value < inf):
        raise PalaceError(f"a search has a budget of more than 0 that ends, not {quoted(value)}")


@frozen
class SearchBot:
    """Tries the most promising actions in worlds that agree with its view, and takes the best.

    A world is drawn by `determinize`; there every action that is still tried is followed by some
    turns of careful play on all seats, and what they lead to is judged by the cards left. When a
    part of the budget is spent the worse half of the actions is given up (sequential halving); what
    `CarefulBot` would do is kept to the end.

    Attributes:
        playouts: about how many playouts it makes for one decision.
        seconds: instead of that, for how long it plays them out; the same seed then need not give
            the same game.
    """

    playouts: int = field(default=100, validator=_positive)
    seconds: float | None = field(default=None, validator=_positive)

    def choose(self, view: View, actions: Sequence[Action], rng: Random) -> Action | None:
        """The action after which the seat stands best."""
        tried: list[Action | None] = [*most_promising(view, actions)[:WIDTH]]
        if is_out_of_turn(view):
            tried.append(None)
        careful, *others = tried
        seat: int = view.seat  # type: ignore[assignment] # a spectator is not asked
        spent, gains = self._budget(), dict.fromkeys(others, 0.0)
        played, halvings = 0, len(others).bit_length()
        for halving in range(1, halvings + 1):
            while not played or spent(played) < halving / halvings:
                world = determinize(view, rng)
                usual = _playout(world, careful, seat)
                for action in others:
                    gains[action] += _playout(world, action, seat) - usual
                played += 1 + len(others)
            others.sort(key=lambda action: gains[action], reverse=True)
            others = others[: max(1, len(others) // 2)]
        return others[0] if others and gains[others[0]] > 0 else careful

    def _budget(self) -> Callable[[int], float]:
        """What share of the budget is spent after so many playouts."""
        if self.seconds is None:
            return lambda played: played / self.playouts
        start, seconds = monotonic(), self.seconds
        return lambda _: (monotonic() - start) / seconds

    def __str__(self) -> str:
        return f"search:{self.playouts}" if self.seconds is None else f"search:{self.seconds}s"


def _playout(world: State, action: Action | None, seat: int) -> float:
    """How a seat stands some turns after it took an action, or let the turn go on."""
    state = world if action is None else apply(world, action)
    for _ in range(DEPTH):
        if seat in state.out or state.phase is Phase.OVER:
            break
        state = apply(state, judged(state, distinct_actions(state)))
    found = score(state, seat)
    return standing(state, seat) if found is None else found
