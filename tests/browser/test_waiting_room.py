"""A table's page before the match, for its owner and for guests who open the link."""

import re
from collections import deque
from collections.abc import Callable
from functools import partial

from browser.conftest import PHONE, Accounts
from browser.gallery import FIRST
from browser.layout_checks import wait_until_settled
from browser.seat import Keys, Touch
from browser.test_evening import open_table
from playwright.sync_api import WebSocketRoute, expect
from support.waiting import until


def test_escape_key_releases_chosen_seat(accounts: Accounts) -> None:
    host, friend = accounts.seat("en"), accounts.seat("en", Keys)
    link = open_table(host)
    friend.load_game_words(FIRST)
    held_frames = deque[Callable[[], None]]()
    slow = False

    def relay(browser_side: WebSocketRoute) -> None:
        """Pass frames on; while the network is `slow`, hold those of the server."""
        server_side = browser_side.connect_to_server()

        def send(frame: str | bytes) -> None:
            if slow:
                held_frames.append(partial(browser_side.send, frame))
            else:
                browser_side.send(frame)

        server_side.on_message(send)

    friend.page.route_web_socket(re.compile("/ws/"), relay)
    friend.page.goto(link)
    sit = friend.button("wait-sit-seat", seat=2)
    expect(sit).to_be_visible()
    slow = True
    friend.press(sit)
    expect(friend.page.get_by_label(friend.words("name-question-seat", seat=2))).to_be_focused()
    choosing = host.page.get_by_text(host.words("wait-choosing"), exact=True)
    expect(choosing).to_have_count(1)
    friend.page.keyboard.press("Escape")
    expect(choosing).to_have_count(0)
    while held_frames:  # others that come meanwhile are held too, so that none overtakes an earlier one
        held_frames.popleft()()
    slow = False
    expect(sit).to_be_focused()
    expect(friend.page.get_by_label(friend.words("name-question"), exact=True)).to_be_visible()
    expect(friend.button("wait-stand")).to_have_count(0)


def test_start_button_is_visible_at_bottom_of_phone(accounts: Accounts) -> None:
    """It is visible without scrolling, and covers nothing at the end of the page."""
    host = accounts.seat("en", Touch, PHONE)
    open_table(host)
    start = host.button("wait-start")
    expect(start).to_be_in_viewport(ratio=1)
    wait_until_settled(host.page)
    host.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    last = host.link("wait-how").bounding_box()
    bar = start.locator("..").bounding_box()
    assert last
    assert bar
    assert bar["y"] + bar["height"] == PHONE[1]
    assert last["y"] + last["height"] <= bar["y"]


def test_waiting_room_shows_seats_first_to_guest_on_phone(accounts: Accounts) -> None:
    """All seats are visible without scrolling; the rest follows after the rules."""
    host, friend = accounts.seat("en"), accounts.seat("ru", Touch, PHONE)
    link = open_table(host)
    friend.load_game_words(FIRST)
    friend.page.goto(link)
    for seat in (2, 3):
        expect(friend.button("wait-sit-seat", seat=seat)).to_be_in_viewport(ratio=1)
    titles = [friend.words(key) for key in ("wait-seats", "wait-rules", "wait-link")]
    expect(friend.main.get_by_role("heading", level=2)).to_have_text(titles)
    link_first = [host.words(key) for key in ("wait-link", "wait-seats", "wait-rules")]
    expect(host.main.get_by_role("heading", level=2)).to_have_text(link_first)
    friend.press(friend.button("wait-sit-seat", seat=3))
    name = friend.page.get_by_label(friend.words("name-question-seat", seat=3))
    expect(name).to_be_focused()
    expect(name).to_be_in_viewport(ratio=1)


def test_waiting_room_announces_seated_player_to_owner(accounts: Accounts) -> None:
    host, friend = accounts.seat("en"), accounts.seat("en")
    link = open_table(host)
    friend.load_game_words(FIRST)
    friend.page.goto(link)
    friend.press(friend.button("wait-sit-seat", seat=3))
    friend.page.get_by_label(friend.words("name-question-seat", seat=3)).fill("Boris")
    friend.page.keyboard.press("Enter")
    expect(host.page.get_by_test_id("live")).to_contain_text("Boris sits on seat 3.")


def test_waiting_room_warns_owner_before_starting_without_player(accounts: Accounts) -> None:
    """The owner need not press again: the match starts when that player sits down."""
    host, friend = accounts.seat("en", Touch, PHONE), accounts.seat("en")
    link = open_table(host)
    friend.load_game_words(FIRST)
    friend.page.goto(link)
    friend.press(friend.button("wait-sit-seat", seat=2))
    expect(host.main.get_by_text(host.words("wait-choosing"))).to_be_visible()
    expect(host.page.get_by_test_id("live")).to_contain_text(host.words("live-choosing", number=2))
    host.press(host.button("wait-start"))
    expect(host.page.get_by_role("alert")).to_have_text(host.words("wait-start-sure", seat=2))
    host.press(host.button("wait-start-wait"))
    expect(host.main.get_by_text(host.words("wait-start-waiting", seat=2))).to_be_visible()
    friend.page.keyboard.press("Escape")
    expect(host.page.get_by_role("alert")).to_have_text(host.words("wait-start-again", seat=2))
    host.press(host.button("wait-start-wait"))
    friend.press(friend.button("wait-sit-seat", seat=2))
    expect(host.main.get_by_text(host.words("wait-choosing"))).to_be_visible()
    host.press(host.button("wait-start"))
    host.press(host.button("wait-start-wait"))
    friend.page.get_by_label(friend.words("name-question-seat", seat=2)).fill("Boris")
    friend.page.keyboard.press("Enter")
    expect(host.button("wait-start")).to_have_count(0)
    first_questions = [
        seat.page.get_by_role("toolbar").or_(seat.page.get_by_text(seat.words("cut-title"))).first
        for seat in (host, friend)
    ]
    until(lambda: any(question.is_visible() for question in first_questions), "one of them cuts, or has cards")
