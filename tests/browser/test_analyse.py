"""Analysis of any position: pasted, set up by tapping, played on, and embedded in another page."""

import re
from pathlib import Path

import pytest
from browser.conftest import PHONE, Accounts
from browser.layout_checks import barriers, wait_until_settled
from browser.page_list import POSITION
from browser.prepared_tables import Guest
from browser.seat import Keys, Touch
from browser.servers import House
from playwright.sync_api import Locator, Route, expect

RUSSIAN = "♠ТД ♣К108 ♥ТКВ109\n♠10987 ♣Т9 ♦Д8 ♥Д8\n♠КВ ♣ДВ7 ♦ТКВ7 ♥7"
DOCUMENT = (Path(__file__).parents[2] / "docs" / "notation.md").read_text()
PPN = DOCUMENT.partition("```ppn")[2].partition("```")[0]
SINGLE_DUMMY_POSITION = "A.7..%7CK.8..%7CJ.9..;preferans;6NT+0;leads+0"
FRAME = (560, 384)
"""The suggested size of an embedded position, in pixels."""


def open_analysis(people: Accounts, server: House, path: str = "/analyse", **settings: object) -> Guest:
    guest = Guest(people.seat(url=server.url, **settings), server)  # type: ignore[arg-type]  # settings of any kind
    guest.open(path)
    return guest


def paste(guest: Guest, text: str) -> None:
    guest.page.get_by_label(guest.seat.words("analyse-paste-note")).fill(text)
    guest.seat.press(guest.seat.button("analyse-paste"))


def number(guest: Guest) -> Locator:
    return guest.seat.main.locator(".number b")


def fault(guest: Guest) -> Locator:
    return guest.seat.main.locator(".fault")


def card(guest: Guest, of: int) -> Locator:
    return guest.seat.main.locator(f"[data-card='{of}']")


def choose_contract(guest: Guest, contract: str) -> None:
    """Choose the contract; the first hand is declarer and leads."""
    guest.seat.press(guest.seat.main.get_by_role("button", name=re.compile("What is played")))
    window = guest.seat.dialog("analyse-contract")
    guest.seat.press(window.get_by_role("button", name=contract, exact=True))
    guest.seat.press(window.get_by_role("button", name=guest.seat.words("analyse-done")))


def test_analysis_page_solves_pasted_deals(accounts: Accounts, server: House) -> None:
    """PPN contains everything; for a Russian deal only the contract is missing; parse errors name their place."""
    guest = open_analysis(accounts, server, size=PHONE, fingers=Touch)
    expect(fault(guest)).to_have_text(guest.seat.words("open-no-cards"))
    paste(guest, "♠AK\n♠QZ")
    expect(guest.page.get_by_role("alert")).to_contain_text("Line 2, column 2: “QZ”")
    paste(guest, PPN)
    expect(guest.page.get_by_role("alert")).to_have_count(0)
    expect(number(guest)).to_have_text("1")
    guest.page.get_by_label(guest.seat.words("analyse-deal", deals=2)).select_option("1")
    expect(number(guest)).to_have_text("2")
    expect(guest.page.get_by_role("region", name="silvio_pu", exact=True)).to_be_visible()
    file = (PPN + PPN.replace("silvio_pu", "Žika")).encode("windows-1250")
    guest.page.get_by_label(guest.seat.words("analyse-file")).set_input_files(
        {"name": "evening.ppn", "mimeType": "text/plain", "buffer": file}
    )
    expect(guest.page.get_by_text("It was read as Windows-1250.")).to_be_visible()
    deals = guest.page.get_by_label(guest.seat.words("analyse-deal", deals=4))
    expect(deals.locator("optgroup").last).to_have_attribute("label", "Match 2: cope, elmacedon, Žika")
    expect(guest.page.get_by_role("region", name="Žika", exact=True)).to_be_visible()
    deals.select_option("1")
    expect(guest.page.get_by_role("region", name="silvio_pu", exact=True)).to_be_visible()
    paste(guest, RUSSIAN)
    expect(fault(guest)).to_have_text(guest.seat.words("open-no-contract"))
    choose_contract(guest, "7 hearts")
    expect(number(guest)).to_have_text("7")
    address = guest.page.url
    assert "KJ.QJ7.AKJ7.7;preferans+sochi;7H+0" in address
    guest.page.reload()
    expect(number(guest)).to_have_text("7")
    assert guest.page.url == address


