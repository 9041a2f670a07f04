"""TOML data into values and back, strictly, with a path and a message for every mistake."""

import re
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from functools import cache
from typing import Any, Literal, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

from attrs import fields, fields_dict, frozen, has
from cattrs import (
    AttributeValidationNote,
    BaseValidationError,
    Converter,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)
from cattrs.cols import homogenous_tuple_structure_factory
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from palace.abilities import ABILITIES, Ability
from palace.cards import Rank
from palace.english import rank_name
from palace.errors import NotationError, Problem
from palace.ranges import range_of
from palace.variant import DealChange, DeckChange, FourChange, On, OnRule, RankRules, Span, Variant
from palace.wording import PLAIN, Keys, none_of, path_of, shown, suggestion, wrong_with

T = TypeVar("T")
Raw: TypeAlias = dict[str, Any]
BESIDE_THE_RULES = ("format", "extends", "examples")
"""What a variant file says besides its rules."""


class _ReadingError(ValueError):
    """A value that cannot be read; the text says what would be right."""


@frozen
class Unread:
    """Data that cannot be read as a whole.

    Attributes:
        problems: everything that is wrong with it.
        rest: the same data without the keys that something is wrong with.
        keys: these keys, as in `ranks.7.on`.
    """

    problems: tuple[Problem, ...]
    rest: Raw
    keys: frozenset[str]


MOST_HINTS = 50
"""The most unknown keys of a table for which the meant one is looked for, which takes a while."""


def structure(raw: Any, cls: type[T]) -> T | Unread:
    """Raw TOML data as a value of a class, or everything that is wrong with it.

    Args:
        raw: tables as dicts, lists, strings, whole numbers, booleans.
        cls: what it should be, as an attrs class whose fields are a table's keys.
    """
    try:
        return _CONVERTER.structure(raw, cls)
    except (BaseValidationError, _ReadingError) as error:
        mistakes = list(_mistakes(error, ()))
    wrong = [tuple(map(str, keys)) for keys, _ in mistakes if keys]
    rest, unread = _without(raw if isinstance(raw, dict) else {}, wrong)
    found = tuple(Problem(path_of(keys), message) for keys, message in mistakes)
    return Unread(found, rest, frozenset(unread))


def readable(raw: Raw, cls: type[T]) -> tuple[T, tuple[Problem, ...], frozenset[str]]:
    """Raw TOML data as a value of a class all of whose fields have defaults.

    Returns:
        The value, with defaults for what cannot be read; what is wrong; the keys left out.
    """
    result = structure(raw, cls)
    if not isinstance(result, Unread):
        return result, (), frozenset()
    value, found, keys = readable(result.rest, cls)
    return value, result.problems + found, result.keys | keys


def _without(raw: Raw, wrong: Iterable[tuple[str, ...]]) -> tuple[Raw, set[str]]:
    """The data without some keys, or without the lists that they lead into; and what that was."""
    below: dict[str, list[tuple[str, ...]]] = {}
    for key, *others in wrong:
        below.setdefault(key, []).append(tuple(others))
    rest, left_out = dict[str, Any](), {key for key in below if key not in raw}
    for key, value in raw.items():
        inner = below.get(str(key))
        if inner is None:
            rest[key] = value
        elif all(inner) and isinstance(value, dict):
            rest[key], further = _without(value, inner)
            left_out |= {f"{key}.{each}" for each in further}
        else:
            left_out.add(str(key))
    return rest, left_out


def unstructure(variant: Variant) -> dict[str, Any]:
    """A variant as raw TOML data, complete: every key, and every rank that has rules."""
    return _CONVERTER.unstructure(variant)  # type: ignore[no-any-return]


