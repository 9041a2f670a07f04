"""Variant files: reading with `extends`, writing, and making one variant from another."""

from os import PathLike
from pathlib import Path
from stat import S_IFDIR, S_IFMT, S_IFREG
from typing import Any

import tomli_w
from attrs import fields

from palace.bundled import bundled_folder, variant_names
from palace.checks import problems, require_sound
from palace.contents import differing
from palace.documents import Document, Source, document, rank_word, read_document, why_no_file
from palace.errors import NotationError, Problem, VariantError
from palace.given import path_given, require, write_file
from palace.reading import BESIDE_THE_RULES, Raw, readable, unstructure
from palace.variant import FORMAT, Span, Variant
from palace.wording import nearest, printable, shown

MOST_EXTENDED = 100
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
    return _variant(document(text), "custom", path_given(folder), ())


def dumps_variant(variant: Variant, *, relative_to: str | None = None) -> str:
    """The text of a file that loads as an equal variant.

    Args:
        variant: the variant.
        relative_to: a preset's name or a file's path that the text extends, writing only what
            differs from it; left out, the text is complete and extends nothing.

    Returns:
        TOML text.

    Raises:
        VariantError: something is wrong with the variant, or with what it would extend.
        PalaceError: it is no variant, or what it would extend is not named by a text.
    """
    return _text(variant, relative_to, Path())


def dump_variant(
    variant: Variant, path: "str | PathLike[str]", *, relative_to: str | None = None
) -> None:
    """Write a variant to a file, as `dumps_variant` does.

    Args:
        variant: the variant.
        path: where; a file that is there is replaced.
        relative_to: a preset's name, or a file's path that starts from the folder of `path`.

    Raises:
        VariantError: something is wrong with the variant, or with what it would extend; nothing
            is written.
        PalaceError: it is no variant or no path, no file can be called so, or what it would extend
            is not named by a text.
        OSError: the file cannot be written.
    """
    write_file(path, _text(variant, relative_to, path_given(path).parent))


def _text(variant: Variant, extends: str | None, folder: Path) -> str:
    require_sound(variant)
    if extends is None:
        return tomli_w.dumps({"format": FORMAT, **unstructure(variant)})
    right = "write a preset's name, or a file's path, as the text that the file shall have"
    require(extends, str, "name of a variant to extend", right)
    said = {"name": variant.name} | ({"summary": variant.summary} if variant.summary else {})
    changed = differing(variant, load_source(find(extends, folder)))
    return tomli_w.dumps({"format": FORMAT, "extends": extends, **said, **changed})


def derive(base: "Variant | str | PathLike[str]", **changes: Any) -> Variant:
    """A variant made from another by changing keys, in the shape of a file.

    Args:
        base: a variant, or a preset's name or a variant file's path, as `load_variant` takes them.
        **changes: top-level keys; a table is a dict and is merged key by key, as in
            `derive("rawlins", name="ours", ranks={"7": {"abilities": ["burn"]}})`.

    Returns:
        The changed variant, checked; the base stays as it is.

    Raises:
        VariantError: something is wrong with the base, or with the result; the error lists every
            problem.
        PalaceError: the base is no variant, and names none.
    """
    if isinstance(base, str | PathLike):
        base = load_variant(base)
    require_sound(base)
    variant, wrong = _read(_merge(unstructure(base), _canonical(changes)), frozenset())
    if wrong:
        raise VariantError(wrong)
    return variant


# ---------------------------------------------------------------- finding and reading


def find(name_or_path: "str | PathLike[str]", folder: Source | None = None) -> Source:
    """The file of a preset's name or of a path; of one that a file in a folder names.

    Raises:
        VariantError: there is no such preset, or a file names what may never end.
    """
    if not isinstance(name_or_path, str):
        return path_given(name_or_path)
    if name_or_path.endswith(".toml") or "/" in name_or_path or "\\" in name_or_path:
        return Path(name_or_path) if folder is None else _named_in(folder, name_or_path)
    if name_or_path not in variant_names():
        message = f"there is no preset named {shown(name_or_path)}; {_meant(name_or_path, folder)}"
        raise VariantError((Problem("", message),))
    file = f"{name_or_path}.toml"
    return bundled_folder(file).joinpath(file)


def _named_in(folder: Source, path: str) -> Source:
    found = folder.joinpath(path)
    if isinstance(found, Path) and _never_ends(found):
        message = f"{shown(path)} is a pipe or a device: write the path of a file"
        raise VariantError((Problem("", message),))
    return found


def _never_ends(path: Path) -> bool:
    """Whether a path may be read for ever; what is wrong with it otherwise is told then."""
    try:
        kind = S_IFMT(path.stat().st_mode)
    except (OSError, ValueError):
        return False
    return kind not in (S_IFREG, S_IFDIR)


