"""The review of a deal: come to from the list of matches, walked through by keys and by finger, shown to others."""

import re
from pathlib import Path

import pytest
from browser.conftest import SHOTS, Accounts
from browser.core import one_of
from browser.framing import DEAL as HEIGHT
from browser.framing import WIDTH, framing
from browser.gallery import FIRST, SCENES
from browser.guest import Guest
from browser.looks import DESKTOP, PHONE, Screen, barriers, faults
from browser.reviews import answering, made_up
from browser.seat import Keys, Touch
from browser.servers import House
from playwright.sync_api import expect

from prikup.games import GAMES

OVER = SCENES[f"{FIRST}-over"]
REVIEWED = 300_000
"""Milliseconds in which a deal is reviewed, on a machine that does much else."""


@pytest.mark.thorough
def test_the_worst_mistake_is_one_key_away_from_the_opening(people: Accounts, still: House) -> None:
    """Of a real review, found as one finds it: the list of matches, the match, its deal."""
    guest = Guest(people.seat(fingers=Keys, url=still.url), still)
    match = guest.sits(OVER, page="matches")
    expect(guest.seat.main.get_by_role("heading", level=1)).to_contain_text(guest.seat.words("game"))
    guest.at("/matches")
    guest.seat.press(guest.seat.main.get_by_role("listitem").get_by_role("link"))
    guest.page.wait_for_url(f"**/matches/{match}")
    guest.seat.press(guest.page.get_by_role("link", name=re.compile(guest.seat.words("match-to-review", deal=1))))
    guest.page.wait_for_url(f"**/matches/{match}/1")
    scrubber = guest.page.get_by_role("slider")
    expect(scrubber).to_have_attribute("aria-valuenow", "0")
    mistake = guest.seat.button("reviewed-worst")
    expect(guest.page.get_by_role("heading", name=guest.seat.words("match-parts"))).to_be_visible(timeout=REVIEWED)
    expect(mistake).to_be_enabled()
    guest.page.keyboard.press("KeyM")
    verdict = guest.page.get_by_role("region", name=guest.seat.words("reviewed-verdict"), exact=True)
    expect(verdict.get_by_role("heading", level=2)).to_contain_text(guest.seat.words("reviewed-word-mistake"))
    at = scrubber.get_attribute("aria-valuenow")
    guest.page.wait_for_url(f"**/matches/{match}/1#{at}")
    review = guest.page.context.request.get(f"/api/matches/{match}/deals/1/review").json()["review"]
    mistakes = [each for each in review["decisions"] if each["verdict"] == "mistake"]
    own = [each for each in mistakes if each["seat"] == 0] or mistakes
    assert str(max(own, key=lambda each: each["lost"])["at"]) == at

    other = Guest(people.seat("ru", url=still.url), still)
    other.at(f"/matches/{match}/1#{at}")
    expect(other.page.get_by_role("slider")).to_have_attribute("aria-valuenow", str(at))
    verdict = other.page.get_by_role("region", name=other.seat.words("reviewed-verdict"), exact=True)
    expect(verdict.get_by_role("heading", level=2)).to_contain_text(other.seat.words("reviewed-word-mistake"))


def test_keys_walk_through_the_deal_and_a_reader_hears_each_step(people: Accounts, still: House) -> None:
    guest = Guest(people.seat(url=still.url), still)
    answering(guest.page)
    match = guest.sits(OVER, page="matches")
    guest.at(f"/matches/{match}/1")
    scrubber, press = guest.page.get_by_role("slider"), guest.page.keyboard.press
    steps = int(scrubber.get_attribute("aria-valuemax") or 0)
    judged = made_up(guest.page.context.request, f"{still.url}/api/matches/{match}/deals/1")["decisions"]
    mistakes = [each["at"] for each in judged if each["verdict"] == "mistake"]

    def stands(at: int) -> None:
        expect(scrubber).to_have_attribute("aria-valuenow", str(at))

    def drawn(deal: int) -> None:
        """The deal is there, and then its review, which is another request."""
        expect(guest.page.get_by_role("heading", level=1)).to_contain_text(str(deal))
        expect(guest.page.get_by_role("heading", name=guest.seat.words("match-parts"))).to_be_visible()

    press("ArrowRight")
    stands(1)
    press("ArrowLeft")
    press("ArrowLeft")
    stands(0)
    press("ArrowDown")
    expect(scrubber).to_have_attribute("aria-valuetext", re.compile(guest.seat.words("reviewed-trick", trick=1)))
    live = guest.page.locator("main [aria-live=polite]")
    first = live.text_content()
    press("ArrowRight")
    expect(live).not_to_have_text(first or "")
    press("End")
    stands(steps)
    press("Shift+KeyM")
    stands(max(mistakes))
    press("Home")
    stands(0)
    press("KeyN")
    guest.page.wait_for_url(f"**/matches/{match}/2")
    drawn(2)
    stands(0)
    press("KeyP")
    guest.page.wait_for_url(f"**/matches/{match}/1")
    drawn(1)


