"""Somebody at a browser's table, who knows no rules and plays by what the page says: by mouse, by touch, or by keys
alone. Things are found as a screen reader would find them, by role and name."""

import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Literal, NamedTuple, Protocol

from browser.in_page import ASKED, TOWARDS, WAY
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
    "any_of",
    "bold",
    "first_asked",
    "saying",
    "shy",
    "spoken",
]

ROOT = Path(__file__).parents[2]
PATIENCE = 60_000
"""Milliseconds: how long the page may take to ask or show something."""

Kind = Literal["card", "call", "lay", "cut", "next", "over", ""]
BUTTONS: dict[Kind, str] = {"lay": "table-lay", "cut": "cut-label", "next": "rest-next", "over": "rest-again"}
"""What each of these is asked for with, by the key of its words."""


class Asked(NamedTuple):
    """What the page asks for (nothing: ""), how many cards it offers, and which calls."""

    kind: Kind
    cards: int
    calls: list[str]


Choice = Callable[[Asked], int]
"""Which of the cards, or else of the calls, is taken: its place among those that can be."""


def bold(_: Asked) -> int:
    """Whoever bids and whists."""
    return 0


def shy(asked: Asked) -> int:
    """Whoever passes."""
    return _many(asked) - 1


def any_of(seed: str) -> Choice:
    """Whoever does anything."""
    random = Random(seed)
    return lambda asked: random.randrange(_many(asked))


def saying(words: Words, *calls: str) -> Choice:
    """Whoever makes the first of these calls that he may, and else the last of all."""
    names = [words(f"call-{call}").lower() for call in calls]

    def choice(asked: Asked) -> int:
        said = [asked.calls.index(name) for name in names if name in asked.calls]
        return next(iter(said), shy(asked))

    return choice


def _many(asked: Asked) -> int:
    return asked.cards or len(asked.calls)


@cache
def spoken(lang: str, game: str = "") -> Words:
    """The words that the page uses at a table of a game."""
    games = [ROOT / "src/prikup/games" / game.replace("-", "_")] if game else []
    rooms = [ROOT / "src/prikup" / room for room in ("server", "table", "problems", "scorer")]
    return Words(lang, *rooms, ROOT / "web/src/words", *games)


class Fingers(Protocol):
    """How somebody presses a control."""

    def press(self, control: Locator) -> None:
        """Press it."""


class Mouse:
    """A mouse."""

    def press(self, control: Locator) -> None:
        """Click."""
        control.click()


class Touch:
    """A finger on glass."""

    def press(self, control: Locator) -> None:
        """Tap its middle."""
        control.tap()


class Keys:
    """A keyboard, and nothing else."""

    MOST = 120
    """Keys until something is reached."""

    def press(self, control: Locator) -> None:
        """Go there with Tab and the arrows, then Enter."""
        self.reach(control)
        control.page.keyboard.press("Enter")

    def reach(self, control: Locator) -> None:
        """Bring the focus there."""
        pressed: list[str] = []
        while key := control.evaluate(TOWARDS):
            pressed.append(key)
            assert len(pressed) < self.MOST, f"{control} cannot be reached: {pressed[-12:]}"
            control.page.keyboard.press(key)


class TwoKeys(Keys):
    """A keyboard, by somebody who has read its list: at most two keys are an answer."""

    def press(self, control: Locator) -> None:
        """Press what answers; the way to the table and about its windows is that of all keys."""
        if not control.page.locator("main .mat, main .rest").count():
            return super().press(control)
        keys = self.way(control)
        assert keys, f"no two keys for {control}"
        for key in keys:
            control.page.keyboard.press(key)
            control.page.evaluate("() => new Promise(requestAnimationFrame)")
        return None

    @staticmethod
    def way(control: Locator) -> list[str]:
        """Return the keys for it; none if there are no two."""
        found: list[str] = control.evaluate(WAY)
        return found

    @staticmethod
    def lacking(controls: Locator) -> list[str]:
        """Return what is written on those for which there are no two keys; all are looked at in one moment."""
        found: list[str] = controls.evaluate_all(
            f"(all) => all.filter((one) => !({WAY})(one).length).map((one) => one.textContent)"
        )
        return found


