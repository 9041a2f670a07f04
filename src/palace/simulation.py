"""Many games of bots: played one after another or by any executor, with the same result.

Every game's random numbers come from the seed, the game's number and the seat alone.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from functools import cached_property
from random import Random
from traceback import format_exc
from typing import Any

from attrs import field, frozen

from palace.bots import MOST_ACTIONS, Bot, Step, name_of, played
from palace.bots.asking import require_bot
from palace.collecting import MEASURES, Collector
from palace.deal import new_game, require_seed
from palace.errors import PalaceError
from palace.estimates import Mean, Share, quantile
from palace.given import listed, require_callable, require_method, require_number
from palace.outcome import places
from palace.state import State
from palace.variant import Variant
from palace.wording import counted, failure, printable, quoted

__all__ = ["Game", "Simulation", "SimulationError", "Tally", "replayed", "simulate"]

CHUNK = 16
"""How many games an executor is given at once, where nothing else is said."""


@frozen
class Game:
    """How one game of a simulation went.

    Attributes:
        number: its number, from 0.
        bots: by seat the number of the bot that sat there.
        actions: how many were taken.
        places: by seat its place, 1 the best; empty where the game is unfinished.
        winner: the seat that was first to leave, as in `State`; None in an unfinished game.
        loser: the seat that lost, as in `State`, where there is one.
        counted: by its name what each collector found out.
    """

    number: int
    bots: tuple[int, ...]
    actions: int
    places: tuple[int, ...]
    winner: int | None
    loser: int | None
    counted: dict[str, Any] = field(hash=False)

    @property
    def unfinished(self) -> bool:
        """Whether it was cut, or ended by its variant's limit of turns."""
        return not self.places


class SimulationError(PalaceError):
    """Games of a simulation are missing: a bot failed, or a worker died.

    Attributes:
        finished: the games that were played, in order.
        missing: the numbers of those that were not.
    """

    def __init__(self, message: str, finished: Sequence[Game], missing: Sequence[int]) -> None:
        super().__init__(message)
        self.finished = tuple(finished)
        self.missing = tuple(missing)

    def __reduce__(self) -> tuple[Any, ...]:
        return SimulationError, (str(self), self.finished, self.missing)


# ---------------------------------------------------------------- one game


def replayed(
    variant: Variant, bots: Sequence[Bot], seed: int, number: int, longest: int = MOST_ACTIONS
) -> Iterator[Step]:
    """Play one game of a simulation, the same again whenever it is asked for.

    Args:
        variant: the rules.
        bots: a bot for each seat in game 0; in each game they sit one seat further round.
        seed: the simulation's seed.
        number: the game's number, from 0.
        longest: the most actions that are played.

    Yields:
        Each action, with the states before and after it, and what happened.

    Raises:
        PalaceError: a number is out of its range, or something is no bot; or a bot fails.
        PositionError: the variant is not for so many players.
        VariantError: something is wrong with the variant.
        IllegalAction: a bot chose what is not legal, as in `played`.
    """
    job = _job(variant, bots, seed, longest)
    require_number("number", number, 0)
    yield from _played(job.deal(number), job.bots, seed, number, longest)


def _played(
    state: State, bots: Sequence[Bot], seed: int, number: int, longest: int
) -> Iterator[Step]:
    seats = [bots[which] for which in _seated(len(bots), number)]
    rngs = [Random(f"seat {seed} {number} {seat}") for seat in range(len(bots))]
    return played(state, seats, rngs, longest)


def _seated(players: int, number: int) -> tuple[int, ...]:
    """By seat the number of the bot that sits there in a game."""
    return tuple((seat + number) % players for seat in range(players))


