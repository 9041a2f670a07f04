"""What is passed wrongly, on purpose or not: one error of the library, short, that helps."""

import os
import subprocess
import sys
import tomllib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
import tomli_w
from attrs import evolve, frozen

from palace import (
    Action,
    Card,
    Cards,
    Choose,
    Flip,
    IllegalAction,
    Knowledge,
    PalaceError,
    Pass,
    Pending,
    PickUp,
    Play,
    PositionError,
    Rank,
    Record,
    RecordError,
    Resign,
    Session,
    State,
    VariantError,
    View,
    apply,
    check_examples,
    deal,
    derive,
    determinize,
    distinct_actions,
    dump_record,
    dumps_record,
    dumps_session,
    dumps_state,
    dumps_variant,
    explain,
    follow,
    is_legal,
    legal_actions,
    load_examples,
    load_record,
    load_session,
    load_variant,
    loads_record,
    loads_session,
    loads_state,
    loads_variant,
    loads_view,
    make_converter,
    new_game,
    new_record,
    parse_action,
    plays,
    position,
    problems,
    redact,
    render,
    simulate,
    start,
    step,
    view,
    why_illegal,
)
from palace.bots import SearchBot, bot, played
from palace.cli import main
from palace.events import Event
from palace.simulation import SimulationError
from palace.state import _next_seats
from palace.testing import check_bot
from palace.wording import LONGEST, printable, quoted, shown

SELECTED = load_variant("selected")
START = new_game(SELECTED, 2, seed=1)
CONVERTER = make_converter()
LONG = "x" * 100_000

# ---------------------------------------------------------------- what is quoted is short

WRONG_TEXTS: dict[str, Callable[[Any], object]] = {
    "card": Card.parse,
    "cards": Cards.of,
    "rank": Rank.parse,
    "action": parse_action,
    "action's cards": lambda text: parse_action(f"0: play {text}"),
    "action's seat": lambda text: parse_action(f"{text}: pass"),
    "option": lambda text: parse_action(f"0: choose {text}"),
    "bot": bot,
    "bot's budget": lambda text: bot(f"search:{text}"),
    "variant": loads_variant,
    "record": loads_record,
    "session": loads_session,
    "state": loads_state,
    "state of a preset": lambda text: loads_state(f"selected;{text}"),
    "field of a state": lambda text: loads_state(f"selected;pile={text}"),
    "requirement": lambda text: loads_state(f"selected;requirement={text}"),
    "view": loads_view,
    "deck": lambda text: new_game(SELECTED, 2, deck=text),
    "players": lambda text: new_game(SELECTED, text),
    "seed": lambda text: new_game(SELECTED, 2, seed=text),
    "seat": lambda text: view(START, text),
    "redacted": lambda text: redact([], text),
    "zone": lambda text: position(SELECTED, [{text: "7D"}, {"hand": "7C"}]),
    "key": lambda text: derive("selected", **{text: 1}),
    "key below": lambda text: derive("selected", deal={text: 1}),
    "rank's key": lambda text: derive("selected", ranks={text: {}}),
    "ability": lambda text: derive("selected", ranks={"7": {"abilities": [text]}}),
    "word": lambda text: derive("selected", beat=text),
    "theme": lambda text: render.svg(START, theme=text),
    "structured": lambda text: CONVERTER.structure(text, State),
    "structured card": lambda text: CONVERTER.structure([text], list[Card]),
    "structured event": lambda text: CONVERTER.structure({"kind": "turn", text: text}, Event),
    "played": lambda text: apply(START, text),
    "simulated": lambda text: simulate(SELECTED, [text, text], 1),
    "meta": lambda text: new_record(SELECTED, 2, seed=1, meta=text),
}


@pytest.mark.parametrize("what", WRONG_TEXTS)
def test_a_wrong_text_is_quoted_shortly(what: str) -> None:
    with pytest.raises(PalaceError) as told:
        WRONG_TEXTS[what](LONG)
    assert len(str(told.value)) < 3000


