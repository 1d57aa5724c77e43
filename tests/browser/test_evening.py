"""Friends at a table, from the invitation to the next match, and a deal played before.

A guest is asked for a name, another watches with a delay; they chat, a connection is lost for a while, a card is
undone, a claim is refused and another accepted, a guest is removed and replaced by a bot, and a rematch follows. At
each step every participant's page and announcements are checked.
"""

import re
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

import pytest
from browser.conftest import NO_NETWORK, PHONE, SHOTS, Accounts
from browser.core import one_core_case
from browser.gallery import FIRST, SCENES
from browser.layout_checks import barriers, faults
from browser.pictures import save_picture
from browser.prepared_tables import Guest
from browser.reviews import mock_reviews
from browser.seat import Mouse, Seat, Touch, call_choice, wait_for_first_prompt
from browser.servers import House
from browser.sides import ANY, NUMBER, Side
from browser.test_reconnecting import trick_cards
from playwright.sync_api import Locator, expect
from support.example_games import traits

AWAY_S = 600
"""Seconds before an absent player is replaced: longer than the test takes."""
HOST, FRIEND, SECOND_FRIEND = "Anna", "Борис", "Tove"
GREETING = "Добрый вечер!"
SIZES = ((360, 640), (390, 844), (844, 390), (1280, 800))
"""Window sizes: phones upright and sideways, and a desktop."""
ALSO_YOU = {"player-is": "you"}
"""The placeable that addresses a sentence to the reader."""


class Evening(NamedTuple):
    """The participants of a table, and the layout faults found."""

    host: Side
    friend: Side
    second_friend: Side
    watcher: Side
    steps: Iterator[int]
    wrong: list[str]

    @property
    def players(self) -> list[Side]:
        """Return the seated players."""
        return [self.host, self.friend, self.second_friend]

    @property
    def sides(self) -> list[Side]:
        """Return all participants."""
        return [*self.players, self.watcher]

    def sides_except(self, *excluded: Side) -> list[Side]:
        """Return all participants but some."""
        return [side for side in self.sides if side not in excluded]

    def check_pages(self, step: str, *sides: Side) -> None:
        """Check the pages of some participants, or of all."""
        numbered_step = f"{next(self.steps):02}-{step}"
        self.wrong.extend(fault for side in sides or self.sides for fault in side.check_layout(numbered_step))


def open_table(host: Seat) -> str:
    """Open a table whose watchers see each deal only after its end; return its URL."""
    host.load_game_words(FIRST)
    ask = host.page.context.request
    assert ask.post("/api/guests", data={"name": HOST}).ok
    table = ask.post("/api/tables", data={"game": FIRST, "away_s": AWAY_S, "delayed": True})
    assert table.ok, table.text()
    link = f"/t/{table.json()['id']}"
    host.page.goto(link)
    expect(host.button("wait-start")).to_be_visible()  # from now on the page hears what happens at the table
    return link


def open_invitation(seat: Seat, link: str) -> None:
    """Open the link as a guest, who is asked for a name."""
    seat.load_game_words(FIRST)
    seat.page.goto(link)
    expect(seat.page.get_by_label(seat.words("name-question"))).to_be_visible()
    expect(seat.button("wait-stand")).to_have_count(0)


def sit_down(seat: Seat, name: str, seat_number: int = 0) -> None:
    """Choose a seat if wanted, enter a name, and sit down with one key."""
    question = seat.page.get_by_label(seat.words("name-question"))
    if seat_number:
        seat.press(seat.button("wait-sit-seat", seat=seat_number))
        question = seat.page.get_by_label(seat.words("name-question-seat", seat=seat_number))
        expect(question).to_be_focused()
    question.fill(name)
    seat.page.keyboard.press("Enter")
    expect(seat.button("wait-stand")).to_be_visible()


def play_passively(*sides: Side) -> None:
    """Make players pass or whist only, so that the host's contract is played soon."""
    for side in sides:
        side.seat.choice = call_choice(side.seat.words, "whist")


def cut_deck(players: list[Side]) -> Side:
    """Cut the deck if needed; return the first participant prompted by the deal."""
    seats = [side.seat for side in players]
    while (first_prompt := wait_for_first_prompt(seats))[1].kind == "cut":
        seats[first_prompt[0]].act()
    return players[first_prompt[0]]


