"""What a variant says, key by key, and what it says differently from another."""

from collections.abc import Iterator
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from attrs import fields, has

from palace.cards import RANKS, Rank
from palace.reading import Raw, unstructure
from palace.variant import On, Variant

DESCRIBING = ("name", "summary")
"""The keys by which nothing is played."""


def keys_of(variant: Variant) -> dict[str, Any]:
    """Every key by its path, with its value as a file has it, None where it is left out.

    A rank without rules is there as well, with what holds for it.
    """
    return dict(_keys(variant, ""))


def differing(variant: Variant, parent: Variant) -> Raw:
    """What a file that extends a parent says to come to a variant, but for name and summary."""
    raw = _differing(variant, parent)
    return {key: raw[key] for key in raw if key not in DESCRIBING}


def _keys(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if not has(type(value)):
        yield path, unstructure(value)
        return
    for name, here, table in _fields(value):
        below = f"{path}.{name}".removeprefix(".")
        if table is None:
            yield from _keys(here, below)
        else:
            for key, there in table.items():
                yield from _keys(there, f"{below}.{key}")


def _differing(value: Any, parent: Any) -> Raw:
    raw: Raw = {}
    for (name, mine, table), (_, theirs, other) in zip(
        _fields(value), _fields(parent), strict=True
    ):
        if mine != theirs:
            raw[name] = _said(mine, theirs) if table is None else _table(table, other or {})
    return raw


def _said(value: Any, parent: Any) -> Any:
    """What is said where a parent says something else; false takes away what it says."""
    if isinstance(value, On) and value == On(value.rule):
        return value.rule  # the word is short for the table, and stands in for all of the parent's
    if has(type(value)):
        return _differing(value, parent)
    return False if value is None else unstructure(value)


def _table(table: dict[Any, Any], parent: dict[Any, Any]) -> Raw:
    raw: Raw = {str(key): False for key in parent if key not in table}
    for key, value in table.items():
        if key not in parent:
            raw[str(key)] = _said(value, type(value)())
        elif value != parent[key]:
            raw[str(key)] = _said(value, parent[key])
    return raw


_type_hints = cache(get_type_hints)


def _fields(value: Any) -> Iterator[tuple[str, Any, dict[Any, Any] | None]]:
    """The keys of a class with their values, and those that are kept as pairs as a table too."""
    cls: Any = type(value)
    for each in fields(cls):
        here, inner = getattr(value, each.name), get_args(_type_hints(cls)[each.name])
        table = None
        if inner and get_origin(inner[0]) is tuple:
            keys, below = get_args(inner[0])
            ordinary = {rank: below() for rank in RANKS} if keys is Rank else {}
            table = ordinary | dict(here)
        yield each.name, here, table
