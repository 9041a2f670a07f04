"""Where the shipped variant files are: inside the package, or beside it in a checkout."""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def bundled_variants() -> Traversable:
    """The folder of the shipped variant files.

    Raises:
        FileNotFoundError: the package was installed without them.
    """
    packaged = files("palace").joinpath("_variants")
    if packaged.is_dir():
        return packaged
    checkout = Path(__file__).resolve().parents[2] / "variants"
    if checkout.is_dir():
        return checkout
    raise FileNotFoundError("palace was installed without its variant files")


def variant_names() -> tuple[str, ...]:
    """The names of the presets, `selected` first, the others in alphabetical order."""
    names = (entry.name for entry in bundled_variants().iterdir())
    presets = [
        name.removesuffix(".toml")
        for name in names
        if name.endswith(".toml") and not name.endswith(EXAMPLES_SUFFIX)
    ]
    return tuple(sorted(presets, key=lambda name: (name != "selected", name)))


EXAMPLES_SUFFIX = ".examples.toml"
"""The end of the name of a file of worked examples that lies beside its variant's file."""