class Seat:
    """A browser page at a table."""

    def __init__(self, page: Page, lang: str = "en", fingers: Fingers | None = None) -> None:
        self.page, self.lang = page, lang
        self.fingers = fingers or Mouse()
        self.words = spoken(lang)
        self.choice: Choice = bold

    # What it says

    def button(self, key: str, **values: str | int) -> Locator:
        """A button by the key of its words."""
        return self.page.get_by_role("button", name=self.words(key, **values), exact=True)

    def link(self, key: str) -> Locator:
        """A link by the key of its words."""
        return self.page.get_by_role("link", name=self.words(key), exact=True)

    def dialog(self, key: str) -> Locator:
        """An open window by the key of its title."""
        return self.page.get_by_role("dialog", name=self.words(key), exact=True)

    @property
    def main(self) -> Locator:
        """The page without its frame."""
        return self.page.get_by_role("main")

    def drawn(self, text: str, *, exact: bool = False) -> Locator:
        """A text that is drawn on the page, whatever the live region says in the same words."""
        return self.page.get_by_text(text, exact=exact).and_(self.page.locator(":not([data-testid=live] *)"))

    @property
    def cards(self) -> Locator:
        """The cards that can be played or chosen now; at a partner's one only points."""
        can_be = "button[aria-disabled=false]:not([aria-pressed=true], [data-points])"
        return self.main.get_by_role("toolbar").locator(can_be)

    @property
    def calls(self) -> Locator:
        """The calls that can be made now."""
        return self.main.get_by_role("group").locator("button[aria-disabled=false]")

    @property
    def hand(self) -> Locator:
        """The own cards."""
        return self.main.get_by_role("toolbar", name=self.words("table-hand"), exact=True).get_by_role("button")

    @property
    def chat(self) -> Locator:
        """The open chat: a tab beside the mat on a wide screen, a line under the cards elsewhere."""
        line = self.page.get_by_role("region", name=self.words("talk-title"), exact=True)
        return self.page.get_by_role("tabpanel").or_(line).first

    @property
    def hint(self) -> Locator:
        """The hint that one has asked for."""
        return self.main.get_by_role("region", name=self.words("table-hint"), exact=True)

    def held(self) -> list[str]:
        """The names of the own cards."""
        return list(self.hand.evaluate_all("all => all.map((card) => card.textContent.trim())"))

    def press(self, control: Locator) -> None:
        """Press a control in one's own way."""
        self.fingers.press(control)

    # The way to a table

    def open(self, game: str, url: str = "/") -> None:
        """Choose a game in the lobby and play with bots: two clicks."""
        self.chooses(game, url)
        self.press(self.button("setup-play"))

    def chooses(self, game: str, url: str = "/") -> None:
        """Choose a game in the lobby."""
        self.page.goto(url)
        self.learn(game)
        games = self.page.get_by_role("group", name=self.words("lobby-games"))
        name = self.words("game")
        self.press(games.get_by_role("radio", name=re.compile(f"^{name}")))
        expect(self.page.get_by_role("region", name=name, exact=True)).to_be_visible()

    def learn(self, game: str) -> None:
        """Know the words of a game from now on."""
        self.words = spoken(self.lang, game)

    # Playing

    def asked(self, patience: int = PATIENCE) -> Asked:
        """What the page asks for, once it asks, or after so many milliseconds."""
        found = self.page.evaluate(ASKED, [[(kind, self.words(key)) for kind, key in BUTTONS.items()], patience])
        return Asked(*found)

    def act(self, asked: Asked | None = None) -> Kind:
        """Do what the page asks for; what that was."""
        asked = asked or self.asked()
        match asked.kind:
            case "card":
                self.press(self.cards.nth(self.choice(asked)))
            case "call":
                self.press(self.calls.nth(self.choice(asked)))
                self.insist()
            case "cut":
                self.cut()
            case "lay" | "next":
                button = self.button(BUTTONS[asked.kind])
                self.press(button)
                expect(button).to_be_hidden()
            case "":
                raise AssertionError(f"The page asks nothing: {self.main.inner_text()}")
        return asked.kind

    @property
    def deck(self) -> Locator:
        """The deck that is to be cut, a slider."""
        return self.main.get_by_role("slider", name=self.words("cut-label"), exact=True)

    def cut(self) -> None:
        """Cut the deck, by keys one card from the middle. If its deal is refused, the next one is to be cut at once."""
        drawn = self.deck.locator("..")
        shuffle = drawn.get_attribute("data-answer")
        if isinstance(self.fingers, Keys):
            self.fingers.reach(self.deck)
            self.page.keyboard.press("ArrowRight")
            self.press(self.deck)
        else:
            self.press(drawn)
        expect(self.page.locator(f"[data-answer='{shuffle}']")).to_have_count(0)

    def insist(self) -> None:
        """Say yes where the page asks about a call once more."""
        if (once_more := self.button("sure-say")).is_visible():
            self.press(once_more)

    def play(self) -> list[Kind]:
        """A deal to its row on the sheet; what was done."""
        did: list[Kind] = []
        while (asked := self.asked()).kind not in ("next", "over"):
            did.append(self.act(asked))
        return did

    def row(self, deal: int) -> Locator:
        """What a deal wrote on the sheet, as one reads it after the deal."""
        return self.main.get_by_role("region").filter(has_text=self.words("deal-number", deal=deal))

    # The sheet

    def explained(self) -> str:
        """Open the sheet, ask numbers until one says what the last deal had to do with it, and close it again; what
        that number said."""
        sheet = self.dialog("sheet-title")
        if isinstance(self.fingers, Keys):
            self.page.keyboard.press("KeyS")
        else:
            self.press(self.main.get_by_role("button", name=self.words("sheet-title"), exact=True))
        numbers = sheet.get_by_label(self.words("sheet-title"), exact=True).get_by_role("button")
        expect(numbers.first).to_be_visible()
        for number in reversed(numbers.all()):
            self.press(number)
            why = self.page.get_by_role("dialog", name=str(number.get_attribute("aria-label")), exact=True)
            expect(why).to_be_visible()
            told, deals = why.inner_text(), why.get_by_role("button", name=self.words("why-deal")).count()
            self.page.keyboard.press("Escape")
            expect(why).to_be_hidden()
            if deals:
                break
        else:
            raise AssertionError(f"No number comes from a deal: {sheet.inner_text()}")
        self.page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
        return told


def first_asked(seats: Sequence[Seat]) -> tuple[int, Asked]:
    """Whoever of those at a table is asked first, and what."""
    found: list[tuple[int, Asked]] = []

    def look() -> bool:
        some = ((at, seat.asked(0)) for at, seat in enumerate(seats))
        found.extend(islice(((at, asked) for at, asked in some if asked.kind), 1))
        return bool(found)

    until(look, "a question at the table")
    return found[0]
