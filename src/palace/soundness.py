"""Whether a state can be one: everything in which it contradicts itself, the deck or the rules."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TypeAlias

from palace.abilities import NO_EFFECTS
from palace.cards import CARDS, RANK_MASK, Cards, count, holds, unpack
from palace.cells import caused
from palace.start import from_dealers_left
from palace.state import Pending, Phase, State, lying
from palace.wording import printable, quoted, shortened

Faults: TypeAlias = Iterator[tuple[str, str]]
"""What is wrong, each with its place: a seat's number, or the word that `position` has for it."""


def faults(state: State, arranged: Iterable[int] | None = None) -> Faults:
    """Everything that is wrong with a state; nothing of a state that a game can come to.

    Args:
        state: the state, with any numbers in its fields.
        arranged: the seats named as having arranged; left out, those of the state.
    """
    yield from _wrong_cards(state)
    yield from _wrong_numbers(state, tuple(state.arranged if arranged is None else arranged))
    yield from _wrong_seats(state)
    yield from _wrong_phase(state)


# ---------------------------------------------------------------- cards and numbers


def _wrong_cards(state: State) -> Faults:
    deck = state.variant.deck_cards(state.players)
    zones = _zones(state)
    for index, number in sorted(Counter(chain.from_iterable(zones.values())).items()):
        card = CARDS[index]
        if number > deck.count(card):
            where = ", ".join(name for name, cards in zones.items() if index in cards)
            yield where, f"{card}: {number} placed, but {deck.count(card) or 'none'} in the deck"
    unseen, burns = state.burned_unseen, state.variant.end.resigned == "burned"
    if not unseen <= state.burned:
        message = f"{unseen} are not all among the burned cards: {state.burned}"
        yield "burned_unseen", f"burned_unseen: {message}"
    if unseen and not (state.resigned and burns):
        who = "nobody has resigned" if burns else "the cards of who resigns go under the stock"
        yield "burned_unseen", f"burned_unseen: {unseen} burned unseen, but {who}"


def _zones(state: State) -> dict[str, bytes]:
    """The cards of each seat and of each other zone, as indexes."""
    frame = state._frame
    seats = {
        str(seat): unpack(hand) + unpack(up) + lying(down)
        for seat, (hand, up, down) in enumerate(
            zip(state._hands, frame.face_up, frame.face_down, strict=True)
        )
    }
    return seats | {"pile": state._pile, "stock": state._stock, "burned": unpack(state._burned)}


def _wrong_numbers(state: State, arranged: tuple[int, ...]) -> Faults:
    """Seats that do not exist, and other numbers out of range."""
    limit = state.variant.end.turn_limit
    laid_by = state._frame.laid_by
    for name, seats in (
        ("dealer", (state.dealer,)), ("out", state.out),
        ("resigned", state.resigned), ("arranged", arranged),
        ("to_move", () if state.to_move is None else (state.to_move,)),
        ("laid_by", () if laid_by is None else (laid_by,)),
    ):  # fmt: skip
        for seat in seats:
            if not _is_number(seat, 0, state.players - 1):
                there = f"seats are 0 to {state.players - 1}"
                yield name, f"{name}: there is no seat {quoted(seat)}: {there}"
        if any(seats.count(seat) > 1 for seat in seats):
            yield name, f"{name}: a seat is named twice: {shortened(', '.join(map(quoted, seats)))}"
    if not _is_number(state.turns, 0, limit):
        right = f"it is a number from 0 to {limit}" if limit else "the variant does not limit them"
        yield "turns", f"turns is {quoted(state.turns)}: {right}"
    if laid_by is not None and state.variant.pick_up.then != "previous":
        yield (
            "laid_by",
            f"laid_by is {quoted(laid_by)}: {printable(state.variant.name)} never asks for it",
        )


