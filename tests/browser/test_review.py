"""The review of a deal: stepped through by keys and touch, used for practice, and shared."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from browser.conftest import Accounts
from browser.gallery import FIRST, SCENES
from browser.layout_checks import barriers, faults
from browser.page_list import mistake_visit, review_visit
from browser.pictures import save_picture
from browser.prepared_tables import Guest
from browser.reviews import artificial_review, mock_reviews
from browser.seat import Touch
from browser.servers import House
from playwright.sync_api import expect

from prikup.games import GAMES
from prikup.review.judgement import FAULTS

FRAME = (560, 640)
"""The suggested size of an embedded deal, in pixels."""


def open_review(people: Accounts, server: House, **settings: Any) -> Guest:
    """Open the review of the first deal of the user's match."""
    guest = Guest(people.seat(url=server.url, **settings), server)
    review_visit(FIRST)(guest)
    return guest


def test_review_is_stepped_through_by_keys_and_announced(accounts: Accounts, paused_server: House) -> None:
    guest = open_review(accounts, paused_server)
    scrubber, press = guest.page.get_by_role("slider"), guest.page.keyboard.press
    steps = int(scrubber.get_attribute("aria-valuemax") or 0)
    path = urlsplit(guest.page.url).path
    decisions = artificial_review(
        guest.page.context.request, f"{paused_server.url}/api{path.removesuffix('/1')}/deals/1"
    )["decisions"]
    mistakes = {decision["at"]: decision for decision in decisions if decision["verdict"] in FAULTS}
    own_mistakes = [index for index, decision in mistakes.items() if decision["seat"] == 0] or mistakes

    def check_position(index: int) -> None:
        expect(scrubber).to_have_attribute("aria-valuenow", str(index))

    def wait_for_deal(deal: int) -> None:
        """Wait until the deal is shown, and then its review, which is a separate request."""
        expect(guest.page.get_by_role("heading", level=1)).to_contain_text(str(deal))
        expect(guest.page.get_by_role("heading", name=guest.seat.words("match-parts"))).to_be_visible()

    expect(guest.page.locator(".board").get_by_text("Talon:")).to_be_visible()
    press("ArrowRight")
    check_position(1)
    press("ArrowLeft")
    press("ArrowLeft")
    check_position(0)
    press("ArrowDown")
    expect(scrubber).to_have_attribute("aria-valuetext", re.compile(guest.seat.words("reviewed-trick", trick=1)))
    live = guest.page.locator("main [aria-live=polite]")
    first = live.text_content()
    press("ArrowRight")
    expect(live).not_to_have_text(first or "")
    press("End")
    check_position(steps)
    press("Shift+KeyM")
    check_position(max(mistakes))
    press("Home")
    check_position(0)
    press("KeyM")
    costliest = max(own_mistakes, key=lambda index: mistakes[index]["lost"])
    check_position(costliest)
    press("Home")
    panel = guest.page.get_by_role("heading", name=guest.seat.words("reviewed-costliest-you")).locator("xpath=../..")
    guest.seat.press(panel.get_by_role("button").first)
    check_position(costliest)
    counts = guest.page.get_by_role("heading", name=guest.seat.words("reviewed-counts")).locator("xpath=../..")
    expect(counts.get_by_role("listitem")).to_have_count(3)
    expect(counts).to_contain_text(guest.seat.words("reviewed-count-unsure", count=2))
    parts = guest.page.get_by_role("row", name=guest.seat.words("reviewed-part-cards"))
    expect(parts).to_contain_text("±3.0")
    expect(guest.page.get_by_role("row", name=guest.seat.words("reviewed-part-deal"))).to_contain_text("uncertain")
    press("KeyN")
    guest.page.wait_for_url("**/2")
    wait_for_deal(2)
    check_position(0)
    press("KeyP")
    guest.page.wait_for_url(f"**{path}")
    wait_for_deal(1)


@pytest.mark.thorough
def test_review_is_stepped_through_by_swipes_and_trick_list(accounts: Accounts, paused_server: House) -> None:
    guest = open_review(accounts, paused_server, fingers=Touch, size=(360, 640))
    scrubber = guest.page.get_by_role("slider")
    guest.seat.button("reviewed-forward").tap()
    expect(scrubber).to_have_attribute("aria-valuenow", "1")
    board = guest.page.locator(".board")
    for ends, index in ((80, 2), (280, 1)):
        starts = 360 - ends
        board.dispatch_event("touchstart", {"touches": [{"identifier": 0, "clientX": starts, "clientY": 200}]})
        board.dispatch_event("touchend", {"changedTouches": [{"identifier": 0, "clientX": ends, "clientY": 205}]})
        expect(scrubber).to_have_attribute("aria-valuenow", str(index))
    guest.seat.button("reviewed-list").tap()
    tricks = guest.seat.dialog("reviewed-play")
    wrong = faults(guest.page, touch=True) + barriers(guest.page)
    tricks.get_by_role("row").last.get_by_role("button").first.tap()
    expect(tricks).to_be_hidden()
    expect(scrubber).to_have_attribute("aria-valuetext", re.compile(guest.seat.words("reviewed-trick", trick="")))
    assert not wrong, "\n".join(wrong)


