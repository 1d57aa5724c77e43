"""Pages in special situations: a proposal to end the match, a lost server, forced colours, reduced motion, and a phone
with only a menu."""

import re
from pathlib import Path

import pytest
from browser.conftest import Accounts
from browser.core import one_core_case
from browser.gallery import CALLING, PLAYING, SCENES
from browser.layout_checks import DESKTOP, PHONE, TABLET, barriers, faults, wait_until_settled
from browser.page_list import open_lobby, table_visit
from browser.prepared_tables import Guest
from browser.scenes import user_to_play
from browser.seat import Touch
from browser.servers import House, run_server
from playwright.sync_api import Route, expect
from support.circles import depth
from support.held_port import HeldPort

from prikup.games import GAMES

FOLLOW_LINK = """path => {
  const link = Object.assign(document.createElement("a"), { href: path });
  document.body.append(link);
  link.click();
}"""
"""Go to a page within the site, as by a link."""

RULES_REQUEST = f"rules/{PLAYING.game}", "bootstrap"
"""A page of rules, and the request for what it shows."""

MOVING = next((name for name in SCENES if name.endswith("-open-hands")), "")
"""A scene in which a card is played from an open hand, if any game has one."""


def page_faults(guest: Guest) -> list[str]:
    """Return the faults of a page in one or more windows."""
    wrong: list[str] = []
    for screen in (PHONE, DESKTOP, TABLET)[: depth(3)]:
        screen.show(guest.page)
        screen_faults = faults(guest.page, touch=screen.touch)
        wrong += [
            f"{screen}: {fault}"
            for fault in (screen_faults if screen == TABLET else screen_faults + barriers(guest.page))
        ]
    return wrong


def test_proposal_to_end_match_is_shown_without_layout_faults(accounts: Accounts, paused_server: House) -> None:
    guest, opponent = (Guest(accounts.seat(url=paused_server.url), paused_server) for _ in range(2))
    table = guest.open_scene(PLAYING, opponent.create_user())
    opponent.seat.load_game_words(PLAYING.game)
    opponent.open(f"/t/{table}")
    opponent.seat.button("agree-stop").click()
    opponent.page.get_by_role("dialog").get_by_role(
        "button", name=opponent.seat.words("agree-stop"), exact=True
    ).click()
    expect(guest.seat.button("agree-agree")).to_be_visible()
    wrong = page_faults(guest)
    assert not wrong, "\n".join(wrong)


def test_table_page_reports_lost_server_and_resumes_after_restart(
    accounts: Accounts, tmp_path: Path, log: Path, port: HeldPort
) -> None:
    with run_server(tmp_path, port=port.number) as server:
        guest = Guest(accounts.seat(url=server.url), server)
        guest.open_scene(PLAYING)
        cards = guest.seat.cards_in_hand()
    expect(guest.seat.visible_text(guest.seat.words("banner-lost"), exact=True)).to_be_visible()
    wrong = page_faults(guest)
    with run_server(tmp_path, port=port.number):
        guest.page.evaluate("dispatchEvent(new Event('online'))")  # it tries again at once
        expect(guest.seat.visible_text(guest.seat.words("banner-lost"), exact=True)).to_be_hidden()
        assert guest.seat.cards_in_hand() == cards
        guest.seat.act()
        expect(guest.seat.hand).not_to_have_count(len(cards))
        guest.page.close()
    accounts.faults.clear()  # connection errors are expected here
    accounts.tolerate("Error in connection establishment")  # a retry may fail after another has succeeded
    assert not wrong, "\n".join(wrong)


def test_failed_request_is_repeated_by_button(accounts: Accounts, paused_server: House) -> None:
    guest = Guest(accounts.seat(url=paused_server.url), paused_server)
    guest.create_user()
    for page in ("matches", "statistics"):
        guest.page.route(f"**/api/{page}*", lambda route: route.fulfill(status=503, json={}))
        guest.open(f"/{page}")
        expect(guest.page.get_by_role("alert")).to_be_visible()
        guest.page.unroute(f"**/api/{page}*")
        guest.seat.button("matches-again").click()
        expect(guest.seat.visible_text(guest.seat.words(f"{page}-none"))).to_be_visible()
    accounts.forgive("503")


