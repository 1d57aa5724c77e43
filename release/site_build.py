"""Write into the service worker of a site which files its build has: `python release/site_build.py [FOLDER]`.

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


def seal(folder: Path) -> str:
    """List the files of a site in its worker, and return the version that they make together."""
    worker = folder / WORKER
    named = {_address(path, folder): path for path in sorted(folder.rglob("*")) if _is_kept(path, folder)}
    files = {address: sha256(path.read_bytes()).hexdigest() for address, path in named.items()}
    version = sha256(json.dumps(files).encode()).hexdigest()[:16]
    code = worker.read_text("utf-8")
    if code.startswith(BEGINNING):
        code = code.partition("\n")[2]
    build = json.dumps({"version": version, "files": files}, separators=(",", ":"))
    worker.write_text(f"{BEGINNING}{build};\n{code}", "utf-8")
    return version


def _address(path: Path, folder: Path) -> str:
    """Return the path by which a page asks for a file: servers send some to `/` who ask for `/index.html`."""
    address = f"/{path.relative_to(folder).as_posix()}"
    return "/" if address == f"/{DOCUMENT}" else address


def _is_kept(path: Path, folder: Path) -> bool:
    """Whether a page may ask for a file; all other documents are copies of the one."""
    if not path.is_file() or path.suffix in PACKED or path == folder / WORKER:
        return False
    return path.suffix != ".html" or path == folder / DOCUMENT


if __name__ == "__main__":
    print(seal(Path(sys.argv[1]) if len(sys.argv) > 1 else SITE))
