"""What is told of laying cards: their order, what may be laid on what, how many together."""

from collections.abc import Callable, Iterator

from palace.abilities import Goes, Leaves
from palace.cards import Rank
from palace.english import a_rank, all_of, listed, number, number_of, one_of, rank_name, span
from palace.told import (
    Section,
    effects_of,
    go_on_anything,
    has_face_down,
    limits_leads,
    of_ranks,
    order_in_play,
    ranks_in_play,
    together,
    tops,
    turns_the_order,
)
from palace.variant import Variant


def _order(variant: Variant) -> Iterator[str]:
    order = order_in_play(variant)
    yield f"the ranks from low to high are {listed([rank_name(rank) for rank in order])}"
    outside = [
        rank
        for rank in ranks_in_play(variant)
        if rank not in order and not variant.stands_for(rank)
    ]
    if outside:
        yield (
            f"{all_of(outside)} have no place in this order: "
            "no rank is higher or lower than they are"
        )


def _usual(variant: Variant) -> Iterator[str]:
    yield "any card may be laid on an empty pile"
    yield (
        f"on any other pile a card must be {_BEAT[variant.beat]}, unless a rule below says "
        "otherwise"
    )


_BEAT = {
    "equal_or_higher": "as high as the top card or higher",
    "higher": "higher than the top card",
    "equal_or_lower": "as high as the top card or lower",
    "lower": "lower than the top card",
}


def _where(variant: Variant, rank: Rank) -> Iterator[str]:
    """Where a rank goes apart from the order."""
    on, anywhere = variant.rank(rank).on, variant.goes_on_anything(rank)
    there = tops(variant)
    if on.only:
        yield from _only(variant, rank, [top for top in there if top in on.only])
        return
    never = [top for top in there if top in on.never]
    higher = [top for top in there if _is_above(variant, rank, top)]
    bound = [top for top in there if _is_bound(variant, rank, top)]
    also = [top for top in there if top in on.also and (top in (*higher, *bound) or not anywhere)]
    barred = [f"a rank above {a_rank(on.up_to)}"] if on.up_to and set(higher) - set(also) else []
    barred += [one_of(never)] if never else []
    nor = listed(barred, "or") if barred else ""
    if anywhere:
        yield f"{{many}} go on anything{f', but not on {nor}' if nor else ''}"
    elif nor:
        yield f"{{many}} never go on {nor}"
    if also:
        yield f"{{many}} go on {one_of(also)} too, whatever the order"


def _only(variant: Variant, rank: Rank, there: list[Rank]) -> Iterator[str]:
    if there:
        yield f"{{many}} go only on {one_of(there)}, whatever the order, and on an empty pile"
    else:
        yield "{many} go on an empty pile alone"
    anywhere = variant.goes_on_anything(rank)
    if anywhere and limits_leads(variant):
        yield "no limit on what may be led concerns {many}"
    if anywhere and there:
        if variant.suits != "ignored":
            yield f"{{many}} need not match the top card's {variant.suits}"
        if variant.match != "never":
            yield "however many cards were laid before, any number of {many} may follow"


def _is_above(variant: Variant, rank: Rank, top: Rank) -> bool:
    """Whether a top card is too high for a rank that goes up to another rank."""
    order, highest = variant.order, variant.rank(rank).on.up_to
    if highest is None or highest not in order or top not in order or _is_reset(variant, top):
        return False
    above = order.index(top) - order.index(highest)
    return above > 0 or (above < 0 and turns_the_order(variant))


def _is_reset(variant: Variant, top: Rank) -> bool:
    return variant.rank(top).leaves in (Leaves.ANYTHING_GOES, Leaves.COVER)


def _is_bound(variant: Variant, rank: Rank, top: Rank) -> bool:
    """Whether a rank that goes on anything has to keep to the order on a top card."""
    named = any(rank in ability.binds for ability in variant.rank(top).abilities)
    return named and not _is_reset(variant, top) and variant.goes_on_anything(rank)


# ---------------------------------------------------------------- what may follow a rank


def _follows(variant: Variant, rank: Rank) -> Iterator[str]:
    rules = variant.rank(rank)
    yield from _FOLLOWS[rules.leaves](variant, rank)
    if rules.leaves_alone is not rules.leaves:
        yield (
            "laid on an empty pile, {a} is not looked through, and must be beaten like any other "
            "card"
        )


