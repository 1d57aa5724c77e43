"""Friends at a table: an evening from the invitation to the next match, and a deal that was played before.

One is asked for a name, one watches a deal late, they talk while they play, the line is lost for a while, a card is
taken back, a claim is refused and another accepted, a guest is removed and a bot has the seat, and there is another
match. Each step is looked at and listened to from every side.
"""

import re
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

import pytest
from browser.conftest import NO_NETWORK, PHONE, SHOTS, Accounts
from browser.core import one_of
from browser.gallery import FIRST, SCENES
from browser.guest import Guest
from browser.looks import barriers, faults
from browser.reviews import answering
from browser.seat import Mouse, Seat, Touch, first_asked, saying
from browser.servers import House
from browser.sides import ANY, NUMBER, Side
from browser.test_returning import lying
from playwright.sync_api import Locator, expect
from support.example_games import traits

AWAY_S = 600
"""The seconds for which a lost line is waited for: longer than the test takes."""
HOST, FRIEND, OTHER = "Anna", "Борис", "Tove"
GREETING = "Добрый вечер!"
SIZES = ((360, 640), (390, 844), (844, 390), (1280, 800))
"""The windows of an evening: phones upright and on their side, and a desktop."""
ALSO_YOU = {"player-is": "you"}
"""What makes a sentence one about the reader."""


class Evening(NamedTuple):
    """The sides of a table, and what was wrong with the looks of it."""

    host: Side
    friend: Side
    other: Side
    watcher: Side
    steps: Iterator[int]
    wrong: list[str]

    @property
    def players(self) -> list[Side]:
        """Those who have seats."""
        return [self.host, self.friend, self.other]

    @property
    def sides(self) -> list[Side]:
        """All."""
        return [*self.players, self.watcher]

    def without(self, *some: Side) -> list[Side]:
        """All but some."""
        return [side for side in self.sides if side not in some]

    def look(self, step: str, *some: Side) -> None:
        """Look at the table from some sides, or from all."""
        numbered = f"{next(self.steps):02}-{step}"
        self.wrong.extend(fault for side in some or self.sides for fault in side.look(numbered))


def opened(host: Seat) -> str:
    """The host opens a table whose watchers see each deal once it has ended; its address."""
    host.learn(FIRST)
    ask = host.page.context.request
    assert ask.post("/api/guests", data={"name": HOST}).ok
    table = ask.post("/api/tables", data={"game": FIRST, "away_s": AWAY_S, "delayed": True})
    assert table.ok, table.text()
    link = f"/t/{table.json()['id']}"
    host.page.goto(link)
    return link


def invited(seat: Seat, link: str) -> None:
    """A guest opens the link, and is asked for a name."""
    seat.learn(FIRST)
    seat.page.goto(link)
    expect(seat.page.get_by_label(seat.words("name-question"))).to_be_visible()
    expect(seat.button("wait-stand")).to_have_count(0)


def named(seat: Seat, name: str, chosen: int = 0) -> None:
    """A guest may choose a seat, says their name, and sits down with one key."""
    question = seat.page.get_by_label(seat.words("name-question"))
    if chosen:
        seat.press(seat.button("wait-sit-seat", seat=chosen))
        question = seat.page.get_by_label(seat.words("name-question-seat", seat=chosen))
        expect(question).to_be_focused()
    question.fill(name)
    seat.page.keyboard.press("Enter")
    expect(seat.button("wait-stand")).to_be_visible()


def quickly(*sides: Side) -> None:
    """Let some not outbid the host, and whist where they may, so that it is soon played."""
    for side in sides:
        side.seat.choice = saying(side.seat.words, "whist")


def cut(players: list[Side]) -> Side:
    """Whoever is asked something by the deal, once the deck is cut."""
    seats = [side.seat for side in players]
    while (found := first_asked(seats))[1].kind == "cut":
        seats[found[0]].act()
    return players[found[0]]


def until_one_goes_on(some: list[Side], players: list[Side]) -> Side:
    """Play until it is the turn of one of some whose card does not end the trick (else it might be their turn again),
    in a later deal if need be: whoever is last in one trick may be last in all. Who that is."""
    while True:
        turn = cut(players)
        playing = turn.seat.asked().cards and turn.seat.hand.count() < traits(FIRST).hand
        if playing and turn in some and len(lying(turn.seat)) < len(players) - 1:
            return turn
        turn.seat.act()


