"""What a seat sees: all that lies open and its own cards, and of the hidden ones their number.

The law above all: states that differ only in hidden cards have the same view, the same pickle, the
same texts, and allow the seat the same actions.
"""

import pickle
from collections.abc import Iterator
from copy import copy, deepcopy
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, strategies as st
from hypothesis.strategies import DataObject

from palace import (
    Action,
    Arrange,
    Card,
    Cards,
    Flip,
    Hidden,
    PalaceError,
    PickUp,
    Play,
    PositionError,
    State,
    View,
    apply,
    determinize,
    distinct_actions,
    legal_actions,
    load_variant,
    new_game,
    variant_names,
    view,
    why_illegal,
)
from palace.errors import Reason
from palace.sampling import draw_attempt
from positions import PLAIN, after, at, pickled, rank, table, text
from strategies import RANDOMS, every_table, states

BACK = Hidden.CARD
every_variant = pytest.mark.parametrize("name", variant_names())


def seats(state: State) -> list[int | None]:
    """Everybody who looks at a state, a spectator first."""
    return [None, *range(state.players)]


def shown(seen: View) -> dict[str, Any]:
    """All that a view shows, by name."""
    names = [name for name in dir(seen) if not name.startswith("_")]
    values = {name: getattr(seen, name) for name in names}
    told = {name: values.pop(name) for name in ("is_legal", "why_illegal")}
    assert all(map(callable, told.values()))  # they are asked of each action by itself
    return {name: value() if callable(value) else value for name, value in values.items()}


def game(name: str, seed: int, actions: int) -> Iterator[State]:
    """The states of a random game from the deal on."""
    random, variant = Random(f"{name} {seed}"), load_variant(name)
    players = random.choice(variant.players.counts)
    state = new_game(variant, players, seed=seed)
    yield state
    for _ in range(actions):
        if state.to_move is None and state.out:
            return
        state = apply(state, random.choice(distinct_actions(state)))
        yield state


# ---------------------------------------------------------------- a table as each seat sees it

TABLE = at(
    PLAIN, "5C KC | 5S 5D 5H | 6C AD 6H", "KH 3S | 8C 8D 8H | JC 2D JH", pile="9D", stock="AS 4H TC"
)  # fmt: skip


def test_a_seat_sees_its_hand_and_all_that_lies_open() -> None:
    seen = view(TABLE, 0)
    assert seen.seat == 0
    assert seen.hand == Cards.of("5C KC")
    assert seen.hands == (Cards.of("5C KC"), None)
    assert seen.hand_counts == (2, 2)
    assert seen.face_up == TABLE.face_up
    assert text(seen.pile) == "9D"
    assert (seen.phase, seen.to_move, seen.requirement) == ("play", 0, TABLE.requirement)
    assert (seen.variant, seen.rules, seen.players) == (PLAIN, TABLE.rules, 2)


def test_face_down_cards_are_seen_by_nobody_and_the_stock_is_a_number() -> None:
    for seat in seats(TABLE):
        seen = view(TABLE, seat)
        assert seen.face_down == ((BACK,) * 3, (BACK,) * 3)
        assert seen.stock_count == 3


def test_a_spectator_sees_what_lies_open_and_may_do_nothing() -> None:
    seen = view(TABLE)
    assert seen.seat is None
    assert seen.hands == (None, None)
    assert seen.hand == Cards()
    assert seen.legal_actions() == seen.distinct_actions() == ()
    assert not seen.is_legal(Play(0, "KC"))


def test_the_cards_that_a_seat_does_not_see_are_counted_without_their_places() -> None:
    deck = PLAIN.deck_cards(2)
    assert view(TABLE).unseen == deck - Cards.of("5S 5D 5H 8C 8D 8H 9D")
    assert view(TABLE, 0).unseen == view(TABLE).unseen - Cards.of("5C KC")


def test_unseen_counts_twins_jokers_and_cards_that_a_short_stock_leaves_aside() -> None:
    joker = rank("joker", "reset")
    twins = table(joker, deck={"packs": 2, "jokers": 3}, deal={"stock": 4})
    state = new_game(twins, 2, seed=0)
    unseen = view(state, 1).unseen
    assert len(state.stock) == 4
    assert len(unseen) == 107 - len(state.hands[1]) - sum(map(len, state.face_up))
    assert max(map(unseen.count, unseen)) == 2
    assert state.aside <= unseen


