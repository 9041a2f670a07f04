"""What a newcomer writes wrongly first is refused in words, not deep in the library."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from palace import (
    PalaceError,
    Variant,
    derive,
    doubts,
    dump_variant,
    dumps_variant,
    explain,
    load_variant,
    new_game,
    rules_of,
    simulate,
)
from palace.bots import CarefulBot, played

SELECTED = load_variant("selected")


def test_a_name_is_no_bot() -> None:
    with pytest.raises(PalaceError, match="'careful' is no bot: it has no method choose"):
        simulate(SELECTED, ["careful", "lowest"], games=1)  # type: ignore[list-item]


def test_a_class_is_no_bot() -> None:
    right = r"is no bot, but a class of them: write CarefulBot\(\)$"
    with pytest.raises(PalaceError, match=right):
        simulate(SELECTED, [CarefulBot, CarefulBot], games=1)  # type: ignore[list-item]


@pytest.mark.parametrize(("bots", "rngs"), [(1, 3), (3, 1), (4, 4)])
def test_each_seat_needs_a_bot_and_its_random_numbers(bots: int, rngs: int) -> None:
    start = new_game(SELECTED, players=3, seed=1)
    with pytest.raises(PalaceError, match="each seat needs one of each"):
        next(played(start, [CarefulBot()] * bots, [Random(0)] * rngs))


WRITE: Callable[[Any], None] = lambda variant: dump_variant(variant, "x.toml")  # noqa: E731


@pytest.mark.parametrize("ask", [explain, doubts, dumps_variant, WRITE, rules_of])
@pytest.mark.parametrize("name", ["rawlins", Path("rawlins.toml")])
def test_a_name_is_no_variant(ask: Callable[[Any], object], name: str | Path) -> None:
    with pytest.raises(PalaceError) as refused:
        ask(name)
    assert str(refused.value) == f"{name!r} is no variant: make one with load_variant or derive"


def test_what_is_derived_from_is_named_as_what_is_loaded(tmp_path: Path) -> None:
    """A path that was no text was said to be no variant, as if it were a value."""
    path = tmp_path / "ours.toml"
    dump_variant(derive("rawlins", sets=False), path)
    assert derive(path) == derive(str(path)) == load_variant(path)
    with pytest.raises(PalaceError, match="3 is no variant: make one with load_variant or derive"):
        derive(3)  # type: ignore[arg-type]


def test_what_a_file_extends_is_named_by_a_text(tmp_path: Path) -> None:
    """Another path was written as it is, and failed deep in the writer of TOML."""
    path = tmp_path / "ours.toml"
    dump_variant(Variant(), path)
    with pytest.raises(PalaceError, match="no name of a variant to extend: write a preset's name"):
        dumps_variant(Variant(), relative_to=path)  # type: ignore[arg-type]


def test_a_name_is_no_variant_to_learn() -> None:
    pytest.importorskip("pettingzoo")
    from palace.rl import env  # noqa: PLC0415 - it needs an extra

    with pytest.raises(PalaceError, match="'rawlins' is no variant"):
        env("rawlins", players=3)  # type: ignore[arg-type]
