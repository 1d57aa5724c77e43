"""The archive over HTTP: who finds which matches, who may see them, and what stays hidden."""

import asyncio
import json
import random
import sqlite3
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from server.server_thread import Running, Visitor, receive, run_server, say, until
from server.socket_player import Player, play
from support import patient
from support.circles import depth
from support.example_games import example

from prikup.archive.finished_match import FinishedMatch
from prikup.games import GAMES
from prikup.history.deck_checks import verify
from prikup.history.events import RowEvent
from prikup.history.log import Log
from prikup.history.log_file import read_events
from prikup.server.archive import reading
from prikup.server.http.rate_limits import LIMITS, RateLimit
from prikup.table.protocol.client_messages import ProposeCommand, SitCommand, StartCommand

THREE, FOUR = example(seats=3), example(seats=4)


def problem(answer: httpx.Response) -> tuple[int, str]:
    """Return the status of a response and the key of its reason."""
    return answer.status_code, answer.json()["reason"]["key"]


async def play_match(visitor: Visitor, name: str = THREE, **options: Any) -> tuple[str, list[dict[str, Any]]]:
    """Play a match of one deal (by default) with computer players; return its id and all messages received."""
    table = visitor.table(game=name, bots=True, **{"deals": 1} | options)
    async with visitor.socket(table) as socket:
        return table, [json.loads(text) for text in await play(socket)]


def ids(page: dict[str, Any]) -> list[str]:
    """Return the ids of the matches on a page."""
    return [match["id"] for match in page["matches"]]


def addresses(match: str) -> list[str]:
    """Return every path under which data of a match can be read."""
    return [f"/api/matches/{match}{path}" for path in ("", "/log", "/deals/1", "/deals/1/steps/0", "/deals/1/review")]


# The player's own matches


async def test_archive_lists_own_matches_newest_first_in_pages(vera: Visitor) -> None:
    match_ids = [(await play_match(vera, name))[0] for name in (THREE, FOUR, THREE)]
    page = vera.get("matches")
    assert (ids(page), page["next"], page["total"]) == (match_ids[::-1], "", 3)
    first_page = vera.get("matches?limit=2")
    assert (ids(first_page), first_page["total"]) == (match_ids[:0:-1], 3)
    second_page = vera.get(f"matches?limit=2&cursor={first_page['next']}")
    assert (ids(second_page), second_page["next"]) == (match_ids[:1], "")
    assert problem(vera.http.get("/api/matches?cursor=nonsense")) == (400, "cursor-unreadable")
    assert problem(vera.http.get("/api/matches?limit=many")) == (400, "request-unreadable")
    assert [len(ids(vera.get(f"matches?limit={limit}"))) for limit in (-1, 0, 1, 10**9)] == [1, 1, 1, 3]


async def test_archive_list_applies_all_filters(vera: Visitor) -> None:
    three, messages = await play_match(vera)
    four, _ = await play_match(vera, FOUR)
    (summary,) = vera.get(f"matches?game={THREE}")["matches"]
    opponent = next(seat["name"] for index, seat in enumerate(summary["seats"]) if index != summary["you"])
    for query, expected_ids in (
        (f"game={FOUR}", [four]),
        (f"game={THREE}&preset={summary['options'].split()[0]}", [three]),
        ("preset=nonsense", []),
        ("company=people", []),
        ("company=computers", [four, three]),
        (f"game={THREE}&result={summary['result']}", [three]),
        (f"game={THREE}&player={opponent[:3].upper()}", [three]),
        ("player=%25", []),
    ):
        assert ids(vera.get(f"matches?{query}")) == expected_ids, query
    sheet = next(message for message in reversed(messages) if message["type"] == "sheet")
    assert summary["settlement"] == sheet["settlement"]
    assert float(summary["course"][-1]) == pytest.approx(_number(sheet["settlement"][summary["you"]]), abs=0.01)


def _number(share: str) -> float:
    """Return the points of a text such as "-6 2/3"."""
    total = float(sum(map(Fraction, share.lstrip("+-").split())))
    return -total if share.startswith("-") else total


# Matches opened by their link


