"""Many tables of a server and the simulated users at them, for crash tests."""

import asyncio
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import httpx
from msgspec import Struct
from server.reconnecting_players import Command, Found, Guest, Site
from server.socket_player import FOREVER, Player
from support import patient
from support.waiting import DEADLINE_S

from prikup.games import GAMES, game

__all__ = ["PATIENCE", "Company", "Table", "wait_until"]

PATIENCE = DEADLINE_S
"""Timeout in seconds for every expected event."""
BOLD = 0.02
AT_ONCE = 16
"""Maximum number of tables opened concurrently."""


class Kind(Struct, frozen=True):
    """A type of table: game, options and number of users; computer players take the other seats."""

    game: str
    options: str
    persons: int
    extra_settings: dict[str, Any] = {}


EXTRA_SETTINGS: tuple[dict[str, Any], ...] = (
    {"absent": "wait"},
    {"clock": (3_600_000, 5000)},
    {"level": "random"},
    {"absent": "vote"},
)
"""Additional settings that a table may have."""


def _kinds() -> Iterator[Kind]:
    """Yield two types of table per game, in alternation: one full of users with the first preset, and one with the last
    preset and a computer player."""
    for turn in range(2):
        for number, (name, kind) in enumerate(GAMES.items()):
            first, last = next(iter(kind.presets)), list(kind.presets)[-1]
            if (number + turn) % 2 == 0:
                yield Kind(name, first, game(name, first).seats)
            else:
                yield Kind(name, last, game(name, last).seats - 1, EXTRA_SETTINGS[number % len(EXTRA_SETTINGS)])


KINDS = tuple(_kinds())


class Table(Struct):
    """A table and its users. `mark` is the last version that any of them had seen when the server crashed.

    `users_left`: the match is over and the users have gone.
    """

    id: str
    guests: list[Guest]
    mark: int = 0
    users_left: bool = False

    @property
    def last(self) -> int:
        """Return the last version that any of the users has seen."""
        return max(guest.last for guest in self.guests)

    @property
    def started(self) -> bool:
        """Return whether cards have been dealt."""
        return self.last > 0

    @property
    def over(self) -> bool:
        """Return whether the match is over."""
        return any(guest.player.stage == "over" for guest in self.guests)


