"""The rules of a variant in plain numbered sentences, as they are printed for the table."""

from itertools import count

from attrs import frozen

from palace.checks import require_sound
from palace.told_burning import BURNING
from palace.told_causing import CAUSING
from palace.told_laying import LAYING
from palace.told_setup import BEFORE_PLAY, DEAL, GAME
from palace.told_table import END, TABLE_CARDS, TAKING
from palace.told_turns import TURN
from palace.variant import Variant
from palace.wording import printable

__all__ = ["Explanation", "explain"]

SECTIONS = (
    GAME, DEAL, BEFORE_PLAY, TURN, LAYING, CAUSING, BURNING, TAKING, TABLE_CARDS, END,
)  # fmt: skip
"""What is told, in this order."""


@frozen
class Explanation:
    """The rules of a variant in words; it prints as numbered sentences under headings.

    Attributes:
        title: the variant's name and summary; nothing is played by them.
        parts: the headings, each with the sentences below it.
    """

    title: str
    parts: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        """All sentences in order, as they are numbered from 1."""
        return tuple(text for _, texts in self.parts for text in texts)

    def __str__(self) -> str:
        lines, numbers = [self.title], count(1)
        for heading, texts in self.parts:
            lines += ["", heading, *(f"{next(numbers):3}. {text}" for text in texts)]
        return "\n".join(lines)


def explain(variant: Variant) -> Explanation:
    """The complete rules of a variant in plain English, made from its data.

    Args:
        variant: the variant.

    Returns:
        The sentences under their headings; `str` of it is the text to print. Variants that play
        differently are never explained alike.

    Raises:
        VariantError: something is wrong with the variant.
        PalaceError: it is no variant.
    """
    require_sound(variant)
    told = ((section.heading, section.sentences(variant)) for section in SECTIONS)
    name, summary = printable(variant.name), printable(variant.summary)
    title = f"{name}: {summary}" if summary else name
    return Explanation(title, tuple((heading, texts) for heading, texts in told if texts))
