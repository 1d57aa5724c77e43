"""Friends in the browser: by link, at a table, at the end of a match; calls to a table, and hiding."""

import re

from browser.conftest import PHONE, Accounts
from browser.gallery import SCENES
from browser.layout_checks import barriers, faults
from browser.scenes import store_scene
from browser.seat import Keys, Seat, Touch
from browser.servers import House
from browser.test_settings import open_settings
from browser.visible_hand import hidden_parts
from playwright.sync_api import Locator, Route, expect
from support.example_games import example

SECRET = "long enough"
FRIEND_LINK = re.compile(r"/people#code=[a-z0-9]{10}$")
THREE = example(seats=3)


def make_account(seat: Seat, name: str) -> str:
    """Give the user of a seat an account; return the user's id."""
    ask = seat.page.context.request
    assert ask.post("/api/guests", data={}).ok
    response = ask.post("/api/account", data={"name": name, "password": SECRET})
    assert response.ok, response.text()
    return str(response.json()["id"])


def befriend(asker: Seat, asker_name: str, friend: Seat, friend_name: str) -> None:
    """Make two accounts friends."""
    assert asker.page.context.request.post("/api/friends", data={"name": friend_name}).status == 202
    assert friend.page.context.request.post(f"/api/friends/{asker_name}", data={"yes": True}).ok


def region(seat: Seat, key: str) -> Locator:
    return seat.main.get_by_role("region", name=seat.words(key), exact=True)


def test_people_page_makes_friends_by_link(accounts: Accounts) -> None:
    anna, boris = accounts.seat("en", Keys), accounts.seat("ru", Touch, PHONE)
    make_account(anna, "Anna P")
    make_account(boris, "Boris P")
    anna.page.goto("/people")
    link = anna.main.get_by_role("textbox", name=anna.words("friends-page-link"))
    expect(link).to_have_value(FRIEND_LINK)
    boris.page.goto(link.input_value())
    boris.press(boris.button("friends-page-ask").first)
    expect(boris.main.get_by_role("status").filter(has_text=boris.words("friends-page-asked"))).to_be_visible()
    expect(region(boris, "friends-page-sent").get_by_text("Anna P")).to_be_visible()
    assert "#" not in boris.page.url
    anna.page.reload()
    anna.press(region(anna, "friends-page-asking").get_by_role("button").first)
    expect(region(anna, "friends-title").get_by_text("Boris P")).to_be_visible()
    boris.page.reload()
    expect(region(boris, "friends-title").get_by_text("Anna P")).to_be_visible()
    wrong = faults(anna.page) + barriers(anna.page) + faults(boris.page, touch=True) + barriers(boris.page)
    assert not wrong, "\n".join(wrong)


def test_people_page_shows_guest_that_friends_need_account(accounts: Accounts) -> None:
    seat = accounts.seat("en", Keys)
    assert seat.page.context.request.post("/api/guests", data={"name": "Vera"}).ok
    seat.page.goto("/people")
    expect(seat.main.get_by_text(seat.words("friend-guest"))).to_be_visible()
    seat.press(seat.main.get_by_role("link", name=seat.words("friends-page-make")))
    seat.page.wait_for_url("**/account")


def test_friend_link_survives_creation_of_account(accounts: Accounts) -> None:
    anna, vera = accounts.seat("en", Keys), accounts.seat("ru", Touch, PHONE)
    make_account(anna, "Anna L")
    code = anna.page.context.request.get("/api/friend-code").json()["code"]
    vera.page.goto(f"/people#code={code}")
    expect(vera.main.get_by_text(vera.words("friends-page-guest-linked"))).to_be_visible()
    wrong = faults(vera.page, touch=True) + barriers(vera.page)
    vera.press(vera.main.get_by_role("link", name=vera.words("friends-page-make")))
    vera.page.wait_for_url("**/account")
    make_account(vera, "Vera L")
    vera.page.goto("/people")
    vera.press(vera.button("friends-page-ask").first)
    expect(region(vera, "friends-page-sent").get_by_text("Anna L")).to_be_visible()
    expect(vera.main.get_by_text(vera.words("friends-page-linked"))).to_be_hidden()  # the response has arrived too
    vera.page.reload()
    expect(region(vera, "friends-page-sent").get_by_text("Anna L")).to_be_visible()
    expect(vera.main.get_by_text(vera.words("friends-page-linked"))).to_have_count(0)
    assert not wrong, "\n".join(wrong)


