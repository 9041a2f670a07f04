"""The package as it is installed: its presets come along, wherever it lies and is run from.

The sdist and the wheel are built, installed and tried in `.ci/run`.
"""

import ast
import json
import tomllib
from collections import Counter
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from pkgutil import iter_modules
from zipfile import ZipFile

import pytest

import palace
import public
from palace.bundled import atlas_names, preset_names
from processes import SOURCE, python

ROOT = Path(__file__).parents[1]
VARIANTS = ROOT / "variants"
NEED_AN_EXTRA = {"palace.rl", "palace.testing"}
LOAD_ALL = """
import json, palace
games = {name: palace.load_variant(name) for name in palace.variant_names()}
texts = {name: palace.dumps_variant(variant) for name, variant in games.items()}
tried = [name for name in games if name in ("selected", "palace-suits", "thack")]
deals = [str(palace.new_game(games[name], 4, seed=1)) for name in tried]
shown = [len(palace.load_examples(name).examples) for name in tried]
print(json.dumps([palace.__file__, texts, deals, shown]))
"""
"""Loads every shipped variant, and deals and loads the examples of some; prints what came."""


def here() -> list[object]:
    """What `LOAD_ALL` prints, but for the place, in this process."""
    variants = {name: palace.load_variant(name) for name in palace.variant_names()}
    tried = ["selected", "palace-suits", "thack"]
    return [
        {name: palace.dumps_variant(variant) for name, variant in variants.items()},
        [str(palace.new_game(variants[name], 4, seed=1)) for name in tried],
        [len(palace.load_examples(name).examples) for name in tried],
    ]


@pytest.mark.parametrize(
    ("folder", "names"), [(VARIANTS, preset_names()), (VARIANTS / "atlas", atlas_names())]
)
def test_the_shipped_variants_are_the_files_in_variants(
    folder: Path, names: tuple[str, ...]
) -> None:
    files = {path.name for path in folder.glob("*.toml")}
    assert files == {f"{name}{suffix}" for name in names for suffix in (".toml", ".examples.toml")}


def test_no_name_is_used_twice() -> None:
    names = palace.variant_names()
    assert names == preset_names() + atlas_names()
    assert len(set(names)) == len(names)


def test_the_presets_load_from_any_folder(tmp_path: Path) -> None:
    for folder in ("/", str(tmp_path)):
        _, *came = json.loads(python(LOAD_ALL, folder=folder))
        assert came == here()


def zipped(folder: Path, *, variants: bool) -> Path:
    """A zip of the package, laid out as a wheel is: the variants lie inside the package."""
    with ZipFile(folder / "palace.zip", "w") as archive:
        for path in (SOURCE / "palace").rglob("*.py"):
            archive.write(path, path.relative_to(SOURCE).as_posix())
        for path in VARIANTS.rglob("*.toml") if variants else ():
            archive.write(path, f"palace/_variants/{path.relative_to(VARIANTS).as_posix()}")
    return folder / "palace.zip"


def test_the_presets_load_from_a_zip(tmp_path: Path) -> None:
    package = zipped(tmp_path, variants=True)
    place, *came = json.loads(python(LOAD_ALL, package=package))
    assert place.startswith(str(package))
    assert came == here()


def test_a_file_extends_a_preset_that_lies_in_a_zip(tmp_path: Path) -> None:
    ours = tmp_path / "ours.toml"
    ours.write_text('format = 1\nextends = "palace-suits"\nsets = true\n', encoding="utf-8")
    code = f"import palace; print(palace.load_variant({str(ours)!r}).suits)"
    assert python(code, package=zipped(tmp_path, variants=True)).split() == [b"colour"]


def test_a_package_without_its_variants_says_so(tmp_path: Path) -> None:
    code = "import palace\ntry:\n palace.variant_names()\nexcept FileNotFoundError as e: print(e)"
    said = python(code, package=zipped(tmp_path, variants=False))
    assert b"without its variant files" in said


