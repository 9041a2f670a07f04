"""The check that examples hold: each is played, and what came is compared."""

from attrs import frozen

from palace.checks import mistyped
from palace.errors import PalaceError, PositionError, VariantError
from palace.examples.answers import compared, refused
from palace.examples.example import Example, Examples
from palace.examples.playing import action_of, starts
from palace.state import State
from palace.turn import apply
from palace.variant import Variant
from palace.wording import printable, quoted


@frozen
class Failure:
    """An example that does not hold.

    Attributes:
        example: the example.
        differences: what was expected and what came, a line for each zone or question.
    """

    example: Example
    differences: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(
            (printable(self.example.name), *(f"  {line}" for line in self.differences))
        )


def check_examples(examples: Examples) -> tuple[Failure, ...]:
    """Play every example, and tell which do not hold.

    Args:
        examples: a variant and its examples, as `load_examples` gives them.

    Returns:
        The failures; empty when every example holds.

    Raises:
        PalaceError: these are no examples.
        VariantError: they were made in code, and something is wrong in them.
    """
    if not isinstance(examples, Examples):
        raise PalaceError(f"{quoted(examples)} are no examples: load_examples gives them")
    if wrong := mistyped(examples, Examples):
        raise VariantError(wrong)
    return tuple(
        Failure(example, tuple(differences))
        for example in examples.examples
        if (differences := _differences(examples.variant, example))
    )


def _differences(variant: Variant, example: Example) -> list[str]:
    if example.deck is None:
        (start,) = starts(variant, example)
        return _played(start, example)
    try:
        deals = starts(variant, example)
    except PositionError as error:
        return [] if example.then.legal is False and not example.moves else [f"deal: {error}"]
    if example.then.legal is False and not example.moves:
        return ["deal: expected a refusal, but the cards were dealt"]
    return next(filter(None, (_played(state, example) for state in deals)), [])


def _played(start: State, example: Example) -> list[str]:
    """Play the moves, and compare; the differences, if any."""
    state, starter = start, start.to_move
    for move in example.played:
        try:
            state = apply(state, action_of(state, move))
        except PalaceError as error:
            return [f"move {quoted(move)}: expected to be legal, but refused: {error}"]
        starter = state.to_move if starter is None else starter
    differences = list(compared(start, state, starter, example.then))
    for move in example.moves[len(example.played) :]:
        differences[:0] = refused(state, move, example.then)
    return differences
