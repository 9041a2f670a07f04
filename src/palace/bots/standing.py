"""How a player stands while a game is open: the chance not to be its loser, from the cards left.

The weights were fitted to games that careful players played of `selected`, with two to four seats.
Each card in hand is held a burden, however good: else a search would collect cards for ever.
"""

from functools import lru_cache
from math import exp

from attrs import frozen

from palace.bots.judging import judgement
from palace.cards import unpack
from palace.state import State, lying
from palace.variant import Variant

HAND = (0.2, 0.04)
"""The burden of a card in hand: of one that goes on nothing, and of one that goes on all."""
FACE_UP = (0.9, 0.12)
"""The same of a face-up card, which is laid late and not replaced."""
FACE_DOWN = 0.36
"""The burden of a face-down card."""


@frozen
class Burdens:
    """By rank number the burden of a card in hand, and of one that lies face up."""

    hand: tuple[float, ...]
    face_up: tuple[float, ...]

    def of(self, state: State, seat: int) -> float:
        """The burden of all cards of a seat."""
        frame, hand, face_up = state._frame, self.hand, self.face_up
        return (
            sum([hand[index >> 2] for index in unpack(state._hands[seat])])
            + sum([face_up[index >> 2] for index in unpack(frame.face_up[seat])])
            + FACE_DOWN * len(lying(frame.face_down[seat]))
        )


@lru_cache(maxsize=64)
def _burdens(variant: Variant) -> Burdens:
    reach = [min(worth, 1.0) for worth in judgement(variant).worth]
    hand, face_up = (
        tuple(worst + (best - worst) * each for each in reach) for worst, best in (HAND, FACE_UP)
    )
    return Burdens(hand, face_up)


def standing(state: State, seat: int) -> float:
    """The chance that a seat will not be the last of those that still play.

    Args:
        state: a state of an open game.
        seat: an active seat.

    Returns:
        From 0 to 1. The chance to be the last grows with the exponential of the burden.
    """
    burdens = _burdens(state.variant)
    own, of = exp(burdens.of(state, seat)), 0.0
    for other in state.active:
        of += own if other == seat else exp(burdens.of(state, other))
    return 1 - own / of
