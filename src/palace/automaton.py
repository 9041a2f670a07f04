"""The follow table as an automaton: what is reached in play, and whether two tables play alike.

Only cards that are in a deck, and only as many together as it has, take part; what an effect
cannot do in the game, as a skip beside a burn, is left out.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, TypeAlias

from attrs import evolve

from palace.abilities import Effects
from palace.cards import CARDS, RANKS, Rank
from palace.cells import called
from palace.follow import Requirement, Row
from palace.rules import NEVER, Rules
from palace.variant import Variant

Steps: TypeAlias = dict[tuple[Any, ...], int]
"""What may happen at a row, each with the number of the row to which it leads."""


def copies(variant: Variant) -> dict[Rank, int]:
    """The most cards of each rank that a deck of the variant has; a rank without any is not there.

    Args:
        variant: the variant.
    """
    seats = range(variant.players.min, variant.players.max + 1)
    decks = [variant.deck_cards(each) for each in seats]
    ranks = [[card.rank for card in deck] for deck in decks]
    most = {rank: max(each.count(rank) for each in ranks) for rank in RANKS}
    return {rank: number for rank, number in most.items() if number}


@lru_cache(maxsize=256)
def reached(rules: Rules) -> tuple[Row, ...]:
    """The rows at which a pile of the variant's cards can come to stand.

    Args:
        rules: the compiled variant.
    """
    found, waiting = set[int](), _beginnings(rules)
    while waiting:
        number = waiting.pop()
        if number not in found:
            found.add(number)
            waiting += steps(rules, rules.rows[number]).values()
    return tuple(rules.rows[number] for number in sorted(found))


def play_alike(first: Rules, second: Rules) -> bool:
    """Whether the same may be laid in the same places, and causes the same, under both rules.

    Args:
        first: the rules of one variant.
        second: those of another with the same cards.
    """
    if first.variant.deal.turn_up and first.special != second.special:
        return False
    waiting = list(zip(_beginnings(first), _beginnings(second), strict=False))
    if len(_beginnings(first)) != len(_beginnings(second)):
        return False
    seen: set[tuple[int, int]] = set()
    while waiting:
        pair = waiting.pop()
        if pair in seen:
            continue
        seen.add(pair)
        here, there = (
            steps(rules, rules.rows[number])
            for rules, number in zip((first, second), pair, strict=True)
        )
        if here.keys() != there.keys():
            return False
        waiting += [(here[step], there[step]) for step in here]
    return True


def _beginnings(rules: Rules) -> list[int]:
    """The rows at which a game may begin."""
    if rules.variant.start.lead == "free":
        return [0]
    there = copies(rules.variant)
    return [0, *(rules.start_row(card.index).number for card in CARDS if card.rank in there)]


@lru_cache(maxsize=4096)
def steps(rules: Rules, row: Row) -> Steps:
    """What may happen at a row.

    Args:
        rules: the compiled variant.
        row: one of its rows.
    """
    return dict(_steps(rules, row))


def _steps(rules: Rules, row: Row) -> Iterator[tuple[tuple[Any, ...], int]]:
    yield ("taken",), row.taken
    yield ("deserted",), row.deserted
    if row.otherwise is not None:
        yield ("otherwise",), row.otherwise
    variant = rules.variant
    fours = any(size < NEVER for size in rules.four)
    for rank, most in copies(variant).items():
        for index in range(4 * rank.index, min(4 * rank.index + 4, len(CARDS))):
            cell = row.cells[index]
            for number in range(1, most + 1):
                if not cell.counts >> number & 1:
                    continue
                after = rules.rows[cell.row_after(number)]
                yield (index, number, _in_play(variant, cell.effects)), after.number
                if fours and not cell.effects.burns:
                    yield (index, number, "four"), rules.row_after_four(rank.index, after.number)
                for said, requirement in _asked(rank, after.requirement, cell.effects):
                    yield (index, number, said), rules.standing_at(requirement).number


def _asked(rank: Rank, left: Requirement, effects: Effects) -> Iterator[tuple[str, Requirement]]:
    """The requirements to which a choice leads, or a defence."""
    if effects.burns or effects.returns:
        return
    if effects.chooses == "direction" and left.kind == "top" and left.leaves is None:
        for direction in ("higher", "lower"):
            yield direction, called(left, direction, strict=effects.strict)
    if effects.gives and effects.defence:
        yield "attack", Requirement("attack", rank, flipped=left.flipped)


def _in_play(variant: Variant, effects: Effects) -> Effects:
    """The effects without what they cannot do."""
    if effects.burns:  # and has no other effect (ruling 7)
        return Effects(burns=True, again=effects.again, lead=effects.lead)
    effects = evolve(effects, repeats=False)  # what it repeats is there
    if variant.players.max > 2:
        return effects
    turns = effects.reverses if effects.two_players == "skip" else None
    return evolve(
        effects,
        reverses=turns,
        gives="next" if effects.gives else None,
        chooses=None if effects.chooses == "mover" else effects.chooses,
    )
