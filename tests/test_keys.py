"""Every key of the variant language is in force: set back alone, it makes an example fail.

The files are the presets, with the examples beside them, and those of `keys/`, one for each group
of keys, with examples inside. A value that is `selected`'s is proven by a file whose parent says
something else. A key whose setting back leaves a contradiction is proven by that.
"""

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args, get_origin, get_type_hints

import pytest
import tomli_w
from attrs import fields, has

import palace
from palace import PalaceError, Rank, Variant, VariantError
from palace.abilities import Ability
from palace.examples import Example, Examples
from palace.variant import FORMAT

pytestmark = pytest.mark.untraced

TESTS = Path(__file__).parent
FILES = {
    path.stem: path
    for folder in (TESTS.parent / "variants", TESTS / "keys")
    for path in sorted(folder.glob("*.toml"))
    if not path.name.endswith(".examples.toml")
}
DESCRIBING = {
    "name": "what the rules are called; nothing is played by it",
    "summary": "one line for readers",
}
FOR_FORMS_ONLY = {
    "cardgames: order": "2 and 10 go on anything and leave no rank; a form without them asks it",
    "palace: order": "2 and 10 go on anything and leave no rank; a form without them asks it",
    "palace: pick_up.adding": "who picks up cannot play, and would add nothing as it is",
}
"""Keys of presets that change nothing by themselves, but in a form that changes others too."""
ABILITIES = {
    name: ability
    for name, ability in palace.abilities.ABILITIES.items()
    if ability.__module__ == "palace.abilities"
}

At: TypeAlias = tuple[str, ...]
"""Where a value stands, step by step: `("ranks", "8", "abilities", "skip", "wrap")`."""

# ---------------------------------------------------------------- a variant, key by key


def spread(value: Any, at: At = ()) -> Iterator[tuple[At, Any]]:
    """Every key and what it says; an ability is there when it has its `name`."""
    for each in fields(type(value)):
        here, below = getattr(value, each.name), (*at, each.name)
        if isinstance(value, Variant) and each.name == "ranks":
            for rank in Rank:
                yield from spread(value.rank(rank), (*below, rank.value))
        elif each.name == "by_players":
            for span, change in here:
                yield from spread(change, (*below, str(span)))
        elif each.name == "abilities":
            for ability in here:
                yield (*below, ability.name, "name"), ability.name
                yield from spread(ability, (*below, ability.name))
        elif has(type(here)):
            yield from spread(here, below)
        else:
            yield below, here


def gathered(keys: dict[At, Any]) -> Variant:
    """The variant that says all this."""
    raw: dict[str, Any] = {"format": FORMAT}
    for at, value in keys.items():
        table = raw
        for step in at[:-1]:
            table = table.setdefault(step, {})
        if value is not None:
            table[at[-1]] = list(value) if isinstance(value, tuple) else value
    for rules in raw["ranks"].values():
        rules["abilities"] = list(rules.get("abilities", {}).values())
    return palace.loads_variant(tomli_w.dumps(raw))


def default(at: At) -> Any:
    """What holds where a parent is silent: an ability's own default; no packs, no ability."""
    if "abilities" not in at or at[-1] == "name":
        return None
    ability, key = ABILITIES[at[-2]], at[-1]
    return next(each.default for each in fields(ability) if each.name == key)


def differing(child: dict[At, Any], parent: dict[At, Any]) -> Iterator[At]:
    """The keys to which a child gives another value than its parent."""
    for at in dict.fromkeys((*child, *parent)):
        ability = (*at[:-1], "name")
        if "abilities" in at and at[-1] != "name" and ability not in child:
            continue  # gone with its ability
        if child.get(at, default(at)) != parent.get(at, default(at)):
            yield at


def set_back(at: At, child: dict[At, Any], parent: dict[At, Any]) -> dict[At, Any]:
    """A child's keys but for one, which has its parent's value; an ability comes or goes whole."""
    if at[-1] == "name" and "abilities" in at:
        group = at[:-1]
        kept = {other: value for other, value in child.items() if other[: len(group)] != group}
        return kept | {o: value for o, value in parent.items() if o[: len(group)] == group}
    return child | {at: parent.get(at, default(at))}


def written(at: At) -> str:
    """A place as a reader writes it: `ranks.8.abilities[skip].wrap`."""
    if len(at) < 5:
        return ".".join(at)
    *before, ability, key = at
    return f"{'.'.join(before)}[{ability}]" + ("" if key == "name" else f".{key}")


def key_of(at: At) -> str:
    """The key that stands there, whatever the rank or the number of players: `ranks.*.sets`."""
    steps = list(at)
    for table in ("ranks", "by_players"):
        if table in steps[:-1]:
            steps[steps.index(table) + 1] = "*"
    return written(tuple(steps))


# ---------------------------------------------------------------- a file and its parent


