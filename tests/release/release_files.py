"""Read the files that `make release` wrote to dist."""

import re
import zipfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path

__all__ = ["DIST", "ROOT", "WHEELS", "Wheel"]

ROOT = Path(__file__).parents[2]
DIST = ROOT / "dist"
WHEELS = sorted(DIST.glob("*.whl"))


class Wheel:
    """A wheel: the bytes of its `files` by path."""

    def __init__(self, path: Path) -> None:
        with zipfile.ZipFile(path) as archive:
            self.files = {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}
        self.tag = path.stem.split("-", 2)[2]

    @property
    def extensions(self) -> dict[str, bytes]:
        """Return the native extension code of the wheel by package: `solver` and `env`."""
        matches = ((re.fullmatch(r"prikup/(\w+)/native\..*so", name), code) for name, code in self.files.items())
        return {match[1]: code for match, code in matches if match}

    def metadata_file(self, name: str) -> bytes:
        """Return a file of the wheel's metadata folder."""
        (content,) = (
            text for path, text in self.files.items() if re.fullmatch(rf"prikup-[^/]+\.dist-info/{name}", path)
        )
        return content

    @property
    def metadata(self) -> Message:
        """Return the core metadata."""
        return message_from_bytes(self.metadata_file("METADATA"))
