"""Worked examples in files: what they may say, which mistakes are errors, what a failure tells.

Protects against the fault that an example with a mistake passes, because it checks nothing.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import tomli_w
from attrs import evolve
from hypothesis import given, strategies as st

from palace import (
    Session,
    Variant,
    VariantError,
    check_examples,
    dump_record,
    dump_session,
    load_examples,
    load_variant,
    new_record,
    parse_action,
    position,
    why_illegal,
)
from palace.bundled import preset_names
from palace.examples import Examples, Then
from telling import attempt, cases, in_file, pairs, problems_of

SHARED = Path(__file__).parents[2] / "shared" / "cases"
SEATS = 'seats = [{ hand = "7D 7S 4C" }, { hand = "9C 3S", face_up = "KH" }]'
ARRANGING = """\
phase = "arrange"
seats = [{ hand = "7D", face_up = "3C" }, { hand = "8C", face_up = "4C" }]"""
DECK = 'players = 2\ndeck = "4C 5C"'
SHORT = {"SEATS": SEATS, "ARRANGING": ARRANGING, "DECK": DECK}
NO_CARD = (
    "is no card: write a rank (2-9, T or 10, J, Q, K, A) and a suit (C, D, H, S), as in 7H, "
    "or a joker as *R or *B"
)
NO_VARIANT = "it is missing: write variant = \"...\", a preset's name or a file's path"

Load: TypeAlias = Callable[..., Examples]
Differ: TypeAlias = Callable[..., list[str]]


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """Loads a file with one example that says this."""

    def loaded(example: str, variant: str = "selected") -> Examples:
        path = tmp_path / "ours.toml"
        text = f'variant = "{variant}"\n[[examples]]\nname = "x"\n{example}\n'
        path.write_text(text, encoding="utf-8")
        return load_examples(path)

    return loaded


@pytest.fixture
def differ(load: Load) -> Differ:
    """Tells the differences of an example that can be played."""

    def differences(*example: str) -> list[str]:
        failures = check_examples(load(*example))
        return [line for failure in failures for line in failure.differences]

    return differences


# ---------------------------------------------------------------- examples that hold


@pytest.mark.parametrize("name", preset_names())
def test_the_examples_of_every_preset_hold(name: str) -> None:
    examples = load_examples(name)
    assert examples.variant == load_variant(name)
    assert len(examples.examples) > 0
    assert [str(failure) for failure in check_examples(examples)] == []


@pytest.mark.parametrize("name", preset_names())
def test_the_shared_cases_are_among_them(name: str) -> None:
    if not SHARED.is_dir():
        pytest.skip("the shared cases are not there")
    shared = load_examples(SHARED / f"{name}.toml")
    assert check_examples(shared) == ()
    assert set(map(repr, shared.examples)) <= set(map(repr, load_examples(name).examples))


HOLDING = """
SEATS
pile = "7H 7C"
moves = ["play 7D 7S"]
then = { burned = "7S 7H 7C 7D", pile = "", to_move = 0 }

SEATS
moves = ["play 7S 7D"]
then.pile = "7S 7D"

SEATS
moves = ["play 7S 7D"]
then.seats = [{ hand = "4C", face_down = "" }, { face_up = "K♥" }]

SEATS
moves = ["play 4C", "1: play 9C"]
then.legal = true

SEATS
moves = ["play 9C"]
then = { legal = false, reason = "not_held", to_move = 0 }

SEATS
moves = ["1: pickup"]
then.legal = false

SEATS
then = { may = ["play 7D", "0: play 4C"], may_not = ["pickup", "1: play 9C"] }

SEATS
then.legal_moves = ["play 4C", "play 7D", "play 7S", "play 7S 7D"]

SEATS
to_move = 1
direction = -1
dealer = 1
pile = "8C"
then = { direction = -1, to_move = 1, requirement = "8" }

SEATS
stock = "JC QC"
then = { stock = "JC QC", phase = "play", unfinished = false, out = [] }

seats = [{ hand = "8D" }, { hand = "9C" }]
moves = ["play 8D"]
then = { phase = "over", out = [0], loser = 1, places = [1, 2], next_dealer = 1 }