def play_until_turn(candidates: list[Side], players: list[Side]) -> Side:
    """Play until one of `candidates` is to play a card that does not end the trick, possibly in a later deal; return
    that participant. (A player who ends the trick might be next again.)"""
    while True:
        turn = cut_deck(players)
        playing = turn.seat.next_prompt().cards and turn.seat.hand.count() < traits(FIRST).hand
        if playing and turn in candidates and len(trick_cards(turn.seat)) < len(players) - 1:
            return turn
        turn.seat.act()


@pytest.mark.parametrize(
    "size", one_core_case([(size,) for size in SIZES], core=1), ids=lambda size: "x".join(map(str, size))
)
def test_table_of_friends_works_from_invitation_to_rematch(accounts: Accounts, size: tuple[int, int]) -> None:
    """All pages have one size, and their screen reader announcements are checked."""
    evening = create_evening(accounts, size)
    join_table(evening)
    evening.host.press("wait-start")
    check_cut(evening)
    exchange_messages(evening)
    lose_connection(evening)
    accounts.tolerate(*NO_NETWORK)
    undo_card(evening)
    settle_claims(evening)
    check_pause(evening)
    remove_friend(evening)
    start_rematch(evening)
    assert not evening.wrong, "\n".join(evening.wrong)


def create_evening(accounts: Accounts, size: tuple[int, int]) -> Evening:
    """Return four participants, each with a browser in which every sentence is announced at once."""
    fingers = Mouse if size == SIZES[-1] else Touch
    folder = SHOTS / f"evening-{size[0]}x{size[1]}"
    sides = (("host", "en", HOST), ("friend", "ru", FRIEND), ("other", "en", SECOND_FRIEND), ("watcher", "ru", ""))
    host, friend, second_friend, watcher = (
        Side(accounts.seat(lang, fingers, size, reading=0), name, shown_name, folder)
        for name, lang, shown_name in sides
    )
    return Evening(host, friend, second_friend, watcher, count(1), [])


def join_table(evening: Evening) -> None:
    """The friends join by the link and sit down; the watcher finds no free seat."""
    host, friend, second_friend, watcher = evening.sides
    link = open_table(host.seat)
    evening.check_pages("opened", host)
    open_invitation(friend.seat, link)
    evening.check_pages("invited", friend)
    sit_down(friend.seat, FRIEND)
    host.wait_for_announcement("live-sat", player=FRIEND, number=2)
    open_invitation(second_friend.seat, link)
    sit_down(second_friend.seat, SECOND_FRIEND, seat_number=3)
    row = second_friend.seat.main.get_by_role("listitem").nth(2)
    expect(row.get_by_role("button", name=second_friend.seat.words("wait-stand"))).to_be_visible()
    for side in (host, friend):
        side.wait_for_announcement("live-sat", player=SECOND_FRIEND, number=3)
        expect(side.seat.main.get_by_text(SECOND_FRIEND).first).to_be_visible()
    play_passively(friend, second_friend)
    open_as_watcher(watcher.seat, link)
    expect(host.seat.page.get_by_text(host.seat.words("people-watching", number=1))).to_be_visible()
    evening.check_pages("seated")


def open_as_watcher(watcher: Seat, link: str) -> None:
    """Open the link when all seats are taken."""
    watcher.load_game_words(FIRST)
    watcher.page.goto(link)
    expect(watcher.main.get_by_role("status").filter(has_text=watcher.words("wait-host"))).to_be_visible()


def check_cut(evening: Evening) -> None:
    """One player cuts; all others see who, and the players hear whose deal it is."""
    seats = [side.seat for side in evening.players]
    index, prompt = wait_for_first_prompt(seats)
    assert prompt.kind == "cut"
    cutter = evening.players[index]
    for side in evening.sides_except(cutter):
        expect(
            side.seat.visible_text(side.seat.words("table-cuts", player=cutter.shown_name), exact=True)
        ).to_be_visible()
    evening.check_pages("cut")
    cut_deck(evening.players)
    for side in evening.players:
        side.wait_for_announcement(
            "did-cut", player=cutter.shown_name, number=NUMBER, **(ALSO_YOU if side is cutter else {})
        )
    watcher = evening.watcher.seat
    expect(watcher.page.get_by_text(watcher.words("people-you-watch-delayed")).first).to_be_visible()
    expect(watcher.visible_text(watcher.words("table-unseen"))).to_be_visible()
    evening.watcher.wait_for_announcement("table-unseen")
    evening.check_pages("dealt")


