"""The speed of a device, and how much a level thinks there: so that nobody waits long for a computer player.

One decision that is always the same is timed when nobody has asked for anything for a while, or when a table where
it matters is opened before that. What came of it is remembered on the device, for one build. How much a level thinks is
settled when a table is opened, and stands in its settings and its log: no clock changes a decision.
"""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Iterator, Mapping
from importlib import import_module
from time import perf_counter
from typing import Protocol

import msgspec
from msgspec import Struct

from prikup.bots import SPARING, player
from prikup.games import GAMES, game
from prikup.match import Match
from prikup.state import view
from prikup.table.timekeeper import LOOP_TIME, Timekeeper, sleep_until

__all__ = ["COSTS", "FACT", "QUIET_S", "ROUNDS", "TIMES", "Facts", "Measured", "Speed", "fixed_decisions"]

FACT = "speed"
"""The name under which a device remembers what was measured."""
QUIET_S = 2.0
"""The seconds in which nobody has asked for anything before it is measured."""
TIMES = 3
"""So often a device is measured, each time after a start, before it is held to be slow for good."""
DEAL, FIXED, ROUNDS = "a fixed deal 1", "master:2", 9
"""The deal of the fixed decision, who decides, and how often: the quickest counts.

What else a device does, what is only loaded and what a browser has not compiled yet makes all others slower.
"""
COSTS: Mapping[str, Mapping[str, float]] = (
    {"master": dict(zip(("master", *SPARING), (25, 15, 13, 9), strict=True))} if SPARING else {}
)
"""The times within which 95 of 100 calls of levels are, and of those in their places, by that of the fixed decision.

That is in a tab, under the house rules where it is longest (`bench/sparing.py`, docs/strength.md).
"""

logger = logging.getLogger("prikup.tab")


class Facts(Protocol):
    """The facts that a device remembers of itself, each by its name."""

    async def fact(self, name: str) -> str | None:
        """Return what is remembered; None where nothing is."""
        ...

    async def note(self, name: str, text: str) -> None:
        """Remember a text, in place of what was remembered."""


class Measured(Struct, frozen=True):
    """The speed as it was measured: the least seconds that the fixed decision took, and how often that was looked for.

    `mark` is of the build, and of the time that a decision may take: for another one it is measured anew.

    `levels` is for pages: the number of worlds of each level that thinks of less here, and what it thinks of elsewhere.
    """

    mark: str
    took: float
    times: int
    levels: dict[str, tuple[int, int]]


def fixed_decisions(clock: Callable[[], float]) -> Iterator[float]:
    """Decide the same each time, and yield how long it took: what is asked after the auction of a deal.

    Rules of thumb play up to there.
    """
    rules = game(next(iter(GAMES)))
    rule, state = player("rule", rules, 0), Match.begin(rules).dealt(random.Random(DEAL))
    first = state.public.phase
    while state.public.phase == first:
        assert state.public.actor is not None
        state = rules.apply(state, rule(view(state, state.public.actor)))
    assert state.public.actor is not None
    seen = view(state, state.public.actor)
    decide = player(FIXED, rules, 0)
    for _ in range(ROUNDS):
        since = clock()
        decide(seen)
        yield clock() - since


class Speed:
    """The speed of a device. It belongs to the running event loop.

    `build` tells which program measures; no more than one decision in twenty is to take longer than `limit` seconds.
    Decisions are timed by `clock`, and it is quiet by `time`: the running loop's if none is given.
    """

    def __init__(
        self,
        facts: Facts,
        build: Callable[[], Awaitable[str]],
        limit: float,
        clock: Callable[[], float] = perf_counter,
        time: Timekeeper = LOOP_TIME,
    ) -> None:
        self._facts, self._build, self._limit, self._clock = facts, build, limit, clock
        self._time = time
        self._took: float | None = None
        self._measured = False
        self._one = asyncio.Lock()
        self.stir()
        self._task = asyncio.create_task(self._in_quiet())

    def stir(self) -> None:
        """Put off measuring: somebody has asked for something."""
        self._asked = self._time.now()

    async def here(self, level: str) -> str:
        """Return the level as it plays on this device: itself, or one that thinks of less in its place."""
        if level not in COSTS:
            return level
        if self._took is None:
            await self._remembered()
        if self._took is None:
            await self._measure()
        return self._fitting(level)

    def close(self) -> None:
        """Give up measuring."""
        self._task.cancel()

    def _fitting(self, level: str) -> str:
        """Return the first that is quick enough, of a level and those that think of less; else the last of them."""
        costs = COSTS[level]
        if self._took is None:  # it could not be measured
            return level
        return next((name for name, cost in costs.items() if cost * self._took <= self._limit), [*costs][-1])

    @property
    def _slow(self) -> bool:
        return any(self._fitting(level) != level for level in COSTS)

    def _levels(self) -> dict[str, tuple[int, int]]:
        """Return of how many worlds a level thinks here, and elsewhere, by level: where these are less."""
        found = {level: (self._fitting(level), import_module(f"prikup.bots.{level}").WORLDS) for level in COSTS}
        return {level: (int(here.partition(":")[2]), usual) for level, (here, usual) in found.items() if here != level}

    async def _remembered(self) -> Measured | None:
        """Return what the device remembers; it holds until something else is measured."""
        try:
            kept = await self._facts.fact(FACT)
            found = msgspec.json.decode(kept, type=Measured) if kept else None
        except Exception as error:  # it is measured anew
            logger.info("speed-unread", exc_info=error)
            return None
        if found and self._took is None:
            self._took = found.took
        return found

    async def _in_quiet(self) -> None:
        """Measure once nobody has asked for anything for a while, where there is anything to be known by that.

        Where a device has once been quick it is. One that was slow may have been busy: it is measured some times more.
        """
        while (quiet := self._asked + QUIET_S) > self._time.now():
            await sleep_until(self._time, quiet)
        kept = await self._remembered()
        if not kept or kept.mark != await self._mark() or (self._slow and kept.times < TIMES):
            await self._measure()

    async def _measure(self) -> None:
        """Time the fixed decision, unless that was done since the start; the quickest there ever was counts."""
        async with self._one:
            if self._measured:
                return
            self._measured = True
            try:
                took, mark, kept = await self._timed(), await self._mark(), await self._remembered()
                before = kept if kept and kept.mark == mark else None
                self._took = min(took, before.took) if before else took
                found = Measured(mark, self._took, before.times + 1 if before else 1, self._levels())
                await self._facts.note(FACT, msgspec.json.encode(found).decode())
            except Exception as error:  # a level plays as it does elsewhere
                logger.error("speed-unmeasured", exc_info=error)

    async def _mark(self) -> str:
        return f"{await self._build()} {self._limit}"

    async def _timed(self) -> float:
        found = []
        for taken in fixed_decisions(self._clock):
            found.append(taken)
            await asyncio.sleep(0)  # whoever asks for something meanwhile comes first
        return min(found)
