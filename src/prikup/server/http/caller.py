"""The sender of an HTTP request or a WebSocket, as far as the request identifies it."""

import ipaddress
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

__all__ = ["BROWSER_COOKIE", "Caller", "caller_of", "network_of"]

PROXY_HEADERS = (b"forwarded", b"via", b"x-forwarded-for", b"x-real-ip")
"""Headers that reveal a proxy in front of the server, even if the server was not configured for one.

A request with one of them does not count as sent by this machine, although the proxy may run on it.
"""


BROWSER_COOKIE = "prikup_browser"
"""The name of the cookie with a random text that identifies a browser.

Because of it, no one can play a rated match against themselves from two accounts in one browser.
"""
MAX_DEVICE = 64


class Caller(Struct, frozen=True):
    """The sender of a request, as far as the request identifies it.

    - `address`: the network address to which rate limits apply.
    - `host`: the host that the request names, in lower case.
    - `secure`: True if the browser's connection is encrypted.
    - `origin`: the site whose page has sent the request, "" if no page has sent it.
    - `fetch_site`: the relation of the requesting site to this server, such as "cross-site", as the browser states it
      in the header `Sec-Fetch-Site`; "" without this header.
    - `local`: True if a program on this machine has sent the request without a proxy.
    - `device`: the random text in a cookie that identifies the browser, "" if it has none yet.
    """

    address: str
    host: str
    secure: bool
    origin: str
    fetch_site: str
    local: bool
    device: str = ""

    @property
    def foreign(self) -> bool:
        """Whether a page of another site has sent the request, which may be an attack on the signed-in user."""
        return self.fetch_site in ("cross-site", "same-site") or (
            bool(self.origin) and self.origin.partition("://")[2].lower() != self.host
        )


def caller_of(scope: Mapping[str, Any], proxy: bool) -> Caller:
    """Return the sender of the request with this ASGI scope.

    If `proxy` is True, a trusted proxy is in front of the server, and the headers that the proxy adds are used. Of each
    header only the last value counts, because the proxy itself wrote that value.
    """
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    client = scope.get("client")
    address, host, scheme = client[0] if client else "", headers.get(b"host", ""), scope.get("scheme", "http")
    local = _loopback(address) and not proxy and headers.keys().isdisjoint(PROXY_HEADERS)
    if proxy:
        address = _last_value(headers.get(b"x-forwarded-for")) or address
        host = _last_value(headers.get(b"x-forwarded-host")) or host
        scheme = _last_value(headers.get(b"x-forwarded-proto")) or scheme
    origin, fetch_site = headers.get(b"origin", ""), headers.get(b"sec-fetch-site", "")
    device = _cookie_value(headers.get(b"cookie", ""), BROWSER_COOKIE)
    return Caller(network_of(address), host.lower(), scheme in ("https", "wss"), origin, fetch_site, local, device)


def _cookie_value(header: str, name: str) -> str:
    """Return at most `MAX_DEVICE` characters of the value of the cookie `name` in a `Cookie` header, "" for none."""
    pairs = (pair.strip().partition("=") for pair in header.split(";"))
    return next((value[:MAX_DEVICE] for key, _, value in pairs if key == name), "")


def _loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def _last_value(header_value: str | None) -> str:
    return (header_value or "").rpartition(",")[2].strip()


def network_of(address: str) -> str:
    """Return the network to which the rate limits for an address apply.

    For IPv4 this is the address itself, for IPv6 its /64 network, because one customer usually has a whole /64 network.
    """
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    return address if ip.version == 4 else str(ipaddress.ip_network((ip, 64), strict=False))
