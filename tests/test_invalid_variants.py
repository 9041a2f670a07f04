"""The broken files of `invalid_variants/`: each is refused with exactly what its `.txt` tells.

What is told names the place, what is wrong there and what would be right, all of it at once: also
where the mistakes of several files are merged into one. `PALACE_UPDATE=1` writes the `.txt` anew;
read them as their file's author would before they are kept.
"""

import os
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
import tomli_w
from attrs import frozen

from palace import VariantError, load_examples
from palace.errors import Problem
from palace.language import examples_file, variant_file, walk

pytestmark = pytest.mark.untraced

FOLDER = Path(__file__).parent / "invalid_variants"
FILES = sorted(FOLDER.glob("*.toml"))
NAMES = [path.stem for path in FILES]
NOT_TOML = [name for name in NAMES if name.startswith("text-")]


def mistakes(path: Path) -> tuple[Problem, ...]:
    """Everything that is wrong with a broken file."""
    with pytest.raises(VariantError) as refused:
        load_examples(path)
    return refused.value.problems


@cache
def told(name: str) -> tuple[Problem, ...]:
    """Everything that is wrong with a file of the folder."""
    return mistakes(FOLDER / f"{name}.toml")


def text_of(name: str) -> str:
    return (FOLDER / f"{name}.toml").read_text(encoding="utf-8")


# ---------------------------------------------------------------- what is told


def test_there_are_many() -> None:
    assert len(FILES) >= 95


@pytest.mark.parametrize("name", NAMES)
def test_a_broken_file_is_refused_with_what_lies_beside_it(name: str) -> None:
    printed = "".join(f"{problem}\n" for problem in told(name)).replace(f"{FOLDER}{os.sep}", "")
    beside = FOLDER / f"{name}.txt"
    if "PALACE_UPDATE" in os.environ:
        beside.write_text(printed, encoding="utf-8")
    assert printed == beside.read_text(encoding="utf-8")


def test_nothing_else_lies_in_the_folder() -> None:
    there = {path.name for path in FOLDER.iterdir()}
    assert there == {f"{name}{end}" for name in NAMES for end in (".toml", ".txt")}


RIGHT = re.compile(
    r"write|did you mean|known: |it must be |name |say |it is a |as in |leave|once is enough"
    r"|deal fewer|let one of them|end the|give a deck|goes with a deck|seats are|lower"
    r"|stands one|after \"|is none of|add|there (is|are) |is no |is for|in the deck"
)
"""How messages begin to say what would be right."""


@pytest.mark.parametrize("name", NAMES)
def test_every_message_says_what_would_be_right(name: str) -> None:
    assert [each.message for each in told(name) if not RIGHT.search(each.message)] == []


PYTHON = re.compile(r"\b(True|False|None|dict|tuple|str|int|bool|NoneType|attribute|object)\b")


@pytest.mark.parametrize("name", NAMES)
def test_messages_speak_toml(name: str) -> None:
    """But for what they quote out of the file."""
    quoted = text_of(name).splitlines()
    for each in told(name):
        words = each.message.partition(", in: ")[0] if name in NOT_TOML else each.message
        assert not PYTHON.search(words), quoted


@pytest.mark.parametrize("name", [name for name in NAMES if name not in NOT_TOML])
def test_what_stands_in_the_file_is_told_with_its_line(name: str) -> None:
    """A key that is missing, or that only a parent has, has none."""
    rows, raw = text_of(name).splitlines(), tomllib.loads(text_of(name))
    for each in told(name):
        top = re.split(r"[.\[]", each.path)[0]
        if Path(each.file).stem == name and top in raw:
            assert rows[each.line - 1].strip()
            assert each.line > 1
        else:
            assert each.line == 0 or Path(each.file).stem != name


def shape(path: str) -> str:
    """A path as the reference of keys has it: `ranks.R.on`, `deck.by_players.N.packs`."""
    path = re.sub(r"^ranks\.[^.\[]+", "ranks.R", path)
    path = re.sub(r"by_players\.(\"[^\"]*\"|[^.]+)", "by_players.N", path)
    return re.sub(r"\[\d+\]", "[]", path)


def of_an_ability(name: str, path: str) -> str:
    """The path of an ability's key by the ability's name."""
    found = re.match(r"ranks\.(\w+)\.abilities\[(\d+)\]\.(\w+)", path)
    if found is None:
        return shape(path)
    rank, number, key = found.groups()
    ability = tomllib.loads(text_of(name))["ranks"][rank]["abilities"][int(number)]
    return f"ranks.R.abilities[{ability['name']}].{key}"


def test_every_key_of_the_language_is_wrong_somewhere() -> None:
    keys = {each.path for table in (variant_file(), examples_file()) for each in walk(table)}
    wrong = {
        of_an_ability(name, each.path)
        for name in NAMES
        if name not in NOT_TOML
        for each in told(name)
    }
    assert len(keys) > 100
    assert keys - wrong == set()


# ---------------------------------------------------------------- merged into one file


