"""Playing at the terminal: whole games through a real pseudo-terminal, and what is said there."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator, Sequence
from io import StringIO
from pathlib import Path
from random import Random
from typing import TypeAlias

import pytest

from palace import Phase, State, apply, explain, load_record, load_variant, new_game
from palace.bots import LowestBot, RandomBot
from palace.cli import main
from palace.events import Left
from palace.terminal import Console, Sitting, play
from positions import PLAIN, at, table
from processes import SOURCE
from strategies import PRESETS

PATIENCE = 60
"""Seconds after which a terminal that says nothing is taken for dead."""
RUN = """
import fcntl, signal, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
from palace.cli import main
sys.exit(main(sys.argv[1:]))
"""
"""Runs the command line at the terminal that is its standard input, so that Ctrl-C reaches it."""
ASKS = re.compile(r"(?:seat \d|out of turn)> $")

# ---------------------------------------------------------------- a real terminal


def _without_columns() -> dict[str, str]:
    """The environment, but for what says how wide a terminal is."""
    return {key: text for key, text in os.environ.items() if key != "COLUMNS"}


class Terminal:
    """A pseudo-terminal on which `palace play` runs."""

    def __init__(self, *words: str, width: int = 80, **environment: str) -> None:
        self._mine, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
        own = {"PYTHONPATH": str(SOURCE), "TERM": "xterm", "NO_COLOR": ""}
        self._process = subprocess.Popen(
            [sys.executable, "-c", RUN, "play", *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=_without_columns() | own | environment,
            start_new_session=True,
        )
        os.close(theirs)
        self.said = ""

    def until_asked(self) -> str:
        """What is said until the player is asked, or the game is over."""
        begun = len(self.said)
        while not ASKS.search(self.said[begun:]):
            assert self._speaks(PATIENCE), f"nothing more is said after {self.said[-500:]!r}"
            came = self._read()
            if not came:
                break
            self.said += came.decode().replace("\r\n", "\n")
        return self.said[begun:]

    def _speaks(self, seconds: float) -> bool:
        """Whether anything is said in a time."""
        return bool(select.select([self._mine], [], [], seconds)[0])

    def _read(self) -> bytes:
        """What was said; nothing where the terminal has ended."""
        try:
            return os.read(self._mine, 65536)
        except OSError:  # as a terminal ends on Linux
            return b""

    def answer(self, line: str) -> str:
        """Write a line, and return what is said after it."""
        os.write(self._mine, f"{line}\n".encode())
        return self.until_asked()

    def type(self, keys: bytes) -> str:
        """Write keys, and return what is said after them."""
        os.write(self._mine, keys)
        return self.until_asked()

    def interrupt(self, send: Callable[[], object]) -> str:
        """Interrupt, and return what is said after it.

        `input` does not hear of a signal that comes between its prompt and its wait for a line; a
        player would press Ctrl-C again.
        """
        begun = len(self.said)
        for _ in range(PATIENCE // 5):
            send()
            while self._speaks(5) and (came := self._read()):
                self.said += came.decode().replace("\r\n", "\n")
            if "You leave the game." in self.said[begun:]:
                break
        return self.said[begun:]

    def press_ctrl_c(self) -> str:
        """Press Ctrl-C, and return what is said after it."""
        return self.interrupt(lambda: os.write(self._mine, b"\x03"))

    def send_signal(self) -> str:
        """Send the signal that Ctrl-C sends, and return what is said after it."""
        return self.interrupt(lambda: self._process.send_signal(signal.SIGINT))

    def ended(self) -> int:
        """The exit code."""
        return self._process.wait(PATIENCE)

    def close(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        os.close(self._mine)


Opened: TypeAlias = Callable[..., Terminal]


@pytest.fixture
def opened() -> Iterator[Opened]:
    """Opens terminals, and closes them after the test."""
    there: list[Terminal] = []

    def open_one(*words: str, **settings: object) -> Terminal:
        there.append(Terminal(*words, **settings))  # type: ignore[arg-type]
        return there[-1]

    yield open_one
    for each in there:
        each.close()


GAME = ("selected", "--players", "3", "--bot", "lowest", "--seed", "22")


@pytest.mark.parametrize("width", [40, 80])
def test_a_whole_game_is_played(opened: Opened, width: int) -> None:
    terminal = opened(*GAME, width=width)
    said = terminal.until_asked()
    assert "selected, seed 22: you are seat 0 of 3" in said.replace("\n  ", " ")
    for _ in range(200):
        if "The game is over." in said:
            break
        assert re.search(r"^ +1  \w", said, re.MULTILINE)
        said = terminal.answer("1")
    assert terminal.ended() == 0
    assert "loses" in said
    assert "game over: seat" in said
    plain = re.sub(r"\x1b\[\d+m", "", terminal.said)
    assert max(map(len, plain.splitlines())) <= width


def test_what_cannot_be_done_is_explained_and_asked_again(opened: Opened) -> None:
    terminal = opened(*GAME, NO_COLOR="1")
    terminal.until_asked()
    terminal.answer("keep")
    for line, told in {
        "nonsense": "'nonsense' is no action",
        "99": "there is no action 99: they are numbered 1 to",
        "0": "there is no action 0",
        "99999999999999999999": "there is no action",
        "flip 0": "Not possible: seat 0 still has its hand",
        "1: pickup": "you are seat 0: you do not act for seat 1",
        "play 7D 8D": "Not possible: ",
        "2C": "Not possible: 2C is not there to be used",
    }.items():
        said = terminal.answer(line)
        assert told in said
        assert ASKS.search(said)
    assert "play 7D 7S" in terminal.answer("help")
    assert "The aim is to get rid of all your cards" in terminal.answer("  rules ")
    assert "hand ?? ?? ??" in terminal.answer("table")
    assert "Seat 0 plays" in terminal.answer("1")


LEAVE: dict[str, Callable[[Terminal], str]] = {
    "quit": lambda terminal: terminal.answer("quit"),
    "Ctrl-D": lambda terminal: terminal.type(b"\x04"),
    "Ctrl-C": Terminal.press_ctrl_c,
    "signal": Terminal.send_signal,
}


@pytest.mark.parametrize("leave", LEAVE)
def test_the_game_can_be_left_at_any_time(opened: Opened, leave: str) -> None:
    terminal = opened(*GAME)
    terminal.until_asked()
    terminal.answer("1")
    said = LEAVE[leave](terminal)
    assert said.endswith("\nYou leave the game.\n")
    assert "Traceback" not in terminal.said
    assert terminal.ended() == 0


def test_colour_is_for_terminals_that_want_it(opened: Opened) -> None:
    assert "\x1b[31m" in opened(*GAME).until_asked()
    assert "\x1b" not in opened(*GAME, NO_COLOR="1").until_asked()
    assert "\x1b" not in opened(*GAME, TERM="dumb").until_asked()


def test_what_comes_through_a_pipe_is_echoed_and_has_no_colour(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "game.toml"
    monkeypatch.setattr(sys, "stdin", StringIO("keep\n1\n"))
    assert main(["play", *GAME, "--record", str(path)]) == 0
    told = capsys.readouterr()
    assert "seat 0> keep\nSeat 0 leaves its cards as they lie.\n" in told.out
    assert "\nYou leave the game.\n" in told.out
    assert "\x1b" not in told.out
    assert not told.err
    assert str(load_record(path).actions[0]) == "0: arrange 2D TD QS"


def test_letters_that_are_none_are_refused_like_other_nonsense() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "palace", "play", *GAME],
        input=b"\xff\xfe\n",
        env=os.environ | {"PYTHONPATH": str(SOURCE), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=True,
    )
    assert b"is no action" in ran.stdout
    assert not ran.stderr


def test_without_any_input_the_game_is_left() -> None:
    command = f'"{sys.executable}" -m palace play {" ".join(GAME)} <&-'
    ran = subprocess.run(
        ["/bin/sh", "-c", command],
        env=os.environ | {"PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.endswith("You leave the game.\n")


# ---------------------------------------------------------------- the record


@pytest.mark.parametrize("leave", LEAVE)
@pytest.mark.parametrize("name", ["game.toml", "game.json"])
def test_the_record_of_a_game_is_saved_however_it_is_left(
    opened: Opened, tmp_path: Path, leave: str, name: str
) -> None:
    path = tmp_path / name
    terminal = opened(*GAME, "--record", str(path))
    terminal.until_asked()
    terminal.answer("keep")
    LEAVE[leave](terminal)
    assert terminal.ended() == 0
    record = load_record(path)
    assert str(record.actions[0]) == "0: arrange 2D TD QS"
    assert record.start == new_game(load_variant("selected"), 3, seed=22)
    assert record.play() != record.start


def test_the_record_of_a_whole_game_plays_to_its_end(opened: Opened, tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    terminal = opened(*GAME, "--record", str(path))
    said = terminal.until_asked()
    while "The game is over." not in said:
        said = terminal.answer("1")
    assert terminal.ended() == 0
    assert load_record(path).play().phase is Phase.OVER
    assert "the record of the game" in said.replace("\n  ", " ")


def test_no_file_is_overwritten_and_none_is_promised_that_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = tmp_path / "there.toml"
    there.write_text("mine")
    for path, told in ((there, "is there already"), (tmp_path / "no" / "game.toml", "No such")):
        assert main(["play", *GAME, "--record", str(path)]) == 2
        said = capsys.readouterr()
        assert not said.out
        assert told in said.err
    assert there.read_text() == "mine"


def test_a_table_of_two_is_played_without_saying_so(opened: Opened) -> None:
    assert "you are seat 0 of 2" in opened("charlottes-misfits").until_asked()


# ---------------------------------------------------------------- bad use


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("selected", "--seat", "3"), "there is no seat 3: seats are 0 to 2"),
        (("selected", "--seat", "-1"), "there is no seat -1"),
        (("selected", "--players", "9"), "9 players: selected is for 2 to 5"),
        (("selected", "--bot", "clever"), "'clever' is no bot"),
        (("selected", "--players", "2", *["--bot", "random"] * 2), "2 bots for 2 players"),
        (("nowhere.toml",), "nowhere.toml"),
    ],
)
def test_what_cannot_be_played_is_bad_use(
    words: Sequence[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *words]) == 2
    said = capsys.readouterr()
    assert not said.out
    assert told in said.err


# ---------------------------------------------------------------- what is said


class Scripted:
    """A console at which lines are read from a list, and kept what is written."""

    def __init__(self, *lines: str, width: int = 80) -> None:
        self._lines = iter(lines)
        self.written: list[str] = []
        self.console = Console(self._read, self.written.append, width)

    def _read(self, _prompt: str) -> str:
        line = next(self._lines, None)
        if line is None:
            raise EOFError
        return line

    @property
    def said(self) -> str:
        return "\n".join(self.written)

    def play(self, start: State, seat: int = 0) -> Sitting:
        return play(start, seat, [LowestBot()], self.console)


@pytest.mark.parametrize("name", PRESETS)
def test_a_sitting_is_the_game_that_its_actions_make(name: str) -> None:
    """Whatever is typed, each line keeps within the width, and others' draws stay hidden."""
    random, variant = Random(name), PRESETS[name]
    players = random.choice(list(variant.players.counts))
    lines = [str(random.choice((1, 1, 2, 3))) for _ in range(40)]
    script = Scripted(*lines, width=40)
    seat = random.randrange(players)
    state = new_game(variant, players, seed=1)
    sitting = play(state, seat, [RandomBot()], script.console)
    for action in sitting.actions:
        state = apply(state, action)
    assert state == sitting.state
    assert len(sitting.actions) >= players
    assert max(map(len, script.said.splitlines())) <= 40
    for drawer, drawn in re.findall(r"^Seat (\d+) draws (.+)\.$", script.said, re.MULTILINE):
        assert (drawer == str(seat)) or re.fullmatch(r"\d+ cards?", drawn)


