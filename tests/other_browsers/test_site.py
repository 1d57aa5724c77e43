"""A static site in Firefox and WebKitGTK: a deal in the tab; then, without its server, the same table again."""

from pathlib import Path

import pytest
from browser.gallery import FIRST
from browser.seat import Asked, random_choice
from browser.test_playing import lobby_path
from other_browsers.driver import Driver
from other_browsers.player import Player
from other_browsers.test_other_browsers import a_deal
from static_site.static_server import copy_site, serve_folder
from static_site.test_offline import wait_until_kept
from support.waiting import until

TABLE = "() => location.pathname.startsWith('/t/') && location.pathname"
FETCH_STATUS = "async () => (await fetch('/none.txt').catch(() => null))?.status ?? null"
"""Return the status of a response not from a service worker, or null."""


class Patient(Player):
    """A user who waits for the engine, and leaves no page while files are being cached, which WebKitGTK would abort."""

    front = "/mark.svg"

    def next_prompt(self) -> Asked:
        def current_prompt() -> Asked | None:
            prompt = super(Patient, self).next_prompt()
            return prompt if prompt.kind else None

        return until(current_prompt, "that the player is asked")


@pytest.mark.thorough
def test_other_browser_continues_site_table_without_network(window: Driver, tmp_path: Path) -> None:
    folder = copy_site(tmp_path / "site")
    player = Patient(window, "", "en", "mouse")
    player.choice = random_choice("without a network")
    with serve_folder(folder) as player.url:
        player.open(FIRST, lobby_path(FIRST), "light")
        player.press(player.button("setup-play"))
        a_deal(player, lambda _: None)
        player.act(player.next_prompt())
        table = until(lambda: window.evaluate(TABLE), "that the table has an address")
        assert player.next_prompt().kind
        assert not player.wrong
        wait_until_kept(window, folder)
        assert window.evaluate(FETCH_STATUS) == 404
    assert window.evaluate(FETCH_STATUS) is None

    window.goto(player.url + table)
    assert window.evaluate(TABLE) == table
    for _ in range(3):
        player.act(player.next_prompt())
    assert player.next_prompt().kind