@frozen
class Fault:
    """A broken file that can be merged with others.

    Attributes:
        name: its name.
        raw: its data, without format and examples.
        format: the format that it says.
        examples: its examples.
        told: what is told about it: paths and messages.
        touches: the keys that it is about, and those without which nobody could tell.
        structural: whether each of its mistakes lies in one key.
    """

    name: str
    raw: dict[str, Any]
    format: Any
    examples: list[dict[str, Any]]
    told: frozenset[tuple[str, str]]
    touches: frozenset[str]
    structural: bool


ASK_THE_DECK = ("examples-a-card-twice", "examples-of-no-deal", "examples-of-no-position")
"""Nobody can tell what is wrong with them where the rules are not known."""
BESIDE = {
    "bundling-too-many": ["players", "deck", "deal"],
    "start-lead-without-a-card": ["deal.turn_up"],
}
"""The keys besides its own that a mistake has to do with, where no message says so."""


def keys_of(value: Any, path: str = "") -> Iterator[str]:
    """The paths of all that is no table."""
    if not isinstance(value, dict):
        yield path
    for key, below in value.items() if isinstance(value, dict) else ():
        yield from keys_of(below, f"{path}.{key}".removeprefix("."))


TOP = [key.name for key in variant_file().keys if key.name not in ("name", "deck.by_players")]


def spoken_of(message: str) -> Iterator[str]:
    """The keys that a message speaks of."""
    for word in re.findall(r"[\w*]+(?:\.[\w*]+)*", message):
        if word.partition(".")[0] in TOP:
            yield word


def whole(key: str, *, structural: bool) -> str:
    """The table of a key, for a check; all of what is said about one rank."""
    parts = key.replace("[", ".[").split(".")
    if parts[0] == "ranks":
        return ".".join(parts[:2])
    return key if structural else parts[0]


def faults() -> Iterator[Fault]:
    for name in NAMES:
        if name in NOT_TOML or "# alone" in text_of(name):
            continue
        raw, found = tomllib.loads(text_of(name)), told(name)
        version = raw.pop("format", None)
        marked = "# structural\n" in text_of(name)
        examples = raw.pop("examples", []) if isinstance(raw.get("examples"), list) else []
        of_rules = [each for each in found if not each.path.startswith("examples[")]
        keys = {*keys_of(raw), *(each.path for each in of_rules)}
        keys |= {key for each in of_rules for key in spoken_of(each.message) if not marked}
        touches = {whole(key, structural=marked) for key in keys}
        yield Fault(
            name,
            raw,
            version,
            examples,
            frozenset((each.path, each.message) for each in found),
            frozenset(touches.union(BESIDE.get(name, ()))),
            marked,
        )


FAULTS = list(faults())


def within(key: str, other: str) -> bool:
    return other == key or other.startswith((f"{key}.", f"{key}["))


def independent(one: Fault, other: Fault) -> bool:
    """Whether neither fault is about what the other one is about, or must be known to find it."""
    for here, there in ((one, other), (other, one)):
        if here.name in ASK_THE_DECK and there.touches:
            return False
        if "examples" in here.touches and there.examples:
            return False
        if "extends" in here.touches and not there.structural:
            return False  # of what a parent says, too, nothing is known
    return not any(within(a, b) or within(b, a) for a in one.touches for b in other.touches)


def merged(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    both = dict(first)
    for key, value in second.items():
        below = both.get(key)
        together = isinstance(below, dict) and isinstance(value, dict)
        both[key] = merged(below, value) if together else value  # type: ignore[arg-type]
    return both


def further(path: str, moved: int) -> str:
    """The path of an example that stands behind others."""
    number = re.match(r"examples\[(\d+)\]", path)
    return path if number is None else f"examples[{int(number[1]) + moved}]{path[number.end() :]}"


def refused_together(faults: list[Fault], folder: Path) -> None:
    """One file with all the faults is refused with what is told about each."""
    raw: dict[str, Any] = {}
    examples: list[dict[str, Any]] = []
    expected = set()
    for fault in faults:
        moved = len(examples)
        for path, message in fault.told:
            said = message.replace(fault.name, "merged").replace(str(FOLDER), "")
            expected.add((further(path, moved), said))
        raw = merged(raw, fault.raw)
        examples += fault.examples
    version = next((fault.format for fault in faults if fault.format != 1), 1)
    raw |= {} if version is None else {"format": version}
    raw |= {"examples": examples} if examples else {}
    file = folder / "merged.toml"
    file.write_text(tomli_w.dumps(raw), encoding="utf-8")
    came = {(each.path, each.message.replace(str(folder), "")) for each in mistakes(file)}
    assert came == expected, [fault.name for fault in faults]


@pytest.mark.parametrize("fault", FAULTS, ids=[fault.name for fault in FAULTS])
def test_two_faults_in_one_file_are_both_told(fault: Fault, tmp_path: Path) -> None:
    others = [other for other in FAULTS if independent(fault, other)]
    assert others
    for other in Random(fault.name).sample(others, min(3, len(others))):
        refused_together([fault, other], tmp_path)


@pytest.mark.parametrize("seed", range(8))
def test_as_many_faults_as_go_into_one_file_are_all_told(seed: int, tmp_path: Path) -> None:
    together: list[Fault] = []
    for fault in Random(seed).sample(FAULTS, len(FAULTS)):
        if all(independent(fault, other) for other in together):
            together.append(fault)
    assert len(together) >= 10
    refused_together(together, tmp_path)
