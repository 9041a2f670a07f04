"""How messages show values and places, and hint at what was meant."""

import datetime as dt
import tomllib
from typing import Any

import pytest
from hypothesis import given, strategies as st

from palace.wording import PLAIN, none_of, path_of, shown, suggestion
from telling import MANY


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (False, "false"),
        (7, "7"),
        (-2.5, "-2.5"),
        (float("inf"), "inf"),
        ("a", '"a"'),
        ('say "a"', '"say \\"a\\""'),
        ("♥ é", '"♥ é"'),
        ([], "[]"),
        (("a", 1), '["a", 1]'),
        ({}, "{}"),
        ({"a": [True], "b": {}}, "{ a = [true], b = {} }"),
        (dt.date(1979, 5, 27), "1979-05-27"),
        (dt.time(7, 32), "07:32:00"),
        (10**30, "a number of 100 bits"),
        (-(10**30), "a number of 100 bits"),
    ],
)
def test_a_value_is_shown_as_toml_writes_it(value: Any, text: str) -> None:
    assert shown(value) == text


TOML = st.recursive(
    st.booleans() | st.integers(-(2**60), 2**60) | st.text("ab\"'\\é\n", max_size=4),
    lambda below: st.lists(below, max_size=2) | st.dictionaries(st.sampled_from("ab"), below),
    max_leaves=4,
)


@given(TOML)
@MANY
def test_what_is_shown_whole_is_toml(value: Any) -> None:
    text = shown(value)
    if len(text) < 60:
        assert tomllib.loads(f"key = {text}") == {"key": value}


def test_what_is_long_or_deep_is_cut() -> None:
    assert shown("x" * 58) == f'"{"x" * 58}"'
    assert shown("x" * 59) == f'"{"x" * 56}...'
    assert len(shown(list(range(100)))) == 60
    deep: list[Any] = []
    for _ in range(50):
        deep = [deep]
    assert shown(deep) == f"{'[' * 9}...{']' * 9}"


@pytest.mark.parametrize(
    ("keys", "path"),
    [
        ((), ""),
        (("sets",), "sets"),
        (("ranks", "10", "abilities", 0), "ranks.10.abilities[0]"),
        (("examples", 0, "seats", 1, "hand"), "examples[0].seats[1].hand"),
        (("a b", "c.d", "", "é"), '"a b"."c.d".""."é"'),
        (("deck", "by_players", "6-10"), "deck.by_players.6-10"),
        ((0, 1), "[0][1]"),
    ],
)
def test_a_path_is_written_as_toml_writes_keys(keys: tuple[str | int, ...], path: str) -> None:
    assert path_of(keys) == path


def test_a_word_that_is_nearly_known_is_hinted_at() -> None:
    known = ["burns", "size", "through"]
    assert suggestion("burn", known) == 'did you mean "burns"?'
    assert suggestion("SIZE", known) == 'did you mean "size"?'
    assert suggestion("x", known) == "known: burns, size, through"
    assert suggestion("x", reversed(known)) == "known: burns, size, through"


@pytest.mark.parametrize(
    ("word", "known", "meant"),
    [
        ("up", ["face_down", "face_up", "turn_up"], '"face_up" or "turn_up"'),
        ("max_set", ["match", "set_limit", "sets"], '"set_limit" or "sets"'),
        ("any", ["anything", "in_order"], '"anything"'),
        ("everything", ["anything", "in_order"], '"anything"'),
        ("limit", ["resigned", "turn_limit"], '"turn_limit"'),
        ("equal or higher", ["equal_or_higher", "higher"], '"equal_or_higher"'),
        ("unable", ["always", "when_able", "when_unable"], '"when_unable"'),
        ("dealer", ["deal_order", "dealers_left"], '"dealers_left"'),
    ],
)
def test_a_part_of_a_word_is_enough(word: str, known: list[str], meant: str) -> None:
    assert suggestion(word, known) == f"did you mean {meant}?"


@pytest.mark.parametrize(
    ("word", "known"),
    [
        ("face_down", "face_up"),
        ("from_dealers_right", "from_dealers_left"),
        ("burn_card", "chance_card"),
        ("max_cards", "table_cards"),
        ("three", "free"),
        ("in", "in_order"),
        ("at once", "at_turn_start"),
    ],
)
def test_the_opposite_and_what_looks_alike_by_chance_are_not_hinted_at(
    word: str, known: str
) -> None:
    """Protects against the fault that a wrong word was answered with another wrong one."""
    assert suggestion(word, [known]) == f"known: {known}"


def test_a_word_of_a_closed_set_is_told_all_of_them() -> None:
    words = ("never", "always")
    assert none_of("allways", words) == (
        '"allways" is none of "never", "always"; did you mean "always"?'
    )
    assert none_of("x", words) == '"x" is none of "never", "always"'
    assert none_of(True, words) == 'true is none of "never", "always"'  # noqa: FBT003
    assert none_of(3, (1, 2)) == '3 is none of "1", "2"'


def test_every_plain_type_says_what_would_be_right() -> None:
    assert {*PLAIN} == {str, int, bool}
    assert all(": write " in text for text in PLAIN.values())
