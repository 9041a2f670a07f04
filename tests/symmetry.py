"""The same position seen otherwise: with other suits, from another seat, in a mirror."""

from collections.abc import Callable
from itertools import groupby
from typing import TypeAlias

from attrs import evolve

from palace import Action, Arrange, Card, Cards, Choose, Flip, Phase, PickUp, Play, State, position

Seats: TypeAlias = Callable[[int], int]
Suits: TypeAlias = Callable[[Card], Card]


def same_seat(seat: int) -> int:
    return seat


def same_card(card: Card) -> Card:
    return card


def rebuilt(
    state: State,
    seats: Seats = same_seat,
    suits: Suits = same_card,
    *,
    mirrored: bool = False,
    rows_sorted: bool = False,
) -> State:
    """A state made anew from its public zones, with other seats and other suits.

    Args:
        state: the state.
        seats: the new number of a seat.
        suits: the card in a card's place.
        mirrored: whether the direction is turned.
        rows_sorted: whether cards of one rank in a row on the pile are put in order, since cards
            that are laid together have none.
    """
    zones: list[dict[str, list[Card | str]]] = [{} for _ in range(state.players)]
    for seat in range(state.players):
        zones[seats(seat)] = {
            "hand": [suits(card) for card in state.hands[seat]],
            "face_up": [suits(card) for card in state.face_up[seat]],
            "face_down": [suits(card) if card else "--" for card in state.face_down[seat]],
        }
    pile = [suits(card) for card in state.pile]
    if rows_sorted:
        pile = [
            card for _, row in groupby(pile, key=lambda card: card.rank) for card in sorted(row)
        ]
    pending, standing = state.pending, state.requirement
    if pending is not None:
        if standing.kind == "choice":
            standing = state.rules.rows[pending.row].requirement
        pending = evolve(
            pending,
            seat=seats(pending.seat),
            cards=Cards.of(suits(card) for card in Cards(pending.cards)).packed,
            next=None if pending.next is None else seats(pending.next),
        )
    laid_by = state.laid_by
    return position(
        state.variant,
        zones,
        pile=pile,
        stock=[suits(card) for card in state.stock],
        burned=[suits(card) for card in state.burned],
        to_move=None if state.to_move is None else seats(state.to_move),
        direction=-state.direction if mirrored else state.direction,
        out=[seats(seat) for seat in state.out],
        resigned=[seats(seat) for seat in state.resigned],
        phase=state.phase,
        dealer=seats(state.dealer),
        arranged=[seats(seat) for seat in state.arranged] if state.phase is Phase.ARRANGE else (),
        turns=state.turns,
        requirement=str(standing),
        pending=pending,
        declared=state.declared.values(),
        laid_by=None if laid_by is None else seats(laid_by),
        burned_unseen=[suits(card) for card in state.burned_unseen],
    )


def translated(action: Action, seats: Seats = same_seat, suits: Suits = same_card) -> Action:
    """The same action with other seats and other suits."""
    seat = seats(action.seat)
    if isinstance(action, Play):
        return Play(seat, Cards.of(suits(card) for card in action.cards), action.as_rank)
    if isinstance(action, Arrange):
        return Arrange(seat, Cards.of(suits(card) for card in action.face_up))
    if isinstance(action, PickUp):
        return PickUp(seat, action.adding and suits(action.adding))
    if isinstance(action, Flip):
        return Flip(seat, action.place)
    if isinstance(action, Choose):
        return Choose(
            seat, seats(action.option) if isinstance(action.option, int) else action.option
        )
    return type(action)(seat)
