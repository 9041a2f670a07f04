"""The rules in words: what they say for every preset, and that no rule is left out.

With `PALACE_UPDATE=1` the files in `explained/` are written anew: then read what has changed.
"""

import os
import re
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from attrs import evolve, frozen
from hypothesis import assume, event, given, settings, strategies as st

from changes import OWN, Change, attempts, every_key
from palace import (
    Card,
    PalaceError,
    Phase,
    Rules,
    State,
    Variant,
    apply,
    derive,
    distinct_actions,
    explain,
    load_variant,
    new_game,
    places,
    problems,
    rules_of,
)
from palace.abilities import ABILITIES, Ability, Effects, Goes, Leaves, register
from palace.bundled import preset_names
from palace.outcome import next_dealer
from palace.sampling import deck_of
from strategies import variants
from telling import MANY
from test_keys import CASES, FILES, NAMES, gathered, is_missed, keys_of, set_back

TESTS = Path(__file__).parent
EXPLAINED = TESTS / "explained"
SOME = settings().max_examples
"""How many changes of a file are tried where trying all would take long."""
UPDATING = "PALACE_UPDATE" in os.environ


WITH_EACH = {f"rawlins and {name}": name for name in OWN}
"""Rules of many kinds, and one ability more: on a 6."""


@cache
def base(name: str) -> Variant:
    """The variant of a file, or one with an ability more."""
    if name in FILES:
        return load_variant(FILES[name])
    return derive("rawlins", ranks={"6": {"abilities": [WITH_EACH[name]]}})


def some_changes(name: str, number: int) -> list[Change]:
    """Some of what differs from a variant in one place and can be played."""
    some = Random(name).sample(list(attempts(base(name))), number)
    return [change for change in some if not problems(change.variant)]


@cache
def told(variant: Variant) -> object:
    return explain(variant).parts


# ---------------------------------------------------------------- what is said


@pytest.mark.parametrize("name", preset_names())
def test_a_preset_is_explained_as_it_has_been_read(name: str) -> None:
    said, golden = f"{explain(load_variant(name))}\n", EXPLAINED / f"{name}.txt"
    if UPDATING:
        golden.write_text(said, encoding="utf-8")
    assert said == golden.read_text(encoding="utf-8")


def test_every_explanation_is_that_of_a_preset() -> None:
    assert {path.stem for path in EXPLAINED.iterdir()} == set(preset_names())


def test_the_sentences_are_numbered_through_all_parts() -> None:
    explained = explain(Variant())
    lines = re.findall(r"^ *(\d+)\. (.+)$", str(explained), re.MULTILINE)
    assert lines == [(str(n), text) for n, text in enumerate(explained.sentences, 1)]


def test_name_and_summary_only_change_the_title() -> None:
    renamed = explain(evolve(Variant(), name="ours", summary="As we play."))
    assert renamed.title == "ours: As we play."
    assert renamed.parts == explain(Variant()).parts


@pytest.mark.parametrize("only", ["A", "joker"])
def test_a_limited_lead_does_not_concern_what_goes_on_anything_but_for_its_limits(
    only: str,
) -> None:
    """Of a rank that goes on no rank there is, as a joker without jokers, this was not told."""
    led = {
        rule: derive(
            "plain", four={"lead": "higher"}, ranks={"3": {"on": {"rule": rule, "only": [only]}}}
        )
        for rule in ("anything", "in_order")
    }
    goes = {
        rule: bool(rules_of(variant).row("lead higher than K").cell("3").counts)
        for rule, variant in led.items()
    }
    assert goes == {"anything": True, "in_order": False}
    sentence = "No limit on what may be led concerns 3s."
    assert [sentence in explain(variant).sentences for variant in led.values()] == [True, False]


def test_a_variant_that_cannot_be_played_is_not_explained() -> None:
    with pytest.raises(PalaceError, match="order"):
        explain(evolve(Variant(), order=()))


# ---------------------------------------------------------------- plain English


def all_sentences() -> set[str]:
    """The sentences about all files, and about some of what differs from them in one place."""
    return {
        text
        for name in (*FILES, *WITH_EACH)
        for variant in (base(name), *(each.variant for each in some_changes(name, SOME)))
        for text in explain(variant).sentences
    }


@pytest.mark.untraced
def test_sentences_are_plain_english() -> None:
    """No key's name, no sign of TOML or Python, no gap left open; a capital and a full stop."""
    for text in all_sentences():
        assert re.fullmatch(r"[A-Z0-9][A-Za-z0-9 ,;:'-]*\.", text), text
        assert "  " not in text
        assert " ," not in text
        assert not re.search(r"\b(\w+) \1\b|\bNone\b|\ba [8a]|\ban [^8ae]", text), text


def test_an_ability_is_explained_by_its_data_and_not_by_its_name() -> None:
    with patch.dict(ABILITIES):

        @register("zyzzyva")
        @frozen
        class _Ghost(Ability):
            goes = Goes.ON_ANYTHING
            leaves = Leaves.WHAT_WAS_THERE

            @property
            def effects(self) -> Effects:
                return Effects(skips="once")

        ours = explain(derive("plain", ranks={"6": {"abilities": ["zyzzyva"]}})).sentences
        plain = explain(derive("plain", ranks={"6": {"abilities": ["invisible"]}})).sentences
    assert set(ours) - set(plain) == {
        "6s pass over one player, who misses a turn, however many are laid together.",
        "A play that burns the pile causes nothing else.",
        "What your last cards cause still counts, but you get no further turn.",
    }
    assert not any("zyzzyva" in text for text in ours)


