"""The immutable position: zones, whose turn it is, and the row at which the pile stands."""

from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import cache
from operator import attrgetter
from typing import Any, Literal, TypeAlias

from attrs import Factory, define, evolve, field, fields, frozen

from palace.cards import CARDS, RANKS, Card, Cards, Rank, count, pack
from palace.errors import PalaceError
from palace.given import require
from palace.requirements import Requirement, Row
from palace.rules import Rules
from palace.variant import Variant
from palace.wording import printable, quoted

FLIPPED = 0xFF
"""The mark of an empty place in a row of face-down cards."""
EMPTY_PLACE = bytes((FLIPPED,))
"""Such a place in a row."""


class Phase(StrEnum):
    """What a game is at."""

    ARRANGE = "arrange"
    PLAY = "play"
    OVER = "over"


def lying(row: bytes) -> bytes:
    """The cards of a row of face-down cards that still lie there."""
    return row.replace(EMPTY_PLACE, b"")


def with_zone(zones: tuple[Any, ...], seat: int, zone: Any) -> tuple[Any, ...]:
    """The zones of all seats with one seat's replaced."""
    after = [*zones]
    after[seat] = zone
    return tuple(after)


@cache
def _next_seats(players: int, gone: frozenset[int], direction: int) -> tuple[int, ...]:
    """The active seat after each seat; where none is left, the seat itself."""
    circles = [
        [(seat + direction * step) % players for step in range(1, players + 1)]
        for seat in range(players)
    ]
    return tuple(
        next((each for each in circle if each not in gone), circle[-1]) for circle in circles
    )


Awaits: TypeAlias = Literal["victim", "mover", "direction", "defence", "add", "chance"]
"""What may be awaited of a player."""


@frozen
class Pending:
    """What a player has still to say or to do before the turn is over.

    Attributes:
        kind: `victim`, `mover` and `direction` are choices; `defence`: the pile may be sent back;
            `add`: drawn cards may be laid; `chance`: the chance's card was taken into the hand.
        seat: who laid the card that asks for it.
        row: the number of the row at which the pile stands.
        cards: the drawn cards that may be laid, packed.
        next: the seat to move when they are not.
    """

    kind: Awaits
    seat: int
    row: int = 0
    cards: int = 0
    next: int | None = None


Declared: TypeAlias = tuple[tuple[int, int], ...]
"""Places in the pile of cards that stand for others, the lowest first, and the ranks' numbers."""


def as_declared(pile: bytes, declared: Declared) -> bytes:
    """A pile with each card that stands for others as one of those."""
    if not declared:
        return pile
    faces = bytearray(pile)
    for place, number in declared:
        faces[place] = 4 * number
    return bytes(faces)


def ranks_declared(declared: Declared) -> dict[int, Rank]:
    """By their places in the pile the ranks of the cards that stand for others."""
    return {place: RANKS[number] for place, number in declared}


@define(slots=True, weakref_slot=False, eq=False, repr=False)
class FrameDraft:
    """The fields of a frame, while they are changed; as `StateDraft` is for a state.

    What a frame works out by itself, the last four, a draft takes over from the frame changed.
    """

    rules: Rules = field(hash=False)
    direction: int
    dealer: int
    out: tuple[int, ...]
    turns: int
    face_up: tuple[int, ...]
    face_down: tuple[bytes, ...]
    arranged: int
    pending: Pending | None = None
    laid_by: int | None = None
    resigned: tuple[int, ...] = ()
    burned_unseen: int = 0
    declared: Declared = ()
    draw_to: int = 0
    four: int = 0
    gone: tuple[int, ...] = ()
    after: tuple[int, ...] = ()

    def cards_to_draw(self) -> int:
        """Up to how many cards a player draws after a play from the hand."""
        return self.rules.draw_to[len(self.face_up)]

    def cards_to_burn(self) -> int:
        """How many equal cards burn."""
        return self.rules.four[len(self.face_up)]

    def who_is_gone(self) -> tuple[int, ...]:
        """The seats that take no part any more."""
        return self.out + self.resigned

    def who_is_next(self) -> tuple[int, ...]:
        """By seat the active seat after it."""
        return _next_seats(len(self.face_up), frozenset(self.gone), self.direction)


def _worked_out(how: Callable[[Any], Any]) -> Any:
    """A field that follows from those before it."""
    return field(init=False, eq=False, repr=False, default=Factory(how, takes_self=True))


