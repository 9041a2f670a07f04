"""What some variants settle after the straight line of a turn, and the actions that are no turn.

The pile given away, a choice, a draw out of the ordinary, who moves after a pick-up: each works on
the state that the turn has left, so that the turn itself knows nothing of them.
"""

from typing import Any

from attrs import evolve

from palace.abilities import NO_EFFECTS, Effects
from palace.actions import Action, Chance, Choose, Flip, Pass, Play
from palace.cards import RANKS, UNIT, Rank, count, holds, pack
from palace.cells import called, caused
from palace.legality import face_of_flip, face_of_unseen
from palace.requirements import CHOICE, Cell, Requirement
from palace.rules import AS_LAID
from palace.start import row_of_hand, starting_row, who_starts
from palace.state import (
    Awaits,
    Declared,
    Pending,
    Phase,
    State,
    changed,
    changed_frame,
    with_zone,
)


def settled(before: State, action: Action, cell: Cell | None, after: State) -> State:
    """The state when all that a turn brings with it is settled.

    Args:
        before: the state before the action.
        action: the action, which was a turn.
        cell: the cell that the cards laid met; None where they were picked up with the pile.
        after: what the straight line of the turn has made of it.
    """
    variant, seat = after.variant, action.seat
    if isinstance(action, Play) and after._frame.draw_to == AS_LAID:
        after = _drawn_as_laid(before, action, after)
    changes: dict[str, Any] = {"pending": None}
    if after.rules.stand_for:
        changes["declared"] = declared_after(before, action) if after._pile else ()
    if variant.pick_up.then == "previous" and cell is not None:
        changes["laid_by"] = seat
    after = _turn_counted(framed(after, **changes))
    if after.phase is Phase.OVER:
        return after
    if cell is None:
        after = _after_pick_up(before, seat, after)
    elif after._pile:  # a pile that burned asks for nothing
        after = _asked(before, seat, cell.effects, after)
    if after.pending is None and variant.deal.add_drawn and isinstance(action, Play):
        after = _to_add(before, seat, after)
    return prepared(after)


def declared_after(state: State, action: Action) -> Declared:
    """What the cards in the pile stand for after an action: places, and numbers of ranks."""
    rules, declared, place = state.rules, state._frame.declared, len(state._pile)
    if not rules.stand_for:
        return ()
    if isinstance(action, Play):
        rank, laid = action.as_rank, action.laid
        if rank is None:
            return declared
        new = [(place + n, rank.index) for n, index in enumerate(laid) if index >> 2 != rank.index]
        return (*declared, *new)
    if isinstance(action, Flip):
        index = state._frame.face_down[action.seat][action.place]
        face = face_of_flip(state, action.seat, index)
    elif isinstance(action, Chance):
        index = state._stock[0]
        face = face_of_unseen(state, index)
    else:
        return declared
    return declared if face in (None, index) else (*declared, (place, face >> 2))


def chosen(state: State, action: Choose) -> State:
    """The state after a legal choice."""
    frame, seat, option = state._frame, action.seat, action.option
    pending: Any = frame.pending
    rules = frame.rules
    state = changed(framed(state, pending=None), row=rules.rows[pending.row])
    requirement, effects = state._row.requirement, _caused_by_top(state)
    if pending.kind == "victim":
        state = _attacked(state, seat, int(option), effects, requirement.rank)
    elif pending.kind == "mover":
        state = changed(state, to_move=int(option))
    else:
        asked = called(requirement, str(option), strict=effects.strict)
        state = changed(state, row=rules.standing_at(asked), to_move=frame.after[seat])
    return prepared(state)


def passed(state: State, action: Pass) -> State:
    """The state after a legal pass."""
    frame, pending = state._frame, state._frame.pending
    if pending is None:
        return prepared(_turn_counted(changed(state, to_move=frame.after[action.seat])))
    row = frame.rules.rows[pending.row]
    return prepared(changed(framed(state, pending=None), row=row, to_move=pending.next))


def drawn(state: State, action: Chance) -> State:
    """The state after a legal chance whose card comes into the hand; its player goes on."""
    seat, stock = action.seat, state._stock
    hands = _added(state._hands, seat, UNIT[stock[0]])
    pending = Pending("chance", seat)
    return prepared(changed(framed(state, pending=pending), hands=hands, stock=stock[1:]))


# ---------------------------------------------------------------- what cards ask for


