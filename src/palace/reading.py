"""TOML data into values and back, strictly, with a path and a message for every mistake."""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from json import dumps
from typing import Any, Literal, TypeVar, get_args, get_origin

from attrs import fields
from cattrs import (
    AttributeValidationNote,
    BaseValidationError,
    Converter,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)
from cattrs.cols import homogenous_tuple_structure_factory
from cattrs.gen import make_dict_structure_fn

from palace.abilities import ABILITIES, Ability
from palace.cards import Rank
from palace.errors import NotationError, Problem
from palace.variant import DeckChange, On, RankRules, Span, Variant

T = TypeVar("T")


class _Wrong(ValueError):
    """A value that cannot be read; the text says what would be right."""


def parse_toml(text: str) -> dict[str, Any] | Problem:
    """Read TOML, or say what is wrong with it."""
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return Problem("", f"this is not TOML: {error}")


def shown(value: Any) -> str:
    """A value as a TOML file would show it, cut where it is long."""
    if isinstance(value, bool):
        return str(value).lower()
    text = dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def suggestion(word: str, known: Iterator[str] | list[str]) -> str:
    """A hint at the closest known word, or at all of them."""
    words = sorted(known)
    close = get_close_matches(word.lower(), words, n=1)
    return f"did you mean {shown(close[0])}?" if close else f"known: {', '.join(words)}"


def structure(raw: Any, cls: type[T]) -> T | tuple[Problem, ...]:
    """Raw TOML data as a value of a class, or everything that is wrong with it.

    Args:
        raw: tables as dicts, lists, strings, whole numbers, booleans.
        cls: an attrs class whose fields are the table's keys.
    """
    try:
        return _CONVERTER.structure(raw, cls)
    except (BaseValidationError, _Wrong) as error:
        return tuple(_problems(error, ""))


def unstructure(variant: Variant) -> dict[str, Any]:
    """A variant as raw TOML data, complete: every key, and every rank that has rules."""
    return _CONVERTER.unstructure(variant)  # type: ignore[no-any-return]


def _problems(error: BaseException, path: str) -> Iterator[Problem]:
    if isinstance(error, BaseValidationError):
        for each in error.exceptions:
            notes = [
                note
                for note in getattr(each, "__notes__", ())
                if isinstance(note, AttributeValidationNote | IterableValidationNote)
            ]
            where = path
            if notes:
                note = notes[-1]
                where = _below(path, note.name if isinstance(note, AttributeValidationNote) else note.index)
            yield from _problems(each, where)
    elif isinstance(error, ForbiddenExtraKeysError):
        known = [each.name for each in fields(error.cl) if each.init]
        known += ["format", "extends", "examples"] if error.cl is Variant else []
        for key in sorted(error.extra_fields, key=str):
            yield Problem(_below(path, key), f"unknown key {shown(key)}; {suggestion(key, known)}")
    else:
        yield Problem(path, str(error))


def _below(path: str, key: str | int) -> str:
    if isinstance(key, int):
        return f"{path}[{key}]"
    return f"{path}.{key}" if path else str(key)


# ---------------------------------------------------------------- strict reading


def _exactly(cls: type[T], word: str, right: str) -> Callable[[Any, Any], T]:
    def read(value: Any, _: Any) -> T:
        if type(value) is not cls:
            raise _Wrong(f"{shown(value)} is no {word}: write {right}")
        return value

    return read


def _rank(value: Any, _: Any) -> Rank:
    if not isinstance(value, str):
        raise _Wrong(f"{shown(value)} is no rank: ranks are strings, as in \"10\"")
    try:
        return Rank.parse(value)
    except NotationError as error:
        raise _Wrong(str(error)) from None


def _closed(value: Any, hint: Any) -> Any:
    choices = get_args(hint)
    if not isinstance(value, str) or value not in choices:
        close = suggestion(value, list(choices)) if isinstance(value, str) else ""
        listed = ", ".join(f'"{choice}"' for choice in choices)
        hinted = f"; {close}" if close.startswith("did") else ""
        raise _Wrong(f"{shown(value)} is none of {listed}{hinted}")
    return value


