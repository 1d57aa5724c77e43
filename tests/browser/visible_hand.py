"""Find the parts of the hand and of the answers to a prompt that are not visible, by their boxes."""

from typing import Protocol

from browser.layout_checks import Drawn, wait_until_settled

from prikup.locale import Words

__all__ = ["SIZES", "hidden_parts"]

SIZES = ((360, 640), (390, 844), (844, 390), (640, 320), (768, 1024), (1280, 800), (1440, 900), (720, 450))
"""Tested window sizes: phones upright and sideways, a tablet, desktops, and a desktop at 200 %."""
ANSWERS = ("table-lay", "cut-label", "rest-next", "sure-say", "sure-back")
"""Answer buttons other than cards and calls, by the message key of the label."""

OUT = """([hand, answers]) => {
  const found = [];
  const inside = (box, { left, top, right, bottom }) =>
    box.left >= left - 1 && box.top >= top - 1 && box.right <= right + 1 && box.bottom <= bottom + 1;
  const look = (element, box, what) => {
    const window = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const tell = (why) => found.push(`${what} “${element.textContent.trim().slice(0, 30)}” ${why}: ` +
      [box.left, box.top, box.right, box.bottom].map(Math.round));
    if (!inside(box, window)) return tell("out of the window");
    for (let one = element.parentElement; one; one = one.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(one);
      if (overflowX === "visible" && overflowY === "visible") continue;
      if (!inside(box, one.getBoundingClientRect())) return tell(`cut by ${one.localName}.${one.className}`);
    }
    const target = element.getBoundingClientRect();
    const corner = [box.left + Math.min(10, box.width / 4), box.top + Math.min(10, box.height / 4)];
    const middle = [target.left + target.width / 2, target.top + target.height / 2]; // where a device taps for somebody
    for (const point of getComputedStyle(element).pointerEvents === "none" ? [corner] : [corner, middle]) {
      const over = document.elementFromPoint(...point);
      if (!over || element.contains(over) || over.contains(element)) continue;
      tell(`at ${point.map(Math.round)} under ${over.localName}.${over.className}`);
    }
  };
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const open = document.querySelector("dialog:modal");
  const cards = seen("main [role=toolbar] button");
  if (hand && !cards.length) found.push("no hand");
  if (!open) for (const card of cards) look(card, card.querySelector("svg").getBoundingClientRect(), "card");
  const named = seen("button, [type=range]").filter((one) => answers.includes(one.ariaLabel ?? one.textContent.trim()));
  const calls = seen(".calls button:not([aria-disabled=true], [disabled]), .beside button");
  for (const answer of [...named, ...(open ? [] : calls)]) look(answer, answer.getBoundingClientRect(), "answer");
  const page = document.scrollingElement;
  if (page.scrollHeight > innerHeight + 1) found.push(`the page scrolls: ${page.scrollHeight} in ${innerHeight}`);
  return found;
}"""
"""Return the parts of the hand and of the answers that are not visible."""


class Seat(Protocol):
    """A user at a table in any browser."""

    @property
    def page(self) -> Drawn:
        """Return the user's page."""

    words: Words


def hidden_parts(seat: Seat, *, hand: bool) -> list[str]:
    """Return what is outside the window, clipped or covered; `hand`: cards must be present."""
    wait_until_settled(seat.page)
    result: list[str] = seat.page.evaluate(OUT, [hand, [seat.words(key) for key in ANSWERS]])
    return result
