"""What rules come to together: what each of them says still holds beside the others."""

from typing import Any

import pytest

from palace import doubts, dumps_state, follow, legal_actions, loads_state, parse_action, step, view
from palace.errors import Reason
from positions import PLAIN, after, at, may, moves, rank, refusal, table

WILD = rank("joker", "wild")
SET_ON_ANYTHING = {"four": {"on_anything": True}}

# ---------------------------------------------------------------- four that go on anything


@pytest.mark.parametrize(
    "ability", ["call", "choose_next", {"name": "give", "to": "chosen"}], ids=str
)
def test_no_four_are_laid_while_something_is_to_be_said(ability: Any) -> None:
    """They were legal while a choice was awaited, but not listed."""
    rules = table(rank("7", ability), **SET_ON_ANYTHING)
    asked = after(at(rules, "7H 3C 3D 3H 3S KD", "4C", "5C"), "play 7H")
    assert refusal(asked, "play 3C 3D 3H 3S") is Reason.MUST_CHOOSE


def test_a_pile_is_sent_back_with_the_ranks_that_do_it_and_not_with_any_four() -> None:
    rules = table(rank("7", {"name": "give", "defence": ["8"]}), **SET_ON_ANYTHING)
    given = after(at(rules, "7H KD", "3C 3D 3H 3S 8C", "5C", pile="9C"), "play 7H")
    assert moves(given) == ["play 8C", "pickup"]
    assert refusal(given, "play 3C 3D 3H 3S") is Reason.MUST_DEFEND


def test_the_starter_leads_the_card_that_decided_and_not_any_four() -> None:
    rules = table(start={"by": "seat", "lead": "card"}, **SET_ON_ANYTHING)
    start = at(rules, "3C 5C 5D 5H 5S", "4C", requirement="start 3C")
    assert moves(start) == ["play 3C"]


def test_who_may_not_lay_four_together_leads_any_card_where_none_keeps_to_the_limit() -> None:
    """The four counted as what keeps to the limit: nothing could be led, turn after turn."""
    rules = table(
        rank("10", {"name": "burn", "lead": "equal_or_higher"}),
        table_cards={"face_up": "singles"},
        **SET_ON_ANYTHING,
    )
    lead = at(rules, " | 3C 3D 3H 3S 4C", "4D", requirement="lead 10 or higher")
    assert moves(lead) == ["play 3C", "play 3D", "play 3H", "play 3S", "play 4C"]


# ---------------------------------------------------------------- suits, and who can play


@pytest.mark.parametrize(
    "keys",
    [
        {"end": {"not_on": ["2"]}},
        {"straights": 3},
        {"out_of_turn": "four"},
        {"table_cards": {"with_hand": True}},
        {"table_cards": {"face_up": "singles"}},
    ],
    ids=str,
)
@pytest.mark.parametrize("zone", ["hand", "face up"])
def test_who_can_lay_a_card_of_the_right_suit_can_play(keys: dict[str, Any], zone: str) -> None:
    """Of a rank that four cards lay anywhere the first suit alone was tried."""
    usual = {"suits": "colour", "pick_up": {"when_able": False}, "chance": "when_unable"}
    rules = table(**usual, **SET_ON_ANYTHING, **keys)
    cards = "JC JH" if zone == "hand" else " | JC JH"
    state = at(rules, cards, "4C", pile="9D", stock="5C")
    assert moves(state) == ["play JH"]
    assert refusal(state, "pickup") is Reason.MUST_PLAY
    assert refusal(state, "chance") is Reason.MUST_PLAY


# ---------------------------------------------------------------- cards that stand for others


def test_a_card_that_stands_for_others_joins_its_equals_face_up() -> None:
    """It was legal, but not listed."""
    rules = table(WILD, deck={"jokers": 4}, table_cards={"with_hand": True})
    state = at(rules, "*R | *R *B 7C", "4C", pile="KC")
    ranks = ("K", "A")
    groups = ("*R", "*R *R", "*R *B", "*R *R *B")
    plays = [f"play {cards} as {rank}" for rank in ranks for cards in groups]
    assert moves(state) == [*plays, "pickup"]
    assert all(may(state, play) for play in plays)
    end = after(state, "play *R *B as K")
    assert (str(end.hands[0]), str(end.face_up[0])) == ("", "7C *R")


