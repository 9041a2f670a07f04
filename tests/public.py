"""What is public: the modules that say so by `__all__`, and their names, read off the source."""

import ast
from pathlib import Path

import palace
from processes import SOURCE

PACKAGE = SOURCE / "palace"


def listed(path: Path) -> tuple[str, ...]:
    """The names in `__all__` of a source file; none where the module is not public."""
    for each in ast.parse(path.read_text(encoding="utf-8")).body:
        match each:
            case ast.Assign(targets=[ast.Name(id="__all__")], value=ast.List() as value):
                return tuple(ast.literal_eval(value))
    return ()


def _modules() -> dict[str, tuple[str, ...]]:
    paths = [*PACKAGE.glob("*.py"), *PACKAGE.glob("*/__init__.py")]
    found = {
        (path.parent if path.stem == "__init__" else path).stem: listed(path)
        for path in sorted(paths)
        if path.parent != PACKAGE or path.stem != "__init__"
    }
    return {f"palace.{name}": names for name, names in found.items() if names}


MODULES = _modules()
"""The public modules below `palace`, each with its public names."""

NAMES = tuple(f"palace.{name}" for name in palace.__all__) + tuple(
    f"{module}.{name}"
    for module, names in MODULES.items()
    for name in names
    if name not in palace.__all__
)
"""Every public name once, from the top of the package where it is there."""
