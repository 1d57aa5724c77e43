"""Check the links of a built site.

Each must lead to a file of the site and an element in it, and nothing may be loaded from another host.
"""

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

__all__ = ["dead_links"]

LOADED = {"img", "script", "link", "source", "iframe"}
"""The elements whose address a browser loads without a click."""


class _Page(HTMLParser):
    """The addresses in a page, each with its element, and the ids in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[tuple[str, str]] = []
        self.ids: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the address and the id of an element."""
        for name, value in attrs:
            if value and name in ("href", "src"):
                self.links.append((tag, value))
            elif value and (name == "id" or (name == "name" and tag == "a")):
                self.ids.add(value)


def dead_links(site: Path) -> Iterator[str]:
    """Yield the links in the pages of a site that lead nowhere, and those that load something from another host."""
    pages = {path: _Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    for path, page in pages.items():
        for tag, link in page.links:
            address = urlsplit(link)
            if address.scheme or address.netloc:
                is_dead = tag in LOADED and address.scheme != "data"
            else:
                target = (path.parent / unquote(address.path)).resolve() if address.path else path
                anchor = unquote(address.fragment)
                is_dead = not target.exists() or bool(anchor and target in pages and anchor not in pages[target].ids)
            if is_dead:
                yield f"{path.relative_to(site)}: {link}"
