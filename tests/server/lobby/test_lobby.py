"""How the lobby sends changes to many WebSockets."""

import asyncio
from collections import Counter
from collections.abc import Collection, Iterable
from contextlib import nullcontext
from dataclasses import dataclass, field
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from server.still_time import StillTime
from support.example_games import example
from support.waiting import eventually

from prikup.api.lobby import MAX_WATCHED, WatchRow
from prikup.rules.errors import Reason
from prikup.server.accounts.accounts import LoginSession, User
from prikup.server.lobby import lobby as lobby_module
from prikup.server.lobby.lobby import LOAD_EVERY, PUSHED_AT_ONCE, WATCH_FOR, Lobby
from prikup.server.lobby.rows import LobbyFilter, LobbyTables, PersonKeys, StoredTable, choose_matches
from prikup.server.metrics import Metrics
from prikup.server.storage.pairing_rows import LaneActivity
from prikup.table.state.summary import Summary
from prikup.table.table_settings import Pairing, TableSettings, TurnLimits

GAME, OTHER_GAME = example(seats=3), example(seats=4)
TABLE = StoredTable(
    "t1", TableSettings(GAME, "", open=True), Summary("open", 1, ("Vera", None, None), (), ("vera", "", "")), {}
)


@dataclass(eq=False)
class Reader:
    """A WebSocket that counts the changes that it is sent."""

    wanted: LobbyFilter | None = field(default_factory=LobbyFilter)
    session: LoginSession | None = None
    pushes: int = 0

    def renew(self, session: LoginSession) -> None:
        self.session = session

    def send(self, data: bytes) -> None:
        """Take a message."""

    def send_changes(self, data: bytes) -> None:
        self.pushes += 1

    def close(self, code: int, reason: Reason) -> None:
        raise AssertionError(reason)


def lobby_with(readers: list[Reader]) -> Lobby:
    """Return a lobby whose readers have been sent an empty list, and in which a table has been opened since."""
    unused: Any = None
    lobby = Lobby(unused, b"secret", Metrics(), StillTime(), lambda: 1, unused, unused, unused)
    for reader in readers:
        lobby.join(reader)
    lobby._tables = LobbyTables([TABLE], [], PersonKeys(b"secret"), lobby._day)
    return lobby


async def test_lobby_lets_others_act_while_it_sends_changes_to_many() -> None:
    readers = [Reader() for _ in range(10 * PUSHED_AT_ONCE)]
    sent_counts: list[int] = []

    async def act() -> None:
        while not sent_counts or sent_counts[-1] < len(readers):
            sent_counts.append(sum(reader.pushes for reader in readers))
            await asyncio.sleep(0)  # real time: none passes; lets the lobby go on

    acting = asyncio.create_task(act())
    await lobby_with(readers)._push()
    await acting
    assert all(reader.pushes == 1 for reader in readers)
    steps = [later - earlier for earlier, later in pairwise(sent_counts)]
    assert max(steps) <= 2 * PUSHED_AT_ONCE


async def test_lobby_sends_no_changes_to_readers_who_leave_or_choose_another_filter_meanwhile() -> None:
    readers = [Reader() for _ in range(2 * PUSHED_AT_ONCE)]
    lobby = lobby_with(readers)
    pushing = asyncio.create_task(lobby._push())
    await asyncio.sleep(0)  # real time: none passes; lets the lobby send to the first readers
    lobby.leave(readers[-1])
    readers[-2].wanted = LobbyFilter(frozenset({OTHER_GAME}))
    await pushing
    assert [reader.pushes for reader in readers] == [1] * (len(readers) - 2) + [0, 0]


class LobbyData:
    """The data that a lobby loads. While `held` has an event, the next result waits for it, and `is_held` is set."""

    def __init__(self) -> None:
        self.tables: list[StoredTable] = []
        self.matches: list[StoredTable] = []
        self.blocked: dict[str, list[str]] = {}
        self.held: list[asyncio.Event] = []
        self.is_held = asyncio.Event()

    async def load(self, data: list[Any]) -> list[Any]:
        """Return the data as they are at the time of the call."""
        data = list(data)
        if self.held:
            self.is_held.set()
            await self.held.pop().wait()
        return data


