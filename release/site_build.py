"""Write into the service worker of a build which files it has: `python release/site_build.py [FOLDER]`.

It is run once more by whoever changes a file of a built site (`engine/timing.json`, say): the worker keeps no file
whose bytes are not those that it has been told of.
"""

import json
import sys
from hashlib import sha256
from pathlib import Path

__all__ = ["DOCUMENT", "HERE", "PACKED", "SITE", "WORKER", "seal"]

SITE = Path(__file__).parents[1] / "build" / "site"
DOCUMENT, WORKER = "index.html", "service_worker.js"
HERE = f"here/{DOCUMENT}"
"""The document of those pages of a server whose tables stand on the device; a site has none."""
BEGINNING = "self.BUILD="
"""The beginning of the first line of the worker, once there is one that lists the files."""
PACKED = (".br", ".gz")
UNASKED = (WORKER, "preloads.json")
"""The files that no page asks for: a browser asks for the first, and a server of tables reads the other."""


def seal(folder: Path) -> str:
    """List the files of a build in its worker, and return the version that they make together.

    A site's pages are drawn by its document; of the pages of a server those below `/here`, by one of their own.
    """
    worker, document = folder / WORKER, HERE if (folder / HERE).is_file() else DOCUMENT
    named = {_address(path, folder): path for path in sorted(folder.rglob("*")) if _is_kept(path, folder, document)}
    files = {address: sha256(path.read_bytes()).hexdigest() for address, path in named.items()}
    version = sha256(json.dumps(files).encode()).hexdigest()[:16]
    code = worker.read_text("utf-8")
    if code.startswith(BEGINNING):
        code = code.partition("\n")[2]
    told = {"version": version, "document": _address(folder / document, folder), "files": files}
    build = json.dumps(told, separators=(",", ":"))
    worker.write_text(f"{BEGINNING}{build};\n{code}", "utf-8")
    for suffix in PACKED:  # it has been packed without that
        worker.with_name(f"{WORKER}{suffix}").unlink(missing_ok=True)
    return version


def _address(path: Path, folder: Path) -> str:
    """Return the path by which a page asks for a file: servers send some to `/` who ask for `/index.html`."""
    address = f"/{path.relative_to(folder).as_posix()}"
    return "/" if address == f"/{DOCUMENT}" else address


def _is_kept(path: Path, folder: Path, document: str) -> bool:
    """Whether a page may ask for a file; all other documents are copies of the one."""
    if not path.is_file() or path.suffix in PACKED or path.relative_to(folder).as_posix() in UNASKED:
        return False
    return path.suffix != ".html" or path == folder / document


if __name__ == "__main__":
    print(seal(Path(sys.argv[1]) if len(sys.argv) > 1 else SITE))