seats = [{ hand = "8D" }, { hand = "9C" }]
moves = ["play 8D"]
then = { legal_moves = [], may_not = ["pickup"] }

seats = [{ face_down = "-- 8D --" }, { hand = "9C" }]
then = { seats = [{ face_down = "8D" }], may = ["flip 1"] }

seats = [{ face_down = "8C 8D" }, { hand = "9C" }]
moves = ["flip 0"]
then.seats = [{ face_down = "-- 8D" }]

out = [0]
to_move = 2
seats = [{}, { hand = "8D" }, { hand = "9C" }]
then = { out = [0], seats = [{ hand = "" }] }

ARRANGING
moves = ["1: arrange 8C", "0: arrange 7D"]
then.phase = "play"

DECK
then = { phase = "arrange", pile = "", may_not = ["0: arrange 4C"] }

DECK
then.legal = true

DECK
moves = ["0: flip 0"]
then = { legal = false, reason = "still_arranging" }

players = 6
deck = ""
then.legal = false

players = 2
deck = "*R"
then.legal = false

players = 2
dealer = 2
deck = "4C"
then.legal = false

players = 2
deck = "4C 4C"
then.legal = false
"""


@pytest.mark.parametrize(("example", "lines"), cases(HOLDING, **SHORT))
def test_an_example_that_holds_has_no_differences(
    differ: Differ, example: str, lines: list[str]
) -> None:
    assert differ(example) == lines


def test_an_example_may_begin_under_a_limit(differ: Differ) -> None:
    assert differ(
        'requirement = "lead 10 or higher"\nseats = [{ hand = "4C JC" }, { hand = "6D" }]\n'
        'then = { requirement = "lead 10 or higher", legal_moves = ["play JC"] }',
        "ten-two-slide",
    ) == []  # fmt: skip


def test_an_example_of_a_game_with_a_limit_of_turns(tmp_path: Path) -> None:
    (tmp_path / "short.toml").write_text(in_file("end.turn_limit = 3"))
    (tmp_path / "short.examples.toml").write_text(
        f'variant = "short.toml"\n[[examples]]\nname = "cut"\nturns = 2\n{SEATS}\n'
        'moves = ["play 4C"]\nthen = { phase = "over", unfinished = true, next_dealer = 1 }'
    )
    assert check_examples(load_examples(tmp_path / "short.toml")) == ()


# ---------------------------------------------------------------- where examples are


def test_a_variants_examples_are_in_its_file_and_beside_it(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text(
        in_file(
            f'sets = false\n[[examples]]\nname = "inside"\n{SEATS}\nthen.may_not = ["play 7D 7S"]'
        )
    )
    assert [each.name for each in load_examples(tmp_path / "ours.toml").examples] == ["inside"]
    (tmp_path / "ours.examples.toml").write_text(
        f'variant = "ours.toml"\n[[examples]]\nname = "beside"\n{SEATS}\nthen.may = ["play 7D"]'
    )
    both = load_examples(str(tmp_path / "ours.toml"))
    assert [each.name for each in both.examples] == ["inside", "beside"]
    assert both.variant == load_variant(tmp_path / "ours.toml")
    assert check_examples(both) == ()


def test_a_variant_without_examples_has_none(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text("format = 1")
    assert load_examples(tmp_path / "ours.toml") == Examples(
        load_variant(tmp_path / "ours.toml"), ()
    )


def test_a_variant_whose_name_leaves_no_room_for_examples_beside_it_has_none(
    tmp_path: Path,
) -> None:
    """A file's name has 255 letters at most, and that of the examples is longer."""
    path = tmp_path / f"{'x' * 250}.toml"
    path.write_text("format = 1", encoding="utf-8")
    assert load_examples(path).examples == ()


def test_a_file_beside_a_variant_is_about_that_variant(tmp_path: Path) -> None:
    """Else its examples would be played by other rules than it says."""
    (tmp_path / "ours.toml").write_text(in_file("sets = false"))
    beside = tmp_path / "ours.examples.toml"
    beside.write_text(
        f'variant = "selected"\n[[examples]]\nname = "x"\n{SEATS}\nthen.may = ["play 7D"]'
    )
    with pytest.raises(VariantError) as refused:
        load_examples(tmp_path / "ours.toml")
    assert (
        str(refused.value) == f"{beside}: variant: it is not ours.toml, beside which this file lies"
    )
    assert check_examples(load_examples(beside)) == ()