def test_an_action_is_written_in_several_ways() -> None:
    start = at(PLAIN, "7C 7D 9C", "8C 8D", pile="4C")
    for line in ("play 7C 7D", "7d 7c", "0: play 7C 7D", " 7♦  7♣ "):
        assert Scripted(line).play(start).actions[0] == Scripted("7C 7D").play(start).actions[0]
    assert str(Scripted("pickup").play(start).actions[0]) == "0: pickup"


def test_who_is_out_hears_only_who_leaves_and_who_loses() -> None:
    start = at(PLAIN, "7C", "8C 9C TC", "9D TD JD", pile="4C")
    script = Scripted("1")
    sitting = script.play(start)
    assert sitting.state.phase is Phase.OVER
    *_, end = script.said.partition(str(Left(0, 1)))
    assert "plays" not in end
    assert "loses." in end
    assert "The game is over." in end


def test_who_resigns_hears_how_it_ends() -> None:
    script = Scripted("resign")
    sitting = script.play(at(PLAIN, "7C 9C", "8C", "9D TD", pile="4C"))
    assert sitting.state.resigned == (0,)
    assert "Seat 0 resigns" in script.said
    assert "The game is over." in script.said


def test_a_play_out_of_turn_is_offered_and_may_be_let_be() -> None:
    start = at(
        table(out_of_turn="equal", arrange="none"), "7C 9C", "8D 8H", "9D TD", pile="7D", to_move=1
    )
    taken, let = Scripted("1"), Scripted("")
    assert str(taken.play(start).actions[0]) == "0: play 7C"
    assert let.play(start).actions[0].seat == 1
    assert "It is not your turn, but you may do this" in taken.said


def test_a_list_that_is_too_long_is_cut_and_the_rest_may_be_written() -> None:
    start = new_game(load_variant("bga-palace"), 2, seed=1)
    script = Scripted("keep")
    script.play(start)
    assert re.search(r"and \d+ more: write them, as in arrange ", script.said)
    assert "Seat 0 leaves its cards as they lie." in script.said


def test_the_rules_that_are_told_are_those_of_explain() -> None:
    variant = load_variant("rawlins")
    script = Scripted("rules", width=100)
    script.play(new_game(variant, 2, seed=1))
    told = " ".join(script.said.split())
    assert all(sentence in told for sentence in explain(variant).sentences)


def test_a_game_of_bots_that_does_not_end_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    start = at(PLAIN, "", "8C", "9C", out=(0,), pile="4C", to_move=1)
    monkeypatch.setattr("palace.terminal.MOST_ACTIONS", 0)
    script = Scripted()
    script.play(start)
    assert script.written[-1] == "The game is cut after 0 actions."
