"""An evening with a friend, from the invitation to the next match: one is asked for a name, one watches a deal late,
they talk while they play, the line is lost for a while, a card is taken back, a claim is refused and
another accepted, a guest is removed, and there is another match.
"""

from itertools import count

import pytest
from browser.conftest import PHONE, Accounts
from browser.gallery import FIRST, FRIENDS
from browser.seat import Mouse, Seat, Touch, first_asked, saying
from browser.test_friends import same_numbers
from browser.test_returning import lying, offered, says
from playwright.sync_api import Locator, expect
from support.example_games import traits

LONG, SHORT = 600, 5
"""Seconds for which a lost line is waited for: for longer than any test takes, and as short as a table may have it."""
FRIEND, GREETING = "Борис", "Добрый вечер!"


def opened(host: Seat, away_s: int = LONG) -> str:
    """The host opens a table whose watchers see each deal once it has ended; its address."""
    host.learn(FIRST)
    ask = host.page.context.request
    assert ask.post("/api/guests", data={"name": "Anna"}).ok
    table = ask.post("/api/tables", data={"game": FIRST, "away_s": away_s, "delayed": True})
    assert table.ok, table.text()
    link = f"/t/{table.json()['id']}"
    host.page.goto(link)
    return link


def named(seat: Seat, link: str, name: str) -> None:
    """A guest opens the link, is asked for a name, and sits down with one key."""
    seat.learn(FIRST)
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


def quickly(*seats: Seat) -> None:
    """Let some not outbid the host, so that it is soon played."""
    for seat in seats:
        seat.choice = saying(seat.words, *FRIENDS[FIRST].says[:1])


def cut(players: list[Seat]) -> Seat:
    """Whoever is asked something by the deal, once the deck is cut."""
    while (found := first_asked(players))[1].kind == "cut":
        players[found[0]].act()
    return players[found[0]]


def until_one_goes_on(some: list[Seat], players: list[Seat]) -> Seat:
    """Play until it is the turn of one of some whose card does not end the trick (else it might be their turn again),
    in a later deal if need be: whoever is last in one trick may be last in all. Who that is."""
    while True:
        turn = cut(players)
        playing = turn.asked().cards and turn.hand.count() < traits(FIRST).hand
        if playing and turn in some and len(lying(turn)) < len(players) - 1:
            return turn
        turn.act()


def lost(seat: Seat, others: Seat) -> None:
    """The line is cut, and another one is told so."""
    seat.page.context.set_offline(True)
    expect(says(seat, "banner-lost")).to_be_visible()
    expect(says(others, "banner-away").or_(says(others, "banner-bot"))).to_be_visible()


def found_again(seat: Seat) -> None:
    """The line is back."""
    seat.page.context.set_offline(False)
    expect(says(seat, "banner-lost")).to_be_hidden()


def test_an_evening(people: Accounts) -> None:
    host, friend = people.seat("en", Mouse), people.seat("ru", Touch, PHONE)
    other, watcher = people.seat("en"), people.seat("ru")
    players = [host, friend, other]
    link = opened(host)
    named(friend, link, FRIEND)
    named(other, link, "Tove")
    quickly(friend, other)
    watches(watcher, link)
    expect(host.page.get_by_text(host.words("people-watching", number=1))).to_be_visible()
    host.press(host.button("wait-start"))
    cut(players)
    expect(watcher.page.get_by_text(watcher.words("people-you-watch-delayed")).first).to_be_visible()
    talks(friend, host)
    loses_the_line(players)
    people.tolerate("ERR_INTERNET_DISCONNECTED")
    people.tolerate("Error in connection establishment")  # who has no line tries to come back
    takes_back([host, other], players)
    claims(players)
    same_numbers([*players, watcher], ended(host))
    for player in players:
        player.press(player.button("rest-next"))
    cut(players)
    means(host, "remove", FRIEND)
    expect(friend.page.get_by_text(friend.words("people-you-watch-delayed")).first).to_be_visible()
    plays_another(host, other)


def watches(watcher: Seat, link: str) -> None:
    """Somebody comes by the link when all seats are taken."""
    watcher.learn(FIRST)
    watcher.page.goto(link)
    expect(watcher.main.get_by_text(watcher.words("wait-choose"))).to_be_visible()


