import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from server.running import heard, served, until
from support.walk import SIMPLE
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from prikup.server.process import PORTS, browser_url, listen

PROGRAM = Path(sys.executable).with_name("prikup")
PROTOCOL = Path(__file__).parents[2] / "docs" / "protocol.md"


@contextmanager
def prikup(folder: Path, *arguments: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`prikup serve`, and the one line it says."""
    process = subprocess.Popen(
        [PROGRAM, "serve", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"XDG_DATA_HOME": str(folder), "PRIKUP_LANGUAGE": "en"} | environment,
    )
    assert process.stdout
    assert process.stderr
    with process.stdout, process.stderr:
        try:
            yield process, process.stdout.readline()
        finally:
            process.kill()
            process.wait()


def url_of(line: str) -> str:
    """The address in a line."""
    found = re.search(r"http://\S+:\d+", line)
    assert found, line
    return found[0]


def failed(folder: Path, *arguments: str) -> tuple[int, str]:
    """The exit code and what is said of a server that cannot be."""
    with prikup(folder, *arguments) as (process, line):
        assert line == ""
        assert process.stderr
        return process.wait(20), process.stderr.read()


def test_it_says_where_it_is_and_keeps_its_tables(tmp_path: Path) -> None:
    for _ in range(2):
        with prikup(tmp_path, "--port", "0") as (process, line):
            url = url_of(line)
            assert httpx.get(f"{url}/health").json() == {"database": True}
            assert (tmp_path / "prikup" / "tables.sqlite").exists()
            process.terminate()
            process.wait(20)


def test_it_ends_when_it_is_told_to_and_tells_everybody(tmp_path: Path) -> None:
    with prikup(tmp_path, "--port", "0") as (process, line):
        url = url_of(line)
        with httpx.Client(base_url=url, headers={"Origin": url}) as http:
            http.post("/api/guests", json={}).raise_for_status()
            table = http.post("/api/tables", json={"game": SIMPLE}).json()["id"]
            cookie = f"prikup={http.cookies['prikup']}"

        async def wait() -> int:
            headers = {"Cookie": cookie, "Origin": url}
            async with connect(f"{url.replace('http', 'ws')}/ws/tables/{table}", additional_headers=headers) as ws:
                await heard(ws, "seats")
                process.send_signal(signal.SIGTERM)
                assert (await heard(ws, "goodbye"))["reason"]["key"] == "server-stops"
                with pytest.raises(ConnectionClosed) as closed:
                    await ws.recv()
                assert closed.value.rcvd
                return closed.value.rcvd.code

        assert asyncio.run(wait()) == 1001
        assert process.wait(20) in (0, -signal.SIGTERM)
        assert process.stderr
        assert "error" not in process.stderr.read()


def test_ctrl_c_is_a_good_end(tmp_path: Path) -> None:
    with prikup(tmp_path, "--port", "0") as (process, _):
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0


def test_a_port_that_is_taken_is_an_error_only_if_it_was_asked_for(tmp_path: Path) -> None:
    with listen("127.0.0.1", None) as first:
        first.listen()
        with listen("127.0.0.1", None) as second:
            assert second.getsockname()[1] != first.getsockname()[1]
        port = first.getsockname()[1]
        assert port in PORTS
        code, said = failed(tmp_path, "--port", str(port))
        assert code == 2
        assert "127.0.0.1" in said
        assert "Traceback" not in said


def test_addresses_are_what_one_types_into_a_browser() -> None:
    with listen("0.0.0.0", 0) as everywhere, listen("127.0.0.1", 0) as here:
        assert browser_url(everywhere) == f"http://localhost:{everywhere.getsockname()[1]}/"
        assert browser_url(here) == f"http://127.0.0.1:{here.getsockname()[1]}/"


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this machine has no IPv6")
def test_an_address_of_ipv6_stands_in_brackets() -> None:
    with listen("::1", 0) as here:
        assert browser_url(here) == f"http://[::1]:{here.getsockname()[1]}/"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--port", "70000"), 2),
        (("--pace", "-1"), 2),
        (("--host", "192.0.2.1"), 2),
        (("--port", "0", "--database", "nonsense"), 1),
        (("--port", "0", "--database", "sqlite:////proc/nothing/x"), 1),
    ],
    ids=str,
)
def test_what_cannot_be_is_a_sentence(tmp_path: Path, arguments: tuple[str, ...], code: int) -> None:
    found, said = failed(tmp_path, *arguments)
    assert found == code
    assert len(said.strip().splitlines()) <= 2
    assert "Traceback" not in said


def test_a_database_is_held_by_one_server(tmp_path: Path) -> None:
    with prikup(tmp_path, "--port", "0"):
        code, said = failed(tmp_path, "--port", "0")
        assert code == 1
        assert "Traceback" not in said


def test_the_browser_is_opened_if_asked_for(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >{opened}\n')
    browser.chmod(0o755)
    with prikup(tmp_path, "--port", "0", "--open", BROWSER=f"{browser} %s") as (_, line):
        until(lambda: opened.exists() and opened.read_text())
        assert opened.read_text().startswith(url_of(line))


def test_other_commands_load_no_server() -> None:
    rules = f"from prikup.terminal.cli.app import run; run(['rules', '{SIMPLE}', '--plain'])"
    code = f"import sys; {rules}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "prikup.terminal.cli.serve" in loaded
    assert not {"litestar", "uvicorn", "sqlalchemy", "asyncio", "webbrowser"} & set(loaded)


def test_the_bot_of_the_protocol_plays_a_match(tmp_path: Path) -> None:
    (bot,) = re.findall(r"```python bot\.py\n(.*?)```", PROTOCOL.read_text(), re.DOTALL)
    (tmp_path / "bot.py").write_text(bot)
    with served(tmp_path) as running:
        done = subprocess.run(
            [sys.executable, tmp_path / "bot.py", running.url], capture_output=True, text=True, timeout=60, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")
        (table,) = set(re.findall(r'"table":"(\w+)"', running.journal))
        assert httpx.get(f"{running.url}/api/tables/{table}").json()["stage"] == "over"
