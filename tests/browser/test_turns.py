"""A turn-based table in the browser: its choice, whose turn it is, the time left, and the table that waits next."""

import re
from collections.abc import Callable
from typing import Any

from browser.conftest import PHONE, Accounts
from browser.layout_checks import barriers, faults
from browser.pictures import save_picture
from browser.seat import Keys, Seat, Touch
from browser.test_people import make_account
from browser.test_settings import open_settings
from playwright.sync_api import Route, expect
from support.example_games import example
from support.waiting import until

GAME = example(seats=3, first="call")
TURNS = {"hours": 24, "reserve_h": 72}


def begin_match(people: list[Seat]) -> str:
    """Let three people begin a turn-based match; return the path of the table. All have opened it."""
    host, *others = people
    response = host.page.context.request.post("/api/tables", data={"game": GAME, "turns": TURNS})
    path = f"/t/{response.json()['id']}"
    for seat in people:
        seat.load_game_words(GAME)
        seat.page.goto(path)
    for number, seat in enumerate(others, 2):
        seat.press(seat.button("wait-sit-seat", seat=number))
        expect(seat.button("wait-stand")).to_be_visible()
    host.press(host.button("wait-start").first)
    return path


def check_reserves(people: list[Seat]) -> list[str]:
    """Return what is wrong with the pages on which the first two people see their reserves, and close these again."""
    wrong = []
    anna, boris = people[:2]
    anna.press(anna.main.get_by_role("button", name="Vera R", exact=True))
    boris.press(boris.button("table-menu"))
    for seat, count in ((anna, 1), (boris, 3)):
        reserves = seat.page.get_by_role("dialog").get_by_text(seat.words("turns-reserve", time="").strip())
        missed = seat.page.get_by_role("dialog").get_by_text(seat.words("turns-missed", missed=0, most=3))
        expect(reserves).to_have_count(count)
        expect(missed).to_have_count(count)
        wrong += faults(seat.page) + barriers(seat.page)
        save_picture(seat.page, f"turns-reserve-{seat.lang}")
        seat.page.keyboard.press("Escape")
    return wrong


def test_table_by_turns_shows_the_time_left_and_the_next_table(accounts: Accounts) -> None:
    people = [accounts.seat("en", Keys), accounts.seat("ru", Touch, PHONE), accounts.seat("en")]
    for seat, name in zip(people, ("Anna R", "Boris R", "Vera R"), strict=True):
        make_account(seat, name)
    path = begin_match(people)
    until(lambda: any(seat.deck.count() for seat in people), "a deck to cut")
    next(seat for seat in people if seat.deck.count()).cut()
    until(lambda: any(seat.calls.count() for seat in people), "a call to make")
    asked = next(seat for seat in people if seat.calls.count())
    assert asked.page.url.endswith(path)
    waiting = [seat for seat in people if seat is not asked]
    wrong = [fault for seat in people for fault in faults(seat.page) + barriers(seat.page)]
    wrong += check_reserves(people)
    asked.page.goto("/")
    expect(asked.main.get_by_role("region", name=asked.words("turns-title", number=1))).to_be_visible()
    other = waiting[0]
    for seat in waiting:
        seat.page.goto("/")
        expect(seat.main.get_by_role("region", name=seat.words("turns-others"))).to_be_visible()
    wrong += [fault for seat in (asked, other) for fault in faults(seat.page) + barriers(seat.page)]
    assert not wrong, "\n".join(wrong)
    asked.press(asked.main.get_by_role("link", name=asked.words("turns-next")))
    expect(asked.page).to_have_url(re.compile(path))
    asked.press(asked.calls.first)
    own_turns = [seat.main.get_by_role("region", name=seat.words("turns-title", number=1)) for seat in waiting]
    until(lambda: any(region.count() for region in own_turns), "the next turn on a page that shows the lobby")


