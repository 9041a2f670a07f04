"""Every key of a variant file: its values, its default and what it means, read off the classes.

Fields, type hints and docstrings say all of it once. The schema, the starter file and the
reference are made from this walk, so that a new key and a registered ability are in all of them.
"""

import re
from collections.abc import Iterator
from enum import StrEnum
from inspect import cleandoc
from json import dumps
from types import UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from attrs import NOTHING, Attribute, Factory, evolve, fields, frozen, has

from palace.abilities import ABILITIES, Ability
from palace.cards import Rank
from palace.examples import Example
from palace.ranges import Range, range_of
from palace.variant import On, Span, Variant

# ---------------------------------------------------------------- what may stand at a key


@frozen
class Text:
    """Any text."""

    def __str__(self) -> str:
        return "text"


@frozen
class Switch:
    """True or false."""

    def __str__(self) -> str:
        return "true or false"


@frozen
class Number:
    """A whole number.

    Attributes:
        within: the numbers that it may be; None: any.
    """

    within: Range | None = None

    def __str__(self) -> str:
        return "whole number" if self.within is None else f"whole number, {self.within}"


@frozen
class Words:
    """One of a closed set of words.

    Attributes:
        words: all of them; the format's version is the one that is a number.
    """

    words: tuple[str | int, ...]

    def __str__(self) -> str:
        *others, last = map(in_toml, self.words)
        return f"{', '.join(others)} or {last}" if others else last


@frozen
class RankWord:
    """A rank."""

    def __str__(self) -> str:
        return "rank"


@frozen
class Anything:
    """What only the class of a registered ability can judge."""

    def __str__(self) -> str:
        return "as the ability says"


@frozen
class ListOf:
    """A list.

    Attributes:
        each: what may stand in it.
    """

    each: "Shape"

    def __str__(self) -> str:
        match self.each:
            case Words():
                return f"list of {self.each}"
            case Number():
                return "list of whole numbers"
            case AnAbility():
                return "list of abilities"
            case _:
                return f"list of {self.each}s"


@frozen
class Table:
    """A table with keys of its own.

    Attributes:
        summary: one sentence about it.
        keys: its keys.
    """

    summary: str
    keys: tuple["Key", ...]

    def __str__(self) -> str:
        return "table"


@frozen
class MapOf:
    """A table whose keys are values themselves: `[ranks.R]`, `[deck.by_players.N]`.

    Attributes:
        by: what its keys are: `Rank`, `Span` of player counts, or numbers.
        each: what stands at each of them.
    """

    by: type[Any]
    each: "Shape"

    @property
    def letter(self) -> str:
        """What stands for any of its keys in a path."""
        return "R" if self.by is Rank else "N"

    def __str__(self) -> str:
        by = {Rank: "rank", Span: "number of players"}.get(self.by, "number")
        return f"{self.each} for each {by}"


@frozen
class WordOrTable:
    """A word that is short for a table with one key, or the table.

    Attributes:
        word: what the word may be.
        table: the table.
    """

    word: Words
    table: Table

    def __str__(self) -> str:
        return f"{self.word}, or a table"


@frozen
class AnAbility:
    """An ability: its name, or a table with its `name` and its own keys.

    Attributes:
        tables: the keys of each registered ability, by its name.
    """

    tables: dict[str, Table]

    def __str__(self) -> str:
        return "ability"


Shape: TypeAlias = (
    Text | Switch | Number | Words | RankWord | Anything
    | ListOf | Table | MapOf | WordOrTable | AnAbility
)  # fmt: skip
"""What may stand at a key."""


@frozen
class Key:
    """A key of a variant file.

    Attributes:
        path: where it stands, as in `ranks.R.on.never`; R is a rank, N a number of players.
        name: the last word of the path.
        shape: what may stand there.
        default: what a file has that leaves it out; None where that is no value.
        required: whether it must be there.
        meaning: what it is, as a sentence.
    """

    path: str
    name: str
    shape: Shape
    default: Any
    required: bool
    meaning: str


def in_toml(value: Any) -> str:
    """A text, number, boolean or list as a TOML file writes it."""
    return dumps(value, ensure_ascii=False)


# ---------------------------------------------------------------- what files hold


@frozen
class BesideTheRules:
    """What a variant file says besides its rules.

    Attributes:
        format: the version of the file format.
        extends: the variant that the file starts from, a preset's name or a file's path relative
            to this file; what the file does not say is as it is there.
        examples: worked examples: positions or deals, moves, and what must hold then.
    """

    format: Literal[1]
    extends: str | None = None
    examples: tuple[Example, ...] | None = None


@frozen
class ExamplesFile:
    """Worked examples of a variant, in a file of their own.

    Attributes:
        variant: the variant that the examples are played by, a preset's name or a file's path
            relative to this file.
        examples: worked examples: positions or deals, moves, and what must hold then.
    """

    variant: str
    examples: tuple[Example, ...]


