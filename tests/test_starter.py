"""`palace new`: the file it writes, in which every line is right as it stands and uncommented."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from attrs import evolve, frozen

import palace
from palace import Variant, check_examples, load_examples, loads_variant
from palace.abilities import Ability
from palace.cli import main
from palace.json_schema import schema_text
from palace.language import AnAbility, Key, ListOf, MapOf, Table, tables_below, variant_file, walk
from palace.starter import SCHEMA, starter
from tools import taplo, tombi

KEY_LINE = re.compile(r"^#(?=[\w.]+ = )", re.MULTILINE)
"""The # before a key, which has no space behind it as in a comment."""
RULES, EXAMPLE = starter().split("\n#[[examples]]\n")
LINES = [found.start() for found in KEY_LINE.finditer(RULES)]


def described(variant: Variant) -> Variant:
    """A variant with the name and the summary of the default."""
    return evolve(variant, name=Variant().name, summary=Variant().summary)


# ---------------------------------------------------------------- the text


def test_it_plays_as_selected_does() -> None:
    assert described(loads_variant(starter())) == Variant()


@pytest.mark.parametrize("start", LINES, ids=[RULES[at + 1 :].split(" ")[0] for at in LINES])
def test_a_line_may_be_uncommented(start: int) -> None:
    before, line = RULES[:start], RULES[start + 1 :]
    assert len(tomllib.loads(before + line)) >= len(tomllib.loads(RULES))
    loads_variant(before + line)


def test_a_key_with_a_default_shows_it() -> None:
    uncommented = tomllib.loads(KEY_LINE.sub("", RULES).replace("[ranks.8]", "[ranks.R]"))
    shown = 0
    for key in settable(variant_file()):
        *tables, name = key.path.split(".")
        table = uncommented
        for step in tables:
            table = table[step]
        if key.default is not None:
            assert table[name] == key.default
            shown += 1
    assert shown > 30


def settable(table: Table) -> Iterator[Key]:
    """The keys that have a line of their own, but for the examples."""
    for key in table.keys:
        if isinstance(key.shape, Table) or key.path == "ranks":
            for below in tables_below(key.shape):
                yield from settable(below)
        elif key.path != "examples":
            yield key


def paths(raw: dict[str, Any], above: str = "") -> Iterator[str]:
    for name, value in raw.items():
        path = f"{above}.{name}".removeprefix(".").replace("ranks.8", "ranks.R")
        if isinstance(value, dict):
            yield from paths(value, path)
        else:
            yield path


def test_every_key_has_one_line() -> None:
    """A key that stood there twice would not be TOML."""
    there = set(paths(tomllib.loads(KEY_LINE.sub("", RULES))))
    tables = {key.path for key in walk(variant_file()) if isinstance(key.shape, MapOf)}
    for path in tables - {"ranks"}:
        there = {path if each.startswith(f"{path}.") else each for each in there}
    assert there == {key.path for key in settable(variant_file())}


def test_every_key_is_explained() -> None:
    prose = " ".join(re.sub(r"^#? *", "", line) for line in starter().splitlines())
    for key in walk(variant_file()):
        headed = isinstance(key.shape, Table | MapOf) or key.name == "examples"
        values = "" if headed and key.path.count(".") == 0 else f" ({key.shape})"
        assert f"{key.meaning}{values}" in prose, key.path


def test_every_ability_is_named_with_its_keys() -> None:
    (abilities,) = (key for key in walk(variant_file()) if key.path == "ranks.R.abilities")
    assert isinstance(abilities.shape, ListOf)
    assert isinstance(abilities.shape.each, AnAbility)
    for name, table in abilities.shape.each.tables.items():
        assert f'#   "{name}": {table.summary.split(" ")[0]} ' in starter()
        for key in table.keys:
            assert re.search(rf'{{ name = "{name}", .*\b{key.name} = .* }}', starter())


def test_an_ability_of_ones_own_is_named_too() -> None:
    @frozen
    class Ghost(Ability):
        """Goes where no card has gone."""

        depth: int = 7

    with patch.dict(palace.abilities.ABILITIES):
        palace.abilities.register("ghost")(Ghost)
        assert '#   "ghost": Goes where no card has gone.\n' in starter()
        assert '{ name = "ghost", depth = 7 }' in starter()


def test_the_example_holds(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    example = re.sub("^#", "", EXAMPLE, flags=re.MULTILINE)
    file.write_text(f"{RULES}\n[[examples]]\n{example}", encoding="utf-8")
    examples = load_examples(file)
    assert len(examples.examples) == 1
    assert check_examples(examples) == ()


def test_no_line_of_prose_is_longer_than_a_hundred() -> None:
    prose = [line for line in starter().splitlines() if "{" not in line]
    assert max(map(len, prose)) <= 100


# ---------------------------------------------------------------- the command


def test_new_writes_the_file_and_the_schema(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ours.toml"
    assert main(["new", str(file)]) == 0
    out, err = capsys.readouterr()
    assert str(file) in out
    assert str(tmp_path / SCHEMA) in out
    assert err == ""
    assert file.read_text(encoding="utf-8") == starter()
    assert (tmp_path / SCHEMA).read_text(encoding="utf-8") == schema_text()
    assert main(["check", str(file)]) == 0


@pytest.mark.parametrize("lint", [tombi, taplo])
def test_linters_take_the_file_by_the_schema_beside_it(lint: Any, tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    main(["new", str(file)])
    assert lint([file]).returncode == 0
    file.write_text(f"{starter()}\n[players]\nmost = 3\n", encoding="utf-8")
    assert lint([file]).returncode != 0


def test_new_never_overwrites_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, schema = tmp_path / "ours.toml", tmp_path / SCHEMA
    file.write_text("mine", encoding="utf-8")
    assert main(["new", str(file)]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == (
        "",
        f"{file}: this file is there already: name another, or replace it with --force\n",
    )
    assert file.read_text(encoding="utf-8") == "mine"
    assert not schema.exists()


def test_new_leaves_a_schema_that_is_there(tmp_path: Path) -> None:
    (tmp_path / SCHEMA).write_text("mine", encoding="utf-8")
    assert main(["new", str(tmp_path / "ours.toml")]) == 0
    assert (tmp_path / SCHEMA).read_text(encoding="utf-8") == "mine"


def test_new_replaces_both_by_force(tmp_path: Path) -> None:
    file, schema = tmp_path / "ours.toml", tmp_path / SCHEMA
    file.write_text("mine", encoding="utf-8")
    schema.write_text("mine", encoding="utf-8")
    assert main(["new", "--force", str(file)]) == 0
    assert file.read_text(encoding="utf-8") == starter()
    assert schema.read_text(encoding="utf-8") == schema_text()


def test_new_wants_a_name_that_other_commands_take_for_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", str(tmp_path / "ours")]) == 2
    assert capsys.readouterr().err.endswith(f"ends in .toml: write {tmp_path / 'ours'}.toml\n")
    assert list(tmp_path.iterdir()) == []


def test_new_says_where_it_cannot_write(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "nowhere" / "ours.toml"
    assert main(["new", str(file)]) == 2
    assert capsys.readouterr().err == f"{file}: it cannot be written: No such file or directory\n"
