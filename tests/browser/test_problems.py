"""Problems: answered wrongly and correctly, played out, counted by day; by mouse, touch and keyboard."""

import re
from datetime import UTC, date, datetime, timedelta

import pytest
from browser.conftest import DESKTOP, PHONE, Accounts
from browser.core import one_core_case
from browser.layout_checks import barriers, wait_until_settled
from browser.seat import Fingers, Keys, Mouse, Seat, Touch
from playwright.sync_api import expect

from prikup.problems.open_problem import OpenProblem
from prikup.problems.problem import every_problem
from prikup.problems.progress import problem_of_the_day
from prikup.rules.cards import card_text, parse_card

DAYS = [date(2026, 11, 1) + timedelta(days=n) for n in range(20)]
DAY = next(day for day in DAYS if problem_of_the_day(day).asks == "card")
TODAY = problem_of_the_day(DAY)
NUMBER = next(problem for problem in every_problem(OpenProblem) if problem.asks == "number" and problem.value)
DISCARD = next(problem for problem in every_problem(OpenProblem) if problem.asks == "discard")


def open_problems(seat: Seat, path: str = "/problems", day: date = DAY) -> Seat:
    """Open a page of problems on a given day."""
    seat.page.clock.set_fixed_time(datetime(day.year, day.month, day.day, 12, tzinfo=UTC))
    seat.page.goto(path)
    expect(seat.main.get_by_role("heading", level=1)).to_be_visible()
    return seat


def enter_answer(seat: Seat, problem: OpenProblem, text: str) -> None:
    """Enter an answer."""
    if problem.asks == "number":
        seat.press(seat.main.locator(f"[data-call='{text}']"))
        return
    for card in text.split():
        seat.press(seat.main.locator(f"[data-card='{parse_card(card)}']"))
    if problem.asks == "discard":
        seat.press(seat.button("table-lay"))


def wrong_answer(problem: OpenProblem) -> str:
    """Return a wrong answer."""
    if problem.asks == "number":
        return str(problem.value - 1)
    cards = list(map(card_text, problem.choices))
    texts = cards if problem.asks == "card" else [f"{cards[0]} {second_card}" for second_card in cards[1:]]
    return next(text for text in texts if text not in problem.answer)


def check_announcement(seat: Seat, key: str) -> None:
    """Check that a message is announced; placeables are ignored."""
    message = seat.words(key, answer="", players="", tricks=0).strip(" :.")
    expect(seat.page.get_by_test_id("live")).to_contain_text(message)


def stored_progress(seat: Seat) -> dict[str, dict[str, bool]]:
    """Return the progress stored in the browser."""
    result: dict[str, dict[str, bool]] = seat.page.evaluate("JSON.parse(localStorage['prikup-problems'] ?? '{}')")
    return result


def day_in_panel(seat: Seat, day: date, state: str) -> None:
    """Check that a day of the panel has a state."""
    name = f"{day.strftime('%B')} {day.day}, {seat.words(f'problem-day-{state}')}"
    expect(seat.main.get_by_role("link", name=name)).to_be_visible()


@pytest.mark.parametrize(("fingers", "size"), one_core_case([(Touch, PHONE), (Mouse, DESKTOP), (Keys, DESKTOP)]))
def test_daily_problem_is_answered_and_counted_by_day(
    accounts: Accounts, fingers: type[Fingers], size: tuple[int, int]
) -> None:
    seat = open_problems(accounts.seat(fingers=fingers, size=size))
    enter_answer(seat, TODAY, wrong_answer(TODAY))
    check_announcement(seat, "problem-wrong")
    seat.press(seat.button("problem-again"))
    enter_answer(seat, TODAY, TODAY.answer[0])
    check_announcement(seat, "problem-right")
    day_in_panel(seat, DAY, "solved")
    assert stored_progress(seat)["solved"] == {TODAY.id: False}, "it was not the first try"
    assert not barriers(seat.page)
    open_problems(seat)
    day_in_panel(seat, DAY, "solved")
    open_problems(seat, day=DAY + timedelta(days=1))
    day_in_panel(seat, DAY + timedelta(days=1), "open")
    expect(seat.visible_text(seat.words("problem-days-in-a-row", days=1))).to_be_visible()
    open_problems(seat, day=DAY + timedelta(days=2))
    expect(seat.visible_text(seat.words("problem-make-good"))).to_be_visible()


