"""Where the shipped variant files are: inside the package, or beside it in a checkout."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

EXAMPLES_SUFFIX = ".examples.toml"
"""The end of the name of a file of worked examples that lies beside its variant's file."""


def bundled_variants() -> "Traversable":
    """The folder of the shipped variant files; the tables of the atlas lie in a folder of it.

    Raises:
        FileNotFoundError: the package was installed without them.
    """
    beside = Path(__file__).with_name("_variants")
    if beside.is_dir():
        return beside
    checkout = Path(__file__).resolve().parents[2] / "variants"
    if checkout.is_dir():
        return checkout
    from importlib.resources import files  # noqa: PLC0415 - costs much, for a package in a zip file

    packaged = files("palace").joinpath("_variants")
    if packaged.is_dir():
        return packaged
    raise FileNotFoundError("palace was installed without its variant files")


def preset_names() -> tuple[str, ...]:
    """The names of the presets, `selected` first, the others in alphabetical order."""
    return tuple(sorted(_named(bundled_variants()), key=lambda name: (name != "selected", name)))


def atlas_names() -> tuple[str, ...]:
    """The names of the tables of the atlas, in alphabetical order."""
    return tuple(sorted(_named(_atlas())))


def variant_names() -> tuple[str, ...]:
    """The names of the shipped variants: the presets, then the tables of the atlas.

    `selected` comes first, the other presets and the tables in alphabetical order.

    Returns:
        Names for `load_variant`.
    """
    return preset_names() + atlas_names()


def bundled_folder(file: str) -> "Traversable":
    """The folder of a shipped file by the file's name: names are not used twice."""
    presets = bundled_variants()
    return presets if presets.joinpath(file).is_file() else _atlas()


def _atlas() -> "Traversable":
    return bundled_variants().joinpath("atlas")


def _named(folder: "Traversable") -> list[str]:
    """The variants whose files lie in a folder."""
    names = [entry.name for entry in folder.iterdir()] if folder.is_dir() else []
    return [
        name.removesuffix(".toml")
        for name in names
        if name.endswith(".toml") and not name.endswith(EXAMPLES_SUFFIX)
    ]
