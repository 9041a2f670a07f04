"""`step`: what an action makes of a state, and what happened on the way.

What happened is told from the state before, the state after and the cell of the follow table that
the turn used: nothing here decides anything.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from palace.actions import Action, Arrange, Chance, Choose, Flip, Pass, PickUp, Play, Resign
from palace.arranging import held, to_be_drawn
from palace.cards import CARDS, RANKS, UNIT, Card, Rank, count, holds, pack, unpack
from palace.combining import in_order, zone_in_use
from palace.events import (
    Added,
    Arranged,
    Asked,
    Began,
    Burned,
    Chosen,
    Drew,
    Ended,
    Event,
    Flipped,
    Given,
    Left,
    LookedAt,
    LookedAway,
    Lost,
    OrderTurned,
    Passed,
    PickedUp,
    Played,
    Required,
    Resigned,
    Reversed,
    Skipped,
    TookFaceUp,
    Turn,
    TurnedUp,
)
from palace.legality import cell_of_flip, cell_of_play, cell_of_unseen
from palace.requirements import Cell, Requirement
from palace.resigning import cards_left
from palace.settling import declared_after, of_top
from palace.state import FLIPPED, Phase, State, as_declared
from palace.turn import apply, burns_by, directed, passed_over
from palace.views import view


def step(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after an action, and what happened.

    Args:
        state: the state.
        action: an action that is legal in it.

    Returns:
        The state that `apply` returns, and the events in order, with every card in them; `redact`
        makes of them what one seat may see.

    Raises:
        IllegalAction: the action is not legal; `reason` says why.
        PalaceError: it is no action, or no state.
    """
    after = apply(state, action)
    told = [*_TOLD[type(action)](state, action, after)]
    return after, (*told, *_next(state, action.seat, after, told))


# ---------------------------------------------------------------- turns


def _turn(before: State, action: Action, after: State) -> Iterator[Event]:
    """A play, a flip, a chance onto the pile, or a pick-up, with all that it causes."""
    seat = action.seat
    laying, laid, cell = _LAYING[type(action)](before, action)
    pile = before._pile + laid
    yield from laying
    why = None if cell is None else burns_by(before, action, cell.effects, pile, len(laid))
    if cell is None:
        yield PickedUp(seat, _cards(pile))
    elif why is not None:
        yield Burned(seat, _cards(pile), why)
    else:
        yield from _caused(before, seat, cell, len(laid), after)
    drawn = _drawn(before, after, laying)
    if drawn and after._frame.draw_to:
        yield _drew(seat, drawn)
    yield from _leaving(before, after)
    if after._frame.draw_to or not drawn:  # else the stock was there until the next turn
        yield from _took_face_up(before, seat, after, laying)
    if cell is not None and why is None:
        gave = of_top(as_declared(pile, declared_after(before, action)), len(laid))
        yield from _given(before, seat, pile, gave, after, pack(drawn))


_Laying: TypeAlias = tuple[list[Event], bytes, Cell | None]
"""How cards come onto the pile, which, in order, and their cell; None where they are taken."""


def _playing(before: State, action: Play) -> _Laying:
    laid, up = in_order(before, action), max(action.packed - before._hands[action.seat], 0)
    event = Played(action.seat, _cards(laid), _cards(unpack(up)), action.as_rank)
    return [event], laid, cell_of_play(before, action)


def _flipping(before: State, action: Flip) -> _Laying:
    seat, place = action.seat, action.place
    index = before._frame.face_down[seat][place]
    cell = cell_of_flip(before, seat, index)
    event = Flipped(seat, place, CARDS[index], _as_rank(before, action, cell))
    return [event], bytes((index,)), cell


def _turning_up(before: State, action: Chance) -> _Laying:
    index = before._stock[0]
    cell = cell_of_unseen(before, index)
    event = TurnedUp(action.seat, CARDS[index], _as_rank(before, action, cell))
    return [event], bytes((index,)), cell


def _as_rank(before: State, action: Action, cell: Cell | None) -> Rank | None:
    """The rank as which a card turned over unseen lies, where it stands for others and stays."""
    declared = declared_after(before, action)[len(before._frame.declared) :]
    return RANKS[declared[0][1]] if declared and cell is not None else None


