"""How an example is played: where it starts, and what its moves are."""

from typing import Any

from palace.actions import Action, parse_action
from palace.cards import CARDS, Cards, card_indexes, unpack
from palace.deal import deal
from palace.errors import NotationError, PositionError
from palace.examples.example import Example
from palace.positions import position
from palace.rules import rules_of
from palace.state import Phase, State
from palace.turn import apply
from palace.variant import Variant

OF_A_POSITION = (
    "seats", "pile", "stock", "to_move", "direction", "out", "resigned", "phase", "turns",
    "requirement", "declared", "pending",
)  # fmt: skip
"""The keys of an example that say what a position is, and that a deck says instead."""


def starts(variant: Variant, example: Example) -> list[State]:
    """The states from which an example must hold.

    Args:
        variant: the variant that it is played by.
        example: the example.

    Returns:
        Its position; or the deals of its deck, two that differ in all the cards not named.

    Raises:
        PalaceError: there is no such position, or it cannot be dealt.
    """
    return [_position(variant, example)] if example.deck is None else _deals(variant, example)


def _position(variant: Variant, example: Example) -> State:
    given: dict[str, Any] = {
        key: value
        for key in (*OF_A_POSITION[1:], "dealer")
        if (value := getattr(example, key)) is not None
    }
    if example.pending is not None:
        given["pending"] = example.pending.pending
    if example.phase is Phase.ARRANGE and variant.start.judged == "arranged":
        given.setdefault("to_move", None)
    return position(variant, [seat.zones() for seat in example.seats or ()], **given)


def _deals(variant: Variant, example: Example) -> list[State]:
    """The deals of a deck that may name only some cards."""
    named = card_indexes(example.deck or "")
    players, dealer = example.players or 0, example.dealer or 0
    others = variant.deck_cards(players)
    for index in named:
        card = Cards.of([CARDS[index]])
        if not card <= others:
            raise PositionError(f"{card} is not in the deck of {players} players, or not so often")
        others -= card
    needed = players * variant.deal.at(players).each + variant.deal.turn_up
    fill = unpack(others.packed) if len(named) < needed else b""
    return [deal(rules_of(variant), players, named + rest, dealer) for rest in (fill, fill[::-1])]


def positions(variant: Variant, example: Example) -> tuple[State, ...]:
    """The positions that an example goes through.

    Args:
        variant: the variant that it is played by.
        example: an example that holds. Of a deck that names only some cards the others are dealt
            in the order of the ranks.

    Returns:
        The one that it starts from, and that after each move; a last move that is to be refused is
        not among them.

    Raises:
        PalaceError: it cannot be dealt, or a move is refused.
    """
    states = starts(variant, example)[:1]
    for move in example.played:
        states.append(apply(states[-1], action_of(states[-1], move)))
    return tuple(states)


def action_of(state: State, move: str) -> Action:
    """The action that a move is, of the seat to move unless it names one.

    Args:
        state: where the move is made.
        move: the move as text.

    Raises:
        NotationError: it is no action, or nobody is to move.
    """
    if state.phase is Phase.OVER and ":" not in move:
        raise NotationError("the game is over: nobody is to move")
    return parse_action(move, state.to_move)
