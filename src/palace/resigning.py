"""A seat that resigns: what becomes of its cards, of what it had still to say, and of its turn."""

from typing import Any

from attrs import evolve

from palace.actions import Choose, Resign
from palace.cards import pack, unpack
from palace.settling import begun, chosen, defence_left, framed, prepared
from palace.state import Phase, State, changed, changed_frame, lying, with_zone


def resigned(state: State, action: Resign) -> State:
    """The state after a legal resignation."""
    seat, pending = action.seat, state._frame.pending
    after = _cards_gone(state, seat)
    if after._frame.decided:
        return _over(after)
    if state.phase is Phase.ARRANGE:
        return begun(_starting_left(after) if seat == state.to_move else after)
    if seat == state.to_move:
        return _turn_left(after, seat)
    if pending is not None and pending.next == seat:  # it would have moved after what is awaited
        after = framed(after, pending=evolve(pending, next=after._frame.after[seat]))
    return after


def cards_left(state: State, seat: int) -> bytes:
    """The cards of a seat that resigns, in the order in which they go under the stock."""
    frame = state._frame
    down = lying(frame.face_down[seat])
    return unpack(state._hands[seat]) + unpack(frame.face_up[seat]) + down


def _cards_gone(state: State, seat: int) -> State:
    """The state when a seat takes no part any more, and its cards are where the variant says."""
    frame, stock, burned = state._frame, state._stock, state._burned
    left, changes = cards_left(state, seat), dict[str, Any]()
    if state.variant.end.resigned == "under_stock":
        stock += left
    else:
        burned += pack(left)
        changes["burned_unseen"] = frame.burned_unseen + pack(left) - frame.face_up[seat]
    frame = changed_frame(
        frame,
        resigned=(*frame.resigned, seat),
        arranged=frame.arranged | 1 << seat,
        face_up=with_zone(frame.face_up, seat, 0),
        face_down=with_zone(frame.face_down, seat, b""),
        **changes,
    )
    hands = with_zone(state._hands, seat, 0)
    return changed(state, hands=hands, stock=stock, burned=burned, frame=frame)


def _over(state: State) -> State:
    """The state when the game is over: nothing is awaited any more."""
    state = _said_nothing(state)
    state = framed(state, arranged=(1 << state.players) - 1)
    return changed(state, phase=Phase.OVER, to_move=None)


def _starting_left(state: State) -> State:
    """The state when the seat that was to start has resigned: the next starts, with any card."""
    frame, row = state._frame, state._row
    if row.otherwise is not None:
        row = frame.rules.rows[row.otherwise]
    return changed(state, to_move=frame.after[state.to_move or 0], row=row)


def _turn_left(state: State, seat: int) -> State:
    """The state when the seat to move has resigned; the same as if it had left with its last play.

    What its cards ask for is done as far as it needs no answer: the next player is given the pile,
    or moves. A pile that was given to it is burned.
    """
    frame, pending = state._frame, state._frame.pending
    to_move = frame.after[seat]
    if pending is not None and pending.kind == "victim":
        return chosen(state, Choose(seat, to_move))
    if pending is not None and pending.kind == "defence":
        return prepared(defence_left(state, seat))
    if pending is not None and pending.next not in (None, seat):
        to_move = pending.next
    state = _said_nothing(state)
    row = frame.rules.rows[state._row.deserted]
    if row.otherwise is not None:  # what the starter had to lead
        row = frame.rules.rows[row.otherwise]
    return prepared(changed(state, to_move=to_move, row=row))


def _said_nothing(state: State) -> State:
    """The state when nothing is awaited any more."""
    pending, row = state._frame.pending, state._row
    if pending is not None and row.requirement.kind == "choice":
        row = state.rules.rows[pending.row]
    return changed(framed(state, pending=None), row=row)
