"""A game at the terminal: one seat is played by whoever sits there, the others by bots.

The player at the terminal is one more kind of bot: it sees a view, and is asked when its seat is.
"""

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from io import TextIOWrapper
from itertools import cycle
from random import Random
from shutil import get_terminal_size
from textwrap import wrap
from typing import TextIO

from attrs import frozen

from palace.actions import Action, Arrange, parse_action
from palace.bots import MOST_ACTIONS, Bot, is_out_of_turn, played
from palace.cards import Card
from palace.errors import NotationError
from palace.events import Asked, Began, Ended, Event, Left, Lost, Required, Resigned, Turn, redact
from palace.explanation import explain
from palace.render import text
from palace.state import Phase, State
from palace.views import View, view
from palace.wording import counted

NARROWEST, WIDEST = 40, 100
"""The narrowest and the widest lines that are written, in letters."""
LISTED = 24
"""The most actions that are listed; any other can be written out."""


class Quit(BaseException):
    """The player leaves the game: no error of whoever plays there."""


@frozen
class Console:
    """Where a player reads and writes.

    Attributes:
        read: reads a line after a prompt; raises `EOFError` where no more comes.
        write: writes lines.
        width: the longest line, in letters.
        colour: whether red cards are written in red.
    """

    read: Callable[[str], str] = input
    write: Callable[[str], None] = print
    width: int = 80
    colour: bool = False

    @classmethod
    def here(cls) -> "Console":
        """That of this process: as wide as its terminal, in colour where that is wanted."""
        columns = get_terminal_size((80, 24)).columns
        width = min(max(columns - 1, NARROWEST), WIDEST)
        plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
        if isinstance(sys.stdin, TextIOWrapper):  # what is no letter is refused like other nonsense
            sys.stdin.reconfigure(errors="backslashreplace")
        read = input if _is_terminal(sys.stdin) else _echoing
        return cls(read, width=width, colour=_is_terminal(sys.stdout) and not plain)

    def say(self, told: str) -> None:
        """Write a text, each of its lines wrapped."""
        for line in told.splitlines():
            indent = " " * (len(line) - len(line.lstrip()))
            parts = wrap(line, self.width, subsequent_indent=f"{indent}  ") or [""]
            self.write("\n".join(parts))

    def show(self, seen: View) -> None:
        """Write a table."""
        self.write(text(seen, width=self.width, colour=self.colour))


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def _echoing(prompt: str) -> str:
    """A line that no terminal has shown as it was written."""
    if sys.stdin is None or sys.stdout is None:  # a process may be started without
        raise EOFError
    line = input(prompt)
    print(line)  # noqa: T201 - where the player reads
    return line


# ---------------------------------------------------------------- who sits there


@frozen
class Human:
    """The player at a console, asked as a bot is."""

    console: Console

    def choose(self, view: View, actions: Sequence[Action], rng: Random) -> Action | None:  # noqa: ARG002
        """What the player writes, asked until it is a legal action.

        Raises:
            Quit: the player leaves, or nobody is there any more to read or to write.
        """
        try:
            return self._answer(view, actions)
        except OSError:
            raise Quit from None

    def _answer(self, view: View, actions: Sequence[Action]) -> Action | None:
        _show_table(self.console, view, actions)
        while True:
            line = self._read(view)
            if line in _COMMANDS:
                _COMMANDS[line](self.console, view, actions)
            elif line in ("", "0") and is_out_of_turn(view):
                return None
            elif line:
                action = self._action(line, view, actions)
                if action is not None:
                    return action

    def _read(self, view: View) -> str:
        prompt = "out of turn> " if is_out_of_turn(view) else f"seat {view.seat}> "
        try:
            return " ".join(self.console.read(prompt).split())
        except EOFError:
            raise Quit from None

    def _action(self, line: str, view: View, actions: Sequence[Action]) -> Action | None:
        """The action that a line means; None, after the reason, where there is none."""
        try:
            action = _meant(line, view, actions)
        except NotationError as error:
            self.console.say(f"{error} (`help` says what can be written)")
            return None
        refusal = view.why_illegal(action)
        if refusal is not None:
            self.console.say(f"Not possible: {refusal}.")
            return None
        return action


def _meant(line: str, view: View, actions: Sequence[Action]) -> Action:
    """The action that a line means: a number, cards alone, `keep`, or what `parse_action` reads."""
    if line.isascii() and line.isdigit():
        number = int(line[:9])
        if 1 <= number <= len(actions):
            return actions[number - 1]
        raise NotationError(f"there is no action {number}: they are numbered 1 to {len(actions)}")
    if line == "keep" and view.seat is not None:
        return Arrange(view.seat, view.face_up[view.seat])
    action = parse_action(
        f"play {line}" if _is_card(line.split(maxsplit=1)[0]) else line, view.seat
    )
    if action.seat != view.seat:
        raise NotationError(f"you are seat {view.seat}: you do not act for seat {action.seat}")
    return action


