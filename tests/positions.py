"""Short words for setting up a position, acting in it and asking about it."""

import pickle
from collections import ChainMap
from collections.abc import Iterable
from random import Random
from typing import Any, TypeVar

import pytest

import palace
from palace import Card, IllegalAction, State, Variant, VariantError
from palace.errors import Problem, Reason

PLAIN = palace.derive("plain", pick_up={"adding": "never"})
"""Ranks from two to ace, none of them special; four in a row burn; the pile is taken at will."""


def rank(name: str, *abilities: str | dict[str, Any], **keys: Any) -> dict[str, Any]:
    """What one rank does: `rank("8", "skip")`, `rank("10", "burn", on={"never": ["K"]})`."""
    return {name: {"abilities": list(abilities), **keys}}


RESET, CLEAR, BURN = rank("2", "reset"), rank("3", "invisible"), rank("10", "burn")


def table(*ranks: dict[str, Any], **keys: Any) -> Variant:
    """The plain rules, but for some ranks and keys."""
    return palace.derive(PLAIN, ranks=dict(ChainMap(*ranks)), **keys)


def at(rules: Variant, *seats: str, **zones: Any) -> State:
    """A position; each seat is written `hand | face-up cards | face-down cards`."""
    names = ("hand", "face_up", "face_down")
    split = [dict(zip(names, seat.split("|"), strict=False)) for seat in seats]
    return palace.position(rules, split, **zones)


def set_up_anew(state: State) -> State:
    """A position with the same public zones and facts as a state."""
    zones = zip(state.hands, state.face_up, state.face_down, strict=True)
    seats: list[dict[str, Any]] = [
        {"hand": hand, "face_up": up, "face_down": [card or "--" for card in down]}
        for hand, up, down in zones
    ]
    facts = ("pile", "stock", "burned", "out", "to_move", "direction", "dealer", "phase")
    return palace.position(state.variant, seats, **{each: getattr(state, each) for each in facts})


def after(state: State, *moves: str) -> State:
    """The state after moves, each by the seat then to move unless it names another."""
    for move in moves:
        state = palace.apply(state, palace.parse_action(move, state.to_move))
    return state


def may(state: State, move: str) -> bool:
    """Whether a move is legal; the three ways to ask must agree."""
    action = palace.parse_action(move, state.to_move)
    legal = palace.is_legal(state, action)
    assert legal == (action in palace.legal_actions(state))
    assert legal == (palace.why_illegal(state, action) is None)
    return legal


def refusal(state: State, move: str) -> Reason:
    """Why a move is refused; it must be, and must leave the state as it was."""
    before = hash(state)
    assert not may(state, move)
    with pytest.raises(IllegalAction) as caught:
        after(state, move)
    assert hash(state) == before
    assert str(caught.value)
    return caught.value.reason


def moves(state: State) -> list[str]:
    """All legal moves of the seat to move, in their order."""
    return [str(action).partition(": ")[2] for action in palace.legal_actions(state)]


def text(cards: Iterable[Card]) -> str:
    """Cards as text, in their order."""
    return " ".join(map(str, cards))


T = TypeVar("T")


def pickled(value: T, protocol: int | None = None) -> T:
    """A value out of its own pickle."""
    copied: T = pickle.loads(pickle.dumps(value, protocol))  # noqa: S301
    return copied


def arranged(state: State) -> State:
    """The state after every seat has left its cards as they are."""
    return after(state, *(f"{seat}: arrange {up}" for seat, up in enumerate(state.face_up)))


def playout(rules: Variant, players: int, *, seed: int, actions: int) -> State:
    """A state of random play, some actions after the deal."""
    choose, state = Random(seed), palace.new_game(rules, players, seed=seed)
    for _ in range(actions):
        state = palace.apply(state, choose.choice(palace.distinct_actions(state)))
    return state


def problem(keys: str) -> Problem:
    """The one thing that is wrong with a file that extends `plain` with some keys."""
    with pytest.raises(VariantError) as caught:
        palace.loads_variant(f'format = 1\nextends = "plain"\n{keys}')
    (wrong,) = caught.value.problems
    return wrong