@pytest.mark.parametrize("problem", one_core_case([DISCARD, NUMBER]), ids=lambda problem: problem.asks)
def test_problem_counts_as_unsolved_after_shown_or_wrong_answer(accounts: Accounts, problem: OpenProblem) -> None:
    """A problem counts as unsolved if its answer was shown or a wrong one was given first. No button moves."""
    seat = open_problems(accounts.seat(fingers=Touch, size=PHONE), f"/problems/{problem.id}")
    seat.press(seat.button("problem-show"))
    check_announcement(seat, "problem-shown")
    seat.press(seat.button("problem-again"))
    enter_answer(seat, problem, problem.answer[0])
    check_announcement(seat, "problem-shown")
    assert stored_progress(seat) == {}
    open_problems(seat, f"/problems/{problem.id}")
    wait_until_settled(seat.page)
    enter_answer(seat, problem, wrong_answer(problem))
    check_announcement(seat, "problem-wrong")
    place = seat.button("problem-again").bounding_box()
    seat.main.locator(".ask .pill > span").wait_for()  # the result, after all cards are played
    assert seat.button("problem-again").bounding_box() == place
    seat.press(seat.button("problem-again"))
    enter_answer(seat, problem, problem.answer[0])
    check_announcement(seat, "problem-right")
    assert stored_progress(seat) == {"solved": {problem.id: False}, "days": []}


@pytest.mark.thorough
def test_problem_hint_is_shown_and_deal_is_played_to_last_card(accounts: Accounts) -> None:
    """Shortcut keys ask for a hint, after which a problem does not count as solved at once, and open the next
    problem."""
    seat = open_problems(accounts.seat())
    seat.page.keyboard.press("?")
    hint = seat.words("problem-hint", suits="").strip(" .")
    expect(seat.page.get_by_test_id("live")).to_contain_text(hint)
    enter_answer(seat, TODAY, TODAY.answer[0])
    check_announcement(seat, "problem-right")
    assert stored_progress(seat)["solved"] == {TODAY.id: False}
    hand = seat.main.get_by_role("toolbar")
    for cards_left in range(TODAY.remaining_tricks - 1, 0, -1):
        expect(hand.locator("button")).to_have_count(cards_left)
        hand.locator("button[aria-disabled=false]").first.click()
    expect(hand.locator("button")).to_have_count(0)
    result_pattern = re.compile(seat.words("problem-came-to", tricks=r"\d+", players=".+"))
    expect(seat.page.get_by_test_id("live")).to_contain_text(result_pattern)
    proof = seat.main.locator(".groups").get_by_role("button")
    expect(proof).to_have_count(len(TODAY.choices))
    proof.last.click()
    check_announcement(seat, "problem-shown")
    seat.button("problem-play-yourself").click()
    expect(hand.locator("button[aria-disabled=false]").first).to_be_visible()
    seat.page.keyboard.press("n")
    seat.page.wait_for_url(f"**/problems/*?game={TODAY.game}")
    expect(seat.main.get_by_role("toolbar")).to_be_visible()


@pytest.mark.thorough
def test_problem_progress_is_stored_with_account(accounts: Accounts) -> None:
    first_device, second_device = accounts.seat(), accounts.seat()
    account = {"name": f"Solver {TODAY.id}", "password": "long enough"}
    first_device.page.context.request.post("/api/guests", data={})
    assert first_device.page.context.request.post("/api/account", data=account).ok
    open_problems(first_device)
    with first_device.page.expect_response("**/api/problems/progress") as response_info:
        enter_answer(first_device, TODAY, TODAY.answer[0])
    assert response_info.value.ok
    day_in_panel(first_device, DAY, "solved")
    second_device.page.context.request.post("/api/guests", data={})
    assert second_device.page.context.request.post("/api/login", data=account).ok
    open_problems(second_device)
    day_in_panel(second_device, DAY, "solved")
    assert stored_progress(second_device)["solved"] == {TODAY.id: True}


@pytest.mark.thorough
def test_problem_set_is_chosen_and_failed_request_is_repeated(accounts: Accounts) -> None:
    seat = open_problems(accounts.seat())
    seat.main.get_by_role("combobox").first.select_option(NUMBER.game)
    seat.page.wait_for_url(f"**/problems/*?game={NUMBER.game}")
    name = seat.words(f"problem-{NUMBER.theme}")
    seat.main.get_by_role("link", name=name).click()
    seat.page.wait_for_url(f"**&theme={NUMBER.theme}")
    expect(seat.main.get_by_role("heading", level=1)).to_have_text(name)
    seat.page.route("**/api/problems/days/*", lambda route: route.fulfill(status=503, json={}))
    seat.page.goto("/problems")
    expect(seat.page.get_by_role("alert")).to_be_visible()
    seat.page.unroute("**/api/problems/days/*")
    seat.button("matches-again").click()
    expect(seat.main.get_by_role("toolbar")).to_be_visible()
    accounts.forgive("503")
