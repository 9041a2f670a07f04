"""The JSON Schema of variant files: complete, shipped as made, and of one mind with the loader."""

import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Annotated, Any, TypeAlias
from unittest.mock import patch

import pytest
from attrs import field, frozen
from hypothesis import given

import palace
from keys_reference import MADE, ROOT, SHIPPED, made, naming_the_schema
from palace import Variant, VariantError, dumps_variant, load_examples
from palace.abilities import Ability
from palace.ranges import Range
from palace.reading import BESIDE_THE_RULES, readable
from processes import python
from strategies import PRESETS, variants
from tools import module, taplo, tombi

At: TypeAlias = tuple[str | int, ...]
"""Where something stands, step by step: `("examples", 0, "then")`."""

SCHEMA = ROOT / "variants" / "schema.json"
INVALID = [
    path
    for path in sorted((ROOT / "tests" / "invalid_variants").glob("*.toml"))
    if not path.stem.startswith("text-")
]


# ---------------------------------------------------------------- as made, complete, shipped


@pytest.mark.parametrize("path", [path for path in MADE if path.suffix == ".json"], ids=str)
def test_the_shipped_schemas_are_as_made(path: Path) -> None:
    """`python tests/keys_reference.py` writes them anew."""
    assert path.read_text(encoding="utf-8") == made(path)


def test_palace_schema_prints_the_shipped_one() -> None:
    printed = python("from palace.cli import main; raise SystemExit(main(['schema']))")
    assert printed.decode() == SCHEMA.read_text(encoding="utf-8")


def test_the_schema_is_a_json_schema() -> None:
    module("jsonschema").Draft7Validator.check_schema(palace.schema())


def parts(schema: Any, at: At = ()) -> Iterator[tuple[At, dict[str, Any]]]:
    """Every part of a schema, and where it stands."""
    if isinstance(schema, dict):
        yield at, schema
        for name, below in schema.items():
            yield from parts(below, (*at, name))
    elif isinstance(schema, list):
        for number, below in enumerate(schema):
            yield from parts(below, (*at, number))


def keys_and_tables() -> Iterator[tuple[At, dict[str, Any]]]:
    for at, part in parts(palace.schema()):
        if at[-2:-1] == ("properties",) or "properties" in part:
            yield at, part


def test_every_key_and_every_table_has_a_description() -> None:
    found = dict(keys_and_tables())
    assert len(found) > 100
    assert [at for at, part in found.items() if not part.get("description", "").endswith(".")] == []


def test_no_table_of_the_schema_takes_unknown_keys() -> None:
    tables = [part for _, part in parts(palace.schema()) if part.get("type") == "object"]
    assert len(tables) > 20
    assert {json.dumps(table["additionalProperties"]) for table in tables} == {"false"}


@frozen
class Shout(Ability):
    """Is heard by all.

    Attributes:
        times: how often.
        at_least: a lower limit.
        seats: those who hear it.
        word: the word.
    """

    times: Annotated[int, Range(1, 3)] = 2
    at_least: Annotated[int, Range(1)] | None = None
    seats: frozenset[int] = frozenset()
    word: str = field(kw_only=True)


def test_a_registered_ability_is_in_the_schema_with_its_keys() -> None:
    with patch.dict(palace.abilities.ABILITIES):
        palace.abilities.register("shout")(Shout)
        found = [part for _, part in parts(palace.schema())]
    (table,) = (part for part in found if part.get("description") == "Is heard by all.")
    assert table == {
        "description": "Is heard by all.",
        "type": "object",
        "properties": {
            "name": {"description": "The ability's name.", "const": "shout"},
            "times": {
                "description": "How often.",
                "default": 2,
                "type": "integer",
                "minimum": 1,
                "maximum": 3,
            },
            "at_least": {"description": "A lower limit.", "type": "integer", "minimum": 1},
            "seats": {"description": "Those who hear it."},
            "word": {"description": "The word.", "type": "string"},
        },
        "required": ["name", "word"],
        "additionalProperties": False,
    }
    assert any("shout" in part.get("enum", ()) for part in found)


