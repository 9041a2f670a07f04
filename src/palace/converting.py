"""`make_converter`: every value of the library as plain data, and back, by cattrs.

Cards and actions are their texts, and a position is its line of text; a variant, a record and a
session are the tables of their files; an event has a `kind`; all else is a table of its attributes.
"""

from collections.abc import Callable
from enum import StrEnum
from random import Random
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from attrs import evolve, has
from cattrs import Converter, StructureHandlerNotFoundError, transform_error
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn

from palace.abilities import Ability
from palace.actions import Action, parse_action
from palace.cards import Card, Cards
from palace.errors import NotationError, PalaceError, PositionError, VariantError
from palace.events import EVENTS, Event
from palace.knowledge import Knowledge, determinize
from palace.notation import dumps_state, is_named, loads_state, loads_view
from palace.reading import Raw, Unread, structure, unstructure
from palace.record import Record, record_in, record_out
from palace.requirements import Requirement
from palace.rules import Rules, rules_of
from palace.session import Session, session_in, session_out
from palace.state import State
from palace.variant import Span, Variant
from palace.views import Place, View, view
from palace.wording import printable, quoted, shortened

_ACTIONS = get_args(Action)
MOST_TOLD = 10
"""The most mistakes that a message lists."""
LONGEST_TOLD = 300
"""The most letters that it has for each."""


class _Converter(Converter):
    """A converter that says in the library's own error what is wrong with data, and where."""

    def structure(self, obj: Any, cl: Any) -> Any:
        """As `cattrs.Converter.structure`.

        Raises:
            PalaceError: the data are no such value.
            StructureHandlerNotFoundError: nothing is known of such values.
        """
        try:
            return super().structure(obj, cl)
        except (PalaceError, StructureHandlerNotFoundError):
            raise
        except Exception as error:
            told = _places(error)
            more = f"; and {len(told) - MOST_TOLD} more" if len(told) > MOST_TOLD else ""
            name = getattr(cl, "__name__", cl)
            raise NotationError(
                f"this is no {name}: {'; '.join(told[:MOST_TOLD])}{more}"
            ) from error


def _places(error: Exception) -> list[str]:
    """What is wrong, and where."""
    try:
        return transform_error(error, format_exception=_wrong)
    except TypeError:  # a key that is no text, which JSON does not have
        return ["its keys are text"]


def _wrong(error: BaseException, _: Any) -> str:
    if isinstance(error, KeyError):
        return f"{quoted(error.args[0])} is missing"
    return printable(shortened(str(error), LONGEST_TOLD))


def make_converter() -> Converter:
    """A cattrs converter that structures and unstructures every value of the library.

    Returns:
        A converter of your own, to which you may add hooks. What it unstructures is plain data for
        `json.dumps`: dicts with text as keys, lists, text, numbers, true, false and None.
        Structuring is strict: an unknown key, or a value of another type, is a `PalaceError` that
        says where it is.
    """
    converter = _Converter(forbid_extra_keys=True, unstruct_collection_overrides={tuple: list})
    for plain in (bool, int, float, str):
        converter.register_structure_hook(plain, _exactly)
    converter.register_unstructure_hook(StrEnum, lambda word: word.value)
    converter.register_structure_hook(StrEnum, lambda word, cls: cls(_exactly(word, str)))
    converter.register_structure_hook_factory(_is_of_several, _reader_of_several(converter))
    for cls, read in _TEXTS.items():
        converter.register_unstructure_hook(cls, str)
        converter.register_structure_hook(cls, _from_text(read))
    for cls in (*_ACTIONS, Action):
        converter.register_unstructure_hook_func(_is(cls), str)
        converter.register_structure_hook_func(_is(cls), _read_action)
    converter.register_unstructure_hook_func(_is_of_language, unstructure)
    converter.register_structure_hook_func(_is_of_language, _read_language)
    for cls, (write, read_table) in _TABLES.items():
        converter.register_unstructure_hook_func(_is(cls), write)
        converter.register_structure_hook_func(_is(cls), read_table)
    converter.register_unstructure_hook_func(_is(Knowledge), _knowledge_out)
    converter.register_structure_hook_func(_is(Knowledge), _knowledge_reader(converter))
    converter.register_structure_hook_factory(_is(Requirement), _reader_of_asked(converter))
    converter.register_unstructure_hook_factory(_is_event, _writer_of_events(converter))
    converter.register_structure_hook_factory(_is_event, _reader_of_events(converter))
    return converter


def _is(cls: Any) -> Callable[[Any], bool]:
    return lambda hint: hint == cls


def _exactly(value: Any, hint: Any) -> Any:
    if type(value) is not hint:
        raise NotationError(f"{quoted(value)} is no {hint.__name__}")
    return value


# ---------------------------------------------------------------- texts

_TEXTS: dict[Any, Callable[[str], Any]] = {
    Card: Card.parse,
    Cards: Cards.of,
    Span: Span.parse,
}
"""What is its own text, and how it is read."""


def _from_text(read: Callable[[str], Any]) -> Callable[[Any, Any], Any]:
    return lambda value, _: read(_exactly(value, str))


def _read_action(text: Any, cls: Any) -> Action:
    action = parse_action(_exactly(text, str))
    if cls in _ACTIONS and not isinstance(action, cls):
        raise NotationError(f"{quoted(text)} is no {cls.__name__}")
    return action


# ---------------------------------------------------------------- tables


def _is_of_language(hint: Any) -> bool:
    """Whether a class is one of those of which a variant is made."""
    if not isinstance(hint, type) or hint is Span:
        return False
    return (has(hint) and hint.__module__ == Variant.__module__) or issubclass(hint, Ability)


