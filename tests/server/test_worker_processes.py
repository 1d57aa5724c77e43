"""Worker processes: they answer, are replaced when they die, and end with their server."""

import asyncio
import io
import multiprocessing
import os
import random
import signal
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import wait
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import msgspec
import psutil
import pytest
from server.server_thread import Visitor, until
from server.socket_player import Player
from server.worker_functions import dies_once, fails, has_imported, niceness, no_interrupt, waits_for
from support.example_games import example
from support.server_process import Server, started_server
from support.waiting import DEADLINE_S, eventually
from table.stores import Memory
from websockets.exceptions import ConnectionClosed

from prikup.bots import PLAYERS
from prikup.games import GAMES, game
from prikup.rules.match import Match
from prikup.rules.state import View, view
from prikup.server import worker_processes
from prikup.server.worker_processes import WorkerProcesses
from prikup.table.commands import bots
from prikup.table.commands.bots import Bot
from prikup.table.host.background_workers import WorkerFailed
from prikup.table.host.services import Host
from prikup.table.host.time_source import LOOP_TIME

THREE = example(seats=3, first="call")
"""A game whose players have a choice from the start."""

solving = pytest.mark.skipif("master" not in PLAYERS, reason="there is no solver: prikup was built without a compiler")


@pytest.fixture
def single_process_pool() -> Iterator[WorkerProcesses]:
    """A pool of one process."""
    with closing(WorkerProcesses(1)) as pool:
        yield pool


def first(name: str, seed: int) -> View[Any]:
    """Return the view of the first player to act in a deal."""
    state = Match.begin(game(name)).deal_random(random.Random(seed))
    assert state.public.actor is not None
    return view(state, state.public.actor)


# One process


def test_worker_runs_in_another_process_with_lower_priority(single_process_pool: WorkerProcesses) -> None:
    pid = single_process_pool.submit(os.getpid).result()
    assert pid != os.getpid()
    assert single_process_pool.submit(os.getpid).result() == pid
    assert single_process_pool.submit(niceness).result() == min(19, niceness() + worker_processes.NICE)


def test_workers_start_on_demand_and_end_with_their_pool(tmp_path: Path) -> None:
    old_children = set(multiprocessing.active_children())  # processes of other tests may still be ending

    def children() -> int:
        return len(set(multiprocessing.active_children()) - old_children)

    with closing(WorkerProcesses(3)) as pool:
        assert (pool.processes, pool.calls, children()) == (0, 0, 0)
        pool.submit(os.getpid).result()
        assert pool.processes == children() == 1
        futures = [pool.submit(waits_for, tmp_path / "mark") for _ in range(3)]
        assert pool.calls == 3
        until(lambda: pool.processes == 3)
        (tmp_path / "mark").touch()
        wait(futures)
        until(lambda: pool.calls == 0)
        assert pool.processes == children() == 3
    until(lambda: children() == 0)


def test_worker_has_imported_its_functions_before_its_first_call(single_process_pool: WorkerProcesses) -> None:
    assert single_process_pool.submit(has_imported, worker_processes.MODULE).result()


@solving
@pytest.mark.parametrize("name", GAMES)
def test_worker_makes_same_decision_as_this_process(single_process_pool: WorkerProcesses, name: str) -> None:
    for seed in range(2):
        bot, player_view = Bot("master:3", game(name), seed), first(name, seed)
        assert single_process_pool.submit(bot.decision, player_view).result() == bot.decision(player_view)


def test_worker_ignores_ctrl_c(single_process_pool: WorkerProcesses) -> None:
    assert single_process_pool.submit(no_interrupt).result() == single_process_pool.submit(os.getpid).result()


# Failures


def test_worker_that_dies_is_replaced_and_call_is_retried(
    single_process_pool: WorkerProcesses, stream: io.StringIO, tmp_path: Path
) -> None:
    pid = single_process_pool.submit(os.getpid).result()
    new_pid = single_process_pool.submit(dies_once, tmp_path / "mark").result()
    assert new_pid != pid
    assert single_process_pool.submit(os.getpid).result() == new_pid
    assert stream.getvalue().count("worker-lost") == 1


def test_worker_that_died_while_idle_is_replaced(single_process_pool: WorkerProcesses, stream: io.StringIO) -> None:
    os.kill(single_process_pool.submit(os.getpid).result(), signal.SIGKILL)
    assert single_process_pool.submit(sum, (2, 3)).result() == 5
    assert "worker-lost" in stream.getvalue()


def test_workers_start_again_after_the_fork_server_has_died(single_process_pool: WorkerProcesses) -> None:
    pid = single_process_pool.submit(os.getpid).result()
    worker, fork_server = psutil.Process(pid), psutil.Process(pid).parents()[0]
    fork_server.kill()
    until(lambda: fork_server.status() == psutil.STATUS_ZOMBIE)  # a call is tried twice, and the worker's death is one
    worker.kill()
    assert single_process_pool.submit(os.getpid).result() != pid


def test_worker_call_that_kills_each_process_is_given_up(
    single_process_pool: WorkerProcesses, stream: io.StringIO
) -> None:
    deadly, after = single_process_pool.submit(os.abort), single_process_pool.submit(sum, (2, 3))
    with pytest.raises(WorkerFailed):
        deadly.result()
    assert after.result() == 5
    assert stream.getvalue().count("worker-lost") == worker_processes.TRIES


