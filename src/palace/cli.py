"""The command line: one function for each of the commands that `palace --help` lists."""

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from random import Random
from typing import NoReturn, TextIO

from palace import __version__, play_command, simulate_command
from palace.actions import Action
from palace.bundled import variant_names
from palace.deal import new_game
from palace.differences import diff
from palace.documents import Document, called, read_document, why_no_file
from palace.errors import Doubt, PalaceError, PositionError, VariantError
from palace.examples import check_examples
from palace.examples.loading import examples_of
from palace.explanation import explain
from palace.files import dumps_variant, find, load_variant
from palace.json_schema import schema_text
from palace.meaning import doubts
from palace.rules import rules_of
from palace.simulation import SimulationError
from palace.starter import SCHEMA, starter
from palace.state import Phase
from palace.table import LEGEND, follow_table
from palace.trials import played_out, trials
from palace.variant import Variant
from palace.wording import counted, failure, printable, printable_lines, quoted, shortened

FINE, FELL_SHORT, BAD_USE = 0, 1, 2
LONGEST_NAME = 300
"""The most letters that a message shows of a name that no file can have."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        argv: the arguments; left out, those of the process.

    Returns:
        The exit code: 0 when all is well, 1 when something fell short, 2 for bad use.
    """
    if isinstance(sys.stdout, TextIOWrapper):  # a name may have letters that the terminal lacks
        sys.stdout.reconfigure(errors="backslashreplace")
    code = _done(argv)
    _let_go(sys.stderr)
    return code


def _done(argv: Sequence[str] | None) -> int:
    """The exit code of the command, after a complaint where its output cannot be written."""
    code = FINE
    try:
        code = _run(argv)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:  # the reader of a pipe has gone; nothing is left to say
        _let_go(sys.stdout)
    except OSError as error:
        _let_go(sys.stdout)
        _complain(f"{error.filename or 'the output'}: it cannot be written: {error.strerror}")
        return BAD_USE
    except KeyboardInterrupt:
        return 130
    return code


def _let_go(stream: TextIO | None) -> None:
    """Drop what cannot be written, which Python would try again at its end."""
    if stream is None:  # a process may be started without
        return
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _run(argv: Sequence[str] | None) -> int:
    try:
        arguments = _parser().parse_args(argv)
    except SystemExit as left:  # help was asked for, or the arguments are wrong
        return left.code if isinstance(left.code, int) else FINE
    return arguments.run(arguments) if _imported(arguments.modules) else BAD_USE


class _Parser(ArgumentParser):
    """Quotes what it does not know as letters that a terminal shows."""

    def error(self, message: str) -> NoReturn:
        super().error(printable_lines(message))


def _parser() -> ArgumentParser:
    parser = _Parser(prog="palace", description="Rules of the card game Palace, from files.")
    parser.add_argument("--version", action="version", version=f"palace {__version__}")
    text = "import a module of yours first, one that registers abilities"
    parser.add_argument("--import", dest="modules", action="append", metavar="MODULE", help=text)
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[Namespace], int], text: str) -> ArgumentParser:
        added = commands.add_parser(name, help=text, description=text)
        added.set_defaults(run=run)
        return added

    command("variants", _variants, "List the presets and the tables of the atlas, a line each.")
    show = command("show", _show, "Print a variant's rules as read, and its follow table.")
    show.add_argument("variant", metavar="NAME_OR_FILE", help="a preset's name or a variant file")
    explained = command("explain", _explain, "Print a variant's rules in numbered sentences.")
    explained.add_argument("variant", metavar="NAME_OR_FILE", help="a preset's name or a file")
    compared = command("diff", _diff, "Print in what two variants differ; exit code 1 if they do.")
    for each in ("first", "second"):
        compared.add_argument(each, metavar="NAME_OR_FILE", help="a preset's name or a file")
    check = command("check", _check, "Check variant files and run their worked examples.")
    check.add_argument("files", nargs="+", metavar="FILE", help="a variant or examples file")
    text = "play N random and N lowest-card games at each player count, and see whether they end"
    check.add_argument("--play", type=_number, default=0, metavar="N", help=text)
    simulate = command(
        "simulate", _simulate, "Play games at random, or of bots, and count how they ended."
    )
    simulate.add_argument("variant", metavar="NAME_OR_FILE", help="a preset's name or a file")
    text = "seats (one for each of several bots, else 4 or as near as the variant allows)"
    simulate.add_argument("--players", type=_number, metavar="N", help=text)
    simulate.add_argument("--games", type=_number, default=100, metavar="N", help="games (100)")
    simulate.add_argument("--seed", type=int, default=0, metavar="N", help="seed (0)")
    simulate_command.add_options(simulate, _number)
    play = command("play", _play, "Play a game at the terminal against bots.")
    play.add_argument("variant", metavar="NAME_OR_FILE", help="a preset's name or a file")
    play_command.add_options(play, _number)
    new = command("new", _new, "Write a file to start from: every key and what it means.")
    new.add_argument("file", metavar="FILE", help="the variant file, its name ends in .toml")
    new.add_argument("--force", action="store_true", help="replace a file that is there")
    command("schema", _schema, "Print the JSON Schema of variant files, for editors.")
    return parser


