"""A rules engine for the card game Palace (Shithead, Karma, Shed).

An immutable state, a pure `apply(state, action)`, and every house rule in a TOML file:

    from palace import apply, distinct_actions, load_variant, new_game

    state = new_game(load_variant("selected"), players=3, seed=1)
    state = apply(state, distinct_actions(state)[0])
"""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_HOMES = {
    "actions": "Action Arrange Chance Choose Flip Pass PickUp Play Resign parse_action",
    "bundled": "variant_names",
    "cards": "Card Cards Rank Suit",
    "checks": "problems",
    "comparing": "compare",
    "converting": "make_converter",
    "deal": "new_game",
    "differences": "diff",
    "digests": "digest",
    "errors": "IllegalAction NotationError PalaceError PositionError RecordError VariantError",
    "events": "redact",
    "examples": "check_examples load_examples",
    "explanation": "explain",
    "files": "derive dump_variant dumps_variant load_variant loads_variant",
    "following": "follow",
    "json_schema": "schema",
    "knowledge": "Knowledge determinize",
    "legality": "LegalActions distinct_actions is_legal legal_actions",
    "meaning": "doubts",
    "notation": "dumps_state loads_state loads_view state_problems",
    "outcome": "places",
    "positions": "position",
    "record": "Record dump_record dumps_record load_record loads_record new_record",
    "refusals": "why_illegal",
    "repetition": "first_repeat",
    "rules": "Rules rules_of",
    "session": "Session dump_session dumps_session load_session loads_session",
    "simulation": "SimulationError simulate",
    "state": "Pending Phase State",
    "stepping": "step",
    "testing_bots": "check_bot",
    "turn": "apply",
    "variant": "Variant",
    "views": "Hidden View view",
}
"""The names of ordinary work by the module that has them."""

_MODULES = (
    "abilities", "bots", "collecting", "comparing", "differences", "errors", "estimates", "events",
    "examples", "explanation", "outcome", "render", "requirements", "session", "simulation",
    "tabulating", "variant",
)  # fmt: skip
"""The public modules; `__all__` of each says what it has. They come when they are first asked for,
and `__init__.pyi` tells type checkers of them and of the names."""

_HOME = {name: module for module, names in _HOMES.items() for name in names.split()}

__all__ = sorted(_HOME)  # noqa: PLE0605 - a list all the same


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for, so that `import palace` costs little."""
    if name in _MODULES:
        return import_module(f"{__name__}.{name}")
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*__all__, *_MODULES, *(name for name in globals() if name.startswith("__"))})
