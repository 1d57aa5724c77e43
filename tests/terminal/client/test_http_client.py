"""Typed addresses, and the requests sent to a server."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from support.random_walk import KINDS

from prikup.api.route import Route
from prikup.rules.errors import BadText
from prikup.terminal.client.http_client import Address, Visitor, parse_address


def test_parse_address_accepts_site_and_table_urls() -> None:
    for text, site, table in (
        ("http://127.0.0.1:8000/t/k7Qm2xVd", "http://127.0.0.1:8000", "k7Qm2xVd"),
        ("https://cards.example/t/abc/", "https://cards.example", "abc"),
        (" https://cards.example/ ", "https://cards.example", ""),
        ("https://example.org/cards/t/abc?x=1", "https://example.org/cards", "abc"),
        ("localhost:8000", "http://localhost:8000", ""),
        ("[::1]:8000/t/abc", "http://[::1]:8000", "abc"),
        ("cards.example/t/abc", "https://cards.example", "abc"),
    ):
        assert parse_address(text) == parse_address(str(parse_address(text))) == Address(site, table)


def test_parse_address_rejects_invalid_urls() -> None:
    for text in ("", "ftp://cards.example", "http://", "http://h:port/t/a", "http://[", "[", "file:///t/a"):
        with pytest.raises(BadText, match="not-an-address"):
            parse_address(text)


def test_http_client_opens_table_with_chosen_level_or_coach(tmp_path: Path) -> None:
    name, kind = KINDS[0]
    preset = list(kind.presets)[-1]
    requests: list[tuple[str, Any]] = []

    class Guest(Visitor):
        """A visitor to whom every server gives the same response."""

        def _send_request(self, route: Route, body: Struct | None = None, **parameters: str) -> bytes:
            requests.append((route.path, msgspec.to_builtins(body)))
            return b'{"id": "k7Qm2xVd", "name": "Anna", "guest": true, "token": "secret"}'

    assert Guest("http://cards.example", "Anna", tmp_path).open(name, preset, "master") == "k7Qm2xVd"
    assert requests[-1] == ("tables", {"game": name, "options": preset, "bots": True, "level": "master"})
    Guest("http://cards.example", "Anna", tmp_path).open(name, "", "rule", coach=True)
    assert requests[-1] == ("tables", {"game": name, "coach": True})