@frozen
class Job:
    """What every game of a simulation has in common; it goes to the workers.

    Attributes:
        variant, bots, seed, longest: as in `simulate`.
        collectors: what is found out about each game.
    """

    variant: Variant
    bots: tuple[Bot, ...]
    seed: int
    longest: int
    collectors: tuple[Collector, ...]

    def deal(self, number: int) -> State:
        """The state in which a game begins.

        Args:
            number: its number.
        """
        seed = Random(f"deal {self.seed} {number}").getrandbits(62)
        return new_game(self.variant, len(self.bots), seed=seed)

    def game(self, number: int) -> Game:
        """Play one game.

        Args:
            number: its number.
        """
        state = self.deal(number)
        known = [collector.start(state) for collector in self.collectors]
        actions = 0
        for step in _played(state, self.bots, self.seed, number, self.longest):
            state, actions = step.after, actions + 1
            for place, collector in enumerate(self.collectors):
                known[place] = collector.step(known[place], step)
        found = places(state)
        counted = {
            collector.name: collector.end(each)
            for collector, each in zip(self.collectors, known, strict=True)
        }
        return Game(
            number, _seated(len(self.bots), number), actions, found,
            state.winner if found else None, state.loser, counted,
        )  # fmt: skip


@frozen
class _Played:
    """What a worker sends back: games, and why there are no more of them, in two lengths."""

    games: tuple[Game, ...]
    trouble: str = ""
    details: str = ""


def _play(job: Job, numbers: Sequence[int]) -> _Played:
    """Play some games, up to the first that fails; an error goes home as text, which pickles."""
    games: list[Game] = []
    for number in numbers:
        try:
            games.append(job.game(number))
        except Exception as error:  # noqa: BLE001 - a bot may raise anything
            return _Played(tuple(games), f"game {number}: {_told(error)}", format_exc())
    return _Played(tuple(games))


# ---------------------------------------------------------------- many games


def simulate(  # noqa: PLR0913 - each has a default but the first three
    variant: Variant,
    bots: Sequence[Bot],
    games: int,
    seed: int = 0,
    *,
    executor: Executor | None = None,
    collect: Sequence[Collector] = (),
    longest: int = MOST_ACTIONS,
    chunk: int = CHUNK,
    progress: Callable[[int], None] | None = None,
) -> "Simulation":
    """Play many games of bots against each other.

    In game 0 the first bot has seat 0; in each game they sit one seat further round, so that each
    bot has every seat as often. The result is the same whatever the executor, the number of workers
    and the chunk, as long as the bots draw all random numbers from the `rng` that they are given.

    Args:
        variant: the rules.
        bots: a bot for each seat.
        games: how many games.
        seed: a whole number; the same seed plays the same games.
        executor: plays the games, where it is given: a `ProcessPoolExecutor`, or the
            `get_executor()` of a Dask client. It is not shut down.
        collect: what else is found out about each game.
        longest: actions after which a game is cut; it then counts as unfinished.
        chunk: how many games the executor is given at once.
        progress: called with the number of games that are finished, now and then.

    Returns:
        The games, in order, and what they come to.

    Raises:
        SimulationError: games are missing, as a bot failed or a worker died; the error has those
            that were finished.
        PalaceError: a number is out of its range, something is no bot, no collector or no
            executor, or two collectors have the same name.
        PositionError: the variant is not for so many players.
    """
    job = _job(variant, bots, seed, longest, collect)
    require_number("games", games, 1)
    require_number("chunk", chunk, 1)
    if executor is not None:
        require_method(executor, "submit", "executor", "write ProcessPoolExecutor()")
    if progress is not None:
        require_callable("progress", progress, "it is called with a number of games")
    tell = progress or (lambda _: None)
    if executor is None:
        sent = (_play(job, [number]) for number in range(games))
        found, troubles = _gathered(sent, tell)
    else:
        found, troubles = _sent_out(executor, job, games, chunk, tell)
    found.sort(key=lambda game: game.number)
    if len(found) < games:
        raise _missing(found, games, troubles)
    return Simulation(variant, job.bots, seed, longest, tuple(found))