@pytest.mark.parametrize("card", ["3C", "3D", "3H", "3S"])
def test_nothing_stands_for_the_one_card_that_must_be_led(card: str) -> None:
    """For the three of clubs a joker could stand, for the other threes it could not."""
    rules = table(WILD, deck={"jokers": 2}, start={"by": "seat", "lead": "card"})
    state = at(rules, f"*R {card} 4D", "4C", requirement=f"start {card}")
    assert moves(state) == [f"play {card}"]
    assert refusal(state, "play *R as 3") is Reason.MUST_LEAD


# ---------------------------------------------------------------- a player's last card


@pytest.mark.parametrize(
    ("deal", "zone", "allowed"),
    [
        pytest.param({}, "hand", True, id="another card is drawn"),
        pytest.param({}, "face up", False, id="none is drawn after a play from the table"),
        pytest.param({"replenish_to": 0}, "hand", False, id="nobody draws"),
        pytest.param({"replenish": "as_laid"}, "hand", True, id="as many are drawn"),
        pytest.param({"replenish": "at_turn_start"}, "hand", True, id="drawn next turn"),
        pytest.param({"replenish": "at_turn_start"}, "face up", True, id="the same"),
    ],
)
def test_a_card_is_the_last_where_nothing_will_be_drawn(
    deal: dict[str, Any], zone: str, *, allowed: bool
) -> None:
    """Where nobody draws, a stock alone let a player end on a rank that must not be the last."""
    rules = table(deal=deal, end={"not_on": ["K"]})
    seat = "KC" if zone == "hand" else " | KC"
    state = at(rules, seat, "4C", "5C", pile="3C", stock="6C 7C 8C 9C TC JC QC")
    assert may(state, "play KC") is allowed
    if allowed:
        assert after(state, "play KC").out == ()
    else:
        assert refusal(state, "play KC") is Reason.MUST_NOT_END


def test_a_flipped_card_is_not_the_last_where_more_are_drawn_next_turn() -> None:
    rules = table(deal={"replenish": "at_turn_start"}, end={"not_on": ["K"]})
    state = at(rules, " | | KC", "4C", "5C", pile="3C", stock="6C 7C 8C 9C TC JC QC")
    end = after(state, "flip 0")
    assert (str(end.pile[-1]), end.out) == ("KC", ())


# ---------------------------------------------------------------- straights that give the pile away


def test_of_a_straight_only_the_card_that_gives_the_pile_away_leaves_the_game() -> None:
    rules = table(rank("7", {"name": "give", "leaves_game": True}), straights=3)
    state = at(rules, "5C 6C 7C KC", "4C", "5D", pile="3C")
    given, events = step(state, parse_action("0: play 5C 6C 7C"))
    assert str(given.burned) == "7C"
    assert str(given.hands[1]) == "3C 4C 5C 6C"
    assert [str(event) for event in events][1:3] == [
        "What gave the pile away leaves the game: 7C.",
        "Seat 0 gives the pile to seat 1: 3C 5C 6C.",
    ]


# ---------------------------------------------------------------- what lasts when something is said


@pytest.mark.parametrize("ability", ["call", "cover"])
@pytest.mark.parametrize(
    ("keys", "laid", "plays"),
    [
        ({"match": "exactly"}, "7C 7D", ["9C 9D", "9C 9H", "9D 9H"]),
        ({"match": "at_least"}, "7C 7D", ["9C 9D", "9C 9H", "9D 9H", "9C 9D 9H"]),
        ({"equal_lock": 2}, "7C", ["7S"]),
    ],
    ids=str,
)
def test_what_was_called_or_left_to_be_covered_keeps_what_the_next_play_must_match(
    ability: str, keys: dict[str, Any], laid: str, plays: list[str]
) -> None:
    """How many cards had been laid was forgotten, and how often their rank."""
    rest, said = ("KC", ["choose higher"]) if ability == "call" else ("", [])
    state = at(table(rank("7", ability), **keys), f"{laid} {rest}", "7S 9C 9D 9H", "5D", pile="7H")
    there = after(state, f"play {laid}", *said)
    assert moves(there) == [*(f"play {cards}" for cards in plays), "pickup"]


# ---------------------------------------------------------------- when the stock is gone


