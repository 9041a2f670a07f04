"""Variant files: reading with `extends`, writing, and making one variant from another."""

from collections.abc import Mapping
from importlib.resources.abc import Traversable
from os import PathLike
from pathlib import Path
from typing import Any

import tomli_w
from attrs import evolve, fields

from palace.bundled import bundled_variants, variant_names
from palace.cards import Rank
from palace.checks import problems
from palace.errors import NotationError, Problem, VariantError
from palace.reading import parse_toml, structure, suggestion, unstructure
from palace.variant import FORMAT, Variant

Raw = dict[str, Any]
Source = Path | Traversable
_BESIDE_THE_RULES = ("format", "extends", "examples")


def load_variant(name_or_path: "str | PathLike[str]") -> Variant:
    """Load a variant from a preset's name or from a file.

    Args:
        name_or_path: a name such as `"rawlins"`; a path, or a text that ends in `.toml` or has a
            slash, is a file.

    Raises:
        VariantError: there is no such preset or file, or something is wrong in it; the error lists
            every problem with its path.
    """
    source = find(name_or_path)
    raw = read_raw(source)
    return _variant(raw, source, source.name.removesuffix(".toml"), ())


def loads_variant(text: str, *, folder: "str | PathLike[str]" = ".") -> Variant:
    """Load a variant from the text of a file.

    Args:
        text: TOML.
        folder: where a path in `extends` starts from.

    Raises:
        VariantError: something is wrong in it; the error lists every problem with its path.
    """
    raw = parse_toml(text)
    if isinstance(raw, Problem):
        raise VariantError((raw,))
    return _variant(raw, Path(folder) / "", "custom", ())


def dumps_variant(variant: Variant) -> str:
    """The text of a file that loads as an equal variant; it is complete and extends nothing.

    Args:
        variant: the variant.

    Raises:
        VariantError: something is wrong with the variant.
    """
    found = problems(variant)
    if found:
        raise VariantError(found)
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
    text = dumps_variant(variant)
    Path(path).write_text(text, encoding="utf-8")


def derive(base: Variant | str, **changes: Any) -> Variant:
    """A variant made from another by changing keys, in the shape of a file.

    Args:
        base: a variant, or a preset's name.
        **changes: top-level keys; a table is a dict and is merged key by key, as in
            `derive("rawlins", name="ours", ranks={"7": {"abilities": ["burn"]}})`.

    Raises:
        VariantError: something is wrong with the result; the error lists every problem.
    """
    if isinstance(base, str):
        base = load_variant(base)
    return _structured(_merge(unstructure(base), _canonical(changes)), changes, "")


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
        hint = suggestion(name_or_path, list(variant_names()))
        message = f"there is no preset named {name_or_path!r}; {hint}; a file's path ends in .toml"
        raise VariantError((Problem("", message),))
    return bundled_variants().joinpath(f"{name_or_path}.toml")


def read_raw(source: Source) -> Raw:
    """The raw TOML data of a file.

    Raises:
        VariantError: the file cannot be read, or is not TOML.
    """
    file = str(source)
    try:
        raw = parse_toml(source.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raw = Problem("", f"this is not UTF-8 text: {error.reason} at byte {error.start}")
    except OSError as error:
        raw = Problem("", f"the file cannot be read: {error.strerror or error}")
    if isinstance(raw, Problem):
        raise VariantError((evolve(raw, file=file),))
    return raw


def _variant(raw: Raw, source: Source, name: str, chain: tuple[str, ...]) -> Variant:
    """The variant of a file's data; `chain` names the files that extend this one."""
    file = str(source) if source.name else ""
    found = [evolve(problem, file=file) for problem in _about_the_file(raw)]
    parent = Variant()
    try:
        if isinstance(raw.get("extends"), str):
            parent = _parent(raw["extends"], source, (*chain, _identity(source)))
    except VariantError as error:
        found += error.problems
    rules = _canonical({key: raw[key] for key in raw if key not in _BESIDE_THE_RULES})
    merged = _merge(unstructure(parent) | {"name": name, "summary": ""}, rules)
    try:
        variant = _structured(merged, rules, file)
    except VariantError as error:
        raise VariantError((*found, *error.problems)) from None
    if found:
        raise VariantError(tuple(found))
    return variant


def _about_the_file(raw: Raw) -> list[Problem]:
    found = []
    if "format" not in raw:
        found.append(Problem("format", f"it is missing: write format = {FORMAT}"))
    elif type(raw["format"]) is not int or raw["format"] != FORMAT:
        found.append(Problem("format", f"{raw['format']!r} is not known: write format = {FORMAT}"))
    if not isinstance(raw.get("extends", ""), str):
        found.append(Problem("extends", f"{raw['extends']!r} is no text: write a preset's name"))
    return found


def _parent(extends: str, source: Source, chain: tuple[str, ...]) -> Variant:
    file = str(source) if source.name else ""
    folder = source.parent if isinstance(source, Path) else bundled_variants()
    try:
        parent = find(extends, folder)
    except VariantError as error:
        raise VariantError(
            tuple(evolve(each, path="extends", file=file) for each in error.problems)
        ) from None
    if _identity(parent) in chain:
        circle = " -> ".join((*chain[chain.index(_identity(parent)) :], _identity(parent)))
        raise VariantError((Problem("extends", f"it goes round in a circle: {circle}", file),))
    try:
        raw = read_raw(parent)
    except VariantError as error:
        message = f"{extends!r} cannot be extended: {error.problems[0].message}"
        raise VariantError((Problem("extends", message, file),)) from None
    return _variant(raw, parent, parent.name.removesuffix(".toml"), chain)


def _identity(source: Source) -> str:
    return str(source.resolve()) if isinstance(source, Path) else str(source)


def _canonical(rules: Raw) -> Raw:
    """The same data with ranks that are keys written in the one way, so that they merge."""
    ranks = rules.get("ranks")
    if not isinstance(ranks, dict):
        return rules
    return rules | {"ranks": {_rank_key(key, ranks): ranks[key] for key in ranks}}


def _rank_key(key: str, ranks: Mapping[str, Any]) -> str:
    try:
        canonical = Rank.parse(key).value
    except NotationError:
        return key
    return key if key != canonical and canonical in ranks else canonical


def _merge(parent: Raw, child: Raw) -> Raw:
    merged = dict(parent)
    for key, value in child.items():
        below = parent.get(key)
        both = isinstance(below, dict) and isinstance(value, dict)
        merged[key] = _merge(below, value) if both else value  # type: ignore[arg-type]
    return merged


def _structured(merged: Raw, rules: Raw, file: str) -> Variant:
    """The variant of merged data, or one error that lists everything wrong with it."""
    result = structure(merged, Variant)
    if isinstance(result, Variant):
        found = problems(result)
    else:
        unread = {problem.path.partition(".")[0].partition("[")[0] for problem in result}
        known = {each.name for each in fields(Variant)}
        rest = structure({k: v for k, v in merged.items() if k in known - unread}, Variant)
        found = result
        if isinstance(rest, Variant):
            found += problems(rest, unread)
    if found:
        raise VariantError(tuple(evolve(problem, file=file) for problem in found))
    assert isinstance(result, Variant)
    return result