def _asked(  # noqa: PLR0911 - one line for each thing that a card may ask for
    before: State, seat: int, effects: Effects, after: State
) -> State:
    """The state when what the cards just laid ask for is done, or is a player's choice."""
    stays = seat not in after.out
    others = [each for each in after.active if each != seat]
    if effects.returns:
        return _sent_back(before, seat, after)
    if effects.gives:
        rank = RANKS[after._pile_as_declared[-1] >> 2]
        if effects.leaves_game:
            laid = len(after._pile) - len(before._pile)
            after = _without(after, of_top(after._pile_as_declared, laid))
        if not after._pile:
            return changed(after, row=after.rules.rows[after._row.taken])
        if effects.gives == "chosen" and stays and len(others) > 1:
            return _choosing(after, seat, "victim")
        return _attacked(after, seat, after._frame.after[seat], effects, rank)
    if effects.chooses == "mover" and stays:
        more = len(others) > 1
        return _choosing(after, seat, "mover") if more else changed(after, to_move=others[0])
    if effects.chooses == "direction" and stays:
        return _choosing(after, seat, "direction")
    return after


def of_top(pile: bytes, laid: int) -> int:
    """How many of the cards just laid are of the rank on top: of a straight the last alone."""
    return sum(index >> 2 == pile[-1] >> 2 for index in pile[-laid:])


def _caused_by_top(state: State) -> Effects:
    """What the rank causes that the pile's requirement names."""
    rank = state._row.requirement.rank
    return NO_EFFECTS if rank is None else caused(state.variant, rank)


def asking(state: State, pending: Pending) -> State:
    """The state in which something is asked of a seat, standing at a row where it may be asked."""
    if pending.kind in ("defence", "chance"):  # it says so by what it lays
        return framed(state, pending=evolve(pending, row=0))
    pending = evolve(pending, row=state._row.number)
    row = state.rules.by_requirement.get(CHOICE, state._row)
    return changed(framed(state, pending=pending), row=row)


def _choosing(state: State, seat: int, kind: Awaits) -> State:
    """The state in which a seat has something to say."""
    return changed(asking(state, Pending(kind, seat)), to_move=seat)


def _attacked(
    state: State, attacker: int, victim: int, effects: Effects, rank: Rank | None
) -> State:
    """The state when a victim takes the pile, or may send it back."""
    if effects.defence:
        asked = Requirement("attack", rank, flipped=state._row.requirement.flipped)
        row = state.rules.standing_at(asked)
        pending = Pending("defence", attacker)
        return changed(framed(state, pending=pending), row=row, to_move=victim)
    return _handed_over(state, victim, _mover(state, attacker, victim, effects))


def _mover(state: State, attacker: int, victim: int, effects: Effects) -> int:
    """Who moves when a victim has taken the pile."""
    again = effects.then == "attacker" and attacker not in state._frame.gone
    return attacker if again else state._frame.after[victim]


def _sent_back(before: State, seat: int, after: State) -> State:
    """The state when a victim has sent the pile back; an attacker who is gone takes none."""
    pending: Any = before.pending
    if _caused_by_top(before).leaves_game:
        after = _without(after, len(after._pile) - len(before._pile))
    mover = after._frame.after[seat] if seat in after.out else seat
    if pending.seat in after._frame.gone:
        after = _without(after, len(after._pile))
        return changed(after, row=after.rules.rows[after._row.taken], to_move=mover)
    return _handed_over(after, pending.seat, mover)


def _handed_over(state: State, taker: int, mover: int) -> State:
    """The state when a seat has taken the pile."""
    return changed(
        framed(state, declared=()),
        hands=_added(state._hands, taker, state._pile_cards),
        pile=b"",
        pile_cards=0,
        row=state.rules.rows[state._row.taken],
        to_move=mover,
    )


def _without(state: State, cards: int) -> State:
    """The state when the top cards of the pile have left the game."""
    pile = state._pile[: len(state._pile) - cards]
    gone = state._pile_cards - pack(pile)
    there = tuple(each for each in state._frame.declared if each[0] < len(pile))
    state = framed(state, declared=there)
    return changed(state, pile=pile, pile_cards=pack(pile), burned=state._burned + gone)


def defence_left(state: State, victim: int) -> State:
    """The state when a victim that might have sent the pile back is gone: the pile leaves too."""
    pending: Any = state._frame.pending
    mover = _mover(state, pending.seat, victim, _caused_by_top(state))
    after = _without(framed(state, pending=None), len(state._pile))
    return changed(after, row=after.rules.rows[after._row.taken], to_move=mover)


# ---------------------------------------------------------------- drawing, and who goes on


def _after_pick_up(before: State, seat: int, after: State) -> State:
    """The state with the seat that moves after a pick-up."""
    frame, pending = after._frame, before.pending
    if pending is not None and pending.kind == "defence":
        mover = _mover(after, pending.seat, seat, _caused_by_top(before))
        return changed(after, to_move=mover)
    then = after.variant.pick_up.then
    if then == "same":
        return changed(after, to_move=seat)
    laid_by = frame.laid_by
    if then == "previous" and laid_by is not None and laid_by not in frame.gone:
        return changed(after, to_move=laid_by)
    return after