def test_a_path_to_the_variant_is_relative_to_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "ours.toml").write_text(in_file("sets = false"))
    (tmp_path / "ours.toml").write_text("not TOML")
    examples = tmp_path / "rules" / "cases.toml"
    examples.write_text(
        f'variant = "ours.toml"\n[[examples]]\nname = "x"\n{SEATS}\nthen.may_not = ["play 7D 7S"]'
    )
    monkeypatch.chdir(tmp_path)
    assert check_examples(load_examples("rules/cases.toml")) == ()


# ---------------------------------------------------------------- mistakes


MISTAKES = """
SEATS
    examples[0].then: it is missing: write then = ...

SEATS
then = {}
    examples[0].then: it is empty: say what must hold

SEATS
then = 3
    examples[0].then: 3 is no table: write its keys below a [header], or in braces

SEATS
then.pile = 7
    examples[0].then.pile: 7 is no text: name each card, in quotes, as in "7D 7S"

SEATS
then.pile = ["7C"]
    examples[0].then.pile: ["7C"] is no text: write it in quotes, as in "..."

SEATS
then.pil = ""
    examples[0].then.pil: unknown key "pil"; did you mean "pile"?

SEATS
then = { pile = "", stok = "" }
    examples[0].then.stok: unknown key "stok"; did you mean "stock"?

SEATS
then.seats = [{ hnd = "" }]
    examples[0].then.seats[0].hnd: unknown key "hnd"; did you mean "hand"?

SEATS
thn.pile = ""
    examples[0].then: it is missing: write then = ...
    examples[0].thn: unknown key "thn"; did you mean "then"?

SEATS
move = []
then.pile = ""
    examples[0].move: unknown key "move"; did you mean "moves"?

SEATS
moves = "play 7D"
then.pile = ""
    examples[0].moves: "play 7D" is no list: write ["play 7D"]

SEATS
moves = [7]
then.pile = ""
    examples[0].moves[0]: 7 is no text: write it in quotes, as in "..."

SEATS
to_move = "0"
then.pile = ""
    examples[0].to_move: "0" is no whole number: write digits, without quotes or a point

SEATS
phase = "begin"
then.pile = ""
    examples[0].phase: "begin" is none of "arrange", "play", "over"

SEATS
phase = 3
then.phase = "Over"
    examples[0].phase: 3 is none of "arrange", "play", "over"
    examples[0].then.phase: "Over" is none of "arrange", "play", "over"; did you mean "over"?

SEATS
then = { legal = 0, out = 1, loser = "1", may = [1] }
    examples[0].then.out: 1 is no list: write [1]
    examples[0].then.loser: "1" is no whole number: write digits, without quotes or a point
    examples[0].then.legal: 0 is neither true nor false: write true or false, without quotes
    examples[0].then.may[0]: 1 is no text: write it in quotes, as in "..."

seats = 3
then.pile = ""
    examples[0].seats: 3 is no list: write it in brackets, as in [{ ... }]

seats = [3, { hand = 3 }, { hands = "" }]
then.pile = ""
    examples[0].seats[0]: 3 is no table: write its keys below a [header], or in braces
    examples[0].seats[1].hand: 3 is no text: name each card, in quotes, as in "7D 7S"
    examples[0].seats[2].hands: unknown key "hands"; did you mean "hand"?

SEATS
moves = ["play 7D", "ply 9C", "play 1h"]
then.pile = ""
    examples[0].moves[1]: 'ply 9C' is no action:
        it starts with play, flip, pickup, chance, choose, pass, arrange or resign
    examples[0].moves[2]: 'play 1h' is no action: '1h' NO_CARD

SEATS
then = { may = ["flip"], may_not = ["x: flip 0"], legal_moves = ["play 7D", "chance 7D"] }
    examples[0].then.may[0]: 'flip' is no action: after "flip" stands one place, 0 for the first
    examples[0].then.may_not[0]: 'x: flip 0' is no action:
        before the colon stands a seat, as in 1:
    examples[0].then.legal_moves[1]: 'chance 7D' is no action: after "chance" stands nothing

SEATS
pile = "10hx"
stock = "♥10"
then = { pile = "11", burned = "7X", stock = "" }
    examples[0].pile: '10hx' NO_CARD
    examples[0].stock: '♥10' NO_CARD
    examples[0].then.pile: '11' NO_CARD
    examples[0].then.burned: '7X' NO_CARD

seats = [{ hand = "--", face_down = "-- x" }, { face_up = "1h" }]
then.seats = [{ hand = "7X" }, { face_up = "--", face_down = "-- 7D" }]
    examples[0].seats[0].hand: '--' NO_CARD
    examples[0].seats[0].face_down: 'x' NO_CARD
    examples[0].seats[1].face_up: '1h' NO_CARD
    examples[0].then.seats[0].hand: '7X' NO_CARD
    examples[0].then.seats[1].face_up: '--' NO_CARD

players = 2
deck = "4X"
then.pile = ""
    examples[0].deck: '4X' NO_CARD

players = 2
deck = "4X"
then.legal = false
    examples[0].deck: '4X' NO_CARD

SEATS
then.seats = []
    examples[0].then.seats: it names no zone: say which cards lie where

SEATS
then.seats = [{}, {}]
    examples[0].then.seats: it names no zone: say which cards lie where

SEATS
then.seats = [{}, {}, { hand = "" }]
    examples[0].then.seats: there are 2 seats, not 3

SEATS
then = { may = [], may_not = [] }
    examples[0].then.may: it is empty: name a move
    examples[0].then.may_not: it is empty: name a move

SEATS
then.legal = false
    examples[0].then.legal: there is no move that it could be about

SEATS
then.legal = true
    examples[0].then.legal: there is no move that it could be about

SEATS
moves = ["play 7D"]
then.reason = "not_held"
    examples[0].then.reason: only a refusal has a reason: write legal = false beside it

SEATS
moves = ["play 7D"]
then = { legal = true, reason = "not_held" }
    examples[0].then.reason: only a refusal has a reason: write legal = false beside it

then.pile = ""
    examples[0]: it has neither `seats` nor a `deck`: say what the position is

pile = "7C"
then.pile = ""
    examples[0]: it has neither `seats` nor a `deck`: say what the position is

SEATS
pile = "7D"
stock = "*R"
then.pile = ""
    examples[0]: 7D: 2 placed, but 1 in the deck; *R: 1 placed, but none in the deck

seats = [{ hand = "7D" }, {}]
then.pile = ""
    examples[0]: seat 1 holds no card: name it in `out`

seats = [{ hand = "7D" }]
then.pile = ""
    examples[0]: 1 player: selected is for 2 to 5

SEATS
to_move = 2
direction = 2
turns = 2
then.pile = ""
    examples[0]: to_move: there is no seat 2: seats are 0 to 1; turns is 2: the variant does
        not limit them; direction is 2: it is 1 or -1

SEATS
phase = "over"
then.pile = ""
    examples[0]: the game is over only when one seat is left, or at the limit of turns

SEATS
requirement = "9"
then.pile = ""
    examples[0]: requirement: it is 9, but the pile asks for free

SEATS
players = 2
then.starter = 0
    examples[0].players: it goes with a deck: the seats are counted
    examples[0].then.starter: it goes with a deck: a position has no starter

deck = "4C"
then.pile = ""
    examples[0].players: it is missing: say for how many players the deck is dealt

DECK
seats = []
pile = ""
stock = ""
to_move = 0
direction = 1
out = []
phase = "play"
turns = 0
requirement = "free"
then.pile = ""
    examples[0].seats: the deck decides it: give a deck or zones, not both
    examples[0].pile: the deck decides it: give a deck or zones, not both
    examples[0].stock: the deck decides it: give a deck or zones, not both
    examples[0].to_move: the deck decides it: give a deck or zones, not both
    examples[0].direction: the deck decides it: give a deck or zones, not both
    examples[0].out: the deck decides it: give a deck or zones, not both
    examples[0].phase: the deck decides it: give a deck or zones, not both
    examples[0].turns: the deck decides it: give a deck or zones, not both
    examples[0].requirement: the deck decides it: give a deck or zones, not both

DECK
then.seats = [{}, {}, { hand = "" }]
    examples[0].then.seats: there are 2 seats, not 3

DECK
dealer = 2
then.pile = ""
    examples[0].dealer: there is no seat 2 to deal

DECK
dealer = -1
then.pile = ""
    examples[0].dealer: there is no seat -1 to deal

players = 6
deck = ""
then.pile = ""
    examples[0].players: 6 players: selected is for 2 to 5

players = 2
deck = "4C 5C 4C"
then.pile = ""
    examples[0].deck: 4C is not in the deck of 2 players, or not so often

players = 2
deck = "*R"
moves = ["0: flip 0"]
then.legal = false
    examples[0].deck: *R is not in the deck of 2 players, or not so often

players = 6
deck = ""
then = { legal = false, pile = "" }
    examples[0].then: a deal that is refused leaves nothing to compare: write legal = false alone

players = 6
deck = ""
then = { legal = false, reason = "not_held" }
    examples[0].then: a deal that is refused leaves nothing to compare: write legal = false alone
"""


