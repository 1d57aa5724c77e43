"""Measure the speed of a device, and choose reduced bot levels on a slow one to keep waiting times short.

A reduced level samples fewer worlds (possible deals) for each decision. To measure the speed, the program times one
fixed decision when no request has arrived for a while, or earlier if a table with a reducible level is opened. The
result is stored on the device and is valid for one build of the program. The level is chosen when a table is opened and
is part of the table's settings and log, so the clock influences no decision during play.
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

from prikup.bots import REDUCED_LEVELS, BotLevel, player
from prikup.games import GAMES, game
from prikup.rules.match import Match
from prikup.rules.state import view
from prikup.table.host.time_source import LOOP_TIME, Timekeeper, sleep_until

__all__ = ["COSTS", "FACT", "QUIET_S", "ROUNDS", "TIMES", "DeviceFacts", "Speed", "SpeedMeasurement", "fixed_decisions"]

FACT = "speed"
"""The name under which a device stores the speed measurement."""
QUIET_S = 2.0
"""Seconds that must pass without a request from a page before the measurement of the speed starts."""
TIMES = 3
"""The number of measurements after which a device that was slow in all of them is measured no more.

Each start of the program makes at most one measurement. A new build of the program starts counting again.
"""
DEAL, FIXED_PLAYER, ROUNDS = "a fixed deal 1", "master:2", 9
"""The fixed decision that is timed to measure the speed of a device.

`DEAL` is the seed text of its deal, `FIXED_PLAYER` the computer player that decides, and `ROUNDS` the number of
repetitions. Only the fastest repetition counts. The others are slower because of other work on the device, loading, and
code that the browser has not compiled yet.
"""
COSTS: Mapping[str, Mapping[str, float]] = (
    {"master": dict(zip(("master", *REDUCED_LEVELS), (25, 15, 13, 9), strict=True))} if REDUCED_LEVELS else {}
)
"""The times within which 95 of 100 decisions of a computer player finish, in units of the time of the fixed decision.

For each level (strength) that can be reduced, there is a mapping from the level itself and its reduced variants to
their times. The times were measured in a browser tab, under the house rules with the longest times
(`bench/speed/reduced_bots.py`, docs/strength.md).
"""

logger = logging.getLogger("prikup.device")


class DeviceFacts(Protocol):
    """The device's store for facts about the device, such as its speed. Each fact is a text under a name."""

    async def fact(self, name: str) -> str | None:
        """Return the text stored under this name, None if there is none."""
        ...

    async def note(self, name: str, text: str) -> None:
        """Store a text under this name, replacing an earlier one."""


class SpeedMeasurement(Struct, frozen=True):
    """The measured speed of a device, as stored on the device.

    - `mark`: identifies the build of the program and the time limit of a decision. With another build or limit the
      speed is measured again.
    - `took`: the shortest time in seconds that one fixed decision of a computer player took, over all measurements.
    - `times`: the number of measurements.
    - `levels`: the levels (strengths) that are reduced on this device, so that pages can tell the user. Each is mapped
      to the number of worlds (possible deals) that it samples here and the number that it normally samples.
    """

    mark: str
    took: float
    times: int
    levels: dict[str, tuple[int, int]]


def fixed_decisions(clock: Callable[[], float]) -> Iterator[float]:
    """Repeat one fixed decision of a computer player, and yield the seconds that each repetition took.

    `clock` returns the time in seconds. The decision is the first one after the auction of a fixed deal, in which
    players with fixed heuristics bid.
    """
    rules = game(next(iter(GAMES)))
    rule, state = player("rule", rules, 0), Match.begin(rules).deal_random(random.Random(DEAL))
    first = state.public.phase
    while state.public.phase == first:
        assert state.public.actor is not None
        state = rules.apply_unchecked(state, rule(view(state, state.public.actor)))
    assert state.public.actor is not None
    seat_view = view(state, state.public.actor)
    decide = player(FIXED_PLAYER, rules, 0)
    for _ in range(ROUNDS):
        start = clock()
        decide(seat_view)
        yield clock() - start


