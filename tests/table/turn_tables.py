"""Turn-based tables, on a clock that jumps."""

from collections.abc import Collection, Mapping
from typing import Any

from table.recording_client import Somebody
from table.tables import USERS, Shelf, Table, finish_shuffle, load, run_loop, send, settings

from prikup.table.host.services import TurnPlayer
from prikup.table.host.time_source import LoopTime
from prikup.table.protocol.client_messages import SitCommand, StartCommand
from prikup.table.table_settings import TurnLimits

__all__ = ["HOUR_S", "LIMITS", "Calendar", "WallIsLoopTime", "begin_turns", "load_turns"]

HOUR_S = 3600
LIMITS = TurnLimits(24, 2)


class WallIsLoopTime(LoopTime):
    """A clock whose wall-clock time is the loop's time, which jumps, and the time for which the machine slept."""

    slept_s = 0.0

    def wall(self) -> float:
        return self.now() + self.slept_s


class Calendar:
    """The pauses, preferences and numbers of tables of players, which a test may change."""

    def __init__(self, **players: TurnPlayer) -> None:
        self.by_user = players
        self.table_counts: dict[str, int] = {}

    async def players(self, users: Collection[str]) -> Mapping[str, TurnPlayer]:
        return {user: self.by_user.get(user, TurnPlayer(plays_forced_cards=False)) for user in users}

    async def count_tables(self, user: str) -> int:
        return self.table_counts.get(user, 0)


async def load_turns(
    shelf: Shelf | None = None,
    calendar: Calendar | None = None,
    time: WallIsLoopTime | None = None,
    **fields: Any,
) -> Table:
    """Load a turn-based table of a shelf; without a shelf, a new one."""
    values: dict[str, Any] = {"turns": LIMITS, "absent": "wait"} | fields
    return await load(settings(**values), shelf, time=time or WallIsLoopTime(), calendar=calendar or Calendar())


async def begin_turns(
    calendar: Calendar | None = None, time: WallIsLoopTime | None = None, **fields: Any
) -> tuple[Table, list[Somebody]]:
    """Return a turn-based table, of three people unless `fields` has another game, in the first deal.

    All of them are connected.
    """
    table = await load_turns(calendar=calendar, time=time, **fields)
    people = [Somebody(user, guest=False) for user in USERS[: table.state.game.seats]]
    for seat, person in enumerate(people):
        table.join(person)
        if seat:
            table.receive(person, SitCommand(seat))
    await run_loop()
    await send(table, people[0], StartCommand())
    await finish_shuffle(table, people)
    return table, people
