"""Every argument of every public name, given wrongly: one error of the library that can be read.

What is right is listed by the parameters' names, so that a new function is covered at once.
"""

from collections.abc import Callable, Iterator
from enum import Enum
from inspect import Parameter, signature
from itertools import islice
from pathlib import Path
from pkgutil import resolve_name
from random import Random
from types import FunctionType
from typing import Any, get_origin

import pytest
from attrs import evolve, fields, has

from palace import (
    Card,
    Cards,
    Flip,
    Knowledge,
    PalaceError,
    Pending,
    Play,
    Rank,
    Resign,
    Session,
    View,
    apply,
    check_examples,
    distinct_actions,
    dump_record,
    dump_session,
    dumps_record,
    dumps_session,
    dumps_state,
    load_examples,
    load_variant,
    new_game,
    new_record,
    position,
    problems,
    rules_of,
    simulate,
    step,
    view,
)
from palace.abilities import Ability
from palace.bots import bot
from palace.collecting import Count
from palace.events import Burned
from palace.examples import Example, Examples, SeatZones, Then
from palace.variant import Deck, DeckChange, RankRules, Span, Variant
from palace.wording import quoted
from public import NAMES

SELECTED = load_variant("selected")
START = new_game(SELECTED, 2, seed=1)
OTHER = new_game(load_variant("rawlins"), 3, seed=1)
OVER = apply(START, Resign(0))
RECORD = new_record(SELECTED, 2, seed=1)
SIMULATION = simulate(SELECTED, [bot("lowest")] * 2, 1)
EXAMPLES = evolve(load_examples("rawlins"), examples=load_examples("rawlins").examples[:1])
SEATS = [{"hand": "7D"}, {"hand": "7C"}]
TABLE = (SeatZones("7D"), SeatZones("7C"))


class Mute:
    """It shows itself to nobody."""

    def __repr__(self) -> str:
        raise RuntimeError("no")


WRONG: list[Any] = [
    None, 5, -1, True, 10**5000, 1.5, float("nan"), float("inf"), "", "x", "a\ud800", "a\0b", b"7D",
    [], [5], [None], ["x"], {}, {"a": 1}, {5: 6}, {1}, object(), Mute(), int, View, START, OTHER,
    OVER, view(OTHER, 0), SELECTED, Rank.SEVEN, Card.parse("7D"), Cards.of("7D"), Play(0, "7D"),
    Flip(0, 10**9), RECORD, Session(SELECTED, 2), SIMULATION, bot("random"), Random(0),
    Pending("add", 0), Path("record.toml"), Path("none.toml"),
    *step(START, distinct_actions(START)[0])[1],
]  # fmt: skip
"""What a caller may pass by mistake."""

RIGHT: dict[str, Any] = {
    "ability": "burn", "action": Resign(0), "base": "selected",
    "bot": bot("lowest"), "bots": [bot("lowest")] * 2, "card": "7D", "cards": "7D",
    "deck": RECORD.deck, "events": [], "examples": EXAMPLES, "face_up": "7D", "first": SELECTED,
    "games": 1, "index": 5, "kind": "add", "longest": 5, "measure": "actions", "name": "x",
    "name_or_path": "selected", "number": 0, "option": 1, "other": Span(6, 7), "part": 0.5,
    "path": "x.toml", "place": 0, "players": 2, "position": START, "rank": "7", "ranks": ["7"],
    "record": RECORD, "requirement": "7", "rng": Random(0), "rngs": [Random(0)] * 2, "seat": 0,
    "second": SELECTED, "seed": 1, "seen": view(START, 0), "session": Session(SELECTED, 2),
    "simulation": SIMULATION, "state": START, "states": [START], "suit": "D", "text": "x",
    "tries": 1, "variant": SELECTED, "variants": [SELECTED], "view": view(START, 0),
}  # fmt: skip
"""What is right, by the name of the parameter."""

