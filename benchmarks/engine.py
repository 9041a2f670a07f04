"""Uniform random play and single calls in this library, all through its public names."""

import random
from collections.abc import Mapping
from functools import partial

from attrs import evolve

from benchmarks import measure
from benchmarks.measure import MOVE_CAP, Work
from palace import (
    Action,
    Phase,
    State,
    apply,
    distinct_actions,
    legal_actions,
    load_variant,
    new_game,
    position,
)

RANKS = "23456789TJQKA"
GROWTH_CAP = 5_000  # about one random game in fifteen of `palace` is caught in a loop


def games(variant: str, seats: int, rng: random.Random, cap: int = MOVE_CAP) -> Mapping[str, Work]:
    rules, over = load_variant(variant), Phase.OVER

    def game() -> int:
        moves = 0
        state = new_game(rules, seats, seed=rng.getrandbits(32))
        while state.phase is not over and moves < cap:
            actions = distinct_actions(state)
            state = apply(state, actions[int(rng.random() * len(actions))])
            moves += 1
        return moves

    return {"moves": game}


def hands(size: int, rng: random.Random) -> Mapping[str, Work]:
    """Single calls with `size` cards of all ranks in hand, of two packs, over many hands."""
    works: dict[str, Work] = {}
    for where, pile in ("no pile", ""), ("a pile", "4C"):
        states = [_position(_hand(size, rng), pile) for _ in range(50)]
        held = [rng.choice(list(distinct_actions(state))) for state in states]
        not_held = distinct_actions(_position("KC", pile))[0]
        works |= {
            f"distinct, {where}": partial(_distinct, states),
            f"len, {where}": partial(_len, states),
            f"bool, {where}": partial(_bool, states),
            f"in, {where}": partial(_in, list(zip(states, held, strict=True)), not_held),
        }
    return works


def _hand(size: int, rng: random.Random) -> str:
    """At least one card of each rank; no king of clubs, and one four of clubs at most."""
    hand = [rank + rng.choice("DHS") for rank in RANKS]
    rest = [rank + suit for rank in RANKS for suit in "CDHS" if rank + suit != "KC"] * 2
    for card in [*hand, "4C"]:
        rest.remove(card)
    return " ".join(hand + rng.sample(rest, size - len(hand)))


def _position(hand: str, pile: str) -> State:
    one_pack = load_variant("palace")
    two_packs = evolve(one_pack, deck=evolve(one_pack.deck, packs=2))
    return position(two_packs, seats=[{"hand": hand}, {"hand": "KC"}], pile=pile)


def _distinct(states: list[State]) -> int:
    for state in states:
        list(distinct_actions(state))
    return len(states)


def _len(states: list[State]) -> int:
    for state in states:
        len(legal_actions(state))
    return len(states)


def _bool(states: list[State]) -> int:
    for state in states:
        bool(legal_actions(state))
    return len(states)


def _in(probes: list[tuple[State, Action]], not_held: Action) -> int:
    for state, held in probes:
        held in legal_actions(state)  # noqa: B015
        not_held in legal_actions(state)  # noqa: B015
    return 2 * len(probes)


if __name__ == "__main__":
    measure.main(
        {
            "selected, 4 seats": partial(games, "selected", 4),
            "rawlins, 4 seats": partial(games, "rawlins", 4),
            "palace, 2 seats": partial(games, "palace", 2, cap=GROWTH_CAP),
            "palace, 10 seats": partial(games, "palace", 10, cap=GROWTH_CAP),
            "hand of 20": partial(hands, 20),
            "hand of 100": partial(hands, 100),
        }
    )
