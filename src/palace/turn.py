"""`apply`: the one straight line that every action takes through a turn.

validate, move the cards, effects, burn, replenish, leave, next. A play, a flip and a chance differ
only in where the card comes from; a card that may not stay is picked up with the pile.
"""

from collections.abc import Callable
from typing import Any

from palace.abilities import NO_EFFECTS, Effects, Wrapping
from palace.actions import Action, Arrange, Chance, Flip, PickUp, Play
from palace.cards import UNIT, count, pack
from palace.errors import IllegalAction
from palace.legality import (
    cell_of_play,
    cell_of_unseen,
    is_legal,
    may_arrange,
    may_chance,
    may_flip,
    may_pick_up,
)
from palace.refusals import why_illegal
from palace.rules import Cell
from palace.start import starter
from palace.state import FLIPPED, Draft, Phase, State, frozen_state
from palace.variant import Variant


def apply(state: State, action: Action) -> State:
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
    move = _MOVES.get(type(action))
    if move is None:
        is_legal(state, action)  # raises: it is no action
    return move(state, action)  # type: ignore[misc]


def _refused(state: State, action: Action) -> IllegalAction:
    return why_illegal(state, action)  # type: ignore[return-value] # asked only when illegal


# ---------------------------------------------------------------- validate, take up the cards


def _play(state: State, action: Play) -> State:
    cell = cell_of_play(state, action)
    if cell is None:
        raise _refused(state, action)
    seat, cards = action.seat, action.cards.packed
    hand, face_up = state._hands[seat], state._face_up
    if hand:
        draw_to = state.rules.variant.deal.replenish_to
        return _line(
            state, seat, action.laid, cards, cell, hand - cards, face_up, state._face_down, state._stock,
            draw_to,
        )  # fmt: skip
    left = _with(face_up, seat, face_up[seat] - cards)
    return _line(
        state, seat, action.laid, cards, cell, hand, left, state._face_down, state._stock, 0
    )


def _flip(state: State, action: Flip) -> State:
    if not may_flip(state, action):
        raise _refused(state, action)
    seat, place = action.seat, action.place
    row = state._face_down[seat]
    turned = row[place : place + 1]
    left = row[:place] + bytes((FLIPPED,)) + row[place + 1 :]
    face_down = _with(state._face_down, seat, left if left.strip(bytes((FLIPPED,))) else b"")
    cell, card, hand = cell_of_unseen(state, turned[0]), UNIT[turned[0]], state._hands[seat]
    return _line(state, seat, turned, card, cell, hand, state._face_up, face_down, state._stock, 0)


def _chance(state: State, action: Chance) -> State:
    if not may_chance(state, action):
        raise _refused(state, action)
    seat, turned, stock = action.seat, state._stock[:1], state._stock[1:]
    cell, card, hand = cell_of_unseen(state, turned[0]), UNIT[turned[0]], state._hands[seat]
    return _line(state, seat, turned, card, cell, hand, state._face_up, state._face_down, stock, 0)


def _pick_up(state: State, action: PickUp) -> State:
    if not may_pick_up(state, action):
        raise _refused(state, action)
    seat, face_up, added, card = action.seat, state._face_up, b"", 0
    if action.adding is not None:
        added, card = bytes((action.adding.index,)), UNIT[action.adding.index]
        face_up = _with(face_up, seat, face_up[seat] - card)
    hand = state._hands[seat]
    return _line(state, seat, added, card, None, hand, face_up, state._face_down, state._stock, 0)


def _arrange(state: State, action: Arrange) -> State:
    if not may_arrange(state, action):
        raise _refused(state, action)
    seat, chosen = action.seat, action.face_up.packed
    hands = _with(state._hands, seat, state._hands[seat] + state._face_up[seat] - chosen)
    face_up = _with(state._face_up, seat, chosen)
    arranged = state._arranged | 1 << seat
    phase, to_move = state.phase, state.to_move
    if arranged == (1 << state.players) - 1:
        phase = Phase.PLAY
        if to_move is None:
            to_move = starter(state.variant, state.dealer, hands, face_up)
    return frozen_state(Draft(
        state.rules, phase, to_move, state.direction, state.dealer, state.out, state.turns,
        hands, face_up, state._face_down, state._stock, state._pile, state._pile_cards,
        state._burned, state._row, arranged,
    ))  # fmt: skip


# ---------------------------------------------------------------- the line


