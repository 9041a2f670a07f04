"""A position as one line of text, and back: nothing is lost, everything wrong is told."""

import re
from collections.abc import Callable
from random import Random

import pytest
from attrs import evolve
from hypothesis import given, strategies as st
from hypothesis.strategies import DataObject

from palace import (
    NotationError,
    Phase,
    PositionError,
    Resign,
    State,
    View,
    apply,
    derive,
    distinct_actions,
    dumps_state,
    load_variant,
    loads_state,
    loads_view,
    new_game,
    parse_action,
    position,
    rules_of,
    state_problems,
    variant_names,
    view,
)
from palace.bundled import atlas_names
from positions import PLAIN, after, at, rank, table
from strategies import PRESETS, every_table, states

# ---------------------------------------------------------------- the text


def test_a_position_reads_like_one() -> None:
    rules = load_variant("rawlins")
    seats = [{"hand": "8C 8D 4H", "face_up": "KS", "face_down": "2H -- JC"}, {"hand": "5C"}, {}]
    state = position(rules, seats, pile="7S", stock="QC KC", out=[2], direction=-1, dealer=1)
    assert dumps_state(state) == (
        "rawlins;to_move=0;direction=-1;dealer=1;out=2;"
        "0=4H8C8D,KS,2H--JC;1=5C;2=;pile=7S;stock=QCKC"
    )
    assert loads_state(dumps_state(state)) == state


def test_a_view_hides_what_the_seat_does_not_see() -> None:
    rules = load_variant("rawlins")
    seats = [{"hand": "8C 8D", "face_down": "2H -- JC"}, {"hand": "5C 9H", "face_up": "TC"}]
    state = position(rules, seats, pile="7S", stock="QC KC")
    text = dumps_state(view(state, 1))
    assert text == "rawlins;sees=1;to_move=0;0=????,,??--??;1=5C9H,TC;pile=7S;stock=????"
    assert loads_view(text) == view(state, 1)
    nobody = dumps_state(view(state))
    assert nobody == "rawlins;sees=nobody;to_move=0;0=????,,??--??;1=????,TC;pile=7S;stock=????"
    assert loads_view(nobody) == view(state)


def test_what_is_usual_may_be_left_out_of_a_hand_written_one() -> None:
    written = loads_state("selected;to_move=0;0=4c5d;1=6h;pile=3s")
    assert written == position(
        load_variant("selected"), [{"hand": "4C 5D"}, {"hand": "6H"}], pile="3S"
    )


def test_a_lead_that_the_pile_does_not_tell_is_written() -> None:
    rules = derive("ten-two-slide", arrange="none")
    state = after(at(rules, "TC 5C 6C", "4C", "7C", pile="3C"), "play TC")
    assert ";requirement=lead_10_or_higher" in dumps_state(state)
    assert loads_state(dumps_state(state), rules) == state


@pytest.mark.parametrize(
    ("ability", "field"),
    [
        ({"name": "give", "to": "chosen"}, ";pending=victim:0;then=6"),
        ({"name": "give", "defence": ["6"]}, ";pending=defence:0"),
        ({"name": "choose_next"}, ";pending=mover:0;then=6"),
        ({"name": "call"}, ";pending=direction:0;then=6"),
    ],
)
def test_what_is_awaited_is_written(ability: dict[str, object], field: str) -> None:
    rules = table(rank("6", ability))
    state = after(at(rules, "6C 9C", "4C", "7C", pile="3C"), "play 6C")
    assert field in dumps_state(state)
    for seat in (None, 0, 1, 2):
        assert loads_view(dumps_state(view(state, seat)), rules) == view(state, seat)
    assert loads_state(dumps_state(state), rules) == state
    gone = apply(state, Resign(2))
    assert loads_state(dumps_state(gone), rules) == gone


def test_what_cards_in_the_pile_stand_for_is_written() -> None:
    wild = table(rank("joker", "wild"), deck={"jokers": 2})
    state = after(at(wild, "*R 4C", "*B 9S", pile="5C"), "play *R as 7", "play *B as T")
    text = dumps_state(state)
    assert ";pile=5C*R*B;declared=7,T" in text
    assert loads_state(text, wild) == state
    assert loads_view(dumps_state(view(state, 0)), wild).declared == {1: "7", 2: "10"}
    for wrong, told in {
        "7": "declared: cards in the pile that stand for others: 2, ranks named: 1",
        "7,1": "declared: '1' is no rank",
        "7,joker": r"\*B does not stand for joker",
    }.items():
        with pytest.raises(NotationError, match=told):
            loads_state(text.replace("declared=7,T", f"declared={wrong}"), wild)