def _mistakes(error: BaseException, keys: Keys) -> Iterator[tuple[Keys, str]]:
    """What is wrong, each with the keys that lead to it from the top."""
    if isinstance(error, BaseValidationError):
        for each in error.exceptions:
            yield from _mistakes(each, (*keys, *_keys(each)))
    elif isinstance(error, ForbiddenExtraKeysError):
        beside = BESIDE_THE_RULES if error.cl is Variant else ()
        known = {*beside, *(each.name for each in fields(error.cl) if each.init)}
        for number, key in enumerate(sorted(error.extra_fields, key=str)):
            hint = _hint(str(key), known, error.cl) if number < MOST_HINTS else "as others here"
            yield (*keys, key), f"unknown key {shown(key)}; {hint}"
    elif isinstance(error, KeyError):
        yield keys, f"it is missing: write {path_of(keys[-1:])} = ..."
    else:
        yield keys, str(error)


def _hint(key: str, known: set[str], table: type[Any]) -> str:
    """What may have been meant by a key that a table does not have."""
    if key in known:
        return "it stands in files alone"
    found = suggestion(key, known) if known else "there is none to write here"
    return _place(key, table) or found


def _place(key: str, table: type[Any]) -> str:
    """Where what was written as a key of some table belongs; empty where that is not known."""
    if table is Variant and key in _HEADERS:
        return f"write [{_HEADERS[key]}]"
    if table is RankRules and key in ABILITIES:
        return f"write abilities = [{shown(key)}]"
    if table in {*_tables(), DeckChange, DealChange, FourChange} or issubclass(table, Ability):
        able = [name for name, ability in ABILITIES.items() if key in fields_dict(ability)]
        places = [place for there, place in _tables().items() if key in fields_dict(there)]
        if table is RankRules and able:
            return f"write it in an ability, as in {{ name = {shown(able[0])}, {key} = ... }}"
        if places:
            return f"write it {' or '.join(places)}"
    return ""


_HEADERS = {rank.value: f"ranks.{rank.value}" for rank in Rank} | {"then": "examples.then"}
"""The headers of tables that stand inside others, by what newcomers write alone."""


@cache
def _tables() -> dict[type[Any], str]:
    """The tables of a variant file, each with words for where its keys stand."""
    hints = get_type_hints(Variant)
    below = {hint: f"below [{key}]" for key, hint in hints.items() if has(hint)}
    top = {Variant: "at the top, above the first [table]"}
    return top | below | {RankRules: "below the [ranks.7] of its rank", On: "in the on of its rank"}


def _keys(error: BaseException) -> Keys:
    """The key of the value that an error is about, if it is about one value."""
    for note in getattr(error, "__notes__", ()):
        if isinstance(note, AttributeValidationNote):
            return (note.name,)
        if isinstance(note, IterableValidationNote):
            return (note.index,)
    return ()


# ---------------------------------------------------------------- strict reading


def _plain(value: Any, hint: Any) -> Any:
    if wrong := wrong_with(value, hint):
        raise _ReadingError(wrong)
    return value


def _in_range(value: Any, hint: Any) -> Any:
    plain, within = get_args(hint)[0], range_of(hint)
    wrong = within.wrong_with(_plain(value, plain)) if within else ""
    if wrong:
        raise _ReadingError(wrong)
    return value


def _has_range(hint: Any) -> bool:
    return range_of(hint) is not None


def _rank(value: Any, _: Any) -> Rank:
    try:
        return Rank.parse(value)
    except NotationError:
        raise _ReadingError(f"{shown(value)} is no rank: write {_rank_meant(value)}") from None


def _rank_meant(value: Any) -> str:
    """The rank that was meant, where that is plain, or how all are written."""
    word = str(value).lower()
    for rank in Rank:
        if word in (rank.value, rank_name(rank), f"{rank_name(rank)}s"):
            return shown(rank.value)
    return '"2" to "10" (or "T"), "J", "Q", "K", "A" or "joker"'


def _closed(value: Any, hint: Any) -> Any:
    choices = get_args(hint)
    if not isinstance(value, str) or value not in choices:
        raise _ReadingError(none_of(value, choices))
    return value


def _member(value: Any, cls: Any) -> Any:
    if not isinstance(value, str) or value not in list(cls):
        raise _ReadingError(none_of(value, cls))
    return cls(value)


