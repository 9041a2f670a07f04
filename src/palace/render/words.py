"""What stands beside the cards of a picture: whose turn it is, and what the pile asks."""

from collections.abc import Callable
from typing import Any

from palace.abilities import Leaves
from palace.cards import Rank, Suit
from palace.english import a_rank, all_of, counted, rank_name
from palace.requirements import Requirement
from palace.state import Phase, State
from palace.views import View

# ---------------------------------------------------------------- what the game is at


def headline(seen: State | View) -> str:
    """What a game is at, in a few words."""
    if seen.phase is Phase.OVER:
        return f"game over: {_result(seen)}"
    if seen.phase is Phase.ARRANGE:
        starts = "" if seen.to_move is None else f"; seat {seen.to_move} starts"
        return f"arranging{starts}"
    pending = seen.pending
    if pending is None:
        return f"seat {seen.to_move} is to move"
    return f"seat {seen.to_move} {_PENDING[pending.kind]}"


_PENDING = {
    "victim": "says who is given the pile",
    "mover": "says who moves next",
    "direction": "says higher or lower",
    "defence": "is given the pile",
    "add": "may lay the cards just drawn",
    "chance": "took the chance and goes on",
}


def _result(seen: State | View) -> str:
    if seen.unfinished:
        return "nobody has lost"
    won, lost = f"seat {seen.winner} has won", f"seat {seen.loser} has lost"
    return {"winner": won, "loser": lost}.get(seen.variant.end.result, f"{won}, {lost}")


def remarks(seen: State | View, seat: int) -> tuple[str, ...]:
    """What is to be said about a seat."""
    said = []
    if seat in seen.out:
        said.append(f"out, {_ordinal(seen.out.index(seat) + 1)}")
    elif seat in seen.resigned:
        said.append("resigned")
    elif seen.phase is Phase.ARRANGE:
        said.append("ready" if seat in seen.arranged else "arranging")
    elif seen.phase is Phase.OVER and seat == seen.loser:
        said.append("lost")
    elif seen.phase is Phase.PLAY and seat == seen.to_move:
        said.append("to move")
    if seat == seen.dealer:
        said.append("dealer")
    return tuple(said)


def _ordinal(number: int) -> str:
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"


# ---------------------------------------------------------------- what the pile asks


def asked(seen: State | View) -> str:
    """What the next card must meet, in words; empty where no card can be laid now."""
    if seen.phase is not Phase.PLAY or seen.requirement.kind == "choice":
        return ""
    return requirement_in_words(seen.requirement)


def requirement_in_words(requirement: Requirement) -> str:
    """What a requirement asks, in words.

    Args:
        requirement: the requirement; which ranks meet it, its row says.
    """
    told = [_KINDS[requirement.kind](requirement)]
    if requirement.leaves:
        told.append(_LEAVES.get(requirement.leaves, requirement.leaves.value))
    if requirement.number:
        told.append(f"after {counted(requirement.number, 'card')} together")
    if requirement.run:
        told.append(f"{counted(requirement.run, 'play')} in a row")
    if requirement.flipped:
        told.append("order turned round")
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
