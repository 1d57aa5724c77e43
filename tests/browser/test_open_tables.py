"""Open tables in the lobby: two strangers and a bot meet there without a link."""

import re

from browser.conftest import PHONE, Accounts
from browser.gallery import FIRST
from browser.layout_checks import barriers, faults
from browser.rated_people import store_rated_matches
from browser.seat import Seat, Touch
from browser.servers import House
from browser.test_people import make_account
from browser.test_settings import open_settings
from playwright.sync_api import Locator, expect


def enter_as(seat: Seat, name: str) -> None:
    """Become a guest with a name, and open the lobby."""
    seat.load_game_words(FIRST)
    assert seat.page.context.request.post("/api/guests", data={"name": name}).ok
    seat.page.goto("/")


def check_rules_in_new_language(russian: Seat, english: Seat) -> None:
    """Check that Anna's row names its rules in English when a Russian reader switches to English; switch back."""
    row = english.words("lobby-open-waits", host="Anna", free=2)
    rules = english.main.get_by_role("listitem").filter(has_text=row).locator("small").inner_text()
    open_settings(russian)
    language = russian.page.get_by_role("dialog").get_by_role("combobox")
    language.select_option("en")
    expect(russian.main.get_by_role("listitem").filter(has_text=row).locator("small")).to_have_text(rules)
    language.select_option("ru")
    russian.page.keyboard.press("Escape")


def test_stranger_finds_open_table_in_lobby_and_sits_down_by_one_press(accounts: Accounts) -> None:
    anna, boris, clara = accounts.seat("en"), accounts.seat("ru", Touch, PHONE), accounts.seat("en")
    for seat, name in ((anna, "Anna"), (boris, "Boris"), (clara, "Clara")):
        enter_as(seat, name)
    expect(boris.main.get_by_text(boris.words("lobby-open-none"))).to_be_visible()
    anna.press(anna.button("lobby-open-open"))
    expect(anna.button("wait-stand")).to_be_visible()
    expect(anna.main.get_by_text(anna.words("wait-listing-on"))).to_be_visible()
    row = boris.main.get_by_role("listitem").filter(has_text=boris.words("lobby-open-waits", host="Anna", free=2))
    expect(row).to_be_visible()
    check_rules_in_new_language(boris, clara)
    boris.press(boris.button("lobby-open-sit-at", host="Anna"))
    expect(boris.button("wait-stand")).to_be_visible()
    expect(boris.page).to_have_url(re.compile("/t/"))
    clara.press(clara.button("lobby-open-sit-at", host="Anna"))
    expect(anna.main.get_by_text(anna.words("wait-starting")).first).to_be_visible()
    expect(anna.page.locator("main .mat")).to_be_visible()
    watcher = accounts.seat("en")
    watcher.load_game_words(FIRST)
    watcher.page.goto("/")
    name = watcher.words("lobby-open-watch-at", names="Anna, Boris, Clara")
    watcher.press(watcher.main.get_by_role("link", name=name, exact=True))
    expect(watcher.page.locator("main .mat")).to_be_visible()
    anna.page.goto("/")
    expect(anna.main.get_by_text(anna.words("lobby-open-none"))).to_be_visible()
    expect(anna.button("lobby-open-all", number=1)).to_have_count(0)


def test_owner_of_account_finds_open_table_by_turns(accounts: Accounts) -> None:
    anna, boris = accounts.seat("en"), accounts.seat("ru", Touch, PHONE)
    make_account(anna, "Anna B")
    make_account(boris, "Boris B")
    request = {"game": FIRST, "open": True, "turns": {"hours": 24, "reserve_h": 72}}
    table = anna.page.context.request.post("/api/tables", data=request).json()["id"]
    anna.page.goto(f"/t/{table}")
    expect(anna.main.get_by_text(anna.words("wait-listing-on"))).to_be_visible()
    boris.page.goto("/")
    expect(boris.main.get_by_text(boris.words("lobby-open-none"))).to_be_visible()
    boris.main.get_by_role("radio", name=boris.words("lobby-open-turns")).check(force=True)
    seats = boris.words("lobby-open-waits", host="Anna B", free=2)
    row = boris.main.get_by_role("listitem").filter(has_text=seats)
    expect(row.get_by_text(boris.words("lobby-open-hours", hours=24))).to_be_visible()
    wrong = faults(boris.page, touch=True) + barriers(boris.page)
    boris.press(boris.button("lobby-open-sit-at", host="Anna B"))
    expect(boris.button("wait-stand")).to_be_visible()
    assert not wrong, "\n".join(wrong)


