"""The settings: two taps away everywhere, even during a deal, and the effect of each."""

import pytest
from browser.conftest import PHONE, Accounts
from browser.core import one_core_case
from browser.gallery import PLAYING
from browser.layout_checks import barriers, faults
from browser.pictures import save_picture
from browser.prepared_tables import Guest
from browser.scenes import NAMES, YOU
from browser.seat import Seat, Touch
from browser.servers import House
from playwright.sync_api import Locator, Page, Route, expect
from support.waiting import until

UPRIGHT, ACROSS, LOW = (390, 844), (844, 390), (640, 320)
NOTICES = """globalThis.shown = []; globalThis.asked = 0;
globalThis.Notification = class {
  static permission = "default";
  static async requestPermission() { asked += 1; return this.permission = "granted"; }
  constructor(text) { shown.push(text); }
  close() { shown.push(""); }
};"""
"""A browser that allows notifications and records them; a closed one becomes an empty text."""
COUNT_SOUNDS = """globalThis.begun = 0;
const start = AudioScheduledSourceNode.prototype.start;
for (const node of [AudioBufferSourceNode, OscillatorNode])
  node.prototype.start = function (...when) { begun += 1; return start.apply(this, when); };"""
"""Count the sounds started."""
SET_HIDDEN = """(hidden) => {
  Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
SET_CARD_SIZE = """(size) => {
  if (location.protocol === "http:") localStorage.prikup = JSON.stringify({ ...JSON.parse(localStorage.prikup), size });
}"""
INSIDE = "document.activeElement === document.body || !!document.activeElement.closest('dialog[open]')"
SCROLLS = "document.scrollingElement.scrollHeight > innerHeight"


def open_settings(seat: Seat) -> Locator:
    """Open the settings, by one tap, or by two where there is a menu."""
    if seat.button("table-menu").is_visible():
        seat.button("table-menu").tap()
        seat.dialog("game").get_by_role("button", name=seat.words("settings-title"), exact=True).tap()
    else:
        seat.button("settings-title").tap()
    dialog = seat.dialog("settings-title")
    expect(dialog.get_by_role("heading", level=2)).to_be_in_viewport()
    return dialog


@pytest.mark.parametrize(("width", "height"), one_core_case([UPRIGHT, ACROSS, LOW]))
def test_settings_open_and_close_during_a_deal(
    accounts: Accounts, paused_server: House, width: int, height: int
) -> None:
    """Two taps open them; only their content scrolls, they keep the focus, and Esc returns to the same deal."""
    guest = Guest(accounts.seat("ru", Touch, (width, height), url=paused_server.url, volume=2), paused_server)
    guest.open_scene(PLAYING)
    cards = guest.seat.cards_in_hand()
    window = open_settings(guest.seat)
    close = window.get_by_role("button", name=guest.seat.words("close"))
    window.get_by_role("checkbox").last.scroll_into_view_if_needed()
    expect(close).to_be_in_viewport(ratio=1)
    for _ in range(40):
        guest.page.keyboard.press("Tab")
        assert guest.page.evaluate(INSIDE)
    wrong = faults(guest.page, touch=True) + barriers(guest.page)
    save_picture(guest.page, f"settings-deal-{width}x{height}")
    assert not wrong, "\n".join(wrong)
    assert not guest.page.evaluate(SCROLLS)
    guest.page.keyboard.press("Escape")
    expect(window).to_be_hidden()
    assert guest.seat.cards_in_hand() == cards
    assert guest.seat.next_prompt().cards


@pytest.mark.parametrize("path", one_core_case(["/", "/score"]))
def test_language_change_translates_open_settings(accounts: Accounts, paused_server: House, path: str) -> None:
    guest = Guest(accounts.seat("en", Touch, PHONE, url=paused_server.url), paused_server)
    guest.open(path)
    window = open_settings(guest.seat)
    window.get_by_role("combobox").select_option("ru")
    russian_seat = Seat(guest.page, "ru", guest.seat.fingers)
    expect(
        russian_seat.dialog("settings-title").get_by_role("heading", name=russian_seat.words("settings-look"))
    ).to_be_visible()


def test_name_typed_before_server_answers_is_kept(accounts: Accounts, paused_server: House) -> None:
    guest = Guest(accounts.seat(fingers=Touch, url=paused_server.url), paused_server)
    guest.create_user()
    held_routes: list[Route] = []
    guest.page.route("**/api/bootstrap*", lambda route: held_routes.append(route))
    guest.open("/problems")
    name = open_settings(guest.seat).get_by_role("textbox", name=guest.seat.words("settings-name"))
    name.fill("Vera")
    guest.page.unroute("**/api/bootstrap*")  # releases the held request
    expect(guest.page.locator("header .me")).to_have_text(NAMES[YOU])
    expect(name).to_have_value("Vera")


def test_confirm_setting_plays_card_on_second_tap(accounts: Accounts, paused_server: House) -> None:
    """A key plays it at once."""
    guest = Guest(accounts.seat("en", Touch, UPRIGHT, url=paused_server.url, confirm=True), paused_server)
    guest.open_scene(PLAYING)
    cards = guest.seat.cards_in_hand()
    first_card, last_card = guest.seat.cards.first, guest.seat.cards.last
    first_card.tap()
    last_card.tap()
    first_card.tap()
    assert guest.seat.cards_in_hand() == cards
    first_card.tap()
    expect(guest.seat.hand).to_have_count(len(cards) - 1)
    guest.open_scene(PLAYING)
    guest.seat.cards.first.focus()
    guest.page.keyboard.press("Enter")
    expect(guest.seat.hand).to_have_count(len(cards) - 1)


@pytest.mark.thorough
@pytest.mark.parametrize("size", ["small", "usual", "large"])
@pytest.mark.parametrize("screen", [PHONE, ACROSS], ids=["upright", "across"])
def test_card_size_setting_keeps_hand_visible(
    accounts: Accounts, paused_server: House, screen: tuple[int, int], size: str
) -> None:
    guest = Guest(accounts.seat("en", Touch, screen, url=paused_server.url), paused_server)
    guest.page.add_init_script(f"({SET_CARD_SIZE})({size!r})")
    guest.open_scene(PLAYING)
    for card in guest.seat.hand.all():
        expect(card).to_be_in_viewport(ratio=1)
    save_picture(guest.page, f"cards-{size}-{screen[0]}x{screen[1]}")
    wrong = faults(guest.page, touch=True)
    assert not wrong, "\n".join(wrong)


@pytest.mark.thorough
def test_played_card_makes_a_sound(accounts: Accounts, paused_server: House) -> None:
    guest = Guest(accounts.seat(url=paused_server.url, volume=2), paused_server)
    guest.page.add_init_script(COUNT_SOUNDS)
    guest.open_scene(PLAYING)
    assert guest.page.evaluate("begun") == 0
    guest.page.mouse.click(700, 20)
    guest.seat.cards.first.click()
    until(lambda: guest.page.evaluate("begun"), "a sound")


def set_hidden(page: Page, *, hidden: bool) -> None:
    """Simulate switching to another tab, or back."""
    page.evaluate(SET_HIDDEN, hidden)


def test_turn_is_notified_while_page_is_hidden(accounts: Accounts, paused_server: House) -> None:
    """By the title, and if enabled by a notification without details of the deal. Both disappear when the page is
    shown."""
    guest = Guest(accounts.seat(url=paused_server.url), paused_server)
    guest.page.add_init_script(NOTICES)
    guest.open_scene(PLAYING)
    usual_title, turn_title = f"{guest.seat.words('game')} · prikup", f"● {guest.seat.words('your-turn')}"
    expect(guest.page).to_have_title(usual_title)
    set_hidden(guest.page, hidden=True)
    expect(guest.page).to_have_title(turn_title)
    assert guest.page.evaluate("[asked, shown]") == [0, []]
    set_hidden(guest.page, hidden=False)
    expect(guest.page).to_have_title(usual_title)
    guest.seat.button("settings-title").click()
    box = guest.page.get_by_role("checkbox", name=guest.seat.words("settings-notices"))
    expect(box).not_to_be_checked()
    box.check()
    expect(box).to_be_checked()
    set_hidden(guest.page, hidden=True)
    text = guest.seat.words("notice-turn", game=guest.seat.words("game"))
    until(lambda: guest.page.evaluate("shown.length"), "a notice")
    assert guest.page.evaluate("[asked, shown]") == [1, [text]]
    set_hidden(guest.page, hidden=False)
    until(lambda: guest.page.evaluate("shown.length === 2"), "that the notice is taken away")


def test_settings_that_failed_to_load_are_loaded_by_button(accounts: Accounts) -> None:
    """Each section says why it is missing, and appears after the button was pressed."""
    seat = accounts.seat("ru", Touch, PHONE)
    ask = seat.page.context.request
    assert ask.post("/api/guests", data={}).ok
    assert ask.post("/api/account", data={"name": "Rosa F", "password": "long enough"}).ok
    paths = ("notices", "me/settings", "blocks", "me/links")
    for path in paths:
        seat.page.route(f"**/api/{path}", lambda route: route.fulfill(status=503, json={}))
    seat.page.goto("/account")
    alerts = seat.main.get_by_role("alert")
    expect(alerts).to_have_count(1)
    window = open_settings(seat)
    expect(window.get_by_role("alert")).to_have_count(3)
    for path in paths:
        seat.page.unroute(f"**/api/{path}")
    again = window.get_by_role("button", name=seat.words("matches-again"))
    for left in (2, 1, 0):
        again.first.tap()
        expect(again).to_have_count(left)
    expect(window.get_by_text(seat.words("turns-forced"))).to_be_visible()
    expect(window.get_by_text(seat.words("blocked-none"))).to_be_visible()
    seat.page.keyboard.press("Escape")
    seat.press(seat.button("matches-again"))
    expect(seat.main.get_by_text(seat.words("account-hide-name"), exact=True)).to_be_visible()
    accounts.forgive("503")
