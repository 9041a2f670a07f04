"""Variant files: reading with `extends`, writing, and making one variant from another."""

from importlib.resources.abc import Traversable
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

import tomli_w
from attrs import evolve, fields

from palace.bundled import bundled_variants, variant_names
from palace.cards import Rank
from palace.checks import problems, require_sound, shown, suggestion
from palace.errors import NotationError, Problem, VariantError
from palace.reading import BESIDE_THE_RULES, Raw, parse_toml, readable, unstructure
from palace.variant import FORMAT, Variant

Source: TypeAlias = Path | Traversable
LONGEST_CHAIN = 100
"""How many files may extend one another."""


def load_variant(name_or_path: "str | PathLike[str]") -> Variant:
    """Load a variant from a preset's name or from a file.

    Args:
        name_or_path: a name such as `"rawlins"`; a path, or a text that ends in `.toml` or has a
            slash, is a file.

    Returns:
        The variant, checked and complete.

    Raises:
        VariantError: there is no such preset or file, or something is wrong in it; the error lists
            every problem with its path.
    """
    return load_source(find(name_or_path))


def loads_variant(text: str, *, folder: "str | PathLike[str]" = ".") -> Variant:
    """Load a variant from the text of a file.

    Args:
        text: TOML.
        folder: where a path in `extends` starts from.

    Returns:
        The variant, checked and complete; without a `name` in the text it is called `custom`.

    Raises:
        VariantError: something is wrong in it; the error lists every problem with its path.
    """
    raw = parse_toml(text)
    if isinstance(raw, Problem):
        raise VariantError((raw,))
    return _variant(raw, "custom", "", Path(folder), ())


def dumps_variant(variant: Variant) -> str:
    """The text of a file that loads as an equal variant; it is complete and extends nothing.

    Args:
        variant: the variant.

    Returns:
        TOML text, every key written out.

    Raises:
        VariantError: something is wrong with the variant.
    """
    require_sound(variant)
    return tomli_w.dumps({"format": FORMAT, **unstructure(variant)})


def dump_variant(variant: Variant, path: "str | PathLike[str]") -> None:
    """Write a variant to a file, as `dumps_variant` does.

    Args:
        variant: the variant.
        path: where; a file that is there is replaced.

    Raises:
        VariantError: something is wrong with the variant; nothing is written.
        OSError: the file cannot be written.
    """
    Path(path).write_bytes(dumps_variant(variant).encode())


def derive(base: Variant | str, **changes: Any) -> Variant:
    """A variant made from another by changing keys, in the shape of a file.

    Args:
        base: a variant, a preset's name, or a variant file's path.
        **changes: top-level keys; a table is a dict and is merged key by key, as in
            `derive("rawlins", name="ours", ranks={"7": {"abilities": ["burn"]}})`.

    Returns:
        The changed variant, checked; the base stays as it is.

    Raises:
        VariantError: something is wrong with the base, or with the result; the error lists every
            problem.
    """
    if isinstance(base, str):
        base = load_variant(base)
    require_sound(base)
    variant, wrong = _read(_merge(unstructure(base), _canonical(changes)), frozenset())
    if wrong:
        raise VariantError(wrong)
    return variant


# ---------------------------------------------------------------- finding and reading


def find(name_or_path: "str | PathLike[str]", folder: Source | None = None) -> Source:
    """The file of a preset's name or of a path.

    Raises:
        VariantError: there is no such preset.
    """
    if not isinstance(name_or_path, str):
        return Path(name_or_path)
    if name_or_path.endswith(".toml") or "/" in name_or_path or "\\" in name_or_path:
        return Path(name_or_path) if folder is None else folder.joinpath(name_or_path)
    if name_or_path not in variant_names():
        named, hint = shown(name_or_path), suggestion(name_or_path, variant_names())
        message = f"there is no preset named {named}; {hint}; a file's path ends in .toml"
        raise VariantError((Problem("", message),))
    return bundled_variants().joinpath(f"{name_or_path}.toml")


def load_source(source: Source) -> Variant:
    """The variant of a file that was found; see `load_variant`."""
    return _of_file(read_raw(source), source, ())


def folder_of(source: Source) -> Source:
    """The folder of a file; of a preset in a zip, that of all presets."""
    return source.parent if isinstance(source, Path) else bundled_variants()


