from palace import (
    abilities as abilities,
    bots as bots,
    collecting as collecting,
    comparing as comparing,
    differences as differences,
    errors as errors,
    estimates as estimates,
    events as events,
    examples as examples,
    explanation as explanation,
    outcome as outcome,
    render as render,
    requirements as requirements,
    session as session,
    simulation as simulation,
    tabulating as tabulating,
    variant as variant,
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
from palace.comparing import compare
from palace.converting import make_converter
from palace.deal import new_game
from palace.differences import diff
from palace.digests import digest
from palace.errors import (
    IllegalAction,
    NotationError,
    PalaceError,
    PositionError,
    RecordError,
    VariantError,
)
from palace.events import redact
from palace.examples import check_examples, load_examples
from palace.explanation import explain
from palace.files import derive, dump_variant, dumps_variant, load_variant, loads_variant
from palace.following import follow
from palace.json_schema import schema
from palace.knowledge import Knowledge, determinize
from palace.legality import LegalActions, distinct_actions, is_legal, legal_actions
from palace.meaning import doubts
from palace.notation import dumps_state, loads_state, loads_view, state_problems
from palace.outcome import places
from palace.positions import position
from palace.record import Record, dump_record, dumps_record, load_record, loads_record, new_record
from palace.refusals import why_illegal
from palace.repetition import first_repeat
from palace.rules import Rules, rules_of
from palace.session import Session, dump_session, dumps_session, load_session, loads_session
from palace.simulation import SimulationError, simulate
from palace.state import Pending, Phase, State
from palace.stepping import step
from palace.testing_bots import check_bot
from palace.turn import apply
from palace.variant import Variant
from palace.views import Hidden, View, view

__version__: str

__all__ = [
    "Action",
    "Arrange",
    "Card",
    "Cards",
    "Chance",
    "Choose",
    "Flip",
    "Hidden",
    "IllegalAction",
    "Knowledge",
    "LegalActions",
    "NotationError",
    "PalaceError",
    "Pass",
    "Pending",
    "Phase",
    "PickUp",
    "Play",
    "PositionError",
    "Rank",
    "Record",
    "RecordError",
    "Resign",
    "Rules",
    "Session",
    "SimulationError",
    "State",
    "Suit",
    "Variant",
    "VariantError",
    "View",
    "apply",
    "check_bot",
    "check_examples",
    "compare",
    "derive",
    "determinize",
    "diff",
    "digest",
    "distinct_actions",
    "doubts",
    "dump_record",
    "dump_session",
    "dump_variant",
    "dumps_record",
    "dumps_session",
    "dumps_state",
    "dumps_variant",
    "explain",
    "first_repeat",
    "follow",
    "is_legal",
    "legal_actions",
    "load_examples",
    "load_record",
    "load_session",
    "load_variant",
    "loads_record",
    "loads_session",
    "loads_state",
    "loads_variant",
    "loads_view",
    "make_converter",
    "new_game",
    "new_record",
    "parse_action",
    "places",
    "position",
    "problems",
    "redact",
    "rules_of",
    "schema",
    "simulate",
    "state_problems",
    "step",
    "variant_names",
    "view",
    "why_illegal",
]
