"""What the pile asks, and what is awaited of a player, in words: for events and for pictures.

`str(requirement)` is another text: the name of a row, which can be read back.
"""

from collections.abc import Callable
from typing import Any

from palace.abilities import Leaves, Until
from palace.cards import Rank, Suit
from palace.english import a_rank, all_of, number_of, rank_name
from palace.requirements import Requirement
from palace.state import Awaits, Pending


def pending_in_words(pending: Pending) -> str:
    """What the player to move does that is pending, as in `says who moves next`."""
    return _AWAITED[pending.kind].format(pending.seat)


_AWAITED: dict[Awaits, str] = {
    "victim": "says who takes the pile",
    "mover": "says who moves next",
    "direction": "says whether the next card is to be higher or lower",
    "defence": "takes the pile or sends it back to seat {}",
    "add": "may add what it has drawn of the same rank",
    "chance": "goes on with its turn",
}


def requirement_in_words(requirement: Requirement) -> str:
    """What a requirement asks, in words.

    Args:
        requirement: the requirement; which ranks meet it, its row says.
    """
    told = [_KINDS[requirement.kind](requirement)]
    if requirement.leaves:
        told.append(_LEAVES.get(requirement.leaves, requirement.leaves.value))
    if requirement.number:
        told.append(f"after {number_of(requirement.number, 'card')} together")
    if requirement.run:
        told.append(f"{number_of(requirement.run, 'play')} in a row")
    if requirement.flipped:
        told.append(_TURNED[requirement.flipped])
    if requirement.binds is not None:
        bound = all_of(requirement.binds) if requirement.binds else "no others"
        told.append(f"binding {bound}")
    return ", ".join(told)


def _top(requirement: Requirement) -> str:
    return f"on {_card(requirement)}"


def _lead(requirement: Requirement) -> str:
    if requirement.lead == "higher":
        return f"lead above {a_rank(_of(requirement))}"
    return f"lead {a_rank(_of(requirement))} or higher"


_KINDS: dict[str, Callable[[Requirement], str]] = {
    "free": lambda _: "nothing to beat",
    "top": _top,
    "lead": _lead,
    "start": lambda requirement: f"lead {_card(requirement)}",
    "attack": lambda requirement: f"given the pile with {_card(requirement)}: return or take it",
    "choice": lambda _: "a choice comes first",
}
_TURNED: dict[Until, str] = {
    "flipped_back": "order turned round",
    "reset": "order turned round until any card may follow",
    "picked_up": "order turned round until the pile is picked up",
}
_LEAVES = {
    Leaves.ITS_RANK: "by its rank",
    Leaves.AT_MOST_ITS_RANK: "as high or lower",
    Leaves.BELOW_ITS_RANK: "lower",
    Leaves.AT_LEAST_ITS_RANK: "as high or higher",
    Leaves.ABOVE_ITS_RANK: "higher",
    Leaves.NAMED_RANKS: "certain ranks only",
    Leaves.COVER: "to be covered",
    Leaves.ANYTHING_GOES: "anything goes",
}
_SUITS = {
    Suit.CLUBS: "clubs", Suit.DIAMONDS: "diamonds", Suit.HEARTS: "hearts", Suit.SPADES: "spades",
    Suit.RED: "red", Suit.BLACK: "black",
}  # fmt: skip


def _card(requirement: Requirement) -> str:
    rank = _of(requirement)
    return f"the {card_name(rank, requirement.suit)}" if requirement.suit else a_rank(rank)


def _of(requirement: Requirement) -> Rank:
    rank: Any = requirement.rank  # every kind that is told with a rank has one
    return Rank(rank)


def card_name(rank: Rank, suit: Suit) -> str:
    """What a card is called: `7 of hearts`, `red joker`."""
    if rank is Rank.JOKER:
        return f"{_SUITS[suit]} joker"
    return f"{rank_name(rank)} of {_SUITS[suit]}"
