"""Report a bad move of a bot with one press."""

import pytest
from browser.conftest import DESKTOP, PHONE, Accounts
from browser.core import one_core_case
from browser.gallery import FIRST
from browser.seat import Fingers, Keys, Seat, Touch
from playwright.sync_api import Locator, expect


def open_recent_moves(seat: Seat) -> Locator:
    """Open the dialog with the bots' recent moves."""
    if seat.button("table-menu").is_visible():
        seat.press(seat.button("table-menu"))
        seat.press(seat.dialog("game").get_by_role("button", name=seat.words("report-title")))
    else:
        seat.press(seat.button("report-title"))
    return seat.dialog("report-title")


@pytest.mark.parametrize(("fingers", "size"), one_core_case([(Touch, PHONE), (Keys, DESKTOP)]))
def test_bad_move_is_reported_with_one_press(accounts: Accounts, fingers: type[Fingers], size: tuple[int, int]) -> None:
    seat = accounts.seat("ru", fingers, size)
    seat.start_match(FIRST)
    seat.act()
    seat.next_prompt()
    window = open_recent_moves(seat)
    report_buttons, reported = (
        window.get_by_text(seat.words(key), exact=True) for key in ("report-bad", "report-kept")
    )
    expect(report_buttons.first).to_be_visible()
    moves = report_buttons.count()
    expect(reported).to_have_count(0)
    seat.press(report_buttons.first)
    expect(reported).to_have_count(1)
    expect(reported).to_have_attribute("aria-disabled", "true")
    expect(report_buttons).to_have_count(moves - 1)
    expect(reported).to_be_focused()
    expect(window.get_by_role("status")).to_have_text(seat.words("report-noted"))
    seat.page.keyboard.press("Escape")
    expect(window).to_be_hidden()
    assert seat.next_prompt().kind
