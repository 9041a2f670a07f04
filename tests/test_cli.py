"""The command line: what it prints, its exit codes, and that nobody sees a traceback."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from attrs import evolve

from palace import Cards, State, variant_names
from palace.bundled import preset_names
from palace.cli import _tally, main

Run: TypeAlias = Callable[..., tuple[int, str, str]]
SRC = Path(__file__).parents[1] / "src"
ENVIRONMENT = os.environ | {"PYTHONPATH": str(SRC)}
HEARS_CTRL_C = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
from palace.cli import _tally, main
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command and gives its exit code, what it printed, and its complaints."""

    def ran(*arguments: str) -> tuple[int, str, str]:
        try:
            code = main(arguments)
        except SystemExit as end:
            code = int(end.code or 0)
        out, err = capsys.readouterr()
        return code, out, err

    return ran


def test_variants_are_listed_a_line_each(run: Run) -> None:
    code, out, err = run("variants")
    assert (code, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()] == list(variant_names())


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_is_shown_with_its_follow_table(run: Run, name: str) -> None:
    code, out, err = run("show", name)
    assert (code, err) == (0, "")
    assert out.startswith(f'format = 1\nname = "{name}"')
    assert "\nfree" in out


@pytest.mark.untraced
@pytest.mark.parametrize("name", preset_names())
def test_every_preset_is_fine_with_its_examples(run: Run, name: str) -> None:
    code, out, err = run("check", name)
    assert (code, err) == (0, "")
    assert re.fullmatch(rf"{name}: (1 example holds|[0-9]+ examples hold)\n", out)


def test_a_failing_example_is_told_and_falls_short(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(
        'format = 1\n[[examples]]\nname = "wrong"\npile = "4C"\n'
        'seats = [{ hand = "5C 6C" }, { hand = "7C" }]\nmoves = ["play 5C"]\nthen.to_move = 0\n'
    )
    code, out, _ = run("check", str(path))
    assert code == 1
    assert "wrong\n  to_move: expected 0, came 1" in out
    assert out.endswith("ours.toml: 1 example does not hold\n")


@pytest.mark.parametrize(
    ("held", "fallen", "told"),
    [
        (1, 0, "1 example holds"),
        (3, 0, "3 examples hold"),
        (1, 1, "1 example holds, 1 does not"),
        (3, 2, "3 examples hold, 2 do not"),
        (0, 2, "2 examples do not hold"),
    ],
)
def test_how_many_examples_hold_is_told_in_plain_words(held: int, fallen: int, told: str) -> None:
    assert _tally(held, fallen) == told


def test_a_file_without_examples_is_fine(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text("format = 1\n")
    code, out, _ = run("check", str(path))
    assert (code, out) == (0, f"{path}: fine, without examples\n")


@pytest.mark.parametrize("command", ["check", "show", "simulate"])
def test_a_broken_file_falls_short_with_every_problem(
    run: Run, tmp_path: Path, command: str
) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('format = 1\nsets = "yes"\nchance = "alwys"\n')
    code, out, err = run(command, str(path))
    assert (code, out) == (1, "")
    assert "sets: " in err
    assert 'chance: "alwys" is none of' in err


@pytest.mark.parametrize("command", ["check", "show", "simulate"])
@pytest.mark.parametrize("name", ["rawlin", "none.toml", ".", ""])
def test_what_names_no_file_is_bad_use(run: Run, command: str, name: str) -> None:
    code, out, err = run(command, name)
    assert (code, out) == (2, "")
    assert err


def test_a_name_too_long_for_a_file_is_bad_use(run: Run) -> None:
    for name in ("x" * 5000, "x" * 5000 + ".toml"):
        code, _, err = run("show", name)
        assert code == 2
        assert err.rstrip().endswith(("cannot be read: File name too long", "ends in .toml)"))


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("play",),
        ("show",),
        ("simulate", "selected", "--games", "0"),
        ("simulate", "selected", "--games", "-1"),
        ("simulate", "selected", "--players", "two"),
        ("simulate", "selected", "--seed", "1.5"),
        ("simulate", "selected", "--players", "7"),
    ],
)
def test_bad_use_is_2(run: Run, arguments: tuple[str, ...]) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err