@pytest.mark.parametrize("what", WRONG_TEXTS)
@pytest.mark.parametrize("value", [None, 10**5000, b"7D", object()], ids=type)
def test_what_is_no_text_is_refused_like_a_wrong_one(what: str, value: object) -> None:
    if what.startswith(("action's", "option", "bot's", "field", "requirement", "state of", "key")):
        return  # these put the text into another, or name an argument
    if what in ("zone", "rank's key", "seed", "seat", "redacted", "deck", "meta") and value is None:
        return  # None says something there
    with pytest.raises((PalaceError, TypeError)) as told:
        WRONG_TEXTS[what](value)
    assert len(str(told.value)) < 1000


def test_what_does_not_show_itself_is_named_by_its_type() -> None:
    class Shy:
        def __repr__(self) -> str:
            raise RuntimeError("no")

    assert quoted(Shy()) == "a value of the type Shy"
    assert quoted(10**5000) == "a value of the type int"
    assert len(quoted(LONG)) == LONGEST


class Mute:
    """It shows itself to nobody."""

    def __repr__(self) -> str:
        raise RuntimeError("no")


MUTE: dict[str, Callable[[Any], object]] = {
    "variant": loads_variant,
    "record": loads_record,
    "problems": problems,
    "key": lambda value: derive("selected", beat=value),
    "name": lambda value: derive("selected", name=value),
}


@pytest.mark.parametrize("what", MUTE)
def test_what_does_not_show_itself_is_refused_all_the_same(what: str) -> None:
    assert shown(Mute()) == "a value of the type Mute"
    if what == "problems":
        assert problems(Mute())  # type: ignore[arg-type]
        return
    with pytest.raises(PalaceError, match="a value of the type Mute"):
        MUTE[what](Mute())


# ---------------------------------------------------------------- numbers that cannot be printed

HUGE = 10**5000
HUGE_ACTIONS: dict[str, Callable[[], object]] = {
    "seat": lambda: Play(HUGE, "7D"),
    "seat below": lambda: Pass(-HUGE),
    "place": lambda: Flip(0, HUGE),
    "option": lambda: Choose(0, HUGE),
}


@pytest.mark.parametrize("what", HUGE_ACTIONS)
def test_a_number_that_python_does_not_print_is_in_no_action(what: str) -> None:
    """Its text, and so a record or a refusal that quotes it, could not be made."""
    with pytest.raises(PalaceError, match="a value of the type int is no"):
        HUGE_ACTIONS[what]()


@pytest.mark.parametrize(
    "keys",
    [
        {"laid_by": HUGE},
        {"resigned": [HUGE, HUGE]},
        {"pending": Pending("add", 0, next=HUGE)},
        {"pending": Pending("victim", 0, next=HUGE)},
        {"pending": Pending("none", 0)},  # type: ignore[arg-type]
        {"pending": Pending("add", 0, cards="7D")},  # type: ignore[arg-type]
        {"pending": Pending("add", 0, cards=-1)},
        {"pending": 5},
    ],
    ids=quoted,
)
def test_a_mangled_position_is_an_error_of_the_library(keys: dict[str, Any]) -> None:
    with pytest.raises(PalaceError):
        position(SELECTED, [{"hand": "7D"}, {"hand": "7C"}], **keys)


@pytest.mark.parametrize("players", [0, 1, 6, 11, 5000])
def test_a_position_has_as_many_seats_as_the_variant_is_for(players: int) -> None:
    with pytest.raises(PositionError, match=rf"^{players} players?: selected is for 2 to 5"):
        position(SELECTED, [{"hand": "7D"}] * players)


# ---------------------------------------------------------------- text that no file can hold

HALF = "a\ud800"
"""Half of a letter that has two halves, as JSON may say it."""


@pytest.mark.parametrize("key", ["name", "summary"])
def test_half_a_letter_is_no_part_of_a_variant(key: str) -> None:
    with pytest.raises(VariantError, match=f"^{key}: .*half a letter"):
        derive(SELECTED, **{key: HALF})


@pytest.mark.parametrize("meta", [{"a": HALF}, {HALF: "a"}, {"a": [{"b": HALF}]}], ids=ascii)
def test_half_a_letter_is_in_no_file_of_a_record(meta: dict[str, Any], tmp_path: Path) -> None:
    for name in ("game.toml", "game.json"):
        with pytest.raises(RecordError, match="half a letter"):
            dump_record(new_record(SELECTED, 2, seed=1, meta=meta), tmp_path / name)
    assert not [*tmp_path.iterdir()]


# ---------------------------------------------------------------- a view is no state