def test_drawn_cards_that_may_be_added_are_written_for_their_owner_alone() -> None:
    rules = derive(PLAIN, deal={"add_drawn": True})
    state = after(at(rules, "6C 9C TC", "4C", "7C", pile="3C", stock="6D"), "play 6C")
    assert ";pending=add:0;then=6;drawn=6D;next=1" in dumps_state(state)
    assert ";pending=add:0;then=6;next=1" in dumps_state(view(state, 1))
    assert loads_state(dumps_state(state), rules) == state
    assert loads_view(dumps_state(view(state, 1)), rules) == view(state, 1)


def test_who_resigned_and_what_burned_unseen_is_written() -> None:
    state = after(at(PRESETS["selected"], "4C", "5C | 8C", "7C", burned="KD"), "1: resign")
    text = dumps_state(state)
    assert ";resigned=1;" in text
    assert text.endswith(";burned=8CKD;burned_unseen=5C")
    assert dumps_state(view(state, 0)).endswith(";burned=8CKD;burned_unseen=??")
    assert loads_state(text) == state


# ---------------------------------------------------------------- variants


def test_a_variant_that_is_no_preset_is_given_and_must_play_the_same() -> None:
    mine = derive("rawlins", name="at ours; 2~3", arrange="none")
    state = new_game(mine, 3, seed=1)
    text = dumps_state(state)
    assert re.match(r"at%20ours%3B%202%7E3~[0-9a-f]{8};", text)
    assert loads_state(text, mine) == state
    with pytest.raises(NotationError, match="is no preset: pass its variant too"):
        loads_state(text)
    with pytest.raises(NotationError, match=r"the text is of 'at ours; 2~3', but .* 'rawlins'"):
        loads_state(text, load_variant("rawlins"))
    with pytest.raises(NotationError, match="the rules of 'at ours; 2~3' are other ones"):
        loads_state(text, derive(mine, four={"again": False}))


def test_a_variant_that_only_bears_a_presets_name_is_not_taken_for_it() -> None:
    mine = derive("rawlins", arrange="none")
    state = new_game(mine, 3, seed=1)
    assert dumps_state(state).startswith("rawlins~")
    with pytest.raises(NotationError, match="pass its variant too"):
        loads_state(dumps_state(state))
    assert loads_state(dumps_state(state), mine) == state
    with pytest.raises(NotationError, match="the rules of 'rawlins' are other ones"):
        loads_state("rawlins;to_move=0;0=4C;1=5C", mine)


# ---------------------------------------------------------------- the laws


def check(state: State) -> None:
    text = dumps_state(state)
    assert text.isascii()
    assert text.isprintable()
    assert " " not in text
    variant = None if state.variant.name in variant_names() else state.variant
    assert loads_state(text, variant) == state
    assert state_problems(text, variant) == ()
    for seat in (None, *range(state.players)):
        seen = view(state, seat)
        assert loads_view(dumps_state(seen), variant) == seen


def play_on(state: State, random: Random, number: int) -> None:
    for _ in range(number):
        check(state)
        if state.phase is Phase.OVER:
            return
        resigns = random.random() < 0.1
        moves = [Resign(seat) for seat in state.active] if resigns else distinct_actions(state)
        state = apply(state, random.choice(moves))


@pytest.mark.untraced
@every_table
@given(data=st.data())
def test_every_position_comes_back_from_its_text(table: str, data: DataObject) -> None:
    random = data.draw(st.randoms(use_true_random=False))
    play_on(data.draw(states(table)), random, 3)


@pytest.mark.untraced
@pytest.mark.parametrize("name", atlas_names())
def test_every_state_of_a_game_comes_back_from_its_text(name: str) -> None:
    random = Random(f"notation {name}")
    rules = load_variant(name)
    state = new_game(rules, random.choice(rules.players.counts), seed=1)
    for _ in range(8):
        play_on(state, random, 1)
        for _ in range(random.randrange(30)):
            if state.phase is not Phase.OVER:
                state = apply(state, random.choice(distinct_actions(state)))


