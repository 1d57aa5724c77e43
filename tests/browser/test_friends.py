"""Friends at a table of their own: they come by its link, play a match to its end, and somebody watches."""

import json
from typing import Any
from urllib.parse import urlencode

import pytest
from browser.conftest import Accounts
from browser.gallery import FRIENDS
from browser.seat import Seat, first_asked, play, saying
from playwright.sync_api import Request, WebSocket, expect
from support.example_games import traits

LANGUAGES = ("en", "ru", "en", "ru")
NAMES = ("Rosa", "Борис", "Tove")


class Spectator:
    """Somebody who sits nowhere, and all that he is told."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.views: list[dict[str, Any]] = []
        seat.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        self.socket = socket
        socket.on("framereceived", self._hear)

    def _hear(self, text: str | bytes) -> None:
        message = json.loads(text)
        if message["type"] == "view":
            self.views.append(message)

    def sees_no_hand(self) -> None:
        """Nothing to play from is drawn, and no message holds what only a player may know."""
        assert not self.seat.hand.count()
        if not self.views:  # the player was quicker than what is told of it
            self.socket.wait_for_event("framereceived", lambda text: json.loads(text)["type"] == "view")
        assert self.views
        for message in self.views:
            view = message["view"]
            assert (view["seat"], view["hand"], view["notes"], message["legal"]) == (None, 0, [], [])


def invited(people: Accounts, game: str, rules: str, seats: int) -> tuple[list[Seat], Spectator]:
    """A table that the first opens; the others sit down by its link, and one more watches. The match begins."""
    host, *friends = (people.seat(lang, cutSelf=True) for lang in LANGUAGES[:seats])
    watcher = Spectator(people.seat("ru"))
    host.learn(game)
    host.page.goto("/?" + urlencode({"game": game} | ({"rules": rules} if rules else {})))
    host.press(host.button("setup-invite"))
    link = host.page.get_by_role("textbox", name=host.words("wait-link")).input_value()
    for number, friend in enumerate(friends):
        came(friend, game, link)
        friend.introduces(NAMES[number])
    came(watcher.seat, game, link)
    expect(watcher.seat.main.get_by_text(watcher.seat.words("wait-choose"))).to_be_visible()
    host.press(host.button("wait-start"))
    return [host, *friends], watcher


def came(seat: Seat, game: str, link: str) -> None:
    """Somebody opens a link who has never been here: he becomes one guest, and no more."""
    guests: list[Request] = []
    seat.page.on("request", lambda request: guests.append(request) if request.url.endswith("/api/guests") else None)
    seat.learn(game)
    seat.page.goto(link)
    expect(seat.main.get_by_role("heading", level=1)).to_have_text(
        seat.words("wait-title", game=seat.words("game")),
    )
    assert len(guests) == 1


def same_numbers(seats: list[Seat], deal: int) -> list[str]:
    """What everybody reads after a deal of how all stand: it is the same for all."""
    for seat in seats:
        expect(seat.row(deal)).to_be_visible()
    read = [seat.row(deal).get_by_role("table").get_by_role("cell").all_inner_texts() for seat in seats]
    assert any(read[0])
    assert read == read[:1] * len(read)
    return read[0]


def said(speaker: Seat, listeners: list[Seat], preset: str) -> None:
    """What one says without writing is read by each in his own language."""
    speaker.press(speaker.button("table-chat"))
    presets = speaker.chat.get_by_role("group", name=speaker.words("talk-presets"))
    speaker.press(presets.get_by_role("button", name=speaker.words(f"chat-{preset}"), exact=True))
    for seat in listeners:
        seat.press(seat.button("table-chat"))
    for seat in [speaker, *listeners]:
        heard = seat.chat.get_by_role("list", name=seat.words("talk-title"), exact=True)
        expect(heard).to_contain_text(seat.words(f"chat-{preset}"))
        seat.page.keyboard.press("Escape")


def played_again(seats: list[Seat], watcher: Seat) -> None:
    """One opens a table like this; all find their seats there, and it begins."""
    host = seats[1]
    host.press(host.button("rest-again"))
    for seat in [*seats, watcher]:
        seat.press(seat.link("rest-again-go"))
    for seat in seats:
        expect(seat.button("wait-stand")).to_be_visible()
    expect(watcher.main.get_by_text(watcher.words("wait-free", free=0))).to_be_visible()
    host.press(host.button("wait-start"))


def stopped(seats: list[Seat]) -> None:
    """One has enough, and all agree to end the match."""
    tired, *others = seats[-2:] + seats[:-2]
    tired.press(tired.button("agree-stop"))
    tired.press(tired.dialog("agree-stop").get_by_role("button", name=tired.words("agree-stop"), exact=True))
    for seat in others:
        seat.press(seat.button("agree-agree"))


@pytest.mark.thorough
@pytest.mark.parametrize("game", FRIENDS)
def test_friends(people: Accounts, game: str) -> None:
    """They play until the match is over, talk, and play it again."""
    friends, hand = FRIENDS[game], traits(game).hand
    seats, watcher = invited(people, game, friends.rules, traits(game).seats)
    for seat in seats[1:] if friends.says else ():
        seat.choice = saying(seat.words, *friends.says)
    for deal in range(1, friends.deals + 1):
        did = play(seats, watcher.sees_no_hand)
        friends.check(deal, did, same_numbers([*seats, watcher.seat], deal))
        for seat in seats if deal < friends.deals else ():
            assert seat.act() == "next"
    if not friends.ends:
        stopped(seats)
    for seat in seats:
        expect(seat.button("rest-again")).to_be_visible()
    expect(watcher.seat.link("rest-verify")).to_be_visible()
    said(seats[0], [*seats[1:], watcher.seat], "well-played")
    played_again(seats, watcher.seat)
    cutter, asked = first_asked(seats)
    assert seats[cutter].act(asked) == "cut"
    for seat in seats:
        expect(seat.hand).to_have_count(hand)
    expect(watcher.seat.main.get_by_role("toolbar")).to_have_count(0)
