"""The pages of the refusals and of the abilities are those that the code makes."""

import re

import pytest

from palace.errors import Reason
from reference_pages import FOLDER, PAGES
from test_faults_in_values import REFUSALS

pytestmark = pytest.mark.untraced


@pytest.mark.parametrize("page", sorted(PAGES))
def test_a_page_and_its_pictures_are_those_of_today(page: str) -> None:
    """`python tests/reference_pages.py` writes them anew."""
    for name, text in PAGES[page]().items():
        assert (FOLDER / name).read_text(encoding="utf-8") == text, name


def test_no_file_is_left_over() -> None:
    pages = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")}
    assert set(pages) == set(PAGES)
    pictures = {path.name for path in FOLDER.iterdir() if path.suffix != ".md"}
    assert pictures == set(re.findall(r"[\w.-]+\.svg", "".join(pages.values())))


def test_every_reason_has_its_position() -> None:
    assert [reason for reason, _, _ in REFUSALS] == [*Reason]
