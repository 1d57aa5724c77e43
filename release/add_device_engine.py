"""Add the engine to a server's client, so that its pages work offline: `python release/add_device_engine.py`.

The engine is the code that hosts tables in the browser, the same as that of a static site (`site_engine`). It is
compressed beforehand, and has all games and the usual delays at a table. The client also gets a service worker and a
manifest, as a site does.
"""

import gzip

import msgspec
from service_worker_files import seal
from site_engine import fill
from site_licences import licence_text
from site_manifest import make_installable

from prikup.server.http.static_files import CLIENT
from prikup.table.opening.catalogue import catalogue
from prikup.table.table_settings import Timing

ENGINE = CLIENT / "engine"
HEADING = "# pyodide "
"""The beginning of the heading above the engine's licences in the client's licence file.

If the program runs again, everything from this heading on is replaced.
"""


def main() -> None:
    """Write the engine and its licences into the client's folder, and make the client installable."""
    fill(ENGINE)
    (ENGINE / "timing.json").write_bytes(msgspec.json.encode(Timing()))
    (CLIENT / "catalogue.json").write_bytes(msgspec.json.encode(catalogue()))
    for path in (*ENGINE.iterdir(), CLIENT / "catalogue.json"):
        path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes(), mtime=0))
    licences = CLIENT / "licenses.txt"
    client_licences = licences.read_text("utf-8").partition(HEADING)[0].rstrip()
    licences.write_text(f"{client_licences}\n\n{licence_text(ENGINE)}", "utf-8")
    make_installable(CLIENT)
    seal(CLIENT)


if __name__ == "__main__":
    main()
