"""What a variant says of each rank, and how many cards of it there are, for all that ask."""

from collections import Counter
from functools import lru_cache

from attrs import frozen

from palace.abilities import NO_EFFECTS, Effects, Goes, Leaves
from palace.cards import RANKS, Rank
from palace.variant import On, Variant


@frozen
class Traits:
    """What a variant says of a rank.

    Attributes:
        anywhere: whether it is laid on anything, but for the ranks that its `on` excludes.
        as_another: whether its cards are laid as cards of other ranks.
        on: where it may be laid besides.
        together: whether several of it may be laid together.
        place: its place in the order, from 0; no number where it has none.
        leaves: what its cards leave to be beaten.
        leaves_alone: the same on an empty pile.
        admits: where it leaves named ranks only: those ranks.
        binds: the ranks that go on anything elsewhere, but must keep to what it leaves.
        effects: what its cards cause by themselves.
    """

    anywhere: bool
    as_another: bool
    on: On
    together: bool
    place: float
    leaves: Leaves
    leaves_alone: Leaves
    admits: tuple[Rank, ...]
    binds: tuple[Rank, ...]
    effects: Effects


@lru_cache(maxsize=256)
def traits_of(variant: Variant) -> tuple[Traits, ...]:
    """What a variant says of each rank, by the rank's number."""
    return tuple(_traits(variant, rank) for rank in RANKS)


def _traits(variant: Variant, rank: Rank) -> Traits:
    rules = variant.rank(rank)
    admitted = tuple(each for ability in rules.abilities for each in ability.admits)
    bound = {each for ability in rules.abilities for each in ability.binds}
    effects = NO_EFFECTS
    for ability in rules.abilities:
        effects = effects | ability.effects if ability.effects != NO_EFFECTS else effects
    return Traits(
        anywhere=variant.goes_on_anything(rank),
        as_another=any(ability.goes is Goes.AS_ANOTHER for ability in rules.abilities),
        on=rules.on,
        together=variant.sets and rules.sets,
        place=variant.order.index(rank) if rank in variant.order else float("nan"),
        leaves=rules.leaves,
        leaves_alone=rules.leaves_alone,
        admits=admitted or (rank,),
        binds=tuple(each for each in RANKS if each in bound and variant.goes_on_anything(each)),
        effects=effects,
    )


def copies(variant: Variant) -> dict[Rank, int]:
    """The most cards of each rank that a deck of the variant has; a rank without any is not there.

    Args:
        variant: the variant.
    """
    decks = [[card.rank for card in variant.deck_cards(each)] for each in variant.players.counts]
    most = {rank: max(deck.count(rank) for deck in decks) for rank in RANKS}
    return {rank: number for rank, number in most.items() if number}


def most_together(variant: Variant, players: int) -> int:
    """The most cards that can be laid as one rank: all of that rank, and all that stand for it.

    Args:
        variant: the variant.
        players: the number of seats.
    """
    there = Counter(card.rank for card in variant.deck_cards(players))
    standing = {rank: variant.stands_for(rank) for rank in there}
    return max(
        number + sum(there[wild] for wild, ranks in standing.items() if rank in ranks)
        for rank, number in there.items()
    )
