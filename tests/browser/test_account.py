"""Guests and accounts: how long a guest is stored, and how either is deleted for good."""

from typing import Any

import pytest
from browser.conftest import PHONE, Accounts
from browser.layout_checks import barriers, faults
from browser.seat import Keys, Seat, Touch
from browser.servers import House
from playwright.sync_api import expect

SECRET = "long enough"


def recognised_user(seat: Seat) -> Any:
    """Return the user whom the server recognises."""
    return seat.page.context.request.get("/api/bootstrap").json()["me"]


def test_account_page_creates_account_for_newcomer(accounts: Accounts) -> None:
    """No match needs to be played first."""
    seat = accounts.seat("en", Keys)
    seat.page.goto("/account")
    assert recognised_user(seat) is None
    form = seat.main.locator("form").filter(has=seat.button("account-make"))
    form.get_by_label(seat.words("account-name")).fill("Newcomer")
    form.get_by_label(seat.words("account-password")).fill(SECRET)
    seat.press(seat.button("account-make"))
    expect(seat.main.get_by_text(seat.words("account-made"))).to_be_visible()
    assert (recognised_user(seat)["name"], recognised_user(seat)["guest"]) == ("Newcomer", False)


@pytest.mark.thorough
def test_account_page_deletes_guest(accounts: Accounts) -> None:
    seat = accounts.seat("ru", Touch, PHONE)
    assert seat.page.context.request.post("/api/guests", data={}).ok
    seat.page.goto("/account")
    seat.press(seat.main.get_by_text(seat.words("account-leave-as-guest"), exact=True))
    seat.press(seat.button("account-leave-for-good"))
    expect(seat.main.get_by_text(seat.words("account-gone"))).to_be_visible()
    assert recognised_user(seat) is None


def test_account_page_switch_hides_name_in_links(accounts: Accounts) -> None:
    seat = accounts.seat("ru", Touch, PHONE)
    ask = seat.page.context.request
    assert ask.post("/api/guests", data={"name": "Вера"}).ok
    seat.page.goto("/account")
    switch = seat.main.get_by_role("checkbox", name=seat.words("account-hide-name"))
    expect(switch).not_to_be_checked()
    with seat.page.expect_response("**/api/me/links"):
        seat.press(switch)
    expect(switch).to_be_checked()
    wrong = faults(seat.page, touch=True) + barriers(seat.page)
    seat.page.reload()
    expect(switch).to_be_checked()
    assert ask.get("/api/me/links").json() == {"hide_name": True}
    assert not wrong, "\n".join(wrong)


def test_account_page_deletes_account_with_correct_password_only(accounts: Accounts) -> None:
    seat = accounts.seat("en", Keys)
    ask = seat.page.context.request
    assert ask.post("/api/guests", data={}).ok
    assert ask.post("/api/account", data={"name": "Leaving", "password": SECRET}).ok
    seat.page.goto("/account")
    seat.press(seat.main.get_by_text(seat.words("account-leave"), exact=True))
    form = seat.main.locator("details[open]")
    password, button = form.get_by_label(seat.words("account-password")), seat.button("account-leave-for-good")
    password.fill("wrong")
    seat.press(button)
    expect(form.get_by_role("status")).to_have_text(seat.words("password-wrong"))
    accounts.forgive("400")
    assert recognised_user(seat)["name"] == "Leaving"
    wrong = faults(seat.page) + barriers(seat.page)
    password.fill(SECRET)
    seat.press(button)
    expect(seat.main.get_by_text(seat.words("account-gone"))).to_be_visible()
    expect(button).to_be_hidden()
    assert recognised_user(seat) is None
    assert not ask.post("/api/login", data={"name": "Leaving", "password": SECRET}).ok
    assert not wrong, "\n".join(wrong)


def test_account_device_link_lets_new_device_log_in(accounts: Accounts) -> None:
    owner, device = accounts.seat("en", Keys), accounts.seat("ru", Touch, PHONE)
    ask = owner.page.context.request
    assert ask.post("/api/guests", data={}).ok
    assert ask.post("/api/account", data={"name": "Moving", "password": SECRET}).ok
    owner.page.goto("/account")
    owner.press(owner.main.get_by_text(owner.words("account-device"), exact=True))
    owner.press(owner.button("account-device-link"))
    link = owner.main.get_by_role("textbox", name=owner.words("account-device")).input_value()
    wrong = faults(owner.page) + barriers(owner.page)
    device.page.goto(link)
    form = device.main.locator("details[open]")
    expect(form.get_by_role("status")).to_have_text(device.words("account-device-known"))
    assert link.partition("#device=")[2] in {cookie["value"] for cookie in device.page.context.cookies()}
    assert "#" not in device.page.url
    wrong += faults(device.page) + barriers(device.page)
    form.get_by_label(device.words("account-name")).fill("Moving")
    form.get_by_label(device.words("account-password")).fill(SECRET)
    device.press(device.button("account-login"))
    expect(device.main.get_by_text(device.words("account-in"))).to_be_visible()
    assert not wrong, "\n".join(wrong)


def test_guest_notice_shows_storage_period(accounts: Accounts, server: House) -> None:
    seat = accounts.seat("ru", size=PHONE)
    seat.page.goto("/")
    notice = seat.main.get_by_text(seat.words("guest-kept", days=30))
    expect(notice).to_be_visible()
    seat.press(seat.button("setup-invite"))
    expect(seat.button("wait-stand")).to_be_visible()
    expect(notice).to_be_visible()  # for visitors who come by the link
    answer = seat.page.context.request.post("/api/account", data={"name": "Kept", "password": "12345678"})
    assert answer.ok
    seat.page.goto("/")
    expect(seat.button("setup-play")).to_be_visible()
    assert not notice.count()
