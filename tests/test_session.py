"""Several games in a row: who deals and starts next, losses, places with ties shared."""

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, strategies as st
from hypothesis.strategies import DataObject

from palace import (
    PalaceError,
    Phase,
    RecordError,
    Resign,
    Session,
    State,
    Variant,
    apply,
    derive,
    distinct_actions,
    dump_session,
    dumps_session,
    load_session,
    load_variant,
    loads_session,
    make_converter,
    new_record,
    places,
)
from palace.outcome import next_dealer, next_starter
from palace.session import GameResult
from positions import PLAIN, after, at, pickled
from strategies import every_table, variants_of

SHORT = derive(PLAIN, end={"turn_limit": 1})


def lost_by(seat: int, rules: Variant = PLAIN, *, dealer: int = 0, players: int = 4) -> State:
    """A finished game that a seat has lost, the others out in the order of the seats."""
    out = [each for each in range(players) if each != seat]
    seats = ["5C" if each == seat else "" for each in range(players)]
    return at(rules, *seats, out=out, phase="over", to_move=None, dealer=dealer)


def of(rules: Variant, *losers: int) -> Session:
    """A session of games with these losers."""
    session = Session(rules, 4, dealer=0)
    for seat in losers:
        session = session.after(lost_by(seat, rules, dealer=session.next_dealer or 0))
    return session


def random_game(session: Session, random: Random, *, resigns: float = 0.0) -> State:
    state = session.new_game(seed=random.randrange(1000))
    for _ in range(20_000):
        if state.phase is Phase.OVER:
            break
        leaves = random.random() < resigns
        moves = [Resign(seat) for seat in state.active] if leaves else distinct_actions(state)
        state = apply(state, random.choice(moves))
    return state


# ---------------------------------------------------------------- dealing


def test_the_deal_goes_round() -> None:
    session = Session(PLAIN, 4, dealer=2)
    dealers = []
    for _ in range(4):
        state = session.new_game(seed=1)
        dealers.append(state.dealer)
        session = session.after(lost_by(0, dealer=state.dealer))
    assert dealers == [2, 3, 0, 1]


def test_the_loser_deals_and_starts_where_the_variant_says_so() -> None:
    rules = derive(PLAIN, end={"next_dealer": "loser"}, start={"later": "loser"})
    session = Session(rules, 4, dealer=1).after(lost_by(3, rules, dealer=1))
    assert (session.next_dealer, session.next_starter) == (3, 3)
    state = session.new_game(seed=4)
    assert (state.dealer, state.to_move) == (3, 3)


def test_the_first_dealer_is_drawn_where_none_is_named() -> None:
    session = Session(PLAIN, 4)
    assert session.next_dealer is None
    assert {session.new_game(seed=seed).dealer for seed in range(20)} == {0, 1, 2, 3}


def test_a_recorded_game_is_dealt_the_same() -> None:
    session = of(PLAIN, 1, 2)
    record = new_record(PLAIN, 4, seed=5, dealer=session.next_dealer, starter=session.next_starter)
    assert record.start == session.new_game(seed=5)


# ---------------------------------------------------------------- counting


def test_losses_are_counted_and_ties_share_a_place() -> None:
    session = of(PLAIN, 1, 3, 3, 2)
    assert session.losses == (0, 1, 1, 2)
    assert session.places == (1, 2, 2, 4)


def test_before_the_first_game_all_share_the_first_place() -> None:
    session = Session(PLAIN, 4)
    assert (session.losses, session.wins, session.places) == ((0,) * 4, (0,) * 4, (1,) * 4)


def test_finishing_orders_are_added_up() -> None:
    rules = derive(PLAIN, end={"result": "places"})
    session = of(rules, 3, 0)  # 1 2 3 4, then 4 1 2 3
    assert session.points == (5, 3, 5, 7)
    assert session.places == (2, 1, 2, 4)


def test_where_only_winning_counts_nobody_loses() -> None:
    rules = derive(PLAIN, end={"result": "winner"})
    first = after(at(rules, "9C", "4C 5C", "7C"), "play 9C")
    second = at(rules, "5C 6C", "", "7C", out=[1], phase="over", to_move=None, dealer=1)
    session = Session(rules, 3).after(first).after(second)
    assert session.losses == (0, 0, 0)
    assert session.wins == (1, 1, 0)
    assert session.places == (1, 1, 3)


