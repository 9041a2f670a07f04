"""Games that six other engines played are played again: every list, every state, every next seat.

Protects against what one author reads into the rules: nothing here was computed by the library.
"""

from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from attrs import evolve

import traces
from palace import Chance, Phase, PickUp, Play, State, apply, distinct_actions
from traces import SYMBOLS, Game, Move, checksum, shown


class Totals(NamedTuple):
    """What was compared; `faults` counts the moves after which an engine is known to go wrong."""

    games: int = 0
    moves: int = 0
    lists: int = 0
    faults: int = 0


TOTALS = {
    ("engine-1", "classic"): Totals(50, 9199, 8628),
    ("engine-1", "classic-forced-pickup"): Totals(50, 8995, 8401),
    ("engine-1", "classic-gamble"): Totals(50, 8998, 8401),
    ("engine-1", "seven-low"): Totals(50, 8154, 7548),
    ("engine-1", "seven-low-gamble"): Totals(50, 8342, 7768),
    ("engine-2", "classic"): Totals(50, 9396, 8818),
    ("engine-2", "classic-up-pickup-one"): Totals(50, 8458, 7855),
    ("engine-2", "custom"): Totals(50, 4800, 4229),
    ("engine-2", "lower7"): Totals(50, 8729, 8146),
    ("engine-2", "rawlins-without-invisible"): Totals(50, 6049, 5479),
    ("engine-3", "shipped-no-jokers"): Totals(240, 37336, 34487),
    ("engine-4", "all-six"): Totals(50, 6237, 5630, 2),
    ("engine-4", "classic"): Totals(50, 10168, 9575),
    ("engine-4", "custom"): Totals(50, 7848, 7252, 5),
    ("engine-4", "rawlins"): Totals(50, 6633, 6031),
    ("engine-4", "reverse-only"): Totals(50, 9426, 8834, 5),
    ("engine-4", "shipped"): Totals(50, 7641, 7064, 8),
    ("engine-5", "shipped"): Totals(240, 40319, 37215),
    ("engine-6", "classic"): Totals(72, 13843, 13240),
    ("engine-6", "five-low"): Totals(72, 10535, 9941),
    ("engine-6", "six-low-ten-ordinary"): Totals(72, 12780, 12186),
}


def total(rows: Iterable[Totals]) -> Totals:
    return Totals(*(sum(column) for column in zip(*rows, strict=True)))


@cache
def games(name: str) -> dict[tuple[str, str], list[Game]]:
    found = defaultdict(list)
    for game in traces.read(name):
        found[game.source, game.rules["config"]].append(game)
    return dict(found)


class Replay:
    """A recorded game played by the library, which counts what it compares."""

    def __init__(self, game: Game) -> None:
        self.state = traces.dealt(game)
        self.face_up = [list(cards) for cards in game.deal["up"]]
        self.laid: list[tuple[str, ...]] = []
        self.moves = self.lists = self.faults = 0
        assert traces.seats(game.deal).items() <= shown(self.state, [], None).items()

    def step(self, move: Move) -> None:
        self.moves += 1
        if move.kind == "swap":
            self.swap(move)
            return
        if self.state.phase is Phase.ARRANGE:
            self.state = traces.arranged(self.state, self.face_up)
        self.compare_legal(move)
        self.play(move)

    def swap(self, move: Move) -> None:
        """Swaps are recorded one by one: each is compared as if all had then arranged."""
        from_hand, from_table = move.cards
        face_up = self.face_up[move.seat]
        face_up[face_up.index(from_table)] = from_hand
        self.compare(move, traces.arranged(self.state, self.face_up), None)

    def compare_legal(self, move: Move) -> None:
        """What may be done before the move."""
        state, legal = self.state, move.legal
        zone, actions = traces.zone_in_use(state, move.seat), distinct_actions(state)
        ranks = {SYMBOLS[action.laid[0] >> 2] for action in actions if isinstance(action, Play)}
        assert state.to_move == move.seat
        assert move.zone in (zone, "stock")
        if legal.ranks is not None:
            assert ranks == legal.ranks
            self.lists += 1
        if zone == "down":
            assert not ranks
        if legal.gamble is not None:
            assert any(isinstance(action, Chance) for action in actions) == legal.gamble
        if legal.pick_up is not None:
            assert any(isinstance(action, PickUp) for action in actions) == legal.pick_up

    def play(self, move: Move) -> None:
        """The move and the state it leads to; after an engine's fault its game is followed."""
        if move.zone == "stock":
            assert (str(self.state.stock[0]),) == move.cards
        state = apply(self.state, traces.action_of(move, self.state))
        if move.stays is not None:
            assert (move.cards[0] not in state.hands[move.seat]) == move.stays
        if move.fixed_next is not None:
            assert state.to_move == move.fixed_next
            state = evolve(state, to_move=move.next)
            self.faults += 1
        assert state.to_move == move.next
        self.laid = [*self.laid, move.cards] if state.pile else []
        self.compare(move, state, state.to_move)
        self.state = state

    def compare(self, move: Move, state: State, to_move: int | None) -> None:
        texts = shown(state, self.laid, to_move)
        if isinstance(move.result, str):
            assert checksum(texts) == move.result, texts
        else:
            assert texts == move.result


def replay(game: Game) -> Totals:
    replayed = Replay(game)
    try:
        for move in game.moves:
            replayed.step(move)
    except Exception as error:
        error.add_note(f"{game}, move {replayed.moves - 1}: {move} in {replayed.state}")
        raise
    assert (replayed.state.phase is Phase.OVER) == game.complete
    return Totals(1, replayed.moves, replayed.lists, replayed.faults)


@pytest.mark.untraced
@pytest.mark.parametrize(("source", "config"), TOTALS)
def test_every_list_every_state_and_every_next_player_agree(source: str, config: str) -> None:
    played = map(replay, games("all.jsonl.xz")[source, config])
    assert total(played) == TOTALS[source, config]


@pytest.mark.parametrize(("source", "config"), TOTALS)
def test_states_recorded_in_full_agree_field_by_field(source: str, config: str) -> None:
    for game in games("sample.jsonl.xz")[source, config]:
        replay(game)


def test_nothing_recorded_is_left_out() -> None:
    recorded, in_full = games("all.jsonl.xz"), games("sample.jsonl.xz")
    rules = {repr(game.rules) for each in recorded.values() for game in each}
    assert len(rules) == 35
    assert recorded.keys() == in_full.keys() == TOTALS.keys()
    assert sum(map(len, in_full.values())) == 104
    assert total(TOTALS.values()) == Totals(1496, 243886, 226728, 20)


def test_a_missing_folder_fails_in_ci_and_skips_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = tmp_path / "traces"
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception):
        next(traces.read("all.jsonl.xz", missing))
    monkeypatch.delenv("CI")
    with pytest.raises(pytest.skip.Exception):
        next(traces.read("all.jsonl.xz", missing))
