"""Finished matches on an offline device: listed, reviewed, practised, counted, saved."""

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from browser.conftest import PHONE
from browser.seat import Keys, Seat, Touch, load_words
from device.test_finished_matches import play_match
from device.test_host import QUICK, open_table
from playwright.sync_api import Locator, expect
from table.stores import MemoryShelf

from prikup.device.host import TabHost
from prikup.games import GAMES
from prikup.history.log_file import read_events

FIRST_GAME, SECOND_GAME, *_ = GAMES
REVIEW_TIMEOUT_MS = 300_000
"""Timeout in milliseconds for the review of a deal on a busy machine."""
StoredMatches = tuple[list[str], list[tuple[str, str, str]]]


def store_matches(*games: str, over: bool = True) -> StoredMatches:
    """Return matches of one deal as stored on a device, finished or just started: their ids, and the rows."""

    async def play_and_store() -> StoredMatches:
        shelf = MemoryShelf()
        host = TabHost(shelf, QUICK)
        names = [await (play_match(host, game) if over else open_table(host, game=game, deals=1)) for game in games]
        await host.close()
        return names, [(*place, text) for place, text in shelf.rows_by_key.items()]

    with ThreadPoolExecutor() as threads:  # Playwright's loop runs in this thread
        return threads.submit(lambda: asyncio.run(play_and_store())).result()


def test_device_match_is_finished_reviewed_and_continued(cut: Callable[..., Seat]) -> None:
    (match,), rows = store_matches(FIRST_GAME, over=False)
    seat = cut("ru", Touch, PHONE, rows=rows)
    seat.load_game_words(FIRST_GAME)
    seat.page.goto(f"/t/{match}")
    seat.play()
    seat.press(seat.link("rest-review"))
    expect(seat.page).to_have_url(re.compile(f"/matches/{match}/1"))
    parts = seat.page.get_by_role("heading", name=seat.words("match-parts"))
    expect(parts).to_be_visible(timeout=REVIEW_TIMEOUT_MS)
    scrubber = seat.page.get_by_role("slider")
    seat.page.keyboard.press("ArrowRight")
    expect(scrubber).to_have_attribute("aria-valuenow", "1")
    expect(seat.page).to_have_url(re.compile("#1$"))
    seat.page.reload()
    expect(parts).to_be_visible()
    expect(scrubber).to_have_attribute("aria-valuenow", "1")
    for server_only in (seat.button("compared-friends"), seat.button("reviewed-link"), _doors(seat)):
        expect(server_only).to_have_count(0)
    seat.press(seat.button("reviewed-play-on"))
    expect(seat.page).to_have_url(re.compile("/t/"))
    seat.next_prompt()


@pytest.mark.thorough
def test_device_matches_are_listed_shown_saved_and_counted(cut: Callable[..., Seat]) -> None:
    names, rows = store_matches(FIRST_GAME, SECOND_GAME)
    seat = cut("en", Keys, rows=rows)
    seat.press(seat.main.get_by_role("link", name=seat.words("matches-title"), exact=True))
    match_links = seat.main.get_by_role("listitem").get_by_role("link")
    expect(match_links).to_have_count(2)
    games = seat.page.get_by_role("group", name=seat.words("matches-game"))
    games.get_by_role("radio", name=load_words("en", FIRST_GAME)("game"), exact=True).check(force=True)
    expect(match_links).to_have_count(1)
    seat.press(match_links)
    expect(seat.page).to_have_url(re.compile(f"/matches/{names[0]}$"))
    expect(seat.main.get_by_role("heading", level=1)).to_contain_text(load_words("en", FIRST_GAME)("game"))
    for server_only in (seat.button("match-make-private"), seat.button("match-link"), _doors(seat)):
        expect(server_only).to_have_count(0)
    with seat.page.expect_download() as download:
        seat.press(seat.button("rest-log"))
    assert read_events(download.value.path().read_bytes())[0]
    seat.page.goto("/statistics")
    row = seat.main.get_by_role("row").get_by_role("link", name=load_words("en", SECOND_GAME)("game"), exact=True)
    seat.press(row)
    expect(seat.page).to_have_url(re.compile(f"game={SECOND_GAME}"))
    points = seat.main.get_by_role("region", name=seat.words("statistics-by-player"), exact=True)
    expect(points.get_by_role("row", name=seat.words("statistics-you"))).to_be_visible()
    expect(points.get_by_role("row")).to_have_count(3)
    seat.page.goto("/matches/none")
    expect(seat.page.get_by_text(seat.words("alone-match-gone-note"))).to_be_visible()


def _doors(seat: Seat) -> Locator:
    """Return the links to features that only a server has."""
    return seat.page.locator("[href^='/fair'], [href^='/api'], [href^='/account']")