def _meant(name: str, folder: Source | None) -> str:
    """What was meant by a name that is no preset's: a file that lies there, or a preset."""
    file = f"{name}.toml"
    if why_no_file((Path() if folder is None else folder).joinpath(file)) is None:
        return f"write {shown(file)} for the file of that name"
    return f"{preset_meant(name)} (a file's path ends in .toml)"


def preset_meant(name: str) -> str:
    """A hint at the shipped variant that may have been meant, or at where all are listed."""
    names = variant_names()
    return nearest(name, names) or f"`palace variants` lists the {len(names)} that there are"


def load_source(source: Source) -> Variant:
    """The variant of a file that was found; see `load_variant`."""
    return variant_of(read_document(source), source)


_OTHER_FILES = {
    "actions": "this is the record of a game: load_record reads it",
    "games": "this is a session of games: load_session reads it",
}
"""What a file is that has a key which no variant and no file of examples has."""


def require_rules(read: Document) -> None:
    """Refuse a file that holds a game or a session, all of whose keys would be unknown here.

    Raises:
        VariantError: it is such a file.
    """
    for key, wrong in _OTHER_FILES.items():
        if "variant" in read.raw and key in read.raw:
            raise VariantError((Problem("", wrong, read.file),))


def folder_of(source: Source) -> Source:
    """The folder of a file, also of one that is shipped in a zip."""
    return source.parent if isinstance(source, Path) else bundled_folder(source.name)


def variant_of(read: Document, source: Source, chain: tuple[str, ...] = ()) -> Variant:
    """The variant of a file that was read; `chain` names the files that extend it."""
    require_rules(read)
    name, folder = printable(source.name.removesuffix(".toml")), folder_of(source)
    return _variant(read, name, folder, (*chain, _identity(source)))


def _variant(read: Document, name: str, folder: Source, chain: tuple[str, ...]) -> Variant:
    """The variant of a text; `chain` names its file, and those that extend it."""
    raw = read.raw
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
        raise VariantError(read.placed(found + wrong))
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
        read = read_document(parent)
    except VariantError as error:
        raise _not_extended(extends, error) from None
    again = _identity(parent)
    if len(chain) > MOST_EXTENDED:
        raise _not_extended(extends, f"more than {MOST_EXTENDED} files extend one another")
    if again in chain:
        circle = " -> ".join((*chain[chain.index(again) :], again))
        why = f"it goes round in a circle: {circle}; let one of them extend something else"
        raise _not_extended(extends, why)
    return variant_of(read, parent, chain)


def _not_extended(extends: Any, why: object) -> VariantError:
    return VariantError((Problem("extends", f"{shown(extends)} cannot be extended: {why}"),))


def _identity(source: Source) -> str:
    return str(source.resolve()) if isinstance(source, Path) else str(source)


def _canonical(rules: Raw) -> Raw:
    """The same data with ranks that are keys written in the one way, so that they merge."""
    ranks = rules.get("ranks")
    if not isinstance(ranks, dict):
        return rules
    words = [rank_word(key) for key in ranks]
    return rules | {  # a rank that is there twice stays as it is, and is refused
        "ranks": {
            key if words.count(word) > 1 else word: table
            for (key, table), word in zip(ranks.items(), words, strict=True)
        }
    }


def _merge(parent: Raw, child: Raw) -> Raw:
    """Tables merged key by key; anything else of the child's stands in for the parent's.

    `false` takes away what the parent says where nothing need be said.
    """
    return _merged(parent, child, unstructure(Variant()) | {"ranks": {}})


def _merged(parent: Raw, child: Raw, needed: Raw) -> Raw:
    merged = dict(parent)
    for key, value in child.items():
        below = parent.get(key)
        if key == "on" and isinstance(below, str):
            below = {"rule": below}  # what the word is short for
        if isinstance(below, dict) and isinstance(value, dict):
            if key == "by_players":
                below = _not_said_anew(below, value)
            inner = needed.get(key)
            merged[key] = _merged(below, value, inner if isinstance(inner, dict) else {})
        elif value is False and key in parent and key not in needed and type(below) is not bool:
            del merged[key]
        else:
            merged[key] = value
    return merged


def _not_said_anew(parent: Raw, child: Raw) -> Raw:
    """A parent's player counts but for those of which a child says some in another span."""
    said = [span for span, value in child.items() if value is not False]
    return {
        span: value
        for span, value in parent.items()
        if span in child or not any(_overlap(span, other) for other in said)
    }


def _overlap(span: str, other: str) -> bool:
    try:
        return Span.parse(span).overlaps(Span.parse(other))
    except NotationError:  # it is refused when it is read
        return False


def _read(raw: Raw, unread: frozenset[str]) -> tuple[Variant, tuple[Problem, ...]]:
    """The variant of merged data as far as it can be read, and everything wrong with it."""
    variant, wrong, keys = readable(raw, Variant)
    return variant, wrong + problems(variant, unread | keys)
