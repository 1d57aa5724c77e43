"""One who comes while everybody comes back, in a process of his own: that of the others is as busy as the server."""

import time

from server.company import PATIENCE
from server.returning import decode
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

__all__ = ["served"]

PAUSE = 0.05


def served(site: str, table: str, token: str, since: float) -> float:
    """The seconds since a moment (by `time.perf_counter`, which all processes share) until a server has told him how a
    table stands. Raises TimeoutError."""
    end = time.monotonic() + PATIENCE
    while not _told(site, table, token, end):
        time.sleep(PAUSE)  # real time: the server is another process
    return time.perf_counter() - since


def _told(site: str, table: str, token: str, end: float) -> bool:
    """Whether a table says all that one is told who comes. Raises TimeoutError."""
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
