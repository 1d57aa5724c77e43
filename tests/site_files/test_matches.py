"""Finished matches on a device, without a network: found, reviewed, played on from, counted, saved."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from browser.conftest import DESKTOP, PHONE, Accounts
from browser.seat import Fingers, Keys, Mouse, Seat, Touch, spoken
from browser.test_review import REVIEWED
from playwright.sync_api import Locator, expect
from site_files.screens import screens
from site_files.static_server import served
from site_files.test_kept import laid
from site_files.test_offline import offline, wait_until_kept
from tab.test_finished import played
from tab.test_host import QUICK, opened
from table.stores import MemoryShelf

from prikup.games import GAMES
from prikup.history.log_file import read_events
from prikup.tab.host import TabHost

FIRST, OTHER, *_ = GAMES
Kept = tuple[list[str], list[tuple[str, str, str]]]


def kept(*games: str, over: bool = True) -> Kept:
    """Matches of one deal as a device keeps them, which are over or have just begun: their ids, and the rows."""

    async def made() -> Kept:
        shelf = MemoryShelf()
        host = TabHost(shelf, QUICK)
        names = [await (played(host, game) if over else opened(host, game=game, deals=1)) for game in games]
        await host.close()
        return names, [(*place, text) for place, text in shelf.kept.items()]

    with ThreadPoolExecutor() as threads:  # here the loop of Playwright runs
        return threads.submit(lambda: asyncio.run(made())).result()


@pytest.fixture
def cut(people: Accounts, own_site: Path) -> Any:
    """A person whose device has kept these rows, who has been at the site once, and has no network now."""

    def person(rows: list[Any], lang: str, fingers: type[Fingers], size: tuple[int, int]) -> Seat:
        with ExitStack() as server:
            seat = people.seat(lang, fingers, size, url=server.enter_context(served(own_site)))
            laid(seat.page, {"version": 1, "rows": rows})
            seat.page.goto("/")
            wait_until_kept(seat.page, own_site)
            offline(seat.page.context, server)
        return seat

    return person


def reviewed(seat: Seat) -> None:
    """Wait until the deal on the page is reviewed."""
    expect(seat.page.get_by_role("heading", name=seat.words("match-parts"))).to_be_visible(timeout=REVIEWED)


@screens
def test_a_match_is_played_to_its_end_and_its_deal_reviewed_and_played_on(
    cut: Any, lang: str, fingers: type[Fingers], size: tuple[int, int]
) -> None:
    (match,), rows = kept(FIRST, over=False)
    seat = cut(rows, lang, fingers, size)
    seat.learn(FIRST)
    seat.page.goto(f"/here/{match}")
    seat.play()
    seat.press(seat.link("rest-review"))
    expect(seat.page).to_have_url(re.compile(f"/matches/{match}/1"))
    reviewed(seat)
    scrubber = seat.page.get_by_role("slider")
    seat.page.keyboard.press("ArrowRight")
    expect(scrubber).to_have_attribute("aria-valuenow", "1")
    expect(seat.page).to_have_url(re.compile("#1$"))
    seat.page.reload()
    reviewed(seat)
    expect(scrubber).to_have_attribute("aria-valuenow", "1")
    for others in (seat.button("compared-friends"), seat.button("reviewed-link"), _doors(seat)):
        expect(others).to_have_count(0)
    seat.press(seat.button("reviewed-play-on"))
    expect(seat.page).to_have_url(re.compile("/here/"))
    seat.asked()


@pytest.mark.parametrize(
    ("lang", "fingers", "size"), [("ru", Mouse, DESKTOP), ("en", Keys, DESKTOP), ("en", Touch, PHONE)]
)
@pytest.mark.thorough
def test_matches_are_listed_shown_saved_and_counted(
    cut: Any, lang: str, fingers: type[Fingers], size: tuple[int, int]
) -> None:
    names, rows = kept(FIRST, OTHER)
    seat = cut(rows, lang, fingers, size)
    seat.press(seat.main.get_by_role("link", name=seat.words("matches-title"), exact=True))
    listed = seat.main.get_by_role("listitem").get_by_role("link")
    expect(listed).to_have_count(2)
    games = seat.page.get_by_role("group", name=seat.words("matches-game"))
    games.get_by_role("radio", name=spoken(lang, FIRST)("game"), exact=True).check(force=True)
    expect(listed).to_have_count(1)
    seat.press(listed)
    expect(seat.page).to_have_url(re.compile(f"/matches/{names[0]}$"))
    expect(seat.main.get_by_role("heading", level=1)).to_contain_text(spoken(lang, FIRST)("game"))
    for others in (seat.button("match-make-private"), seat.button("match-link"), _doors(seat)):
        expect(others).to_have_count(0)
    events, _, _ = read_events(_saved(seat).encode())
    assert events
    seat.page.goto("/statistics")
    row = seat.main.get_by_role("row").get_by_role("link", name=spoken(lang, OTHER)("game"), exact=True)
    seat.press(row)
    expect(seat.page).to_have_url(re.compile(f"game={OTHER}"))
    points = seat.main.get_by_role("region", name=seat.words("statistics-by-player"), exact=True)
    expect(points.get_by_role("row", name=seat.words("statistics-you"))).to_be_visible()
    expect(points.get_by_role("row")).to_have_count(3)


def _doors(seat: Seat) -> Locator:
    """The ways to what only a server has."""
    return seat.page.locator("[href^='/fair'], [href^='/api'], [href^='/t/'], [href^='/account']")


def _saved(seat: Seat) -> str:
    with seat.page.expect_download() as download:
        seat.press(seat.button("rest-log"))
    return download.value.path().read_text("utf-8")


@pytest.mark.thorough
def test_what_was_never_played_here_is_said(cut: Any) -> None:
    seat = cut([], "en", Mouse, DESKTOP)
    seat.page.goto("/matches")
    expect(seat.drawn(seat.words("matches-none"))).to_be_visible()
    seat.page.goto("/statistics")
    expect(seat.drawn(seat.words("statistics-none"))).to_be_visible()
    for path in ("/matches/none", "/matches/none/1"):
        seat.page.goto(path)
        expect(seat.page.get_by_text(seat.words("alone-match-gone-note"))).to_be_visible()