@pytest.mark.parametrize("path", SHIPPED, ids=[path.name for path in SHIPPED])
def test_a_shipped_file_names_the_schema(path: Path) -> None:
    """`python tests/keys_reference.py` writes the line."""
    text = path.read_text(encoding="utf-8")
    assert text == naming_the_schema(path)
    assert (path.parent / text.splitlines()[0].removeprefix("#:schema ")).resolve() == SCHEMA


# ---------------------------------------------------------------- what loads is fine


@cache
def validator() -> Any:
    return module("jsonschema").Draft7Validator(palace.schema())


def refused(raw: dict[str, Any]) -> set[At]:
    """Where the schema finds something wrong."""
    return set(_refused(validator().iter_errors(raw)))


def _refused(errors: Any) -> Iterator[At]:
    for error in errors:
        yield tuple(error.absolute_path)
        yield from _refused(error.context)


@pytest.mark.parametrize("path", SHIPPED, ids=[path.name for path in SHIPPED])
def test_the_schema_takes_a_shipped_file(path: Path) -> None:
    assert refused(tomllib.loads(path.read_text(encoding="utf-8"))) == set()


def test_tombi_takes_the_shipped_files() -> None:
    said = tombi(SHIPPED)
    assert f"{len(SHIPPED)} files linted successfully" in said.stderr
    assert said.returncode == 0, said.stderr


def test_taplo_takes_the_shipped_files() -> None:
    said = taplo(SHIPPED)
    assert said.returncode == 0, said.stderr


@given(variant=variants())
def test_the_schema_takes_whatever_is_dumped(variant: Variant) -> None:
    assert refused(tomllib.loads(dumps_variant(variant))) == set()


@given(variant=variants())
def test_the_schema_takes_whatever_is_dumped_relative_to_another(variant: Variant) -> None:
    for parent in ("selected", "common"):
        assert refused(tomllib.loads(dumps_variant(variant, relative_to=parent))) == set()


def test_the_schema_takes_false_where_it_takes_away_what_a_parent_says() -> None:
    texts = [
        dumps_variant(child, relative_to=parent)
        for child in PRESETS.values()
        for parent in ("rawlins", "common", "palace")
    ]
    assert any("6-10 = false" in text for text in texts)
    assert [text for text in texts if refused(tomllib.loads(text))] == []


SPELLED = ["2", "10", "T", "t", "J", "j", "Q", "q", "K", "k", "A", "a", "joker", "Joker", "*"]


@pytest.mark.parametrize("word", [*SPELLED, "1", "11", "02", "jack", "jo", "", "10 "])
def test_the_schema_reads_the_ranks_that_the_loader_reads(word: str) -> None:
    text = f'format = 1\n[ranks."{word}"]\non = {{ rule = "anything", never = ["{word}"] }}\n'
    assert loads(text) == (word in SPELLED)
    assert (refused(tomllib.loads(text)) == set()) == (word in SPELLED)


@pytest.mark.parametrize("word", ["6", "10", "6-10", "06", "6-", "-6", "6-7-8", "6 - 7", "100", ""])
def test_the_schema_reads_the_spans_that_the_loader_reads(word: str) -> None:
    text = f'format = 1\n[deck.by_players."{word}"]\npacks = 2\n'
    assert (refused(tomllib.loads(text)) == set()) == loads(text)


def loads(text: str) -> bool:
    try:
        palace.loads_variant(text)
    except VariantError:
        return False
    return True


# ---------------------------------------------------------------- what it finds

