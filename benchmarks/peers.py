"""Uniform random play in other libraries: whole games, the legal actions listed at every move."""

import random
from collections.abc import Mapping
from importlib import import_module

from benchmarks import measure
from benchmarks.measure import MOVE_CAP, Work


def uno(rng: random.Random) -> Mapping[str, Work]:
    """RLCard's Uno, through its environment: `step` lists the actions and observes."""
    env = import_module("rlcard").make("uno", config={"seed": rng.getrandbits(31)})

    def game() -> int:
        moves = 0
        observed, _ = env.reset()
        while not env.is_over() and moves < MOVE_CAP:
            actions = list(observed["legal_actions"])
            observed, _ = env.step(actions[int(rng.random() * len(actions))])
            moves += 1
        return moves

    return {"moves": game}


def crazy_eights(rng: random.Random) -> Mapping[str, Work]:
    """OpenSpiel's crazy eights, in C++; its chance nodes (here all uniform) count as no move."""
    rules = import_module("pyspiel").load_game("crazy_eights(players=4)")

    def game() -> int:
        moves = 0
        state = rules.new_initial_state()
        while not state.is_terminal() and moves < MOVE_CAP:
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(rng.random() * len(actions))])
                moves += 1
        return moves

    return {"moves": game}


if __name__ == "__main__":
    measure.main({"uno": uno, "crazy-eights": crazy_eights})
