"""Ranks, suits, cards, and multisets of cards packed into one integer.

A zone without order is one integer: a counter of four bits for each of the 54 cards, card 0 in
the lowest bits. Adding zones is `+`, taking away is `-`, a rank's cards are one mask. A zone with
an order is a `bytes` of card indexes. Everything outside the engine sees `Card` and `Cards`.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import compress

from attrs import field, frozen

from palace.errors import NotationError, PalaceError
from palace.given import listed
from palace.wording import quoted


class Rank(StrEnum):
    """A rank, with the text that variant files use; a card prints `symbol` instead."""

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"
    JOKER = "joker"

    @property
    def symbol(self) -> str:
        """The one character that stands for the rank in a card: `T` for ten, `*` for a joker."""
        return _SYMBOLS[self]

    @property
    def index(self) -> int:  # type: ignore[override] # nobody looks for text in a rank
        """The rank's number: 0 for two, 12 for ace, 13 for the joker."""
        return _RANK_INDEX[self]

    @classmethod
    def parse(cls, text: str) -> "Rank":
        """Read a rank: `2` to `9`, `10` or `T`, `J Q K A`, `joker` or `*`; either case.

        Args:
            text: one rank.

        Returns:
            The rank.

        Raises:
            NotationError: the text is no rank.
        """
        try:
            return _RANK_WORDS[text.upper()]
        except (KeyError, AttributeError):
            raise NotationError(
                f"{quoted(text)} is no rank: write 2 to 10 (or T), J, Q, K, A or joker"
            ) from None


def parse_ranks(values: Iterable[Rank | str]) -> tuple[Rank, ...]:
    """Read a list of ranks.

    Raises:
        PalaceError: a text is no rank, or it is no list, or a text in its place.
    """
    if isinstance(values, str):
        raise NotationError(f"{quoted(values)} is no list of ranks: write [{quoted(values)}]")
    given = listed(values, "ranks")
    return tuple(value if isinstance(value, Rank) else Rank.parse(value) for value in given)


class Suit(StrEnum):
    """A suit; jokers have a colour in its place."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    RED = "R"
    BLACK = "B"

    @property
    def is_red(self) -> bool:
        """Whether the suit is red: diamonds, hearts and the red joker are."""
        return self in (Suit.DIAMONDS, Suit.HEARTS, Suit.RED)


RANKS = tuple(Rank)
FRENCH_SUITS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
_RANK_INDEX = {rank: number for number, rank in enumerate(RANKS)}
_SYMBOLS = {rank: rank.value for rank in RANKS} | {Rank.TEN: "T", Rank.JOKER: "*"}
_RANK_WORDS = {rank.value.upper(): rank for rank in RANKS} | {
    symbol: rank for rank, symbol in _SYMBOLS.items()
}
_SUIT_WORDS = {suit.value: suit for suit in Suit} | dict(zip("♣♦♥♠", FRENCH_SUITS, strict=True))


def _index(value: int) -> int:
    if type(value) is not int or not 0 <= value <= 53:
        raise NotationError(
            f"{quoted(value)} is no card's number, 0 to 53: read a card with Card.parse"
        )
    return value


@frozen(order=True, cache_hash=True)
class Card:
    """One card, printed as rank and suit: `7H`, `TC`, `*R`; ordered by rank, then C D H S.

    Attributes:
        index: the card's number, 0 to 53: four to a rank from two to ace, then the two jokers.
    """

    index: int = field(converter=_index)

    @property
    def rank(self) -> Rank:
        """The card's rank."""
        return RANKS[self.index >> 2]

    @property
    def suit(self) -> Suit:
        """The card's suit, or a joker's colour."""
        return _JOKER_SUITS[self.index & 3] if self.index >= 52 else FRENCH_SUITS[self.index & 3]

    @classmethod
    def of(cls, rank: Rank | str, suit: Suit | str) -> "Card":
        """The card of a rank and a suit.

        Args:
            rank: the rank, or its text.
            suit: the suit, or its letter.

        Returns:
            The card.

        Raises:
            NotationError: there is no such card.
        """
        if not isinstance(suit, str):
            raise NotationError(f"{quoted(suit)} is no suit: write C, D, H or S, of a joker R or B")
        return cls.parse(f"{Rank.parse(rank).symbol}{suit}")

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Read a card: `7H`, `7h`, `7♥`, `TC` or `10C`; jokers are `*R` and `*B`.

        Args:
            text: one card.

        Returns:
            The card.

        Raises:
            NotationError: the text is no card.
        """
        try:
            return _CARDS_BY_TEXT[text.strip().upper()]
        except (KeyError, AttributeError):
            if isinstance(text, str) and "," in text:
                right = "write blanks between cards, no commas"
            else:
                right = (
                    "write a rank (2-9, T or 10, J, Q, K, A) and a suit (C, D, H, S), as in 7H, "
                    "or a joker as *R or *B"
                )
            raise NotationError(f"{quoted(text)} is no card: {right}") from None

    def __str__(self) -> str:
        return self.rank.symbol + self.suit.value

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"


_JOKER_SUITS = (Suit.RED, Suit.BLACK)
CARDS = tuple(Card(index) for index in range(54))
_CARDS_BY_TEXT = {
    word + mark: card
    for card in CARDS
    for word in (card.rank.symbol, card.rank.value.upper())
    for mark, suit in _SUIT_WORDS.items()
    if suit is card.suit and not (card.rank is Rank.JOKER and len(word) > 1)
}

UNIT = tuple(1 << 4 * index for index in range(54))
"""One card, packed, by its index."""
RANK_MASK = tuple(0xFFFF << 16 * number for number in range(14))
"""All counters of a rank, by the rank's number."""
CARD_MASK = tuple(15 << 4 * index for index in range(54))
"""A card's counter, by the card's index."""
MOST_COPIES = 7
"""The most copies of one card that a counter may hold, so that its high bit can guard."""
_GUARD = sum(8 << 4 * index for index in range(54))
_NO_CARDS = ~sum(7 << 4 * index for index in range(54))
_TWOS = sum(2 << 4 * index for index in range(54))
_FOURS = sum(4 << 4 * index for index in range(54))
_TWINS = _TWOS | _FOURS
_DIGITS = bytes.maketrans(b"01234567", bytes(range(8)))


