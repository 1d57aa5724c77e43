"""How the lobby sends changes to many WebSockets."""

import asyncio
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from server.still_time import StillTime
from support.example_games import example

from prikup.rules.errors import Reason
from prikup.server.accounts.accounts import LoginSession
from prikup.server.lobby.lobby import PUSHED_AT_ONCE, Lobby
from prikup.server.lobby.rows import LobbyFilter, LobbyTables, PersonKeys, StoredTable
from prikup.server.metrics import Metrics
from prikup.table.state.summary import Summary
from prikup.table.table_settings import TableSettings, TurnLimits

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


def test_row_names_people_who_are_often_absent_once() -> None:
    settings = TableSettings(GAME, "", open=True, host="vera", turns=TurnLimits(24, 72))
    summary = Summary("open", 1, ("Vera", "Boris", None), (), ("vera", "boris", ""), host_name="Vera")
    table = StoredTable("t1", settings, summary, {}, frozenset({"vera", "boris", "clara"}))
    (row,) = LobbyTables([table], [], PersonKeys(b"secret"), 1).rows
    assert row.often_absent == ("Vera", "Boris")
