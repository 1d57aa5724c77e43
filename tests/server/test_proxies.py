"""The proxy configurations of docs/hosting.md in use: a match over https, by a page and by a program."""

import asyncio
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from server.server_thread import run_server
from server.socket_player import play
from support import patient
from support.example_games import example
from support.held_port import HeldPort
from support.waiting import DEADLINE_S
from websockets.asyncio.client import connect

HOSTING = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text()
BLOCKS = re.findall(r"(?:^ {4}.*\n|^\n(?= {4}))+", HOSTING, re.MULTILINE)
NAME = "play.example.org"
MATCH = {"game": example(seats=3), "bots": True, "deals": 1, "level": "random"}

Configuration = Callable[[Path, int, int], tuple[list[str], str]]
"""Returns the command of a proxy and its configuration, given a folder, the server's port and the proxy's port."""


def block(begin: str) -> str:
    """Return the only configuration block of docs/hosting.md with a line that starts with `begin`."""
    (configuration,) = [text for text in BLOCKS if re.search(rf"^ {{4}}{re.escape(begin)}", text, re.MULTILINE)]
    return re.sub("^ {4}", "", configuration, flags=re.MULTILINE)


def nginx(folder: Path, server: int, port: int) -> tuple[list[str], str]:
    """nginx with the documented servers in Debian's main configuration; plain http is on a Unix socket only."""
    configuration = block("server {").replace("127.0.0.1:8000", f"127.0.0.1:{server}")
    configuration = configuration.replace("listen 80;", f"listen unix:{folder}/80;").replace(
        "listen 443 ", f"listen 127.0.0.1:{port} "
    )
    configuration = re.sub(r"/etc/letsencrypt/live/\S+/(\w+)\.pem", rf"{folder}/\1.pem", configuration)
    temp_paths = "".join(
        f"{kind}_temp_path {folder}/{kind}; " for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    configuration = f"""
        daemon off; master_process off; pid {folder}/pid; error_log {folder}/proxy.log;
        events {{ }}
        http {{ access_log off; {temp_paths} {configuration} }}
    """
    return ["nginx", "-p", str(folder), "-e", f"{folder}/proxy.log", "-c", f"{folder}/configuration"], configuration


def caddy(folder: Path, server: int, port: int) -> tuple[list[str], str]:
    """Caddy with an existing certificate."""
    configuration = block(f"{NAME} {{").replace("127.0.0.1:8000", f"127.0.0.1:{server}")
    configuration = configuration.replace(
        f"{NAME} {{", f"https://{NAME}:{port} {{\n tls {folder}/fullchain.pem {folder}/privkey.pem"
    )
    configuration = f"{{\n admin off\n auto_https off\n storage file_system {folder}\n}}\n{configuration}"
    return ["caddy", "run", "--adapter", "caddyfile", "--config", f"{folder}/configuration"], configuration


@contextmanager
def run_proxy(folder: Path, server: int, configuration: Configuration) -> Iterator[int]:
    """Run a proxy in front of a server during the block; yield its port."""
    port = HeldPort()
    command, text = configuration(folder, server, port.number)
    (folder / "configuration").write_text(text)
    with (folder / "proxy.log").open("ab") as log:
        proxy = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder)
    try:
        for _ in range(2400):
            with suppress(OSError), socket.create_connection(("127.0.0.1", port.number)):
                break
            assert proxy.poll() is None, (folder / "proxy.log").read_text()
            time.sleep(0.05)  # real time: another program begins to listen
        yield port.number
    finally:
        proxy.terminate()
        proxy.wait(DEADLINE_S)


