"""Functions that open every page and every dialog."""

import re
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import NamedTuple

from browser.gallery import FIRST, PLAYING, RESTING, SCENES
from browser.prepared_tables import Guest, Visit
from browser.reviews import answering, counting
from browser.scenes import NAMES, Scene, laid
from playwright.sync_api import WebSocketRoute, expect
from support.example_games import example

from prikup.games import GAMES
from prikup.problems.problem import every_problem
from prikup.statistics.tally import decode_tally, encode_tally, sum_tallies

POSITION = "/analyse#AQ.KT8..AKJT9%7CT987.A9.Q8.Q8%7CKJ.QJ7.AKJ7.7;preferans+sochi;7H+0;leads+2;out+D9+DT"
"""A position with every optional part: the declarer makes seven tricks, and the defence leads."""
SOLVED = 60_000
"""Timeout in milliseconds for solving a position on a busy machine."""
NUMBERS = count(1)
"""Numbers that keep account names unique."""


def analysed(guest: Guest) -> None:
    """Open a position with some cards played, and a second line tried and left; show its top."""
    guest.at(POSITION)
    number = guest.seat.main.locator(".number b")
    expect(number).to_have_text("7", timeout=SOLVED)
    guest.seat.press(guest.seat.button("analyse-best"))
    guest.page.wait_for_url(re.compile("played"))
    expect(number).to_have_text("7", timeout=SOLVED)
    guest.seat.press(guest.seat.button("analyse-best"))
    guest.page.wait_for_url(re.compile(r"played\+..\+"))
    guest.seat.press(guest.seat.button("analyse-back"))
    expect(guest.seat.main.get_by_role("list", name=guest.seat.words("analyse-lines"))).to_be_visible()
    guest.page.evaluate("scrollTo(0, 0)")


def contracted(guest: Guest) -> None:
    """Open the dialog for choosing the contract."""
    guest.at(POSITION)
    guest.seat.press(guest.seat.button("analyse-change"))
    expect(guest.seat.dialog("analyse-contract").get_by_role("button").first).to_be_visible()


def account(*, registered: bool) -> Visit:
    """Open the account page of a named guest, or of an account, with every section open."""

    def visit(guest: Guest) -> None:
        guest.named()
        if registered:
            name = f"Konstantin Wagner {next(NUMBERS):02}"  # the longest possible name
            response = guest.page.context.request.post("/api/account", data={"name": name, "password": name * 2})
            assert response.ok, response.text()
        guest.at("/account")
        for section in guest.seat.main.locator("summary").all():
            section.click()

    return visit


def at(path: str) -> Visit:
    """Return the way to a path."""
    return lambda guest: guest.at(path)


def lobby(guest: Guest) -> None:
    """Open the lobby with all its parts."""
    guest.at("/")
    expect(guest.seat.button("setup-play")).to_be_visible()


def finished(guest: Guest, games: Iterable[str]) -> str:
    """Finish a match of each of these games; return the user's id."""
    user_id = guest.named()
    for game in games:
        table = laid(guest.server.folder / "tables.sqlite", SCENES[f"{game}-over"], user_id)
        guest.page.context.request.get(f"/api/matches/{table}")  # added to the archive by this request
    return user_id


def matches(guest: Guest) -> None:
    """Open the list of finished matches, of several games."""
    finished(guest, GAMES)
    guest.at("/matches")
    expect(guest.seat.main.get_by_role("listitem").first).to_be_visible()


def counted(game: str = "") -> Visit:
    """Return the way to the statistics of all games or of one, as if each match had been played sixty times."""

    def visit(guest: Guest) -> None:
        user_id = finished(guest, [game] if game else GAMES)
        _grown(guest.server.folder / "tables.sqlite", user_id, 60)
        guest.at(f"/statistics?game={game}" if game else "/statistics")
        expect(guest.seat.main.get_by_role("table").first).to_be_visible()

    return visit


def _grown(database: Path, user_id: str, times: int) -> None:
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


