"""What happens in a game: one small class for each kind of event, and who may see what of it.

An event is told as the player saw it whose event it is; `redact` makes of it what a seat may see.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter
from typing import ClassVar, Literal, Self, TypeAlias

from attrs import evolve, frozen

from palace.cards import Card, Rank
from palace.errors import PalaceError
from palace.given import listed
from palace.in_words import pending_in_words, requirement_in_words
from palace.requirements import Requirement
from palace.state import Pending
from palace.variant import MOST_SEATS
from palace.views import Hidden
from palace.wording import quoted

__all__ = [
    "EVENTS",
    "Added",
    "Arranged",
    "Asked",
    "Began",
    "Burned",
    "Chosen",
    "Drew",
    "Ended",
    "Event",
    "Flipped",
    "Given",
    "Left",
    "LookedAt",
    "LookedAway",
    "Lost",
    "Move",
    "OrderTurned",
    "Passed",
    "PickedUp",
    "Played",
    "Required",
    "Resigned",
    "Reversed",
    "Skipped",
    "TookFaceUp",
    "Turn",
    "TurnedUp",
    "redact",
]

Zone: TypeAlias = Literal["hand", "face_up", "face_down", "stock", "pile", "burned"]
"""Where a card may lie; the first three each seat has of its own."""
Seen: TypeAlias = tuple[Card | Hidden, ...]
"""Cards, those that may not be seen as `Hidden.CARD`."""
Why: TypeAlias = Literal["ability", "four", "gives", "unclaimed"]
"""Why cards burn: the rank's ability, four of a kind, cards that leave the game when they give the
pile away, or a pile sent back to a player who has left."""


@frozen
class Move:
    """Cards that go from one zone to another.

    Attributes:
        cards: the cards; onto the pile and off it the lowest first.
        source: the zone that they leave.
        target: the zone that they come to.
        seat: whose hand, face-up or face-down cards are meant.
        place: the place of a face-down card.
    """

    cards: Seen
    source: Zone
    target: Zone
    seat: int
    place: int | None = None


@frozen
class Event:
    """Something that happened; every kind is a subclass, and prints as a sentence.

    Attributes:
        kind: the word for the kind, in records and other structured forms.
        seat: whose event it is: who did it, or whom it befell.
    """

    kind: ClassVar[str] = ""
    seat: int

    @property
    def moves(self) -> tuple[Move, ...]:
        """The cards that change their zones by it."""
        return ()

    def for_others(self) -> Self:
        """What all but the event's own seat may see of it."""
        return self


# ---------------------------------------------------------------- cards laid


@frozen
class Played(Event):
    """Cards were laid onto the pile.

    Attributes:
        cards: the cards, the lowest on the pile first.
        face_up: those of them that lay face up; the others came from the hand.
        as_rank: the rank as which all are laid, where some of them stand for others.
    """

    kind = "played"
    cards: tuple[Card, ...]
    face_up: tuple[Card, ...] = ()
    as_rank: Rank | None = None

    @property
    def moves(self) -> tuple[Move, ...]:
        """From the hand and the face-up cards to the pile, those that lie together together."""
        lay: Counter[Card] = Counter(self.face_up)
        from_face_up = []
        for card in self.cards:
            from_face_up.append(lay[card] > 0)
            lay[card] -= 1
        runs = groupby(zip(self.cards, from_face_up, strict=True), key=itemgetter(1))
        return tuple(
            Move(tuple(card for card, _ in run), "face_up" if up else "hand", "pile", self.seat)
            for up, run in runs
        )

    def __str__(self) -> str:
        declared = _declared(self.as_rank)
        if not self.face_up:
            return f"Seat {self.seat} plays {_text(self.cards)}{declared}."
        these = "" if len(self.face_up) == len(self.cards) else f", {_text(self.face_up)}"
        return (
            f"Seat {self.seat} plays {_text(self.cards)}{declared}{these} from its face-up cards."
        )


@frozen
class Flipped(Event):
    """A face-down card was turned onto the pile.

    Attributes:
        place: where it lay.
        card: the card.
        as_rank: the rank as which it lies, where it stands for others.
    """

    kind = "flipped"
    place: int
    card: Card
    as_rank: Rank | None = None

    @property
    def moves(self) -> tuple[Move, ...]:
        """From its place to the pile."""
        return (Move((self.card,), "face_down", "pile", self.seat, self.place),)

    def __str__(self) -> str:
        declared = _declared(self.as_rank)
        return f"Seat {self.seat} flips its face-down card {self.place}: {self.card}{declared}."


