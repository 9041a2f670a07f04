"""What `palace play` does: the options, the deal, the record that it writes."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from random import randrange

from palace.bots import BOTS, bot
from palace.errors import PalaceError
from palace.record import dump_record, new_record
from palace.terminal import Console, play
from palace.variant import Variant
from palace.wording import counted, printable

SEATS = 3
"""The number of seats where none is given."""


def add_options(parser: ArgumentParser, number: Callable[[str], int]) -> None:
    """Add the options of the command.

    Args:
        parser: the parser of the command.
        number: reads a number of 1 or more.
    """
    text = "seats (3, or as near as the variant allows)"
    parser.add_argument("--players", type=number, metavar="N", help=text)
    text = f"a bot (careful): {', '.join(BOTS)}, search:200; given again, they sit in turn"
    parser.add_argument("--bot", action="append", metavar="NAME", help=text)
    parser.add_argument("--seat", type=int, default=0, metavar="S", help="your seat (0)")
    parser.add_argument("--seed", type=int, metavar="N", help="seed; left out, a new deal")
    text = "write the game's record to a new file"
    parser.add_argument("--record", type=Path, metavar="FILE", help=text)


def played(variant: Variant, arguments: Namespace) -> None:
    """Play a game at this terminal, and write its record if it is wanted, however it is left.

    Args:
        variant: the rules.
        arguments: the options.

    Raises:
        PalaceError: such a game cannot be played, or the record's file is there already.
        OSError: the record cannot be written.
    """
    seat, path = arguments.seat, arguments.record
    nearest = min(variant.players.counts, key=lambda players: abs(players - SEATS))
    players = arguments.players or nearest
    seed = randrange(1_000_000) if arguments.seed is None else arguments.seed
    names = arguments.bot or ["careful"]
    if seat not in range(players):
        raise PalaceError(f"there is no seat {seat}: seats are 0 to {players - 1}")
    if len(names) >= players:
        raise PalaceError(
            f"{counted(len(names), 'bot')} for {counted(players, 'player')}: each needs a seat "
            "besides you"
        )
    bots = [bot(name) for name in names]
    record = new_record(variant, players, seed=seed)
    if path and path.exists():
        raise PalaceError(f"{path}: this file is there already: name another")
    if path:
        dump_record(record, path)  # what cannot be written is told before the game
    console = Console.here()
    name = printable(variant.name)
    console.say(f"{name}, seed {seed}: you are seat {seat} of {players}; `help` tells more")
    sitting = play(record.start, seat, bots, console, seed)
    if path:
        dump_record(record.after(*sitting.actions), path)
        console.say(f"{path}: the record of the game")
