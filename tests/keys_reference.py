"""The files that are made from the classes of a variant: the reference of all keys, the schema.

`python tests/keys_reference.py` writes them anew, and the line in each shipped file that names the
schema.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeAlias
from unittest.mock import patch

import palace
from palace.bundled import preset_names
from palace.contents import DESCRIBING, keys_of
from palace.json_schema import schema_text
from palace.language import (
    AnAbility,
    Key,
    ListOf,
    MapOf,
    Switch,
    Table,
    WordOrTable,
    in_toml,
    variant_file,
    walk,
)

ROOT = Path(__file__).parents[1]
PRESETS = {name: palace.load_variant(name) for name in preset_names()}
IN_WORDS = {"name": "the file's name", "summary": "empty"}
"""What holds where the default is no value, or none to be shown."""

Uses: TypeAlias = dict[str, dict[str, list[str]]]
"""The presets that have something else than the default: by path, then by rank and value."""

ABOUT = """\
---
search:
  boost: 2
---

# All keys

Every key that a variant file may have, with what holds where neither the file nor the variant
that it extends says anything. Last are named the presets with another value, their forms
included. What the keys do together is told in [variant files](variant-files.md); `palace new
FILE` writes a file with all of them to start from.

A value is as TOML writes it; a rank is `"2"` to `"10"` (or `"T"`), `"J"`, `"Q"`, `"K"`, `"A"` or
`"joker"`.

An editor that knows TOML and JSON Schema completes keys, shows what they mean and marks mistakes
while you write: [schema.json](schema.json) is the schema, `palace schema` prints it. A file names
it in its first line, relative to itself: `#:schema ./palace.schema.json`. `palace new` writes
that line, and the schema beside the file. The linters `tombi` and `taplo` read it too.
"""


# ---------------------------------------------------------------- what the presets use


def uses() -> Uses:
    """What each preset says differently from the defaults."""
    found: Uses = {}
    defaults = {key.path: key.default for key in walk(variant_file())}
    for name, variant in PRESETS.items():
        for path, rank, value in said(variant, defaults):
            label = " ".join(filter(None, (rank, value)))
            presets = found.setdefault(path, {}).setdefault(label, [])
            if name not in presets:
                presets.append(name)
    return found


def said(variant: palace.Variant, defaults: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Path, rank and value of every key that has no default, or another value."""
    for at, value in keys_of(variant).items():
        rank = at.split(".")[1] if at.startswith("ranks.") else ""
        path = at.replace(f"ranks.{rank}.", "ranks.R.") if rank else at
        if path not in defaults:  # below a number: the key itself, or what it names
            path = re.sub(r"\.[0-9-]+$", "", re.sub(r"\.[0-9-]+\.", ".N.", path))
        if path == "ranks.R.abilities":
            yield from said_of_abilities(rank, value, defaults)
        elif value is not None and value != defaults[path]:
            yield path, rank, label(value)


def said_of_abilities(
    rank: str, value: Any, defaults: dict[str, Any]
) -> Iterator[tuple[str, str, str]]:
    for each in value:
        ability = {"name": each} if isinstance(each, str) else each
        path = f"ranks.R.abilities[{ability['name']}]"
        yield path, rank, ""
        for key, there in ability.items():
            if key != "name" and there != defaults[f"{path}.{key}"]:
                yield f"{path}.{key}", rank, label(there)


def label(value: Any) -> str:
    """A value where it tells which of several it is."""
    return "" if isinstance(value, bool | list) else f"`{in_toml(value)}`"


def used_by(labels: dict[str, list[str]]) -> str:
    """The presets in words, those of each rank and value together."""
    return "; ".join(
        f"{label}: {each_of(presets)}" if label else each_of(presets)
        for label, presets in sorted(labels.items(), key=lambda item: by_rank(item[0]))
    )


def by_rank(label: str) -> tuple[int, str]:
    ranks = [rank.value for rank in palace.Rank]
    rank = label.partition(" ")[0]
    return (ranks.index(rank) if rank in ranks else -1, label)


def each_of(presets: list[str]) -> str:
    others = [name for name in PRESETS if name not in presets]
    if not others:
        return "all"
    if len(others) < len(presets):
        return f"all but {', '.join(others)}"
    return ", ".join(presets)


# ---------------------------------------------------------------- the page