def test_waiting_room_shows_limits_of_turn_based_table(accounts: Accounts) -> None:
    host, other = accounts.seat("en", Keys), accounts.seat("ru", Touch, PHONE)
    make_account(host, "Anna W")
    make_account(other, "Vera W")
    table = host.page.context.request.post("/api/tables", data={"game": GAME, "turns": TURNS}).json()["id"]
    for seat in (host, other):
        seat.page.goto(f"/t/{table}")
        expect(seat.main.get_by_text(seat.words("turns-hours", hours=24))).to_be_visible()
        expect(seat.main.get_by_text(seat.words("options-turns-note", hours=72))).to_be_visible()
        expect(seat.main.get_by_text(seat.words("wait-link-account"))).to_be_visible()
        expect(seat.main.get_by_text(seat.words("options-clock"), exact=True)).to_have_count(0)
    wrong = [fault for seat in (host, other) for fault in faults(seat.page) + barriers(seat.page)]
    assert not wrong, "\n".join(wrong)


def test_lobby_lists_tables_by_turns_as_they_are_when_user_returns(accounts: Accounts) -> None:
    people = [accounts.seat("en", Keys), accounts.seat("en"), accounts.seat("en")]
    for seat, name in zip(people, ("Anna O", "Boris O", "Vera O"), strict=True):
        make_account(seat, name)
    begin_match(people)
    anna = people[0]
    expect(anna.page.locator("main .mat")).to_be_visible()
    anna.page.goto("/")
    others = anna.main.get_by_role("region", name=anna.words("turns-others"))
    expect(others).to_be_visible()

    def answer_with(change: Callable[[Any], Any]) -> None:
        """Let the server send other tables from now on."""

        def answer(route: Route) -> None:
            response = route.fetch()
            body = response.json()
            route.fulfill(response=response, json={**body, "tables": change(body["tables"])})

        anna.page.unroute_all()
        anna.page.route("**/api/bootstrap*", answer)

    answer_with(lambda tables: [{**table, "your_turn": True, "due": 4e12} for table in tables])
    anna.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(anna.main.get_by_role("region", name=anna.words("turns-title", number=1))).to_be_visible()
    answer_with(lambda _: [])
    anna.press(anna.link("header-rules").first)
    expect(anna.page).to_have_url(re.compile("/rules"))
    anna.page.go_back()
    expect(anna.main.get_by_role("heading", level=1)).to_have_text(anna.words("lobby-title"))
    expect(others).to_have_count(0)


def test_holiday_begins_at_midnight_of_user(accounts: Accounts) -> None:
    """The server gets the time zone of the browser, also if it sends no notices."""
    anna = accounts.seat("en", Touch, PHONE)
    make_account(anna, "Anna Z")
    anna.page.add_init_script(
        """const { resolvedOptions } = Intl.DateTimeFormat.prototype;
        Intl.DateTimeFormat.prototype.resolvedOptions = function () {
          return { ...resolvedOptions.call(this), timeZone: "Asia/Yerevan" };
        };"""
    )
    anna.page.goto("/")
    open_settings(anna)
    expect(anna.page.get_by_text(anna.words("turns-settings"))).to_be_visible()
    until(lambda: anna.page.context.request.get("/api/notices").json()["zone"] == "Asia/Yerevan", "the time zone")


def test_guest_at_table_by_turns_makes_account_and_returns(accounts: Accounts) -> None:
    host, guest = accounts.seat("en", Keys), accounts.seat("ru", Touch, PHONE)
    make_account(host, "Rosa G")
    table = host.page.context.request.post("/api/tables", data={"game": GAME, "turns": TURNS}).json()["id"]
    guest.page.goto(f"/t/{table}")
    expect(guest.main.get_by_text(guest.words("account-needed"))).to_be_visible()
    wrong = faults(guest.page, touch=True) + barriers(guest.page)
    guest.press(guest.main.get_by_role("link", name=guest.words("account-make")))
    expect(guest.main.get_by_text(guest.words("account-table"))).to_be_visible()
    form = guest.main.locator("form").filter(has=guest.button("account-make"))
    form.get_by_label(guest.words("account-name"), exact=True).fill("Milan G")
    form.get_by_label(guest.words("account-password"), exact=True).fill("long enough")
    wrong += faults(guest.page, touch=True) + barriers(guest.page)
    guest.press(guest.button("account-make"))
    expect(guest.page).to_have_url(re.compile(f"/t/{table}"))
    expect(guest.button("wait-sit-seat", seat=1)).to_be_visible()
    assert not wrong, "\n".join(wrong)
