"""Friends at a table: an evening from the invitation to the next match, and a deal that was played before.

One is asked for a name, one watches a deal late, they talk while they play, the line is lost for a while, a card is
taken back, a claim is refused and another accepted, a guest is removed, and there is another match.
"""

import re
from itertools import count

import pytest
from browser.conftest import NO_NETWORK, PHONE, SHOTS, Accounts
from browser.gallery import FIRST, SCENES
from browser.guest import Guest
from browser.looks import barriers, faults
from browser.reviews import answering
from browser.seat import Mouse, Seat, Touch, first_asked, saying
from browser.servers import House
from browser.test_returning import lying, says
from playwright.sync_api import Locator, expect
from support.example_games import traits

AWAY_S = 600
"""The seconds for which a lost line is waited for: longer than the test takes."""
FRIEND, GREETING = "Борис", "Добрый вечер!"


def opened(host: Seat) -> str:
    """The host opens a table whose watchers see each deal once it has ended; its address."""
    host.learn(FIRST)
    ask = host.page.context.request
    assert ask.post("/api/guests", data={"name": "Anna"}).ok
    table = ask.post("/api/tables", data={"game": FIRST, "away_s": AWAY_S, "delayed": True})
    assert table.ok, table.text()
    link = f"/t/{table.json()['id']}"
    host.page.goto(link)
    return link


def named(seat: Seat, link: str, name: str, chosen: int = 0) -> None:
    """A guest opens the link, may choose a seat, is asked for a name, and sits down with one key."""
    seat.learn(FIRST)
    seat.page.goto(link)
    question = seat.page.get_by_label(seat.words("name-question"))
    expect(question).to_be_visible()
    expect(seat.button("wait-stand")).to_have_count(0)
    if chosen:
        seat.press(seat.button("wait-sit-seat", seat=chosen))
        question = seat.page.get_by_label(seat.words("name-question-seat", seat=chosen))
        expect(question).to_be_focused()
    question.fill(name)
    seat.page.keyboard.press("Enter")
    expect(seat.button("wait-stand")).to_be_visible()


def quickly(*seats: Seat) -> None:
    """Let some not outbid the host, and whist where they may, so that it is soon played."""
    for seat in seats:
        seat.choice = saying(seat.words, "whist")


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


def test_an_evening(people: Accounts) -> None:
    host, friend = people.seat("en", Mouse), people.seat("ru", Touch, PHONE)
    other, watcher = people.seat("en"), people.seat("ru")
    players = [host, friend, other]
    link = opened(host)
    named(friend, link, FRIEND)
    named(other, link, "Tove", chosen=3)
    expect(
        other.main.get_by_role("listitem").nth(2).get_by_role("button", name=other.words("wait-stand"))
    ).to_be_visible()
    quickly(friend, other)
    watches(watcher, link)
    expect(host.page.get_by_text(host.words("people-watching", number=1))).to_be_visible()
    host.press(host.button("wait-start"))
    cut(players)
    expect(watcher.page.get_by_text(watcher.words("people-you-watch-delayed")).first).to_be_visible()
    talks(friend, host)
    loses_the_line(players)
    people.tolerate(*NO_NETWORK)
    takes_back([other], players)
    claims(players)
    same_numbers([*players, watcher], ended(host))
    for player in players:
        player.press(player.button("rest-next"))
    cut(players)
    host.page.get_by_role("button", name=host.words("person-remove-one", name=FRIEND), exact=True).first.click()
    host.page.get_by_role("alert").get_by_text(host.words("person-remove-sure", name=FRIEND)).wait_for()
    host.button("person-remove").first.click()
    is_removed(host, friend, other)
    expect(friend.page.get_by_text(friend.words("people-you-watch-delayed")).first).to_be_visible()
    plays_another(host, other)


def watches(watcher: Seat, link: str) -> None:
    """Somebody comes by the link when all seats are taken."""
    watcher.learn(FIRST)
    watcher.page.goto(link)
    expect(watcher.main.get_by_text(watcher.words("wait-choose"))).to_be_visible()


def talks(friend: Seat, host: Seat) -> None:
    """The friend writes something (a phone on which one is asked to bid has no room for what is said without writing).
    The host, whose screen is wide, answers without writing, which each reads in their own language, and plays on."""
    host.press(host.button("table-chat"))
    friend.press(friend.button("table-chat"))
    friend.chat.get_by_label(friend.words("talk-write")).fill(GREETING)
    friend.page.keyboard.press("Enter")
    expect(host.chat).to_contain_text(FRIEND)
    expect(host.chat).to_contain_text(GREETING)
    presets = host.chat.get_by_role("group", name=host.words("talk-presets"))
    host.press(presets.get_by_role("button", name=host.words("chat-well-played"), exact=True))
    friend.press(friend.button("talk-all"))
    said = friend.dialog("talk-all").get_by_role("listitem")
    expect(said.filter(has_text=friend.words("chat-well-played"))).to_have_count(1)
    friend.page.keyboard.press("Escape")
    expect(friend.dialog("talk-all")).to_be_hidden()
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
    turn.page.context.set_offline(True)
    for seat, banner in ((turn, "banner-lost"), (host, "banner-lost-line")):
        expect(says(seat, banner)).to_be_visible()
    expect(host.page.locator("[data-notice]")).to_have_text(re.compile(r"\b(9:\d\d|10:00)\."))
    turn.page.context.set_offline(False)
    for seat, banner in ((turn, "banner-lost"), (host, "banner-lost-line")):
        expect(says(seat, banner)).to_be_hidden()
    turn.asked()
    assert turn.held() == held


