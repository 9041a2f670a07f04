"""Plays random games of every table of the atlas at every number of players, and prints a table.

`python scripts/atlas_games.py [GAMES] [NAME ...]`: 1,000 games of each number of players, of every
table. A card that is lost or made, and a seat that is to move and has nothing to do, end it with 1.
"""

import sys
from collections import Counter
from multiprocessing import Pool
from random import Random
from typing import NamedTuple

from palace import Card, Phase, State, Variant, apply, distinct_actions, load_variant, new_game
from palace.bundled import atlas_names

CUT = 5_000
"""Actions after which a game is cut."""


class Totals(NamedTuple):
    """What came of the games of one table at one number of players."""

    games: int
    actions: int
    longest: int
    cut: int
    not_conserved: int
    stuck: int


def everything(state: State) -> Counter[Card]:
    """All cards of a state's zones, each counted."""
    cards = Counter(state.stock) + Counter(state.pile) + Counter(state.burned)
    for seat in range(state.players):
        cards.update(state.hands[seat])
        cards.update(state.face_up[seat])
        cards.update(card for card in state.face_down[seat] if card is not None)
    return cards


def play(variant: Variant, players: int, games: int) -> Totals:
    """Play games at random."""
    actions = longest = cut = not_conserved = stuck = 0
    for seed in range(games):
        random = Random(f"{variant.name} {players} {seed}")
        state = new_game(variant, players, seed=seed)
        whole, number = everything(state), 0
        while state.phase is not Phase.OVER and number < CUT:
            choices = distinct_actions(state)
            if not choices:
                stuck += 1
                break
            state = apply(state, choices[int(random.random() * len(choices))])
            number += 1
        actions, longest = actions + number, max(longest, number)
        cut += number == CUT
        not_conserved += everything(state) != whole
    return Totals(games, actions, longest, cut, not_conserved, stuck)


def _row(job: tuple[str, int, int]) -> tuple[str, int, Totals]:
    name, players, games = job
    return name, players, play(load_variant(name), players, games)


def main() -> int:
    """Play, and print a line for each table and number of players as soon as it is there."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    jobs = [
        (name, players, games)
        for name in sys.argv[2:] or atlas_names()
        for variant in [load_variant(name)]
        for players in range(variant.players.min, variant.players.max + 1)
    ]
    print("| table | players | games | actions a game | longest | cut | not conserved | stuck |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    wrong = 0
    with Pool() as pool:
        for name, players, (played, actions, *others) in pool.imap(_row, jobs):
            line = " | ".join(map(str, (name, players, played, actions // played, *others)))
            print(f"| {line} |", flush=True)
            wrong += others[-1] + others[-2]
    return int(wrong > 0)


if __name__ == "__main__":
    raise SystemExit(main())
