"""The time a computer player takes reveals nothing: neither a lack of choice nor the time spent thinking."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import ParamSpec, TypeVar
from unittest.mock import patch

import pytest
from table.tables import run_loop, send, settings, started_table, table_test

from prikup.table.commands.bots import START_DELAY_IN_PACES
from prikup.table.host.background_workers import Inline
from prikup.table.host.thinking_times import MAX_REMEMBERED_TIMES, PromptKind, ThinkingTimes
from prikup.table.table_settings import Timing

P = ParamSpec("P")
T = TypeVar("T")
PLAY, DISCARD = PromptKind("game", "master", "play"), PromptKind("game", "master", "discard")


def test_choice_delay_is_a_multiple_of_the_pace() -> None:
    times = ThinkingTimes()
    assert [times.choice_delay(PLAY, thinking_time_s, 0.5) for thinking_time_s in (0.0, 0.01, 0.5, 0.51, 1.7)] == [
        0.5,
        0.5,
        0.5,
        1.0,
        2.0,
    ]
    assert times.choice_delay(PLAY, 0.3, 0.0) == 0.3, "no pace: as long as it takes"


def test_forced_delay_is_distributed_like_choice_delays() -> None:
    times = ThinkingTimes()
    for thinking_time_s in (0.1,) * 30 + (0.9,) * 20 + (1.2,) * 10:
        times.choice_delay(PLAY, thinking_time_s, 0.5)
    counts = Counter(times.forced_delay(PLAY, 0.5) for _ in range(6000))
    assert set(counts) == {0.5, 1.0, 1.5}
    assert abs(counts[0.5] - 3000) < 300
    assert abs(counts[1.5] - 1000) < 200


def test_forced_delay_depends_on_prompt_type() -> None:
    times = ThinkingTimes()
    times.choice_delay(DISCARD, 3.0, 0.5)
    assert times.forced_delay(PLAY, 0.5) == 0.5
    assert times.forced_delay(DISCARD, 0.5) == 3.0


def test_forced_delay_forgets_old_times() -> None:
    times = ThinkingTimes()
    for thinking_time_s in (9.0,) * MAX_REMEMBERED_TIMES + (0.1,) * MAX_REMEMBERED_TIMES:
        times.choice_delay(PLAY, thinking_time_s, 0.5)
    assert {times.forced_delay(PLAY, 0.5) for _ in range(200)} == {0.5}


class Noting(Inline):
    """Workers that record the loop times of their calls, in seconds."""

    def __init__(self) -> None:
        self.call_times: list[float] = []

    async def call(self, function: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> T:
        self.call_times.append(asyncio.get_running_loop().time())
        return await super().call(function, *arguments, **keywords)


@table_test
async def test_table_starts_bot_thinking_only_after_start_delay() -> None:
    """Passing a view to the workers takes time, which must not delay messages to clients."""
    workers, pace = Noting(), 5.0
    with patch("table.tables.Inline", lambda: workers):
        table, (anna,) = await started_table(settings(level="pimc:1"), "anna", timing=Timing(pace=pace))
        start_time = asyncio.get_running_loop().time()
        if anna.update.legal:
            await send(table, anna, anna.act(anna.update.legal[0]))
        await run_loop(pace - 1)
    assert workers.call_times
    assert workers.call_times[0] - start_time == pytest.approx(START_DELAY_IN_PACES * pace, abs=1e-3)
