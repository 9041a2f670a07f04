"""Plays random games of every table of the atlas at every number of players, and prints a table.

`python scripts/atlas_games.py [--games N] [--into FILE] [--processes N] [NAME ...]`: 1,000 games of
each number of players, of every table. A card that is lost or made, a seat that is to move and has
nothing to do, and any exception is an error, told with the game's seed; with one it ends with 1.

With a file the lines go there too. A run that was broken off, or asked for fewer games, is taken up
where it stopped: the last line of a table and a number of players is the one that counts.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeAlias

from palace import Card, Phase, State, Variant, apply, distinct_actions, load_variant, new_game
from palace.bundled import atlas_names

CUT = 5_000
"""Actions after which a game is cut."""
COLUMNS = ("table", "players", "games", "actions", "longest", "cut", "errors")
Table: TypeAlias = tuple[str, int]
"""A variant's name and a number of players."""


class Totals(NamedTuple):
    """What came of the games of one table at one number of players."""

    games: int = 0
    actions: int = 0
    longest: int = 0
    cut: int = 0
    errors: str = ""

    def and_game(self, actions: int, error: str) -> "Totals":
        """These and the game of the next seed."""
        told = f"seed {self.games}: {error}; " if error else ""
        return Totals(
            self.games + 1,
            self.actions + actions,
            max(self.longest, actions),
            self.cut + (actions == CUT),
            self.errors + told,
        )


def everything(state: State) -> Counter[Card]:
    """All cards of a state's zones, each counted."""
    cards = Counter(state.stock) + Counter(state.pile) + Counter(state.burned)
    for seat in range(state.players):
        cards.update(state.hands[seat])
        cards.update(state.face_up[seat])
        cards.update(card for card in state.face_down[seat] if card is not None)
    return cards


def play(variant: Variant, players: int, seed: int) -> tuple[int, str]:
    """Play one game at random: the number of actions, and what went wrong."""
    random = Random(f"{variant.name} {players} {seed}")
    state = new_game(variant, players, seed=seed)
    whole, actions = everything(state), 0
    while state.phase is not Phase.OVER and actions < CUT:
        choices = distinct_actions(state)
        if not choices:
            return actions, "nothing is legal"
        state = apply(state, choices[int(random.random() * len(choices))])
        actions += 1
    return actions, "" if everything(state) == whole else "cards are lost or made"


def more(job: tuple[Table, Totals], games: int) -> tuple[Table, Totals]:
    """Play on until a table has had so many games."""
    (name, players), totals = job
    variant = load_variant(name)
    for seed in range(totals.games, games):
        try:
            actions, error = play(variant, players, seed)
        except Exception as wrong:  # noqa: BLE001 # whatever it is, the other games go on
            actions, error = 0, repr(wrong)
        totals = totals.and_game(actions, error)
    return (name, players), totals


def tables(names: list[str]) -> Iterator[Table]:
    """Every table of those names, at every number of players."""
    for name in names or atlas_names():
        allowed = load_variant(name).players
        yield from ((name, players) for players in range(allowed.min, allowed.max + 1))


def played(path: Path | None) -> dict[Table, Totals]:
    """What a file says of games already played."""
    found: dict[Table, Totals] = {}
    lines = path.read_text(encoding="utf-8").splitlines() if path and path.exists() else []
    for line in lines[2:]:
        name, *numbers, errors = line.removeprefix("| ").removesuffix(" |").split(" | ")
        players, games, actions, longest, cut = map(int, numbers)
        found[name, players] = Totals(games, actions, longest, cut, errors)
    return found


def row(*cells: object) -> str:
    """A line of the table."""
    return f"| {' | '.join(map(str, cells))} |"


def main() -> int:
    """Play, and print a line for each table and number of players as soon as it is there."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--into", type=Path, metavar="FILE")
    parser.add_argument("--processes", type=int)
    asked = parser.parse_args()
    before = played(asked.into)
    jobs = [(table, before.get(table, Totals())) for table in tables(asked.names)]
    missing = [job for job in jobs if job[1].games < asked.games]
    outputs = [sys.stdout]
    if asked.into:
        outputs.append(asked.into.open("a", encoding="utf-8"))
    for output in outputs[: 1 if before else None]:
        print(row(*COLUMNS), row(*["---"] * len(COLUMNS)), sep="\n", file=output, flush=True)
    wrong = any(totals.errors for _, totals in jobs)
    with Pool(asked.processes) as pool:
        for table, totals in pool.imap(partial(more, games=asked.games), missing):
            wrong |= bool(totals.errors)
            for output in outputs:
                print(row(*table, *totals), file=output, flush=True)
    return int(wrong)


if __name__ == "__main__":
    raise SystemExit(main())
