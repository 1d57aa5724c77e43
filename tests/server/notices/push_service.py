"""A push service and a browser for tests: the messages arrive at a local address and are decrypted."""

import base64
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import http_ece
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from prikup.server.notices.settings_file import PushSettings
from prikup.server.notices.subscription import Subscription

__all__ = ["SETTINGS", "Browser", "FakePushService", "fake_push_service"]


def _base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


SETTINGS = PushSettings(_base64(bytes(31) + b"\x07"), "mailto:me@example.org")


class Browser:
    """A browser with the keys of a subscription."""

    def __init__(self) -> None:
        self._key, self._secret = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)

    def subscription(self, endpoint: str) -> Subscription:
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return Subscription(endpoint, _base64(point), _base64(self._secret))

    def decrypt(self, body: bytes) -> bytes:
        """Return the content of a message that was encrypted for this browser."""
        content: bytes = http_ece.decrypt(body, private_key=self._key, auth_secret=self._secret)
        return content


class ReceivedMessage(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes


class FakePushService:
    """A push service at `origin` that stores the messages it receives, and answers with `status`."""

    def __init__(self) -> None:
        self.status, self.location = 201, ""
        self.messages: list[ReceivedMessage] = []
        self.origin = ""

    async def receive(self, request: web.Request) -> web.Response:
        headers = {name.lower(): value for name, value in request.headers.items()}
        self.messages.append(ReceivedMessage(request.path, headers, await request.read()))
        return web.Response(status=self.status, headers={"Location": self.location} if self.location else {})


@asynccontextmanager
async def fake_push_service() -> AsyncIterator[FakePushService]:
    """Run a push service on a free port of this machine during a block."""
    service, app = FakePushService(), web.Application()
    app.router.add_post("/{path:.*}", service.receive)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    service.origin = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield service
    finally:
        await runner.cleanup()
