"""Quick pairing in the browser: strangers who look for players find each other, and sit down at one table."""

import json
import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from browser.conftest import PHONE, Accounts
from browser.gallery import FIRST
from browser.layout_checks import barriers, faults
from browser.seat import Keys, Seat, Touch
from browser.servers import House, run_server
from browser.shifts import shifts, watch_shifts
from browser.test_notices import SETTINGS
from playwright.sync_api import Locator, WebSocketRoute, expect

from prikup.server.lobby import pairing_chore, seekers
from prikup.server.storage import pairing_rows
from prikup.table.opening.lanes import lanes

LANE = lanes()["preferans"]
WAIT_MS = 60_000
"""Timeout in milliseconds for quick pairing, which waits until new people have looked for players for ten seconds."""

COME_S = 600.0
"""Seconds for which the table that was found waits for its people: longer than they take on a busy machine."""


def enter_as(seat: Seat, name: str) -> None:
    """Become a guest with a name, "" for none before the first action, and open the lobby."""
    seat.load_game_words(LANE.game)
    if name:
        assert seat.page.context.request.post("/api/guests", data={"name": name}).ok
    seat.page.goto("/")


def search_bar(seat: Seat) -> Locator:
    """Return the bar about the search at the top of every page."""
    return seat.page.get_by_role("region", name=seat.words("seek-title"))


def open_form(seat: Seat) -> Locator:
    """Open the form for looking for players from the lobby."""
    seat.press(seat.button("setup-find"))
    form = seat.dialog("seek-title")
    expect(form.get_by_role("checkbox", checked=True)).to_have_count(1)
    seat.page.wait_for_timeout(400)  # real time: a window hears no double tap
    return form


def look_for_players(seat: Seat) -> None:
    """Look for players of the lane of the tests."""
    form = open_form(seat)
    lane = ", ".join((seat.words("game"), seat.words("seek-deals", deals=LANE.deals)))
    for box in form.get_by_role("checkbox", checked=True).all():
        box.uncheck()
    form.get_by_role("checkbox", name=re.compile(f"^{lane}")).check()
    seat.press(form.get_by_role("button", name=seat.words("seek-start")))
    expect(search_bar(seat).get_by_text(seat.words("seek-bar"))).to_be_visible()


def stop_search(seat: Seat) -> None:
    """Stop looking for players. A search that is left open counts for half a minute, in other tests too."""
    seat.press(search_bar(seat).get_by_role("button", name=seat.words("seek-stop")))
    expect(search_bar(seat)).to_have_count(0)


def sit_down(seat: Seat) -> None:
    """Sit down at the table that was found."""
    found = seat.dialog("seek-found")
    expect(found).to_be_visible(timeout=WAIT_MS)
    expect(found.get_by_role("alert")).to_be_visible()
    expect(seat.page).to_have_title(re.compile("^●"))
    seat.page.wait_for_timeout(800)  # real time: the sheet ignores presses that were meant for what it covers
    seat.press(found.get_by_role("button", name=seat.words("seek-found-sit"), exact=True))


