"""The background worker of a device: tables continue while it computes, and its requests are finally answered."""

from collections.abc import Callable

import pytest
from browser import test_analyse as analyse
from browser.conftest import Accounts
from browser.page_list import POSITION
from browser.prepared_tables import Guest
from browser.seat import Seat
from browser.test_playing import lobby_path
from playwright.sync_api import expect
from static_site.static_server import HoldingServer
from static_site.test_pages import NO_SERVER

from prikup.games import GAMES

pytestmark = pytest.mark.thorough

GAME = next(iter(GAMES))


@pytest.mark.parametrize("broken", [False, True], ids=["released", "broken"])
def test_site_table_continues_while_analysis_waits_for_its_worker(
    accounts: Accounts, serve_held_file: Callable[[str], tuple[str, type[HoldingServer]]], broken: bool
) -> None:
    url, server = serve_held_file("background_worker_entry")
    studying = Guest(accounts.seat(url=url), NO_SERVER)
    studying.page.goto(POSITION)
    seat = Seat(studying.page.context.new_page())
    seat.start_match(GAME, lobby_path(GAME))
    for _ in range(3):
        seat.act()
    seat.next_prompt()
    expect(analyse.number(studying)).to_have_count(0)
    if broken:
        server.broken.set()
    server.release_event.set()
    if broken:
        expect(studying.page.get_by_role("alert").or_(analyse.fault(studying)).first).to_be_visible()
        accounts.forgive("503", "pyodide.asm.mjs", "background_worker_entry")
    else:
        expect(analyse.number(studying)).to_have_text("7")
