"""English for the rules of a card game: numbers, ranks, lists, sentences.

Digits stand for ranks and words for numbers, so that "four 8s" cannot be misread.
"""

from collections.abc import Sequence

from palace.cards import Rank

_NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip
_NAMES = {Rank.JACK: "jack", Rank.QUEEN: "queen", Rank.KING: "king", Rank.ACE: "ace"}
_VOWELS = (Rank.EIGHT, Rank.ACE)


def number(value: int) -> str:
    """A number in words, up to twelve."""
    return _NUMBERS[value] if 0 <= value < len(_NUMBERS) else str(value)


def number_of(value: int, thing: str) -> str:
    """A number of things: `one card`, `three cards`."""
    return f"{number(value)} {thing}{'' if value == 1 else 's'}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words in a row: `a, b and c`."""
    *most, end = words
    return f"{', '.join(most)} {last} {end}" if most else end


def span(first: int, last: int) -> str:
    """The numbers from one to another: `three`, `two or three`, `two to five`."""
    if first == last:
        return number(first)
    return f"{number(first)} {'or' if last == first + 1 else 'to'} {number(last)}"


def spans(numbers: Sequence[int]) -> str:
    """Some numbers, those that follow one another together: `two, four or five`, `six to ten`."""
    runs: list[list[int]] = []
    for value in numbers:
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    parts = [span(run[0], run[-1]) for run in runs]
    return listed(parts, "or")


def rank_name(rank: Rank) -> str:
    """What a rank is called: `8`, `jack`, `joker`."""
    return _NAMES.get(rank, rank.value)


def a_rank(rank: Rank) -> str:
    """One card of a rank: `an 8`, `a jack`."""
    return f"{'an' if rank in _VOWELS else 'a'} {rank_name(rank)}"


def one_of(ranks: Sequence[Rank]) -> str:
    """One card of one of some ranks: `a 2 or an ace`."""
    return listed([a_rank(rank) for rank in ranks], "or")


def all_of(ranks: Sequence[Rank]) -> str:
    """The cards of some ranks: `2s and aces`."""
    return listed([f"{rank_name(rank)}s" for rank in ranks])


def sentence(text: str) -> str:
    """A text with a capital and a full stop."""
    return f"{text[:1].upper()}{text[1:]}."
