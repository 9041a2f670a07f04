"""The learning environment: PettingZoo's own tests, the mask, and what is seen."""

from itertools import islice
from random import Random
from typing import Any

import pytest
from attrs import evolve

from palace import (
    PalaceError,
    Phase,
    State,
    apply,
    derive,
    legal_actions,
    load_variant,
    new_game,
    parse_action,
    places,
    variant_names,
)
from palace.bots import offers
from palace.sampling import draw_legal

pytest.importorskip("pettingzoo")

import numpy as np
from pettingzoo.test import api_test, seed_test

from palace.rl import RawEnv, env
from palace.rl.encoding import Encoding

TABLES = [
    ("selected", 2), ("rawlins", 3), ("cardgames", 4), ("palace-suits", 2), ("the-idiot", 3),
    ("zeropaper", 3), ("charlottes-misfits", 2),
]  # fmt: skip
"""Variants of every kind: the last with cards that stand for others, and with straights."""
each_table = pytest.mark.parametrize(("name", "players"), TABLES)


@each_table
@pytest.mark.filterwarnings("ignore:Observation")  # a dict with a mask, as PettingZoo's own
def test_pettingzoo_finds_nothing_wrong(name: str, players: int) -> None:
    api_test(env(load_variant(name), players), num_cycles=80)


@each_table
def test_the_same_seed_gives_the_same_game(name: str, players: int) -> None:
    seed_test(lambda: env(load_variant(name), players), num_cycles=20)


def play(made: RawEnv, seed: int) -> list[tuple[str, int]]:
    """Play a game at random, as the mask allows, and give what was done."""
    random, done = Random(seed), []
    made.reset(seed=seed)
    while not any([*made.terminations.values(), *made.truncations.values()]):
        agent = made.agent_selection
        seen = made.observe(agent)
        assert made.observation_space(agent).contains(seen)
        action = random.choice([n for n, may in enumerate(seen["action_mask"]) if may])
        done.append((agent, action))
        made.step(action)
    return done


@each_table
def test_a_game_as_the_mask_allows_comes_to_an_end(name: str, players: int) -> None:
    made = RawEnv(load_variant(name), players, longest=400)
    play(made, 1)
    assert all(made.terminations.values()) or all(made.truncations.values())
    if made.state.phase is Phase.OVER and places(made.state):
        assert made.rewards[f"seat_{made.state.loser}"] == -1.0
        assert made.rewards[f"seat_{made.state.winner}"] == 1.0


def test_places_are_rewarded_between() -> None:
    made = RawEnv(load_variant("palace"), 3)
    play(made, 2)
    assert sorted(made.rewards.values()) == [-1.0, 0.0, 1.0]


def test_a_long_game_is_truncated() -> None:
    made = RawEnv(load_variant("selected"), 2, longest=10)
    assert len(play(made, 1)) == 10
    assert all(made.truncations.values())
    assert not any(made.terminations.values())


def test_an_arrangement_is_laid_card_by_card() -> None:
    made = RawEnv(load_variant("selected"), 2)
    made.reset(seed=3)
    assert {made.encoding.codes[n][0] for n in legal(made)} == {"arrange"}
    laid = []
    while made.agent_selection == "seat_0":
        number = max(legal(made))
        laid.append(made.encoding.codes[number])
        made.step(number)
    assert laid[-1] == ("arrange",)
    ranks = [card.rank.value for card in made.state.face_up[0]]
    assert [code[1] for code in laid[:-1]] == ranks


def legal(made: RawEnv) -> list[int]:
    mask = made.observe(made.agent_selection)["action_mask"]
    return [number for number, may in enumerate(mask) if may]


def test_nobody_else_may_act() -> None:
    made = RawEnv(load_variant("selected"), 3)
    made.reset(seed=1)
    assert not made.observe("seat_1")["action_mask"].any()


def test_out_of_turn_pass_lets_the_turn_go_on() -> None:
    made = RawEnv(evolve(load_variant("selected"), out_of_turn="equal"), 4)
    made.reset(seed=1)
    passes, asked = made.encoding.codes.index(("pass",)), 0
    for _ in range(300):
        asked_seat = made.possible_agents.index(made.agent_selection)
        if made.state.phase is Phase.PLAY and asked_seat != made.state.to_move:
            before, asked = made.state, asked + 1
            assert passes in legal(made)
            made.step(passes)
            assert made.state == before
        else:
            made.step(legal(made)[0])
        if made.state.phase is Phase.OVER:
            break
    assert asked


