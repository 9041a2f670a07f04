"""A rules engine for the card game Palace (Shithead, Karma, Shed).

An immutable state, a pure `apply(state, action)`, and every house rule in a TOML file:

    from palace import apply, distinct_actions, load_variant, new_game

    state = new_game(load_variant("selected"), players=3, seed=1)
    state = apply(state, distinct_actions(state)[0])
"""

from palace.abilities import (
    ABILITIES,
    Ability,
    Again,
    Burn,
    Call,
    ChooseNext,
    Cover,
    Effects,
    FlipOrder,
    Give,
    Goes,
    Higher,
    Invisible,
    Leaves,
    Lower,
    Only,
    Reset,
    Reverse,
    Skip,
    register,
)
from palace.actions import (
    Action,
    Arrange,
    Chance,
    Choose,
    Flip,
    Pass,
    PickUp,
    Play,
    Resign,
    parse_action,
)
from palace.bundled import variant_names
from palace.cards import Card, Cards, Rank, Suit
from palace.checks import problems
from palace.deal import new_game
from palace.differences import (
    CellDifference,
    Differences,
    KeyDifference,
    SentenceDifference,
    diff,
)
from palace.errors import (
    Doubt,
    IllegalAction,
    NotationError,
    PalaceError,
    PositionError,
    Problem,
    Reason,
    VariantError,
)
from palace.examples import (
    Example,
    Examples,
    Failure,
    SeatZones,
    Then,
    check_examples,
    load_examples,
)
from palace.explanation import Explanation, explain
from palace.files import derive, dump_variant, dumps_variant, load_variant, loads_variant
from palace.follow import Cell, Requirement, Row
from palace.json_schema import schema
from palace.legality import LegalActions, distinct_actions, is_legal, legal_actions
from palace.meaning import doubts
from palace.outcome import next_dealer, next_starter, places
from palace.position import position
from palace.refusals import why_illegal
from palace.rules import Rules, rules_of
from palace.state import Pending, Phase, State
from palace.turn import apply
from palace.variant import (
    Deal,
    DealChange,
    Deck,
    DeckChange,
    End,
    Four,
    FourChange,
    On,
    PickUps,
    Players,
    RankRules,
    Span,
    Start,
    TableCards,
    Variant,
)

__version__ = "0.1.0"

__all__ = [
    "ABILITIES",
    "Ability",
    "Action",
    "Again",
    "Arrange",
    "Burn",
    "Call",
    "Card",
    "Cards",
    "Cell",
    "CellDifference",
    "Chance",
    "Choose",
    "ChooseNext",
    "Cover",
    "Deal",
    "DealChange",
    "Deck",
    "DeckChange",
    "Differences",
    "Doubt",
    "Effects",
    "End",
    "Example",
    "Examples",
    "Explanation",
    "Failure",
    "Flip",
    "FlipOrder",
    "Four",
    "FourChange",
    "Give",
    "Goes",
    "Higher",
    "IllegalAction",
    "Invisible",
    "KeyDifference",
    "Leaves",
    "LegalActions",
    "Lower",
    "NotationError",
    "On",
    "Only",
    "PalaceError",
    "Pass",
    "Pending",
    "Phase",
    "PickUp",
    "PickUps",
    "Play",
    "Players",
    "PositionError",
    "Problem",
    "Rank",
    "RankRules",
    "Reason",
    "Requirement",
    "Reset",
    "Resign",
    "Reverse",
    "Row",
    "Rules",
    "SeatZones",
    "SentenceDifference",
    "Skip",
    "Span",
    "Start",
    "State",
    "Suit",
    "TableCards",
    "Then",
    "Variant",
    "VariantError",
    "apply",
    "check_examples",
    "derive",
    "diff",
    "distinct_actions",
    "doubts",
    "dump_variant",
    "dumps_variant",
    "explain",
    "is_legal",
    "legal_actions",
    "load_examples",
    "load_variant",
    "loads_variant",
    "new_game",
    "next_dealer",
    "next_starter",
    "parse_action",
    "places",
    "position",
    "problems",
    "register",
    "rules_of",
    "schema",
    "variant_names",
    "why_illegal",
]
