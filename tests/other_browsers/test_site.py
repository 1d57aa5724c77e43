"""A site of static files in Firefox and in WebKitGTK: a deal at a table in the tab; then, with its server gone, the
same table once more, and the score of a real one."""

from pathlib import Path
from typing import Any

import pytest
from browser.gallery import FIRST
from browser.seat import Asked, any_of
from browser.test_playing import lobby
from other_browsers.driver import Driver
from other_browsers.player import Player
from other_browsers.test_other_browsers import a_deal
from site_files.static_server import copied, served
from support.waiting import until

KEPT = """async () => {
  const name = (await caches.keys()).find((one) => one.startsWith("prikup-"));
  return name ? (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname) : [];
}"""
SENT = "async () => (await fetch('/none.txt').catch(() => null))?.status ?? null"
"""Whether somebody answers who is no service worker."""
PLACE = "() => location.pathname"
NAMED = """() => [...document.querySelectorAll(".player input[type=text]")].map((field, number) => {
  field.value = "ABCD"[number];
  field.dispatchEvent(new Event("input", { bubbles: true }));
}).length"""
"""Write a name into each field that asks for one, and say how many there were."""
ASKS = "() => !!document.querySelector('.deal :is(.pairs, .keys, .numbers) button')"
"""Whether the sheet asks for a deal."""
TOLD = """() => {
  if (document.querySelector("main[aria-busy=true]")) return "busy";
  const offered = [...document.querySelectorAll(".deal :is(.pairs, .keys, .numbers) button")];
  offered[Math.floor(offered.length / 2)]?.click();
  return offered.length ? "told" : "whole";
}"""
"""Answer what is asked of a deal, until nothing is."""
ENTRIES = """() => {
  const key = Object.keys(localStorage).find((name) => name === "prikup-score-" + location.hash.slice(1));
  return key ? JSON.parse(localStorage[key]).steps.length : 0;
}"""


class Patient(Player):
    """Somebody who waits for the engine, and leaves no page while it is just being kept: WebKitGTK would not go on."""

    front = "/mark.svg"

    def asked(self) -> Asked:
        def asked() -> Asked | None:
            question = super(Patient, self).asked()
            return question if question.kind else None

        return until(asked, "that the player is asked")


def soon(page: Driver, function: str, value: Any = None) -> Any:
    """Return what a function in the page comes to, once it comes to something."""
    return until(lambda: page.evaluate(function, value), function)


def wait_until_kept(page: Driver, folder: Path) -> None:
    """Wait until every file of the engine is kept."""
    engine = {f"/engine/{path.name}" for path in (folder / "engine").iterdir()}
    until(lambda: engine <= set(page.evaluate(KEPT)), "that every file of the engine is kept")


def begun(window: Driver, player: Patient, page: str) -> str:
    """Open a table on a device from a lobby, play a deal there and into the next; return the table's path."""
    player.open(FIRST, page, "light")
    player.press(player.button("setup-play"))
    a_deal(player, lambda _: None)
    player.act(player.asked())
    table: str = soon(window, "() => location.pathname.startsWith('/here/') && location.pathname")
    assert player.asked().kind
    assert not player.wrong
    return table


def gone_on(window: Driver, player: Patient, table: str) -> None:
    """Load a table once more, and play on there."""
    window.goto(player.url + table)
    assert window.evaluate(PLACE) == table
    for _ in range(3):
        player.act(player.asked())
    assert player.asked().kind


@pytest.mark.thorough
def test_a_site_and_then_no_network(window: Driver, tmp_path: Path) -> None:
    folder = copied(tmp_path / "site")
    player = Patient(window, "", "en", "mouse")
    player.choice = any_of("without a network")
    with served(folder) as player.url:
        table = begun(window, player, lobby(FIRST))
        wait_until_kept(window, folder)
        assert window.evaluate(SENT) == 404
    assert window.evaluate(SENT) is None

    gone_on(window, player, table)

    window.goto(player.url + "/score")
    assert soon(window, NAMED) >= 2
    player.press(player.button("scorer-begin"))
    soon(window, ASKS)
    until(lambda: window.evaluate(TOLD) == "whole", "that the deal is told")
    before = window.evaluate(ENTRIES)
    player.press(player.button("scorer-write"))
    soon(window, f"() => ({ENTRIES})() > {before}")