# ---------------------------------------------------------------- what is wrong

GOOD = "selected;to_move=0;0=4C5D,8H,2C--;1=6H;pile=3S;stock=QCKC"

WRONG = {
    "": ["variant: '' is no preset"],
    "selcted;0=4C;1=5C": ["variant: 'selcted' is no preset: did you mean \"selected\"?"],
    "selected": ["seats: 0 players: selected is for 2 to 5"],
    "selected;to_move=0;0=4C;2=5C": ["1: seat 1 is missing"],
    "selected;to_move=0;0=4C;1=5C;0=5D": ["0: 0 is said twice"],
    "selected;to_move=0;0=4C;1=5C;plie=3S": ["plie: 'plie=3S' is no field; did you mean \"pile\""],
    "selected;to_move=0;0=4C;1=5C;pile": ["pile: 'pile' is no field"],
    "selected;to_move=0;0=4CX;1=5C": ["0: '4CX' is no row of cards"],
    "selected;to_move=0;0=4C;1=1C": ["1: '1C' is no card"],
    "selected;to_move=0;0=4C;1=5C,,,": [],
    "selected;to_move=0;0=4C;1=5C,6C,7C,8C": ["1: '5C,6C,7C,8C' has too many zones"],
    "selected;to_move=zero;0=4C;1=5C": ["to_move: 'zero' is no number"],
    "selected;to_move=0;phase=paly;0=4C;1=5C": ['phase: "paly" is none of'],
    "selected;to_move=0;direction=2;0=4C;1=5C": ["direction: '2' is no direction"],
    "selected;to_move=0;0=4C;1=??": ["1: '??' hides cards"],
    "selected;to_move=0;0=4C;1=--": ["1: '--': -- stands only"],
    "selected;to_move=0;0=4C;1=5C;requirement=low": ["requirement: 'low' is no requirement"],
    "selected;to_move=0;0=4C;1=5C;drawn=4C": ["drawn: nothing is pending"],
    "selected;to_move=0;0=4C;1=5C;pending=wait:0": ['pending: "wait" is none of'],
    # each field can be read, but they contradict each other
    "selected;to_move=0;0=4C;1=5C;pile=4C": ["0, pile: 4C: 2 placed, but 1 in the deck"],
    "selected;to_move=0;0=4C;1=5C;stock=*R": ["stock: *R: 1 placed, but none in the deck"],
    "selected;to_move=7;0=4C;1=5C": ["to_move: there is no seat 7"],
    "selected;to_move=0;0=4C;1=": ["1: seat 1 holds no card"],
    "selected;to_move=0;0=4C;1=5C;out=1": ["1: seat 1 is out, but it holds cards", "phase: "],
    "selected;phase=over;0=4C;1=5C": ["phase: the game is over only when"],
    "selected;0=4C;1=5C": ["to_move: somebody is to move"],
    "selected;to_move=0;turns=3;0=4C;1=5C": ["turns: turns is 3: the variant does not limit"],
    "selected;to_move=0;laid_by=0;0=4C;1=5C": ["laid_by: laid_by is 0: selected never asks"],
    "selected;to_move=0;0=4C;1=5C;requirement=9": ["requirement: it is 9, but the pile asks"],
    "selected;to_move=0;0=4C;1=5C;pile=6C;requirement=9": ["requirement: it is 9, but"],
    "selected;to_move=0;0=4C;1=5C;pending=mover:0": ["requirement: it is free, but with mover"],
    "selected;to_move=0;0=4C;1=5C;pending=chance:1": ["pending: chance is asked for by the seat"],
    "plain;to_move=0;phase=arrange;arranged=0,1;0=4C;1=5C": ["arranged: all seats have arranged"],
    # views
    "selected;sees=4;to_move=0;0=??;1=??": ["sees: there is no seat 4"],
    "selected;sees=0;to_move=0;0=??;1=??": ["0: the seat that sees this sees its own hand"],
    "selected;sees=0;to_move=0;0=4C;1=5C": ["1: the seat that sees this sees no other hand"],
    "selected;sees=0;to_move=0;0=4C;1=??;stock=5C": ["stock: no seat sees these cards"],
    "selected;sees=0;to_move=0;0=4C,,5C;1=??": ["sees: seat 0 would not see that"],
    "selected;sees=0;to_move=0;0=4C,,??;1=??;pile=4C": ["the deck has not all the cards"],
}


