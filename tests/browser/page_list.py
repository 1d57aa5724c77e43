"""Functions that open every page and every dialog."""

import json
import re
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from browser.gallery import FIRST, PLAYING, RESTING, SCENES
from browser.prepared_tables import Guest, Visit
from browser.rated_people import store_rated_matches
from browser.reviews import mock_review_counts, mock_reviews
from browser.scenes import NAMES, Scene, store_scene
from browser.seat import PATIENCE
from browser.stand_in_device import open_deal_links
from msgspec.structs import replace
from playwright.sync_api import BrowserContext, Locator, WebSocketRoute, expect
from support.example_games import example
from support.matches import play_match

from prikup.archive.shared_deal import SharedDeal, open_link
from prikup.games import GAMES
from prikup.history.deal_link import LINK_PATH, SUM_DIGITS, link_of, linked_deals
from prikup.problems.open_problem import OpenProblem
from prikup.problems.problem import every_problem
from prikup.statistics.tally import decode_tally, encode_tally, sum_tallies
from prikup.table.opening.lanes import lanes

POSITION = "/analyse#AQ.KT8..AKJT9%7CT987.A9.Q8.Q8%7CKJ.QJ7.AKJ7.7;preferans+sochi;7H+0;leads+2;out+D9+DT"
"""A position with every optional part: the declarer makes seven tricks, and the defence leads."""
SOLVE_TIMEOUT_MS = 60_000
"""Timeout in milliseconds for solving a position on a busy machine."""
NUMBERS = count(1)
"""Numbers that keep account names unique."""


def open_analysed_position(guest: Guest) -> None:
    """Open a position with some cards played, and a second line tried and left; show its top."""
    guest.open(POSITION)
    number = guest.seat.main.locator(".number b")
    expect(number).to_have_text("7", timeout=SOLVE_TIMEOUT_MS)
    guest.seat.press(guest.seat.button("analyse-best"))
    guest.page.wait_for_url(re.compile("played"))
    expect(number).to_have_text("7", timeout=SOLVE_TIMEOUT_MS)
    guest.seat.press(guest.seat.button("analyse-best"))
    guest.page.wait_for_url(re.compile(r"played\+..\+"))
    guest.seat.press(guest.seat.button("analyse-back"))
    expect(guest.seat.main.get_by_role("list", name=guest.seat.words("analyse-lines"))).to_be_visible()
    guest.page.evaluate("scrollTo(0, 0)")


def open_contract_dialog(guest: Guest) -> None:
    """Open the dialog for choosing the contract."""
    guest.open(POSITION)
    guest.seat.press(guest.seat.button("analyse-change"))
    expect(guest.seat.dialog("analyse-contract").get_by_role("button").first).to_be_visible()


def account_visit(*, registered: bool) -> Visit:
    """Open the account page of a named guest, or of an account, with every section open."""

    def visit(guest: Guest) -> None:
        guest.create_user()
        if registered:
            name = f"Konstantin Wagner {next(NUMBERS):02}"  # the longest possible name
            response = guest.page.context.request.post("/api/account", data={"name": name, "password": name * 2})
            assert response.ok, response.text()
        guest.open("/account")
        sections = guest.seat.main.locator("summary")
        expect(sections.first).to_be_visible()  # drawn once the server has said who the user is
        for section in sections.all():
            section.click()

    return visit


def people_visit(*, registered: bool) -> Visit:
    """Open the page of friends as a guest, or as an account with a rated friend, requests both ways and a call."""

    def visit(guest: Guest) -> None:
        if not registered:
            guest.create_user()
            guest.open("/people")
            return
        own_name, friend_name, asker_name = (f"Konstantin Wagner {next(NUMBERS):02}" for _ in range(3))
        own, friend, asker = guest.page.context, *(_new_context(guest) for _ in range(2))
        people: list[str] = []
        for context, name in ((own, own_name), (friend, friend_name), (asker, asker_name)):
            _post(context, "guests", {})
            people.append(_post(context, "account", {"name": name, "password": name})["id"])
        store_rated_matches(guest.server.folder / "tables.sqlite", FIRST, people, 10)
        for context in (friend, asker):
            _post(context, "friends", {"name": own_name})
        _post(own, f"friends/{friend_name}", {"yes": True})
        _post(own, "friends", {"name": f"Nobody {own_name[-2:]}"})
        table = _post(friend, "tables", {"game": FIRST})["id"]
        _post(friend, "invitations", {"table": table, "friend": own_name})
        for context in (friend, asker):
            context.close()
        guest.open("/people")
        expect(guest.seat.main.get_by_role("region").nth(4)).to_be_visible()

    return visit