def exchange_messages(evening: Evening) -> None:
    """The friend writes a message and the host, if there is room, sends a ready-made answer. The other players read and
    hear both in their own language, and the host plays on."""
    host, friend, second_friend = evening.players
    for side in evening.players:
        side.seat.press(side.seat.button("table-chat"))
    send_message(friend, GREETING)
    for side in (host, second_friend):
        side.wait_for_announcement("live-said", name=FRIEND, text=GREETING)
    evening.check_pages("chat", *evening.players)
    presets = host.seat.chat.get_by_role("group", name=host.seat.words("talk-presets"))
    answer = presets.get_by_role("button", name=host.seat.words("chat-well-played"), exact=True)
    is_typed = not answer.is_visible()
    if is_typed:
        send_message(host, host.seat.words("chat-well-played"))
    else:
        host.seat.press(answer)
    for side in (friend, second_friend):
        words = host.seat.words if is_typed else side.seat.words
        side.wait_for_announcement("live-said", name=HOST, text=words("chat-well-played"))
    for side in evening.players:
        messages = all_messages(side)
        expect(messages).to_have_count(2)
        expect(messages.first).to_contain_text(GREETING)
    evening.check_pages("all-said", *evening.players)
    for side in evening.players:
        window = side.seat.dialog("talk-all")
        if window.is_visible():
            side.seat.page.keyboard.press("Escape")
        expect(window).to_be_hidden()
    if host.seat.next_prompt(0).kind:
        host.seat.act()
    expect(host.seat.chat).to_be_visible()
    for side in evening.players:
        side.seat.page.keyboard.press("Escape")
        expect(side.seat.chat).to_be_hidden()
        expect(side.seat.page.locator(".bubble")).to_have_count(0)


def send_message(side: Side, text: str) -> None:
    """Send a chat message."""
    side.seat.chat.get_by_label(side.seat.words("talk-write")).fill(text)
    side.seat.page.keyboard.press("Enter")


def all_messages(side: Side) -> Locator:
    """Return all chat messages, in a dialog where the chat is a single line."""
    all_button = side.seat.button("talk-all")
    if all_button.is_visible():
        side.seat.press(all_button)
        return side.seat.dialog("talk-all").get_by_role("listitem")
    return side.seat.chat.get_by_role("listitem")


def lose_connection(evening: Evening) -> None:
    """The player to act loses the connection for a while: all participants are informed, and play waits."""
    turn = cut_deck(evening.players)
    other_sides = evening.sides_except(turn)
    cards = turn.seat.cards_in_hand()
    turn.seat.page.context.set_offline(True)
    turn.wait_for_notice("banner-lost")
    turn.wait_for_announcement("live-lost")
    for side in other_sides:
        side.wait_for_notice("banner-lost-line", player=turn.shown_name)
        expect(side.notice).to_have_text(re.compile(r"\b(9:\d\d|10:00)\."))
        side.wait_for_announcement("live-lost-line", player=turn.shown_name, seconds=NUMBER)
    evening.check_pages("lost")
    turn.seat.page.context.set_offline(False)
    turn.wait_for_announcement("live-open")
    for side in other_sides:
        side.wait_for_announcement("live-back", player=turn.shown_name)
    for side in evening.sides:
        expect(side.notice).to_be_hidden()
    turn.seat.next_prompt()
    assert turn.seat.cards_in_hand() == cards
    evening.check_pages("back")