def test_the_wheel_is_told_to_hold_the_package_and_the_variants() -> None:
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]
    wheel = build["build"]["targets"]["wheel"]
    assert set(wheel["only-include"]) == set(wheel["sources"]) == {"src/palace", "variants"}
    assert wheel["sources"]["variants"] == "palace/_variants"
    assert {"src", "variants"} <= set(build["build"]["targets"]["sdist"]["only-include"])


def test_types_are_told_to_be_there() -> None:
    assert (SOURCE / "palace" / "py.typed").is_file()


def test_the_version_is_written_in_one_place() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert settings["project"]["dynamic"] == ["version"]
    assert settings["tool"]["hatch"]["version"] == {"path": "src/palace/__init__.py"}


def test_the_version_is_the_installed_one() -> None:
    try:
        installed = version("palace-rules")
    except PackageNotFoundError:
        pytest.skip("the package runs from its source, it is not installed")
    assert palace.__version__ == installed


# ---------------------------------------------------------------- importing it


def stub() -> ast.Module:
    return ast.parse((SOURCE / "palace" / "__init__.pyi").read_text(encoding="utf-8"))


def test_the_stub_names_what_the_package_finds_when_asked() -> None:
    homes = {
        (str(each.module), alias.name)
        for each in stub().body
        if isinstance(each, ast.ImportFrom)
        for alias in each.names
    }
    names = {(f"palace.{home}", name) for name, home in vars(palace)["_HOME"].items()}
    modules = {("palace", name) for name in vars(palace)["_MODULES"]}
    assert homes == names | modules
    for home, name in names:
        assert getattr(palace, name) is getattr(import_module(home), name)


def test_the_stub_lists_the_same_public_names() -> None:
    (listed,) = (each.value for each in stub().body if isinstance(each, ast.Assign))
    assert ast.literal_eval(listed) == [*palace.__all__]


def test_a_public_module_is_there_with_the_package() -> None:
    """But for those that need an extra."""
    names = vars(palace)["_MODULES"]
    assert {f"palace.{name}" for name in names} == public.MODULES.keys() - NEED_AN_EXTRA
    for name in names:
        assert getattr(palace, name) is import_module(f"palace.{name}")


def test_a_public_name_has_one_home() -> None:
    """The top of the package shows names of the public modules, the others have different ones."""
    homes = [(name, module) for module, names in public.MODULES.items() for name in names]
    homes += [
        (name, f"palace.{home}")
        for name, home in vars(palace)["_HOME"].items()
        if f"palace.{home}" not in public.MODULES
    ]
    twice = Counter(name for name, _ in homes)
    assert {name for name, count in twice.items() if count > 1} <= {"check_bot"}


def test_no_public_name_is_a_module_s_too() -> None:
    """The import of a module would put itself in the place of the name."""
    modules = {each.name for each in iter_modules(palace.__path__)}
    assert modules.isdisjoint(palace.__all__)


def test_importing_the_package_imports_nothing_else() -> None:
    said = python("import sys, palace; print(*[each for each in sys.modules if 'palace.' in each])")
    assert said.decode().split() == []


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"module 'palace' has no attribute 'aply'"):
        palace.aply  # type: ignore[attr-defined] # noqa: B018


def test_what_dir_lists_is_public() -> None:
    """An app's author completes names with it: no helper, no module of the inside."""
    modules = {name.partition(".")[2] for name in public.MODULES.keys() - NEED_AN_EXTRA}
    assert {*dir(palace)} - {*palace.__all__} - modules == {
        name for name in vars(palace) if name.startswith("__")
    }


@pytest.mark.parametrize(
    ("module", "lacks", "extra"), [("rl", "numpy", "rl"), ("testing", "hypothesis", "testing")]
)
def test_what_an_extra_brings_is_told_by_its_name(module: str, lacks: str, extra: str) -> None:
    """It was told only which module is not there."""
    code = f"""
import sys
sys.modules[{lacks!r}] = None
try:
    import palace.{module}
except ModuleNotFoundError as error:
    print(error)
"""
    told = f"{lacks} is not installed; the extra {extra} brings it: python -m pip install"
    assert python(code).decode().startswith(told)
