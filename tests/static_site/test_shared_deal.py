"""The link of a finished deal on a static site: copied from a review, and opened where nothing is stored."""

from collections.abc import Callable

import pytest
from browser.conftest import Accounts
from browser.seat import Seat
from playwright.sync_api import Request, expect
from static_site.test_matches import FIRST_GAME, store_matches
from support.matches import play_match
from support.waiting import until

from prikup.games import GAMES
from prikup.history.deal_link import LINK_PATH, link_of, linked_deals


def _link(game: str) -> str:
    return link_of(next(linked_deals(play_match(game, GAMES[game], 1, extras=False))))


def test_shared_deal_opens_on_the_device_and_is_sent_nowhere(accounts: Accounts, base_url: str) -> None:
    link, sent_texts = _link(FIRST_GAME), list[str]()

    def note(request: Request) -> None:
        sent_texts.append(f"{request.url} {request.post_data}")

    seat = accounts.seat("en", url=base_url)
    seat.page.context.on("request", note)
    seat.page.goto(f"{LINK_PATH}{link}")
    expect(seat.button("reviewed-share")).to_be_visible()
    expect(seat.button("reviewed-back")).to_be_disabled()
    seat.page.keyboard.press("ArrowRight")
    expect(seat.button("reviewed-back")).to_be_enabled()
    deck = link.split(".")[5]
    assert sent_texts
    assert not any(deck in text for text in sent_texts)


def test_damaged_deal_link_shows_reason(accounts: Accounts, base_url: str) -> None:
    seat, link = accounts.seat("ru", url=base_url), _link(FIRST_GAME)
    for damaged_link, key in ((link[:-9], "link-cut"), (f"9{link}", "link-newer")):
        seat.page.goto(f"{LINK_PATH}{damaged_link}")
        expect(seat.main.get_by_role("alert")).to_have_text(seat.words(key))


@pytest.mark.thorough
def test_review_on_the_device_copies_link_to_deal(cut: Callable[..., Seat]) -> None:
    (match,), rows = store_matches(FIRST_GAME)
    seat = cut("en", rows=rows)
    seat.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    seat.page.goto(f"/matches/{match}/1")
    seat.press(seat.button("reviewed-share"))

    def copied_text() -> str:
        return str(seat.page.evaluate("navigator.clipboard.readText()"))

    until(lambda: f"{LINK_PATH}1.{FIRST_GAME}." in copied_text(), "the link is copied")
    seat.page.goto(copied_text())
    expect(seat.button("reviewed-share")).to_be_visible()
    expect(seat.main.get_by_role("heading", level=1)).to_have_text(seat.words("reviewed-shared"))
