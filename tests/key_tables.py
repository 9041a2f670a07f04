"""The tables in README.md and docs/ that say what the code says, made from its docstrings.

Each stands between `<!-- table: NAME -->` and `<!-- end -->`; `python tests/key_tables.py` writes
them anew.
"""

import ast
import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from functools import partial
from inspect import getdoc
from pathlib import Path
from types import UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from attrs import NOTHING, fields, has

import palace
from palace import Rank
from palace.bundled import EXAMPLES_SUFFIX, atlas_names, preset_names, variant_names
from palace.errors import Reason
from palace.examples import Awaited, Example, SeatZones, Then
from palace.variant import (
    Deal,
    DealChange,
    Deck,
    DeckChange,
    End,
    Four,
    FourChange,
    On,
    PickUps,
    Players,
    RankRules,
    Start,
    TableCards,
    Variant,
)

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
ABILITIES = {
    name: ability
    for name, ability in palace.abilities.ABILITIES.items()
    if ability.__module__ == "palace.abilities"
}
Rows: TypeAlias = Iterator[tuple[str, ...]]


def summary(cls: type[Any]) -> str:
    """The first paragraph of a class's docstring."""
    return " ".join(str(getdoc(cls)).partition("\n\n")[0].split())


def meanings(cls: type[Any]) -> dict[str, str]:
    """What the docstrings of a class, and of those it is made from, say of each attribute."""
    found: dict[str, str] = {}
    for each in reversed(cls.__mro__[:-1]):
        _, _, listed = str(getdoc(each)).partition("Attributes:\n")
        for name, text in re.findall(r"^    (\w+): (.+(?:\n {5,}.+)*)", listed, re.MULTILINE):
            found[name] = " ".join(text.split()).removesuffix(".")
    return found


# ---------------------------------------------------------------- cells


def words(choices: Any) -> str:
    return ", ".join(f"`{json.dumps(each)}`" for each in choices)


def value(hint: Any) -> str:
    """What may stand there, in the words of TOML; the values themselves where they are a few."""
    parts = get_args(hint)
    if get_origin(hint) in (UnionType, Union):
        return value(parts[0])
    if get_origin(hint) is Literal:
        return words(parts)
    if get_origin(hint) is tuple and get_origin(parts[0]) is Literal:
        return f"list of {words(get_args(parts[0]))}"
    if get_origin(hint) is tuple:
        return f"list of {PLAIN[parts[0]]}s"
    return PLAIN[hint] if hint in PLAIN else words(hint) if issubclass(hint, StrEnum) else "table"


PLAIN: dict[Any, str] = {
    bool: "`true`, `false`",
    int: "whole number",
    str: "text",
    Rank: "rank",
    Reason: "reason code",
    SeatZones: "table",
    Awaited: "table",
}


def default(given: Any) -> str:
    """A default as a file would have it; nothing for a table, or where a key may be left out."""
    if given is NOTHING:
        return "required"
    return "" if given is None or has(type(given)) else f"`{json.dumps(given)}`"


IN_A_FILE = {
    "Variant.name": ("text", "the file's name"),
    "Variant.summary": ("text", "empty"),
    "Variant.ranks": ("tables `[ranks.R]`", '`2` has `"reset"`, `10` has `"burn"`'),
    "Deck.by_players": ("tables `[deck.by_players.N]`", "none"),
    "Deal.by_players": ("tables `[deal.by_players.N]`", "none"),
    "Four.by_players": ("tables `[four.by_players.N]`", "none"),
    "Example.to_move": ("whole number", "`0`"),
    "Example.direction": ("whole number", "`1`"),
    "Example.phase": ('`"arrange"`, `"play"`, `"over"`', '`"play"`'),
    "Example.dealer": ("whole number", "`0`"),
    "RankRules.abilities": ("list of names and tables", "`[]`"),
    "RankRules.on": ('`"by_ability"`, `"anything"`, `"in_order"`, or a table', '`"by_ability"`'),
}
"""The value and the default of a key of a file where the class does not tell."""


# ---------------------------------------------------------------- tables


def keys(cls: type[Any]) -> Rows:
    """A row for each key of a table."""
    hints, meaning = get_type_hints(cls), meanings(cls)
    yield "key", "value", "default", "meaning"
    for each in fields(cls):
        told = IN_A_FILE.get(f"{cls.__name__}.{each.name}")
        value_and_default = told or (value(hints[each.name]), default(each.default))
        yield f"`{each.name}`", *value_and_default, meaning[each.name]


def abilities() -> Rows:
    """A row for each ability."""
    yield "name", "its rank goes", "what must be beaten then", "what it does"
    for name, ability in ABILITIES.items():
        yield f"`{name}`", ability.goes.value, ability().leaves.value, summary(ability)