async def test_archive_reads_are_limited_by_computing_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading a long match takes the interpreter a tenth of a second each time, so it is charged by the second."""
    monkeypatch.setitem(LIMITS, "work", RateLimit(1e6, 1))  # any computing time exceeds this limit
    with run_server(tmp_path, limited=True, proxy=True) as running, Visitor(running) as vera:
        match, _ = await play_match(vera)
        paths = [f"/api/matches/{match}{path}" for path in ("", "/log", "/deals/1", "/deals/1/tables")]
        for number, path in enumerate((*paths, f"/api/tables/{match}/log")):
            reader = {"x-forwarded-for": f"10.0.0.{number}"}
            first, second = (patient.get(running.url + path, headers=reader) for _ in range(2))
            assert first.is_success, path
            assert problem(second) == (429, "too-many"), path


async def test_long_match_is_read_in_a_worker_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Listing, reading, replaying and comparing a match all happen in a worker process."""

    def read_here(match: FinishedMatch, *_: Any) -> None:
        raise AssertionError("the server's own process reads a match")

    monkeypatch.setattr(reading, "SMALL_BYTES", 0)
    monkeypatch.setattr(FinishedMatch, "__init__", read_here)
    with run_server(tmp_path) as running, Visitor(running) as vera:
        match, _ = await play_match(vera)
        assert ids(vera.get("matches")) == [match]
        for path in (*addresses(match), f"/api/matches/{match}/deals/1/tables", f"/api/tables/{match}/log"):
            assert vera.http.get(path).is_success, path
        assert vera.post(f"matches/{match}/deals/1/play", step=0)["id"]
        assert vera.post(f"matches/{match}/deals/1/tables")["id"]
        for path, body in (("deals/1/play", {"step": 999}), ("deals/9/play", {"step": 0}), ("deals/9/tables", {})):
            assert vera.http.post(f"/api/matches/{match}/{path}", json=body).status_code in (400, 404), path


async def test_finished_match_is_visible_by_link(running: Running, vera: Visitor) -> None:
    match, messages = await play_match(vera)
    with patient.Client(base_url=running.url) as anonymous:
        assert problem(anonymous.get("/api/matches")) == (401, "not-signed-in")
        record = anonymous.get(f"/api/matches/{match}").json()
        sheet = next(message for message in reversed(messages) if message["type"] == "sheet")
        assert record["sheet"] == sheet
        assert (record["you"], record["host"], record["private"]) == (None, False, False)
        assert vera.get(f"matches/{match}")["you"] == 0
        (deal,) = record["deals"]
        assert deal["review"] is None
        assert deal["summary"]["line"] == sheet["lines"][0]
        assert deal["summary"]["settlement"] == sheet["settlement"]
        welcome = next(message for message in messages if message["type"] == "welcome")
        assert {**welcome, "chat": False, "presets": []} == record["table"]
        log = anonymous.get(f"/api/matches/{match}/log")
        events, _, _ = read_events(log.content)
        assert all(deck.right for deck in verify(Log.replay(events)))
        assert anonymous.get(f"/api/tables/{match}/log").content == log.content


async def test_archived_deal_reports_whether_cards_were_played(vera: Visitor) -> None:
    match, _ = await play_match(vera, deals=3)
    for entry in vera.get(f"matches/{match}")["deals"]:
        deal = vera.get(f"matches/{match}/deals/{entry['summary']['deal']}")
        cards = any(step["before"]["public"]["phase"] == "play" for step in deal["steps"])
        assert entry["summary"]["played"] == deal["summary"]["played"] == cards


async def test_archived_deal_lists_steps_with_all_cards(vera: Visitor) -> None:
    match, messages = await play_match(vera)
    deal = vera.get(f"matches/{match}/deals/1")
    (revealed_deck,) = [
        deck for entry in messages if entry["type"] == "opened" for deck in entry["decks"] if not deck["refused"]
    ]
    assert deal["deck"] == revealed_deck
    assert sum(deal["steps"][0]["before"]["hands"]) > 0
    moves = [step["moved"] for step in deal["steps"] if step["moved"]]
    visible_moves = [
        move for entry in messages if entry["type"] == "view" for move in entry["moved"] if move["act"] is not None
    ]
    assert [entry for entry in moves if entry in visible_moves] == visible_moves
    assert all(step["did"] for step in deal["steps"])
    assert deal["end"]["public"]["phase"] == "over"
    for deal_number in (2, 0):
        assert problem(vera.http.get(f"/api/matches/{match}/deals/{deal_number}")) == (404, "no-such-deal")


