"""After reloads, closed pages and lost connections the user returns and nothing is lost."""

import re

from browser.conftest import NO_NETWORK, Accounts
from browser.seat import Seat
from browser.test_playing import lobby_path
from playwright.sync_api import Locator, expect
from support.example_games import example

GAME = example(seats=3, alone=True)
"""A game in whose deals every player takes part."""

MIDDLE_HAND_SIZE = 10
"""Number of cards in hand at the time of the disruption."""

TRICK_LABELS = "all => all.filter((card) => !card.closest('[inert]')).map((card) => card.ariaLabel)"
"""Return the labels of the cards on the table, except those moving to a player."""


def play_to_middle(seat: Seat) -> list[str]:
    """Play to the middle of a deal and to the next prompt; return the hand."""
    while not seat.next_prompt().cards or seat.hand.count() > MIDDLE_HAND_SIZE:
        seat.act()
    return seat.cards_in_hand()


def trick_cards(seat: Seat) -> list[str]:
    """Return the cards of the trick with their players."""
    return list(seat.main.get_by_role("img").evaluate_all(TRICK_LABELS))


def notice_with(seat: Seat, key: str) -> Locator:
    """Return the notice over the table with this message, for any player."""
    text = re.escape(seat.words(key, player="@")).replace("@", ".+")
    return seat.main.get_by_text(re.compile(f"^{text}$"))


def test_table_page_keeps_cards_after_reload_close_and_lost_network(accounts: Accounts) -> None:
    """The page is reloaded, closed and found through the lobby, and offline for a while; another window takes over the
    seat until it is taken back; then a card is played."""
    seat = accounts.seat("ru")
    seat.start_match(GAME, lobby_path(GAME))
    old_cards = play_to_middle(seat), trick_cards(seat)

    def check_same_cards() -> None:
        seat.next_prompt()
        assert (seat.cards_in_hand(), trick_cards(seat)) == old_cards

    seat.page.reload()
    check_same_cards()
    context = seat.page.context
    seat.page.close()
    seat.page = context.new_page()
    seat.page.goto("/")
    seat.press(seat.link("lobby-back"))
    check_same_cards()
    context.set_offline(True)
    expect(notice_with(seat, "banner-lost")).to_be_visible()
    assert not seat.next_prompt(0).kind
    assert (seat.cards_in_hand(), trick_cards(seat)) == old_cards
    context.set_offline(False)
    expect(notice_with(seat, "banner-lost")).to_be_hidden()
    check_same_cards()
    second_page = context.new_page()
    second_page.goto(seat.page.url)
    expect(notice_with(seat, "banner-elsewhere")).to_be_visible()
    assert not seat.next_prompt(0).kind
    seat.page.bring_to_front()  # a background page is drawn once a second
    seat.press(seat.button("banner-back"))
    check_same_cards()
    seat.act()
    expect(seat.hand).not_to_have_count(len(old_cards[0]))
    accounts.tolerate(*NO_NETWORK)