def _picking_up(_: State, action: PickUp) -> _Laying:
    card = action.adding
    if card is None:
        return [], b"", None
    return [Added(action.seat, card)], bytes((card.index,)), None


_LAYING: dict[type[Any], Callable[[State, Any], _Laying]] = {
    Play: _playing,
    Flip: _flipping,
    Chance: _turning_up,
    PickUp: _picking_up,
}


def _caused(before: State, seat: int, cell: Cell, laid: int, after: State) -> Iterator[Event]:
    """The direction turned, and players passed over."""
    if after.direction != before.direction:
        yield Reversed(seat, after.direction)
    _, skips = directed(cell.effects, laid, before._frame)
    if skips:
        seats = passed_over(after._frame.after, seat, skips, cell.effects.wrap)
        if _mover(after) == after._frame.after[seats[-1]]:
            yield Skipped(seat, tuple(seats))


def _mover(state: State) -> int | None:
    """Who moves next, but for a player who may add cards first."""
    pending = state.pending
    return state.to_move if pending is None else pending.next


def _given(  # noqa: PLR0913, PLR0917 - all that a turn has come to
    before: State, seat: int, pile: bytes, gave: int, after: State, drawn: int
) -> Iterator[Event]:
    """What becomes of a pile given away: its top may leave the game, and somebody takes it."""
    gone = count(after._burned - before._burned)
    if gone:
        yield Burned(seat, _cards(pile[-gone:]), "gives" if gone == gave else "unclaimed")
        pile = pile[:-gone]
    if pile and not after._pile:
        takers = (each for each in range(after.players) if each != seat)
        gained = {each: held(after, each) - held(before, each) for each in takers}
        if not after._frame.draw_to and after.to_move in gained:
            gained[after.to_move] -= drawn  # at the start of the turn
        taken = pack(pile)
        yield Given(seat, _cards(pile), next(each for each in gained if holds(gained[each], taken)))


def _leaving(before: State, after: State) -> Iterator[Left]:
    left = len(before.out)
    return (Left(each, place) for place, each in enumerate(after.out[left:], left + 1))


def _took_face_up(
    before: State, seat: int, after: State, told: Sequence[Event]
) -> Iterator[TookFaceUp]:
    """The face-up cards that a seat has taken into its hand, beyond those that were told."""
    up = before._frame.face_up[seat] - after._frame.face_up[seat]
    for move in (move for event in told for move in event.moves if move.seat == seat):
        cards = sum(UNIT[card.index] for card in move.cards if isinstance(card, Card))
        up += cards * ((move.target == "face_up") - (move.source == "face_up"))
    if up:
        yield TookFaceUp(seat, _cards(unpack(up)))


# ---------------------------------------------------------------- what is no turn


def _arranging(before: State, action: Arrange, after: State) -> Iterator[Event]:
    seat, chosen = action.seat, action.face_up.packed
    was, lies = Counter(unpack(before._frame.face_up[seat])), Counter(unpack(chosen))
    laid, taken = (bytes(sorted(each.elements())) for each in (lies - was, was - lies))
    yield Arranged(seat, _cards(laid), _cards(taken), seat in after.arranged)
    drawn = to_be_drawn(before, held(before, seat) - chosen)
    if drawn:
        yield _drew(seat, before._stock[:drawn])


def _choosing(before: State, action: Choose, after: State) -> Iterator[Event]:
    yield Chosen(action.seat, action.option)
    if before._pile and not after._pile:
        yield Given(action.seat, _cards(before._pile), int(action.option))


def _passing(_: State, action: Pass, __: State) -> Iterator[Event]:
    yield Passed(action.seat)


def _resigning(before: State, action: Resign, after: State) -> Iterator[Event]:
    """The cards go, and what was to be said is settled: a pile burns, or is given away."""
    seat, frame = action.seat, before._frame
    places = tuple(place for place, index in enumerate(frame.face_down[seat]) if index != FLIPPED)
    hand, up = _cards(unpack(before._hands[seat])), _cards(unpack(frame.face_up[seat]))
    to: Any = "stock" if before.variant.end.resigned == "under_stock" else "burned"
    starter = after.to_move if after.phase is Phase.ARRANGE else None
    yield Resigned(seat, hand, up, places, to, starter)
    if before._pile and not after._pile:
        cards = _cards(before._pile)
        if before.requirement.kind == "attack":
            yield Burned(seat, cards, "unclaimed")
        else:
            yield Given(seat, cards, after._frame.after[seat])


