"""The text of a record or a session, TOML or JSON: plain data in and out, with places."""

import json
from collections.abc import Callable, Iterator
from datetime import date, datetime, time
from os import PathLike
from typing import Any, Generic, TypeVar

import tomli_w
from attrs import evolve, frozen

from palace.checks import problems
from palace.documents import BYTE_ORDER_MARK, Document, called, document, read_document, text_of
from palace.errors import PalaceError, Problem, RecordError, VariantError
from palace.given import path_given, write_file
from palace.reading import Raw, Unread, readable, structure
from palace.variant import Variant
from palace.wording import HALVED, LONGEST_NUMBER, is_writable, path_of, quoted, shown

T = TypeVar("T")
FORMAT = 1
"""The version of the format of records and of sessions."""


def read_text(text: str) -> Document:
    """The data of a text: JSON where it begins with a brace, TOML otherwise.

    Raises:
        RecordError: it is neither.
    """
    if not isinstance(text, str):
        raise RecordError((Problem("", f"{shown(text)} is no text: write TOML, or JSON"),))
    bare = text.removeprefix(BYTE_ORDER_MARK)
    if not bare.lstrip().startswith("{"):
        return _told(lambda: document(text))
    try:
        return Document(json.loads(bare), "")
    except (ValueError, RecursionError) as error:
        raise RecordError((Problem("", f"this is not JSON: {error}"),)) from None


def read_file(path: "str | PathLike[str]") -> Document:
    """The data of a file.

    Raises:
        RecordError: it cannot be read, or is neither TOML nor JSON.
    """
    source = path_given(path)
    if source.suffix != ".json":
        return _told(lambda: read_document(source))
    text = _told(lambda: text_of(source))
    try:
        return evolve(read_text(text), file=called(source))
    except RecordError as error:
        raise RecordError(
            tuple(evolve(each, file=called(source)) for each in error.problems)
        ) from None


def placed(read: Document, made: Callable[[Any], T]) -> T:
    """What is made of a document's data, each mistake told with its file and line.

    Args:
        read: the document.
        made: makes it of plain data.

    Raises:
        RecordError: something is wrong in it; every problem is listed with its place.
    """
    try:
        return made(read.raw)
    except RecordError as error:
        raise RecordError(read.placed(error.problems)) from None


@frozen
class Form(Generic[T]):
    """How the values of one class are saved and loaded.

    Attributes:
        cls: the class.
        read: makes a value of plain data.
        write: makes plain data of a value.
    """

    cls: type[T]
    read: Callable[[Any], T]
    write: Callable[[T], Raw]

    def load(self, path: "str | PathLike[str]") -> T:
        """The value in a file, JSON or TOML; RecordError where something is wrong in it."""
        return placed(read_file(path), self.read)

    def loads(self, text: str) -> T:
        """The value in a text, JSON or TOML; RecordError where something is wrong in it."""
        return placed(read_text(text), self.read)

    def dump(self, value: T, path: "str | PathLike[str]") -> None:
        """Write a file: JSON where its name ends in `.json`, TOML otherwise."""
        raw = self._raw(value)
        text = to_json(raw) if path_given(path).suffix == ".json" else to_toml(raw)
        write_file(path, text)

    def dumps(self, value: T) -> str:
        """The text of a file, in TOML."""
        return to_toml(self._raw(value))

    def _raw(self, value: T) -> Raw:
        if not isinstance(value, self.cls):
            raise PalaceError(f"{quoted(value)} is no {self.cls.__name__}")
        return self.write(value)


def _told(read: Callable[[], T]) -> T:
    try:
        return read()
    except VariantError as error:
        raise RecordError(error.problems) from None


def structured(raw: Any, cls: type[T]) -> T:
    """Plain data as a value of an attrs class.

    Raises:
        RecordError: something is wrong with it; every problem is listed with its path.
    """
    if not isinstance(raw, dict):
        raise RecordError((Problem("", f"{shown(raw)} is no table of keys"),))
    found = structure(raw, cls)
    if isinstance(found, Unread):
        raise RecordError(found.problems)
    return found


def require_format(number: int) -> Iterator[Problem]:
    """The problem with a format that is not known, if it is none."""
    if number != FORMAT:
        yield Problem("format", f"{number} is not known: write format = {FORMAT}")


def variant_of(raw: Any) -> tuple[Variant, tuple[Problem, ...]]:
    """The variant that is written in full under `variant`, and everything wrong with it."""
    if not isinstance(raw, dict):
        return Variant(), (Problem("variant", f"{shown(raw)} is no table: write it in full"),)
    variant, wrong, unread = readable(raw, Variant)
    found = wrong + problems(variant, unread)
    return variant, tuple(evolve(each, path=f"variant.{each.path}".rstrip(".")) for each in found)


def to_toml(raw: Raw) -> str:
    """The data as TOML, a list's values one a line."""
    return tomli_w.dumps(raw)


def to_json(raw: Raw) -> str:
    """The data as JSON; dates become text."""
    return json.dumps(raw, indent=1, ensure_ascii=False, default=str) + "\n"


def wrong_data(value: Any, *keys: str | int) -> Iterator[Problem]:
    """What TOML cannot say, in data that is free."""
    if isinstance(value, dict):
        for key, below in value.items():
            if not isinstance(key, str):
                yield Problem(path_of(keys), f"{shown(key)} is no key: write text")
            elif not is_writable(key):
                yield Problem(path_of(keys), f"the key {shown(key)} {HALVED}")
            else:
                yield from wrong_data(below, *keys, key)
    elif isinstance(value, list | tuple):
        for place, below in enumerate(value):
            yield from wrong_data(below, *keys, place)
    elif isinstance(value, str) and not is_writable(value):
        yield Problem(path_of(keys), f"{shown(value)} {HALVED}")
    elif isinstance(value, int) and value.bit_length() > LONGEST_NUMBER:
        right = f"write one of at most {LONGEST_NUMBER} bits, or text"
        yield Problem(path_of(keys), f"{shown(value)} cannot be written: {right}")
    elif not isinstance(value, str | int | float | bool | datetime | date | time):
        right = "write text, numbers, true or false, dates, lists or tables"
        yield Problem(path_of(keys), f"{quoted(value)} cannot be written: {right}")