def _wild(variant: Variant, rank: Rank) -> Iterator[str]:
    """A rank whose cards are laid as those of others."""
    stands_for = variant.stands_for(rank)
    ranks = [each for each in stands_for if each in ranks_in_play(variant)]
    if not ranks:
        if stands_for or any(each.goes is Goes.AS_ANOTHER for each in variant.rank(rank).abilities):
            yield "{many} may never be laid"
        return
    others = [each for each in ranks_in_play(variant) if not variant.stands_for(each)]
    any_rank = set(ranks) == set(others)
    which = "any other rank" if any_rank else one_of(ranks)
    yield f"{{a}} is laid as {which}, which whoever lays it names, and counts as that"
    several = variant.sets and variant.set_limit != 1
    if several:
        alone = "" if together(variant, rank) else ", but not with another of {many}"
        yield f"{{a}} may be laid together with cards of the rank named{alone}"
    if has_face_down(variant) or variant.chance != "never":
        first = listed([rank_name(each) for each in ranks], "or")
        yield f"turned over unseen, {{a}} counts as the first of {first} that may be laid there"


def _on_a_reset(variant: Variant, rank: Rank) -> Iterator[str]:
    yield f"any card may be laid on {{a}}{_but_barred(variant, rank)}"


def _but_barred(variant: Variant, top: Rank) -> str:
    """The ranks that do not even go on a card that asks for nothing."""
    barred = []
    for rank in ranks_in_play(variant):
        on = variant.rank(rank).on
        if top in on.never or (on.only and top not in on.only):
            barred.append(rank)
    return f", but for {all_of(barred)}" if barred else ""


def _on_its_rank(variant: Variant, rank: Rank) -> Iterator[str]:
    if bound := _bound(variant, rank):
        called = effects_of(variant, rank).chooses == "direction"
        asked = "what was called" if called else _BEAT[variant.beat]
        yield f"on {{a}} even {all_of(bound)} must be {asked}"


def _limit(asked: str) -> Callable[[Variant, Rank], Iterator[str]]:
    """A teller of what must be laid on a card, once: for the next play alone."""

    def tell(variant: Variant, rank: Rank) -> Iterator[str]:
        yield (
            f"on {{a}} a card must be of {asked}; what is laid on that card follows the usual "
            "order again"
        )
        yield from _exempt(variant, rank, _bound(variant, rank), f"must be of {asked}")

    return tell


def _exempt(variant: Variant, rank: Rank, bound: list[Rank], bound_to: str) -> Iterator[str]:
    """Whether cards that go on anything are free of what is asked on a card."""
    if bound:
        yield f"on {{a}} even {all_of(bound)} {bound_to}"
    if set(go_on_anything(variant)) - set(_bound(variant, rank)):
        others = "other cards" if bound else "cards"
        yield f"{others} that go on anything may be laid on {{a}} all the same"


def _named(variant: Variant, rank: Rank) -> Iterator[str]:
    abilities = variant.rank(rank).abilities
    named = [each for ability in abilities for each in ability.admits] or [rank]
    there = [each for each in ranks_in_play(variant) if each in named]
    yield f"on {{a}} only {all_of(there)} may be laid" if there else "no card follows {a} by rank"
    bound = [each for each in _bound(variant, rank) if each not in named]
    yield from _exempt(variant, rank, bound, "may not be laid")


def _looked_through(_variant: Variant, _rank: Rank) -> Iterator[str]:
    yield (
        "{a} is looked through: the next card is laid as if it were not there, and any card if "
        "nothing else lies beneath"
    )


def _freeing(variant: Variant, rank: Rank) -> Iterator[str]:
    yield from _looked_through(variant, rank)
    if _sets_limits(variant):
        yield "what a card asks only of the next play is not asked any more when {a} lies on it"


def _measured_beneath(asked: str) -> Callable[[Variant, Rank], Iterator[str]]:
    def tell(variant: Variant, rank: Rank) -> Iterator[str]:
        yield (
            f"{{a}} is looked through, and the next card must be {asked} the card beneath; if "
            "nothing else lies beneath, or a card on which any card may be laid, any card may "
            "follow"
        )
        if bound := _bound(variant, rank):
            yield f"on {{a}} even {all_of(bound)} must be {asked} the card beneath"

    return tell


def _covered(variant: Variant, rank: Rank) -> Iterator[str]:
    yield (
        f"whoever lays {{a}} covers it at once with any card{_but_barred(variant, rank)}, or takes "
        "the pile"
    )
    yield (
        "if whoever laid {a} is out, or covers it with a card that is looked through, it must be "
        "beaten like any other card"
    )


