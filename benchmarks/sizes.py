"""How much larger than its variant a pickled state is, at most, in one game at each table."""

import json
import pickle
import random

import palace

TABLES = [
    ("selected", 2),
    ("selected", 3),
    ("selected", 4),
    ("selected", 5),
    ("rawlins", 4),
    ("palace", 2),
    ("palace", 6),
    ("palace", 10),
]


def excess(variant: str, seats: int) -> int:
    """In bytes, looked at before every tenth of a game's first thousand moves."""
    rng = random.Random(0)
    state = palace.new_game(palace.load_variant(variant), seats, seed=0)
    most = 0
    for move in range(1000):
        if state.phase == "over":
            break
        if move % 10 == 0:
            most = max(most, len(pickle.dumps(state)) - len(pickle.dumps(state.variant)))
        actions = palace.distinct_actions(state)
        state = palace.apply(state, actions[int(rng.random() * len(actions))])
    return most


if __name__ == "__main__":
    print(
        json.dumps(
            {f"{variant}, {seats} seats": excess(variant, seats) for variant, seats in TABLES}
        )
    )