def test_simulated_games_are_counted_and_repeat(run: Run) -> None:
    words = ("simulate", "rawlins", "--players", "3", "--games", "5", "--seed", "7")
    code, out, err = run(*words)
    assert (code, err) == (0, "")
    lost = [int(line.split()[-1]) for line in out.splitlines() if " lost " in line]
    assert (len(lost), sum(lost)) == (3, 5)
    assert "unfinished: 0\ncards conserved: yes\n" in out
    assert run(*words) == (code, out, err)


def test_a_game_at_its_limit_is_unfinished_not_lost(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "short.toml"
    path.write_text("format = 1\nend.turn_limit = 1\n")
    code, out, _ = run("simulate", str(path), "--players", "2", "--games", "3")
    assert code == 0
    assert "seat 0 lost 0\nseat 1 lost 0\nunfinished: 3\n" in out


def test_the_version_is_the_package_s(run: Run) -> None:
    assert run("--version")[:2] == (0, "palace 0.1.0\n")


def _palace(*arguments: str, **options: object) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "palace", *arguments]
    return subprocess.run(  # type: ignore[call-overload, no-any-return]
        command, env=ENVIRONMENT, text=True, check=False, capture_output=True, **options
    )


def test_it_runs_as_a_module() -> None:
    ran = _palace("variants")
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_reader_that_goes_away_is_no_error() -> None:
    ran = subprocess.run(
        f"{sys.executable} -m palace show palace-suits | head -n 1",
        shell=True,
        env=ENVIRONMENT,
        text=True,
        check=False,
        capture_output=True,
    )
    assert (ran.stdout, ran.stderr) == ("format = 1\n", "")