def pack(indexes: bytes) -> int:
    """The cards of an ordered zone as one packed integer."""
    return sum(map(UNIT.__getitem__, indexes))


def unpack(packed: int) -> bytes:
    """The cards of a packed zone as indexes in ascending order, twins repeated."""
    copies = f"{packed:x}"[::-1].encode().translate(_DIGITS)  # a digit is a counter
    found: Iterator[int] = compress(range(len(UNIT)), copies)
    if packed & _TWINS:
        found = (index for index in found for _ in range(copies[index]))
    return bytes(found)


def count(packed: int) -> int:
    """How many cards a packed zone holds."""
    cards = packed.bit_count()
    if packed & _TWINS:  # a counter of 2, 4 or more is worth more than its bits
        cards += (packed & _TWOS).bit_count() + 3 * (packed & _FOURS).bit_count()
    return cards


def holds(zone: int, cards: int) -> bool:
    """Whether a packed zone holds all of the cards, twins counted."""
    return zone & cards == cards or (zone | _GUARD) - cards & _GUARD == _GUARD


def _packed(value: int) -> int:
    if type(value) is not int:
        raise NotationError(f"{quoted(value)} is no packed integer: read cards with Cards.of")
    if value & _NO_CARDS:
        raise NotationError("the integer packs no cards: 54 counters of four bits, each 7 or less")
    return value


@frozen(repr=False)
class Cards:
    """An immutable multiset of cards: it iterates, counts, compares, adds and prints.

    Iteration and printing are in the order of `Card`. `<=` asks for inclusion.

    Attributes:
        packed: the multiset as one integer, four bits a card, card 0 lowest.
    """

    packed: int = field(default=0, converter=_packed)

    @classmethod
    def of(cls, cards: "Cards | str | Iterable[Card | str]") -> "Cards":
        """Make a multiset from cards or from text.

        Args:
            cards: `Cards`, a text such as `"7D 7S"`, or an iterable of cards or card texts.

        Returns:
            The multiset.

        Raises:
            NotationError: a text is no card, or a card comes more than seven times.
        """
        if isinstance(cards, Cards):
            return cards
        indexes = card_indexes(cards)
        for index in set(indexes):
            if indexes.count(index) > MOST_COPIES:
                raise NotationError(
                    f"{CARDS[index]} comes {indexes.count(index)} times: "
                    f"at most {MOST_COPIES} copies of a card are counted"
                )
        return cls(pack(indexes))

    def __iter__(self) -> Iterator[Card]:
        return iter([CARDS[index] for index in unpack(self.packed)])

    def __len__(self) -> int:
        return count(self.packed)

    def __bool__(self) -> bool:
        return self.packed != 0

    def __contains__(self, card: object) -> bool:
        if isinstance(card, str):
            card = Card.parse(card)
        return isinstance(card, Card) and self.count(card) > 0

    def __add__(self, other: "Cards") -> "Cards":
        if not isinstance(other, Cards):
            return NotImplemented
        return Cards.of([*self, *other])

    def __sub__(self, other: "Cards") -> "Cards":
        if not isinstance(other, Cards):
            return NotImplemented
        if not other <= self:
            raise PalaceError(f"cannot take {other} away from {self}: not all of it is there")
        return Cards(self.packed - other.packed)

    def __le__(self, other: "Cards") -> bool:
        if not isinstance(other, Cards):
            return NotImplemented
        return holds(other.packed, self.packed)

    def count(self, card: Card | str) -> int:
        """How many copies of a card there are.

        Args:
            card: the card, or its text.

        Returns:
            The number of copies, 0 where there is none.

        Raises:
            NotationError: the text is no card.
        """
        index = (card if isinstance(card, Card) else Card.parse(card)).index
        return self.packed >> 4 * index & 15

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Cards.of({str(self)!r})"


def card_indexes(cards: str | Iterable[Card | str]) -> bytes:
    """The indexes of cards given as text or as an iterable, in the order given.

    Raises:
        NotationError: a text is no card.
    """
    if isinstance(cards, str):
        cards = cards.split()
    try:
        return bytes((card if isinstance(card, Card) else Card.parse(card)).index for card in cards)
    except TypeError:
        raise NotationError(
            f"{quoted(cards)} is no list of cards: write them as text, as in '7D 7S', "
            "or as Card values"
        ) from None
