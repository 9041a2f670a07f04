"""How a careful player judges actions, in numbers read off the follow table.

What a rank is worth keeping is how many ranks it goes on, and more where it goes on anything. Of a
state only what the seat may see is used: so `View.stand_in` will do. The packed zones of states are
read where a search asks often; they are those that `State` shows as `hands`, `stock` and `pile`.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from attrs import frozen

from palace.actions import Action, Arrange, Chance, Choose, Flip, Pass, PickUp, Play
from palace.cards import RANKS, unpack
from palace.requirements import Requirement
from palace.rules import Rules, rules_of
from palace.state import State
from palace.turn import apply
from palace.variant import MOST_EQUAL, Variant
from palace.views import View

KEEPS = 1.0
"""What an action may cost before the cards that go on anything are laid instead."""
SMALL_PILE = 2
"""The most cards that are picked up on purpose, to keep such cards for later."""
MUST = 10.0
"""What it costs to pick up where nothing is gained by it."""


@frozen
class Judgement:
    """What cards are worth under some rules.

    Attributes:
        worth: by rank number what is lost with a card of it: the share of ranks on which it goes,
            and one more where it goes on anything.
        cost: by rank number and number of cards, what it costs to lay them.
        openness: by requirement the share of ranks that may be laid there.
    """

    worth: tuple[float, ...]
    cost: tuple[tuple[float, ...], ...]
    openness: dict[Requirement, float]

    @classmethod
    def of(cls, rules: Rules) -> "Judgement":
        """Read it off the follow table.

        Args:
            rules: the rules.
        """
        ranks = [rank.index for rank in rules.variant.ranks_in_play]
        tops = [row for row in rules.rows if row.requirement.kind == "top"] or [rules.rows[0]]
        variant = rules.variant
        anywhere = [
            variant.goes_on_anything(each) or bool(variant.stands_for(each)) for each in RANKS
        ]
        reach = [
            sum(row.cells[4 * number].counts > 0 for row in tops) / len(tops)
            for number in range(len(RANKS))
        ]
        return cls(
            worth=tuple(map(sum, zip(reach, anywhere, strict=True))),
            cost=tuple(
                tuple(_price(each, cards, goes) for cards in range(MOST_EQUAL + 1))
                for each, goes in zip(reach, anywhere, strict=True)
            ),
            openness={
                row.requirement: sum(row.cells[4 * rank].counts > 0 for rank in ranks) / len(ranks)
                for row in rules.rows
            },
        )


def _price(reach: float, cards: int, anywhere: bool) -> float:  # noqa: FBT001 - from two lists
    """All cards of an ordinary rank go at once; of those that go on anything as few as may be."""
    return KEEPS + reach + cards / 10 if anywhere else reach - cards / 1000


@lru_cache(maxsize=64)
def judgement(variant: Variant) -> Judgement:
    """What cards are worth under a variant."""
    return Judgement.of(rules_of(variant))


def judged(state: State, actions: Sequence[Action]) -> Action:
    """The action that costs least, of the seat that is named first.

    Args:
        state: the state, of which only what that seat sees is used.
        actions: what may be done; one or more.
    """
    judge, best, least = judgement(state.variant), actions[0], MUST * 2
    seat = best.seat
    for action in actions:
        if action.seat == seat:
            kind = type(action)
            if kind is Play and action.number:  # type: ignore[union-attr] # most actions are
                cost = judge.cost[action.top >> 2][len(action.laid)]  # type: ignore[union-attr]
            else:
                cost = _COSTS[kind](judge, state, action)
            if cost < least:
                best, least = action, cost
    return best


def most_promising(view: View, actions: Sequence[Action]) -> list[Action]:
    """The actions of a seat, those that cost least first.

    Args:
        view: what the seat sees.
        actions: what it may do.
    """
    state, judge = view.stand_in, judgement(view.variant)
    return sorted(actions, key=lambda action: _COSTS[type(action)](judge, state, action))


# ---------------------------------------------------------------- what each kind of action costs


def _play(judge: Judgement, _: State, action: Play) -> float:
    """As its cards; of several ranks, or with cards that stand for others, as the dearest."""
    return max(judge.cost[index >> 2][len(action.laid)] for index in action.laid)


def _arrange(judge: Judgement, _: State, action: Arrange) -> float:
    """What is worth most shall lie face up, where it is kept longest."""
    return -sum(judge.worth[index >> 2] for index in unpack(action.face_up.packed))


def _flip(judge: Judgement, state: State, action: Flip) -> float:
    """Face-down cards are alike, but for a player who may look at them."""
    card = state.face_down[action.seat][action.place]
    return judge.worth[card.rank.index]  # type: ignore[union-attr] # one that lies there is flipped


def _pick_up(judge: Judgement, state: State, action: PickUp) -> float:
    """A small pile is taken on purpose while there is a stock, and no ordinary card goes."""
    pays = state._hands[action.seat] and state._stock and len(state._pile) <= SMALL_PILE
    added = judge.worth[action.adding.index >> 2] if action.adding else 0
    return added + (KEEPS if pays else MUST)


def _choose(judge: Judgement, state: State, action: Choose) -> float:
    """The next player shall have little choice; the one with the fewest table cards is named."""
    openness = judge.openness[apply(state, action).requirement]
    option = action.option
    return openness + (_table_cards(state, option) if isinstance(option, int) else 0)


def _table_cards(state: State, seat: int) -> int:
    return state.card_counts[seat] - len(state.hands[seat])


_COSTS: dict[type[Any], Callable[[Judgement, State, Any], float]] = {
    Play: _play,
    Arrange: _arrange,
    Flip: _flip,
    PickUp: _pick_up,
    Choose: _choose,
    Chance: lambda *_: KEEPS,
    Pass: lambda *_: KEEPS,
}