def _is_card(word: str) -> bool:
    try:
        Card.parse(word)
    except NotationError:
        return False
    return True


# ---------------------------------------------------------------- what the player asks for


def _show_table(console: Console, view: View, actions: Sequence[Action]) -> None:
    console.write("")
    console.show(view)
    console.write("")
    for row in _in_columns([_without_seat(each) for each in actions[:LISTED]], console.width):
        console.write(row)
    if len(actions) > LISTED:
        example = _without_seat(actions[LISTED])
        console.say(f"and {len(actions) - LISTED} more: write them, as in {example}")
    if is_out_of_turn(view):
        console.say("It is not your turn, but you may do this; enter alone lets play go on.")


def _without_seat(action: Action) -> str:
    return str(action).partition(": ")[2]


def _in_columns(texts: Sequence[str], width: int) -> list[str]:
    """Numbered texts in as many columns as there is room for, numbered downwards."""
    numbered = [f"{number:3}  {each}" for number, each in enumerate(texts, start=1)]
    widest = max(map(len, numbered))
    rows = -(-len(numbered) // max(1, (width + 3) // (widest + 3)))
    lines = ("   ".join(f"{each:{widest}}" for each in numbered[row::rows]) for row in range(rows))
    return [line.rstrip() for line in lines]


def _help(console: Console, _: View, __: Sequence[Action]) -> None:
    console.say(_HELP)


def _rules(console: Console, view: View, _: Sequence[Action]) -> None:
    console.say(str(explain(view.variant)))


def _quit(_: Console, __: View, ___: Sequence[Action]) -> None:
    raise Quit


_COMMANDS: dict[str, Callable[[Console, View, Sequence[Action]], None]] = {
    "help": _help,
    "?": _help,
    "rules": _rules,
    "table": _show_table,
    "quit": _quit,
}
_HELP = """\
Write the number of an action, or the action itself:
  play 7D 7S       lay cards; 7D 7S alone is enough
  pickup           take the pile; pickup 9C adds a face-up card
  flip 0           turn the face-down card at place 0
  arrange 2C TD    choose the cards that shall lie face up; keep leaves them
  chance, pass, choose 2, choose higher    where the rules have them
  resign           give up; the others play on
Cards are a rank and a suit: 2 to 9, T, J, Q, K, A and C, D, H, S; *R and *B are jokers.
?? is a card that you do not see, -- a place where one was.
  table            show the table again
  rules            the rules of this game
  quit             leave the game, as Ctrl-D does"""


# ---------------------------------------------------------------- the game


@frozen
class Sitting:
    """A game as far as it was played.

    Attributes:
        state: the state at the end, or when the player left.
        actions: every action from the deal to there.
    """

    state: State
    actions: tuple[Action, ...]


def play(
    start: State, seat: int, others: Sequence[Bot], console: Console, seed: int = 0
) -> Sitting:
    """Play a game at a console against bots.

    Args:
        start: the state after the deal.
        seat: the seat of the player at the console.
        others: the bots; they take the other seats in turn.
        console: where the player reads and writes.
        seed: where the bots' random numbers come from.

    Returns:
        The game to its end, or to where the player left it.
    """
    bots = cycle(others)
    seated = [Human(console) if each == seat else next(bots) for each in range(start.players)]
    rngs = [Random(f"palace play {seed} {each}") for each in range(start.players)]
    state = start
    actions: list[Action] = []
    try:
        for each in played(start, seated, rngs, MOST_ACTIONS):
            _tell(each.events, each.before, seat, console)
            state = each.after
            actions.append(each.action)
    except (Quit, KeyboardInterrupt, OSError):
        with suppress(OSError):  # who left may not read it
            console.say("\nYou leave the game.")
    else:
        console.write("")
        console.show(view(state, seat))
        if state.phase is not Phase.OVER:
            console.say(f"The game is cut after {counted(len(actions), 'action')}.")
    return Sitting(state, tuple(actions))


def _tell(events: Iterable[Event], before: State, seat: int, console: Console) -> None:
    """Say what happened, as the seat saw it; whoever is out hears only who leaves and who loses."""
    for event in redact(events, seat):
        if isinstance(event, Left | Lost | Resigned | Ended) or not (
            seat not in before.active or isinstance(event, Turn | Required | Asked | Began)
        ):
            console.say(str(event))