@pytest.mark.parametrize("size", one_of([(size,) for size in SIZES], core=1), ids=lambda size: "x".join(map(str, size)))
def test_an_evening(people: Accounts, size: tuple[int, int]) -> None:
    """Each side has a screen of one size, and hears what a screen reader says of it."""
    evening = seated(people, size)
    comes_in(evening)
    evening.host.press("wait-start")
    cuts(evening)
    talks(evening)
    loses_the_line(evening)
    people.tolerate(*NO_NETWORK)
    takes_back(evening)
    claims(evening)
    rests(evening)
    is_removed(evening)
    plays_another(evening)
    assert not evening.wrong, "\n".join(evening.wrong)


def seated(people: Accounts, size: tuple[int, int]) -> Evening:
    """Four people, each with a browser in which every sentence is said at once."""
    fingers = Mouse if size == SIZES[-1] else Touch
    folder = SHOTS / f"evening-{size[0]}x{size[1]}"
    sides = (("host", "en", HOST), ("friend", "ru", FRIEND), ("other", "en", OTHER), ("watcher", "ru", ""))
    host, friend, other, watcher = (
        Side(people.seat(lang, fingers, size, reading=0), name, called, folder) for name, lang, called in sides
    )
    return Evening(host, friend, other, watcher, count(1), [])


def comes_in(evening: Evening) -> None:
    """The friends come by the link and sit down; the watcher finds no seat."""
    host, friend, other, watcher = evening.sides
    link = opened(host.seat)
    evening.look("opened", host)
    invited(friend.seat, link)
    evening.look("invited", friend)
    named(friend.seat, FRIEND)
    host.hears("live-sat", player=FRIEND, number=2)
    invited(other.seat, link)
    named(other.seat, OTHER, chosen=3)
    row = other.seat.main.get_by_role("listitem").nth(2)
    expect(row.get_by_role("button", name=other.seat.words("wait-stand"))).to_be_visible()
    for side in (host, friend):
        side.hears("live-sat", player=OTHER, number=3)
        expect(side.seat.main.get_by_text(OTHER).first).to_be_visible()
    quickly(friend, other)
    watches(watcher.seat, link)
    expect(host.seat.page.get_by_text(host.seat.words("people-watching", number=1))).to_be_visible()
    evening.look("seated")


def watches(watcher: Seat, link: str) -> None:
    """Somebody comes by the link when all seats are taken."""
    watcher.learn(FIRST)
    watcher.page.goto(link)
    expect(watcher.main.get_by_role("status").filter(has_text=watcher.words("wait-host"))).to_be_visible()


def cuts(evening: Evening) -> None:
    """One cuts the deck, and all others read who; the players hear it, whose deal it is."""
    seats = [side.seat for side in evening.players]
    place, asked = first_asked(seats)
    assert asked.kind == "cut"
    cutter = evening.players[place]
    for side in evening.without(cutter):
        expect(side.seat.drawn(side.seat.words("table-cuts", player=cutter.called), exact=True)).to_be_visible()
    evening.look("cut")
    cut(evening.players)
    for side in evening.players:
        side.hears("did-cut", player=cutter.called, number=NUMBER, **(ALSO_YOU if side is cutter else {}))
    watcher = evening.watcher.seat
    expect(watcher.page.get_by_text(watcher.words("people-you-watch-delayed")).first).to_be_visible()
    expect(watcher.drawn(watcher.words("table-unseen"))).to_be_visible()
    evening.watcher.hears("table-unseen")
    evening.look("dealt")


def talks(evening: Evening) -> None:
    """The friend writes something, and the host answers without writing where there is room for that; the others who
    play read and hear both, each in their own language, and the host plays on."""
    host, friend, other = evening.players
    for side in evening.players:
        side.seat.press(side.seat.button("table-chat"))
    writes(friend, GREETING)
    for side in (host, other):
        side.hears("live-said", name=FRIEND, text=GREETING)
    evening.look("chat", *evening.players)
    presets = host.seat.chat.get_by_role("group", name=host.seat.words("talk-presets"))
    answer = presets.get_by_role("button", name=host.seat.words("chat-well-played"), exact=True)
    written = not answer.is_visible()
    if written:
        writes(host, host.seat.words("chat-well-played"))
    else:
        host.seat.press(answer)
    for side in (friend, other):
        words = host.seat.words if written else side.seat.words
        side.hears("live-said", name=HOST, text=words("chat-well-played"))
    for side in evening.players:
        said = all_said(side)
        expect(said).to_have_count(2)
        expect(said.first).to_contain_text(GREETING)
    evening.look("all-said", *evening.players)
    for side in evening.players:
        window = side.seat.dialog("talk-all")
        if window.is_visible():
            side.seat.page.keyboard.press("Escape")
        expect(window).to_be_hidden()
    if host.seat.asked(0).kind:
        host.seat.act()
    expect(host.seat.chat).to_be_visible()
    for side in evening.players:
        side.seat.page.keyboard.press("Escape")
        expect(side.seat.chat).to_be_hidden()
        expect(side.seat.page.locator(".bubble")).to_have_count(0)