RIGHT_FOR: dict[str, dict[str, Any]] = {
    "palace.Card.parse": {"text": "7D"},
    "palace.Rank.parse": {"text": "7"},
    "palace.Rules.with_cell": {"requirement": "7", "rank": "7", "counts": 1},
    "palace.Session.after": {"state": OVER},
    "palace.Session.new_game": {},
    "palace.State.under": {"rules": rules_of(SELECTED)},
    "palace.abilities.register": {"name": "x"},
    "palace.bots.bot": {"text": "lowest"},
    "palace.collecting.Count": {"name": "x", "kinds": (Burned,)},
    "palace.examples.Example": {"name": "x", "then": Then(to_move=0), "seats": TABLE},
    "palace.examples.Examples": {"variant": SELECTED, "examples": EXAMPLES.examples},
    "palace.examples.Awaited.of": {"pending": Pending("victim", 0)},
    "palace.load_record": {"path": "record.toml"},
    "palace.load_session": {"path": "session.toml"},
    "palace.loads_record": {"text": dumps_record(RECORD)},
    "palace.loads_session": {"text": dumps_session(Session(SELECTED, 2))},
    "palace.loads_state": {"text": dumps_state(START)},
    "palace.loads_variant": {"text": "format = 1"},
    "palace.loads_view": {"text": dumps_state(view(START, 0))},
    "palace.new_game": {"variant": SELECTED, "players": 2},
    "palace.new_record": {"variant": SELECTED, "players": 2},
    "palace.outcome.next_dealer": {"state": OVER},
    "palace.outcome.next_starter": {"state": OVER},
    "palace.outcome.score": {"state": OVER, "seat": 0},
    "palace.parse_action": {"text": "0: pass"},
    "palace.position": {"variant": SELECTED, "seats": SEATS},
    "palace.problems": {"variant": SELECTED},
    "palace.session.GameResult.of": {"state": OVER},
    "palace.variant.Span": {"first": 6, "last": 7},
    "palace.variant.Span.parse": {"text": "6"},
    "palace.variant.Variant": {},
}
"""All that is right, where it is something else."""

BY_THE_LIBRARY = {
    "abilities.Effects", "bots.Step", "comparing.Change", "comparing.Comparison", "differences",
    "errors", "estimates", "events", "examples.Failure", "explanation", "requirements",
    "session.GameResult", "simulation.Game", "simulation.Simulation", "simulation.Tally",
    "Knowledge", "LegalActions", "Rules", "State", "View",
}  # fmt: skip
"""The classes, or the modules of them, whose values the library makes, unchecked."""

UNCHECKED = {
    "palace.Rules.exits", "palace.Rules.may_wait", "palace.Rules.standing",
    "palace.Rules.standing_at", "palace.Rules.row_after_four", "palace.Rules.start_row",
    "palace.estimates.Mean.over",
}  # fmt: skip
"""What the engine asks in play, with packed cards and numbers of rows, and of numbers."""

OWNERS: dict[str, Any] = {
    "Cards": Cards.of("7D"), "Knowledge": Knowledge.of(view(START, 0)), "Record": RECORD,
    "Rules": rules_of(SELECTED), "Session": Session(SELECTED, 2), "State": START,
    "Variant": SELECTED, "View": view(START, 0), "Deck": SELECTED.deck, "Deal": SELECTED.deal,
    "Four": SELECTED.four, "Span": Span(6, 7), "Simulation": SIMULATION,
    "Row": rules_of(SELECTED).rows[0],
}  # fmt: skip
"""The values whose methods are called, by their class."""


def _in_an_example(**changes: Any) -> object:
    example = evolve(Example("x", Then(to_move=0), seats=TABLE), **changes)
    return check_examples(Examples(SELECTED, (example,)))


USED: dict[type, Callable[[Any], object]] = {
    Variant: problems,
    RankRules: lambda rules: problems(evolve(SELECTED, ranks={"7": rules})),
    DeckChange: lambda change: problems(
        evolve(SELECTED, deck=Deck(by_players={Span(3, 3): change}))
    ),
    Example: lambda example: check_examples(Examples(SELECTED, (example,))),
    Examples: check_examples,
    Then: lambda then: _in_an_example(then=then),
    SeatZones: lambda seat: _in_an_example(seats=(seat, seat)),
    Pending: lambda pending: position(SELECTED, SEATS, pending=pending),
    Count: lambda count: simulate(SELECTED, [bot("lowest")] * 2, 1, collect=[count]),
} | {
    type(part): lambda part, key=each.name: problems(evolve(SELECTED, **{key: part}))
    for each in fields(Variant)
    if has(type(part := getattr(SELECTED, each.name)))
}
"""What is done with a value that may be made wrongly: it is refused there."""


