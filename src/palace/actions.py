"""What a player may do: eight kinds of action, each a value and its own text."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from attrs import field, frozen

from palace.cards import Card, Cards, Rank, unpack
from palace.errors import NotationError
from palace.wording import quoted

LARGEST = 64
"""The most bits of a number of a seat or a place; longer ones Python does not even print."""


def _number(value: int) -> int:
    if type(value) is not int or value.bit_length() > LARGEST:
        raise NotationError(f"{quoted(value)} is no number of a seat or a place: write 0, 1, 2 ...")
    return value


def _cards(value: "Cards | str | Iterable[Card | str]") -> Cards:
    return value if type(value) is Cards else Cards.of(value)


def _rank(value: Rank | str | None) -> Rank | None:
    return value if value is None or isinstance(value, Rank) else Rank.parse(value)


def _card(value: Card | str | None) -> Card | None:
    return value if value is None or isinstance(value, Card) else Card.parse(value)


@frozen
class Arrange:
    """Choose the final face-up cards out of the hand and the face-up cards; ends the arranging.

    Attributes:
        seat: who arranges.
        face_up: the cards that shall lie face up; the rest is the hand.
    """

    seat: int = field(converter=_number)
    face_up: Cards = field(converter=_cards)

    def __str__(self) -> str:
        return f"{self.seat}: arrange {self.face_up}".rstrip()


_blank, _set_packed = object.__new__, Cards.packed.__set__  # type: ignore[attr-defined]
_set_seat, _set_face_up = Arrange.seat.__set__, Arrange.face_up.__set__  # type: ignore[attr-defined]


def arrangement(seat: int, packed: int) -> Arrange:
    """An arrangement of cards that are packed; a deal has dozens, so that nothing is asked again.

    Args:
        seat: who arranges.
        packed: the cards that shall lie face up.
    """
    cards, action = _blank(Cards), _blank(Arrange)
    _set_packed(cards, packed)
    _set_seat(action, seat)
    _set_face_up(action, cards)
    return action


@frozen
class Play:
    """Lay cards from the zone in use onto the pile, mostly of one rank.

    Attributes:
        seat: who plays.
        cards: the cards; they have no order among themselves and lie on the pile as C D H S, those
            of a straight one on the other.
        as_rank: the rank as which all are laid, where some of them stand for others.
    """

    seat: int = field(converter=_number)
    cards: Cards = field(converter=_cards)
    as_rank: Rank | None = field(default=None, converter=_rank)
    # What the engine asks of a play, worked out once: the cards packed, and their indexes in order;
    # the index of the card on top, or as which it counts, 0 where they are not laid as one rank;
    # bit k for k cards, as in a cell, 0 where they are not of one rank by themselves.
    packed: int = field(init=False, eq=False, repr=False)
    laid: bytes = field(init=False, eq=False, repr=False)
    top: int = field(init=False, eq=False, repr=False)
    number: int = field(init=False, eq=False, repr=False)

    @packed.default
    def _packed(self) -> int:
        return self.cards.packed

    @laid.default
    def _laid(self) -> bytes:
        return unpack(self.cards.packed)

    @top.default
    def _top(self) -> int:
        if self.as_rank is not None:
            return 4 * self.as_rank.index
        return self.laid[-1] if self._of_one_rank else 0

    @number.default
    def _number(self) -> int:
        return 1 << len(self.laid) if self._of_one_rank else 0

    @property
    def _of_one_rank(self) -> bool:
        alike = bool(self.laid) and self.laid[0] >> 2 == self.laid[-1] >> 2
        return alike and self.as_rank is None

    def __str__(self) -> str:
        declared = "" if self.as_rank is None else f" as {self.as_rank.symbol}"
        return f"{self.seat}: play {self.cards}".rstrip() + declared


@frozen
class Flip:
    """Turn one of the own face-down cards onto the pile.

    Attributes:
        seat: who flips.
        place: the card's place in the row, from 0; places keep their numbers.
    """

    seat: int = field(converter=_number)
    place: int = field(converter=_number)

    def __str__(self) -> str:
        return f"{self.seat}: flip {self.place}"


@frozen
class PickUp:
    """Take the pile into the hand.

    Attributes:
        seat: who picks up.
        adding: the face-up card that is put on the pile first, or None.
    """

    seat: int = field(converter=_number)
    adding: Card | None = field(default=None, converter=_card)

    def __str__(self) -> str:
        return f"{self.seat}: pickup {self.adding or ''}".rstrip()


@frozen
class Chance:
    """Turn the top of the stock onto the pile, unseen, or take it into the hand (`chance_card`).

    Attributes:
        seat: who takes the chance.
    """

    seat: int = field(converter=_number)

    def __str__(self) -> str:
        return f"{self.seat}: chance"


def _option(value: int | str) -> int | str:
    if value in ("higher", "lower") or (type(value) is int and value.bit_length() <= LARGEST):
        return value
    raise NotationError(
        f"{quoted(value)} is no choice: write the number of a seat, higher or lower"
    )


@frozen
class Choose:
    """Say what a card just laid asks for.

    Attributes:
        seat: who chooses.
        option: the number of a seat, or `higher` or `lower`.
    """

    seat: int = field(converter=_number)
    option: int | str = field(converter=_option)

    def __str__(self) -> str:
        return f"{self.seat}: choose {self.option}"


@frozen
class Pass:
    """Do nothing, where the rules allow or demand it.

    Attributes:
        seat: who passes.
    """

    seat: int = field(converter=_number)

    def __str__(self) -> str:
        return f"{self.seat}: pass"


@frozen
class Resign:
    """Leave the table before the end, and have lost.

    Attributes:
        seat: who resigns.
    """

    seat: int = field(converter=_number)

    def __str__(self) -> str:
        return f"{self.seat}: resign"


Action: TypeAlias = Arrange | Play | Flip | PickUp | Chance | Choose | Pass | Resign


def parse_action(text: str, seat: int | None = None) -> Action:
    """Read an action, as in `1: play 7D 7S`.

    Args:
        text: the action: `play 7D 7S`, `play 7D *R as 7`, `flip 0`, `pickup`, `pickup 9C`,
            `chance`, `choose 2`, `choose higher`, `pass`, `arrange 2C TD`, `resign`, with a seat
            and a colon before it.
        seat: who acts where the text names no seat.

    Returns:
        The action; whether it is legal is another question.

    Raises:
        NotationError: the text is no action, or it names no seat and none was given.
    """
    if not isinstance(text, str):
        raise NotationError(f'{quoted(text)} is no action: write it as text, as in "1: play 7D"')
    named, colon, rest = text.rpartition(":")
    if colon:
        if not _is_number(named.strip()):
            raise NotationError(
                f"{quoted(text)} is no action: before the colon stands a seat, as in 1:"
            )
        seat = int(named)
    words = rest.split()
    try:
        return _read(seat, *words)
    except NotationError as error:
        raise NotationError(f"{quoted(text)} is no action: {error}") from None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


def _read(seat: int | None, verb: str = "", *rest: str) -> Action:
    if seat is None:
        raise NotationError('it names no seat, as in "1: play 7D"')
    if verb not in _VERBS:
        verbs = "play, flip, pickup, chance, choose, pass, arrange or resign"
        raise NotationError(f"it starts with {verbs}")
    return _VERBS[verb](seat, rest)


Words: TypeAlias = tuple[str, ...]


def _flip(seat: int, rest: Words) -> Flip:
    if len(rest) != 1 or not _is_number(rest[0]):
        raise NotationError('after "flip" stands one place, 0 for the first')
    return Flip(seat, int(rest[0]))


def _pick_up(seat: int, rest: Words) -> PickUp:
    if len(rest) > 1:
        raise NotationError('after "pickup" stands nothing, or the one face-up card to add')
    return PickUp(seat, Card.parse(rest[0]) if rest else None)


def _chance(seat: int, rest: Words) -> Chance:
    if rest:
        raise NotationError('after "chance" stands nothing')
    return Chance(seat)


def _choose(seat: int, rest: Words) -> Choose:
    if len(rest) != 1 or not (_is_number(rest[0]) or rest[0] in ("higher", "lower")):
        raise NotationError('after "choose" stands one seat, higher or lower')
    return Choose(seat, int(rest[0]) if _is_number(rest[0]) else rest[0])


def _pass(seat: int, rest: Words) -> Pass:
    if rest:
        raise NotationError('after "pass" stands nothing')
    return Pass(seat)


def _resign(seat: int, rest: Words) -> Resign:
    if rest:
        raise NotationError('after "resign" stands nothing')
    return Resign(seat)


def _play(seat: int, rest: Words) -> Play:
    if "as" not in rest:
        return Play(seat, Cards.of(rest))
    place = rest.index("as")
    if place != len(rest) - 2:
        raise NotationError('after "as" stands one rank, as in "play *R as 7"')
    return Play(seat, Cards.of(rest[:place]), Rank.parse(rest[-1]))


_VERBS: dict[str, Callable[[int, Words], Action]] = {
    "play": _play,
    "flip": _flip,
    "pickup": _pick_up,
    "chance": _chance,
    "choose": _choose,
    "pass": _pass,
    "arrange": lambda seat, rest: Arrange(seat, Cards.of(rest)),
    "resign": _resign,
}