def test_worker_that_takes_too_long_is_ended_and_replaced(
    single_process_pool: WorkerProcesses, stream: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    single_process_pool.submit(os.getpid).result()
    monkeypatch.setattr(worker_processes, "TIMEOUT", 0.01)
    with pytest.raises(WorkerFailed):
        single_process_pool.submit(time.sleep, 1000).result()
    monkeypatch.undo()
    assert single_process_pool.submit(sum, (2, 3)).result() == 5
    assert "TimeoutError" in stream.getvalue()


def test_worker_failure_is_logged_by_code_lines_without_message(
    single_process_pool: WorkerProcesses, stream: io.StringIO
) -> None:
    pid = single_process_pool.submit(os.getpid).result()
    with pytest.raises(WorkerFailed):
        single_process_pool.submit(fails, "the-ace-of-hearts").result()
    assert single_process_pool.submit(os.getpid).result() == pid
    (line,) = stream.getvalue().splitlines()
    entry = msgspec.json.decode(line)
    assert (entry["event"], entry["behind"]["error"]) == ("worker-failed", "ValueError")
    assert any("worker_functions.py" in code_line for code_line in entry["behind"]["lines"])
    assert "hearts" not in line


def test_cancelled_worker_call_is_not_started(single_process_pool: WorkerProcesses, tmp_path: Path) -> None:
    busy = single_process_pool.submit(waits_for, tmp_path / "mark")
    cancelled_call = single_process_pool.submit(Path.touch, tmp_path / "done")
    assert cancelled_call.cancel()
    (tmp_path / "mark").touch()
    assert busy.result() is None
    assert single_process_pool.submit(Path.exists, tmp_path / "done").result() is False


def test_closed_workers_fail_running_and_cancel_waiting_calls(stream: io.StringIO) -> None:
    workers = WorkerProcesses(1)
    workers.submit(os.getpid).result()
    thinking, waiting = workers.submit(time.sleep, 1000), workers.submit(os.getpid)
    until(thinking.running)
    workers.close()
    with pytest.raises(WorkerFailed):
        thinking.result()
    assert waiting.cancelled()
    with pytest.raises(WorkerFailed):
        workers.submit(os.getpid)
    assert stream.getvalue() == ""  # their end is not logged as a failure


async def test_bot_falls_back_to_rule_player_when_worker_is_lost(
    single_process_pool: WorkerProcesses, stream: io.StringIO, tmp_path: Path
) -> None:
    single_process_pool.close()
    bot, player_view = Bot("master", game(THREE), 1), first(THREE, 1)
    playing = bots.Bots(Host(Memory(tmp_path), single_process_pool, LOOP_TIME), 0, lambda _: None, lambda _: None)
    assert await playing._decision(bot, player_view) == bot._replace(level="rule").decision(player_view)
    assert "player-failed" in stream.getvalue()
    assert "WorkerFailed" in stream.getvalue()


# A server


async def _plays(server: Server, level: str, stage: str) -> None:
    """Play with computer players until the table reaches a stage or the server is gone."""
    person = Player(1)
    with Visitor(server) as visitor, suppress(ConnectionClosed):
        async with visitor.socket(visitor.table(game=THREE, level=level, bots=True)) as socket:
            async for text in socket:
                if command := person.respond(msgspec.json.decode(text)):
                    await socket.send(msgspec.json.encode(command).decode())
                if person.stage == stage:
                    return


def _family(server: Server) -> list[psutil.Process]:
    """Return the child processes of a server."""
    return psutil.Process(server.process.pid).children(recursive=True)


async def _thinking(server: Server, known_pids: Iterable[int] = ()) -> set[int]:
    """Wait until a server has worker processes other than `known_pids`; return their ids."""
    pids: set[int] = set()

    def has_new_pids() -> bool:
        pids.update({one.pid for one in _family(server) if _is_worker(one)} - {*known_pids})
        return bool(pids)

    await eventually(has_new_pids)
    return pids


def _is_worker(process: psutil.Process) -> bool:
    """Return whether a process is a copy of the fork server, and has not ended."""
    with suppress(psutil.NoSuchProcess):
        parent = process.parent()
        return parent is not None and _is_forked(parent) and _is_forked(process)
    return False


def _is_forked(process: psutil.Process) -> bool:
    """Return whether a process is the fork server or a copy of it."""
    return "multiprocessing.forkserver" in " ".join(process.cmdline())


def _check_ended(family: list[psutil.Process]) -> None:
    """Check that there were processes and that all have ended."""
    ended_processes, running_processes = psutil.wait_procs(family, timeout=DEADLINE_S)
    assert ended_processes
    assert not running_processes


@solving
async def test_table_continues_when_its_workers_are_killed(tmp_path: Path) -> None:
    """A server starts worker processes only when a level needs them."""
    with started_server(tmp_path, "--pace", "0") as server:
        await _plays(server, "rule", "rest")
        assert _family(server) == []
        playing = asyncio.create_task(_plays(server, "pimc", "rest"))
        killed_pids = await _thinking(server)
        for pid in killed_pids:
            os.kill(pid, signal.SIGKILL)
        await playing
        assert await _thinking(server, killed_pids)
        assert "worker-lost" in server.journal
        family = _family(server)
    _check_ended(family)


@solving
@pytest.mark.parametrize("ends", [signal.SIGKILL, signal.SIGINT], ids=lambda one: one.name)
def test_workers_end_with_their_server(tmp_path: Path, ends: signal.Signals) -> None:
    """All processes receive Ctrl+C, as at a terminal."""

    async def end() -> None:
        playing = asyncio.create_task(_plays(server, "master", "over"))
        await _thinking(server)
        family.extend(_family(server))
        for pid in (server.process.pid, *(one.pid for one in family if ends == signal.SIGINT)):
            with suppress(ProcessLookupError):  # the server may have ended its workers by now
                os.kill(pid, ends)
        await playing

    family: list[psutil.Process] = []
    with started_server(tmp_path, "--pace", "0") as server:
        asyncio.run(end())
        server.process.wait(DEADLINE_S)
        server.stop()
    _check_ended(family)