@pytest.mark.thorough
def test_analysis_position_is_set_up_by_tapping(accounts: Accounts, server: House) -> None:
    guest = open_analysis(accounts, server, size=PHONE, fingers=Touch)
    hands = guest.page.get_by_role("group", name=guest.seat.words("analyse-hand"))
    for hand, (first_card, second_card) in enumerate(((12, 18), (11, 19), (9, 20))):
        hands.get_by_role("radio").nth(hand).check(force=True)
        guest.seat.press(card(guest, first_card))
        guest.seat.press(card(guest, second_card))
    expect(fault(guest)).to_have_text(guest.seat.words("open-no-contract"))
    choose_contract(guest, "6 NT")
    expect(number(guest)).to_have_text("1")
    guest.seat.press(card(guest, 20))
    expect(fault(guest)).to_have_text("Pekka: 1 card, and there must be 2.")
    guest.seat.press(guest.seat.button("analyse-back"))
    expect(number(guest)).to_have_text("1")
    hands.get_by_role("radio").last.check(force=True)
    guest.seat.press(card(guest, 19))
    expect(fault(guest)).to_have_text("Tigran: 1 card, and there must be 2.")


@pytest.mark.thorough
def test_analysis_card_is_placed_by_keyboard_only(accounts: Accounts, server: House) -> None:
    guest = open_analysis(accounts, server, fingers=Keys)
    expect(fault(guest)).to_have_text(guest.seat.words("open-no-cards"))
    guest.page.keyboard.press("2")
    card(guest, 12).focus()
    guest.page.keyboard.press("Enter")
    guest.page.keyboard.press("ArrowRight")
    expect(card(guest, 11)).to_be_focused()
    guest.page.keyboard.press("ArrowDown")
    expect(card(guest, 24)).to_be_focused()
    guest.page.keyboard.press("Enter")
    expect(guest.page.get_by_role("region", name="Tigran", exact=True)).to_contain_text("2 cards")
    guest.page.keyboard.press("z")
    expect(guest.page.get_by_role("region", name="Tigran", exact=True)).to_contain_text("1 card")


def test_analysis_line_is_played_and_taken_back(accounts: Accounts, server: House) -> None:
    """Both lines stay, and the URL describes the current position. The server never receives the position."""
    guest = Guest(accounts.seat(url=server.url), server)
    requests: list[str] = []
    guest.page.on("request", lambda request: requests.append(f"{request.url.partition('#')[0]} {request.headers}"))
    guest.open(POSITION)
    expect(number(guest)).to_have_text("7")
    guest.seat.press(guest.seat.button("analyse-best"))
    expect(guest.seat.main.get_by_role("list", name=guest.seat.words("analyse-table"))).to_be_visible()
    guest.page.wait_for_url(re.compile(";played\\+C"))
    guest.page.keyboard.press("b")
    guest.page.wait_for_url(re.compile(";played\\+C.\\+C"))
    guest.page.keyboard.press("z")
    guest.page.keyboard.press("z")
    guest.page.wait_for_url(lambda url: "played" not in url)
    guest.seat.press(guest.page.get_by_role("button", name=re.compile("Play king of spades: 8")).last)
    expect(number(guest)).to_have_text("8")
    lines = guest.seat.main.get_by_role("list", name=guest.seat.words("analyse-lines")).get_by_role("button")
    expect(lines).to_have_count(2)
    guest.seat.press(lines.first)
    expect(number(guest)).to_have_text("7")
    status = guest.seat.main.get_by_role("status").first
    expect(status).to_contain_text("7 tricks for Vera with best play")
    assert requests
    assert not any("AKJT9" in request for request in requests)


def test_analysis_values_stay_in_place_during_computation(accounts: Accounts, server: House) -> None:
    """The page below does not move, the focus stays, and a card whose value is out of date cannot be played."""
    guest, held_routes = open_analysis(accounts, server, f"/analyse#{SINGLE_DUMMY_POSITION}"), list[Route]()
    values = guest.page.locator(".worths")
    expect(values.locator("li b").first).to_have_text("1")
    wait_until_settled(guest.page)
    old_box = values.bounding_box()
    guest.page.route("**/api/analyse*", lambda route: held_routes.append(route))
    double_dummy_button, single_dummy_button = (
        values.get_by_role("radio", name=guest.seat.words(f"analyse-by-{way}")) for way in ("seen", "known")
    )
    double_dummy_button.focus()
    with guest.page.expect_request("**/api/analyse*"):
        guest.page.keyboard.press("ArrowRight")
    expect(single_dummy_button).to_be_focused()
    box = values.bounding_box()
    assert old_box is not None
    assert box is not None
    assert box["height"] >= old_box["height"]
    address = guest.page.url
    values.locator("li button").first.dispatch_event("click")
    assert guest.page.url == address, "a card was played by a value of the position before"
    guest.page.unroute("**/api/analyse*")  # releases the held requests
    expect(values.locator(".mean b").first).to_have_text(re.compile(r"^1\.\d\d"))
    expect(single_dummy_button).to_be_focused()


