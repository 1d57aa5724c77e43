"""Make a client installable like an app: write a manifest and icons, and link to them in the document (HTML file)."""

from pathlib import Path

import msgspec
from service_worker_files import COMPRESSED_SUFFIXES, DOCUMENT
from site_icons import icon

__all__ = ["make_installable"]

SIGN = Path(__file__).parents[1] / "web" / "public" / "mark.svg"
PAPER, SHEET = "#f4efe6", (0xF4, 0xEF, 0xE6)
"""The page colour of the light theme (`web/src/styles/tokens.css`), as text (`PAPER`) and as numbers (`SHEET`)."""
ICONS = {"icon-192.png": (192, 1, None), "icon-512.png": (512, 1, None), "maskable-512.png": (512, 0.8, SHEET)}
"""The icons of the manifest: the size in pixels, the fraction that the logo takes, and the background colour.

Launchers crop maskable icons, so the logo is smaller there.
"""
SHORTCUTS = {"score": "Score a real table", "problems": "Problems"}
MANIFEST, TOUCH_ICON = "manifest.webmanifest", "touch-icon.png"
LINKS = f"""  <link rel="manifest" href="./{MANIFEST}" />
    <link rel="apple-touch-icon" href="./{TOUCH_ICON}" />
  </head>"""


def make_installable(folder: Path) -> None:
    """Write the manifest and its icons into the folder of a client, and link to them in the client's HTML file."""
    icons = [{"src": "mark.svg", "sizes": "any", "type": "image/svg+xml"}]
    for name, (size, share, ground) in ICONS.items():
        (folder / name).write_bytes(icon(SIGN, size, share=share, ground=ground))
        purpose = "maskable" if ground else "any"
        icons.append({"src": name, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose})
    (folder / TOUCH_ICON).write_bytes(icon(SIGN, 180, share=0.9, ground=SHEET))
    manifest = {
        "name": "prikup",
        "short_name": "prikup",
        "description": "Old trick-taking card games, at one quiet table.",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": icons,
        "shortcuts": [{"name": name, "url": page} for page, name in SHORTCUTS.items()],
    }
    (folder / MANIFEST).write_bytes(msgspec.json.encode(manifest))
    document = folder / DOCUMENT
    text = document.read_text("utf-8")
    if MANIFEST not in text:
        document.write_text(text.replace("</head>", LINKS.lstrip(), 1), "utf-8")
    for suffix in COMPRESSED_SUFFIXES:  # these compressed copies are outdated
        document.with_name(f"{DOCUMENT}{suffix}").unlink(missing_ok=True)
