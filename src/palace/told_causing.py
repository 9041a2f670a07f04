"""What is told of the effects of cards: one teller for each, in the table at the end."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from palace.abilities import Effects, Leaves
from palace.cards import Rank
from palace.english import all_of
from palace.told import Section, effects_of, moves_turns, of_ranks, ranks_in_play, together
from palace.variant import Variant

EffectTeller: TypeAlias = Callable[[Variant, Rank, Effects], Iterator[str]]


def _skips(variant: Variant, rank: Rank, effects: Effects) -> Iterator[str]:
    if effects.skips is None:
        return
    if not together(variant, rank):
        yield "{a} passes over one player, who misses a turn"
    elif effects.skips == "once":
        yield "{many} pass over one player, who misses a turn, however many are laid together"
    else:
        yield "{a} passes over one player, who misses a turn; several pass over one each"


def _reverses(variant: Variant, rank: Rank, effects: Effects) -> Iterator[str]:
    if effects.reverses is None:
        return
    if not together(variant, rank):
        yield "{a} turns the direction of play"
    elif effects.reverses == "once":
        yield "{many} turn the direction of play once, however many are laid together"
    elif effects.reverses == "pair_again":
        yield (
            "{a} laid alone turns the direction of play; whoever lays two together has another "
            "turn at once instead, and plays on them or takes the pile; more do nothing"
        )
    else:
        yield "{a} turns the direction of play; several turn it once each: two change nothing"
    yield _TWO_PLAYERS[effects.two_players]


_TWO_PLAYERS = {
    "turn": "while only two players are left, that makes no difference to whose turn it is",
    "skip": "while only two players are left, {many} do not turn the direction but pass over the "
    "other player instead",
}


def _repeats(variant: Variant, _rank: Rank, effects: Effects) -> Iterator[str]:
    if effects.repeats and moves_turns(variant):
        yield (
            "if the card beneath {a} passes over players or turns the direction, {a} does the same"
        )


def _wraps(variant: Variant, rank: Rank, effects: Effects) -> Iterator[str]:
    """Where many skips come to, if there can be more than one."""
    passes = [effects.skips, effects.reverses if effects.two_players == "skip" else None]
    several = together(variant, rank) and "each" in passes
    if several or None not in passes:
        yield _WRAPS[effects.wrap]


_WRAPS = {
    "stop": "if the {many} pass over all the other players, whoever laid them moves again, or the "
    "next player if they are out",
    "with_self": "if the {many} pass over all the other players and more, the count goes on round "
    "the table, and includes whoever laid them unless they are out",
    "without_self": "if the {many} pass over all the other players, whoever laid them moves again, "
    "or the next player if they are out; if they pass over more, only those beyond a full round of "
    "the others count",
}


def _flips(_variant: Variant, _rank: Rank, effects: Effects) -> Iterator[str]:
    if effects.flips:
        yield (
            "{a} turns the order of the ranks round, so that low ranks are high and high ranks "
            f"low, {_UNTIL[effects.flips]}"
        )


_UNTIL = {
    "flipped_back": "until the next card of this kind turns it back",
    "reset": "until the next card of this kind turns it back, or a card on which any card may be "
    "laid",
    "picked_up": "until the next card of this kind turns it back, or somebody takes the pile",
}


def _another(variant: Variant, rank: Rank, effects: Effects) -> Iterator[str]:
    if effects.another and variant.rank(rank).leaves is not Leaves.COVER:
        yield "whoever lays {a} has another turn at once, and plays on it or takes the pile"


def _gives(variant: Variant, _rank: Rank, effects: Effects) -> Iterator[str]:
    if effects.gives is None:
        return
    yield f"{{a}} gives the pile away: {_RECEIVERS[effects.gives]} takes it into the hand"
    if effects.leaves_game:
        yield "{many} that give the pile away leave the game, and are not taken with it"
    there = [rank for rank in ranks_in_play(variant) if rank in effects.defence]
    if there:
        yield (
            f"instead of taking the pile that player may send it back with {all_of(there)}: "
            "whoever laid {a} takes it then, or it leaves the game if they are out, and the player "
            "who sent it back moves next"
        )
        if effects.leaves_game:
            yield f"{all_of(there)} that send the pile back leave the game, too"
    yield _AFTER_GIVING[effects.then]
    if effects.gives == "chosen":
        yield f"{_LAST}names nobody: the next player takes the pile"


_LAST = "whoever lays {a} as the last card of all is out and "
"""Who is out says nothing more, though what the card causes still counts."""
_RECEIVERS = {
    "next": "the next player",
    "chosen": "another player, whom the player who laid it names,",
}
_AFTER_GIVING = {
    "after_victim": "when a player has taken the pile because of {a}, the one after that player "
    "moves next",
    "attacker": "when a player has taken the pile because of {a}, whoever laid the card moves "
    "again, or the one after that player if they are out",
}


def _chooses(_variant: Variant, _rank: Rank, effects: Effects) -> Iterator[str]:
    if effects.chooses == "mover":
        yield "whoever lays {a} says which of the other players moves next"
        yield f"{_LAST}says nothing: the next player moves"
    elif effects.chooses == "direction":
        equal = "will not do" if effects.strict else "will do, too"
        yield (
            "whoever lays {a} says whether the next card must be a higher or a lower one; one of "
            f"the same rank {equal}"
        )
        yield f"{_LAST}calls nothing: the usual order holds for the next card"


_CAUSED: tuple[EffectTeller, ...] = (
    _skips, _reverses, _repeats, _wraps, _flips, _another, _gives, _chooses,
)  # fmt: skip


def _causes(variant: Variant, rank: Rank) -> Iterator[str]:
    effects = effects_of(variant, rank)
    for tell in _CAUSED:
        yield from tell(variant, rank, effects)


CAUSING = Section("What cards cause", (of_ranks(_causes),))
