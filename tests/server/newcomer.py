"""One who comes while everybody comes back, in a process of his own: that of the others is as busy as the server."""

import time
from contextlib import suppress

import httpx
from server.company import PATIENCE
from server.returning import decode
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

__all__ = ["comes", "served"]

PAUSE = 0.05


def comes(site: str) -> str:
    """The token of a new guest, once the server is there."""
    with httpx.Client(base_url=site, timeout=PATIENCE) as http:
        _healthy(http)
        token: str = http.post("/api/guests", json={}).raise_for_status().json()["token"]
    return token


def served(site: str, table: str, token: str, since: float) -> tuple[float, float]:
    """The seconds since a moment (by `time.perf_counter`, which all processes share) until a server says that it is in
    health, and until it has told him how a table stands. Raises TimeoutError."""
    with httpx.Client(base_url=site, timeout=PATIENCE) as http:
        _healthy(http)
    healthy = time.perf_counter() - since
    end = time.monotonic() + PATIENCE
    while not _told(site, table, token, end):
        time.sleep(PAUSE)  # real time: the server is another process
    return healthy, time.perf_counter() - since


def _healthy(http: httpx.Client) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with suppress(httpx.TransportError):
            if http.get("/health").is_success:
                return
        time.sleep(PAUSE)  # real time: the server is another process
    raise TimeoutError("the server does not serve")


def _told(site: str, table: str, token: str, end: float) -> bool:
    """Whether a table says all that one is told who comes. Raises TimeoutError."""
    address = f"{site.replace('http', 'ws', 1)}/ws/tables/{table}"
    headers = {"Cookie": f"prikup={token}", "Origin": site}
    try:
        with connect(address, additional_headers=headers, compression=None, proxy=None) as socket:
            while decode(socket.recv(end - time.monotonic()))["type"] != "opened":
                pass
            return True
    except (OSError, WebSocketException):
        if time.monotonic() > end:
            raise TimeoutError("the server does not say how a table stands") from None
        return False
