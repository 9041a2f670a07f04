"""What a caller gives: refused where it is of another kind, with what would be right."""

from collections.abc import Iterable, Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar

from palace.errors import PalaceError
from palace.wording import LONGEST_NUMBER, quoted

T = TypeVar("T")


def require(value: object, kind: type, what: str, right: str) -> None:
    """Refuse a value that is not of a class.

    Args:
        value: what was given.
        kind: the class.
        what: what it is called: `simulation`.
        right: what would be right: `simulate makes one`.

    Raises:
        PalaceError: it is no value of the class.
    """
    if not isinstance(value, kind):
        raise PalaceError(f"{quoted(value)} is no {what}: {right}")


def require_method(value: object, method: str, what: str, right: str) -> None:
    """Refuse a value that cannot do what it is wanted for.

    Args:
        value: what was given.
        method: the method that it must have.
        what: what it is called: `bot`.
        right: what would be right: `bot(name) makes one`.

    Raises:
        PalaceError: it has no such method.
    """
    if isinstance(value, type) and hasattr(value, method):
        made = f"{value.__name__}()"
        raise PalaceError(f"{quoted(value)} is no {what}, but a class of them: write {made}")
    if isinstance(value, type) or not callable(getattr(value, method, None)):
        raise PalaceError(f"{quoted(value)} is no {what}: it has no method {method}; {right}")


def require_callable(name: str, value: object, right: str) -> None:
    """Refuse what cannot be called.

    Args:
        name: what it is for.
        value: what was given.
        right: what would be right.

    Raises:
        PalaceError: it cannot be called.
    """
    if not callable(value):
        raise PalaceError(f"{name} is {quoted(value)}: {right}")


def require_number(name: str, value: int, least: int) -> None:
    """Refuse what is no whole number, or too small a one.

    Args:
        name: what it says.
        value: what was given.
        least: the least that it may be.

    Raises:
        PalaceError: it is none.
    """
    if type(value) is not int or value < least or value.bit_length() > LONGEST_NUMBER:
        raise PalaceError(f"{name} is {quoted(value)}: it is a whole number of {least} or more")


def through(values: Iterable[T], of: str) -> Iterator[T]:
    """The values of a list, or of anything else that can be gone through, one after another.

    Args:
        values: what was given.
        of: what the values are called: `bots`.

    Raises:
        PalaceError: it cannot be gone through.
    """
    try:
        return iter(values)
    except TypeError:
        raise PalaceError(f"{quoted(values)} is no list of {of}: write [...]") from None


def listed(values: Iterable[T], of: str) -> tuple[T, ...]:
    """All the values of a list, or of anything else that can be gone through; see `through`."""
    return tuple(through(values, of))


def path_given(path: "str | PathLike[str]") -> Path:
    """A file's path.

    Raises:
        PalaceError: it is no path.
    """
    try:
        return Path(path)
    except TypeError:
        raise PalaceError(f"{quoted(path)} is no path: write a file's, as text") from None


def write_file(path: "str | PathLike[str]", text: str) -> None:
    """Write a file; one that is there is replaced.

    Raises:
        PalaceError: it is no path, or no file can be called so.
        OSError: the file cannot be written.
    """
    file = path_given(path)
    try:
        file.write_bytes(text.encode())
    except ValueError as error:  # a letter that no name can have
        raise PalaceError(f"no file can be called {quoted(str(path))}: {error}") from None


def pairs_of(value: Any, what: str) -> tuple[tuple[Any, Any], ...]:
    """The pairs of a mapping, or of a list of pairs.

    Args:
        value: what was given.
        what: what the keys are: `ranks`.

    Raises:
        PalaceError: it is neither.
    """
    try:
        pairs = value.items() if isinstance(value, Mapping) else value
        return tuple((key, below) for key, below in pairs)
    except (TypeError, ValueError):
        raise PalaceError(f"{quoted(value)} is no table of {what}: write a dict") from None
