"""Late messages of a test server, which find pages and tests that rely on the order of independent messages.

`make test-browser LATE=0.5` makes about half of the requests, responses and WebSocket messages up to half a second
late. The messages over one WebSocket keep their order, as they do on a slow network or a busy machine.
"""

import asyncio
import os
from random import Random

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["MAX_DELAY_S", "late_app"]

MAX_DELAY_S = float(os.environ.get("LATE") or 0)
"""The longest delay in seconds, 0 for none."""
LATE_PART = 0.5
"""The share of messages that are late."""
DELAYED = ("http.response.start", "websocket.accept", "websocket.send")
"""The ASGI messages that may be late. The rest of a response follows its start."""


def late_app(app: ASGIApp) -> ASGIApp:
    """Return an ASGI application that does what `app` does, but later at random."""
    dice = Random()

    async def wait() -> None:
        if dice.random() < LATE_PART:
            await asyncio.sleep(dice.random() * MAX_DELAY_S)  # real time: the delay is what is tried

    async def call(scope: Scope, receive: Receive, send: Send) -> None:
        order = asyncio.Lock()

        async def send_late(message: Message) -> None:
            async with order:
                if message["type"] in DELAYED:
                    await wait()
                await send(message)

        if scope["type"] == ScopeType.HTTP:
            await wait()
        await app(scope, receive, send_late)

    return call