@pytest.mark.parametrize("name", sorted(GAMES))
async def test_archived_step_question_matches_view_at_table(vera: Visitor, name: str) -> None:
    match, messages = await play_match(vera, name)
    path = f"matches/{match}/deals/1"
    steps = vera.get(path)["steps"]
    you = vera.get("matches")["matches"][0]["you"]
    own_steps = [step_index for step_index, step in enumerate(steps) if step["moved"] and step["moved"]["seat"] == you]
    questions = [vera.get(f"{path}/steps/{step_index}") for step_index in own_steps]
    compared_keys = ("view", "legal", "facts", "ask", "best", "traced", "meanings")
    at_table = [
        {key: entry[key] for key in compared_keys} for entry in messages if entry["type"] == "view" and entry["legal"]
    ]
    for step_index, question in zip(own_steps, questions, strict=True):
        assert {key: question["view"][key] for key in compared_keys} in at_table, step_index
        assert question["seats"]["you"] == you
        hand = steps[step_index]["before"]["hands"][you]
        forbidden_cards = {entry["act"] for entry in question["forbidden"] if hand >> entry["act"] & 1}
        assert forbidden_cards == {card for card in range(52) if hand >> card & 1} - set(question["view"]["legal"])
    for step in (-1, len(steps)):
        assert vera.http.get(f"/api/{path}/steps/{step}").status_code == 404


async def test_private_match_is_visible_to_players_and_owner_only(vera: Visitor, oleg: Visitor) -> None:
    match, _ = await play_match(vera)
    assert problem(oleg.http.patch(f"/api/matches/{match}", json={"private": True})) == (404, "no-such-match")
    assert vera.http.patch(f"/api/matches/{match}", json={"private": True}).json() == {"private": True}
    for address in addresses(match):
        assert problem(oleg.http.get(address)) == (404, "no-such-match")
        assert vera.http.get(address).is_success
    for address in (f"/api/tables/{match}", f"/api/tables/{match}/log"):
        assert problem(oleg.http.get(address)) == (404, "no-such-table")
        assert vera.http.get(address).is_success
    assert problem(oleg.http.post(f"/api/matches/{match}/deals/1/review", json={})) == (404, "no-such-match")
    async with oleg.socket(match) as socket:
        assert (await receive(socket, "goodbye"))["reason"]["key"] == "no-such-table"
    vera.http.patch(f"/api/matches/{match}", json={"private": False})
    assert oleg.http.get(f"/api/matches/{match}").is_success


async def test_hidden_name_is_visible_to_players_only(running: Running, vera: Visitor, oleg: Visitor) -> None:
    match, _ = await play_match(vera)
    you = vera.get(f"matches/{match}")["you"]

    def name(visitor: Visitor) -> str:
        deal = visitor.get(f"matches/{match}/deals/1")["seats"][you]["name"]
        log = Log.replay(read_events(visitor.http.get(f"/api/matches/{match}/log").content)[0])
        assert log.begin.names[you] == (deal or "Guest")
        return str(deal)

    assert vera.get("me/links") == {"hide_name": False}
    assert name(oleg) == "Vera"
    assert vera.http.patch("/api/me/links", json={"hide_name": True}).json() == {"hide_name": True}
    assert vera.get("me/links") == {"hide_name": True}
    assert (name(oleg), name(vera)) == ("", "Vera")
    assert vera.http.get(f"/api/tables/{match}").is_success
    assert problem(oleg.http.get(f"/api/tables/{match}")) == (404, "no-such-table"), "its table would name her"
    assert problem(patient.get(f"{running.url}/api/me/links"))[0] == 401


async def test_match_without_spectators_is_private(running: Running, vera: Visitor) -> None:
    match, _ = await play_match(vera, spectators=False)
    assert vera.get(f"matches/{match}")["private"]
    assert problem(patient.get(f"{running.url}/api/matches/{match}")) == (404, "no-such-match")


# Unfinished matches


