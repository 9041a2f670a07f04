"""What is told of burning: by a rank or by four of a kind, who leads afterwards, and what."""

from collections.abc import Iterator

from palace.abilities import Effects
from palace.cards import Rank
from palace.cells import looked_through
from palace.english import a_rank, all_of, listed, number, one_of
from palace.told import (
    Section,
    burning,
    burns_at_all,
    by_players,
    can_be_four,
    causes_something,
    effects_of,
    go_on_anything,
    limits_leads,
    of_ranks,
    ranks_in_play,
    together,
)
from palace.variant import Four, Variant


def _burning(variant: Variant) -> Iterator[str]:
    if burns_at_all(variant):
        yield "a pile that burns leaves the game for good, with all its cards"


def _burns(variant: Variant, rank: Rank) -> Iterator[str]:
    effects = effects_of(variant, rank)
    if effects.burns:
        lead = _OWN_LEADS[effects.lead].format(a_rank(rank))
        yield f"{{a}} burns the pile, and {_next('it', lead, effects)}"


def _four_burn(variant: Variant) -> Iterator[str]:
    four = variant.four
    if four.burns == "never":
        return
    then = _next("the last of them", _FOUR_LEADS[four.lead], four)
    for who, size in by_players(variant, lambda players: number(four.at(players).size)):
        yield f"{who}{size} or more cards of one rank {_FOUR[four.burns]}, and {then}"


_FOUR = {
    "in_a_row": "in a row on top of the pile burn it, laid together or one after another",
    "one_play": "laid together burn the pile",
    "anywhere": "anywhere in the pile burn it, as soon as a card of that rank is laid",
}


def _in_a_row(variant: Variant) -> Iterator[str]:
    """Which cards between equal ones break a row, and which do not."""
    four = variant.four
    if four.burns == "never":
        return
    ranks, passing = ranks_in_play(variant), looked_through(variant)
    through = [rank for rank in ranks if rank in four.through]
    breaking = [rank for rank in ranks if rank in passing and rank not in through]
    rows = four.burns == "in_a_row" or variant.out_of_turn == "four"
    if through and rows:
        yield f"{one_of(through)} between them does not break the row, and does not count"
    if breaking and rows:
        yield f"{one_of(breaking)} between them breaks the row, though it is looked through"


def _own_four(variant: Variant) -> Iterator[str]:
    """Ranks that burn by themselves, and otherwise than four of a kind do."""
    four = variant.four
    own = [
        rank
        for rank in burning(variant)
        if together(variant, rank)
        and can_be_four(variant, rank)
        and (effects_of(variant, rank).again, effects_of(variant, rank).lead)
        != (four.again, four.lead)
    ]
    if own and four.burns != "never":
        fours = listed([f"{number(four.size)} {all_of([rank])}" for rank in own], "or")
        yield f"if {fours} are laid together, what is said of them above holds"


_OWN_LEADS = {
    "free": "",
    "equal_or_higher": "must lead {} or a higher card",
    "higher": "must lead a card higher than {}",
}
_FOUR_LEADS = {
    "free": "",
    "equal_or_higher": "must lead a card of that rank or a higher one",
    "higher": "must lead a card of a higher rank",
}


def _next(laid: str, lead: str, after: Effects | Four) -> str:
    """Who leads after a burn, and what."""
    if not after.again:
        return "the next player leads"
    return f"whoever laid {laid} has another turn{f', but {lead}' if lead else ''}"


def _no_other_effect(variant: Variant) -> Iterator[str]:
    if variant.four.burns != "never" and causes_something(variant):
        yield "a play that burns the pile causes nothing else"


def _limits(variant: Variant) -> Iterator[str]:
    if not limits_leads(variant):
        return
    if go_on_anything(variant):
        yield "cards that go on anything may be led in spite of such a limit"
    yield "a player whose cards all break such a limit may lead any of them"
    yield "a card that is turned over unseen is under no such limit"


def _no_limit(variant: Variant, rank: Rank) -> Iterator[str]:
    """A rank without a place in the order leaves nothing to measure a lead by."""
    limited = variant.four.burns != "never" and variant.four.lead != "free"
    measured = rank in variant.order or effects_of(variant, rank).burns
    if limited and not measured and can_be_four(variant, rank):
        yield f"after {number(variant.four.size)} {{many}} any card may be led"


BURNING = Section(
    "Burning the pile",
    (
        _burning,
        of_ranks(_burns),
        _four_burn,
        _in_a_row,
        _own_four,
        _no_other_effect,
        _limits,
        of_ranks(_no_limit),
    ),
)
