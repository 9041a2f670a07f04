"""What the laws are tried on: variants of every kind, positions at every stage, any action.

`variants()` draws every key of the language, by its type where nothing else is said, so that a new
key is drawn as soon as it is there. Positions and actions are those of `palace.testing`.
"""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, TypeAlias, TypeVar, get_type_hints

import pytest
from attrs import evolve, fields
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from palace import Action, Phase, Rank, State, Variant, load_variant, problems
from palace.abilities import ABILITIES, Ability
from palace.bundled import preset_names
from palace.sampling import ANY_PHASE
from palace.testing import any_actions, legal_actions_of, positions
from palace.variant import (
    Deal,
    DealChange,
    Deck,
    DeckChange,
    End,
    Four,
    FourChange,
    On,
    Players,
    RankRules,
    Span,
    Start,
)

T = TypeVar("T")
Ranks: TypeAlias = tuple[Rank, ...]

PRESETS = {name: load_variant(name) for name in preset_names()}
NOT_OVER = ANY_PHASE[:-1]
PLAYING = (Phase.PLAY,)


def some_ranks(least: int = 0, most: int = 3) -> SearchStrategy[Ranks]:
    """A few ranks, each once."""
    ranks = st.lists(st.sampled_from(Rank), unique=True, min_size=least, max_size=most)
    return ranks.map(tuple)


def keys(cls: type[T], **given: SearchStrategy[Any]) -> SearchStrategy[T]:
    """A value of a class with every key drawn, by its type where no strategy is given.

    Hypothesis would infer the strategies as well, but in an order that differs by the hash seed:
    what is tried where CI is set would not be the same each time.
    """
    hints = get_type_hints(cls)
    every = {
        each.name: some_ranks() if hints[each.name] == Ranks else st.from_type(hints[each.name])
        for each in fields(cls)  # type: ignore[arg-type]
        if each.name not in given
    }
    return st.builds(cls, **every, **given)


def mostly(value: Any, others: SearchStrategy[Any]) -> SearchStrategy[Any]:
    """A value, and in one of five cases any of others."""
    return st.one_of(*[st.just(value)] * 4, others)


# ---------------------------------------------------------------- where a rank goes, what it does

NO_RANKS: SearchStrategy[Ranks] = st.just(())


def _disjoint(on: On) -> On:
    return evolve(on, never=tuple(rank for rank in on.never if rank not in (*on.only, *on.also)))


WORDS = keys(On, up_to=st.none(), only=NO_RANKS, also=NO_RANKS, never=NO_RANKS)
ONLY = keys(On, up_to=st.none(), only=some_ranks(1, 5), also=NO_RANKS)
BESIDES = keys(On, up_to=st.none() | st.sampled_from(Rank), only=NO_RANKS)
ANYWHERE = st.one_of(WORDS, WORDS, ONLY, BESIDES).map(_disjoint)
ABILITY: SearchStrategy[Ability] = st.one_of(*map(keys, ABILITIES.values()))


@cache
def go_together(abilities: tuple[Ability, ...]) -> bool:
    """Whether a rank may have these abilities."""
    ranks = {Rank.SEVEN: RankRules(abilities)}
    return not problems(Variant(order=tuple(Rank), ranks=tuple(ranks.items())))


@st.composite
def any_abilities(draw: DrawFn) -> tuple[Ability, ...]:
    """Some abilities of any kind that one rank may have."""
    together: tuple[Ability, ...] = ()
    for ability in draw(st.lists(ABILITY, max_size=3)):
        if go_together((*together, ability)):
            together = (*together, ability)
    return together


RANK_RULES = keys(RankRules, abilities=any_abilities(), on=ANYWHERE)

# ---------------------------------------------------------------- variants

FEW = st.integers(0, 4)
NO_MORE = st.none() | FEW
PACKS = st.integers(1, 4)
JOKERS = st.integers(0, 8)
SEATS = st.integers(2, 10)
SIZES = st.integers(2, 6)
STOCKS = st.none() | st.integers(0, 20)
SPANS = [Span(2, 2), Span(3, 5), Span(6, 9), Span(10, 10)]
START_SUITS = ["clubs", "diamonds", "hearts", "spades"]
ORDERS: SearchStrategy[list[Rank]] = st.one_of(
    st.just([rank for rank in Rank if rank is not Rank.JOKER]), st.permutations(list(Rank))
)


def by_players(cls: type[T], **given: SearchStrategy[Any]) -> SearchStrategy[dict[Span, T]]:
    """What is different at some numbers of players."""
    return st.dictionaries(st.sampled_from(SPANS), keys(cls, **given), max_size=2)


