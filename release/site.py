"""Make a site of a client that is built for a static server: `python release/site.py`, in build/site.

`site_engine` makes what hosts the tables. A manifest and icons let the site be installed; its service worker is told
which files there are.
"""

import shutil
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import msgspec
from site_build import DOCUMENT, PACKED, SITE, seal
from site_engine import ENGINE, fill
from site_icons import icon
from site_licences import told

from prikup.games import GAMES
from prikup.server.http.static_files import ROUTES
from prikup.table.catalogue import catalogue
from prikup.table.table_settings import Timing

ROOT = Path(__file__).parents[1]
ROOT_SCRIPT = rf"""
const base = document.createElement("base");
base.href = location.pathname.replace(/^(.*\/)(?:{"|".join(filter(None, ROUTES))})(?:\/.*)?$|[^/]*$/, "$1");
document.head.append(base);
addEventListener("DOMContentLoaded", () => base.remove());
"""
"""Lets the addresses of a document begin with the folder of the site: one document is sent for every page, and nobody
has told it where it is. What is before the name of a page is that folder."""
SCRIPTS = f"'self' 'wasm-unsafe-eval' 'sha256-{b64encode(sha256(ROOT_SCRIPT.encode()).digest()).decode()}'"
POLICY = f"default-src 'self'; script-src {SCRIPTS}; style-src 'self' 'unsafe-inline'; object-src 'none'"
SIGN = ROOT / "web" / "public" / "mark.svg"
PAPER, SHEET = "#f4efe6", (0xF4, 0xEF, 0xE6)
"""The colour of the page in the light (`web/src/styles/tokens.css`)."""
ICONS = {"icon-192.png": (192, 1, None), "icon-512.png": (512, 1, None), "maskable-512.png": (512, 0.8, SHEET)}
"""The icons of the manifest: size, the share of it that the sign takes, ground. Launchers cut what is maskable."""
SHORTCUTS = {"score": "Score a real table", "problems": "Problems"}
MANIFEST, TOUCH_ICON = "manifest.webmanifest", "touch-icon.png"
PAGES = ("rules", *(f"rules/{game}" for game in GAMES), "score", "problems", "analyse", "matches", "statistics")
"""The pages that a site has beside the lobby, and that are found before the service worker is there."""


def main() -> None:
    """Fill the folder."""
    fill(ENGINE)
    _licences()
    _document()
    (ENGINE / "timing.json").write_bytes(msgspec.json.encode(Timing()))
    (SITE / "catalogue.json").write_bytes(msgspec.json.encode(catalogue()))
    _installable()
    _doors()
    seal(SITE)
    size = sum(path.stat().st_size for path in ENGINE.iterdir())
    print(f"{size // 1000} kB  {ENGINE.relative_to(ROOT)}")


def _licences() -> None:
    """Say of the engine too whose work is in it."""
    client = SITE / "licenses.txt"
    client.write_text(f"{client.read_text('utf-8')}\n{told(ENGINE)}", "utf-8")


def _document() -> None:
    """Let the document itself say what may run there, as a static server may not, and what it is installed by."""
    document, policy = SITE / DOCUMENT, f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />'
    script = f"<script>{ROOT_SCRIPT}</script>"
    text = document.read_text("utf-8").replace("<head>", f"<head>\n    {policy}\n    {script}")
    links = (f'<link rel="manifest" href="./{MANIFEST}" />', f'<link rel="apple-touch-icon" href="./{TOUCH_ICON}" />')
    document.write_text(text.replace("</head>", "".join(f"  {link}\n  " for link in links) + "</head>"), "utf-8")
    (SITE / "preloads.json").unlink()  # a server of tables reads it
    for suffix in PACKED:  # it is another now than the one that has been packed
        (SITE / f"{DOCUMENT}{suffix}").unlink()


def _installable() -> None:
    """Write the manifest, by which a browser offers to install the site, and its icons."""
    drawn = [{"src": "mark.svg", "sizes": "any", "type": "image/svg+xml"}]
    for name, (size, shown, ground) in ICONS.items():
        (SITE / name).write_bytes(icon(SIGN, size, shown=shown, ground=ground))
        purpose = "maskable" if ground else "any"
        drawn.append({"src": name, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose})
    (SITE / TOUCH_ICON).write_bytes(icon(SIGN, 180, shown=0.9, ground=SHEET))
    manifest = {
        "name": "prikup",
        "short_name": "prikup",
        "description": "Old trick-taking card games, at one quiet table.",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": drawn,
        "shortcuts": [{"name": name, "url": page} for page, name in SHORTCUTS.items()],
    }
    (SITE / MANIFEST).write_bytes(msgspec.json.encode(manifest))


def _doors() -> None:
    """Lay the document where a server finds it that knows nothing of pages: in their folders, and for what it lacks."""
    for page in PAGES:
        (SITE / page).mkdir(parents=True, exist_ok=True)
        shutil.copyfile(SITE / DOCUMENT, SITE / page / DOCUMENT)
    shutil.copyfile(SITE / DOCUMENT, SITE / "404.html")


if __name__ == "__main__":
    main()
