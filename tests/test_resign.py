"""A player who leaves: at any moment, the cards go where the variant says, play goes on rightly."""

import pickle
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, strategies as st
from hypothesis.strategies import DataObject

from palace import (
    Action,
    Card,
    Pending,
    Phase,
    PositionError,
    Resign,
    State,
    Variant,
    apply,
    derive,
    determinize,
    distinct_actions,
    follow,
    is_legal,
    legal_actions,
    load_variant,
    new_game,
    parse_action,
    places,
    redact,
    step,
    view,
    why_illegal,
)
from palace.errors import Reason
from palace.laws import OF_MOVES, everything, uphold
from palace.outcome import next_dealer, next_starter
from palace.soundness import faults
from positions import PLAIN, after, at, may, rank, refusal, table, text
from strategies import NOT_OVER, SEEDED, every_table, states
from symmetry import rebuilt

UNDER = derive(PLAIN, end={"resigned": "under_stock"})
BURNED = derive(PLAIN, end={"resigned": "burned"})
BOTH = pytest.mark.parametrize("rules", [BURNED, UNDER], ids=["burned", "under_stock"])


def asked(state: State) -> Pending:
    assert state.pending is not None
    return state.pending


# ---------------------------------------------------------------- the action


def test_it_is_a_value_and_a_text() -> None:
    assert parse_action("1: resign") == parse_action("resign", 1) == Resign(1)
    assert str(Resign(1)) == "1: resign"
    assert repr(Resign(1)) == "Resign(seat=1)"


def test_it_is_legal_for_every_active_seat_but_never_listed() -> None:
    state = at(PLAIN, "5C", "6C", "", "7C", out=[2])
    legal = legal_actions(state)
    assert [seat for seat in range(-1, 5) if Resign(seat) in legal] == [0, 1, 3]
    assert not [action for action in legal if isinstance(action, Resign)]
    assert len(legal) == len([*legal]) == len(distinct_actions(state)) == 1


def test_why_it_is_refused() -> None:
    state = at(PLAIN, "5C", "6C", "", "7C", out=[2])
    assert refusal(state, "2: resign") is Reason.ALREADY_LEFT
    assert refusal(state, "4: resign") is Reason.UNKNOWN_SEAT
    state = after(state, "1: resign")
    assert refusal(state, "1: resign") is Reason.ALREADY_LEFT
    assert refusal(state, "1: play 6C") is Reason.ALREADY_LEFT
    error = why_illegal(state, Resign(1))
    assert str(error) == "seat 1 has resigned, and takes no part any more"
    state = after(state, "3: resign")
    assert refusal(state, "0: resign") is Reason.GAME_OVER


# ---------------------------------------------------------------- the cards

FOUR = (
    "KC KS | 5C 5D 5H | 6C 6D 6H",
    "KH 3S | 8C 8D 8H | JC JD JH",
    "9C 4S | 7D 7H 7S | 2C 2D 2H",
    "AH 4C | QC QD QH | AC AD AS",
)


def test_fault_113_a_resignation_out_of_turn_leaves_the_turn_as_it_is() -> None:
    state = at(BURNED, *FOUR, pile="7C")
    resigned = after(state, "2: resign")
    assert resigned.to_move == 0
    assert text(resigned.burned) == "2C 2D 2H 4S 7D 7H 7S 9C"
    assert everything(resigned) == everything(state)
    assert (resigned.resigned, resigned.out, resigned.active) == ((2,), (), (0, 1, 3))
    assert after(resigned, "play KC", "pickup").to_move == 3


def test_fault_138_cards_of_who_leaves_stay_unseen() -> None:
    state = after(at(BURNED, *FOUR, pile="7C", burned="TC"), "2: resign")
    assert text(state.burned_unseen) == "2C 2D 2H 4S 9C"  # the face-up cards were seen