BROKEN = {
    "no format": ("", "format"),
    "another format": ("format = 2", "format"),
    "a format in quotes": ('format = "1"', "format"),
    "a parent that is no text": ("format = 1\nextends = 3", "extends"),
    "an unknown key": ("format = 1\norders = []", "orders"),
    "an unknown table": ("format = 1\n[decks]\npacks = 1", "decks"),
    "an unknown key of a table": ("format = 1\n[players]\nmost = 3", "players.most"),
    "a number for a switch": ("format = 1\nsets = 1", "sets"),
    "a text for a switch": ('format = 1\nsets = "yes"', "sets"),
    "a text for a number": ('format = 1\n[players]\nmin = "3"', "players.min"),
    "a fraction for a number": ("format = 1\n[deck]\npacks = 1.5", "deck.packs"),
    "a switch for a number": ("format = 1\n[deal]\nhand = true", "deal.hand"),
    "a number for a text": ("format = 1\nname = 7", "name"),
    "a text for a table": ('format = 1\nfour = "never"', "four"),
    "a list for a table": ("format = 1\nend = []", "end"),
    "a word of no closed set": ('format = 1\nsuits = "color"', "suits"),
    "a word in capitals": ('format = 1\nchance = "Always"', "chance"),
    "a text for a list": ('format = 1\norder = "3"', "order"),
    "a number for a rank": ("format = 1\norder = [3, 4]", "order[0]"),
    "no rank in a list": ('format = 1\norder = ["3", "11"]', "order[1]"),
    "no rank": ('format = 1\n[ranks.8]\non = { up_to = "1" }', "ranks.8.on.up_to"),
    "a table for no rank": ("format = 1\n[ranks.11]\nsets = false", "ranks.11"),
    "a number for a rank's table": ("format = 1\n[ranks]\n8 = 3", "ranks.8"),
    "a table for no span": ("format = 1\n[deck.by_players.all]\npacks = 2", "deck.by_players.all"),
    "an unknown key of a span": (
        "format = 1\n[deck.by_players.6]\npakcs = 2",
        "deck.by_players.6.pakcs",
    ),
    "an unknown key of a rank": ("format = 1\n[ranks.8]\nability = []", "ranks.8.ability"),
    "an ability that is in no list": (
        'format = 1\n[ranks.8]\nabilities = "skip"',
        "ranks.8.abilities",
    ),
    "an unknown ability": (
        'format = 1\n[ranks.8]\nabilities = ["reset", "skp"]',
        "ranks.8.abilities[1]",
    ),
    "an unknown ability with keys": (
        'format = 1\n[ranks.8]\nabilities = [{ name = "skp" }]',
        "ranks.8.abilities[0]",
    ),
    "an ability without its name": (
        'format = 1\n[ranks.8]\nabilities = [{ count = "once" }]',
        "ranks.8.abilities[0]",
    ),
    "an unknown key of an ability": (
        'format = 1\n[ranks.8]\nabilities = [{ name = "skip", counts = "once" }]',
        "ranks.8.abilities[0].counts",
    ),
    "another ability's key": (
        'format = 1\n[ranks.8]\nabilities = [{ name = "burn", count = "once" }]',
        "ranks.8.abilities[0].count",
    ),
    "a wrong word of an ability": (
        'format = 1\n[ranks.8]\nabilities = [{ name = "skip", count = "twice" }]',
        "ranks.8.abilities[0].count",
    ),
    "an unknown word for where": ('format = 1\n[ranks.8]\non = "all"', "ranks.8.on"),
    "an unknown key for where": (
        'format = 1\n[ranks.8]\non = { nevr = ["J"] }',
        "ranks.8.on.nevr",
    ),
    "examples that are a table": ("format = 1\n[examples]", "examples"),
    "an example without its name": (
        "format = 1\n[[examples]]\nseats = []\nthen = { to_move = 1 }",
        "examples[0].name",
    ),
    "an example without an outcome": ('format = 1\n[[examples]]\nname = "x"', "examples[0].then"),
    "an unknown key of an example": (
        'format = 1\n[[examples]]\nname = "x"\nmove = []\nthen = { to_move = 1 }',
        "examples[0].move",
    ),
    "an unknown key of an outcome": (
        'format = 1\n[[examples]]\nname = "x"\nthen = { lost = 1 }',
        "examples[0].then.lost",
    ),
    "an unknown phase": (
        'format = 1\n[[examples]]\nname = "x"\nthen = { phase = "end" }',
        "examples[0].then.phase",
    ),
    "cards in a list": (
        'format = 1\n[[examples]]\nname = "x"\npile = ["7H"]\nthen = { to_move = 1 }',
        "examples[0].pile",
    ),
    "examples of nothing": ("variant = 3\nexamples = []", "variant"),
    "rules beside the variant of examples": (
        'variant = "common"\nsets = false\n[[examples]]\nname = "x"\nthen = { to_move = 1 }',
        "sets",
    ),
}
"""Files with a mistake that a schema can see, and where it is."""


