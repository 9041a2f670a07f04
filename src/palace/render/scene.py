"""What a picture of a table shows: a state or a view, turned so that one seat sits at the bottom.

A state's picture shows every card, a view's what its seat sees. Drawing asks nothing else.
"""

from typing import TypeAlias

from attrs import frozen

from palace.cards import Card, Rank, Suit
from palace.errors import PalaceError
from palace.render.words import asked, headline, remarks
from palace.rules import Rules
from palace.state import State, no_state
from palace.views import Hidden, Place, View
from palace.wording import counted, printable, quoted

Seen: TypeAlias = State | View


@frozen
class Seat:
    """One seat and what lies before it.

    Attributes:
        number: its number.
        hand: its cards; those that are not seen as `Hidden`.
        face_up: its face-up cards.
        face_down: its face-down cards by place.
        to_move: whether it is to move.
        remarks: what is to be said about it: `to move`, `dealer`, `out 1st`.
    """

    number: int
    hand: tuple[Card | Hidden, ...]
    face_up: tuple[Card, ...]
    face_down: tuple[Place, ...]
    to_move: bool
    remarks: tuple[str, ...]

    @property
    def name(self) -> str:
        """What the seat is called."""
        return f"seat {self.number}"


@frozen
class Laid:
    """A card of the pile, and the rank as which it lies there, where it stands for others."""

    card: Card
    as_rank: Rank | None = None

    def __str__(self) -> str:
        return str(self.card) if self.as_rank is None else f"{self.card}={self.as_rank.symbol}"


@frozen
class Goes:
    """A rank, and which of its cards may be laid now.

    Attributes:
        rank: the rank.
        suits: the suits of its cards that may be laid.
        whole: whether that is all of them.
    """

    rank: Rank
    suits: tuple[Suit, ...]
    whole: bool


@frozen
class Scene:
    """A table as it is drawn.

    Attributes:
        title: what is played, and by how many.
        headline: what the game is at: `seat 2 is to move`.
        seats: the seats, clockwise from the one at the bottom.
        pile: the pile, the bottom card first.
        stock: how many cards the stock has.
        burned: how many cards burned.
        clockwise: the direction.
        asked: the requirement in words; empty where nothing is to be laid.
        ranks: every rank in play, and which of its cards may be laid.
    """

    title: str
    headline: str
    seats: tuple[Seat, ...]
    pile: tuple[Laid, ...]
    stock: int
    burned: int
    clockwise: bool
    asked: str
    ranks: tuple[Goes, ...]

    @property
    def way(self) -> str:
        """The direction in a word."""
        return "clockwise" if self.clockwise else "anticlockwise"


def scene(seen: Seen, seat: int | None = None) -> Scene:
    """What a state or a view shows.

    Args:
        seen: the state, or the view.
        seat: the seat at the bottom; left out, the view's own, and 0 for a state or a spectator.

    Raises:
        PalaceError: it is no state and no view, or there is no such seat.
    """
    if not isinstance(seen, State | View):
        raise no_state(seen)
    numbers = range(seen.players)
    bottom = (seen.seat if isinstance(seen, View) else None) if seat is None else seat
    if bottom is not None and bottom not in numbers:
        raise PalaceError(
            f"there is no seat {quoted(seat)} to look from: seats are 0 to {numbers[-1]}"
        )
    first = bottom or 0
    requirement, declared = asked(seen), seen.declared
    return Scene(
        title=f"{printable(seen.variant.name)}, {counted(seen.players, 'player')}",
        headline=headline(seen),
        seats=tuple(_seat(seen, number) for number in (*numbers[first:], *numbers[:first])),
        pile=tuple(Laid(card, declared.get(place)) for place, card in enumerate(seen.pile)),
        stock=seen.stock_count if isinstance(seen, View) else len(seen.stock),
        burned=len(seen.burned) + (seen.burned_unseen if isinstance(seen, View) else 0),
        clockwise=seen.direction == 1,
        asked=requirement,
        ranks=_ranks(seen.rules, seen) if requirement else (),
    )


def _seat(seen: Seen, number: int) -> Seat:
    hand = seen.hands[number]
    if hand is None and isinstance(seen, View):
        cards: tuple[Card | Hidden, ...] = (Hidden.CARD,) * seen.hand_counts[number]
    else:
        cards = tuple(hand or ())
    return Seat(
        number,
        hand=cards,
        face_up=tuple(seen.face_up[number]),
        face_down=seen.face_down[number],
        to_move=seen.to_move == number and seen.phase == "play",
        remarks=remarks(seen, number),
    )


def _ranks(rules: Rules, seen: Seen) -> tuple[Goes, ...]:
    """What the row of the requirement says of the deck's cards, rank by rank."""
    row, found = rules.standing_at(seen.requirement), []
    deck = tuple(dict.fromkeys(rules.variant.deck_cards(seen.players)))
    for rank in rules.variant.ranks_in_play:
        cards = [card for card in deck if card.rank is rank]
        suits = tuple(card.suit for card in cards if row.cells[card.index].counts)
        found.append(Goes(rank, suits, whole=len(suits) == len(cards) > 0))
    return tuple(found)