def read_raw(source: Source) -> Raw:
    """The raw TOML data of a file.

    Raises:
        VariantError: the file cannot be read, or is not TOML.
    """
    file = str(source)
    try:
        raw = parse_toml(source.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError as error:
        raw = Problem("", f"this is not UTF-8 text: {error.reason} at byte {error.start}")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raw = Problem("", f"the file cannot be read: {why}")
    if isinstance(raw, Problem):
        raise VariantError((evolve(raw, file=file),))
    return raw


def _of_file(raw: Raw, source: Source, chain: tuple[str, ...]) -> Variant:
    """The variant of a file; `chain` names the files that extend it."""
    name, folder = source.name.removesuffix(".toml"), folder_of(source)
    return _variant(raw, name, str(source), folder, (*chain, _identity(source)))


def _variant(raw: Raw, name: str, file: str, folder: Source, chain: tuple[str, ...]) -> Variant:
    """The variant of a file's data; `chain` names the file, and those that extend it."""
    parent, unread, found = Variant(), frozenset[str](), _about_the_format(raw)
    if "extends" in raw:
        try:
            parent = _parent(raw["extends"], folder, chain)
        except VariantError as error:
            found += error.problems
            unread = frozenset(each.name for each in fields(Variant))
    rules = _canonical({key: raw[key] for key in raw if key not in BESIDE_THE_RULES})
    inherited = unstructure(parent) | {"name": name, "summary": ""}
    variant, wrong = _read(_merge(inherited, rules), unread)
    if found or wrong:
        raise VariantError(tuple(evolve(each, file=each.file or file) for each in (*found, *wrong)))
    return variant


def _about_the_format(raw: Raw) -> tuple[Problem, ...]:
    if "format" not in raw:
        return (Problem("format", f"it is missing: write format = {FORMAT}"),)
    if type(raw["format"]) is not int or raw["format"] != FORMAT:
        message = f"{shown(raw['format'])} is not known: write format = {FORMAT}"
        return (Problem("format", message),)
    return ()


def _parent(extends: Any, folder: Source, chain: tuple[str, ...]) -> Variant:
    if not isinstance(extends, str):
        raise _not_extended(extends, "write a preset's name, or a file's path")
    try:
        parent = find(extends, folder)
        raw = read_raw(parent)
    except VariantError as error:
        raise _not_extended(extends, error) from None
    again = _identity(parent)
    if len(chain) > LONGEST_CHAIN:
        raise _not_extended(extends, f"more than {LONGEST_CHAIN} files extend one another")
    if again in chain:
        circle = " -> ".join((*chain[chain.index(again) :], again))
        raise _not_extended(extends, f"it goes round in a circle: {circle}")
    return _of_file(raw, parent, chain)


def _not_extended(extends: Any, why: object) -> VariantError:
    return VariantError((Problem("extends", f"{shown(extends)} cannot be extended: {why}"),))


def _identity(source: Source) -> str:
    return str(source.resolve()) if isinstance(source, Path) else str(source)


def _canonical(rules: Raw) -> Raw:
    """The same data with ranks that are keys written in the one way, so that they merge."""
    ranks = rules.get("ranks")
    if not isinstance(ranks, dict):
        return rules
    words = [_rank_word(key) for key in ranks]
    return rules | {  # a rank that is there twice stays as it is, and is refused
        "ranks": {
            key if words.count(word) > 1 else word: table
            for (key, table), word in zip(ranks.items(), words, strict=True)
        }
    }


def _rank_word(key: str) -> str:
    try:
        return Rank.parse(key).value
    except NotationError:
        return key


def _merge(parent: Raw, child: Raw) -> Raw:
    """Tables merged key by key; anything else of the child's stands in for the parent's."""
    merged = dict(parent)
    for key, value in child.items():
        below = parent.get(key)
        if key == "on" and isinstance(below, str):
            below = {"rule": below}  # what the word is short for
        both = isinstance(below, dict) and isinstance(value, dict)
        merged[key] = _merge(below, value) if both else value  # type: ignore[arg-type]
    return merged


def _read(raw: Raw, unread: frozenset[str]) -> tuple[Variant, tuple[Problem, ...]]:
    """The variant of merged data as far as it can be read, and everything wrong with it."""
    variant, wrong, keys = readable(raw, Variant)
    return variant, wrong + problems(variant, unread | keys)