def test_page_is_busy_until_its_content_arrives(accounts: Accounts, paused_server: House) -> None:
    guest = Guest(accounts.seat(url=paused_server.url), paused_server)
    guest.create_user()
    held_routes: list[Route] = []
    for path, request in (("account", "bootstrap"), ("people", "bootstrap"), ("matches", "matches"), RULES_REQUEST):
        guest.page.route(f"**/api/{request}*", lambda route: held_routes.append(route))
        guest.page.goto(f"/{path}", wait_until="commit")
        expect(guest.seat.main).to_have_attribute("aria-busy", "true")
        guest.page.unroute(f"**/api/{request}*")  # releases the held requests
        expect(guest.seat.main).to_have_attribute("aria-busy", "false")
    assert held_routes


def test_pages_have_no_faults_with_forced_colours(accounts: Accounts, paused_server: House) -> None:
    # One theme: the colours are neither those of day nor of night, and axe takes the own ink of a page for theirs.
    guest = Guest(accounts.seat(url=paused_server.url), paused_server)
    guest.page.emulate_media(forced_colors="active", reduced_motion="reduce")
    wrong: list[str] = []
    for name, visit in {"lobby": open_lobby, "table": table_visit(PLAYING)}.items():
        visit(guest)
        wrong += [f"{name}: {fault}" for fault in faults(guest.page) + barriers(guest.page, "light")]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("calm", one_core_case([True, False]))
def test_reduced_motion_stops_animations(accounts: Accounts, paused_server: House, calm: bool) -> None:
    guest = Guest(accounts.seat(url=paused_server.url, speed=1), paused_server)
    guest.page.emulate_media(reduced_motion="reduce" if calm else "no-preference")
    guest.open_scene(SCENES.get(MOVING) or PLAYING._replace(moment=user_to_play(1, 1)))
    wait_until_settled(guest.page)
    guest.page.evaluate(
        """() => {
          window.longest = 0;
          (function look() {
            for (const one of document.getAnimations())
              window.longest = Math.max(window.longest, one.effect.getComputedTiming().duration);
            requestAnimationFrame(look);
          })();
        }"""
    )
    guest.seat.cards.first.click()
    expect(guest.page.locator(".trick svg")).to_have_count(2)
    wait_until_settled(guest.page)
    assert (guest.page.evaluate("window.longest") <= 100) == calm


def test_phone_menu_has_all_commands_during_a_deal(accounts: Accounts, paused_server: House) -> None:
    """Unavailable commands give a reason; the rules open over the table; bids are visible in the auction."""
    guest = Guest(accounts.seat("en", Touch, (390, 844), url=paused_server.url), paused_server)
    guest.open_scene(CALLING)
    auction_table = guest.seat.main.get_by_role("table")
    expect(auction_table.get_by_role("columnheader").first).to_be_visible()
    expect(auction_table.get_by_role("cell").first).to_be_visible()
    url, cards = guest.page.url, guest.seat.cards_in_hand()
    guest.seat.button("table-menu").tap()
    menu = guest.seat.dialog("game")
    claim = menu.get_by_role("button", name=guest.seat.words("agree-claim"), exact=True)
    expect(claim).to_be_disabled()
    expect(claim).to_have_accessible_description(re.compile(r"\w"))
    for key in ("sheet-title", "table-hint", "table-rules", "settings-title", "settings-name", "agree-stop"):
        expect(menu.get_by_role("button", name=guest.seat.words(key), exact=True)).to_be_enabled()
    expect(menu.get_by_role("link", name=guest.seat.words("menu-lobby"), exact=True)).to_be_attached()
    menu.get_by_role("button", name=guest.seat.words("table-rules"), exact=True).tap()
    rules = guest.seat.dialog("table-rules")
    expect(rules.get_by_role("article")).to_be_visible()
    rules.get_by_role("button", name=guest.seat.words("close")).tap()
    expect(rules).to_be_hidden()
    assert (guest.page.url, guest.seat.cards_in_hand()) == (url, cards)
    assert guest.seat.next_prompt().calls


def test_lobby_play_button_is_reached_by_two_keys(accounts: Accounts, paused_server: House) -> None:
    seat = accounts.seat(url=paused_server.url)
    seat.page.goto("/")
    expect(seat.button("setup-play")).to_be_visible()
    for key in ("Tab", "Enter"):
        seat.page.keyboard.press(key)
    expect(seat.button("setup-play")).to_be_focused()
    for button in ("setup-find", "setup-invite"):
        seat.page.keyboard.press("Tab")
        expect(seat.button(button)).to_be_focused()


RULE_HEIGHTS = """() => {
  const middle = (selector) => {
    const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
    return (top + bottom) / 2;
  };
  return [".fields .first", ".fields .line label", ".fields .line"].map(middle);
}"""
"""Return the middles of the first rule's name, of its first value, and of the line of rules."""


