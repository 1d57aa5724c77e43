"""Somebody who plays in whichever browser by what its page says, with a mouse or with keys alone."""

import json
from collections.abc import Callable
from typing import Literal

from browser.in_page import ASKED, TOWARDS, WAY
from browser.seat import BUTTONS, PATIENCE, Asked, Choice, Kind, bold, spoken
from other_browsers.driver import Driver, Element, NotDone
from support.waiting import retried

__all__ = ["Means", "Player"]

Means = Literal["mouse", "keys"]
MOST = 120
"""Keys until something is reached, and what is asked in a deal."""

BEGUN = """(settings) => { localStorage.clear(); localStorage.prikup = settings; }"""
OFFERED = """([box, place]) => [...document.querySelectorAll(`main ${box} button[aria-disabled=false]`)]
  .filter((button) => button.checkVisibility() && button.ariaPressed !== "true" && !button.dataset.points)[place]"""
"""One of the cards or of the calls that can be chosen."""
NAMED = """async ([what, name, patience]) => {
  const ends = performance.now() + patience;
  const seen = (one) => (one.ariaLabel ?? one.textContent.trim()) === name && !one.disabled && one.checkVisibility();
  for (;;) {
    const found = [...document.querySelectorAll(what)].find(seen);
    if (found || performance.now() > ends) return found;
    await new Promise(requestAnimationFrame);
  }
}"""
"""What is seen under this name, as soon as it is."""
ANSWERED = """async ([name, patience]) => {
  const ends = performance.now() + patience;
  const stands = () => [...document.querySelectorAll("button")].some(
    (one) => (one.ariaLabel ?? one.textContent.trim()) === name && one.checkVisibility());
  while (stands() && performance.now() < ends) await new Promise(requestAnimationFrame);
}"""
"""Wait until a button is gone."""
CUT = """async ([shuffle, patience]) => {
  const ends = performance.now() + patience;
  const waits = () => document.querySelector("[data-answer]")?.dataset.answer === shuffle;
  while (waits() && performance.now() < ends) await new Promise(requestAnimationFrame);
}"""
"""Wait until the deck of a shuffle is cut."""
WATCH = """() => {
  const root = document.documentElement;
  const note = (what) => (root.dataset.wrong = `${root.dataset.wrong ?? ""}${what}\n`);
  addEventListener("error", ({ message, target }) => {
    const known = target.rel === "modulepreload" || message?.startsWith("ResizeObserver loop");
    if (!known) note(message ?? `not loaded: ${target.outerHTML}`);
  }, true);
  addEventListener("unhandledrejection", ({ reason }) => note(reason));
  addEventListener("securitypolicyviolation", ({ blockedURI }) => note(`blocked: ${blockedURI}`));
}"""
"""Write down what goes wrong in the page from now on, in the document: sandboxes of WebDriver share nothing else.
Firefox calls it an error to preload what is loaded already, and to measure once more in the next frame."""
WRONG = "() => document.documentElement.dataset.wrong"
TEXT = "() => document.body.innerText"
BEHIND = "(goal) => goal.compareDocumentPosition(document.activeElement) === Node.DOCUMENT_POSITION_FOLLOWING"
"""Whether the focus is behind a control; everything is in `body`, where it is at first."""
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Wait until the page is drawn anew."""
AT_A_TABLE = "() => !!document.querySelector('main .mat, main .rest')"


class Player:
    """A person at the only window of a browser."""

    front = ""
    """Where settings are noted before anything else."""

    def __init__(self, page: Driver, url: str, lang: str, means: Means) -> None:
        self.page, self.url, self.lang, self.means = page, url, lang, means
        self.words = spoken(lang)
        self.choice: Choice = bold

    def open(self, game: str, path: str, theme: str) -> None:
        """Come as a newcomer, and choose a game in the lobby."""
        settings = {
            "lang": self.lang,
            "theme": theme,
            "speed": 0,
            "rest": 0,
            "guard": False,
            "volume": 0,
            "cutBots": True,
        }
        self.page.goto(self.url + self.front)
        self.page.evaluate(BEGUN, json.dumps(settings))
        self.page.goto(self.url + path)
        self.page.evaluate(WATCH)
        self.words = spoken(self.lang, game)
        name = self._found("fieldset label b", self.words("game"))
        self.press(self.page.evaluate("(name) => name.closest('label').control", name))
        self._found("h2", self.words("game"))

    def asked(self) -> Asked:
        """Return what the page asks for, once it asks."""
        names = [(kind, self.words(key)) for kind, key in BUTTONS.items()]
        return Asked(*self.page.evaluate(ASKED, [names, PATIENCE]))

    def act(self, asked: Asked) -> None:
        """Do what the page asks for."""
        match asked.kind:
            case "card" | "call":
                box = "[role=toolbar]" if asked.kind == "card" else "[role=group]"
                offered = self.page.evaluate(OFFERED, [box, self.choice(asked)])
                if not offered:  # a computer player has claimed the rest meanwhile
                    return
                self.press(offered)
                if once_more := self.page.evaluate(NAMED, ["button", self.words("sure-say"), 0]):
                    self.press(once_more)
            case "cut":
                self.cut()
            case "lay" | "next":
                self.press_once(BUTTONS[asked.kind])
            case _:
                raise AssertionError(f"The page asks nothing: {self.page.evaluate(TEXT)}")

    def play(self, watch: Callable[[Asked], None]) -> list[Kind]:
        """Play a deal to its row on the sheet, and return what was done; `watch` is called at every question."""
        did: list[Kind] = []
        while (asked := self.asked()).kind not in ("next", "over"):
            assert len(did) < MOST, f"a deal without end: {did[-12:]}\n{self.page.evaluate(TEXT)}"
            watch(asked)
            self.act(asked)
            did.append(asked.kind)
        watch(asked)
        return did

    def button(self, key: str) -> Element:
        """Return a button by the key of its words, once it can be pressed."""
        return self._found("button", self.words(key))

    def press_once(self, key: str) -> None:
        """Press a button, and wait until it is gone."""
        self.press(self.button(key))
        self.page.evaluate(ANSWERED, [self.words(key), PATIENCE])

    def cut(self) -> None:
        """Cut the deck, and wait until it is cut."""
        slider = self._found("[type=range]", self.words(BUTTONS["cut"]))
        shuffle = self.page.evaluate("(slider) => slider.parentElement.dataset.answer", slider)
        if self.means == "keys":
            self._reach(slider)
            self.page.press("ArrowRight")
            self.press(slider)
        else:
            self.press(self.page.evaluate("(slider) => slider.parentElement", slider))
        self.page.evaluate(CUT, [shuffle, PATIENCE])

    @property
    def wrong(self) -> str:
        """What has gone wrong in the page since it was opened."""
        return str(self.page.evaluate(WRONG) or "")

    def press(self, control: Element) -> None:
        """Press a control, and let the page hear of it."""
        if self.means == "mouse":
            self._click(control)
        elif keys := self.page.evaluate(WAY, control) if self.page.evaluate(AT_A_TABLE) else []:
            for key in keys:
                self.page.press(key)
                self.page.evaluate(DRAWN)
        else:
            self._reach(control)
            self.page.press("Enter")
        self.page.evaluate(DRAWN)

    def _click(self, control: Element) -> None:
        """Click it once it lies bare."""
        retried(lambda: self.page.click(control), NotDone)

    def _reach(self, control: Element) -> None:
        """Bring the focus there with Tab and the arrows, and never by way of the browser's own bars."""
        pressed: list[str] = []
        while key := self.page.evaluate(TOWARDS, control):
            pressed.append("Shift+Tab" if key == "Tab" and self.page.evaluate(BEHIND, control) else key)
            assert len(pressed) < MOST, f"cannot be reached: {pressed[-12:]}"
            self.page.press(pressed[-1])

    def _found(self, what: str, name: str) -> Element:
        """Return what is seen under a name, once it is."""
        found: Element | None = self.page.evaluate(NAMED, [what, name, PATIENCE])
        assert found, f"no {what} “{name}”"
        return found