def writes(side: Side, text: str) -> None:
    """Write something to the table."""
    side.seat.chat.get_by_label(side.seat.words("talk-write")).fill(text)
    side.seat.page.keyboard.press("Enter")


def all_said(side: Side) -> Locator:
    """All that was said: in a window where the chat is but a line."""
    every = side.seat.button("talk-all")
    if every.is_visible():
        side.seat.press(every)
        return side.seat.dialog("talk-all").get_by_role("listitem")
    return side.seat.chat.get_by_role("listitem")


def loses_the_line(evening: Evening) -> None:
    """The line of whoever is asked is lost for a while, all read and hear it, and nothing happens."""
    turn = cut(evening.players)
    others = evening.without(turn)
    held = turn.seat.held()
    turn.seat.page.context.set_offline(True)
    turn.reads("banner-lost")
    turn.hears("live-lost")
    for side in others:
        side.reads("banner-lost-line", player=turn.called)
        expect(side.notice).to_have_text(re.compile(r"\b(9:\d\d|10:00)\."))
        side.hears("live-lost-line", player=turn.called, seconds=NUMBER)
    evening.look("lost")
    turn.seat.page.context.set_offline(False)
    turn.hears("live-open")
    for side in others:
        side.hears("live-back", player=turn.called)
    for side in evening.sides:
        expect(side.notice).to_be_hidden()
    turn.seat.asked()
    assert turn.seat.held() == held
    evening.look("back")


def takes_back(evening: Evening) -> None:
    """One refuses that a card is taken back which nobody has answered yet; then all agree. The watcher is told nothing
    of the deal before it has ended."""
    turn = until_one_goes_on([evening.other], evening.players)
    voters = [side for side in evening.players if side is not turn]
    held = turn.seat.held()
    turn.seat.act()
    turn.chooses("agree-undo")
    turn.is_told("proposal-undo", player=turn.called, card=ANY, **ALSO_YOU)
    for side in voters:
        side.is_told("proposal-undo", player=turn.called, card=ANY)
    expect(evening.watcher.notice).to_be_hidden()
    evening.look("undo-asked")
    no = voters[0]
    no.press("agree-refuse")
    no.is_told("declined-undo", player=no.called, card=ANY, **ALSO_YOU)
    for side in (turn, *voters[1:]):
        side.is_told("declined-undo", player=no.called, card=ANY)
    evening.look("undo-refused", *evening.players)
    turn.chooses("agree-undo")
    for side in voters:
        side.press("agree-agree")
    for side in evening.players:
        side.hears("did-undo", player=turn.called, card=ANY, **(ALSO_YOU if side is turn else {}))
    expect(turn.seat.hand).to_have_count(len(held))
    assert turn.seat.held() == held
    evening.look("undo-agreed", *evening.players)


def offered(evening: Evening) -> None:
    """The host claims all the tricks that are left, after another number."""
    author = evening.host
    author.chooses("agree-claim")
    claim = author.seat.dialog("agree-claim")
    most = int(claim.get_by_role("status").inner_text())
    for step, number in (("agree-fewer", most - 1), ("agree-more", most)):
        author.seat.press(claim.get_by_role("button", name=author.seat.words(step)))
        expect(claim.get_by_role("status")).to_have_text(str(number))
    evening.look("claim", author)
    author.seat.press(claim.get_by_role("button", name=author.seat.words("agree-offer")))
    author.is_told("proposal-claim", tricks=most, left=most, player=HOST, **ALSO_YOU)
    for side in (evening.friend, evening.other):
        side.is_told("proposal-claim", tricks=most, left=most, player=HOST)


