"""Shared score sheets: matches played with real cards that several phones score together.

A match is stored until 90 days have passed without an entry. Anyone who has its id may watch it, and anyone who also
has its key may enter steps; a step is one entry, such as the result of a deal. A phone sends new steps together with
the number of steps that it has received. If the stored match has more steps than this, the new steps are rejected, so
that no one overwrites what another person has just entered.
"""

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Callable
from typing import NamedTuple
from weakref import WeakValueDictionary

from sqlalchemy import delete, func, insert, select, update

from prikup.rules.errors import reason
from prikup.server.accounts.errors import AccountError
from prikup.server.storage.database import Database, wall_clock
from prikup.server.storage.sql_tables import shared_scores
from prikup.table.host.storage import new_id
from prikup.table.host.time_source import LOOP_TIME, Timekeeper, wait_until

__all__ = ["MAX_SHARED_SHEETS", "SharedScore", "SharedScores"]

MAX_SHARED_SHEETS = 50
"""Maximum number of score sheets that one user may share at a time."""
LOOK_EVERY = 0.5
"""Seconds between two checks for new steps (entries) of a score sheet, which another server may have stored."""
WAIT = 10.0
"""Maximum number of seconds for which a request waits for new steps (entries) of a score sheet."""
MAX_WAITING = 500
"""Maximum number of requests that wait for new steps (entries). Further requests get their response at once."""


class SharedScore(NamedTuple):
    """A shared score sheet, as stored in the database.

    - `owner`: the id of the user who shared it.
    - `steps`: its number of steps (entries).
    - `match`: the match with all its steps, as JSON.
    - `key`: the digest of the key that a phone needs to enter steps.
    """

    owner: str
    steps: int
    match: bytes
    key: str

    def opens(self, key: str) -> bool:
        """Return whether `key` is the key of this score sheet. A phone needs the key to enter steps."""
        return hmac.compare_digest(self.key, _digest(key))


class SharedScores:
    """Stores the shared score sheets of a server in its database.

    `wall_clock_ms` returns the wall-clock time in milliseconds, and `keeper` supplies the time and the timers for
    waiting. A method raises NotRead if the database cannot be read, and NotWritten if it cannot be written.
    """

    def __init__(
        self, database: Database, wall_clock_ms: Callable[[], int] = wall_clock, keeper: Timekeeper = LOOP_TIME
    ) -> None:
        self._database, self._now, self._keeper = database, wall_clock_ms, keeper
        self._news: WeakValueDictionary[str, asyncio.Event] = WeakValueDictionary()  # by id, while requests wait
        self._waiting = 0

    async def begin(self, owner: str, match: bytes, steps: int) -> tuple[str, str]:
        """Store a match that a user shares; return the match's id, and the key that a phone needs to enter steps.

        `owner` is the id of the user, `match` is the match as JSON, and `steps` is its number of steps (entries). Raise
        AccountError if the user already shares `MAX_SHARED_SHEETS` matches.
        """
        s, name, key = shared_scores.c, new_id(), secrets.token_urlsafe(12)
        count_query = select(func.count()).select_from(shared_scores).where(s.owner == owner)
        values = {"id": name, "key": _digest(key), "owner": owner, "steps": steps, "match": match, "used": self._now()}
        async with self._database.writing(exclusive=True) as connection:
            if (await connection.scalar(count_query) or 0) >= MAX_SHARED_SHEETS:
                raise AccountError(reason("shared-enough", most=MAX_SHARED_SHEETS))
            await connection.execute(insert(shared_scores), values)
        return name, key

    async def find(self, name: str) -> SharedScore | None:
        """Return the score sheet with the id `name`; None if it does not exist."""
        s = shared_scores.c
        query = select(s.owner, s.steps, s.match, s.key).where(s.id == name)
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).first()
        return SharedScore(*row) if row else None

    async def wait_for_change(self, name: str, after: int, leaving: Callable[[], bool]) -> SharedScore | None:
        """Return the score sheet with the id `name` as soon as its number of steps differs from `after`.

        `after` is the number of steps (entries) that the client has. The wait ends after `WAIT` seconds at the latest,
        or when `leaving` returns True because the server stops. Return None if the score sheet does not exist.
        """
        tries = int(WAIT / LOOK_EVERY) if self._waiting < MAX_WAITING else 0
        self._waiting += 1
        try:
            for _ in range(tries):
                news = self._news.setdefault(name, asyncio.Event())  # before the query, so that no entry is missed
                if await self._steps(name) != after or leaving():
                    break
                notice = asyncio.create_task(news.wait())
                try:
                    await wait_until(self._keeper, self._keeper.now() + LOOK_EVERY, notice)
                finally:
                    notice.cancel()
        finally:
            self._waiting -= 1
        return await self.find(name)

    async def _steps(self, name: str) -> int | None:
        """Return the number of steps (entries) of the score sheet with the id `name`; None if it does not exist.

        This is cheaper than loading the whole score sheet.
        """
        s = shared_scores.c
        async with self._database.reading() as connection:
            steps: int | None = await connection.scalar(select(s.steps).where(s.id == name))
        return steps

    async def write(self, name: str, expected_steps: int, match: bytes, steps: int) -> bool:
        """Replace the match of the score sheet `name` if the stored match still has `expected_steps` steps (entries).

        `match` is the new match as JSON, and `steps` is its number of steps. Return False, changing nothing, if the
        stored match has another number of steps, because another phone has entered a step in the meantime.
        """
        s = shared_scores.c
        change = update(shared_scores).where(s.id == name, s.steps == expected_steps)
        async with self._database.writing(exclusive=True) as connection:
            was_stored = bool(
                (await connection.execute(change.values(steps=steps, match=match, used=self._now()))).rowcount
            )
        self._wake_waiting_requests(name)
        return was_stored

    async def end(self, name: str, owner: str) -> bool:
        """Delete the score sheet with the id `name`. Return False if `owner` has no score sheet with this id."""
        s = shared_scores.c
        async with self._database.writing() as connection:
            deletion = await connection.execute(delete(shared_scores).where(s.id == name, s.owner == owner))
        self._wake_waiting_requests(name)
        return bool(deletion.rowcount)

    def _wake_waiting_requests(self, name: str) -> None:
        """Wake the requests that wait for a change of the score sheet with the id `name`."""
        news = self._news.pop(name, None)
        if news is not None:
            news.set()


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