def test_focus_stays_near_button_that_goes(accounts: Accounts) -> None:
    anna, boris = accounts.seat("en", Keys), accounts.seat("en", Keys)
    make_account(anna, "Anna F")
    make_account(boris, "Boris F")
    befriend(anna, "Anna F", boris, "Boris F")
    anna.page.goto("/people")
    friends = region(anna, "friends-title")
    anna.press(friends.get_by_role("button", name=anna.words("friends-page-remove-one", name="Boris F")))
    confirm = friends.get_by_role("button", name=anna.words("friends-page-remove"), exact=True)
    expect(confirm).to_be_focused()
    anna.press(friends.get_by_role("button", name=anna.words("person-back")))
    expect(friends.get_by_role("button", name=anna.words("friends-page-remove-one", name="Boris F"))).to_be_focused()
    anna.page.keyboard.press("Enter")
    anna.press(confirm)
    expect(friends.get_by_role("heading", name=anna.words("friends-title"))).to_be_focused()
    make_account(accounts.seat("en", Keys), "Dora F")
    for name in ("Boris F", "Dora F"):
        assert anna.page.context.request.post("/api/friends", data={"name": name}).status == 202
    anna.page.reload()
    sent = region(anna, "friends-page-sent")
    anna.press(sent.get_by_role("button", name=anna.words("friends-page-withdraw-one", name="Boris F")))
    expect(sent.get_by_role("heading", name=anna.words("friends-page-sent"))).to_be_focused()
    anna.press(sent.get_by_role("button", name=anna.words("friends-page-withdraw-one", name="Dora F")))
    expect(friends.get_by_role("heading", name=anna.words("friends-title"))).to_be_focused()


def press_twice(button: Locator) -> None:
    """Press a button twice before the server can answer."""
    button.evaluate("(button) => { button.click(); button.click(); }")


def sent_requests(seat: Seat, part: str) -> list[str]:
    """Return a list that the page fills with the changes it sends to paths that contain `part`."""
    sent: list[str] = []
    seat.page.on("request", lambda request: sent.append(request.method) if part in request.url else None)
    return sent


def test_double_press_sends_one_request(accounts: Accounts) -> None:
    anna, boris = accounts.seat("en", Keys), accounts.seat("en", Keys)
    make_account(anna, "Anna T")
    make_account(boris, "Boris T")
    assert anna.page.context.request.post("/api/friends", data={"name": "Boris T"}).status == 202
    boris.page.goto("/people")
    answers = sent_requests(boris, "/api/friends/")
    press_twice(boris.button("friends-page-accept-one", name="Anna T"))
    expect(region(boris, "friends-title").get_by_text("Anna T")).to_be_visible()
    expect(boris.main.get_by_role("alert")).to_have_count(0)
    table = anna.page.context.request.post("/api/tables", data={"game": THREE}).json()["id"]
    calls = sent_requests(anna, "/api/invitations")
    for path, button, sentence in (
        (f"/t/{table}", anna.button("friend-call-one", name="Boris T"), anna.words("friend-called", name="Boris T")),
        ("/u/Boris%20T", anna.button("profile-call"), anna.words("friend-called", name="Boris T")),
    ):
        anna.page.goto(path)
        press_twice(button)
        expect(anna.main.get_by_text(sentence)).to_be_visible()
    assert (answers, calls) == (["POST"], ["POST", "POST"])


def refuse_changes(seat: Seat, path: str) -> None:
    """Let the server seem to refuse all changes at a path."""
    refusal = {"reason": {"key": "server-failed", "numbers": {}}}

    def answer(route: Route) -> None:
        route.continue_() if route.request.method == "GET" else route.fulfill(status=503, json=refusal)

    seat.page.route(f"**/{path}", answer)


def test_refused_setting_is_not_shown_as_made(accounts: Accounts) -> None:
    seat = accounts.seat("en", Keys)
    make_account(seat, "Anna S")
    refuse_changes(seat, "api/me/settings")
    seat.page.goto("/people")
    box = seat.main.get_by_role("checkbox", name=seat.words("friends-page-hide"))
    box.press("Space")
    expect(seat.main.get_by_text(seat.words("server-failed"))).to_be_visible()
    expect(box).not_to_be_checked()
    expect(box).to_be_focused()
    seat.page.goto("/u/Anna%20S")
    viewers = region(seat, "profile-viewers")
    viewers.get_by_role("radio", name=seat.words("profile-viewers-friends")).press("Space")
    expect(seat.main.get_by_text(seat.words("server-failed"))).to_be_visible()
    expect(viewers.get_by_role("radio", name=seat.words("profile-viewers-everybody"))).to_be_checked()
    accounts.forgive("api/me/settings")


