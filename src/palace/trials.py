"""Whole games, played to see whether they end: at random, and always with the lowest card."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from random import Random

from attrs import frozen

from palace.actions import Action, Play
from palace.combining import sequence
from palace.deal import new_game
from palace.legality import distinct_actions
from palace.state import Phase, State
from palace.turn import apply
from palace.variant import Variant
from palace.wording import counted

MOST_ACTIONS_TRIED = 100_000
"""Actions after which a game is cut, and did not end: it counts as unfinished."""


@frozen
class Trial:
    """How the games of one kind of player came out, at one player count.

    Attributes:
        kind: the kind of player, `random` or `lowest-card`.
        players: the number of seats.
        games: how many were played, with the seeds 0, 1, 2 ...
        cut: the seeds of those that were cut without an end.
        repeated: the seeds of those that came back to an earlier position, and so never end.
        limited: how many ended at the variant's limit of turns, without a loser.
    """

    kind: str
    players: int
    games: int
    cut: tuple[int, ...]
    repeated: tuple[int, ...]
    limited: int

    def troubles(self) -> tuple[str, ...]:
        """A sentence for each way in which games did not end as they should."""
        found = (
            (self.cut, f"did not end in {MOST_ACTIONS_TRIED} actions"),
            (self.repeated, "came back to an earlier position, and go on for ever"),
        )
        said = [
            f"{len(seeds)} of {self._games} {how} (seed {seeds[0]})"
            for seeds, how in found
            if seeds
        ]
        if self.limited == self.games:
            said.append(f"all of {self._games} ended at end.turn_limit, without a loser")
        return tuple(said)

    @property
    def _games(self) -> str:
        return f"{counted(self.games, f'{self.kind} game')} of {counted(self.players, 'player')}"


def trials(variant: Variant, games: int) -> tuple[Trial, ...]:
    """Play games at each player count, at random and always with the lowest card.

    Args:
        variant: the rules.
        games: how many of each kind.

    Returns:
        A trial for each player count and each kind of player.
    """
    return tuple(
        _trial(variant, players, games, kind, play)
        for players in variant.players.counts
        for kind, play in (("random", _at_random), ("lowest-card", _lowest))
    )


def _trial(
    variant: Variant,
    players: int,
    games: int,
    kind: str,
    play: Callable[[State, int], State | None],
) -> Trial:
    ends = [play(new_game(variant, players, seed=seed), seed) for seed in range(games)]
    cut = [seed for seed, end in enumerate(ends) if end is not None and end.phase is not Phase.OVER]
    repeated = [seed for seed, end in enumerate(ends) if end is None]
    limited = sum(end is not None and end.unfinished for end in ends)
    return Trial(kind, players, games, tuple(cut), tuple(repeated), limited)


def states_of(state: State, choose: Callable[[State], Action]) -> Iterator[State]:
    """Each state that a game comes to, from the one given to its end, or to the longest game.

    Args:
        state: where the game stands.
        choose: which action is taken.
    """
    yield state
    for _ in range(MOST_ACTIONS_TRIED):
        if state.phase is Phase.OVER:
            return
        state = apply(state, choose(state))
        yield state


def played_out(state: State, choose: Callable[[tuple[Action, ...]], Action]) -> tuple[State, int]:
    """Play to the end, or to the longest game.

    Args:
        state: where the game stands.
        choose: which of the distinct actions is taken.

    Returns:
        The state then, and the number of actions.
    """
    states = states_of(state, lambda state: choose(distinct_actions(state)))
    number, end = deque(enumerate(states), maxlen=1).pop()
    return end, number


def lowest_play(state: State, actions: Sequence[Action]) -> Action | None:
    """The play of the weakest rank, with as many of its cards as may be laid; None without a play.

    Weak is what the fewest ranks are weaker than, where the pile stands: with `beat = "lower"`, or
    when the order is turned round, the highest. A rank outside the order counts as the strongest.

    Args:
        state: the state, of which only what the seat to move sees is used.
        actions: what may be done.
    """
    order = sequence(state._frame.rules, state._row)
    place = {rank: number for number, rank in enumerate(order)}

    def height(play: Play) -> tuple[int, int]:
        return place.get(play.laid[0] >> 2, len(order)), -len(play.laid)

    plays = [action for action in actions if isinstance(action, Play)]
    return min(plays, key=height, default=None)


def _at_random(state: State, seed: int) -> State:
    """Where a game of random players comes to."""
    return played_out(state, Random(f"trial {seed}").choice)[0]


def _lowest(state: State, _: int) -> State | None:
    """Where a game of lowest-card players comes to; None where it comes back on itself.

    Such a player does the same in the same position, so a position that comes again comes for ever.
    """
    seen: set[State] = set()
    for each in states_of(state, _lowest_card):
        if each in seen:
            return None
        seen.add(each)
        state = each
    return state


def _lowest_card(state: State) -> Action:
    """The lowest play; without one the first action."""
    actions = distinct_actions(state)
    return lowest_play(state, actions) or actions[0]