def test_strangers_find_each_other_and_one_plays_bots_meanwhile(
    accounts: Accounts, paused_server: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (pairing_chore, pairing_rows, seekers):
        monkeypatch.setattr(module, "COME_S", COME_S)
    anna = accounts.seat("en", Keys, url=paused_server.url)
    boris = accounts.seat("ru", Touch, PHONE, url=paused_server.url)
    vera = accounts.seat("en", Touch, PHONE, url=paused_server.url)
    for seat, name in ((anna, ""), (boris, "Boris"), (vera, "Vera")):
        enter_as(seat, name)
    look_for_players(anna)
    look_for_players(boris)
    expect(search_bar(boris).get_by_text(boris.words("seek-others", others=1))).to_be_visible()
    boris.start_match(LANE.game)
    expect(search_bar(boris)).to_be_visible()
    look_for_players(vera)
    expect(boris.dialog("seek-found")).to_be_visible(timeout=WAIT_MS)
    expect(boris.dialog("seek-found").get_by_text(boris.words("seek-found-bots"))).to_be_visible()
    for seat in (anna, boris):
        sit_down(seat)
        expect(seat.main.get_by_text(seat.words("seek-on-way")).first).to_be_visible()
        expect(search_bar(seat).get_by_text(seat.words("seek-coming"))).to_be_visible()
    sit_down(vera)
    for seat in (anna, boris, vera):
        expect(seat.page.locator("main .mat")).to_be_visible()
        expect(search_bar(seat)).to_have_count(0)
    assert len({seat.page.url for seat in (anna, boris, vera)}) == 1


def store_start(server: House) -> None:
    """Store that a match has begun in the lane of the tests."""
    with closing(sqlite3.connect(server.folder / "tables.sqlite", timeout=60)) as database, database:
        row = ("earlier", LANE.name, time.time() - 725)
        database.execute("INSERT OR REPLACE INTO lane_starts (table_id, lane, began) VALUES (?, ?, ?)", row)


def test_lobby_shows_waiting_seekers_and_lets_user_join_them(accounts: Accounts, paused_server: House) -> None:
    store_start(paused_server)
    anna = accounts.seat("en", Keys, url=paused_server.url)
    boris = accounts.seat("ru", Touch, PHONE, url=paused_server.url)
    enter_as(boris, "Boris")
    enter_as(anna, "Anna")
    look_for_players(anna)
    lane = ", ".join((boris.words("game"), boris.words("seek-deals", deals=LANE.deals)))
    row = boris.page.get_by_role("listitem").filter(has_text=boris.words("lobby-open-seekers", people=1))
    expect(row.get_by_text(lane)).to_be_visible(timeout=WAIT_MS)
    last_table = boris.words("seek-lane-last", time="").strip()
    expect(row.get_by_text(last_table)).to_be_visible()
    boris.page.wait_for_timeout(1600)  # real time: a list that has just changed ignores presses
    boris.press(row.get_by_role("button", name=boris.words("lobby-open-join-lane", lane=lane)))
    form = boris.dialog("seek-title")
    chosen = form.get_by_role("checkbox", checked=True)
    expect(chosen).to_have_count(1)
    expect(form.get_by_text(boris.words("seek-lane-waiting", people=1))).to_have_count(1)
    expect(form.get_by_text(last_table)).to_have_count(1)
    wrong = faults(boris.page, touch=True) + barriers(boris.page)
    boris.page.wait_for_timeout(400)  # real time: a window hears no double tap
    boris.press(form.get_by_role("button", name=boris.words("seek-start")))
    expect(search_bar(boris).get_by_text(boris.words("seek-others", others=1))).to_be_visible()
    expect(row).to_have_count(0)
    for seat in (anna, boris):
        stop_search(seat)
    assert not wrong, "\n".join(wrong)


def let_search_last_longer(seat: Seat, extra_ms: int) -> None:
    """Let the page receive that it has looked for players for so many milliseconds more than it has."""

    def relay(browser_side: WebSocketRoute) -> None:
        server_side = browser_side.connect_to_server()

        def send(frame: str | bytes) -> None:
            message = json.loads(frame)
            if message["type"] == "sought":
                message["waited_ms"] += extra_ms
            browser_side.send(json.dumps(message))

        server_side.on_message(send)

    seat.page.route_web_socket(re.compile("/ws/lobby"), relay)


def test_search_without_a_table_for_a_minute_is_offered_a_bot(accounts: Accounts, paused_server: House) -> None:
    seat = accounts.seat("ru", Touch, PHONE, url=paused_server.url)
    let_search_last_longer(seat, 60_000)
    enter_as(seat, "")
    look_for_players(seat)
    question = search_bar(seat).get_by_role("group", name=seat.words("seek-alone"))
    expect(question).to_be_visible()
    wrong = faults(seat.page, touch=True) + barriers(seat.page)
    seat.page.wait_for_timeout(800)  # real time: a question that has just appeared ignores presses
    seat.press(question.get_by_role("button", name=seat.words("seek-alone-bots")))
    expect(question).to_have_count(0)
    seat.press(seat.button("setup-finding"))
    form = seat.dialog("seek-title")
    expect(form.get_by_role("checkbox", name=re.compile(f"^{seat.words('seek-bots')}"))).to_be_checked()
    seat.page.keyboard.press("Escape")
    stop_search(seat)
    assert not wrong, "\n".join(wrong)


def test_search_continues_after_reload_and_ends_when_cancelled(accounts: Accounts, paused_server: House) -> None:
    seat = accounts.seat("ru", Touch, PHONE, url=paused_server.url)
    enter_as(seat, "")
    look_for_players(seat)
    seat.page.reload()
    expect(search_bar(seat).get_by_text(seat.words("seek-bar"))).to_be_visible()
    watch_shifts(seat.page.context)
    seat.page.goto("/rules")
    expect(search_bar(seat).get_by_text(seat.words("seek-others", others=0))).to_be_visible()
    assert not [shift for shift in shifts(seat.page) if "> header" in str(shift)], "the bar is drawn with the page"
    stop_search(seat)
    seat.page.reload()
    expect(seat.main.get_by_role("heading").first).to_be_visible()
    expect(search_bar(seat)).to_have_count(0)


def test_search_form_offers_no_fourth_lane_and_no_bots_to_partners(accounts: Accounts, paused_server: House) -> None:
    seat = accounts.seat("en", Keys, url=paused_server.url)
    seat.load_game_words(FIRST)
    seat.page.goto("/")
    form = open_form(seat)
    boxes = form.get_by_role("checkbox")
    lane_boxes = [boxes.nth(place) for place in range(len(lanes()))]
    for box in lane_boxes:
        if box.is_enabled():
            box.check()
    assert sum(box.is_checked() for box in lane_boxes) == 3
    assert not any(box.is_enabled() for box in lane_boxes if not box.is_checked())
    bots = form.get_by_role("checkbox", name=re.compile(f"^{seat.words('seek-bots')}"))
    expect(bots).to_be_visible()
    for box in lane_boxes:
        if box.is_checked():
            box.uncheck()
    lane_boxes[[lane.partners for lane in lanes().values()].index(True)].check()
    expect(bots).to_have_count(0)


def test_account_chooses_hours_at_which_it_is_called(accounts: Accounts, tmp_path: Path) -> None:
    with run_server(tmp_path, notices=SETTINGS) as house:
        seat = accounts.seat("ru", Touch, PHONE, url=house.url)
        enter_as(seat, "Vera")
        ask = seat.page.context.request
        assert ask.post("/api/account", data={"name": "Vera", "password": "a good password"}).ok
        seat.page.goto(f"/?seek={LANE.name}")
        form = seat.dialog("seek-title")
        expect(form.get_by_role("checkbox", checked=True)).to_have_count(1)
        expect(seat.page).to_have_url(f"{house.url}/")
        seat.page.wait_for_timeout(400)  # real time: a window hears no double tap
        seat.press(form.get_by_text(seat.words("seek-call-title")))
        expect(form.get_by_text(seat.words("seek-call-allow"))).to_be_visible()
        for day in form.get_by_role("group", name=seat.words("seek-call-days")).get_by_role("button").all()[:5]:
            seat.press(day)
        form.get_by_label(seat.words("seek-call-from"), exact=True).fill("20:00")
        form.get_by_label(seat.words("seek-call-to"), exact=True).fill("01:30")
        seat.press(form.get_by_role("button", name=seat.words("seek-call-save")))
        lane = ", ".join((seat.words("game"), seat.words("seek-deals", deals=LANE.deals)))
        row = form.get_by_role("listitem").filter(has_text=lane)
        expect(row.get_by_text("сб, вс, 20:00–01:30")).to_be_visible()
        wish = {"lane": LANE.name, "days": [5, 6], "from_minute": 1200, "to_minute": 90}
        assert ask.get("/api/me/standing").json()["wishes"] == [wish]
        wrong = faults(seat.page, touch=True) + barriers(seat.page)
        seat.press(row.get_by_role("button", name=seat.words("seek-call-remove-one", lane=lane)))
        expect(row).to_have_count(0)
        assert ask.get("/api/me/standing").json()["wishes"] == []
        seat.page.close()  # without its server it would try to reconnect
        assert not wrong, "\n".join(wrong)