def _turn_counted(state: State) -> State:
    """The state with its turns counted, and the game over at their limit (ruling 18)."""
    limit, turns = state.variant.end.turn_limit, state.turns + 1
    if not limit:
        return state
    state = framed(state, turns=turns)
    if turns < limit or state.phase is Phase.OVER:
        return state
    return changed(_left_without(state), phase=Phase.OVER, to_move=None)


def _drawn_as_laid(before: State, action: Play, after: State) -> State:
    """The state when a seat has drawn as many cards as it laid out of its hand."""
    seat, stock = action.seat, after._stock
    if not (stock and holds(before._hands[seat], action.packed)):
        return after
    number = len(action.laid)
    hands = _added(after._hands, seat, pack(stock[:number]))
    return changed(after, hands=hands, stock=stock[number:])


def _into_hands(state: State) -> State:
    """The state with the face-up cards in the hands of those whose hand and stock are gone."""
    taken = state.variant.table_cards.face_up == "into_hand"
    if not taken or state._stock or state.phase is Phase.OVER:
        return state
    zones = [*zip(state._hands, state._frame.face_up, strict=True)]
    state = framed(state, face_up=tuple(up if hand else 0 for hand, up in zones))
    return changed(state, hands=tuple(hand or up for hand, up in zones))


def _to_add(before: State, seat: int, after: State) -> State:
    """The state in which drawn cards of the rank just laid may be added to them."""
    number = len(before._stock) - len(after._stock)
    if not after._pile or number <= 0:
        return after
    rank = after._pile_as_declared[-1] >> 2
    equal = bytes(index for index in before._stock[:number] if index >> 2 == rank)
    if not equal or seat in after.out:
        return after
    pending = Pending("add", seat, cards=pack(equal), next=after.to_move)
    return changed(asking(after, pending), to_move=seat)


def begun(state: State) -> State:
    """The state in which play has begun, where all seats have arranged.

    The seat after a starter who has resigned starts, and may lead anything.
    """
    frame, rules, to_move, row = state._frame, state.rules, state.to_move, state._row
    if frame.arranged != (1 << state.players) - 1:
        return state
    if to_move is None:
        to_move, card = who_starts(rules.variant, frame.dealer, state._hands, frame.face_up)
        row = starting_row(rules, card, row)
    if to_move in frame.resigned:
        to_move = frame.after[to_move]
    row = row_of_hand(rules, row, state._hands[to_move])
    return prepared(changed(state, phase=Phase.PLAY, to_move=to_move, row=row))


def prepared(state: State) -> State:
    """The state in which the seat to move may act: all is drawn and taken up that comes before."""
    return _into_hands(_drawn_first(state))


def _drawn_first(state: State) -> State:
    """The state in which the seat to move has drawn, where that comes first in a turn."""
    seat = state.to_move
    if state.variant.deal.replenish != "at_turn_start" or seat is None or state.pending is not None:
        return state
    missing = state.rules.draw_first[state.players] - count(state._hands[seat])
    if missing > 0 and state._stock:
        cards = pack(state._stock[:missing])
        hands = _added(state._hands, seat, cards)
        state = changed(state, hands=hands, stock=state._stock[missing:])
    return _left_without(state)


def _left_without(state: State) -> State:
    """The state when those have left who have no card, where no stock is left for them to draw."""
    if state._stock:
        return state
    frame, players = state._frame, state.players
    mover: Any = state.to_move
    seats = [(mover + frame.direction * step) % players for step in range(players)]
    empty = [
        seat
        for seat in seats
        if not (state._hands[seat] or frame.face_up[seat] or frame.face_down[seat])
    ]
    leaving = tuple(seat for seat in empty if seat not in frame.gone)
    if not leaving:
        return state
    state = framed(state, out=(*frame.out, *leaving))
    if state._frame.decided:
        return changed(state, phase=Phase.OVER, to_move=None)
    return changed(state, to_move=state._frame.after[mover]) if mover in leaving else state


def framed(state: State, **changes: Any) -> State:
    """The state with changes in its frame."""
    frame = state._frame
    if all(getattr(frame, name) == value for name, value in changes.items()):
        return state
    return changed(state, frame=changed_frame(frame, **changes))


def _added(zones: tuple[int, ...], seat: int, cards: int) -> tuple[int, ...]:
    """The zones of all seats with cards added to one seat's."""
    return with_zone(zones, seat, zones[seat] + cards)