def reviewing(game: str, *keys: str, complete: bool = True) -> Visit:
    """Return the way to the review of a deal, after pressing some keys."""

    def visit(guest: Guest) -> None:
        answering(guest.page, complete)
        match = guest.sits(SCENES[f"{game}-over"], page="matches")
        guest.at(f"/matches/{match}/1")
        expect(guest.page.get_by_role("slider")).to_be_visible()
        expect(guest.seat.main.get_by_text(guest.seat.words("reviewed-could-know-short")).first).to_be_visible()
        for key in keys:
            guest.page.keyboard.press(key)

    return visit


def finding(game: str) -> Visit:
    """Return the way to an own mistake for which a better card must be found."""

    def visit(guest: Guest) -> None:
        answering(guest.page)
        counting(guest.page)
        match = guest.sits(SCENES[f"{game}-over"], page="matches")
        guest.at(f"/matches/{match}/find")
        expect(guest.seat.button("find-show")).to_be_visible()

    return visit


def embedding(guest: Guest) -> None:
    """Open a deal embedded in another site's page."""
    answering(guest.page)
    match = guest.sits(SCENES[f"{FIRST}-over"], page="matches")
    guest.at(f"/embed#{match}/1/3")
    expect(guest.seat.button("reviewed-forward")).to_be_visible()


def begins(guest: Guest, game: str, root: str = "") -> None:
    """Start scoring a match with real cards, under the first preset's rules; the site may be under a path prefix."""
    guest.seat.learn(game)
    guest.at(f"{root}/score")
    games = guest.seat.main.get_by_role("group", name=guest.seat.words("scorer-game"))
    games.get_by_role("radio", name=guest.seat.words("game"), exact=True).check(force=True)
    expect(guest.seat.main.locator("select").first).to_be_visible()
    for name, field in zip(NAMES, guest.seat.main.locator(".player input[type=text]").all(), strict=False):
        field.fill(name)
    guest.seat.press(guest.seat.button("scorer-begin"))
    expect(guest.seat.button("scorer-undo")).to_be_visible()
    expect(guest.seat.main.locator(".deal .asked button").first).to_be_visible()


def scored(guest: Guest) -> None:
    """Wait until the scoring page has responded to the last tap."""
    guest.page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(guest.seat.main).not_to_have_attribute("aria-busy", "true")


