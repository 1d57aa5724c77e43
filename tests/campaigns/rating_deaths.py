"""Kill servers while they finish and rate matches, and check that each match is rated exactly once and recomputable.

    python tests/campaigns/rating_deaths.py [--matches 2000] [--kills 30] [--seed 1]

Three processes share one PostgreSQL. Each stores finished rated matches, which its archive rates, as a server does when
a match at one of its tables ends. At random moments one is killed by SIGKILL, and started again. In the end
`prikup ratings --check` must accept all matches, and after a stored number was changed by 0.001 it must name its match.
"""

import asyncio
import random
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec.structs import replace
from sqlalchemy import insert, select, update

sys.path.insert(0, str(Path(__file__).parents[1]))  # for the test helpers

from campaigns.store_crash import install_kill_point
from support.command_line import parse_command_line
from support.example_games import example
from support.matches import begin, finish
from support.run_on_postgres import bring_template_up_to_date, running_postgres
from support.server_process import free_port

from prikup.games import GAMES
from prikup.history.events import HUMAN, Event
from prikup.history.log import Log
from prikup.server.archive.matches import Archive
from prikup.server.ratings.rating_check import check_ratings
from prikup.server.storage.event_store import SqlEventStore
from prikup.server.storage.sql_tables import people, rated_matches, rating_changes
from prikup.server.worker_processes import WorkerProcesses
from prikup.table.host.storage import Commit, NewTableRecord
from prikup.table.rated_match import rated_settings
from prikup.table.state.events import RatingDecided, SeatForfeited, SeatTaken, encode
from prikup.table.table_settings import TableSettings

__all__ = ["add_people", "find_faults", "finish_matches", "start_server"]

NODES, LOGS, PEOPLE = 3, 12, 30
GAME = example(seats=3)
EARLIEST_KILL_S, LATEST_KILL_S = 0.5, 4.0


# One server


async def finish_matches(url: str, node: int, count: int, point: str = "", after: int = 0) -> None:
    """Store the matches of one server that are not stored yet; the archive rates them.

    `node` is the number of the server, and `count` the number of the matches of all servers. With `point`, this process
    kills itself at this point of a transaction, after `after` other transactions (`install_kill_point`).
    """
    store = await SqlEventStore.open(url, shared=True)
    if point:
        install_kill_point(point, after)
    archive = Archive(store, WorkerProcesses(1))
    logs = list(_logs())
    for number in range(node, count, NODES):
        table = f"m{number}"
        if await store.commits(table):
            continue
        await _store_match(store, table, number, logs)
        await archive.wait_until_current()
    await archive.rate_missed(0)
    await store.close()


def _logs() -> Iterator[list[Event]]:
    """Yield the events of some matches, without the first one."""
    for seed in range(LOGS):
        yield finish(Log(begin(GAME, GAMES[GAME], deals=2)), seed).events[1:]


async def _store_match(store: SqlEventStore, table: str, number: int, logs: list[list[Event]]) -> None:
    rng = random.Random(number)
    users = [f"u{user}" for user in rng.sample(range(PEOPLE), 3)]
    begin_event = replace(begin(GAME, GAMES[GAME], deals=2), names=tuple(users), players=(HUMAN,) * 3)
    settings = rated_settings(TableSettings(GAME, begin_event.options, host=users[0], open=True))
    if await store.settings(table) is None:
        await store.create(NewTableRecord(table, msgspec.json.encode(settings), users[0]))
    forfeits = (SeatForfeited(rng.randrange(3), "away", rng.randrange(2)),) if rng.random() < 0.2 else ()
    sat = tuple(SeatTaken(seat, user, user, guest=False) for seat, user in enumerate(users))
    events = (*sat, RatingDecided(""), begin_event, *rng.choice(logs), *forfeits)
    sits = tuple((user, seat) for seat, user in enumerate(users))
    await store.write(Commit(table, 1, encode(events), at=1_000_000 + 60_000 * number, sits=sits, over=True))


# The campaign


async def kill_raters(url: str, count: int, kills: int, seed: int) -> list[str]:
    """Run three servers until all matches are finished, killing one of them `kills` times. Return the broken rules."""
    dice = random.Random(seed)
    await add_people(url)
    nodes = [await start_server(url, node, count) for node in range(NODES)]
    for _ in range(kills):
        await asyncio.sleep(dice.uniform(EARLIEST_KILL_S, LATEST_KILL_S))
        victim = dice.randrange(NODES)
        if nodes[victim].returncode is None:
            nodes[victim].send_signal(signal.SIGKILL)
            await nodes[victim].wait()
            nodes[victim] = await start_server(url, victim, count)
    faults = [f"a server ended with {code}" for node in nodes if (code := await node.wait())]
    return faults + await find_faults(url, count, dice.randrange(1, count))


async def find_faults(url: str, count: int, seq: int) -> list[str]:
    """Return the broken rules: each match must be rated once, and the check must find a number that was changed.

    `count` is the number of matches, and `seq` that of the one whose number is changed.
    """
    faults: list[str] = []
    check = await check_ratings(url)
    if check.difference or check.matches != count:
        faults.append(f"{check.matches} matches agree; {check.difference or 'none'} differs")
    return faults + await _change_number(url, seq)


async def start_server(url: str, node: int, count: int, point: str = "", after: int = 0) -> asyncio.subprocess.Process:
    """Start a process that does `finish_matches` with these arguments."""
    options = {"node": node, "matches": count, "url": url, "point": point, "after": after}
    words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    return await asyncio.create_subprocess_exec(sys.executable, __file__, *words)


async def add_people(url: str) -> None:
    """Store the accounts of the people who play the matches."""
    store = await SqlEventStore.open(url, shared=True)
    rows = [{"id": f"u{user}", "name": f"u{user}", "folded": f"u{user}", "since": 1} for user in range(PEOPLE)]
    async with store.database.writing() as connection:
        await connection.execute(insert(people), rows)
    await store.close()


async def _change_number(url: str, seq: int) -> list[str]:
    """Change a stored number by 0.001, and return a fault unless the check names its match."""
    store = await SqlEventStore.open(url, shared=True)
    c, r = rating_changes.c, rated_matches.c
    async with store.database.writing() as connection:
        await connection.execute(update(rating_changes).where(c.seq == seq, c.seat == 1).values(mu=c.mu + 0.001))
        table = await connection.scalar(select(r.table_id).where(r.seq == seq))
    await store.close()
    check = await check_ratings(url)
    return [] if check.difference == table else [f"the check names {check.difference!r}, not {table!r}"]


async def _run(count: int, kills: int, seed: int) -> list[str]:
    port = free_port()
    with running_postgres(port) as server:
        await bring_template_up_to_date(server.url)
        return await kill_raters(f"postgresql://prikup@127.0.0.1:{port}/postgres", count, kills, seed)


def main() -> int:
    """Run the campaign, or one of its servers, from the command line; return True if something is wrong."""
    arguments = parse_command_line(__doc__, matches=2000, kills=30, seed=1, node=-1, url="", point="", after=0)
    if arguments.node >= 0:
        death = arguments.point, arguments.after
        asyncio.run(finish_matches(arguments.url, arguments.node, arguments.matches, *death))
        return False
    faults = asyncio.run(_run(arguments.matches, arguments.kills, arguments.seed))
    print("\n".join(faults) or f"each of {arguments.matches} matches was rated exactly once")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
