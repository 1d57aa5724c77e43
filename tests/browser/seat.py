"""A user at a table in the browser, who knows no rules and acts on the page's prompts by mouse, touch or keyboard.
Elements are found by role and name, as a screen reader finds them."""

import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Literal, NamedTuple, Protocol

from browser.page_scripts import FIND_PROMPT, FIND_SHORTCUT, KEY_TOWARDS_CONTROL
from playwright.sync_api import Locator, Page, expect
from support.waiting import until

from prikup.locale import Words

__all__ = [
    "PATIENCE",
    "Asked",
    "Fingers",
    "Keys",
    "Mouse",
    "Seat",
    "Touch",
    "TwoKeys",
    "call_choice",
    "choose_first",
    "choose_last",
    "load_words",
    "random_choice",
    "wait_for_first_prompt",
]

ROOT = Path(__file__).parents[2]
PATIENCE = 60_000
"""Timeout in milliseconds for the page to prompt or show something."""

Kind = Literal["card", "call", "lay", "cut", "next", "over", ""]
BUTTONS: dict[Kind, str] = {"lay": "table-lay", "cut": "cut-label", "next": "rest-next", "over": "rest-again"}
"""The button that answers each kind of prompt, by message key."""


class Asked(NamedTuple):
    """What the page prompts for ("" for nothing), how many cards it offers, and which calls."""

    kind: Kind
    cards: int
    calls: list[str]


Choice = Callable[[Asked], int]
"""Returns the index of the card or call to choose among the possible ones."""


def choose_first(_: Asked) -> int:
    """Choose the first option: bid and whist."""
    return 0


def choose_last(prompt: Asked) -> int:
    """Choose the last option: pass."""
    return _count_options(prompt) - 1


def random_choice(seed: str) -> Choice:
    """Return a random choice."""
    random = Random(seed)
    return lambda prompt: random.randrange(_count_options(prompt))


def call_choice(words: Words, *calls: str) -> Choice:
    """Return a choice of the first of these calls that is possible, else of the last option."""
    names = [words(f"call-{call}").lower() for call in calls]

    def choice(prompt: Asked) -> int:
        indexes = [prompt.calls.index(name) for name in names if name in prompt.calls]
        return next(iter(indexes), choose_last(prompt))

    return choice


def _count_options(prompt: Asked) -> int:
    return prompt.cards or len(prompt.calls)


@cache
def load_words(lang: str, game: str = "") -> Words:
    """Return the messages that the page uses at a table of a game."""
    games = [ROOT / "src/prikup/games" / game.replace("-", "_")] if game else []
    rooms = [ROOT / "src/prikup" / room for room in ("server", "table", "problems", "scorer")]
    return Words(lang, *rooms, ROOT / "web/src/words", *games)


class Fingers(Protocol):
    """A way to press a control."""

    def press(self, control: Locator) -> None:
        """Press a control."""


class Mouse:
    """A mouse."""

    def press(self, control: Locator) -> None:
        """Click."""
        control.click()


class Touch:
    """A touch screen."""

    def press(self, control: Locator) -> None:
        """Tap the middle of the control."""
        control.tap()


class Keys:
    """A keyboard only."""

    MAX_PRESSES = 120
    """Maximum number of keys to reach a control."""

    def press(self, control: Locator) -> None:
        """Move the focus there with Tab and the arrow keys, then press Enter."""
        self.reach(control)
        control.page.keyboard.press("Enter")

    def reach(self, control: Locator) -> None:
        """Move the focus to a control."""
        pressed_keys: list[str] = []
        while key := control.evaluate(KEY_TOWARDS_CONTROL):
            pressed_keys.append(key)
            assert len(pressed_keys) < self.MAX_PRESSES, f"{control} cannot be reached: {pressed_keys[-12:]}"
            control.page.keyboard.press(key)


