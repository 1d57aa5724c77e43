"""Whatever happens to a page, to the connection or to the server: one comes back and nothing is lost."""

import re

from browser.conftest import Accounts
from browser.gallery import FIRST
from browser.seat import Seat, first_asked, play
from browser.test_friends import came, same_numbers
from browser.test_playing import lobby
from playwright.sync_api import Locator, expect
from support.example_games import example, traits
from support.serving import Server

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


def test_the_page_is_loaded_again(people: Accounts) -> None:
    seat = people.seat()
    seat.open(GAME, lobby(GAME))
    held, trick = midway(seat), lying(seat)
    seat.page.reload()
    seat.asked()
    assert (seat.held(), lying(seat)) == (held, trick)
    plays_on(seat)


def test_one_comes_back_by_the_lobby(people: Accounts) -> None:
    seat = people.seat("ru")
    seat.open(GAME, lobby(GAME))
    held, trick = midway(seat), lying(seat)
    context = seat.page.context
    seat.page.close()
    seat.page = context.new_page()
    seat.page.goto("/")
    seat.press(seat.link("lobby-back"))
    seat.asked()
    assert (seat.held(), lying(seat)) == (held, trick)
    plays_on(seat)


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


def test_the_connection_is_lost(people: Accounts) -> None:
    seat = people.seat()
    seat.open(GAME, lobby(GAME))
    held, trick = midway(seat), lying(seat)
    seat.page.context.set_offline(True)
    expect(says(seat, "banner-lost")).to_be_visible()
    assert not seat.asked(0).kind
    assert (seat.held(), lying(seat)) == (held, trick)
    seat.page.context.set_offline(False)
    expect(says(seat, "banner-lost")).to_be_hidden()
    plays_on(seat)
    people.tolerate("Error in connection establishment")  # who has no line tries to come back,
    people.tolerate("ERR_INTERNET_DISCONNECTED")  # and what is loaded in quiet moments does not come


def table(people: Accounts, seats: int, game: str = GAME, url: str | None = None) -> list[Seat]:
    """So many friends at a table; bots take the other seats."""
    host, *friends = (people.seat(lang, url=url) for lang in ("en", "ru", "en")[:seats])
    host.chooses(game, lobby(game))
    host.press(host.button("setup-invite"))
    link = host.page.get_by_role("textbox", name=host.words("wait-link")).input_value()
    for number, friend in enumerate(friends, 2):
        came(friend, game, link)
        friend.introduces(f"Friend {number}")
    host.press(host.button("wait-start"))
    return [host, *friends]


def asked(seats: list[Seat]) -> Seat:
    """Whoever is asked something first, once the deck is cut."""
    while (found := first_asked(seats))[1].kind == "cut":
        seats[found[0]].act()
    return seats[found[0]]


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
        expect(says(seat, "banner-lost")).to_be_hidden(timeout=20_000)
    turn.asked()
    assert ([seat.held() for seat in seats], [lying(seat) for seat in seats]) == (held, trick)
    turn.act()
    own_server.kill()
    own_server.start()
    expect(says(turn, "banner-lost")).to_be_hidden(timeout=20_000)
    expect(turn.hand).to_have_count(len(held[seats.index(turn)]) - 1)
    play(seats)
    same_numbers(seats, deal)
    people.forgive("ERR_CONNECTION", "Error in connection establishment")
    people.tolerate("Error in connection establishment")


def test_a_bot_sits_in_for_an_absent_friend(people: Accounts) -> None:
    host, friend = table(people, 2)
    deal = 1
    while friend.hand.count() > MIDWAY or friend.hand.count() == 0:
        turn = asked([host, friend])
        deal += turn.act() == "next" and turn is friend
    context, link, left = friend.page.context, friend.page.url, friend.hand.count()
    friend.page.close()
    expect(says(host, "banner-away")).to_be_visible()
    expect(says(host, "banner-bot")).to_be_visible(timeout=90_000)  # a lost connection is waited for a minute
    for _ in range(3):
        host.act()
    friend.page = context.new_page()
    friend.page.goto(link)
    expect(says(host, "banner-bot")).to_be_hidden()
    expect(friend.hand.first).to_be_visible()
    assert 0 < friend.hand.count() < left
    play([host, friend])
    same_numbers([host, friend], deal)


def test_undo_and_a_split_are_agreed(people: Accounts) -> None:
    seats = table(people, 3, FIRST)
    author, *others = turned(seats)
    before = author.asked()
    author.act()
    author.press(author.button("agree-undo"))
    for seat in others:
        seat.press(seat.button("agree-agree"))
    assert author.asked() == before
    while not (author := asked(seats)).asked().cards or author.hand.count() > traits(FIRST).hand:
        author.act()
    author, *others = turned(seats)
    offered(author)
    others[0].press(others[0].button("agree-refuse"))
    for seat in seats:
        expect(seat.main.get_by_role("region", name=seat.words("agree-title"))).to_be_hidden()
    assert author.asked().cards
    offered(author)
    for seat in others:
        seat.press(seat.button("agree-agree"))
    same_numbers(seats, 1)


def turned(seats: list[Seat]) -> list[Seat]:
    """Everybody, beginning with the one who is asked."""
    at = seats.index(asked(seats))
    return seats[at:] + seats[:at]


def offered(author: Seat) -> None:
    """All the tricks that are left, but for one that the next player takes."""
    author.press(author.button("agree-claim"))
    split = author.dialog("agree-claim")
    author.press(split.get_by_role("listitem").nth(1).get_by_role("button").last)
    author.press(split.get_by_role("button", name=author.words("agree-offer")))
    expect(author.button("agree-withdraw")).to_be_visible()
