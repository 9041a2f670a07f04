"""What a bot is, who is asked in which order, and a game that bots play.

A bot sees a `View` and the actions that it may take: never the state.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Protocol, TypeAlias

from attrs import frozen

from palace.actions import Action
from palace.errors import IllegalAction, PalaceError
from palace.events import Event
from palace.given import listed, require_method, require_number
from palace.legality import distinct_actions
from palace.state import Phase, State, require_state
from palace.stepping import step
from palace.views import View, require_view, view
from palace.wording import counted, failure, quoted, shortened

MOST_ACTIONS = 10_000
"""Actions after which a game of bots is cut, where nothing else is said."""


class Bot(Protocol):
    """A player: anything with this one method. A frozen value can be sent to other processes."""

    def choose(self, view: View, actions: Sequence[Action], rng: Random) -> Action | None:
        """What the seat of a view does.

        Args:
            view: what the seat sees.
            actions: what it may do, one or more, as `view.distinct_actions()` lists it.
            rng: where all random numbers have to come from, so that a game can be repeated.

        Returns:
            One of the actions, or another that is legal for the seat; out of turn None lets the
            turn go on.
        """


def require_bot(value: object) -> None:
    """Refuse what is no bot.

    Args:
        value: what was given.

    Raises:
        PalaceError: it is none.
    """
    require_method(value, "choose", "bot", "bot(name) makes one")


def is_out_of_turn(view: View) -> bool:
    """Whether a seat is asked for a play out of its turn, which it need not make.

    Args:
        view: what the seat sees.

    Returns:
        True in play where another seat is to move.

    Raises:
        PalaceError: it is no view.
    """
    require_view(view)
    return view.phase is Phase.PLAY and view.to_move != view.seat


Offer: TypeAlias = tuple[int, tuple[Action, ...]]
"""A seat, and what it may do."""


def offers(state: State) -> tuple[Offer, ...]:
    """Who is asked in a state, in this order, until one acts.

    While arranging that is the first seat that has not arranged. While playing it is the seat to
    move; before it those that may lay cards out of turn, in the order of play.

    Args:
        state: the state.

    Returns:
        The seats with their distinct actions; empty when the game is over.

    Raises:
        PalaceError: it is no state.
    """
    require_state(state)
    if state.phase is Phase.OVER:
        return ()
    actions = distinct_actions(state)
    if state.phase is Phase.ARRANGE:
        first = actions[0].seat
        return ((first, tuple(each for each in actions if each.seat == first)),)
    mover: int = state.to_move  # type: ignore[assignment] # somebody is to move while playing
    if actions[-1].seat == mover:  # plays out of turn come last
        return ((mover, actions),)
    by_seat: dict[int, list[Action]] = {}
    for action in actions:
        by_seat.setdefault(action.seat, []).append(action)
    after = sorted(by_seat, key=lambda seat: ((seat - mover) * state.direction - 1) % state.players)
    return tuple((seat, tuple(by_seat[seat])) for seat in after)


@frozen
class Step:
    """One action of a game.

    Attributes:
        before: the state in which it was taken.
        action: the action.
        after: the state that it made.
        events: what happened, with every card in it.
    """

    before: State
    action: Action
    after: State
    events: tuple[Event, ...]


def played(
    state: State, bots: Sequence[Bot], rngs: Sequence[Random], longest: int = MOST_ACTIONS
) -> Iterator[Step]:
    """Let bots play a game on; it ends with the game, or when it is cut.

    Args:
        state: where the game stands.
        bots: a bot for each seat.
        rngs: for each seat where its bot's random numbers come from.
        longest: the most actions that are played.

    Yields:
        Each action, with the states before and after it, and what happened.

    Raises:
        IllegalAction: a bot chose an action that is not legal.
        PalaceError: a bot raised an error, or chose no action, or one of another seat; or a seat
            has no bot or no random numbers. The message names the bot and its seat.
    """
    require_state(state)
    require_number("longest", longest, 0)
    bots, rngs = listed(bots, "bots"), listed(rngs, "sources of random numbers")
    for bot in bots:
        require_bot(bot)
    if not len(bots) == len(rngs) == state.players:
        raise PalaceError(
            f"{counted(len(bots), 'bot')} and {counted(len(rngs), 'source')} of random numbers for "
            f"{counted(state.players, 'seat')}: each seat needs one of each"
        )
    for _ in range(longest):
        if state.phase is Phase.OVER:
            return
        action = _asked(state, bots, rngs)
        try:
            after, events = step(state, action)
        except IllegalAction as error:
            who = _who(bots[action.seat], action.seat)
            raise IllegalAction(error.reason, f"{who} chose {action}: {error}") from error
        yield Step(state, action, after, events)
        state = after


def _asked(state: State, bots: Sequence[Bot], rngs: Sequence[Random]) -> Action:
    """The action of the first seat that acts."""
    for seat, actions in offers(state):
        seen = view(state, seat)
        try:
            action = bots[seat].choose(seen, actions, rngs[seat])
        except Exception as error:
            raise PalaceError(f"{_who(bots[seat], seat)} raised {failure(error)}") from error
        if action is None and is_out_of_turn(seen):
            continue
        if not isinstance(action, Action) or action.seat != seat:
            raise PalaceError(
                f"{_who(bots[seat], seat)} chose {_told(action)}: it takes an action of its own"
            )
        return action
    raise AssertionError(f"nobody acts: {state}")  # the seat to move does


def _told(action: object) -> str:
    return str(action) if isinstance(action, Action) else quoted(action)


def _who(bot: Bot, seat: int) -> str:
    return f"the bot {shortened(name_of(bot))} of seat {seat}"


def name_of(bot: Bot) -> str:
    """What a bot is called: its text, or where it has none of its own its class.

    Args:
        bot: the bot.

    Returns:
        Its name in results and in messages.
    """
    plain = type(bot).__str__ is object.__str__ and type(bot).__repr__ is object.__repr__
    try:
        return type(bot).__name__ if plain else str(bot)
    except Exception:  # noqa: BLE001 - a bot may fail to name itself in any way
        return type(bot).__name__
