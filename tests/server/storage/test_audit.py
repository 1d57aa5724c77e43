import asyncio
import re
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace
from server.server_thread import Visitor, run_server, say
from server.socket_player import play
from sqlalchemy import select
from support.example_games import example

from prikup.server.accounts.accounts import Accounts
from prikup.server.accounts.errors import AccountError
from prikup.server.storage import audit
from prikup.server.storage.database import Database
from prikup.server.storage.event_store import SqlEventStore
from prikup.server.storage.sql_tables import audit as rows
from prikup.table.host.storage import AuditNote, Commit, NewTableRecord, NotWritten
from prikup.table.protocol.client_messages import ChatCommand, SitCommand, StandCommand, StartCommand

DOCUMENT = Path(__file__).parents[3] / "docs" / "server.md"
THREE = example(seats=3)
SEATED_NOTE, LEFT_NOTE = (
    AuditNote("seated", "anna", {"seat": 1, "name": "Anna"}),
    AuditNote("stood", "anna", {"seat": 1}, by="host"),
)


async def entries(database: Database, table: str = "", person: str = "", start_ms: int = 0) -> list[audit.AuditRow]:
    async with database.reading() as connection:
        return [row async for row in audit.read(connection, table=table, person=person, since_ms=start_ms)]


async def test_audit_notes_are_stored_with_their_commit_or_not_at_all(url: str) -> None:
    store = await SqlEventStore.open(url)
    for table in "ab":
        await store.create(NewTableRecord(table, b"{}", "host"))
    commit = Commit("a", 1, b"[]", at=5, notes=(SEATED_NOTE, LEFT_NOTE))
    await store.write(commit)
    with pytest.raises(NotWritten):
        await store.write(commit)
    outcomes = await asyncio.gather(
        store.write(replace(commit, seq=2, at=7, notes=(SEATED_NOTE,))),
        store.write(replace(commit, table="b", at=8, notes=(SEATED_NOTE,))),
        store.write(replace(commit, table="missing")),
        return_exceptions=True,
    )
    assert [type(entry) for entry in outcomes] == [type(None), type(None), NotWritten]
    audit_rows = await entries(store.database)
    assert [(entry.at, entry.kind, entry.table, entry.person, entry.by) for entry in audit_rows] == [
        (5, "seated", "a", "anna", None),
        (5, "stood", "a", "anna", "host"),
        (7, "seated", "a", "anna", None),
        (8, "seated", "b", "anna", None),
    ]
    assert [entry.facts for entry in audit_rows[:2]] == [{"seat": 1, "name": "Anna"}, {"seat": 1}]
    assert [entry.at for entry in await entries(store.database, table="a", start_ms=6)] == [7]
    assert [entry.at for entry in await entries(store.database, person="host")] == [5]
    assert await entries(store.database, person="boris") == []
    await store.close()


async def test_audit_records_rename_once_with_both_names(url: str) -> None:
    database = await Database.open(url)
    accounts = Accounts(database, lambda: 2_000_000_000_000)
    vera, _ = await accounts.create_guest("Vera")
    boris, _ = await accounts.create_guest("Boris")
    await accounts.open_account(boris, "Boris", "correct horse")
    vera = await accounts.rename(vera, "Wera")
    await accounts.rename(vera, "Wera")
    for bad_name in ("", "x" * 50):
        with pytest.raises(AccountError):
            await accounts.rename(vera, bad_name)
    vera = await accounts.open_account(vera, "Vera B", "correct horse")
    with pytest.raises(AccountError):
        await accounts.open_account(vera, "Vera C", "correct horse")
    await accounts.change_password(vera, "", "correct horse", "another horse")
    with pytest.raises(AccountError):
        await accounts.change_password(vera, "", "correct horse", "another horse")
    audit_rows = await entries(database, person=vera.id)
    assert [(row.kind, row.facts) for row in audit_rows] == [
        ("renamed", {"from": "Vera", "to": "Wera"}),
        ("account-opened", {"from": "Wera", "to": "Vera B"}),
        ("password-changed", {}),
    ]
    assert {(row.name, row.at) for row in audit_rows} == {("Vera B", 2_000_000_000_000)}
    await database.close()


async def test_audit_of_match_contains_seats_but_no_cards_or_chat(tmp_path: Path) -> None:
    chat, name, password = "a-word-among-friends", "Verotschka", "correct horse battery"
    with run_server(tmp_path) as running, Visitor(running, name) as vera:
        table = vera.table(game=THREE, deals=2, level="random")
        async with vera.socket(table) as socket:
            for message in (StandCommand(), SitCommand(2), ChatCommand(chat), StartCommand()):
                await say(socket, message)
            messages = await play(socket)
        vera.post("account", name=name, password=password)
    audit_rows, journal_text = await _read_audit(tmp_path)
    assert [(row.kind, row.table) for row in audit_rows] == [
        ("seated", table),
        ("stood", table),
        ("seated", table),
        ("account-opened", None),
    ]
    assert [row.facts for row in audit_rows[:3]] == [{"seat": 0, "name": name}, {"seat": 0}, {"seat": 2, "name": name}]
    assert {row.person for row in audit_rows} == {vera.me["id"]}
    assert any(chat in text for text in messages)
    assert any('"hand"' in text for text in messages)
    for random_id in (table, vera.me["id"]):  # which may contain any short word
        journal_text = journal_text.replace(random_id, "")
    assert [word for word in (chat, password, vera.token, "hand", "card", "deck", "act") if word in journal_text] == []


async def _read_audit(folder: Path) -> tuple[list[audit.AuditRow], str]:
    """Return the entries of the audit log, and all its rows as text."""
    database = await Database.open(f"sqlite:///{folder}/tables.sqlite")
    async with database.reading() as connection:
        text = "\n".join(str(row) for row in await connection.execute(select(rows)))
    audit_rows = await entries(database)
    await database.close()
    return audit_rows, text


def test_document_lists_all_kinds_of_audit_rows() -> None:
    journal = DOCUMENT.read_text(encoding="utf-8").partition("\n## The journal")[2].partition("\n## ")[0]
    listed_kinds = [
        kind for row in re.findall(r"^\| (`.*?) \|", journal, re.MULTILINE) for kind in re.findall("`(.*?)`", row)
    ]
    assert sorted(listed_kinds) == sorted(get_args(audit.AuditKind))
