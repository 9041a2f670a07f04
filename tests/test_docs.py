"""README.md and docs/ say what is so: their code is run, and what it prints is compared.

Python blocks of a page share their names and run, as the shell blocks do, in a fresh folder. A TOML
or Python block with a title is a file there, and a module that the others have to import. A text
block right after a block is what that prints.
"""

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import redirect_stdout
from importlib import import_module, invalidate_caches
from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

import pytest
from attrs import evolve, frozen

import palace
import public
from key_tables import PAGES, ROOT, TABLES, renewed
from palace.abilities import Goes, Leaves
from processes import SOURCE

README = ROOT / "README.md"
REFERENCE = ROOT / "docs" / "api.md"
SET_UP = {"main job", "tests"}
"""The commands that set things up, as README.md marks them; `.ci/run` runs them."""

NOT_RUN = SET_UP | {"installing", "measuring"}
"""The same, and what a reader does with a path of their own, or for a long time."""

each_page = pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])


@frozen
class Block:
    """A fenced block of a page, with the text block right after it."""

    marker: str
    language: str
    title: str
    text: str
    shown: str | None = None


_BLOCK = re.compile(
    r"(?:^<!-- (?P<marker>[\w ]+) -->\n)?"
    r'^```(?P<language>\w*)(?: title="(?P<title>[^"\n]+)")?\n(?P<text>.*?)^```$(?P<gap>\n*)',
    re.MULTILINE | re.DOTALL,
)


def blocks(page: Path) -> list[Block]:
    found: list[Block] = []
    end = -1
    for each in _BLOCK.finditer(page.read_text(encoding="utf-8")):
        if each["language"] == "text" and each.start() == end:
            found[-1] = evolve(found[-1], shown=each["text"])
        else:
            parts = (each["marker"], each["language"], each["title"], each["text"])
            found.append(Block(*(part or "" for part in parts)))
        end = each.end()
    return found


# ---------------------------------------------------------------- running a page


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A fresh working folder, `palace` and `python` on the path; what is new there is forgotten."""
    commands, work = tmp_path / "bin", tmp_path / "work"
    commands.mkdir()
    work.mkdir()
    for name, words in {"python": "", "palace": " -m palace"}.items():
        command = commands / name
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}"{words} "$@"\n', encoding="utf-8")
        command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{commands}:{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(SOURCE))
    monkeypatch.chdir(work)
    monkeypatch.syspath_prepend(work)
    with patch.dict(palace.abilities.ABILITIES):
        yield work
    for file in work.glob("*.py"):
        sys.modules.pop(file.stem, None)


def run_python(block: Block, names: dict[str, Any]) -> str:
    said = StringIO()
    with redirect_stdout(said):
        exec(block.text, names)  # noqa: S102 - the project's own documentation
    return said.getvalue()


def run_shell(command: str) -> str:
    """What a command prints; it has to succeed."""
    ran = subprocess.run(
        ["/bin/bash", "-euo", "pipefail", "-c", command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout
    return ran.stdout


def run(block: Block, names: dict[str, Any]) -> str | None:
    """What a block prints; None where that need not be shown."""
    if block.title:
        Path(block.title).write_text(block.text, encoding="utf-8")
    if block.language == "python" and block.title:
        invalidate_caches()
        import_module(Path(block.title).stem)
        return None
    if block.language == "python":
        return run_python(block, names)
    if block.language == "sh" and block.marker not in NOT_RUN:
        said = run_shell(block.text)
        return said if block.shown is not None else None
    if block.language == "toml":
        tomllib.loads(block.text)
    return None


@pytest.mark.untraced
@each_page
def test_what_a_page_shows_is_what_comes(
    page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = ModuleType(page.stem)  # one that is there, so that its classes can be pickled
    monkeypatch.setitem(sys.modules, page.stem, module)
    names = vars(module)
    for block in blocks(page):
        if block.marker not in NOT_RUN:
            assert (block.text, run(block, names) or None) == (block.text, block.shown)
    assert folder == Path.cwd()


@each_page
def test_a_page_shows_nothing_that_is_not_run(page: Path) -> None:
    assert {block.language for block in blocks(page)} <= {"python", "sh", "toml"}
    assert page.read_text(encoding="utf-8").count("```") % 2 == 0


# ---------------------------------------------------------------- the commands of README.md


def set_up_command(name: str) -> Block:
    (block,) = (block for block in blocks(README) if block.marker == name)
    return block


def test_what_the_main_job_prints_is_shown(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    block = set_up_command("main job")
    *_, play = block.text.strip().split(" &&\n")
    assert play.startswith(".venv/bin/palace simulate variants/")
    monkeypatch.chdir(ROOT)
    assert run_shell(play.removeprefix(".venv/bin/")) == block.shown
    assert folder.is_dir()


@pytest.mark.parametrize("name", sorted(SET_UP))
def test_the_checks_run_the_commands_of_the_readme(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`.ci/run` takes them out of README.md by a function of its own, and runs what it found."""
    monkeypatch.chdir(ROOT)
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    (function,) = re.findall(r"^readme\(\) \{\n.*?^\}\n", script, re.MULTILINE | re.DOTALL)
    assert run_shell(f"{function}readme '{name}'") == set_up_command(name).text
    assert re.search(rf"^run_readme '{name}'( \|\| fine=false)?$", script, re.MULTILINE)