def test_under_the_stock_cards_lie_in_a_fixed_order() -> None:
    state = at(UNDER, "9C", "KH 3S 3C | 8D 8C | JC -- 2D", "TC", stock="QD QC")
    state = after(state, "1: resign")
    assert text(state.stock) == "QD QC 3C 3S KH 8C 8D JC 2D"
    assert (text(state.burned), text(state.burned_unseen)) == ("", "")


def test_hands_are_replenished_from_what_has_come_under_the_stock() -> None:
    state = after(at(UNDER, "5C 7C 9C", "KH 3S", "TC"), "1: resign", "play 5C")
    assert text(state.hands[0]) == "3S 7C 9C"
    assert text(state.stock) == "KH"


@BOTH
def test_who_has_resigned_breaks_no_law_of_the_moves_that_follow(rules: Variant) -> None:
    """Protects against the fault that the laws took it for a player who ought to have left."""
    state = after(at(rules, *FOUR, pile="7C", stock="TC"), "2: resign")
    for action in legal_actions(state):
        uphold(OF_MOVES, state, action)


# ---------------------------------------------------------------- whose turn it is


@BOTH
def test_the_next_seat_moves_when_the_seat_to_move_resigns(rules: Variant) -> None:
    state = at(rules, "5C", "6C", "7C", "8C", to_move=1, pile="4C")
    assert after(state, "1: resign").to_move == 2
    other_way = at(rules, "5C", "6C", "7C", "8C", to_move=1, pile="4C", direction=-1)
    assert after(other_way, "1: resign").to_move == 0
    assert after(state, "2: resign", "1: resign", "3: pickup").to_move == 0


def test_seats_that_have_resigned_are_stepped_over_by_skips() -> None:
    state = at(table(rank("8", "skip")), "8C 5C", "6C", "7C", "9C", pile="4C")
    assert after(state, "play 8C").to_move == 2
    assert after(state, "1: resign", "play 8C").to_move == 3


def test_a_reverse_counts_those_who_are_left() -> None:
    rules = table(rank("J", {"name": "reverse", "two_players": "skip"}))
    state = at(rules, "JC 5C", "6C", "7C", pile="4C")
    three = after(state, "play JC")
    assert (three.to_move, three.direction) == (2, -1)
    two = after(state, "2: resign", "play JC")
    assert (two.to_move, two.direction) == (0, 1)


def test_who_laid_the_last_card_may_resign() -> None:
    rules = derive(PLAIN, pick_up={"then": "previous"})
    state = after(at(rules, "5C 9C", "4C", "7C", "8C"), "play 5C")
    assert after(state, "pickup").to_move == 0
    assert after(state, "0: resign", "pickup").to_move == 2


def test_a_limit_on_the_lead_is_gone_with_who_had_to_keep_to_it() -> None:
    rules = derive("ten-two-slide", arrange="none")
    state = after(at(rules, "TC 5C 6C", "4C", "7C", pile="3C"), "play TC")
    assert (state.to_move, str(state.requirement)) == (0, "lead 10 or higher")
    assert str(after(state, "1: resign").requirement) == "lead 10 or higher"
    resigned = after(state, "0: resign")
    assert (resigned.to_move, str(resigned.requirement)) == (1, "free")


def test_a_card_to_be_covered_is_an_ordinary_one_when_its_player_resigns() -> None:
    rules = table(rank("6", "cover"))
    state = after(at(rules, "6C 9C", "4C 8C", "7C", pile="3C"), "play 6C")
    assert state.to_move == 0
    assert may(state, "play 9C")
    resigned = after(state, "0: resign")
    assert resigned.to_move == 1
    assert not may(resigned, "play 4C")
    assert may(resigned, "play 8C")


# ---------------------------------------------------------------- before play


def arranging(rules: str = "selected", **keys: object) -> State:
    """A position of three seats that arrange, seat 1 to start."""
    seats = ("5C 9C | 6C", "3C 9D | 8C", "7C 9H | TC")
    variant = derive(rules, **keys)
    to_move = None if variant.start.judged == "arranged" else 1
    return at(variant, *seats, phase="arrange", to_move=to_move)


