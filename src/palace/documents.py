"""TOML texts: their data, and the file and the line that each problem in them has."""

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from attrs import evolve, frozen

from palace.cards import Rank
from palace.errors import Finding, NotationError, Problem, VariantError
from palace.lines import lines_of
from palace.reading import Raw
from palace.wording import Keys, printable, shown

if TYPE_CHECKING:  # it costs as much to import as a good part of the library
    from importlib.resources.abc import Traversable

    Source: TypeAlias = Path | Traversable
else:
    Source = Path
BYTE_ORDER_MARK = "\ufeff"
"""What some editors write before a text; it is no part of it."""
CURLY_QUOTES = "\u201c\u201d\u201e\u2018\u2019"
"""What word processors make of quotes, which TOML does not read."""
LARGEST_FILE = 4 << 20
"""The most bytes of a file; the largest that is any use has a hundredth of them."""
FindingT = TypeVar("FindingT", bound=Finding)

_RIGHT = {
    "Invalid value": "write text in quotes, lists in brackets, and true or false",
    "Invalid statement": "write key = value, or [table]; a key of other than letters in quotes",
    "Expected newline": "write each key on a line of its own, and text in quotes",
    "Expected '='": "write key = value; a key with blanks or other marks in quotes",
    "Cannot overwrite": "write each key, and each table's header, once",
    "Cannot declare": "write each table's header once, and all its keys below it",
    "Cannot mutate": "write each table in one way, in braces or below a header",
    "Duplicate inline": "write each key once",
    "Unclosed array": "end the list with ]",
    "Unclosed inline": "end the table with }, on the line on which it begins",
    "Expected ']'": "end the header with ]",
    "Expected ']]'": "end the header with ]]",
    "Unterminated string": "end the text with the quote that it begins with",
    "Illegal character": "end the text with a quote on the line on which it begins",
    "Unescaped": "write text that has a \\ in single quotes",
}
"""What would be right, by how tomllib begins to say what is wrong."""


@frozen
class Document:
    """A TOML text that was read.

    Attributes:
        raw: its data.
        text: the text itself.
        file: the name of its file; empty for a text without one.
    """

    raw: Raw
    text: str
    file: str = ""

    def placed(self, findings: tuple[FindingT, ...]) -> tuple[FindingT, ...]:
        """The findings with file and line, in the order of the lines.

        Those of other files, and those of no line, come first and stay as they are.
        """
        lines = lines_of(self.text, _called)
        placed = [
            each if each.file else evolve(each, file=self.file, line=lines.of(each.path) or 0)
            for each in findings
        ]
        return tuple(sorted(placed, key=lambda each: (each.file == self.file) * each.line))


def document(text: str, file: str = "") -> Document:
    """Read a TOML text.

    Raises:
        VariantError: it is not TOML.
    """
    if not isinstance(text, str):
        raise VariantError((Problem("", f"{shown(text)} is no text: write TOML", file),))
    text = text.removeprefix(BYTE_ORDER_MARK)
    try:
        return Document(tomllib.loads(text), text, file)
    except RecursionError:
        problem = Problem("", "its lists or tables lie too deep in one another", file)
    except ValueError as error:
        problem = _not_toml(str(error), text, file)
    raise VariantError((problem,))


def _not_toml(error: str, text: str, file: str) -> Problem:
    """What is wrong with a text, with the line that it is in and what would be right."""
    error = re.sub(r"\(('.*')(?:,|\))+", lambda found: found[1].replace("', '", "."), error)
    found = re.search(r"\(at line (\d+),", error)
    line = int(found[1]) if found else 0
    row = text.split("\n")[line - 1].strip() if line else ""
    quoted = f", in: {printable(row[:60])}" if row else ""
    hints = (hint for begin, hint in _RIGHT.items() if error.startswith(begin))
    right = "".join(f"; {hint}" for hint in hints)
    if error.startswith("Invalid value") and any(mark in row for mark in CURLY_QUOTES):
        right = '; write straight quotes, "..."'
    return Problem("", f"this is not TOML: {error}{quoted}{right}", file, line)


def called(source: Source) -> str:
    """What messages call a file: a name may have letters that a terminal obeys, or no letters."""
    return printable(str(source))


def read_document(source: Source) -> Document:
    """Read a TOML file.

    Raises:
        VariantError: the file cannot be read, or is not TOML.
    """
    return document(text_of(source), called(source))


def text_of(source: Source) -> str:
    """The text of a file.

    Raises:
        VariantError: the file cannot be read, or is no text.
    """
    try:
        with source.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)  # a device may never end
        if len(data) <= LARGEST_FILE:
            return data.decode().replace("\r\n", "\n").replace("\r", "\n")
        message = f"the file is too large: at most {LARGEST_FILE} bytes are read"
    except UnicodeDecodeError as error:
        message = f"this is not UTF-8 text: {error.reason} at byte {error.start}; save it as UTF-8"
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        message = f"the file cannot be read: {why}; write the path of one that is there"
    raise VariantError((Problem("", message, called(source)),))


def why_no_file(source: Source) -> str | None:
    """Why no file lies at a path, or None where one does."""
    try:
        if source.is_file():
            return None
        return f"this is {'a folder' if source.is_dir() else 'no file that exists'}"
    except OSError as error:  # the folder may not be looked into, or the name is too long
        return f"the file cannot be read: {error.strerror}"


def rank_word(key: str) -> str:
    """A rank that is a key, in the one way to write it; another key as it is."""
    try:
        return Rank.parse(key).value
    except NotationError:
        return key


def _called(keys: Keys) -> Keys:
    """The keys as messages have them."""
    if keys[0] != "ranks" or len(keys) == 1:
        return keys
    return ("ranks", rank_word(str(keys[1])), *keys[2:])
