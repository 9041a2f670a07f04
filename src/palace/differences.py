"""In what two variants differ: keys, sentences, and cells of the follow table."""

from collections.abc import Container, Iterable, Iterator
from json import dumps
from typing import Any, TypeAlias

from attrs import fields, frozen

from palace.abilities import Effects
from palace.cards import Rank
from palace.contents import DESCRIBING, keys_of
from palace.explanation import SECTIONS, explain
from palace.rules import Rules, rules_of
from palace.table import marks
from palace.variant import Variant
from palace.wording import printable

__all__ = ["CellDifference", "Differences", "KeyDifference", "SentenceDifference", "diff"]

Names: TypeAlias = tuple[str, ...]


@frozen
class KeyDifference:
    """A key with two values.

    Attributes:
        key: the key with its path, as in `ranks.9.abilities`.
        first: its value in the first variant, as a file has it; None where it is left out.
        second: its value in the second.
    """

    key: str
    first: Any
    second: Any

    def __str__(self) -> str:
        return f"{self.key}: {_value(self.first)} -> {_value(self.second)}"


@frozen
class SentenceDifference:
    """The sentences below a heading that only one of two variants has.

    Attributes:
        heading: the heading.
        first: those that only the first variant has, in order.
        second: those that only the second has.
    """

    heading: str
    first: tuple[str, ...]
    second: tuple[str, ...]

    def __str__(self) -> str:
        told = [f"- {text}" for text in self.first] + [f"+ {text}" for text in self.second]
        return "\n  ".join((self.heading, *told))


@frozen
class CellDifference:
    """What happens where a rank is laid on what a row asks, in the marks of the follow table.

    Attributes:
        row: the row, as it prints.
        rank: the rank that is laid.
        first: its mark in the first follow table. Where both have the same mark it is followed by
            what the mark does not tell.
        second: that in the second.
    """

    row: str
    rank: Rank
    first: str
    second: str

    def __str__(self) -> str:
        return f"{self.rank} on {self.row}: {self.first} -> {self.second}"


@frozen
class Differences:
    """In what two variants differ: false where they are the same rules; it prints like `diff`.

    Attributes:
        names: what the two are called.
        keys: the keys that have two values; the name and the summary do not count.
        sentences: the sentences that only one has, by heading.
        cells: the cells that differ of those rows and ranks that both follow tables have.
        rows: the rows that only the first follow table has, and those that only the second has.
        ranks: the ranks that only the first follow table has, and those that only the second has.
    """

    names: tuple[str, str]
    keys: tuple[KeyDifference, ...]
    sentences: tuple[SentenceDifference, ...]
    cells: tuple[CellDifference, ...]
    rows: tuple[Names, Names]
    ranks: tuple[Names, Names]

    def __bool__(self) -> bool:
        return bool(self.keys)

    def __str__(self) -> str:
        if not self:
            return f"{' and '.join(self.names)} are the same rules"
        first, second = self.names
        parts = [_part("keys", self.keys), *map(str, self.sentences)]
        parts += [_part("the follow table", [*self._cells(), *self._only()])]
        if parts[1:] == [""]:
            parts += ["no sentence and no cell differs: the two play the same"]
        return "\n\n".join((f"--- {first}\n+++ {second}", *filter(None, parts)))

    def _cells(self) -> Iterator[str]:
        """The cells that differ, in one line where ranks differ alike in the same rows."""
        rows: dict[tuple[Rank, str, str], list[str]] = {}
        for cell in self.cells:
            rows.setdefault((cell.rank, cell.first, cell.second), []).append(cell.row)
        ranks: dict[tuple[str, str, str], list[Rank]] = {}
        for (rank, first, second), found in rows.items():
            ranks.setdefault((", ".join(found), first, second), []).append(rank)
        for (where, first, second), alike in ranks.items():
            yield f"{', '.join(alike)} on {where}: {first} -> {second}"

    def _only(self) -> Iterator[str]:
        for what, only in (("rows", self.rows), ("ranks", self.ranks)):
            for name, names in zip(self.names, only, strict=True):
                if names:
                    yield f"{what} of {name} only: {', '.join(names)}"