def _read_language(raw: Any, cls: Any) -> Any:
    found: Any = structure(raw, cls)
    if isinstance(found, Unread):
        raise VariantError(found.problems)
    if isinstance(found, Variant):
        rules_of(found)  # raises what is wrong with it
    return found


def _position_out(position: State | View) -> Raw:
    """The line of text, and the variant where that is no preset."""
    raw: Raw = {"position": dumps_state(position)}
    return raw if is_named(position.variant) else raw | {"variant": unstructure(position.variant)}


def _position_in(raw: Any, read: Callable[[str, Variant | None], Any], *more: str) -> Any:
    if not isinstance(raw, dict) or not {"position"} <= {*raw} <= {"position", "variant", *more}:
        keys = ", ".join(("position", *more))
        raise NotationError(
            f"{quoted(raw)} is no position: it has {keys}, and a variant if it must"
        )
    variant = raw.get("variant")
    given = None if variant is None else _read_language(variant, Variant)
    return read(_exactly(raw["position"], str), given)


def _knowledge_out(knowledge: Knowledge) -> Raw:
    known, looked_at = map(str, knowledge.known), knowledge.looked_at
    return _position_out(knowledge.view) | {
        "known": [*known],
        "looked_at": [None if card is None else str(card) for card in looked_at],
    }


def _knowledge_reader(converter: Converter) -> Callable[[Any, Any], Knowledge]:
    def read(raw: Any, _: Any) -> Knowledge:
        seen: View = _position_in(raw, loads_view, "known", "looked_at")
        start = Knowledge.of(seen)
        known = converter.structure(raw.get("known"), tuple[Cards, ...])
        looked_at = converter.structure(raw.get("looked_at"), tuple[Place, ...])
        if len(known) != seen.players or len(looked_at) != len(start.looked_at):
            raise NotationError(
                f"known has {len(known)} hands and looked_at {len(looked_at)} places: there are "
                f"{seen.players} seats, and {len(start.looked_at)} own face-down places"
            )
        knowledge = evolve(start, known=known, looked_at=looked_at)
        if view(determinize(knowledge, Random(0)), seen.seat) != seen:
            raise PositionError(f"what is known contradicts what is seen: {knowledge}")
        return knowledge

    return read


_TABLES: dict[Any, tuple[Callable[[Any], Any], Callable[[Any, Any], Any]]] = {
    State: (_position_out, lambda raw, _: _position_in(raw, loads_state)),
    View: (_position_out, lambda raw, _: _position_in(raw, loads_view)),
    Rules: (
        lambda rules: unstructure(rules.variant),
        lambda raw, _: rules_of(_read_language(raw, Variant)),
    ),
    Record: (record_out, lambda raw, _: record_in(raw)),
    Session: (session_out, lambda raw, _: session_in(raw)),
}
"""How what has a table of its own is written, and read."""


def _reader_of_asked(converter: Converter) -> Callable[[Any], Callable[[Any, Any], Requirement]]:
    def made(cls: Any) -> Callable[[Any, Any], Requirement]:
        read = make_dict_structure_fn(cls, converter)

        def read_one(raw: Any, hint: Any) -> Requirement:
            asked: Requirement = read(raw, hint)
            if asked.rank is None and asked.kind not in ("free", "choice"):
                raise NotationError(f"{quoted(raw)} is no requirement: {asked.kind} has a rank")
            return asked

        return read_one

    return made


# ---------------------------------------------------------------- events, and one of several


def _is_event(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Event)


def _writer_of_events(converter: Converter) -> Callable[[Any], Callable[[Any], Raw]]:
    def made(cls: Any) -> Callable[[Any], Raw]:
        if cls is Event:
            return lambda event: converter.unstructure(event, type(event))
        write = make_dict_unstructure_fn(cls, converter)
        return lambda event: {"kind": event.kind, **write(event)}

    return made


def _reader_of_events(converter: Converter) -> Callable[[Any], Callable[[Any, Any], Any]]:
    def made(cls: Any) -> Callable[[Any, Any], Any]:
        if cls is Event:
            return lambda raw, _: converter.structure(raw, _event_class(raw))
        read = make_dict_structure_fn(cls, converter)

        def read_one(raw: Any, hint: Any) -> Any:
            if _event_class(raw) is not cls:
                raise NotationError(f"{quoted(raw)} is no event of the kind {quoted(cls.kind)}")
            return read({key: value for key, value in raw.items() if key != "kind"}, hint)

        return read_one

    return made


def _event_class(raw: Any) -> type[Event]:
    kind = raw.get("kind") if isinstance(raw, dict) else None
    if not isinstance(kind, str) or kind not in EVENTS:
        raise NotationError(f"{quoted(raw)} is no event: its kind is one of {', '.join(EVENTS)}")
    return EVENTS[kind]


def _is_of_several(hint: Any) -> bool:
    """Whether a value may be of several types, besides None."""
    several = {*get_args(hint)} - {NoneType}
    return get_origin(hint) in {Union, UnionType} and len(several) > 1


def _reader_of_several(converter: Converter) -> Callable[[Any], Callable[[Any, Any], Any]]:
    """The first of the types as which the value can be read."""

    def read(value: Any, hint: Any) -> Any:
        if value is None and NoneType in get_args(hint):
            return None
        for each in get_args(hint):
            try:
                return converter.structure(value, each)
            except Exception:  # noqa: BLE001, S112 - whatever a hook raises, it is not of this type
                continue
        raise NotationError(f"{quoted(value)} is none of {hint}")

    return lambda _: read
