"""The laws that users' rules are tried on: what obeys passes, what breaks one is told which.

And an ability of a user's own, whose name works in TOML, in `check`, in `explain` and the schema.
"""

import json
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, TypeAlias

import pytest
from attrs import evolve, field, frozen
from hypothesis import given, settings, strategies as st
from hypothesis.strategies import DataObject

import palace
from palace import (
    Cards,
    PalaceError,
    Phase,
    State,
    VariantError,
    apply,
    legal_actions,
    load_variant,
)
from palace.abilities import ABILITIES, Ability, Burn, Effects, Goes, register
from palace.cli import main
from palace.laws import OF_ATTEMPTS, OF_MOVES, OF_POSITIONS, OF_VARIANTS
from palace.testing import (
    BrokenLaw,
    check_ability,
    check_variant,
    games,
    legal_actions_of,
    positions,
)

GHOST = '''
from attrs import frozen
from palace.abilities import Ability, Effects, Goes, Leaves, register


@register("ghost")
@frozen
class Ghost(Ability):
    """Goes on anything, is looked through, and passes over players.

    Attributes:
        once: one player however many are laid; else one for each card.
    """

    once: bool = False
    goes = Goes.ON_ANYTHING
    leaves = Leaves.WHAT_WAS_THERE

    @property
    def effects(self):
        return Effects(skips="once" if self.once else "each")
'''
TABLE = """
format = 1
extends = "plain"

[ranks.6]
abilities = [{ name = "ghost", once = true }]

[[examples]]
name = "a six passes over the next player"
pile = "KC"
seats = [{ hand = "6C 7C" }, { hand = "8C" }, { hand = "9C" }]
moves = ["play 6C"]
then = { to_move = 2, requirement = "K" }
"""


