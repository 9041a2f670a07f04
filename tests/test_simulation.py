"""Many games: the same whatever plays them, nothing lost silently, and what they come to."""

import csv
import json
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from io import StringIO
from itertools import pairwise
from multiprocessing import get_context
from random import Random
from typing import Any

import pytest
from attrs import evolve, frozen

from palace import (
    Action,
    PalaceError,
    PositionError,
    SimulationError,
    State,
    View,
    apply,
    compare,
    load_variant,
    new_game,
    places,
    position,
    simulate,
    view,
)
from palace.bots import Bot, CarefulBot, LowestBot, RandomBot, SearchBot, Step
from palace.collecting import Count, LeadChanges
from palace.estimates import Mean, Share, quantile
from palace.events import Burned, PickedUp
from palace.simulation import replayed
from palace.tabulating import games_csv, summary_json

SELECTED, RAWLINS = load_variant("selected"), load_variant("rawlins")
BOTS: list[Bot] = [SearchBot(playouts=1), RandomBot()]
RANDOM: list[Bot] = [RandomBot(), CarefulBot()]
FEW: list[Bot] = [CarefulBot(), LowestBot(), LowestBot()]


@pytest.fixture(scope="module")
def pool() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        yield executor


# ---------------------------------------------------------------- the same games everywhere


def test_the_result_is_the_same_whatever_the_executor_and_the_chunk(pool: Executor) -> None:
    alone = simulate(SELECTED, BOTS, 3, seed=4)
    with ThreadPoolExecutor(3) as threads:
        others = [
            simulate(SELECTED, BOTS, 3, seed=4, executor=pool, chunk=1),
            simulate(SELECTED, BOTS, 3, seed=4, executor=pool, chunk=2),
            simulate(SELECTED, BOTS, 3, seed=4, executor=threads, chunk=2),
        ]
    for each in others:
        assert each == alone
        assert str(each) == str(alone)
        assert summary_json(each) == summary_json(alone)


def test_the_result_is_the_same_on_a_dask_cluster() -> None:
    distributed = pytest.importorskip("distributed")
    alone = simulate(SELECTED, FEW, 4, seed=4)
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
        client.get_executor() as executor,
    ):
        assert simulate(SELECTED, FEW, 4, seed=4, executor=executor, chunk=2) == alone
        with pytest.raises(
            SimulationError, match=r"missing: game 1: the bot .* ValueError: no idea"
        ):
            simulate(SELECTED, FAILING, 4, executor=executor, chunk=1)


def test_a_game_depends_on_the_seed_and_its_number_alone() -> None:
    found = simulate(SELECTED, RANDOM, 4, seed=9)
    more = simulate(SELECTED, RANDOM, 6, seed=9)
    other = simulate(SELECTED, RANDOM, 4, seed=10)
    assert more.games[:4] == found.games
    assert [game.actions for game in other.games] != [game.actions for game in found.games]


@pytest.mark.parametrize("number", [0, 3])
def test_a_game_of_a_simulation_is_played_again(number: int) -> None:
    bots: list[Bot] = [RandomBot(), CarefulBot(), LowestBot()]
    game = simulate(SELECTED, bots, 4, seed=2).games[number]
    steps = [*replayed(SELECTED, bots, 2, number)]
    assert len(steps) == game.actions
    assert places(steps[-1].after) == game.places
    for step, then in pairwise(steps):
        assert apply(step.before, step.action) == step.after == then.before


def test_the_bots_go_round_the_seats() -> None:
    found = simulate(SELECTED, FEW, 4)
    assert [game.bots for game in found.games] == [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 1, 2)]


def test_seed_nought_is_a_seed() -> None:
    assert simulate(SELECTED, FEW, 2, seed=0) == simulate(SELECTED, FEW, 2, seed=0)


# ---------------------------------------------------------------- nothing is lost silently


