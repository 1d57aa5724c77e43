"""The folder in which the program stores its files, and the names of new files."""

import sys
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

__all__ = ["data_folder", "new_path"]


def data_folder(environment: Mapping[str, str], system: str = sys.platform) -> Path:
    """Return the folder in which the program stores its files, such as logs of matches.

    `environment` has the environment variables, and `system` is a value of `sys.platform`. If XDG_DATA_HOME is set, the
    folder is in that folder on every system. Otherwise it is in the folder where the system's programs usually store
    data.
    """
    match system:
        case "win32":
            parent = environment.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
        case "darwin":
            parent = Path.home() / "Library" / "Application Support"
        case _:
            parent = Path.home() / ".local" / "share"
    return Path(environment.get("XDG_DATA_HOME") or parent) / "prikup"


def new_path(folder: Path, game: str) -> Path:
    """Return a path in `folder` for the file of a new match of the game `game`. No file has this path yet."""
    stem = f"{game}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
    names = (f"{stem}{tail}.jsonl" for tail in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(path for name in names if not (path := folder / name).exists())