def _table(value: Any, right: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _ReadingError(f"{shown(value)} is no table: write {right}")
    return value


def _tuple_factory(hint: Any) -> Callable[[Any, Any], Any]:
    inner, each = homogenous_tuple_structure_factory(hint, _CONVERTER), get_args(hint)[0]

    def read(value: Any, hint: Any) -> Any:
        if not isinstance(value, list | tuple):
            raise _ReadingError(f"{shown(value)} is no list: write {_in_brackets(value, each)}")
        return inner(value, hint)

    return read


def _in_brackets(value: Any, each: Any) -> str:
    """The list that was meant, where the value itself may stand in one, or what one looks like."""
    if each is Any:
        return "tables, each below [[examples]]"
    if not isinstance(structure(value, each), Unread):
        return f"[{shown(value)}]"
    sample = shown(get_args(each)[0]) if _is_closed(each) else _SAMPLES.get(each, "{ ... }")
    return f"it in brackets, as in [{sample}]"


_SAMPLES: dict[Any, str] = {Rank: '"7", "J"', Ability: '"skip"', str: '"..."', int: "0, 1"}
"""What may stand in a list, by the type of what is in it."""


def _ability(value: Any, _: Any) -> Ability:
    if isinstance(value, Ability):  # in `derive`, where values need no words
        return value
    if isinstance(value, str):
        value = {"name": value}
    table = dict(value) if isinstance(value, dict) else {}
    name = table.pop("name", None)
    if not isinstance(name, str):
        raise _ReadingError(f'{shown(value)} is no ability: write "skip", or {{ name = "skip" }}')
    if name not in ABILITIES:
        raise _ReadingError(f"unknown ability {shown(name)}; {suggestion(name, ABILITIES)}")
    cls = ABILITIES[name]
    read = make_dict_structure_fn(cls, _CONVERTER, _cattrs_forbid_extra_keys=True)
    return read(table, cls)


def _ability_out(ability: Ability) -> Any:
    changed = {
        each.name: _CONVERTER.unstructure(value)
        for each in fields(type(ability))
        if (value := getattr(ability, each.name)) != each.default
    }
    return {"name": ability.name, **changed} if changed else ability.name


def _on(value: Any, _: Any) -> On:
    if isinstance(value, str):
        return On(rule=_closed(value, OnRule))
    return _READ_ON(_table(value, '"anything", or { never = ["J"] }'), On)  # type: ignore[no-any-return]


def _on_out(on: On) -> Any:
    table = _changed(on, On())
    return on.rule if set(table) <= {"rule"} else table


def _changed(value: Any, default: Any) -> dict[str, Any]:
    return {
        each.name: _CONVERTER.unstructure(getattr(value, each.name))
        for each in fields(type(value))
        if getattr(value, each.name) != getattr(default, each.name)
    }


def _span(value: str, _: Any) -> Span:
    try:
        return Span.parse(value)
    except NotationError:
        wrong = f"{shown(value)} is no number of players: write 6 or 6-10"
        raise _ReadingError(wrong) from None


_Ranks: TypeAlias = tuple[tuple[Rank, RankRules], ...]
_PAIRED: dict[Any, str] = {
    Rank: "ranks, as in 7 = ...",
    Span: "numbers of players, as in 6-10 = ...",
    int: "numbers, as in 2 = ...",
}
"""What the keys of a table are that is kept as pairs."""


def _pairs_factory(hint: Any) -> Callable[[Any, Any], Any]:
    """How a table whose keys are values themselves is read; every mistake in either is told."""
    keys, values = get_args(get_args(hint)[0])

    def read(table: Any, _: Any) -> tuple[tuple[Any, Any], ...]:
        words: dict[Any, str] = {}

        def key_of(word: str) -> Any:
            key = _number_word(word) if keys is int else _CONVERTER.structure(word, keys)
            if words.setdefault(key, word) != word:
                raise _ReadingError(f"it is {shown(words[key])} once more: write one for both")
            return key

        def value_of(raw: Any) -> Any:
            return _CONVERTER.structure(raw, values)

        pairs, wrong = [], []
        for word, below in _table(table, f"one whose keys are {_PAIRED[keys]}").items():
            pair = []
            for read_one, raw in ((key_of, word), (value_of, below)):
                try:
                    pair.append(read_one(raw))
                except (BaseValidationError, _ReadingError) as error:
                    error.add_note(IterableValidationNote(f"in {word}", str(word), dict))
                    wrong.append(error)
            pairs.append(tuple(pair))
        if wrong:
            raise IterableValidationError("", wrong, dict)
        return tuple(pairs)

    return read


def _number_word(word: str) -> int:
    if not re.fullmatch("[1-9][0-9]?", word):
        raise _ReadingError(f"{shown(word)} is no number: write 1 to 99")
    return int(word)


def _pairs_out(pairs: tuple[tuple[Any, Any], ...]) -> dict[str, Any]:
    return {str(key): _changed_or_plain(value) for key, value in pairs}


def _changed_or_plain(value: Any) -> Any:
    return _changed(value, type(value)()) if has(type(value)) else _CONVERTER.unstructure(value)


def _ranks_out(ranks: _Ranks) -> dict[str, Any]:
    tables = _pairs_out(ranks)
    for rank, _ in Variant().ranks:  # a rank left out would be read as the default's
        tables.setdefault(rank.value, {}).setdefault("abilities", [])
    return {rank.value: tables[rank.value] for rank in Rank if rank.value in tables}


def _attrs_factory(cls: Any) -> Callable[[Any, Any], Any]:
    inner = make_dict_structure_fn(cls, _CONVERTER, _cattrs_forbid_extra_keys=True)

    def read(value: Any, hint: Any) -> Any:
        return inner(_table(value, _in_a_table(value, cls)), hint)

    return read


def _in_a_table(value: Any, cls: Any) -> str:
    """What stands for a table that is none: the abilities of a rank are plain to see."""
    if cls is RankRules and isinstance(value, str | list):
        meant = {"abilities": [value] if isinstance(value, str) else value}
        if not isinstance(structure(meant, RankRules), Unread):
            return shown(meant)
    return "its keys below a [header], or in braces"


def _may_be_silent(hint: Any) -> bool:
    return has(hint) and any(each.default is None for each in fields(hint))


def _silent_factory(cls: Any) -> Callable[[Any], dict[str, Any]]:
    """How a table is written in which a key may be left out, which TOML cannot say otherwise."""
    left_out = {
        each.name: override(omit_if_default=True) for each in fields(cls) if each.default is None
    }
    return make_dict_unstructure_fn(cls, _CONVERTER, **left_out)  # type: ignore[arg-type]


def _is_closed(hint: Any) -> bool:
    return get_origin(hint) is Literal


def _is_list(hint: Any) -> bool:
    return get_origin(hint) is tuple and Ellipsis in get_args(hint)


def _is_paired(hint: Any) -> bool:
    return _is_list(hint) and get_origin(get_args(hint)[0]) is tuple


def _make_converter() -> Converter:
    converter = Converter(forbid_extra_keys=True)
    for plain in PLAIN:
        converter.register_structure_hook(plain, _plain)
    converter.register_structure_hook_func(_has_range, _in_range)
    converter.register_structure_hook(StrEnum, _member)
    converter.register_structure_hook(Rank, _rank)
    converter.register_unstructure_hook(Rank, lambda rank: rank.value)
    converter.register_structure_hook(Span, _span)
    converter.register_structure_hook_func(_is_closed, _closed)
    converter.register_structure_hook_factory(_is_list, _tuple_factory)
    converter.register_structure_hook_factory(
        lambda hint: hasattr(hint, "__attrs_attrs__"), _attrs_factory
    )
    converter.register_unstructure_hook_factory(_may_be_silent, _silent_factory)
    converter.register_structure_hook(Ability, _ability)
    converter.register_unstructure_hook_func(
        lambda hint: isinstance(hint, type) and issubclass(hint, Ability), _ability_out
    )
    converter.register_structure_hook(On, _on)
    converter.register_unstructure_hook(On, _on_out)
    converter.register_structure_hook_factory(_is_paired, _pairs_factory)
    converter.register_unstructure_hook_func(_is_paired, _pairs_out)
    converter.register_unstructure_hook_func(lambda hint: hint == _Ranks, _ranks_out)
    return converter


_CONVERTER = _make_converter()
_READ_ON = _attrs_factory(On)
