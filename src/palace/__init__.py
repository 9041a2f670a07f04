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
    "abilities": (
        "ABILITIES Ability Again Burn Call ChooseNext Cover Effects FlipOrder Give Goes Higher "
        "Invisible Leaves Lower Only Reset Reverse Skip Wild register"
    ),
    "actions": "Action Arrange Chance Choose Flip Pass PickUp Play Resign parse_action",
    "bots": (
        "BOTS Bot CarefulBot LowestBot RandomBot SearchBot Step bot is_out_of_turn name_of offers "
        "played"
    ),
    "bundled": "variant_names",
    "cards": "Card Cards Rank Suit",
    "checks": "problems",
    "collecting": "Collector Count LeadChanges",
    "comparing": "Change Comparison compare",
    "converting": "make_converter",
    "deal": "new_game",
    "differences": "CellDifference Differences KeyDifference SentenceDifference diff",
    "digests": "digest",
    "errors": (
        "Doubt IllegalAction NotationError PalaceError PositionError Problem Reason RecordError "
        "VariantError"
    ),
    "estimates": "Mean Share",
    "events": (
        "Added Arranged Asked Began Burned Chosen Drew EVENTS Ended Event Flipped Given Left "
        "LookedAt LookedAway Lost Move OrderTurned Passed PickedUp Played Required Resigned "
        "Reversed Skipped TookFaceUp Turn TurnedUp redact"
    ),
    "examples": "Awaited Example Examples Failure SeatZones Then check_examples load_examples",
    "explanation": "Explanation explain",
    "files": "derive dump_variant dumps_variant load_variant loads_variant",
    "following": "follow",
    "json_schema": "schema",
    "knowledge": "Knowledge determinize",
    "legality": "LegalActions distinct_actions is_legal legal_actions",
    "meaning": "doubts",
    "notation": "dumps_state loads_state loads_view state_problems",
    "outcome": "next_dealer next_starter places score",
    "positions": "position",
    "record": "Record dump_record dumps_record load_record loads_record new_record",
    "refusals": "why_illegal",
    "repetition": "first_repeat",
    "requirements": "Cell Requirement Row",
    "rules": "Rules rules_of",
    "session": "GameResult Session dump_session dumps_session load_session loads_session",
    "simulation": "Game Simulation SimulationError Tally replayed simulate",
    "state": "Pending Phase State",
    "stepping": "step",
    "tabulating": "games_csv summary_json",
    "testing_bots": "check_bot",
    "turn": "apply",
    "variant": (
        "Deal DealChange Deck DeckChange End Four FourChange On PickUps Players RankRules Span "
        "Start TableCards Variant"
    ),
    "views": "Hidden View view",
}
"""The public names by the module that has them; `__init__.pyi` says the same to type checkers."""

_HOME = {name: module for module, names in _HOMES.items() for name in names.split()}

__all__ = sorted(_HOME)  # noqa: PLE0605 - a list all the same


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for, so that `import palace` costs little."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
