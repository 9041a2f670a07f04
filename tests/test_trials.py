"""`palace check --play N`: whole games at each player count, and which of them do not end."""

from pathlib import Path
from random import Random

import pytest

import palace.trials
from palace import (
    Phase,
    Play,
    apply,
    derive,
    distinct_actions,
    load_variant,
    new_game,
    position,
    view,
)
from palace.bots import LowestBot
from palace.cli import main
from palace.trials import Trial, lowest_play, played_out, trials
from positions import at

ROUND_AND_ROUND = derive(
    "plain",
    sets=False,
    arrange="none",
    four={"burns": "never"},
    players={"min": 3, "max": 3},
    deal={"face_down": 0, "face_up": 0, "hand": 6, "replenish_to": 0, "stock": 0},
)
"""Of three lowest-card players some come back to an earlier position: nothing ever leaves."""


def test_there_is_a_trial_of_each_kind_at_each_player_count() -> None:
    found = trials(derive("selected", players={"min": 2, "max": 3}), 3)
    kinds = [(each.kind, each.players, each.games) for each in found]
    assert kinds == [
        ("random", 2, 3), ("lowest-card", 2, 3), ("random", 3, 3), ("lowest-card", 3, 3),
    ]  # fmt: skip
    assert [each.troubles() for each in found] == [()] * 4


def test_the_same_games_are_played_again() -> None:
    variant = derive("rawlins", players={"min": 2, "max": 2}, end={"turn_limit": 60})
    assert trials(variant, 4) == trials(variant, 4)


def test_a_game_that_comes_back_on_itself_is_told() -> None:
    """No number of actions would show it for certain."""
    _, lowest = trials(ROUND_AND_ROUND, 10)
    assert lowest.kind == "lowest-card"
    assert lowest.repeated == (9,)
    (told,) = lowest.troubles()
    assert told == (
        "1 of 10 lowest-card games of 3 players came back to an earlier position, "
        "and go on for ever (seed 9)"
    )


def test_a_game_that_is_cut_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(palace.trials, "MOST_ACTIONS_TRIED", 20)
    random, lowest = trials(derive("selected", players={"min": 2, "max": 2}), 2)
    assert random.cut == lowest.cut == (0, 1)
    assert random.troubles() == (
        "2 of 2 random games of 2 players did not end in 20 actions (seed 0)",
    )


def test_a_limit_that_ends_all_games_is_told_and_one_that_ends_some_is_not() -> None:
    short, _ = trials(derive("selected", players={"min": 2, "max": 2}, end={"turn_limit": 4}), 3)
    assert short.limited == 3
    assert short.troubles() == (
        "all of 3 random games of 2 players ended at end.turn_limit, without a loser",
    )
    assert Trial("random", 2, 3, (), (), 2).troubles() == ()


def test_a_game_is_played_out_to_its_end() -> None:
    end, actions = played_out(new_game(load_variant("selected"), 2, seed=1), lambda all_: all_[0])
    assert end.phase is Phase.OVER
    assert actions > 20


@pytest.mark.parametrize(
    ("beat", "played"), [("equal_or_higher", "0: play 4C 4D"), ("equal_or_lower", "0: play 9C")]
)
def test_the_lowest_card_is_the_weakest_that_goes(beat: str, played: str) -> None:
    """Where lower beats, the lowest ranks are the ones to keep."""
    state = at(derive("plain", beat=beat), "4C 4D 9C", "5C")
    assert str(palace.trials._lowest_card(state)) == played
    assert palace.trials._lowest_card(state) in distinct_actions(state)


def test_without_a_play_the_first_action_is_taken() -> None:
    state = at(derive("plain"), "4C 5C", "6C", pile="AC")
    action = palace.trials._lowest_card(state)
    assert str(action) == "0: pickup"
    assert apply(state, action).pile == ()


def test_check_plays_and_warns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ours.toml"
    path.write_text("format = 1\nplayers.max = 2\nend.turn_limit = 20\n")
    assert main(["check", "--play", "2", str(path)]) == 0
    out, err = capsys.readouterr()
    assert out == f"{path}: fine, without examples\n"
    limited = "games of 2 players ended at end.turn_limit, without a loser"
    assert err == (
        f"warning: {path}: all of 2 random {limited}\n"
        f"warning: {path}: all of 2 lowest-card {limited}\n"
    )
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().err == ""


# ---------------------------------------------------------------- the lowest card

LOW = [("equal_or_higher", "4C"), ("equal_or_lower", "6C"), ("lower", "6C"), ("higher", "4C")]


@pytest.mark.parametrize(("beat", "weakest"), LOW)
def test_the_lowest_play_is_of_the_rank_that_beats_least(beat: str, weakest: str) -> None:
    """Trials and the bot `lowest` have one rule, right in whichever direction cards beat."""
    variant = derive("plain", beat=beat)
    state = position(variant, [{"hand": "4C 5C 6C"}, {"hand": "KC"}])
    actions = distinct_actions(state)
    assert lowest_play(state, actions) == Play(0, weakest)
    assert LowestBot().choose(view(state, 0), actions, Random(0)) == Play(0, weakest)


def test_in_a_flipped_order_the_lowest_play_is_the_highest() -> None:
    variant = derive("plain", ranks={"9": {"abilities": ["flip"]}})
    before = position(variant, [{"hand": "9C KC"}, {"hand": "4C 5C 6C"}], pile="3C")
    state = apply(before, Play(0, "9C"))
    actions = distinct_actions(state)
    assert {str(each) for each in actions} >= {"1: play 4C", "1: play 6C"}
    assert lowest_play(state, actions) == Play(1, "6C")
    assert LowestBot().choose(view(state, 1), actions, Random(0)) == Play(1, "6C")


def test_without_a_play_there_is_no_lowest_one() -> None:
    state = position(derive("plain"), [{"hand": "4C"}, {"hand": "KC"}], pile="5C")
    assert lowest_play(state, distinct_actions(state)) is None
