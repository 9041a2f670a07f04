"""Draws the map of the modules, and the way of one action through them, out of the import contract.

`python scripts/module_map.py` writes `docs/pictures/modules.svg` and `docs/pictures/action.svg`.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"

GROUPS = {
    "The command line": ("__main__", "cli", "play_command", "terminal"),
    "Pictures and tests": ("render", "testing", "laws", "sampling"),
    "Bots and many games": (
        "simulate_command", "rl", "testing_bots", "tabulating", "comparing", "simulation",
        "collecting", "bots", "estimates", "repetition",
    ),
    "Words and tables": (
        "differences", "table", "json_schema", "starter", "language", "explanation",
        "told_burning", "told_causing", "told_laying", "told_setup", "told_table", "told_turns",
        "told",
    ),
    "Texts and records": (
        "converting", "record", "session", "saved", "notation", "fields_read", "fields_written",
        "field", "digests",
    ),
    "Variant files and examples": (
        "examples", "files", "contents", "documents", "bundled", "reading", "lines",
    ),
    "Views and events": ("knowledge", "following", "stepping", "events", "in_words", "views"),
    "Games and positions": ("positions", "outcome", "trials", "soundness", "deal"),
    "A turn": (
        "turn", "resigning", "refusals", "settling", "legality", "combining", "arranging", "plays",
    ),
    "Values of a game": ("actions", "state", "start"),
    "Checks of meaning": ("meaning", "changeless", "idle", "automaton"),
    "The follow table": ("rules", "compiling", "cells", "requirements", "traits"),
    "A variant as data": ("checks", "variant", "abilities", "english"),
    "Ground": ("cards", "ranges", "given", "wording", "errors"),
}  # fmt: skip
"""The modules by what they are for, the highest first; a test holds it against the contract."""

WAY = (
    ("actions", "the text becomes a value"),
    ("legality", "is it legal? the zone, the turn"),
    ("requirements", "the cell of the row and the card"),
    ("turn", "the one straight line"),
    ("settling", "choices, if the variant has any"),
    ("state", "the new position"),
)
"""The modules that an action passes, in order, and what each does."""

WIDTH, LINE, GAP = 720, 30, 6
STYLE = """
  text { font: 13px sans-serif; fill: #222 }
  .name { font-family: monospace }
  .group { font-weight: bold }
  .band { fill: #eef2f7 }
  .box { fill: #fff; stroke: #7a8ba3 }
  .step { fill: #2a5db0 }
  .number { fill: #fff; font-weight: bold; text-anchor: middle }
  .line { stroke: #2a5db0; stroke-width: 2; fill: none }
  @media (prefers-color-scheme: dark) {
    text { fill: #ddd } .band { fill: #262b33 } .box { fill: #1a1d22; stroke: #8899b0 }
    .step { fill: #6d9bea } .line { stroke: #6d9bea } .number { fill: #111 }
  }
"""


def layers() -> list[list[str]]:
    """The layers of the import contract, the highest first, each with its modules."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contract, *_ = project["tool"]["importlinter"]["contracts"]
    return [layer.split(" : ") for layer in contract["layers"]]


def _svg(title: str, height: int, parts: Iterator[str]) -> str:
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
            f"<title>{escape(title)}</title>",
            f"<style>{STYLE}</style>",
            *parts,
            "</svg>",
            "",
        )
    )


def _boxes(names: tuple[str, ...]) -> Iterator[tuple[int, int, int, str]]:
    """Where each name's box is in its band: left, line, width."""
    left, line = 200, 0
    for name in names:
        width = 8 * len(name) + 16
        if left + width > WIDTH - GAP:
            left, line = 200, line + 1
        yield left, line, width, name
        left += width + GAP


def _bands() -> Iterator[tuple[int, int, str, tuple[str, ...]]]:
    top = 0
    for group, names in GROUPS.items():
        lines = 1 + max(line for _, line, _, _ in _boxes(names))
        height = lines * LINE + GAP
        yield top, height, group, names
        top += height + GAP


def modules() -> str:
    """The map: bands of modules, each importing only from its own band and those below it."""

    def parts() -> Iterator[str]:
        for top, height, group, names in _bands():
            yield f'<rect class="band" y="{top}" width="{WIDTH}" height="{height}" rx="6"/>'
            yield f'<text class="group" x="12" y="{top + 24}">{group}</text>'
            for left, line, width, name in _boxes(names):
                y = top + GAP + line * LINE
                yield (
                    f'<rect class="box" x="{left}" y="{y}" width="{width}" '
                    f'height="{LINE - GAP}" rx="4"/>'
                )
                yield f'<text class="name" x="{left + 8}" y="{y + 17}">{name}</text>'

    top, height, *_ = list(_bands())[-1]
    return _svg("The modules of palace; each imports only those below it", top + height, parts())


def action() -> str:
    """The way of one action, a numbered line for each module that it passes."""

    def parts() -> Iterator[str]:
        last = 24 + 44 * (len(WAY) - 1)
        yield f'<path class="line" d="M24 24 V{last}"/>'
        for number, (name, text) in enumerate(WAY, 1):
            y = 24 + 44 * (number - 1)
            yield f'<circle class="step" cx="24" cy="{y}" r="13"/>'
            yield f'<text class="number" x="24" y="{y + 5}">{number}</text>'
            yield f'<text class="name" x="52" y="{y + 5}">{name}</text>'
            yield f'<text x="180" y="{y + 5}">{escape(text)}</text>'

    return _svg("The way of one action through the modules", 48 + 44 * (len(WAY) - 1), parts())


DRAWN = {"modules.svg": modules, "action.svg": action}

if __name__ == "__main__":
    for name, draw in DRAWN.items():
        (PICTURES / name).write_text(draw(), encoding="utf-8")