@frozen
class TurnedUp(Event):
    """The top of the stock was turned onto the pile, by chance.

    Attributes:
        card: the card.
        as_rank: the rank as which it lies, where it stands for others.
    """

    kind = "turned_up"
    card: Card
    as_rank: Rank | None = None

    @property
    def moves(self) -> tuple[Move, ...]:
        """From the stock to the pile."""
        return (Move((self.card,), "stock", "pile", self.seat),)

    def __str__(self) -> str:
        return f"Seat {self.seat} turns up {self.card} from the stock{_declared(self.as_rank)}."


@frozen
class Added(Event):
    """A face-up card was put on the pile that its player then picks up.

    Attributes:
        card: the card.
    """

    kind = "added"
    card: Card

    @property
    def moves(self) -> tuple[Move, ...]:
        """From the face-up cards to the pile."""
        return (Move((self.card,), "face_up", "pile", self.seat),)

    def __str__(self) -> str:
        return f"Seat {self.seat} adds its face-up card {self.card} to the pile."


# ---------------------------------------------------------------- what becomes of the pile


@frozen
class PickedUp(Event):
    """The pile was taken into the hand, with a card just flipped or turned up that may not lie.

    Attributes:
        cards: the pile, the bottom card first.
    """

    kind = "picked_up"
    cards: tuple[Card, ...]

    @property
    def moves(self) -> tuple[Move, ...]:
        """From the pile to the hand."""
        return (Move(self.cards, "pile", "hand", self.seat),)

    def __str__(self) -> str:
        return f"Seat {self.seat} picks up {_text(self.cards)}."


@frozen
class Given(Event):
    """The pile was given away, or sent back.

    Attributes:
        cards: the pile, the bottom card first.
        to: the seat that takes it into the hand.
    """

    kind = "given"
    cards: tuple[Card, ...]
    to: int

    @property
    def moves(self) -> tuple[Move, ...]:
        """From the pile to the other's hand."""
        return (Move(self.cards, "pile", "hand", self.to),)

    def __str__(self) -> str:
        return f"Seat {self.seat} gives the pile to seat {self.to}: {_text(self.cards)}."


@frozen
class Burned(Event):
    """Cards of the pile left the game.

    Attributes:
        cards: the cards, the lowest first.
        why: the rank's `ability`, `four` of a kind, a card that `gives` the pile away and goes, or
            a pile that is `unclaimed`: sent back to a player who has left.
    """

    kind = "burned"
    cards: tuple[Card, ...]
    why: Why

    @property
    def moves(self) -> tuple[Move, ...]:
        """From the pile to the burned cards."""
        return (Move(self.cards, "pile", "burned", self.seat),)

    def __str__(self) -> str:
        return f"{_BURNED[self.why]}: {_text(self.cards)}."


_BURNED: dict[Why, str] = {
    "ability": "The pile burns",
    "four": "Four of a kind burn the pile",
    "gives": "What gave the pile away leaves the game",
    "unclaimed": "Nobody is there to take the pile, and it burns",
}


# ---------------------------------------------------------------- other cards that move


@frozen
class Drew(Event):
    """Cards were drawn from the stock into the hand.

    Attributes:
        cards: the cards, in the order of `Cards`; only their player sees them.
    """

    kind = "drew"
    cards: Seen

    @property
    def moves(self) -> tuple[Move, ...]:
        """From the stock to the hand."""
        return (Move(self.cards, "stock", "hand", self.seat),)

    def for_others(self) -> Self:
        """How many cards were drawn."""
        return evolve(self, cards=(Hidden.CARD,) * len(self.cards))

    def __str__(self) -> str:
        number = f"{len(self.cards)} card{'s' * (len(self.cards) > 1)}"
        drawn = number if Hidden.CARD in self.cards else _text(self.cards)
        return f"Seat {self.seat} draws {drawn}."


@frozen
class TookFaceUp(Event):
    """A player without a hand took the own face-up cards into it.

    Attributes:
        cards: the cards.
    """

    kind = "took_face_up"
    cards: tuple[Card, ...]

    @property
    def moves(self) -> tuple[Move, ...]:
        """From the face-up cards to the hand."""
        return (Move(self.cards, "face_up", "hand", self.seat),)

    def __str__(self) -> str:
        return f"Seat {self.seat} takes its face-up cards into the hand: {_text(self.cards)}."


