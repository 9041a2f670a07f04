"""What the laws are tried on: variants of every kind, positions at every stage, any action.

`variants()` draws every key of the language, by its type where nothing else is said, so that a new
key is drawn as soon as it is there. Positions and actions are those of `palace.testing`.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

import pytest
from attrs import evolve, fields
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from palace import (
    Ability,
    Action,
    Burn,
    Deal,
    Deck,
    DeckChange,
    End,
    Four,
    Invisible,
    Lower,
    On,
    Phase,
    PickUps,
    Players,
    Rank,
    RankRules,
    Reset,
    Reverse,
    Skip,
    Span,
    Start,
    State,
    Variant,
    load_variant,
)
from palace.bundled import preset_names
from palace.drawing import ANY_PHASE, NOT_OVER
from palace.testing import any_actions, legal_actions_of, positions

T = TypeVar("T")
Ranks = tuple[Rank, ...]

PRESETS = {name: load_variant(name) for name in preset_names()}


def keys(cls: type[T], **given: SearchStrategy[Any]) -> SearchStrategy[T]:
    """A value of a class with every key drawn, by its type where no strategy is given."""
    every: dict[str, Any] = {each.name: ... for each in fields(cls)}  # type: ignore[arg-type]
    return st.builds(cls, **(every | given))


def some_ranks(least: int = 0, most: int = 3) -> SearchStrategy[Ranks]:
    """A few ranks, each once."""
    ranks = st.lists(st.sampled_from(Rank), unique=True, min_size=least, max_size=most)
    return ranks.map(tuple)


# ---------------------------------------------------------------- where a rank goes, what it does

NO_RANKS: SearchStrategy[Ranks] = st.just(())


def _disjoint(on: On) -> On:
    return evolve(on, never=tuple(rank for rank in on.never if rank not in (*on.only, *on.also)))


WORDS = keys(On, up_to=st.none(), only=NO_RANKS, also=NO_RANKS, never=NO_RANKS)
ONLY = keys(On, up_to=st.none(), only=some_ranks(1, 5), also=NO_RANKS, never=some_ranks())
BESIDES = keys(
    On,
    up_to=st.none() | st.sampled_from(Rank),
    only=NO_RANKS,
    also=some_ranks(),
    never=some_ranks(),
)
ANYWHERE = st.one_of(WORDS, WORDS, ONLY, BESIDES).map(_disjoint)


@st.composite
def abilities(draw: DrawFn, leaving: SearchStrategy[Ability | None]) -> tuple[Ability, ...]:
    """At most one ability that says what must be beaten next, and any of the others."""
    drawn = [draw(leaving), draw(SKIPS), draw(REVERSES)]
    found = [ability for ability in drawn if ability is not None]
    return tuple(found[::-1] if draw(st.booleans()) else found)


SKIPS = st.none() | keys(Skip)
REVERSES = st.none() | keys(Reverse)
BURNS = keys(Burn).map(lambda burn: burn if burn.again else evolve(burn, lead="free"))
FREE_BURNS = keys(Burn, lead=st.just("free"))
ANY_ABILITIES = abilities(
    st.one_of(
        st.none(),
        st.just(Reset()),
        st.just(Invisible()),
        BURNS,
        st.builds(Lower, binds=some_ranks()),
    )
)
LEAVING_NO_RANK = abilities(st.one_of(st.just(Reset()), st.just(Invisible()), FREE_BURNS))

IN_ORDER = keys(RankRules, abilities=ANY_ABILITIES, on=ANYWHERE)
OUTSIDE = keys(
    RankRules,
    abilities=LEAVING_NO_RANK,
    on=ANYWHERE.filter(
        lambda on: on.rule != "in_order" or (on.up_to is None and bool(on.only or on.also))
    ),
)

# ---------------------------------------------------------------- variants


def _is_sound_start(start: Start) -> bool:
    return (start.by, start.judged) != ("deal_order", "arranged")


FEW = st.integers(0, 4)
PACKS = st.integers(1, 4)
JOKERS = st.integers(0, 8)
SEATS = st.integers(2, 10)
SPANS = [Span(2, 2), Span(3, 5), Span(6, 9), Span(10, 10)]
ORDERS: SearchStrategy[list[Rank]] = st.one_of(
    st.just([rank for rank in Rank if rank is not Rank.JOKER]), st.permutations(list(Rank))
)
NOT_DRAWN = {
    "beat", "set_limit", "match", "equal_lock", "chance_card", "out_of_turn", "arrange_order",
    "bundling", "table_cards",
}  # fmt: skip
"""Keys that stay at their defaults: `keys/` and the atlas' tables try them."""
CHANGES = keys(DeckChange, packs=st.none() | PACKS, jokers=st.none() | JOKERS)

