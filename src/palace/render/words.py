"""What stands beside the cards of a picture: whose turn it is, and what the pile asks."""

from palace.in_words import pending_in_words, requirement_in_words
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
    return f"seat {seen.to_move} {pending_in_words(pending)}"


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
