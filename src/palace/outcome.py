"""What a finished game comes to: the places, and who deals the next one."""

from palace.errors import PalaceError
from palace.state import Phase, State


def places(state: State) -> tuple[int, ...]:
    """Each seat's place in a finished game, 1 the best; equals share a place, as in 1, 1, 3.

    With `end.result` of `loser` all others share the first place, with `places` each seat has its
    own, with `winner_and_loser` those between share the second.

    Args:
        state: a state.

    Returns:
        One number for each seat; empty before the end, and for an unfinished game, which counts
        for nobody (ruling 18).
    """
    if state.loser is None:
        return ()
    order = [*state.out, state.loser]
    result = state.variant.end.result
    shared = {"loser": 1, "winner_and_loser": 2, "places": state.players}[result]
    return tuple(
        state.players if seat == state.loser else min(order.index(seat) + 1, shared)
        for seat in range(state.players)
    )


def next_dealer(state: State) -> int:
    """The seat that deals the next game, as `end.next_dealer` says.

    Args:
        state: the state at the end of a game; where the loser deals and the game is unfinished,
            the same seat deals again.

    Returns:
        The seat, 0 to players - 1.

    Raises:
        PalaceError: the game is not over.
    """
    if state.phase is not Phase.OVER:
        raise PalaceError("the game is not over: its next dealer is not known yet")
    if state.variant.end.next_dealer == "left":
        return (state.dealer + 1) % state.players
    return state.dealer if state.loser is None else state.loser
