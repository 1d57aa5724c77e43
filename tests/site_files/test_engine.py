"""The engine that a page waits for, that cannot be loaded, or that a browser cannot run: what a person is told then."""

from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from threading import Event

import pytest
from browser.conftest import DESKTOP, PHONE, Accounts
from browser.seat import Fingers, Mouse, Touch
from browser.test_playing import lobby
from playwright.sync_api import expect
from site_files.static_server import LOADING, StaticServer, served

from prikup.games import GAMES

GAME = next(iter(GAMES))
screens = pytest.mark.parametrize(("lang", "fingers", "size"), [("en", Mouse, DESKTOP), ("ru", Touch, PHONE)])


class Lacking(StaticServer):
    """Keeps the interpreter back until it is released, and then sends it, unless it is broken."""

    released, broken = Event(), Event()

    def do_GET(self) -> None:
        if "pyodide.asm.wasm" in self.path:
            self.released.wait(LOADING / 1000)
            if self.broken.is_set():
                self.send_error(HTTPStatus.SERVICE_UNAVAILABLE)
                return
        super().do_GET()


@pytest.fixture
def lacking(own_site: Path) -> Iterator[tuple[str, type[Lacking]]]:
    """The address of such a server, which nothing has released yet."""

    class Own(Lacking):
        released, broken = Event(), Event()

    with served(own_site, Own) as url:
        yield url, Own
        Own.released.set()


@screens
def test_a_table_that_waits_for_the_engine_says_so(
    people: Accounts, lacking: tuple[str, type[Lacking]], lang: str, fingers: type[Fingers], size: tuple[int, int]
) -> None:
    url, server = lacking
    seat = people.seat(lang, fingers, size, url=url)
    seat.open(GAME, lobby(GAME))
    said = seat.page.get_by_role("status").filter(has_text=seat.words("device-engine-loading"))
    expect(said).to_be_visible()
    server.released.set()
    seat.asked()
    expect(said).to_have_count(0)


@screens
def test_an_engine_that_cannot_be_loaded_is_loaded_once_more(
    people: Accounts, lacking: tuple[str, type[Lacking]], lang: str, fingers: type[Fingers], size: tuple[int, int]
) -> None:
    url, server = lacking
    server.broken.set()
    server.released.set()
    seat = people.seat(lang, fingers, size, url=url)
    seat.open(GAME, lobby(GAME))
    said = seat.page.get_by_role("alert").filter(has_text=seat.words("device-engine-failed"))
    expect(said).to_be_visible()
    seat.press(seat.button("device-engine-again"))
    expect(said).to_be_visible()
    server.broken.clear()
    seat.press(seat.button("device-engine-again"))
    seat.asked()
    expect(said).to_have_count(0)
    people.forgive("503", "pyodide.asm", "wasm", "/assets/host_worker")


@screens
def test_where_there_is_no_webassembly_the_rules_can_be_read(
    people: Accounts, lang: str, fingers: type[Fingers], size: tuple[int, int]
) -> None:
    seat = people.seat(lang, fingers, size)
    seat.page.add_init_script("delete globalThis.WebAssembly")
    seat.page.goto("/")
    said = seat.page.get_by_role("alert").filter(has_text="WebAssembly")
    expect(said).to_have_text(f"{seat.words('device-engine-lacking')} {seat.words('device-engine-rules')}")
    expect(seat.main.get_by_role("heading", level=1)).not_to_be_empty()
    seat.page.goto("/here/none")
    expect(said).to_be_visible()
    seat.press(seat.page.get_by_role("link", name=seat.words("device-engine-rules"), exact=True))
    expect(seat.main.get_by_role("heading", level=1)).to_have_text(seat.words("rules-title"))
    expect(said).to_have_count(0)
