"""What makes no difference: suits, the numbers of the seats, the side of a mirror, `extends`."""

from functools import reduce
from itertools import groupby, permutations
from random import Random

import pytest
from attrs import evolve
from hypothesis import assume, given, strategies as st
from hypothesis.strategies import DataObject, DrawFn

from palace import (
    Action,
    Card,
    Phase,
    Rank,
    State,
    Variant,
    apply,
    dump_variant,
    legal_actions,
    loads_variant,
    new_game,
    rules_of,
    why_illegal,
)
from palace.errors import Reason
from palace.testing import any_actions, positions
from strategies import GENERATED, PRESETS, RANDOMS, attempts, every_table, moves, variants_of
from symmetry import Seats, Suits, rebuilt, translated

pytestmark = pytest.mark.untraced


def _reason(state: State, action: Action) -> Reason | None:
    refusal = why_illegal(state, action)
    return None if refusal is None else refusal.reason


# ---------------------------------------------------------------- suits


@st.composite
def other_suits(draw: DrawFn) -> Suits:
    """Other suits for the cards of each rank; jokers, of which one may be odd, stay as they are."""
    random = draw(RANDOMS)
    cards: dict[Card, Card] = {}
    for rank in Rank:
        if rank is not Rank.JOKER:
            alike = [Card.of(rank, suit) for suit in "CDHS"]
            cards |= zip(alike, random.sample(alike, 4), strict=True)
    return lambda card: cards.get(card, card)


every_table_without_suit_rule = pytest.mark.parametrize(
    "table",
    [*(name for name, variant in PRESETS.items() if variant.suits == "ignored"), *GENERATED],
)


def without_suits(variant: Variant) -> Variant:
    """The variant with no rule that tells suits apart."""
    start = evolve(variant.start, suits=())
    if start.lead == "card":
        start = evolve(start, lead="rank")
    return evolve(variant, suits="ignored", start=start)


@every_table_without_suit_rule
@given(data=st.data())
def test_suits_make_no_difference(table: str, data: DataObject) -> None:
    variant = without_suits(data.draw(variants_of(table)))
    state, suits = data.draw(positions(variant)), data.draw(other_suits())
    other, action = rebuilt(state, suits=suits), data.draw(any_actions(state))
    renamed = translated(action, suits=suits)
    assert {translated(each, suits=suits) for each in legal_actions(state)} == {
        *legal_actions(other)
    }
    assert _reason(state, action) is _reason(other, renamed)
    if action in legal_actions(state):
        expected = rebuilt(apply(state, action), suits=suits, rows_sorted=True)
        assert rebuilt(apply(other, renamed), rows_sorted=True) == expected


@every_table_without_suit_rule
@given(data=st.data())
def test_a_deal_in_other_suits_is_the_same_deal(table: str, data: DataObject) -> None:
    variant = without_suits(data.draw(variants_of(table)))
    players, deck, suits = *data.draw(decks(variant)), data.draw(other_suits())
    other = new_game(variant, players, deck=map(suits, deck))
    assert other == rebuilt(new_game(variant, players, deck=deck), suits=suits)


# ---------------------------------------------------------------- seats


@st.composite
def decks(draw: DrawFn, variant: Variant) -> tuple[int, list[Card]]:
    """A number of seats and a shuffled deck for them."""
    players = draw(st.integers(variant.players.min, variant.players.max))
    deck = list(variant.deck_cards(players))
    Random(draw(st.integers(0, 9999))).shuffle(deck)
    return players, deck


def turned(state: State, by: int) -> Seats:
    """Every seat further clockwise by some places."""
    return lambda seat: (seat + by) % state.players if seat in range(state.players) else seat


@every_table
@given(data=st.data(), by=st.integers(1, 9))
def test_turning_the_table_makes_no_difference(table: str, data: DataObject, by: int) -> None:
    state, action = data.draw(attempts(table))
    seats = turned(state, by)
    other, turned_action = rebuilt(state, seats), translated(action, seats)
    assert {translated(each, seats) for each in legal_actions(state)} == {*legal_actions(other)}
    assert _reason(state, action) is _reason(other, turned_action)
    if action in legal_actions(state):
        assert apply(other, turned_action) == rebuilt(apply(state, action), seats)


@every_table
@given(data=st.data())
def test_a_table_in_the_mirror_plays_the_mirrored_game(table: str, data: DataObject) -> None:
    state, action = data.draw(moves(table))
    assume(state.phase is Phase.PLAY)
    seats: Seats = lambda seat: state.players - 1 - seat  # noqa: E731
    other = rebuilt(state, seats, mirrored=True)
    assert apply(other, translated(action, seats)) == rebuilt(
        apply(state, action), seats, mirrored=True
    )


@every_table
@given(data=st.data())
def test_the_dealer_turns_with_the_table(table: str, data: DataObject) -> None:
    variant = data.draw(variants_of(table))
    players, deck = data.draw(decks(variant))
    dealer = data.draw(st.integers(0, players - 1))
    state = new_game(variant, players, deck=deck)
    other = new_game(variant, players, deck=deck, dealer=dealer)
    assert other == rebuilt(state, turned(state, dealer))


@pytest.mark.parametrize("name", [name for name in PRESETS if PRESETS[name].arrange != "none"])
def test_it_makes_no_difference_who_arranges_first(name: str) -> None:
    random, state = Random(name), new_game(PRESETS[name], 4, seed=1)
    by_seat = groupby(legal_actions(state), key=lambda action: action.seat)
    chosen = [random.choice([*actions]) for _, actions in by_seat]
    assert len(chosen) == 4
    assert len({reduce(apply, order, state) for order in permutations(chosen)}) == 1


# ---------------------------------------------------------------- extends


@every_table
@given(data=st.data())
def test_extending_and_changing_nothing_plays_the_same(
    table: str, data: DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    state, action = data.draw(moves(table))
    folder, parent = tmp_path_factory.getbasetemp(), table
    if table in GENERATED:
        parent = "parent.toml"
        dump_variant(state.variant, folder / parent)
    child = loads_variant(f'format = 1\nname = "child"\nextends = "{parent}"', folder=folder)
    assert evolve(child, name=state.variant.name, summary=state.variant.summary) == state.variant
    other = state.under(rules_of(child))
    assert [*legal_actions(other)] == [*legal_actions(state)]
    assert apply(other, action).under(state.rules) == apply(state, action)