@frozen
class Arranged(Event):
    """A player chose its face-up cards.

    Attributes:
        laid: the cards that came from the hand to lie face up.
        taken: the cards that lay face up and came into the hand.
        done: whether the player has arranged; else it drew cards and may arrange them too.
    """

    kind = "arranged"
    laid: tuple[Card, ...]
    taken: tuple[Card, ...]
    done: bool = True

    @property
    def moves(self) -> tuple[Move, ...]:
        """From the hand to the face-up cards, and the other way."""
        exchanged = (
            Move(self.laid, "hand", "face_up", self.seat),
            Move(self.taken, "face_up", "hand", self.seat),
        )
        return tuple(move for move in exchanged if move.cards)

    def __str__(self) -> str:
        parts = [f"lays {_text(self.laid)} face up"] * bool(self.laid)
        parts += [f"takes {_text(self.taken)} into the hand"] * bool(self.taken)
        return f"Seat {self.seat} {' and '.join(parts) or 'leaves its cards as they lie'}."


@frozen
class LookedAt(Event):
    """A player who has only face-down cards left looked at them, where the rules let it.

    Attributes:
        cards: the cards by their places, None where one was flipped; only their player sees them.
    """

    kind = "looked_at"
    cards: tuple[Card | Hidden | None, ...]

    def for_others(self) -> Self:
        """In which places cards lie."""
        cards = (None if card is None else Hidden.CARD for card in self.cards)
        return evolve(self, cards=tuple(cards))

    def __str__(self) -> str:
        if Hidden.CARD in self.cards:
            return f"Seat {self.seat} looks at its face-down cards."
        cards = [card for card in self.cards if card is not None]
        return f"Seat {self.seat} looks at its face-down cards: {_text(cards)}."


@frozen
class LookedAway(Event):
    """A player who looked at its face-down cards has a hand again, and may not look any more."""

    kind = "looked_away"

    def __str__(self) -> str:
        return f"Seat {self.seat} lays its face-down cards back."


# ---------------------------------------------------------------- what is said


@frozen
class Chosen(Event):
    """A player said what its card had asked for.

    Attributes:
        option: a seat, or `higher` or `lower`.
    """

    kind = "chosen"
    option: int | str

    def __str__(self) -> str:
        if isinstance(self.option, int):
            return f"Seat {self.seat} chooses seat {self.option}."
        return f"Seat {self.seat} calls {self.option}."


@frozen
class Passed(Event):
    """A player did nothing."""

    kind = "passed"

    def __str__(self) -> str:
        return f"Seat {self.seat} passes."


# ---------------------------------------------------------------- what cards cause


@frozen
class Reversed(Event):
    """The direction of play was turned.

    Attributes:
        direction: that of now: 1 clockwise, -1 the other way.
    """

    kind = "reversed"
    direction: int

    def __str__(self) -> str:
        way = "clockwise" if self.direction == 1 else "anticlockwise"
        return f"Seat {self.seat} turns the direction: play goes {way}."


@frozen
class OrderTurned(Event):
    """The order of ranks was turned round, or back.

    Attributes:
        flipped: whether it is turned round now.
    """

    kind = "order_turned"
    flipped: bool

    def __str__(self) -> str:
        return f"The order of ranks is turned {'round' if self.flipped else 'back'}."


@frozen
class Skipped(Event):
    """Players were passed over.

    Attributes:
        seats: who, in order; whoever was passed over twice stands there twice.
    """

    kind = "skipped"
    seats: tuple[int, ...]

    def __str__(self) -> str:
        seats = f"seat{'s' * (len(self.seats) > 1)} {', '.join(map(str, self.seats))}"
        return f"Seat {self.seat} passes over {seats}."


@frozen
class Required(Event):
    """What the next card must meet became another.

    Attributes:
        requirement: what it must meet from now on.
    """

    kind = "required"
    requirement: Requirement

    def __str__(self) -> str:
        return f"The pile asks: {requirement_in_words(self.requirement)}."


# ---------------------------------------------------------------- who is in the game, and who moves


@frozen
class Left(Event):
    """A player has no card left, and is out.

    Attributes:
        place: 1 for the first to leave, 2 for the second, and so on.
    """

    kind = "left"
    place: int

    def __str__(self) -> str:
        return f"Seat {self.seat} has no card left and is out, in place {self.place}."