def _line(
    state: State,
    seat: int,
    laid: bytes,
    cards: int,
    cell: Cell | None,
    hand: int,
    face_up: tuple[int, ...],
    face_down: tuple[bytes, ...],
    stock: bytes,
    draw_to: int,
) -> State:
    """The turn from the moment that cards have come out of their zone.

    Args:
        state: the state before.
        seat: who acts.
        laid: the cards that come onto the pile, in order.
        cards: the same, packed.
        cell: what they do there; None where they are taken up again with the pile.
        hand: the seat's hand without them.
        face_up: all seats' face-up cards without them.
        face_down: all seats' face-down cards without them.
        stock: the stock without them.
        draw_to: up to how many cards the seat then draws.
    """
    variant = state.rules.variant
    pile, pile_cards, burned = state._pile + laid, state._pile_cards + cards, state._burned
    direction, row, skips, again = state.direction, 0, 0, False
    wrap: Wrapping = "stop"

    # effects
    if cell is None:
        hand, pile, pile_cards = hand + pile_cards, b"", 0
    else:
        effects, row = cell.effects, cell.row

        # burn: a play that burns has no other effect (ruling 7)
        if effects.burns:
            burned, pile, pile_cards, again = burned + pile_cards, b"", 0, effects.again
        elif len(pile) >= 4 and _four_burn(variant, pile):
            burned, pile, pile_cards, again = burned + pile_cards, b"", 0, variant.four.again
            row = state.rules.after_four[laid[-1] >> 2]
        elif effects is not NO_EFFECTS:
            direction, skips = _directed(state, effects, len(laid))
            wrap = effects.wrap

    # replenish
    if draw_to and stock:
        missing = draw_to - count(hand)
        if missing > 0:
            hand, stock = hand + pack(stock[:missing]), stock[missing:]
    hands = state._hands
    hands = hands[:seat] + (hand,) + hands[seat + 1 :]

    # leave
    out, phase, turns = state.out, Phase.PLAY, state.turns
    if not (hand or face_up[seat] or face_down[seat]):
        out, again = (*out, seat), False
        if not pile:
            row = 0  # nobody is bound by the limit on a lead whose player has left

    # next
    to_move: int | None = seat
    if len(out) == len(hands) - 1:
        phase, to_move = Phase.OVER, None
    elif skips:
        to_move = _after_skips(len(hands), seat, direction, skips, wrap, out)
    elif not again:
        to_move = (seat + direction) % len(hands)
        while to_move in out:
            to_move = (to_move + direction) % len(hands)
    if variant.end.turn_limit:
        turns += 1
        if turns == variant.end.turn_limit:
            phase, to_move = Phase.OVER, None
    return frozen_state(Draft(
        state.rules, phase, to_move, direction, state.dealer, out, turns,
        hands, face_up, face_down, stock, pile, pile_cards, burned, row, state._arranged,
    ))  # fmt: skip


def _four_burn(variant: Variant, pile: bytes) -> bool:
    """Whether four of the rank just laid lie on top, or anywhere in the pile."""
    burns, number = variant.four.burns, pile[-1] >> 2
    if burns == "in_a_row":
        return pile[-4] >> 2 == number and pile[-3] >> 2 == number and pile[-2] >> 2 == number
    return burns == "anywhere" and sum(index >> 2 == number for index in pile) >= 4


def _directed(state: State, effects: Effects, cards: int) -> tuple[int, int]:
    """The direction after an effect, and how many players are passed over (rulings 13, 14)."""
    direction, skips = state.direction, 0
    if effects.reverses:
        turns = cards if effects.reverses == "each" else 1
        if effects.two_players == "skip" and state.players - len(state.out) == 2:
            skips += turns
        elif turns % 2:
            direction = -direction
    if effects.skips:
        skips += cards if effects.skips == "each" else 1
    return direction, skips


def _after_skips(
    players: int, seat: int, direction: int, skips: int, wrap: Wrapping, out: tuple[int, ...]
) -> int:
    """The seat that moves after players are passed over; those who left use up no skip."""
    others = [
        other
        for step in range(1, players)
        if (other := (seat + direction * step) % players) not in out
    ]
    if wrap == "with_self":
        circle = others if seat in out else [*others, seat]
        return circle[skips % len(circle)]
    passed = skips % len(others) if wrap == "without_self" else skips
    if 0 < passed < len(others):
        return others[passed]
    return others[0] if seat in out else seat


def _with(zones: tuple[Any, ...], seat: int, zone: Any) -> tuple[Any, ...]:
    """The zones of all seats with one seat's replaced."""
    return (*zones[:seat], zone, *zones[seat + 1 :])


_MOVES: dict[type[Any], Callable[[State, Any], State]] = {
    Play: _play,
    Flip: _flip,
    PickUp: _pick_up,
    Chance: _chance,
    Arrange: _arrange,
}
