"""A short text that tells whether a variant still plays the same.

It is made of what a variant says otherwise than the default, and of its follow table by the names
of the rows: a key that a later release adds changes no digest, and neither does its own order.
"""

import json
from functools import lru_cache
from hashlib import sha256
from typing import Any

from attrs import fields, has

from palace.contents import differing
from palace.requirements import Cell
from palace.rules import Rules, rules_of
from palace.variant import Variant


def digest(variant: Variant) -> str:
    """The digest of a variant's rules: of its keys and of the follow table compiled from them.

    Args:
        variant: the variant; its name and summary do not count.

    Returns:
        64 hexadecimal digits. Another digest for the same file means that the file no longer plays
        the same: the library, or an ability of your own, has changed.

    Raises:
        PalaceError: it is no variant.
        VariantError: something is wrong with the variant.
    """
    rules_of(variant)  # refuses one that cannot be looked up
    return _digest(variant)


@lru_cache(maxsize=256)
def _digest(variant: Variant) -> str:
    rules = rules_of(variant)
    text = json.dumps([differing(variant, Variant()), _table(rules)], sort_keys=True)
    return sha256(text.encode()).hexdigest()


def _table(rules: Rules) -> dict[str, Any]:
    """The follow table as plain data, its rows by what they ask."""
    names = [json.dumps(_said(row.requirement), sort_keys=True) for row in rules.rows]
    different = {id(cell): cell for row in rules.rows for cell in row.cells}
    cells = {number: _cell(cell, names) for number, cell in different.items()}
    rows = {
        name: [
            [cells[id(cell)] for cell in row.cells],
            names[row.taken],
            names[row.deserted],
            None if row.otherwise is None else names[row.otherwise],
        ]
        for name, row in zip(names, rules.rows, strict=True)
    }
    return {"rows": rows, "after four": [names[number] for number in rules.after_four]}


def _cell(cell: Cell, names: list[str]) -> str:
    goes = [names[row] for row in cell.rows or (cell.row,)] if cell.counts else []
    said = [cell.counts, goes, _said(cell.effects), cell.refusal]
    return sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:16]


def _said(value: Any) -> Any:
    """A value as plain data, of a class only what is not its default."""
    if not has(type(value)):
        return [_said(each) for each in value] if isinstance(value, tuple) else _plain(value)
    return {
        each.name: _said(here)
        for each in fields(type(value))
        if each.init and (here := getattr(value, each.name)) != each.default
    }


def _plain(value: Any) -> Any:
    return getattr(value, "value", value)