class Company:
    """All tables and their users. At `active` tables users play, thinking `think` seconds on average; elsewhere they
    only stay connected. A match ends after `deals` deals, or by its rules (0). `bold` is how often users send commands
    that the rules refuse."""

    bold = BOLD

    def __init__(
        self, site: Site, seed: int, think: float, findings: Found, guest: type[Guest] = Guest, deals: int = 0
    ) -> None:
        self.tables: list[Table] = []
        self.active: list[Table] = []
        self._guest, self._deals = guest, deals
        self._site, self._think, self._found, self._rng = site, think, findings, random.Random(seed)
        self._staying: dict[Guest, asyncio.Task[None]] = {}

    @property
    def guests(self) -> list[Guest]:
        """Return all users."""
        return [guest for table in self.tables for guest in table.guests]

    @property
    def commands(self) -> list[Command]:
        """Return all commands sent by the users."""
        return [command for guest in self.guests for command in guest.commands.values() if command.sent]

    async def open_tables(self, tables: int) -> None:
        """Open `tables` tables, start their matches and play a little at each."""
        numbers = iter(range(len(self.tables), len(self.tables) + tables))
        async with patient.AsyncClient(base_url=self._site) as http:

            async def open_next_tables() -> None:
                for number in numbers:
                    await self._begin(await self._open_table(http, number))

            await asyncio.gather(*(open_next_tables() for _ in range(AT_ONCE)))

    async def replace_finished_tables(self) -> None:
        """Make the users of finished matches leave, and open as many new tables."""
        over = [table for table in self.tables if table.over and not table.users_left]
        for table in over:
            table.users_left = True
            await self._disconnect(table.guests)
        await self.open_tables(len(over))

    async def _open_table(self, http: httpx.AsyncClient, number: int) -> Table:
        """Open a table and create its users, not connected yet."""
        kind = KINDS[number % len(KINDS)]
        table = Table("", [])
        for seat in range(kind.persons):
            account = await _post_with_retries(http, "/api/guests", {"name": f"P{number}-{seat}"})
            if not table.id:
                settings = {"game": kind.game, "options": kind.options, "deals": self._deals} | kind.extra_settings
                table.id = (await _post_with_retries(http, "/api/tables", settings, account["token"]))["id"]
            player = Player(number * 4 + seat, bold=self.bold, place=seat, persons=kind.persons)
            table.guests.append(self._guest(self._site, table.id, account["id"], account["token"], player, self._found))
        return table

    async def _begin(self, table: Table) -> None:
        self.tables.append(table)
        until = self._rng.randrange(8, 40)
        for guest in table.guests:
            guest.player.until = until
            self._staying[guest] = asyncio.create_task(guest.stay())
        await wait_until(lambda: table.started, f"{table.id} does not begin")

    def choose(self, max_tables: int) -> None:
        """Choose at most `max_tables` unfinished tables at which users play from now on."""
        for table in self.active:
            for guest in table.guests:
                guest.player.until, guest.think = 0, 0.0
        unfinished_tables = [table for table in self.tables if not table.over]
        self.active = self._rng.sample(unfinished_tables, min(max_tables, len(unfinished_tables)))
        for table in self.active:
            for guest in table.guests:
                guest.player.until, guest.think = FOREVER, self._think
                guest.go()

    async def wait_for_reconnection(self) -> None:
        """Wait until all users are connected to their tables."""
        await wait_until(lambda: all(guest.here for guest in self._staying), "somebody does not come back")

    async def repeat_commands(self, max_commands: int) -> None:
        """Make playing users repeat some of their acknowledged commands."""
        await asyncio.gather(*(guest.repeat(max_commands) for table in self.active for guest in table.guests))

    async def wait_for_progress(self) -> None:
        """Wait until every active table has advanced since the crash."""
        await wait_until(
            lambda: all(table.over or table.last > table.mark for table in self.active), "a table stands still"
        )

    async def wait_for_answers(self) -> None:
        """Wait until every command sent has been answered."""
        await wait_until(
            lambda: all(command.n or command.refusal for command in self.commands), "something is never answered"
        )

    async def wait_for_next_deal(self) -> None:
        """Wait until every active table has finished another deal."""
        old_counts = {guest: len(guest.lines) for table in self.active for guest in table.guests}

        def is_done(table: Table) -> bool:
            return table.over or all(len(guest.lines) > old_counts[guest] for guest in table.guests)

        await wait_until(lambda: all(map(is_done, self.active)), "no further deal is finished")

    async def repeat_all_commands(self) -> None:
        """Make all users repeat every acknowledged command, and send a different one under the same id."""
        for table in self.tables:
            await asyncio.gather(*(guest.repeat(FOREVER) for guest in table.guests))
            await asyncio.gather(*(guest.twist() for guest in table.guests))

    async def leave(self) -> None:
        """Disconnect all users."""
        await self._disconnect(list(self._staying))

    async def _disconnect(self, guests: list[Guest]) -> None:
        staying = [self._staying.pop(guest) for guest in guests]
        for task in staying:
            task.cancel()
        if staying:
            await asyncio.wait(staying)


async def _post_with_retries(http: httpx.AsyncClient, path: str, body: dict[str, Any], token: str = "") -> Any:
    """Return the response to a POST request; repeat it after connection errors."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    while True:
        with suppress(httpx.TransportError):
            return (await http.post(path, json=body, headers=headers)).raise_for_status().json()
        await asyncio.sleep(1)  # real time: the server begins again meanwhile


async def wait_until(condition: Callable[[], object], failure: str) -> None:
    """Wait until a condition holds; raise TimeoutError after `PATIENCE` seconds."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await asyncio.sleep(0.02)  # real time: the server is another process
    except TimeoutError:
        raise TimeoutError(failure) from None
