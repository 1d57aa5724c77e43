"""What is wrong with a page as it stands: nothing may scroll sideways, be cut off, covered, or too small to be touched;
no message key may be bare; everything is reached by keys alone, and told to those who cannot see."""

import re
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol

from playwright.sync_api import Page
from support.circles import depth

__all__ = ["DESKTOP", "PHONE", "TABLET", "Drawn", "Screen", "barriers", "faults", "settled", "unreached"]

ROOT = Path(__file__).parents[2]
LOOKS = Path(__file__).with_name("looks.js").read_text()
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
KEY = re.compile(r"^([a-z]\w*-[\w-]+) =", re.MULTILINE)

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
"""The tags of axe's rules that a page keeps; among them is the size of targets, which axe leaves out unless asked.
Not kept are those of level AAA, which WCAG itself does not ask of whole sites, and those that axe tags `experimental`
or `deprecated` besides, and leaves out itself: they find barriers where there are none, or nothing any more."""
DARK = "matchMedia('(prefers-color-scheme: dark)').matches"
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")


class Drawn(Protocol):
    """A page in whichever browser."""

    def evaluate(self, expression: str, arg: Any = None, /) -> Any:
        """Call a function there, and return what its promise came to."""


class Screen(NamedTuple):
    """What somebody looks at: a window, by day or by night."""

    width: int
    height: int
    theme: Theme = "light"

    def show(self, page: Page) -> None:
        """Look at a page on it."""
        page.set_viewport_size({"width": self.width, "height": self.height})
        page.emulate_media(color_scheme=self.theme)

    @property
    def touch(self) -> bool:
        """Whether it is one for fingers."""
        return self.width < 700

    def __str__(self) -> str:
        return f"{self.width}x{self.height}-{self.theme}"


DESKTOP, TABLET, PHONE = Screen(1440, 900), Screen(820, 1180), Screen(360, 640)


@cache
def _keys() -> tuple[str, ...]:
    """The keys of all messages that are more than one word, and no words of a sentence themselves (`half-whist`)."""
    files = (*(ROOT / "src/prikup").rglob("en.ftl"), ROOT / "web/src/words/en.ftl")
    texts = [file.read_text() for file in files]
    sentences = " ".join(KEY.sub("", text) for text in texts)
    words = set(re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)+", re.sub(r"\{[^}]*\}", "", sentences)))
    return tuple(key for text in texts for key in KEY.findall(text) if key not in words)


def _asked(page: Drawn, question: str, argument: Any = None) -> Any:
    return page.evaluate(f"argument => ({LOOKS}).{question}(argument)", argument)


def settled(page: Drawn) -> None:
    """Wait until nothing is loaded and nothing moves any more."""
    _asked(page, "settled")


def faults(page: Drawn, *, touch: bool = False) -> list[str]:
    """What an eye finds wrong, and with `touch` a finger."""
    settled(page)
    found: list[str] = _asked(page, "faults", {"touch": touch, "keys": _keys()})
    return found


def barriers(page: Page, *themes: Theme) -> list[str]:
    """What keeps people out, as axe finds it, in some themes: if none is named, by day, and in circle `all` by night
    too. The page is left as it was."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    before: Theme = "dark" if page.evaluate(DARK) else "light"
    found: list[str] = []
    for theme in themes or THEMES[: depth(len(THEMES))]:
        page.emulate_media(color_scheme=theme)
        settled(page)
        found += [f"{theme}: {barrier}" for barrier in _asked(page, "barriers", RULES)]
    page.emulate_media(color_scheme=before)
    settled(page)
    return found


def unreached(page: Page, key: str = "Tab") -> list[str]:
    """What one cannot come to by keys alone, or cannot see that one has; `key` leads from stop to stop."""
    settled(page)
    count, found = _asked(page, "stops")
    for _ in range(count + 3):  # past the last one and through the window's own frame
        page.keyboard.press(key)
        found.append(_asked(page, "stop"))
    return [*filter(None, found), *_asked(page, "missed")]
