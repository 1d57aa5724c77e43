"""A table in the tab: a reload in the middle of a trick, a name, and another page that takes over."""

import pytest
from browser.conftest import PHONE, Accounts
from browser.seat import Seat, Touch
from browser.test_playing import lobby_path
from playwright.sync_api import expect
from static_site.static_server import LOADING

from prikup.games import GAMES

GAME = next(iter(GAMES))


def open_table(seat: Seat) -> Seat:
    """Open a table and wait for a prompt."""
    seat.start_match(GAME, lobby_path(GAME))
    seat.next_prompt()
    return seat


def test_site_table_resumes_after_reload_within_trick(accounts: Accounts) -> None:
    """The lobby leads back to it as well."""
    seat = open_table(accounts.seat("ru", Touch, PHONE))
    while seat.act() != "card":
        pass
    seat.next_prompt()
    hand, address = seat.cards_in_hand(), seat.page.url
    seat.page.reload()
    assert seat.next_prompt().kind
    assert (seat.cards_in_hand(), seat.page.url) == (hand, address)
    seat.page.goto("/")
    seat.press(seat.link("lobby-back"))
    assert seat.next_prompt().kind
    assert (seat.cards_in_hand(), seat.page.url) == (hand, address)
    seat.act()


@pytest.mark.thorough
def test_site_stores_name_and_shows_it_at_seat(accounts: Accounts) -> None:
    seat = open_table(accounts.seat("ru"))
    table = seat.page.url
    seat.page.goto("/")
    seat.press(seat.button("header-settings"))
    field, give = seat.page.get_by_label(seat.words("settings-name")), seat.button("settings-rename")
    field.fill("Аннa")  # its last letter is Latin
    seat.press(give)
    expect(seat.page.get_by_role("status").filter(has_text="«a»")).to_be_visible()
    field.fill(" Анна  К. ")
    seat.press(give)
    expect(field).to_have_value("Анна К.")
    seat.page.goto(table)
    seat.next_prompt()
    expect(seat.visible_text("Анна К.", exact=True).first).to_be_visible()
    seat.page.goto(f"/?game={GAME}")
    open_table(seat)
    expect(seat.visible_text("Анна К.", exact=True).first).to_be_visible()


@pytest.mark.thorough
def test_site_table_continues_in_another_page_when_host_page_closes(accounts: Accounts) -> None:
    seat = open_table(accounts.seat())
    host, seat.page = seat.page, seat.page.context.new_page()
    seat.page.goto(host.url)
    expect(host.get_by_text(seat.words("banner-elsewhere"))).to_be_visible()
    seat.next_prompt()  # until then the other page has not received its cards
    hand = seat.cards_in_hand()
    host.close()
    prompt = seat.next_prompt(LOADING)
    assert prompt.kind
    assert seat.cards_in_hand() == hand
    seat.act(prompt)