@frozen
class Failing:
    """Plays game 0, and knows nothing in game 1, where it has the last seat."""

    def choose(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        if view.seat == view.players - 1:
            raise ValueError("no idea")
        return LowestBot().choose(view, actions, rng)


@frozen
class Killing:
    """Ends its process when it has the last seat."""

    def choose(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        if view.seat == view.players - 1:
            os._exit(7)
        return LowestBot().choose(view, actions, rng)


class Unpicklable(Exception):  # noqa: N818
    def __init__(self, one: int, two: int) -> None:
        super().__init__(one + two)


@frozen
class Odd:
    """Raises what a pool cannot send home."""

    def choose(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        raise Unpicklable(1, 2)


def test_a_bot_that_fails_is_told_with_the_games_that_were_finished() -> None:
    with pytest.raises(SimulationError) as caught:
        simulate(SELECTED, FAILING, 5)
    error = caught.value
    told = "the bot Failing() of seat 1 raised ValueError: no idea"
    assert str(error) == f"4 of 5 games are missing: game 1: {told}"
    assert [game.number for game in error.finished] == [0]
    assert error.missing == (1, 2, 3, 4)
    assert 'raise ValueError("no idea")' in error.__notes__[0]
    assert error.finished == simulate(SELECTED, FAILING, 1).games


def test_what_a_pool_has_finished_is_kept(pool: Executor) -> None:
    with pytest.raises(SimulationError) as caught:
        simulate(SELECTED, FAILING, 6, executor=pool, chunk=2)
    assert {0, 1} & {*caught.value.missing} == {1}
    numbers = [game.number for game in caught.value.finished]
    assert sorted([*numbers, *caught.value.missing]) == [*range(6)]


def test_an_error_that_does_not_pickle_is_told(pool: Executor) -> None:
    with pytest.raises(
        SimulationError, match=r"3 of 3 games are missing: game 0: .* Unpicklable: 3"
    ):
        simulate(SELECTED, [Odd(), Odd()], 3, executor=pool, chunk=3)


def test_a_worker_that_dies_is_told() -> None:
    with (
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor,
        pytest.raises(SimulationError, match="of 9 games are missing: BrokenProcessPool") as caught,
    ):
        simulate(SELECTED, [Killing()] * 2, 9, executor=executor, chunk=1)
    error = caught.value
    assert 1 in error.missing
    assert len(error.finished) + len(error.missing) == 9


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"games": 0}, "games is 0: it is a whole number of 1 or more"),
        ({"games": 1.5}, "games is 1.5: "),
        ({"chunk": 0}, "chunk is 0: "),
        ({"longest": -1}, "longest is -1: "),
        ({"seed": "x"}, "seed is 'x': it is a whole number"),
        ({"collect": [LeadChanges()]}, "two collectors are called lead_changes"),
    ],
)
def test_bad_numbers_are_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(PalaceError, match=said):
        simulate(SELECTED, FEW, **({"games": 2} | given))


def test_the_variant_has_to_be_for_so_many() -> None:
    with pytest.raises(PositionError, match="9 players"):
        simulate(SELECTED, FEW * 3, 1)


FAILING: list[Bot] = [Failing(), LowestBot()]


# ---------------------------------------------------------------- what is counted


@frozen
class LongestHand:
    name: str = "longest_hand"

    def start(self, state: State) -> int:
        return max(map(len, state.hands))

    def step(self, known: int, step: Step) -> int:
        return max(known, *map(len, step.after.hands))

    def end(self, known: int) -> int:
        return known


def test_what_is_counted_is_what_happened() -> None:
    found = simulate(SELECTED, FEW, 3, seed=5, collect=[LongestHand(), Count("burnt", (Burned,))])
    for game in found.games:
        steps = [*replayed(SELECTED, FEW, 5, game.number)]
        events = [event for step in steps for event in step.events]
        assert game.counted["pick_ups"] == sum(isinstance(each, PickedUp) for each in events)
        assert game.counted["burns"] == sum(isinstance(each, Burned) for each in events)
        assert game.counted["burnt"] == game.counted["burns"] > 0
        hands = [hand for step in steps for hand in step.after.hands]
        assert game.counted["longest_hand"] == max(map(len, hands))
    assert found.measures == (
        "actions", "pick_ups", "burns", "lead_changes", "longest_hand", "burnt",
    )  # fmt: skip