def scoring(game: str, deals: int = 4) -> Visit:
    """Return the way to a scored match after some deals, with the next one started."""

    def visit(guest: Guest) -> None:
        begins(guest, game)
        answer_buttons = guest.seat.main.locator(".deal .asked button")
        for _ in range(deals):
            while answer_buttons.count():
                answer_buttons.nth(answer_buttons.count() // 2).click()
                scored(guest)
            guest.seat.button("scorer-write").click()
            scored(guest)
        turning("deal")(guest)

    return visit


def switches(game: str) -> Visit:
    """Return the way to every house rule switch of a game."""

    def visit(guest: Guest) -> None:
        lobby(guest)
        guest.seat.learn(game)
        games = guest.page.get_by_role("group", name=guest.seat.words("lobby-games"))
        games.get_by_role("radio", name=re.compile(f"^{guest.seat.words('game')}")).check(force=True)
        expect(guest.page.get_by_role("region", name=guest.seat.words("game"), exact=True)).to_be_visible()
        guest.seat.button("setup-switches").click()
        expect(guest.page.get_by_role("dialog")).to_be_visible()

    return visit


def sits(scene: Scene, *, page: str = "t") -> Visit:
    """Return the way to a scene's table, or to another page about it."""

    def visit(guest: Guest) -> None:
        guest.sits(scene, page=page)

    return visit


def sheet(guest: Guest) -> None:
    """Open the score sheet between two deals."""
    guest.seat.main.get_by_role("button", name=guest.seat.words("sheet-title"), exact=True).click()
    expect(guest.seat.dialog("sheet-title")).to_be_visible()


def tabled(guest: Guest) -> None:
    """Show the sheet as a table."""
    guest.seat.button("sheet-table").click()


def explained(guest: Guest) -> None:
    """Open the explanation of a number."""
    score_sheet = guest.seat.dialog("sheet-title").get_by_label(guest.seat.words("sheet-title"), exact=True)
    score_sheet.get_by_role("button").last.click()
    expect(guest.page.locator("[popover]")).to_be_visible()


def talking(guest: Guest) -> None:
    """Open the chat of a table with a message in it."""
    closed(guest)
    guest.seat.button("table-chat").click()
    chat = guest.seat.chat
    chat.get_by_role("group").get_by_role("button").first.click()
    if chat.get_by_role("list").count():
        expect(chat.get_by_role("listitem")).to_have_count(1)


def all_said(guest: Guest) -> None:
    """Open all messages, a dialog on a phone, where the chat is a single line."""
    guest.seat.button("talk-all").click()
    expect(guest.seat.dialog("talk-all").get_by_role("listitem")).to_have_count(1)


def menu(guest: Guest) -> None:
    """Open the table's menu, which on a phone contains what a desktop shows next to the table."""
    guest.seat.button("table-menu").click()
    expect(guest.seat.dialog("game")).to_be_visible()


def closed(guest: Guest) -> None:
    """Close the open dialog, if any."""
    window = guest.page.get_by_role("dialog")
    if window.count():
        window.get_by_role("button", name=guest.seat.words("close"), exact=True).click()
        expect(window).to_have_count(0)


def opening(button: str) -> Visit:
    """Return the way to the dialog that a button opens, closing any other."""

    def visit(guest: Guest) -> None:
        closed(guest)
        guest.seat.button(button).first.click()
        expect(guest.page.get_by_role("dialog")).to_be_visible()

    return visit


def typing(*keys: str) -> Visit:
    """Return the way that presses these keys."""

    def visit(guest: Guest) -> None:
        for key in keys:
            guest.page.keyboard.press(key)

    return visit


def turning(view: str) -> Visit:
    """Return the way to a view of a scored match."""
    return lambda guest: guest.seat.main.locator(f"nav button.{view}").click()


def settling(section: str) -> Visit:
    """Return the way to a part of the settlement: the result, editing, or leaving the page."""

    def visit(guest: Guest) -> None:
        turning("settle")(guest)
        guest.seat.main.get_by_role("radio", name=guest.seat.words(f"scorer-part-{section}"), exact=True).check(
            force=True
        )

    return visit


def then(first_visit: Visit, *next_visits: Visit) -> Visit:
    """Return a way that takes several ways in order."""

    def visit(guest: Guest) -> None:
        for visit_step in (first_visit, *next_visits):
            visit_step(guest)

    return visit


def claiming(guest: Guest) -> None:
    """Open a claim from the menu."""
    guest.seat.button("agree-claim").click()
    expect(guest.page.get_by_role("dialog").last).to_be_visible()


def cutting(guest: Guest) -> None:
    """Open the cut and stop time there."""

    def route(socket: WebSocketRoute) -> None:
        server, sent_messages = socket.connect_to_server(), list[str]()

        def pass_on(message: str | bytes) -> None:
            if not any('"step":"cut"' in earlier_message for earlier_message in sent_messages):
                socket.send(message)
            sent_messages.append(str(message))

        server.on_message(pass_on)

    guest.page.route_web_socket(re.compile("/ws/"), route)
    guest.sits(Scene(stage="shuffle", deals=2, game=FIRST))
    expect(guest.seat.deck).to_be_visible()


def watching(guest: Guest) -> None:
    """Open another users' table as a watcher with the link."""
    guest.named()
    guest.seat.learn(PLAYING.game)
    guest.at(f"/t/{laid(guest.server.folder / 'tables.sqlite', PLAYING, 'somebody')}")


def nowhere(guest: Guest) -> None:
    """Open a table that does not exist."""
    guest.page.goto("/t/nowhere")
    expect(guest.seat.drawn(guest.seat.words("banner-gone"))).to_be_visible()


class After(NamedTuple):
    """A way that continues from another page."""

    page: str
    visit: Visit


OF_EACH_KIND = [
    next(each for each in every_problem()[::-1] if each.asks == asks) for asks in ("card", "number", "discard")
]
"""One problem for each kind of answer, with many cards."""
PAGES: dict[str, dict[str, Visit | After]] = {
    "lobby": {
        "lobby": lobby,
        f"switches-{FIRST}": switches(FIRST),
        "waiting": sits(Scene(stage="open", game=example(seats=4))),
        "nowhere": nowhere,
    },
    "table": {
        "watching": watching,
        "cut": cutting,
        "cut-why": After("cut", opening("cut-why")),
        "table": sits(PLAYING),
        "settings": After("table", opening("settings-title")),
        "keys": After("table", opening("keys-title")),
        "claim": After("table", opening("agree-claim")),
        "chat": After("table", talking),
    },
    "phone": {
        "all-said": then(sits(PLAYING), talking, all_said),
        "menu": then(sits(PLAYING), menu),
        "menu-claim": After("menu", claiming),
    },
    "rest": {
        "rest": sits(RESTING),
        "sheet": After("rest", sheet),
        "sheet-why": After("sheet", explained),
        "sheet-table": then(sits(RESTING), sheet, tabled),
        "fair-dialog": then(sits(RESTING), opening("table-fair")),
    },
    "texts": {
        "fair": at("/fair"),
        "fair-table": sits(RESTING, page="fair"),
        "rules": at("/rules"),
        f"rules-{FIRST}": at(f"/rules/{FIRST}"),
    },
    "account": {
        "account-visitor": at("/account"),
        "account-guest": account(registered=False),
        "account": account(registered=True),
    },
    "problems": {
        "problem-of-the-day": at("/problems"),
        **{f"problem-{each.asks}": at(f"/problems/{each.id}") for each in OF_EACH_KIND},
    },
    "matches": {
        "matches-none": at("/matches"),
        "matches": matches,
        f"match-{FIRST}": sits(SCENES[f"{FIRST}-over"], page="matches"),
        "statistics-none": at("/statistics"),
        "statistics": counted(),
        f"statistics-{FIRST}": counted(FIRST),
    },
    "review": {
        "embed-deal": embedding,
        "review-opening": reviewing(FIRST),
        f"review-{FIRST}": After("review-opening", typing("ArrowDown", "KeyM")),
        "review-end": After("review-opening", typing("End")),
        "review-waits": reviewing(FIRST, "ArrowDown", complete=False),
        "find": finding(FIRST),
    },
    "analysis": {
        "analyse-empty": at("/analyse"),
        "analyse": analysed,
        "analyse-contract": contracted,
        "embed": at(POSITION.replace("analyse", "embed")),
    },
    "score": {
        "score-new": at("/score"),
        f"score-{FIRST}": scoring(FIRST),
        "score-entries": After(f"score-{FIRST}", turning("entries")),
        "score-settle": After(f"score-{FIRST}", turning("settle")),
        "score-edit": After(f"score-{FIRST}", settling("edit")),
        "score-share": After(f"score-{FIRST}", settling("share")),
    },
}
"""The ways to every page and dialog, grouped."""
WAYS = {name: way for some in PAGES.values() for name, way in some.items()}


def whole(name: str) -> Visit:
    """Return the complete way to a page."""
    page_visit = WAYS[name]
    return then(whole(page_visit.page), page_visit.visit) if isinstance(page_visit, After) else page_visit


PAGED: dict[str, Visit] = {
    **{name: whole(name) for name in WAYS},
    **{f"switches-{game}": switches(game) for game in GAMES},
    **{f"sheet-{name}": then(sits(scene), sheet) for name, scene in SCENES.items() if scene.stage == "rest"},
    **{f"rules-{game}": at(f"/rules/{game}") for game in GAMES},
    **{f"statistics-{game}": counted(game) for game in GAMES},
    **{f"match-{game}": sits(SCENES[f"{game}-over"], page="matches") for game in GAMES},
    **{f"review-{game}": reviewing(game, "ArrowDown", "KeyM") for game in GAMES},
    **{f"score-{game}": scoring(game) for game in GAMES},
}
"""All pages, also those of each game."""
