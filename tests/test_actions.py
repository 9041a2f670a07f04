"""Actions as text: every form is read, all else is refused, and each prints what it reads."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from palace import (
    Action,
    Arrange,
    Card,
    Cards,
    Chance,
    Flip,
    PickUp,
    Play,
    legal_actions,
    load_variant,
    new_game,
    parse_action,
)
from palace.wording import quoted
from telling import MANY, attempt, refusal

SEVENS = Cards.of("7D 7S")
FORMS: list[tuple[str, Action]] = [
    ("1: play 7D 7S", Play(1, SEVENS)),
    ("1: play 7S 7D", Play(1, SEVENS)),
    ("1:play 7d 7♠", Play(1, SEVENS)),
    ("  1 :  play  7D  7S ", Play(1, SEVENS)),
    ("0: play 10H", Play(0, Cards.of("TH"))),
    ("9: play *R", Play(9, Cards.of("*R"))),
    ("1: play", Play(1, Cards())),
    ("1: arrange 2C TD AH", Arrange(1, Cards.of("2C TD AH"))),
    ("1: arrange", Arrange(1, Cards())),
    ("1: flip 0", Flip(1, 0)),
    ("1: flip 12", Flip(1, 12)),
    ("1: pickup", PickUp(1)),
    ("1: pickup 9C", PickUp(1, Card.parse("9C"))),
    ("1: chance", Chance(1)),
]
SEATS = st.integers(0, 9)
CARDS = st.lists(st.sampled_from(["7D", "7S", "TC", "*R"]), max_size=4)
ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.builds(Play, SEATS, CARDS),
    st.builds(Arrange, SEATS, CARDS),
    st.builds(Flip, SEATS, st.integers(0, 20)),
    st.builds(PickUp, SEATS, st.none() | st.sampled_from(["9C", "*B"])),
    st.builds(Chance, SEATS),
)
WORDS = ["0:", "1", ":", "-", "play", "flip", "pickup", "chance", "arrange", "7D", "x", " ", "٣"]
NEARLY_ACTIONS = st.lists(st.sampled_from(WORDS), max_size=6).map("".join)


@pytest.mark.parametrize(("text", "action"), FORMS)
def test_every_form_of_an_action_is_read(text: str, action: Action) -> None:
    assert parse_action(text) == action
    assert parse_action(text, seat=5) == action, "a seat that is named is the one that acts"
    assert hash(parse_action(text)) == hash(action)


@pytest.mark.parametrize(("text", "action"), FORMS)
def test_a_text_without_a_seat_is_of_the_seat_given(text: str, action: Action) -> None:
    assert parse_action(text.partition(":")[2], seat=action.seat) == action


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Play(1, "7S 7D"), "1: play 7D 7S"),
        (Play(0, ["TC", Card.parse("TC")]), "0: play TC TC"),
        (Play(0, ""), "0: play"),
        (Arrange(2, "AH 2C"), "2: arrange 2C AH"),
        (Flip(3, 2), "3: flip 2"),
        (PickUp(1), "1: pickup"),
        (PickUp(1, "9C"), "1: pickup 9C"),
        (Chance(4), "4: chance"),
    ],
)
def test_an_action_is_its_own_text(action: Action, text: str) -> None:
    assert str(action) == text


@MANY
@given(ACTIONS)
def test_the_text_of_an_action_is_read_as_that_action(action: Action) -> None:
    assert parse_action(str(action)) == action


@pytest.mark.parametrize("name", ["selected", "ten-two-slide-six-up", "palace-no-swap"])
def test_the_text_of_every_legal_action_is_read_as_that_action(name: str) -> None:
    for action in legal_actions(new_game(load_variant(name), 2, seed=1)):
        assert parse_action(str(action)) == action


def test_the_cards_of_a_play_lie_on_the_pile_in_the_order_of_suits() -> None:
    assert [index & 3 for index in Play(0, "7S 7C 7H 7D").laid] == [0, 1, 2, 3]


NINES = "9" * 5000
REFUSED = {
    "it starts with play, flip, pickup, chance, choose, pass, arrange or resign": [
        *["", "7D", "Play 7D", "pick up", "passes", "swap 7D 7S", "0:", "leave"],
    ],
    "before the colon stands a seat, as in 1:": [
        *["x: chance", ": chance", "-1: chance", "1.0: chance", "1_0: chance", "1: 2: chance"],
        *["٣: chance", "²: chance", f"{NINES}: chance"],
    ],
    'after "flip" stands one place, 0 for the first': [
        *["flip", "flip x", "flip -1", "flip 0 1", "flip ٣", "flip 7D", f"flip {NINES}"],
    ],
    'after "pickup" stands nothing, or the one face-up card to add': ["pickup 9C 9D"],
    'after "chance" stands nothing': ["chance 7D"],
    'after "choose" stands one seat, higher or lower': ["choose", "choose left", "choose 1 2"],
    'after "pass" stands nothing': ["pass 7D"],
    'after "resign" stands nothing': ["resign 7D", "resign 1"],
    "'7D,7S' is no card": ["play 7D,7S"],
    "'1h' is no card": ["play 1h", "play 7D 1h 8D"],
    "'10hx' is no card": ["arrange 10hx"],
    "'♥10' is no card": ["pickup ♥10"],
    "'--' is no card": ["play --"],
    "7D comes 8 times": ["play" + " 7D" * 8],
}


@pytest.mark.parametrize("why", REFUSED)
def test_no_other_text_is_an_action(why: str) -> None:
    for text in REFUSED[why]:
        assert refusal(parse_action, text, 0).startswith(f"{quoted(text)} is no action: {why}")


@pytest.mark.parametrize("text", ["play 7D", "pickup", "chance", ""])
def test_somebody_must_act(text: str) -> None:
    assert refusal(parse_action, text) == (
        f'{text!r} is no action: it names no seat, as in "1: play 7D"'
    )


@pytest.mark.parametrize("value", [None, 7, b"chance", ["play", "7D"], Chance(1)])
def test_an_action_is_read_from_text_alone(value: Any) -> None:
    assert refusal(parse_action, value).startswith(f"{value!r} is no action: write it as text")


@pytest.mark.parametrize(
    ("make", "cards"), [(Play, "7"), (Play, None), (Arrange, 5), (PickUp, "x"), (PickUp, 7)]
)
def test_an_action_has_cards_that_are_cards(make: Any, cards: Any) -> None:
    assert f"{cards!r} is no " in refusal(make, 0, cards)


@pytest.mark.untraced
@MANY
@given(st.text() | NEARLY_ACTIONS, st.none() | SEATS)
def test_any_text_is_read_or_refused_with_the_text_quoted(text: str, seat: int | None) -> None:
    """Another error would stop a program that only reads what people type."""
    action, refused = attempt(parse_action, text, seat)
    if action is None:
        assert quoted(text) in refused
    else:
        assert parse_action(str(action)) == action
