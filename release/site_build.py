"""Write into the service worker of a build which files it has: `python release/site_build.py [FOLDER]`.

It is run once more by whoever changes a file of a built site (`engine/timing.json`, say): the worker keeps no file
whose bytes are not those that it has been told of.
"""

import json
import sys
from hashlib import sha256
from pathlib import Path

__all__ = ["DOCUMENT", "PACKED", "SITE", "WORKER", "seal"]

SITE = Path(__file__).parents[1] / "build" / "site"
DOCUMENT, WORKER = "index.html", "service_worker.js"
BEGINNING = "self.BUILD="
"""The beginning of the first line of the worker, once there is one that lists the files."""
PACKED = (".br", ".gz")
PRELOADS = "preloads.json"
"""The file that a server of tables reads; a site has none."""
UNASKED = (WORKER, PRELOADS)
"""The files that no page asks for."""


def seal(folder: Path) -> str:
    """List the files of a build in its worker, and return the version that they make together.

    A server of tables sends a document of its own for each page; the kept one is for where it cannot be reached.
    """
    worker, server_first = folder / WORKER, (folder / PRELOADS).is_file()
    # A host of files sends the document for `/`, a server of tables that of the lobby.
    document = f"/{DOCUMENT}" if server_first else "/"
    named = {_address(path, folder): path for path in sorted(folder.rglob("*")) if _is_kept(path, folder)}
    named[document] = folder / DOCUMENT
    files = {address: sha256(path.read_bytes()).hexdigest() for address, path in named.items()}
    version = sha256(json.dumps(files).encode()).hexdigest()[:16]
    code = worker.read_text("utf-8")
    if code.startswith(BEGINNING):
        code = code.partition("\n")[2]
    told = {"version": version, "document": document, "serverFirst": server_first, "files": files}
    build = json.dumps(told, separators=(",", ":"))
    worker.write_text(f"{BEGINNING}{build};\n{code}", "utf-8")
    for suffix in PACKED:  # it has been packed without that
        worker.with_name(f"{WORKER}{suffix}").unlink(missing_ok=True)
    return version


def _address(path: Path, folder: Path) -> str:
    """Return the path by which a page asks for a file."""
    return f"/{path.relative_to(folder).as_posix()}"


def _is_kept(path: Path, folder: Path) -> bool:
    """Whether a page may ask for a file; all documents are copies of the one."""
    if not path.is_file() or path.suffix in PACKED or path.relative_to(folder).as_posix() in UNASKED:
        return False
    return path.suffix != ".html"


if __name__ == "__main__":
    print(seal(Path(sys.argv[1]) if len(sys.argv) > 1 else SITE))
