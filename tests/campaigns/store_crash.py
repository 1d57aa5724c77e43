"""Kill a process that writes rows to a database repeatedly, and check the rows that remain.

    python tests/campaigns/store_crash.py --rounds 50 [--seed 1] [--url sqlite:////tmp/crash.db]

The process is killed at random moments and at the worst points of a transaction. It prints each row when
`SqlEventStore.write` has returned. Every printed row must exist afterwards, in order, unchanged and exactly once, and
so must its audit note. The next process must be able to continue.
"""

import argparse
import asyncio
import itertools
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.server.storage import audit
from prikup.server.storage.database import Database
from prikup.server.storage.event_store import SqlEventStore
from prikup.table.host.storage import AuditNote, Commit, NewTableRecord, NotWritten

__all__ = ["POINTS", "crash", "install_kill_point"]

TABLES = tuple("abcdefgh")
POINTS = ("begin", "written", "committed", "any")
"""The points of a kill.

They are before a transaction, before its commit, after its commit but before the receipt, and any random moment.
"""
MAX_STEPS = 60  # the maximum number of transactions or printed rows until the kill


def crash(url: str, point: str, after: int, last_printed: Counter[str]) -> tuple[int, int]:
    """Run a process on the database at `url` until it is killed, and check the rows that remain.

    The process is killed at the point `point` of `POINTS`, after `after` transactions or printed rows. `last_printed`
    is the last printed row of each table, and is updated. Return the number of rows written and the number of rows
    printed.
    """
    printed_count = 0
    rows_before = asyncio.run(_check_rows(url, last_printed)) if last_printed else 0
    command = [sys.executable, __file__, "--child", url, point, str(after)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout
        for printed_count, line in enumerate(child.stdout, 1):
            table, seq = line.split()
            assert int(seq) > last_printed[table], f"row {seq} of {table} was written twice"
            last_printed[table] = int(seq)
            if point == "any" and printed_count == after:
                child.kill()
    assert child.returncode == -signal.SIGKILL, f"the process ended by itself with {child.returncode}"
    return asyncio.run(_check_rows(url, last_printed)) - rows_before, printed_count


async def _check_rows(url: str, last_printed: Counter[str]) -> int:
    """Check that every row at `url` is unchanged and no printed row is missing, and return the number of rows.

    `last_printed` is the last printed row of each table.
    """
    store = await SqlEventStore.open(url)
    rows_by_table = {table: await store.commits(table) for table in TABLES}
    openings_by_table = {
        table: await _existing_openings(store, table, len(rows) + 1) for table, rows in rows_by_table.items()
    }
    async with store.database.reading() as connection:
        audit_notes = [(note.table, note.facts["seat"]) async for note in audit.read(connection)]
    await store.close()
    assert Counter(audit_notes) == Counter((table, row.seq) for table, rows in rows_by_table.items() for row in rows), (
        "the audit journal must contain each row exactly once"
    )
    for table, rows in rows_by_table.items():
        assert openings_by_table[table] == [seq for seq in range(1, len(rows) + 1) if _opening(table, seq)], (
            f"the tables opened by {table} do not match its rows"
        )
        assert rows == [_row(table, seq) for seq in range(1, len(rows) + 1)], f"the rows of {table} are damaged"
        assert len(rows) >= last_printed[table], (
            f"{last_printed[table]} rows of {table} were acknowledged, but only {len(rows)} exist"
        )
    return sum(map(len, rows_by_table.values()))


def _row(table: str, seq: int) -> Commit:
    events = f'["{table * (seq * 997 % 6000)}",{seq}]'  # sizes below and above a database page
    return Commit(table, seq, events.encode(), f"{table}/{seq}", f"{seq:064x}", seq)


def _opening(table: str, seq: int) -> NewTableRecord | None:
    """Return the new table that the row number `seq` of a table opens, as a rematch does, or None.

    Every third row opens a table.
    """
    return NewTableRecord(f"{table}{seq}", b"{}", "host") if seq % 3 == 0 else None


async def _existing_openings(store: SqlEventStore, table: str, last: int) -> list[int]:
    """Return the numbers of those rows of `table` up to `last` for which the table that they open exists."""
    opening_by_row = {seq: opening for seq in range(1, last + 1) if (opening := _opening(table, seq))}
    return [seq for seq, opening in opening_by_row.items() if await store.settings(opening.table) is not None]


async def _child(url: str, point: str, after: int) -> None:
    store = await SqlEventStore.open(url)
    for table in TABLES:
        if await store.settings(table) is None:
            await store.create(NewTableRecord(table, b"{}", "host"))
    row_counts = [len(await store.commits(table)) for table in TABLES]
    await asyncio.gather(
        *(_repeat_command(store, table, last) for table, last in zip(TABLES, row_counts, strict=True) if last)
    )
    if point != "any":
        install_kill_point(point, after)
    await asyncio.gather(*(_play(store, table, last) for table, last in zip(TABLES, row_counts, strict=True)))


async def _repeat_command(store: SqlEventStore, table: str, last: int) -> None:
    """Repeat the last command of `table`, as a client without an answer does.

    Check that it is not carried out twice. `last` is the number of the table's rows.
    """
    try:
        await store.write(Commit(table, last + 1, b"[]", _row(table, last).command))
    except NotWritten:
        return
    raise AssertionError("a command was carried out twice")


async def _play(store: SqlEventStore, table: str, last: int) -> None:
    for seq in itertools.count(last + 1):
        note = AuditNote("seated", table, {"seat": seq, "name": table})
        await store.write(replace(_row(table, seq), opens=_opening(table, seq), notes=(note,)))
        os.write(1, f"{table} {seq}\n".encode())


def install_kill_point(point: str, after: int) -> None:
    """Make this process kill itself at a point of a transaction (see `POINTS`), after `after` other transactions."""
    writing = Database.writing
    countdown = itertools.count(after, -1)

    def die_at(reached_point: str, last: bool) -> None:
        if last and reached_point == point:
            os.kill(os.getpid(), signal.SIGKILL)

    @asynccontextmanager
    async def deadly(database: Database, **options: Any) -> AsyncIterator[AsyncConnection]:
        last = next(countdown) <= 0
        die_at("begin", last)
        async with writing(database, **options) as connection:
            yield connection
            die_at("written", last)
        die_at("committed", last)

    Database.writing = deadly  # type: ignore[assignment, method-assign]


def main() -> None:
    parser = argparse.ArgumentParser(description="Kill a process that writes rows, and look what is left.")
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--url", help="an empty database; a new SQLite file if left out")
    parser.add_argument("--child", nargs=3, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        url, point, after = arguments.child
        asyncio.run(_child(url, point, int(after)))
    with tempfile.TemporaryDirectory() as folder:
        rng = random.Random(arguments.seed)
        last_printed: Counter[str] = Counter()
        unprinted_rows: Counter[str] = Counter()
        rows = 0
        for number in range(arguments.rounds):
            point = POINTS[number % len(POINTS)]
            row_count, printed_count = crash(
                arguments.url or f"sqlite:///{folder}/crash.db", point, rng.randrange(1, MAX_STEPS), last_printed
            )
            rows += row_count
            unprinted_rows[point] += row_count - printed_count
        print(f"{arguments.rounds} crashes: {rows} rows exist, with all acknowledged rows among them, none twice")
        print("stored but not acknowledged:", ", ".join(f"{point} {unprinted_rows[point]}" for point in POINTS))


if __name__ == "__main__":
    main()
