"""Checks the addresses to which push messages are sent.

A browser chooses the address of its push service, so it may be any URL. The server sends requests only to known push
services, and to those that the operator has named.
"""

from collections.abc import Collection
from urllib.parse import urlsplit

__all__ = ["PUSH_SERVICES", "is_push_address", "origin_of"]

PUSH_SERVICES = ("fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com")
"""The hosts of the push services of the known browsers; hosts below them belong to them too."""
HTTPS_PORT = 443
MAX_LENGTH = 1000
"""The maximum number of characters in the address of a subscription."""


def origin_of(address: str) -> str:
    """Return the scheme, host and port of a URL, without the default port of the scheme; "" for an invalid URL."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return ""
    if not parts.scheme or not parts.hostname or parts.username is not None or parts.password is not None:
        return ""
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    usual = port is None or (parts.scheme, port) in {("https", HTTPS_PORT), ("http", 80)}
    return f"{parts.scheme}://{host}" if usual else f"{parts.scheme}://{host}:{port}"


def is_push_address(address: str, own_services: Collection[str] = ()) -> bool:
    """Return whether push messages may be sent to a URL.

    `own_services` are the origins of push services that the operator has named, such as `https://push.example.org`.
    """
    if len(address) > MAX_LENGTH or not address.isascii() or not address.isprintable() or " " in address:
        return False
    origin = origin_of(address)
    if origin in own_services:
        return bool(origin)
    scheme, _, host = origin.partition("://")
    return scheme == "https" and any(host == known or host.endswith(f".{known}") for known in PUSH_SERVICES)