def mistaken(path: Path) -> list[str]:
    """The paths of what the loader finds wrong in a file."""
    try:
        load_examples(path)
    except VariantError as error:
        return [problem.path for problem in error.problems]
    return []


def steps(path: str) -> At:
    """A problem's path, step by step."""
    found = re.findall(r'\[(\d+)\]|("(?:[^"\\]|\\.)*")|([^.\[]+)', path)
    return tuple(
        int(number) if number else json.loads(quoted) if quoted else word
        for number, quoted, word in found
    )


def finds(raw: dict[str, Any], path: str) -> bool:
    """Whether the schema finds something at a path, or in the table that is told about the key."""
    at = steps(path)
    return bool({at, at[:-1]} & refused(raw))


@pytest.mark.parametrize(("text", "path"), BROKEN.values(), ids=list(BROKEN))
def test_the_schema_finds_what_the_loader_finds(text: str, path: str, tmp_path: Path) -> None:
    file = tmp_path / "it.toml"
    file.write_text(text, encoding="utf-8")
    assert path in mistaken(file)
    assert finds(tomllib.loads(text), path)


@pytest.fixture
def broken(tmp_path: Path) -> list[Path]:
    """The broken files, each with the line that names the schema."""
    (tmp_path / "schema.json").write_bytes(SCHEMA.read_bytes())
    files = []
    for name, (text, _) in BROKEN.items():
        files.append(tmp_path / f"{name}.toml")
        files[-1].write_text(f"#:schema ./schema.json\n{text}\n", encoding="utf-8")
    return files


def test_tombi_finds_a_mistake_in_every_broken_file(broken: list[Path], tmp_path: Path) -> None:
    said = tmp_path / "said.json"
    tombi(broken, "--diagnostics-format", "json", "--diagnostics-file", str(said))
    errors = [each for each in json.loads(said.read_bytes()) if each["level"] == "error"]
    assert {Path(each["path"]).name for each in errors} == {path.name for path in broken}


def test_taplo_finds_a_mistake_in_every_broken_file(broken: list[Path]) -> None:
    said = taplo(broken)
    assert [path.name for path in broken if f"{path.name}:" not in said.stderr] == []


BEYOND_A_SCHEMA = (
    "range-a-number-without-end",  # to a schema a number has any number of bits
    "ranks-under-two-names", "spans-twice",  # two keys that mean the same
    "wrong-types-a-number-with-a-point",  # to JSON 2.0 is a whole number
)  # fmt: skip


@pytest.mark.parametrize("path", INVALID, ids=[path.stem for path in INVALID])
def test_the_schema_finds_the_structural_mistakes_of_the_invalid_files(path: Path) -> None:
    """Those that lie in one key, in its name or its value, as the file's first lines say."""
    text = path.read_text(encoding="utf-8")
    raw = tomllib.loads(text)
    if "# structural\n" in text:
        assert [each for each in mistaken(path) if not finds(raw, each)] == []
    elif "# structural in part\n" in text:
        found = [finds(raw, each) for each in mistaken(path)]
        assert any(found)
        assert not all(found)
    else:
        assert refused(raw) == set()


@pytest.mark.parametrize("path", INVALID, ids=[path.stem for path in INVALID])
def test_what_is_read_key_by_key_is_marked_structural(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    raw = tomllib.loads(text)
    rules = {key: value for key, value in raw.items() if key not in BESIDE_THE_RULES}
    _, alone, _ = readable({} if "variant" in raw else rules, Variant)
    assert not alone or "# structural" in text or path.stem in BEYOND_A_SCHEMA