def _table(value: Any, right: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _Wrong(f"{shown(value)} is no table: write {right}")
    return value


def _tuple_factory(hint: Any, converter: Converter) -> Callable[[Any, Any], Any]:
    inner = homogenous_tuple_structure_factory(hint, converter)

    def read(value: Any, hint: Any) -> Any:
        if not isinstance(value, list):
            raise _Wrong(f'{shown(value)} is no list: write it in brackets, as in ["..."]')
        return inner(value, hint)

    return read


def _ability(value: Any, _: Any) -> Ability:
    if isinstance(value, str):
        value = {"name": value}
    table = dict(_table(value, 'an ability\'s name, or { name = "skip", count = "once" }'))
    name = table.pop("name", None)
    if not isinstance(name, str) or name not in ABILITIES:
        hint = suggestion(str(name), list(ABILITIES))
        raise _Wrong(f"unknown ability {shown(name)}; {hint}")
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
        value = {"rule": value}
    return _READ_ON(_table(value, 'on = "anything", or on = { never = ["J"] }'), On)  # type: ignore[no-any-return]


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
    first, _dash, last = value.partition("-")
    if not all(part.isascii() and part.isdigit() for part in (first, last or first)):
        raise _Wrong(f"{shown(value)} is no number of players: write 6 or 6-10")
    return Span(int(first), int(last or first))


_Ranks = tuple[tuple[Rank, RankRules], ...]
_DeckChanges = tuple[tuple[Span, DeckChange], ...]


def _pairs(table: dict[str, Any], keys: Any, values: Any) -> tuple[tuple[Any, Any], ...]:
    """A table whose keys are values themselves, as pairs; every mistake in either is told."""
    pairs, wrong = [], []
    for key, value in table.items():
        found = []
        for raw, cls in ((key, keys), (value, values)):
            try:
                found.append(_CONVERTER.structure(raw, cls))
            except (BaseValidationError, _Wrong) as error:
                error.__notes__ = [*getattr(error, "__notes__", ()), _note(key)]
                wrong.append(error)
        pairs.append(tuple(found))
    if wrong:
        raise IterableValidationError("", wrong, dict)
    named = [key for key, _ in pairs]
    for (key, _), word in zip(pairs, table, strict=True):
        if named.count(key) > 1:
            twice = _Wrong(f"{shown(word)} is named twice: {key} has a table already")
            twice.__notes__ = [_note(word)]
            raise IterableValidationError("", [twice], dict)
    return tuple(pairs)


def _note(key: str) -> IterableValidationNote:
    return IterableValidationNote(f"in {key}", key, dict)


def _ranks(value: Any, _: Any) -> Any:
    return _pairs(_table(value, "[ranks.7] and its keys below it"), Rank, RankRules)


def _ranks_out(ranks: _Ranks) -> dict[str, Any]:
    tables = {rank.value: _changed(rules, RankRules()) for rank, rules in ranks}
    for rank, _ in Variant().ranks:  # a rank left out would be read as the default's
        tables.setdefault(rank.value, {}).setdefault("abilities", [])
    return {rank.value: tables[rank.value] for rank in Rank if rank.value in tables}


def _changes(value: Any, _: Any) -> Any:
    return _pairs(_table(value, "[deck.by_players.6] and its keys below it"), Span, DeckChange)


def _changes_out(changes: _DeckChanges) -> dict[str, Any]:
    return {str(span): _changed(change, DeckChange()) for span, change in changes}


def _attrs_factory(cls: Any, converter: Converter) -> Callable[[Any, Any], Any]:
    inner = make_dict_structure_fn(cls, converter, _cattrs_forbid_extra_keys=True)

    def read(value: Any, hint: Any) -> Any:
        return inner(_table(value, "its keys below a [header], or in braces"), hint)

    return read


def _make_converter() -> Converter:
    converter = Converter(forbid_extra_keys=True)
    converter.register_structure_hook(str, _exactly(str, "text", 'it in quotes, as in "..."'))
    converter.register_structure_hook(int, _exactly(int, "whole number", "digits without quotes"))
    converter.register_structure_hook(bool, _exactly(bool, "boolean", "true or false"))
    converter.register_structure_hook(Rank, _rank)
    converter.register_unstructure_hook(Rank, lambda rank: rank.value)
    converter.register_structure_hook(Span, _span)
    converter.register_structure_hook_func(lambda hint: get_origin(hint) is Literal, _closed)
    converter.register_structure_hook_factory(
        lambda hint: get_origin(hint) is tuple and Ellipsis in get_args(hint), _tuple_factory
    )
    converter.register_structure_hook_factory(
        lambda hint: hasattr(hint, "__attrs_attrs__"), _attrs_factory
    )
    converter.register_structure_hook(Ability, _ability)
    converter.register_unstructure_hook_func(
        lambda hint: isinstance(hint, type) and issubclass(hint, Ability), _ability_out
    )
    converter.register_structure_hook(On, _on)
    converter.register_unstructure_hook(On, _on_out)
    converter.register_structure_hook_func(lambda hint: hint == _Ranks, _ranks)
    converter.register_unstructure_hook_func(lambda hint: hint == _Ranks, _ranks_out)
    converter.register_structure_hook_func(lambda hint: hint == _DeckChanges, _changes)
    converter.register_unstructure_hook_func(lambda hint: hint == _DeckChanges, _changes_out)
    return converter


_CONVERTER = _make_converter()
_READ_ON = _attrs_factory(On, _CONVERTER)