@pytest.fixture(autouse=True)
def _abilities(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test registers is known in it alone."""
    for name in ("ghost", "echo", "forgetful"):
        monkeypatch.delitem(ABILITIES, name, raising=False)
        monkeypatch.setitem(ABILITIES, name, Burn)
        del ABILITIES[name]


# ---------------------------------------------------------------- an ability of one's own


@pytest.fixture
def ghost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a user's module, and a variant file that has its ability."""
    (tmp_path / "haunted.py").write_text(GHOST, encoding="utf-8")
    (tmp_path / "ours.toml").write_text(TABLE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "haunted", raising=False)
    return tmp_path


Said: TypeAlias = tuple[int, str, str]


def said(capsys: pytest.CaptureFixture[str], *words: str) -> Said:
    code = main(words)
    return code, *capsys.readouterr()


@pytest.mark.usefixtures("ghost")
def test_its_name_works_in_toml_and_in_check(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "--import", "haunted", "check", "ours.toml") == (
        0, "ours.toml: 1 example holds\n", "",
    )  # fmt: skip
    (ability,) = load_variant("ours.toml").rank("6").abilities
    assert str(ability) == "Ghost(once=True)"


@pytest.mark.usefixtures("ghost")
def test_it_is_doubted_where_it_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    text = TABLE.replace("[ranks.6]", "[ranks.joker]")
    Path("ours.toml").write_text(text.partition("[[examples]]")[0], encoding="utf-8")
    code, out, err = said(capsys, "--import", "haunted", "check", "ours.toml")
    assert (code, out) == (0, "ours.toml: fine, without examples\n")
    assert err == (
        'warning: ours.toml:5: ranks.joker: "joker" has no effect: the deck has none; '
        "write deck.jokers = 2, or take it away\n"
    )


@pytest.mark.usefixtures("ghost")
def test_its_mistakes_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    Path("ours.toml").write_text(TABLE.replace("once = true", "twice = 1"), encoding="utf-8")
    code, out, err = said(capsys, "--import", "haunted", "check", "ours.toml")
    assert (code, out) == (1, "")
    unknown = 'unknown key "twice"; known: once'
    assert err == f"ours.toml:6: ranks.6.abilities[0].twice: {unknown}\n"


@pytest.mark.usefixtures("ghost")
def test_its_name_works_in_explain(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = said(capsys, "--import", "haunted", "explain", "ours.toml")
    assert (code, err) == (0, "")
    assert "6s go on anything" in out
    assert "A 6 is looked through" in out
    assert "6s pass over one player, who misses a turn, however many are laid" in out


@pytest.mark.usefixtures("ghost")
def test_its_name_works_in_the_schema(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, "--import", "haunted", "schema")
    assert code == 0
    assert '"const": "ghost"' in out
    assert "One player however many are laid; else one for each card." in out
    assert json.loads(out) == palace.schema()


@pytest.mark.parametrize(
    ("module", "why"),
    [
        ("haunted_not", "ModuleNotFoundError: No module named"),
        ("", "ValueError: Empty"),
        (".haunted", "TypeError: "),
    ],
)
def test_a_module_that_is_not_there_is_bad_use(
    capsys: pytest.CaptureFixture[str], module: str, why: str
) -> None:
    code, out, err = said(capsys, "--import", module, "variants")
    assert (code, out) == (2, "")
    assert err.startswith(f"{module} cannot be imported: {why}")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("def (\n", "SyntaxError: invalid syntax"),
        ("raise RuntimeError('no')\n", "RuntimeError: no"),
    ],
)
def test_a_module_that_fails_is_bad_use_without_a_traceback(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    why: str,
) -> None:
    (tmp_path / "failing_module.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    code, out, err = said(capsys, "--import", "failing_module", "variants")
    assert (code, out) == (2, "")
    assert err.startswith(f"failing_module cannot be imported: {why}")


# ---------------------------------------------------------------- what obeys


@frozen
class Echo(Ability):
    """An ability of a user's own, with options of two kinds."""

    loud: bool = False
    who: Literal["each", "once"] = "each"
    goes = Goes.ON_ANYTHING

    @property
    def effects(self) -> Effects:
        return Effects(skips=self.who, another=self.loud)


def test_an_ability_that_obeys_passes_in_all_its_forms() -> None:
    register("echo")(Echo)
    check_ability(Echo, tries=8)
    check_ability("echo", tries=1)


@pytest.mark.parametrize("name", ["selected", "palace-suits"])
def test_a_preset_passes(name: str) -> None:
    check_variant(name, tries=5)
    check_variant(load_variant(name), tries=5)


@given(data=st.data())
@settings(max_examples=10)
def test_a_game_goes_from_its_deal_by_legal_actions(data: DataObject) -> None:
    states = data.draw(games(load_variant("rawlins"), most=30))
    assert states[0].turns == 0
    assert states[0].phase is Phase.ARRANGE
    assert len(states) <= 31
    for before, after in pairwise(states):
        assert after in [apply(before, action) for action in legal_actions(before)]


@given(data=st.data())
def test_positions_are_of_the_phases_that_are_asked_for(data: DataObject) -> None:
    state = data.draw(positions(load_variant("common"), [Phase.PLAY]))
    assert state.phase is Phase.PLAY
    assert data.draw(legal_actions_of(state)) in legal_actions(state)


# ---------------------------------------------------------------- what does not


def _one_more(value: int) -> int:
    return value + 1


@frozen
class Forgetful(Ability):
    """An ability whose values change whenever they are read."""

    times: int = field(default=1, converter=_one_more)


@frozen
class Wordy(Ability):
    """An ability that needs a word."""

    word: str


def broken_by(ability: Any) -> BrokenLaw:
    with pytest.raises(BrokenLaw) as told:
        check_ability(ability, tries=2)
    return told.value


def test_an_ability_whose_file_says_another_is_told() -> None:
    register("forgetful")(Forgetful)
    told = broken_by(Forgetful)
    assert told.law == "its file loads as an equal variant"
    assert str(told).startswith(
        "a law is broken: its file loads as an equal variant\n"
        "  what was read back is another variant\nrules:\nformat = 1\n"
    )
    assert 'name = "forgetful"' in str(told)


def test_an_ability_that_no_file_could_name_is_refused() -> None:
    with pytest.raises(VariantError, match="Echo has no name: make it known"):
        check_ability(Echo)


def test_an_ability_that_needs_values_is_given_them() -> None:
    with pytest.raises(PalaceError, match=r"give Wordy\(word=\.\.\.\)"):
        check_ability(Wordy)
    with pytest.raises(PalaceError, match="unknown ability 'brun'; did you mean \"burn\""):
        check_ability("brun")


def test_a_variant_whose_examples_fail_is_told(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(
        'format = 1\n[[examples]]\nname = "wrong"\npile = "4C"\n'
        'seats = [{ hand = "5C 6C" }, { hand = "7C" }]\nmoves = ["play 5C"]\nthen.to_move = 0\n'
    )
    with pytest.raises(BrokenLaw, match="its worked examples hold") as told:
        check_variant(path, tries=1)
    assert "to_move: expected 0, came 1" in str(told.value)


def test_a_broken_file_is_refused_as_always(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text("format = 1\nsets = 3\n")
    with pytest.raises(VariantError, match="sets: 3 is neither true nor false"):
        check_variant(path)


def losing_cards(state: State, action: Any) -> State:
    return evolve(apply(state, action), burned=Cards.of("").packed, stock=b"")


def doing_nothing(state: State, action: Any) -> State:
    apply(state, action)
    return state


def letting_go(state: State, action: Any) -> State:
    """The last seat leaves, with all that it holds."""
    after = apply(state, action)
    return evolve(after, frame=evolve(after._frame, out=(*after.out, state.players - 1)))


def raising(*_: Any) -> Any:
    raise LookupError("of nothing")


FAULTS = [
    ("apply", losing_cards, "no card is lost, none is new"),
    ("apply", doing_nothing, "a move changes nothing that it is given, and always does the same"),
    ("apply", letting_go, "who holds no card has left, and stays out"),
    ("is_legal", lambda *_: True, "apply, the list of actions and their refusals agree"),
    ("why_illegal", lambda *_: None, "apply, the list of actions and their refusals agree"),
    ("legal_actions", lambda _: (), "something is legal until the game is over"),
    ("distinct_actions", lambda _: (), "something is legal until the game is over"),
    ("deepcopy", lambda _: 3, "its copies are equal, with an equal hash"),
    ("explain", raising, "it is explained in words"),
    ("loads_variant", lambda _: 3, "its file loads as an equal variant"),
    ("problems", lambda _: ("all",), "nothing is wrong with the variant"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "fault", "law"), FAULTS)
def test_a_fault_of_the_engine_breaks_its_law(
    monkeypatch: pytest.MonkeyPatch, name: str, fault: Any, law: str
) -> None:
    variant = load_variant("selected")
    monkeypatch.setattr(f"palace.laws.{name}", fault)
    with pytest.raises(BrokenLaw) as told:
        check_variant(variant, tries=40)
    assert told.value.law == law
    assert told.value.breaches
    if told.value.state is not None:
        assert f"\nin: {variant.name};" in str(told.value)
    if name == "explain":
        assert "LookupError was raised: of nothing" in str(told.value)


def test_every_law_is_one_sentence() -> None:
    laws = [*OF_VARIANTS, *OF_POSITIONS, *OF_MOVES, *OF_ATTEMPTS]
    assert len(set(laws)) == len(laws) == 13


def every_ability() -> Iterator[str]:
    yield from (name for name, each in ABILITIES.items() if each.__module__ == "palace.abilities")


@pytest.mark.untraced
@pytest.mark.parametrize("name", list(every_ability()))
def test_the_abilities_that_come_along_obey(name: str) -> None:
    check_ability(ABILITIES[name](), tries=1)