def _is_number(value: object, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


# ---------------------------------------------------------------- seats


def _wrong_seats(state: State) -> Faults:
    """Seats that should have left, or should not."""
    for seat in range(state.players):
        cards = bool(
            state._hands[seat] or state._frame.face_up[seat] or state._frame.face_down[seat]
        )
        gone = seat in state.out or seat in state.resigned
        if gone and cards:
            how = "is out" if seat in state.out else "has resigned"
            yield str(seat), f"seat {seat} {how}, but it holds cards"
        if not (gone or cards or may_wait(state)):
            yield str(seat), f"seat {seat} holds no card: name it in `out`"
        if seat in state.out and seat in state.resigned:
            yield "resigned", f"seat {seat} is out, and cannot have resigned: name it once"
    if state.to_move in (*state.out, *state.resigned):
        how = "is out" if state.to_move in state.out else "has resigned"
        yield "to_move", f"seat {state.to_move} is to move, but it {how}"


def may_wait(state: State) -> bool:
    """Whether a seat may wait without cards, to the end of the turn that empties the stock.

    Args:
        state: the state.
    """
    if state.pending is not None:
        return state.rules.draw_first[state.players] > 0
    return state.rules.may_wait(state.players, state._stock)


# ---------------------------------------------------------------- phases


def _wrong_phase(state: State) -> Faults:
    """A phase that should be another."""
    limit = state.variant.end.turn_limit
    exits = state.rules.exits(state.players)
    seat = "one seat is left" if exits == state.players - 1 else "one seat has left"
    over = state._frame.decided or 0 < limit == state.turns
    if state.phase is Phase.OVER and not over:
        yield "phase", f"the game is over only when {seat}, or at the limit of turns"
    if state.phase is not Phase.OVER and over:
        yield "phase", f'{seat}, or the turns are at their limit, so phase is "over"'
    if state.phase is Phase.PLAY and state.to_move is None:
        yield "to_move", "somebody is to move while the game is played"
    if state.phase is Phase.ARRANGE:
        if state.variant.arrange == "none":
            yield "phase", f'{printable(state.variant.name)} has no arranging, so phase is "play"'
        if state.to_move is None and state.variant.start.judged == "deal":
            message = "to_move is missing: the deal has fixed the starter, so name the seat"
            yield "to_move", message
        if state.out:
            yield "out", "nobody has left while cards are arranged"
        if len(state._pile) > state.variant.deal.turn_up:
            yield (
                "pile",
                f"{Cards(state._pile_cards)} cannot have been laid while cards are arranged",
            )
        if len(state.arranged) == state.players:
            yield "arranged", 'all seats have arranged, so phase is "play"'
        yield from _wrong_order(state)


def _wrong_order(state: State) -> Faults:
    """Seats that have arranged before others that come first."""
    order, dealt = state.variant.arrange_order, _is_number(state.dealer, 0, state.players - 1)
    if order == "any" or not dealt:
        return
    seats = from_dealers_left(state.dealer, state.players)
    seats = [seat for seat in seats if seat not in state.resigned]
    arranged = [seat for seat in state.arranged if seat in seats]
    for seat in seats[: len(arranged)]:
        if seat not in arranged:
            last = max(arranged, key=seats.index)
            message = f"seat {seat} arranges before seat {last}: name it too"
            yield "arranged", f"arranged: {message}"


# ---------------------------------------------------------------- what is asked for


def misplaced(state: State) -> Faults:
    """Where what must be met, or what is awaited, does not go with the rest of a sound state."""
    for place, message in _misplaced(state):
        yield place, f"{place}: {message}"


def _misplaced(state: State) -> Faults:
    pending, row = state.pending, state._row
    if pending is None:
        if state.phase is Phase.PLAY and row.requirement.kind in ("choice", "attack"):
            yield "pending", f"nothing is pending, but the requirement is {row.requirement}"
        yield from _wrong_row(state)
        return
    wanted, mover = _AWAITED[pending.kind]
    if state.phase is not Phase.PLAY:
        yield "pending", f"{pending.kind} is awaited in play alone"
    if not _is_number(pending.seat, 0, state.players - 1):
        yield (
            "pending",
            f"there is no seat {quoted(pending.seat)}: seats are 0 to {state.players - 1}",
        )
    elif (pending.seat == state.to_move) is not mover:
        who = "the seat to move" if mover else "not the seat to move"
        yield "pending", f"{pending.kind} is asked for by {who}, and seat {state.to_move} is that"
    if wanted is None:
        yield from _wrong_row(state)
    elif row.requirement.kind != wanted:
        yield "requirement", f"it is {row.requirement}, but with {pending.kind} it is a {wanted}"
    elif not _may_be_asked(state, pending):
        asked = state.rules.rows[pending.row].requirement
        yield "pending", f"nothing asks for {pending.kind} where the pile stands at {asked}"
    yield from _wrong_addition(state, pending)


_AWAITED = {
    "victim": ("choice", True),
    "mover": ("choice", True),
    "direction": ("choice", True),
    "add": ("choice", True),
    "defence": ("attack", False),
    "chance": (None, True),
}
"""By what is awaited the kind of requirement, None for any; whether the seat to move is asked."""


def _may_be_asked(state: State, pending: Pending) -> bool:
    """Whether the variant has what asks for it, and the pile stands where it may."""
    variant, asked = state.variant, state.rules.rows[pending.row].requirement
    effects = NO_EFFECTS if asked.rank is None else caused(variant, asked.rank)
    return {
        "victim": effects.gives == "chosen",
        "mover": any(caused(variant, rank).chooses == "mover" for rank in variant.ranks_in_play),
        "direction": effects.chooses == "direction" and asked.kind == "top",
        "defence": True,  # no other play leads to where it is asked for
        "add": variant.deal.add_drawn,
        "chance": variant.chance_card == "hand",
    }[pending.kind]


def _wrong_addition(state: State, pending: Pending) -> Faults:
    """What is wrong with drawn cards that may be laid."""
    if pending.kind != "add":
        if pending.cards:
            yield "drawn", f"{Cards(pending.cards)} are drawn, but nothing may be added"
        if pending.next is not None:
            yield "next", f"seat {quoted(pending.next)} is next, but nothing may be added"
        return
    if pending.next not in state.active:
        yield "next", f"{quoted(pending.next)} is no seat that takes part: {state.active}"
    seat = pending.seat
    held = _is_number(seat, 0, state.players - 1) and holds(state._hands[seat], pending.cards)
    if not held or not count(pending.cards):
        yield "drawn", f"seat {quoted(seat)} has not drawn {Cards(pending.cards) or 'nothing'}"
    pile = state._pile_as_declared
    if not pile or pending.cards & ~RANK_MASK[pile[-1] >> 2]:
        yield "drawn", f"{Cards(pending.cards)} are not of the rank on top of the pile"


def _wrong_row(state: State) -> Faults:
    """A requirement that the pile does not set, however it came to lie there."""
    pile = state._pile_as_declared
    asked, stands = state.requirement, state.rules.standing(pile).requirement
    if state.phase is Phase.OVER:
        return
    if not state._pile:
        right = asked.kind in ("free", "lead", "start")
    else:
        right = (asked.kind, asked.rank, asked.suit) == (stands.kind, stands.rank, stands.suit)
    if not right:
        yield "requirement", f"it is {asked}, but the pile asks for {stands}"
