"""`apply`: the one straight line that every turn takes.

validate, move the cards, effects, burn, replenish, leave, next. A play, a flip and a chance differ
only in where the card comes from; a card that may not stay is picked up with the pile.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from attrs import evolve

from palace.abilities import NO_EFFECTS, Effects, Wrapping
from palace.actions import Action, Arrange, Chance, Flip, PickUp, Play
from palace.cards import UNIT, count, pack
from palace.errors import IllegalAction
from palace.legality import (
    cell_of_play,
    cell_of_unseen,
    is_legal,
    may_chance,
    may_flip,
    may_pick_up,
)
from palace.refusals import why_illegal
from palace.rules import Cell
from palace.start import starter
from palace.state import FLIPPED, Draft, Phase, State
from palace.variant import Variant


def apply(  # noqa: C901, PLR0912, PLR0915 - a turn is one straight line
    state: State, action: Action
) -> State:
    """The state after an action; the state given stays as it is.

    Args:
        state: the state.
        action: an action that is legal in it, of the seat to move or, while arranging, of any
            seat that has not arranged.

    Returns:
        The new state, replenished, with whoever emptied all zones out, and the next seat to move.

    Raises:
        IllegalAction: the action is not legal; `reason` says why. The same as `why_illegal`.
        PalaceError: it is no action.
    """
    # validate, take up the cards
    rules, hands = state.rules, state._hands
    if type(action) is Play:  # most actions are: they need no further call
        cell = cell_of_play(state, action)
        if cell is None:
            raise _refused(state, action)
        seat, laid, cards = action.seat, action.laid, action.packed
        face_up, face_down, stock = state._face_up, state._face_down, state._stock
        hand, draw_to = hands[seat], 0
        if hand:
            hand, draw_to = hand - cards, rules.draw_to
        else:
            face_up = _with(face_up, seat, face_up[seat] - cards)
    elif type(action) in _TAKE_UP:
        taken_up = _TAKE_UP[type(action)](state, action)
        seat, laid, cards, cell, hand, face_up, face_down, stock = taken_up
        draw_to = 0
    else:
        return _arrange(state, action)
    pile, pile_cards, burned = state._pile + laid, state._pile_cards + cards, state._burned
    phase, out, direction = _PLAYING, state.out, state.direction
    again, skips = False, 0

    # effects, burn: a play that burns has no other effect (ruling 7)
    if cell is None:
        hand += pile_cards
        pile, pile_cards, row = b"", 0, 0
    else:
        row, effects = cell.row, cell.effects
        if effects.burns:
            burned, pile, pile_cards, again = burned + pile_cards, b"", 0, effects.again
        elif len(pile) > 3 and _four_burn(rules.variant, pile):
            burned, pile, pile_cards = burned + pile_cards, b"", 0
            row, again = rules.after_four[laid[-1] >> 2], rules.variant.four.again
        elif effects is not NO_EFFECTS:
            direction, skips = _directed(effects, len(laid), direction, len(hands) - len(out))

    # replenish
    if draw_to and stock:
        missing = draw_to - count(hand)
        if missing > 0:
            hand, stock = hand + pack(stock[:missing]), stock[missing:]
    all_hands = list(hands)
    all_hands[seat] = hand

    # leave
    if not (hand or face_up[seat] or face_down[seat]):
        out, again = (*out, seat), False
        if not pile:
            row = 0  # nobody is bound by the limit on a lead whose player has left
        if len(out) == len(hands) - 1:
            phase = Phase.OVER

    # next
    if again:
        to_move = seat
    elif skips:
        steps = range(1, len(hands) + 1)
        circle = [each for k in steps if (each := (seat + direction * k) % len(hands)) not in out]
        to_move = _after_skips(circle, skips, effects.wrap, stays=seat not in out)
    else:
        to_move = (seat + direction) % len(hands)
        while to_move in out:
            to_move = (to_move + direction) % len(hands)
    turns = state.turns
    if rules.turn_limit:
        turns += 1
        if turns == rules.turn_limit:
            phase = Phase.OVER

    after = _draft(Draft)
    after.rules = rules
    after.phase = phase
    after.to_move = to_move if phase is _PLAYING else None
    after.direction = direction
    after.dealer = state.dealer
    after.out = out
    after.turns = turns
    after._hands = tuple(all_hands)
    after._face_up = face_up
    after._face_down = face_down
    after._stock = stock
    after._pile = pile
    after._pile_cards = pile_cards
    after._burned = burned
    after._row = row
    after._arranged = state._arranged
    after.__class__ = State
    return after  # type: ignore[return-value]


_PLAYING = Phase.PLAY
_draft = object.__new__  # an empty one
_FLIPPED = bytes((FLIPPED,))


def _refused(state: State, action: Action) -> IllegalAction:
    return why_illegal(state, action)  # type: ignore[return-value] # asked only when illegal


# ---------------------------------------------------------------- validate, take up the cards

Hands: TypeAlias = tuple[int, ...]
Rows: TypeAlias = tuple[bytes, ...]
TakenUp: TypeAlias = tuple[int, bytes, int, Cell | None, int, Hands, Rows, bytes]
"""What an action takes up: its seat; the cards that come onto the pile, in order, and packed; their
cell, None where they go to the hand with the pile; the seat's hand, everyone's face-up and
face-down cards and the stock without them."""


def _flip(state: State, action: Flip) -> TakenUp:
    if not may_flip(state, action):
        raise _refused(state, action)
    seat, place = action.seat, action.place
    row = state._face_down[seat]
    left = row[:place] + _FLIPPED + row[place + 1 :]
    face_down = _with(state._face_down, seat, left if left.strip(_FLIPPED) else b"")
    return _unseen(state, seat, row[place : place + 1], face_down, state._stock)


def _chance(state: State, action: Chance) -> TakenUp:
    if not may_chance(state, action):
        raise _refused(state, action)
    return _unseen(state, action.seat, state._stock[:1], state._face_down, state._stock[1:])


def _unseen(state: State, seat: int, turned: bytes, face_down: Rows, stock: bytes) -> TakenUp:
    """A card that nobody has seen comes onto the pile, and stays where it may."""
    cell, card, hand = cell_of_unseen(state, turned[0]), UNIT[turned[0]], state._hands[seat]
    return seat, turned, card, cell, hand, state._face_up, face_down, stock


def _pick_up(state: State, action: PickUp) -> TakenUp:
    if not may_pick_up(state, action):
        raise _refused(state, action)
    seat, adding, face_up = action.seat, action.adding, state._face_up
    added, card = b"", 0
    if adding is not None:
        added, card = bytes((adding.index,)), UNIT[adding.index]
        face_up = _with(face_up, seat, face_up[seat] - card)
    hand = state._hands[seat]
    return seat, added, card, None, hand, face_up, state._face_down, state._stock


_TAKE_UP: dict[type[Any], Callable[[State, Any], TakenUp]] = {
    Flip: _flip,
    PickUp: _pick_up,
    Chance: _chance,
}


def _arrange(state: State, action: Action) -> State:
    """Arranging is no turn: the cards change places, and with the last seat play begins."""
    if not is_legal(state, action) or not isinstance(action, Arrange):
        raise _refused(state, action)
    seat, chosen = action.seat, action.face_up.packed
    hands = _with(state._hands, seat, state._hands[seat] + state._face_up[seat] - chosen)
    face_up = _with(state._face_up, seat, chosen)
    arranged = state._arranged | 1 << seat
    phase, to_move = state.phase, state.to_move
    if arranged == (1 << state.players) - 1:
        phase = _PLAYING
        if to_move is None:
            to_move = starter(state.variant, state.dealer, hands, face_up)
    return evolve(
        state, phase=phase, to_move=to_move, hands=hands, face_up=face_up, arranged=arranged
    )


# ---------------------------------------------------------------- burn, effects, next


def _four_burn(variant: Variant, pile: bytes) -> bool:
    """Whether four of the rank just laid lie on top, or anywhere in the pile."""
    burns, number = variant.four.burns, pile[-1] >> 2
    if burns == "in_a_row":
        return pile[-4] >> 2 == number and pile[-3] >> 2 == number and pile[-2] >> 2 == number
    return burns == "anywhere" and sum(index >> 2 == number for index in pile) >= 4


def _directed(effects: Effects, cards: int, direction: int, active: int) -> tuple[int, int]:
    """The direction after an effect, and how many players are passed over (rulings 13, 14)."""
    skips = 0
    if effects.reverses:
        turns = cards if effects.reverses == "each" else 1
        if effects.two_players == "skip" and active == 2:
            skips += turns
        elif turns % 2:
            direction = -direction
    if effects.skips:
        skips += cards if effects.skips == "each" else 1
    return direction, skips


def _after_skips(circle: list[int], skips: int, wrap: Wrapping, *, stays: bool) -> int:
    """The seat that moves after players are passed over (rulings 8, 13).

    Args:
        circle: the active seats in the order of play, the one that has played last if it `stays`.
        skips: how many are passed over, one or more.
        wrap: what happens when there are not so many.
        stays: whether the seat that has played is still active.
    """
    if wrap == "with_self":
        return circle[skips % len(circle)]
    opponents = len(circle) - stays
    passed = skips % opponents if wrap == "without_self" else skips
    if 0 < passed < opponents:
        return circle[passed]
    return circle[-1] if stays else circle[0]


def _with(zones: tuple[Any, ...], seat: int, zone: Any) -> tuple[Any, ...]:
    """The zones of all seats with one seat's replaced."""
    return (*zones[:seat], zone, *zones[seat + 1 :])
