"""Positions from zones: what is read, and which positions no game could come to."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from palace import (
    Card,
    Cards,
    NotationError,
    Phase,
    PositionError,
    Variant,
    VariantError,
    apply,
    derive,
    legal_actions,
    load_variant,
    new_game,
    parse_action,
    position,
)
from palace.variant import End
from positions import set_up_anew
from telling import MANY, attempt

SELECTED = load_variant("selected")
RAWLINS = load_variant("rawlins")
SLIDE = load_variant("ten-two-slide")
LIMITED = Variant(end=End(turn_limit=10))
TWO = [{"hand": "7D 7S 4C"}, {"hand": "9C", "face_up": "KH", "face_down": "2C"}]
THREE = [*TWO, {"hand": "5C"}]


def refusal(*seats: dict[str, Any], variant: Variant = SELECTED, **given: Any) -> str:
    """What is said against a position."""
    with pytest.raises(PositionError) as refused:
        position(variant, seats or TWO, **given)
    return str(refused.value)


# ---------------------------------------------------------------- what is read


def test_a_position_has_the_cards_that_are_named_and_the_rest_aside() -> None:
    state = position(SELECTED, TWO, pile="7H 7C", stock="JS 3D", burned="TC 8H")
    assert state.hands == (Cards.of("4C 7D 7S"), Cards.of("9C"))
    assert state.face_up == (Cards(), Cards.of("KH"))
    assert state.face_down == ((), (Card.parse("2C"),))
    assert " ".join(map(str, state.pile)) == "7H 7C"
    assert " ".join(map(str, state.stock)) == "JS 3D"
    assert state.burned == Cards.of("TC 8H")
    assert len(state.aside) == 52 - 12
    assert (state.phase, state.to_move, state.direction, state.dealer) == (Phase.PLAY, 0, 1, 0)
    assert (state.out, state.turns, state.loser) == ((), 0, None)
    assert str(state.requirement) == "7"


def test_a_position_is_as_the_keys_say() -> None:
    state = position(
        LIMITED, [{}, *THREE], to_move=2, direction=-1, out=[0], dealer=3, turns=9, phase="play"
    )
    assert (state.to_move, state.direction, state.out) == (2, -1, (0,))
    assert (state.dealer, state.turns, state.phase) == (3, 9, Phase.PLAY)


@pytest.mark.parametrize(
    "zone",
    [
        "7D 10h *R",
        ["7D", "10h", "*R"],
        Cards.of("TH *R 7D"),
        (Card.parse(card) for card in ("7♦", "tH", "*r")),
    ],
)
def test_a_zone_is_text_or_cards(zone: Any) -> None:
    common = load_variant("common")
    seats = [{"hand": zone}, *({"hand": card} for card in ("2C", "2D", "2H", "2S", "3C"))]
    assert position(common, seats).hands[0] == Cards.of("7D TH *R")


def test_a_place_already_flipped_stays_empty() -> None:
    state = position(SELECTED, [{"face_down": "-- 7D --"}, {"face_down": ["--", Card.parse("8D")]}])
    assert state.face_down == ((None, Card.parse("7D"), None), (None, Card.parse("8D")))
    assert [str(action) for action in legal_actions(state)] == ["0: flip 1"]


def test_places_are_forgotten_when_all_are_flipped() -> None:
    """Else the last flip would leave another state than the same position set up."""
    seats = [{"hand": "9C 4C", "face_down": "-- --"}, {"hand": "8D"}]
    assert position(SELECTED, seats) == position(SELECTED, [{"hand": "9C 4C"}, {"hand": "8D"}])
    last = position(SELECTED, [{"face_down": "8D"}, *THREE])
    assert apply(last, parse_action("0: flip 0")).face_down[0] == ()


def test_a_position_before_the_play() -> None:
    seats = [{"hand": "7D", "face_up": "8D"}, {"hand": "9C", "face_up": "KH"}]
    state = position(RAWLINS, seats, phase="arrange", to_move=None, arranged=[1])
    assert (state.phase, state.to_move, state.arranged) == (Phase.ARRANGE, None, (1,))
    assert {str(action) for action in legal_actions(state)} == {"0: arrange 7D", "0: arrange 8D"}
    assert position(RAWLINS, seats, phase=Phase.ARRANGE, to_move=1).to_move == 1


def test_a_position_after_the_end() -> None:
    state = position(SELECTED, [{}, *TWO[:1]], phase="over", out=[0])
    assert (state.phase, state.to_move, state.loser) == (Phase.OVER, None, 1)
    assert not state.unfinished
    unfinished = position(LIMITED, TWO, phase="over", turns=10)
    assert (unfinished.to_move, unfinished.loser, unfinished.unfinished) == (None, None, True)


def test_a_limit_on_the_lead_is_named_where_the_pile_does_not_tell() -> None:
    seats = [{"hand": "4C JC 2C"}, {"hand": "6D"}]
    for requirement, moves in {
        "lead 10 or higher": "0: play 2C, 0: play JC",
        "lead higher than J": "0: play 2C",
        "free": "0: play 2C, 0: play 4C, 0: play JC",
    }.items():
        state = position(SLIDE, seats, requirement=requirement)
        assert str(state.requirement) == requirement
        assert ", ".join(map(str, legal_actions(state))) == moves


def test_a_requirement_may_say_what_the_pile_says() -> None:
    assert position(SELECTED, TWO, pile="8C", requirement="8") == position(SELECTED, TWO, pile="8C")
    assert position(SELECTED, TWO, requirement="free") == position(SELECTED, TWO)


@pytest.mark.parametrize("name", ["selected", "rawlins", "palace", "ten-two-slide-six-up"])
def test_a_deal_can_be_set_up_as_a_position(name: str) -> None:
    dealt = new_game(load_variant(name), 3, seed=4)
    assert dealt == set_up_anew(dealt)


# ---------------------------------------------------------------- what is refused

ENDED = 'one seat is left, or the turns are at their limit, so phase is "over"'


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"pile": "7D"}, "7D: 2 placed, but 1 in the deck"),
        ({"stock": "9C 9C"}, "9C: 3 placed, but 1 in the deck"),
        ({"burned": "KH"}, "KH: 2 placed, but 1 in the deck"),
        ({"burned": "2C"}, "2C: 2 placed, but 1 in the deck"),
        ({"pile": "*R"}, "*R: 1 placed, but none in the deck"),
        ({"to_move": 2}, "to_move: there is no seat 2: seats are 0 to 1"),
        ({"to_move": -1}, "to_move: there is no seat -1: seats are 0 to 1"),
        ({"to_move": "0"}, "to_move: there is no seat '0': seats are 0 to 1"),
        ({"to_move": True}, "to_move: there is no seat True: seats are 0 to 1"),
        ({"to_move": 1.0}, "to_move: there is no seat 1.0: seats are 0 to 1"),
        ({"to_move": None}, "somebody is to move while the game is played"),
        ({"dealer": 2}, "dealer: there is no seat 2: seats are 0 to 1"),
        ({"dealer": None}, "dealer: there is no seat None: seats are 0 to 1"),
        ({"direction": 0}, "direction is 0: it is 1 or -1"),
        ({"direction": 2}, "direction is 2: it is 1 or -1"),
        ({"direction": True}, "direction is True: it is 1 or -1"),
        ({"direction": 1.0}, "direction is 1.0: it is 1 or -1"),
        ({"direction": "1"}, "direction is '1': it is 1 or -1"),
        ({"turns": 1}, "turns is 1: the variant does not limit them"),
        ({"phase": "begin"}, 'phase: "begin" is none of "arrange", "play", "over"'),
        ({"phase": None}, 'phase: None is none of "arrange", "play", "over"'),
        ({"phase": "over"}, "the game is over only when one seat is left, or at the limit of "),
        ({"requirement": "12"}, "requirement: '12' is no requirement of selected: free, 2, 3, "),
        ({"requirement": ""}, "requirement: '' is no requirement of selected: free, 2, "),
        ({"requirement": "8"}, "requirement: it is 8, but the pile asks for free"),
        ({"requirement": "8", "pile": "5C"}, "requirement: it is 8, but the pile asks for 5"),
        ({"requirement": "free", "pile": "5C"}, "requirement: it is free, but the pile asks for 5"),
        ({"phase": "arrange", "arranged": [0, 1]}, 'all seats have arranged, so phase is "play"'),
        ({"phase": "arrange", "arranged": [2]}, "arranged: there is no seat 2: seats are 0 to 1"),
        ({"phase": "arrange", "arranged": [1, 1]}, "arranged: a seat is named twice: 1, 1"),
    ],
)  # fmt: skip
def test_a_position_that_no_game_comes_to_is_refused(given: dict[str, Any], message: str) -> None:
    """It would be found many moves later, or never."""
    assert refusal(**given).startswith(message)


@pytest.mark.parametrize(
    ("seats", "given", "message"),
    [
        ([*TWO, {}], {}, "seat 2 holds no card: name it in `out`"),
        ([*TWO, {"face_down": "-- --"}], {}, "seat 2 holds no card: name it in `out`"),
        (THREE, {"out": [2]}, "seat 2 is out, but it holds cards"),
        ([{}, *TWO], {"out": [0]}, "seat 0 is to move, but it is out"),
        (THREE, {"out": [3]}, "out: there is no seat 3: seats are 0 to 2"),
        (THREE, {"out": ["0"]}, "out: there is no seat '0': seats are 0 to 2"),
        ([{}, *TWO], {"out": [0, 0], "to_move": 1}, "out: a seat is named twice: 0, 0"),
        ([{}, {"hand": "7D"}], {"out": [0], "to_move": 1}, ENDED),
        ([{}, {}], {"out": [0, 1], "to_move": None}, ENDED),
        ([{}, *TWO], {"out": [0], "to_move": 1, "phase": "arrange"}, "nobody has left while cards"),
        ([], {}, "0 players: selected is for 2 to 5"),
        ([{"hand": "7D"}], {}, "1 player: selected is for 2 to 5"),
        ([{"hand": f"{rank}D"} for rank in "234567"], {}, "6 players: selected is for 2 to 5"),
    ],
)  # fmt: skip
def test_seats_that_no_game_has_are_refused(
    seats: list[dict[str, str]], given: dict[str, Any], message: str
) -> None:
    with pytest.raises(PositionError) as refused:
        position(SELECTED, seats, **given)
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize("turns", [-1, 11, "3", 3.0, True])
def test_turns_are_counted_up_to_their_limit(turns: Any) -> None:
    assert (
        refusal(variant=LIMITED, turns=turns) == f"turns is {turns!r}: it is a number from 0 to 10"
    )


def test_a_game_at_its_limit_of_turns_is_over() -> None:
    """Else it would go on for ever: the limit is met only once."""
    assert refusal(variant=LIMITED, turns=10) == ENDED
    assert refusal(variant=LIMITED, turns=9, phase="over").startswith("the game is over only when")


def test_a_game_without_arranging_has_no_such_phase() -> None:
    plain = derive("plain", arrange="none")
    assert refusal(variant=plain, phase="arrange") == 'plain has no arranging, so phase is "play"'


def test_twins_are_counted_against_the_decks_packs() -> None:
    seats = [{"hand": "7D 7D"}, *({"hand": f"{rank}C"} for rank in "34568")]
    assert position(load_variant("palace"), seats).hands[0].count("7D") == 2
    told = refusal(*seats, variant=load_variant("palace"), pile="7D")
    assert told == "7D: 3 placed, but 2 in the deck"


def test_everything_that_is_wrong_is_told_at_once() -> None:
    assert refusal(*TWO, {}, pile="7D", to_move=5, direction=3, out=[1]).split("; ") == [
        "7D: 2 placed, but 1 in the deck",
        "to_move: there is no seat 5: seats are 0 to 2",
        "seat 1 is out, but it holds cards",
        "seat 2 holds no card: name it in `out`",
        "direction is 3: it is 1 or -1",
    ]


@pytest.mark.parametrize(
    ("seats", "given", "message"),
    [
        ([{"hands": "7D"}, TWO[1]], {}, "seat 0: 'hands' is no zone: write hand, face_up, "),
        ([TWO[0], {"pile": "7C"}], {}, "seat 1: 'pile' is no zone: write hand, face_up, "),
        ([{"hand": "7X"}, TWO[1]], {}, "'7X' is no card"),
        ([{"hand": "--"}, TWO[1]], {}, "'--' is no card"),
        ([{"face_down": "-- 1h"}, TWO[1]], {}, "'1h' is no card"),
        ([{"hand": 7}, TWO[1]], {}, "7 is no list of cards"),
        (TWO, {"pile": "10hx"}, "'10hx' is no card"),
        (TWO, {"stock": ["♥10"]}, "'♥10' is no card"),
        (TWO, {"burned": [None]}, "None is no card"),
        (TWO, {"burned": "7C " * 8}, "7C comes 8 times"),
    ],
)  # fmt: skip
def test_text_that_is_no_card_and_a_zone_that_is_none_are_refused(
    seats: list[dict[str, Any]], given: dict[str, Any], message: str
) -> None:
    with pytest.raises(NotationError) as refused:
        position(SELECTED, seats, **given)
    assert str(refused.value).startswith(message)


def test_a_variant_that_cannot_be_played_has_no_positions() -> None:
    with pytest.raises(VariantError):
        position(Variant(order=()), TWO)


SOME = ["7D", "7S", "7X", "--", "TC", "*R", "4C", "9C", "2S"]
CARDS = st.lists(st.sampled_from(SOME), max_size=4).map(" ".join)
SEAT = st.dictionaries(st.sampled_from(["hand", "face_up", "face_down"]), CARDS)
NUMBERS = st.none() | st.integers(-1, 3)


@MANY
@given(
    st.lists(SEAT, min_size=1, max_size=4),
    st.fixed_dictionaries(
        {},
        optional={
            "pile": CARDS | st.text(max_size=3),
            "stock": CARDS,
            "to_move": NUMBERS,
            "direction": NUMBERS,
            "out": st.lists(st.integers(-1, 3), max_size=3),
            "phase": st.sampled_from(["arrange", "play", "over", "x"]),
            "dealer": NUMBERS,
            "arranged": st.lists(st.integers(-1, 3), max_size=3),
            "turns": NUMBERS,
            "requirement": st.sampled_from(["free", "7", "lead 10 or higher", "lead", ""]),
        },
    ),
)
def test_any_zones_make_a_position_that_can_be_played_or_are_refused(
    seats: list[dict[str, str]], given: dict[str, Any]
) -> None:
    for variant in (SLIDE, LIMITED):
        state, refused = attempt(position, variant, seats, **given)
        if state is None:
            assert refused
        else:
            assert bool(legal_actions(state)) == (state.phase is not Phase.OVER)
            assert (next(iter(legal_actions(state)), None) is None) == (state.phase is Phase.OVER)
