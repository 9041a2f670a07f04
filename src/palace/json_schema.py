"""A JSON Schema of variant files, for editors and for linters of TOML such as tombi and taplo."""

from collections.abc import Callable
from json import dumps
from typing import Any, TypeAlias

from palace.cards import RANKS, Rank
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
    Text,
    WordOrTable,
    Words,
    examples_file,
    variant_file,
)
from palace.variant import MOST_SEATS, Span

Schema: TypeAlias = dict[str, Any]


def schema() -> Schema:
    """A JSON Schema (draft 7) of variant files and of files of examples.

    It finds what is wrong with a key by itself: its name, its type, its range. What keys contradict
    one another, only `load_variant` and `palace check` know.

    Returns:
        The schema, with every key, and every ability that is registered, and what each means.
    """
    rules, examples = variant_file(), examples_file()
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Variant of the card game Palace",
        "description": f"{rules.summary} A file that names its `variant` holds examples alone.",
        "type": "object",
        "properties": _properties(examples, _never) | _properties(rules, _where_left_out),
        "additionalProperties": False,
        "if": _requiring(["variant"]),
        "then": _requiring(_required(examples))
        | {"propertyNames": {"enum": [key.name for key in examples.keys]}},
        "else": _requiring(_required(rules)),
    }


def schema_text() -> str:
    """The schema as the text of a file."""
    return dumps(schema(), ensure_ascii=False, indent=1) + "\n"


def _requiring(names: list[str]) -> Schema:
    # tombi takes a part of a schema that is silent about other keys as forbidding them
    return {"required": names, "additionalProperties": True}


def _required(table: Table) -> list[str]:
    return [key.name for key in table.keys if key.required]


# ---------------------------------------------------------------- keys that `false` takes away

Removable: TypeAlias = Callable[[Key], bool]
"""Whether a file may say `false` at a key, to take away what its parent says there."""


def _never(_: Key) -> bool:
    return False


def _always(_: Key) -> bool:
    return True


def _where_left_out(key: Key) -> bool:
    in_a_table = "." in key.path and not isinstance(key.shape, Table | MapOf)
    return in_a_table and key.default is None and not key.required


# ---------------------------------------------------------------- keys and what may stand there


def _properties(table: Table, removable: Removable) -> Schema:
    return {key.name: _key(key, removable) for key in table.keys}


def _key(key: Key, removable: Removable) -> Schema:
    allowed = _shape(key.shape, removable)
    if removable(key) and key.shape != Switch():
        allowed = _or_false(allowed)
    said = {"description": key.meaning} if key.meaning else {}
    default = {} if key.default is None else {"default": key.default}
    return said | default | {name: part for name, part in allowed.items() if name not in said}


def _or_false(allowed: Schema) -> Schema:
    """What may stand at a key, or `false`, which takes away what a parent says there."""
    return {"anyOf": [*allowed.get("anyOf", [allowed]), {"const": False}]}


def _shape(shape: Shape, removable: Removable = _never) -> Schema:
    """What may stand at a key."""
    allowed: Schema
    match shape:
        case ListOf(each):
            allowed = {"type": "array", "items": _shape(each)}
        case Table():
            allowed = _table(shape, removable)
        case MapOf(by, each):
            named = {_NAMES.get(by, _NUMBER): _or_false(_shape(each, _always))}
            allowed = {"type": "object", "patternProperties": named, "additionalProperties": False}
        case WordOrTable(word, table):
            allowed = {"anyOf": [_shape(word), _table(table, removable)]}
        case AnAbility(tables):
            names = {"type": "string", "enum": list(tables)}
            allowed = {"anyOf": [names, *(_ability(*each) for each in tables.items())]}
        case _:
            allowed = _single(shape)
    return allowed


def _single(shape: Shape) -> Schema:
    """What a single value may be."""
    allowed: Schema = {}
    match shape:
        case Text():
            allowed = {"type": "string"}
        case Switch():
            allowed = {"type": "boolean"}
        case Number(within):
            least = {} if within is None else {"minimum": within.low}
            most = {} if within is None or within.high is None else {"maximum": within.high}
            allowed = {"type": "integer", **least, **most}
        case Words(words):
            kind = "string" if all(isinstance(word, str) for word in words) else "integer"
            allowed = {"type": kind, "enum": list(words)}
        case RankWord():
            usual = {"type": "string", "enum": [rank.value for rank in RANKS]}
            allowed = {"anyOf": [{"type": "string", "pattern": _RANK}, usual]}
    return allowed


def _table(table: Table, removable: Removable = _never) -> Schema:
    required = _required(table)
    return {
        "description": table.summary,
        "type": "object",
        "properties": _properties(table, removable),
        **({"required": required} if required else {}),
        "additionalProperties": False,
    }


def _ability(name: str, table: Table) -> Schema:
    named = {"name": {"description": "The ability's name.", "const": name}}
    keys = {
        "properties": named | _properties(table, _never),
        "required": ["name", *_required(table)],
    }
    return _table(table) | keys


def _either_case(word: str) -> str:
    return "".join(f"[{each.upper()}{each.lower()}]" if each.isalpha() else each for each in word)


_SPELLED = dict.fromkeys((*RANKS, *(rank.symbol for rank in RANKS)))
_RANK = f"^({'|'.join(map(_either_case, _SPELLED))})$".replace("*", r"\*")
_NUMBER = "^[1-9][0-9]?$"
_SEATS = f"({'|'.join(map(str, range(2, MOST_SEATS + 1)))})"
_NAMES: dict[Any, str] = {Rank: _RANK, Span: f"^{_SEATS}(-{_SEATS})?$"}
"""How the keys of a table are spelled that are values themselves."""