def rated_visit(page: str) -> Visit:
    """Return the way to the list of ratings (`list`), to the own profile (`own`) or to that of another person.

    Six accounts have rated matches in the first game, and the user has also finished matches of two games.
    """

    def visit(guest: Guest) -> None:
        user = finish_matches(guest, GAMES if page == "own" else [FIRST])
        names = [f"Konstantin Wagner {next(NUMBERS):02}" for _ in range(6)]
        _post(guest.page.context, "account", {"name": names[0], "password": names[0] * 2})
        people = [user]
        for name in names[1:]:
            context = _new_context(guest)
            _post(context, "guests", {})
            people.append(_post(context, "account", {"name": name, "password": name * 2})["id"])
            context.close()
        store_rated_matches(guest.server.folder / "tables.sqlite", FIRST, people, 200)
        path = f"/ratings?game={FIRST}" if page == "list" else f"/u/{quote(names[page != 'own'])}"
        guest.open(path)
        expect(guest.seat.main.get_by_role("table").first).to_be_visible()
        if page != "list":
            expect(guest.seat.main.get_by_role("img").first).to_be_visible()

    return visit


def _new_context(guest: Guest) -> BrowserContext:
    browser = guest.page.context.browser
    assert browser is not None
    context = browser.new_context(base_url=guest.server.url)
    context.set_default_timeout(PATIENCE)
    return context


def _post(context: BrowserContext, path: str, body: dict[str, Any]) -> Any:
    response = context.request.post(f"/api/{path}", data=body)
    assert response.ok, response.text()
    return response.json()


def path_visit(path: str) -> Visit:
    """Return the way to a path."""
    return lambda guest: guest.open(path)


def open_lobby(guest: Guest) -> None:
    """Open the lobby."""
    guest.open("/")
    expect(guest.seat.button("setup-play")).to_be_visible()


def open_whole_lobby(guest: Guest) -> None:
    """Open the lobby with the list of open tables, which is loaded later."""
    open_lobby(guest)
    expect(guest.page.get_by_role("region", name=guest.seat.words("lobby-open-title"))).to_be_visible()


def open_search_form(guest: Guest) -> None:
    """Open the form for looking for players."""
    open_whole_lobby(guest)  # nothing moves when the list of open tables comes
    guest.seat.button("setup-find").click()
    expect(guest.seat.dialog("seek-title").get_by_role("checkbox", checked=True)).to_have_count(1)
    guest.page.wait_for_timeout(400)  # real time: a window hears no double tap


def search_visit(*answers: dict[str, Any]) -> Visit:
    """Return the way to a search for players that the server answers with these messages."""

    def visit(guest: Guest) -> None:
        def route(socket: WebSocketRoute) -> None:
            server = socket.connect_to_server()

            def pass_on(message: str | bytes) -> None:
                if '"seek"' not in str(message):
                    server.send(message)
                    return
                for answer in answers:
                    socket.send(json.dumps(answer))

            socket.on_message(pass_on)

        guest.page.route_web_socket(re.compile("/ws/lobby"), route)
        guest.page.add_init_script("sessionStorage.clear()")  # an earlier search does not go on
        open_search_form(guest)
        guest.seat.dialog("seek-title").get_by_role("button", name=guest.seat.words("seek-start")).click()
        expect(guest.page.get_by_role("region", name=guest.seat.words("seek-title"))).to_be_visible()

    return visit


LANE = next(iter(lanes().values()))
SOUGHT = {"type": "sought", "waiting": {LANE.name: 2}, "waited_ms": 83_000, "strikes": 0}
FOUND = {
    "type": "found",
    "table": "kq3vx7ndwp",
    "lane": LANE.name,
    "left_ms": 590_000,  # longer than the checks take
    "seats": [["Konstantin Wagner 01", None], None, ["", None]],
}
MISSED = {"type": "refused", "reason": {"key": "seek-missed", "numbers": {"seconds": 600}}}


def finish_matches(guest: Guest, games: Iterable[str]) -> str:
    """Finish a match of each of these games; return the user's id."""
    user_id = guest.create_user()
    for game in games:
        table = store_scene(guest.server.folder / "tables.sqlite", SCENES[f"{game}-over"], user_id)
        guest.page.context.request.get(f"/api/matches/{table}")  # added to the archive by this request
    return user_id


