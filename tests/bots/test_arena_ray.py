"""The arena on a Ray cluster: two workers on this machine."""

import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from support.random_walk import SIMPLE

from prikup.bots.arena import Job, report, run
from prikup.terminal.cli import cluster
from prikup.terminal.cli.app import run as command

JOB = Job(SIMPLE, "", ("rule", "random"), "seed", 5)
ARENA = ["arena", SIMPLE, "--players", "rule,random", "--deals", "5", "--seed", "seed", "--json"]


@pytest.fixture
def alone() -> Iterator[dict[str, str]]:
    """Yield an environment in which Ray leaves no files and sends no usage data.

    Its folder has a short name: the path of a socket in it must fit into 100 characters.
    """
    with tempfile.TemporaryDirectory() as folder:
        yield os.environ | {"RAY_TMPDIR": folder, "RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_MODE": "disabled"}


@pytest.mark.thorough
def test_arena_on_ray_cluster_gives_same_report(alone: dict[str, str]) -> None:
    main = [sys.executable, "-c", "from prikup.cli import main; main()"]
    process = subprocess.run(
        [*main, *ARENA, "--ray", "local", "--workers", "2"],
        env=alone,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    serial_cells = report(JOB, run(JOB, 1)).cells
    assert json.loads(process.stdout)["report"]["cells"] == [msgspec.to_builtins(cell) for cell in serial_cells]


def test_arena_names_package_to_install_for_ray(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert command([*ARENA, "--ray", "local", "--language", "en"]) == 1
    assert "pip install 'prikup[play,ray]'" in capsys.readouterr().err


def refusal(capsys: pytest.CaptureFixture[str], address: str) -> str:
    """Return the error message for an address without a cluster."""
    assert command([*ARENA, "--ray", address, "--language", "en"]) == 2
    message = capsys.readouterr().err
    assert message.startswith(f"--ray {address} does not lead to a Ray cluster.")
    return message


@pytest.mark.thorough
def test_arena_explains_invalid_ray_address(capsys: pytest.CaptureFixture[str]) -> None:
    assert "local, to start one here" in refusal(capsys, "nonsense")


def test_arena_explains_address_without_cluster(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If nothing listens, no process tries Ray; an address that never answers is abandoned after a timeout."""
    monkeypatch.setattr(cluster, "JOINING", 0.0)
    with socket.create_server(("127.0.0.1", 0)) as silent_server:
        address = f"127.0.0.1:{silent_server.getsockname()[1]}"
        assert "within 0 seconds" in refusal(capsys, address)

    trials: list[Any] = []

    def try_ray(*command: Any, **_: Any) -> subprocess.CompletedProcess[str]:
        trials.append(command)
        return subprocess.CompletedProcess(command, 1, "", "a traceback\nno such cluster\n")

    monkeypatch.setattr(subprocess, "run", try_ray)
    assert "no such cluster" in refusal(capsys, "nonsense")
    assert len(trials) == 1
    with socket.socket() as unbound_server:
        unbound_server.bind(("127.0.0.1", 0))
        refusal(capsys, f"127.0.0.1:{unbound_server.getsockname()[1]}")
    assert len(trials) == 1