def test_a_seat_may_resign_while_arranging() -> None:
    state = after(arranging(), "2: resign")
    assert (state.phase, state.to_move) == (Phase.ARRANGE, 1)
    assert {action.seat for action in legal_actions(state)} == {0, 1}
    assert refusal(state, "2: arrange TC") is Reason.ALREADY_LEFT
    state = after(state, "0: arrange 6C", "1: arrange 8C")
    assert (state.phase, state.to_move) == (Phase.PLAY, 1)


def test_play_begins_when_the_only_seat_that_has_not_arranged_resigns() -> None:
    state = after(arranging(), "0: arrange 6C", "1: arrange 8C", "2: resign")
    assert (state.phase, state.to_move) == (Phase.PLAY, 1)


def test_the_next_seat_starts_when_the_starter_resigns() -> None:
    state = after(arranging(), "1: resign", "0: arrange 6C", "2: arrange TC")
    assert (state.phase, state.to_move) == (Phase.PLAY, 2)


def test_who_starts_is_judged_among_those_who_are_left() -> None:
    judged = {"by": "seat", "judged": "arranged", "zones": "hand"}
    state = arranging(start=judged)
    stay = after(state, "0: arrange 6C", "1: arrange 8C", "2: arrange TC")
    assert stay.to_move == 1  # it holds a three
    gone = after(state, "0: arrange 6C", "1: resign", "2: arrange TC")
    assert gone.to_move == 0  # the five is the lowest now


def test_what_the_starter_must_lead_binds_nobody_else() -> None:
    rules = derive("selected", start={"lead": "rank"}, arrange="none")
    seats = ("5C 9C", "3C 9D", "3H 9H")
    state = at(rules, *seats, to_move=1, requirement="start 3")
    assert not may(state, "play 9D")
    assert may(after(state, "1: resign"), "play 9H")


def test_arranging_in_order_goes_on_past_who_resigned() -> None:
    state = arranging(arrange_order="from_dealers_left")  # seat 0 deals
    assert may(state, "1: arrange 8C")
    state = after(state, "1: resign")
    assert not may(state, "0: arrange 6C")
    assert may(state, "2: arrange TC")
    assert rebuilt(state) == state


# ---------------------------------------------------------------- what is awaited


def test_who_should_choose_a_victim_resigns_the_next_player_is_given_the_pile() -> None:
    rules = table(rank("6", {"name": "give", "to": "chosen"}))
    state = after(at(rules, "6C 9C", "4C", "7C", pile="3C"), "play 6C")
    assert asked(state).kind == "victim"
    resigned = after(state, "0: resign")
    assert (text(resigned.hands[1]), resigned.pile) == ("3C 4C 6C", ())
    assert (resigned.to_move, resigned.pending) == (2, None)


def test_a_seat_that_has_resigned_is_no_victim() -> None:
    rules = table(rank("6", {"name": "give", "to": "chosen"}))
    state = after(at(rules, "6C 9C", "4C", "7C", "8C", pile="3C"), "play 6C", "2: resign")
    assert [str(action) for action in legal_actions(state)] == ["0: choose 1", "0: choose 3"]


DEFENCE = table(rank("6", {"name": "give", "defence": ["6"]}))


def test_a_victim_that_might_have_sent_the_pile_back_resigns() -> None:
    state = after(at(DEFENCE, "6C 9C", "6D 4C", "7C", pile="3C"), "play 6C")
    assert (asked(state).kind, state.to_move) == ("defence", 1)
    resigned = after(state, "1: resign")
    assert (resigned.pile, resigned.pending, resigned.to_move) == ((), None, 2)
    assert text(resigned.burned) == "3C 4C 6C 6D"
    assert text(resigned.burned_unseen) == "4C 6D"
    assert str(resigned.requirement) == "free"