def open_matches(guest: Guest) -> None:
    """Open the list of finished matches, of several games."""
    finish_matches(guest, GAMES)
    guest.open("/matches")
    expect(guest.seat.main.get_by_role("listitem").first).to_be_visible()


def statistics_visit(game: str = "") -> Visit:
    """Return the way to the statistics of all games or of one, as if each match had been played sixty times."""

    def visit(guest: Guest) -> None:
        user_id = finish_matches(guest, [game] if game else GAMES)
        _multiply_tallies(guest.server.folder / "tables.sqlite", user_id, 60)
        guest.open(f"/statistics?game={game}" if game else "/statistics")
        expect(guest.seat.main.get_by_role("table").first).to_be_visible()

    return visit


def _multiply_tallies(database: Path, user_id: str, times: int) -> None:
    """Count each match of a user `times` times in the statistics of its players."""
    condition = "table_id IN (SELECT table_id FROM match_seats WHERE person = ?)"
    with closing(sqlite3.connect(database, timeout=20)) as connection, connection:
        rows = connection.execute(
            f"SELECT tally, table_id, seat FROM statistics WHERE {condition}", [user_id]
        ).fetchall()
        multiplied_rows = [
            (encode_tally(sum_tallies([decode_tally(tally)] * times)), table, seat) for tally, table, seat in rows
        ]
        connection.executemany("UPDATE statistics SET tally = ? WHERE table_id = ? AND seat = ?", multiplied_rows)


def review_visit(game: str, *keys: str, complete: bool = True) -> Visit:
    """Return the way to the review of a deal, after pressing some keys."""

    def visit(guest: Guest) -> None:
        mock_reviews(guest.page, complete)
        match = guest.open_scene(SCENES[f"{game}-over"], page="matches")
        guest.open(f"/matches/{match}/1")
        expect(guest.page.get_by_role("slider")).to_be_visible()
        parts = guest.seat.main.get_by_role("heading", name=guest.seat.words("match-parts"))
        expect(parts if complete else guest.seat.main.get_by_role("progressbar")).to_be_visible()
        for key in keys:
            guest.page.keyboard.press(key)

    return visit


def mistake_visit(game: str) -> Visit:
    """Return the way to an own mistake for which a better card must be found."""

    def visit(guest: Guest) -> None:
        mock_reviews(guest.page)
        mock_review_counts(guest.page)
        match = guest.open_scene(SCENES[f"{game}-over"], page="matches")
        guest.open(f"/matches/{match}/find")
        expect(guest.seat.button("find-show")).to_be_visible()

    return visit


def shared_deal_visit(game: str, *keys: str) -> Visit:
    """Return the way to a deal with tricks opened from its link, with a note on its score, after pressing some keys."""

    def visit(guest: Guest) -> None:
        deals = linked_deals(play_match(game, GAMES[game], 1, extras=False))
        links = (link_of(replace(deal, digest="0" * SUM_DIGITS)) for deal in deals)  # it differs from today's score
        link = next(link for link in links if isinstance(deal := open_link(link), SharedDeal) and deal.position)
        open_deal_links(guest.page)
        guest.open(f"{LINK_PATH}{link}")
        expect(guest.seat.button("reviewed-share")).to_be_visible()
        for key in keys:
            guest.page.keyboard.press(key)

    return visit


def open_damaged_deal_link(guest: Guest) -> None:
    """Open a link to a deal that lacks its end."""
    open_deal_links(guest.page)
    guest.open(f"{LINK_PATH}1.{FIRST}")
    expect(guest.seat.main.get_by_role("alert")).to_have_text(guest.seat.words("link-cut"))


def open_embedded_deal(guest: Guest) -> None:
    """Open a deal embedded in another site's page."""
    mock_reviews(guest.page)
    match = guest.open_scene(SCENES[f"{FIRST}-over"], page="matches")
    guest.open(f"/embed#{match}/1/3")
    expect(guest.seat.button("reviewed-forward")).to_be_visible()


