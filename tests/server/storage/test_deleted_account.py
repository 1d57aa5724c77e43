"""An account that did everything is deleted: its traces go at once, or with the matches in which it played."""

import asyncio

import pytest
from server.ratings.test_due_matches import store_rated_match
from server.turn_based.test_long_match import GAME, begin_match
from server.turn_based.turn_server import HOUR_S, TurnServer, turn_server
from sqlalchemy import insert, select

from prikup.server.accounts.accounts import Accounts, User
from prikup.server.accounts.blocks import UserBlocks
from prikup.server.accounts.friends import Friends
from prikup.server.archive.matches import Archive
from prikup.server.notices.friend_notices import note_call, note_request
from prikup.server.retention import Retention, RetentionPeriods
from prikup.server.storage.deletion import delete_person
from prikup.server.storage.sql_tables import metadata, people
from prikup.server.worker_processes import WorkerProcesses
from prikup.table.table_settings import TurnLimits
from prikup.terminal.cli.app import run

GONE = "vera"
"""The id of the deleted account, which is also the beginning of its mail address and, with a capital, its name."""
JOURNAL = "audit"
LIMITS = TurnLimits(4, 0)


async def rows_with_account(server: TurnServer) -> dict[str, list[str]]:
    """Return the rows that contain the id, the name or the mail address of the account, by database table.

    All columns are searched, also those with JSON. The journal is left out.
    """
    found: dict[str, list[str]] = {}
    async with server.database.reading() as connection:
        for table in metadata.sorted_tables:
            texts = [repr(tuple(row)) for row in await connection.execute(select(table))]
            rows = [text for text in texts if GONE in text.lower()]
            if rows and table.name != JOURNAL:
                found[table.name] = rows
    return found


async def play_to_end(server: TurnServer, table_id: str) -> None:
    """Play a turn-based match to its end. A computer player decides for the account, which is away."""
    while not (log := (await server.state(table_id)).log) or not log.over:
        if (decision := await server.next_decision(table_id)) is None:
            await server.advance(1)
        elif decision.user == GONE:
            await server.advance(LIMITS.hours * HOUR_S)
            await server.wait_for_answer(table_id, decision)
        else:
            await server.act(table_id, decision.user)


async def archive_matches(server: TurnServer) -> None:
    """Put the finished matches into the archive and rate them, and remove all tables from memory."""
    archive = Archive(server.store, WorkerProcesses())
    await archive.catch_up()
    await archive.wait_until_current()
    await server.restart()


async def do_hourly_deletion(server: TurnServer) -> None:
    accounts = Accounts(server.database, server.now_ms)
    await Retention(
        server.database, accounts, server.registry, RetentionPeriods(), lambda: server.present, server.now_ms
    ).round()


async def leave_traces(server: TurnServer, table_id: str) -> None:
    """Let the account have a friend, a block, a mail address and wishes, and let it call its friend to a table.

    Also let it send a friend request that stays open.
    """
    friends = Friends(server.database, server.now_ms, note_call=note_call, note_request=note_request)
    await friends.ask_by_name(GONE, "Anna")
    await friends.answer("anna", "Vera", yes=True)
    await friends.call(User(GONE, "Vera", guest=False), "Anna", table_id, GAME)
    await friends.ask_person(GONE, "oleg", "Oleg")
    await UserBlocks(server.database).add("boris", GONE, "Vera", "")
    await server.channels.prove_address(await server.channels.set_address(GONE, f"{GONE}@example.org", "en"))


async def test_deleted_account_is_in_no_row_but_those_of_the_journal(
    url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("prikup.server.retention.PAUSE", 0.0)
    async with turn_server(url) as server:
        server.entropy_names[GONE] = "text"
        running = await begin_match(server, limits=LIMITS, deals=1)
        while (decision := await server.wait_for_decision(running)).user != GONE:
            await server.act(running, decision.user)
        await server.act(running, GONE)
        async with server.database.writing() as connection:
            await connection.execute(insert(people), [{"id": "oleg", "name": "Oleg", "since": 1}])
        await store_rated_match(server.store, "rated", server.now_ms())
        await leave_traces(server, running)
        await archive_matches(server)
        found_before = await rows_with_account(server)
        assert found_before.keys() >= {"mail_addresses", "friends", "notices", "ratings", "match_seats", "moves"}

        async with server.database.writing() as connection:
            await delete_person(connection, GONE, server.now_ms())
        await do_hourly_deletion(server)
        found = await rows_with_account(server)
        assert found.keys() <= {"people", "seats", "turns", "tables", "moves"}
        is_running = [running in row for name, rows in found.items() if name != "people" for row in rows]
        assert all(is_running), "nothing is left of the match that is over"

        await play_to_end(server, running)
        await archive_matches(server)
        await do_hourly_deletion(server)
        assert await rows_with_account(server) == {}
        for command in (["tables", "--check"], ["turns", "--check"], ["ratings", "--check"], ["statistics", "--kept"]):
            code = await asyncio.to_thread(run, [*command, "--database", url, "--language", "en"])
            assert code == 0, capsys.readouterr().out