def test_settings_show_error_when_unblocking_fails(accounts: Accounts) -> None:
    anna, boris = accounts.seat("en", Touch, PHONE), accounts.seat("en")
    make_account(anna, "Anna K")
    make_account(boris, "Boris K")
    assert anna.page.context.request.post("/api/blocks", data={"name": "Boris K"}).ok
    refuse_changes(anna, "api/blocks/*")
    anna.page.goto("/people")
    settings = open_settings(anna)
    unblock = settings.get_by_role("button", name=anna.words("blocked-again", name="Boris K"))
    anna.press(unblock)
    expect(settings.get_by_role("alert")).to_have_text(anna.words("person-not-blocked"))
    expect(unblock).to_be_visible()
    accounts.forgive("api/blocks")
    anna.page.unroute_all()
    press_twice(unblock)
    expect(settings.get_by_text(anna.words("blocked-none"))).to_be_visible()
    expect(settings.get_by_role("alert")).to_have_count(0)


def test_call_to_table_is_shown_in_lobby_and_people_page(accounts: Accounts) -> None:
    anna, boris = accounts.seat("en", Keys), accounts.seat("en", Touch, PHONE)
    make_account(anna, "Anna C")
    make_account(boris, "Boris C")
    befriend(anna, "Anna C", boris, "Boris C")
    table = anna.page.context.request.post("/api/tables", data={"game": THREE}).json()["id"]
    anna.page.goto(f"/t/{table}")
    call = anna.page.get_by_role("button", name=anna.words("friend-call-one", name="Boris C"))
    anna.press(call)
    expect(anna.main.get_by_text(anna.words("friend-called", name="Boris C"))).to_be_visible()
    boris.page.goto("/")
    friends = region(boris, "friends-title")
    expect(boris.main.get_by_text(boris.words("friend-call", name="Anna C"))).to_be_visible()
    expect(friends.get_by_text(boris.words("friend-state-table"))).to_be_visible()
    wrong = faults(boris.page, touch=True) + barriers(boris.page)
    boris.page.goto("/people")
    calls = region(boris, "friend-calls")
    boris.press(calls.get_by_role("button", name=boris.words("friend-call-later")))
    expect(calls).to_be_hidden()
    expect(region(boris, "friends-title").get_by_role("heading", name=boris.words("friends-title"))).to_be_focused()
    wrong += faults(boris.page, touch=True) + barriers(boris.page)
    boris.press(region(boris, "friends-title").get_by_role("link", name=boris.words("friend-visit-one", name="Anna C")))
    boris.page.wait_for_url(f"**/t/{table}")
    assert not wrong, "\n".join(wrong)


def call_to_new_table(caller: Seat, friend_name: str) -> str:
    """Open a table, and call a friend to it; return the id of the table."""
    table = str(caller.page.context.request.post("/api/tables", data={"game": THREE}).json()["id"])
    call = caller.page.context.request.post("/api/invitations", data={"table": table, "friend": friend_name})
    assert call.status == 202
    return table


def test_call_reaches_friend_at_table_of_bots(accounts: Accounts) -> None:
    anna, boris = accounts.seat("en", Keys), accounts.seat("ru", Touch, PHONE)
    make_account(anna, "Anna Q")
    make_account(boris, "Boris Q")
    befriend(anna, "Anna Q", boris, "Boris Q")
    own_table = boris.page.context.request.post("/api/tables", data={"game": THREE, "bots": True}).json()["id"]
    sockets = list[str]()
    boris.page.on("websocket", lambda socket: sockets.append(socket.url))
    boris.page.goto(f"/t/{own_table}")
    expect(boris.page.locator("main .mat")).to_be_visible()
    call_to_new_table(anna, "Boris Q")
    notice = boris.page.locator("[data-notice]").filter(has_text=boris.words("friend-call", name="Anna Q"))
    expect(notice).to_be_visible()
    wrong = hidden_parts(boris, hand=True) + faults(boris.page, touch=True) + barriers(boris.page)
    boris.press(notice.get_by_role("button", name=boris.words("friend-call-later")))
    expect(notice).to_be_hidden()
    expect(boris.main).to_be_focused()
    table = call_to_new_table(anna, "Boris Q")
    boris.press(notice.get_by_role("link", name=boris.words("friend-visit")))
    boris.page.wait_for_url(f"**/t/{table}")
    expect(boris.main.get_by_role("heading", level=1)).to_be_visible()
    expect(notice).to_be_hidden()
    assert [url.rpartition("/")[2] for url in sockets if "/ws/tables/" in url] == [own_table, table]
    assert not wrong, "\n".join(wrong)


