"""Turn a client that was built for a static site into that site, in build/site: `python release/site.py`.

A static site has no server program, so the browser hosts the tables. `site_engine` builds the code for this, and
`site_manifest` makes the site installable. The service worker gets the list of files.
"""

import shutil
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import msgspec
from service_worker_files import DOCUMENT, SITE, seal
from site_engine import ENGINE, fill
from site_licences import licence_text
from site_manifest import make_installable

from prikup.games import GAMES
from prikup.server.http.static_files import ROUTES
from prikup.table.opening.catalogue import catalogue
from prikup.table.table_settings import Timing

ROOT = Path(__file__).parents[1]
NAMES = "|".join(filter(None, (*ROUTES, "here")))
"""The first parts of the paths of all pages, as alternatives of a regular expression.

The last one (`here`) is no longer a page; in older builds, links to tables on the device used it.
"""
ROOT_SCRIPT = rf"""
const base = document.createElement("base");
base.href = location.pathname.replace(/^(.*\/)(?:{NAMES})(?:\/.*)?$|[^/]*$/, "$1");
document.head.append(base);
addEventListener("DOMContentLoaded", () => base.remove());
"""
"""JavaScript that makes the relative addresses in a document start with the site's folder.

The document cannot contain this folder, because every page gets the same document. The script takes the part of the
address before the name of the page.
"""
SCRIPTS = f"'self' 'wasm-unsafe-eval' 'sha256-{b64encode(sha256(ROOT_SCRIPT.encode()).digest()).decode()}'"
POLICY = f"default-src 'self'; script-src {SCRIPTS}; style-src 'self' 'unsafe-inline'; object-src 'none'"
PAGES = ("rules", *(f"rules/{game}" for game in GAMES), "score", "problems", "analyse", "deal", "matches", "statistics")
"""The pages besides the lobby whose addresses must work even before the service worker is installed."""


def main() -> None:
    """Add everything to the built client that makes it a static site, and print the size of the engine."""
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
    """Append the licences of the third-party components of the engine (the code that hosts tables) to the client's."""
    client = SITE / "licenses.txt"
    client.write_text(f"{client.read_text('utf-8')}\n{licence_text(ENGINE)}", "utf-8")


def _document() -> None:
    """Insert the content security policy and `ROOT_SCRIPT` into the document, the HTML file of all pages.

    The policy is in the document because a static server may not send it as a header.
    """
    document, policy = SITE / DOCUMENT, f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />'
    script = f"<script>{ROOT_SCRIPT}</script>"
    text = document.read_text("utf-8").replace("<head>", f"<head>\n    {policy}\n    {script}")
    document.write_text(text, "utf-8")
    (SITE / "preloads.json").unlink()  # only a server of tables reads this file


def _doors() -> None:
    """Copy the document (the HTML file of all pages) to the folder of each page, and to 404.html.

    So the address of a page works on static servers, which do not know that all pages have the same document.
    """
    for page in PAGES:
        (SITE / page).mkdir(parents=True, exist_ok=True)
        shutil.copyfile(SITE / DOCUMENT, SITE / page / DOCUMENT)
    shutil.copyfile(SITE / DOCUMENT, SITE / "404.html")


if __name__ == "__main__":
    main()
