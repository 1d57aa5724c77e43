"""An evening with people who do not all behave: a friend gives a name, somebody watches, one is removed and blocked."""

from urllib.parse import urlencode

from browser.conftest import Accounts
from browser.seat import Seat, first_asked
from playwright.sync_api import expect
from support.example_games import example

GAME = example(seats=3)


def named(seat: Seat, link: str, name: str) -> None:
    """A guest opens the link, is asked for a name, and sits down with one key."""
    seat.learn(GAME)
    seat.page.goto(link)
    question = seat.page.get_by_label(seat.words("name-question"))
    expect(question).to_be_visible()
    expect(seat.button("wait-stand")).to_have_count(0)
    question.fill(name)
    seat.page.keyboard.press("Enter")
    expect(seat.button("wait-stand")).to_be_visible()


def means(seat: Seat, what: str, name: str) -> None:
    """Do something about a person, and mean it."""
    seat.page.get_by_role("button", name=seat.words(f"person-{what}-one", name=name), exact=True).first.click()
    seat.page.get_by_role("alert").get_by_text(seat.words(f"person-{what}-sure", name=name)).wait_for()
    seat.button(f"person-{what}").first.click()


def test_a_friend_is_named_heard_removed_and_blocked(people: Accounts) -> None:
    host, friend, watcher = people.seat("en"), people.seat("ru"), people.seat("en")
    host.learn(GAME)
    host.page.goto("/?" + urlencode({"game": GAME}))
    host.press(host.button("setup-invite"))
    link = host.page.get_by_role("textbox", name=host.words("wait-link")).input_value()
    named(friend, link, "Борис")
    watcher.learn(GAME)
    watcher.page.goto(link)
    watcher.press(watcher.button("name-watch"))
    expect(host.page.get_by_text(host.words("people-watching", number=1))).to_be_visible()
    host.press(host.button("wait-start"))
    players = [host, friend]
    while (turn := first_asked(players))[1].kind == "cut":  # the window to cut in lies over everything
        players[turn[0]].act()

    watches = watcher.page.get_by_text(watcher.words("people-you-watch"))
    expect(watches.first).to_be_visible()
    friend.press(friend.button("table-chat"))
    friend.press(friend.page.get_by_role("tabpanel").get_by_role("button", name=friend.words("chat-hello"), exact=True))
    host.press(host.button("table-chat"))
    expect(host.page.get_by_role("tabpanel")).to_contain_text("Борис")
    host.page.get_by_role("tab").first.click()

    means(host, "remove", "Борис")
    expect(friend.page.get_by_text(friend.words("people-you-watch")).first).to_be_visible()
    expect(host.page.get_by_text(host.words("people-watching", number=2)).first).to_be_visible()
    host.press(host.button("table-chat"))
    means(host, "block", "Борис")

    again = host.page.context.new_page()
    again.goto("/?" + urlencode({"game": GAME}))
    again.get_by_role("button", name=host.words("setup-invite"), exact=True).click()
    second = again.get_by_role("textbox", name=host.words("wait-link")).input_value()
    friend.page.goto(second)
    friend.press(friend.page.get_by_role("button", name=friend.words("wait-sit-seat", seat=2), exact=True))
    expect(friend.drawn(friend.words("seat-blocked"))).to_be_visible()
