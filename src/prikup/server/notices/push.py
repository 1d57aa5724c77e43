"""Sends messages by Web Push (RFC 8030), encrypted (RFC 8291) and signed (RFC 8292)."""

import base64
import socket
from collections.abc import Collection
from http import HTTPStatus
from ipaddress import ip_address
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from aiohttp import ClientError, ClientSession, ClientTimeout, TCPConnector
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver
from cryptography.hazmat.primitives import serialization
from py_vapid import Vapid02, VapidException
from pywebpush import WebPusher, WebPushException

from prikup.server.notices.push_address import is_push_address, origin_of
from prikup.server.notices.settings_file import PushSettings
from prikup.server.notices.subscription import Delivery, PushOutcome, Subscription

__all__ = ["PublicResolver", "PushService"]

TIMEOUT = ClientTimeout(total=10.0)
"""The time limit for the response of a push service."""
SIGNED_FOR_S = 12 * 3600
"""Seconds for which the signature of a message is valid. Push services accept at most a day."""


class PublicResolver(AbstractResolver):
    """Resolves host names only to public addresses, so that a name cannot lead into the server's own network.

    The names in `private_hosts` may resolve to any address.
    """

    def __init__(self, private_hosts: Collection[str] = ()) -> None:
        self._resolver, self._private_hosts = ThreadedResolver(), private_hosts

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """Return the public addresses of a host. Raise OSError if it has none."""
        results = await self._resolver.resolve(host, port, family)
        if host in self._private_hosts:
            return results
        public_results = [result for result in results if ip_address(result["host"].partition("%")[0]).is_global]
        if not public_results:
            raise OSError(None, f"{host} has no public address")
        return public_results

    async def close(self) -> None:
        """Release the resources of the resolver."""
        await self._resolver.close()


class PushService:
    """Sends push messages with the key in `settings`. It must be used in an `async with` block.

    `own_services` are the origins of push services that the operator has named. Only they may have private addresses.
    """

    def __init__(self, settings: PushSettings, own_services: Collection[str] = ()) -> None:
        self._settings, self._own_services = settings, own_services
        self._vapid = Vapid02.from_string(settings.private_key)

    def check_contact(self, now_s: float) -> None:
        """Check the contact address in the settings by signing an empty message. Raise ValueError if it is not valid.

        `now_s` is the time (wall clock, s).
        """
        try:
            self._sign("https://push.example.org", now_s)
        except VapidException as error:
            raise ValueError(str(error)) from error

    @property
    def public_key(self) -> str:
        """The public key of this server in base64url, which a browser needs to subscribe."""
        point = self._vapid.public_key.public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return base64.urlsafe_b64encode(point).decode().rstrip("=")

    async def __aenter__(self) -> Self:
        hosts = {urlsplit(origin).hostname or "" for origin in self._own_services}
        self._session = ClientSession(connector=TCPConnector(resolver=PublicResolver(hosts)), timeout=TIMEOUT)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._session.close()

    def _sign(self, origin: str, now_s: float) -> dict[str, str]:
        """Return the HTTP header with the signature of a message to the push service at `origin`.

        `now_s` is the time (wall clock, s) from which the signature is valid.
        """
        claims = {"aud": origin, "sub": self._settings.contact, "exp": int(now_s) + SIGNED_FOR_S}
        header: dict[str, str] = self._vapid.sign(claims)
        return header

    async def send(self, subscription: Subscription, payload: bytes, delivery: Delivery, now_s: float) -> PushOutcome:
        """Send a message to the browser of a subscription, and return the result.

        `payload` is the unencrypted message. `now_s` is the time (wall clock, s) from which the signature is valid.
        """
        if not is_push_address(subscription.endpoint, self._own_services):
            return "gone"
        headers = {
            **self._sign(origin_of(subscription.endpoint), now_s),
            "Content-Encoding": "aes128gcm",
            "TTL": str(delivery.ttl_s),
            "Urgency": "high" if delivery.urgent else "normal",
            **({"Topic": delivery.topic} if delivery.topic else {}),
        }
        try:
            body = _encrypt(subscription, payload)
            answer = self._session.post(subscription.endpoint, data=body, headers=headers, allow_redirects=False)
            async with answer as response:
                return _outcome(response.status)
        except (WebPushException, ValueError):
            return "gone"  # the browser gave keys that cannot be used
        except (ClientError, OSError, TimeoutError):
            return "later"


def _encrypt(subscription: Subscription, payload: bytes) -> bytes:
    keys = {"p256dh": subscription.p256dh, "auth": subscription.auth}
    body: bytes = WebPusher({"endpoint": subscription.endpoint, "keys": keys}).encode(payload)["body"]
    return body


def _outcome(status: int) -> PushOutcome:
    """Return the result of sending a message, as the HTTP status of the push service's response reports it."""
    if status < HTTPStatus.MULTIPLE_CHOICES:
        return "sent"
    if status in {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}:
        return "gone"
    if status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
        return "refused"
    if status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return "later"
    return "failed"  # also a redirect, which is not followed
