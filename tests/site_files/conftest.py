"""Tests in a real browser over static files alone: the table stands in the tab."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from browser.conftest import DESKTOP, Accounts, browser_context_args, browser_type_launch_args, people
from browser.seat import Fingers, Mouse, Seat
from playwright.sync_api import expect
from site_files.static_server import LOADING, HoldingServer, copied, served
from site_files.test_kept import laid
from site_files.test_offline import offline, wait_until_engine_ready, wait_until_kept

__all__ = ["Accounts", "browser_context_args", "browser_type_launch_args", "people"]

expect.set_options(timeout=LOADING)  # each page starts an engine before it can be answered, or waits for another's


@pytest.fixture(scope="session")
def base_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Every page begins at a static server."""
    with served(copied(tmp_path_factory.mktemp("site") / "site")) as url:
        yield url


@pytest.fixture(autouse=True)
def servers() -> Iterator[ExitStack]:
    """The servers of one test, which end after its browsers: a worker of a page may ask for something at any moment."""
    with ExitStack() as running:
        yield running


@pytest.fixture
def own_site(tmp_path: Path) -> Path:
    """A site for one test alone, which may serve it, or end to, and change it."""
    return copied(tmp_path / "site")


@pytest.fixture
def holding(servers: ExitStack, own_site: Path) -> Callable[[str], tuple[str, type[HoldingServer]]]:
    """A way to serve a site of which one file is kept back: its address, and the kind of server, to release it."""

    def serve(part: str) -> tuple[str, type[HoldingServer]]:
        class Own(HoldingServer):
            held, released, broken = part, Event(), Event()

        url = servers.enter_context(served(own_site, Own))
        servers.callback(Own.released.set)
        return url, Own

    return serve


@pytest.fixture
def cut(people: Accounts, own_site: Path) -> Callable[..., Seat]:
    """A way to be a person whose device has kept some rows, who was at the site once, and has no network now."""

    def person(
        lang: str = "en", fingers: type[Fingers] = Mouse, size: tuple[int, int] = DESKTOP, rows: Sequence[Any] = ()
    ) -> Seat:
        with ExitStack() as server:
            seat = people.seat(lang, fingers, size, server.enter_context(served(own_site)))
            if rows:
                laid(seat.page, {"version": 1, "rows": rows})
            seat.page.goto("/")
            wait_until_kept(seat.page, own_site)
            wait_until_engine_ready(seat.page)
            offline(seat.page.context, server)
        return seat

    return person
