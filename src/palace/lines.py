"""On which line of a TOML text each key stands; tomllib does not say.

The text is known to be TOML, so this only looks for keys: headers, keys before `=`, and places in
arrays. Paths are written as messages write them: `ranks.10.abilities[0]`.
"""

import re
import tomllib
from collections.abc import Callable, Iterator

from attrs import field, frozen

from palace.wording import Keys, path_of

DEEPEST = 50
"""The longest path that is looked for; no key of the library's files has so long a one."""

_TOKENS = re.compile(
    r"""
    (?P<newline> \n )
  | (?P<blank> [^\S\n]+ | \#[^\n]* )
  | (?P<string> \"{3} (?:\\.|[^\\])*? \"{3,5} | '{3} .*? '{3,5}
              | " (?:\\.|[^"\\\n])* " | ' [^'\n]* ' )
  | (?P<mark> [\[\]{},.=] )
  | (?P<bare> [^\s\[\]{},.=#"']+ )
    """,
    re.VERBOSE | re.DOTALL,
)


@frozen
class Lines:
    """The lines of a text's keys, counted from 1.

    Attributes:
        written: the line of each key, table and place in an array, by its path.
        implied: the paths of tables that only the paths of others imply.
    """

    written: dict[str, int] = field(factory=dict)
    implied: frozenset[str] = frozenset()

    def of(self, path: str) -> int | None:
        """The line of a path, or of what encloses it where the text has no such key.

        Args:
            path: as in `ranks.10.abilities[0]`.

        Returns:
            The line; None where the text has neither.
        """
        if path in self.written:
            return self.written[path]
        around = [each for each in self.written if path.startswith((f"{each}.", f"{each}["))]
        nearest = max(around, key=len, default="")
        return None if nearest in self.implied else self.written.get(nearest)


def lines_of(text: str, spelt: Callable[[Keys], Keys] = lambda keys: keys) -> Lines:
    """Find the line of every key of a TOML text.

    Args:
        text: the text; in one that is not TOML nothing is found.
        spelt: what messages call a key that may be written in several ways.

    Returns:
        The lines, each under its path as written and under what messages call it.
    """
    try:
        scan = _Scan(text)
        scan.read()
    except (StopIteration, RecursionError, ValueError):  # it was no TOML, or too deep
        return Lines()
    paths = {keys: path_of(keys) for keys in scan.found}
    written: dict[str, set[int]] = {}
    for keys, path in paths.items():
        written.setdefault(path, set()).add(scan.found[keys])
    called: dict[str, set[int]] = {}
    for keys, line in scan.found.items():
        called.setdefault(path_of(spelt(keys)), set()).add(line)
    found = {path: lines for path, lines in (called | written).items() if len(lines) == 1}
    implied = {each for keys in scan.implied for each in (paths[keys], path_of(spelt(keys)))}
    return Lines({path: min(lines) for path, lines in found.items()}, frozenset(implied))


class _Scan:
    """One way through a text, from statement to statement."""

    def __init__(self, text: str) -> None:
        self.found: dict[Keys, int] = {}
        self.implied: set[Keys] = set()
        self._arrays: dict[Keys, int] = {}
        self._tokens = _tokens(text)
        self._next()

    def read(self) -> None:
        """Read all statements."""
        table: Keys = ()
        while self._kind != "end":
            if self._kind == "newline":
                self._next()
            elif self._text == "[":
                table = self._header()
            else:
                self._pair(table)

    def _next(self) -> None:
        self._kind, self._text, self._line = next(self._tokens)

    def _past(self, *texts: str) -> bool:
        """Whether one of these marks stands here; then it is passed."""
        there = self._kind in ("mark", "newline") and self._text in texts
        if there:
            self._next()
        return there

    def _header(self) -> Keys:
        """The path of the table that a header opens."""
        line = self._line
        self._next()
        in_array = self._past("[")
        path = self._down((), keys := self._keys(), line)
        path = (*path, keys[-1])
        while self._past("]"):
            pass
        if in_array:
            self._arrays[path] = place = self._arrays.get(path, -1) + 1
            self.found.setdefault(path, line)
            path = (*path, place)
        self._found(path, line)
        return path

    def _pair(self, table: Keys) -> None:
        """A key and its value."""
        line, keys = self._line, self._keys()
        path = (*self._down(table, keys, line), keys[-1])
        self._found(path, line)
        if not self._past("="):
            raise ValueError(self._text)
        self._value(path)

    def _down(self, path: Keys, keys: list[str], line: int) -> Keys:
        """The path of the table in which the last of the keys stands; those above are implied."""
        if len(path) + len(keys) > DEEPEST:
            raise ValueError(keys)
        for key in keys[:-1]:
            path = (*path, key)
            if path not in self.found:
                self.found[path] = line
                self.implied.add(path)
            if path in self._arrays:
                path = (*path, self._arrays[path])
        return path

    def _found(self, path: Keys, line: int) -> None:
        self.found[path] = line
        self.implied.discard(path)

    def _keys(self) -> list[str]:
        keys = [self._key()]
        while self._past("."):
            keys.append(self._key())
        return keys

    def _key(self) -> str:
        kind, text = self._kind, self._text
        if kind not in ("bare", "string"):
            raise ValueError(text)
        self._next()
        return text if kind == "bare" else str(tomllib.loads(f"key = {text}")["key"])

    def _value(self, path: Keys) -> None:
        if self._past("["):
            place = 0
            while not self._past("]"):
                if self._past("\n", ","):
                    continue
                self._found((*path, place), self._line)
                self._value((*path, place))
                place += 1
        elif self._past("{"):
            while not self._past("}"):
                if not self._past("\n", ","):
                    self._pair(path)
        elif self._kind == "string":
            self._next()
        elif self._kind != "bare":
            raise ValueError(self._text)
        else:  # a number has a dot, a date a blank
            while self._kind == "bare" or self._text == ".":
                self._next()


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    """Kind, text and line of each token; blanks and comments are left out."""
    line, place = 1, 0
    while token := _TOKENS.match(text, place):
        kind = token.lastgroup or ""
        if kind != "blank":
            yield kind, token[0], line
        line, place = line + token[0].count("\n"), token.end()
    if place < len(text):
        raise ValueError(text[place])
    yield "end", "", line
