"""A table in the tab: a deal of every game, a reload in the middle of a trick, and another page that takes over."""

import pytest
from browser.conftest import PHONE, Accounts
from browser.seat import Keys, Mouse, Touch
from browser.test_playing import BY_HAND, a_deal_and_the_next, lobby
from playwright.sync_api import BrowserContext, Request, expect
from site_files.static_server import LOADING

from prikup.games import GAMES


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_a_deal_by_hand(people: Accounts, game: str) -> None:
    seat = people.seat(**BY_HAND[game])
    elsewhere = _elsewhere(seat.page.context, people)
    seat.open(game, lobby(game))
    a_deal_and_the_next(seat)
    assert not elsewhere


def test_it_goes_on_where_it_was_after_a_reload_in_the_middle_of_a_trick(people: Accounts) -> None:
    seat = people.seat("ru", Touch, PHONE)
    game = next(iter(GAMES))
    seat.open(game, lobby(game))
    while seat.act() != "card":
        pass
    seat.asked()
    held, address = seat.held(), seat.page.url
    seat.page.reload()
    assert seat.asked().kind
    assert (seat.held(), seat.page.url) == (held, address)
    seat.act()


@pytest.mark.thorough
def test_the_lobby_leads_back_to_a_table(people: Accounts) -> None:
    seat = people.seat("en", Keys)
    game = next(iter(GAMES))
    seat.open(game, lobby(game))
    seat.asked()
    address = seat.page.url
    seat.page.goto("/")
    seat.press(seat.link("lobby-back"))
    assert seat.asked().kind
    assert seat.page.url == address


@pytest.mark.thorough
def test_the_name_of_the_settings_is_kept_here_and_stands_at_the_seat(people: Accounts) -> None:
    seat = people.seat("ru", Mouse)
    game = next(iter(GAMES))
    seat.open(game, lobby(game))
    seat.asked()
    table = seat.page.url
    expect(seat.drawn("Анна К.", exact=True)).to_have_count(0)
    seat.page.goto("/")
    seat.press(seat.button("header-settings"))
    field, give = seat.page.get_by_label(seat.words("settings-name")), seat.button("settings-rename")
    field.fill("Аннa")  # its last letter is a Latin one
    seat.press(give)
    expect(seat.page.get_by_role("status").filter(has_text="«a»")).to_be_visible()
    field.fill(" Анна  К. ")
    seat.press(give)
    expect(field).to_have_value("Анна К.")
    seat.page.reload()
    seat.press(seat.button("header-settings"))
    expect(field).to_have_value("Анна К.")
    seat.page.goto(table)
    seat.asked()
    expect(seat.drawn("Анна К.", exact=True).first).to_be_visible()
    seat.page.goto(f"/?game={game}")
    seat.open(game, lobby(game))
    seat.asked()
    expect(seat.drawn("Анна К.", exact=True).first).to_be_visible()


@pytest.mark.thorough
def test_when_the_page_that_hosts_is_closed_another_goes_on(people: Accounts) -> None:
    seat = people.seat("en", Mouse)
    game = next(iter(GAMES))
    seat.open(game, lobby(game))
    seat.asked()
    host, seat.page = seat.page, seat.page.context.new_page()
    seat.page.goto(host.url)
    expect(host.get_by_text(seat.words("banner-elsewhere"))).to_be_visible()
    seat.asked()  # until then the other page has not been dealt its cards
    held = seat.held()
    host.close()
    asked = seat.asked(LOADING)
    assert asked.kind
    assert seat.held() == held
    seat.act(asked)


def _elsewhere(context: BrowserContext, people: Accounts) -> list[str]:
    """Return the addresses of requests to another origin, once there are some."""
    found: list[str] = []

    def noted(request: Request) -> None:
        if not request.url.startswith(people.usual["base_url"]):
            found.append(request.url)

    context.on("request", noted)
    return found
