"""What a seat knows: its view with a memory, and whole states that agree with it, drawn at random.

Nothing is inferred from what players chose or could not do: only counts and seen cards matter.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from math import comb
from random import Random
from typing import Any, Self

from attrs import evolve, fields, frozen

from palace.cards import CARD_MASK, UNIT, Cards, count, pack, unpack
from palace.errors import PositionError
from palace.events import Event, redact
from palace.following import follow
from palace.given import require
from palace.state import FLIPPED, State
from palace.views import Hidden, Place, View, require_view, unplaced


@frozen(repr=False)
class Knowledge(View):
    """A view with a memory: cards that were seen to go into a hand are known until they are played.

    Attributes:
        known: by seat the cards that are known to be in its hand; of the own seat the whole hand.
        looked_at: the own face-down cards by their places, with those that the player has looked at
            before, where the variant lets it.
    """

    known: tuple[Cards, ...]
    looked_at: tuple[Place, ...]

    @classmethod
    def of(cls, view: View) -> Self:
        """What a seat knows that comes to the table now, and sees only what lies there.

        Args:
            view: what it sees.

        Returns:
            The knowledge, with nothing remembered.

        Raises:
            PalaceError: it is no view.
        """
        require_view(view)
        known = tuple(hand or Cards() for hand in view.hands)
        return cls(*_of_view(view), known, _own_row(view))  # type: ignore[call-arg] # every field

    @property
    def view(self) -> View:
        """What the seat sees, without its memory."""
        return View(*_of_view(self))

    def after(self, events: Iterable[Event]) -> Self:
        """What the seat knows when something has happened.

        Args:
            events: what happened since, as `step` tells it, or as `redact` makes it for the seat.

        Returns:
            The knowledge then; this one stays as it is.

        Raises:
            PalaceError: the events do not follow on the view.
        """
        events = redact(events, self.seat)
        new = self.of(follow(self.view, events))
        known = [cards.packed for cards in self.known]
        for move in (move for event in events for move in event.moves):
            seen = pack(bytes(card.index for card in move.cards if card is not Hidden.CARD))
            if move.target == "hand":
                known[move.seat] += seen
            elif move.source == "hand":  # any card may be one of those that leave it unseen
                left = _without(known[move.seat], seen)
                known[move.seat] = 0 if Hidden.CARD in move.cards else left
        row = zip(self.looked_at, new.looked_at, strict=False)
        looked_at = tuple(before if now is Hidden.CARD else now for before, now in row)
        return evolve(new, known=tuple(map(Cards, known)), looked_at=looked_at)

    def __str__(self) -> str:
        others = [
            f"{seat}: {cards}"
            for seat, cards in enumerate(self.known)
            if cards and seat != self.seat
        ]
        return f"{super().__str__()}, known {' / '.join(others) or '-'}"


_VIEW_FIELDS = tuple(each.name for each in fields(View))


def _of_view(view: View) -> Iterator[Any]:
    return (getattr(view, name) for name in _VIEW_FIELDS)


def _own_row(view: View) -> tuple[Place, ...]:
    return () if view.seat is None else view.face_down[view.seat]


def _without(known: int, cards: int) -> int:
    """The known cards when cards were laid: a twin that was laid may have been the known one."""
    for index in unpack(cards):
        if known & CARD_MASK[index]:
            known -= UNIT[index]
    return known


# ---------------------------------------------------------------- states that agree


def determinize(seen: View, rng: Random) -> State:
    """A state that agrees with a view: the hidden cards are dealt out at random.

    Every way to deal the unseen cards to the hidden places is as likely, twins of two packs counted
    as two cards; a hand keeps the cards that are known to be in it. Of a player who may add drawn
    cards it is settled which cards those are, and each way to settle that is as likely too.

    Args:
        seen: a view, or `Knowledge`, whose memory then counts too.
        rng: where the random numbers come from; the same numbers give the same state.

    Returns:
        The state; the same seat's view of it is the view given. Cards that lie nowhere are aside.

    Raises:
        PositionError: the view contradicts itself: no state agrees with it.
        PalaceError: it is no view, or no `Random`.
    """
    require_view(seen)
    require(rng, Random, "source of random numbers", "write Random(seed)")
    fixed, rows, pending = *_certain(seen), seen.pending
    pool = [*unpack(unplaced(seen, fixed, rows))]
    missing = [held - count(sure) for held, sure in zip(seen.hand_counts, fixed, strict=True)]
    places = sum([row.count(Hidden.CARD) for row in rows])
    unseen = sum(missing) + places + seen.stock_count + seen.burned_unseen
    if min(missing) < 0 or unseen > len(pool):
        raise _contradiction(seen)
    if pending is not None and pending.kind == "add" and not pending.cards:
        seat = pending.seat
        hand, drawn = _just_drawn(seen, pool, missing[seat], rng)
        fixed[seat], missing[seat] = fixed[seat] + pack(hand), 0
        pending = evolve(pending, cards=pack(drawn))
        for index in hand:
            pool.remove(index)
    rng.shuffle(pool)
    cards = iter(pool)
    hands = [
        sure + pack(bytes(islice(cards, number)))
        for sure, number in zip(fixed, missing, strict=True)
    ]
    face_down = [bytes([_index(place, cards) for place in row]) for row in rows]
    stock = bytes(islice(cards, seen.stock_count))
    burned = pack(bytes(islice(cards, seen.burned_unseen)))
    return seen._completed((*hands,), (*face_down,), stock, pending, burned)


def _certain(seen: View) -> tuple[list[int], list[tuple[Place, ...]]]:
    """What is certainly in each hand, packed, and the rows of face-down cards as far as known."""
    hands, rows = seen.hands, [*seen.face_down]
    if isinstance(seen, Knowledge):
        hands = seen.known
        if seen.seat is not None:
            rows[seen.seat] = seen.looked_at
    return [0 if cards is None else cards.packed for cards in hands], rows


def _just_drawn(seen: View, pool: list[int], number: int, rng: Random) -> tuple[bytes, bytes]:
    """The unknown cards of a hand into which equals of the card just laid were drawn, and those.

    Args:
        seen: what is seen.
        pool: the cards that may be anywhere.
        number: how many of them are in that hand.
        rng: where the random numbers come from.
    """
    laid = [index >> 2 for index in seen._pile_as_declared[-1:]]
    equal = [index for index in pool if index >> 2 in laid]
    others = [index for index in pool if index >> 2 not in laid]
    ways = {  # by how many equals are in the hand: which they are, which others, which were drawn
        held: comb(len(equal), held) * comb(len(others), number - held) * (2**held - 1)
        for held in range(1, number + 1)
    }
    possible = [held for held in ways if ways[held]]
    if not possible:
        raise _contradiction(seen)
    (held,) = rng.choices(possible, [ways[held] for held in possible])
    equal, others = rng.sample(equal, held), rng.sample(others, number - held)
    which = rng.randrange(1, 1 << held)
    drawn = [index for place, index in enumerate(equal) if which >> place & 1]
    return bytes(equal + others), bytes(drawn)


def _index(place: Place, cards: Iterator[int]) -> int:
    """What lies at a place of a row, the next of the cards where that is not known."""
    if place is Hidden.CARD:
        return next(cards)
    return FLIPPED if place is None else place.index


def _contradiction(seen: View) -> PositionError:
    return PositionError(f"there is no such position, whatever the hidden cards are: {seen}")
