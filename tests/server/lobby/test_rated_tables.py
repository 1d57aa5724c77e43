"""Rated tables through a server: who opens them, what keeps a match from being rated, and a whole rated match."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, closing
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server.server_thread import HASTY, Running, Visitor, problem, receive, run_server, say
from server.still_time import StillTime
from support.example_games import example
from support.waiting import DEADLINE_S, eventually, until

from prikup.server.ratings.rating_check import RatingCheck, check_ratings
from prikup.server.services import RATE_EVERY
from prikup.server.storage.match_summary import StoredMatchSummary
from prikup.table.host.storage import NotRead
from prikup.table.protocol.client_messages import ProposeCommand, SitCommand

THREE = example(seats=3)
NAMES = ("Anna", "Boris", "Clara")
RATED = {"open": True, "rated": True, "clock": [180_000, 8_000], "deals": 8}
DAY_MS = 86_400_000


@pytest.fixture
def clock() -> StillTime:
    return StillTime()


@pytest.fixture
def running(tmp_path: Path, clock: StillTime) -> Iterator[Running]:
    clock.advance(1_700_000_000)
    with run_server(tmp_path, HASTY, keeper=clock) as running:
        yield running


@pytest.fixture
def people(running: Running) -> Iterator[list[Visitor]]:
    with ExitStack() as stack:
        yield [stack.enter_context(Visitor(running, name, f"127.0.0.{n}")) for n, name in enumerate(NAMES, 2)]


@pytest.fixture
def neighbours(running: Running) -> Iterator[list[Visitor]]:
    """Return people of whom the first and the last have one network address."""
    with ExitStack() as stack:
        homes = zip(NAMES, (2, 3, 2), strict=True)
        yield [stack.enter_context(Visitor(running, name, f"127.0.0.{home}")) for name, home in homes]


def open_account(visitor: Visitor, name: str) -> None:
    visitor.post("account", name=name, password="a long password")


def establish(folder: Path, visitor: Visitor) -> None:
    """Make the account of a visitor old, with three finished matches that had another person."""
    person = visitor.me["id"]
    with closing(sqlite3.connect(folder / "tables.sqlite", timeout=DEADLINE_S)) as database, database:
        database.execute("UPDATE people SET since = 1 WHERE id = ?", (person,))
        database.execute("UPDATE audit SET at = 1 WHERE person = ?", (person,))
        for number in range(3):
            table = f"{person}-{number}"
            database.execute(
                "INSERT INTO tables (id, settings, host, opened, over) VALUES (?, '{}', '', 0, 1)", (table,)
            )
            database.execute(
                "INSERT INTO matches (table_id, host, ended, game, preset, deals, private, summary)"
                " VALUES (?, '', 0, ?, '', 1, 0, ?)",
                (table, THREE, msgspec.json.encode(StoredMatchSummary("", (), (), ()))),
            )
            for seat, user in enumerate((person, "somebody")):
                database.execute(
                    "INSERT INTO match_seats (table_id, seat, person, name, folded, level, result, ended)"
                    " VALUES (?, ?, ?, '', '', '', 'won', 0)",
                    (table, seat, user),
                )


def test_only_established_accounts_open_rated_tables(running: Running, people: list[Visitor], tmp_path: Path) -> None:
    anna = people[0]
    assert problem(anna.http.post("/api/tables", json=RATED | {"game": THREE})) == (403, "account-needed")
    open_account(anna, "Anna")
    assert problem(anna.http.post("/api/tables", json=RATED | {"game": THREE})) == (403, "account-young")
    establish(tmp_path, anna)
    table = anna.table(**RATED, game=THREE)
    (row,) = anna.get("lobby?rated=true")["rows"]
    assert (row["id"], row["rated"], row["wants"]) == (table, True, {"accounts": True})
    assert anna.get("lobby?rated=false")["rows"] == []


SETTINGS: dict[str, list[Any]] = {
    "open": [True, False],
    "bots": [False, True],
    "coach": [False, True],
    "clock": [[180_000, 8_000], [59_000, 8_000], [180_000, 2_999], None],
    "deals": [8, 7, 0],
    "level": ["rule", "master"],
    "minutes": [0, 15],
    "turns": [None, {"hours": 24}],
}


def test_no_other_settings_open_a_rated_table(running: Running, people: list[Visitor], tmp_path: Path) -> None:
    """A script tries all combinations of settings: only those that the rules of rated tables allow are opened."""
    anna = people[0]
    open_account(anna, "Anna")
    establish(tmp_path, anna)
    running.services.rate_limits._limits = {}
    opened, refused = 0, set()
    for values in product(*SETTINGS.values()):
        request = dict(zip(SETTINGS, values, strict=True)) | {"game": THREE, "rated": True}
        answer = anna.http.post("/api/tables", json=request)
        is_allowed = (
            request["open"]
            and not request["bots"]
            and not request["coach"]
            and request["clock"] == [180_000, 8_000]
            and request["deals"] != 7
            and request["level"] == "rule"
            and request["turns"] is None
        )
        assert answer.is_success == is_allowed, request
        if answer.is_success:
            opened += 1
        else:
            refused.add((answer.status_code, answer.json()["reason"]["key"]))
    assert opened == 4
    assert refused == {(409, "not-rated"), (400, "open-excludes"), (400, "turns-exclude")}
    for extra in ("seed", "given", "reserved", "pairing", "imported"):
        answer = anna.http.post("/api/tables", json=RATED | {"game": THREE, extra: "x"})
        assert answer.status_code == 400, "no request has this field"


def test_two_people_of_one_address_play_an_unrated_match(
    running: Running, neighbours: list[Visitor], tmp_path: Path
) -> None:
    assert reason_to_play_unrated(neighbours, tmp_path) == "address"


def test_two_people_of_one_browser_play_an_unrated_match(
    running: Running, people: list[Visitor], tmp_path: Path
) -> None:
    for visitor, browser in zip(people, ("first", "second", "first"), strict=True):
        visitor.browser = browser
    assert reason_to_play_unrated(people, tmp_path) == "device"


def reason_to_play_unrated(people: list[Visitor], folder: Path) -> str:
    """Return why a match at a rated table that the first of these people opens begins unrated."""
    for visitor, name in zip(people, NAMES, strict=True):
        open_account(visitor, name)
    establish(folder, people[0])

    async def play() -> str:
        table = people[0].table(**RATED | {"starts": "host"}, game=THREE)
        async with AsyncExitStack() as stack:
            sockets = [await stack.enter_async_context(visitor.socket(table)) for visitor in people]
            for seat, socket in enumerate(sockets):
                if seat:
                    await say(socket, SitCommand(seat))
            while None in (seats := await receive(sockets[0], "seats"))["seats"]:
                pass
            assert seats["rated"]
            await sockets[0].send('{"type": "start"}')
            while (seats := await receive(sockets[0], "seats"))["stage"] == "open":
                pass
            assert seats["rated"] == (seats["unrated"] == "")
            return str(seats["unrated"])

    return asyncio.run(play())


def test_rated_match_of_a_lane_changes_ratings(
    running: Running, clock: StillTime, people: list[Visitor], tmp_path: Path
) -> None:
    """Three accounts are brought together; all resign, so that the match ends, and they are sent their ratings."""
    for visitor, name in zip(people, NAMES, strict=True):
        open_account(visitor, name)
    table = paired_table_of(running, clock, people)

    async def play() -> None:
        async with AsyncExitStack() as stack:
            sockets = [await stack.enter_async_context(visitor.socket(table)) for visitor in people]
            while (seats := await receive(sockets[0], "seats"))["stage"] == "open":
                pass
            assert (seats["rated"], seats["unrated"]) == (True, "")
            for number, socket in enumerate(sockets):
                await say(socket, ProposeCommand(f"r{number}", "resign"))
                await receive(socket, "receipt")
            while not (seats := await receive(sockets[0], "seats"))["ratings"]:
                pass
            assert seats["stage"] == "over"
            assert [effect["before"] for effect in seats["ratings"]] == [1500] * 3
        async with people[0].socket(table) as socket:
            seats = await receive(socket, "seats")
            assert len(seats["ratings"]) == 3 or len((await receive(socket, "seats"))["ratings"]) == 3

    asyncio.run(play())
    journal = journal_kinds(tmp_path)
    assert journal.count("forfeited") == 3
    until(lambda: asyncio.run(check_ratings(f"sqlite:///{tmp_path}/tables.sqlite")) == RatingCheck(1, ""))


def test_ratings_of_a_match_that_is_rated_late_are_shown_at_its_table(
    running: Running, clock: StillTime, people: list[Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail() -> None:
        raise NotRead("the database fails")

    async def play() -> None:
        async with AsyncExitStack() as stack:
            sockets = [await stack.enter_async_context(visitor.socket(table)) for visitor in people]
            while (await receive(sockets[0], "seats"))["stage"] == "open":
                pass
            for number, socket in enumerate(sockets):
                await say(socket, ProposeCommand(f"r{number}", "resign"))
                await receive(socket, "receipt")
            while (seats := await receive(sockets[0], "seats"))["stage"] != "over":
                pass
            await eventually(lambda: "not-rated" in running.journal)
            assert not seats["ratings"]
            patch.undo()
            clock.advance(RATE_EVERY)
            assert len((await receive(sockets[0], "seats"))["ratings"]) == 3

    for visitor, name in zip(people, NAMES, strict=True):
        open_account(visitor, name)
    table = paired_table_of(running, clock, people)
    with monkeypatch.context() as patch:
        patch.setattr(running.services.archive._due_matches, "rate", fail)
        asyncio.run(play())


def test_accounts_of_one_address_find_an_unrated_match_beside_a_guest(
    running: Running, clock: StillTime, neighbours: list[Visitor]
) -> None:
    for visitor, name in ((neighbours[0], "Anna"), (neighbours[2], "Clara")):
        open_account(visitor, name)
    assert not find_table_for(running, clock, neighbours)["rated"]


def test_pairing_of_accounts_who_come_from_one_address_is_unrated(
    running: Running, clock: StillTime, people: list[Visitor]
) -> None:
    """People may look for a table from two networks, and open it from one."""
    for visitor, name in zip(people, NAMES, strict=True):
        open_account(visitor, name)
    table = paired_table_of(running, clock, people)
    for visitor in people:
        visitor.local = people[0].local

    async def play() -> None:
        async with AsyncExitStack() as stack:
            sockets = [await stack.enter_async_context(visitor.socket(table)) for visitor in people]
            while (seats := await receive(sockets[0], "seats"))["stage"] == "open":
                pass
            assert (seats["rated"], seats["unrated"]) == (False, "address")

    asyncio.run(play())


def journal_kinds(folder: Path) -> list[str]:
    with closing(sqlite3.connect(folder / "tables.sqlite")) as database:
        return [kind for (kind,) in database.execute("SELECT kind FROM audit")]


def paired_table_of(running: Running, clock: StillTime, people: list[Visitor]) -> str:
    """Let people look for a table until it is found, and return its id."""
    found = find_table_for(running, clock, people)
    assert found["rated"]
    return str(found["table"])


def find_table_for(running: Running, clock: StillTime, people: list[Visitor]) -> dict[str, Any]:
    """Let people look for a table until it is found, and return what they were sent."""
    from server.lobby.test_quick_pairing import find_table

    async def find() -> dict[str, Any]:
        async with AsyncExitStack() as stack:
            _, found = await find_table(running, clock, people, stack)
            return found[0]

    return asyncio.run(find())


def test_analysis_is_refused_during_a_deal_of_a_rated_match(
    running: Running, clock: StillTime, people: list[Visitor]
) -> None:
    for visitor, name in zip(people, NAMES, strict=True):
        open_account(visitor, name)
    table = paired_table_of(running, clock, people)
    assert people[0].http.post("/api/analyse", json={"text": "x"}).is_success

    async def play() -> None:
        async with AsyncExitStack() as stack:
            sockets = [await stack.enter_async_context(visitor.socket(table)) for visitor in people]
            while (await receive(sockets[0], "seats"))["stage"] != "deal":
                pass
            for visitor in people:
                assert problem(visitor.http.post("/api/analyse", json={"text": "x"})) == (403, "rated-now")
            await say(sockets[0], ProposeCommand("r", "resign"))
            await receive(sockets[0], "receipt")
            assert people[0].http.post("/api/analyse", json={"text": "x"}).is_success

    asyncio.run(play())
