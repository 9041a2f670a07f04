"""Shares and means out of counts, with 95 % confidence intervals."""

from collections.abc import Sequence
from math import sqrt

from attrs import frozen

from palace.errors import PalaceError
from palace.wording import quoted

__all__ = ["Mean", "Share"]

Z = 1.959963984540054
"""Standard errors to each side of a 95 % interval."""


@frozen
class Share:
    """How often something was so.

    Attributes:
        count: how often.
        of: out of how many.
    """

    count: int
    of: int

    @property
    def value(self) -> float:
        """The share, 0 to 1; of nothing 0."""
        return self.count / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval, after Wilson; of nothing 0 to 1."""
        if not self.of:
            return 0.0, 1.0
        square = Z * Z / self.of
        middle = self.value + square / 2
        width = Z * sqrt(self.value * (1 - self.value) / self.of + square / (4 * self.of))
        return (
            max(0.0, (middle - width) / (1 + square)),
            min(1.0, (middle + width) / (1 + square)),
        )

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.value:.1%} ({low:.1%} to {high:.1%})"


@frozen
class Mean:
    """The mean of a number over many games.

    Attributes:
        value: the mean; of nothing 0.
        error: its standard error.
        of: the number of games.
    """

    value: float
    error: float
    of: int

    @classmethod
    def over(cls, numbers: Sequence[float]) -> "Mean":
        """The mean of some numbers.

        Args:
            numbers: the numbers, one for each game.

        Returns:
            The mean, with its interval.
        """
        number = len(numbers)
        if not number:
            return cls(0.0, 0.0, 0)
        value = sum(numbers) / number
        squares = sum((each - value) ** 2 for each in numbers)
        return cls(value, sqrt(squares / (number - 1) / number) if number > 1 else 0.0, number)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval, where the games are many."""
        return self.value - Z * self.error, self.value + Z * self.error

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.value:.2f} ({low:.2f} to {high:.2f})"


def quantile(numbers: Sequence[int], part: float) -> int:
    """The smallest of some numbers that more than a part of them do not exceed.

    Args:
        numbers: one or more numbers.
        part: the part, 0 to 1: 0.5 for the median, of an even number the higher of the middle two;
            1 for the largest.

    Raises:
        PalaceError: it is no such part.
    """
    if not isinstance(part, int | float) or not 0 <= part <= 1:
        raise PalaceError(f"part is {quoted(part)}: it is a number from 0 to 1")
    ordered = sorted(numbers)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]
