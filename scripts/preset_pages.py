"""Writes the page of every preset anew, with its pictures: `python scripts/preset_pages.py`.

They lie in `docs/presets/`; a test compares them with what is made here.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from attrs import asdict

from palace import (
    State,
    Variant,
    diff,
    explain,
    load_examples,
    load_variant,
    parse_action,
    render,
    why_illegal,
)
from palace.bundled import preset_names
from palace.examples import Example, Examples
from palace.examples.playing import positions

FOLDER = Path(__file__).parents[1] / "docs" / "presets"
DEFAULT = "selected"


def _listed(values: Any) -> str:
    return ", ".join(f"`{each}`" for each in values) or "nothing"


def _cards(text: str) -> str:
    return f"`{text}`" if text else "empty"


def _seats(numbers: Any) -> str:
    return ", ".join(map(str, numbers)) or "none"


def _zones(seats: Any) -> str:
    told = []
    for seat, zones in enumerate(seats):
        words = {"hand": "holds", "face_up": "has face up", "face_down": "has face down"}
        told += [f"seat {seat} {words[k]} {_cards(v)}" for k, v in zones.items() if v is not None]
    return "; ".join(told)


TOLD: dict[str, Callable[[Any], str]] = {
    "pile": lambda value: f"the pile is {_cards(value)}",
    "burned": lambda value: f"burned: {_cards(value)}",
    "stock": lambda value: f"the stock is {_cards(value)}",
    "to_move": lambda value: f"seat {value} is to move",
    "direction": lambda value: f"play goes {'clockwise' if value == 1 else 'the other way round'}",
    "seats": _zones,
    "out": lambda value: f"seats that have left: {_seats(value)}",
    "resigned": lambda value: f"seats that have resigned: {_seats(value)}",
    "declared": lambda value: f"cards in the pile stand for {_listed(value)}",
    "pending": lambda value: (
        f"still to say or do: `{value['kind']}`, asked by seat {value['seat']}"
    ),
    "loser": lambda value: f"seat {value} has lost",
    "phase": lambda value: f"the phase is `{value}`",
    "starter": lambda value: f"seat {value} starts",
    "may": lambda value: f"legal: {_listed(value)}",
    "may_not": lambda value: f"not legal: {_listed(value)}",
    "legal_moves": lambda value: f"all that is legal: {_listed(value)}",
    "requirement": lambda value: f"what must be beaten: `{value}`",
    "unfinished": lambda value: "the game is unfinished" if value else "the game is finished",
    "places": lambda value: f"the places by seat: {_seats(value)}",
    "next_dealer": lambda value: f"seat {value} deals next",
    "next_starter": lambda value: f"who starts next: {_seats(value)}",
}
"""How a page says what an example asks for; `legal` and `reason` are told with the refusal."""


def page(name: str) -> dict[str, str]:
    """A preset's page and its pictures, by their ways from the folder."""
    variant = load_variant(name)
    files = {
        f"pictures/{name}-follow.svg": render.follow_table(variant),
        f"pictures/{name}-deal.svg": render.deal(variant, variant.players.min),
    }
    lines = [
        *(f"# {name}", variant.summary),
        _use(variant),
        *("## The rules", *_rules(variant)),
        *("## What may follow what", f"![The follow table](pictures/{name}-follow.svg)"),
        *("## The deal", f"![The deal](pictures/{name}-deal.svg)"),
        *_differences(variant),
        *("## Worked examples", "They are played by the tests of the library, as they stand here."),
        *_examples(files, load_examples(name)),
    ]
    files[f"{name}.md"] = "\n\n".join(lines) + "\n"
    return files


def _use(variant: Variant) -> str:
    name, players = variant.name, variant.players
    return (
        f"For {players.min} to {players.max} players. In a file: "
        f'`extends = "{name}"`; in Python: `load_variant("{name}")`.'
    )


def _rules(variant: Variant) -> Iterator[str]:
    number = 1
    for heading, sentences in explain(variant).parts:
        yield f"### {heading}"
        yield "\n".join(f"{n}. {text}" for n, text in enumerate(sentences, number))
        number += len(sentences)


def _differences(variant: Variant) -> Iterator[str]:
    if variant.name == DEFAULT:
        return
    found = diff(load_variant(DEFAULT), variant)
    yield f"## What differs from {DEFAULT}"
    rows = [("key", f"in `{DEFAULT}`", "here"), ("---",) * 3]
    rows += [(f"`{key.key}`", _value(key.first), _value(key.second)) for key in found.keys]
    yield "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _value(value: Any) -> str:
    return "" if value is None else f"`{json.dumps(value)}`"


def _examples(files: dict[str, str], examples: Examples) -> Iterator[str]:
    for number, example in enumerate(examples.examples, 1):
        yield f"### {number}. {example.name[0].upper()}{example.name[1:]}"
        yield from _example(files, examples.variant, example, f"{examples.variant.name}-{number}")


def _example(files: dict[str, str], variant: Variant, example: Example, name: str) -> Iterator[str]:
    if example.deck is not None and example.then.legal is False and not example.moves:
        yield f"`{example.deck}` cannot be dealt to {example.players} players."
        return
    states = positions(variant, example)
    pictures = [("before", states[0]), ("after", states[-1])][: len(states)]
    for when, state in pictures:
        files[f"pictures/{name}-{when}.svg"] = render.svg(state)
    heads, images = zip(
        *((when, f"![{when}](pictures/{name}-{when}.svg)") for when, _ in pictures), strict=True
    )
    rows = [heads, ["---"] * len(heads), images]
    yield "\n".join(f"| {' | '.join(row)} |" for row in rows)
    if example.moves:
        yield f"Moves: {_listed(example.moves)}."
    if example.then.legal is False:
        yield f"The last one is refused: {_refusal(states[-1], example.moves[-1])}"
    asked = asdict(example.then, recurse=True)
    told = [tell(asked[key]) for key, tell in TOLD.items() if asked[key] is not None]
    if told:
        yield "\n".join(f"- {each}" for each in told)


def _refusal(state: State, move: str) -> str:
    refusal = why_illegal(state, parse_action(move, state.to_move))
    return "" if refusal is None else f"{refusal} (`{refusal.reason}`)."


def pages() -> dict[str, str]:
    """All files of the folder."""
    files: dict[str, str] = {}
    for name in preset_names():
        files |= page(name)
    return files


def main() -> None:
    """Write them all, and take away what is no longer made."""
    made = pages()
    (FOLDER / "pictures").mkdir(parents=True, exist_ok=True)
    for path in [*FOLDER.glob("*.md"), *FOLDER.glob("pictures/*.svg")]:
        if str(path.relative_to(FOLDER)) not in made:
            path.unlink()
    for name, text in made.items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