def _imported(modules: Sequence[str] | None) -> bool:
    """Whether modules could be imported, from the current folder too; else after a complaint."""
    if modules and "" not in sys.path:  # as where Python runs a module
        sys.path.insert(0, "")
    for name in modules or ():
        try:
            import_module(name)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a module may fail in any way
            _complain(f"{name} cannot be imported: {failure(error)}")
            return False
    return True


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10) or int(text) == 0:
        raise ArgumentTypeError(f"{quoted(text)} is no number of 1 to 999999999")
    return int(text)


def _complain(error: object) -> None:
    if sys.stderr is not None:  # a process may be started without
        with suppress(OSError):  # where nothing can be told, the exit code tells it
            print(printable_lines(str(error)), file=sys.stderr)


def _variants(_: Namespace) -> int:
    names = variant_names()
    width = max(map(len, names))
    for name in names:
        print(f"{name:{width}}  {load_variant(name).summary}")
    return FINE


def _is_there(name: str) -> bool:
    """Whether a name or a path names a file, after the complaint where it does not."""
    try:
        wrong = why_no_file(find(name))
    except VariantError as error:
        _complain(error)
        return False
    if wrong is not None:
        _complain(f"{shortened(name, LONGEST_NAME)}: {wrong}")
    return wrong is None


def _load(name: str) -> Variant | int:
    """The variant, or the exit code when there is none, after the complaint."""
    if not _is_there(name):
        return BAD_USE
    try:
        return load_variant(name)
    except VariantError as error:
        _complain(error)
        return FELL_SHORT


def _under(run: Callable[[Variant, Namespace], int]) -> Callable[[Namespace], int]:
    """A command that is given the variant that it names."""

    def command(arguments: Namespace) -> int:
        variant = _load(arguments.variant)
        return variant if isinstance(variant, int) else run(variant, arguments)

    return command


@_under
def _show(variant: Variant, _: Namespace) -> int:
    print(dumps_variant(variant))
    print("# The follow table\n")
    print(follow_table(rules_of(variant)))
    print(f"\n{LEGEND}")
    return FINE


@_under
def _explain(variant: Variant, _: Namespace) -> int:
    print(explain(variant))
    return FINE


def _diff(arguments: Namespace) -> int:
    """Like `diff`: 0 without a difference, 1 with one, 2 where there is nothing to compare."""
    first, second = (_load(name) for name in (arguments.first, arguments.second))
    if isinstance(first, int) or isinstance(second, int):
        return BAD_USE
    found = diff(first, second)
    print(found)
    return FELL_SHORT if found else FINE


def _check(arguments: Namespace) -> int:
    code = FINE
    for name in arguments.files:
        code = max(code, _check_one(name, arguments.play))
    return code


def _check_one(name: str, games: int) -> int:
    if not _is_there(name):
        return BAD_USE
    try:
        source = find(name)
        read = read_document(source)
        examples = examples_of(read, source)
        failures = check_examples(examples)
    except VariantError as error:
        _complain(error)
        return FELL_SHORT
    for warning in _warnings(read, examples.variant):
        _complain(f"warning: {warning}")
    for trial in trials(examples.variant, games) if games else ():
        for trouble in trial.troubles():
            _complain(f"warning: {name}: {trouble}")
    named = printable(name)
    for fallen in failures:
        print(f"{named}: {fallen}")
    print(f"{named}: {_tally(len(examples.examples) - len(failures), len(failures))}")
    return FELL_SHORT if failures else FINE


