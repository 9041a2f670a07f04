"""`apply`: the one straight line that every action takes through a turn.

validate, move the cards, effects, burn, replenish, leave, next. A play, a flip and a chance differ
only in where the card comes from; a card that may not stay is picked up with the pile.
"""

from collections.abc import Callable
from typing import Any

from palace.abilities import Effects, Wrapping
from palace.actions import Action, Arrange, Chance, Flip, PickUp, Play
from palace.cards import RANK_MASK, UNIT, count, pack
from palace.errors import IllegalAction, PalaceError
from palace.legality import cell_of_play, cell_of_unseen, is_legal
from palace.refusals import why_illegal
from palace.rules import Cell
from palace.start import starter
from palace.state import FLIPPED, Phase, State, build
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
    return why_illegal(state, action) or IllegalAction


# ---------------------------------------------------------------- validate, move the cards


def _play(state: State, action: Play) -> State:
    cell = cell_of_play(state, action)
    if cell is None:
        raise _refused(state, action)
    seat, cards = action.seat, action.cards.packed
    hand, face_up = state._hands[seat], state._face_up
    if hand:
        hand -= cards
        draw_to = state.rules.variant.deal.replenish_to
    else:
        face_up = _with(face_up, seat, face_up[seat] - cards)
        draw_to = 0
    return _lay(state, seat, action.laid, cell, hand, face_up, state._face_down, state._stock, draw_to)


def _flip(state: State, action: Flip) -> State:
    if not is_legal(state, action):
        raise _refused(state, action)
    seat, place = action.seat, action.place
    row = state._face_down[seat]
    turned = row[place : place + 1]
    left = row[:place] + bytes((FLIPPED,)) + row[place + 1 :]
    face_down = _with(state._face_down, seat, left if left.strip(bytes((FLIPPED,))) else b"")
    return _turn_over(state, seat, turned, face_down, state._stock)


def _chance(state: State, action: Chance) -> State:
    if not is_legal(state, action):
        raise _refused(state, action)
    return _turn_over(state, action.seat, state._stock[:1], state._face_down, state._stock[1:])


def _turn_over(
    state: State, seat: int, turned: bytes, face_down: tuple[bytes, ...], stock: bytes
) -> State:
    """A card that nobody had seen stays on the pile where it may, else it is taken with it."""
    cell = cell_of_unseen(state, turned[0])
    if cell is None:
        return _take(state, seat, UNIT[turned[0]], state._face_up, face_down, stock)
    hand = state._hands[seat]
    return _lay(state, seat, turned, cell, hand, state._face_up, face_down, stock, 0)


def _pick_up(state: State, action: PickUp) -> State:
    if not is_legal(state, action):
        raise _refused(state, action)
    seat, face_up, added = action.seat, state._face_up, 0
    if action.adding is not None:
        added = UNIT[action.adding.index]
        face_up = _with(face_up, seat, face_up[seat] - added)
    return _take(state, seat, added, face_up, state._face_down, state._stock)


def _arrange(state: State, action: Arrange) -> State:
    if not is_legal(state, action):
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
    return build(
        state.rules, phase, to_move, state.direction, state.dealer, state.out, state.turns,
        hands, face_up, state._face_down, state._stock, state._pile, state._burned, state._row,
        arranged,
    )  # fmt: skip


# ---------------------------------------------------------------- effects, burn, replenish


def _lay(
    state: State,
    seat: int,
    laid: bytes,
    cell: Cell,
    hand: int,
    face_up: tuple[int, ...],
    face_down: tuple[bytes, ...],
    stock: bytes,
    draw_to: int,
) -> State:
    """Cards that may stay come to lie on the pile; a play that burns does nothing else (ruling 7)."""
    pile, burned, row = state._pile + laid, state._burned, cell.row
    effects, direction, skips, again = cell.effects, state.direction, 0, False
    if effects.burns:
        burned, pile, again = burned + pack(pile), b"", effects.again
    elif _four_burn(state.rules.variant, pile, laid[-1] >> 2):
        burned, pile, again = burned + pack(pile), b"", state.rules.variant.four.again
        row = state.rules.after_four[laid[-1] >> 2]
    elif effects.reverses or effects.skips:
        direction, skips = _directed(state, effects, len(laid))
    if stock and draw_to:
        missing = draw_to - count(hand)
        if missing > 0:
            hand, stock = hand + pack(stock[:missing]), stock[missing:]
    return _end_turn(
        state, seat, direction, skips, effects.wrap, again, hand, face_up, face_down, stock, pile,
        burned, row,
    )  # fmt: skip


def _four_burn(variant: Variant, pile: bytes, number: int) -> bool:
    """Whether four of the rank just laid lie on top, or anywhere in the pile."""
    burns = variant.four.burns
    if burns == "in_a_row":
        return (
            len(pile) >= 4
            and pile[-4] >> 2 == number
            and pile[-3] >> 2 == number
            and pile[-2] >> 2 == number
        )
    return burns == "anywhere" and count(pack(pile) & RANK_MASK[number]) >= 4


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


def _take(
    state: State,
    seat: int,
    added: int,
    face_up: tuple[int, ...],
    face_down: tuple[bytes, ...],
    stock: bytes,
) -> State:
    """The pile, and a card added to it, go into the hand; the next player leads freely."""
    hand = state._hands[seat] + pack(state._pile) + added
    return _end_turn(
        state, seat, state.direction, 0, "stop", False, hand, face_up, face_down, stock, b"",
        state._burned, 0,
    )  # fmt: skip


# ---------------------------------------------------------------- leave, next


def _end_turn(
    state: State,
    seat: int,
    direction: int,
    skips: int,
    wrap: Wrapping,
    again: bool,
    hand: int,
    face_up: tuple[int, ...],
    face_down: tuple[bytes, ...],
    stock: bytes,
    pile: bytes,
    burned: int,
    row: int,
) -> State:
    """Whoever has no card left leaves; then the next seat is found, or the game is over."""
    out, phase, turns = state.out, Phase.PLAY, state.turns
    hands = _with(state._hands, seat, hand)
    leaves = not (hand or face_up[seat] or face_down[seat])
    if leaves:
        out = (*out, seat)
        if not pile:
            row = 0  # nobody is bound by the limit on a lead that has left with its player
    to_move: int | None = seat
    if len(out) == len(hands) - 1:
        phase, to_move = Phase.OVER, None
    elif leaves or not again:
        to_move = _next(seat, direction, skips, wrap, out, len(hands))
    limit = state.rules.variant.end.turn_limit
    if limit:
        turns += 1
        if turns == limit:
            phase, to_move = Phase.OVER, None
    return build(
        state.rules, phase, to_move, direction, state.dealer, out, turns,
        hands, face_up, face_down, stock, pile, burned, row, state._arranged,
    )  # fmt: skip


def _next(
    seat: int, direction: int, skips: int, wrap: Wrapping, out: tuple[int, ...], players: int
) -> int:
    """The seat that moves next: finished players are stepped over without using up a skip."""
    following = (seat + direction) % players
    while following in out:
        following = (following + direction) % players
    if not skips:
        return following
    others = [
        other
        for step in range(1, players)
        if (other := (seat + direction * step) % players) not in out
    ]
    if wrap == "with_self":
        circle = others if seat in out else [*others, seat]
        return circle[skips % len(circle)]
    passed = skips % len(others) if wrap == "without_self" else skips
    if passed == 0 or passed >= len(others):
        return following if seat in out else seat
    return others[passed]


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
