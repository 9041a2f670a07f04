"""Rules of the follow table that change nothing: the table without them plays alike.

An ability, an option, a rank in a list: each is taken away by itself, and the variant compiled
without it. So a new ability and a new option are judged without an edit here.
"""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from attrs import evolve, fields

from palace.automaton import Automaton
from palace.cards import Rank
from palace.checks import problems
from palace.errors import Doubt
from palace.variant import RankRules, Variant
from palace.wording import shown

Put: TypeAlias = Callable[[Any], Variant]
"""The variant with another value in some place."""

OF_THE_TABLE = (
    "beat", "sets", "set_limit", "match", "equal_lock", "suits", "four.lead", "four.on_anything",
)  # fmt: skip
"""The keys beside the ranks' own that only the follow table reads."""


def changing_nothing(variant: Variant) -> Iterator[Doubt]:
    """The rules of the follow table without which it plays alike.

    Args:
        variant: a variant with which nothing is wrong.
    """
    automaton = Automaton(variant)

    def alike(other: Variant) -> bool:
        return not problems(other) and automaton.plays_as(Automaton(other))

    for key in OF_THE_TABLE:
        value, put = _place(variant, key)
        if value != (usual := _place(Variant(), key)[0]) and alike(put(usual)):
            yield _doubt(key, value)
    for rank, rules in variant.ranks:
        if rank in automaton.copies:
            yield from _of_rank(variant, rank, rules, alike)


def _place(variant: Variant, key: str) -> tuple[Any, Put]:
    """The value of a key, and how another is put there."""
    table, _, name = key.rpartition(".")
    if not table:
        return getattr(variant, name), lambda value: evolve(variant, **{name: value})
    whole: Any = getattr(variant, table)
    return getattr(whole, name), lambda value: evolve(
        variant, **{table: evolve(whole, **{name: value})}
    )


def _of_rank(
    variant: Variant, rank: Rank, rules: RankRules, alike: Callable[[Variant], bool]
) -> Iterator[Doubt]:
    path, others = f"ranks.{rank}", [pair for pair in variant.ranks if pair[0] is not rank]

    def put(**changes: Any) -> Variant:
        return evolve(variant, ranks=[*others, (rank, evolve(rules, **changes))])

    if not rules.sets and alike(put(sets=True)):
        yield _doubt(f"{path}.sets", rules.sets)
    yield from _of_table(
        rules.on, f"{path}.on", lambda on: put(on=on), alike
    )
    for number, ability in enumerate(rules.abilities):
        before, after = rules.abilities[:number], rules.abilities[number + 1 :]
        here = f"{path}.abilities[{number}]"
        if alike(put(abilities=(*before, *after))):
            burns = any(each.effects.burns for each in (*before, *after))
            why = "a card that burns has no other effect; " if burns else ""
            yield Doubt(here, f"{shown(ability.name)} changes nothing: {why}take it away", idle=True)
            continue
        yield from _of_table(
            ability,
            here,
            lambda other, before=before, after=after: put(abilities=(*before, other, *after)),
            alike,
        )


def _of_table(
    value: Any, path: str, put: Put, alike: Callable[[Variant], bool]
) -> Iterator[Doubt]:
    """The keys of a table that change nothing, and the ranks in its lists that do not."""
    for each in fields(type(value)):
        here, there = getattr(value, each.name), f"{path}.{each.name}"
        if here == each.default or each.default is None and here is None:
            continue
        if alike(put(evolve(value, **{each.name: each.default}))):
            yield _doubt(there, here)
        elif isinstance(here, tuple):
            for number, one in enumerate(here):
                fewer = (*here[:number], *here[number + 1 :])
                if fewer and alike(put(evolve(value, **{each.name: fewer}))):
                    yield _doubt(f"{there}[{number}]", one)


def _doubt(path: str, value: Any) -> Doubt:
    return Doubt(path, f"{shown(value)} changes nothing: take it away", idle=True)