def diff(first: Variant, second: Variant) -> Differences:
    """In what two variants differ; their names and summaries do not count.

    Args:
        first: a variant.
        second: another one.

    Returns:
        The keys, the sentences and the cells of the follow table that differ; false where no key
        does. Its text shows all of them.

    Raises:
        VariantError: something is wrong with one of them.
    """
    rules = rules_of(first), rules_of(second)
    table, other = (marks(each) for each in rules)
    return Differences(
        (printable(first.name), printable(second.name)),
        tuple(_keys(first, second)),
        tuple(_sentences(first, second)),
        tuple(_cells(*rules)),
        (_only(table, other), _only(other, table)),
        (_only(table["free"], other["free"]), _only(other["free"], table["free"])),
    )


def _part(heading: str, lines: Iterable[object]) -> str:
    told = [heading, *map(str, lines)]
    return "\n  ".join(told) if told[1:] else ""


def _only(names: Iterable[str], others: Container[str]) -> Names:
    return tuple(str(name) for name in names if name not in others)


def _value(value: Any) -> str:
    return "nothing" if value is None else dumps(value, ensure_ascii=False)


def _keys(first: Variant, second: Variant) -> Iterator[KeyDifference]:
    old, new = keys_of(first), keys_of(second)
    for key in dict.fromkeys((*old, *new)):
        if key not in DESCRIBING and old.get(key) != new.get(key):
            yield KeyDifference(key, old.get(key), new.get(key))


def _sentences(first: Variant, second: Variant) -> Iterator[SentenceDifference]:
    old, new = dict(explain(first).parts), dict(explain(second).parts)
    for heading in (section.heading for section in SECTIONS):
        told, other = old.get(heading, ()), new.get(heading, ())
        gone, come = _only(told, other), _only(other, told)
        if gone or come:
            yield SentenceDifference(heading, gone, come)


# ---------------------------------------------------------------- cells

Outcome: TypeAlias = tuple[int, str, Effects] | None
"""What a card causes in a row: the counts in which it may be laid, the next row, the effects."""


def _outcomes(rules: Rules) -> dict[str, tuple[Outcome, ...]]:
    """The outcome of every card in every row."""
    return {
        str(row.requirement): tuple(
            (cell.counts, str(rules.rows[cell.row].requirement), cell.effects)
            if cell.counts
            else None
            for cell in row.cells
        )
        for row in rules.rows
    }


def _cells(first: Rules, second: Rules) -> Iterator[CellDifference]:
    table, other = marks(first), marks(second)
    outcomes, others = _outcomes(first), _outcomes(second)
    for row in (row for row in table if row in other):
        for rank in (rank for rank in table[row] if rank in other[row]):
            cards = slice(4 * rank.index, 4 * rank.index + 4)
            old, new = outcomes[row][cards], others[row][cards]
            if old != new:
                mark, mark_too = table[row][rank], other[row][rank]
                if mark == mark_too:
                    mark, mark_too = (
                        f"{mark} ({_beyond(one, another)})"
                        for one, another in ((old, new), (new, old))
                    )
                yield CellDifference(row, rank, mark, mark_too)


def _beyond(outcome: tuple[Outcome, ...], other: tuple[Outcome, ...]) -> str:
    """What tells an outcome from another that has the same mark."""
    told: dict[str, None] = {}
    for one, another in zip(outcome, other, strict=True):
        if one is None or another is None or one == another:
            continue
        counts, leads_to, effects = one
        if counts != another[0]:
            told[f"counts {counts:b}"] = None
        if leads_to != another[1]:
            told[f"then {leads_to}"] = None
            continue
        for each in fields(Effects):
            if getattr(effects, each.name) != getattr(another[2], each.name):
                told[f"{each.name} {_value(getattr(effects, each.name))}"] = None
    return ", ".join(told)
