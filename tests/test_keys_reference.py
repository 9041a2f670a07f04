"""The walk over all keys, and the reference that is made of it."""

import re
from enum import StrEnum
from typing import Annotated, Any, Literal
from unittest.mock import patch

import pytest
from attrs import field, fields, frozen

import palace
from keys_reference import PRESETS, ROOT, made
from palace import Rank, Variant, load_variant
from palace.abilities import Ability
from palace.cards import parse_ranks
from palace.examples import Awaited, Example, SeatZones, Then
from palace.language import (
    AnAbility,
    Anything,
    Key,
    ListOf,
    Number,
    WordOrTable,
    Words,
    examples_file,
    variant_file,
    walk,
)
from palace.ranges import Range
from palace.reading import BESIDE_THE_RULES

PAGE = ROOT / "docs" / "keys.md"
KEYS = {key.path: key for key in walk(variant_file())}


# ---------------------------------------------------------------- the walk


def test_every_field_of_the_variant_is_a_key_of_the_file() -> None:
    top = [key.name for key in variant_file().keys]
    rules = [each.name for each in fields(Variant)]
    assert sorted(top) == sorted((*BESIDE_THE_RULES, *rules))


def test_every_field_below_is_a_key() -> None:
    classes = {
        "players": palace.variant.Players,
        "deck": palace.variant.Deck,
        "deck.by_players.N": palace.variant.DeckChange,
        "deal": palace.variant.Deal,
        "start": palace.variant.Start,
        "four": palace.variant.Four,
        "pick_up": palace.variant.PickUps,
        "end": palace.variant.End,
        "ranks.R": palace.variant.RankRules,
        "ranks.R.on": palace.variant.On,
        "examples[]": Example,
        "examples[].then": Then,
        "examples[].seats[]": SeatZones,
        "examples[].then.seats[]": SeatZones,
        "examples[].pending": Awaited,
        "examples[].then.pending": Awaited,
    }
    for path, cls in classes.items():
        below = [key.name for key in KEYS.values() if key.path == f"{path}.{key.name}"]
        assert below == [each.name for each in fields(cls)], path


def test_a_file_of_examples_has_two_keys() -> None:
    assert [(key.name, key.required) for key in examples_file().keys] == [
        ("variant", True),
        ("examples", True),
    ]


@pytest.mark.parametrize("key", KEYS.values(), ids=list(KEYS))
def test_a_key_says_what_it_is(key: Key) -> None:
    assert re.fullmatch(r"[A-Z0-9`].*\.", key.meaning)
    assert not isinstance(key.shape, Anything)


NOT_EXPLAINED = ("format", "examples[].then.reason")
"""The version, and the codes of refusals, which api.md lists."""


@pytest.mark.parametrize("key", KEYS.values(), ids=list(KEYS))
def test_a_key_says_what_each_of_its_words_means(key: Key) -> None:
    shape = key.shape
    shape = shape.word if isinstance(shape, WordOrTable) else shape
    shape = shape.each if isinstance(shape, ListOf) else shape
    words = shape.words if isinstance(shape, Words) and key.path not in NOT_EXPLAINED else ()
    assert [word for word in words if f"`{word}`" not in key.meaning] == []


@pytest.mark.parametrize("name", palace.abilities.ABILITIES)
def test_an_ability_says_what_it_is(name: str) -> None:
    shape = KEYS["ranks.R.abilities"].shape
    assert isinstance(shape, ListOf)
    assert isinstance(shape.each, AnAbility)
    assert re.fullmatch(r"[A-Z].*\.", shape.each.tables[name].summary)


def test_a_file_that_says_every_default_is_the_default() -> None:
    raw: dict[str, Any] = {"format": 1}
    for key in KEYS.values():
        if key.default is None or key.path.startswith(("ranks", "examples", "deck.by_players")):
            continue
        *above, name = key.path.split(".")
        table = raw
        for step in above:
            table = table.setdefault(step, {})
        table[name] = key.default
    assert palace.derive(Variant(), **{key: raw[key] for key in raw if key != "format"}) == Variant(
        summary=""
    )


class Loud(StrEnum):
    """How loud."""

    SOFTLY = "softly"
    LOUDLY = "loudly"


