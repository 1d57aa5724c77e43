import asyncio

import pytest
from campaigns.self_killing_server import LIE
from campaigns.server_crash import ANY, LIMIT, Result, Round, crash
from support.circles import depth


def test_killed_server_loses_and_repeats_no_action() -> None:
    points = [ANY, "committed"][-depth(2) :]
    result = asyncio.run(crash(points, tables=3, active=3, think=0.002, latest=0.8, pace=0))
    assert result.findings.faults == []
    assert [crash_round.point for crash_round in result.rounds] == points
    assert all(crash_round.acknowledged_commands for crash_round in result.rounds)
    assert result.rounds[-1].already_written, "the crash should come between the commit and the receipt"
    assert result.deals > 0
    assert result.views > result.commands > 0


@pytest.mark.thorough
def test_crash_campaign_detects_lost_acknowledged_commands() -> None:
    result = asyncio.run(crash([LIE], tables=4, active=4, think=0.02, pace=0))
    assert any("not as told" in fault for fault in result.findings.faults)
    assert result.rounds[0].lost_commands


@pytest.mark.parametrize(
    ("serving", "core_wait", "cpu", "slow"),
    [
        pytest.param(LIMIT - 1, 0.0, 1.0, False, id="in-time"),
        pytest.param(LIMIT + 1, 0.0, 1.0, True, id="it-slept"),
        pytest.param(LIMIT + 1, 0.0, LIMIT + 1, True, id="it-worked"),
        pytest.param(3 * LIMIT, 2.5 * LIMIT, 1.0, False, id="others-had-the-cores"),
        pytest.param(3 * LIMIT, 3 * LIMIT, LIMIT + 1, True, id="it-worked-and-others-had-the-cores"),
        pytest.param(3 * LIMIT, 1.0, 1.0, True, id="it-slept-and-others-had-a-core"),
    ],
)
def test_server_delay_excludes_waiting_for_other_processes(
    serving: float, core_wait: float, cpu: float, slow: bool
) -> None:
    result = Result(1, rounds=[Round(ANY, serving=serving, core_wait=core_wait, cpu=cpu)])
    assert bool(result.slow()) == slow
