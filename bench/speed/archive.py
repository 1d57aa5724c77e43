"""Measure archive and lobby queries with many matches: `python -m bench.speed.archive [--matches 1000000]`.

A database is filled with finished matches of three seats, of all presets, with everything that a server stores about a
match except its moves. There is one user for every twenty matches. Half of the matches are against computer players
only, one in fifty repeats a deal of another match, and one user has played every two hundredth match. Each query then
runs through the server's own classes: once cold, then ten more times, of which the median is printed. The database
explains every statement that was sent, and the tables that a statement scans in full are listed. `--postgresql` uses a
temporary PostgreSQL instead of SQLite.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, event, insert, make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))  # for the test helpers in `support`

from support.run_on_postgres import running_postgres

from prikup.archive.match_records import MatchFilter
from prikup.archive.statistics_page import StatisticsScope
from prikup.games import GAMES
from prikup.history.notation import parse_match
from prikup.server.archive.matches import Archive
from prikup.server.archive.tallies import COUNTING_MARK, TallyStore
from prikup.server.storage.database import postgresql_engine
from prikup.server.storage.event_store import SqlEventStore
from prikup.server.storage.sql_tables import level_sums, match_seats, matches, people, seats, tables
from prikup.server.storage.sql_tables import statistics as tallies
from prikup.server.worker_processes import WorkerProcesses
from prikup.statistics.tally import Tally, encode_tally, tallies_of_log

RECORDED_MATCH = min(Path(__file__).parents[2].glob("tests/logs/*.txt"))
"""The file of a recorded match; its statistics are stored for every generated match."""
MATCHES_PER_ACTIVE_MATCH = 200
"""One in this number of matches was played by the most active user."""
AT_ONCE = 5_000
"""The number of matches written per transaction."""
TIMES = 10
SECOND = 1000
BEGAN = 1_700_000_000_000
"""The time at which the first match ended, in Unix milliseconds."""
PRESETS = [(name, preset) for name, kind in GAMES.items() for preset in kind.presets]
LEVELS = ("master", "pimc", "rule")
MOST_ACTIVE_USER = "person-0"

Row = dict[str, Any]
Question = Callable[[], Awaitable[object]]


class Made:
    """A generator of database rows for `number` finished matches and their users.

    The same number always gives the same rows.
    """

    def __init__(self, number: int) -> None:
        self._number, self._people = number, max(4, number // 20)
        log = parse_match(RECORDED_MATCH.read_text())
        self._tally = tallies_of_log(log, ((0,),))[0]
        self._encoded = encode_tally(self._tally)
        self._sums: Counter[StatisticsScope] = Counter()
        self._summary = msgspec.json.encode(
            {
                "options": "sochi",
                "sides": [[0], [1], [2]],
                "settlement": ["+21 1/3", "-42 2/3", "+21 1/3"],
                "course": [[float(n) for n in range(20)]] * 3,
            }
        )

    def people(self) -> Iterator[list[Row]]:
        """Yield the rows of the users in batches of at most `AT_ONCE` rows."""
        for first in range(0, self._people, AT_ONCE):
            numbers = range(first, min(first + AT_ONCE, self._people))
            yield [{"id": f"person-{n}", "name": f"Name {n}", "folded": f"name {n}", "since": BEGAN} for n in numbers]

    def matches(self) -> Iterator[dict[str, list[Row]]]:
        """Yield the rows of the matches in batches, each a dictionary of rows by the name of the database table."""
        random = Random(self._number)
        self._sums.clear()
        for first in range(0, self._number, AT_ONCE):
            rows: dict[str, list[Row]] = {name: [] for name in ("tables", "seats", "matches", "match_seats", "tallies")}
            for n in range(first, min(first + AT_ONCE, self._number)):
                self._add(rows, n, random)
            yield rows

    def _add(self, rows: dict[str, list[Row]], n: int, random: Random) -> None:
        table, ended_at = f"{random.randrange(36**8):x}{n:x}", BEGAN + n * SECOND
        game, preset = random.choice(PRESETS)
        host = MOST_ACTIVE_USER if n % MATCHES_PER_ACTIVE_MATCH == 0 else f"person-{random.randrange(1, self._people)}"
        against_bots, private = random.random() < 0.5, random.random() < 0.1
        opponents = [None if against_bots else f"person-{random.randrange(1, self._people)}" for _ in range(2)]
        table_flags = {"over": True, "deleted": False, "archived": True}
        table_row = {"id": table, "settings": b"{}", "host": host, "opened": ended_at, **table_flags}
        rows["tables"].append(table_row)
        rows["matches"].append(
            {
                "table_id": table,
                "host": host,
                "ended": ended_at,
                "game": game,
                "preset": preset,
                "deals": 20,
                "private": private,
                "summary": self._summary,
                "origin": f"{table[::-1]}/1" if n % 50 == 0 else None,
                "counted": COUNTING_MARK,
                "summed": not private,
            }
        )
        seated_players: set[str] = set()
        for seat, person in enumerate((host, *opponents)):
            level = "" if person else random.choice(LEVELS)
            name = f"Name {person.partition('-')[2]}" if person else "Vera"
            result = random.choice(("won", "lost"))
            rows["match_seats"].append(
                {
                    "table_id": table,
                    "seat": seat,
                    "person": person,
                    "name": name,
                    "folded": name.lower(),
                    "level": level,
                    "result": result,
                    "ended": ended_at,
                }
            )
            player_key = person or level
            if player_key not in seated_players:
                rows["tallies"].append({"table_id": table, "seat": seat, "tally": self._encoded})
                if person:
                    rows["seats"].append({"person": person, "table_id": table, "seat": seat})
                elif not private:
                    self._sums[StatisticsScope(game, preset, level)] += 1
            seated_players.add(player_key)

    def sums(self) -> list[Row]:
        """Return rows with the summed statistics of each level of computer player.

        The sums are those of all matches that the last call of `matches` yielded.
        """
        return [
            {"counted": COUNTING_MARK, **part._asdict(), "tally": encode_tally(times(self._tally, number))}
            for part, number in self._sums.items()
        ]


def times(tally: Tally, number: int) -> Tally:
    """Return the tally of `number` matches that each have the same `tally`.

    A tally has the sums from which the statistics of a player are computed.
    """
    half = times(tally, number // 2) if number > 1 else Tally()
    return half + half + tally if number % 2 else half + half


FILLED_TABLES = {"tables": tables, "seats": seats, "matches": matches, "match_seats": match_seats, "tallies": tallies}


async def fill(store: SqlEventStore, number: int, url: str) -> None:
    """Write the rows of `number` matches to the database at `url`, and update the statistics of its query planner."""
    generator, began = Made(number), perf_counter()
    for rows in generator.people():
        async with store.database.writing() as connection:
            await connection.execute(insert(people), rows)
    for parts in generator.matches():
        async with store.database.writing() as connection:
            for name, table in FILLED_TABLES.items():
                await connection.execute(insert(table), parts[name])
    async with store.database.writing() as connection:
        await connection.execute(insert(level_sums), generator.sums())
    await count(url)
    print(f"{number:,} matches written in {perf_counter() - began:.0f} s")


async def count(url: str) -> None:
    """Update the statistics of the database's query planner with ANALYZE.

    This uses a separate connection, because ANALYZE takes longer than the statement timeout of a server's connections.
    `url` is the address of the database.
    """
    database_url = make_url(url)
    sqlite = database_url.get_backend_name() == "sqlite"
    engine = (
        create_async_engine(database_url.set(drivername="sqlite+aiosqlite"))
        if sqlite
        else postgresql_engine(database_url, None)
    )
    async with engine.begin() as connection:
        await connection.execute(text("ANALYZE"))
    await engine.dispose()


# Queries


def questions(store: SqlEventStore, table: str, deep: str) -> dict[str, Question]:
    """Return the queries to measure, as functions by the names under which their times are printed.

    `table` is the id of a match, and `deep` is a cursor (a position in a list) far down the most active user's matches.
    """
    archive, casual_user = Archive(store, WorkerProcesses()), "person-7"
    game, preset = PRESETS[0]
    return {
        "the own matches": lambda: archive.page(casual_user, MatchFilter()),
        "the own matches of who played most": lambda: archive.page(MOST_ACTIVE_USER, MatchFilter()),
        "far down": lambda: archive.page(MOST_ACTIVE_USER, MatchFilter(), deep),
        "of a game": lambda: archive.page(MOST_ACTIVE_USER, MatchFilter(game=game)),
        "of a preset, won": lambda: archive.page(MOST_ACTIVE_USER, MatchFilter(preset=preset, result="won")),
        "against a name": lambda: archive.page(MOST_ACTIVE_USER, MatchFilter(player="name 77")),
        "against people": lambda: archive.page(MOST_ACTIVE_USER, MatchFilter(company="people")),
        "is a match hidden": lambda: archive.visibility.is_hidden(table, casual_user),
        "the same deal elsewhere": lambda: archive.same_deal(f"{table}/1", casual_user),
        "the statistics of a person": lambda: TallyStore(store.database).tallies_of_user(casual_user),
        "the statistics of who played most": lambda: TallyStore(store.database).tallies_of_user(MOST_ACTIVE_USER),
        "the statistics of computer players": TallyStore(store.database).tallies_of_levels,
        "the own unfinished tables": lambda: store.tables_of(MOST_ACTIVE_USER),
        "what a server looks for as it starts": archive.catch_up,
    }


@contextmanager
def collect_statements() -> Iterator[dict[str, Any]]:
    """Collect the SELECT statements sent within the block; yield a dictionary of their parameters by statement."""
    parameters_by_statement: dict[str, Any] = {}

    def note(_: Connection, __: object, statement: str, parameters: Any, *___: object) -> None:
        if statement.startswith("SELECT"):
            parameters_by_statement.setdefault(statement, parameters)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield parameters_by_statement
    finally:
        event.remove(Engine, "before_cursor_execute", note)


async def read_whole(store: SqlEventStore, parameters_by_statement: dict[str, Any]) -> list[str]:
    """Let the database explain its plans for SQL statements, and return the steps that scan a whole table.

    `parameters_by_statement` has the parameters of each statement.
    """
    full_scans = []
    async with store.database.reading() as connection:
        sqlite = connection.dialect.name == "sqlite"
        for statement, parameters in parameters_by_statement.items():
            explain_statement = ("EXPLAIN QUERY PLAN " if sqlite else "EXPLAIN ") + statement
            for row in await connection.exec_driver_sql(explain_statement, parameters):
                step = str(row[-1])
                is_full_scan = step.startswith("SCAN ") and "(subquery" not in step if sqlite else "Seq Scan on" in step
                full_scans += [step.strip()] if is_full_scan else []
    return full_scans


async def ask(store: SqlEventStore, name: str, question: Question) -> None:
    """Run the query `question` several times; print its `name`, its durations and the tables that it scans in full."""
    with collect_statements() as parameters_by_statement:
        durations_ms = []
        for _ in range(TIMES + 1):
            began = perf_counter()
            await question()
            durations_ms.append((perf_counter() - began) * 1000)
    median_text = f"{statistics.median(durations_ms[1:]):9.1f}"
    full_scans = "; ".join(await read_whole(store, parameters_by_statement)) or "by index"
    print(f"{name:38} {durations_ms[0]:9.1f} {median_text}  {full_scans}", flush=True)


async def measure(url: str, number: int) -> None:
    """Fill the database at `url` with `number` matches, and measure every query on it."""
    store = await SqlEventStore.open(url)
    try:
        await fill(store, number, url)
        page = await Archive(store, WorkerProcesses()).page(MOST_ACTIVE_USER, MatchFilter(), limit=1)
        deep = f"{BEGAN + number // 2 * SECOND}.z"
        print(f"\n{'ms':>48} {'then':>9}")
        for name, question in questions(store, page.matches[0].id, deep).items():
            await ask(store, name, question)
    finally:
        await store.close()


def main() -> None:
    """Parse the command line, and measure with SQLite or PostgreSQL."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=1_000_000)
    parser.add_argument("--postgresql", action="store_true")
    arguments = parser.parse_args()
    if arguments.postgresql:
        with running_postgres() as server:
            asyncio.run(measure(server.url, arguments.matches))
    else:
        with tempfile.TemporaryDirectory(prefix="prikup-archive-") as folder:
            asyncio.run(measure(f"sqlite:///{folder}/tables.sqlite", arguments.matches))


if __name__ == "__main__":
    main()