class Behind:
    """A server seen through a proxy."""

    def __init__(self, port: int, certificate: Path) -> None:
        self.port = port
        self.origin = f"https://{NAME}:{port}"
        self.trusting = ssl.create_default_context(cafile=str(certificate))
        host_header = {"Host": f"{NAME}:{port}"}  # no DNS lookup: the host is this machine
        self.http = patient.Client(base_url=f"https://127.0.0.1:{port}", verify=self.trusting, headers=host_header)

    def socket(self, path: str, headers: dict[str, str] | None = None) -> connect:
        """Return a WebSocket that addresses the proxy by its name."""
        url = f"wss://{NAME}:{self.port}{path}"
        connection = socket.create_connection(("127.0.0.1", self.port))
        return patient.connect(url, sock=connection, ssl=self.trusting, additional_headers=headers)

    def plays(self, path: str, headers: dict[str, str] | None = None) -> None:
        """Play a whole match through a WebSocket."""

        async def match() -> list[str]:
            async with asyncio.timeout(DEADLINE_S), self.socket(path, headers) as websocket:
                return await play(websocket)

        assert asyncio.run(match())


@pytest.fixture(params=[nginx, caddy], ids=["nginx", "caddy"])
def proxied_server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Behind]:
    """A server behind a proxy of this kind, with a certificate for its name."""
    name = request.param.__name__
    if lacking := [program for program in (name, "openssl") if not shutil.which(program)]:
        pytest.skip(f"there is no {' and no '.join(lacking)} here")
    names = f"subjectAltName=DNS:{NAME},IP:127.0.0.1"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={NAME}", "-addext", names]
    command += ["-keyout", str(tmp_path / "privkey.pem"), "-out", str(tmp_path / "fullchain.pem")]
    subprocess.run(command, check=True, capture_output=True)
    with run_server(tmp_path, proxy=True) as running:
        port = int(running.address.partition(":")[2])
        with run_proxy(tmp_path, port, request.param) as outside:
            server = Behind(outside, tmp_path / "fullchain.pem")
            with server.http:
                yield server


def test_proxy_lets_page_play_a_match(proxied_server: Behind) -> None:
    assert proxied_server.http.get("/api/bootstrap").is_success
    answer = proxied_server.http.post("/api/guests", json={"name": "Vera"}, headers={"Origin": proxied_server.origin})
    cookie = answer.headers["set-cookie"]
    assert "secure" in cookie.lower(), "the way to the browser is encrypted"
    page = {"Origin": proxied_server.origin, "Cookie": cookie.partition(";")[0]}
    table = proxied_server.http.post("/api/tables", json=MATCH, headers=page).json()["id"]
    proxied_server.plays(f"/ws/tables/{table}", page)
    assert proxied_server.http.get(f"/api/tables/{table}/log", headers=page).is_success


def test_proxy_lets_program_play_a_match(proxied_server: Behind) -> None:
    account = proxied_server.http.post("/api/guests", json={"name": "Vera"}).json()
    headers = {"Authorization": f"Bearer {account['token']}"}
    table = proxied_server.http.post("/api/tables", json=MATCH, headers=headers).json()["id"]
    ticket = proxied_server.http.post("/api/tickets", json={}, headers=headers).json()["ticket"]
    proxied_server.plays(f"/ws/tables/{table}?ticket={ticket}")


def test_proxy_does_not_expose_metrics(proxied_server: Behind) -> None:
    assert proxied_server.http.get("/metrics").status_code == 404


def test_proxy_replaces_forged_forwarding_headers(proxied_server: Behind) -> None:
    made_up = {"X-Forwarded-Host": "evil.example", "X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "http"}
    answer = proxied_server.http.post("/api/guests", json={}, headers={"Origin": "https://evil.example", **made_up})
    assert answer.status_code == 403
    answer = proxied_server.http.post("/api/guests", json={}, headers={"Origin": proxied_server.origin, **made_up})
    assert answer.is_success
    assert "secure" in answer.headers["set-cookie"].lower()


def test_proxy_leaves_refusal_of_oversized_request_to_server(proxied_server: Behind) -> None:
    answer = proxied_server.http.post("/api/guests", json={"name": "V" * 20_000})
    assert (answer.status_code, answer.headers["content-type"]) == (413, "application/json"), answer.text