def test_an_unfinished_game_counts_for_nobody() -> None:
    state = after(at(SHORT, "9C TC", "4C 5C", "7C"), "play 9C")
    assert state.unfinished
    session = Session(SHORT, 3).after(state)
    assert (len(session.games), session.counted) == (1, ())
    assert (session.losses, session.places, session.next_dealer) == ((0,) * 3, (1,) * 3, 1)


def test_who_resigned_has_lost() -> None:
    state = after(at(PLAIN, "9C", "4C 5C", "7C", "8C"), "3: resign", "2: resign", "play 9C")
    session = Session(PLAIN, 4).after(state)
    assert session.losses == (0, 0, 1, 1)
    assert session.places == (1, 1, 3, 3)
    assert session.games[0].resigned == (3, 2)


# ---------------------------------------------------------------- what does not belong


def test_only_finished_games_of_the_session_count() -> None:
    session = Session(PLAIN, 4, dealer=0)
    wrong = {
        "not over": at(PLAIN, "5C", "6C", "7C", "8C"),
        "number of players is 3, not 4": lost_by(0, players=3),
        "dealer is 1, not 0": lost_by(0, dealer=1),
        "variant is rawlins, not plain": lost_by(0, load_variant("rawlins")),
        "plain has other rules": lost_by(0, derive(PLAIN, sets=False)),
    }
    for message, state in wrong.items():
        with pytest.raises(PalaceError, match=message):
            session.after(state)
    assert session.games == ()


# ---------------------------------------------------------------- values, files


@pytest.mark.untraced
@every_table
@given(data=st.data())
def test_a_session_of_any_variant_is_saved_and_goes_on(table: str, data: DataObject) -> None:
    variant = data.draw(variants_of(table))
    random = data.draw(st.randoms(use_true_random=False))
    session = Session(variant, random.choice(variant.players.counts))
    for _ in range(2):
        state = random_game(session, random, resigns=0.05)
        if state.phase is not Phase.OVER:
            return
        session = session.after(state)
        assert session.games[-1].places == places(state)
        assert session.next_dealer == next_dealer(state)
        assert session.next_starter == next_starter(state)
        assert min(session.places) == 1
        assert sum(session.losses) <= sum(len(game.resigned) or 1 for game in session.counted)
        assert loads_session(dumps_session(session)) == session
        assert pickled(session) == session
        assert hash(pickled(session)) == hash(session)
        raw = json.loads(json.dumps(make_converter().unstructure(session)))
        assert make_converter().structure(raw, Session) == session
        assert session.new_game(seed=3) == loads_session(dumps_session(session)).new_game(seed=3)


@pytest.mark.parametrize("name", ["evening.toml", "evening.json"])
def test_a_session_is_written_and_read(tmp_path: Path, name: str) -> None:
    session = of(PLAIN, 1, 3)
    dump_session(session, tmp_path / name)
    assert load_session(tmp_path / name) == session


WRONG = {
    ("players = 4", "players = 7"): "players: 7: plain is for 2 to 5",
    ("dealer = 0\n\n", "dealer = 9\n\n"): "dealer",
    ("loser = 1", "loser = 9"): "games[0].loser: there is no seat 9",
    ("loser = 1", 'loser = "1"'): 'games[0].loser: "1" is no whole number',
    ("format = 1", "format = 3"): "format: 3 is not known",
    ("next_dealer = 1", "next_deeler = 1"): 'games[0].next_deeler: unknown key "next_deeler"',
}


@pytest.mark.parametrize(("change", "message"), WRONG.items())
def test_what_is_wrong_in_a_file_is_told(change: tuple[str, str], message: str) -> None:
    text = dumps_session(of(PLAIN, 1, 3))
    assert change[0] in text
    with pytest.raises(RecordError) as caught:
        loads_session(text.replace(*change, 1))
    assert message in str(caught.value)


def test_places_that_do_not_fit_are_told() -> None:
    games = (GameResult(0, (1, 1, 9)), GameResult(0, (1, 1, 1, 5), resigned=(7,)))
    text = dumps_session(Session(PLAIN, 4, 0, games))
    with pytest.raises(RecordError) as caught:
        loads_session(text)
    assert [each.path for each in caught.value.problems] == [
        "games[0].places", "games[0].places", "games[1].places", "games[1].resigned[0]",
    ]  # fmt: skip
