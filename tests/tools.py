"""What some tests need beside the package: skipped where it is missing, but never in CI."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest


def module(name: str) -> Any:
    """A module that may not be installed."""
    if find_spec(name) is None and "CI" not in os.environ:
        pytest.skip(f"{name} is not installed")
    return import_module(name)


def _command(name: str) -> str:
    """A command that may not be installed, beside this Python or on the path."""
    folders = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    found = shutil.which(name, path=folders)
    if found is None and "CI" not in os.environ:
        pytest.skip(f"{name} is not installed")
    assert found is not None, f"{name} is not installed"
    return found


def tombi(files: Iterable[Path], *options: str) -> subprocess.CompletedProcess[str]:
    """What `tombi lint` says of files, by the schema that each of them names."""
    strict = ("lint", "--offline", "--error-on-warnings", *options)
    return _run(_command("tombi"), *strict, *map(str, files))


def taplo(files: Iterable[Path]) -> subprocess.CompletedProcess[str]:
    """What `taplo lint` says of files, by the schema that each of them names."""
    return _run(_command("taplo"), "lint", "--no-auto-config", *map(str, files))


def _run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, check=False, text=True, cwd="/")
