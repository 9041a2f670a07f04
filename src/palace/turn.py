"""`apply`: the one straight line that every turn takes.

validate, move the cards, effects, burn, replenish, leave, next. A play, a flip and a chance differ
only in where the card comes from; a card that may not stay is picked up with the pile.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from palace.abilities import NO_EFFECTS, Effects, Wrapping
from palace.actions import Action, Arrange, Chance, Choose, Flip, Pass, PickUp, Play, Resign
from palace.arranging import held, to_be_drawn
from palace.cards import UNIT, count, pack
from palace.combining import in_order
from palace.errors import IllegalAction
from palace.legality import (
    cell_of_flip,
    cell_of_play,
    cell_of_unseen,
    equal_on_top,
    is_legal,
    may_chance,
    may_flip,
    may_pick_up,
)
from palace.refusals import why_illegal
from palace.requirements import Cell
from palace.resigning import resigned
from palace.rules import AS_LAID, Rules
from palace.settling import begun, chosen, declared_after, drawn, passed, settled
from palace.state import (
    EMPTY_PLACE,
    Frame,
    Phase,
    State,
    StateDraft,
    as_declared,
    changed,
    changed_frame,
    no_state,
    with_zone,
)


def apply(  # noqa: C901, PLR0912, PLR0915 - a turn is one straight line
    state: State, action: Action
) -> State:
    """The state after an action; the state given stays as it is.

    Args:
        state: the state.
        action: an action that is legal in it, of the seat to move or, while arranging, of any
            seat that has not arranged; a `Resign` is of any active seat, and so is a play where
            the variant allows it out of turn.

    Returns:
        The new state, replenished, with whoever emptied all zones out, and the next seat to move.

    Raises:
        IllegalAction: the action is not legal; `reason` says why. The same as `why_illegal`.
        PalaceError: it is no action, or no state.
    """
    # validate, take up the cards
    try:  # costs nothing where nothing is wrong
        frame, hands = state._frame, state._hands
    except AttributeError:
        raise no_state(state) from None
    rules = frame.rules
    cell: Cell | None
    if type(action) is Play:
        seat, laid, cards = action.seat, action.laid, action.packed
        stock, standing = state._stock, state._row
        if (  # as in `cell_of_play`: most actions pass here, and are spared a call
            standing.plain
            and seat == state.to_move
            and state.phase is _PLAYING
            and (hand := hands[seat]) & cards == cards
            and (cell := standing.cells[action.top]).counts & action.number
        ):
            hand, draw_to = hand - cards, frame.draw_to
        else:
            cell = cell_of_play(state, action)
            if cell is None:
                raise _refused(state, action)
            if not action.number:
                laid = in_order(state, action)
            hand, draw_to = hands[seat], 0
            if hand >= cards:
                hand, draw_to = hand - cards, frame.draw_to
            else:  # from the face-up cards, which the last cards of a hand may join
                face_up = frame.face_up[seat] - (cards - hand)
                hand = 0
                frame = changed_frame(frame, face_up=with_zone(frame.face_up, seat, face_up))
    elif type(action) is PickUp and action.adding is None:  # a quarter of random play
        seat, laid, cards = action.seat, b"", 0
        cell, stock = None, state._stock
        if not (  # as in `may_pick_up`
            rules.usual
            and seat == state.to_move
            and state.phase is _PLAYING
            and hands[seat]
            and state._pile
        ) and not may_pick_up(state, action):
            raise _refused(state, action)
        hand, draw_to = hands[seat], 0
    elif type(action) in _TAKE_UP and (type(action) is not Chance or _onto_pile(rules)):
        seat, laid, cards, cell, frame, stock = _TAKE_UP[type(action)](state, action)
        hand, draw_to = hands[seat], 0
    else:
        return _apart(state, action)
    phase, burned, skips = _PLAYING, state._burned, 0
    ahead: int | None = 1  # seats to the next player, 0 for the same; None: the game is over

    # effects, burn: a play that burns has no other effect (ruling 7)
    if cell is None:
        hand += state._pile_cards + cards
        pile, pile_cards, row = b"", 0, state._row.taken
    else:
        pile, pile_cards = state._pile + laid, state._pile_cards + cards
        row, effects, four = cell.row, cell.effects, frame.four
        if (  # cards of one rank differ only in their two lowest bits
            effects.burns
            or (len(pile) >= four and (pile[-1] ^ pile[-four] < 4 or not rules.four_in_a_row))
        ) and (burning := burns_by(state, action, effects, pile, len(laid))):
            again = effects.again
            if burning == "four":
                row, again = _row_after_four(state, action, pile), rules.variant.four.again
            burned += pile_cards
            pile, pile_cards, ahead = b"", 0, 0 if again else 1
        elif effects is not NO_EFFECTS:
            frame, skips = directed(effects, len(laid), frame)
            again = effects.another or _is_pair_again(effects, len(laid), frame)
            ahead = 0 if again else 1 + skips

    # replenish
    if stock and draw_to:
        missing = draw_to - count(hand)
        if missing > 0:
            hand, stock = hand + pack(stock[:missing]), stock[missing:]
    all_hands = [*hands]
    all_hands[seat] = hand

    # leave
    if not (hand or frame.face_up[seat] or frame.face_down[seat] or _draws(frame, draw_to, stock)):
        frame, ahead = changed_frame(frame, out=(*frame.out, seat)), ahead or 1 + skips
        row = rules.rows[row].deserted
        if frame.decided:
            phase, ahead = Phase.OVER, None

    # next
    to_move: int | None
    if ahead == 1:
        to_move = frame.after[seat]
    elif ahead is None:
        to_move = None
    elif ahead:
        to_move = frame.after[passed_over(frame.after, seat, skips, effects.wrap)[-1]]
    else:
        to_move = seat

    after = StateDraft()
    after.phase = phase
    after.to_move = to_move
    after._hands = tuple(all_hands)
    after._stock = stock
    after._pile = pile
    after._pile_cards = pile_cards
    after._burned = burned
    after._row = rules.rows[row]
    after._frame = frame
    after.__class__ = State
    if rules.settles:
        return settled(state, action, cell, after)  # type: ignore[arg-type]
    return after  # type: ignore[return-value]


_PLAYING = Phase.PLAY


def _refused(state: State, action: Action) -> IllegalAction:
    return why_illegal(state, action)  # type: ignore[return-value] # asked only when illegal


# ---------------------------------------------------------------- validate, take up the cards

TakenUp: TypeAlias = tuple[int, bytes, int, Cell | None, Frame, bytes]
"""What an action takes up: its seat; the cards that come onto the pile, in order, and packed; their
cell, None where they go to the hand with the pile; the table and the stock without them."""


def _flip(state: State, action: Flip) -> TakenUp:
    if not may_flip(state, action):
        raise _refused(state, action)
    seat, place, face_down = action.seat, action.place, state._frame.face_down
    row = face_down[seat]
    left = row[:place] + EMPTY_PLACE + row[place + 1 :]
    face_down = with_zone(face_down, seat, left if left.strip(EMPTY_PLACE) else b"")
    frame = changed_frame(state._frame, face_down=face_down)
    turned, cell = row[place : place + 1], cell_of_flip(state, seat, row[place])
    return seat, turned, UNIT[turned[0]], cell, frame, state._stock


def _chance(state: State, action: Chance) -> TakenUp:
    if not may_chance(state, action):
        raise _refused(state, action)
    turned = state._stock[:1]
    cell = cell_of_unseen(state, turned[0])
    return action.seat, turned, UNIT[turned[0]], cell, state._frame, state._stock[1:]


def _pick_up(state: State, action: PickUp) -> TakenUp:
    if not may_pick_up(state, action):
        raise _refused(state, action)
    seat, adding, frame = action.seat, action.adding, state._frame
    index = adding.index  # type: ignore[union-attr] # where none is added `apply` needs no call
    card = UNIT[index]
    frame = changed_frame(frame, face_up=with_zone(frame.face_up, seat, frame.face_up[seat] - card))
    return seat, bytes((index,)), card, None, frame, state._stock


_TAKE_UP: dict[type[Any], Callable[[State, Any], TakenUp]] = {
    Flip: _flip,
    PickUp: _pick_up,
    Chance: _chance,
}


def _onto_pile(rules: Rules) -> bool:
    return rules.variant.chance_card == "pile"


# ---------------------------------------------------------------- what is no turn


def _apart(state: State, action: Action) -> State:
    """The state after an action that is no turn."""
    if not is_legal(state, action):
        raise _refused(state, action)
    return _APART[type(action)](state, action)


def _arrange(state: State, action: Arrange) -> State:
    """The cards change places, the hand is replenished, and with the last seat play begins."""
    seat, chosen, frame, stock = action.seat, action.face_up.packed, state._frame, state._stock
    hand = held(state, seat) - chosen
    drawn = to_be_drawn(state, hand)
    if drawn:
        hand, stock = hand + pack(stock[:drawn]), stock[drawn:]
    hands, face_up = with_zone(state._hands, seat, hand), with_zone(frame.face_up, seat, chosen)
    again = drawn > 0 and len(stock) > 0
    arranged = frame.arranged if again else frame.arranged | 1 << seat
    frame = changed_frame(frame, face_up=face_up, arranged=arranged)
    return begun(changed(state, hands=hands, stock=stock, frame=frame))


_APART: dict[type[Any], Callable[[State, Any], State]] = {
    Arrange: _arrange,
    Choose: chosen,
    Pass: passed,
    Chance: drawn,
    Resign: resigned,
}


# ---------------------------------------------------------------- burn, effects, next


def burns_by(
    state: State, action: Action, effects: Effects, pile: bytes, laid: int
) -> Literal["ability", "four"] | None:
    """By what the cards just laid burn the whole pile, if they do: a rank's ability before four.

    Args:
        state: the state before the action.
        action: the action.
        effects: what laying the cards causes.
        pile: the pile with the cards laid.
        laid: how many cards were laid.
    """
    if effects.burns:
        return "ability"
    frame = state._frame
    rules, size = frame.rules, frame.four
    if len(pile) < size:
        return None
    if rules.four_in_a_row:
        rank = pile[-1] >> 2
        return "four" if all(index >> 2 == rank for index in pile[-size:]) else None
    equal = _equal(rules, as_declared(pile, declared_after(state, action)), laid)
    return "four" if equal >= size else None


def _equal(rules: Rules, pile: bytes, laid: int) -> int:
    """How many cards of the rank on top are equal where the variant looks for four of a kind."""
    burns, rank = rules.variant.four.burns, pile[-1] >> 2
    if burns == "one_play":
        return laid if pile[-laid] >> 2 == rank else 0
    if burns == "anywhere":
        return sum(index >> 2 == rank for index in pile)
    return equal_on_top(rules, pile)


def _row_after_four(state: State, action: Action, pile: bytes) -> int:
    """The number of the row after four of a kind burned, which turn no order round (ruling 7)."""
    pending, standing = state._frame.pending, state._row.number
    if pending is not None and pending.kind == "add":
        standing = pending.row
    rank = as_declared(pile, declared_after(state, action))[-1] >> 2
    return state._frame.rules.row_after_four(rank, standing)


def _draws(frame: Frame, draw_to: int, stock: bytes) -> bool:
    """Whether a player without cards has still to draw, and so has not left."""
    as_laid = draw_to == AS_LAID and len(stock) > 0
    return as_laid or frame.rules.may_wait(len(frame.face_up), stock)


def directed(effects: Effects, cards: int, frame: Frame) -> tuple[Frame, int]:
    """The frame with the direction after an effect, and how many players are passed over.

    Rulings 13 and 14.
    """
    skips = 0
    if effects.reverses:
        turns = cards if effects.reverses == "each" else 1
        if effects.two_players == "skip" and len(frame.face_up) - len(frame.gone) == 2:
            skips += turns
        elif turns % 2 and (effects.reverses != "pair_again" or cards == 1):
            frame = changed_frame(frame, direction=-frame.direction)
    if effects.skips:
        skips += cards if effects.skips == "each" else 1
    return frame, skips


def _is_pair_again(effects: Effects, cards: int, frame: Frame) -> bool:
    """Whether a pair gives another turn instead of turning the direction, among three or more."""
    if effects.reverses != "pair_again" or cards != 2:
        return False
    return len(frame.face_up) - len(frame.gone) > 2


@lru_cache(maxsize=1024)  # the same few come again and again
def passed_over(after: tuple[int, ...], seat: int, skips: int, wrap: Wrapping) -> tuple[int, ...]:
    """The seats that a seat passes over, in order, one or more (rulings 8, 13).

    Args:
        after: by seat the active seat after it, in the direction that holds then.
        seat: who passes players over.
        skips: how many.
        wrap: what becomes of more skips than there are opponents.
    """
    circle = [after[seat]]
    while after[circle[-1]] != circle[0]:
        circle.append(after[circle[-1]])
    if wrap != "with_self":
        circle = [each for each in circle if each != seat]
    if wrap == "stop":
        return tuple(circle[:skips])
    return tuple(circle[number % len(circle)] for number in range(skips))