def test_the_lead_changes_when_another_seat_holds_fewest() -> None:
    state = position(
        SELECTED, [{"hand": "4C 5C 6C"}, {"hand": "7C 8C"}, {"hand": "9C 9D 9H KC"}], pile="3C"
    )
    collector = LeadChanges()
    known = collector.start(state)
    changes = []
    for action in ("0: play 4C", "1: pickup", "2: play 9C 9D 9H"):
        before, state = state, act(state, action)
        known = collector.step(known, Step(before, None, state, ()))  # type: ignore[arg-type]
        changes.append(collector.end(known))
    assert changes == [0, 1, 2]


def act(state: State, text: str) -> State:
    from palace import parse_action  # noqa: PLC0415

    return apply(state, parse_action(text))


def test_losses_are_counted_by_bot_and_by_seat() -> None:
    found = simulate(SELECTED, FEW, 9, seed=1)
    careful, lowest = found.losses_by_bot
    assert (careful.name, careful.fair, lowest.fair) == ("careful", 1 / 3, 2 / 3)
    assert careful.share.count + lowest.share.count == 9
    assert sum(tally.share.count for tally in found.losses_by_seat) == 9
    assert sum(tally.share.count for tally in found.wins_by_bot) == 9
    assert careful.share.count == sum(game.bots[game.loser or 0] == 0 for game in found.games)


def test_a_game_with_one_winner_has_no_loser() -> None:
    variant = evolve(SELECTED, end=evolve(SELECTED.end, result="winner"))
    found = simulate(variant, FEW, 3)
    assert found.losses_by_bot[0].share.of == 0
    assert sum(tally.share.count for tally in found.wins_by_seat) == 3
    assert "won " in str(found)
    assert "lost " not in str(found)


def test_unfinished_games_count_for_nobody() -> None:
    limited = evolve(SELECTED, end=evolve(SELECTED.end, turn_limit=5))
    for found in (simulate(limited, FEW, 2), simulate(SELECTED, FEW, 2, longest=5)):
        assert found.unfinished == Share(2, 2)
        assert [tally.share.of for tally in found.losses_by_seat] == [0, 0, 0]
        assert [tally.share.of for tally in found.wins_by_bot] == [0, 0]


def test_progress_is_told() -> None:
    told: list[int] = []
    simulate(SELECTED, FEW, 3, progress=told.append)
    assert told == [1, 2, 3]


# ---------------------------------------------------------------- CSV and JSON


def test_every_game_is_a_line_of_the_table() -> None:
    found = simulate(SELECTED, FEW, 3, seed=1)
    head, *lines = csv.reader(StringIO(games_csv(found)))
    assert head[:7] == ["game", "seat_0", "seat_1", "seat_2", "winner", "loser", "unfinished"]
    assert head[7:] == [*found.measures]
    assert [line[0] for line in lines] == ["0", "1", "2"]
    assert lines[1][1:4] == ["lowest", "lowest", "careful"]
    assert [int(line[5]) for line in lines] == [game.loser for game in found.games]


def test_an_unfinished_game_has_nobody_in_the_table() -> None:
    found = simulate(SELECTED, FEW, 1, longest=3)
    assert games_csv(found).splitlines()[1].startswith("0,careful,lowest,lowest,,,1,3,")


def test_the_summary_is_for_programs() -> None:
    found = simulate(SELECTED, FEW, 4, seed=1)
    summary = json.loads(summary_json(found))
    assert summary["bots"] == ["careful", "lowest", "lowest"]
    assert summary["measures"]["actions"]["mean"] == found.mean("actions").value
    assert summary["losses_by_bot"][0]["fair"] == pytest.approx(1 / 3)
    assert summary["unfinished"]["interval"] == [0.0, pytest.approx(0.4899, abs=1e-4)]


