"""The laws of the engine, over every preset, generated variants and positions at every stage.

Each law is a sentence about `apply`, `legal_actions` and their kin that no house rule may break.
"""

import pickle
from collections.abc import Hashable
from copy import copy, deepcopy

import pytest
from attrs import evolve
from hypothesis import assume, given, strategies as st
from hypothesis.strategies import DataObject

from palace import (
    Action,
    Arrange,
    Cards,
    Chance,
    Choose,
    Flip,
    IllegalAction,
    Pass,
    Phase,
    PickUp,
    Play,
    State,
    Variant,
    apply,
    distinct_actions,
    dumps_variant,
    legal_actions,
    loads_variant,
    why_illegal,
)
from palace.abilities import Effects
from palace.laws import OF_ATTEMPTS, OF_MOVES, OF_POSITIONS, OF_VARIANTS, everything, uphold
from strategies import (
    PLAYING,
    attempts,
    every_table,
    moves,
    presets,
    states,
    variants,
    variants_of,
)
from symmetry import rebuilt

pytestmark = pytest.mark.untraced

# ---------------------------------------------------------------- what users' rules obey too


@given(presets() | variants())
def test_variants_obey_the_laws(variant: Variant) -> None:
    uphold(OF_VARIANTS, variant)


@every_table
@given(data=st.data())
def test_positions_obey_the_laws(table: str, data: DataObject) -> None:
    uphold(OF_POSITIONS, data.draw(states(table)))


@every_table
@given(data=st.data())
def test_moves_obey_the_laws(table: str, data: DataObject) -> None:
    state, action = data.draw(moves(table))
    uphold(OF_MOVES, state, action)
    after = apply(state, action)
    deck = Cards.of(everything(after).elements()) + after.aside
    assert deck == state.variant.deck_cards(state.players)


@every_table
@given(data=st.data())
def test_attempts_obey_the_laws(table: str, data: DataObject) -> None:
    state, action = data.draw(attempts(table))
    uphold(OF_ATTEMPTS, state, action)


# ---------------------------------------------------------------- legal actions


def _order(action: Action, to_move: int | None) -> tuple[Hashable, ...]:
    """The documented order of legal actions: out of turn last, by seat."""
    if isinstance(action, Arrange):
        return action.seat, len(action.face_up), tuple(action.face_up)
    if isinstance(action, Play):
        rank = action.as_rank or min(action.cards).rank
        if action.seat != to_move:
            turn = f"9 out of turn {action.seat}"
        elif action.as_rank is not None:
            turn = "0 play as"
        else:
            straight = len({card.rank for card in action.cards}) > 1
            turn = "0 play straight" if straight else "0 play"
        return turn, rank.index, len(action.cards), tuple(action.cards)
    if isinstance(action, PickUp):
        return "3 pick up", action.adding
    if isinstance(action, Choose):
        return "5 choose", action.option
    kinds = {Flip: "1 flip", Chance: "2 chance", Pass: "4 pass"}
    return kinds[type(action)], getattr(action, "place", 0)


@every_table
@given(data=st.data())
def test_legal_actions_are_in_a_stable_order(table: str, data: DataObject) -> None:
    state = data.draw(states(table))
    listed = list(legal_actions(state))
    assert listed == sorted(listed, key=lambda action: _order(action, state.to_move))


@every_table
@given(data=st.data())
def test_only_the_seat_to_move_acts_in_play(table: str, data: DataObject) -> None:
    state = data.draw(states(table, PLAYING))
    for _ in range(4):
        legal = list(legal_actions(state))
        if state.phase is Phase.OVER:
            return
        anybody = state.phase is Phase.ARRANGE or state.variant.out_of_turn != "never"
        seats = {*range(state.players)} if anybody else {state.to_move}
        assert {action.seat for action in legal} <= seats
        state = apply(state, data.draw(st.sampled_from(legal)))