def notice(key: str, *seats: Seat) -> None:
    """Everybody reads a notice on the strip, and then hears it, whoever did it and whichever card it is about."""
    texts = [re.compile(re.escape(seat.words(key, player="@", card="@")).replace("@", ".+")) for seat in seats]
    for seat, text in zip(seats, texts, strict=True):
        expect(seat.page.locator("[data-notice]")).to_have_text(text)
    for seat, text in zip(seats, texts, strict=True):
        expect(seat.page.get_by_test_id("live")).to_contain_text(text)


def takes_back(some: list[Seat], players: list[Seat]) -> None:
    """One refuses that a card is taken back which nobody has answered yet; then all agree."""
    turn = until_one_goes_on(some, players)
    held = turn.held()
    turn.act()
    turn.press(turn.button("agree-undo"))
    no, *others = [one for one in players if one is not turn]
    notice("proposal-undo", no, *others)
    no.press(no.button("agree-refuse"))
    notice("declined-undo", turn, *others)
    turn.press(turn.button("agree-undo"))
    for one in players:
        if one is not turn:
            one.press(one.button("agree-agree"))
    expect(turn.hand).to_have_count(len(held))
    assert turn.held() == held


def offered(author: Seat) -> None:
    """All the tricks that are left are claimed, after another number."""
    author.press(author.button("agree-claim"))
    claim = author.dialog("agree-claim")
    most = int(claim.get_by_role("status").inner_text())
    for step, number in (("agree-fewer", most - 1), ("agree-more", most)):
        author.press(claim.get_by_role("button", name=author.words(step)))
        expect(claim.get_by_role("status")).to_have_text(str(number))
    author.press(claim.get_by_role("button", name=author.words("agree-offer")))
    expect(author.button("agree-withdraw")).to_be_visible()


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


def same_numbers(seats: list[Seat], deal: int) -> None:
    """What everybody reads after a deal of how all stand is the same for all."""
    for seat in seats:
        expect(seat.row(deal)).to_be_visible()
    read = [seat.row(deal).get_by_role("table").get_by_role("cell").all_inner_texts() for seat in seats]
    assert any(read[0])
    assert read == read[:1] * len(read)


def is_removed(host: Seat, friend: Seat, other: Seat) -> None:
    """Who is removed reads and hears by whom, and watches on; so do the host and the others read and hear it."""
    sentences = {
        friend: friend.words("removed-you", player="Anna"),
        host: host.words("removed-by-you", name=FRIEND),
        other: other.words("removed-by", player="Anna", name=FRIEND),
    }
    for seat, text in sentences.items():
        expect(seat.page.locator("[data-notice]")).to_contain_text(text)
    for seat, name in ((friend, "phone"), (host, "desktop")):
        seat.page.screenshot(path=SHOTS / f"removed-{name}.png")
    for seat, text in sentences.items():
        expect(seat.page.get_by_test_id("live")).to_contain_text(text)
    assert not barriers(friend.page)
    friend.press(friend.button("removed-watch"))
    expect(friend.page.locator("[data-notice]")).to_be_hidden()


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


def compared(seat: Seat) -> Locator:
    """The tables at which the deal was played, side by side."""
    region = seat.page.get_by_role("region", name=seat.words("compared-title"), exact=True)
    return region.locator("ol > li")


@pytest.mark.thorough
def test_a_friend_plays_the_same_deal(people: Accounts, server: House) -> None:
    """The host, who knows the cards, looks on. Afterwards both see what was made of them."""
    host = Guest(people.seat("en"), server)
    friend = Guest(people.seat("ru", Touch, PHONE), server)
    for guest in (host, friend):
        answering(guest.page)
        guest.seat.learn(FIRST)
    match = host.sits(SCENES[f"{FIRST}-over"], page="matches")
    host.at(f"/matches/{match}/1")
    host.seat.press(host.seat.button("compared-friends"))
    host.page.wait_for_url("**/t/*")
    expect(host.page.get_by_text(host.seat.words("compared-note"))).to_be_visible()
    expect(host.seat.button("wait-start")).to_be_hidden()
    named(friend.seat, host.page.url, "Борис")
    host.seat.press(host.seat.button("wait-start"))
    friend.seat.play()
    expect(compared(friend.seat)).to_have_count(2)
    expect(compared(host.seat)).to_have_count(2)
    expect(compared(friend.seat).last).to_contain_text(friend.seat.words("you"))
    expect(compared(host.seat).last).to_contain_text("Борис")
    expect(compared(host.seat).first).to_contain_text(host.seat.words("compared-first"))
    wrong = faults(friend.page, touch=True) + barriers(friend.page)
    friend.page.screenshot(path=SHOTS / "same-deal-phone.png", full_page=True)
    host.page.screenshot(path=SHOTS / "same-deal-desktop.png")
    friend.seat.press(friend.seat.link("compared-review"))
    friend.page.wait_for_url(f"**/matches/{match}/1")
    expect(compared(friend.seat)).to_have_count(2)
    friend.page.screenshot(path=SHOTS / "same-deal-review-phone.png", full_page=True)
    wrong += faults(friend.page, touch=True) + barriers(friend.page)
    assert not wrong, "\n".join(wrong)