def claims(evening: Evening) -> None:
    """A claim is refused, and another one accepted."""
    friend, other = evening.friend, evening.other
    offered(evening)
    evening.look("claimed", *evening.players)
    friend.press("agree-refuse")
    friend.is_told("declined-claim", player=FRIEND, **ALSO_YOU)
    for side in (evening.host, other):
        side.is_told("declined-claim", player=FRIEND)
    evening.look("claim-refused", *evening.players)
    offered(evening)
    for side in (friend, other):
        side.press("agree-agree")
    for side in evening.sides:
        expect(side.notice).to_be_hidden()
        expect(
            side.seat.main.get_by_role("region").filter(has_text=side.seat.words("deal-number", deal=""))
        ).to_be_visible()


def rests(evening: Evening) -> None:
    """After a deal all read the same numbers of how all stand, and go on."""
    host = evening.host.seat
    expect(host.button("rest-next")).to_be_visible()
    deal = next(deal for deal in count(1) if host.row(deal).count())
    rows = [side.seat.row(deal) for side in evening.sides]
    for row in rows:
        expect(row).to_be_visible()
    read = [row.get_by_role("table").get_by_role("cell").all_inner_texts() for row in rows]
    assert any(read[0])
    assert read == read[:1] * len(read)
    evening.watcher.hears("live-said", name=FRIEND, text=GREETING)
    evening.look("rest")
    for side in evening.players:
        side.press("rest-next")
        expect(side.seat.button("rest-next")).to_be_hidden()
    cut(evening.players)


def is_removed(evening: Evening) -> None:
    """Who is removed reads and hears by whom, and watches on; so do all others, and the bot that has the seat then."""
    host, friend, other, watcher = evening.sides
    plate = host.seat.main.get_by_role("button", name=FRIEND, exact=True)
    if plate.is_visible():  # on a wide screen
        host.seat.press(plate)
    host.chooses("person-remove-one", name=FRIEND)
    host.seat.page.get_by_role("alert").get_by_text(host.seat.words("person-remove-sure", name=FRIEND)).wait_for()
    evening.look("remove", host)
    host.seat.press(host.seat.button("person-remove").first)
    host.reads("removed-by-you", name=FRIEND)
    friend.is_told("removed-you", player=HOST)
    for side in (other, watcher):
        side.is_told("removed-by", player=HOST, name=FRIEND)
    host.hears("removed-by-you", name=FRIEND)
    for side in evening.sides:
        side.hears("removed-seat", other=ANY)
    evening.look("removed")
    friend.hears("table-unseen")
    assert not barriers(friend.seat.page)
    friend.press("removed-watch")
    expect(friend.notice).to_be_hidden()
    for side in (friend, watcher):
        expect(side.seat.page.get_by_text(side.seat.words("people-you-watch-delayed")).first).to_be_visible()
        expect(side.seat.drawn(side.seat.words("table-unseen"))).to_be_visible()
    evening.look("bot")


def plays_another(evening: Evening) -> None:
    """Both have enough of this match, and begin another at a table like it."""
    host, other = evening.host, evening.other
    host.chooses("agree-stop")
    stop = host.seat.dialog("agree-stop")
    host.seat.press(stop.get_by_role("button", name=host.seat.words("agree-stop"), exact=True))
    host.is_told("proposal-stop", player=HOST, **ALSO_YOU)
    other.is_told("proposal-stop", player=HOST)
    evening.look("stop", host, other)
    other.press("agree-agree")
    expect(host.seat.button("rest-again")).to_be_visible()
    evening.look("over")
    host.press("rest-again")
    for side in evening.sides:
        expect(side.seat.link("rest-again-go")).to_be_visible()
        side.hears("live-again")
    evening.look("again")
    for side in (host, other):
        side.seat.press(side.seat.link("rest-again-go"))
    expect(other.seat.button("wait-stand")).to_be_visible()
    evening.look("again-seated", host, other)
    host.press("wait-start")
    assert cut([host, other]).seat.asked().kind
    evening.look("again-dealt", host, other)


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
    invited(friend.seat, host.page.url)
    named(friend.seat, FRIEND)
    host.seat.press(host.seat.button("wait-start"))
    friend.seat.play()
    expect(compared(friend.seat)).to_have_count(2)
    expect(compared(host.seat)).to_have_count(2)
    expect(compared(friend.seat).last).to_contain_text(friend.seat.words("you"))
    expect(compared(host.seat).last).to_contain_text(FRIEND)
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