def start_scoring(guest: Guest, game: str, root: str = "", minutes: int = 0) -> None:
    """Start scoring a match with real cards, under the first preset's rules; the site may be under a path prefix.

    With `minutes` it has a time limit, after which the deal is finished.
    """
    guest.seat.load_game_words(game)
    guest.open(f"{root}/score")
    games = guest.seat.main.get_by_role("group", name=guest.seat.words("scorer-game"))
    games.get_by_role("radio", name=guest.seat.words("game"), exact=True).check(force=True)
    expect(guest.seat.main.locator("select").first).to_be_visible()
    for name, field in zip(NAMES, guest.seat.main.locator(".player input[type=text]").all(), strict=False):
        field.fill(name)
    if minutes:
        guest.seat.main.get_by_label(guest.seat.words("scorer-minutes"), exact=True).fill(str(minutes))
        after_field = guest.seat.main.get_by_role("combobox", name=guest.seat.words("scorer-after"), exact=True)
        after_field.select_option(label=guest.seat.words("scorer-after-deal"))
    guest.seat.press(guest.seat.button("scorer-begin"))
    expect(guest.seat.button("scorer-undo")).to_be_visible()
    expect(guest.seat.main.locator(".deal .asked button").first).to_be_visible()


def wait_for_scorer(guest: Guest) -> None:
    """Wait until the scoring page has responded to the last tap."""
    guest.page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(guest.seat.main).not_to_have_attribute("aria-busy", "true")


