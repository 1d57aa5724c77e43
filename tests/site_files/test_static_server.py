"""The static server of these tests: that nobody is answered once it is gone."""

import socket
from pathlib import Path
from urllib.parse import urlsplit

from site_files.static_server import served

ASKED = b"GET /none.txt HTTP/1.0\r\n\r\n"


def test_a_connection_in_reserve_ends_with_the_server(tmp_path: Path) -> None:
    with served(tmp_path) as url:
        address = urlsplit(url)
        at = (address.hostname or "", address.port or 0)
        kept, other = (socket.create_connection(at) for _ in range(2))
        with other:
            other.sendall(ASKED)
            assert b" 404 " in other.makefile("rb").read()
    with kept:
        assert not kept.recv(1)