@cache
def examples_of(file: str) -> Examples:
    return palace.load_examples(FILES[file])


@cache
def keys_of(file: str) -> tuple[dict[At, Any], dict[At, Any]]:
    """All keys of a file's variant, and all of its parent's."""
    extends = tomllib.loads(FILES[file].read_text(encoding="utf-8")).get("extends")
    parent = palace.load_variant(FILES[extends.removesuffix(".toml")]) if extends else Variant()
    return dict(spread(examples_of(file).variant)), dict(spread(parent))


def own_keys(file: str) -> list[At]:
    return [at for at in differing(*keys_of(file)) if key_of(at) not in DESCRIBING]


def holds(variant: Variant, example: Example) -> bool:
    try:
        return not palace.check_examples(Examples(variant, (example,)))
    except PalaceError:  # under this variant the position, or the deal, cannot be
        return False


@cache
def is_missed(file: str, at: At) -> bool | None:
    """Whether an example fails when one key is set back; None: the others cannot do without it."""
    child, parent = keys_of(file)
    try:
        variant = gathered(set_back(at, child, parent))
    except VariantError:
        return None
    return not all(holds(variant, example) for example in examples_of(file).examples)


CASES = [(file, at) for file in FILES for at in own_keys(file)]
NAMES = [f"{file}: {written(at)}" for file, at in CASES]


@pytest.mark.parametrize("file", FILES)
def test_the_examples_hold(file: str) -> None:
    examples = examples_of(file)
    assert examples.examples
    assert palace.check_examples(examples) == ()


@pytest.mark.parametrize("file", FILES)
def test_a_variant_is_what_its_keys_say(file: str) -> None:
    """What the proofs below rest on: nothing is lost in taking a variant apart."""
    assert gathered(keys_of(file)[0]) == examples_of(file).variant


@pytest.mark.parametrize(("file", "at"), CASES, ids=NAMES)
def test_a_key_set_back_alone_makes_an_example_fail(file: str, at: At) -> None:
    for_forms_only = f"{file}: {written(at)}" in FOR_FORMS_ONLY  # else it is proven after all
    assert is_missed(file, at) in ((False,) if for_forms_only else (True, None))


# ---------------------------------------------------------------- all keys, all values


def language(cls: type[Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """Every key of the language with its values, None where they are not a closed list."""
    hints = get_type_hints(cls)
    for each in fields(cls):
        hint, below = hints[each.name], f"{path}.{each.name}".removeprefix(".")
        inner = get_args(hint)
        if get_origin(hint) is Literal:
            yield below, inner
        elif hint is bool:
            yield below, (True, False)
        elif has(hint):
            yield from language(hint, below)
        elif inner and get_origin(inner[0]) is tuple:  # a table of ranks or player counts
            yield from language(get_args(inner[0])[1], f"{below}.*")
        elif inner and inner[0] is Ability:
            yield below, ((),)
            for word, ability in ABILITIES.items():
                yield f"{below}[{word}]", (word,)
                yield from language(ability, f"{below}[{word}]")
        else:
            yield below, None


def proven() -> set[tuple[str, Any]]:
    """Every key with a value that some file gives it, and that an example fails without."""
    pairs: set[tuple[str, Any]] = set()
    for file, at in CASES:
        child, _ = keys_of(file)
        if not is_missed(file, at):
            continue
        if at in child:
            pairs.add((key_of(at), child[at]))
        elif not any(other[:3] == at[:3] for other in child):  # the parent's ability, and none now
            pairs.add((key_of(at[:3]), ()))
    return pairs


def test_every_key_and_every_value_of_a_closed_key_is_proven() -> None:
    known, defaults = proven(), {key_of(at): value for at, value in spread(Variant())}
    changed = {key for key, value in known if value != defaults.get(key, ())}
    missing = [
        (key, value)
        for key, values in language(Variant)
        if key not in DESCRIBING
        for value in (values or ("another value",))
        if ((key, value) not in known if values else key not in changed)
    ]
    assert missing == []


def test_the_keys_that_are_set_apart_are_there() -> None:
    assert DESCRIBING.keys() <= dict(language(Variant)).keys()
    assert FOR_FORMS_ONLY.keys() <= set(NAMES)


def test_the_keys_beside_the_rules_are_in_force() -> None:
    raw = tomllib.loads(FILES["suit"].read_text(encoding="utf-8"))
    extends, written_for = raw.pop("extends"), raw.pop("format")
    assert (extends, written_for) == ("palace-suits", FORMAT)
    assert raw.pop("examples")
    orphan = palace.loads_variant(tomli_w.dumps(raw | {"format": FORMAT}))
    assert not all(holds(orphan, example) for example in examples_of("suit").examples)
    with pytest.raises(VariantError, match="format"):
        palace.loads_variant(tomli_w.dumps(raw | {"extends": extends}))
