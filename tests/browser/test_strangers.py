"""Two strangers at phones: they meet in the lobby, play, become friends, and play again on another day."""

import pytest
from browser.conftest import PHONE, Accounts
from browser.core import one_core_case
from browser.gallery import FIRST
from browser.seat import Seat, Touch, wait_for_first_prompt
from browser.test_people import make_account, region
from playwright.sync_api import expect


def join_from_lobby(host: Seat, host_name: str, guest: Seat) -> None:
    """Let one open a table for anybody, and the other find it in the lobby; a bot takes the third seat."""
    host.page.goto("/")
    guest.page.goto("/")
    host.press(host.button("lobby-open-open"))
    expect(host.button("wait-stand")).to_be_visible()
    guest.press(guest.button("lobby-open-sit-at", host=host_name))
    expect(guest.button("wait-stand")).to_be_visible()
    host.press(host.button("wait-fill-seat", seat=3))
    for seat in (host, guest):
        expect(seat.page.locator("main .mat")).to_be_visible()


def play_deal(*seats: Seat) -> None:
    """Play a deal to its row on the score sheet."""
    while (turn := wait_for_first_prompt(seats))[1].kind != "next":
        seats[turn[0]].act(turn[1])


def ask_to_be_friends(seat: Seat, other_name: str) -> None:
    """Ask the other player at the table to become a friend."""
    seat.press(seat.button("table-menu"))
    seat.press(seat.button("friend-ask-one", name=other_name))
    expect(seat.button("friend-asked", name=other_name)).to_be_visible()


def accept_friend(seat: Seat, other_name: str) -> None:
    """Accept the request of the other player on the page of friends."""
    seat.page.goto("/people")
    seat.press(seat.button("friends-page-accept-one", name=other_name))
    expect(region(seat, "friends-title").get_by_text(other_name)).to_be_visible()


def call_friend_to_table(host: Seat, host_name: str, friend: Seat, friend_name: str) -> None:
    """Call a friend, who reads it in the lobby, to a new table that nobody else sees; a bot takes the third seat."""
    friend.page.goto("/")
    host.page.goto("/")
    host.press(host.button("setup-invite"))
    host.press(host.button("friend-call-one", name=friend_name))
    expect(friend.main.get_by_text(friend.words("friend-call", name=host_name), exact=True)).to_be_visible()
    friend.press(friend.link("friend-visit").first)
    friend.press(friend.button("wait-sit-seat", seat=2))
    expect(friend.button("wait-stand")).to_be_visible()
    host.press(host.button("wait-fill-seat", seat=3))
    expect(host.button("wait-fill-seat", seat=3)).to_be_hidden()  # with it goes the note below the next button
    host.press(host.button("wait-start"))
    for seat in (host, friend):
        expect(seat.page.locator("main .mat")).to_be_visible()


@pytest.mark.parametrize(("first_lang", "second_lang"), one_core_case([("en", "ru"), ("ru", "en")]))
def test_two_strangers_meet_become_friends_and_play_again(
    accounts: Accounts, first_lang: str, second_lang: str
) -> None:
    anna, boris = (accounts.seat(lang, Touch, PHONE) for lang in (first_lang, second_lang))
    names = f"Anna {first_lang}", f"Boris {first_lang}"
    for seat, name in zip((anna, boris), names, strict=True):
        seat.load_game_words(FIRST)
        make_account(seat, name)
    join_from_lobby(anna, names[0], boris)
    play_deal(anna, boris)
    ask_to_be_friends(anna, names[1])
    accept_friend(boris, names[0])
    call_friend_to_table(boris, names[1], anna, names[0])
    seats = (anna, boris)
    for _ in range(4):
        index, prompt = wait_for_first_prompt(seats)
        seats[index].act(prompt)
