"""The laws of the engine, over every preset, generated variants and positions at every stage.

Each law is a sentence about `apply`, `legal_actions` and their kin that no house rule may break.
"""

import pickle
from collections.abc import Hashable
from copy import copy, deepcopy

import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from drawing import everything, held
from palace import (
    Action,
    Arrange,
    Cards,
    Effects,
    IllegalAction,
    Phase,
    PickUp,
    Play,
    Rank,
    State,
    apply,
    distinct_actions,
    dumps_variant,
    is_legal,
    legal_actions,
    loads_variant,
    problems,
    rules_of,
    why_illegal,
)
from strategies import Variants, attempts, every_table, moves, states, variants
from symmetry import rebuilt

# ---------------------------------------------------------------- cards


@every_table
@given(data=st.data())
def test_cards_are_conserved(tables: Variants, data: DataObject) -> None:
    state, action = data.draw(moves(tables))
    after = apply(state, action)
    assert everything(after) == everything(state)
    assert after.aside == state.aside
    deck = Cards.of(everything(after).elements()) + after.aside
    assert deck == state.variant.deck_cards(state.players)


@every_table
@given(data=st.data())
def test_who_holds_no_card_is_out_and_stays_out(tables: Variants, data: DataObject) -> None:
    state, action = data.draw(moves(tables))
    after = apply(state, action)
    assert after.out[: len(state.out)] == state.out
    assert len(after.out) <= len(state.out) + 1
    assert set(after.out) == {seat for seat in range(after.players) if not held(after, seat)}
    assert after.to_move not in after.out
    assert not {each.seat for each in legal_actions(after)} & set(after.out)


# ---------------------------------------------------------------- apply


@every_table
@given(data=st.data())
def test_apply_leaves_its_argument_as_it_was(tables: Variants, data: DataObject) -> None:
    state, action = data.draw(moves(tables))
    before = deepcopy(state)
    apply(state, action)
    assert state == before


@every_table
@given(data=st.data())
def test_everybody_agrees_on_what_is_legal(tables: Variants, data: DataObject) -> None:
    state, action = data.draw(attempts(tables))
    before, refusal = deepcopy(state), why_illegal(state, action)
    assert (action in list(legal_actions(state))) == (refusal is None)
    assert (action in legal_actions(state)) == (refusal is None)
    assert is_legal(state, action) == (refusal is None)
    if refusal is None:
        assert apply(state, action) != state
    else:
        with pytest.raises(IllegalAction) as raised:
            apply(state, action)
        assert raised.value.reason is refusal.reason
        assert raised.value.message == str(raised.value) == refusal.message != ""
    assert state == before


# ---------------------------------------------------------------- legal actions


def _order(action: Action) -> tuple[Hashable, ...]:
    """The documented order of legal actions."""
    if isinstance(action, Arrange):
        return action.seat, tuple(action.face_up)
    if isinstance(action, Play):
        rank = min(action.cards).rank.index
        return "0 play", rank, len(action.cards), tuple(action.cards)
    if isinstance(action, PickUp):
        return "3 pick up", action.adding
    return ("1 flip", action.place) if hasattr(action, "place") else ("2 chance",)


@every_table
@given(data=st.data())
def test_legal_actions_is_a_sized_container_in_a_stable_order(
    tables: Variants, data: DataObject
) -> None:
    state = data.draw(states(tables))
    legal, listed = legal_actions(state), list(legal_actions(state))
    assert len(legal) == len(listed) == len(set(listed))
    assert bool(legal) == bool(listed)
    assert all(action in legal for action in listed)
    assert listed == sorted(listed, key=_order)  # type: ignore[arg-type]


@every_table
@given(data=st.data())
def test_some_action_is_legal_until_the_game_is_over(tables: Variants, data: DataObject) -> None:
    state = data.draw(states(tables))
    for _ in range(4):
        assert bool(legal_actions(state)) == (state.phase is not Phase.OVER)
        if state.phase is Phase.OVER:
            return
        assert state.phase is Phase.ARRANGE or state.to_move in state.active
        state = apply(state, data.draw(st.sampled_from(distinct_actions(state))))