def test_hidden_cards_print_as_question_marks() -> None:
    state = at(PLAIN, "5C | 5S | 6C -- 6H", "KH 3S || JC", pile="9D", stock="AS 4H TC")
    line = "play, to move 0, pile 9D, stock 3, 0: 5C | 5S | ?? -- ?? / 1: ?? ?? | - | ??"
    assert str(view(state, 0)) == line
    assert repr(view(state, 0)) == f"<View of plain for seat 0: {line}>"
    assert repr(view(state)).startswith("<View of plain for a spectator: play")
    assert str(BACK) == "??"


@pytest.mark.parametrize("seat", [2, -1, 10**9, "0", True, 0.0])
def test_there_is_no_view_of_a_seat_that_is_not_there(seat: Any) -> None:
    with pytest.raises(PalaceError, match=r"there is no seat .*: seats are 0 to 1, and None"):
        view(TABLE, seat)


def test_a_view_that_shows_a_card_too_often_has_no_unseen_cards() -> None:
    wrong = evolve(view(TABLE, 0), burned=Cards.of("9D"))
    with pytest.raises(PositionError, match="the deck has not all the cards that are in sight"):
        _ = wrong.unseen


# ---------------------------------------------------------------- where variants show more, or less


LOOKED_AT = table(table_cards={"face_down": "looked_at"})


def test_where_the_variant_lets_them_players_look_at_their_last_cards() -> None:
    state = at(LOOKED_AT, "|| 4C KC", "KH || JC 2D", pile="9D")
    seen = view(state, 0)
    assert seen.face_down == ((Card.parse("4C"), Card.parse("KC")), (BACK, BACK))
    assert seen.legal_actions() == (Flip(0, 1), PickUp(0))
    assert seen.unseen == view(state).unseen - Cards.of("4C KC")
    assert view(state, 1).face_down == view(state).face_down == ((BACK,) * 2, (BACK,) * 2)
    refusal = seen.why_illegal(Flip(0, 0))
    assert refusal is not None
    assert refusal.reason is Reason.DOES_NOT_BEAT


@pytest.mark.parametrize("first", ["9H | | 4C KC", "| 9H | 4C KC"])
def test_they_do_not_look_while_they_have_other_cards(first: str) -> None:
    assert view(at(LOOKED_AT, first, "KH"), 0).face_down[0] == (BACK, BACK)


ADDING = table(deal={"add_drawn": True})


def test_drawn_cards_that_may_be_added_are_seen_by_their_owner_alone() -> None:
    drawn = [at(ADDING, "9H 4C 4D", "KH", pile="8D", stock=stock) for stock in ("9S", "9C")]
    states = [after(state, "play 9H") for state in drawn]
    assert [view(state, 0).pending == state.pending for state in states] == [True, True]
    assert Play(0, "9S") in view(states[0], 0).legal_actions()
    assert view(states[0], 1) == view(states[1], 1)
    assert view(states[0]) == view(states[1])
    pending = view(states[0], 1).pending
    assert pending is not None
    assert (pending.kind, pending.seat, pending.cards) == ("add", 0, 0)


def test_a_chance_card_that_comes_into_the_hand_is_seen_by_its_owner_alone() -> None:
    rules = table(chance="always", chance_card="hand")
    states = [
        after(at(rules, "4C", "KH", pile="9D", stock=stock), "chance") for stock in ("9S", "4S")
    ]
    assert view(states[0], 1) == view(states[1], 1)
    assert view(states[0], 0) != view(states[1], 0)
    assert Play(0, "9S") in view(states[0], 0).legal_actions()


def test_while_arranging_every_seat_sees_its_own_ways_and_no_other_hand() -> None:
    state = at(PLAIN, "5C KC | 5S", "KH 3S | 8C", phase="arrange")
    assert view(state, 1).legal_actions() == tuple(
        Arrange(1, card) for card in (["3S"], ["8C"], ["KH"])
    )
    assert view(after(state, "1: arrange KH"), 0).face_up[1] == Cards.of("KH")
    assert view(after(state, "1: arrange KH"), 0).hand_counts == (2, 2)
    assert view(after(state, "1: arrange KH"), 1).legal_actions() == ()


def test_the_end_turns_no_hidden_card_up() -> None:
    state = after(at(PLAIN, "9H", "KH 3S || JC", pile="9D"), "play 9H")
    seen = view(state, 0)
    assert (seen.phase, seen.winner, seen.loser, seen.unfinished) == ("over", 0, 1, False)
    assert seen.active == (1,)
    assert seen.hands == (Cards(), None)
    assert seen.face_down == ((), (BACK,))
    assert seen.legal_actions() == ()