def _job(
    variant: Variant,
    bots: Sequence[Bot],
    seed: int,
    longest: int,
    collect: Sequence[Collector] = (),
) -> Job:
    """What the games have in common, checked."""
    found = Job(
        variant, listed(bots, "bots"), seed, longest, (*MEASURES, *listed(collect, "collectors"))
    )
    require_number("longest", longest, 1)
    require_seed(seed)
    for bot in found.bots:
        require_bot(bot)
    for collector in found.collectors:
        for method in ("start", "step", "end"):
            require_method(collector, method, "collector", "it has a name, start, step and end")
    names = [collector.name for collector in found.collectors]
    for name in names:
        if names.count(name) > 1:
            raise PalaceError(f"two collectors are called {name}: each has a name of its own")
    found.deal(0)
    return found


def _gathered(
    sent: Iterator[_Played], tell: Callable[[int], None]
) -> tuple[list[Game], list[tuple[str, str]]]:
    """The games played, up to the first trouble."""
    found: list[Game] = []
    for each in sent:
        found += each.games
        tell(len(found))
        if each.trouble:
            return found, [(each.trouble, each.details)]
    return found, []


def _sent_out(
    executor: Executor, job: Job, games: int, chunk: int, tell: Callable[[int], None]
) -> tuple[list[Game], list[tuple[str, str]]]:
    """The games that an executor has played, and what went wrong.

    With the first trouble what has not begun is called off; what has, is waited for and kept.
    """
    found: list[Game] = []
    troubles: list[tuple[str, str]] = []
    futures: list[Future[_Played]] = []
    try:
        for first in range(0, games, chunk):  # as far as the executor lives
            future = executor.submit(_play, job, range(games)[first : first + chunk])
            futures.append(future)
    except RuntimeError as error:  # it is broken, or shut down
        troubles.append((_told(error), ""))
    try:
        for future in futures:
            if troubles and future.cancel():
                continue
            try:
                each = future.result()
            except Exception as error:  # noqa: BLE001 - whatever became of a worker
                troubles.append((_told(error), ""))
                continue
            found += each.games
            tell(len(found))
            if each.trouble:
                troubles.append((each.trouble, each.details))
    finally:
        for future in futures:
            future.cancel()
    return found, troubles


def _told(error: Exception) -> str:
    return str(error) if isinstance(error, PalaceError) else failure(error)


def _missing(
    found: Sequence[Game], games: int, troubles: Sequence[tuple[str, str]]
) -> SimulationError:
    there = {game.number for game in found}
    missing = [number for number in range(games) if number not in there]
    trouble, details = troubles[0]
    are = "is" if games == 1 else "are"
    error = SimulationError(
        f"{len(missing)} of {counted(games, 'game')} {are} missing: {trouble}",
        found,
        missing,
    )
    if details:
        error.add_note(details)
    return error


# ---------------------------------------------------------------- what they come to


@frozen
class Tally:
    """How often the seats of one bot, or one seat, lost or won.

    Attributes:
        name: the bot's name, or the seat's.
        share: in how many games, out of those that count.
        fair: the share that would be fair: its seats among all.
    """

    name: str
    share: Share
    fair: float

    def __str__(self) -> str:
        return f"{self.name} {self.share}, fair {self.fair:.1%}"