def test_what_was_not_counted_is_told() -> None:
    with pytest.raises(PalaceError, match="'length' was not counted; actions, pick_ups"):
        simulate(SELECTED, FEW, 1).mean("length")


# ---------------------------------------------------------------- estimates


@pytest.mark.parametrize(
    ("share", "low", "high"),
    [
        (Share(0, 10), 0.0, 0.2775),
        (Share(5, 10), 0.2366, 0.7634),
        (Share(10, 10), 0.7225, 1.0),
        (Share(0, 0), 0.0, 1.0),
    ],
)
def test_wilsons_interval(share: Share, low: float, high: float) -> None:
    assert [*share.interval] == pytest.approx([low, high], abs=1e-4)


def test_a_mean_has_an_interval() -> None:
    assert Mean.over([]).of == 0
    assert Mean.over([3]).interval == (3, 3)
    low, high = Mean.over([1, 2, 3, 4]).interval
    assert [low, high] == pytest.approx([1.2349, 3.7651], abs=1e-4)


def test_quantiles() -> None:
    assert [quantile([5, 1, 4, 2, 3], part) for part in (0, 0.5, 0.95, 1)] == [1, 3, 5, 5]


# ---------------------------------------------------------------- comparing


def test_a_variant_compared_with_itself_differs_in_nothing() -> None:
    found = compare(SELECTED, SELECTED, FEW, 5)
    assert {change.difference.value for change in found.changes} == {0.0}
    assert not any(change.is_clear for change in found.changes)


def test_the_same_deals_are_compared() -> None:
    bots = [CarefulBot()] * 2
    one, two = (view(next(replayed(each, bots, 1, 0)).before, 0) for each in (SELECTED, RAWLINS))
    assert one.hand == two.hand


@frozen
class Sometimes:
    """Counts a number under one variant, and text under another."""

    name = "aside"

    def start(self, state: State) -> Any:
        return 1 if state.variant.name == "selected" else "none"

    def step(self, known: Any, step: Step) -> Any:
        return known

    def end(self, known: Any) -> Any:
        return known


@frozen
class Alike:
    """Bots of this class have one name, however they differ."""

    number: int

    def choose(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        return actions[0]

    def __str__(self) -> str:
        return "alike"


def test_what_is_measured_is_compared_by_its_name() -> None:
    """A measure that only one variant has would shift all others, were they compared by place."""
    other = evolve(SELECTED, name="other")
    for pair in ((SELECTED, other), (other, SELECTED)):
        found = compare(*pair, [Alike(1), Alike(2)], 3, collect=[Sometimes()], longest=200)
        measures = [change.measure for change in found.changes]
        assert "aside" not in measures
        assert {"lost by alike (0)", "lost by alike (1)"} <= {*measures}
        assert len({*measures}) == len(measures)
        assert {change.difference.value for change in found.changes} == {0.0}


def test_a_comparison_tells_what_a_rule_changes() -> None:
    burning = evolve(SELECTED, name="tens", four=evolve(SELECTED.four, burns="never"))
    told: list[int] = []
    found = compare(SELECTED, burning, FEW, 15, progress=told.append)
    burns = {change.measure: change for change in found.changes}["burns"]
    assert burns.difference.value == pytest.approx(burns.second.value - burns.first.value)
    assert burns.is_clear
    assert burns.difference.value < 0
    assert told[-1] == 30
    lines = str(found).splitlines()
    assert lines[0] == "selected and tens: 15 games each of 3 players, seed 0"
    assert any(line.startswith("burns ") and line.endswith("  *") for line in lines)
    assert any(line.startswith("lost by careful") for line in lines)


def test_new_game_has_the_seats_of_the_bots() -> None:
    assert simulate(SELECTED, FEW, 1).players == new_game(SELECTED, 3, seed=1).players