def lobby_of(data: LobbyData, monkeypatch: pytest.MonkeyPatch) -> tuple[Lobby, StillTime]:
    """Return a lobby that loads these data, and its clock."""
    database: Any = SimpleNamespace(reading=nullcontext)
    monkeypatch.setattr(lobby_module, "load_open_tables", lambda *_: data.load(data.tables))
    monkeypatch.setattr(lobby_module, "load_watchable_tables", lambda *_: data.load(data.matches))
    keeper = StillTime()

    async def active(tables: Collection[str]) -> set[str]:
        return set(tables)

    async def blocked(user: str) -> list[str]:
        return await data.load(data.blocked.get(user, []))

    async def activity() -> LaneActivity:
        return LaneActivity({}, {})

    return Lobby(database, b"secret", Metrics(), keeper, lambda: 1, active, blocked, activity), keeper


class Page(Reader):
    """A WebSocket that shows what it is sent."""

    def __init__(self, user: str = "") -> None:
        super().__init__(None, LoginSession(User(user, user, False), "token") if user else None)
        self.rows: set[str] = set()
        self.matches: list[str] = []
        self.blocked: list[list[str]] = []

    def send(self, data: bytes) -> None:
        message = msgspec.json.decode(data)
        match message["type"]:
            case "lobby":
                self.rows = {row["id"] for row in message["rows"]}
                self.matches = [row["id"] for row in message["watch"]]
            case "blocked":
                self.blocked.append(message["keys"])

    def send_changes(self, data: bytes) -> None:
        message = msgspec.json.decode(data)
        self.rows = (self.rows | {row["id"] for row in message["set"]}).difference(message["gone"])


async def test_first_two_pages_that_come_at_once_show_same_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    data = LobbyData()
    lobby, keeper = lobby_of(data, monkeypatch)
    first, second = Page(), Page()
    await lobby.view(LobbyFilter())  # a request has just loaded the tables
    keeper.advance(WATCH_FOR)
    data.held = [matches_loaded := asyncio.Event()]
    async with asyncio.TaskGroup() as group:
        for page in (first, second):
            lobby.join(page)
        first_showing = group.create_task(lobby.show(first, LobbyFilter()))
        await data.is_held.wait()  # it has the tables and waits for the matches to watch
        keeper.advance(LOAD_EVERY)
        data.tables = [TABLE]
        lobby.changed()
        data.held, data.is_held = [tables_loaded := asyncio.Event()], asyncio.Event()
        group.create_task(lobby.show(second, LobbyFilter()))
        await data.is_held.wait()
        matches_loaded.set()
        await first_showing
        tables_loaded.set()
    await lobby._push()
    assert first.rows == second.rows == {TABLE.id}


async def test_page_that_comes_while_matches_to_watch_are_loaded_shows_them(monkeypatch: pytest.MonkeyPatch) -> None:
    data = LobbyData()
    data.matches = [TABLE]
    lobby, _ = lobby_of(data, monkeypatch)
    pages = [Page(), Page()]
    for page in pages:
        lobby.join(page)
        page.wanted = LobbyFilter()
    data.held = [loaded := asyncio.Event()]
    async with asyncio.TaskGroup() as group:
        group.create_task(lobby.show(pages[0], LobbyFilter()))
        await data.is_held.wait()
        other = group.create_task(lobby.show(pages[1], LobbyFilter()))
        await asyncio.sleep(0)  # real time: none passes; lets the second page ask
        loaded.set()
        await other
    assert [page.matches for page in pages] == [[TABLE.id], [TABLE.id]]


async def test_blocked_people_that_were_read_before_a_change_are_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    data = LobbyData()
    lobby, _ = lobby_of(data, monkeypatch)
    page = Page("vera")
    lobby.join(page)
    await lobby.show(page, LobbyFilter())
    data.held = [was_read := asyncio.Event()]
    data.blocked["vera"] = ["boris"]
    async with asyncio.TaskGroup() as group:
        group.create_task(lobby.blocks_changed("vera"))
        await data.is_held.wait()
        data.blocked["vera"] = ["boris", "oleg"]
        await lobby.blocks_changed("vera")
        was_read.set()
    assert len(page.blocked[-1]) == 2