# ---------------------------------------------------------------- nothing is left out


def told_apart() -> set[tuple[str, frozenset[Any]]]:
    """Every key with two of its values that change a sentence, in some variant."""
    apart = set[tuple[str, frozenset[Any]]]()
    for name in (*FILES, *WITH_EACH):
        places: dict[str, dict[Any, Variant]] = {}
        for change in attempts(base(name)):
            values = places.setdefault(change.place, {change.old: base(name)})
            pairs = {value: (change.key, frozenset((value, change.new))) for value in values}
            if apart.issuperset(pairs.values()) or problems(change.variant):
                continue
            for value, pair in pairs.items():
                if told(values[value]) != told(change.variant):
                    apart.add(pair)
            values[change.new] = change.variant
    return apart


@pytest.mark.untraced
def test_every_key_and_every_value_of_a_closed_key_is_told() -> None:
    """A key that changes no sentence in any variant has no teller; so has a value."""
    apart = told_apart()
    keys = {key for key, _ in apart}
    missing = [
        (key, *pair)
        for key, values in every_key()
        for pair in (combinations(values, 2) if values else [()])
        if ((key, frozenset(pair)) not in apart if pair else key not in keys)
    ]
    assert missing == []


@pytest.mark.untraced
@pytest.mark.parametrize(("file", "at"), CASES, ids=NAMES)
def test_what_an_example_proves_is_told(file: str, at: tuple[str, ...]) -> None:
    """A key that makes an example fail when it is set back changes a sentence then."""
    child, parent = keys_of(file)
    if is_missed(file, at):
        other = gathered(set_back(at, child, parent))
        assert told(other) != told(base(file))


# ---------------------------------------------------------------- alike in words, alike in play


def reachable(rules: Rules) -> dict[str, list[tuple[object, str]]]:
    """The rows that a game can come to: of each card in play the counts and the next row."""
    variant = rules.variant
    ranks = {card.rank for players in seats(variant) for card in deck_of(variant, players)}
    cards = [card.index for card in map(Card, range(54)) if card.rank in ranks]
    after_four = [rules.after_four[rank.index] for rank in ranks]
    waiting = [0, *(after_four if variant.four.burns != "never" else ())]
    found: dict[str, list[tuple[object, str]]] = {}
    while waiting:
        row = rules.rows[waiting.pop()]
        if str(row.requirement) in found:
            continue
        cells = [row.cells[index] for index in cards]
        found[str(row.requirement)] = [
            (cell.counts, str(rules.rows[cell.row].requirement) if cell.counts else "")
            for cell in cells
        ]
        waiting += [cell.row for cell in cells if cell.counts]
    return found


def seats(variant: Variant) -> range:
    return range(variant.players.min, variant.players.max + 1)


def seen(state: State) -> tuple[object, ...]:
    """All that happens in a game; not what a variant calls its requirements."""
    zones = state.hands, state.face_up, state.face_down, state.stock, state.pile, state.burned
    to_move = state.to_move if state.phase is Phase.PLAY else None
    return state.phase, to_move, state.direction, state.out, state.dealer, zones


def game(variant: Variant, other: Variant, players: int, random: Random) -> None:
    """A game that both play alike, the same choices made in both."""
    seed = random.randrange(1000)
    state, twin = (new_game(each, players, seed=seed) for each in (variant, other))
    for _ in range(150):
        assert seen(state) == seen(twin)
        if state.phase is Phase.OVER:
            assert places(state) == places(twin)
            assert next_dealer(state) == next_dealer(twin)
            return
        actions = distinct_actions(state)
        assert actions == distinct_actions(twin)
        action = actions[0] if random.random() < 0.7 else random.choice(actions)
        state, twin = apply(state, action), apply(twin, action)


def play_alike(variant: Variant, other: Variant, random: Random) -> None:
    assert seats(variant) == seats(other)
    assert reachable(rules_of(variant)) == reachable(rules_of(other))
    for players in {seats(variant)[0], seats(variant)[-1]}:
        game(variant, other, players, random)


@pytest.mark.untraced
@pytest.mark.parametrize("name", [*FILES, *WITH_EACH])
def test_what_is_explained_alike_plays_alike(name: str) -> None:
    """A key that changes no sentence changes no game: some of those in each variant, by chance."""
    random = Random(name)
    for change in some_changes(name, SOME):
        if told(change.variant) == told(base(name)):
            play_alike(base(name), change.variant, random)


@pytest.mark.untraced
@MANY
@given(st.data())
def test_generated_variants_that_are_explained_alike_play_alike(data: st.DataObject) -> None:
    variant = data.draw(variants())
    random = data.draw(st.randoms(use_true_random=False))
    change = data.draw(st.sampled_from(list(attempts(variant))))
    assume(not problems(change.variant))
    alike = told(change.variant) == told(variant)
    event(f"{change.key}: {'not told' if alike else 'told'}")
    if alike:
        play_alike(variant, change.variant, random)