def test_an_illegal_action_raises_without_guards_and_ends_the_game_with_them() -> None:
    raw = RawEnv(load_variant("selected"), 2)
    raw.reset(seed=1)
    number = raw.encoding.codes.index(("chance",))
    with pytest.raises(PalaceError, match=r"action [0-9]+ .*chance.* is not legal for seat_0: arr"):
        raw.step(number)
    for wrong in ("pickup", np.array([1, 2]), 1.5, -1):
        with pytest.raises(PalaceError, match=r"action .* is not legal for seat_0: arr"):
            raw.step(wrong)  # type: ignore[arg-type]
    guarded: Any = env(load_variant("selected"), 2)
    guarded.reset(seed=1)
    guarded.step(number)
    assert guarded.terminations == {"seat_0": True, "seat_1": True}
    assert guarded.rewards["seat_0"] == -1


def test_what_is_seen_is_in_the_vector() -> None:
    made = RawEnv(load_variant("selected"), 3)
    made.reset(seed=1)
    seen = made.observe("seat_1")["observation"]
    ranks = [*made._observer.columns]
    hand = dict(zip(ranks, seen[made.layout.slice("hand")], strict=True))
    for rank in ranks:
        assert hand[rank] == sum(card.rank.value == rank for card in made.state.hands[1])
    assert list(seen[made.layout.slice("face_down_counts")]) == [3, 3, 3]
    assert list(seen[made.layout.slice("stock_count")]) == [52 - 27]
    with pytest.raises(PalaceError, match="'hands' is no part of an observation: hand, face_up_0"):
        made.layout.slice("hands")


def test_a_suit_rule_tells_cards_apart() -> None:
    made = RawEnv(load_variant("palace-suits"), 2)
    assert made.encoding.by_card
    assert ("play", "7D") in made.encoding.codes
    sets = RawEnv(derive("selected", suits="suit"), 2)
    assert ("play", "7C", "7S") in sets.encoding.codes


def test_a_position_is_shown_as_a_spectator_sees_it() -> None:
    made = RawEnv(load_variant("selected"), 2, render_mode="ansi")
    made.reset(seed=1)
    assert "??" in str(made.render())


# ---------------------------------------------------------------- actions as numbers

SPECIAL = {
    "straights by suit": derive("charlottes-misfits", suits="suit", straight_limit=4),
    "no sets": derive("zeropaper", sets=False),
    "sets of two": derive("zeropaper", set_limit=2),
}
VARIANTS = {name: load_variant(name) for name in variant_names()} | SPECIAL


@pytest.mark.untraced
@pytest.mark.parametrize("name", VARIANTS)
def test_code_and_action_tell_each_other(name: str) -> None:
    """In random games each legal action has one code of the space, which gives its like again."""
    variant, random = VARIANTS[name], Random(name)
    players = variant.players.min
    encoding = Encoding.of(variant, players)
    assert len(set(encoding.codes)) == len(encoding.codes)
    for seed in range(2):
        state = new_game(variant, players, seed=seed)
        for _ in range(60):
            if state.phase is Phase.OVER:
                break
            if state.phase is Phase.PLAY:
                _tells_apart(encoding, state)
            state = apply(state, draw_legal(random, state))


def _tells_apart(encoding: Encoding, state: State) -> None:
    players = state.players
    for seat, actions in offers(state):
        by_code = {encoding.code(action, players): action for action in actions}
        assert [*by_code.values()] == [*actions]
        assert by_code.keys() <= set(encoding.codes)
        for action in islice(legal_actions(state), 200):
            if action.seat == seat:
                like = by_code[encoding.code(action, players)]
                assert encoding.code(like, players) == encoding.code(action, players)
                assert like == action or not encoding.by_card


def test_cards_that_stand_for_others_and_straights_have_codes_of_their_own() -> None:
    wild = Encoding.of(load_variant("zeropaper"), 2)
    assert wild.code(parse_action("0: play 7D 7S *R as 7"), 2) == ("as", "7", "7", "7", "joker")
    assert ("as", "7", "7", "7", "joker") in wild.codes
    assert ("as", "A", "joker", "joker") in wild.codes
    assert ("as", "A", "A") not in wild.codes
    rows = Encoding.of(load_variant("charlottes-misfits"), 2)
    assert rows.code(parse_action("0: play 6D 5S 4C"), 2) == ("straight", "4", "5", "6")
    assert ("straight", "4", "5", "6") in rows.codes
    assert ("straight", "4", "5") not in rows.codes


def test_plays_of_one_rank_keep_their_numbers_before_all_others() -> None:
    codes = Encoding.of(load_variant("zeropaper"), 2).codes
    assert codes[0] == ("play", "2", 1)
    kinds = [code[0] for code in codes]
    assert [*dict.fromkeys(kinds)][:3] == ["play", "as", "flip"]


@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_has_a_space_at_its_largest_table(name: str) -> None:
    variant = VARIANTS[name]
    assert Encoding.of(variant, variant.players.max).codes


def test_a_space_beyond_reason_is_refused_at_the_start() -> None:
    variant = derive("charlottes-misfits", suits="suit")
    with pytest.raises(PalaceError, match=r"more than 10,000 different actions with 2 seats: "):
        env(variant, 2)
