"""A player who stays away from a rated match is rated as the last, whatever the score sheet says."""

import asyncio
from fractions import Fraction
from typing import NamedTuple

import msgspec
from msgspec.structs import replace
from server.archive.test_matches import open_archive
from sqlalchemy import insert, select
from table.commands.test_rated_matches import begin, forfeits, settings
from table.tables import USERS, run_loop, table_test

from prikup.archive.finished_match import finished_match
from prikup.history.events import RowEvent
from prikup.server.ratings.rating_check import RatingCheck, check_ratings
from prikup.server.storage.sql_tables import people, rated_matches, rating_changes
from prikup.table.host.storage import Commit, NewTableRecord
from prikup.table.table_settings import TableSettings

DEALS = 8
LEAVERS = (0, 1, 2)


class Played(NamedTuple):
    """A finished match: what its table has stored, and the numbers with which the score sheet was settled, by seat."""

    settings: TableSettings
    commits: list[Commit]
    settlement: tuple[Fraction, ...]


def play_match(leaver: int) -> Played:
    """Play a rated match that the person in a seat leaves in the third deal, a quarter of the match being played."""
    played: list[Played] = []

    @table_test
    async def play() -> None:
        table, clients = await begin(settings(clock=(600_000, 3_000), deals=DEALS))
        await table.play_until(clients, lambda: len(table.events_of_type(RowEvent)) == DEALS // 4)
        await table.play_until(clients, lambda: table.stage == "deal")
        table.leave(clients[leaver])
        await run_loop(178)
        assert forfeits(table) == []
        await run_loop(3)
        assert forfeits(table) == [(leaver, "away", DEALS // 4)]
        await table.play([client for client in clients if client is not clients[leaver]])
        assert table.stage == "over"
        match = finished_match(msgspec.json.encode(table.settings), table.shelf.stored_commits)
        assert match is not None
        played.append(Played(table.settings, table.shelf.stored_commits, match.settlements[-1]))

    play()
    return played[0]


def test_leaver_is_rated_last_and_the_others_by_the_sheet(url: str) -> None:
    matches = [play_match(leaver) for leaver in LEAVERS]

    async def rate() -> list[list[tuple[str, int]]]:
        async with open_archive(url) as (store, archive):
            async with store.database.writing() as connection:
                rows = [{"id": name, "name": name, "folded": name, "password": "-", "since": 1} for name in USERS[:3]]
                await connection.execute(insert(people), rows)
            for number, match in enumerate(matches):
                table = f"t{number}"
                await store.create(NewTableRecord(table, msgspec.json.encode(match.settings), match.settings.host))
                for commit in match.commits:
                    await store.write(replace(commit, table=table))
            await archive.wait_until_current()
            c, r = rating_changes.c, rated_matches.c
            query = select(c.kind, c.rank).join(rated_matches, r.seq == c.seq).order_by(c.seat)
            async with store.database.reading() as connection:
                return [
                    [tuple(row) for row in await connection.execute(query.where(r.table_id == f"t{number}"))]
                    for number in LEAVERS
                ]

    for leaver, match, rows in zip(LEAVERS, matches, asyncio.run(rate()), strict=True):
        others = [match.settlement[seat] for seat in LEAVERS if seat != leaver]
        ranks = [1 + sum(other > number for other in others) for number in match.settlement]
        ranks[leaver] = 3
        kinds = ["forfeit" if seat == leaver else "person" for seat in LEAVERS]
        assert rows == list(zip(kinds, ranks, strict=True))
    assert any(match.settlement[leaver] > min(match.settlement) for leaver, match in zip(LEAVERS, matches, strict=True))
    assert asyncio.run(check_ratings(url)) == RatingCheck(len(LEAVERS), "")
