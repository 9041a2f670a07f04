"""What a newcomer writes wrongly first is refused in words, not deep in the library."""

from random import Random

import pytest

from palace import PalaceError, explain, load_variant, new_game, simulate
from palace.bots import CarefulBot, played

SELECTED = load_variant("selected")


def test_a_name_is_no_bot() -> None:
    with pytest.raises(PalaceError, match="'careful' is no bot: it has no method choose"):
        simulate(SELECTED, ["careful", "lowest"], games=1)  # type: ignore[list-item]


def test_a_class_is_no_bot() -> None:
    right = r"is no bot, but a class of them: write CarefulBot\(\)$"
    with pytest.raises(PalaceError, match=right):
        simulate(SELECTED, [CarefulBot, CarefulBot], games=1)  # type: ignore[list-item]


def test_a_name_is_no_variant_to_explain() -> None:
    right = '^"rawlins" is no variant: make one with load_variant or derive$'
    with pytest.raises(PalaceError, match=right):
        explain("rawlins")  # type: ignore[arg-type]


@pytest.mark.parametrize(("bots", "rngs"), [(1, 3), (3, 1), (4, 4)])
def test_each_seat_needs_a_bot_and_its_random_numbers(bots: int, rngs: int) -> None:
    start = new_game(SELECTED, players=3, seed=1)
    with pytest.raises(PalaceError, match="each seat needs one of each"):
        next(played(start, [CarefulBot()] * bots, [Random(0)] * rngs))


def test_a_name_is_no_variant_to_learn() -> None:
    pytest.importorskip("pettingzoo")
    from palace.rl import env  # noqa: PLC0415 - it needs an extra

    with pytest.raises(PalaceError, match="'rawlins' is no variant"):
        env("rawlins", players=3)  # type: ignore[arg-type]