@pytest.mark.thorough
def test_fingers_swipe_and_open_the_list_of_tricks(people: Accounts, still: House) -> None:
    guest = Guest(people.seat(fingers=Touch, size=(360, 640), url=still.url), still)
    answering(guest.page)
    match = guest.sits(OVER, page="matches")
    guest.at(f"/matches/{match}/1")
    scrubber = guest.page.get_by_role("slider")
    guest.seat.button("reviewed-forward").tap()
    expect(scrubber).to_have_attribute("aria-valuenow", "1")
    board = guest.page.locator(".board")
    for ends, at in ((80, 2), (280, 1)):
        starts = 360 - ends
        board.dispatch_event("touchstart", {"touches": [{"identifier": 0, "clientX": starts, "clientY": 200}]})
        board.dispatch_event("touchend", {"changedTouches": [{"identifier": 0, "clientX": ends, "clientY": 205}]})
        expect(scrubber).to_have_attribute("aria-valuenow", str(at))
    guest.seat.button("reviewed-list").tap()
    tricks = guest.seat.dialog("reviewed-play")
    wrong = faults(guest.page, touch=True) + barriers(guest.page)
    tricks.get_by_role("row").last.get_by_role("button").first.tap()
    expect(tricks).to_be_hidden()
    expect(scrubber).to_have_attribute("aria-valuetext", re.compile(guest.seat.words("reviewed-trick", trick="")))
    assert not wrong, "\n".join(wrong)


@pytest.mark.thorough
def test_a_stranger_is_told_who_may_ask_for_a_review(people: Accounts, still: House) -> None:
    """Nothing is reviewed because somebody without a name looks on; one who asks is a guest then."""
    host = Guest(people.seat(url=still.url), still)
    match = host.sits(OVER, page="matches")
    asked: list[str] = []
    other = Guest(people.seat(url=still.url), still)
    other.page.on("request", lambda request: asked.append(request.method) if request.url.endswith("/review") else None)
    other.at(f"/matches/{match}/2")
    button = other.seat.button("reviewed-ask")
    expect(button).to_be_visible()
    assert "POST" not in asked
    other.page.route("**/review", lambda route: route.fulfill(json={"state": "failed"}))
    button.click()
    expect(other.seat.drawn(other.seat.words("reviewed-failed"))).to_be_visible()
    expect(other.page.get_by_role("slider")).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize("screen", [PHONE, Screen(1280, 800)], ids=str)
def test_nothing_of_a_deal_that_is_not_over_is_shown(people: Accounts, still: House, screen: Screen) -> None:
    guest = Guest(people.seat(url=still.url), still)
    screen.show(guest.page)
    table = guest.sits(SCENES[f"{FIRST}-play"])
    guest.at(f"/matches/{table}/1")
    expect(guest.page.get_by_text(guest.seat.words("match-gone"), exact=True)).to_be_visible()
    guest.page.wait_for_load_state("networkidle")  # the match and the deal are asked for at once
    people.forgive("404")