@pytest.mark.parametrize(("example", "lines"), cases(MISTAKES, SEATS=SEATS, DECK=DECK))
def test_a_mistake_is_an_error_with_its_path_and_never_a_pass(
    load: Load, example: str, lines: list[str]
) -> None:
    expected = pairs([line.replace("NO_CARD", NO_CARD) for line in lines])
    assert problems_of(load, example) == expected


def test_a_reason_is_one_of_the_codes(load: Load) -> None:
    example = f'{SEATS}\nmoves = ["play 9C"]\nthen = {{ legal = false, reason = "not_hold" }}'
    ((path, message),) = problems_of(load, example)
    assert path == "examples[0].then.reason"
    assert message.startswith('"not_hold" is none of the ')
    assert message.endswith(' words that may stand here; did you mean "not_held"?')


def test_an_example_has_a_name(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(
        f'variant = "selected"\n[[examples]]\n{SEATS}\nthen.pile = ""\n[[examples]]\nname = 3'
    )
    assert problems_of(load_examples, path) == [
        ("examples[0].name", "it is missing: write name = ..."),
        ("examples[1].then", "it is missing: write then = ..."),
        ("examples[1].name", '3 is no text: write it in quotes, as in "..."'),
    ]


FILES = """
variant = "selected"
    examples: there are none: write [[examples]]

variant = "selected"
examples = []
    examples: there are none: write [[examples]]

variant = "selected"
examples = 3
    examples: 3 is no list: write tables, each below [[examples]]

variant = "selected"
examples = [3]
    examples[0]: 3 is no table: write its keys below a [header], or in braces

variant = "selected"
example = [{}]
    examples: there are none: write [[examples]]
    example: unknown key "example"; did you mean "examples"?

variant = 3
examples = [{}]
    variant: 3 is no text: write it in quotes, as in "..."
    examples[0].name: it is missing: write name = ...
    examples[0].then: it is missing: write then = ...

variant = "selectd"
examples = []
    variant: "selectd" cannot be loaded: there is no preset named "selectd";
        did you mean "selected"? (a file's path ends in .toml)
    examples: there are none: write [[examples]]

format = 1
examples = 3
    examples: 3 is no list: write tables, each below [[examples]]

format = 1
examples = [{ name = "x", then = { pile = "" } }]
    examples[0]: it has neither `seats` nor a `deck`: say what the position is

sets = 1
examples = 3
    format: it is missing: write format = 1
    sets: 1 is neither true nor false: write true or false, without quotes
    examples: 3 is no list: write tables, each below [[examples]]
"""


@pytest.mark.parametrize(("text", "lines"), cases(FILES))
def test_a_file_of_examples_has_examples_and_a_variant(
    tmp_path: Path, text: str, lines: list[str]
) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(text)
    assert problems_of(load_examples, path) == pairs(lines)


def test_a_file_of_examples_is_toml(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text("variant = ")
    ((place, message),) = problems_of(load_examples, tmp_path / "ours.toml")
    assert place == ""
    assert message.startswith("this is not TOML: Invalid value (at end of document); write text in")


def test_a_file_of_examples_beside_a_variant_names_it(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text("format = 1")
    (tmp_path / "ours.examples.toml").write_text(
        f'[[examples]]\nname = "x"\n{SEATS}\nthen.pile = ""'
    )
    assert problems_of(load_examples, tmp_path / "ours.toml") == [("variant", NO_VARIANT)]


def test_a_file_of_examples_alone_is_asked_for_its_variant(tmp_path: Path) -> None:
    """Not for a format, which would make a variant of it."""
    alone = tmp_path / "alone.toml"
    alone.write_text(f'[[examples]]\nname = "x"\n{SEATS}\nthen.pile = ""')
    assert problems_of(load_examples, alone) == [("variant", NO_VARIANT)]


@pytest.mark.parametrize(
    ("line", "path", "message"),
    [
        (
            "then = { hand = 5 }",
            "examples[0].then.hand",
            'unknown key "hand"; write it in a seat, as in seats = [{ hand = ... }]',
        ),
        (
            'hand = "5C"\nthen = { to_move = 0 }',
            "examples[0].hand",
            'unknown key "hand"; write it in a seat, as in seats = [{ hand = ... }]',
        ),
        (
            '[examples.then]\nto_move = 0\nmoves = ["play 7C"]',
            "examples[0].then.moves",
            'unknown key "moves"; it stands beside then, above [examples.then]',
        ),
    ],
)
def test_where_a_key_of_an_example_belongs_is_told(
    line: str, path: str, message: str, tmp_path: Path
) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(f'format = 1\n[[examples]]\nname = "x"\n{SEATS}\n{line}')
    assert problems_of(load_examples, file) == [(path, message)]


@pytest.mark.parametrize("load", [load_examples, load_variant])
def test_a_record_and_a_session_are_told_from_a_variant(
    load: Callable[[Path], object], tmp_path: Path
) -> None:
    variant, file = load_variant("plain"), tmp_path / "game.toml"
    dump_record(new_record(variant, players=2, seed=1), file)
    record = "this is the record of a game: load_record reads it"
    assert problems_of(load, file) == [("", record)]
    dump_session(Session(variant, players=2), file)
    session = "this is a session of games: load_session reads it"
    assert problems_of(load, file) == [("", session)]


def test_every_problem_of_the_variant_is_told(tmp_path: Path) -> None:
    broken, path = tmp_path / "broken.toml", tmp_path / "ours.toml"
    broken.write_text(in_file("sets = 1\nchance = 2"))
    path.write_text(f'variant = "broken.toml"\n[[examples]]\nname = "x"\n{SEATS}\nthen = {{}}')
    with pytest.raises(VariantError) as refused:
        load_examples(path)
    wrong = 'variant: "broken.toml" cannot be loaded'
    no_switch = "1 is neither true nor false: write true or false, without quotes"
    assert str(refused.value) == (
        f"{path}:1: {wrong}: {broken}:2: sets: {no_switch}\n"
        f'{path}:1: {wrong}: {broken}:3: chance: 2 is none of "never", "when_unable", "always"\n'
        f"{path}:5: examples[0].then: it is empty: say what must hold"
    )


def test_all_mistakes_of_all_examples_are_told_with_the_file(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(
        f"""
        variant = "selected"
        exampels = 3
        [[examples]]
        name = "one"
        {SEATS}
        moves = ["ply 7D"]
        pile = "x"
        then = {{ may = [], burned = "y" }}
        [[examples]]
        name = "two"
        {SEATS}
        then.pile = ""
        [[examples]]
        name = "three"
        thn = {{}}
        [[examples]]
        name = "four"
        deck = ""
        stock = "z"
        then = {{}}
        """
    )
    with pytest.raises(VariantError) as refused:
        load_examples(path)
    assert {problem.file for problem in refused.value.problems} == {str(path)}
    assert [problem.path for problem in refused.value.problems] == [
        "exampels",
        "examples[0].moves[0]",
        "examples[0].pile",
        "examples[0].then.may",
        "examples[0].then.burned",
        "examples[2].then",
        "examples[2].thn",
        "examples[3].players",
        "examples[3].stock",
        "examples[3].stock",
        "examples[3].then",
    ]


# ---------------------------------------------------------------- what a failure tells


def test_a_failing_example_tells_what_was_expected_and_what_came_zone_by_zone(load: Load) -> None:
    (failure,) = check_examples(
        load(
            """
            seats = [{ hand = "7D 9C" }, { hand = "8C 3S", face_up = "KH", face_down = "2H -- 2S" }]
            stock = "2C"
            pile = "6C"
            moves = ["play 7D"]
            then.pile = "6C"
            then.burned = "2D"
            then.stock = "2C"
            then.to_move = 0
            then.direction = -1
            then.out = [1, 0]
            then.loser = 0
            then.phase = "over"
            then.requirement = "8"
            then.unfinished = true
            then.places = [1, 2]
            then.next_dealer = 1
            then.seats = [
                { hand = "9C", face_up = "AC", face_down = "3C" },
                { hand = "8C", face_up = "", face_down = "2S" },
            ]
            then.may = ["play 3S"]
            then.may_not = ["play 8C"]
            then.legal_moves = ["play 8C", "play 9C", "pickup 8C"]
            """
        )
    )
    state = position(
        Variant(), [{"hand": "9C"}, {"hand": "8C 3S", "face_up": "KH"}], pile="6C 7D", to_move=1
    )
    refused = why_illegal(state, parse_action("1: play 3S"))
    assert str(failure).splitlines() == [
        "x",
        "  pile: expected 6C, came 6C 7D",
        "  burned: expected 2D, came nothing",
        "  stock: expected 2C, came nothing",
        "  to_move: expected 0, came 1",
        "  direction: expected -1, came 1",
        "  out: expected 1, 0, came nothing",
        "  loser: expected 0, came nothing",
        "  phase: expected over, came play",
        "  requirement: expected 8, came 7",
        "  unfinished: expected true, came false",
        "  places: expected 1, 2, came nothing",
        "  next_dealer: expected 1, came nothing",
        "  seats[0].hand: expected 9C, came 2C 9C",
        "  seats[0].face_up: expected AC, came nothing",
        "  seats[0].face_down: expected 3C, came nothing",
        "  seats[1].hand: expected 8C, came 3S 8C",
        "  seats[1].face_up: expected nothing, came KH",
        "  seats[1].face_down: expected 2S, came 2H 2S",
        f"  may: 'play 3S' is refused: {refused}",
        "  may_not: 'play 8C' is legal",
        "  legal_moves: missing: 1: pickup 8C, 1: play 9C",
        "  legal_moves: not expected: 1: pickup",
    ]


DIFFERENT = """
SEATS
moves = ["play 9C", "play 7D"]
then.legal = false
    move 'play 9C': expected to be legal, but refused: 9C is not there to be used:
        the hand of seat 0: 4C 7D 7S

SEATS
moves = ["4: pickup"]
then.pile = ""
    move '4: pickup': expected to be legal, but refused: there is no seat 4: seats are 0 to 1

SEATS
moves = ["play 7D"]
then.legal = false
    move 'play 7D': expected a refusal, but it is legal

SEATS
moves = ["play 9C"]
then = { legal = false, reason = "mixed_ranks" }
    reason: expected mixed_ranks, came not_held: 9C is not there to be used:
        the hand of seat 0: 4C 7D 7S

SEATS
moves = ["play 7D"]
then = { legal = false, to_move = 1 }
    move 'play 7D': expected a refusal, but it is legal
    to_move: expected 1, came 0

DECK
then.legal = false
    deal: expected a refusal, but the cards were dealt

DECK
dealer = 1
then = { starter = 1, phase = "play" }
    phase: expected play, came arrange
    starter: expected 1, came 0

seats = [{ hand = "8D" }, { hand = "9C" }]
moves = ["play 8D"]
then = { to_move = 1, legal_moves = ["play 9C"] }
    to_move: expected 1, came nothing
    legal_moves: nobody is to move: the game is over: nobody is to move
"""


STARTER_UNKNOWN = """
ARRANGING
moves = ["arrange 7D"]
then.legal = false
    move 'arrange 7D': expected a refusal, but nobody is to move:
        'arrange 7D' is no action: it names no seat, as in "1: play 7D"

ARRANGING
moves = ["arrange 7D"]
then.pile = ""
    move 'arrange 7D': expected to be legal, but refused:
        'arrange 7D' is no action: it names no seat, as in "1: play 7D"

ARRANGING
then = { may = ["arrange 7D"], legal_moves = ["arrange 7D"] }
    may: 'arrange 7D' is refused:
        'arrange 7D' is no action: it names no seat, as in "1: play 7D"
    legal_moves: nobody is to move:
        'arrange 7D' is no action: it names no seat, as in "1: play 7D"
"""


@pytest.mark.parametrize(("example", "lines"), cases(STARTER_UNKNOWN, **SHORT))
def test_where_arranging_decides_who_starts_a_move_names_its_seat(
    differ: Differ, example: str, lines: list[str]
) -> None:
    assert differ(example, "rawlins") == lines


@pytest.mark.parametrize(("example", "lines"), cases(DIFFERENT, **SHORT))
def test_a_difference_is_told_in_one_line(differ: Differ, example: str, lines: list[str]) -> None:
    assert differ(example) == lines


def test_what_depends_on_cards_that_a_deck_does_not_name_does_not_hold(differ: Differ) -> None:
    """The rest of the deck follows in any order, so no order of it may make an example hold."""
    for others in ("2C 2H", "AS AH"):
        (told,) = differ(f'{DECK}\nthen.seats = [{{}}, {{ face_down = "4C {others}" }}]')
        assert told.startswith("seats[1].face_down: expected ")


def test_a_long_pile_is_told_whole(differ: Differ) -> None:
    pile = " ".join(f"{rank}{suit}" for rank in "5689JQA" for suit in "DHS")
    (told,) = differ(f'{SEATS}\npile = "{pile}"\nthen.pile = ""')
    assert told == f"pile: expected nothing, came {pile}"


def test_two_packs_have_twins(load: Load) -> None:
    text = 'players = 7\ndealer = 6\ndeck = "4C 4C 5C 5C"\nthen.starter = 0'
    assert check_examples(load(text, "palace")) == ()


# ---------------------------------------------------------------- in code


def test_an_example_is_made_in_code() -> None:
    """A failure holds its example, so a program can say which one it was."""
    holds = load_examples("selected").examples[0]
    wrong = evolve(holds, then=Then(direction=-1))
    (failure,) = check_examples(Examples(Variant(), (holds, wrong)))
    assert failure.example is wrong
    assert failure.differences == ("direction: expected -1, came 1",)


VALUES: st.SearchStrategy[Any] = st.one_of(
    st.sampled_from(["7D", "7D 4C", "play 7D", "0: pickup", "over", "free", "--", ""]),
    st.integers(-2, 3),
    st.booleans(),
    st.lists(st.sampled_from(["play 7D", "chance", 0, 1, "x"]), max_size=2),
)
KEYS = ["pile", "to_move", "moves", "players", "deck", "dealer", "out", "phase", "stock"]
THEN = ["pile", "to_move", "legal", "may", "legal_moves", "out", "starter", "places", "reason"]


@given(
    st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=4),
    st.dictionaries(st.sampled_from(THEN), VALUES, max_size=3),
)
def test_any_values_make_an_example_that_can_be_checked_or_are_refused(
    tmp_path_factory: pytest.TempPathFactory, keys: dict[str, Any], then: dict[str, Any]
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    seats = {} if "deck" in keys else {"seats": [{"hand": "7D 7S 4C"}, {"hand": "9C"}]}
    example = {"name": "x", **seats, **keys, "then": then}
    path.write_text(tomli_w.dumps({"variant": "selected", "examples": [example]}))
    examples, refused = attempt(load_examples, path)
    if examples is None:
        place = rf"{re.escape(str(path))}:[0-9]+: examples\[0\]"
        assert all(re.match(place, line) for line in refused.splitlines())
    else:
        assert len(check_examples(examples)) <= 1


def test_a_refusal_after_the_end_is_no_crash(differ: Differ) -> None:
    """It once ended in a traceback: nobody is to move then."""
    seats = 'seats = [{ hand = "8D" }, { hand = "9C" }]'
    lines = differ(f'{seats}\nmoves = ["play 8D", "play 9C"]\nthen.legal = false')
    assert all("the game is over" in line for line in lines)