def test_a_play_out_of_turn_is_legal_in_the_view_of_its_seat() -> None:
    rules = table(out_of_turn="equal")
    state = at(rules, "TH 4C", "9H 3S", pile="9D")
    assert view(state, 1).legal_actions() == (Play(1, "9H"),)
    assert view(state, 0).legal_actions() == (Play(0, "TH"), PickUp(0))


# ---------------------------------------------------------------- what a view tells of actions


def test_of_other_seats_a_view_tells_nothing() -> None:
    seen = view(at(table(rank("2", "reset")), "5C KC", "KH 3S", pile="9D", to_move=1), 0)
    attempts: list[Action] = [Play(1, "KH"), Play(1, "2H"), PickUp(1), Flip(1, 0), Play(7, "KH")]
    for move in attempts:
        refusal = seen.why_illegal(move)
        assert refusal is not None
        assert refusal.reason is Reason.NOT_YOUR_TURN
        assert str(refusal) == (
            f"this is the view of seat 0: it tells nothing of what seat {move.seat} may do"
        )
        assert not seen.is_legal(move)


def test_what_is_no_action_is_refused_as_by_the_engine() -> None:
    junk: Any = "0: play 5C"
    with pytest.raises(PalaceError, match="is no action"):
        view(TABLE, 0).is_legal(junk)
    with pytest.raises(PalaceError, match="is no action"):
        view(TABLE, 0).why_illegal(junk)


def agrees(state: State, seat: int | None, attempt: Action) -> None:
    """A seat's view knows what the seat may do as the state knows it."""
    seen = view(state, seat)
    assert seen.legal_actions() == tuple(each for each in legal_actions(state) if each.seat == seat)
    distinct = tuple(each for each in distinct_actions(state) if each.seat == seat)
    assert seen.distinct_actions() == distinct
    mine, refusal = why_illegal(state, attempt), seen.why_illegal(attempt)
    assert seen.is_legal(attempt) == (refusal is None)
    if attempt.seat == seat:
        assert (mine and (mine.reason, str(mine))) == (refusal and (refusal.reason, str(refusal)))
    else:
        assert refusal is not None


def hides(state: State, seat: int | None, random: Random) -> None:
    """A state that differs in hidden cards alone looks the same, whatever one looks at."""
    seen, other = view(state, seat), view(determinize(view(state, seat), random), seat)
    assert seen == other
    assert hash(seen) == hash(other)
    assert (str(seen), repr(seen)) == (str(other), repr(other))
    assert shown(seen) == shown(other)
    for protocol in (0, pickle.HIGHEST_PROTOCOL):
        assert pickle.dumps(seen, protocol) == pickle.dumps(other, protocol)
    for _ in range(4):
        attempt = draw_attempt(random, state)  # it may name any card
        first, second = seen.why_illegal(attempt), other.why_illegal(attempt)
        assert repr(first) == repr(second)


@every_table
@given(data=st.data())
def test_a_view_allows_what_the_state_allows_its_seat(table: str, data: DataObject) -> None:
    state = data.draw(states(table))
    attempt = draw_attempt(data.draw(RANDOMS), state)
    for seat in seats(state):
        agrees(state, seat, attempt)


@pytest.mark.untraced
@every_table
@given(data=st.data())
def test_no_view_tells_of_a_hidden_card(table: str, data: DataObject) -> None:
    state, random = data.draw(states(table)), data.draw(RANDOMS)
    for seat in seats(state):
        hides(state, seat, random)


@pytest.mark.untraced
@every_variant
def test_neither_in_a_game_from_the_deal_on(name: str) -> None:
    random = Random(name)
    for number, state in enumerate(game(name, seed=1, actions=100)):
        if number % 4 == 0:
            seat = random.choice(seats(state))
            agrees(state, seat, draw_attempt(random, state))
            hides(state, seat, random)


@every_table
@given(data=st.data())
def test_views_are_values(table: str, data: DataObject) -> None:
    state = data.draw(states(table))
    seen = view(state, data.draw(st.sampled_from(seats(state))))
    copies = [copy(seen), deepcopy(seen), pickled(seen)]
    assert {*copies, view(state, seen.seat)} == {seen}
    assert [each.legal_actions() for each in copies] == [seen.legal_actions()] * 3


@every_table
@given(data=st.data())
def test_a_seat_s_cards_are_counted_over_its_zones(table: str, data: DataObject) -> None:
    state = data.draw(states(table))
    for seat in range(state.players):
        down = [card for card in state.face_down[seat] if card is not None]
        held = len(state.hands[seat]) + len(state.face_up[seat]) + len(down)
        assert state.card_counts[seat] == held
    for viewer in seats(state):
        assert view(state, viewer).card_counts == state.card_counts
