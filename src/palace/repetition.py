"""Whether a game has come back to an earlier position."""

from collections.abc import Iterable

from palace.given import through
from palace.state import State, require_state


def first_repeat(states: Iterable[State]) -> tuple[int, int] | None:
    """Find the first position that comes a second time.

    No rule ends a game that goes round in a circle. Players that do the same in the same position
    then play for ever; with a random choice among them the game may still leave the circle.

    Args:
        states: the states of a game in order, from anywhere on; read no further than needed.

    Returns:
        The numbers of the two equal states, counted from 0; None where all differ.

    Raises:
        PalaceError: something is no state.
    """
    seen: dict[State, int] = {}
    for number, state in enumerate(through(states, "states")):
        require_state(state)
        if state in seen:
            return seen[state], number
        seen[state] = number
    return None
