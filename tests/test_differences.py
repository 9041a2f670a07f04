"""Differences between variants, told and written: what differs, all of it, and nothing else."""

from functools import cache
from itertools import permutations
from pathlib import Path
from random import Random

import pytest
from attrs import evolve
from hypothesis import given

from changes import attempts
from palace import (
    Variant,
    VariantError,
    derive,
    diff,
    dump_variant,
    dumps_variant,
    load_variant,
    loads_variant,
    problems,
)
from palace.bundled import preset_names
from palace.cli import main
from strategies import PRESETS, presets, variants
from telling import MANY, in_file
from test_keys import FILES

PAIRS = list(permutations(preset_names(), 2))


@cache
def loaded(file: str) -> Variant:
    return load_variant(FILES[file])


# ---------------------------------------------------------------- writing what differs


@pytest.mark.untraced
@pytest.mark.parametrize("name", preset_names())
def test_every_preset_is_written_relative_to_every_other(name: str) -> None:
    for parent in preset_names():
        text = dumps_variant(PRESETS[name], relative_to=parent)
        assert loads_variant(text) == PRESETS[name]
        assert f'extends = "{parent}"' in text


@pytest.mark.untraced
@pytest.mark.parametrize("file", FILES)
def test_every_file_is_written_relative_to_its_kin(file: str) -> None:
    for parent in ("selected", "rawlins", str(FILES[file])):
        assert loads_variant(dumps_variant(loaded(file), relative_to=parent)) == loaded(file)


@pytest.mark.untraced
@MANY
@given(variants(), presets())
def test_a_generated_variant_is_written_relative_to_a_preset(
    variant: Variant, parent: Variant
) -> None:
    assert loads_variant(dumps_variant(variant, relative_to=parent.name)) == variant


@pytest.mark.untraced
@MANY
@given(variants(), variants())
def test_a_generated_variant_is_written_relative_to_a_file(
    tmp_path_factory: pytest.TempPathFactory, variant: Variant, parent: Variant
) -> None:
    path = tmp_path_factory.mktemp("relative") / "parent.toml"
    dump_variant(parent, path)
    assert loads_variant(dumps_variant(variant, relative_to=str(path))) == variant


def test_only_what_differs_is_written() -> None:
    ours = derive(
        "selected",
        name="ours",
        summary="",
        order=[*"3456789", "10", *"JQKA"],
        pick_up={"when_able": False},
        deck={"by_players": {"5": {"packs": 2}}},
        ranks={"10": {"on": "in_order"}, "7": {"on": "anything"}, "9": {"on": {"never": ["J"]}}},
    )
    order = "".join(f'    "{rank}",\n' for rank in ours.order)
    assert dumps_variant(ours, relative_to="selected") == (
        f'format = 1\nextends = "selected"\nname = "ours"\norder = [\n{order}]\n'
        "\n[deck.by_players.5]\npacks = 2\n"
        "\n[pick_up]\nwhen_able = false\n"
        '\n[ranks.7]\non = "anything"\n'
        '\n[ranks.9.on]\nnever = [\n    "J",\n]\n'
        '\n[ranks.10]\non = "in_order"\n'
    )


@pytest.mark.parametrize("name", preset_names())
def test_nothing_is_written_but_the_title_relative_to_the_same_rules(name: str) -> None:
    variant = evolve(PRESETS[name], name="twin", summary="The same.")
    assert dumps_variant(variant, relative_to=name) == (
        f'format = 1\nextends = "{name}"\nname = "twin"\nsummary = "The same."\n'
    )


def test_what_a_parent_says_is_taken_away() -> None:
    ours = evolve(PRESETS["plain"], name="ours")
    text = dumps_variant(ours, relative_to="common")
    assert "[deck.by_players]\n6 = false" in text
    assert "[ranks.10]\nabilities = []" in text
    assert "[ranks.joker]\nabilities = []\nsets = true" in text
    assert loads_variant(text) == ours


def test_a_file_is_written_relative_to_one_beside_it(tmp_path: Path) -> None:
    dump_variant(PRESETS["rawlins"], tmp_path / "parent.toml")
    ours = derive("rawlins", name="ours", chance="always")
    dump_variant(ours, tmp_path / "ours.toml", relative_to="parent.toml")
    assert load_variant(tmp_path / "ours.toml") == ours
    assert 'extends = "parent.toml"' in (tmp_path / "ours.toml").read_text(encoding="utf-8")


def test_nothing_is_written_relative_to_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(VariantError, match="rawlin"):
        dump_variant(Variant(), tmp_path / "ours.toml", relative_to="rawlin")
    assert not list(tmp_path.iterdir())


# ---------------------------------------------------------------- taking away by false


def test_false_takes_away_what_need_not_be_said() -> None:
    parent = derive("common", ranks={"9": {"on": {"rule": "anything", "up_to": "J"}}})
    ours = derive(
        parent,
        players={"max": 5},
        deck={"by_players": {"6": False}},
        ranks={"9": {"on": {"up_to": False}}},
    )
    assert ours.deck.by_players == ()
    assert ours.rank("9") == evolve(parent.rank("9"), on=evolve(parent.rank("9").on, up_to=None))
    assert derive("rawlins", ranks={"8": False, "2": False}).ranks == tuple(
        pair for pair in PRESETS["rawlins"].ranks if pair[0] not in ("8", "2")
    )


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("chance = false", "chance"),
        ("order = false", "order"),
        ("deck = false", "deck"),
        ("deck.packs = false", "deck.packs"),
        ("ranks = false", "ranks"),
        ("deck.by_players.4 = false", "deck.by_players.4"),
        ("ranks.7.on.up_to = false", "ranks.7.on.up_to"),
        ("colour = false", "colour"),
    ],
)
def test_false_takes_away_nothing_else(text: str, path: str) -> None:
    """What has to be said, what the parent does not say, and what is no key."""
    with pytest.raises(VariantError) as refused:
        loads_variant(in_file(text))
    assert [problem.path for problem in refused.value.problems] == [path]