@pytest.mark.thorough
def test_review_starts_only_when_anonymous_reader_requests_it(accounts: Accounts, paused_server: House) -> None:
    """An anonymous reader does not start a review; asking for one makes them a guest."""
    host = Guest(accounts.seat(url=paused_server.url), paused_server)
    match = host.open_scene(SCENES[f"{FIRST}-over"], page="matches")
    methods: list[str] = []
    stranger = Guest(accounts.seat(url=paused_server.url), paused_server)
    stranger.page.on(
        "request", lambda request: methods.append(request.method) if request.url.endswith("/review") else None
    )
    stranger.open(f"/matches/{match}/2")
    button = stranger.seat.button("reviewed-ask")
    expect(button).to_be_visible()
    assert "POST" not in methods
    stranger.page.route("**/review", lambda route: route.fulfill(json={"state": "failed"}))
    button.click()
    expect(stranger.seat.visible_text(stranger.seat.words("reviewed-failed"))).to_be_visible()
    expect(stranger.page.get_by_role("slider")).to_be_visible()


def test_review_step_is_continued_at_practice_table(accounts: Accounts, paused_server: House) -> None:
    """The practice table starts at the step and says what it is. An alternative move chosen by its button is made
    first; the space bar starts without one."""
    guest = open_review(accounts, paused_server, lang="ru", size=(360, 640))
    expect(guest.page.get_by_role("heading", name=guest.seat.words("match-parts"))).to_be_visible()
    guest.page.keyboard.press("KeyM")
    alternative = guest.page.get_by_role("button", name=guest.seat.words("reviewed-what-if-of", choice="")).first
    wrong: list[str] = []
    presses: tuple[Callable[[], None], ...] = (alternative.click, lambda: guest.page.keyboard.press("Space"))
    for press, has_alternative in zip(presses, (True, False), strict=True):
        expect(alternative).to_be_visible()
        with guest.page.expect_request("**/play") as request_info:
            press()
        body = request_info.value.post_data_json
        assert body
        assert bool(body["acts"]) == has_alternative
        expect(guest.page.get_by_text(guest.seat.words("practice-title", deal=1))).to_be_visible()
        expect(guest.seat.main.get_by_role("toolbar").first.get_by_role("button").first).to_be_visible()
        wrong += faults(guest.page) + barriers(guest.page)
        guest.page.go_back()
    assert not wrong, "\n".join(wrong)


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_embedded_deal_fits_its_frame_and_links_to_review(accounts: Accounts, paused_server: House, game: str) -> None:
    """A reader can step through the embedded deal, and open the same step on the full page."""
    guest = Guest(accounts.seat(url=paused_server.url, size=FRAME), paused_server)
    mock_reviews(guest.page)
    match = guest.open_scene(SCENES[f"{game}-over"], page="matches")
    guest.open(f"/embed#{match}/1/2")
    expect(guest.seat.button("reviewed-last")).to_be_visible()
    save_picture(guest.page, f"embedded-{game}")
    size = guest.page.locator("html").evaluate("page => [page.scrollWidth, page.scrollHeight]")
    assert (size[0] <= FRAME[0], size[1] <= FRAME[1]) == (True, True), size
    link = guest.page.get_by_role("link", name=guest.seat.words("match-to-review", deal=1))
    expect(link).to_have_attribute("href", f"/matches/{match}/1#2")
    guest.seat.button("reviewed-forward").click()
    expect(link).to_have_attribute("href", f"/matches/{match}/1#3")
    guest.page.keyboard.press("Home")
    expect(link).to_have_attribute("href", f"/matches/{match}/1")


def test_embedded_deal_shows_step_of_its_address_before_its_review_arrives(
    accounts: Accounts, paused_server: House
) -> None:
    """Else it would jump there from the step that the reader has gone to meanwhile."""
    guest = Guest(accounts.seat(url=paused_server.url, size=FRAME), paused_server)
    match = guest.open_scene(SCENES[f"{FIRST}-over"], page="matches")
    guest.page.route("**/review", lambda route: None)  # held
    with guest.page.expect_request("**/review"):
        guest.open(f"/embed#{match}/1/2")
    link = guest.page.get_by_role("link", name=guest.seat.words("match-to-review", deal=1))
    expect(link).to_have_attribute("href", f"/matches/{match}/1#2")
    guest.page.unroute("**/review")  # releases the held request


def test_find_page_judges_answers_to_own_mistakes(accounts: Accounts, paused_server: House) -> None:
    guest = Guest(accounts.seat(url=paused_server.url), paused_server)
    mistake_visit(FIRST)(guest)
    match = urlsplit(guest.page.url).path.split("/")[2]
    guest.open(f"/matches/{match}")
    guest.seat.press(guest.seat.link("find-title"))
    task = guest.seat.main.get_by_role("region", name=guest.seat.words("find-title"), exact=True).first
    attempts = guest.page.get_by_role("heading", name=guest.seat.words("find-tried")).locator("xpath=../..")
    expect(attempts.get_by_role("listitem")).to_have_count(1)
    expect(guest.seat.main.locator(".board")).to_have_count(0)
    guest.page.keyboard.press("KeyH")
    expect(task).to_contain_text(re.compile("Suit:|right"))
    expect(guest.seat.button("find-a-hint")).to_be_disabled()
    first_text = task.text_content()
    for card_index in range(guest.seat.cards.count()):
        if guest.seat.button("find-show").is_visible():
            old_text = task.text_content()
            guest.seat.press(guest.seat.cards.nth(card_index))
            expect(task).not_to_have_text(old_text or "")
    assert attempts.get_by_role("listitem").count() > 1
    expect(attempts).to_contain_text("−19.8 ±3.0")
    guest.page.keyboard.press("KeyN")
    expect(task).not_to_have_text(first_text or "")
    expect(guest.seat.visible_text("2 of")).to_be_visible()
    guest.seat.press(guest.seat.button("find-show"))
    expect(attempts).to_contain_text(guest.seat.words("find-tried-right"))
    guest.seat.press(guest.seat.link("find-review"))
    guest.page.wait_for_url(re.compile(rf"/matches/{match}/\d+#\d+"))
