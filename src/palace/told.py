"""How the rules of a variant are told: sections of tellers, and the facts that several ask for.

A teller says one thing out of a variant's data, in no, one or a few sentences. For a new key write
a teller, or a line in the table of one, and name the teller in its module's section.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TypeAlias

from attrs import evolve, frozen

from palace.abilities import LOOKED_THROUGH, NO_EFFECTS, Effects, Leaves
from palace.cards import Rank
from palace.cells import caused
from palace.english import all_of, one_of, sentence, spans
from palace.traits import traits_of
from palace.variant import Variant

Teller: TypeAlias = Callable[[Variant], Iterator[str]]
"""Says something about a variant: texts without capital and full stop."""
RankTeller: TypeAlias = Callable[[Variant, Rank], Iterator[str]]
"""Says something about a rank: `{many}` stands for its cards, `{a}` for one of them."""


@frozen
class Section:
    """A part of the rules: a heading, and what is told below it, in order."""

    heading: str
    tellers: tuple[Teller, ...]

    def sentences(self, variant: Variant) -> tuple[str, ...]:
        """The sentences about a variant; none where nothing is to be told."""
        return tuple(sentence(text) for tell in self.tellers for text in tell(variant))


def of_ranks(tell: RankTeller) -> Teller:
    """A teller that says once, of all of them, what is told of several ranks."""

    def tell_all(variant: Variant) -> Iterator[str]:
        groups: dict[str, list[Rank]] = {}
        for rank in ranks_in_play(variant):
            for text in tell(variant, rank):
                groups.setdefault(text, []).append(rank)
        for text, ranks in groups.items():
            yield text.format(a=one_of(ranks), many=all_of(ranks))

    return tell_all


def by_players(variant: Variant, told: Callable[[int], str]) -> Iterator[tuple[str, str]]:
    """What is told of each number of players, once of those for whom it is the same.

    Args:
        variant: the variant.
        told: what is told of a number of players.

    Yields:
        For whom, to begin a sentence with, and what is told: `with six players, ` and the text;
        where it is the same for all, nothing and the text.
    """
    groups: dict[str, list[int]] = {}
    for players in variant.players.counts:
        groups.setdefault(told(players), []).append(players)
    for text, numbers in groups.items():
        yield f"with {spans(numbers)} players, " if len(groups) > 1 else "", text


# ---------------------------------------------------------------- facts


@lru_cache
def ranks_in_play(variant: Variant) -> tuple[Rank, ...]:
    """The ranks of the cards that are dealt, at some number of players."""
    return variant.ranks_in_play


@lru_cache
def order_in_play(variant: Variant) -> tuple[Rank, ...]:
    """The ranks in play that have a place in the order, the lowest first."""
    there = ranks_in_play(variant)
    return tuple(rank for rank in variant.order if rank in there)


@lru_cache
def tops(variant: Variant) -> tuple[Rank, ...]:
    """The ranks in play that are ever to be beaten: none that burns, or is looked through."""
    passing = (*LOOKED_THROUGH, Leaves.NO_PILE)
    ranks = ranks_in_play(variant)
    return tuple(
        rank
        for rank in ranks
        if variant.rank(rank).leaves_alone not in passing and not variant.stands_for(rank)
    )


@lru_cache(maxsize=256)
def effects_of(variant: Variant, rank: Rank) -> Effects:
    """What a rank causes; a play that burns has no other effect (ruling 7)."""
    effects = caused(variant, rank)
    if effects.burns:
        return Effects(burns=True, again=effects.again, lead=effects.lead)
    return evolve(effects, again=NO_EFFECTS.again, lead=NO_EFFECTS.lead)


def together(variant: Variant, rank: Rank) -> bool:
    """Whether several cards of a rank may be laid at once."""
    return traits_of(variant)[rank.index].together


@lru_cache
def go_on_anything(variant: Variant) -> tuple[Rank, ...]:
    """The ranks in play that are laid on anything."""
    return tuple(rank for rank in ranks_in_play(variant) if variant.goes_on_anything(rank))


def burning(variant: Variant) -> list[Rank]:
    """The ranks in play that burn the pile by themselves."""
    return [rank for rank in ranks_in_play(variant) if effects_of(variant, rank).burns]


def can_be_four(variant: Variant, rank: Rank) -> bool:
    """Whether there are four cards of a rank: of the jokers there may be fewer."""
    return rank is not Rank.JOKER or any(
        variant.deck.at(each)[1] > 3 for each in variant.players.counts
    )


def burns_at_all(variant: Variant) -> bool:
    """Whether a pile can ever burn."""
    return variant.four.burns != "never" or bool(burning(variant))


def limits_leads(variant: Variant) -> bool:
    """Whether what may be led after a burn is ever limited."""
    by_rank = (effects_of(variant, rank).lead for rank in burning(variant))
    by_four = variant.four.burns != "never" and variant.four.lead != "free"
    return by_four or any(lead != "free" for lead in by_rank)


def moves_turns(variant: Variant) -> bool:
    """Whether some card passes over players or turns the direction."""
    each = (effects_of(variant, rank) for rank in ranks_in_play(variant))
    return any(effects.skips or effects.reverses for effects in each)


def causes_something(variant: Variant) -> bool:
    """Whether some card has an effect besides burning."""
    each = (effects_of(variant, rank) for rank in ranks_in_play(variant))
    return any(not effects.burns and effects != NO_EFFECTS for effects in each)


def turns_the_order(variant: Variant) -> bool:
    """Whether some card turns the order of the ranks round."""
    return any(effects_of(variant, rank).flips for rank in ranks_in_play(variant))


def has_face_up(variant: Variant) -> bool:
    """Whether players have face-up cards, at some number of players."""
    return any(variant.deal.at(players).face_up for players in variant.players.counts)


def has_face_down(variant: Variant) -> bool:
    """Whether players have face-down cards, at some number of players."""
    return any(variant.deal.at(players).face_down for players in variant.players.counts)


def has_stock(variant: Variant) -> bool:
    """Whether cards may be left as stock, at some number of players."""
    most = [variant.deal.at(players).stock for players in variant.players.counts]
    return variant.deal.rest == "stock" and any(each != 0 for each in most)


def may_have_stock(variant: Variant) -> bool:
    """Whether there may ever be a stock: dealt, or of the cards of who has resigned."""
    return has_stock(variant) or variant.end.resigned == "under_stock"