def scoring_visit(game: str, deals: int = 4) -> Visit:
    """Return the way to a scored match after some deals, with the next one started."""

    def visit(guest: Guest) -> None:
        start_scoring(guest, game, minutes=240)
        answer_buttons = guest.seat.main.locator(".deal .asked button")
        for _ in range(deals):
            while answer_buttons.count():
                answer_buttons.nth(answer_buttons.count() // 2).click()
                wait_for_scorer(guest)
            guest.seat.button("scorer-write").click()
            wait_for_scorer(guest)
        view_visit("deal")(guest)

    return visit


def switches_visit(game: str) -> Visit:
    """Return the way to every house rule switch of a game."""

    def visit(guest: Guest) -> None:
        open_lobby(guest)
        guest.seat.load_game_words(game)
        games = guest.page.get_by_role("group", name=guest.seat.words("lobby-games"))
        games.get_by_role("radio", name=re.compile(f"^{guest.seat.words('game')}")).check(force=True)
        expect(guest.page.get_by_role("region", name=guest.seat.words("game"), exact=True)).to_be_visible()
        guest.seat.button("setup-switches").click()
        wait_for_content(guest.page.get_by_role("dialog"))

    return visit


def table_visit(scene: Scene, *, page: str = "t") -> Visit:
    """Return the way to a scene's table, or to another page about it."""

    def visit(guest: Guest) -> None:
        guest.open_scene(scene, page=page)

    return visit


def open_sheet(guest: Guest) -> None:
    """Open the score sheet between two deals."""
    guest.seat.main.get_by_role("button", name=guest.seat.words("sheet-title"), exact=True).click()
    wait_for_content(guest.seat.dialog("sheet-title"))


def show_sheet_table(guest: Guest) -> None:
    """Show the sheet as a table."""
    guest.seat.button("sheet-table").click()


def open_explanation(guest: Guest) -> None:
    """Open the explanation of a number."""
    score_sheet = guest.seat.dialog("sheet-title").get_by_label(guest.seat.words("sheet-title"), exact=True)
    score_sheet.get_by_role("button").last.click()
    expect(guest.page.locator("[popover]")).to_be_visible()


def open_chat(guest: Guest) -> None:
    """Open the chat of a table with a message in it."""
    close_dialog(guest)
    guest.seat.button("table-chat").click()
    chat = guest.seat.chat
    preset = chat.get_by_role("group").get_by_role("button").first
    text = preset.inner_text()
    preset.click()
    expect(chat.get_by_role("listitem").filter(has_text=text)).to_be_visible()


def open_all_messages(guest: Guest) -> None:
    """Open all messages, a dialog on a phone, where the chat is a single line."""
    guest.seat.button("talk-all").click()
    expect(guest.seat.dialog("talk-all").get_by_role("listitem")).to_have_count(1)


def open_menu(guest: Guest) -> None:
    """Open the table's menu, which on a phone contains what a desktop shows next to the table."""
    guest.seat.button("table-menu").click()
    wait_for_content(guest.seat.dialog("game"))


def wait_for_content(dialog: Locator) -> None:
    """Wait until a dialog is open and has its content, which may be loaded when it is first opened."""
    expect(dialog.locator(".inside > .head + div > *").first).to_be_visible()


def close_dialog(guest: Guest) -> None:
    """Close the open dialog, if any."""
    window = guest.page.get_by_role("dialog")
    if window.count():
        window.get_by_role("button", name=guest.seat.words("close"), exact=True).click()
        expect(window).to_have_count(0)


def dialog_visit(button: str) -> Visit:
    """Return the way to the dialog that a button opens, closing any other."""

    def visit(guest: Guest) -> None:
        close_dialog(guest)
        guest.seat.button(button).first.click()
        wait_for_content(guest.page.get_by_role("dialog"))

    return visit


def key_presses_visit(*keys: str) -> Visit:
    """Return the way that presses these keys."""

    def visit(guest: Guest) -> None:
        for key in keys:
            guest.page.keyboard.press(key)

    return visit


def view_visit(view: str) -> Visit:
    """Return the way to a view of a scored match."""
    return lambda guest: guest.seat.main.locator(f"nav [data-view={view}]").click()


def settlement_visit(section: str) -> Visit:
    """Return the way to a part of the settlement: the result, editing, or leaving the page."""

    def visit(guest: Guest) -> None:
        view_visit("settle")(guest)
        guest.seat.main.get_by_role("radio", name=guest.seat.words(f"scorer-part-{section}"), exact=True).check(
            force=True
        )

    return visit


def visit_sequence(first_visit: Visit, *next_visits: Visit) -> Visit:
    """Return a way that takes several ways in order."""

    def visit(guest: Guest) -> None:
        for visit_step in (first_visit, *next_visits):
            visit_step(guest)

    return visit


def open_claim(guest: Guest) -> None:
    """Open a claim from the menu."""
    guest.seat.button("agree-claim").click()
    expect(guest.page.get_by_role("dialog").last).to_be_visible()


CUT_MS = 3_600_000
"""Milliseconds for which a page waits for the user's cut before it cuts by itself: longer than the checks take."""


def open_cut(guest: Guest) -> None:
    """Open the cut and stop time there."""

    def route(socket: WebSocketRoute) -> None:
        server, sent_messages = socket.connect_to_server(), list[dict[str, Any]]()

        def pass_on(message: str | bytes) -> None:
            if any(earlier_message.get("step") == "cut" for earlier_message in sent_messages):
                return
            sent_messages.append(json.loads(message))
            if sent_messages[-1].get("step") == "cut":
                sent_messages[-1]["millis"] = CUT_MS
            socket.send(json.dumps(sent_messages[-1]))

        server.on_message(pass_on)

    guest.page.route_web_socket(re.compile("/ws/"), route)
    guest.open_scene(Scene(stage="shuffle", deals=2, game=FIRST))
    expect(guest.seat.deck).to_be_visible()


def open_watched_table(guest: Guest) -> None:
    """Open another users' table as a watcher with the link."""
    guest.create_user()
    guest.seat.load_game_words(PLAYING.game)
    guest.open(f"/t/{store_scene(guest.server.folder / 'tables.sqlite', PLAYING, 'somebody')}")


def open_missing_table(guest: Guest) -> None:
    """Open a table that does not exist."""
    guest.page.goto("/t/nowhere")
    expect(guest.seat.visible_text(guest.seat.words("banner-gone"))).to_be_visible()


class After(NamedTuple):
    """A way that continues from another page."""

    page: str
    visit: Visit


PROBLEM_OF_EACH_KIND = [
    next(each for each in every_problem(OpenProblem)[::-1] if each.asks == asks)
    for asks in ("card", "number", "discard")
]
"""One problem for each kind of answer, with many cards."""
PAGES: dict[str, dict[str, Visit | After]] = {
    "lobby": {
        "lobby": open_whole_lobby,
        f"switches-{FIRST}": switches_visit(FIRST),
        "search-form": open_search_form,
        "search": search_visit(SOUGHT),
        "search-found": search_visit(SOUGHT, FOUND),
        "search-over": search_visit(MISSED),
        "waiting": table_visit(Scene(stage="open", game=example(seats=4))),
        "nowhere": open_missing_table,
    },
    "table": {
        "watching": open_watched_table,
        "cut": open_cut,
        "cut-why": After("cut", dialog_visit("cut-why")),
        "table": table_visit(PLAYING),
        "settings": After("table", dialog_visit("settings-title")),
        "keys": After("table", dialog_visit("keys-title")),
        "claim": After("table", dialog_visit("agree-claim")),
        "chat": After("table", open_chat),
    },
    "phone": {
        "all-said": visit_sequence(table_visit(PLAYING), open_chat, open_all_messages),
        "menu": visit_sequence(table_visit(PLAYING), open_menu),
        "menu-claim": After("menu", open_claim),
    },
    "rest": {
        "rest": table_visit(RESTING),
        "sheet": After("rest", open_sheet),
        "sheet-why": After("sheet", open_explanation),
        "sheet-table": visit_sequence(table_visit(RESTING), open_sheet, show_sheet_table),
        "fair-dialog": visit_sequence(table_visit(RESTING), dialog_visit("table-fair")),
    },
    "texts": {
        "fair": path_visit("/fair"),
        "fair-table": table_visit(RESTING, page="fair"),
        "rules": path_visit("/rules"),
        f"rules-{FIRST}": path_visit(f"/rules/{FIRST}"),
    },
    "account": {
        "account-visitor": path_visit("/account"),
        "account-guest": account_visit(registered=False),
        "account": account_visit(registered=True),
        "mail-link": path_visit("/mail/stop/unknown"),
        "people-guest": people_visit(registered=False),
        "people": people_visit(registered=True),
        "ratings": rated_visit("list"),
        "ratings-none": path_visit(f"/ratings?game={FIRST}"),
        "profile": rated_visit("other"),
        "profile-own": rated_visit("own"),
    },
    "problems": {
        "problem-of-the-day": path_visit("/problems"),
        **{f"problem-{each.asks}": path_visit(f"/problems/{each.id}") for each in PROBLEM_OF_EACH_KIND},
    },
    "matches": {
        "matches-none": path_visit("/matches"),
        "matches": open_matches,
        f"match-{FIRST}": table_visit(SCENES[f"{FIRST}-over"], page="matches"),
        "statistics-none": path_visit("/statistics"),
        "statistics": statistics_visit(),
        f"statistics-{FIRST}": statistics_visit(FIRST),
    },
    "review": {
        "embed-deal": open_embedded_deal,
        "review-opening": review_visit(FIRST),
        f"review-{FIRST}": After("review-opening", key_presses_visit("ArrowDown", "KeyM")),
        "review-end": After("review-opening", key_presses_visit("End")),
        "review-waits": review_visit(FIRST, "ArrowDown", complete=False),
        "find": mistake_visit(FIRST),
        "deal-opening": shared_deal_visit(FIRST),
        f"deal-{FIRST}": After("deal-opening", key_presses_visit("End", "ArrowLeft")),
        "deal-damaged": open_damaged_deal_link,
    },
    "analysis": {
        "analyse-empty": path_visit("/analyse"),
        "analyse": open_analysed_position,
        "analyse-contract": open_contract_dialog,
        "embed": path_visit(POSITION.replace("analyse", "embed")),
    },
    "score": {
        "score-new": path_visit("/score"),
        f"score-{FIRST}": scoring_visit(FIRST),
        "score-entries": After(f"score-{FIRST}", view_visit("entries")),
        "score-settle": After(f"score-{FIRST}", view_visit("settle")),
        "score-edit": After(f"score-{FIRST}", settlement_visit("edit")),
        "score-share": After(f"score-{FIRST}", settlement_visit("share")),
    },
}
"""The ways to every page and dialog, grouped."""
VISIT_BY_PAGE = {name: way for some in PAGES.values() for name, way in some.items()}


def full_visit(name: str) -> Visit:
    """Return the complete way to a page."""
    page_visit = VISIT_BY_PAGE[name]
    return (
        visit_sequence(full_visit(page_visit.page), page_visit.visit) if isinstance(page_visit, After) else page_visit
    )


VISIT_OF_EVERY_PAGE: dict[str, Visit] = {
    **{name: full_visit(name) for name in VISIT_BY_PAGE},
    **{f"switches-{game}": switches_visit(game) for game in GAMES},
    **{
        f"sheet-{name}": visit_sequence(table_visit(scene), open_sheet)
        for name, scene in SCENES.items()
        if scene.stage == "rest"
    },
    **{f"rules-{game}": path_visit(f"/rules/{game}") for game in GAMES},
    **{f"statistics-{game}": statistics_visit(game) for game in GAMES},
    **{f"match-{game}": table_visit(SCENES[f"{game}-over"], page="matches") for game in GAMES},
    **{f"review-{game}": review_visit(game, "ArrowDown", "KeyM") for game in GAMES},
    **{f"deal-{game}": shared_deal_visit(game, "End", "ArrowLeft") for game in GAMES},
    **{f"score-{game}": scoring_visit(game) for game in GAMES},
}
"""All pages, also those of each game."""
