"""The pages of the refusals and of the abilities, with their pictures.

`python tests/reference_pages.py` writes them anew; they lie in `docs/reference/`.
"""

import json
import re
from collections.abc import Iterator

from attrs import fields

from key_tables import ABILITIES, ROOT, keys, markdown, meanings, summary
from palace import State, Variant, derive, diff, load_variant, parse_action, render, why_illegal
from palace.abilities import Effects
from test_faults_in_values import REFUSALS

FOLDER = ROOT / "docs" / "reference"
PLAIN = load_variant("plain")

OF_REFUSALS = """\
# Every refusal

`why_illegal(state, action)` gives the code and the sentence that `apply` would raise. For each code
here is a position in which an action is refused for it. The variant is `plain`, without
an added card when a face-up player takes the pile; where it is another, its keys are named."""
OF_ABILITIES = """\
---
search:
  boost: 2
---

# Every ability

Each ability, with its keys, what it causes, and the follow table of `plain` in which the eights
have it. [Abilities in Python](../abilities.md) says how to write another."""


def refusals() -> dict[str, str]:
    """The page of the refusals and its pictures, by their ways from the folder."""
    turn = (ROOT / "docs" / "turn.md").read_text(encoding="utf-8")
    causes = dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", turn, re.MULTILINE))
    files: dict[str, str] = {}
    parts = [OF_REFUSALS]
    for reason, state, move in REFUSALS:
        picture = f"refused-{reason.replace('_', '-')}.svg"
        files[picture] = render.svg(state)
        parts += [f"## {reason}", f"The action is refused because {causes[reason]}."]
        parts += [*_keys(state.variant), f"![The position]({picture})", _refusal(state, move)]
    return files | {"refusals.md": "\n\n".join(parts) + "\n"}


def _keys(variant: Variant) -> Iterator[str]:
    """The keys in which a variant is not plain."""
    told = [
        f"`{key.key} = {json.dumps(key.second)}`"
        for key in diff(PLAIN, variant).keys
        if key.key != "pick_up.adding" or key.second != "never"
    ]
    if told:
        yield f"With {', '.join(told)}:"


def _refusal(state: State, move: str) -> str:
    refusal = why_illegal(state, parse_action(move, state.to_move))
    return f"`{move}`: {refusal}."


def abilities() -> dict[str, str]:
    """The page of the abilities and its pictures, by their ways from the folder."""
    files: dict[str, str] = {}
    parts = [OF_ABILITIES]
    for name, ability in ABILITIES.items():
        made = ability()
        files[f"ability-{name}.svg"] = render.follow_table(
            derive(PLAIN, name=name, ranks={"8": {"abilities": [name]}})
        )
        parts += [f"## {name}", summary(ability)]
        parts += [f"Goes: {made.goes.value}. What must be beaten then: {made.leaves.value}."]
        parts += _effects(made.effects)
        rows = [*keys(ability)]
        parts += [markdown(rows)] if len(rows) > 1 else []
        parts += [f"![The follow table of eights that have it](ability-{name}.svg)"]
    return files | {"abilities.md": "\n\n".join(parts) + "\n"}


def _effects(effects: Effects) -> Iterator[str]:
    """What is caused beyond nothing, in the words of `Effects`."""
    meaning = meanings(Effects)
    caused = [
        f"- `{each.name} = {json.dumps(value)}`: {meaning[each.name]}"
        for each in fields(Effects)
        if (value := getattr(effects, each.name)) != each.default
    ]
    if caused:
        yield "Effects:"
        yield "\n".join(caused)


PAGES = {"refusals": refusals, "abilities": abilities}


def main() -> None:
    """Write them all."""
    FOLDER.mkdir(exist_ok=True)
    for made in PAGES.values():
        for name, text in made().items():
            (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
