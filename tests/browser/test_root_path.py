"""A server under a path prefix that a reverse proxy strips."""

import re
from collections.abc import Iterator

import pytest
from browser.conftest import Accounts
from browser.servers import run_server
from browser.test_playing import lobby_path, play_until_cards
from playwright.sync_api import expect
from support.stripping_proxy import serve_below

from prikup.games import GAMES

ROOT = "/cards"
GAME = next(iter(GAMES))


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL under which everything is served."""
    with (
        run_server(tmp_path_factory.mktemp("server"), root_path=ROOT) as house,
        serve_below(ROOT, house.url.removeprefix("http://")) as url,
    ):
        yield url


def test_path_prefix_pages_are_playable_and_link_to_each_other(accounts: Accounts, address: str) -> None:
    seat = accounts.seat(url=address)
    urls: list[str] = []
    seat.page.context.on("request", lambda request: urls.append(request.url))
    seat.start_match(GAME, ROOT + lobby_path(GAME))
    seat.next_prompt()
    assert re.match(rf"{address}/t/\w+$", seat.page.url)
    play_until_cards(seat)
    seat.page.reload()
    seat.next_prompt()
    for link_key in (
        "header-problems",
        "header-rules",
        "header-analyse",
        "header-fair",
        "matches-title",
        "lobby-score",
    ):
        seat.page.goto(f"{ROOT}/")
        if not link_key.startswith("header"):  # the open tables come later, above these links
            expect(seat.page.get_by_role("region", name=seat.words("lobby-open-title"))).to_be_visible()
        seat.press(seat.link(link_key).first)
        expect(seat.page).to_have_url(re.compile(rf"^{address}/\w+$"))
        expect(seat.main.get_by_role("heading", level=1)).not_to_be_empty()
        seat.page.reload()
        expect(seat.main.get_by_role("heading", level=1)).not_to_be_empty()
        links = seat.page.get_by_role("link").evaluate_all("all => all.map((link) => link.getAttribute('href') ?? '')")
        assert {link for link in links if not link.startswith((f"{ROOT}/", "#"))} == set(), link_key
    assert {url for url in urls if not url.startswith(f"{address}/")} == set()


def test_path_prefix_is_part_of_invitation_link(accounts: Accounts, address: str) -> None:
    host, guest = accounts.seat(url=address), accounts.seat(url=address)
    host.page.goto(f"{ROOT}/")
    host.press(host.button("setup-invite"))
    expect(host.page).to_have_url(re.compile("/t/"))
    link = host.main.get_by_role("textbox", name=host.words("wait-link")).input_value()
    assert link == host.page.url
    guest.page.goto(link)
    expect(guest.main.get_by_role("heading", level=1)).not_to_be_empty()
