"""Every public function tells what it is given, what it returns and what it raises."""

import inspect
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import pytest

import public
from palace.bots import Bot
from palace.collecting import Collector

PROTOCOLS = (Bot, Collector)
"""What these say of their methods holds for every class that has them."""
RAISING = re.compile(r"^ +raise (\w*Error|IllegalAction|no_state|_refused)\b", re.MULTILINE)


def functions(name: str) -> Iterator[tuple[str, Callable[..., Any]]]:
    """The function of that name, or the public methods that a class has itself."""
    module, _, last = name.rpartition(".")
    value = getattr(import_module(module), last)
    if inspect.isfunction(value):
        yield name, value
    if not inspect.isclass(value):
        return
    for each, attribute in vars(value).items():
        method = getattr(attribute, "__func__", attribute)
        told = value not in PROTOCOLS and any(hasattr(of, each) for of in PROTOCOLS)
        if inspect.isfunction(method) and not each.startswith("_") and not told:
            yield f"{name}.{each}", method


def wanting(function: Callable[..., Any]) -> Iterator[str]:
    """The sections that a docstring should have and has not; one line may say what comes back."""
    told, signature = inspect.getdoc(function) or "", inspect.signature(function)
    given = [name for name in signature.parameters if name not in {"self", "cls"}]
    if given and "Args:\n" not in told:
        yield "Args"
    nothing = signature.return_annotation in {None, "None"}
    if not nothing and (given or "\n" in told) and not re.search(r"(Returns|Yields):\n", told):
        yield "Returns"
    if RAISING.search(_source(function)) and "Raises:\n" not in told:
        yield "Raises"


def _source(function: Callable[..., Any]) -> str:
    try:
        return inspect.getsource(function)
    except OSError:  # what attrs has written
        return ""


@pytest.mark.parametrize("name", public.NAMES)
def test_a_public_function_tells_what_it_takes_and_gives(name: str) -> None:
    if name.startswith("palace.rl."):
        pytest.importorskip("pettingzoo")
    assert {each: [*wanting(function)] for each, function in functions(name)} == {
        each: [] for each, _ in functions(name)
    }
