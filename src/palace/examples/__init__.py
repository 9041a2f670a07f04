"""Worked examples: positions, moves and outcomes in a file, and the check that they hold."""

from palace.examples.checking import Failure, check_examples
from palace.examples.example import Awaited, Example, Examples, SeatZones, Then
from palace.examples.loading import load_examples

__all__ = [
    "Awaited",
    "Example",
    "Examples",
    "Failure",
    "SeatZones",
    "Then",
    "check_examples",
    "load_examples",
]