@frozen(slots=True, weakref_slot=False)
class Frame(FrameDraft):
    """What a play from the hand mostly leaves as it is, in one value that states share.

    Attributes:
        rules, direction, dealer, out, turns, resigned: as in `State`.
        face_up: each seat's face-up cards, packed.
        face_down: each seat's face-down cards by place, `FLIPPED` where one was; empty when all
            were.
        arranged: bit k: seat k has arranged, or resigned.
        pending: what a player has still to say, if anything.
        laid_by: the seat that laid the last card, where a rule asks for it.
        burned_unseen: as in `State`, packed.
        declared: the places in the pile of cards that stand for others, and their ranks' numbers.
        draw_to, four: those of `Rules` for so many players.
        gone: the seats that take no part any more: those that are out, and those that resigned.
        after: by seat the active seat after it.
    """

    draw_to: int = _worked_out(FrameDraft.cards_to_draw)
    four: int = _worked_out(FrameDraft.cards_to_burn)
    gone: tuple[int, ...] = _worked_out(FrameDraft.who_is_gone)
    after: tuple[int, ...] = _worked_out(FrameDraft.who_is_next)

    @property
    def decided(self) -> bool:
        """Whether so many have gone that the game is over."""
        players = len(self.face_up)
        alone = len(self.gone) >= players - 1
        return alone or len(self.out) >= self.rules.exits(players)


_row_number: Callable[[Row], int] = attrgetter("number")


@define(slots=True, weakref_slot=False, init=False, eq=False, repr=False)
class StateDraft:
    """The fields of a state, while they are filled in; zones packed as `palace.cards` says.

    A frozen class sets its fields through a guard, which takes longer than all else in a turn. So
    `apply` fills in a draft and then sets its class to `State`, which has the same layout.

    Attributes:
        phase, to_move: as in `State`.
        _hands: each seat's hand.
        _stock: the stock, the next card first.
        _pile: the pile, the bottom card first.
        _pile_cards: the same cards without their order.
        _burned: the burned cards.
        _row: the row of the follow table at which the pile stands.
        _frame: all that seldom changes.
    """

    phase: Phase
    to_move: int | None
    _hands: tuple[int, ...]
    _stock: bytes
    _pile: bytes
    _pile_cards: int
    _burned: int
    _row: Row = field(eq=_row_number)
    _frame: Frame


@frozen(slots=True, weakref_slot=False, repr=False)
class State(StateDraft):
    """A position, complete and immutable; equal positions are equal values.

    Seats are numbered from 0, clockwise.

    Attributes:
        phase: `arrange`, `play` or `over`.
        to_move: the seat to move; while arranging the seat that will start, or None where that is
            not known yet; None when the game is over.
    """

    @property
    def rules(self) -> Rules:
        """The variant, compiled."""
        return self._frame.rules

    @property
    def variant(self) -> Variant:
        """The variant that is played."""
        return self._frame.rules.variant

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
        return tuple(map(Cards, self._frame.face_up))

    @property
    def face_down(self) -> tuple[tuple[Card | None, ...], ...]:
        """Each seat's face-down cards by their places; None where a card was flipped."""
        return tuple(
            tuple(None if index == FLIPPED else CARDS[index] for index in row)
            for row in self._frame.face_down
        )

    @property
    def card_counts(self) -> tuple[int, ...]:
        """By seat the number of cards in all its zones."""
        zones = zip(self._hands, self._frame.face_up, self._frame.face_down, strict=True)
        return tuple(count(hand) + count(up) + len(lying(down)) for hand, up, down in zones)

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
    def burned_unseen(self) -> Cards:
        """Those of the burned cards that nobody saw: hands and face-down cards of who resigned."""
        return Cards(self._frame.burned_unseen)

    @property
    def aside(self) -> Cards:
        """The cards of the deck that are in no zone of this position."""
        return Cards(self.variant.deck_cards(self.players).packed - self._in_zones())

    @property
    def in_play(self) -> Cards:
        """The cards in all zones; from the deal to the end they stay the same."""
        return Cards(self._in_zones())

    @property
    def requirement(self) -> Requirement:
        """What the next card must meet."""
        return self._row.requirement

    @property
    def direction(self) -> int:
        """1 clockwise, -1 the other way."""
        return self._frame.direction

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return self._frame.dealer

    @property
    def out(self) -> tuple[int, ...]:
        """The seats that have left, in order."""
        return self._frame.out

    @property
    def resigned(self) -> tuple[int, ...]:
        """The seats that have resigned, in order."""
        return self._frame.resigned

    @property
    def turns(self) -> int:
        """Turns played, counted only where the variant limits them."""
        return self._frame.turns

    @property
    def arranged(self) -> tuple[int, ...]:
        """The seats that have arranged their cards, and those that resigned."""
        return tuple(seat for seat in range(self.players) if self._frame.arranged >> seat & 1)

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that have neither left nor resigned."""
        gone = self._frame.gone
        return tuple(seat for seat in range(self.players) if seat not in gone)

    @property
    def pending(self) -> Pending | None:
        """What a player has still to say or to do before the turn is over, or None."""
        return self._frame.pending

    @property
    def laid_by(self) -> int | None:
        """The seat that laid the last card, where a rule of the variant asks for it."""
        return self._frame.laid_by

    @property
    def declared(self) -> dict[int, Rank]:
        """By their places in the pile the ranks of the cards that stand for others."""
        return ranks_declared(self._frame.declared)

    @property
    def _pile_as_declared(self) -> bytes:
        """The pile as indexes, each card that stands for others as one of those."""
        return as_declared(self._pile, self._frame.declared)

    @property
    def winner(self) -> int | None:
        """The seat that was first to leave, or that alone did not resign; None before that."""
        if self.out:
            return self.out[0]
        return self.active[0] if self._frame.decided else None

    @property
    def loser(self) -> int | None:
        """The seat that was first to resign, or else last to hold cards.

        None before the end, in an unfinished game, and where several hold cards at the end.
        """
        if self.phase is not Phase.OVER or not self._frame.decided:
            return None
        last = self.resigned or self.active
        return last[0] if self.resigned or len(last) == 1 else None

    @property
    def unfinished(self) -> bool:
        """Whether the game ended by its limit of turns, without a loser (ruling 18)."""
        return self.phase is Phase.OVER and not self._frame.decided

    def _in_zones(self) -> int:
        ordered = sum(map(pack, map(lying, self._frame.face_down))) + pack(self._stock)
        unordered = sum(self._hands) + sum(self._frame.face_up) + self._pile_cards + self._burned
        return ordered + unordered

    def under(self, rules: Rules) -> "State":
        """The same position under other rules, which have the rows that these have.

        Args:
            rules: the rules.

        Returns:
            The position; this one stays as it is.

        Raises:
            PalaceError: these are no rules.
        """
        require(rules, Rules, "rules", "rules_of makes them of a variant")
        frame = evolve(self._frame, rules=rules)
        return evolve(self, frame=frame, row=rules.rows[self._row.number])

    def __reduce__(self) -> tuple[Callable[..., "State"], tuple[Any, ...]]:
        return _restored, (
            self._row.number, self._frame, self.phase, self.to_move, self._hands, self._stock,
            self._pile, self._pile_cards, self._burned,
        )  # fmt: skip

    def __repr__(self) -> str:
        return f"<State of {printable(self.variant.name)}: {self}>"

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows, with every card."""
        from palace.render import svg  # noqa: PLC0415 - drawn above, and loaded only to draw

        return svg(self)

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


