"""Write the list of a build's files into its service worker: `python release/service_worker_files.py [FOLDER]`.

The service worker caches the files, so that pages work offline. It caches no file whose content differs from the list.
So run the program again after changing a file of a built site, such as `engine/timing.json`.
"""

import json
import sys
from hashlib import sha256
from pathlib import Path

__all__ = ["COMPRESSED_SUFFIXES", "DOCUMENT", "SITE", "WORKER", "seal"]

SITE = Path(__file__).parents[1] / "build" / "site"
DOCUMENT, WORKER = "index.html", "service_worker.js"
BEGINNING = "self.BUILD="
"""The start of the service worker's first line after this program has written the list into it."""
COMPRESSED_SUFFIXES = (".br", ".gz")
PRELOADS = "preloads.json"
"""A file of the client that only a server of tables reads; a static site does not have it."""
UNREQUESTED_FILES = (WORKER, PRELOADS)
"""The files that no page requests, so that they are not in the list."""


def seal(folder: Path) -> str:
    """Write the list of the files in `folder` into its service worker; return the version computed from the list.

    If a server of tables serves the folder, it sends its own document (HTML file) for each page. The service worker
    then uses the cached document only when the server cannot be reached.
    """
    worker, server_first = folder / WORKER, (folder / PRELOADS).is_file()
    # For `/` a static host sends the document itself, but a server of tables sends the lobby's.
    document = f"/{DOCUMENT}" if server_first else "/"
    paths_by_address = {_address(path, folder): path for path in sorted(folder.rglob("*")) if _is_kept(path, folder)}
    paths_by_address[document] = folder / DOCUMENT
    files = {address: sha256(path.read_bytes()).hexdigest() for address, path in paths_by_address.items()}
    version = sha256(json.dumps(files).encode()).hexdigest()[:16]
    code = worker.read_text("utf-8")
    if code.startswith(BEGINNING):
        code = code.partition("\n")[2]
    build_info = {"version": version, "document": document, "serverFirst": server_first, "files": files}
    build = json.dumps(build_info, separators=(",", ":"))
    worker.write_text(f"{BEGINNING}{build};\n{code}", "utf-8")
    for suffix in COMPRESSED_SUFFIXES:  # these compressed copies are outdated
        worker.with_name(f"{WORKER}{suffix}").unlink(missing_ok=True)
    return version


def _address(path: Path, folder: Path) -> str:
    """Return the path in the URL by which a page requests a file; `folder` is the folder of the build."""
    return f"/{path.relative_to(folder).as_posix()}"


def _is_kept(path: Path, folder: Path) -> bool:
    """Return whether the list contains the file `path`, because a page may request it.

    `folder` is the folder of the build. HTML files are left out, because all of them are copies of the one document.
    """
    if (
        not path.is_file()
        or path.suffix in COMPRESSED_SUFFIXES
        or path.relative_to(folder).as_posix() in UNREQUESTED_FILES
    ):
        return False
    return path.suffix != ".html"


if __name__ == "__main__":
    print(seal(Path(sys.argv[1]) if len(sys.argv) > 1 else SITE))