def test_false_is_a_value_where_a_key_is_true_or_false() -> None:
    parent = derive("selected", ranks={"J": {"sets": False}})
    assert derive(parent, sets=False, ranks={"J": {"sets": False}}).rank("J").sets is False


# ---------------------------------------------------------------- what differs


@pytest.mark.parametrize("name", preset_names())
def test_a_variant_does_not_differ_from_itself_by_another_name(name: str) -> None:
    found = diff(PRESETS[name], evolve(PRESETS[name], name="twin", summary="The same."))
    assert not found
    assert (found.keys, found.sentences, found.cells) == ((), (), ())
    assert (found.rows, found.ranks) == (((), ()), ((), ()))
    assert str(found) == f"{name} and twin are the same rules"


@pytest.mark.parametrize(("name", "other"), Random(1).sample(PAIRS, 30))
def test_presets_differ_the_same_both_ways(name: str, other: str) -> None:
    there, back = diff(PRESETS[name], PRESETS[other]), diff(PRESETS[other], PRESETS[name])
    assert there
    assert there.sentences
    for name_of_part in ("keys", "sentences", "cells"):
        here, opposite = getattr(there, name_of_part), getattr(back, name_of_part)
        turned = [evolve(each, first=each.second, second=each.first) for each in opposite]
        assert sorted(map(str, here)) == sorted(map(str, turned))
    assert there.rows == back.rows[::-1]
    assert there.ranks == back.ranks[::-1]


@pytest.mark.untraced
@pytest.mark.parametrize("file", FILES)
def test_a_key_that_is_changed_differs_and_no_other(file: str) -> None:
    """Of every change in one place the key is found, with its two values."""
    some = Random(file).sample(list(attempts(loaded(file))), 2)
    for change in (each for each in some if not problems(each.variant)):
        found = diff(loaded(file), change.variant)
        place = change.place.replace("<", "").replace(">", "").partition("[")[0]
        assert found
        keys = {each.key for each in found.keys}
        assert keys == {place} or all(key.startswith(f"{place}.") for key in keys)
        assert all(each.first != each.second for each in found.keys)
        for cell in found.cells:
            assert cell.first != cell.second


def test_a_difference_is_told_in_the_manner_of_diff() -> None:
    ours = derive("skip", name="ours", ranks={"8": {"abilities": []}, "9": {"abilities": ["skip"]}})
    assert (
        str(diff(PRESETS["skip"], ours))
        == """\
--- skip
+++ ours

keys
  ranks.8.abilities: ["skip"] -> []
  ranks.9.abilities: [] -> ["skip"]

What cards cause
  - An 8 passes over one player, who misses a turn; several pass over one each.
  - If the 8s pass over all the other players, whoever laid them moves again, or the next player \
if they are out.
  + A 9 passes over one player, who misses a turn; several pass over one each.
  + If the 9s pass over all the other players, whoever laid them moves again, or the next player \
if they are out.

the follow table
  8 on free, 2, 3, 4, 5, 6, 7, 8: xS -> x
  9 on free, 2, 3, 4, 5, 6, 7, 8, 9: x -> xS"""
    )


def test_what_a_mark_does_not_tell_is_told_beside_it() -> None:
    ours = derive(
        "burn", name="ours", ranks={"10": {"abilities": [{"name": "burn", "lead": "higher"}]}}
    )
    assert "10 on free, 2" in str(diff(PRESETS["burn"], ours))
    assert "xB (then free) -> xB (then lead higher than 10)" in str(diff(PRESETS["burn"], ours))
    once = derive(
        "skip", name="once", ranks={"8": {"abilities": [{"name": "skip", "count": "once"}]}}
    )
    assert 'xS (skips "each") -> xS (skips "once")' in str(diff(PRESETS["skip"], once))


def test_rows_and_ranks_of_one_alone_are_named() -> None:
    ours = derive("plain", name="ours", deck={"jokers": 2}, order=[*"23456789", "10", *"JQKA", "*"])
    found = diff(PRESETS["plain"], ours)
    assert (found.rows, found.ranks) == (((), ("joker",)), ((), ("joker",)))
    assert "rows of ours only: joker\n  ranks of ours only: joker" in str(found)


def test_a_key_that_changes_no_play_is_told_so() -> None:
    ours = derive("plain", name="ours", start={"zones": "hand"})
    assert str(diff(PRESETS["plain"], ours)).endswith(
        "no sentence and no cell differs: the two play the same"
    )


# ---------------------------------------------------------------- the commands


def test_explain_prints_the_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "rawlins"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("rawlins: ")
    assert "\n  1. The aim is" in out
    assert err == ""


@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        ("plain", "plain", 0),
        ("plain", "skip", 1),
        ("plain", "ours", 2),
        ("ours", "plain", 2),
        ("plain", "none.toml", 2),
    ],
)
def test_diff_tells_by_its_exit_code(
    capsys: pytest.CaptureFixture[str], first: str, second: str, code: int
) -> None:
    assert main(["diff", first, second]) == code
    out, err = capsys.readouterr()
    assert bool(out) == (code < 2)
    assert bool(err) == (code == 2)


def test_a_broken_file_is_nothing_to_compare(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(in_file('sets = "yes"\n'), encoding="utf-8")
    assert main(["diff", "plain", str(path)]) == 2
    out, err = capsys.readouterr()
    assert (out, "sets: " in err) == ("", True)
