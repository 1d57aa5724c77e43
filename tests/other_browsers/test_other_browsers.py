"""A deal by mouse and by keyboard in Firefox and WebKitGTK; in `make test-all` of every game."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from browser.conftest import SHOTS
from browser.gallery import FIRST
from browser.layout_checks import faults
from browser.seat import Asked, random_choice
from browser.test_playing import lobby_path
from browser.visible_hand import hidden_parts
from other_browsers.driver import Driver
from other_browsers.launch import BROWSERS
from other_browsers.player import Means, Player
from support.circles import Circle
from support.server_process import Server
from support.waiting import until

from prikup.games import GAMES

DESKTOP, NARROW = (1280, 900), (500, 800)
"""Firefox's minimum window is wider than a phone, but has the same layout."""
LOOKS: dict[Means, tuple[str, str]] = {"mouse": ("en", "light"), "keys": ("ru", "dark")}
"""The language and theme by input device."""
PAIRS: list[Any] = [("firefox", "mouse"), ("webkit", "keys")]
PAIRS += [pytest.param(*pair, marks=pytest.mark.thorough) for pair in product(BROWSERS, LOOKS) if pair not in PAIRS]
HAS_CHANGES = "() => document.querySelector('dialog .fresh') !== null"
"""Return whether a dialog shows changes by the last deal."""
ARE_CHANGES_UNDERLINED = (
    "() => getComputedStyle(document.querySelector('dialog .fresh')).textDecorationLine === 'underline'"
)
"""Return whether the changes by the last deal stand out on the score sheet."""


class Eye:
    """Checks the layout of a page in a wide and a narrow window, once for each kind of prompt."""

    def __init__(self, window: Driver, name: str) -> None:
        self.window, self.name = window, name
        self.seen: set[str] = set()
        self.wrong: list[str] = []
        window.resize(*DESKTOP)

    def looks(self, kind: str) -> None:
        """Take a screenshot and record layout faults."""
        if kind in self.seen:
            return
        self.seen.add(kind)
        for width, height in (NARROW, DESKTOP):
            self.window.resize(width, height)
            self.wrong += [f"{kind} {width}x{height}: {fault}" for fault in faults(self.window)]
            SHOTS.mkdir(parents=True, exist_ok=True)
            (SHOTS / f"{self.name}-{kind}-{width}x{height}.png").write_bytes(self.window.screenshot())


def a_deal(player: Player, watch: Callable[[Asked], None]) -> None:
    """Play until a deal in which cards are played."""
    deals = range(1, 10)
    for _ in deals:
        if "card" in player.play(watch):
            return
        player.act(player.next_prompt())
    raise AssertionError(f"No card was played in {len(deals)} deals.")


@pytest.mark.parametrize(("brand", "means"), PAIRS, indirect=["brand"])
@pytest.mark.parametrize("game", GAMES if Circle.name == "all" else [FIRST])
def test_other_browser_plays_a_deal(window: Driver, brand: str, server: Server, game: str, means: Means) -> None:
    lang, theme = LOOKS[means]
    eye = Eye(window, f"{brand}-{game}-{means}")
    player = Player(window, server.url, lang, means)
    player.choice = random_choice(f"{game} {means}")

    def watch(prompt: Asked) -> None:
        eye.wrong += hidden_parts(player, hand=prompt.kind in ("card", "call", "lay"))
        eye.looks(prompt.kind)

    player.open(game, lobby_path(game), theme)
    eye.looks("lobby")
    player.press(player.button("setup-play"))
    a_deal(player, watch)
    player.press(player.button("sheet-title"))
    until(lambda: window.evaluate(HAS_CHANGES), "the score sheet, which is loaded when it is first opened")
    assert window.evaluate(ARE_CHANGES_UNDERLINED)
    eye.looks("sheet")
    player.press_once("close")
    player.act(player.next_prompt())
    assert player.next_prompt().kind not in ("next", "over")
    assert not player.wrong
    assert not eye.wrong, "\n".join(eye.wrong)
