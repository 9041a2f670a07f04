"""Rules of the follow table that change nothing: the table without them plays alike.

An ability, an option, a rank in a list: each is taken away by itself, and the variant compiled
without it. So a new ability and a new option are judged without an edit here. What only forbids
what nobody can do is left alone: it holds, and does no harm.
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

OF_THE_TABLE = ("beat", "match", "equal_lock", "suits", "four.on_anything")
"""The keys beside the ranks' own that only the follow table reads."""
FORBIDDING = ("rule", "never", "binds")
"""Keys of ranks and abilities that do no harm where they change nothing."""


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

    yield from _of_table(rules.on, f"{path}.on", lambda on: put(on=on), alike)
    for number, ability in enumerate(rules.abilities):
        here = f"{path}.abilities[{number}]"
        before, after = rules.abilities[:number], rules.abilities[number + 1 :]

        def put_ability(*other: Any, before: Any = before, after: Any = after) -> Variant:
            return put(abilities=(*before, *other, *after))

        if not alike(put_ability()):
            yield from _of_table(ability, here, put_ability, alike)
        elif any(each.effects.burns for each in (*before, *after)):
            yield _doubt(here, ability.name, "a card that burns does nothing else")
        else:
            yield _doubt(here, ability.name)


def _of_table(value: Any, path: str, put: Put, alike: Callable[[Variant], bool]) -> Iterator[Doubt]:
    """The keys of a table that change nothing, and the ranks in its lists that do not."""
    for each in fields(type(value)):
        here, there = getattr(value, each.name), f"{path}.{each.name}"
        if here == each.default or each.name in FORBIDDING:
            continue
        if alike(put(evolve(value, **{each.name: each.default}))):
            yield _doubt(there, here)
        elif isinstance(here, tuple):
            for number, one in enumerate(here):
                fewer = (*here[:number], *here[number + 1 :])
                if fewer and alike(put(evolve(value, **{each.name: fewer}))):
                    yield _doubt(f"{there}[{number}]", one)


def _doubt(path: str, value: Any, why: str = "the same is played without it") -> Doubt:
    return Doubt(path, f"{shown(value)} changes nothing, {why}: take it away", idle=True)
