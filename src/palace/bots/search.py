"""The bot that searches: it plays out worlds that agree with what it sees."""

from collections.abc import Callable, Sequence
from math import inf
from random import Random
from time import monotonic

from attrs import define, field, frozen

from palace.actions import Action
from palace.bots.asking import is_out_of_turn
from palace.bots.judging import judged, most_promising
from palace.errors import PalaceError
from palace.knowledge import determinize
from palace.legality import distinct_actions
from palace.outcome import score
from palace.state import Phase, State
from palace.turn import apply
from palace.views import View

LONGEST_PLAYOUT = 300
"""Actions after which a playout is cut; it then counts half."""
WIDTH = 4
"""The most actions that are tried, the most promising ones."""


def _positive(instance: object, attribute: object, value: float | None) -> None:  # noqa: ARG001
    if value is not None and not 0 < value < inf:
        raise PalaceError(f"a search has a budget of more than 0 that ends, not {value!r}")


@frozen
class SearchBot:
    """Tries the most promising actions in worlds that agree with its view, and takes the best.

    A world is drawn by `determinize`; there every action that is still tried is followed by careful
    play on all seats. When a part of the budget is spent the worse half of the actions is given up
    (sequential halving). What `CarefulBot` would do is kept, and done unless another action came
    out clearly better in the same worlds.

    Attributes:
        playouts: about how many games it plays out for one decision.
        seconds: instead of that, for how long it plays them out; the same seed then need not give
            the same game.
    """

    playouts: int = field(default=100, validator=_positive)
    seconds: float | None = field(default=None, validator=_positive)

    def choose(self, view: View, actions: Sequence[Action], rng: Random) -> Action | None:
        """The action after which the seat came out best, if clearly; else the careful one."""
        tried: list[Action | None] = [*most_promising(view, actions)[:WIDTH]]
        if is_out_of_turn(view):
            tried.append(None)
        careful, *others = tried
        seat: int = view.seat  # type: ignore[assignment] # a spectator is not asked
        spent, gains = self._budget(), {action: _Gain() for action in others}
        played, halvings = 0, len(others).bit_length()
        for halving in range(1, halvings + 1):
            while not played or spent(played) < halving / halvings:
                world = determinize(view, rng)
                usual = _playout(world, careful, seat)
                for action in others:
                    gains[action].add(_playout(world, action, seat) - usual)
                played += 1 + len(others)
            others.sort(key=lambda action: gains[action].mean, reverse=True)
            others = others[: max(1, len(others) // 2)]
        return others[0] if others and gains[others[0]].is_clear else careful

    def _budget(self) -> Callable[[int], float]:
        """What share of the budget is spent after so many playouts."""
        if self.seconds is None:
            return lambda played: played / self.playouts
        start, seconds = monotonic(), self.seconds
        return lambda _: (monotonic() - start) / seconds

    def __str__(self) -> str:
        return f"search:{self.playouts}" if self.seconds is None else f"search:{self.seconds}s"


@define
class _Gain:
    """By how much an action came out better than the careful one, in the same worlds."""

    total: float = 0.0
    squares: float = 0.0
    worlds: int = 0

    def add(self, gain: float) -> None:
        self.total, self.squares = self.total + gain, self.squares + gain * gain
        self.worlds += 1

    @property
    def mean(self) -> float:
        return self.total / self.worlds

    @property
    def is_clear(self) -> bool:
        """Whether the gain is greater than its error."""
        return self.total > 0 and self.total**2 > self.squares


def _playout(world: State, action: Action | None, seat: int) -> float:
    """How a game comes out for a seat that takes an action, or lets the turn go on."""
    state = world if action is None else apply(world, action)
    for _ in range(LONGEST_PLAYOUT):
        if seat in state._frame.out or state.phase is Phase.OVER:
            break
        state = apply(state, judged(state, distinct_actions(state)))
    found = score(state, seat)
    return 0.5 if found is None else found
