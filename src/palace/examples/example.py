"""A worked example as a file says it: a position or a deal, moves, and what must hold then."""

from attrs import frozen

from palace.cards import Cards, Rank
from palace.errors import Reason
from palace.given import require
from palace.state import Awaits, Pending, Phase
from palace.variant import Variant


@frozen
class SeatZones:
    """A seat's zones as text; one left out is empty, or in `then` not compared.

    Attributes:
        hand: the hand.
        face_up: the face-up cards.
        face_down: the face-down cards, `--` a place already flipped.
    """

    hand: str | None = None
    face_up: str | None = None
    face_down: str | None = None

    def zones(self) -> dict[str, str]:
        """The zones that are named."""
        named = {"hand": self.hand, "face_up": self.face_up, "face_down": self.face_down}
        return {name: cards for name, cards in named.items() if cards is not None}

    def cards(self) -> dict[str, str]:
        """The cards of the zones that are named; of face-down cards those that still lie there."""
        cards = self.zones()
        if self.face_down is not None:
            cards["face_down"] = " ".join(card for card in self.face_down.split() if card != "--")
        return cards


@frozen
class Awaited:
    """What a player has still to say or to do before the turn is over.

    Attributes:
        kind: `victim`, `mover` and `direction` are choices; `defence`: the pile may be sent back;
            `add`: drawn cards may be laid; `chance`: the chance's card was taken into the hand.
        seat: who laid the card that asks for it.
        cards: the drawn cards that may be laid.
        next: the seat to move when they are not.
    """

    kind: Awaits
    seat: int
    cards: str = ""
    next: int | None = None

    @classmethod
    def of(cls, pending: Pending | None) -> "Awaited | None":
        """What is pending in a state.

        Args:
            pending: what is pending.

        Returns:
            The same as a file says it; None where nothing is.

        Raises:
            PalaceError: it is something else.
        """
        if pending is None:
            return None
        require(pending, Pending, "pending choice", "state.pending is one")
        return cls(pending.kind, pending.seat, str(Cards(pending.cards)), pending.next)

    @property
    def pending(self) -> Pending:
        """The same for a position."""
        return Pending(self.kind, self.seat, cards=Cards.of(self.cards).packed, next=self.next)

    def __str__(self) -> str:
        cards = f", {self.cards}" if self.cards else ""
        after = "" if self.next is None else f", then seat {self.next}"
        return f"{self.kind} for seat {self.seat}{cards}{after}"


@frozen
class Then:
    """What must hold after the moves; what is left out is not compared.

    Attributes:
        pile: the pile, the bottom card first.
        declared: the ranks of the cards in the pile that stand for others, the lowest card first.
        burned: what the moves burned.
        stock: the stock, the next card first.
        to_move: the seat to move.
        direction: 1 clockwise, -1 the other way.
        seats: the first seats' zones.
        out: the seats that have left, in order.
        resigned: the seats that have resigned, in order.
        loser: the seat that lost.
        phase: `arrange`, `play` or `over`.
        starter: the seat that starts, in an example with a deck.
        legal: false: the last move is refused and changes nothing.
        reason: the code of that refusal, as in `does_not_beat`.
        may: moves that are legal.
        may_not: moves that are not.
        legal_moves: all the moves that are legal, every choice of suits written out.
        requirement: what must be beaten, as the row of the follow table is called.
        pending: what a player has still to say or to do.
        unfinished: whether the game ended at its limit of turns.
        places: each seat's place.
        next_dealer: the seat that deals the next game.
        next_starter: the seat that starts the next game, as in `[1]`; `[]` where the rule decides.
    """

    pile: str | None = None
    declared: tuple[Rank, ...] | None = None
    burned: str | None = None
    stock: str | None = None
    to_move: int | None = None
    direction: int | None = None
    seats: tuple[SeatZones, ...] | None = None
    out: tuple[int, ...] | None = None
    resigned: tuple[int, ...] | None = None
    loser: int | None = None
    phase: Phase | None = None
    starter: int | None = None
    legal: bool | None = None
    reason: Reason | None = None
    may: tuple[str, ...] | None = None
    may_not: tuple[str, ...] | None = None
    legal_moves: tuple[str, ...] | None = None
    requirement: str | None = None
    pending: Awaited | None = None
    unfinished: bool | None = None
    places: tuple[int, ...] | None = None
    next_dealer: int | None = None
    next_starter: tuple[int, ...] | None = None


@frozen
class Example:
    """A position or a deal, moves, and what must hold then.

    Attributes:
        name: what the example shows.
        then: what must hold after the moves.
        moves: actions as text, each of the seat then to move unless it names one; left out: none.
        seats: the zones of each seat.
        pile: the pile, the bottom card first; left out: empty.
        declared: the ranks of the cards in the pile that stand for others, the lowest card first;
            left out: none.
        stock: the stock, the next card first; left out: empty.
        to_move: the seat to move; left out: 0.
        direction: 1 clockwise, -1 the other way; left out: 1.
        out: the seats that have left; left out: nobody.
        resigned: the seats that have resigned; left out: nobody.
        phase: `arrange`, `play` or `over`; left out: `play`.
        dealer: the seat that dealt, or deals; left out: 0.
        turns: turns played so far, where the variant limits them; left out: 0.
        requirement: what must be beaten, where the pile does not tell.
        pending: what a player has still to say or to do; `requirement` holds when it is said.
        deck: instead of zones, cards in dealing order.
        players: with a deck, the number of seats.
    """

    name: str
    then: Then
    moves: tuple[str, ...] = ()
    seats: tuple[SeatZones, ...] | None = None
    pile: str | None = None
    declared: tuple[Rank, ...] | None = None
    stock: str | None = None
    to_move: int | None = None
    direction: int | None = None
    out: tuple[int, ...] | None = None
    resigned: tuple[int, ...] | None = None
    phase: Phase | None = None
    dealer: int | None = None
    turns: int | None = None
    requirement: str | None = None
    pending: Awaited | None = None
    deck: str | None = None
    players: int | None = None

    @property
    def played(self) -> tuple[str, ...]:
        """The moves that are played: all, but for a last one that is to be refused."""
        return self.moves[:-1] if self.then.legal is False else self.moves


@frozen
class Examples:
    """A variant and its worked examples.

    Attributes:
        variant: the variant that they are played by.
        examples: the examples, in the order of the file.
    """

    variant: Variant
    examples: tuple[Example, ...]
