"""Find Python interpreters on this machine, or install them with uv."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

__all__ = ["OLDEST", "STABLE_ABI_VERSIONS", "UV", "NoInterpreter", "interpreter"]

OLDEST = "3.11"
STABLE_ABI_VERSIONS = ("3.12", "3.13", "3.14")
"""The Python versions that share one wheel, because it uses only Python's stable binary interface (stable ABI)."""
UV = Path(sys.executable).with_name("uv")


class NoInterpreter(Exception):
    """The error for a Python version that is not installed and cannot be installed; the message gives the reason."""


@cache
def interpreter(version: str) -> Path:
    """Return the path of an interpreter for a version such as `3.12`, after installing it if necessary.

    Raise NoInterpreter if it cannot be installed.
    """
    find = (UV, "python", "find", "--no-project", "--system", version)
    search = _run(*find)
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    if search.returncode and (pyenv_pythons := sorted(pyenv.glob(f"versions/{version}.*/bin/python"))):
        return pyenv_pythons[-1]
    if search.returncode:
        installation = _run(UV, "python", "install", "--no-bin", version)
        search = _run(*find)
        if search.returncode:
            reason = (installation.stderr.strip() or search.stderr.strip()).splitlines()[-1].strip()
            raise NoInterpreter(f"Python {version} is not here and could not be fetched ({reason})")
    return Path(search.stdout.strip())


def _run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)
