"""The table of docs/bots.md: how often one better bot loses among weaker ones.

    python scripts/bots_table.py --workers 2

Each line is a simulation of the preset `selected`: one seat has the better bot, all others the
weaker one, and the seats go round. `--only search` plays the lines of one bot.
"""

from argparse import ArgumentParser
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from palace import load_variant, simulate
from palace.bots import bot

LINES = [
    ("lowest", "random", 2, 1000),
    ("lowest", "random", 4, 100),
    ("careful", "lowest", 2, 500),
    ("careful", "lowest", 4, 400),
    ("search:50", "careful", 2, 200),
    ("search:50", "careful", 4, 800),
]
HEAD = """\
| one seat | the others | seats | games | lost | 95 % interval | fair | unfinished |
| --- | --- | --- | --- | --- | --- | --- | --- |"""


def main() -> None:
    """Play the games and print the table."""
    parser = ArgumentParser(description="Print the table of docs/bots.md.")
    parser.add_argument("--workers", type=int, default=2, metavar="N")
    parser.add_argument("--games", type=int, metavar="N", help="games for each line")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--only", default="", metavar="BOT", help="only the lines of this bot")
    arguments = parser.parse_args()
    print(HEAD)
    spawn = get_context("spawn")
    with ProcessPoolExecutor(arguments.workers, mp_context=spawn) as executor:
        for better, worse, seats, usual in LINES:
            if better.startswith(arguments.only):
                bots = [bot(better), *[bot(worse)] * (seats - 1)]
                found = simulate(
                    load_variant("selected"), bots, arguments.games or usual, arguments.seed,
                    executor=executor, chunk=5,
                )  # fmt: skip
                tally, cut = found.losses_by_bot[0], found.unfinished
                low, high = tally.share.interval
                print(
                    f"| `{better}` | `{worse}` | {seats} | {tally.share.of} "
                    f"| {tally.share.value:.1%} | {low:.1%} to {high:.1%} | {tally.fair:.0%} "
                    f"| {cut.count} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
