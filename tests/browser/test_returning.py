"""Whatever happens to a page, to the connection or to the server: one comes back and nothing is lost."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser.conftest import Accounts
from browser.seat import Seat, first_asked, play
from browser.test_friends import came, same_numbers
from browser.test_playing import lobby
from playwright.sync_api import Locator, expect
from support.example_games import example
from support.serving import Server, serving

GAME = example(seats=3, alone=True)
"""A deal in which everybody plays."""

MIDWAY = 10
"""Cards that are held when something happens."""

LYING = "all => all.filter((card) => !card.closest('[inert]')).map((card) => card.ariaLabel)"
"""The cards that lie there, without those that are on their way to a player."""


def midway(seat: Seat) -> list[str]:
    """Play on into the deal, until one is asked again; what one holds."""
    while not seat.asked().cards or seat.hand.count() > MIDWAY:
        seat.act()
    return seat.held()


def lying(seat: Seat) -> list[str]:
    """The cards of the trick, and whose they are."""
    return list(seat.main.get_by_role("img").evaluate_all(LYING))


def plays_on(seat: Seat) -> None:
    """The deal comes to its end."""
    seat.play()
    expect(seat.button("rest-next")).to_be_visible()


def says(seat: Seat, key: str) -> Locator:
    """What is written over the mat, whoever it is about."""
    text = re.escape(seat.words(key, player="@")).replace("@", ".+")
    return seat.main.get_by_text(re.compile(f"^{text}$"))


def test_one_comes_back_to_the_same_cards(people: Accounts) -> None:
    """The page is loaded again, closed and found by the lobby, and cut off for a while; then a card is played."""
    seat = people.seat("ru")
    seat.open(GAME, lobby(GAME))
    table = midway(seat), lying(seat)

    def back() -> None:
        seat.asked()
        assert (seat.held(), lying(seat)) == table

    seat.page.reload()
    back()
    context = seat.page.context
    seat.page.close()
    seat.page = context.new_page()
    seat.page.goto("/")
    seat.press(seat.link("lobby-back"))
    back()
    context.set_offline(True)
    expect(says(seat, "banner-lost")).to_be_visible()
    assert not seat.asked(0).kind
    assert (seat.held(), lying(seat)) == table
    context.set_offline(False)
    expect(says(seat, "banner-lost")).to_be_hidden()
    back()
    seat.act()
    expect(seat.hand).not_to_have_count(len(table[0]))
    people.tolerate("Error in connection establishment")  # who has no line tries to come back,
    people.tolerate("ERR_INTERNET_DISCONNECTED")  # and what is loaded in quiet moments does not come


@pytest.mark.thorough
def test_the_newest_window_has_the_seat(people: Accounts) -> None:
    seat = people.seat()
    seat.open(GAME, lobby(GAME))
    held = midway(seat)
    newer = Seat(seat.page.context.new_page(), seat.lang)
    newer.learn(GAME)
    newer.page.goto(seat.page.url)
    assert newer.asked().cards
    expect(says(seat, "banner-elsewhere")).to_be_visible()
    assert not seat.asked(0).kind
    newer.act()
    seat.page.bring_to_front()  # a page behind another one is drawn once a second
    seat.press(seat.button("banner-back"))
    expect(says(newer, "banner-elsewhere")).to_be_visible()
    expect(says(seat, "banner-elsewhere")).to_be_hidden()
    expect(seat.hand).to_have_count(len(held) - 1)
    plays_on(seat)


def table(people: Accounts, seats: int, url: str) -> list[Seat]:
    """So many friends at a table; bots take the other seats."""
    host, *friends = (people.seat(lang, url=url) for lang in ("en", "ru", "en")[:seats])
    host.chooses(GAME, lobby(GAME))
    host.press(host.button("setup-invite"))
    link = host.page.get_by_role("textbox", name=host.words("wait-link")).input_value()
    for number, friend in enumerate(friends, 2):
        came(friend, GAME, link)
        friend.introduces(f"Friend {number}")
    host.press(host.button("wait-start"))
    return [host, *friends]


def asked(seats: list[Seat]) -> Seat:
    """Whoever is asked something first, once the deck is cut."""
    while (found := first_asked(seats))[1].kind == "cut":
        seats[found[0]].act()
    return seats[found[0]]


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server for one test alone, in a process that it may kill."""
    with serving(tmp_path, "--pace", "0.02") as alone:
        yield alone


@pytest.mark.thorough
def test_the_server_is_killed_in_mid_trick(people: Accounts, own_server: Server) -> None:
    """Once while everybody thinks, and once while a card is on its way."""
    seats = table(people, 2, url=own_server.url)
    deal = 1
    while (turn := asked(seats)).hand.count() > MIDWAY or not lying(turn):
        deal += turn.act() == "next" and turn is seats[0]  # a bot may have claimed all that was left
    held, trick = [seat.held() for seat in seats], [lying(seat) for seat in seats]
    own_server.kill()
    for seat in seats:
        expect(says(seat, "banner-lost")).to_be_visible()
    own_server.start()
    for seat in seats:
        expect(says(seat, "banner-lost")).to_be_hidden()
    turn.asked()
    assert ([seat.held() for seat in seats], [lying(seat) for seat in seats]) == (held, trick)
    turn.act()
    own_server.kill()
    own_server.start()
    expect(says(turn, "banner-lost")).to_be_hidden()
    expect(turn.hand).to_have_count(len(held[seats.index(turn)]) - 1)
    play(seats)
    same_numbers(seats, deal)
    people.forgive("ERR_CONNECTION", "Error in connection establishment")
    people.tolerate("Error in connection establishment")


def offered(author: Seat) -> None:
    """All the tricks that are left, but for one that the next player takes."""
    author.press(author.button("agree-claim"))
    split = author.dialog("agree-claim")
    author.press(split.get_by_role("listitem").nth(1).get_by_role("button").last)
    author.press(split.get_by_role("button", name=author.words("agree-offer")))
    expect(author.button("agree-withdraw")).to_be_visible()
