"""Who is often absent from turn-based tables."""

from sqlalchemy import insert
from support.example_games import example

from prikup.server.storage.attendance import COUNTED_MATCHES, load_often_absent
from prikup.server.storage.database import Database
from prikup.server.storage.sql_tables import match_seats, matches, people, tables

Decisions = tuple[int, int] | None
"""The decisions for a person in a turn-based match, and those of them by a computer player; None for a live match."""


async def store_matches(database: Database, person: str, decisions: list[Decisions]) -> None:
    """Store finished matches of a person, the newest last."""
    async with database.writing() as connection:
        await connection.execute(insert(people), {"id": person, "name": person, "since": 1})
        for number, counts in enumerate(decisions):
            table = f"{person}{number}"
            row = {"id": table, "settings": b"{}", "host": person, "opened": 1, "over": True}
            await connection.execute(insert(tables), row)
            match = {"host": person, "game": example(), "preset": "", "deals": 1, "private": False, "summary": b"{}"}
            await connection.execute(insert(matches), {"table_id": table, "ended": number, **match})
            seat = {"seat": 0, "person": person, "name": person, "folded": person, "level": "", "result": "even"}
            made, by_bots = counts or (None, None)
            seat |= {"decisions": made, "bot_decisions": by_bots}
            await connection.execute(insert(match_seats), {"table_id": table, "ended": number, **seat})


async def test_last_ten_matches_by_turns_show_who_is_often_absent(url: str) -> None:
    database = await Database.open(url)
    present, absent, live = (100, 30), (100, 31), None
    never: Decisions = (100, 100)
    histories: dict[str, list[Decisions]] = {
        "at-limit": [present] * COUNTED_MATCHES,
        "above-limit": [absent] * COUNTED_MATCHES,
        "too-few": [never] * (COUNTED_MATCHES - 1) + [live] * 5,
        "better-now": [never] * 5 + [present] * COUNTED_MATCHES,
        "live-between": [absent, live] * COUNTED_MATCHES,
    }
    for person, decisions in histories.items():
        await store_matches(database, person, decisions)
    async with database.reading() as connection:
        assert await load_often_absent(connection, []) == set()
        assert await load_often_absent(connection, histories) == {"above-limit", "live-between"}
    await database.close()
