"""A user in any browser who acts on the page's prompts, by mouse or keyboard."""

import json
from collections.abc import Callable
from typing import Literal

from browser.page_scripts import FIND_PROMPT, FIND_SHORTCUT, KEY_TOWARDS_CONTROL
from browser.seat import BUTTONS, PATIENCE, Asked, Choice, Kind, choose_first, load_words
from other_browsers.driver import Driver, Element, NotDone
from support.waiting import retry

__all__ = ["Means", "Player"]

Means = Literal["mouse", "keys"]
MAX_STEPS = 120
"""Maximum number of keys to reach a control, and of prompts in a deal."""

STORE_SETTINGS = """(settings) => { localStorage.clear(); localStorage.prikup = settings; }"""
CHOICE_BUTTON = """([box, place]) => [...document.querySelectorAll(`main ${box} button[aria-disabled=false]`)]
  .filter((button) => button.checkVisibility() && button.ariaPressed !== "true" && !button.dataset.points)[place]"""
"""Return one of the cards or calls that can be chosen."""
FIND_BY_NAME = """async ([what, name, patience]) => {
  const ends = performance.now() + patience;
  const seen = (one) => (one.ariaLabel ?? one.textContent.trim()) === name && !one.disabled && one.checkVisibility();
  for (;;) {
    const found = [...document.querySelectorAll(what)].find(seen);
    if (found || performance.now() > ends) return found;
    await new Promise(requestAnimationFrame);
  }
}"""
"""Return the element with this name, once it is visible."""
WAIT_UNTIL_GONE = """async ([name, patience]) => {
  const ends = performance.now() + patience;
  const stands = () => [...document.querySelectorAll("button")].some(
    (one) => (one.ariaLabel ?? one.textContent.trim()) === name && one.checkVisibility());
  while (stands() && performance.now() < ends) await new Promise(requestAnimationFrame);
}"""
"""Wait until a button has disappeared."""
WAIT_UNTIL_CUT = """async ([shuffle, patience]) => {
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
"""Record page errors in the document from now on, because WebDriver's sandboxes share nothing else. Firefox reports
preloads of loaded files and repeated measurements as errors."""
WRONG = "() => document.documentElement.dataset.wrong"
TEXT = "() => document.body.innerText"
IS_FOCUS_AFTER = "(goal) => goal.compareDocumentPosition(document.activeElement) === Node.DOCUMENT_POSITION_FOLLOWING"
"""Return whether the focus is after a control; initially it is on `body`."""
WAIT_FOR_REDRAW = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Wait until the page has been redrawn."""
AT_A_TABLE = "() => !!document.querySelector('main .mat, main .rest')"


class Player:
    """A user of a browser's only window."""

    front = ""
    """The page on which settings are stored first."""

    def __init__(self, page: Driver, url: str, lang: str, means: Means) -> None:
        self.page, self.url, self.lang, self.means = page, url, lang, means
        self.words = load_words(lang)
        self.choice: Choice = choose_first

    def open(self, game: str, path: str, theme: str) -> None:
        """Open the lobby as a new user, and choose a game."""
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
        self.page.evaluate(STORE_SETTINGS, json.dumps(settings))
        self.page.goto(self.url + path)
        self.page.evaluate(WATCH)
        self.words = load_words(self.lang, game)
        name = self._find_element("fieldset label b", self.words("game"))
        self.press(self.page.evaluate("(name) => name.closest('label').control", name))
        self._find_element("h2", self.words("game"))

    def next_prompt(self) -> Asked:
        """Wait for a prompt; return it."""
        names = [(kind, self.words(key)) for kind, key in BUTTONS.items()]
        return Asked(*self.page.evaluate(FIND_PROMPT, [names, PATIENCE]))

    def act(self, prompt: Asked) -> None:
        """Answer the page's prompt."""
        match prompt.kind:
            case "card" | "call":
                box = "[role=toolbar]" if prompt.kind == "card" else "[role=group]"
                button = self.page.evaluate(CHOICE_BUTTON, [box, self.choice(prompt)])
                if not button:  # a computer player has claimed the rest meanwhile
                    return
                self.press(button)
                if once_more := self.page.evaluate(FIND_BY_NAME, ["button", self.words("sure-say"), 0]):
                    self.press(once_more)
            case "cut":
                self.cut()
            case "lay" | "next":
                self.press_once(BUTTONS[prompt.kind])
            case _:
                raise AssertionError(f"The page asks nothing: {self.page.evaluate(TEXT)}")

    def play(self, watch: Callable[[Asked], None]) -> list[Kind]:
        """Play a deal to its row on the sheet; return the kinds of answers. `watch` is called at every prompt."""
        answered_kinds: list[Kind] = []
        while (prompt := self.next_prompt()).kind not in ("next", "over"):
            assert len(answered_kinds) < MAX_STEPS, (
                f"a deal without end: {answered_kinds[-12:]}\n{self.page.evaluate(TEXT)}"
            )
            watch(prompt)
            self.act(prompt)
            answered_kinds.append(prompt.kind)
        watch(prompt)
        return answered_kinds

    def button(self, key: str) -> Element:
        """Return a button by the message key of its label, once it can be pressed."""
        return self._find_element("button", self.words(key))

    def press_once(self, key: str) -> None:
        """Press a button, and wait until it has disappeared."""
        self.press(self.button(key))
        self.page.evaluate(WAIT_UNTIL_GONE, [self.words(key), PATIENCE])

    def cut(self) -> None:
        """Cut the deck, and wait until it is cut."""
        slider = self._find_element("[type=range]", self.words(BUTTONS["cut"]))
        shuffle = self.page.evaluate("(slider) => slider.parentElement.dataset.answer", slider)
        if self.means == "keys":
            self._reach(slider)
            self.page.press("ArrowRight")
            self.press(slider)
        else:
            self.press(self.page.evaluate("(slider) => slider.parentElement", slider))
        self.page.evaluate(WAIT_UNTIL_CUT, [shuffle, PATIENCE])

    @property
    def wrong(self) -> str:
        """Return the page errors since it was opened."""
        return str(self.page.evaluate(WRONG) or "")

    def press(self, control: Element) -> None:
        """Press a control, and let the page handle it."""
        if self.means == "mouse":
            self._click(control)
        elif keys := self.page.evaluate(FIND_SHORTCUT, control) if self.page.evaluate(AT_A_TABLE) else []:
            for key in keys:
                self.page.press(key)
                self.page.evaluate(WAIT_FOR_REDRAW)
        else:
            self._reach(control)
            self.page.press("Enter")
        self.page.evaluate(WAIT_FOR_REDRAW)

    def _click(self, control: Element) -> None:
        """Click a control once nothing covers it."""
        retry(lambda: self.page.click(control), NotDone)

    def _reach(self, control: Element) -> None:
        """Move the focus there with Tab and the arrow keys, without leaving the page."""
        pressed_keys: list[str] = []
        while key := self.page.evaluate(KEY_TOWARDS_CONTROL, control):
            pressed_keys.append("Shift+Tab" if key == "Tab" and self.page.evaluate(IS_FOCUS_AFTER, control) else key)
            assert len(pressed_keys) < MAX_STEPS, f"cannot be reached: {pressed_keys[-12:]}"
            self.page.press(pressed_keys[-1])

    def _find_element(self, selector: str, name: str) -> Element:
        """Return the element with a name, once it is visible."""
        element: Element | None = self.page.evaluate(FIND_BY_NAME, [selector, name, PATIENCE])
        assert element, f"no {selector} “{name}”"
        return element
