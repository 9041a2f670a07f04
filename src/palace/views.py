"""What a seat may see: the public zones, its own cards, and how many others there are.

A view is worked out from the table alone, and what it answers is asked of the engine, in a
position where nobody else holds a card: no rule of what a seat may do depends on hidden cards.
"""

from collections.abc import Iterable
from enum import Enum
from functools import cache, cached_property
from typing import TypeAlias

from attrs import evolve, field, frozen

from palace.actions import Action
from palace.cards import Card, Cards, Rank, count, holds, pack
from palace.combining import zone_in_use
from palace.errors import IllegalAction, PalaceError, PositionError, Reason
from palace.given import require
from palace.legality import distinct_actions, is_legal, legal_actions
from palace.refusals import why_illegal
from palace.requirements import Requirement
from palace.rules import Rules
from palace.state import (
    FLIPPED,
    Declared,
    Frame,
    Pending,
    Phase,
    State,
    as_declared,
    no_state,
    ranks_declared,
)
from palace.variant import Variant
from palace.wording import printable, quoted


class Hidden(Enum):
    """A card that is there and that the seat may not see; it prints as `??`."""

    CARD = "??"

    def __str__(self) -> str:
        return self.value


Place: TypeAlias = Card | Hidden | None
"""What lies at a place of a row of face-down cards; None where a card was flipped."""
_PLACEHOLDER = bytes(1)
"""What stands for a hidden card in a position that is only asked what a seat may do."""


