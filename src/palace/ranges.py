"""The whole numbers that a key may have, said once, in the key's type."""

from typing import Annotated, Any, get_args, get_origin

from attrs import frozen

from palace.wording import shown


@frozen
class Range:
    """Whole numbers from `low` to `high`, as a key's type says: `Annotated[int, Range(2, 10)]`.

    Attributes:
        low: the least.
        high: the most; None: there is none.
    """

    low: int
    high: int | None = None

    def __contains__(self, number: object) -> bool:
        if not isinstance(number, int) or number < self.low:
            return False
        return self.high is None or number <= self.high

    def __str__(self) -> str:
        return f"{self.low} or more" if self.high is None else f"from {self.low} to {self.high}"

    def wrong_with(self, number: int) -> str:
        """What is wrong with a number; empty where it is one of the range."""
        return "" if number in self else f"{shown(number)} is out of range: it must be {self}"


def range_of(hint: Any) -> Range | None:
    """The range that a type has; None where it has none."""
    if get_origin(hint) is not Annotated:
        return None
    return next((each for each in get_args(hint)[1:] if isinstance(each, Range)), None)