def _restored(row: int, frame: Frame, *fields: Any) -> State:
    """A state out of a pickle, where the row is a number."""
    names = ("phase", "to_move", "hands", "stock", "pile", "pile_cards", "burned")
    return State(**dict(zip(names, fields, strict=True)), row=frame.rules.rows[row], frame=frame)


def require_state(value: object) -> None:
    """Refuse what is no state.

    Args:
        value: what was given.

    Raises:
        PalaceError: it is none.
    """
    if not isinstance(value, State):
        raise no_state(value)


def no_state(value: object) -> PalaceError:
    """The error that something else stands where a state is wanted.

    Args:
        value: what was given.
    """
    return PalaceError(
        f"{quoted(value)} is no state: make one with new_game, position or loads_state; a view has "
        "legal_actions(), distinct_actions(), is_legal() and why_illegal() of its own, and "
        "determinize draws a state that agrees with it"
    )


def _text(cards: Iterable[Card | None]) -> str:
    return " ".join(str(card or "--") for card in cards) or "-"


_STATE_FIELDS = {each.alias: each.name for each in fields(StateDraft)}
_of_frame: Callable[[Frame], tuple[Any, ...]] = attrgetter(
    *(each.name for each in fields(FrameDraft))
)
_WHO_IS_NEXT = {"out", "resigned", "direction"}
"""The fields of a frame from which `gone` and `after` follow."""


def changed(state: State, **changes: Any) -> State:
    """A state with some fields changed, in half the time that `attrs.evolve` takes.

    Args:
        state: the state.
        changes: the new values.
    """
    after: Any = StateDraft()
    after.phase, after.to_move = state.phase, state.to_move
    after._hands, after._stock = state._hands, state._stock
    after._pile, after._pile_cards = state._pile, state._pile_cards
    after._burned, after._row, after._frame = state._burned, state._row, state._frame
    for name, new in changes.items():
        setattr(after, _STATE_FIELDS[name], new)
    after.__class__ = State
    return after  # type: ignore[no-any-return]


def changed_frame(frame: Frame, **changes: Any) -> Frame:
    """A frame with some fields changed; as `changed`.

    Args:
        frame: the frame.
        changes: the new values, but not of other rules (`State.under`).
    """
    after: Any = FrameDraft(*_of_frame(frame))
    for name, new in changes.items():
        setattr(after, name, new)
    if not _WHO_IS_NEXT.isdisjoint(changes):
        after.gone = after.who_is_gone()
        after.after = after.who_is_next()
    after.__class__ = Frame
    return after  # type: ignore[no-any-return]
