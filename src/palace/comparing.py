"""What a house rule changes: two variants, played by the same bots with the same seeds."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor

from attrs import frozen

from palace.bots import MOST_ACTIONS, Bot, name_of
from palace.collecting import Collector
from palace.estimates import Mean
from palace.given import require_callable
from palace.simulation import CHUNK, Simulation, simulate
from palace.variant import Variant
from palace.wording import counted, printable

__all__ = ["Change", "Comparison", "compare"]


@frozen
class Change:
    """How one number differs between two variants.

    Attributes:
        measure: what was measured in each game.
        first: its mean under the first variant.
        second: its mean under the second.
        difference: the mean of the differences game by game, second less first; where the games of
            the two variants are alike its interval is much narrower than theirs.
    """

    measure: str
    first: Mean
    second: Mean
    difference: Mean

    @property
    def is_clear(self) -> bool:
        """Whether the 95 % interval of the difference leaves out nought."""
        low, high = self.difference.interval
        return low > 0 or high < 0


@frozen
class Comparison:
    """Two simulations with the same bots and the same seeds, and in what they differ.

    Attributes:
        first: the games under the first variant.
        second: the games under the second.
    """

    first: Simulation
    second: Simulation

    @property
    def changes(self) -> tuple[Change, ...]:
        """What was counted, the share of unfinished games, and the losses by bot and by seat.

        A collector's measure is among them where it is a number in every game of both.
        """
        first, second = dict(_measured(self.first)), dict(_measured(self.second))
        return tuple(_change(name, first[name], second[name]) for name in first if name in second)

    def __str__(self) -> str:
        names = [printable(each.variant.name) for each in (self.first, self.second)]
        games, players = len(self.first.games), self.first.players
        table = counted(players, "player")
        played = f"{counted(games, 'game')} each of {table}, seed {self.first.seed}"
        changes = self.changes
        width = max(len(change.measure) for change in changes)
        lines = [
            f"{names[0]} and {names[1]}: {played}",
            f"{'':{width}}  {'first':>9} {'second':>9} {'difference':>10}  95 % interval",
        ]
        for change in changes:
            low, high = change.difference.interval
            lines.append(
                f"{change.measure:{width}}  {change.first.value:9.3f} {change.second.value:9.3f} "
                f"{change.difference.value:+10.3f}  {low:+.3f} to {high:+.3f}"
                f"{'  *' if change.is_clear else ''}"
            )
        return "\n".join([*lines, "*: clearly different, the interval leaves out nought"])


def compare(  # noqa: PLR0913 - as simulate
    first: Variant,
    second: Variant,
    bots: Sequence[Bot],
    games: int,
    seed: int = 0,
    *,
    executor: Executor | None = None,
    collect: Sequence[Collector] = (),
    longest: int = MOST_ACTIONS,
    chunk: int = CHUNK,
    progress: Callable[[int], None] | None = None,
) -> Comparison:
    """Play the same deals under two variants, and see what differs.

    Args:
        first: one variant.
        second: another; with the same deck, games of the same number have the same deal.
        bots: a bot for each seat.
        games: how many games of each variant.
        seed: a whole number; the same seed plays the same games.
        executor: plays the games, as in `simulate`.
        collect: what else is found out about each game.
        longest: actions after which a game is cut.
        chunk: how many games the executor is given at once.
        progress: called with the number of games that are finished, of both variants.

    Returns:
        The two simulations and their differences.

    Raises:
        SimulationError: games are missing, as a bot failed or a worker died.
        PalaceError: a number is out of its range.
        PositionError: a variant is not for so many players.
    """
    if progress is not None:
        require_callable("progress", progress, "it is called with a number of games")

    def run(variant: Variant, before: int) -> Simulation:
        return simulate(
            variant, bots, games, seed, executor=executor, collect=collect, longest=longest,
            chunk=chunk, progress=progress and (lambda number: progress(before + number)),
        )  # fmt: skip

    return Comparison(run(first, 0), run(second, games))


def _measured(simulation: Simulation) -> Iterator[tuple[str, list[float]]]:
    """By its name what was measured, a number for each game."""
    for measure in simulation.numeric_measures:
        yield measure, [float(number) for number in simulation.numbers(measure)]
    yield "unfinished", [float(game.unfinished) for game in simulation.games]
    for kind in dict.fromkeys(simulation.kinds):
        yield (
            f"lost by {_called(simulation, kind)}",
            [
                float(game.loser is not None and simulation.kinds[game.bots[game.loser]] == kind)
                for game in simulation.games
            ],
        )
    for seat in range(simulation.players):
        yield f"lost by seat {seat}", [float(game.loser == seat) for game in simulation.games]


def _called(simulation: Simulation, kind: int) -> str:
    """A bot's name, with its number where another bot has the same name."""
    names = {each: name_of(simulation.bots[each]) for each in simulation.kinds}
    twice = [*names.values()].count(names[kind]) > 1
    return f"{names[kind]} ({kind})" if twice else names[kind]


def _change(name: str, first: list[float], second: list[float]) -> Change:
    differences = [after - before for before, after in zip(first, second, strict=True)]
    return Change(name, Mean.over(first), Mean.over(second), Mean.over(differences))
