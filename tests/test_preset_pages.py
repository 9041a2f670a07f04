"""The pages of the presets are those that their files make."""

import re
import sys

import pytest
from attrs import fields

from key_tables import ROOT
from palace.bundled import preset_names
from palace.examples import Then

sys.path.insert(0, str(ROOT / "scripts"))
import preset_pages

pytestmark = pytest.mark.untraced


@pytest.mark.parametrize("name", preset_names())
def test_a_preset_s_page_is_that_of_its_file(name: str) -> None:
    """`python scripts/preset_pages.py` writes them anew."""
    for way, text in preset_pages.page(name).items():
        assert (preset_pages.FOLDER / way).read_text(encoding="utf-8") == text, way


def test_no_page_or_picture_is_left_over() -> None:
    pages = {path: path.read_text(encoding="utf-8") for path in preset_pages.FOLDER.glob("*.md")}
    assert {path.stem for path in pages} == set(preset_names())
    pictures = {f"pictures/{path.name}" for path in preset_pages.FOLDER.glob("pictures/*")}
    assert pictures == set(re.findall(r"pictures/[\w.-]+", "".join(pages.values())))


def test_every_key_of_an_outcome_is_told() -> None:
    told = {*preset_pages.TOLD, "legal", "reason"}
    assert told == {each.name for each in fields(Then)}
