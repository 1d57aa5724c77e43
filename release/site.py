"""Make a site of a client that is built for a static server: `python release/site.py`, in build/site.

`site_engine` makes what hosts the tables, `site_manifest` what lets the site be installed; its service worker is told
which files there are.
"""

import shutil
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import msgspec
from site_build import DOCUMENT, SITE, seal
from site_engine import ENGINE, fill
from site_licences import told
from site_manifest import make_installable

from prikup.games import GAMES
from prikup.server.http.static_files import ROUTES
from prikup.table.catalogue import catalogue
from prikup.table.table_settings import Timing

ROOT = Path(__file__).parents[1]
NAMES = "|".join(filter(None, (*ROUTES, "here")))
"""The first parts of the paths of pages. Older builds gave links to tables of a device that begin with the last."""
ROOT_SCRIPT = rf"""
const base = document.createElement("base");
base.href = location.pathname.replace(/^(.*\/)(?:{NAMES})(?:\/.*)?$|[^/]*$/, "$1");
document.head.append(base);
addEventListener("DOMContentLoaded", () => base.remove());
"""
"""Lets the addresses of a document begin with the folder of the site: one document is sent for every page, and nobody
has told it where it is. What is before the name of a page is that folder."""
SCRIPTS = f"'self' 'wasm-unsafe-eval' 'sha256-{b64encode(sha256(ROOT_SCRIPT.encode()).digest()).decode()}'"
POLICY = f"default-src 'self'; script-src {SCRIPTS}; style-src 'self' 'unsafe-inline'; object-src 'none'"
PAGES = ("rules", *(f"rules/{game}" for game in GAMES), "score", "problems", "analyse", "matches", "statistics")
"""The pages that a site has beside the lobby, and that are found before the service worker is there."""


def main() -> None:
    """Fill the folder."""
    fill(ENGINE)
    _licences()
    _document()
    (ENGINE / "timing.json").write_bytes(msgspec.json.encode(Timing()))
    (SITE / "catalogue.json").write_bytes(msgspec.json.encode(catalogue()))
    make_installable(SITE)
    _doors()
    seal(SITE)
    size = sum(path.stat().st_size for path in ENGINE.iterdir())
    print(f"{size // 1000} kB  {ENGINE.relative_to(ROOT)}")


def _licences() -> None:
    """Say of the engine too whose work is in it."""
    client = SITE / "licenses.txt"
    client.write_text(f"{client.read_text('utf-8')}\n{told(ENGINE)}", "utf-8")


def _document() -> None:
    """Let the document itself say what may run there, as a static server may not, and find the folder it is in."""
    document, policy = SITE / DOCUMENT, f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />'
    script = f"<script>{ROOT_SCRIPT}</script>"
    text = document.read_text("utf-8").replace("<head>", f"<head>\n    {policy}\n    {script}")
    document.write_text(text, "utf-8")
    (SITE / "preloads.json").unlink()  # a server of tables reads it


def _doors() -> None:
    """Lay the document where a server finds it that knows nothing of pages: in their folders, and for what it lacks."""
    for page in PAGES:
        (SITE / page).mkdir(parents=True, exist_ok=True)
        shutil.copyfile(SITE / DOCUMENT, SITE / page / DOCUMENT)
    shutil.copyfile(SITE / DOCUMENT, SITE / "404.html")


if __name__ == "__main__":
    main()