@frozen(repr=False)
class Simulation:
    """The games of a simulation, and what they come to.

    Attributes:
        variant, bots, seed, longest: as they were given to `simulate`.
        games: the games, in order.
    """

    variant: Variant
    bots: tuple[Bot, ...]
    seed: int
    longest: int
    games: tuple[Game, ...]

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.bots)

    @property
    def unfinished(self) -> Share:
        """The share of games that were cut, or ended by their variant's limit of turns."""
        return Share(sum(game.unfinished for game in self.games), len(self.games))

    @property
    def measures(self) -> tuple[str, ...]:
        """The names of what was counted, `actions` first."""
        return ("actions", *self.games[0].counted)

    @property
    def numeric_measures(self) -> tuple[str, ...]:
        """Those that are a number in every game."""
        return tuple(
            measure
            for measure in self.measures
            if all(isinstance(number, int | float) for number in self.numbers(measure))
        )

    def numbers(self, measure: str) -> tuple[Any, ...]:
        """What was counted in each game.

        Args:
            measure: `actions`, `pick_ups`, `burns`, `lead_changes`, or a collector's name.

        Returns:
            A number for each game, in order, or what else a collector tells.

        Raises:
            PalaceError: nothing of that name was counted.
        """
        if measure not in self.measures:
            raise PalaceError(f"{quoted(measure)} was not counted; {', '.join(self.measures)} were")
        return tuple(
            game.actions if measure == "actions" else game.counted[measure] for game in self.games
        )

    def mean(self, measure: str) -> Mean:
        """The mean of something that was counted, over all games, unfinished ones too.

        Args:
            measure: as in `numbers`.

        Returns:
            The mean, with its interval.

        Raises:
            PalaceError: nothing of that name was counted.
        """
        return Mean.over(self.numbers(measure))

    def quantile(self, measure: str, part: float) -> int:
        """What more than a part of the games do not exceed: 0.5 for the median.

        Args:
            measure: as in `numbers`.
            part: the part, 0 to 1.

        Returns:
            The least number that more than so large a part do not exceed; for 1 the largest.

        Raises:
            PalaceError: nothing of that name was counted, or it is no such part.
        """
        return quantile(self.numbers(measure), part)

    @cached_property
    def kinds(self) -> tuple[int, ...]:
        """By the number of a bot that of the first bot equal to it."""
        return tuple(self.bots.index(bot) for bot in self.bots)

    @property
    def losses_by_bot(self) -> tuple[Tally, ...]:
        """How often each kind of bot lost, out of the games that have a loser."""
        return self._by_bot([(game, game.loser) for game in self.games])

    @property
    def wins_by_bot(self) -> tuple[Tally, ...]:
        """How often each kind of bot was first to leave, out of the finished games."""
        return self._by_bot([(game, game.winner) for game in self.games])

    @property
    def losses_by_seat(self) -> tuple[Tally, ...]:
        """How often each seat lost, out of the games that have a loser."""
        return self._by_seat([game.loser for game in self.games])

    @property
    def wins_by_seat(self) -> tuple[Tally, ...]:
        """How often each seat was first to leave, out of the finished games."""
        return self._by_seat([game.winner for game in self.games])

    def _by_bot(self, who: Sequence[tuple[Game, int | None]]) -> tuple[Tally, ...]:
        found = [self.kinds[game.bots[seat]] for game, seat in who if seat is not None]
        return tuple(
            Tally(
                name_of(self.bots[kind]),
                Share(found.count(kind), len(found)),
                self.kinds.count(kind) / self.players,
            )
            for kind in dict.fromkeys(self.kinds)
        )

    def _by_seat(self, who: Sequence[int | None]) -> tuple[Tally, ...]:
        found = [seat for seat in who if seat is not None]
        return tuple(
            Tally(f"seat {seat}", Share(found.count(seat), len(found)), 1 / self.players)
            for seat in range(self.players)
        )

    def __repr__(self) -> str:
        games = counted(len(self.games), "game")
        return f"<Simulation of {printable(self.variant.name)}: {games}, seed {self.seed}>"

    def __str__(self) -> str:
        table = counted(self.players, "player")
        played = f"{counted(len(self.games), 'game')} of {table}, seed {self.seed}"
        lines = [
            f"{printable(self.variant.name)}: {played}; shares and means with their 95 % intervals"
        ]
        lines += [f"{measure:14} {self.mean(measure)}" for measure in self.numeric_measures]
        parts = {"median": 0.5, "95 %": 0.95, "longest": 1.0}
        told = (f"{name} {self.quantile('actions', part)}" for name, part in parts.items())
        lines.append(f"{'game length':14} {', '.join(told)}")
        for word, tallies in self._told():
            lines += [f"{word:14} {tally}" for tally in tallies if tally.share.of]
        lines.append(f"{'unfinished':14} {self.unfinished}")
        return "\n".join(lines)

    def _told(self) -> tuple[tuple[str, tuple[Tally, ...]], ...]:
        """Who lost; of a variant without losers who won."""
        if self.variant.end.result == "winner":
            return ("won", self.wins_by_bot), ("won", self.wins_by_seat)
        return ("lost", self.losses_by_bot), ("lost", self.losses_by_seat)