def parameters() -> Rows:
    """A row for each key of each ability."""
    yield "ability", "key", "value", "default", "meaning"
    for name, ability in ABILITIES.items():
        yield from ((f"`{name}`", *row) for row in list(keys(ability))[1:])


def state() -> Rows:
    """A row for each public field of a state."""
    yield "field", "meaning"
    for name, text in meanings(palace.State).items():
        if not name.startswith("_"):
            yield f"`{name}`", text


def presets() -> Rows:
    """A row for each preset."""
    yield "name", "players", "what it is"
    for name in preset_names():
        variant = palace.load_variant(name)
        players = f"{variant.players.min} to {variant.players.max}"
        yield f"[`{name}`](variants/{name}.toml)", players, variant.summary


def atlas() -> Rows:
    """A row for each table of the atlas, in the order of its numbers."""
    yield "no.", "name", "players", "what it is"
    numbered = []
    for name in atlas_names():
        text = (ROOT / "variants" / "atlas" / f"{name}.toml").read_text(encoding="utf-8")
        found = re.search(r"^# [\w-]+: atlas P(\d+), ", text, re.MULTILINE)
        assert found, f"{name}: its second line says which number of the atlas it is"
        numbered.append((int(found[1]), name, palace.load_variant(name)))
    for number, name, variant in sorted(numbered, key=lambda each: each[:2]):
        players = f"{variant.players.min} to {variant.players.max}"
        yield f"P{number}", f"`{name}`", players, variant.summary


def omissions() -> Rows:
    """A row for each table of the atlas whose file leaves something out, as it says itself."""
    yield "name", "what is left out"
    for name in atlas_names():
        text = (ROOT / "variants" / "atlas" / f"{name}.toml").read_text(encoding="utf-8")
        comment = " ".join(re.findall("^# (.+)", text.partition("\nformat = ")[0], re.MULTILINE))
        if told := re.search(r"Left out: (.+?)(?:\.$|\. (?=[A-Z]))", comment):
            yield f"`{name}`", told[1]


MARKED = re.compile(
    r"^# atlas interaction (\d+(?:(?:, | and )\d+)*)(?:[:,] .+)?\n"
    r'\[\[examples\]\]\nname = "(.+)"$',
    re.MULTILINE,
)
"""A worked example that shows interactions of the atlas, by their numbers."""


def marked() -> Iterator[tuple[int, str, str]]:
    """Every interaction with a worked example: its number, the variant and what it shows."""
    for name in variant_names():
        folder = "" if name in preset_names() else "atlas"
        path = ROOT / "variants" / folder / f"{name}{EXAMPLES_SUFFIX}"
        for numbers, example in MARKED.findall(path.read_text(encoding="utf-8")):
            yield from ((int(number), name, example) for number in re.findall(r"\d+", numbers))


def interactions() -> Rows:
    """A row for each worked example of an interaction, in the order of their numbers."""
    yield "no.", "variant", "example"
    for number, name, example in sorted(marked(), key=lambda each: each[0]):
        yield str(number), f"`{name}`", example


def modules() -> Rows:
    """A row for each module, in the order of the import contract, the highest first."""
    yield "module", "what it is for"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contract, *_ = project["tool"]["importlinter"]["contracts"]
    for layer in contract["layers"]:
        for name in layer.split(" : "):
            path = ROOT / "src" / "palace" / f"{name}.py"
            package = path.with_suffix("") / "__init__.py"
            code = (path if path.exists() else package).read_text(encoding="utf-8")
            purpose = str(ast.get_docstring(ast.parse(code))).partition("\n\n")[0]
            yield f"`{name}`", " ".join(purpose.split())


TABLES: dict[str, Callable[[], Rows]] = {
    each.__name__: each
    for each in (abilities, parameters, state, presets, atlas, omissions, interactions, modules)
} | {
    cls.__name__: partial(keys, cls)
    for cls in (
        Variant, Players, Deck, DeckChange, Deal, DealChange, Start, Four, FourChange, PickUps,
        TableCards, End, RankRules, On, Example, SeatZones, Then, Awaited,
    )
}  # fmt: skip


def table(name: str) -> str:
    """A table in Markdown."""
    return markdown(TABLES[name]())


def markdown(rows: Iterable[tuple[str, ...]]) -> str:
    """A table in Markdown out of its rows, the heading first."""
    heading, *rest = rows
    return "\n".join(f"| {' | '.join(row)} |" for row in (heading, ["---"] * len(heading), *rest))


def renewed(page: str) -> str:
    """A page with its tables made anew."""
    return re.sub(
        r"(<!-- table: (\w+) -->\n).*?(<!-- end -->)",
        lambda found: f"{found[1]}\n{table(found[2])}\n\n{found[3]}",
        page,
        flags=re.DOTALL,
    )


if __name__ == "__main__":
    for path in PAGES:
        path.write_text(renewed(path.read_text(encoding="utf-8")), encoding="utf-8")