async def test_page_is_sent_blocked_people_when_they_change_on_another_server(monkeypatch: pytest.MonkeyPatch) -> None:
    data = LobbyData()
    lobby, _ = lobby_of(data, monkeypatch)
    vera, oleg = pages = (Page("vera"), Page("oleg"))
    for page in pages:
        lobby.join(page)
        await lobby.show(page, LobbyFilter())
    work = asyncio.create_task(lobby.run_blocks())
    data.blocked["vera"] = ["boris"]
    lobby.hear_of_blocks(["vera", "oleg", "nina"])
    await eventually(lambda: len(vera.blocked) == 2)
    data.blocked["oleg"] = ["boris"]
    lobby.hear_of_blocks(None)  # notices may have been missed
    await eventually(lambda: oleg.blocked[-1])
    assert [len(page.blocked) for page in pages] == [2, 2], "a message without news would reveal a block to the blocked"
    work.cancel()


def test_row_names_people_who_are_often_absent_once() -> None:
    settings = TableSettings(GAME, "", open=True, host="vera", turns=TurnLimits(24, 72))
    summary = Summary("open", 1, ("Vera", "Boris", None), (), ("vera", "boris", ""), host_name="Vera")
    table = StoredTable("t1", settings, summary, {}, frozenset({"vera", "boris", "clara"}))
    (row,) = LobbyTables([table], [], PersonKeys(b"secret"), 1).rows
    assert row.often_absent == ("Vera", "Boris")


def test_match_whose_entry_lacks_its_people_is_shown_by_its_names() -> None:
    settings = TableSettings(GAME, "", pairing=Pairing("lane", 0, "seed"))
    table = StoredTable("t1", settings, Summary("deal", 1, ("Vera", "Boris", "Clara"), ()), {})
    (row,) = LobbyTables([], [table], PersonKeys(b"secret"), 1).watch
    assert (row.seats, row.keys) == ((("Vera", None), ("Boris", None), ("Clara", None)), ())


def running_match(number: int, game: str = GAME, *, ratings: tuple[int, ...] = (), rated: bool = False) -> StoredTable:
    """Return a match of three people, the first of whom have these ratings."""
    users = ("vera", "boris", "clara")
    summary = Summary("deal", 1, users, (), users, rated=rated)
    shown_ratings = {user: (rating, 50, False) for user, rating in zip(users, ratings, strict=False)}
    return StoredTable(f"t{number}", TableSettings(game, "", open=True, rated=rated), summary, shown_ratings)


def ids(matches: Iterable[StoredTable | WatchRow]) -> list[str]:
    return [match.id for match in matches]


def test_matches_to_watch_are_ordered_by_mean_rating_then_newest_first() -> None:
    newest_first = [
        running_match(1, ratings=(3000, 3000, 3000)),
        running_match(2, ratings=(1500, 1500, 1500), rated=True),
        running_match(3, ratings=(1900,), rated=True),
        running_match(4, ratings=(1600, 1700, 1800), rated=True),
        running_match(5, rated=True),
        running_match(6),
    ]
    assert ids(choose_matches(newest_first)) == ["t4", "t3", "t2", "t5", "t1", "t6"]


def test_list_has_20_matches_of_each_game_to_watch() -> None:
    many = MAX_WATCHED + 5
    newest_first = [
        running_match(number, game, rated=number % 2 == 0) for number in range(2 * many) for game in (GAME, OTHER_GAME)
    ]
    tables = LobbyTables([], choose_matches(newest_first), PersonKeys(b"secret"), 1)
    for wanted, expected in (
        (LobbyFilter(), {GAME: MAX_WATCHED, OTHER_GAME: MAX_WATCHED}),
        (LobbyFilter(frozenset({GAME})), {GAME: MAX_WATCHED}),
        (LobbyFilter(rated=False), {GAME: MAX_WATCHED, OTHER_GAME: MAX_WATCHED}),
    ):
        shown = tables.shown_matches(wanted)
        assert Counter(match.game for match in shown) == expected
        assert {match.rated for match in shown} == {wanted.rated is None}
