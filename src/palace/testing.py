"""The engine's laws, tried on what a user writes: `check_ability` and `check_variant`.

It needs Hypothesis, which the extra `testing` installs: `pip install palace-rules[testing]`.
"""

from collections.abc import Iterator, Sequence
from os import PathLike
from random import Random
from typing import Any, Literal, get_args, get_origin, get_type_hints

from attrs import NOTHING, evolve, fields

from palace.abilities import ABILITIES, Ability
from palace.actions import Action
from palace.automaton import Automaton
from palace.deal import new_game
from palace.errors import PalaceError, VariantError, lacking
from palace.examples import check_examples, load_examples
from palace.explanation import explain
from palace.files import derive
from palace.given import require_number
from palace.json_schema import schema_text
from palace.laws import (
    OF_ATTEMPTS,
    OF_MOVES,
    OF_POSITIONS,
    OF_VARIANTS,
    BrokenLaw,
    uphold,
)
from palace.meaning import doubts
from palace.sampling import ANY_PHASE, draw_attempt, draw_legal, draw_players, draw_position
from palace.state import Phase, State
from palace.testing_bots import check_bot
from palace.turn import apply
from palace.variant import Variant
from palace.wording import quoted, suggestion

try:
    from hypothesis import HealthCheck, given, settings, strategies as st
    from hypothesis.strategies import DataObject, DrawFn, SearchStrategy
except ModuleNotFoundError as error:
    raise lacking("testing", error) from None

__all__ = [
    "BrokenLaw",
    "any_actions",
    "check_ability",
    "check_bot",
    "check_variant",
    "games",
    "legal_actions_of",
    "positions",
]

MOST_ACTIONS_DRAWN = 60
"""The most actions of the games that are drawn, unless another number is asked for."""
_RANDOMS: SearchStrategy[Random] = st.randoms(use_true_random=False)

# ---------------------------------------------------------------- strategies


@st.composite
def positions(draw: DrawFn, variant: Variant, phases: Sequence[Phase] = ANY_PHASE) -> State:
    """A position at any stage of a game, the deck cut up freely among the zones.

    A deal hardly ever comes to the rare positions in random play; this draws them as often as any.

    Args:
        draw: given by Hypothesis.
        variant: the rules.
        phases: the phases that are drawn, one as likely as another.

    Returns:
        A strategy of states.
    """
    return draw_position(draw(_RANDOMS), variant, phases)


@st.composite
def games(draw: DrawFn, variant: Variant, most: int = MOST_ACTIONS_DRAWN) -> tuple[State, ...]:
    """The states of a game from its deal, one after each action of random players.

    Args:
        draw: given by Hypothesis.
        variant: the rules.
        most: the number of actions after which a game is cut.

    Returns:
        A strategy of games, each the tuple of its states.
    """
    random, number = draw(_RANDOMS), draw(st.integers(0, most))
    deal = new_game(variant, draw_players(random, variant), seed=random.getrandbits(32))
    states = [deal]
    while len(states) <= number and states[-1].phase is not Phase.OVER:
        states.append(apply(states[-1], draw_legal(random, states[-1])))
    return tuple(states)


@st.composite
def legal_actions_of(draw: DrawFn, state: State) -> Action:
    """An action that is legal in a state that is not over.

    Args:
        draw: given by Hypothesis.
        state: the state.

    Returns:
        A strategy of actions.
    """
    return draw_legal(draw(_RANDOMS), state)


@st.composite
def any_actions(draw: DrawFn, state: State) -> Action:
    """Any action, legal or not, of any seat.

    Args:
        draw: given by Hypothesis.
        state: the state.

    Returns:
        A strategy of actions.
    """
    return draw_attempt(draw(_RANDOMS), state)


# ---------------------------------------------------------------- checks


def check_variant(variant: "Variant | str | PathLike[str]", *, tries: int = 100) -> None:
    """Try the laws of the engine on a variant.

    Args:
        variant: a variant, a preset's name, or a variant file's path; the worked examples of a
            file, and beside it, must hold too.
        tries: how many positions are drawn.

    Raises:
        BrokenLaw: a law does not hold; it names the law, the variant and the position.
        VariantError: the file cannot be read, or something is wrong in it.
    """
    require_number("tries", tries, 1)
    if not isinstance(variant, Variant):
        examples = load_examples(variant)
        variant = examples.variant
        if failures := check_examples(examples):
            raise BrokenLaw("its worked examples hold", tuple(map(str, failures)), variant)
    uphold(OF_VARIANTS, variant)
    _try(variant, tries)