@frozen
class Resigned(Event):
    """A player resigned; the hand and the face-down cards stay unseen by the others.

    Attributes:
        hand: the hand, in the order in which it goes; only its player sees it.
        face_up: the face-up cards.
        places: where face-down cards lay.
        to: where the cards go: they are `burned`, or come under the `stock`.
        starter: while cards are arranged, the seat that starts now, where that is known.
    """

    kind = "resigned"
    hand: Seen
    face_up: tuple[Card, ...]
    places: tuple[int, ...]
    to: Literal["burned", "stock"]
    starter: int | None = None

    @property
    def moves(self) -> tuple[Move, ...]:
        """From all own zones to the burned cards, or to the stock."""
        open_cards = (
            Move(self.hand, "hand", self.to, self.seat),
            Move(self.face_up, "face_up", self.to, self.seat),
        )
        face_down = (
            Move((Hidden.CARD,), "face_down", self.to, self.seat, place) for place in self.places
        )
        return (*(move for move in open_cards if move.cards), *face_down)

    def for_others(self) -> Self:
        """How many cards were in the hand."""
        return evolve(self, hand=(Hidden.CARD,) * len(self.hand))

    def __str__(self) -> str:
        goes = "are burned" if self.to == "burned" else "go under the stock"
        return f"Seat {self.seat} resigns, and its cards {goes}."


@frozen
class Lost(Event):
    """A player has lost: the first who resigned, or else the last to hold cards."""

    kind = "lost"

    def __str__(self) -> str:
        return f"Seat {self.seat} loses."


@frozen
class Began(Event):
    """All have arranged their cards, and play begins.

    Attributes:
        seat: who starts.
    """

    kind = "began"

    def __str__(self) -> str:
        return f"Play begins, and seat {self.seat} starts."


@frozen
class Turn(Event):
    """A player is to move; it comes after every move of a game that goes on.

    Attributes:
        seat: who is to move.
        turns: turns played so far, where the variant limits them.
        laid_by: who laid the last card, where a rule asks for it.
    """

    kind = "turn"
    turns: int = 0
    laid_by: int | None = None

    def __str__(self) -> str:
        return f"Seat {self.seat} is to move."


@frozen
class Asked(Event):
    """The player to move has something to say or to do before the turn is over.

    Attributes:
        pending: what it is; drawn cards that may be added only their player sees.
    """

    kind = "asked"
    pending: Pending

    def for_others(self) -> Self:
        """The same without the cards that may be added."""
        return evolve(self, pending=evolve(self.pending, cards=0))

    def __str__(self) -> str:
        return f"Seat {self.seat} {pending_in_words(self.pending)}."


@frozen
class Ended(Event):
    """The game is over.

    Attributes:
        seat: who moved last.
        unfinished: whether it ended by its limit of turns, without a loser (ruling 18).
        turns, laid_by: as in `Turn`.
    """

    kind = "ended"
    unfinished: bool = False
    turns: int = 0
    laid_by: int | None = None

    def __str__(self) -> str:
        how = "over at the limit of turns, and unfinished" if self.unfinished else "over"
        return f"The game is {how}."


EVENTS: dict[str, type[Event]] = {
    each.kind: each
    for each in (
        Played, Flipped, TurnedUp, Added, PickedUp, Given, Burned, Drew, TookFaceUp, Arranged,
        LookedAt, LookedAway, Chosen, Passed, Reversed, OrderTurned, Skipped, Required, Left,
        Resigned, Lost, Began, Turn, Asked, Ended,
    )
}  # fmt: skip
"""Every kind of event by its word."""


def redact(events: Iterable[Event], seat: int | None = None) -> tuple[Event, ...]:
    """What a seat may see of events.

    Args:
        events: the events, as `step` tells them.
        seat: the seat, which no table has above 9; None for a spectator. How many seats the table
            of the events has they do not tell.

    Returns:
        The same events in the same order; cards that the seat may not see are `Hidden.CARD`, and
        nothing else tells which they are.

    Raises:
        PalaceError: the seat is no number of a seat, or something is no event.
    """
    if seat is not None and (type(seat) is not int or not 0 <= seat < MOST_SEATS):
        raise PalaceError(
            f"there is no seat {quoted(seat)}: seats are 0, 1, 2 ..., None is a spectator"
        )
    events = listed(events, "events")
    for event in events:
        if not isinstance(event, Event):
            raise PalaceError(f"{quoted(event)} is no event: step tells them")
    return tuple(event if event.seat == seat else event.for_others() for event in events)


def _text(cards: Iterable[Card | Hidden]) -> str:
    return " ".join(map(str, cards))


def _declared(rank: Rank | None) -> str:
    return "" if rank is None else f" as {rank.symbol}"
