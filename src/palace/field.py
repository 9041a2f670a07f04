"""The text of one field of a position: cards, numbers, a phase, a requirement."""

from collections.abc import Callable
from typing import get_args

from palace.cards import Card, Cards, Rank, card_indexes
from palace.errors import NotationError
from palace.positions import row_of_places
from palace.requirements import Row
from palace.rules import Rules
from palace.state import Awaits, Pending, Phase
from palace.views import Hidden, Place
from palace.wording import none_of, printable, quoted, suggestion

SPECTATOR = "nobody"
"""Who sees what no seat sees."""
_MARKS: dict[str, Place] = {"--": None, Hidden.CARD.value: Hidden.CARD}


# ---------------------------------------------------------------- cards


def places(text: str) -> tuple[Place, ...]:
    """Cards of two characters each, `??` for a hidden one, `--` for a place already flipped."""
    if len(text) % 2:
        raise NotationError(
            f"{quoted(text)} is no row of cards: each has two characters, as in 7HTC"
        )
    words = (text[place : place + 2] for place in range(0, len(text), 2))
    return tuple(_MARKS[word] if word in _MARKS else Card.parse(word) for word in words)


def ordered(text: str) -> bytes:
    """The indexes of cards, all of them seen, in their order."""
    return card_indexes(_seen(text))


def multiset(text: str) -> int:
    """Cards, all of them seen, packed."""
    return Cards.of(_seen(text)).packed


def _seen(text: str) -> list[Card]:
    cards = places(text)
    if Hidden.CARD in cards:
        raise NotationError(
            f"{quoted(text)} hides cards: only what a seat sees hides some, with sees="
        )
    if None in cards:
        raise NotationError(f"{quoted(text)}: -- stands only for the place of a face-down card")
    return [card for card in cards if isinstance(card, Card)]


def zones_of_state(text: str) -> tuple[int, int, bytes]:
    """A seat's hand and face-up cards, packed, and its face-down cards by their places."""
    hand, up, down = _split(text)
    cards = places(down)
    if Hidden.CARD in cards:
        _seen(down)
    row = row_of_places(card for card in cards if not isinstance(card, Hidden))
    return multiset(hand), multiset(up), row


def zones_of_view(text: str) -> tuple[tuple[Place, ...], int, tuple[Place, ...]]:
    """The same of a seat in a view, with hidden cards in the hand and face down."""
    hand, up, down = _split(text)
    cards = places(hand)
    Cards.of(card for card in cards if isinstance(card, Card))  # not too many copies
    if None in cards:
        _seen(hand)
    return cards, multiset(up), places(down)


def _split(text: str) -> tuple[str, str, str]:
    hand, up, down, *more = (*text.split(","), "", "")
    if any(more):
        raise NotationError(
            f"{quoted(text)} has too many zones: write hand,face-up,face-down cards"
        )
    return hand, up, down


# ---------------------------------------------------------------- numbers and words


def number(text: str) -> int:
    """A number that is not negative."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise NotationError(f"{quoted(text)} is no number: write 0, 1, 2 ...")
    return int(text)


def numbers(text: str) -> tuple[int, ...]:
    """Numbers with commas between them."""
    return tuple(map(number, text.split(",")))


def direction(text: str) -> int:
    """A direction, 1 or -1."""
    if text not in {"1", "-1"}:
        raise NotationError(f"{quoted(text)} is no direction: write 1 or -1")
    return int(text)


def phase(text: str) -> Phase:
    """A phase."""
    if text not in list(Phase):
        raise NotationError(none_of(text, Phase))
    return Phase(text)


def sees(text: str) -> int | None:
    """The seat that sees something; None for a spectator."""
    return None if text == SPECTATOR else number(text)


def pending(text: str) -> Pending:
    """What is awaited of a seat, as in `add:0`."""
    kind, _, seat = text.partition(":")
    if kind not in get_args(Awaits):
        raise NotationError(
            f"{none_of(kind, get_args(Awaits))}; a seat stands behind it, as in add:0"
        )
    return Pending(kind, number(seat))  # type: ignore[arg-type] # one of the kinds


def ranks(text: str) -> tuple[Rank, ...]:
    """Ranks with commas between them, as in `7,K`."""
    return tuple(map(Rank.parse, text.split(",")))


# ---------------------------------------------------------------- requirements


def rows_by_word(rules: Rules) -> dict[str, Row]:
    """The rows by what they ask, in one word."""
    return {requirement_out(row): row for row in rules.rows}


def requirement_out(row: Row) -> str:
    """What a row asks, in one word; no two rows of a table read alike."""
    return str(row.requirement).replace(" ", "_")


def row_of(rules: Rules) -> Callable[[str], Row]:
    """How a requirement is read under some rules."""

    def read(text: str) -> Row:
        rows = rows_by_word(rules)
        if text not in rows:
            hint = suggestion(text, rows)
            raise NotationError(
                f"{quoted(text)} is no requirement of {printable(rules.variant.name)}; {hint}"
            )
        return rows[text]

    return read