async def test_archive_hides_unfinished_match(vera: Visitor, oleg: Visitor) -> None:
    """At every point of a running match the archive answers as for an id that does not exist."""
    rng, player = random.Random(3), Player(1)
    table = vera.table(game=THREE, bots=True, deals=2, delayed=True)
    unknown = [vera.http.get(address) for address in addresses("nothing")]

    def check_same_answers(visitor: Visitor) -> None:
        for address, expected in zip(addresses(table), unknown, strict=True):
            answer = visitor.http.get(address)
            assert (answer.status_code, answer.content) == (expected.status_code, expected.content)
        review_answer = visitor.http.post(f"/api/matches/{table}/deals/1/review", json={})
        assert problem(review_answer) == (404, "no-such-match")
        assert visitor.get("matches")["total"] == 0

    async with vera.socket(table) as socket:
        while player.stage != "over":
            message = msgspec.json.decode(await socket.recv())
            command = player.respond(message)
            if (
                message["type"] == "view" and message["legal"]
            ):  # otherwise the server may already be further than this view
                for visitor in (vera, oleg):
                    if rng.random() < depth(100) / 100:
                        await asyncio.to_thread(check_same_answers, visitor)
            if command:
                await socket.send(msgspec.json.encode(command).decode())
    assert oleg.http.get(f"/api/matches/{table}").is_success


async def _stop_match(visitor: Visitor, table: str, deals: int) -> int:
    """Play until `deals` deals are over, then stop the match at the next prompt; return the hand held then."""
    player, finished_deals, hand = Player(1), 0, 0
    async with visitor.socket(table) as socket:
        async for text in socket:
            message = msgspec.json.decode(text)
            finished_deals = (
                max(finished_deals, len(message["lines"])) if message["type"] == "sheet" else finished_deals
            )
            command = player.respond(message)
            if player.stage == "over":
                return hand
            if message["type"] == "view" and message["legal"] and finished_deals >= deals:
                hand = message["view"]["hand"]
                await say(socket, ProposeCommand("stop-it", "stop"))
            elif command:
                await socket.send(msgspec.json.encode(command).decode())
    raise AssertionError("the connection ended")


async def test_archive_hides_deal_stopped_before_its_end(vera: Visitor) -> None:
    """A match that ends before its first deal does not appear in the archive either."""
    table = vera.table(game=THREE, bots=True)
    await _stop_match(vera, table, 0)
    assert vera.get("matches")["total"] == 0
    for address in addresses(table):
        assert problem(vera.http.get(address)) == (404, "no-such-match")
    table = vera.table(game=THREE, bots=True)
    hand = await _stop_match(vera, table, 1)
    record = vera.get(f"matches/{table}")
    assert len(record["deals"]) == 1
    assert problem(vera.http.get(f"/api/matches/{table}/deals/2")) == (404, "no-such-deal")
    events, _, _ = read_events(vera.http.get(f"/api/matches/{table}/log").content)
    assert isinstance(events[-1], RowEvent)
    assert str(hand) not in vera.http.get(f"/api/matches/{table}/deals/1").text


# Deleted accounts


async def test_deleted_account_has_no_name_in_matches_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("prikup.server.retention.FIRST_AFTER", 0.0)
    with run_server(tmp_path) as running, Visitor(running, "Zinaida") as zina, Visitor(running, "Oleg") as oleg:
        match = zina.table(game=THREE, deals=1)
        async with zina.socket(match) as zina_socket, oleg.socket(match) as oleg_socket:
            await receive(zina_socket, "seats")
            await say(oleg_socket, SitCommand(1))
            while not (await receive(zina_socket, "seats"))["seats"][1]:
                pass
            await say(zina_socket, StartCommand())
            await asyncio.gather(play(zina_socket), play(oleg_socket))
        zina.post("account", name="Zinaida", password="correct horse")
        assert problem(zina.http.post("/api/account/deletion", json={"password": "wrong"})) == (400, "password-wrong")
        assert "Zinaida" in oleg.http.get("/api/matches").text
        zina.post("account/deletion", password="correct horse")
        assert zina.recognised_user() is None
        for address in ("/api/matches", *addresses(match), f"/api/tables/{match}/log"):
            answer = oleg.http.get(address)
            assert answer.is_success
            assert "Zinaida" not in answer.text
        (summary,) = oleg.get("matches")["matches"]
        assert [seat["name"] for seat in summary["seats"]][:2] == ["", "Oleg"]
        assert problem(oleg.http.post("/api/login", json={"name": "Zinaida", "password": "correct horse"}))[0] == 400
    with run_server(tmp_path) as running:
        until(lambda: '"event":"deleted"' in running.journal)
        assert '"guests":1' in running.journal
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as file:
        rows = file.execute("SELECT events FROM moves UNION ALL SELECT summary FROM matches").fetchall()
        assert rows
        assert not [events for (events,) in rows if b"Zinaida" in events]
        assert file.execute("SELECT count(*) FROM people").fetchone() == (1,)
