"""How much the property tests try: `PALACE_PROFILE=deep` asks for much more than the default."""

import os
import sys
from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

from palace import Card, Cards, State, dumps_state, dumps_variant

settings.register_profile(
    "quick",
    max_examples=6,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("ci", settings.get_profile("quick"), derandomize=True, database=None)
settings.register_profile("deep", settings.get_profile("quick"), max_examples=1000)
settings.load_profile(os.environ.get("PALACE_PROFILE", "ci" if os.environ.get("CI") else "quick"))


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Trace no test that is marked `untraced`; pytest-cov's own mark does nothing in a worker."""
    if not item.get_closest_marker("untraced"):
        return (yield)
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)


def _print_as_call(state: State, printer: Any, _cycle: object) -> None:
    printer.text(f"loads_state({dumps_state(state)!r})")
    if state.variant.name == "generated":
        printer.text(f" of\n{dumps_variant(state.variant)}")


def _print_as_repr(value: object, printer: Any, _cycle: object) -> None:
    printer.text(repr(value))


for cls, show in ((State, _print_as_call), (Cards, _print_as_repr), (Card, _print_as_repr)):
    setattr(cls, "_repr_pretty_", show)  # noqa: B010 - what Hypothesis prints of a minimal example