ASKED: dict[str, Callable[[Any], object]] = {
    "apply": lambda state: apply(state, Flip(0, 0)),
    "apply a play": lambda state: apply(state, Play(0, "7D")),
    "step": lambda state: step(state, Flip(0, 0)),
    "legal_actions": legal_actions,
    "distinct_actions": distinct_actions,
    "is_legal": lambda state: is_legal(state, Flip(0, 0)),
    "why_illegal": lambda state: why_illegal(state, Flip(0, 0)),
    "view": view,
    "played": lambda state: next(played(state, [bot("lowest")] * 2, [Random(0)] * 2)),
}
PLAYING = position(SELECTED, [{"hand": "7D"}, {"hand": "7C"}], pile="3C")


@pytest.mark.parametrize("what", ASKED)
@pytest.mark.parametrize("state", [START, PLAYING], ids=["arranging", "playing"])
def test_a_view_in_the_place_of_a_state_is_told(what: str, state: State) -> None:
    with pytest.raises(PalaceError, match=r"<View of selected for seat 0.* is no state: .*view"):
        ASKED[what](view(state, 0))


@pytest.mark.parametrize("what", [each for each in ASKED if each != "played"])
def test_what_is_no_state_at_all_is_told(what: str) -> None:
    with pytest.raises(PalaceError, match=r"^'selected' is no state: make one with new_game"):
        ASKED[what]("selected")
    with pytest.raises(PalaceError, match=r"is no state"):
        dumps_state("selected")  # type: ignore[arg-type]
    with pytest.raises(PalaceError, match=r"is no view"):
        determinize(START, Random(0))  # type: ignore[arg-type]