def check_ability(ability: "type[Ability] | Ability | str", *, tries: int = 100) -> None:
    """Try the laws of the engine on tables in which ranks have an ability.

    Args:
        ability: a registered class, which is tried in every form that its closed keys can have,
            one of its values, or its name.
        tries: how many positions are drawn in all.

    Raises:
        BrokenLaw: a law does not hold; it names the law, the variant and the position.
        PalaceError: there is no such ability, or the class needs values.
    """
    require_number("tries", tries, 1)
    forms = _forms(ability)
    _known(forms[0])
    tables = [table for form in forms for table in _tables(form)]
    for table in tables:
        uphold(OF_VARIANTS, table)
        _try(table, max(1, tries // len(tables)))


def _try(variant: Variant, tries: int) -> None:
    """Positions of a variant, a move and an attempt in each, under all the laws."""

    @settings(
        max_examples=tries,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(data=st.data())
    def hold(data: DataObject) -> None:
        state = data.draw(positions(variant) | games(variant).map(lambda states: states[-1]))
        uphold(OF_POSITIONS, state)
        uphold(OF_ATTEMPTS, state, data.draw(any_actions(state)))
        if state.phase is not Phase.OVER:
            uphold(OF_MOVES, state, data.draw(legal_actions_of(state)))

    hold()


# ---------------------------------------------------------------- an ability


def _forms(ability: "type[Ability] | Ability | str") -> list[Ability]:
    """The values of an ability that are tried: as it is, and with each closed key changed."""
    if isinstance(ability, str):
        if ability not in ABILITIES:
            raise PalaceError(
                f"unknown ability {quoted(ability)}; {suggestion(ability, ABILITIES)}"
            )
        ability = ABILITIES[ability]
    if isinstance(ability, Ability):
        return [ability]
    if not (isinstance(ability, type) and issubclass(ability, Ability)):
        raise PalaceError(f"{quoted(ability)} is no ability: {suggestion('', ABILITIES)}")
    needed = [each.name for each in fields(ability) if each.default is NOTHING]
    if needed:
        values = ", ".join(f"{name}=..." for name in needed)
        raise PalaceError(f"{ability.__name__} needs values: give {ability.__name__}({values})")
    usual, hints = ability(), get_type_hints(ability)
    changed = [
        evolve(usual, **{each.name: value})
        for each in fields(ability)
        for value in _closed(hints[each.name])
        if value != getattr(usual, each.name)
    ]
    return [usual, *changed]


def _closed(hint: Any) -> tuple[Any, ...]:
    """The values of a key that has a closed set of them."""
    if hint is bool:
        return (False, True)
    return get_args(hint) if get_origin(hint) is Literal else ()


def _known(ability: Ability) -> None:
    """Its name works in files, in `palace check`, in the schema and in words."""
    table, plain = next(_tables(ability)), derive("plain")
    doubts(table)
    if f'"{ability.name}"' not in schema_text():
        raise BrokenLaw("the schema knows every ability", (ability.name,), table)
    if not Automaton(table).plays_as(Automaton(plain)) and _told(table) == _told(plain):
        law = "variants that play differently are not explained alike"
        raise BrokenLaw(law, (f"nothing is said of {ability.name}",), table)


def _told(variant: Variant) -> tuple[str, ...]:
    return explain(variant).sentences


def _tables(ability: Ability) -> Iterator[Variant]:
    """Tables in which a rank has the ability: alone, on a joker, beside others, with more packs."""
    rules = {"abilities": [ability]}
    yield derive("plain", ranks={"7": rules})
    further: tuple[tuple[str, dict[str, Any]], ...] = (
        ("plain", {"deck": {"jokers": 4}, "ranks": {"joker": rules | {"on": "anything"}}}),
        ("rawlins", {"ranks": {"4": rules, "8": {"abilities": ["skip", ability]}}}),
        ("ten-two-slide", {"deck": {"packs": 2}, "ranks": {"6": rules, "Q": rules}}),
    )
    for base, changes in further:
        try:
            yield derive(base, **changes)
        except VariantError:  # what it leaves, or that it is there already, forbids this table
            continue
