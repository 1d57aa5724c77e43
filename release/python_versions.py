"""The Python interpreters that this machine has, or that uv can fetch."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

__all__ = ["MANY", "OLDEST", "UV", "NoInterpreter", "interpreter"]

OLDEST = "3.11"
MANY = ("3.12", "3.13", "3.14")
"""The versions that share one wheel, by the stable ABI."""
UV = Path(sys.executable).with_name("uv")


class NoInterpreter(Exception):
    """The Python version is not installed and could not be fetched; the message says why."""


@cache
def interpreter(version: str) -> Path:
    """Return an interpreter of a version (`3.12`). Raise NoInterpreter."""
    find = (UV, "python", "find", "--no-project", "--system", version)
    found = _asked(*find)
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    if found.returncode and (kept := sorted(pyenv.glob(f"versions/{version}.*/bin/python"))):
        return kept[-1]
    if found.returncode:
        fetched = _asked(UV, "python", "install", "--no-bin", version)
        found = _asked(*find)
        if found.returncode:
            reason = (fetched.stderr.strip() or found.stderr.strip()).splitlines()[-1].strip()
            raise NoInterpreter(f"Python {version} is not here and could not be fetched ({reason})")
    return Path(found.stdout.strip())


def _asked(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)
