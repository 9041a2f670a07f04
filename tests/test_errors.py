"""Errors: three kinds under one base, each with a message that a person can use."""

import pickle

import pytest

from palace import (
    IllegalAction,
    NotationError,
    PalaceError,
    PositionError,
    VariantError,
    load_variant,
    new_game,
    parse_action,
    why_illegal,
)
from palace.errors import Problem, Reason


@pytest.mark.parametrize("kind", [NotationError, PositionError, VariantError, IllegalAction])
def test_every_error_is_a_palace_error(kind: type[PalaceError]) -> None:
    """One `except` is enough for everything that the library refuses."""
    assert issubclass(kind, PalaceError)
    assert issubclass(kind, ValueError)


def test_a_problem_prints_its_file_line_path_and_message() -> None:
    assert str(Problem("deal.hand", "0 is out of range")) == "deal.hand: 0 is out of range"
    assert str(Problem("", "this is not TOML")) == "this is not TOML"
    assert str(Problem("deal.hand", "no", file="ours.toml")) == "ours.toml: deal.hand: no"
    assert str(Problem("deal.hand", "no", file="ours.toml", line=3)) == "ours.toml:3: deal.hand: no"


def test_an_error_in_a_variant_prints_each_problem_on_its_line() -> None:
    error = VariantError((Problem("sets", "no"), Problem("chance", "never", "ours.toml")))
    assert str(error) == "sets: no\nours.toml: chance: never"


def test_an_illegal_action_has_a_code_and_a_sentence() -> None:
    state = new_game(load_variant("plain"), 2, seed=1)
    error = why_illegal(state, parse_action("0: chance"))
    assert error is not None
    assert error.reason is Reason.STILL_ARRANGING
    assert f"{error.reason}" == "still_arranging"
    assert str(error) == error.message == "play begins when all have arranged; still to do so: 0, 1"


def test_errors_go_to_another_process_and_back() -> None:
    """A worker that plays games must be able to say what went wrong."""
    for error in (
        NotationError("'1h' is no card"),
        PositionError("a card twice"),
        VariantError((Problem("sets", "no"),)),
        IllegalAction(Reason.NOT_HELD, "9C is not there"),
    ):
        copy = pickle.loads(pickle.dumps(error))  # noqa: S301
        assert type(copy) is type(error)
        assert str(copy) == str(error)
        assert vars(copy) == vars(error)


def test_the_codes_of_refusals_are_stable() -> None:
    """Programs compare them, so a code that is renamed or dropped breaks programs."""
    codes = """
        unknown_seat game_over still_arranging not_arranging already_arranged wrong_number
        not_your_turn no_cards duplicate_card not_held zone_locked mixed_ranks wrong_count
        does_not_beat above_limit below_lead barred wrong_suit locked must_lead must_defend
        must_choose nothing_to_choose wrong_choice must_not_end must_declare not_wild
        must_flip no_such_place nothing_to_pick_up must_play must_add must_not_add no_chance
        no_stock already_left
    """
    assert [str(reason) for reason in Reason] == codes.split()
