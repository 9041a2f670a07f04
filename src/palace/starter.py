"""The file that a variant's author starts from: every key, what it means and what holds there."""

from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any

from palace.cards import Rank
from palace.language import (
    AnAbility,
    Key,
    ListOf,
    MapOf,
    Number,
    RankWord,
    Shape,
    Switch,
    Table,
    WordOrTable,
    Words,
    in_toml,
    variant_file,
    walk,
)
from palace.variant import FORMAT, Span, Variant

SCHEMA = "palace.schema.json"
"""The file beside it that its `#:schema` line names."""
WIDTH = 100
SAID = {"format": FORMAT, "extends": "selected"}
"""The keys that are in force from the beginning."""
SOME: dict[Any, str] = {Rank: "8", Span: "6"}
"""A key of a table whose keys are values themselves."""
NOTHING_ELSE: Mapping[str, Any] = {}

ABOUT = """\
The rules of one table of Palace: this file says what is different from the variant that it \
extends. A line such as #sets = true has no space behind the #: it shows a key as it is in \
"selected", or an example of one that is not there. Take the # away and change the value; a list \
stands in brackets even with one thing in it. `palace check FILE` tells what is wrong with the \
file, `palace explain FILE` tells its rules. A ruling is one of the documentation's page "Presets \
and rulings"."""
EXAMPLE = """\
#[[examples]]
#name = "a two goes on a king, and a three on the two"
#pile = "KC"
#seats = [{ hand = "2C 9C" }, { hand = "3D 9D" }]
#moves = ["play 2C", "play 3D"]
#then = { pile = "KC 2C 3D", to_move = 0 }"""


def starter() -> str:
    """The text of the file; it plays as `selected` does."""
    keys = variant_file().keys
    headed = [key for key in keys if _has_header(key)]
    lines = [f"#:schema ./{SCHEMA}", "", *_comment(ABOUT)]
    for key in (*(key for key in keys if key not in headed), *headed):
        lines += ["", *_lines(key, keys)]
    return "\n".join(lines) + "\n"


def _has_header(key: Key) -> bool:
    """Whether a key's lines begin with a header, below which no key of the file can stand."""
    match key.shape:
        case Table() | ListOf(Table()) | MapOf(_, Table()):
            return True
        case _:
            return False


def _lines(key: Key, beside: tuple[Key, ...]) -> Iterator[str]:
    """The lines of a key, below those of the keys beside it."""
    match key.shape:
        case Table(_, keys):
            yield from _headed(f"[{key.path}]", key.meaning, keys)
        case MapOf(by, Table(_, keys)) if by is Rank:
            about = f"{key.meaning} {_special()}. A table for each, as here for the {SOME[by]}:"
            yield from _headed(f"[{key.path}.{SOME[by]}]", about, keys)
        case ListOf(Table(_, keys)):
            yield from _comment(key.meaning)
            yield from _explained(keys)
            yield EXAMPLE
        case MapOf(by, each):
            yield from _comment(f"{key.meaning} ({key.shape})")
            yield from _explained(each.keys if isinstance(each, Table) else ())
            others = {other.name: other.default for other in beside}
            yield f"#{key.name}.{SOME.get(by, '2')} = {_sample(each, None, others)}"
        case _:
            yield from _comment(f"{key.meaning} ({key.shape})")
            yield from _more(key.shape)
            said = SAID.get(key.name) if key.path == key.name else None
            value = _sample(key.shape, key.default) if said is None else in_toml(said)
            yield f"{'#' if said is None else ''}{key.name} = {value}"


def _special() -> str:
    """The ranks that are special as it is."""
    each = (
        f"{rank} has {' and '.join(in_toml(ability.name) for ability in rules.abilities)}"
        for rank, rules in Variant().ranks
    )
    return ", ".join(each)


def _headed(header: str, about: str, keys: tuple[Key, ...]) -> Iterator[str]:
    yield from _comment(about)
    yield header
    for key in keys:
        yield from _lines(key, keys)


def _more(shape: Shape) -> Iterator[str]:
    """What a table is that may stand at a key, in place of a word."""
    match shape:
        case WordOrTable(_, table):
            yield f"#   {_inline(table.keys)}"
            yield from _explained(table.keys)
        case ListOf(AnAbility(tables)):
            for name, table in tables.items():
                yield from _comment(f"{in_toml(name)}: {table.summary}", "  ")
                if table.keys:
                    yield f"#     {_inline(table.keys, f'name = {in_toml(name)}')}"
                yield from _explained(table.keys)


def _explained(keys: tuple[Key, ...]) -> Iterator[str]:
    for key in walk(Table("", keys)):
        depth = key.path.count(".") - keys[0].path.count(".")
        told = f"{key.name}: {key.meaning} ({key.shape})"
        yield from _comment(told, "  " * (depth + 3))


def _comment(text: str, indent: str = "") -> Iterator[str]:
    return iter(wrap(text, WIDTH, initial_indent=f"# {indent}", subsequent_indent=f"# {indent}"))


# ---------------------------------------------------------------- values


def _inline(keys: tuple[Key, ...], *named: str, others: Mapping[str, Any] = NOTHING_ELSE) -> str:
    """A table in braces; where a key has no default, that of another key of its name."""
    values = (
        f"{key.name} = {_sample(key.shape, others.get(key.name, key.default))}" for key in keys
    )
    return f"{{ {', '.join((*named, *values))} }}"


def _sample(shape: Shape, default: Any, others: Mapping[str, Any] = NOTHING_ELSE) -> str:
    """The default, or else something that may stand there."""
    if default is not None:
        return in_toml(default)
    sample = '"..."'
    match shape:
        case Table(_, keys):
            sample = _inline(keys, others=others)
        case ListOf():
            sample = "[]"
        case Words(words):
            sample = in_toml(words[0])
        case Switch():
            sample = "true"
        case RankWord():
            sample = in_toml(SOME[Rank])
        case Number(within):
            sample = str(4 if within is None or 4 in within else within.low)
    return sample
