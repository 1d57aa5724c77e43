"""Query plans of the archive and the lobby: no query scans every match ever played."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

from server.archive.test_matches import open_archive
from sqlalchemy import Connection, Engine, Table, event, insert, text
from support.example_games import example

from prikup.archive.match_records import MatchFilter
from prikup.server.accounts.established import MIN_AGE_MS, is_established
from prikup.server.archive.matches import Archive
from prikup.server.archive.tallies import COUNTING_MARK, TallyStore
from prikup.server.storage import deletion
from prikup.server.storage.deletion import UnusedGuest
from prikup.server.storage.event_store import SqlEventStore
from prikup.server.storage.sql_tables import match_seats, matches, people, seats, statistics, tables

MATCHES, PEOPLE = 2000, 100
GAME = example(seats=3)
Question = Callable[[SqlEventStore, Archive], Awaitable[object]]


def reading(question: Callable[..., Awaitable[object]], *arguments: Any) -> Question:
    """Return a query function bound to its arguments that runs on a reading connection."""

    async def ask(store: SqlEventStore, _: Archive) -> object:
        async with store.database.reading() as connection:
            return await question(connection, *arguments)

    return ask


QUESTIONS: dict[str, Question] = {
    "a page": lambda _, archive: archive.page("person-7", MatchFilter()),
    "a page further down": lambda _, archive: archive.page("person-7", MatchFilter(), "900.z"),
    "of a game": lambda _, archive: archive.page("person-7", MatchFilter(game=GAME, preset="sochi", result="won")),
    "against a name": lambda _, archive: archive.page("person-7", MatchFilter(player="name 3")),
    "against people": lambda _, archive: archive.page("person-7", MatchFilter(company="people")),
    "which deal a match has played": lambda _, archive: archive.origin("t7"),
    "is a match hidden": lambda _, archive: archive.visibility.is_hidden("t7", "person-8"),
    "the same deal": lambda _, archive: archive.same_deal("t7/1", "person-7"),
    "what a person played": lambda store, _: TallyStore(store.database).tallies_of_user("person-7"),
    "what computer players played": lambda store, _: TallyStore(store.database).tallies_of_levels(),
    "own tables": lambda store, _: store.tables_of("person-7"),
    "has somebody played": lambda store, _: store.find_user_with_deal(["person-7"]),
    "deleted tables": reading(deletion.marked_tables),
    "tables of guests": reading(deletion.tables_of_guests, ["person-7", "person-8"]),
    "unused guests": reading(deletion.unused_guests, 5, UnusedGuest(0, "")),
    "ratings that are late": lambda _, archive: archive.rate_missed(0),
    "is an account established": reading(is_established, "person-7", 2 * MIN_AGE_MS),
    "a start": lambda _, archive: archive.catch_up(),
}


@contextmanager
def record_selects() -> Iterator[dict[str, Any]]:
    """Collect the SELECT statements sent during the block, each with its parameters."""
    parameters_by_statement: dict[str, Any] = {}

    def note(_: Connection, __: object, statement: str, parameters: Any, *___: object) -> None:
        if statement.startswith("SELECT"):
            parameters_by_statement[statement] = parameters

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield parameters_by_statement
    finally:
        event.remove(Engine, "before_cursor_execute", note)


async def fill(store: SqlEventStore) -> None:
    """Insert many finished matches of three users each, all archived and counted."""
    names = [f"t{index}" for index in range(MATCHES)]
    sat = [(index, seat, f"person-{(index + seat) % PEOPLE}") for index in range(MATCHES) for seat in range(3)]
    summary = b'{"options":"sochi","sides":[[0],[1],[2]],"settlement":["0","0","0"],"course":[[0],[0],[0]]}'
    table = {"settings": b"{}", "over": True, "archived": True}
    match = {"game": GAME, "preset": "sochi", "deals": 2, "private": False, "summary": summary}
    match |= {"counted": COUNTING_MARK, "summed": True}

    def host(index: int) -> str:
        return f"person-{index % PEOPLE}"

    rows: dict[Table, list[dict[str, Any]]] = {
        people: [
            {"id": f"person-{index}", "name": "", "since": 1, "used": 10, "password": "x" if index == 7 else None}
            for index in range(PEOPLE)
        ],
        tables: [table | {"id": name, "host": host(index), "opened": index} for index, name in enumerate(names)],
        seats: [{"table_id": names[index], "seat": seat, "person": person} for index, seat, person in sat],
        matches: [
            match
            | {"table_id": name, "host": host(index), "ended": index, "origin": None if index % 50 else f"{name}/1"}
            for index, name in enumerate(names)
        ],
        match_seats: [
            {"table_id": names[index], "seat": seat, "person": person, "name": person, "folded": person}
            | {"level": "", "result": "won", "ended": index}
            for index, seat, person in sat
        ],
        statistics: [{"table_id": names[index], "seat": seat, "tally": b"{}"} for index, seat, _ in sat],
    }
    async with store.database.writing() as connection:
        for db_table, values in rows.items():
            await connection.execute(insert(db_table), values)
        await connection.execute(text("ANALYZE"))


async def plan(store: SqlEventStore, statement: str, parameters: Any) -> list[str]:
    """Return the query plan, step by step; on PostgreSQL sequential scans are disabled where possible."""
    async with store.database.reading() as connection:
        if connection.dialect.name == "sqlite":
            rows = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
        else:
            await connection.execute(text("SET LOCAL enable_seqscan = off"))
            rows = await connection.exec_driver_sql(f"EXPLAIN {statement}", parameters)
        return [str(row[-1]).strip() for row in rows]


def whole(step: str) -> bool:
    """Return whether a step scans a whole table or index."""
    return any(f"{word} {name}" in step for word in ("SCAN", "Seq Scan on") for name in ALL)


ALL = [table.name for table in (tables, seats, matches, match_seats, statistics, people)]


SMALL_INDEXES = (
    "ix_tables_unarchived",
    "ix_tables_host",
    "ix_tables_deleted",
    "ix_matches_unsummed",
    "ix_matches_rating_due",
)
"""Indexes with very few rows, which may be scanned in full."""


async def test_database_queries_scan_no_whole_table(url: str) -> None:
    bad: list[str] = []
    async with open_archive(url) as (store, archive):
        await fill(store)
        plans: dict[str, list[list[str]]] = {}
        for name, question in QUESTIONS.items():
            with record_selects() as parameters_by_statement:
                await question(store, archive)
            plans[name] = [await plan(store, *query) for query in parameters_by_statement.items()]
            for statement, steps in zip(parameters_by_statement, plans[name], strict=True):
                if any(whole(step) and not any(index in step for index in SMALL_INDEXES) for step in steps):
                    bad.append(f"{name}: {statement}\n{steps}")
    assert all(plans.values())
    assert not bad, "\n".join(bad)
    start = ["\n".join(steps) for steps in plans["a start"]]
    assert "ix_tables_unarchived" in start[0]
    assert "ix_matches_unsummed" in start[-2]
    assert "ix_matches_rating_due" in start[-1]
    assert all("ix_matches_counted" in query for query in start[1:-2])
    assert len(start) > 3