def test_a_pile_sent_back_to_who_has_resigned_burns() -> None:
    state = after(at(DEFENCE, "6C 9C", "6D 4C", "7C", pile="3C"), "play 6C", "0: resign")
    assert (asked(state).kind, state.to_move) == ("defence", 1)
    assert after(state, "pickup").to_move == 2
    back = after(state, "play 6D")
    assert (back.pile, text(back.burned), back.to_move) == ((), "3C 6C 6D 9C", 1)


def test_who_should_say_who_moves_next_resigns() -> None:
    rules = table(rank("6", "choose_next"))
    state = after(at(rules, "6C 9C", "4C", "7C", pile="3C"), "play 6C")
    assert asked(state).kind == "mover"
    resigned = after(state, "0: resign")
    assert (resigned.to_move, resigned.pending, str(resigned.requirement)) == (1, None, "6")


def test_who_should_call_higher_or_lower_resigns() -> None:
    rules = table(rank("6", "call"))
    state = after(at(rules, "6C 9C", "4C", "7C", pile="3C"), "play 6C")
    assert asked(state).kind == "direction"
    resigned = after(state, "0: resign")
    assert (resigned.to_move, resigned.pending, str(resigned.requirement)) == (1, None, "6")


ADDING = derive(PLAIN, deal={"add_drawn": True})


def adding() -> State:
    state = after(at(ADDING, "6C 9C TC", "4C", "7C", pile="3C", stock="6D"), "play 6C")
    assert (asked(state).kind, asked(state).next, state.to_move) == ("add", 1, 0)
    return state


def test_who_might_add_a_drawn_card_resigns() -> None:
    state = after(adding(), "0: resign")
    assert (state.to_move, state.pending, str(state.requirement)) == (1, None, "6")


def test_who_would_move_after_a_drawn_card_resigns() -> None:
    state = after(adding(), "1: resign")
    assert asked(state).next == 2
    assert after(state, "pass").to_move == 2
    assert after(state, "play 6D").to_move == 2


def test_who_took_a_chance_into_the_hand_resigns() -> None:
    rules = derive(PLAIN, chance="always", chance_card="hand")
    state = after(at(rules, "6C", "4C", "7C", pile="3C", stock="6D 7D"), "chance")
    assert asked(state).kind == "chance"
    resigned = after(state, "0: resign")
    assert (resigned.to_move, resigned.pending) == (1, None)
    assert may(resigned, "chance")


def test_who_moves_next_draws_where_that_comes_first() -> None:
    rules = derive(PLAIN, deal={"replenish": "at_turn_start"})
    state = at(rules, "6C 8C 9C", "4C", "7C", pile="3C", stock="6D 7D 8D")
    resigned = after(state, "0: resign")
    assert (resigned.to_move, text(resigned.hands[1])) == (1, "4C 6D 7D")
    assert text(after(state, "2: resign").hands[0]) == "6C 8C 9C"


def test_who_has_resigned_does_not_leave_again_when_the_stock_ends() -> None:
    """Protects against a seat that was out and had resigned, and against a game without an end."""
    rules = derive(PLAIN, deal={"replenish": "at_turn_start"})
    zones = {"pile": "4C", "stock": "KC"}
    state = at(rules, "", "5C", "9C 9D", "", **zones, to_move=1, resigned=[0, 3])
    ended = after(state, "play 5C")
    assert (ended.out, ended.resigned, ended.phase) == ((1,), (0, 3), Phase.OVER)
    assert (ended.loser, places(ended)) == (0, (4, 1, 1, 3))


# ---------------------------------------------------------------- the end