OTHERS: dict[str, Callable[[], object]] = {
    "no view: make one": lambda: follow(START, []),  # type: ignore[arg-type]
    "no view": lambda: Knowledge.of(START),  # type: ignore[arg-type]
    "is no event": lambda: redact(["7D"]),  # type: ignore[list-item]
    "is no state": lambda: Session(SELECTED, 2).after(view(START, 0)),  # type: ignore[arg-type]
    "is no variant": lambda: loads_state("house;0=7D;1=7C", "selected"),  # type: ignore[arg-type]
    "are no examples": lambda: check_examples("selected"),  # type: ignore[arg-type]
    "is no Record": lambda: dumps_record(START),  # type: ignore[arg-type]
    "is no Session": lambda: dumps_session(START),  # type: ignore[arg-type]
    "is no text": lambda: evolve(new_record(SELECTED, 2, seed=1), digest=7),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("told", OTHERS)
def test_one_thing_in_the_place_of_another_is_told(told: str) -> None:
    with pytest.raises(PalaceError, match=told):
        OTHERS[told]()


# ---------------------------------------------------------------- pictures and names


@pytest.mark.parametrize("width", [float("nan"), float("inf"), 80.0, "80", None, True])
def test_a_width_is_a_whole_number(width: Any) -> None:
    with pytest.raises(PalaceError, match=r"width is .*: it is a whole number"):
        render.text(START, width=width)
    with pytest.raises(PalaceError, match=r"width is .*: it is a whole number"):
        render.svg(START, width=width)
    with pytest.raises(PalaceError, match=r"width is .*: it is a whole number"):
        render.follow_table(SELECTED, width=width)
    with pytest.raises(PalaceError, match=r"width is .*: it is a whole number"):
        render.deal(SELECTED, 2, width=width)


@pytest.mark.parametrize("width", [0, -1, 10**9])
def test_a_picture_is_as_wide_as_a_page_can_be(width: int) -> None:
    with pytest.raises(PalaceError, match=f"width is {width}: it is a whole number, 1 to 100000"):
        render.svg(START, width=width)


def test_a_name_cannot_command_a_terminal() -> None:
    """Control characters in a variant's name would clear it, or colour all that follows."""
    variant = evolve(SELECTED, name="a\x1b[2J\0b\nc\x9b1m")
    state = new_game(variant, 2, seed=1)
    shown = [
        render.text(state), render.svg(state), render.follow_table(variant),
        render.deal(variant, 2), str(simulate(variant, [bot("lowest")] * 2, 1)),
    ]  # fmt: skip
    for text in shown:
        assert printable(variant.name) == "a?[2J?b?c?1m"
        assert printable(variant.name) in text
        told = [letter for letter in text if not (letter.isprintable() or letter in "\n\xa0")]
        assert not told


def _told_of(call: Callable[[], object]) -> str:
    with pytest.raises(PalaceError) as told:
        call()
    return str(told.value)


def test_a_name_cannot_command_a_terminal_by_what_is_told_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nor by its rules, by an error that names it, or by an example that does not hold."""
    variant = evolve(SELECTED, name="a\x1b[2J\0b\x9b1m", summary="c\x1b[31m")
    state, path = new_game(variant, 2, seed=1), tmp_path / "house.toml"
    old = evolve(new_record(variant, 2, seed=1), digest="0" * 64)
    wrong = {"name": "d\x1b[2J", "seats": [{"hand": "7D"}, {"hand": "8D"}], "moves": ["play 7D"]}
    data = tomllib.loads(dumps_variant(variant)) | {"examples": [wrong | {"then": {"to_move": 0}}]}
    path.write_text(tomli_w.dumps(data))
    assert main(["check", str(path)]) == main(["simulate", str(path), "--players", "9"]) - 1 == 1
    assert main(["explain", str(path)]) == 0
    assert main(["diff", str(path), "plain"]) == 1
    shown = [
        *capsys.readouterr(),
        str(explain(variant)),
        repr(state),
        repr(view(state, 0)),
        repr(simulate(variant, [bot("lowest")] * 2, 1)),
        _told_of(lambda: variant.deck_cards(9)),
        _told_of(lambda: state.rules.row("none")),
        _told_of(lambda: loads_state(f"{dumps_state(state)};requirement=none", variant)),
        _told_of(lambda: position(variant, [{"hand": "7D"}, {"hand": "7C"}], laid_by=1)),
        _told_of(old.play),
        _told_of(lambda: Session(SELECTED, 2).after(apply(apply(state, Resign(0)), Resign(1)))),
    ]
    for text in shown:
        assert [letter for letter in text if not (letter.isprintable() or letter in "\n\xa0")] == []


def test_a_broken_file_cannot_command_a_terminal() -> None:
    with pytest.raises(VariantError) as told:
        loads_variant("a\x1b[2J\0")
    assert str(told.value).isprintable()


# ---------------------------------------------------------------- converted data

MANGLED: list[tuple[object, Any]] = [
    ({"kind": "turn"}, Event),
    ({"kind": "turn", "seat": "0"}, Event),
    ({"kind": "turn", "seat": 0, "more": 1}, Event),
    ({"kind": ["turn"], "seat": 0}, Event),
    ({"kind": "asked", "seat": 0, "pending": 7}, Event),
    ({"kind": "required", "seat": 0, "requirement": {"kind": "top"}}, Event),
    ({5: 6}, Pending),
    ({"kind": "played", "seat": 0, "cards": 7}, Event),
    ([1, 2], list[Card]),
    (7, list[Card]),
    ({"a": 1}, Record),
    ("over!", type(START.phase)),
    (None, Cards),
    ({"position": "selected", "known": [], "looked_at": 5}, View),
]


@pytest.mark.parametrize(("raw", "cls"), MANGLED, ids=str)
def test_mangled_data_is_an_error_of_the_library(raw: object, cls: Any) -> None:
    with pytest.raises(PalaceError):
        CONVERTER.structure(raw, cls)


def test_mangled_data_is_told_with_its_place() -> None:
    with pytest.raises(PalaceError, match=r"no list.*'7X' is no card.* @ \$\[1\]"):
        CONVERTER.structure(["7C", "7X"], list[Card])
    with pytest.raises(PalaceError, match=r"; and 90 more$"):
        CONVERTER.structure(["7X"] * 100, list[Card])


# ---------------------------------------------------------------- records


@pytest.mark.parametrize("meta", [1, "date", [("a", 1)]], ids=type)
def test_meta_is_a_table(meta: Any) -> None:
    with pytest.raises(PalaceError, match=r"meta is .*: it is a table"):
        new_record(SELECTED, 2, seed=1, meta=meta)


def test_meta_that_cannot_be_kept_is_told() -> None:
    with pytest.raises(PalaceError, match=r"cannot be copied"):
        new_record(SELECTED, 2, seed=1, meta={"a": (each for each in "a")})
    with pytest.raises(PalaceError, match=r"meta.a: a number of .* bits cannot be written"):
        dumps_record(new_record(SELECTED, 2, seed=1, meta={"a": 10**5000}))


def test_the_actions_of_a_record_are_actions() -> None:
    record = new_record(SELECTED, 2, seed=1)
    with pytest.raises(PalaceError, match=r"7 is no action"):
        record.after(7)  # type: ignore[arg-type]
    for actions in ("0: pass", 7):
        with pytest.raises(PalaceError, match=r"is no list of actions"):
            evolve(record, actions=actions)  # type: ignore[arg-type]


def test_no_table_has_such_a_seat() -> None:
    _, events = step(START, distinct_actions(START)[0])
    for seat in (-1, 10, "0", True):
        with pytest.raises(PalaceError, match=r"there is no seat"):
            redact(events, seat)  # type: ignore[arg-type]


def test_meta_that_lies_too_deep_is_told_with_its_place() -> None:
    deep = f"{dumps_record(new_record(SELECTED, 2, seed=1))}\n[meta]\n{'.'.join('a' * 3000)} = 1\n"
    with pytest.raises(RecordError, match=r"meta: .* cannot be copied: RecursionError"):
        loads_record(deep)


# ---------------------------------------------------------------- bots that fail


class MuteError(Exception):
    """An error that does not say why."""

    def __str__(self) -> str:
        raise RuntimeError("no")


@frozen
class Failing:
    """Fails in one way or another."""

    how: str

    def choose(self, view: View, actions: Sequence[Action], rng: Random) -> Any:
        if self.how == "raises":
            raise OSError("no model")
        if self.how == "illegal":
            return Flip(view.seat or 0, 9)
        if self.how == "other":
            return PickUp(1 - (view.seat or 0))
        if self.how == "changes actions":
            actions[0] = None  # type: ignore[index]
        if self.how == "raises mute":
            raise MuteError
        if self.how == "raises long":
            raise OSError(LONG)
        if self.how == "huge":
            return Flip(view.seat or 0, HUGE)
        if self.how == "changes view":
            view.to_move = 1  # type: ignore[misc]
        return self.how

    def __str__(self) -> str:
        return "failing"


FAILURES = {
    "raises": "raised OSError: no model",
    "raises mute": "raised MuteError: it does not say why",
    "raises long": "raised OSError: xxx",
    "huge": "raised NotationError: a value of the type int is no number",
    "illegal": "chose 0: flip 9: ",
    "other": "chose 1: pickup: it takes an action of its own",
    "changes actions": "raised TypeError: ",
    "changes view": "raised FrozenInstanceError",
    "text": "chose 'text': it takes an action of its own",
}


@pytest.mark.parametrize("how", FAILURES)
def test_a_bot_that_fails_is_named_with_its_seat(how: str) -> None:
    told = f"the bot failing of seat 0 {FAILURES[how]}"
    with pytest.raises(PalaceError, match=told):
        next(played(START, [Failing(how)] * 2, [Random(0)] * 2))
    with pytest.raises(PalaceError, match=f"1 of 1 game is missing: game 0: {told}"):
        simulate(SELECTED, [Failing(how)] * 2, 1)


def test_a_bot_that_does_not_say_its_name_is_called_as_its_class_is() -> None:
    class Nameless(Failing):
        def __str__(self) -> str:
            raise RuntimeError("no")

    with pytest.raises(PalaceError, match=r"^the bot Nameless of seat 0 raised OSError: no model"):
        next(played(START, [Nameless("raises")] * 2, [Random(0)] * 2))
    with pytest.raises(AssertionError, match=r"^Nameless, asked in .*, raised OSError: no model"):
        check_bot(Nameless("raises"), variants=[SELECTED], games=1)


def test_what_is_told_of_a_failing_bot_is_short() -> None:
    with pytest.raises(PalaceError) as told:
        next(played(START, [Failing("raises long")] * 2, [Random(0)] * 2))
    assert len(str(told.value)) < 3000


def test_an_illegal_choice_keeps_its_reason() -> None:
    with pytest.raises(IllegalAction) as told:
        next(played(START, [Failing("illegal")] * 2, [Random(0)] * 2))
    refusal = why_illegal(START, Flip(0, 9))
    assert refusal is not None
    assert told.value.reason is refusal.reason


@pytest.mark.parametrize("budget", ["50", [1], None])
def test_a_budget_is_a_number(budget: Any) -> None:
    if budget is None:
        assert SearchBot(seconds=None) == SearchBot()
        return
    with pytest.raises(PalaceError, match=r"budget of more than 0"):
        SearchBot(playouts=budget)


# ---------------------------------------------------------------- files and pipes


@pytest.mark.parametrize("name", ["x" * 300, "a\0b"], ids=["long", "nul"])
@pytest.mark.parametrize("load", [load_variant, load_examples, load_record, load_session])
@pytest.mark.parametrize("suffix", ["", ".toml", ".json"])
def test_a_name_that_no_file_can_have_is_told(
    load: Callable[[str], object], name: str, suffix: str
) -> None:
    with pytest.raises(PalaceError, match=r"there is no preset|the file cannot be read"):
        load(name + suffix)


def test_a_file_whose_examples_could_not_lie_beside_it_is_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The name of the examples would be longer than a name can be."""
    path = tmp_path / f"{'x' * 248}.toml"
    path.write_text('format = 1\nname = "long"\n')
    assert main(["check", str(path)]) == 0
    assert main(["check", str(tmp_path / ("x" * 300)), "selected"]) == 2
    told = capsys.readouterr()
    assert "xxx.toml: fine, without examples" in told.out
    assert ": the file cannot be read: File name too long" in told.err


def test_a_folder_that_may_not_be_looked_into_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused(_: Path) -> bool:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "is_file", refused)
    assert main(["check", "closed/house.toml"]) == 2
    told = "closed/house.toml: the file cannot be read: Permission denied\n"
    assert capsys.readouterr().err == told


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are of Unix")
def test_a_file_names_no_pipe_and_no_device(tmp_path: Path) -> None:
    """One that is read for ever would hang, or fill, whoever checks a stranger's file."""
    os.mkfifo(tmp_path / "pipe.toml")
    for named in ("pipe.toml", "/dev/zero"):
        for name, text in (
            ("house.toml", f'format = 1\nextends = "{named}"\n'),
            ("house.examples.toml", f'variant = "{named}"\n'),
        ):
            (tmp_path / name).write_text(text)
            with pytest.raises(VariantError, match="is a pipe or a device"):
                load_examples(tmp_path / name)