def test_call_reaches_friend_on_any_page(accounts: Accounts) -> None:
    anna, boris = accounts.seat("en", Keys), accounts.seat("en", Touch, PHONE)
    make_account(anna, "Anna U")
    make_account(boris, "Boris U")
    befriend(anna, "Anna U", boris, "Boris U")
    boris.page.goto("/statistics")
    expect(boris.main.get_by_role("heading", level=1)).to_be_visible()
    call_to_new_table(anna, "Boris U")
    text = boris.page.get_by_text(boris.words("friend-call", name="Anna U"), exact=True)
    expect(text).to_be_visible()
    wrong = faults(boris.page, touch=True) + barriers(boris.page)
    boris.press(boris.button("friend-call-later"))
    expect(text).to_be_hidden()
    table = call_to_new_table(anna, "Boris U")
    expect(text).to_be_visible()
    boris.press(boris.page.get_by_role("link", name=boris.words("friend-visit")))
    boris.page.wait_for_url(f"**/t/{table}")
    expect(text).to_be_hidden()
    assert not wrong, "\n".join(wrong)


def test_dismissed_call_in_lobby_leaves_focus_in_content(accounts: Accounts) -> None:
    anna, boris = accounts.seat("en", Keys), accounts.seat("en", Keys)
    make_account(anna, "Anna D")
    make_account(boris, "Boris D")
    befriend(anna, "Anna D", boris, "Boris D")
    table = anna.page.context.request.post("/api/tables", data={"game": THREE}).json()["id"]
    call = anna.page.context.request.post("/api/invitations", data={"table": table, "friend": "Boris D"})
    assert call.status == 202
    refuse_changes(boris, "api/invitations/*")
    boris.page.goto("/")
    boris.press(boris.button("friend-call-later"))
    expect(boris.main.get_by_role("alert").get_by_text(boris.words("server-failed"))).to_be_visible()
    accounts.forgive("api/invitations")
    boris.page.unroute_all()
    boris.press(boris.button("friend-call-later"))
    expect(boris.main).to_be_focused()
    expect(boris.main.get_by_text(boris.words("friend-call", name="Anna D"))).to_be_hidden()


def test_hidden_user_is_away_for_friends(accounts: Accounts) -> None:
    anna, boris = accounts.seat("en", Keys), accounts.seat("ru", Touch, PHONE)
    make_account(anna, "Anna H")
    make_account(boris, "Boris H")
    befriend(anna, "Anna H", boris, "Boris H")
    table = anna.page.context.request.post("/api/tables", data={"game": THREE}).json()["id"]
    anna.page.goto(f"/t/{table}")
    expect(anna.button("wait-stand")).to_be_visible()
    boris.page.goto("/people")
    expect(region(boris, "friends-title").get_by_text(boris.words("friend-state-table"))).to_be_visible()
    hider = anna.page.context.new_page()
    hider.goto("/people")
    switch = hider.get_by_role("checkbox", name=anna.words("friends-page-hide"))
    expect(switch).not_to_be_checked()  # drawn once the settings have been read from the same address
    with hider.expect_response("**/api/me/settings"):
        switch.check()
    boris.page.reload()
    expect(region(boris, "friends-title").get_by_text(boris.words("friend-state-away"))).to_be_visible()


def test_player_asks_another_to_be_friends_after_match(accounts: Accounts, server: House) -> None:
    anna, boris = accounts.seat("en", Keys), accounts.seat("en", Keys)
    me, other = make_account(anna, "Anna M"), make_account(boris, "Boris M")
    scene = SCENES[f"{THREE}-over"]
    anna.load_game_words(scene.game)
    table = store_scene(server.folder / "tables.sqlite", scene, me, other)
    anna.page.goto(f"/t/{table}")
    group = anna.page.get_by_role("group", name=anna.words("friend-ask-title"))
    anna.press(group.get_by_role("button"))
    expect(group.get_by_role("button")).to_have_attribute("aria-disabled", "true")
    assert len(boris.page.context.request.get("/api/friends").json()["asking"]) == 1
