"""The speed of a device: measured once and stored; the reduced levels are recorded with what they compute."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from device.test_finished_matches import log_of, play_match
from device.test_host import QUICK, Page, open_table
from support.example_games import example
from table.stores import MemoryShelf
from table.tables import run_loop, table_test

from prikup.bots import LEVELS, REDUCED_LEVELS, is_player, player
from prikup.device.bot_speed import COSTS, FACT, QUIET_S, ROUNDS, TIMES, Speed, SpeedMeasurement, fixed_decisions
from prikup.device.host import TabHost
from prikup.history.events import HUMAN, ActionEvent
from prikup.review.decisions import finished_deals
from prikup.rules.game import AnyGame, Player
from prikup.rules.state import View, view

if not REDUCED_LEVELS:
    pytest.skip("the solver is not built", allow_module_level=True)
LIMIT = 1.6
SLOWEST = COSTS["master"]["master"]
LEVEL_BY_DURATION = {
    LIMIT / SLOWEST * 0.9: "master",
    **{LIMIT / cost * 0.99: level for level, cost in COSTS["master"].items() if level != "master"},
    10.0: REDUCED_LEVELS[-1],
}
"""Durations of the benchmark decision, and what `master` becomes there."""
QUICK_ENOUGH, TOO_SLOW = 0.001, 10.0


class Facts:
    """Stored facts of a device, if it stores any."""

    def __init__(self, stored_fact: str | None = None, *, has_room: bool = True) -> None:
        self.stored_facts = {} if stored_fact is None else {FACT: stored_fact}
        self.note_count, self._has_room = 0, has_room

    async def fact(self, name: str) -> str | None:
        return self.stored_facts.get(name)

    async def note(self, name: str, text: str) -> None:
        if not self._has_room:
            raise OSError("no room")
        self.note_count += 1
        self.stored_facts[name] = text

    @property
    def measurement(self) -> SpeedMeasurement:
        return msgspec.json.decode(self.stored_facts[FACT], type=SpeedMeasurement)


def stepping_clock(duration_s: float) -> Callable[[], float]:
    """Return a clock by which every timed piece of work takes `duration_s` seconds."""
    time_s = 0.0

    def read() -> float:
        nonlocal time_s
        time_s += duration_s
        return time_s

    return read


def fail_if_timed() -> float:
    raise AssertionError("nothing is to be measured")


def speed_on_device(facts: Facts, duration_s: float | Callable[[], float], build: str = "one") -> Speed:
    """Return the speed of a device on which the benchmark decision takes `duration_s` seconds."""

    async def read_build() -> str:
        return build

    return Speed(facts, read_build, LIMIT, duration_s if callable(duration_s) else stepping_clock(duration_s))


def slow_host(shelf: MemoryShelf) -> TabHost:
    """Return the host of a device so slow that `master` considers the fewest worlds."""
    return TabHost(shelf, QUICK, speed=speed_on_device(Facts(), TOO_SLOW))


def test_reduced_levels_are_players_of_decreasing_cost() -> None:
    assert all(is_player(level) and level.partition(":")[0] in LEVELS for level in REDUCED_LEVELS)
    assert all(level in COSTS and [*costs] == [level, *REDUCED_LEVELS] for level, costs in COSTS.items())
    for costs in COSTS.values():
        assert sorted(costs.values(), reverse=True) == list(costs.values())


def test_bot_speed_times_same_fixed_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    decisions: list[tuple[str, int, object, int]] = []

    def recording_player(name: str, game: AnyGame, seed: int) -> Player:
        decides = player(name, game, seed)

        def decide(player_view: View[Any]) -> int:
            act = decides(player_view)
            decisions.append((name, seed, player_view, act))
            return act

        return decide if name != "rule" else decides

    monkeypatch.setattr("prikup.device.bot_speed.player", recording_player)
    for _ in range(2):
        assert list(fixed_decisions(stepping_clock(0.5))) == [0.5] * ROUNDS
    assert len(decisions) == 2 * ROUNDS
    assert all(decision == decisions[0] for decision in decisions)


@table_test
async def test_bot_speed_reduces_level_on_slower_devices() -> None:
    for duration_s, level in LEVEL_BY_DURATION.items():
        facts = Facts()
        speed = speed_on_device(facts, duration_s)
        assert await speed.level_for_device("master") == level
        assert [await speed.level_for_device(other_level) for other_level in LEVELS if other_level != "master"] == [
            "beginner",
            "rule",
            "pimc",
        ]
        worlds = {} if level == "master" else {"master": (int(level.partition(":")[2]), 40)}
        assert facts.measurement.levels == worlds
        assert facts.note_count == 1
        speed.close()


@table_test
async def test_bot_speed_is_measured_after_a_quiet_period() -> None:
    facts = Facts()
    speed = speed_on_device(facts, TOO_SLOW)
    for _ in range(10):
        await run_loop(QUIET_S / 2)
        speed.postpone_measurement()
    await run_loop(QUIET_S - 0.1)
    assert not facts.stored_facts
    await run_loop(0.1)
    assert facts.note_count == 1
    speed.close()


@table_test
async def test_bot_speed_of_fast_device_is_remeasured_only_for_new_build() -> None:
    facts = Facts()
    first = speed_on_device(facts, QUICK_ENOUGH)
    assert await first.level_for_device("master") == "master"
    second = speed_on_device(facts, fail_if_timed)
    assert await second.level_for_device("master") == "master"
    await run_loop(QUIET_S)
    assert facts.note_count == 1
    third = speed_on_device(facts, TOO_SLOW, "two")
    assert await third.level_for_device("master") == "master", "what is remembered holds until it is measured anew"
    await run_loop(QUIET_S)
    assert facts.note_count == 2
    assert await third.level_for_device("master") == REDUCED_LEVELS[-1]
    assert facts.measurement.mark.startswith("two ")
    for speed in (first, second, third):
        speed.close()


@table_test
async def test_bot_speed_of_slow_device_is_remeasured_a_few_times() -> None:
    for times, last_duration in ((2, QUICK_ENOUGH), (TIMES, TOO_SLOW)):
        facts = Facts()
        durations: list[float | Callable[[], float]] = [*(TOO_SLOW,) * (times - 1), last_duration, fail_if_timed]
        for duration in durations:
            speed = speed_on_device(facts, duration)
            await run_loop(QUIET_S)
            assert await speed.level_for_device("master") == (
                REDUCED_LEVELS[-1] if facts.measurement.levels else "master"
            )
            speed.close()
        assert facts.note_count == facts.measurement.times == times
        assert bool(facts.measurement.levels) == (last_duration == TOO_SLOW)


@table_test
async def test_bot_speed_is_measured_if_result_is_unreadable_or_unsaved() -> None:
    for facts in (Facts(""), Facts("nonsense"), Facts('{"mark": 1}'), Facts(has_room=False)):
        speed = speed_on_device(facts, TOO_SLOW)
        assert await speed.level_for_device("master") == REDUCED_LEVELS[-1]
        await run_loop(QUIET_S)
        assert facts.note_count == len(facts.stored_facts), "once since the start"
        speed.close()


@table_test
async def test_match_log_names_reduced_level_that_reproduces_its_actions() -> None:
    host = slow_host(MemoryShelf())
    name = await play_match(host, example(seats=3), level="master")
    log = await log_of(host, name)
    await host.close()
    assert set(log.begin.players) == {HUMAN, REDUCED_LEVELS[-1]}
    (deal,) = finished_deals(log.events)
    choices = 0
    for seat, level in enumerate(log.begin.players):
        for step in deal.steps:
            player_view = view(step.before, seat)
            if level != HUMAN and isinstance(step.entry, ActionEvent) and step.entry.seat == seat:
                assert player(level, deal.game, log.begin.bots + seat)(player_view) == step.entry.act
                choices += len(deal.game.legal(player_view)) > 1
    assert choices > 3


@table_test
async def test_table_retains_reduced_level_on_a_faster_device() -> None:
    host = slow_host(shelf := MemoryShelf())
    name = await open_table(host, level="master")
    await (await Page().join(host, name)).until(lambda message: message["type"] == "view")
    await host.close()
    quick = TabHost(shelf, QUICK, speed=speed_on_device(Facts(), QUICK_ENOUGH))
    seats = await (await Page().join(quick, name)).until(lambda message: message["type"] == "seats")
    assert {seat["level"] for seat in seats["seats"]} == {"", REDUCED_LEVELS[-1]}
    await quick.close()
