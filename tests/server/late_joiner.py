"""A new visitor who joins while all users reconnect, in a process of its own because the others' is as busy as the
server."""

import time

from server.many_tables import PATIENCE
from server.reconnecting_players import decode
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

__all__ = ["join_delay"]

PAUSE = 0.05


def join_delay(site: str, table: str, token: str, start: float) -> float:
    """Return the seconds from `start` (by `time.perf_counter`, shared by all processes) until a server has sent a new
    visitor the state of a table. Raise TimeoutError after `PATIENCE` seconds."""
    end = time.monotonic() + PATIENCE
    while not _has_received_state(site, table, token, end):
        time.sleep(PAUSE)  # real time: the server is another process
    return time.perf_counter() - start


def _has_received_state(site: str, table: str, token: str, end: float) -> bool:
    """Return whether a table has sent everything that a new visitor receives. Raise TimeoutError."""
    address = f"{site.replace('http', 'ws', 1)}/ws/tables/{table}"
    headers = {"Cookie": f"prikup={token}", "Origin": site}
    try:
        with connect(
            address, additional_headers=headers, compression=None, proxy=None, open_timeout=PATIENCE
        ) as socket:
            while decode(socket.recv(end - time.monotonic()))["type"] != "opened":
                pass
            return True
    except (OSError, WebSocketException):
        if time.monotonic() > end:
            raise TimeoutError("the server does not say how a table stands") from None
        return False