OF_THE_FILE: dict[str, Any] = {"name": None, "summary": ""}
"""What a file has that leaves these out: its own name, and nothing; not those of `selected`."""
SHORT = {On: "rule"}
"""The classes whose table may be a word instead, with the key that the word is short for."""


def variant_file() -> Table:
    """All that may stand in a variant file, in the order of the classes."""
    beside = {key.name: key for key in _table(BesideTheRules, "").keys}
    examples = beside.pop("examples")
    rules = (_in_a_file(key) for key in _table(Variant, "").keys)
    return Table(_summary(Variant), (*beside.values(), *rules, examples))


def examples_file() -> Table:
    """All that may stand in a file of examples."""
    return _table(ExamplesFile, "")


def walk(table: Table) -> Iterator[Key]:
    """Every key of a table, and of the tables below it, each before what lies below it."""
    for key in table.keys:
        yield key
        for below in tables_below(key.shape):
            yield from walk(below)


def tables_below(shape: Shape) -> Iterator[Table]:
    """The tables that may stand at a key."""
    match shape:
        case Table():
            yield shape
        case MapOf() | ListOf():
            yield from tables_below(shape.each)
        case WordOrTable():
            yield shape.table
        case AnAbility():
            yield from shape.tables.values()


# ---------------------------------------------------------------- reading the classes


def _in_a_file(key: Key) -> Key:
    if key.name not in OF_THE_FILE:
        return key
    return evolve(key, default=OF_THE_FILE[key.name])


def _table(cls: type[Any], path: str) -> Table:
    hints, meaning = get_type_hints(cls, include_extras=True), _meanings(cls)
    keys = (
        _key(each, hints[each.name], f"{path}.{each.name}" if path else each.name, meaning)
        for each in fields(cls)
        if each.init
    )
    return Table(_summary(cls), tuple(keys))


def _key(each: "Attribute[Any]", hint: Any, path: str, meaning: dict[str, str]) -> Key:
    shape, required = _shape(hint, path), each.default is NOTHING
    default = None if required or isinstance(shape, MapOf) else _default(each.default)
    return Key(path, each.name, shape, default, required, meaning.get(each.name, ""))


def _shape(hint: Any, path: str) -> Shape:
    """What may stand at a key with a type hint."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return Number(range_of(hint)) if parts[0] is int else _shape(parts[0], path)
    if origin in (UnionType, Union):
        some = [part for part in parts if part is not type(None)]
        return _shape(some[0], path) if len(some) == 1 else Anything()
    if origin is Literal:
        return Words(parts)
    if origin is tuple and parts[1:] == (Ellipsis,):
        return _many(parts[0], path)
    return _one(hint, path) if isinstance(hint, type) else Anything()


def _many(each: Any, path: str) -> Shape:
    if get_origin(each) is not tuple:
        return ListOf(_shape(each, path if each is Ability else f"{path}[]"))
    by, held = get_args(each)
    return MapOf(by, _shape(held, f"{path}.{'R' if by is Rank else 'N'}"))


def _one(cls: type[Any], path: str) -> Shape:
    if cls in _PLAIN:
        return _PLAIN[cls]
    if issubclass(cls, StrEnum):
        return Words(tuple(each.value for each in cls))
    if cls is Ability:
        return AnAbility(
            {name: _table(each, f"{path}[{name}]") for name, each in ABILITIES.items()}
        )
    if not has(cls):
        return Anything()
    table = _table(cls, path)
    if cls not in SHORT:
        return table
    (word,) = (key.shape for key in table.keys if key.name == SHORT[cls])
    return WordOrTable(word, table) if isinstance(word, Words) else table


_PLAIN: dict[type[Any], Shape] = {
    str: Text(), bool: Switch(), int: Number(), Rank: RankWord(),
}  # fmt: skip


def _default(value: Any) -> Any:
    """A default as TOML data; None where there is none to write, as for a table."""
    if isinstance(value, Factory) and not value.takes_self:  # type: ignore[arg-type]
        value = value.factory()
    if type(value) in SHORT:
        return getattr(value, SHORT[type(value)])
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, tuple):
        return [_default(each) for each in value]
    return value if isinstance(value, str | int) else None


def _summary(cls: type[Any]) -> str:
    """The first paragraph of a class's docstring."""
    return " ".join(cleandoc(cls.__doc__ or "").partition("\n\n")[0].split())


def _meanings(cls: type[Any]) -> dict[str, str]:
    """What the docstrings of a class, and of those it is made from, say of each attribute."""
    found: dict[str, str] = {}
    for each in reversed(cls.__mro__[:-1]):
        _, _, listed = cleandoc(each.__doc__ or "").partition("Attributes:\n")
        for name, text in re.findall(r"^    (\w+): (.+(?:\n {5,}.+)*)", listed, re.MULTILINE):
            sentence = " ".join(text.split()).removesuffix(".")
            found[name] = f"{sentence[:1].upper()}{sentence[1:]}."
    return found