def talks(friend: Seat, host: Seat) -> None:
    """The friend writes something (a phone on which one is asked to bid has no room for what is said without writing),
    and the host, whose screen is wide, plays on beside it."""
    host.press(host.button("table-chat"))
    friend.press(friend.button("table-chat"))
    friend.chat.get_by_label(friend.words("talk-write")).fill(GREETING)
    friend.page.keyboard.press("Enter")
    expect(host.chat).to_contain_text(FRIEND)
    expect(host.chat).to_contain_text(GREETING)
    friend.page.keyboard.press("Escape")
    if host.asked(0).kind:
        host.act()
    expect(host.chat).to_be_visible()
    host.page.keyboard.press("Escape")
    expect(host.chat).to_be_hidden()


def loses_the_line(players: list[Seat]) -> None:
    """The line of whoever is asked is lost for a while, and nothing happens."""
    turn = cut(players)
    host = next(one for one in players if one is not turn)
    held = turn.held()
    lost(turn, host)
    found_again(turn)
    expect(says(host, "banner-away")).to_be_hidden()
    turn.asked()
    assert (turn.held(), stood_in(turn).count()) == (held, 0)


@pytest.mark.thorough
def test_a_bot_stands_in_for_whoever_is_away_for_long(people: Accounts) -> None:
    """It plays a card, which is taken back when all have agreed."""
    players = host, friend, other = [people.seat("en"), people.seat("ru", Touch, PHONE), people.seat("en")]
    link = opened(host, SHORT)
    named(friend, link, FRIEND)
    named(other, link, "Tove")
    quickly(friend, other)
    host.press(host.button("wait-start"))
    until_one_goes_on([friend], players)
    held = friend.held()
    lost(friend, host)
    expect(says(host, "banner-bot")).to_be_visible()
    cut([host, other])  # the bot has played
    found_again(friend)
    expect(stood_in(friend).first).to_be_visible()
    assert len(friend.held()) == len(held) - 1
    friend.press(friend.button("agree-undo-stood-in"))
    for one in (host, other):
        one.press(one.button("agree-agree"))
    expect(friend.hand).to_have_count(len(held))
    assert friend.held() == held
    people.tolerate("ERR_INTERNET_DISCONNECTED")
    people.tolerate("Error in connection establishment")  # who has no line tries to come back


def stood_in(seat: Seat) -> Locator:
    """What one is told that a bot has done in one's place."""
    return seat.page.get_by_text(seat.words("banner-stood-in", actions="@").split("@")[0])


def takes_back(some: list[Seat], players: list[Seat]) -> None:
    """All agree that a card is taken back which nobody has answered yet."""
    turn = until_one_goes_on(some, players)
    held = turn.held()
    turn.act()
    turn.press(turn.button("agree-undo"))
    for one in players:
        if one is not turn:
            one.press(one.button("agree-agree"))
    expect(turn.hand).to_have_count(len(held))
    assert turn.held() == held


def claims(players: list[Seat]) -> None:
    """A claim is refused, and another one accepted."""
    host, *others = players
    offered(host)
    others[0].press(others[0].button("agree-refuse"))
    expect(host.button("agree-withdraw")).to_be_hidden()
    offered(host)
    for one in others:
        one.press(one.button("agree-agree"))


def ended(host: Seat) -> int:
    """The number of the deal that has just ended."""
    expect(host.button("rest-next")).to_be_visible()
    return next(deal for deal in count(1) if host.row(deal).count())


def plays_another(host: Seat, other: Seat) -> None:
    """Both have enough of this match, and begin another at a table like it."""
    host.press(host.button("agree-stop"))
    host.press(host.dialog("agree-stop").get_by_role("button", name=host.words("agree-stop"), exact=True))
    other.press(other.button("agree-agree"))
    host.press(host.button("rest-again"))
    for one in (host, other):
        one.press(one.link("rest-again-go"))
    expect(other.button("wait-stand")).to_be_visible()
    host.press(host.button("wait-start"))
    assert cut([host, other]).asked().kind
