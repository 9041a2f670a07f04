"""How messages show values and the way to them, and hint at the word that was meant."""

import re
from collections.abc import Iterable
from json import dumps
from typing import Any, TypeAlias

LONGEST = 60
"""The most letters of a wrong value that a message shows."""

MOST_TOLD = 15
"""The most words that a message lists beside one that may have been meant."""


def shown(value: Any) -> str:
    """A value as a TOML file would show it, shortened where it is long."""
    try:
        return shortened(_in_toml(value, 9))
    except Exception:  # noqa: BLE001 - a value may fail to show itself in any way
        return _by_type(value)


def quoted(value: object, longest: int = LONGEST) -> str:
    """A value that was given in code or as text, as Python shows it, shortened where it is long."""
    try:
        return shortened(repr(value), longest)
    except Exception:  # noqa: BLE001 - a value may fail to show itself in any way
        return _by_type(value)


def _by_type(value: object) -> str:
    return f"a value of the type {shortened(type(value).__name__)}"


LONGEST_REASON = 1000
"""The most letters that a message shows of an error that is not the library's own."""


def failure(error: BaseException) -> str:
    """What an error says that is not the library's own, with its type, shortened where long."""
    try:
        said = shortened(str(error), LONGEST_REASON)
    except Exception:  # noqa: BLE001 - an error may fail to show itself in any way
        said = "it does not say why"
    return f"{type(error).__name__}: {said}"


LONGEST_NUMBER = 64
"""The most bits of a number that a file holds, and that a message shows."""


def is_writable(text: str) -> bool:
    """Whether a file can hold a text: one with half of a letter's two halves has no bytes."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


HALVED = "has half a letter, which no file can hold: write whole ones"
"""What is wrong with a text that is not writable."""


def shortened(text: str, longest: int = LONGEST) -> str:
    """A text of at most so many letters; dots stand for what is left out."""
    return text if len(text) <= longest else f"{text[: longest - 3]}..."


def printable(text: str) -> str:
    """A text with `?` for each letter that a terminal does not show but obeys."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def printable_lines(text: str) -> str:
    """A text of several lines, each as `printable` gives it."""
    return "\n".join(map(printable, text.split("\n")))


def counted(number: int, thing: str) -> str:
    """A number of things: `1 player`, `3 players`."""
    return f"{shown(number)} {thing}{'' if number == 1 else 's'}"


def ranging(least: int, most: int) -> str:
    """The numbers from one to another: `2 to 5`, or `4` where that is the only one."""
    return str(least) if least == most else f"{least} to {most}"


def _in_toml(value: Any, depth: int) -> str:
    if depth == 0:
        return "..."
    if isinstance(value, bool | str):
        return dumps(value, ensure_ascii=False)
    if isinstance(value, list | tuple):
        return f"[{', '.join(_in_toml(each, depth - 1) for each in value)}]"
    if isinstance(value, dict):
        pairs = ", ".join(f"{key} = {_in_toml(below, depth - 1)}" for key, below in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, int) and value.bit_length() > LONGEST_NUMBER:
        return f"a number of {value.bit_length()} bits"  # Python refuses to print the longest
    return str(value)


Keys: TypeAlias = tuple[str | int, ...]
"""The way to a value: keys, and places in lists."""


def path_of(keys: Iterable[str | int]) -> str:
    """Keys as TOML writes them, and places in lists: `ranks.10.abilities[0]`."""
    path = ""
    for key in keys:
        if isinstance(key, int):
            path += f"[{key}]"
        elif not isinstance(key, str):
            path += f".{quoted(key)}"
        else:
            path += f".{key if re.fullmatch(f'[A-Za-z0-9_-]{{1,{LONGEST}}}', key) else shown(key)}"
    return path.removeprefix(".")


OPPOSITES = {
    frozenset(pair.split())
    for pair in ("up down", "left right", "higher lower", "first last", "min max", "next previous")
}
"""Who writes one of two words never meant the other."""


def suggestion(word: str, known: Iterable[str]) -> str:
    """A hint at the known words that may have been meant, or at all of them."""
    words = sorted(known)
    return nearest(word, words) or f"known: {', '.join(words)}"


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint at the known words that may have been meant; empty where none is near."""
    meant = _meant(word.lower(), sorted(known))
    if not meant:
        return ""
    *others, last = map(shown, meant)
    return f"did you mean {', '.join(others)}{' or ' * bool(others)}{last}?"


def _meant(word: str, known: list[str]) -> list[str]:
    """The words that may have been meant, the best reason first; at most a few."""
    from difflib import get_close_matches  # noqa: PLC0415 - for messages alone

    parts = _parts(word)
    possible = [each for each in known if not _contradict(parts, _parts(each))]
    for found in (
        [each for each in possible if each.removesuffix("s") == word.removesuffix("s")],
        [each for each in possible if parts and parts == _parts(each)],
        [each for each in possible if parts and parts < _parts(each)],
        [each for each in get_close_matches(word, possible) if _is_close(word, each)][:1],
        [each for each in possible if parts & _parts(each)],
        [each for each in possible if any(map(each.startswith, parts))],
    ):
        if 0 < len(found) <= 3:
            return found
    return []


def _is_close(word: str, other: str) -> bool:
    """Whether two words are alike all over, or for a good piece, in what tells something."""
    from difflib import SequenceMatcher  # noqa: PLC0415 - for messages alone

    mine, others = ("_".join(_told(each)) or each for each in (word, other))
    compared = SequenceMatcher(None, others, mine)
    return compared.ratio() >= 0.7 or compared.find_longest_match().size >= 6


_TELLS_NOTHING = {"card", "at", "by", "in", "of", "on", "to", "and", "then", "from"}


def _parts(word: str) -> set[str]:
    """The words of which a key is made, but for those that many have."""
    return set(_told(word))


def _told(word: str) -> list[str]:
    parts = [part.removesuffix("s") for part in re.findall("[a-z]+", word)]
    return [part for part in parts if part not in _TELLS_NOTHING]


def _contradict(mine: set[str], others: set[str]) -> bool:
    """Whether one word says the opposite of another somewhere."""
    return any(pair & mine and pair & others and pair & mine != pair & others for pair in OPPOSITES)


def none_of(value: Any, choices: Iterable[Any]) -> str:
    """What is wrong with a value that is none of a closed set of words.

    Of many words only those are told that may have been meant, if there are any.
    """
    words = [str(choice) for choice in choices]
    hint = nearest(value, words) if isinstance(value, str) else ""
    if hint and len(words) > MOST_TOLD:
        return f"{shown(value)} is none of the {len(words)} words that may stand here; {hint}"
    return f"{shown(value)} is none of {', '.join(map(shown, words))}{f'; {hint}' if hint else ''}"


PLAIN: dict[Any, str] = {
    str: 'is no text: write it in quotes, as in "..."',
    int: "is no whole number: write digits, without quotes or a point",
    bool: "is neither true nor false: write true or false, without quotes",
}
"""What is wrong with a value that is not exactly of a plain type."""


def wrong_with(value: Any, hint: Any) -> str:
    """What is wrong with a value that shall be of a plain type; empty where nothing is."""
    if type(value) is not hint:
        return f"{shown(value)} {PLAIN[hint]}"
    if hint is str and not is_writable(value):
        return f"{shown(value)} {HALVED}"
    if hint is int and value.bit_length() > LONGEST_NUMBER:
        return f"{shown(value)} is out of range: write a smaller one"
    return ""
