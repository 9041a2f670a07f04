"""The map of the modules is that of the import contract, and none above `rules` asks an ability.

What a card does is read off the follow table: a module that asked for an ability's name, or for its
class, would be a second authority, which a changed cell and the abilities of users do not reach.
"""

import ast
import sys
from collections.abc import Iterator
from itertools import chain, takewhile

import pytest

from key_tables import ABILITIES, ROOT
from processes import SOURCE

sys.path.insert(0, str(ROOT / "scripts"))
import module_map


def test_the_groups_hold_each_module_of_the_contract_once() -> None:
    listed = sorted(chain(*module_map.layers()))
    assert sorted(chain(*module_map.GROUPS.values())) == listed


def test_no_group_stands_above_one_that_it_is_imported_by() -> None:
    """A band's modules lie in neighbouring layers, but for what the contract leaves free."""
    height = {name: -n for n, layer in enumerate(module_map.layers()) for name in layer}
    lowest = [min(height[name] for name in names) for names in module_map.GROUPS.values()]
    assert lowest == sorted(lowest, reverse=True)


@pytest.mark.parametrize("name", sorted(module_map.DRAWN))
def test_the_pictures_are_those_of_today(name: str) -> None:
    """`python scripts/module_map.py` draws them anew."""
    assert (module_map.PICTURES / name).read_text(encoding="utf-8") == module_map.DRAWN[name]()


def test_the_way_passes_modules_that_there_are() -> None:
    assert {name for name, _ in module_map.WAY} <= set(chain(*module_map.layers()))


# ---------------------------------------------------------------- the table is the only authority


def above_the_rules() -> list[str]:
    """The modules that may import `rules`."""
    return [*chain(*takewhile(lambda layer: "rules" not in layer, module_map.layers()))]


def asked(code: str) -> Iterator[str]:
    """The abilities for which code asks: by their names, or by their classes."""
    classes = {ability.__name__ for ability in ABILITIES.values()}
    for each in ast.walk(ast.parse(code)):
        match each:
            case ast.ImportFrom(module="palace.abilities", names=names):
                yield from (alias.name for alias in names if alias.name in classes)
            case ast.Attribute(value=ast.Name(id="abilities"), attr=attr) if attr in classes:
                yield attr
            case ast.Subscript(value=ast.Name(id="ABILITIES"), slice=ast.Constant(value=name)):
                yield str(name)
            case ast.Compare() | ast.Match():
                parts = [*ast.walk(each)]
                if any(isinstance(part, ast.Attribute) and part.attr == "name" for part in parts):
                    words = (part.value for part in parts if isinstance(part, ast.Constant))
                    yield from (str(word) for word in words if word in ABILITIES)


@pytest.mark.parametrize("name", above_the_rules())
def test_no_module_above_the_rules_asks_which_ability_a_rank_has(name: str) -> None:
    path = SOURCE / "palace" / name
    files = [*path.rglob("*.py")] if path.is_dir() else [path.with_suffix(".py")]
    assert files
    assert {file.name: [*asked(file.read_text(encoding="utf-8"))] for file in files} == {
        file.name: [] for file in files
    }


@pytest.mark.parametrize(
    "code",
    [
        "from palace.abilities import Effects, Skip",
        "any(isinstance(each, abilities.Skip) for each in rules.abilities)",
        "type(ability) is ABILITIES['skip']",
        "ability.name == 'skip'",
        "'skip' in [ability.name for ability in rules.abilities]",
        "ability.name in ('skip', 'reverse')",
        "match ability.name:\n    case 'skip': pass",
    ],
)
def test_who_asked_would_be_found(code: str) -> None:
    assert {*asked(code)} & {"Skip", "skip"}