def page() -> str:
    """The reference of all keys."""
    file, used = variant_file(), uses()
    parts = [ABOUT, section("The file", file.keys, used)]
    for key in file.keys:
        parts += below(key, used, set())
    return "\n".join(parts)


def below(key: Key, used: Uses, told: set[str]) -> Iterator[str]:
    """The sections of the tables that stand at a key, each kind of table once."""
    for path, about, keys in tables(key):
        if about in told:
            continue
        told.add(about)
        yield section(path, keys, used, about)
        for each in keys:
            yield from below(each, used, told)
    if isinstance(key.shape, ListOf) and isinstance(key.shape.each, AnAbility):
        yield "## Abilities\n\nEach is written as its name, or as a table: `name` and its keys.\n"
        for name, table in key.shape.each.tables.items():
            yield ability(name, table, used)


def tables(key: Key) -> Iterator[tuple[str, str, tuple[Key, ...]]]:
    match key.shape:
        case Table(about, keys):
            yield f"[{key.path.replace('[]', '')}]", about, keys
        case MapOf(_, Table(about, keys)):
            yield f"[{key.path}.{key.shape.letter}]", about, keys
        case ListOf(Table(about, keys)):
            yield f"[[{key.path.replace('[]', '')}]]", about, keys
        case WordOrTable(_, Table(about, keys)):
            yield f"[{key.path}]", about, keys


def ability(name: str, table: Table, used: Uses) -> str:
    made = palace.abilities.ABILITIES[name]()
    says = (
        f"{table.summary} Its rank goes {made.goes.value}; to be beaten then: {made.leaves.value}."
    )
    who = used_by(used.get(f"ranks.R.abilities[{name}]", {})) or "no preset"
    return section(f"`{name}`", table.keys, used, f"{says}\n\nUsed by {who}.", level=3)


def section(
    heading: str, keys: tuple[Key, ...], used: Uses, about: str = "", level: int = 2
) -> str:
    lines = [f"{'#' * level} {heading}", *filter(None, (about,))]
    return "\n\n".join((*lines, *([rows(keys, used)] if keys else []))) + "\n"


def rows(keys: Iterable[Key], used: Uses) -> str:
    found = [row(key, used) for key in keys]
    if not any(each[-1] for each in found):
        found = [each[:-1] for each in found]
    heading = ("key", "value", "default", "meaning", "presets")[: len(found[0])]
    return "\n".join(
        f"| {' | '.join(each)} |" for each in (heading, ["---"] * len(heading), *found)
    )


def row(key: Key, used: Uses) -> tuple[str, ...]:
    words = f"`{in_toml(key.default)}`" if key.default is not None else ""
    default = "required" if key.required else IN_WORDS.get(key.path, words)
    value = re.sub(r'"\w+"|(?<=^)1$', lambda found: f"`{found[0]}`", str(key.shape))
    if isinstance(key.shape, Switch):
        value = "`true`, `false`"
    presets = "" if key.path in DESCRIBING else used_by(used.get(key.path, {}))
    return f"`{key.name}`", value, default, key.meaning, presets


# ---------------------------------------------------------------- the files


MADE: dict[Path, Callable[[], str]] = {
    ROOT / "docs" / "keys.md": page,
    ROOT / "docs" / "schema.json": schema_text,
    ROOT / "variants" / "schema.json": schema_text,
}


def made(path: Path) -> str:
    """What a file has to say; of the abilities, those that come along."""
    ours = {
        name: ability
        for name, ability in palace.abilities.ABILITIES.items()
        if ability.__module__.startswith("palace.")
    }
    with patch.dict(palace.abilities.ABILITIES, ours, clear=True):
        return MADE[path]()


SHIPPED = sorted((ROOT / "variants").rglob("*.toml"))


def naming_the_schema(path: Path) -> str:
    """A shipped file with the line that names its schema, where it lies in a wheel too."""
    text = path.read_text(encoding="utf-8")
    if text.startswith("#:schema "):
        _, _, text = text.partition("\n")
    to_the_schema = "../" * (len(path.relative_to(ROOT / "variants").parents) - 1) or "./"
    return f"#:schema {to_the_schema}schema.json\n{text}"


if __name__ == "__main__":
    for path in MADE:
        path.write_text(made(path), encoding="utf-8")
    for path in SHIPPED:
        path.write_text(naming_the_schema(path), encoding="utf-8")