@pytest.mark.parametrize(("lang", "screen"), one_of([("ru", PHONE), ("en", DESKTOP), ("ru", DESKTOP)]), ids=str)
def test_one_plays_on_from_a_step(people: Accounts, still: House, lang: str, screen: Screen) -> None:
    """At a table that begins there, says what it is, and shows the same hand."""
    guest = Guest(people.seat(lang, url=still.url), still)
    screen.show(guest.page)
    answering(guest.page)
    match = guest.sits(OVER, page="matches")
    guest.at(f"/matches/{match}/1#0")
    guest.seat.button("reviewed-play-on").click()
    guest.page.wait_for_url("**/t/*")
    expect(guest.page.get_by_text(guest.seat.words("practice-title", deal=1))).to_be_visible()
    hand = guest.seat.main.get_by_role("toolbar").first.get_by_role("button")
    expect(hand.first).to_be_visible()
    wrong = faults(guest.page) + barriers(guest.page)
    assert not wrong, "\n".join(wrong)


@pytest.mark.thorough
def test_one_plays_on_with_another_choice(people: Accounts, still: House) -> None:
    """What one would rather have done is done there first, by a press beside it; the space bar plays on without."""
    guest = Guest(people.seat(url=still.url), still)
    answering(guest.page)
    match = guest.sits(OVER, page="matches")
    guest.at(f"/matches/{match}/1")
    expect(guest.seat.button("reviewed-worst")).to_be_enabled()
    guest.page.keyboard.press("KeyM")
    other = guest.page.get_by_role("button", name=guest.seat.words("reviewed-what-if-of", choice="")).first
    with guest.page.expect_request("**/play") as asked:
        other.click()
    body = asked.value.post_data_json
    assert body
    assert body["acts"]
    expect(guest.seat.main.get_by_role("toolbar").first).to_be_visible()
    guest.page.go_back()
    expect(other).to_be_visible()
    with guest.page.expect_request("**/play") as asked:
        guest.page.keyboard.press("Space")
    body = asked.value.post_data_json
    assert body
    assert not body["acts"]
    expect(guest.seat.main.get_by_role("toolbar").first).to_be_visible()


@pytest.mark.thorough
def test_a_deal_stands_in_a_page_of_somebody_else(people: Accounts, still: House, tmp_path: Path) -> None:
    """Whoever reads it walks through the deal, and comes from there to the same step of the whole page."""
    guest = Guest(people.seat(url=still.url), still)
    match = guest.sits(OVER, page="matches")
    reader = people.seat(url=still.url)
    answering(reader.page)
    pages = {"deal": f"{still.url}/embed#{match}/1/3", "none": f"{still.url}/embed#nothing/1"}
    with framing(tmp_path, pages, HEIGHT) as blog:
        reader.page.goto(blog)
        inside = reader.page.frame_locator("iframe[title=deal]")
        link = inside.get_by_role("link", name=reader.words("match-to-review", deal=1))
        expect(link).to_have_attribute("href", f"/matches/{match}/1#3")
        inside.get_by_role("button", name=reader.words("reviewed-forward"), exact=True).click()
        expect(link).to_have_attribute("href", f"/matches/{match}/1#4")
        reader.page.keyboard.press("Home")
        expect(link).to_have_attribute("href", f"/matches/{match}/1")
        reader.page.keyboard.press("KeyM")
        expect(link).to_have_attribute("href", re.compile(f"/matches/{match}/1#[1-9]"))
        gone = reader.page.frame_locator("iframe[title=none]").get_by_role("alert")
        expect(gone).to_have_text(reader.words("match-gone"))
    people.forgive("404")


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_a_deal_fits_the_frame_that_is_proposed_for_it(people: Accounts, still: House, game: str) -> None:
    guest = Guest(people.seat(url=still.url, size=(WIDTH, HEIGHT)), still)
    answering(guest.page)
    match = guest.sits(SCENES[f"{game}-over"], page="matches")
    guest.at(f"/embed#{match}/1/2")
    expect(guest.seat.button("reviewed-last")).to_be_visible()
    guest.page.screenshot(path=SHOTS / f"embedded-{game}.png")
    size = guest.page.locator("html").evaluate("page => [page.scrollWidth, page.scrollHeight]")
    assert (size[0] <= WIDTH, size[1] <= HEIGHT) == (True, True), size