def test_button_opens_table_of_the_kind_that_the_list_shows(accounts: Accounts) -> None:
    """What was chosen in the dialog of all options does not matter."""
    seat = accounts.seat("en", Touch, PHONE)
    make_account(seat, "Rosa K")
    chosen = {"turns": {"hours": 48, "reserve_h": 72}, "game": FIRST}
    seat.page.goto("/rules")
    seat.page.evaluate("(chosen) => localStorage.setItem('prikup-wish', JSON.stringify(chosen))", chosen)
    for kind, hours in (("live", 0), ("turns", 48)):
        seat.page.goto("/")
        seat.main.get_by_role("radio", name=seat.words(f"lobby-open-{kind}"), exact=True).check(force=True)
        seat.press(seat.main.get_by_text(seat.words("lobby-open-options")))
        each = seat.main.get_by_role("group", name=seat.words("lobby-open-each"))
        minutes = seat.main.get_by_role("group", name=seat.words("options-minutes"))
        expect(each).to_have_count(int(hours > 0))
        expect(minutes).to_have_count(int(hours == 0))
        wrong = faults(seat.page, touch=True) + barriers(seat.page)
        seat.press(seat.button("lobby-open-open"))
        expect(seat.button("wait-stand")).to_be_visible()
        table = seat.page.url.rsplit("/", 1)[1]
        assert seat.page.context.request.get(f"/api/tables/{table}").json()["turns"] == hours
        assert not wrong, "\n".join(wrong)


def choose(container: Locator, group: str, choice: str) -> None:
    container.get_by_role("group", name=group).get_by_role("radio", name=choice, exact=True).check(force=True)


def test_host_limits_time_of_match_in_both_forms(accounts: Accounts) -> None:
    """The form for open tables begins with what was chosen in the dialog of all options."""
    seat = accounts.seat("en")
    enter_as(seat, "Anna")
    seat.press(seat.main.get_by_role("button", name=seat.words("setup-switches")))
    dialog = seat.page.get_by_role("dialog")
    choose(dialog, seat.words("options-minutes"), seat.words("minutes-some", minutes=90))
    choose(dialog, seat.words("options-after"), seat.words("options-after-deal"))
    seat.page.keyboard.press("Escape")
    seat.press(seat.button("setup-invite"))
    expect(seat.main.get_by_text(seat.words("minutes-deal", minutes=90))).to_be_visible()
    seat.page.goto("/")
    options = seat.main.get_by_text(seat.words("lobby-open-options"))
    expect(options).to_contain_text(seat.words("lobby-open-minutes", minutes=90))
    seat.press(options)
    choose(seat.main, seat.words("options-minutes"), seat.words("minutes-some", minutes=240))
    choose(seat.main, seat.words("options-after"), seat.words("options-after-round"))
    seat.press(seat.button("lobby-open-open"))
    expect(seat.main.get_by_text(seat.words("minutes-round", minutes=240))).to_be_visible()


def test_rated_host_asks_for_people_of_about_the_same_strength(accounts: Accounts, server: House) -> None:
    anna, boris = accounts.seat("en", Touch, PHONE, url=server.url), accounts.seat("en", url=server.url)
    people = [
        make_account(anna, "Anna G"),
        make_account(boris, "Boris G"),
        make_account(accounts.seat(url=server.url), "Vera G"),
    ]
    store_rated_matches(server.folder / "tables.sqlite", FIRST, people, 30)
    rating = anna.page.context.request.get(f"/api/ratings?game={FIRST}").json()["you"]["rating"]
    for seat in (anna, boris):
        seat.load_game_words(FIRST)
        seat.page.goto("/")
    anna.press(anna.main.get_by_text(anna.words("lobby-open-options")))
    hundred = rating // 100 * 100
    limits = {"low": str(hundred - 200), "high": str(hundred + 300)}
    near = anna.words("lobby-open-near-note", **limits)
    anna.press(anna.main.get_by_text(near))
    choose(anna.main, anna.words("lobby-open-bots"), anna.words("lobby-open-bots-after", minutes=5))
    expect(anna.main.get_by_text(anna.words("lobby-open-bots-some", minutes=5))).to_be_visible()
    wrong = faults(anna.page, touch=True) + barriers(anna.page)
    with anna.page.expect_request("**/api/tables") as request:
        anna.press(anna.button("lobby-open-open"))
    assert (request.value.post_data_json or {})["bots_after_s"] == 300
    expect(anna.button("wait-stand")).to_be_visible()
    wanted = boris.words("lobby-open-ratings", **limits)
    row = boris.main.get_by_role("listitem").filter(has_text=boris.words("lobby-open-waits", host="Anna G", free=2))
    expect(row.get_by_text(wanted)).to_be_visible()
    assert not wrong, "\n".join(wrong)
