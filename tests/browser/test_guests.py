"""What a visitor is told before they play as a guest."""

from pathlib import Path

import pytest
from browser.conftest import DESKTOP, PHONE, Accounts
from browser.core import one_of
from browser.servers import House, served
from playwright.sync_api import expect

from prikup.server.retention import Keep


@pytest.mark.parametrize(("lang", "size"), one_of([("ru", PHONE), ("en", DESKTOP)]))
def test_a_guest_is_told_for_how_long_they_are_kept(
    lang: str, size: tuple[int, int], people: Accounts, server: House
) -> None:
    seat = people.seat(lang, size=size)
    seat.page.goto("/")
    notice = seat.main.get_by_text(seat.words("guest-kept", days=30))
    expect(notice).to_be_in_viewport()
    seat.press(seat.button("setup-invite"))
    expect(seat.button("wait-stand")).to_be_visible()
    expect(notice).to_be_visible()  # for those who come by the link
    answer = seat.page.context.request.post("/api/account", data={"name": f"{lang} {size[0]}", "password": "12345678"})
    assert answer.ok
    seat.page.goto("/")
    expect(seat.button("setup-play")).to_be_visible()
    assert not notice.count()


def test_a_server_that_keeps_everybody_says_nothing(people: Accounts, tmp_path: Path, log: Path) -> None:
    with served(tmp_path, keep=Keep(0)) as server:
        seat = people.seat(url=server.url)
        seat.page.goto("/")
        expect(seat.button("setup-play")).to_be_visible()
        assert not seat.main.get_by_text("Without an account").count()
