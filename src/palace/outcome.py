"""What a finished game comes to: the places, and who deals and starts the next one."""

from palace.errors import PalaceError
from palace.state import Phase, State, require_state
from palace.wording import quoted

__all__ = ["next_dealer", "next_starter", "places", "score"]


def places(state: State) -> tuple[int, ...]:
    """Each seat's place in a finished game, 1 the best; equals share a place, as in 1, 1, 3.

    With `end.result` of `loser` all others share the first place, with `places` each seat has its
    own, with `winner_and_loser` those between share the second, with `winner` all but the first.
    Whatever the result, seats that resigned come last, each in a place of its own, the first of
    them in the very last; of the others none is the loser then.

    Args:
        state: a state.

    Returns:
        One number for each seat; empty before the end, and for an unfinished game, which counts
        for nobody (ruling 18).

    Raises:
        PalaceError: it is no state.
    """
    require_state(state)
    if not _is_decided(state):
        return ()
    known, shared = _known_places(state), _shared_place(state)
    placed = dict.fromkeys(state.active, min(len(state.out) + 1, shared)) | known
    if state.loser is not None:
        placed[state.loser] = state.players
    return tuple(placed[seat] for seat in range(state.players))


def score(state: State, seat: int) -> float | None:
    """How a game has come out for a seat, known as soon as nothing can change it.

    Args:
        state: a state.
        seat: the seat.

    Returns:
        1.0 for the first place down to 0.0 for the last, those between evenly spaced; 0.5 for an
        unfinished game, which counts for nobody; None while it is open.

    Raises:
        PalaceError: it is no state, or there is no such seat.
    """
    require_state(state)
    if type(seat) is not int or not 0 <= seat < state.players:
        raise PalaceError(f"there is no seat {quoted(seat)}: seats are 0 to {state.players - 1}")
    known, last = _known_places(state), _last_place(state)
    if state.unfinished:
        return 0.5
    if state.phase is not Phase.OVER and seat not in known:
        return None
    place = places(state)[seat] if state.phase is Phase.OVER else known[seat]
    return (last - place) / (last - 1)


def _known_places(state: State) -> dict[int, int]:
    """The places of the seats that have left, and of those that have resigned: the last ones."""
    shared = _shared_place(state)
    left = {seat: min(place, shared) for place, seat in enumerate(state.out, start=1)}
    return left | {seat: state.players - place for place, seat in enumerate(state.resigned)}


def _shared_place(state: State) -> int:
    """The place that all share who come to it or after it, but for the last."""
    shared = {"loser": 1, "winner_and_loser": 2, "winner": 2, "places": state.players}
    return shared[state.variant.end.result]


def _last_place(state: State) -> int:
    return 2 if state.variant.end.result == "winner" and not state.resigned else state.players


def next_dealer(state: State) -> int:
    """The seat that deals the next game, as `end.next_dealer` says.

    Args:
        state: the state at the end of a game; where the loser or the winner deals and the game
            has none, as an unfinished one, the same seat deals again.

    Returns:
        The seat, 0 to players - 1.

    Raises:
        PalaceError: the game is not over, or it is no state.
    """
    require_state(state)
    if state.phase is not Phase.OVER:
        raise PalaceError("the game is not over: its next dealer is not known yet")
    if state.variant.end.next_dealer == "left":
        return (state.dealer + 1) % state.players
    found = _found(state, state.variant.end.next_dealer)
    return state.dealer if found is None else found


def next_starter(state: State) -> int | None:
    """The seat that starts the next game of a session, as `start.later` says.

    Args:
        state: the state at the end of a game.

    Returns:
        The seat, for `new_game(..., starter=...)`; None where the rule decides as in a first game:
        with `start.later` of `rule`, and where the game has no loser, or no winner.

    Raises:
        PalaceError: the game is not over, or it is no state.
    """
    require_state(state)
    if state.phase is not Phase.OVER:
        raise PalaceError("the game is not over: its next starter is not known yet")
    return _found(state, state.variant.start.later)


def _is_decided(state: State) -> bool:
    """Whether a game is over and counts (ruling 18)."""
    return state.phase is Phase.OVER and not state.unfinished


def _found(state: State, who: str) -> int | None:
    """The `winner` or the `loser` of a game, where it has one."""
    if not _is_decided(state):
        return None
    return {"winner": state.winner, "loser": state.loser}.get(who)