def _callables() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every public function, every class that a caller makes values of, and their methods."""
    for name in NAMES:
        found = resolve_name(name)
        if get_origin(found) is not None or not callable(found):
            continue
        if not isinstance(found, type):
            yield name, found
            continue
        short = name.removeprefix("palace.")
        if issubclass(found, Enum | Exception) or getattr(found, "_is_protocol", False):
            made = False
        else:
            made = not {short, short.partition(".")[0]} & BY_THE_LIBRARY
        if made:
            yield name, found
        for method, how in vars(found).items():
            if method.startswith("_") or not isinstance(how, FunctionType | classmethod):
                continue
            if isinstance(how, classmethod):
                yield f"{name}.{method}", getattr(found, method)
            elif found.__name__ in OWNERS:
                yield f"{name}.{method}", getattr(OWNERS[found.__name__], method)


CALLABLES = {name: call for name, call in _callables() if name not in UNCHECKED}


ODD: list[tuple[tuple[str, str], object]] = [
    (("palace.check_bot", "variants"), None),  # every preset, which takes long
    (("palace.compare", "progress"), View),  # what is called may raise what it likes
    (("palace.simulate", "progress"), View),
    (("palace.testing.check_ability", "tries"), 5),
    (("palace.testing.check_variant", "tries"), 5),
    (("palace.testing.check_variant", "variant"), SELECTED),
]
"""What is not wrong, but cannot be tried."""


def _parameters(name: str) -> list[Parameter]:
    found = signature(CALLABLES[name]).parameters.values()
    several = (Parameter.VAR_KEYWORD, Parameter.VAR_POSITIONAL)
    return [each for each in found if each.kind not in several]


def _right(name: str) -> dict[str, Any]:
    """Arguments that are right, but those that may be left out unless their name is listed."""
    if name in RIGHT_FOR:
        return RIGHT_FOR[name]
    needed = [each.name for each in _parameters(name) if each.default is Parameter.empty]
    assert {*needed} <= {*RIGHT}, f"{name}: say in RIGHT what is right for {needed}"
    return {key: RIGHT[key] for key in (*needed, *(["variants"] if "check_bot" in name else []))}


def _fault_of(call: Callable[..., Any], arguments: dict[str, Any]) -> str:
    """How a call fails otherwise than by a short error of the library; empty where it does not."""
    try:
        made = call(**arguments)
        if isinstance(made, Iterator):
            list(islice(made, 2))
        elif isinstance(made, Ability):
            problems(evolve(SELECTED, ranks={"7": RankRules((made,))}))
        elif type(made) in USED:
            USED[type(made)](made)
    except PalaceError as error:
        return f"{len(str(error))} letters" * (len(str(error)) > 3000)
    except IsADirectoryError:  # the empty path is the folder
        return ""
    except Exception as error:  # noqa: BLE001 - each is a fault
        return type(error).__name__
    return ""


@pytest.mark.untraced
@pytest.mark.parametrize("name", CALLABLES)
def test_a_wrong_argument_is_an_error_of_the_library(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is replaced by each wrong value, one at a time: the call works, or it says why not."""
    monkeypatch.chdir(tmp_path)
    dump_record(RECORD, "record.toml")
    dump_session(Session(SELECTED, 2), "session.toml")
    right = _right(name)
    if not name.startswith("palace.testing.check"):  # which takes long
        CALLABLES[name](**right)
    faults = {
        f"{parameter.name}={quoted(value)}": fault
        for parameter in _parameters(name)
        for value in WRONG
        if not any((name, parameter.name) == where and value is odd for where, odd in ODD)
        and (fault := _fault_of(CALLABLES[name], right | {parameter.name: value}))
    }
    assert faults == {}
