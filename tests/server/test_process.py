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

import pytest
from server.server_thread import receive, run_server, until
from support import patient
from support.random_walk import SIMPLE
from support.waiting import DEADLINE_S
from websockets.exceptions import ConnectionClosed

from prikup.server.process import PORTS, browser_url, listen
from prikup.terminal.cli.app import run

PROGRAM = Path(sys.executable).with_name("prikup")
PROTOCOL = Path(__file__).parents[2] / "docs" / "protocol.md"


@contextmanager
def prikup(folder: Path, *arguments: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run `prikup serve`; yield the process and the one line it prints."""
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
    """Return the URL in a line."""
    match = re.search(r"http://\S+:\d+", line)
    assert match, line
    return match[0]


def wait_until_healthy(url: str) -> None:
    """Wait until a server reports that its database works, which a slow write on a busy machine may delay."""
    until(lambda: patient.get(f"{url}/health").json() == {"database": True})


def create_guest_and_table(url: str) -> tuple[dict[str, str], str]:
    """Create a guest and a table; return the headers of the guest's page and the table's id."""
    with patient.Client(base_url=url, headers={"Origin": url}) as http:
        http.post("/api/guests", json={}).raise_for_status()
        table = http.post("/api/tables", json={"game": SIMPLE}).json()["id"]
        return {"Cookie": f"prikup={http.cookies['prikup']}", "Origin": url}, table


def test_server_process_prints_url_opens_browser_and_stops_on_signal(tmp_path: Path) -> None:
    """SIGTERM stops a server during play, and the client gets a close message; Ctrl+C stops the next one, which opened
    a browser."""
    opened_file, browser = tmp_path / "opened", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >{opened_file}\n')
    browser.chmod(0o755)

    async def stop_server(url: str, process: subprocess.Popen[str]) -> int:
        headers, table = create_guest_and_table(url)
        async with patient.connect(f"{url.replace('http', 'ws')}/ws/tables/{table}", additional_headers=headers) as ws:
            await receive(ws, "seats")
            process.send_signal(signal.SIGTERM)
            assert (await receive(ws, "goodbye"))["reason"]["key"] == "server-stops"
            with pytest.raises(ConnectionClosed) as close_info:
                await ws.recv()
            assert close_info.value.rcvd
            return close_info.value.rcvd.code

    with prikup(tmp_path, "--port", "0") as (process, line):
        url = url_of(line)
        wait_until_healthy(url)
        assert (tmp_path / "prikup" / "tables.sqlite").exists()
        assert asyncio.run(stop_server(url, process)) == 1001
        assert process.wait(DEADLINE_S) in (0, -signal.SIGTERM)
        assert process.stderr
        assert "error" not in process.stderr.read()
    with prikup(tmp_path, "--port", "0", "--open", BROWSER=f"{browser} %s") as (process, line):
        wait_until_healthy(url_of(line))
        until(lambda: opened_file.exists() and opened_file.read_text())
        assert opened_file.read_text().startswith(url_of(line))
        process.send_signal(signal.SIGINT)
        assert process.wait(DEADLINE_S) == 0


def test_serve_command_error_is_a_short_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRIKUP_LANGUAGE", "en")
    with listen("127.0.0.1", None) as listening_socket:
        listening_socket.listen()
        port = listening_socket.getsockname()[1]
        assert port in PORTS
        with listen("127.0.0.1", None) as second_socket:
            assert second_socket.getsockname()[1] != port, "a port that is taken is no error if it was not asked for"
        for option, value in (("--port", "70000"), ("--pace", "-1"), ("--host", "192.0.2.1"), ("--port", str(port))):
            assert run(["serve", "--no-open", option, value]) == 2, (option, value)
            error_text = capsys.readouterr().err
            _is_a_sentence(error_text)
            assert ("127.0.0.1" in error_text) == (value == str(port)), error_text
    with (
        run_server(tmp_path),
        prikup(tmp_path, "--port", "0", "--database", f"sqlite:///{tmp_path}/tables.sqlite") as (
            process,
            line,
        ),
    ):
        assert process.stderr
        assert (line, process.wait(DEADLINE_S)) == ("", 1), "another server has the database"
        _is_a_sentence(process.stderr.read())


def _is_a_sentence(text: str) -> None:
    assert 1 <= len(text.strip().splitlines()) <= 2, text
    assert "Traceback" not in text


def test_browser_url_names_host_port_and_root_path() -> None:
    with listen("0.0.0.0", 0) as any_socket, listen("127.0.0.1", 0) as local_socket:
        assert browser_url(any_socket) == f"http://localhost:{any_socket.getsockname()[1]}/"
        assert browser_url(local_socket) == f"http://127.0.0.1:{local_socket.getsockname()[1]}/"
        assert browser_url(local_socket, "/cards") == f"http://127.0.0.1:{local_socket.getsockname()[1]}/cards/"


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this machine has no IPv6")
def test_browser_url_puts_ipv6_address_in_brackets() -> None:
    with listen("::1", 0) as local_socket:
        assert browser_url(local_socket) == f"http://[::1]:{local_socket.getsockname()[1]}/"


def test_cli_loads_no_server_for_other_commands() -> None:
    rules = f"from prikup.terminal.cli.app import run; run(['rules', '{SIMPLE}', '--plain'])"
    code = f"import sys; {rules}; print(*sys.modules)"
    loaded_modules = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "prikup.terminal.cli.serve" in loaded_modules
    assert not {"litestar", "uvicorn", "sqlalchemy", "asyncio", "webbrowser"} & set(loaded_modules)


def test_protocol_document_bot_plays_a_match(tmp_path: Path) -> None:
    (bot,) = re.findall(r"```python bot\.py\n(.*?)```", PROTOCOL.read_text(), re.DOTALL)
    (tmp_path / "bot.py").write_text(bot)
    with run_server(tmp_path) as running:
        process = subprocess.run(
            [sys.executable, tmp_path / "bot.py", running.url],
            capture_output=True,
            text=True,
            timeout=DEADLINE_S,
            check=False,
        )
        assert (process.returncode, process.stderr) == (0, "")
        (table,) = set(re.findall(r'"table":"(\w+)"', running.journal))
        assert patient.get(f"{running.url}/api/tables/{table}").json()["stage"] == "over"
