"""Fixtures for tests of a static site in a real browser: the table runs in the tab."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from browser.conftest import DESKTOP, Accounts, accounts, browser_context_args, browser_type_launch_args, port
from browser.seat import Fingers, Mouse, Seat
from playwright.sync_api import expect
from static_site.static_server import LOADING, HoldingServer, copy_site, serve_folder
from static_site.test_offline import offline, wait_until_engine_ready, wait_until_kept
from static_site.test_stored_data import store_rows

__all__ = ["Accounts", "accounts", "browser_context_args", "browser_type_launch_args", "port"]

expect.set_options(timeout=LOADING)  # each page must start an engine, or wait for another page's, before it can answer


@pytest.fixture(scope="session")
def base_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a static server."""
    with serve_folder(copy_site(tmp_path_factory.mktemp("site") / "site")) as url:
        yield url


@pytest.fixture(autouse=True)
def servers() -> Iterator[ExitStack]:
    """The servers of one test, which stop after its browsers, because workers may request files at any moment."""
    with ExitStack() as running:
        yield running


@pytest.fixture
def own_site(tmp_path: Path) -> Path:
    """A copy of the site for one test, which may serve, stop and change it."""
    return copy_site(tmp_path / "site")


@pytest.fixture
def serve_held_file(servers: ExitStack, own_site: Path) -> Callable[[str], tuple[str, type[HoldingServer]]]:
    """Return a function that serves a site with one file held back: its URL, and the server class, to release it."""

    def serve(part: str) -> tuple[str, type[HoldingServer]]:
        class Own(HoldingServer):
            held_path = part
            release_event, broken, unreachable = Event(), Event(), Event()

        url = servers.enter_context(serve_folder(own_site, Own))
        servers.callback(Own.release_event.set)
        return url, Own

    return serve


@pytest.fixture
def cut(accounts: Accounts, own_site: Path) -> Callable[..., Seat]:
    """Return a function that creates a user whose device has stored rows, who visited the site once, and is offline
    now."""

    def person(
        lang: str = "en", fingers: type[Fingers] = Mouse, size: tuple[int, int] = DESKTOP, rows: Sequence[Any] = ()
    ) -> Seat:
        with ExitStack() as server:
            seat = accounts.seat(lang, fingers, size, server.enter_context(serve_folder(own_site)))
            if rows:
                store_rows(seat.page, {"version": 1, "rows": rows})
            seat.page.goto("/")
            wait_until_kept(seat.page, own_site)
            wait_until_engine_ready(seat.page)
            offline(seat.page.context, server)
        return seat

    return person