@pytest.mark.thorough
def test_analysis_page_separates_single_dummy_from_double_dummy_values(accounts: Accounts, server: House) -> None:
    """The leader sees two of six cards, or all with open hands; the URL contains the choice."""
    guest = open_analysis(accounts, server, f"/analyse#{SINGLE_DUMMY_POSITION}", size=PHONE, fingers=Touch)
    words, values = guest.seat.words, guest.page.locator(".worths")
    expect(number(guest)).to_have_text("1")
    expect(values.locator("li b").first).to_have_text("1")
    guest.seat.press(values.get_by_role("radio", name=words("analyse-by-known")))
    expect(values.locator(".mean b").first).to_have_text(re.compile(r"^1\.\d\d"))
    expect(values).to_contain_text(re.compile(r"made in \d+ of \d+"))
    expect(guest.page.locator(".verdict")).to_contain_text(words("analyse-seen"))
    expect(guest.page).to_have_url(re.compile(r";known$"))
    for player in ("Tigran", "Pekka"):
        guest.seat.press(values.get_by_role("checkbox", name=player))
    expect(values.locator(".mean b").first).to_have_text("1.00")
    expect(guest.page).to_have_url(re.compile(r";known\+1\+2$"))
    guest.page.reload()
    expect(values.get_by_role("checkbox", name="Pekka")).to_be_checked()
    guest.seat.press(values.get_by_role("radio", name=words("analyse-by-seen")))
    expect(values.locator("li b").first).to_have_text("1")
    expect(guest.page).to_have_url(re.compile(r"leads\+0$"))


@pytest.mark.thorough
def test_analysis_position_is_continued_at_practice_table(accounts: Accounts, server: House) -> None:
    """With the other hands hidden, and then with open hands."""
    guest = open_analysis(accounts, server, POSITION, size=PHONE, fingers=Touch)
    expect(number(guest)).to_have_text("7")
    guest.seat.press(guest.seat.button("reviewed-play-on"))
    expect(guest.page).to_have_url(re.compile(r"/t/"))
    expect(guest.seat.main.locator(".hand [data-card]")).to_have_count(10)
    guest.page.go_back()
    expect(number(guest)).to_have_text("7")
    expect(guest.page).to_have_url(re.compile(r"7H"))
    guest.seat.press(guest.page.get_by_role("checkbox", name=guest.seat.words("reviewed-open-hands")))
    guest.seat.press(guest.seat.button("reviewed-play-on"))
    expect(guest.seat.main.locator(".hand [data-card]")).to_have_count(30)
    for player in ("Vera", "Tigran"):
        label = guest.seat.words("table-hand-of", player=player)
        expect(guest.seat.main.get_by_role("toolbar", name=label).locator("[data-card]")).to_have_count(10)
    assert not barriers(guest.page)


@pytest.mark.thorough
def test_analysis_page_reports_position_unreachable_at_a_table(accounts: Accounts, server: House) -> None:
    guest = open_analysis(
        accounts, server, "/analyse#AK.AKQ.AK.AK%7CQJ.JT.QJT.QJ%7CT9.98.98.T98;preferans;6NT+0;leads+0"
    )
    guest.seat.press(guest.seat.button("reviewed-play-on"))
    expect(guest.seat.main.get_by_text(guest.seat.words("open-no-beginning"))).to_be_visible()
    accounts.forgive("/api/analyse/table")


@pytest.mark.thorough
def test_embedded_position_fits_frame_and_links_to_analysis(accounts: Accounts, server: House) -> None:
    guest = open_analysis(accounts, server, POSITION.replace("analyse", "embed"), size=FRAME)
    expect(number(guest)).to_have_text("7")
    guest.seat.press(guest.seat.button("analyse-best"))
    expect(guest.page.get_by_role("list", name="On the table")).to_be_visible()
    link = guest.page.get_by_role("link", name="Open the analysis")
    expect(link).to_have_attribute("href", re.compile("^/analyse#.*played"))
    size = guest.page.locator("html").evaluate("page => [page.scrollWidth, page.scrollHeight]")
    assert (size[0] <= FRAME[0], size[1] <= FRAME[1]) == (True, True), size