def test_a_mark_before_a_text_is_no_part_of_it(tmp_path: Path) -> None:
    """Some editors write it, into files of either form, and it is copied along."""
    record, path = new_record(SELECTED, 2, seed=1), tmp_path / "game.json"
    dump_record(record, path)
    path.write_text(path.read_text(encoding="utf-8"), encoding="utf-8-sig")
    assert load_record(path) == record
    assert loads_record("\ufeff" + dumps_record(record)) == record
    assert loads_variant("\ufeffformat = 1") == loads_variant("format = 1")


def test_the_line_of_a_mistake_is_quoted_whatever_breaks_lines_elsewhere() -> None:
    with pytest.raises(VariantError, match=r"line 3: .*, in: name = x y;"):
        loads_variant("format = 1\n# a\u2028b\x85c\nname = x y\n")


def test_simulate_replaces_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is refused before the games, and no file is left of what was not played."""
    mine, other = tmp_path / "mine.csv", tmp_path / "other.json"
    mine.write_text("mine")
    words = ["simulate", "plain", "--players", "2", "--games", "1"]
    assert main([*words, "--json", str(other), "--csv", str(mine)]) == 2
    assert "mine.csv: this file is there already: name another" in capsys.readouterr().err
    assert mine.read_text() == "mine"
    assert not other.exists()
    assert main([*words, "--csv", str(tmp_path / "none" / "a.csv"), "--json", str(other)]) == 2
    assert "a.csv: it cannot be written: No such file" in capsys.readouterr().err
    assert not other.exists()


COMMANDS = [
    ["variants"], ["show", "plain"], ["explain", "plain"], ["diff", "plain", "selected"],
    ["check", "plain"], ["simulate", "plain", "--players", "2", "--games", "1"], ["schema"],
    ["--help"], ["--version"],
]  # fmt: skip


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux")  # noqa: PTH110
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_output_that_cannot_be_written_is_told(words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = _run(words, stdout=full)
    assert (done.returncode, done.stderr) == (
        2, "the output: it cannot be written: No space left on device\n",
    )  # fmt: skip


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux")  # noqa: PTH110
@pytest.mark.parametrize("words", [["check", "none.toml"], ["simulate"], ["show", "none"]])
def test_the_exit_code_tells_what_no_message_can(words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = _run(words, stdout=subprocess.PIPE, stderr=full)
    assert (done.returncode, done.stdout) == (2, "")


@pytest.mark.skipif(os.name != "posix", reason="a shell of Unix")
def test_a_complaint_that_nobody_hears_is_no_output() -> None:
    words = [sys.executable, "-m", "palace", "check", "none.toml"]
    closed = subprocess.run(
        ["/bin/sh", "-c", '"$@" 2>&-', "sh", *words], stdout=subprocess.PIPE, check=False
    )
    assert (closed.returncode, closed.stdout) == (2, b"")


def test_a_module_that_leaves_cannot_be_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "leaves_at_once.py").write_text("raise SystemExit(0)\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert main(["--import", "leaves_at_once", "variants"]) == 2
    told = "leaves_at_once cannot be imported: SystemExit: 0\n"
    assert capsys.readouterr() == ("", told)


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_a_reader_that_has_gone_is_no_error(words: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as pipe:
        done = _run(words, stdout=pipe)
    assert done.returncode in ((0, 1) if words[0] == "diff" else (0,))
    assert done.stderr == ""


def _run(
    words: list[str], stdout: Any, stderr: Any = subprocess.PIPE
) -> "subprocess.CompletedProcess[str]":
    environment = {key: text for key, text in os.environ.items() if key != "PYTHONUNBUFFERED"}
    return subprocess.run(
        [sys.executable, "-m", "palace", *words], stdout=stdout, stderr=stderr, text=True,
        check=False, env=environment,
    )  # fmt: skip


def test_an_executor_that_was_shut_down_plays_no_game() -> None:
    with ThreadPoolExecutor(1) as executor:
        pass
    with pytest.raises(SimulationError, match=r"^3 of 3 games are missing: RuntimeError: .*shut"):
        simulate(SELECTED, [bot("lowest")] * 2, 3, executor=executor)


def test_a_record_is_kept_where_the_player_is_cut_off(tmp_path: Path) -> None:
    """A terminal that goes away in a game leaves the record of what was played."""
    path = tmp_path / "game.toml"
    reading, writing = os.pipe()
    with os.fdopen(writing, "w") as pipe:
        playing = subprocess.Popen(
            [sys.executable, "-m", "palace", "play", "plain", "--players", "2", "--record", path],
            stdin=subprocess.PIPE, stdout=pipe, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
    os.read(reading, 100)
    os.close(reading)
    _, errors = playing.communicate("1\n" * 50)
    assert errors == ""
    assert loads_record(path.read_text()).play() is not None


# ---------------------------------------------------------------- grammar


def test_one_is_no_plural() -> None:
    with pytest.raises(PalaceError, match=r"^1 player: selected is for 2 to 5"):
        new_game(SELECTED, 1, seed=1)
    told = str(simulate(SELECTED, [bot("lowest")] * 2, 1))
    assert told.startswith("selected: 1 game of 2 players, seed 0")


# ---------------------------------------------------------------- memory

BOUNDED = {
    "plays._of_rank": plays._of_rank,
    "plays._of_ranks": plays._of_ranks,
    "start._tried": start._tried,
    "deal._in_order": deal._in_order,
}


@pytest.mark.parametrize("name", BOUNDED)
def test_what_is_kept_of_many_variants_is_bounded(name: str) -> None:
    """A process may load thousands of variants, as where players upload theirs."""
    assert BOUNDED[name].cache_parameters()["maxsize"] is not None


def test_the_order_in_which_players_leave_is_not_kept() -> None:
    """Ten players leave in millions of orders, so that a long simulation would fill the memory."""
    _next_seats.cache_clear()
    rules = derive(SELECTED, players={"max": 6}, deck={"packs": 2})
    for gone in permutations(range(4)):
        state = position(rules, [{}] * 4 + [{"hand": "7D"}] * 2, out=gone, to_move=4)
        assert state._frame.after[5] == 4
    assert _next_seats.cache_info().currsize == 1