class TwoKeys(Keys):
    """A keyboard and its shortcuts: at most two keys answer a prompt."""

    def press(self, control: Locator) -> None:
        """Press the shortcut of a control; outside the table and in dialogs, as `Keys` does."""
        if not control.page.locator("main .mat, main .rest").count():
            return super().press(control)
        keys = self.shortcut_keys(control)
        assert keys, f"no two keys for {control}"
        for key in keys:
            control.page.keyboard.press(key)
            control.page.evaluate("() => new Promise(requestAnimationFrame)")
        return None

    @staticmethod
    def shortcut_keys(control: Locator) -> list[str]:
        """Return the shortcut keys of a control; none if there are not at most two."""
        keys: list[str] = control.evaluate(FIND_SHORTCUT)
        return keys

    @staticmethod
    def texts_without_shortcut(controls: Locator) -> list[str]:
        """Return the texts of the controls without shortcut, all checked at the same time."""
        texts: list[str] = controls.evaluate_all(
            f"(all) => all.filter((one) => !({FIND_SHORTCUT})(one).length).map((one) => one.textContent)"
        )
        return texts


class Seat:
    """A browser page at a table."""

    def __init__(self, page: Page, lang: str = "en", fingers: Fingers | None = None) -> None:
        self.page, self.lang = page, lang
        self.fingers = fingers or Mouse()
        self.words = load_words(lang)
        self.choice: Choice = choose_first

    # Finding elements

    def button(self, key: str, **values: str | int) -> Locator:
        """Return a button by the message key of its label."""
        return self.page.get_by_role("button", name=self.words(key, **values), exact=True)

    def link(self, key: str) -> Locator:
        """Return a link by the message key of its label."""
        return self.page.get_by_role("link", name=self.words(key), exact=True)

    def dialog(self, key: str) -> Locator:
        """Return an open dialog by the message key of its title."""
        return self.page.get_by_role("dialog", name=self.words(key), exact=True)

    @property
    def main(self) -> Locator:
        """Return the main content of the page."""
        return self.page.get_by_role("main")

    def visible_text(self, text: str, *, exact: bool = False) -> Locator:
        """Return visible text, excluding the live region."""
        return self.page.get_by_text(text, exact=exact).and_(self.page.locator(":not([data-testid=live] *)"))

    @property
    def cards(self) -> Locator:
        """Return the cards that can be played or chosen now."""
        can_be = "button[aria-disabled=false]:not([aria-pressed=true], [data-points])"
        return self.main.get_by_role("toolbar").locator(can_be)

    @property
    def calls(self) -> Locator:
        """Return the calls that can be made now."""
        return self.main.get_by_role("group").locator("button[aria-disabled=false]")

    @property
    def hand(self) -> Locator:
        """Return the user's own cards."""
        return self.main.get_by_role("toolbar", name=self.words("table-hand"), exact=True).get_by_role("button")

    @property
    def chat(self) -> Locator:
        """Return the open chat: a tab next to the table on a wide screen, a line under the cards otherwise."""
        line = self.page.get_by_role("region", name=self.words("talk-title"), exact=True)
        return self.page.get_by_role("tabpanel").or_(line).first

    @property
    def hint(self) -> Locator:
        """Return the open hint."""
        return self.main.get_by_role("region", name=self.words("table-hint"), exact=True)

    def cards_in_hand(self) -> list[str]:
        """Return the names of the user's own cards."""
        return list(self.hand.evaluate_all("all => all.map((card) => card.textContent.trim())"))

    def press(self, control: Locator) -> None:
        """Press a control with the user's input device."""
        self.fingers.press(control)

    # Reaching a table

    def start_match(self, game: str, url: str = "/") -> None:
        """Choose a game in the lobby and play with bots, by two presses."""
        self.choose_game(game, url)
        self.press(self.button("setup-play"))

    def choose_game(self, game: str, url: str = "/") -> None:
        """Choose a game in the lobby."""
        self.page.goto(url)
        self.load_game_words(game)
        games = self.page.get_by_role("group", name=self.words("lobby-games"))
        name = self.words("game")
        self.press(games.get_by_role("radio", name=re.compile(f"^{name}")))
        expect(self.page.get_by_role("region", name=name, exact=True)).to_be_visible()

    def load_game_words(self, game: str) -> None:
        """Load the messages of a game."""
        self.words = load_words(self.lang, game)

    # Playing

    def next_prompt(self, timeout_ms: int = PATIENCE) -> Asked:
        """Wait at most `timeout_ms` milliseconds for a prompt; return it."""
        prompt_fields = self.page.evaluate(
            FIND_PROMPT, [[(kind, self.words(key)) for kind, key in BUTTONS.items()], timeout_ms]
        )
        return Asked(*prompt_fields)

    def act(self, prompt: Asked | None = None) -> Kind:
        """Answer the page's prompt; return its kind."""
        prompt = prompt or self.next_prompt()
        match prompt.kind:
            case "card":
                self.press(self.cards.nth(self.choice(prompt)))
            case "call":
                self.press(self.calls.nth(self.choice(prompt)))
                self.confirm_call()
            case "cut":
                self.cut()
            case "lay" | "next":
                button = self.button(BUTTONS[prompt.kind])
                self.press(button)
                expect(button).to_be_hidden()
            case "":
                raise AssertionError(f"The page asks nothing: {self.main.inner_text()}")
        return prompt.kind

    @property
    def deck(self) -> Locator:
        """Return the slider that cuts the deck."""
        return self.main.get_by_role("slider", name=self.words("cut-label"), exact=True)

    def cut(self) -> None:
        """Cut the deck, with keys one card from the middle. If the deal is refused, the next deck is cut at once."""
        deck_area = self.deck.locator("..")
        shuffle = deck_area.get_attribute("data-answer")
        if isinstance(self.fingers, Keys):
            self.fingers.reach(self.deck)
            self.page.keyboard.press("ArrowRight")
            self.press(self.deck)
        else:
            self.press(deck_area)
        expect(self.page.locator(f"[data-answer='{shuffle}']")).to_have_count(0)

    def confirm_call(self) -> None:
        """Confirm a call if the page asks for confirmation."""
        if (once_more := self.button("sure-say")).is_visible():
            self.press(once_more)

    def play(self) -> list[Kind]:
        """Play a deal to its row on the score sheet; return the kinds of answers given."""
        kinds: list[Kind] = []
        while (prompt := self.next_prompt()).kind not in ("next", "over"):
            kinds.append(self.act(prompt))
        return kinds

    def row(self, deal: int) -> Locator:
        """Return the row of a deal on the score sheet shown after it."""
        return self.main.get_by_role("region").filter(has_text=self.words("deal-number", deal=deal))

    # Score sheet

    def read_explanation(self) -> str:
        """Open the score sheet, press numbers until one is explained by the last deal, and close it; return the
        explanation."""
        sheet = self.dialog("sheet-title")
        if isinstance(self.fingers, Keys):
            self.page.keyboard.press("KeyS")
        else:
            self.press(self.main.get_by_role("button", name=self.words("sheet-title"), exact=True))
        numbers = sheet.get_by_label(self.words("sheet-title"), exact=True).get_by_role("button")
        expect(numbers.first).to_be_visible()
        for number in reversed(numbers.all()):
            self.press(number)
            explanation_dialog = self.page.get_by_role(
                "dialog", name=str(number.get_attribute("aria-label")), exact=True
            )
            expect(explanation_dialog).to_be_visible()
            explanation, deals = (
                explanation_dialog.inner_text(),
                explanation_dialog.get_by_role("button", name=self.words("why-deal")).count(),
            )
            self.page.keyboard.press("Escape")
            expect(explanation_dialog).to_be_hidden()
            if deals:
                break
        else:
            raise AssertionError(f"No number comes from a deal: {sheet.inner_text()}")
        self.page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
        return explanation


def wait_for_first_prompt(seats: Sequence[Seat]) -> tuple[int, Asked]:
    """Return the index of the first of these seats that is prompted, and the prompt."""
    first_prompts: list[tuple[int, Asked]] = []

    def look() -> bool:
        prompts = ((index, seat.next_prompt(0)) for index, seat in enumerate(seats))
        first_prompts.extend(islice(((index, prompt) for index, prompt in prompts if prompt.kind), 1))
        return bool(first_prompts)

    until(look, "a question at the table")
    return first_prompts[0]