@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize("result", ["loser", "places", "winner_and_loser", "winner"])
def test_who_stays_alone_has_won_and_the_first_to_resign_has_lost(
    result: str, players: int
) -> None:
    rules = derive(PLAIN, players={"max": 10}, deck={"packs": 2}, end={"result": result})
    state = at(rules, *map(str, [*rules.deck_cards(players)][:players]))
    for seat in range(players - 1, 0, -1):
        assert state.phase is Phase.PLAY
        assert (state.winner, state.loser, places(state)) == (None, None, ())
        state = apply(state, Resign(seat))
    assert (state.phase, state.to_move, state.unfinished) == (Phase.OVER, None, False)
    assert (state.winner, state.loser) == (0, players - 1)
    assert places(state) == tuple(range(1, players + 1))
    assert len(legal_actions(state)) == 0


RESULTS = {
    "loser": (1, 1, 3, 4),
    "places": (1, 2, 3, 4),
    "winner_and_loser": (1, 2, 3, 4),
    "winner": (1, 2, 3, 4),
}


@pytest.mark.parametrize(("result", "expected"), RESULTS.items())
def test_places_of_two_who_resigned(result: str, expected: tuple[int, ...]) -> None:
    rules = derive(PLAIN, end={"result": result, "next_dealer": "left"})
    state = after(at(rules, "9C", "4C 5C", "7C", "8C"), "3: resign", "2: resign", "play 9C")
    assert state.phase is Phase.OVER
    assert places(state) == expected
    assert (state.winner, state.loser) == (0, 3)


def test_the_loser_deals_and_starts_where_the_variant_says_so() -> None:
    rules = derive(PLAIN, end={"next_dealer": "loser"}, start={"later": "loser"})
    state = after(at(rules, "9C", "4C 5C", "7C"), "2: resign", "play 9C")
    assert (next_dealer(state), next_starter(state)) == (2, 2)


def test_an_unfinished_game_has_no_loser_though_somebody_resigned() -> None:
    rules = derive(PLAIN, end={"turn_limit": 1})
    state = after(at(rules, "9C TC", "4C 5C", "7C"), "2: resign", "play 9C")
    assert (state.phase, state.unfinished, state.loser, places(state)) == (
        Phase.OVER,
        True,
        None,
        (),
    )


def test_a_game_ends_while_cards_are_arranged_when_one_seat_is_left() -> None:
    state = after(arranging(), "1: resign", "0: resign")
    assert (state.phase, state.to_move, state.winner, state.loser) == (Phase.OVER, None, 2, 1)
    assert rebuilt(state) == state


# ---------------------------------------------------------------- written positions


def test_a_position_names_who_resigned() -> None:
    state = at(PLAIN, "5C", "", "7C", resigned=[1], burned="8C 9C", burned_unseen="9C")
    assert (state.resigned, state.active, text(state.burned_unseen)) == ((1,), (0, 2), "9C")


WRONG: dict[str, dict[str, object]] = {
    "seat 1 has resigned, but it holds cards": {"resigned": [1]},
    "seat 2 is out, and cannot have resigned": {"out": [2], "resigned": [2]},
    "seat 0 is to move, but it has resigned": {"resigned": [0]},
    "resigned: there is no seat 7": {"resigned": [7]},
    "resigned: a seat is named twice": {"resigned": [2, 2]},
    "burned_unseen: 9C are not all among the burned": {"out": [2], "burned_unseen": "9C"},
    "burned unseen, but nobody has resigned": {"out": [2], "burned": "9C", "burned_unseen": "9C"},
    "one seat is left": {"resigned": [2, 1]},
}


@pytest.mark.parametrize(("message", "keys"), WRONG.items())
def test_a_position_that_contradicts_itself(message: str, keys: dict[str, object]) -> None:
    with pytest.raises(PositionError, match=message):
        at(PLAIN, "5C", "6C", "", **keys)


# ---------------------------------------------------------------- the laws, over every variant


def leaving(state: State, random: Random) -> Iterator[tuple[State, Action]]:
    """States of a game in which players resign now and then, and what is done in them."""
    for _ in range(8):
        if state.phase is Phase.OVER:
            return
        resigns = random.random() < 0.3
        moves = [Resign(seat) for seat in state.active] if resigns else distinct_actions(state)
        action = random.choice(moves)
        yield state, action
        state = apply(state, action)