KEYS = keys(
    Variant,
    name=st.just("generated"),
    summary=st.just(""),
    order=ORDERS,
    players=st.lists(SEATS, min_size=2, max_size=2).map(lambda ends: Players(*sorted(ends))),
    deck=keys(
        Deck,
        packs=PACKS,
        jokers=st.just(0) | JOKERS,
        by_players=st.dictionaries(st.sampled_from(SPANS), CHANGES, max_size=2),
    ),
    **{name: st.just(getattr(Variant(), name)) for name in NOT_DRAWN},
    deal=keys(
        Deal,
        face_down=FEW,
        face_up=FEW,
        hand=st.integers(1, 6),
        replenish_to=FEW,
        stock=st.none(),
        rest=st.just("stock"),
        replenish=st.just("after_play"),
        add_drawn=st.just(value=False),
        by_players=st.just({}),
    ),
    start=keys(
        Start,
        by=st.sampled_from(["deal_order", "seat", "dealers_left"]),
        zones=st.sampled_from(["face_up_then_hand", "face_up", "hand"]),
        ranks=some_ranks(),
        suits=st.just(()),
        ties=st.just("seat"),
        lead=st.just("free"),
        later=st.just("rule"),
    ).filter(_is_sound_start),
    four=keys(
        Four,
        burns=st.sampled_from(["in_a_row", "anywhere", "never"]),
        size=st.just(4),
        by_players=st.just({}),
        through=NO_RANKS,
    ).map(lambda four: four if four.again else evolve(four, lead="free")),
    pick_up=keys(
        PickUps, adding=st.sampled_from(["never", "when_able", "always"]), then=st.just("next")
    ),
    end=keys(
        End,
        result=st.sampled_from(["loser", "places", "winner_and_loser"]),
        next_dealer=st.sampled_from(["left", "loser"]),
        turn_limit=st.just(0) | st.integers(1, 80),
        not_on=NO_RANKS,
    ),
    ranks=NO_RANKS,
)


def presets() -> SearchStrategy[Variant]:
    """Every shipped variant."""
    return st.sampled_from([*PRESETS.values()])


@st.composite
def variants(draw: DrawFn) -> Variant:
    """A whole variant that can be played: any ability on any rank, every key at any value."""
    variant = _made_sound(draw(KEYS))
    outside = draw(some_ranks(most=4))
    order = [rank for rank in variant.order if rank not in outside]
    special = {*draw(some_ranks(most=6)), *(set(Rank) - set(order))}
    ranks = {
        rank: _without_unknown_limit(draw(IN_ORDER if rank in order else OUTSIDE), order)
        for rank in Rank
        if rank in special
    }
    return evolve(variant, order=order, ranks=ranks.items())


def _without_unknown_limit(rules: RankRules, order: list[Rank]) -> RankRules:
    if rules.on.up_to in order:
        return rules
    return evolve(rules, on=evolve(rules.on, up_to=None))


def _made_sound(variant: Variant) -> Variant:
    """The variant with what its other keys contradict taken back."""
    if not variant.sets:
        variant = evolve(variant, four=evolve(variant.four, on_anything=False))
    if variant.arrange == "from_hand":
        start = variant.start
        if start.by == "deal_order":
            start = evolve(start, by="seat")
        if start.judged == "deal" and start.zones == "face_up":
            start = evolve(start, zones="hand")
        deal = evolve(variant.deal, face_up=max(1, variant.deal.face_up))
        variant = evolve(variant, deal=deal, start=start)
    enough = 2
    while enough < 10 and _has_cards_for(variant, enough + 1):
        enough += 1
    players = Players(min(variant.players.min, enough), min(variant.players.max, enough))
    return evolve(variant, players=players)


def _has_cards_for(variant: Variant, players: int) -> bool:
    packs, jokers = variant.deck.at(players)
    return players * variant.deal.each <= 52 * packs + jokers


# ---------------------------------------------------------------- positions and actions

RANDOMS: SearchStrategy[Random] = st.randoms(use_true_random=False)
GENERATED = ("generated-1", "generated-2", "generated-3")

every_table = pytest.mark.parametrize("table", [*PRESETS, *GENERATED])
"""A law is tried over every preset, and three times as much over generated variants."""


def variants_of(table: str) -> SearchStrategy[Variant]:
    """The preset of that name, or generated variants."""
    return st.just(PRESETS[table]) if table in PRESETS else variants()


def states(table: str, phases: Sequence[Phase] = ANY_PHASE) -> SearchStrategy[State]:
    """A position of a table's variant."""
    return variants_of(table).flatmap(lambda variant: positions(variant, phases))


@st.composite
def moves(draw: DrawFn, table: str, phases: Sequence[Phase] = NOT_OVER) -> tuple[State, Action]:
    """A position that is not over, and a legal action in it."""
    state = draw(states(table, phases))
    return state, draw(legal_actions_of(state))


@st.composite
def attempts(draw: DrawFn, table: str) -> tuple[State, Action]:
    """A position, and any action, legal in it or not."""
    state = draw(states(table))
    return state, draw(any_actions(state))
