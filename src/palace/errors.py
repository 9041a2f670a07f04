"""What can be wrong: a text, a variant, an action, each its own error under one base."""

from enum import StrEnum

from attrs import frozen

__all__ = [
    "Doubt",
    "IllegalAction",
    "NotationError",
    "PalaceError",
    "PositionError",
    "Problem",
    "Reason",
    "RecordError",
    "VariantError",
]


class PalaceError(ValueError):
    """Any error that this library raises on purpose."""


class NotationError(PalaceError):
    """A text that is no card, no action or no position; the message quotes it."""


class PositionError(PalaceError):
    """A deal or a position that the variant's deck or the rules of a table do not allow."""


@frozen
class Finding:
    """Something that is told about one place in a file.

    Attributes:
        path: where, in the file's own words: `ranks.10.abilities[0]`; empty for the whole file.
        message: what is told, with the value quoted, and what would be right.
        file: the file's name, empty for a text or a value made in code.
        line: the line in the file, counted from 1; 0 where it is not known.
    """

    path: str
    message: str
    file: str = ""
    line: int = 0

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.file and self.line else self.file
        where = where or (f"line {self.line}" if self.line else "")
        return ": ".join(part for part in (where, self.path, self.message) if part)


@frozen
class Problem(Finding):
    """One thing that is wrong in a variant or in an example file."""


@frozen
class Doubt(Finding):
    """Something in a variant that is legal to write but can hardly be meant.

    Attributes:
        idle: whether a key merely has no effect; of a variant that inherits it that says nothing.
    """

    idle: bool = False


class FileError(PalaceError):
    """A file, or a value made of one, that cannot be used, with everything wrong in it.

    Attributes:
        problems: every problem found.
    """

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(problems)
        self.problems = problems

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)


class VariantError(FileError):
    """A variant, or a file of worked examples, that cannot be used."""


class RecordError(FileError):
    """A record or a session that cannot be used, or a record that does not play as it says."""


class Reason(StrEnum):
    """Why an action is refused: a code for programs, stable from release to release."""

    UNKNOWN_SEAT = "unknown_seat"
    GAME_OVER = "game_over"
    STILL_ARRANGING = "still_arranging"
    NOT_ARRANGING = "not_arranging"
    ALREADY_ARRANGED = "already_arranged"
    WRONG_NUMBER = "wrong_number"
    NOT_YOUR_TURN = "not_your_turn"
    NO_CARDS = "no_cards"
    DUPLICATE_CARD = "duplicate_card"
    NOT_HELD = "not_held"
    ZONE_LOCKED = "zone_locked"
    MIXED_RANKS = "mixed_ranks"
    WRONG_COUNT = "wrong_count"
    DOES_NOT_BEAT = "does_not_beat"
    ABOVE_LIMIT = "above_limit"
    BELOW_LEAD = "below_lead"
    BARRED = "barred"
    WRONG_SUIT = "wrong_suit"
    LOCKED = "locked"
    MUST_LEAD = "must_lead"
    MUST_DEFEND = "must_defend"
    MUST_CHOOSE = "must_choose"
    NOTHING_TO_CHOOSE = "nothing_to_choose"
    WRONG_CHOICE = "wrong_choice"
    MUST_NOT_END = "must_not_end"
    MUST_DECLARE = "must_declare"
    NOT_WILD = "not_wild"
    MUST_FLIP = "must_flip"
    NO_SUCH_PLACE = "no_such_place"
    NOTHING_TO_PICK_UP = "nothing_to_pick_up"
    MUST_PLAY = "must_play"
    MUST_ADD = "must_add"
    MUST_NOT_ADD = "must_not_add"
    NO_CHANCE = "no_chance"
    NO_STOCK = "no_stock"
    ALREADY_LEFT = "already_left"


def lacking(extra: str, error: ModuleNotFoundError) -> ModuleNotFoundError:
    """The error that tells which extra brings a module that is not there.

    Args:
        extra: the extra's name.
        error: the error that importing the module gave.
    """
    right = f'python -m pip install "palace-rules[{extra}]", in a checkout ".[{extra}]"'
    message = f"{error.name} is not installed; the extra {extra} brings it: {right}"
    return ModuleNotFoundError(message, name=error.name, path=error.path)


class IllegalAction(PalaceError):  # noqa: N818 - the field's own term
    """An action that the rules do not allow in a state; the state is as it was.

    Attributes:
        reason: the code.
        message: a sentence that names the cards and the requirement.
    """

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(reason, message)
        self.reason = reason
        self.message = message

    def __str__(self) -> str:
        return self.message
