"""The tables of the atlas: every file is played by, and says something that its parent does not."""

import os
import re
import tomllib
from pathlib import Path
from random import Random

import pytest
from attrs import evolve

from key_tables import MARKED, marked
from palace import (
    Card,
    Cards,
    PalaceError,
    Phase,
    State,
    apply,
    check_examples,
    distinct_actions,
    load_examples,
    load_variant,
    new_game,
    position,
    rules_of,
)
from palace.bundled import (
    EXAMPLES_SUFFIX,
    atlas_names,
    bundled_variants,
    preset_names,
    variant_names,
)
from palace.examples import Examples
from palace.laws import everything
from palace.table import LEGEND, marks

ROOT = Path(__file__).parents[1]
CUT = 5_000
GAMES = 20 if "CI" in os.environ else 2
INTERACTIONS = 84
"""How many questions of how two rules meet the atlas numbers."""
TABLES = [
    pytest.param(name, players, id=f"{name}-{players}")
    for name in atlas_names()
    for variant in [load_variant(name)]
    for players in range(variant.players.min, variant.players.max + 1)
]


def text_of(file: str) -> str:
    return bundled_variants().joinpath("atlas").joinpath(file).read_text(encoding="utf-8")


def fails(examples: Examples) -> bool:
    """Whether examples do not hold, though they can be set up."""
    try:
        return check_examples(examples) != ()
    except PalaceError:
        return False


@pytest.mark.parametrize("name", atlas_names())
def test_the_examples_of_every_table_hold(name: str) -> None:
    examples = load_examples(name)
    assert examples.variant == load_variant(name)
    assert len(examples.examples) >= 2
    assert [str(failure) for failure in check_examples(examples)] == []


@pytest.mark.untraced
@pytest.mark.parametrize("name", atlas_names())
def test_two_examples_do_not_hold_by_the_rules_of_the_parent(name: str) -> None:
    parent = load_variant(tomllib.loads(text_of(f"{name}.toml"))["extends"])
    examples = load_examples(name)
    alone = [evolve(examples, variant=parent, examples=(each,)) for each in examples.examples]
    assert sum(map(fails, alone)) >= 2


@pytest.mark.untraced
@pytest.mark.parametrize("name", atlas_names())
def test_an_example_may_begin_with_whatever_position_play_leads_to(name: str) -> None:
    variant, random = load_variant(name), Random(name)
    state = new_game(variant, variant.players.min, seed=1)
    for _ in range(120):
        if state.phase is Phase.PLAY:
            assert written_again(state) == state
        if actions := distinct_actions(state):
            state = apply(state, actions[int(random.random() * len(actions))])


def written_again(state: State) -> State:
    """The position that says of a state all that an example can say."""
    zones = zip(state.hands, state.face_up, state.face_down, strict=True)
    pending = state.pending
    chooses = pending is not None and state.requirement.kind == "choice"
    row = state.rules.rows[pending.row] if pending and chooses else state._row
    return position(
        state.variant,
        [{"hand": hand, "face_up": up, "face_down": face_down(down)} for hand, up, down in zones],
        **{name: getattr(state, name) for name in ("pile", "stock", "burned", "to_move", "out")},
        direction=state.direction,
        dealer=state.dealer,
        turns=state.turns,
        requirement=str(row.requirement),
        pending=state.pending,
        laid_by=state.laid_by,
        declared=state.declared.values(),
    )


def face_down(places: tuple[Card | None, ...]) -> str:
    return " ".join("--" if card is None else str(card) for card in places)


@pytest.mark.parametrize("name", atlas_names())
def test_every_table_says_what_it_is_and_where_it_comes_from(name: str) -> None:
    first, second, *_ = text_of(f"{name}.toml").splitlines()
    variant = load_variant(name)
    assert first == "#:schema ../schema.json"
    assert second.startswith(f"# {name}: atlas P")
    assert variant.name == name
    assert variant.summary


@pytest.mark.parametrize("name", variant_names())
def test_every_mark_of_a_follow_table_is_explained_below_it(name: str) -> None:
    told = set(re.findall(r"(?:^| )(\S) +\S", LEGEND, re.MULTILINE))
    rows = marks(rules_of(load_variant(name))).values()
    assert {letter for row in rows for mark in row.values() for letter in mark} <= told | set(
        "CDHS"
    )


def test_every_number_of_the_atlas_is_a_table_or_left_out_for_a_reason() -> None:
    page = (ROOT / "docs" / "atlas.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| P(\d+) \| `[\w-]+` \|", page, re.MULTILINE)
    assert {int(number) for number in listed} == set(range(7, 61))


def test_every_interaction_of_the_atlas_has_a_worked_example_or_a_reason_why_it_cannot() -> None:
    """Protects against the fault that some got lost while files were written anew."""
    page = (ROOT / "docs" / "atlas.md").read_text(encoding="utf-8")
    excused = {int(each) for each in re.findall(r"^\| (\d+) \| [A-Z\"]", page, re.MULTILINE)}
    shown = {number for number, _, _ in marked()}
    assert shown.isdisjoint(excused)
    assert shown | excused == set(range(1, INTERACTIONS + 1))


def test_every_mark_of_an_interaction_stands_above_an_example() -> None:
    """Else it would count for nothing, and nobody would see it."""
    for name in variant_names():
        folder = "" if name in preset_names() else "atlas/"
        text = (ROOT / "variants" / f"{folder}{name}{EXAMPLES_SUFFIX}").read_text(encoding="utf-8")
        assert len(MARKED.findall(text)) == text.count("# atlas interaction")


@pytest.mark.untraced
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