def test_lobby_rule_name_is_level_with_its_values_on_wrapped_line(accounts: Accounts, paused_server: House) -> None:
    guest = Guest(accounts.seat(size=(1000, 800), url=paused_server.url), paused_server)
    open_lobby(guest)
    wait_until_settled(guest.page)
    name, value, line = guest.page.evaluate(RULE_HEIGHTS)
    assert value < line - 10, "the rules need a second line"
    assert abs(name - value) < 2


LINES = """() => [...document.querySelectorAll("header :is(a, button)")]
  .filter((one) => one.checkVisibility()).map((one) => {
  return [one.textContent.trim(), one.clientHeight, one.getBoundingClientRect().right <= innerWidth];
})"""
"""Return the elements of the header with their heights and whether they are inside the window."""


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_header_breaks_no_words(accounts: Accounts, paused_server: House, lang: str) -> None:
    seat = accounts.seat(lang, url=paused_server.url)
    name = "Konstantin Wagner 12"  # the longest possible name
    assert seat.page.context.request.post("/api/guests", data={"name": name}).ok
    seat.page.goto("/fair")
    seat.main.wait_for()
    expect(seat.page.locator("header .me")).to_have_text(name)
    wrong = list[str]()
    for width in (360, 700, 768, 899, 900, 1024, 1280):
        seat.page.set_viewport_size({"width": width, "height": 800})
        wait_until_settled(seat.page)
        wrong += [f"{width}: {text}" for text, high, inside in seat.page.evaluate(LINES) if high > 44 or not inside]
    assert not wrong, "\n".join(wrong)
    seat.page.set_viewport_size({"width": 768, "height": 800})
    seat.button("header-more").click()
    for page in ("rules", "statistics"):
        link = seat.page.locator("#more-pages").get_by_role("link", name=seat.words(f"header-{page}"))
        expect(link).to_be_visible()


def test_house_rules_of_link_are_chosen_as_soon_as_lobby_is_drawn(accounts: Accounts, paused_server: House) -> None:
    """The lobby has the games from the page before; the answer to its own request comes later and changes nothing."""
    seat = accounts.seat(url=paused_server.url)
    *_, linked_game = GAMES
    seat.page.goto(f"/rules/{linked_game}")
    link = seat.main.get_by_role("link", name=seat.words("rules-play")).last
    expect(link).to_be_visible()
    held_routes: list[Route] = []
    seat.page.route("**/api/bootstrap*", lambda route: held_routes.append(route))
    with seat.page.expect_request("**/api/bootstrap*"):
        link.click()
    games = seat.main.get_by_role("group", name=seat.words("lobby-games")).get_by_role("radio")
    expect(games.last).to_be_checked()
    games.first.check(force=True)  # the drawn part of the control is its label
    with seat.page.expect_response("**/api/bootstrap*"):
        seat.page.unroute("**/api/bootstrap*")  # releases the held requests
    expect(games.first).to_be_checked()


def test_two_house_rules_changed_before_server_answers_are_both_kept(accounts: Accounts, paused_server: House) -> None:
    guest = Guest(accounts.seat(url=paused_server.url), paused_server)
    open_lobby(guest)
    guest.seat.button("setup-switches").click()
    switches = guest.page.get_by_role("dialog").get_by_role("switch")
    were_on = [switches.nth(index).is_checked() for index in range(2)]
    held_routes: list[Route] = []
    guest.page.route("**/api/options*", lambda route: held_routes.append(route))
    for index in range(2):
        with guest.page.expect_request("**/api/options*"):
            switches.nth(index).click()
    guest.page.unroute("**/api/options*")  # releases the held requests
    for index, was_on in enumerate(were_on):
        expect(switches.nth(index)).to_be_checked(checked=not was_on)


def test_page_after_table_that_could_not_be_opened_is_drawn(accounts: Accounts, paused_server: House) -> None:
    seat = accounts.seat(url=paused_server.url)
    seat.page.goto("/rules")
    expect(seat.main.get_by_role("link").first).to_be_visible()
    seat.page.route("**/api/guests", lambda route: route.fulfill(status=503, json={}))
    seat.page.evaluate(FOLLOW_LINK, "/t/none")
    expect(seat.main.get_by_role("heading", name=seat.words("page-failed"))).to_be_visible()
    seat.page.go_back()
    expect(seat.main.get_by_role("heading", name=seat.words("rules-title"))).to_be_visible()
    accounts.forgive("503")