KEYS = keys(
    Variant,
    name=st.just("generated"),
    summary=st.just(""),
    order=ORDERS,
    suits=mostly("ignored", st.sampled_from(["colour", "suit"])),  # with these tables are large
    match=mostly("never", st.sampled_from(["at_least", "exactly"])),
    set_limit=mostly(0, st.integers(1, 5)),
    equal_lock=mostly(0, st.integers(1, 3)),
    players=st.lists(SEATS, min_size=2, max_size=2).map(lambda ends: Players(*sorted(ends))),
    deck=keys(
        Deck,
        packs=PACKS,
        jokers=st.just(0) | JOKERS,
        by_players=by_players(DeckChange, packs=st.none() | PACKS, jokers=st.none() | JOKERS),
    ),
    deal=keys(
        Deal,
        face_down=FEW,
        face_up=FEW,
        hand=st.integers(1, 6),
        replenish_to=FEW,
        stock=STOCKS,
        by_players=by_players(
            DealChange,
            face_down=NO_MORE,
            face_up=NO_MORE,
            hand=st.none() | st.integers(1, 6),
            replenish_to=NO_MORE,
            stock=STOCKS,
        ),
    ),
    start=keys(Start, suits=st.lists(st.sampled_from(START_SUITS), unique=True)),
    four=keys(Four, size=SIZES, by_players=by_players(FourChange, size=st.none() | SIZES)),
    end=keys(End, turn_limit=st.just(0) | st.integers(1, 80), not_on=mostly((), some_ranks())),
    ranks=NO_RANKS,
)


def presets() -> SearchStrategy[Variant]:
    """Every shipped variant."""
    return st.sampled_from([*PRESETS.values()])


@st.composite
def variants(draw: DrawFn) -> Variant:
    """A whole variant that can be played: any ability on any rank, every key at any value."""
    variant = _with_few_rows(draw(KEYS))
    outside = draw(some_ranks(most=4))
    order = [rank for rank in variant.order if rank not in outside]
    special = {*draw(some_ranks(most=6)), *(set(Rank) - set(order))}
    ranks = {rank: draw(RANK_RULES) for rank in Rank if rank in special}
    return made_sound(evolve(variant, order=order, ranks=ranks.items()))


def _with_few_rows(variant: Variant) -> Variant:
    """The variant with one at most of the keys that multiply the rows of its follow table.

    With several a table has a thousand rows and more, which takes four times as long to compile,
    and the laws half as long again; what the keys do together `test_rules` tries on a large table.
    """
    many: dict[str, Any] = {"suits": "ignored", "match": "never", "equal_lock": 0}
    there = [key for key, none in many.items() if getattr(variant, key) != none]
    return evolve(variant, **{key: many[key] for key in there[1:]})


# ---------------------------------------------------------------- contradictions taken back


def made_sound(variant: Variant) -> Variant:
    """The variant with the keys that contradict others taken back."""
    while found := problems(variant):
        variant = _taken_back(variant, *found[0].path.split("."))
    return variant


def _taken_back(variant: Variant, table: str, *below: str) -> Variant:
    """The variant without what stands at a path."""
    value: Any = getattr(Variant(), table)
    match table, below:
        case "straight_limit", _:
            variant = evolve(variant, straights=0)
        case "players", _:
            seats = variant.players
            value = Players(min(seats.min, seats.max - 1), seats.max - 1)
        case "order", _:
            value = (*variant.order, *(rank for rank in Rank if rank not in variant.order))
        case "ranks", (rank, key, *_):
            rules = evolve(variant.rank(rank), **{key.partition("[")[0]: _ORDINARY[key[:2]]})
            value = (dict(variant.ranks) | {Rank.parse(rank): rules}).items()
        case "start", _:
            value = Start(by="seat", zones="hand")
        case _, (key, *_):
            held = getattr(variant, table)
            value = evolve(held, **{key: getattr(value, key)})
    return evolve(variant, **{table: value})


_ORDINARY: dict[str, Any] = {"on": On(), "ab": ()}

# ---------------------------------------------------------------- positions and actions

RANDOMS: SearchStrategy[Random] = st.randoms(use_true_random=False)
SEEDED: SearchStrategy[Random] = st.integers(0, 2**32 - 1).map(Random)
"""For what draws numbers without end, as `determinize` for every seat: of RANDOMS an example may
draw only so many, and a test of which most examples want more fails now and then."""
GENERATED = ("generated-1", "generated-2")

every_table = pytest.mark.parametrize("table", [*PRESETS, *GENERATED])
"""A law is tried over every preset, and twice as much over generated variants."""


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
