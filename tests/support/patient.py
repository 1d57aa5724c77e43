"""HTTP and WebSockets as tests ask for them: the libraries give up after five or ten seconds, which a busy machine
may need for anything."""

import ssl
from functools import partial

import httpx
from support.waiting import DEADLINE_S
from websockets.asyncio import client

__all__ = ["AsyncClient", "Client", "connect", "get", "post", "stream"]

TLS = ssl.create_default_context()
"""What clients go by that never encrypt: each would load the certificates of this machine again."""

get = partial(httpx.get, timeout=DEADLINE_S, verify=TLS)
post = partial(httpx.post, timeout=DEADLINE_S, verify=TLS)
stream = partial(httpx.stream, timeout=DEADLINE_S, verify=TLS)
Client = partial(httpx.Client, timeout=DEADLINE_S, verify=TLS)
AsyncClient = partial(httpx.AsyncClient, timeout=DEADLINE_S, verify=TLS)
connect = partial(client.connect, open_timeout=DEADLINE_S, ping_timeout=DEADLINE_S, compression=None)
