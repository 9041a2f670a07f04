"""Time one contender in this process and print its rates as JSON."""

import argparse
import gc
import json
import random
from collections.abc import Callable, Mapping
from time import process_time
from typing import TypeAlias

MOVE_CAP = 100_000

Work: TypeAlias = Callable[[], int]  # does one piece of work, returns how many units that was
Contender: TypeAlias = Callable[[random.Random], Mapping[str, Work]]


def run(work: Work, seconds: float) -> float:
    """Units a CPU second over `seconds` of it."""
    units = 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        units += work()
    return units / spent


def rate(work: Work, seconds: float) -> float:
    """As `run`, warmed up, and with the garbage collector's work left out."""
    run(work, seconds / 5)
    gc.collect()
    gc.disable()
    try:
        return run(work, seconds)
    finally:
        gc.enable()


def main(contenders: Mapping[str, Contender]) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("contender", choices=contenders)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    works = contenders[args.contender](random.Random(args.seed))
    share = args.seconds / len(works)
    print(json.dumps({name: rate(work, share) for name, work in works.items()}))