def _tally(held: int, fallen: int) -> str:
    """How many examples hold, and how many do not."""
    holds = f"{counted(held, 'example')} {'holds' if held == 1 else 'hold'}"
    do_not = "does not" if fallen == 1 else "do not"
    if held and fallen:
        return f"{holds}, {fallen} {do_not}"
    if fallen:
        return f"{counted(fallen, 'example')} {do_not} hold"
    return holds if held else "fine, without examples"


def _warnings(read: Document, variant: Variant) -> tuple[Doubt, ...]:
    """What cannot be meant in a variant's file; a file of examples says nothing about the rules."""
    if "variant" in read.raw:
        return ()
    return tuple(each for each in read.placed(doubts(variant)) if each.line or not each.idle)


@_under
def _simulate(variant: Variant, arguments: Namespace) -> int:
    if simulate_command.asks_for_bots(arguments):
        return _play_bots(variant, arguments)
    return _play_at_random(variant, arguments)


def _play_at_random(variant: Variant, arguments: Namespace) -> int:
    players = simulate_command.seats(variant, arguments)
    games, seed = arguments.games, arguments.seed
    winner_only = variant.end.result == "winner"
    told: Counter[int | None] = Counter()
    actions = unfinished = lost_cards = 0
    for game in range(games):
        try:
            state = new_game(variant, players, seed=seed * 1_000_003 + game)
        except PositionError as error:
            _complain(error)
            return BAD_USE
        dealt = state.in_play
        state, number = played_out(state, _drawn_by(Random(f"{seed} {game}")))
        actions += number
        lost_cards += state.in_play != dealt
        if state.phase is not Phase.OVER or state.unfinished:
            unfinished += 1
        else:
            told[state.winner if winner_only else state.loser] += 1
    table, taken = counted(players, "player"), counted(actions, "action")
    print(f"{printable(variant.name)}: {counted(games, 'random game')} of {table}, {taken}")
    for seat in range(players):
        print(f"seat {seat} {'won' if winner_only else 'lost'} {told[seat]}")
    print(f"unfinished: {unfinished}")
    print(f"cards conserved: {'no' if lost_cards else 'yes'}")
    return FELL_SHORT if lost_cards else FINE


def _play_bots(variant: Variant, arguments: Namespace) -> int:
    try:
        print(simulate_command.simulated(variant, arguments))
    except PalaceError as error:
        _complain(error)
        return FELL_SHORT if isinstance(error, SimulationError) else BAD_USE
    return FINE


def _drawn_by(random: Random) -> Callable[[tuple[Action, ...]], Action]:
    """Draws one of some actions, each as likely."""
    return lambda actions: actions[int(random.random() * len(actions))]


@_under
def _play(variant: Variant, arguments: Namespace) -> int:
    try:
        play_command.played(variant, arguments)
    except PalaceError as error:
        _complain(error)
        return BAD_USE
    return FINE


def _new(arguments: Namespace) -> int:
    path = Path(arguments.file)
    if path.suffix != ".toml":
        _complain(f"{path}: the name of a variant file ends in .toml: write {path}.toml")
        return BAD_USE
    schema = path.with_name(SCHEMA)
    try:
        _write(path, starter(), replace=arguments.force)
        if arguments.force or not schema.exists():
            _write(schema, schema_text(), replace=arguments.force)
    except FileExistsError:
        _complain(f"{path}: this file is there already: name another, or replace it with --force")
        return BAD_USE
    except OSError as error:
        _complain(f"{path}: it cannot be written: {error.strerror}")
        return BAD_USE
    named = called(path)
    print(f"{named}: every key of a variant, to be changed; `palace check {named}` checks it")
    print(f"{called(schema)}: the same for editors; `palace schema` prints it")
    return FINE


def _write(path: Path, text: str, *, replace: bool) -> None:
    with path.open("w" if replace else "x", encoding="utf-8", newline="\n") as file:
        file.write(text)


def _schema(_: Namespace) -> int:
    print(schema_text(), end="")
    return FINE
