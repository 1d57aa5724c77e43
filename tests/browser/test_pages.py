"""Pages in situations of their own: another wants to end the match, the server is gone, the reader's colours hold, and
nothing may move."""

from pathlib import Path

import pytest
from browser.conftest import Accounts
from browser.core import one_of
from browser.gallery import PLAYING, SCENES
from browser.guest import Guest
from browser.looks import DESKTOP, PHONE, TABLET, barriers, faults, settled
from browser.scenes import playing
from browser.servers import House, served
from browser.visits import lobby, sits
from playwright.sync_api import expect
from support.circles import depth

LANGUAGES = one_of(["en", "ru"])
MOVING = next((name for name in SCENES if name.endswith("-open-hands")), "")
"""A scene in which a card is played from a hand that lies open, if there is a game with such."""


def wrong_with(guest: Guest) -> list[str]:
    """Return what is wrong with a page as it stands, in a window or more."""
    wrong: list[str] = []
    for screen in (PHONE, DESKTOP, TABLET)[: depth(3)]:
        screen.show(guest.page)
        found = faults(guest.page, touch=screen.touch)
        wrong += [f"{screen}: {one}" for one in (found if screen == TABLET else found + barriers(guest.page))]
    return wrong


@pytest.mark.parametrize("lang", LANGUAGES)
def test_asked_to_agree(people: Accounts, still: House, lang: str) -> None:
    """Another person wants to end the match."""
    guest, other = (Guest(people.seat(lang, url=still.url), still) for lang in (lang, "en"))
    table = guest.sits(PLAYING, other.named())
    other.seat.learn(PLAYING.game)
    other.at(f"/t/{table}")
    other.seat.button("agree-stop").click()
    other.page.get_by_role("dialog").get_by_role("button", name=other.seat.words("agree-stop"), exact=True).click()
    expect(guest.seat.button("agree-agree")).to_be_visible()
    wrong = wrong_with(guest)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_server_is_gone(people: Accounts, tmp_path: Path, log: Path, lang: str) -> None:
    """One is told that the connection is lost, and the cards stay as they are."""
    with served(tmp_path) as server:
        guest = Guest(people.seat(lang, url=server.url), server)
        guest.sits(PLAYING)
    expect(guest.seat.drawn(guest.seat.words("banner-lost"), exact=True)).to_be_visible()
    wrong = wrong_with(guest)
    with served(tmp_path, port=server.port):
        guest.page.evaluate("dispatchEvent(new Event('online'))")  # it tries again at once
        expect(guest.seat.drawn(guest.seat.words("banner-lost"), exact=True)).to_be_hidden()
        guest.page.close()
    people.faults.clear()  # that nobody answered is what this is about
    people.tolerate("Error in connection establishment")  # a try to come back may fail later than another succeeds
    assert not wrong, "\n".join(wrong)


def test_what_does_not_come_is_asked_for_again(people: Accounts, still: House) -> None:
    guest = Guest(people.seat(url=still.url), still)
    guest.named()
    for page in ("matches", "statistics"):
        guest.page.route(f"**/api/{page}*", lambda route: route.fulfill(status=503, json={}))
        guest.at(f"/{page}")
        expect(guest.page.get_by_role("alert")).to_be_visible()
        guest.page.unroute(f"**/api/{page}*")
        guest.seat.button("matches-again").click()
        expect(guest.seat.drawn(guest.seat.words(f"{page}-none"))).to_be_visible()
    people.forgive("503")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_forced_colours(people: Accounts, still: House, lang: str) -> None:
    """Where the reader's own colours hold, everything is still to be seen."""
    # One theme: the colours are neither those of day nor of night, and axe takes the own ink of a page for theirs.
    guest = Guest(people.seat(lang, url=still.url), still)
    guest.page.emulate_media(forced_colors="active", reduced_motion="reduce")
    wrong: list[str] = []
    for name, visit in {"lobby": lobby, "table": sits(PLAYING)}.items():
        visit(guest)
        wrong += [f"{name}: {fault}" for fault in faults(guest.page) + barriers(guest.page, "light")]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("calm", one_of([True, False]))
def test_reduced_motion(people: Accounts, still: House, calm: bool) -> None:
    """Nothing travels over the screen of somebody who does not want it."""
    guest = Guest(people.seat(url=still.url, speed=1), still)
    guest.page.emulate_media(reduced_motion="reduce" if calm else "no-preference")
    guest.sits(SCENES.get(MOVING) or PLAYING._replace(moment=playing(1, 1)))
    settled(guest.page)
    guest.page.evaluate(
        """() => {
          window.longest = 0;
          (function look() {
            for (const one of document.getAnimations())
              window.longest = Math.max(window.longest, one.effect.getComputedTiming().duration);
            requestAnimationFrame(look);
          })();
        }"""
    )
    guest.seat.cards.first.click()
    expect(guest.page.locator(".trick svg")).to_have_count(2)
    settled(guest.page)
    assert (guest.page.evaluate("window.longest") <= 100) == calm
