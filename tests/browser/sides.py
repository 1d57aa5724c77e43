"""The participants of one table, each with a page and what a screen reader announces there.

At every step the announced sentences and, in circle `all`, a picture are saved, and layout faults are recorded.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from browser.layout_checks import faults
from browser.pictures import save_picture
from browser.seat import Seat, Touch
from playwright.sync_api import Locator
from support.waiting import until

__all__ = ["ANY", "NUMBER", "Side"]

ANY, NUMBER = "@", "#"
"""Placeholders in a sentence: any name or card, and any number."""
FORMS = (1, 101, 102, 105)
"""Numbers that together have all plural forms of the languages."""
BARE = """(part) => {
  const { left, right, top, bottom } = part.getBoundingClientRect();
  const y = (top + bottom) / 2;
  return [left + 3, (left + right) / 2, right - 3].every((x) => {
    const over = document.elementFromPoint(x, y);
    const own = over?.matches(".menu") && over.parentElement.contains(part);
    return over && (own || part.contains(over) || over.contains(part));
  });
}"""
"""Return whether nothing covers an element; a plate's transparent button over its own name does not count."""
ATTEND = """(bare) => {
  globalThis.heard = [];
  globalThis.read = [];
  const hear = (one) => one.matches("[data-testid=live] p") && heard.push(one.textContent.trim());
  const note = (one) => one.nodeType === Node.ELEMENT_NODE && [one, ...one.querySelectorAll("p")].forEach(hear);
  const look = () => {
    const notice = document.querySelector("[data-notice]");
    const covered = notice && !bare(notice);
    if (covered) requestAnimationFrame(look); // what lies over it may go without a change of the page
    const text = notice && !covered ? notice.textContent.replace(/\\s+/g, " ").trim() : "";
    if (text !== read.at(-1)) read.push(text);
  };
  new MutationObserver((changes) => {
    changes.forEach(({ addedNodes }) => addedNodes.forEach(note));
    requestAnimationFrame(look);
  }).observe(document, { attributeFilter: ["open"], characterData: true, childList: true, subtree: true });
}"""
"""Record each sentence of the live region in `heard`, and in `read` each notice shown from then on ("" for none or a
covered one)."""
FIND_COVERED = """(bare) => {
  const found = [];
  if (document.querySelector("dialog:modal")) return found;
  for (const [what, parts] of [["name", "[data-seat] .name"], ["contract", ".contract .lines"]])
    for (const part of document.querySelectorAll(parts))
      if (part.textContent.trim() && part.checkVisibility() && !part.closest("[inert]") && !bare(part))
        found.push(`${what} “${part.textContent.trim()}” is covered or out of sight`);
  return found;
}"""
"""Return the player names and the contract that are not fully visible, unless a dialog covers the table."""


class Side:
    """A player or watcher at the table; `shown_name` is the name shown to the others."""

    def __init__(self, seat: Seat, name: str, shown_name: str, folder: Path) -> None:
        self.seat, self.name, self.shown_name = seat, name, shown_name
        self._folder, self._heard, self._read = folder, 0, 0
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "wrong.txt").unlink(missing_ok=True)
        seat.page.add_init_script(f"({ATTEND})({BARE})")

    def press(self, key: str) -> None:
        """Press a button."""
        self.seat.press(self.seat.button(key))

    def press_command(self, key: str, **values: str | int) -> None:
        """Press a button that is next to the table on a wide screen, and otherwise in a menu."""
        menu = self.seat.button("table-menu")
        if menu.is_visible():
            self.seat.press(menu)
        self.seat.press(self.seat.button(key, **values).first)

    def wait_for_announcement(self, key: str, **values: str | int) -> None:
        """Wait until a sentence is announced after the previous one asked for; it may contain ANY and NUMBER."""
        text = self._pattern(key, values)

        def end() -> int:
            match = text.search("\n".join(self.seat.page.evaluate("heard")), self._heard)
            return match.end() if match else 0

        self._heard = until(end, f"{self.name} hears “{text.pattern}”")

    def wait_for_notice(self, key: str, **values: str | int) -> None:
        """Wait until a notice has been shown uncovered since the previous one asked for; it may be gone again. It may
        contain ANY and NUMBER."""
        text = self._pattern(key, values)

        def place() -> int:
            read = self.seat.page.evaluate("read")
            return next((n for n, line in enumerate(read, 1) if n > self._read and text.search(line)), 0)

        self._read = until(place, f"{self.name} reads “{text.pattern}”")

    def wait_for_notice_and_announcement(self, key: str, **values: str | int) -> None:
        """Wait until the same sentence is shown as a notice and announced."""
        self.wait_for_notice(key, **values)
        self.wait_for_announcement(key, **values)

    @property
    def notice(self) -> Locator:
        """Return the current notice."""
        return self.seat.page.locator("[data-notice]")

    def check_layout(self, step: str) -> list[str]:
        """Save a picture and the announced sentences of a step; return the layout faults."""
        page = self.seat.page
        page_faults = faults(page, touch=isinstance(self.seat.fingers, Touch)) + page.evaluate(
            f"({FIND_COVERED})({BARE})"
        )
        save_picture(page, f"{self._folder.name}/{step}-{self.name}")
        (self._folder / f"heard-{self.name}.txt").write_text("".join(f"{line}\n" for line in page.evaluate("heard")))
        wrong = [f"{step}, {self.name}: {fault}" for fault in page_faults]
        with (self._folder / "wrong.txt").open("a") as file:
            file.writelines(f"{fault}\n" for fault in wrong)
        return wrong

    def _pattern(self, key: str, values: Mapping[str, str | int]) -> re.Pattern[str]:
        number_names = [name for name, value in values.items() if value == NUMBER]
        texts = {self.seat.words(key, **{**values, **dict.fromkeys(number_names, number)}) for number in FORMS}
        forms = {re.escape(text).replace(ANY, ".+") for text in texts}
        return re.compile("|".join({re.sub(r"\d+", r"\\d+", form) for form in forms} if number_names else forms))
