"""Put the engine beside the client that a server sends, so that its pages host tables too: `python release/here.py`.

It is the engine of a site (`site_engine`), packed once, with the games there are and the paces of the table. The
service worker, the same as a site's, is told of all that these pages need, so that they open without the server, too.
"""

import gzip
import shutil
from pathlib import Path

import msgspec
from site_build import DOCUMENT, HERE, seal
from site_engine import fill
from site_licences import told

from prikup.server.http.static_files import CLIENT
from prikup.table.catalogue import catalogue
from prikup.table.table_settings import Timing

ENGINE = CLIENT / "engine"
HEADING = "# pyodide "
"""The first of the engine's licences, in the file of the client's."""


def main() -> None:
    """Fill the folder."""
    fill(ENGINE)
    (ENGINE / "timing.json").write_bytes(msgspec.json.encode(Timing()))
    (CLIENT / "catalogue.json").write_bytes(msgspec.json.encode(catalogue()))
    for path in (*ENGINE.iterdir(), CLIENT / "catalogue.json"):
        path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes(), mtime=0))
    licences = CLIENT / "licenses.txt"
    own = licences.read_text("utf-8").partition(HEADING)[0].rstrip()
    licences.write_text(f"{own}\n\n{told(ENGINE)}", "utf-8")
    kept(CLIENT)


def kept(client: Path) -> None:
    """Let a browser keep the pages below /here: their document is the same for everybody, unlike the one of a visit."""
    document = client / HERE
    document.parent.mkdir(exist_ok=True)
    shutil.copyfile(client / DOCUMENT, document)
    seal(client)


if __name__ == "__main__":
    main()
