"""The arena on a Ray cluster, here one of two workers on this machine."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

import msgspec
import pytest
from support.walk import SIMPLE

from prikup.bots.arena import Job, report, run
from prikup.terminal.cli.app import run as command

JOB = Job(SIMPLE, "", ("rule", "random"), "seed", 5)
ARENA = ["arena", SIMPLE, "--players", "rule,random", "--deals", "5", "--seed", "seed", "--json"]


@pytest.fixture
def alone() -> Iterator[dict[str, str]]:
    """Yield an environment in which Ray leaves nothing behind and tells nobody of it.

    Its folder has a short name: that of a socket there has to fit into 100 letters.
    """
    with tempfile.TemporaryDirectory() as folder:
        yield os.environ | {"RAY_TMPDIR": folder, "RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_MODE": "disabled"}


def test_a_cluster_plays_the_same(alone: dict[str, str]) -> None:
    main = [sys.executable, "-c", "from prikup.cli import main; main()"]
    done = subprocess.run(
        [*main, *ARENA, "--ray", "local", "--workers", "2"],
        env=alone,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    here = report(JOB, run(JOB, 1)).cells
    assert json.loads(done.stdout)["report"]["cells"] == [msgspec.to_builtins(cell) for cell in here]


def test_without_ray_it_is_said_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert command([*ARENA, "--ray", "local", "--language", "en"]) == 1
    assert "pip install 'prikup[play,ray]'" in capsys.readouterr().err


def test_an_address_that_is_none_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert command([*ARENA, "--ray", "nonsense", "--language", "en"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("--ray nonsense leads to no Ray cluster.")
    assert "local, to begin one here" in said


def test_an_address_where_nobody_is_is_a_sentence_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{nobody.getsockname()[1]}"
        begun = time.monotonic()
        assert command([*ARENA, "--ray", address, "--language", "en"]) == 2
        assert time.monotonic() - begun < 10
    assert capsys.readouterr().err.startswith(f"--ray {address} leads to no Ray cluster.")


def test_an_address_where_something_else_listens_is_a_sentence(
    alone: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("prikup.terminal.cli.cluster.JOINING", 3.0)
    for name, value in alone.items():
        monkeypatch.setenv(name, value)
    with socket.create_server(("127.0.0.1", 0)) as something:
        address = f"127.0.0.1:{something.getsockname()[1]}"
        assert command([*ARENA, "--ray", address, "--language", "en"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"--ray {address} leads to no Ray cluster.")
    assert "within 3 seconds" in said