def _alike(action: Action) -> Hashable:
    """An action but for its suits."""
    if isinstance(action, Arrange):
        return action.seat, tuple(card.rank for card in action.face_up)
    if isinstance(action, Play):
        return action.seat, action.as_rank, tuple(card.rank for card in action.cards)
    if isinstance(action, PickUp):
        return "pick up", action.adding and action.adding.rank
    return action


@every_table
@given(data=st.data())
def test_distinct_actions_are_the_first_of_those_alike(table: str, data: DataObject) -> None:
    state = data.draw(states(table))
    legal = list(legal_actions(state))
    if state.variant.suits == "ignored":
        legal = list({_alike(action): action for action in reversed(legal)}.values())[::-1]
    for _ in range(2):  # the second time from tables that the first has filled
        assert list(map(str, distinct_actions(state))) == list(map(str, legal))


# ---------------------------------------------------------------- values


@every_table
@given(data=st.data())
def test_states_are_values_that_pickle_small(table: str, data: DataObject) -> None:
    state = data.draw(states(table))
    protocols = range(pickle.HIGHEST_PROTOCOL + 1)
    pickled = [pickle.dumps(state, protocol) for protocol in protocols]
    copies = [copy(state), deepcopy(state), rebuilt(state), *map(pickle.loads, pickled)]
    assert {*copies} == {state}
    assert {*map(hash, copies)} == {hash(state)}
    alone = pickle.dumps(state.variant, pickle.HIGHEST_PROTOCOL)
    assert len(pickled[-1]) <= len(alone) + 1000


# ---------------------------------------------------------------- the follow table


@every_table
@given(data=st.data())
def test_one_cell_decides_for_all(table: str, data: DataObject) -> None:
    state = data.draw(states(table, PLAYING))
    zone = _in_use(state)
    assume(zone and state.requirement.kind in ("free", "top"))
    play = Play(_mover(state), [data.draw(st.sampled_from(list(zone)))])
    assume(min(play.cards).rank not in state.variant.end.not_on)
    if _alike(play) in map(_alike, distinct_actions(state)):
        closed = _with_cell(state, play, counts=0)
        assert play not in legal_actions(closed)
        assert play not in list(legal_actions(closed))
        assert _alike(play) not in map(_alike, distinct_actions(closed))
        assert why_illegal(closed, play) is not None
        with pytest.raises(IllegalAction):
            apply(closed, play)
    else:
        opened = _with_cell(state, play, counts=1 << 1)
        assert play in legal_actions(opened)
        assert play in list(legal_actions(opened))
        assert _alike(play) in map(_alike, distinct_actions(opened))
        assert why_illegal(opened, play) is None
        assert apply(opened, play) != opened


@every_table
@given(data=st.data())
def test_one_cell_decides_what_a_play_causes(table: str, data: DataObject) -> None:
    state, action = data.draw(moves(table, PLAYING))
    assume(isinstance(action, Play) and state.requirement.kind in ("free", "top"))
    assert isinstance(action, Play)
    assume(action.number or action.as_rank)  # a straight meets more than one cell
    after = apply(_with_cell(state, action, effects=Effects(burns=True), row=0), action)
    assert not after.pile
    assert after.burned == state.burned + Cards.of(state.pile) + action.cards


def _mover(state: State) -> int:
    assert state.to_move is not None
    return state.to_move


def _in_use(state: State) -> Cards:
    """The cards that the seat to move may play from."""
    return state.hands[_mover(state)] or state.face_up[_mover(state)]


def _with_cell(state: State, play: Play, **changes: object) -> State:
    """The state under rules in which the cell that a play meets is another."""
    rank = play.as_rank or min(play.cards).rank
    return state.under(state.rules.with_cell(str(state.requirement), rank, **changes))


# ---------------------------------------------------------------- variants


@every_table
@given(data=st.data())
def test_a_dumped_variant_loads_equal(table: str, data: DataObject) -> None:
    variant = data.draw(variants_of(table))
    named = evolve(variant, name=data.draw(st.text()), summary=data.draw(st.text()))
    assert loads_variant(dumps_variant(named)) == named