def _nothing_follows(_variant: Variant, _rank: Rank) -> Iterator[str]:
    yield from ()


_FOLLOWS: dict[Leaves, Callable[[Variant, Rank], Iterator[str]]] = {
    Leaves.ITS_RANK: _on_its_rank,
    Leaves.ANYTHING_GOES: _on_a_reset,
    Leaves.WHAT_WAS_THERE: _looked_through,
    Leaves.WHAT_WAS_THERE_FREED: _freeing,
    Leaves.AT_MOST_ITS_RANK: _limit("the same rank or a lower one"),
    Leaves.BELOW_ITS_RANK: _limit("a lower rank"),
    Leaves.AT_LEAST_ITS_RANK: _limit("the same rank or a higher one"),
    Leaves.ABOVE_ITS_RANK: _limit("a higher rank"),
    Leaves.AT_MOST_WHAT_WAS_THERE: _measured_beneath("no higher than"),
    Leaves.BELOW_WHAT_WAS_THERE: _measured_beneath("lower than"),
    Leaves.NAMED_RANKS: _named,
    Leaves.COVER: _covered,
    Leaves.NO_PILE: _nothing_follows,
}
_LIMITS = (
    Leaves.AT_MOST_ITS_RANK, Leaves.BELOW_ITS_RANK, Leaves.AT_LEAST_ITS_RANK,
    Leaves.ABOVE_ITS_RANK, Leaves.NAMED_RANKS, Leaves.AT_MOST_WHAT_WAS_THERE,
    Leaves.BELOW_WHAT_WAS_THERE,
)  # fmt: skip


def _sets_limits(variant: Variant) -> bool:
    """Whether some card asks something of the next play alone."""
    return any(
        variant.rank(rank).leaves in _LIMITS or effects_of(variant, rank).chooses == "direction"
        for rank in ranks_in_play(variant)
    )


def _bound(variant: Variant, top: Rank) -> list[Rank]:
    return [rank for rank in ranks_in_play(variant) if _is_bound(variant, rank, top)]


# ---------------------------------------------------------------- suits and numbers


def _suits(variant: Variant) -> Iterator[str]:
    if variant.suits == "ignored":
        return
    yield f"a card that does not go on anything must match the top card's {variant.suits} as well"
    if variant.sets:
        yield (
            "of several cards laid together each must match, and the last of them in the order "
            "clubs, diamonds, hearts, spades lies on top"
        )
    if Rank.JOKER in ranks_in_play(variant):
        yield _JOKERS[variant.suits]


_JOKERS = {
    "colour": "the jokers are red and black in turn, the first of them red",
    "suit": "a joker and a card of a suit do not match, and two jokers do if they have one colour",
}


def _number(variant: Variant) -> Iterator[str]:
    """How many cards must answer how many."""
    if variant.match != "never" and any(together(variant, each) for each in tops(variant)):
        yield f"when two or more cards were laid together, {_MATCH[variant.match]} next"
        yield f"{_EXEMPT} neither ask for that nor keep to it"


_MATCH = {
    "at_least": "as many or more must be laid",
    "exactly": "just as many must be laid",
}
_EXEMPT = "cards that go on anything, and cards on which any card may be laid,"


def _lock(variant: Variant) -> Iterator[str]:
    if plays := variant.equal_lock:
        row = " in a row" if plays > 1 else ""
        yield f"after {number_of(plays, 'play')} of one rank{row}, only that rank may be laid next"
        yield f"{_EXEMPT} neither ask for that nor keep to it"


def _four_together(variant: Variant) -> Iterator[str]:
    four = variant.four
    if four.on_anything:
        yield f"{number(four.size)} or more cards of one rank, laid together, go on anything"


def _straights(variant: Variant) -> Iterator[str]:
    if fewest := variant.straights:
        numbers = span(fewest, variant.straight_limit)
        yield (
            f"{numbers} cards of ranks that follow one another, one of each, may be laid together "
            "as a straight: the first of them must be such as may be laid on the pile, and each "
            "lies on the one before"
        )
        yield (
            "of a straight only the last card may be one that causes something, and it counts as "
            "laid alone"
        )
        wild = [rank for rank in ranks_in_play(variant) if variant.stands_for(rank)]
        if wild:
            yield f"{all_of(wild)}, which stand for other cards, are in no straight"


LAYING = Section(
    "What may be laid",
    (
        _order,
        _usual,
        of_ranks(_where),
        of_ranks(_wild),
        _straights,
        of_ranks(_follows),
        _suits,
        _number,
        _lock,
        _four_together,
    ),
)