def undo_card(evening: Evening) -> None:
    """A player refuses the undo of the last card, then all agree. The watcher sees nothing of the deal before
    its end."""
    turn = play_until_turn([evening.second_friend], evening.players)
    voters = [side for side in evening.players if side is not turn]
    cards = turn.seat.cards_in_hand()
    turn.seat.act()
    turn.press_command("agree-undo")
    turn.wait_for_notice_and_announcement("proposal-undo", player=turn.shown_name, card=ANY, **ALSO_YOU)
    for side in voters:
        side.wait_for_notice_and_announcement("proposal-undo", player=turn.shown_name, card=ANY)
    expect(evening.watcher.notice).to_be_hidden()
    evening.check_pages("undo-asked")
    refuser = voters[0]
    refuser.press("agree-refuse")
    refuser.wait_for_notice_and_announcement("declined-undo", player=refuser.shown_name, card=ANY, **ALSO_YOU)
    for side in (turn, *voters[1:]):
        side.wait_for_notice_and_announcement("declined-undo", player=refuser.shown_name, card=ANY)
    evening.check_pages("undo-refused", *evening.players)
    turn.press_command("agree-undo")
    for side in voters:
        side.press("agree-agree")
    for side in evening.players:
        side.wait_for_announcement("did-undo", player=turn.shown_name, card=ANY, **(ALSO_YOU if side is turn else {}))
    expect(turn.seat.hand).to_have_count(len(cards))
    assert turn.seat.cards_in_hand() == cards
    evening.check_pages("undo-agreed", *evening.players)


def claim_all_tricks(evening: Evening) -> None:
    """The host claims all remaining tricks, after choosing another number first."""
    author = evening.host
    author.press_command("agree-claim")
    claim = author.seat.dialog("agree-claim")
    tricks = int(claim.get_by_role("status").inner_text())
    for step, number in (("agree-fewer", tricks - 1), ("agree-more", tricks)):
        author.seat.press(claim.get_by_role("button", name=author.seat.words(step)))
        expect(claim.get_by_role("status")).to_have_text(str(number))
    evening.check_pages("claim", author)
    author.seat.press(claim.get_by_role("button", name=author.seat.words("agree-offer")))
    author.wait_for_notice_and_announcement("proposal-claim", tricks=tricks, left=tricks, player=HOST, **ALSO_YOU)
    for side in (evening.friend, evening.second_friend):
        side.wait_for_notice_and_announcement("proposal-claim", tricks=tricks, left=tricks, player=HOST)


def settle_claims(evening: Evening) -> None:
    """A claim is refused, and another one accepted."""
    friend, second_friend = evening.friend, evening.second_friend
    claim_all_tricks(evening)
    evening.check_pages("claimed", *evening.players)
    friend.press("agree-refuse")
    friend.wait_for_notice_and_announcement("declined-claim", player=FRIEND, **ALSO_YOU)
    for side in (evening.host, second_friend):
        side.wait_for_notice_and_announcement("declined-claim", player=FRIEND)
    evening.check_pages("claim-refused", *evening.players)
    claim_all_tricks(evening)
    for side in (friend, second_friend):
        side.press("agree-agree")
    for side in evening.sides:
        expect(side.notice).to_be_hidden()
        expect(
            side.seat.main.get_by_role("region").filter(has_text=side.seat.words("deal-number", deal=""))
        ).to_be_visible()


def check_pause(evening: Evening) -> None:
    """After a deal all participants see the same scores, and continue."""
    host = evening.host.seat
    expect(host.button("rest-next")).to_be_visible()
    deal = next(deal for deal in count(1) if host.row(deal).count())
    rows = [side.seat.row(deal) for side in evening.sides]
    for row in rows:
        expect(row).to_be_visible()
    scores = [row.get_by_role("table").get_by_role("cell").all_inner_texts() for row in rows]
    assert any(scores[0])
    assert scores == scores[:1] * len(scores)
    evening.watcher.wait_for_announcement("live-said", name=FRIEND, text=GREETING)
    evening.check_pages("rest")
    for side in evening.players:
        side.press("rest-next")
        expect(side.seat.button("rest-next")).to_be_hidden()
    cut_deck(evening.players)


