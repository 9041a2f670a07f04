"""The immutable position: zones, whose turn it is, and the row at which the pile stands."""

from collections.abc import Iterable
from enum import StrEnum

from attrs import define, field, frozen

from palace.cards import CARDS, Card, Cards, pack
from palace.rules import Requirement, Rules
from palace.variant import Variant

FLIPPED = 0xFF
"""The mark of an empty place in a row of face-down cards."""


class Phase(StrEnum):
    """What a game is at."""

    ARRANGE = "arrange"
    PLAY = "play"
    OVER = "over"


@define(slots=True, weakref_slot=False, eq=False, repr=False)
class Draft:
    """The fields of a state, while they are filled in; zones packed as `palace.cards` says.

    A frozen class sets its fields through a guard, which takes longer than all else in a turn. So
    `apply` fills in a draft and then sets its class to `State`, which has the same layout.

    Attributes:
        rules, phase, to_move, direction, dealer, out, turns: as in `State`.
        _hands: each seat's hand.
        _face_up: each seat's face-up cards.
        _face_down: each seat's face-down cards by place, `FLIPPED` where one was; empty when all
            were.
        _stock: the stock, the next card first.
        _pile: the pile, the bottom card first.
        _pile_cards: the same cards without their order.
        _burned: the burned cards.
        _row: the number of the row of the follow table at which the pile stands.
        _arranged: bit k: seat k has arranged.
    """

    rules: Rules = field(hash=False)
    phase: Phase
    to_move: int | None
    direction: int
    dealer: int
    out: tuple[int, ...]
    turns: int
    _hands: tuple[int, ...]
    _face_up: tuple[int, ...]
    _face_down: tuple[bytes, ...]
    _stock: bytes
    _pile: bytes
    _pile_cards: int
    _burned: int
    _row: int
    _arranged: int


@frozen(slots=True, weakref_slot=False, repr=False)
class State(Draft):
    """A position, complete and immutable; equal positions are equal values.

    Seats are numbered from 0, clockwise.

    Attributes:
        rules: the variant, compiled.
        phase: `arrange`, `play` or `over`.
        to_move: the seat to move; while arranging the seat that will start, or None where that is
            not known yet; None when the game is over.
        direction: 1 clockwise, -1 the other way.
        dealer: the seat that dealt.
        out: the seats that have left, in order.
        turns: turns played, counted only where the variant limits them.
    """

    @property
    def variant(self) -> Variant:
        """The variant that is played."""
        return self.rules.variant

    @property
    def players(self) -> int:
        """The number of seats, those who have left included."""
        return len(self._hands)

    @property
    def hands(self) -> tuple[Cards, ...]:
        """Each seat's hand."""
        return tuple(map(Cards, self._hands))

    @property
    def face_up(self) -> tuple[Cards, ...]:
        """Each seat's face-up cards."""
        return tuple(map(Cards, self._face_up))

    @property
    def face_down(self) -> tuple[tuple[Card | None, ...], ...]:
        """Each seat's face-down cards by their places; None where a card was flipped."""
        return tuple(
            tuple(None if index == FLIPPED else CARDS[index] for index in row)
            for row in self._face_down
        )

    @property
    def stock(self) -> tuple[Card, ...]:
        """The stock, the next card to be drawn first."""
        return tuple(CARDS[index] for index in self._stock)

    @property
    def pile(self) -> tuple[Card, ...]:
        """The pile, the bottom card first."""
        return tuple(CARDS[index] for index in self._pile)

    @property
    def burned(self) -> Cards:
        """The cards that burned."""
        return Cards(self._burned)

    @property
    def aside(self) -> Cards:
        """The cards of the deck that are in no zone of this position."""
        return Cards(self.variant.deck_cards(self.players).packed - self._in_zones())

    @property
    def is_whole(self) -> bool:
        """Whether the zones hold the whole deck, each card as often as the deck has it."""
        return self._in_zones() == self.variant.deck_cards(self.players).packed

    @property
    def requirement(self) -> Requirement:
        """What the next card must meet."""
        return self.rules.rows[self._row].requirement

    @property
    def arranged(self) -> tuple[int, ...]:
        """The seats that have arranged their cards."""
        return tuple(seat for seat in range(self.players) if self._arranged >> seat & 1)

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that have not left."""
        return tuple(seat for seat in range(self.players) if seat not in self.out)

    @property
    def loser(self) -> int | None:
        """The seat that was last to hold cards; None before the end and in an unfinished game."""
        if self.phase is not Phase.OVER or len(self.out) != self.players - 1:
            return None
        return self.active[0]

    @property
    def unfinished(self) -> bool:
        """Whether the game ended by its limit of turns, without a loser (ruling 18)."""
        return self.phase is Phase.OVER and self.loser is None

    def _in_zones(self) -> int:
        lying = bytes(index for row in self._face_down for index in row if index != FLIPPED)
        ordered = pack(lying) + pack(self._stock)
        unordered = sum(self._hands) + sum(self._face_up) + self._pile_cards + self._burned
        return ordered + unordered

    def __repr__(self) -> str:
        return f"<State of {self.variant.name}: {self}>"

    def __str__(self) -> str:
        seats = " / ".join(
            f"{seat}: {_text(hand)} | {_text(up)} | {_text(down)}"
            for seat, (hand, up, down) in enumerate(
                zip(self.hands, self.face_up, self.face_down, strict=True)
            )
        )
        return (
            f"{self.phase}, to move {self.to_move}, pile {_text(self.pile)}, "
            f"stock {_text(self.stock)}, {seats}"
        )


def _text(cards: Iterable[Card | None]) -> str:
    return " ".join(str(card or "--") for card in cards) or "-"