def test_the_face_up_cards_are_taken_up_when_another_draws_the_last_of_the_stock() -> None:
    """They stayed on the table until the player's next play."""
    rules = table(deal={"replenish": "at_turn_start"}, table_cards={"face_up": "into_hand"})
    seats = (" | KC QC", "4D 5D", "5C")
    state = at(rules, *seats, pile="3C", stock="6C 9C", to_move=1)
    end, events = step(state, parse_action("1: play 4D"))
    assert (str(end.hands[0]), str(end.face_up[0])) == ("QC KC", "")
    assert [str(event) for event in events][-2:] == [
        "Seat 2 draws 6C 9C.",
        "Seat 0 takes its face-up cards into the hand: QC KC.",
    ]
    for seat in (None, 0, 1, 2):
        assert follow(view(state, seat), events) == view(end, seat)


def test_who_waits_for_cards_takes_up_its_face_up_cards_only_after_the_last_are_drawn() -> None:
    """It was told before the stock was gone."""
    rules = table(deal={"replenish": "at_turn_start"}, table_cards={"face_up": "into_hand"})
    state = at(rules, "7D | KC QC", "4D 5D", "5C", pile="3C", stock="6C")
    end, events = step(state, parse_action("0: play 7D"))
    assert [str(event) for event in events][-3:] == [
        "Seat 1 is to move.",
        "Seat 1 draws 6C.",
        "Seat 0 takes its face-up cards into the hand: QC KC.",
    ]
    for seat in (None, 0, 1, 2):
        assert follow(view(state, seat), events) == view(end, seat)


@pytest.mark.parametrize("chance_card", ["pile", "hand"])
def test_the_face_up_cards_are_taken_up_when_a_chance_is_the_last_of_the_stock(
    chance_card: str,
) -> None:
    rules = table(
        deal={"replenish_to": 0},
        table_cards={"face_up": "into_hand"},
        chance="always",
        chance_card=chance_card,
    )
    end = after(at(rules, "4D", " | KC QC", pile="3C", stock="6C"), "chance")
    assert (str(end.hands[1]), str(end.face_up[1])) == ("QC KC", "")


@pytest.mark.parametrize("chance_card", ["pile", "hand"])
def test_who_waited_for_a_stock_that_a_chance_has_emptied_leaves_and_does_not_move(
    chance_card: str,
) -> None:
    """The seat that had just left was to move, and nothing was legal any more."""
    rules = table(deal={"replenish": "at_turn_start"}, chance="always", chance_card=chance_card)
    state = at(rules, "9D 4D", "", "5D 6D", "TD", pile="3C", stock="9C")
    end = after(state, "chance", *["play 9D"] * (chance_card == "hand"))
    assert (end.out, end.to_move) == ((1,), 2)
    assert list(legal_actions(end))


@pytest.mark.parametrize(
    "ability",
    ["call", "choose_next", {"name": "give", "to": "chosen"}, {"name": "give", "defence": ["8"]}],
    ids=str,
)
def test_who_waits_for_cards_may_wait_while_something_is_awaited(ability: Any) -> None:
    """The text of such a position could not be read back."""
    rules = table(rank("9", ability), deal={"replenish": "at_turn_start"}, chance="always")
    state = after(at(rules, "4D", "", "5D 6D", pile="3C", stock="9C"), "chance")
    assert state.pending is not None
    assert (state.card_counts[1], state.out) == (0, ())
    assert loads_state(dumps_state(state), rules) == state


# ---------------------------------------------------------------- how many are laid together


def test_cards_laid_as_a_rank_count_for_what_the_next_play_must_match() -> None:
    """It was forgotten how many they were."""
    rules = table(WILD, deck={"jokers": 4}, match="exactly", four={"burns": "never"})
    seats = ("7C 7D 7H *R *B *R KC", "8C 8D 8H 9C", "5D")
    pair = after(at(rules, *seats, pile="3C"), "play 7C *R as 7")
    assert moves(pair) == ["play 8C 8D", "play 8C 8H", "play 8D 8H", "pickup"]
    six = after(at(rules, *seats, pile="3C"), "play 7C 7D 7H *R *B *R as 7")
    assert str(six.requirement) == "7, 6 together"
    assert moves(six) == ["pickup"]


