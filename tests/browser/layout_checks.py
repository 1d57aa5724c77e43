"""Layout and accessibility checks of a page: horizontal scrolling, clipped, covered or too small controls, bare message
keys, keyboard access, and barriers for screen readers."""

import re
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol

from playwright.sync_api import Page
from support.circles import depth

__all__ = [
    "DESKTOP",
    "PHONE",
    "TABLET",
    "Drawn",
    "Screen",
    "barriers",
    "faults",
    "unreached_controls",
    "wait_until_settled",
]

ROOT = Path(__file__).parents[2]
LOOKS = Path(__file__).with_name("looks.js").read_text()
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
KEY = re.compile(r"^([a-z]\w*-[\w-]+) =", re.MULTILINE)

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
"""The tags of the axe rules that pages must pass. They include target sizes, which axe checks only on request. Excluded
are level AAA, which WCAG does not require of whole sites, and rules also tagged `experimental` or `deprecated`, which
axe excludes by default because they report false or obsolete barriers."""
DARK = "matchMedia('(prefers-color-scheme: dark)').matches"
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")


class Drawn(Protocol):
    """A page in any browser."""

    def evaluate(self, expression: str, arg: Any = None, /) -> Any:
        """Call a function in the page; return the value of its promise."""


class Screen(NamedTuple):
    """A window size and a colour scheme."""

    width: int
    height: int
    theme: Theme = "light"

    def show(self, page: Page) -> None:
        """Apply this size and scheme to a page."""
        page.set_viewport_size({"width": self.width, "height": self.height})
        page.emulate_media(color_scheme=self.theme)

    @property
    def touch(self) -> bool:
        """Return whether the size is that of a touch screen."""
        return self.width < 700

    def __str__(self) -> str:
        return f"{self.width}x{self.height}-{self.theme}"


DESKTOP, TABLET, PHONE = Screen(1440, 900), Screen(820, 1180), Screen(360, 640)


@cache
def _keys() -> str:
    """Return the keys of all messages with more than one word that are not also words of a sentence (`half-whist`).

    They are one text, because Playwright sends a text much faster than a list.
    """
    files = (*(ROOT / "src/prikup").rglob("en.ftl"), ROOT / "web/src/words/en.ftl")
    texts = [file.read_text() for file in files]
    sentences = " ".join(KEY.sub("", text) for text in texts)
    words = set(re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)+", re.sub(r"\{[^}]*\}", "", sentences)))
    return " ".join(key for text in texts for key in KEY.findall(text) if key not in words)


def _call_script(page: Drawn, function: str, argument: Any = None) -> Any:
    return page.evaluate(f"argument => ({LOOKS}).{function}(argument)", argument)


def wait_until_settled(page: Drawn) -> None:
    """Wait until nothing is loading or moving."""
    _call_script(page, "settled")


def faults(page: Drawn, *, touch: bool = False) -> list[str]:
    """Return the layout faults of a page; with `touch`, also touch targets that are too small."""
    wait_until_settled(page)
    result: list[str] = _call_script(page, "faults", {"touch": touch, "keys": _keys()})
    return result


def barriers(page: Page, *themes: Theme) -> list[str]:
    """Return the barriers that axe finds in the given themes; by default light, and in circle `all` also dark. Restores
    the theme."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    original_theme: Theme = "dark" if page.evaluate(DARK) else "light"
    result: list[str] = []
    for theme in themes or THEMES[: depth(len(THEMES))]:
        page.emulate_media(color_scheme=theme)
        wait_until_settled(page)
        result += [f"{theme}: {barrier}" for barrier in _call_script(page, "barriers", RULES)]
    page.emulate_media(color_scheme=original_theme)
    wait_until_settled(page)
    return result


def unreached_controls(page: Page, key: str = "Tab") -> list[str]:
    """Return the controls that cannot be reached by keyboard or show no focus; `key` moves from stop to stop."""
    wait_until_settled(page)
    count, stops = _call_script(page, "stops")
    for _ in range(count + 3):  # past the last one and through the window's own frame
        page.keyboard.press(key)
        stops.append(page.evaluate("stops.now()"))
    return [*filter(None, stops), *_call_script(page, "missed")]
