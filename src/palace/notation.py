"""A position as one line of text, or what a seat sees of one, for a bug report or a URL.

The grammar stands in `docs/records.md`: the variant's name, then fields with their values, in the
words of `position`; what is as it mostly is may be left out.
"""

from functools import lru_cache
from random import Random
from typing import TypeAlias
from urllib.parse import quote, unquote

from palace.bundled import variant_names
from palace.digests import digest
from palace.errors import NotationError, PalaceError, PositionError, Problem
from palace.fields_read import Reading
from palace.fields_written import of_state, of_view
from palace.files import load_variant, preset_meant
from palace.knowledge import determinize
from palace.rules import rules_of
from palace.soundness import faults, misplaced
from palace.state import State, no_state
from palace.variant import Variant
from palace.views import View, view
from palace.wording import quoted

MARK = 8
"""How many digits of its digest mark a variant that is no preset."""
LONGEST_TEXT = 100
"""The most letters of a wrong position that a message shows."""


def dumps_state(position: State | View) -> str:
    """A state, or a view with `??` for each hidden card, as one line of text.

    Args:
        position: the state, or the view.

    Returns:
        Printable ASCII without blanks, as in `rawlins;to_move=0;0=8C4H;1=5C;pile=7S`. A preset is
        named; the name of any other variant is followed by `~` and the start of its digest.

    Raises:
        PalaceError: it is neither a state nor a view.
    """
    if not isinstance(position, State | View):
        raise no_state(position)
    said = of_view(position) if isinstance(position, View) else of_state(position)
    fields = ";".join(f"{key}={text}" for key, text in said)
    return f"{_name(position.variant)};{fields}"


def loads_state(text: str, variant: Variant | None = None) -> State:
    """Read a state from the text that `dumps_state` gives, or from a hand-written one.

    Args:
        text: the text.
        variant: its variant, where that is no preset.

    Returns:
        The state, equal to the one that was written.

    Raises:
        NotationError: the text is no position, or it is a view, or of an unknown variant.
        PositionError: the position contradicts itself, the deck or the rules; every problem is
            listed, as `state_problems` gives them.
    """
    found = _read(text, variant)
    if isinstance(found, View):
        raise NotationError(
            f"{quoted(text, LONGEST_TEXT)} is what a seat sees: read it with loads_view"
        )
    return found


def loads_view(text: str, variant: Variant | None = None) -> View:
    """Read a view from the text that `dumps_state` gives of one.

    Args:
        text: the text; `sees` says whose view it is.
        variant: its variant, where that is no preset.

    Returns:
        The view, equal to the one that was written.

    Raises:
        NotationError: the text is no view, or of an unknown variant.
        PositionError: there is no state of which a seat sees this.
    """
    found = _read(text, variant)
    if isinstance(found, State):
        raise NotationError(
            f"{quoted(text, LONGEST_TEXT)} is a whole state: read it with loads_state"
        )
    return found


def state_problems(text: str, variant: Variant | None = None) -> tuple[Problem, ...]:
    """Everything that is wrong with the text of a state or of a view.

    Args:
        text: the text.
        variant: its variant, where that is no preset.

    Returns:
        Each problem with the field that it is about as its `path`; none where the text can be read.
        What the fields say together is only looked at when each of them can be read.
    """
    _, unreadable, unsound = _parsed(text, variant)
    return unreadable + unsound


def _read(text: str, variant: Variant | None) -> State | View:
    found, unreadable, unsound = _parsed(text, variant)
    for error, problems in ((NotationError, unreadable), (PositionError, unsound)):
        if problems:
            told = "; ".join(map(str, problems))
            raise error(f"{quoted(text, LONGEST_TEXT)} is no position: {told}")
    if found is None:  # without a problem there is one
        raise NotationError(f"{quoted(text, LONGEST_TEXT)} is no position")
    return found


# ---------------------------------------------------------------- variants


def is_named(variant: Variant) -> bool:
    """Whether a variant's name tells all: it is a preset."""
    return _preset(variant.name) == variant


def _name(variant: Variant) -> str:
    name = quote(variant.name, safe="").replace("~", "%7E")
    return name if is_named(variant) else f"{name}~{digest(variant)[:MARK]}"


@lru_cache(maxsize=256)
def _preset(name: str) -> Variant | None:
    return rules_of(load_variant(name)).variant if name in variant_names() else None


def _variant(text: str, given: Variant | None) -> Variant:
    """The variant that a text names.

    Raises:
        NotationError: it is not there, or not the one that is given.
    """
    word, _, mark = text.partition("~")
    name = unquote(word)
    preset = None if mark else _preset(name)
    if given is None:
        if preset is not None:
            return preset
        hint = "pass its variant too" if mark else preset_meant(name)
        raise NotationError(f"{quoted(name)} is no preset: {hint}")
    rules_of(given)  # refuses what is no variant
    if given.name != name:
        raise NotationError(
            f"the text is of {quoted(name)}, but the variant given is {quoted(given.name)}"
        )
    wanted = digest(preset)[:MARK] if preset else mark
    if wanted and digest(given)[:MARK] != wanted:
        told = f"its digest begins with {wanted}, that of the variant given with"
        raise NotationError(
            f"the rules of {quoted(name)} are other ones: {told} {digest(given)[:MARK]}"
        )
    return given


# ---------------------------------------------------------------- reading

Parsed: TypeAlias = tuple[State | View | None, tuple[Problem, ...], tuple[Problem, ...]]
"""What was read, what cannot be read, and what contradicts itself."""


def _parsed(text: str, variant: Variant | None) -> Parsed:
    """Everything that a text says, as far as it can be read."""
    if not isinstance(text, str):
        problem = Problem("", f"{quoted(text)} is no text: write it as dumps_state does")
        return None, (problem,), ()
    name, *fields = text.strip().split(";")
    reading = Reading(fields)
    try:
        rules = rules_of(_variant(name, variant))
    except PalaceError as error:
        return None, (Problem("variant", str(error)), *reading.problems), ()
    if "sees" in reading.fields:
        seen = reading.view(rules)
        return seen, tuple(reading.problems), () if reading.problems else _wrong_view(seen)
    state = reading.state(rules)
    return state, tuple(reading.problems), () if reading.problems else _wrong_state(state)


def _wrong_state(state: State) -> tuple[Problem, ...]:
    found = [*faults(state)] or [*misplaced(state)]
    return tuple(Problem(path, message.removeprefix(f"{path}: ")) for path, message in found)


def _wrong_view(seen: View) -> tuple[Problem, ...]:
    """What is wrong with a view: some state must look like it."""
    try:
        state = determinize(seen, Random(0))
    except PositionError as error:
        return (Problem("", str(error)),)
    if wrong := _wrong_state(state):
        return wrong
    if view(state, seen.seat) == seen:
        return ()
    who = "a spectator" if seen.seat is None else f"seat {seen.seat}"
    right = dumps_state(view(state, seen.seat))
    return (Problem("sees", f"{who} would not see that, but for example {right}"),)
