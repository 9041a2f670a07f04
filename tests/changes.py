"""Variants that differ from another in one key, for every key of the language.

What may stand in a key is read off its type, so that a new key is changed as soon as it is there.
"""

import re
from collections.abc import Iterator
from functools import cache
from types import UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from attrs import evolve, fields, frozen, has

from palace import Rank, Variant, problems
from palace.abilities import ABILITIES, Ability
from palace.variant import Span

DESCRIBING = ("name", "summary")
"""The keys by which nothing is played."""
OWN = [name for name, each in ABILITIES.items() if each.__module__ == "palace.abilities"]
SOME: dict[Any, list[Any]] = {
    Rank: [Rank.TWO, Rank.SEVEN, Rank.EIGHT, Rank.JACK, Rank.JOKER],
    Span: [Span(3, 3)],
    int: [2],
}
"""What is added to a table whose keys are ranks, spans of player counts, or numbers."""

Others: TypeAlias = Iterator[tuple[str, Any, Any, Any]]
"""Where a value stands, the value, another one, and what stands around it with the other in it."""


@frozen
class Change:
    """A variant with another value in one place: `ranks.<8>.on.rule`."""

    place: str
    old: Any
    new: Any
    variant: Variant

    @property
    def key(self) -> str:
        """The key that stands there, whatever the rank or the number: `ranks.*.on.rule`."""
        return re.sub("<.*?>", "*", self.place)


def attempts(variant: Variant) -> Iterator[Change]:
    """Every variant that differs in one place; some of them cannot be played."""
    return (Change(*found) for found in _in_class(variant, ""))


def changes(variant: Variant) -> Iterator[Change]:
    """Every variant that differs in one place and can be played."""
    return (change for change in attempts(variant) if not problems(change.variant))


_hints_of = cache(get_type_hints)


def every_key(cls: Any = Variant, key: str = "") -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Every key of the language with its values, none of them where they are no closed list."""
    if not has(cls):
        values = get_args(cls) if get_origin(cls) is Literal else ()
        yield key, (True, False) if cls is bool else values
        return
    for each in fields(cls):
        below, hint = f"{key}.{each.name}".removeprefix("."), _hints_of(cls)[each.name]
        inner = get_args(hint)
        if inner and inner[0] is Ability:
            for name in OWN:
                yield f"{below}[{name}]", ()
                yield from every_key(ABILITIES[name], f"{below}[{name}]")
        elif inner and get_origin(inner[0]) is tuple:
            yield from every_key(get_args(inner[0])[1], f"{below}.*")
        elif below not in DESCRIBING:
            yield from every_key(hint, below)


def _in_class(value: Any, place: str) -> Others:
    cls: Any = type(value)
    for each in fields(cls):
        below, hint = f"{place}.{each.name}".removeprefix("."), _hints_of(cls)[each.name]
        if below not in DESCRIBING:
            for there, old, new, field in _others(getattr(value, each.name), hint, below):
                yield there, old, new, evolve(value, **{each.name: field})


def _others(value: Any, hint: Any, place: str) -> Others:
    inner = get_args(hint)
    if has(hint):
        yield from _in_class(value, place)
    elif inner and inner[0] is Ability:
        yield from _abilities(value, place)
    elif inner and get_origin(inner[0]) is tuple:
        yield from _table(value, place, *get_args(inner[0]))
    else:
        yield from ((place, value, other, other) for other in _plain(value, hint))


def _plain(value: Any, hint: Any) -> Iterator[Any]:
    """Other values of a key without keys below it."""
    inner = get_args(hint)
    if get_origin(hint) is Literal:
        yield from (other for other in inner if other != value)
    elif get_origin(hint) in (UnionType, Union):
        some = (1, 2) if inner[0] is int else (Rank.FOUR, Rank.KING)
        yield from (other for other in (None, *some) if other != value)
    elif hint is bool:
        yield not value
    elif hint is int:
        yield from (value - 1, value + 1)
    else:  # a list: one less, one more, another order
        words = get_args(inner[0]) or (Rank.SIX, Rank.TEN, Rank.JACK)
        yield from (value[:-1], value[1:]) if value else ()
        yield from (value[::-1],) if value[1:] else ()
        yield from ((*value, word) for word in words if word not in value)


def _abilities(value: tuple[Ability, ...], place: str) -> Others:
    for number, ability in enumerate(value):
        before, after, there = value[:number], value[number + 1 :], f"{place}[{ability.name}]"
        yield there, ability.name, None, (*before, *after)
        for below, old, new, other in _in_class(ability, there):
            yield below, old, new, (*before, other, *after)
    for name in OWN:
        if name not in [ability.name for ability in value]:
            yield f"{place}[{name}]", None, name, (*value, ABILITIES[name]())


def _table(value: tuple[tuple[Any, Any], ...], place: str, keys: Any, below: Any) -> Others:
    """A table that is kept as pairs, with one of them changed, taken away or added."""
    pairs = dict(value)
    for each in pairs if keys is not Rank else ():
        yield f"{place}.<{each}>", each, None, tuple(pair for pair in value if pair[0] != each)
    for each in dict.fromkeys((*pairs, *SOME[keys])):
        ordinary = below() if has(below) else 0
        there = pairs.get(each, ordinary)
        for inner, old, new, other in _others(there, below, f"{place}.<{each}>"):
            yield inner, old, new, tuple((pairs | {each: other}).items())
