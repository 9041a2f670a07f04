"""The map of the modules is that of the import contract, and of the files there are."""

import sys
from itertools import chain

import pytest

from key_tables import ROOT

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