def _alike(action: Action) -> Hashable:
    """An action but for its suits."""
    if isinstance(action, Arrange):
        return action.seat, tuple(card.rank for card in action.face_up)
    if isinstance(action, Play):
        return tuple(card.rank for card in action.cards)
    if isinstance(action, PickUp):
        return "pick up", action.adding and action.adding.rank
    return action


@every_table
@given(data=st.data())
def test_distinct_actions_are_the_first_of_those_alike(tables: Variants, data: DataObject) -> None:
    state = data.draw(states(tables))
    legal = list(legal_actions(state))
    if state.variant.suits == "ignored":
        legal = list({_alike(action): action for action in reversed(legal)}.values())[::-1]
    assert distinct_actions(state) == legal


# ---------------------------------------------------------------- values


@every_table
@given(data=st.data())
def test_equal_states_hash_alike_and_survive_copying(tables: Variants, data: DataObject) -> None:
    state = data.draw(states(tables))
    copies = [copy(state), deepcopy(state), rebuilt(state)]
    copies += [
        pickle.loads(pickle.dumps(state, protocol))
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    ]
    for other in copies:
        assert other == state
        assert hash(other) == hash(state)
        assert list(legal_actions(other)) == list(legal_actions(state))


@every_table
@given(data=st.data())
def test_a_pickled_state_is_little_more_than_its_variant(
    tables: Variants, data: DataObject
) -> None:
    state = data.draw(states(tables))
    assert len(pickle.dumps(state)) <= len(pickle.dumps(state.variant)) + 1000


# ---------------------------------------------------------------- the follow table


@every_table
@given(data=st.data())
def test_a_cell_closed_forbids_its_plays(tables: Variants, data: DataObject) -> None:
    state, action = data.draw(moves(tables))
    assume(isinstance(action, Play) and state.requirement.kind != "lead")
    _check_refused(_with_cell(state, action, counts=0), action)


@every_table
@given(data=st.data())
def test_a_cell_opened_allows_its_plays(tables: Variants, data: DataObject) -> None:
    state = data.draw(states(tables))
    assume(state.phase is Phase.PLAY and state.to_move is not None)
    zone = state.hands[state.to_move] or state.face_up[state.to_move]
    barred = [Play(state.to_move, [card]) for card in zone]
    barred = [play for play in barred if play not in legal_actions(state)]
    assume(barred)
    opened = _with_cell(state, barred[0], counts=1 << 1)
    assert barred[0] in legal_actions(opened)
    assert barred[0] in list(legal_actions(opened))
    assert why_illegal(opened, barred[0]) is None
    assert barred[0].cards <= Cards.of(everything(apply(opened, barred[0])).elements())


@every_table
@given(data=st.data())
def test_a_cell_that_burns_burns(tables: Variants, data: DataObject) -> None:
    state, action = data.draw(moves(tables))
    assume(isinstance(action, Play) and state.requirement.kind != "lead")
    after = apply(_with_cell(state, action, effects=Effects(burns=True), row=0), action)
    assert not after.pile
    assert after.burned == state.burned + Cards.of(state.pile) + action.cards


def _with_cell(state: State, play: Play, **changes: object) -> State:
    """The state under rules in which the cell that a play meets is another."""
    rank = min(play.cards).rank
    return evolve(state, rules=state.rules.with_cell(str(state.requirement), rank, **changes))


def _check_refused(state: State, action: Action) -> None:
    assert action not in legal_actions(state)
    assert action not in list(legal_actions(state))
    assert action not in distinct_actions(state)
    assert why_illegal(state, action) is not None
    with pytest.raises(IllegalAction):
        apply(state, action)


# ---------------------------------------------------------------- variants


@given(variants())
def test_generated_variants_are_sound(variant: Variants) -> None:
    assert problems(variant) == ()


@every_table
@given(data=st.data())
def test_a_dumped_variant_loads_equal(tables: Variants, data: DataObject) -> None:
    variant = data.draw(tables)
    named = evolve(variant, name=data.draw(st.text()), summary=data.draw(st.text()))
    assert loads_variant(dumps_variant(named)) == named


@pytest.mark.parametrize("rank", Rank)
def test_x(rank: Rank) -> None: ...
