"""What `palace simulate` does with bots: the options, the progress, the files it writes."""

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from multiprocessing import active_children, get_context
from pathlib import Path
from signal import SIG_IGN, SIGINT, signal
from typing import TextIO

from palace.bots import BOTS, Bot, bot
from palace.errors import NotationError, PalaceError
from palace.simulation import Simulation, simulate
from palace.tabulating import games_csv, summary_json
from palace.variant import Variant
from palace.wording import counted

SEATS = 4
"""The number of seats where neither players nor several bots are given."""


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


def seats(variant: Variant, arguments: Namespace) -> int:
    """The number of seats: as asked for, or one for each of several bots, or 4 or next to it."""
    if arguments.players:
        return arguments.players  # type: ignore[no-any-return]
    named = len(arguments.bots or ())
    nearest = min(variant.players.counts, key=lambda players: abs(players - SEATS))
    return named if named > 1 else nearest


def simulated(variant: Variant, arguments: Namespace) -> Simulation:
    """Play the games, with progress on a terminal, and write the files.

    Args:
        variant: the rules.
        arguments: the options.

    Raises:
        PalaceError: there are more bots than seats, a file is there already, or the games cannot
            be played.
        OSError: a file cannot be written; that is found before the games.
    """
    named, players = arguments.bots or [bot("random")], seats(variant, arguments)
    if len(named) > players:
        table = counted(players, "player")
        raise PalaceError(f"{counted(len(named), 'bot')} for {table}: each needs a seat")
    bots = [named[seat % len(named)] for seat in range(players)]
    with ExitStack() as undone:
        tables = ((arguments.csv, games_csv), (arguments.json, summary_json))
        wanted = [(_new_file(path, undone), write) for path, write in tables if path]
        with _workers(arguments.workers) as executor, _progress(arguments.games) as progress:
            found = simulate(
                variant, bots, arguments.games, arguments.seed, executor=executor, progress=progress
            )
        for file, write in wanted:
            with file:
                file.write(write(found))
        undone.pop_all()
    return found


def _new_file(path: Path, undone: ExitStack) -> TextIO:
    """A file that is not there yet, open; it goes again with the stack. A device may be there."""
    if path.exists() and not path.is_file():
        return path.open("w", encoding="utf-8")
    try:
        file = path.open("x", encoding="utf-8")
    except FileExistsError:
        raise PalaceError(f"{path}: this file is there already: name another") from None
    undone.callback(path.unlink, missing_ok=True)
    return undone.enter_context(file)


@contextmanager
def _workers(number: int | None) -> Iterator[Executor | None]:
    """Processes to play in, which end at once when the player presses Ctrl-C."""
    if number is None:
        yield None
        return
    with ProcessPoolExecutor(
        number,
        get_context("spawn"),
        initializer=signal,  # a terminal sends Ctrl-C to them too
        initargs=(SIGINT, SIG_IGN),
    ) as executor:
        try:
            yield executor
        except KeyboardInterrupt:
            executor.shutdown(wait=False, cancel_futures=True)
            for process in active_children():
                process.terminate()
            raise


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