@frozen(repr=False)
class View:
    """A position as one seat sees it, or a spectator; equal where only hidden cards differ.

    Attributes:
        rules: the variant, compiled.
        seat: whose view it is; None for a spectator.
        phase, to_move, direction, dealer, out, resigned, turns, arranged: as in `State`.
        hands: by seat the hand; None for each but the own.
        hand_counts: by seat the number of cards in hand.
        face_up: by seat the face-up cards.
        face_down: by seat the face-down cards by their places: `Hidden.CARD` for one that lies
            there, None where one was flipped. Where the variant lets a player look at the own
            ones, the owner sees them as soon as hand and face-up cards are gone.
        stock_count: the number of cards in the stock.
        pile: the pile, the bottom card first.
        burned: the cards that were seen to burn.
        burned_unseen: the number of those that burned unseen, of seats that resigned.
        requirement: what the next card must meet.
        pending: as in `State`; drawn cards that may be added are seen by their owner alone.
        laid_by: the seat that laid the last card, where a rule asks for it.
    """

    rules: Rules = field(hash=False)
    seat: int | None
    phase: Phase
    to_move: int | None
    hands: tuple[Cards | None, ...]
    hand_counts: tuple[int, ...]
    face_up: tuple[Cards, ...]
    face_down: tuple[tuple[Place, ...], ...]
    stock_count: int
    pile: tuple[Card, ...]
    burned: Cards
    burned_unseen: int
    requirement: Requirement
    direction: int
    dealer: int
    out: tuple[int, ...]
    resigned: tuple[int, ...]
    turns: int
    arranged: tuple[int, ...]
    pending: Pending | None
    laid_by: int | None
    _declared: Declared

    @property
    def variant(self) -> Variant:
        """The variant that is played."""
        return self.rules.variant

    @property
    def players(self) -> int:
        """The number of seats, those who have left included."""
        return len(self.hand_counts)

    @property
    def hand(self) -> Cards:
        """The own hand; a spectator's is empty."""
        return Cards() if self.seat is None else self.hands[self.seat] or Cards()

    @property
    def card_counts(self) -> tuple[int, ...]:
        """By seat the number of cards in all its zones."""
        zones = zip(self.hand_counts, self.face_up, self.face_down, strict=True)
        return tuple(
            hand + len(up) + sum(place is not None for place in down) for hand, up, down in zones
        )

    @property
    def declared(self) -> dict[int, Rank]:
        """By their places in the pile the ranks of the cards that stand for others."""
        return ranks_declared(self._declared)

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that have neither left nor resigned."""
        return self.stand_in.active

    @property
    def winner(self) -> int | None:
        """The seat that was first to leave, or that alone did not resign; None before that."""
        return self.stand_in.winner

    @property
    def loser(self) -> int | None:
        """The seat that was first to resign, or else last to hold cards; as in `State`."""
        return self.stand_in.loser

    @property
    def unfinished(self) -> bool:
        """Whether the game ended by its limit of turns, without a loser (ruling 18)."""
        return self.stand_in.unfinished

    @property
    def unseen(self) -> Cards:
        """The cards of the deck that the seat does not see, wherever they are.

        They are in the other hands, face down, in the stock, burned unseen, or aside where the
        variant or the position leaves cards out.
        """
        return Cards(unplaced(self, [self.hand.packed], self.face_down))

    @cached_property
    def stand_in(self) -> State:
        """A state for what asks for one: there the seat may do just what it may do here.

        What the seat sees is as it is. Nobody else has a hand, and each hidden card of the stock
        and face down is the same card, which stands for any: so it tells nothing that the view
        does not. It is no position of the game; `determinize` draws one to play on from.
        """
        return self._completed(
            tuple(0 if hand is None else hand.packed for hand in self.hands),
            tuple(bytes(map(_index, row)) for row in self.face_down),
            _PLACEHOLDER * self.stock_count,
            self.pending,
        )

    def legal_actions(self) -> tuple[Action, ...]:
        """Every legal action of the seat, every choice of suits its own.

        Returns:
            Those of the state that name the seat, in the same order; none for a spectator.
        """
        return tuple(each for each in legal_actions(self.stand_in) if each.seat == self.seat)

    def distinct_actions(self) -> tuple[Action, ...]:
        """The legal actions of the seat, one for each rank and number where suits do not matter.

        Returns:
            Those of the state that name the seat, in the same order; none for a spectator.
        """
        return tuple(each for each in distinct_actions(self.stand_in) if each.seat == self.seat)

    def is_legal(self, action: Action) -> bool:
        """Whether an action is a legal action of the seat.

        Args:
            action: any action; one of another seat is none of this seat's.

        Returns:
            As `is_legal` says it of the state, and False for another seat's action.

        Raises:
            PalaceError: it is no action.
        """
        return is_legal(self.stand_in, action) and action.seat == self.seat

    def why_illegal(self, action: Action) -> IllegalAction | None:
        """Why the seat may not do something, or None where it may.

        Args:
            action: any action; of one of another seat nothing is told.

        Returns:
            The error that `apply` would raise, with its `reason` and a sentence; not raised.

        Raises:
            PalaceError: it is no action.
        """
        refusal = why_illegal(self.stand_in, action)
        if action.seat == self.seat:
            return refusal
        other = f"it tells nothing of what seat {action.seat} may do"
        return IllegalAction(Reason.NOT_YOUR_TURN, f"this is the view of {self._who}: {other}")

    def _completed(
        self,
        hands: tuple[int, ...],
        face_down: tuple[bytes, ...],
        stock: bytes,
        pending: Pending | None,
        burned_unseen: int = 0,
    ) -> State:
        """The state that the view shows, with hidden cards given; packed as `palace.cards` says.

        Args:
            hands: every seat's hand.
            face_down: every seat's face-down cards.
            stock: the stock.
            pending: what is pending, with its cards.
            burned_unseen: the cards that burned unseen.
        """
        pile = _indexes(self.pile)
        face_up = tuple([cards.packed for cards in self.face_up])
        arranged = sum([1 << seat for seat in self.arranged])
        frame = Frame(
            self.rules, self.direction, self.dealer, self.out, self.turns, face_up, face_down,
            arranged, pending, self.laid_by, self.resigned, burned_unseen, self._declared,
        )  # fmt: skip
        burned = self.burned.packed + burned_unseen
        return State(
            self.phase, self.to_move, hands, stock, pile, pack(pile), burned,
            self.rules.standing_at(self.requirement), frame,
        )  # fmt: skip

    @property
    def _pile_as_declared(self) -> bytes:
        """The pile as indexes, each card that stands for others as one of those."""
        return as_declared(_indexes(self.pile), self._declared)

    @property
    def _who(self) -> str:
        return "a spectator" if self.seat is None else f"seat {self.seat}"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {printable(self.variant.name)} for {self._who}: {self}>"

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        from palace.render import svg  # noqa: PLC0415 - drawn above, and loaded only to draw

        return svg(self)

    def __str__(self) -> str:
        hands = [
            [Hidden.CARD] * number if hand is None else hand
            for hand, number in zip(self.hands, self.hand_counts, strict=True)
        ]
        seats = " / ".join(
            f"{seat}: {_text(hand)} | {_text(up)} | {_text(down)}"
            for seat, (hand, up, down) in enumerate(
                zip(hands, self.face_up, self.face_down, strict=True)
            )
        )
        return (
            f"{self.phase}, to move {self.to_move}, pile {_text(self.pile)}, "
            f"stock {self.stock_count}, {seats}"
        )


def view(state: State, seat: int | None = None) -> View:
    """What a seat sees of a state.

    Args:
        state: the state.
        seat: the seat; None for a spectator, who sees only what lies open on the table.

    Returns:
        The view: the own hand, all face-up cards, the pile and the burned cards, and of all else
        how many cards there are.

    Raises:
        PalaceError: there is no such seat, or it is no state.
    """
    if not isinstance(state, State):
        raise no_state(state)
    frame, players = state._frame, len(state._hands)
    if seat is not None and (type(seat) is not int or seat not in range(players)):
        raise PalaceError(
            f"there is no seat {quoted(seat)}: seats are 0 to {players - 1}, "
            "and None is a spectator"
        )
    hands: list[Cards | None] = [None] * players
    face_down = [_backs(row.translate(_BACKS)) for row in frame.face_down]
    if seat is not None:
        hands[seat] = Cards(state._hands[seat])
        if _looks(state, seat):
            face_down[seat] = state.face_down[seat]
    pending = frame.pending
    if pending is not None and pending.seat != seat and pending.cards:
        pending = evolve(pending, cards=0)
    return View(
        frame.rules, seat, state.phase, state.to_move, (*hands,), (*map(count, state._hands),),
        state.face_up, (*face_down,), len(state._stock), state.pile,
        Cards(state._burned - frame.burned_unseen), count(frame.burned_unseen),
        state._row.requirement, frame.direction, frame.dealer, frame.out, frame.resigned,
        frame.turns, state.arranged, pending, frame.laid_by, frame.declared,
    )  # fmt: skip


def require_view(value: object) -> None:
    """Refuse what is no view.

    Args:
        value: what was given.

    Raises:
        PalaceError: it is none.
    """
    require(value, View, "view", "make one with view(state, seat)")


def unplaced(view: View, hands: Iterable[int], face_down: Iterable[Iterable[Place]]) -> int:
    """The cards of the deck, packed, that lie neither open nor where they are known to be.

    Args:
        view: what lies open.
        hands: the cards that are known to be in hands, packed.
        face_down: the rows of face-down cards, with those that are known.

    Raises:
        PositionError: so many cards the deck does not have.
    """
    known = [card for row in face_down for card in row if isinstance(card, Card)]
    placed = pack(_indexes([*view.pile, *known])) + sum(hands)
    placed += sum([cards.packed for cards in (*view.face_up, view.burned)])
    deck = view.variant.deck_cards(view.players).packed
    if not holds(deck, placed):
        raise PositionError(f"the deck has not all the cards that are in sight: {view}")
    return deck - placed


def _looks(state: State, seat: int) -> bool:
    """Whether a seat has come to its face-down cards, and may look at them."""
    looked_at = state._frame.rules.variant.table_cards.face_down == "looked_at"
    return looked_at and not zone_in_use(state, seat)


_BACKS = bytes(FLIPPED if index == FLIPPED else _PLACEHOLDER[0] for index in range(256))


@cache
def _backs(row: bytes) -> tuple[Place, ...]:
    """A row of face-down cards as everybody sees it."""
    return tuple(None if index == FLIPPED else Hidden.CARD for index in row)


def _index(place: Place) -> int:
    if isinstance(place, Card):
        return place.index
    return FLIPPED if place is None else _PLACEHOLDER[0]


def _indexes(cards: Iterable[Card]) -> bytes:
    return bytes([card.index for card in cards])


def _text(cards: Iterable[Place]) -> str:
    return " ".join("--" if card is None else str(card) for card in cards) or "-"
