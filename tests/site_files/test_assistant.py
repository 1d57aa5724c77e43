"""The second worker of a device: tables go on while it is asked, and what it is asked is answered in the end."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Event

import pytest
from browser import test_analyse as analyse
from browser.conftest import Accounts
from browser.guest import Guest
from browser.seat import Mouse, Seat
from browser.test_playing import lobby
from browser.visits import POSITION
from playwright.sync_api import expect
from site_files.static_server import LOADING, StaticServer, served
from site_files.test_pages import NOBODY

from prikup.games import GAMES

pytestmark = pytest.mark.thorough

GAME = next(iter(GAMES))


class Holding(StaticServer):
    """Sends the code of the second worker when that is released, or with its failure."""

    released, broken = Event(), False

    def do_GET(self) -> None:
        if "assistant_worker" in self.path:
            self.released.wait(LOADING / 1000)
            if self.broken:
                self.path = "/none.js"
        super().do_GET()


@pytest.fixture(params=[False, True], ids=["released", "broken"])
def holding(request: pytest.FixtureRequest, servers: ExitStack, own_site: Path) -> Iterator[tuple[str, type[Holding]]]:
    """The address of such a server."""

    class Own(Holding):
        released, broken = Event(), request.param

    url = servers.enter_context(served(own_site, Own))
    yield url, Own
    Own.released.set()


def test_tables_go_on_while_open_hands_are_analysed(people: Accounts, holding: tuple[str, type[Holding]]) -> None:
    url, server = holding
    studying = Guest(people.seat("en", Mouse, url=url), NOBODY)
    studying.page.goto(POSITION)
    seat = Seat(studying.page.context.new_page(), "en", Mouse())
    seat.open(GAME, lobby(GAME))
    for _ in range(3):
        seat.act()
    seat.asked()
    expect(analyse.number(studying)).to_have_count(0)
    server.released.set()
    if server.broken:
        expect(studying.page.get_by_role("alert").or_(analyse.fault(studying)).first).to_be_visible()
        people.forgive("404", "pyodide.asm.mjs", "assistant_worker")
    else:
        expect(analyse.number(studying)).to_have_text("7")