def remove_friend(evening: Evening) -> None:
    """The removed player is informed by whom and stays as a watcher; all others are informed of it and of the bot."""
    host, friend, second_friend, watcher = evening.sides
    plate = host.seat.main.get_by_role("button", name=FRIEND, exact=True)
    if plate.is_visible():  # on a wide screen
        host.seat.press(plate)
    host.press_command("person-remove-one", name=FRIEND)
    host.seat.page.get_by_role("alert").get_by_text(host.seat.words("person-remove-sure", name=FRIEND)).wait_for()
    evening.check_pages("remove", host)
    host.seat.press(host.seat.button("person-remove").first)
    host.wait_for_notice("removed-by-you", name=FRIEND)
    friend.wait_for_notice_and_announcement("removed-you", player=HOST)
    for side in (second_friend, watcher):
        side.wait_for_notice_and_announcement("removed-by", player=HOST, name=FRIEND)
    host.wait_for_announcement("removed-by-you", name=FRIEND)
    for side in evening.sides:
        side.wait_for_announcement("removed-seat", other=ANY)
    evening.check_pages("removed")
    friend.wait_for_announcement("table-unseen")
    assert not barriers(friend.seat.page)
    friend.press("removed-watch")
    expect(friend.notice).to_be_hidden()
    for side in (friend, watcher):
        expect(side.seat.page.get_by_text(side.seat.words("people-you-watch-delayed")).first).to_be_visible()
        expect(side.seat.visible_text(side.seat.words("table-unseen"))).to_be_visible()
    evening.check_pages("bot")


def start_rematch(evening: Evening) -> None:
    """Both players stop this match, and start another at a similar table."""
    host, second_friend = evening.host, evening.second_friend
    host.press_command("agree-stop")
    stop = host.seat.dialog("agree-stop")
    host.seat.press(stop.get_by_role("button", name=host.seat.words("agree-stop"), exact=True))
    host.wait_for_notice_and_announcement("proposal-stop", player=HOST, **ALSO_YOU)
    second_friend.wait_for_notice_and_announcement("proposal-stop", player=HOST)
    evening.check_pages("stop", host, second_friend)
    second_friend.press("agree-agree")
    expect(host.seat.button("rest-again")).to_be_visible()
    evening.check_pages("over")
    host.press("rest-again")
    for side in evening.sides:
        expect(side.seat.link("rest-again-go")).to_be_visible()
        side.wait_for_announcement("live-again")
    evening.check_pages("again")
    for side in (host, second_friend):
        side.seat.press(side.seat.link("rest-again-go"))
    expect(second_friend.seat.button("wait-stand")).to_be_visible()
    evening.check_pages("again-seated", host, second_friend)
    host.press("wait-start")
    assert cut_deck([host, second_friend]).seat.next_prompt().kind
    evening.check_pages("again-dealt", host, second_friend)


def compared_tables(seat: Seat) -> Locator:
    """Return the tables at which the deal was played."""
    region = seat.page.get_by_role("region", name=seat.words("compared-title"), exact=True)
    return region.locator("ol > li")


@pytest.mark.thorough
def test_same_deal_is_played_by_friend_and_compared(accounts: Accounts, server: House) -> None:
    """The host, who knows the cards, watches. Afterwards both see a comparison of the results."""
    host = Guest(accounts.seat("en"), server)
    friend = Guest(accounts.seat("ru", Touch, PHONE), server)
    for guest in (host, friend):
        mock_reviews(guest.page)
        guest.seat.load_game_words(FIRST)
    match = host.open_scene(SCENES[f"{FIRST}-over"], page="matches")
    host.open(f"/matches/{match}/1")
    host.seat.press(host.seat.button("compared-friends"))
    host.page.wait_for_url("**/t/*")
    expect(host.page.get_by_text(host.seat.words("compared-note"))).to_be_visible()
    expect(host.seat.button("wait-start")).to_be_hidden()
    open_invitation(friend.seat, host.page.url)
    sit_down(friend.seat, FRIEND)
    host.seat.press(host.seat.button("wait-start"))
    friend.seat.play()
    expect(compared_tables(friend.seat)).to_have_count(2)
    expect(compared_tables(host.seat)).to_have_count(2)
    expect(compared_tables(friend.seat).last).to_contain_text(friend.seat.words("you"))
    expect(compared_tables(host.seat).last).to_contain_text(FRIEND)
    expect(compared_tables(host.seat).first).to_contain_text(host.seat.words("compared-first"))
    wrong = faults(friend.page, touch=True) + barriers(friend.page)
    save_picture(friend.page, "same-deal-phone", full_page=True)
    save_picture(host.page, "same-deal-desktop")
    friend.seat.press(friend.seat.link("compared-review"))
    friend.page.wait_for_url(f"**/matches/{match}/1")
    expect(compared_tables(friend.seat)).to_have_count(2)
    save_picture(friend.page, "same-deal-review-phone", full_page=True)
    wrong += faults(friend.page, touch=True) + barriers(friend.page)
    assert not wrong, "\n".join(wrong)
