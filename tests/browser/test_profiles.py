"""The list of ratings and the pages of people: found by keyboard, asked to be friends, blocked, and hidden."""

import re
from urllib.parse import quote

from browser.conftest import PHONE, Accounts
from browser.gallery import SCENES
from browser.rated_people import store_rated_matches, void_last_match
from browser.scenes import store_scene
from browser.seat import Keys, Touch
from browser.servers import House
from browser.test_people import befriend, make_account, region
from playwright.sync_api import expect
from support.example_games import example

THREE = example(seats=3)


def test_list_leads_to_profile_whose_owner_can_be_asked_and_blocked(accounts: Accounts, server: House) -> None:
    seats = [accounts.seat("en", Keys, url=server.url) for _ in range(4)]
    people = [make_account(seat, name) for seat, name in zip(seats, ("Anna", "A/B Boris", "Vera", "Dora"), strict=True)]
    store_rated_matches(server.folder / "tables.sqlite", THREE, people, 200)
    anna = seats[0]
    anna.page.goto(f"/ratings?game={THREE}")
    leaders = region(anna, "ratings-leaders")
    own_row = leaders.get_by_role("row").filter(has_text=anna.words("ratings-you"))
    expect(own_row.get_by_role("rowheader")).to_contain_text("Anna")
    anna.press(leaders.get_by_role("link", name="A/B Boris", exact=True))
    anna.page.wait_for_url("**/u/A%2FB%20Boris")
    expect(anna.main.get_by_role("heading", level=1)).to_have_text("A/B Boris")
    expect(anna.main.get_by_role("img")).to_be_visible()
    anna.press(anna.button("profile-ask"))
    expect(anna.main.get_by_role("status").filter(has_text="A/B Boris").first).to_be_visible()
    expect(anna.button("profile-ask")).to_have_count(0)
    block = anna.main.get_by_role("button", name=anna.words("person-block-one", name="A/B Boris"))
    confirm = anna.main.get_by_role("button", name=anna.words("person-block"), exact=True)
    anna.press(block)
    expect(confirm).to_be_focused()
    anna.press(anna.main.get_by_role("button", name=anna.words("person-back")))
    expect(block).to_be_focused()
    anna.page.keyboard.press("Enter")
    anna.press(confirm)
    expect(anna.visible_text(anna.words("profile-blocked", name="A/B Boris"))).to_be_visible()
    outcome = anna.main.get_by_role("status").filter(has_text=anna.words("person-blocked", name="A/B Boris"))
    expect(outcome).to_be_focused()
    boris = seats[1]
    boris.page.goto("/u/Anna")
    expect(boris.main.get_by_role("heading", level=1)).to_have_text(boris.words("profile-missing"))
    boris.page.goto("/u/Nobody")
    expect(boris.main.get_by_role("alert")).to_be_visible()
    accounts.forgive("api/people/")


def test_list_says_which_matches_of_the_user_are_void_and_why(accounts: Accounts, server: House) -> None:
    seats = [accounts.seat("en", Keys, url=server.url) for _ in range(3)]
    people = [make_account(seat, name) for seat, name in zip(seats, ("Anna J", "Boris J", "Vera J"), strict=True)]
    database = server.folder / "tables.sqlite"
    store_rated_matches(database, THREE, people, 3)
    anna = seats[0]
    anna.page.goto(f"/ratings?game={THREE}")
    expect(region(anna, "ratings-yours")).to_be_visible()
    expect(region(anna, "ratings-voided")).to_have_count(0)
    void_last_match(database, people[0], "The cards were <b>marked</b>.")
    for path in (f"/ratings?game={THREE}", "/u/Anna%20J"):
        anna.page.goto(path)
        voided = region(anna, "ratings-voided").get_by_role("listitem")
        expect(voided).to_contain_text("The cards were <b>marked</b>.")
        expect(voided.get_by_role("link")).to_have_attribute("href", re.compile(r"/matches/rated\d+$"))


def test_own_page_sets_who_can_see_profile(accounts: Accounts) -> None:
    anna, boris = accounts.seat("en", Keys), accounts.seat("ru", Touch, PHONE)
    make_account(anna, "Anna V")
    make_account(boris, "Boris V")
    anna.page.goto("/u/Anna%20V")
    viewers = region(anna, "profile-viewers")
    choice = viewers.get_by_role("radio", name=anna.words("profile-viewers-friends"))
    choice.focus()
    with anna.page.expect_response("**/api/me/settings") as response:
        anna.page.keyboard.press("Space")
    assert response.value.json()["profile"] == "friends"
    expect(choice).to_be_checked()
    boris.page.goto("/u/Anna%20V")
    expect(boris.main.get_by_role("heading", level=1)).to_have_text(boris.words("profile-missing"))
    accounts.forgive("api/people/")
    befriend(boris, "Boris V", anna, "Anna V")
    boris.page.reload()
    expect(boris.main.get_by_role("heading", level=1)).to_have_text("Anna V")


def test_end_of_match_leads_to_profiles_of_accounts_only(accounts: Accounts, paused_server: House) -> None:
    anna, boris, guest = (accounts.seat("en", Keys, url=paused_server.url) for _ in range(3))
    people = [make_account(anna, "Anna E"), make_account(boris, "Boris E")]
    guest_id = guest.page.context.request.post("/api/guests", data={"name": "Boris E"}).json()["id"]
    table = store_scene(paused_server.folder / "tables.sqlite", SCENES[f"{THREE}-over"], *people, guest_id)
    anna.page.goto(f"/t/{table}")
    link = anna.main.get_by_role("link", name=anna.words("person-profile", name="Boris E"))
    expect(link).to_have_count(1)
    anna.press(link)
    anna.page.wait_for_url(f"**/u/{quote('Boris E')}")