def test_of_jokers_more_than_four_can_be_matched() -> None:
    """More than four counted as four where one pack is played."""
    order = [*PLAIN.order, "joker"]
    rules = table(order=order, deck={"jokers": 8}, match="exactly", four={"burns": "never"})
    laid = after(at(rules, "*R *R *R *B *B 9C", "*R *B *B 5C", pile="3C"), "play *R *R *R *B *B")
    assert str(laid.requirement) == "joker, 5 together"


def test_four_that_go_on_anything_keep_to_the_limit_of_a_set() -> None:
    """Four fives went on a queen, though not on a three."""
    rules = table(set_limit=3, **SET_ON_ANYTHING)
    for pile in ("QC", "3C"):
        state = at(rules, "5C 5D 5H 5S 9C", "KC", pile=pile)
        assert refusal(state, "play 5C 5D 5H 5S") in {Reason.DOES_NOT_BEAT, Reason.WRONG_COUNT}


@pytest.mark.parametrize("match", ["exactly", "at_least"])
def test_four_that_go_on_anything_need_not_be_as_many_as_lie_there(match: str) -> None:
    """Four threes went on five eights or a pair of them, and four nines did not."""
    rules = table(match=match, deck={"packs": 2}, four={"on_anything": True, "burns": "never"})
    for pile in ("2 together", "5 together"):
        state = at(rules, "3C 3D 3H 3S 9C 9D 9H 9S", "KC", pile="8C", requirement=f"8, {pile}")
        assert may(state, "play 3C 3D 3H 3S")
        assert may(state, "play 9C 9D 9H 9S")
        assert refusal(state, "play 9C") is Reason.WRONG_COUNT


def test_cards_that_stand_for_others_can_make_more_than_four() -> None:
    """It was said that six cards of a rank, which burn, could not come together."""
    rules = table(WILD, summary="Six of a kind burn.", deck={"jokers": 2}, four={"size": 6})
    assert [str(doubt) for doubt in doubts(rules)] == []
    end = after(at(rules, "7C 7D 7H 7S *R *B KC", "4C"), "play 7C 7D 7H 7S *R *B as 7")
    assert len(end.burned) == 6


def test_a_card_that_may_not_be_the_last_may_not_stand_for_another_as_the_last() -> None:
    """A joker could be the last card as a seven, though it was said that none may be."""
    rules = table(WILD, deck={"jokers": 2}, end={"not_on": ["joker"]})
    assert refusal(at(rules, "*R", "4C", pile="3C"), "play *R as 7") is Reason.MUST_NOT_END
    assert refusal(at(rules, "7C *R", "4C", pile="3C"), "play 7C *R as 7") is Reason.MUST_NOT_END
    assert may(at(rules, "9C *R", "4C", pile="3C"), "play *R as 7")
    flipped = after(at(rules, " | | *R", "4C", pile="3C"), "flip 0")
    assert str(flipped.hands[0]) == "3C *R"


def test_a_last_card_that_is_flipped_stands_for_the_first_rank_that_may_be_the_last() -> None:
    """It was taken with the pile where the first rank that goes may not be the last."""
    joker = rank("joker", {"name": "wild", "as_ranks": ["3", "K", "Q"]})
    rules = table(joker, deck={"jokers": 2}, end={"not_on": ["K"]})
    for face_down, stands_for in (("*R", "Q"), ("*R 4D", "K")):
        state, events = step(
            at(rules, f" | | {face_down}", "4C", "5C", pile="JC"), parse_action("0: flip 0")
        )
        assert [str(each) for each in state.declared.values()] == [stands_for]
        assert str(events[0]) == f"Seat 0 flips its face-down card 0: *R as {stands_for}."


def test_who_waited_is_out_when_the_limit_of_turns_comes_with_the_end_of_the_stock() -> None:
    """It held no card and was not out: the text of such an end could not be read back."""
    rules = table(deal={"replenish": "at_turn_start"}, chance="always", end={"turn_limit": 1})
    for seats, unfinished in ((("4C", "", "5D"), True), (("4C", ""), False)):
        state, events = step(at(rules, *seats, stock="9C"), parse_action("0: chance"))
        assert (state.out, state.unfinished) == ((1,), unfinished)
        assert "Seat 1 has no card left and is out, in place 1." in map(str, events)
        assert loads_state(dumps_state(state), rules) == state