class Speed:
    """The measurement of a device's speed, and the choice of bot levels (strengths) that are fast enough on the device.

    An instance must be created while an event loop is running.

    - `facts`: stores the result of the measurement.
    - `build`: returns the id of this build of the program.
    - `limit`: the number of seconds that at most one decision in twenty should exceed.
    - `clock`: the clock by which decisions are timed.
    - `time`: the time source for pauses, by default that of the running event loop.
    """

    def __init__(
        self,
        facts: DeviceFacts,
        build: Callable[[], Awaitable[str]],
        limit: float,
        clock: Callable[[], float] = perf_counter,
        time: Timekeeper = LOOP_TIME,
    ) -> None:
        self._facts, self._build, self._limit, self._clock = facts, build, limit, clock
        self._time = time
        self._decision_seconds: float | None = None
        self._has_measured = False
        self._lock = asyncio.Lock()
        self.postpone_measurement()
        self._task = asyncio.create_task(self._measure_when_quiet())

    def postpone_measurement(self) -> None:
        """Postpone the measurement by `QUIET_S` seconds from now, because a request has arrived."""
        self._last_request_time = self._time.now()

    async def level_for_device(self, level: str) -> str:
        """Return the level (strength) of computer players to use on this device for a new table.

        It is `level` itself if that is fast enough, otherwise a reduced variant of it. If the speed of the device is
        not known yet, it is measured first.
        """
        if level not in COSTS:
            return level
        if self._decision_seconds is None:
            await self._load_measurement()
        if self._decision_seconds is None:
            await self._measure()
        return self._fitting(level)

    def close(self) -> None:
        """Cancel the measurement that waits for a quiet time or is running."""
        self._task.cancel()

    def _fitting(self, level: str) -> str:
        """Return the level if it is fast enough on this device, otherwise its strongest variant that is fast enough.

        If no variant is fast enough, return the weakest one. If the speed is unknown, return the level itself.
        """
        costs = COSTS[level]
        if self._decision_seconds is None:  # the measurement failed
            return level
        return next(
            (name for name, cost in costs.items() if cost * self._decision_seconds <= self._limit), [*costs][-1]
        )

    @property
    def _slow(self) -> bool:
        return any(self._fitting(level) != level for level in COSTS)

    def _levels(self) -> dict[str, tuple[int, int]]:
        """Return the levels that are reduced on this device, with two numbers of worlds (possible deals) each.

        The first is the number that the level samples here, the second the number that it normally samples.
        """
        fitting_levels = {
            level: (self._fitting(level), import_module(f"prikup.bots.{level}").WORLDS) for level in COSTS
        }
        return {
            level: (BotLevel.parse(fitting_level).number or full_count, full_count)
            for level, (fitting_level, full_count) in fitting_levels.items()
            if fitting_level != level
        }

    async def _load_measurement(self) -> SpeedMeasurement | None:
        """Load and return the stored measurement of the speed; None if there is none or it cannot be decoded.

        The stored time is used from now on to choose levels, unless a time has been measured since the program started.
        """
        try:
            text = await self._facts.fact(FACT)
            measurement = msgspec.json.decode(text, type=SpeedMeasurement) if text else None
        except Exception as error:  # the speed is measured again
            logger.info("speed-unread", exc_info=error)
            return None
        if measurement and self._decision_seconds is None:
            self._decision_seconds = measurement.took
        return measurement

    async def _measure_when_quiet(self) -> None:
        """Wait until no request has arrived for `QUIET_S` seconds, then measure the speed unless it is known.

        A device that was fast in one measurement counts as fast. A device that was slow may only have been busy, so it
        is measured again, up to `TIMES` times.
        """
        while (quiet_time := self._last_request_time + QUIET_S) > self._time.now():
            await sleep_until(self._time, quiet_time)
        measurement = await self._load_measurement()
        if not measurement or measurement.mark != await self._mark() or (self._slow and measurement.times < TIMES):
            await self._measure()

    async def _measure(self) -> None:
        """Time one fixed decision of a computer player, at most once per start of the program, and store the result.

        The shortest time of all measurements with this build of the program counts.
        """
        async with self._lock:
            if self._has_measured:
                return
            self._has_measured = True
            try:
                took, mark, stored_measurement = (
                    await self._time_decision(),
                    await self._mark(),
                    await self._load_measurement(),
                )
                earlier_measurement = (
                    stored_measurement if stored_measurement and stored_measurement.mark == mark else None
                )
                self._decision_seconds = min(took, earlier_measurement.took) if earlier_measurement else took
                measurement = SpeedMeasurement(
                    mark,
                    self._decision_seconds,
                    earlier_measurement.times + 1 if earlier_measurement else 1,
                    self._levels(),
                )
                await self._facts.note(FACT, msgspec.json.encode(measurement).decode())
            except Exception as error:  # without a result, levels are not reduced
                logger.error("speed-unmeasured", exc_info=error)

    async def _mark(self) -> str:
        return f"{await self._build()} {self._limit}"

    async def _time_decision(self) -> float:
        durations = []
        for duration in fixed_decisions(self._clock):
            durations.append(duration)
            await asyncio.sleep(0)  # let pending requests run first
        return min(durations)
