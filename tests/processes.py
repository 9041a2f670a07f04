"""Running Python elsewhere: another process, another folder, the package from another place."""

import os
import subprocess
import sys
from pathlib import Path

import palace

SOURCE = Path(palace.__file__).resolve().parents[1]
"""The folder, or the zip, that holds the package."""


def python(code: str, *, data: bytes = b"", package: Path = SOURCE, folder: str = "/") -> bytes:
    """What some code writes, run in a folder with the package on `sys.path` from some place."""
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        input=data,
        env=os.environ | {"PYTHONPATH": str(package)},
        cwd=folder,
        capture_output=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr.decode()
    return ran.stdout
