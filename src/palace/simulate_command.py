"""What `palace simulate` does with bots: the options, the progress, the files it writes."""

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from multiprocessing import get_context
from pathlib import Path

from palace.bots import BOTS, Bot, bot
from palace.errors import NotationError, PalaceError
from palace.simulation import Simulation, simulate
from palace.tabulating import games_csv, summary_json
from palace.variant import Variant

SEATS = 4
"""The number of seats where neither players nor bots are given."""


def add_options(parser: ArgumentParser, number: Callable[[str], int]) -> None:
    """Add the options that ask for bots.

    Args:
        parser: the parser of the command.
        number: reads a number of 1 or more.
    """
    text = f"play with these bots, who take the seats in turn: {', '.join(BOTS)}, search:200"
    parser.add_argument("--bots", type=_bots, metavar="BOT,...", help=text)
    parser.add_argument("--workers", type=number, metavar="N", help="play in N processes")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write every game, a line each")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write what the games come to")


def asks_for_bots(arguments: Namespace) -> bool:
    """Whether any of those options is there."""
    return any((arguments.bots, arguments.workers, arguments.csv, arguments.json))


def _bots(text: str) -> list[Bot]:
    try:
        return [bot(name) for name in text.split(",")]
    except NotationError as error:
        raise ArgumentTypeError(str(error)) from None


def seats(arguments: Namespace) -> int:
    """The number of seats: as asked for, or one for each bot where there are several, or 4."""
    named = len(arguments.bots or ())
    return arguments.players or (named if named > 1 else SEATS)


def simulated(variant: Variant, arguments: Namespace) -> Simulation:
    """Play the games, with progress on a terminal, and write the files.

    Args:
        variant: the rules.
        arguments: the options.

    Raises:
        PalaceError: there are more bots than seats, or the games cannot be played.
        OSError: a file cannot be written.
    """
    named, players = arguments.bots or [bot("random")], seats(arguments)
    if len(named) > players:
        raise PalaceError(f"{len(named)} bots for {players} players: each needs a seat")
    bots = [named[seat % len(named)] for seat in range(players)]
    with _workers(arguments.workers) as executor, _progress(arguments.games) as progress:
        found = simulate(
            variant, bots, arguments.games, arguments.seed, executor=executor, progress=progress
        )
    for path, written in ((arguments.csv, games_csv), (arguments.json, summary_json)):
        if path:
            path.write_text(written(found), encoding="utf-8")
    return found


def _workers(number: int | None) -> "nullcontext[None] | Executor":
    if number is None:
        return nullcontext()
    return ProcessPoolExecutor(number, mp_context=get_context("spawn"))


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None] | None]:
    """A bar on standard error, where that is a terminal and `rich` is installed (extra `cli`)."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    try:
        from rich.console import Console  # noqa: PLC0415 - an extra, used here alone
        from rich.progress import Progress  # noqa: PLC0415
    except ImportError:
        yield None
        return
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=games)
        yield lambda finished: bar.update(task, completed=finished)