@pytest.mark.parametrize("name", sorted(SET_UP))
def test_a_command_of_the_readme_sets_up_by_itself(name: str) -> None:
    steps = set_up_command(name).text.strip().split(" &&\n")
    assert steps[:3] == [
        "$(command -v sudo) apt-get update",
        "$(command -v sudo) apt-get install --yes python3-venv",
        "python3 -m venv .venv",
    ]
    assert all(step.startswith(".venv/bin/") for step in steps[3:])


# ---------------------------------------------------------------- what the pages name


@each_page
def test_the_tables_say_what_the_code_says(page: Path) -> None:
    """`python tests/key_tables.py` writes them anew."""
    text = page.read_text(encoding="utf-8")
    assert text == renewed(text)


def test_every_table_stands_somewhere() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert sorted(re.findall(r"^<!-- table: (\w+) -->$", text, re.MULTILINE)) == sorted(TABLES)


def test_every_table_of_a_file_is_among_variant_files() -> None:
    """`on` and the examples have sections of their own there."""
    headings = re.compile(r"^#+ \[((?!examples)[\w.]+)\]$", re.MULTILINE)
    keys, told = (
        set(headings.findall((ROOT / "docs" / page).read_text(encoding="utf-8")))
        for page in ("keys.md", "variant-files.md")
    )
    assert keys - {"ranks.R.on"} == told


def test_every_public_name_is_in_the_reference_once() -> None:
    text = REFERENCE.read_text(encoding="utf-8")
    assert sorted(re.findall(r"^::: ([\w.]+)$", text, re.MULTILINE)) == sorted(public.NAMES)


def used(code: str) -> set[str]:
    """The names and attributes that code reads; to import or to assign one is no use of it."""
    return {
        each.id if isinstance(each, ast.Name) else each.attr
        for each in ast.walk(ast.parse(code))
        if isinstance(each, ast.Name | ast.Attribute) and isinstance(each.ctx, ast.Load)
    }


def test_the_example_above_a_name_of_the_reference_uses_it() -> None:
    text = REFERENCE.read_text(encoding="utf-8")
    parts = re.split(r"^```python\n(.*?)^```\n", text, flags=re.MULTILINE | re.DOTALL)
    unused = [
        name
        for code, below in zip(parts[1::2], parts[2::2], strict=True)
        for name in re.findall(r"^::: ([\w.]+)$", below, re.MULTILINE)
        if name.rpartition(".")[2] not in used(code)
    ]
    assert unused == []
    assert ":::" not in parts[0]


def test_every_example_of_the_reference_shows_what_it_prints() -> None:
    assert [block.text for block in blocks(REFERENCE) if not block.shown] == []


def test_every_public_module_is_named_in_the_reference() -> None:
    text = REFERENCE.read_text(encoding="utf-8")
    table, _, _ = text.partition("\nAll but ")
    named = re.findall(r"^\| (`palace\..+?`) \|", table, re.MULTILINE)
    assert sorted(re.findall(r"`(.+?)`", " ".join(named))) == sorted(public.MODULES)


def test_every_reason_is_explained_once() -> None:
    text = (ROOT / "docs" / "turn.md").read_text(encoding="utf-8")
    _, _, section = text.partition("## Why an action is refused\n")
    listed = re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)
    assert sorted(listed) == sorted(palace.errors.Reason)


def test_all_that_an_ability_can_leave_is_told() -> None:
    text = (ROOT / "docs" / "abilities.md").read_text(encoding="utf-8")
    section = text.partition("## What an ability can say\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`[A-Z][A-Z_`, ]+) \|", section, re.MULTILINE)
    listed = re.findall(r"`(\w+)`", " ".join(rows))
    assert sorted(listed) == sorted(each.name for each in (*Goes, *Leaves))


def test_every_ruling_that_is_named_is_there() -> None:
    rulings = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    there = [int(number) for number in re.findall(r"^(\d+)\. ", rulings, re.MULTILINE)]
    assert there == list(range(1, len(there) + 1))
    texts = [*PAGES, *(ROOT / "src").rglob("*.py"), *(ROOT / "variants").glob("*.toml")]
    for path in texts:
        for named in re.findall(r"\brulings? ([\d, ]+)", path.read_text(encoding="utf-8")):
            assert {int(number) for number in re.findall(r"\d+", named)} <= set(there), path


def test_every_command_is_described() -> None:
    said = run_shell(f'"{sys.executable}" -m palace --help')
    listed = re.findall(r"^    (\w+) ", said, re.MULTILINE)
    text = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    assert re.findall(r"^## palace (\w+)$", text, re.MULTILINE) == listed


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_lead_somewhere(name: str) -> None:
    """Those within docs/ are checked when the site is built."""
    text = (ROOT / name).read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link]
    assert [link for link in links if not (ROOT / link).exists()] == []


# ---------------------------------------------------------------- what tables say


def house_rules() -> list[str]:
    """The lines of a file in the table of what tables say."""
    page = (ROOT / "docs" / "variant-files.md").read_text(encoding="utf-8")
    table = page.partition("<!-- house rules -->")[2].partition("<!-- end of house rules -->")[0]
    cells = [line.strip("| ").rpartition(" | ")[2] for line in table.splitlines()[3:] if line]
    return [alone for cell in cells for alone in cell.split(", or ")]


@pytest.mark.parametrize("lines", house_rules())
def test_every_house_rule_of_the_page_is_written_in_lines_that_change_the_rules(lines: str) -> None:
    text = "\n".join(["format = 1", *re.findall("`([^`]+)`", lines)])
    assert palace.loads_variant(text) != palace.Variant()
