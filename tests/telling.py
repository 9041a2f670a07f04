"""What errors tell: their problems as pairs of path and message, and cases that list them."""

import re
from collections.abc import Callable
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import settings

from palace import NotationError, PalaceError, VariantError

MANY = settings(max_examples=12 * settings().max_examples)
"""For what is tried fast: more examples than the profile asks for, in proportion."""


def in_file(text: str) -> str:
    """The text of a variant file that says this besides its format."""
    return f"format = 1\n{text}"


def attempt(call: Callable[..., Any], *given: Any, **named: Any) -> tuple[Any, str]:
    """What a call gives, and what it is refused with: one of the two."""
    try:
        return call(*given, **named), ""
    except PalaceError as error:
        return None, str(error)


def refusal(read: Callable[..., object], *given: Any) -> str:
    """What is said about a text, or another value, that cannot be read."""
    with pytest.raises(NotationError) as refused:
        read(*given)
    return str(refused.value)


def problems_of(call: Callable[..., object], *given: Any, **named: Any) -> list[tuple[str, str]]:
    """The problems that a call is refused with, in their order."""
    with pytest.raises(VariantError) as refused:
        call(*given, **named)
    return [(problem.path, problem.message) for problem in refused.value.problems]


def cases(text: str, **short: str) -> list[Any]:
    """Cases out of a text: TOML, and indented below it what is told about it, a line for each.

    A line that is indented twice goes on with the one above. A line of TOML that is one of the
    `short` words stands for more.
    """
    found = []
    for case in re.split(r"\n\s*\n", dedent(text).strip("\n")):
        toml = [short.get(line, line) for line in case.splitlines() if line[0] != " "]
        told = [line for line in case.splitlines() if line[0] == " "]
        lines = dedent("\n".join(told)).replace("\n    ", " ").splitlines()
        name = " ".join(line for line in case.splitlines() if line[0] != " ")
        found.append(pytest.param("\n".join(toml), lines, id=name))
    return found


def pairs(lines: list[str]) -> list[tuple[str, str]]:
    """The paths and messages of lines that a case lists."""
    return [(path, message) for path, _, message in (line.partition(": ") for line in lines)]
