"""The tables of the atlas: every file is played by, and says something that its parent does not."""

import re
import tomllib
from pathlib import Path
from random import Random

import pytest
from attrs import evolve

from palace import (
    Cards,
    Examples,
    PalaceError,
    Phase,
    apply,
    check_examples,
    distinct_actions,
    load_examples,
    load_variant,
    new_game,
)
from palace.bundled import atlas_names, bundled_variants
from palace.drawing import everything

ROOT = Path(__file__).parents[1]
CUT = 5_000
GAMES = 20
TABLES = [
    pytest.param(name, players, id=f"{name}-{players}")
    for name in atlas_names()
    for variant in [load_variant(name)]
    for players in range(variant.players.min, variant.players.max + 1)
]


def text_of(file: str) -> str:
    return bundled_variants().joinpath("atlas").joinpath(file).read_text(encoding="utf-8")


def holds(examples: Examples) -> bool:
    """Whether examples hold; one that cannot even be set up does not."""
    try:
        return check_examples(examples) == ()
    except PalaceError:
        return False


@pytest.mark.parametrize("name", atlas_names())
def test_the_examples_of_every_table_hold(name: str) -> None:
    examples = load_examples(name)
    assert examples.variant == load_variant(name)
    assert len(examples.examples) >= 2
    assert [str(failure) for failure in check_examples(examples)] == []


@pytest.mark.parametrize("name", atlas_names())
def test_two_examples_do_not_hold_by_the_rules_of_the_parent(name: str) -> None:
    parent = load_variant(tomllib.loads(text_of(f"{name}.toml"))["extends"])
    examples = load_examples(name)
    alone = [evolve(examples, variant=parent, examples=(each,)) for each in examples.examples]
    assert sum(not holds(each) for each in alone) >= 2


@pytest.mark.parametrize("name", atlas_names())
def test_every_table_says_what_it_is_and_where_it_comes_from(name: str) -> None:
    first, second, *_ = text_of(f"{name}.toml").splitlines()
    variant = load_variant(name)
    assert first == "#:schema ../schema.json"
    assert second.startswith(f"# {name}: atlas P")
    assert variant.name == name
    assert variant.summary


def test_every_number_of_the_atlas_is_a_table_or_left_out_for_a_reason() -> None:
    page = (ROOT / "docs" / "atlas.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| P(\d+) \| `[\w-]+` \|", page, re.MULTILINE)
    assert {int(number) for number in listed} == set(range(7, 61))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_whole_games(name: str, players: int) -> None:
    """No card is lost or made, and whoever is to move has something to do."""
    for seed in range(GAMES):
        random = Random(f"{name} {players} {seed}")
        state = new_game(load_variant(name), players, seed=seed)
        whole = everything(state)
        assert Cards.of(whole.elements()) <= state.variant.deck_cards(players)
        for _ in range(CUT):
            if state.phase is Phase.OVER:
                break
            actions = distinct_actions(state)
            assert actions
            state = apply(state, actions[int(random.random() * len(actions))])
        assert everything(state) == whole
