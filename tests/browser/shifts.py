"""Chromium's layout shifts of a page, each with the elements that moved and their old and new boxes."""

from typing import NamedTuple

from playwright.sync_api import BrowserContext, Page

__all__ = ["Shift", "shifts", "watch_shifts"]

WATCH = """() => {
  const told = ({ node, previousRect: was, currentRect: is }) => {
    const at = node?.nodeType === 1 ? node : node?.parentElement;
    const path = [];
    for (let one = at; one && one !== document.body && path.length < 4; one = one.parentElement)
      path.unshift([one.localName, ...[...one.classList].filter((name) => !name.startsWith("svelte"))].join("."));
    const box = (rect) => [rect.x, rect.y, rect.width, rect.height].map(Math.round).join(" ");
    return `${path.join(" > ")}: ${box(was)} -> ${box(is)}`;
  };
  const found = [];
  const note = (entries) => {
    for (const { value, hadRecentInput, startTime, sources } of entries)
      found.push([value, hadRecentInput, startTime, sources.map(told)]);
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  globalThis.shifts = () => (note(observer.takeRecords()), found);
}"""


class Shift(NamedTuple):
    """A shift: its score, whether it followed user input within half a second, its time in milliseconds after the page
    was requested, and the elements moved."""

    value: float
    input: bool
    time_ms: float
    sources: list[str]

    def __str__(self) -> str:
        return f"{self.value:.4f} {'(after input) ' if self.input else ''}{'; '.join(self.sources)}"


def watch_shifts(context: BrowserContext) -> None:
    """Record the shifts of all pages of a browser context from now on."""
    context.add_init_script(f"({WATCH})()")


def shifts(page: Page) -> list[Shift]:
    """Return the shifts so far."""
    return [Shift(*entry) for entry in page.evaluate("shifts()")]
