"""Measure in turns, print the table, and exit 1 when a required ratio falls short."""

import argparse
import json
import platform
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import NamedTuple, TypeAlias

ROOT = Path(__file__).parent.parent
MOST_EXCESS = 1000  # bytes

# Contenders by the module that runs them, in the order of their turns.
PEERS = ["uno", "crazy-eights"]
ENGINE = [
    "selected, 4 seats",
    "rawlins, 4 seats",
    "palace, 2 seats",
    "palace, 10 seats",
    "hand of 20",
    "hand of 100",
]
MODULES = dict.fromkeys(PEERS, "benchmarks.peers") | dict.fromkeys(ENGINE, "benchmarks.engine")
PACKAGES = {"rlcard": "rlcard", "pyspiel": "open_spiel"}

Rates: TypeAlias = dict[str, float]  # by what was done
Round: TypeAlias = dict[str, Rates]  # by contender


class Required(NamedTuple):
    """One rate over another: at least `bound`; or, where it is a cost, at most."""

    text: str
    over: tuple[str, str]  # contender and what it does
    under: tuple[str, str]
    bound: float
    cost: bool = False
    aim: float | None = None

    def ratio(self, rates: Round) -> float:
        return rates[self.over[0]][self.over[1]] / rates[self.under[0]][self.under[1]]

    def met(self, ratio: float, bound: float) -> bool:
        return ratio <= bound if self.cost else ratio >= bound


SELECTED = ("selected, 4 seats", "moves")
REQUIRED = [
    Required("selected / RLCard's Uno", SELECTED, ("uno", "moves"), 6, aim=8),
    Required(
        "selected / OpenSpiel's crazy eights", SELECTED, ("crazy-eights", "moves"), 0.75, aim=1
    ),
    Required("rawlins / selected", ("rawlins, 4 seats", "moves"), SELECTED, 0.9),
    Required(
        "time a move, 10 seats / 2",
        ("palace, 2 seats", "moves"),
        ("palace, 10 seats", "moves"),
        1.4,
        cost=True,
    ),
    *(
        Required(
            f"time of {call}, {pile}, 100 cards / 20",
            ("hand of 20", f"{call}, {pile}"),
            ("hand of 100", f"{call}, {pile}"),
            2,
            cost=True,
        )
        for pile in ("no pile", "a pile")
        for call in ("distinct", "len", "bool", "in")
    ),
]


def sample(module: str, *arguments: str) -> Rates:
    """What one fresh process measures."""
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True)
    rates: Rates = json.loads(done.stdout)
    return rates


def measure(contenders: list[str], rounds: int, seconds: float) -> list[Round]:
    """All contenders in turns; every other round the other way about."""
    taken: list[Round] = []
    for number in range(rounds):
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
        turns = contenders if number % 2 == 0 else contenders[::-1]
        options = "--seconds", str(seconds), "--seed", str(number)
        taken.append({name: sample(MODULES[name], name, *options) for name in turns})
    return taken


def missing(peers: bool) -> list[str]:  # noqa: FBT001
    """What is not installed, each with the command that installs it."""
    found = []
    if find_spec("palace") is None:
        found.append("palace is not installed: python -m pip install -e .")
    for module, package in PACKAGES.items():
        if peers and find_spec(module) is None:
            install = "python -m pip install -r benchmarks/requirements.txt"
            found.append(f"{package} is not installed: {install} (or --no-peers)")
    return found


def print_rates(taken: list[Round]) -> None:
    print(f"{'a CPU second':<44}{'median':>12}{'min':>12}{'max':>12}")
    for name, rates in taken[0].items():
        for what in rates:
            each = [one[name][what] for one in taken]
            text = f"{name}: {what}"
            print(f"{text:<44}{median(each):>12,.0f}{min(each):>12,.0f}{max(each):>12,.0f}")


def print_ratios(taken: list[Round], required: list[Required]) -> bool:
    """Print the ratios; whether all are as required."""
    print(f"\n{'ratio':<44}{'required':>9}{'aim':>7}{'median':>9}{'min':>8}{'max':>8}")
    fine = True
    for one in required:
        ratios = [one.ratio(rates) for rates in taken]
        middle = median(ratios)
        sign = "<=" if one.cost else ">="
        verdict = "ok"
        if not one.met(middle, one.bound):
            fine, verdict = False, "FAILS"
        elif one.aim and not one.met(middle, one.aim):
            verdict = "short of the aim"
        print(
            f"{one.text:<44}{f'{sign} {one.bound}':>9}{one.aim or '':>7}"
            f"{middle:>9.2f}{min(ratios):>8.2f}{max(ratios):>8.2f}  {verdict}"
        )
    return fine


def print_sizes(sizes: Rates) -> bool:
    print(f"\n{'bytes of a pickled state beyond its variant':<44}{'required':>9}{'most':>9}")
    for table, excess in sizes.items():
        verdict = "ok" if excess <= MOST_EXCESS else "FAILS"
        print(f"{table:<44}{f'<= {MOST_EXCESS}':>9}{excess:>9.0f}  {verdict}")
    return max(sizes.values()) <= MOST_EXCESS


def versions() -> dict[str, str]:
    found = {"python": platform.python_version(), "machine": platform.machine()}
    for package in ("palace-rules", *PACKAGES.values()):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="2 rounds of 0.3 s, not 7 of 1 s")
    parser.add_argument("--no-peers", action="store_true", help="leave other libraries out")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every sample there too")
    args = parser.parse_args()

    if lacking := missing(peers=not args.no_peers):
        print(*lacking, sep="\n", file=sys.stderr)
        return 2
    contenders = ENGINE if args.no_peers else PEERS + ENGINE
    required = [one for one in REQUIRED if one.under[0] in contenders]
    taken = measure(contenders, *((2, 0.3) if args.quick else (7, 1.0)))
    sizes = sample("benchmarks.sizes")

    about = versions()
    print(", ".join(f"{name} {number}" for name, number in about.items()), end="\n\n")
    print_rates(taken)
    fine = [print_ratios(taken, required), print_sizes(sizes)]
    if args.json:
        result = {"versions": about, "rounds": taken, "bytes": sizes}
        args.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())
