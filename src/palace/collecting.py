"""What is found out about a game while it is played, action by action."""

from typing import Any, Protocol

from attrs import frozen

from palace.bots import Step
from palace.events import Burned, Event, Given, PickedUp
from palace.state import State

__all__ = ["Collector", "Count", "LeadChanges"]


class Collector(Protocol):
    """Something that is found out about a game; it goes to other processes, so it must pickle."""

    @property
    def name(self) -> str:
        """What it is called: a column of the table of games."""

    def start(self, state: State) -> Any:
        """What is known when a game begins.

        Args:
            state: the state after the deal.

        Returns:
            Anything, which `step` is given.
        """

    def step(self, known: Any, step: Step) -> Any:
        """What is known after one action more.

        Args:
            known: what was known before.
            step: the action, with the states before and after it, and what happened.

        Returns:
            What the next `step` is given, or `end`.
        """

    def end(self, known: Any) -> Any:
        """What is told of the game: a number, for `measure` and `compare`.

        Args:
            known: what was known after the last action.

        Returns:
            A number, or whatever else a game shall tell.
        """


@frozen
class Count:
    """Counts the events of a game of some classes.

    Attributes:
        name: what it is called.
        kinds: the classes of the events.
    """

    name: str
    kinds: tuple[type[Event], ...]

    def start(self, state: State) -> int:  # noqa: ARG002
        """None yet."""
        return 0

    def step(self, known: int, step: Step) -> int:
        """Those before, and those of the action."""
        return known + sum(isinstance(event, self.kinds) for event in step.events)

    def end(self, known: int) -> int:
        """All of them."""
        return known


@frozen
class LeadChanges:
    """Counts how often the lead changes.

    The seat in the lead holds fewer cards than any other, table cards included; seats with equally
    few do not change it. It changes when another seat than the one before is in the lead.

    Attributes:
        name: what it is called.
    """

    name: str = "lead_changes"

    def start(self, state: State) -> tuple[int, int | None]:
        """None yet, and who is in the lead."""
        return 0, _leader(state)

    def step(self, known: tuple[int, int | None], step: Step) -> tuple[int, int | None]:
        """The changes so far, and who was last in the lead."""
        changes, last = known
        leader = _leader(step.after)
        if leader is None or leader == last:
            return known
        return changes + (last is not None), leader

    def end(self, known: tuple[int, int | None]) -> int:
        """The changes."""
        return known[0]


def _leader(state: State) -> int | None:
    """The seat with the fewest cards, if no other has as few."""
    held = state.card_counts
    fewest = min(held)
    return held.index(fewest) if held.count(fewest) == 1 else None


MEASURES: tuple[Collector, ...] = (
    Count("pick_ups", (PickedUp, Given)),
    Count("burns", (Burned,)),
    LeadChanges(),
)
"""What is always counted: how often a pile is taken, or given to somebody; how often one burns; how
often the lead changes."""