def _chance(before: State, action: Chance, after: State) -> Iterator[Event]:
    """A chance, whose card comes onto the pile or into the hand."""
    pending = after.pending
    if pending is not None and pending.kind == "chance":
        yield _drew(action.seat, before._stock[:1])
    else:
        yield from _turn(before, action, after)


_TOLD: dict[type[Any], Callable[[State, Any, State], Iterator[Event]]] = {
    Play: _turn,
    Flip: _turn,
    PickUp: _turn,
    Chance: _chance,
    Arrange: _arranging,
    Choose: _choosing,
    Pass: _passing,
    Resign: _resigning,
}


# ---------------------------------------------------------------- what comes next


def _next(before: State, seat: int, after: State, told: Sequence[Event]) -> Iterator[Event]:
    """What must be met from now on, and who moves, or how the game ends."""
    if not any(isinstance(event, Left) for event in told):  # who waited for a stock that is gone
        yield from _leaving(before, after)
    yield from _looked(before, after)
    flipped = _in_force(after).flipped is not None
    if flipped != (_in_force(before).flipped is not None):
        yield OrderTurned(seat, flipped)
    if after.requirement != before.requirement:
        yield Required(seat, after.requirement)
    if after.phase is Phase.OVER:
        yield from _over(before, seat, after, told)
    elif after.phase is Phase.PLAY and after.to_move is not None:
        if before.phase is Phase.ARRANGE:
            yield Began(after.to_move)
        yield Turn(after.to_move, after.turns, after.laid_by)
        if drawn := _drawn(before, after, told):
            yield _drew(after.to_move, drawn)
        for each in range(after.players):  # for whom the stock is gone now
            yield from _took_face_up(before, each, after, told)
        if after.pending is not None:
            yield Asked(after.to_move, after.pending)


def _over(before: State, seat: int, after: State, told: Sequence[Event]) -> Iterator[Event]:
    """How the game ends, perhaps as the last card is drawn for which others waited."""
    if drawn := _drawn(before, after, told):
        yield _drew(_drawer(before, after, told), drawn)
    if after.loser is not None:
        yield Lost(after.loser)
    yield Ended(seat, after.unfinished, after.turns, after.laid_by)


def _in_force(state: State) -> Requirement:
    """What must be met, also while a player says something first."""
    pending = state.pending
    if pending is None or state.requirement.kind != "choice":
        return state.requirement
    return state.rules.rows[pending.row].requirement


def _looked(before: State, after: State) -> Iterator[Event]:
    """Who begins, and who ceases, to look at its face-down cards."""
    for seat in range(after.players):
        if bool(zone_in_use(before, seat)) == bool(zone_in_use(after, seat)):
            continue
        saw, sees = (_is_seen(view(state, seat).face_down[seat]) for state in (before, after))
        if sees:
            yield LookedAt(seat, after.face_down[seat])
        elif saw and after.face_down[seat]:
            yield LookedAway(seat)


def _is_seen(row: Sequence[object]) -> bool:
    return any(isinstance(card, Card) for card in row)


def _drawn(before: State, after: State, told: Sequence[Event]) -> bytes:
    """The cards drawn from the stock beyond those that were told."""
    moves = [move for event in told for move in event.moves]
    number = sum(len(move.cards) for move in moves if move.source == "stock")
    stock = before._stock
    if any(move.target == "stock" for move in moves):
        stock += cards_left(before, moves[0].seat)
    return stock[number : len(stock) - len(after._stock)]


def _drawer(before: State, after: State, told: Sequence[Event]) -> int:
    """Who drew what was not told: the seat that would have moved, had the game not ended by it."""
    held = [count(hand) for hand in before._hands]
    for move in (move for event in told for move in event.moves):
        held[move.seat] += len(move.cards) * ((move.target == "hand") - (move.source == "hand"))
    return next(seat for seat, hand in enumerate(after._hands) if count(hand) > held[seat])


def _drew(seat: int, cards: bytes) -> Drew:
    """Cards drawn; once in the hand they have no order."""
    return Drew(seat, _cards(bytes(sorted(cards))))


def _cards(indexes: bytes) -> tuple[Card, ...]:
    return tuple(CARDS[index] for index in indexes)