@pytest.mark.parametrize(("text", "expected"), WRONG.items())
def test_what_is_wrong_is_told_with_its_place(text: str, expected: list[str]) -> None:
    problems = state_problems(text)
    told = [str(each) for each in problems]
    assert len(told) == len(expected)
    for message, begin in zip(told, expected, strict=True):
        assert message.startswith(begin)
    if expected:
        load = loads_view if "sees=" in text else loads_state
        with pytest.raises((NotationError, PositionError)) as caught:
            load(text)
        assert repr(text)[:40] in str(caught.value)
        assert all(message in str(caught.value) for message in told)


def test_all_problems_are_listed_at_once() -> None:
    text = "selected;to_move=x;0=4C;1=5Q;pile=3;plie=4C"
    assert [each.path for each in state_problems(text)] == ["plie", "1", "pile", "to_move"]


def test_a_view_is_no_state_and_a_state_no_view() -> None:
    with pytest.raises(NotationError, match="read it with loads_view"):
        loads_state(dumps_state(view(loads_state(GOOD), 0)))
    with pytest.raises(NotationError, match="read it with loads_state"):
        loads_view(GOOD)


@pytest.mark.parametrize("text", [None, 7, b"selected", ["selected"]])
def test_what_is_no_text_is_refused(text: object) -> None:
    with pytest.raises(NotationError, match="is no text"):
        loads_state(text)  # type: ignore[arg-type]


TEXTS = [
    GOOD,
    dumps_state(view(loads_state(GOOD), 0)),
    dumps_state(new_game(load_variant("rawlins"), 3, seed=1)),
    dumps_state(apply(new_game(load_variant("selected"), 3, seed=1), parse_action("1: resign"))),
]


@given(data=st.data())
def test_a_mangled_text_never_does_worse_than_an_error(data: DataObject) -> None:
    for _ in range(20):
        text = data.draw(st.sampled_from(TEXTS))
        for _ in range(data.draw(st.integers(1, 3))):
            start = data.draw(st.integers(0, len(text)))
            end = min(len(text), start + data.draw(st.integers(0, 6)))
            pieces = st.sampled_from(
                [";", "=", ",", "??", "--", "4C", "*R", "9" * 9, "0", "~", "%"]
            )
            new = data.draw(pieces | st.text(max_size=3))
            text = text[:start] + new + text[end:]
        for load in (loads_state, loads_view):
            loaded = quietly(load, text)
            if loaded is not None:
                assert state_problems(text) == ()
                assert load(dumps_state(loaded)) == loaded


def quietly(load: Callable[[str], State | View], text: str) -> State | View | None:
    """What is read of a text, or nothing where it is refused; the text is quoted then."""
    try:
        return load(text)
    except (NotationError, PositionError) as error:
        if repr(text)[:90] not in str(error):
            raise AssertionError(text) from error
        return None


def test_orders_turned_round_until_different_things_are_told_apart() -> None:
    """Rows that ended differently once had one name, and a position had the first of them."""
    turns = [{"name": "flip", "until": until} for until in ("reset", "picked_up")]
    rules = table(rank("6", turns[0]), rank("7", turns[1]), rank("8", "flip"))
    rows = [row for row in rules_of(rules).rows if row.requirement.rank is None]
    assert len(rows) == 4
    for row in rows:
        state = evolve(at(rules, "4C", "5C"), row=row)
        assert loads_state(dumps_state(state), rules) == state
        seats = [{"hand": "4C"}, {"hand": "5C"}]
        assert position(rules, seats, requirement=str(row.requirement)) == state


def test_a_seat_waits_while_the_last_of_the_stock_is_in_the_hand_of_who_took_a_chance() -> None:
    """It leaves when that turn is over; until then the position is one that play comes to."""
    rules = derive(
        "selected", chance="always", chance_card="hand", deal={"replenish": "at_turn_start"}
    )
    seats = [{"hand": "9C 3D 4D"}, {"hand": "3C"}, {}]
    state = apply(position(rules, seats, pile="AC", stock="4C"), parse_action("0: chance"))
    assert state.active == (0, 1, 2)
    assert loads_state(dumps_state(state), rules) == state
    assert apply(state, parse_action("0: pickup")).out == (2,)