@pytest.mark.untraced
@every_table
@given(data=st.data())
def test_the_laws_hold_when_players_resign(table: str, data: DataObject) -> None:
    state = data.draw(states(table, NOT_OVER))
    random = data.draw(st.randoms(use_true_random=False))
    cards = everything(state)
    for before, action in leaving(state, random):
        now = apply(before, action)
        assert everything(now) == cards
        assert now.out[: len(before.out)] == before.out
        assert now.resigned[: len(before.resigned)] == before.resigned
        assert [*faults(now)] == []
        assert not [seat for seat in (*now.out, *now.resigned) if now.card_counts[seat]]
        assert (now.phase is Phase.OVER) == (not legal_actions(now)) == (not [*legal_actions(now)])
        assert (now.phase is Phase.OVER) == (now.unfinished or now._frame.decided)
        if now.to_move is not None:
            assert now.to_move in now.active
            assert now.card_counts[now.to_move]
        assert {action.seat for action in legal_actions(now)} <= {*now.active}
        assert {seat for seat in range(now.players) if is_legal(now, Resign(seat))} == (
            set() if now.phase is Phase.OVER else {*now.active}
        )
        assert pickle.loads(pickle.dumps(now)) == now  # noqa: S301
        if now.pending is None and now.phase is not Phase.OVER:
            assert rebuilt(now) == now
        if now.phase is Phase.OVER and not now.unfinished:
            assert min(places(now)) == 1
            assert now.loser is None or places(now)[now.loser] == now.players


@pytest.mark.untraced
@every_table
@given(data=st.data())
def test_every_seat_can_follow_when_players_resign(table: str, data: DataObject) -> None:
    random, hidden = data.draw(st.randoms(use_true_random=False)), data.draw(SEEDED)
    for state, action in leaving(data.draw(states(table, NOT_OVER)), random):
        after, events = step(state, action)
        assert after == apply(state, action)
        for seat in (None, *range(state.players)):
            sees = view(after, seat)
            assert follow(view(state, seat), redact(events, seat)) == sees
            assert view(determinize(sees, hidden), seat) == sees
            assert (Resign(seat or 0) in legal_actions(after)) or not sees.is_legal(
                Resign(seat or 0)
            )


def test_no_view_shows_what_burned_unseen() -> None:
    state, other = (
        after(at(BURNED, "KC", f"{card} | 8C | {down}", "9C", pile="7C"), "1: resign")
        for card, down in (("3S", "JC"), ("JC", "4D"))
    )
    for seat in (None, 0, 1, 2):
        assert view(state, seat) == view(other, seat)
        assert (text(view(state, seat).burned), view(state, seat).burned_unseen) == ("8C", 2)


@pytest.mark.parametrize("name", ["selected", "rawlins", "high-low", "ten-two-slide"])
@pytest.mark.parametrize("resigned", ["burned", "under_stock"])
def test_whole_games_in_which_players_resign_come_to_an_end(name: str, resigned: str) -> None:
    rules = derive(load_variant(name), end={"resigned": resigned})
    for seed in range(3):
        random, state = Random(f"resign {seed}"), new_game(rules, rules.players.max, seed=seed)
        for _ in range(20_000):
            if state.phase is Phase.OVER:
                break
            leaves = random.random() < 0.002
            options = [Resign(seat) for seat in state.active] if leaves else distinct_actions(state)
            state = apply(state, random.choice(options))
        assert state.phase is Phase.OVER
        assert len(places(state)) == state.players


def test_equal_cards_of_two_packs_are_counted_unseen() -> None:
    rules = derive(PLAIN, deck={"packs": 2})
    state = after(at(rules, "5C", "6C", "7C 7C"), "2: resign")
    assert [*state.burned_unseen] == [Card.parse("7C")] * 2
