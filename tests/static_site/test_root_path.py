"""A site in a folder of a host, such as `user.github.io/prikup/`: it is not configured for the folder and requests
nothing outside."""

from contextlib import ExitStack
from pathlib import Path

import pytest
from browser.conftest import Accounts
from browser.core import one_core_case
from browser.test_playing import lobby_path, play_until_cards
from playwright.sync_api import expect
from static_site.static_server import LOADING, StaticServer, serve_folder
from static_site.test_links import HostOfFiles
from static_site.test_offline import offline, wait_until_kept
from support.stripping_proxy import serve_below

from prikup.games import GAMES
from prikup.problems.open_problem import OpenProblem
from prikup.problems.problem import every_problem

ROOT = "/cards/prikup"
GAME = next(iter(GAMES))


@pytest.mark.parametrize("host", one_core_case((StaticServer, HostOfFiles)))
def test_site_in_a_folder_plays_with_and_without_a_network(
    accounts: Accounts, own_site: Path, host: type[StaticServer]
) -> None:
    with ExitStack() as server:
        address = server.enter_context(serve_folder(own_site, host)).removeprefix("http://")
        url = server.enter_context(serve_below(ROOT, address))
        seat = accounts.seat(url=url)
        requested_urls: list[str] = []
        seat.page.context.on("request", lambda request: requested_urls.append(request.url))
        # A link opened by a new visitor, so no service worker helps.
        seat.page.goto(f"{ROOT}/problems/{next(iter(every_problem(OpenProblem))).id}")
        expect(seat.main.get_by_role("heading", level=1)).not_to_be_empty(timeout=LOADING)
        seat.page.goto(f"{ROOT}/rules/{GAME}")
        expect(seat.main.get_by_role("heading", level=1)).not_to_be_empty()
        seat.start_match(GAME, ROOT + lobby_path(GAME))
        seat.next_prompt()
        play_until_cards(seat)
        wait_until_kept(seat.page, own_site)
        offline(seat.page.context, server)
        seat.page.goto(f"{ROOT}/rules/{GAME}")
        expect(seat.main.get_by_role("heading", level=1)).not_to_be_empty()
        seat.start_match(GAME, ROOT + lobby_path(GAME))
        seat.next_prompt()
        assert seat.page.url.startswith(f"{url}/")
        assert {requested_url for requested_url in requested_urls if not requested_url.startswith(f"{url}/")} == set()
    accounts.tolerate("404")  # the second of these hosts sends a page of the site as a missing file