def test_letters_that_the_terminal_lacks_are_escaped(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('format = 1\nname = "élan"\n', encoding="utf-8")
    command = [sys.executable, "-m", "palace", "show", str(path)]
    environment = ENVIRONMENT | {"PYTHONIOENCODING": "ascii"}
    ran = subprocess.run(command, env=environment, text=True, check=False, capture_output=True)
    assert ran.returncode == 0
    assert 'name = "\\xe9lan"' in ran.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "{there}"],
        ["check", "{there}.toml"],
        ["show", "{there}.toml"],
        ["simulate", "plain", "--bots", "random", "--csv", "{there}"],
        ["simulate", "plain", "--{there}"],
        ["new", "{there}"],
        ["new", "{there}.toml/under.toml"],
        ["--import", "{there}", "variants"],
    ],
    ids=lambda arguments: " ".join(arguments[:2]),
)
def test_no_name_commands_the_terminal(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    """The names of files and options went to the terminal as they were given."""
    monkeypatch.chdir(tmp_path)
    there = "red\x1b[31m\u202e"
    Path(f"{there}").write_text('format = 1\nextends = "plain"\n', encoding="utf-8")
    Path(f"{there}.toml").write_text("format = 2\n", encoding="utf-8")
    _, out, err = run(*(each.format(there=there) for each in arguments))
    assert "red" in out + err
    assert not {"\x1b", "\u202e"} & set(out + err)


def test_where_nothing_can_be_written_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        def write(self, _: str) -> int:
            raise OSError(28, "No space left on device")

        def flush(self) -> None:
            pass

    monkeypatch.setattr(sys, "stdout", Full())
    assert main(["variants"]) == 2


def test_an_interrupt_is_130(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    def interrupted(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("palace.cli.variant_names", lambda: interrupted(None))
    assert run("variants")[0] == 130


def test_an_interrupt_ends_the_workers_at_once_and_says_nothing() -> None:
    """A terminal sends Ctrl-C to all of them, and a search would go on for long."""
    words = ["simulate", "selected", "--bots", "search:100000", "--workers", "2", "--games", "99"]
    with subprocess.Popen(
        [sys.executable, "-c", HEARS_CTRL_C, *words],
        env=ENVIRONMENT,
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        children = Path(f"/proc/{running.pid}/task/{running.pid}/children")
        while len(children.read_text().split()) < 3:  # two, and multiprocessing's own
            time.sleep(0.1)
        time.sleep(2)  # they have heard that they shall not listen
        os.killpg(running.pid, signal.SIGINT)
        said = running.communicate(timeout=60)
    assert running.returncode == 130
    assert said == (b"", b"")


@pytest.mark.parametrize("burned", ["", "4C 4C"])
def test_a_card_lost_or_doubled_is_told(
    run: Run, monkeypatch: pytest.MonkeyPatch, burned: str
) -> None:
    def careless(state: State, _: object) -> tuple[State, int]:
        return evolve(state, stock=b"", burned=Cards.of(burned).packed), 1

    monkeypatch.setattr("palace.cli.played_out", careless)
    code, out, _ = run("simulate", "selected", "--games", "1")
    assert code == 1
    assert "cards conserved: no" in out


def test_a_game_that_does_not_end_is_cut(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setattr("palace.trials.MOST_ACTIONS_TRIED", 10)
    code, out, _ = run("simulate", "selected", "--games", "2")
    assert code == 0
    assert "20 actions" in out
    assert "unfinished: 2" in out


# ---------------------------------------------------------------- simulate, with bots


def test_bots_are_simulated_into_files(run: Run, tmp_path: Path) -> None:
    table, summary = tmp_path / "games.csv", tmp_path / "summary.json"
    words = ("simulate", "selected", "--bots", "careful,lowest", "--games", "4", "--seed", "7")
    code, out, err = run(*words, "--csv", str(table), "--json", str(summary))
    assert (code, err) == (0, "")
    assert out.startswith("selected: 4 games of 2 players, seed 7;")
    assert len(table.read_text().splitlines()) == 5
    assert '"players": 2' in summary.read_text()
    assert run(*words, "--workers", "2")[1] == out


def test_without_bots_the_seats_are_random_ones(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "games.csv"
    code, out, _ = run("simulate", "burn", "--games", "1", "--csv", str(table))
    assert code == 0
    assert out.startswith("burn: 1 game of 4 players")
    assert table.read_text().splitlines()[1].startswith("0,random,random,random,random,")


@pytest.mark.parametrize("bots", [(), ("--bots", "careful")])
def test_a_table_of_two_is_simulated_without_saying_so(run: Run, bots: tuple[str, ...]) -> None:
    code, out, _ = run("simulate", "charlottes-misfits", "--games", "1", *bots)
    assert code == 0
    assert "of 2 players" in out.partition("\n")[0]


def test_a_variant_for_one_number_of_players_says_so(run: Run) -> None:
    code, _, err = run("simulate", "charlottes-misfits", "--players", "3")
    assert (code, err) == (2, "3 players: charlottes-misfits is for 2\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--bots", "carefull"), "'carefull' is no bot: write random, lowest, careful, search"),
        (("--bots", "random,random,random", "--players", "2"), "3 bots for 2 players"),
        (("--bots", "random", "--players", "9"), "9 players: selected is for 2 to 5"),
        (("--bots", "random", "--games", "1", "--csv", "/nowhere/a.csv"), "/nowhere/a.csv"),
        (("--workers", "0"), "'0' is no number of 1 to 999999999"),
    ],
)
def test_bad_use_of_bots_is_told(run: Run, words: tuple[str, ...], said: str) -> None:
    code, out, err = run("simulate", "selected", *words)
    assert (code, out) == (2, "")
    assert said in err
    assert "Traceback" not in err
