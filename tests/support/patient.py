"""HTTP and WebSocket clients with long timeouts.

The default timeouts of the libraries, five or ten seconds, are too short on a busy machine.
"""

import ssl
from functools import partial

import httpx
from support.waiting import DEADLINE_S
from websockets.asyncio import client

__all__ = ["AsyncClient", "Client", "connect", "get", "patch", "post", "stream"]

TLS = ssl.create_default_context()
"""TLS settings for clients that never encrypt. Without them each client would load the system's certificates."""

get = partial(httpx.get, timeout=DEADLINE_S, verify=TLS)
patch = partial(httpx.patch, timeout=DEADLINE_S, verify=TLS)
post = partial(httpx.post, timeout=DEADLINE_S, verify=TLS)
stream = partial(httpx.stream, timeout=DEADLINE_S, verify=TLS)
Client = partial(httpx.Client, timeout=DEADLINE_S, verify=TLS)
AsyncClient = partial(httpx.AsyncClient, timeout=DEADLINE_S, verify=TLS)
connect = partial(client.connect, open_timeout=DEADLINE_S, ping_timeout=DEADLINE_S, compression=None)
