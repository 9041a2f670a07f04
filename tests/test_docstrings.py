"""What is public tells its parts: of a function what it is given, what it returns and raises."""

import inspect
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import attrs
import pytest

import public
from palace.bots import Bot
from palace.collecting import Collector

PROTOCOLS = (Bot, Collector)
"""What these say of their methods holds for every class that has them."""
RAISING = re.compile(r"^ +raise (\w+)", re.MULTILINE)
MADE = {
    "no_state": "PalaceError",
    "_refused": "IllegalAction",
    "_contradiction": "PositionError",
    "_missing": "SimulationError",
}
"""What functions that make an error make."""
TEXT = re.compile(r"palace\.\w+\.\w+.* \| str\b")
"""The type of what may be given as a text too, which need not be one."""


def public_value(name: str) -> Any:
    if name.startswith("palace.rl."):
        pytest.importorskip("pettingzoo")
    module, _, last = name.rpartition(".")
    return getattr(import_module(module), last)


def functions(name: str) -> Iterator[tuple[str, Callable[..., Any]]]:
    """The function of that name, or the public methods that a class has itself."""
    value = public_value(name)
    if inspect.isfunction(inspect.unwrap(value) if callable(value) else value):
        yield name, value
    if not inspect.isclass(value):
        return
    for each, attribute in vars(value).items():
        method = getattr(attribute, "__func__", attribute)
        told = value not in PROTOCOLS and any(hasattr(of, each) for of in PROTOCOLS)
        if inspect.isfunction(method) and not each.startswith("_") and not told:
            yield f"{name}.{each}", method


def section(told: str, heading: str) -> str:
    """What stands below a heading of a docstring, or nothing."""
    _, _, below = told.partition(f"\n{heading}:\n")
    return re.split(r"\n(?=\S)", below)[0]


def names(lines: str) -> list[str]:
    """The names that a section tells of, in order; several may share a line."""
    heads = re.findall(r"^    \*{0,2}(\w+(?:, \w+)*): ", lines, re.MULTILINE)
    return [name for head in heads for name in head.split(", ")]


def wanting(function: Callable[..., Any]) -> Iterator[str]:
    """What a docstring should have and has not; one line may say what comes back."""
    told, signature = inspect.getdoc(function) or "", inspect.signature(function)
    given = [each for each in signature.parameters.values() if each.name not in {"self", "cls"}]
    if [each for each in names(section(told, "Args")) if each != "draw"] != [
        each.name for each in given
    ]:
        yield "Args"
    nothing = signature.return_annotation in {None, "None"}
    if not nothing and (given or "\n" in told) and not re.search(r"(Returns|Yields):\n", told):
        yield "Returns"
    raised = {MADE.get(each, each) for each in RAISING.findall(_source(function))}
    yield from sorted(raised - {*names(section(told, "Raises")), "AssertionError"})
    if any(TEXT.search(str(each.annotation)) for each in given) and "Raises:\n" not in told:
        yield "Raises"


def _source(function: Callable[..., Any]) -> str:
    try:
        return inspect.getsource(function)
    except OSError:  # what attrs has written
        return ""


@pytest.mark.parametrize("name", public.NAMES)
def test_a_public_function_tells_what_it_takes_and_gives(name: str) -> None:
    assert {each: [*wanting(function)] for each, function in functions(name)} == {
        each: [] for each, _ in functions(name)
    }


@pytest.mark.parametrize("name", public.NAMES)
def test_a_public_class_tells_its_fields(name: str) -> None:
    value = public_value(name)
    if not (inspect.isclass(value) and attrs.has(value)):
        return
    told = [names(section(inspect.getdoc(each) or "", "Attributes")) for each in value.__mro__[:-1]]
    given = {each.name for each in attrs.fields(value) if each.init and each.name[0] != "_"}
    assert given <= {each for names in told for each in names}
