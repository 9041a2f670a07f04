"""The whole numbers that a key may have, said once, in the key's type."""

from attrs import frozen


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