@frozen
class Shout(Ability):
    """Is heard by all.

    Attributes:
        how: how loud it is;
            that is all.
        times: how often.
        at_most: an upper limit.
        whom: who must answer.
        ranks: ranks that are quiet.
        seats: those who hear it.
        word: the word.
    """

    how: Loud = Loud.SOFTLY
    times: Annotated[int, Range(1, 3)] = 2
    at_most: Annotated[int, Range(1)] | None = None
    whom: Literal["next", "all"] = "next"
    ranks: tuple[Rank, ...] = field(default=(Rank.TEN,), converter=parse_ranks)
    seats: frozenset[int] = frozenset()
    word: str = field(kw_only=True)


def test_a_registered_ability_is_walked() -> None:
    with patch.dict(palace.abilities.ABILITIES):
        palace.abilities.register("shout")(Shout)
        keys = {key.path: key for key in walk(variant_file())}
    found = {
        key.name: (str(key.shape), key.default, key.required, key.meaning)
        for path, key in keys.items()
        if path.startswith("ranks.R.abilities[shout].")
    }
    assert found == {
        "how": ('"softly" or "loudly"', "softly", False, "How loud it is; that is all."),
        "times": ("whole number, from 1 to 3", 2, False, "How often."),
        "at_most": ("whole number, 1 or more", None, False, "An upper limit."),
        "whom": ('"next" or "all"', "next", False, "Who must answer."),
        "ranks": ("list of ranks", ["10"], False, "Ranks that are quiet."),
        "seats": ("as the ability says", None, False, "Those who hear it."),
        "word": ("text", None, True, "The word."),
    }


# ---------------------------------------------------------------- ranges

RANGED = {
    key.path: key.shape.within
    for key in KEYS.values()
    if isinstance(key.shape, Number) and key.shape.within is not None
}


def problems(path: str, number: int) -> list[str]:
    """The paths of what is wrong with a file that says a number."""
    raw: dict[str, Any] = {}
    *above, name = path.replace(".N", ".6").replace(".R", ".8").split(".")
    table = raw
    for step in above:
        table = table.setdefault(step, {})
    table[name] = number
    try:
        palace.derive(Variant(), **raw)
    except palace.VariantError as error:
        return [problem.path for problem in error.problems]
    return []


@pytest.mark.parametrize("path", [path for path in RANGED if "[" not in path])
def test_a_number_out_of_the_range_that_is_told_is_refused(path: str) -> None:
    within, there = RANGED[path], path.replace(".N", ".6").replace(".R", ".8")
    assert there in problems(path, within.low - 1)
    assert there not in problems(path, within.low)
    if within.high is not None:
        assert there in problems(path, within.high + 1)


# ---------------------------------------------------------------- the page


def row(section: str, key: str) -> str:
    """The line of a key in a section of the page."""
    _, _, after = PAGE.read_text(encoding="utf-8").partition(f"# {section}\n")
    (line,) = re.findall(rf"^\| `{key}` \|.*$", after.partition("\n#")[0], re.MULTILINE)
    return str(line)


def test_the_page_is_as_made() -> None:
    """`python tests/keys_reference.py` writes it anew."""
    assert PAGE.read_text(encoding="utf-8") == made(PAGE)


def test_a_key_is_told_with_its_values_its_default_and_its_presets() -> None:
    told = row("[end]", "next_dealer")
    assert '`"left"`, `"loser"`' in told
    assert '| `"left"` |' in told
    dealt_by_losers = [name for name in PRESETS if load_variant(name).end.next_dealer == "loser"]
    assert f'`"loser"`: {", ".join(dealt_by_losers)}' in told


def test_a_switch_is_told_with_the_presets_that_turn_it() -> None:
    turned = [name for name in PRESETS if not load_variant(name).sets]
    assert turned
    assert row("The file", "sets").endswith(f"| {', '.join(turned)} |")


def test_an_ability_is_told_with_the_ranks_that_have_it() -> None:
    text = PAGE.read_text(encoding="utf-8").partition("### `lower`\n")[2].partition("\n#")[0]
    assert re.search(
        r"^Used by 5: [^;]*\bcardgames\b[^;]*; 9: [^;]*\brawlins\b", text, re.MULTILINE
    )


def test_a_key_of_an_ability_is_told_with_its_presets() -> None:
    assert re.search(r'10 `"equal_or_higher"`: [^;]*\bten-two-slide\b', row("`burn`", "lead"))


def test_every_key_has_its_line_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for key in KEYS.values():
        assert f"| `{key.name}` |" in text
        assert f"| {key.meaning} |" in text
