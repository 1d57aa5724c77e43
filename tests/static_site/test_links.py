"""Links into a site, over `python -m http.server` and over a host that sends 404.html for missing files."""

import re
import subprocess
import sys
from contextlib import ExitStack
from http import HTTPStatus
from pathlib import Path

import pytest
from browser.conftest import Accounts
from playwright.sync_api import expect
from static_site.static_server import StaticServer, serve_folder

from prikup.games import GAMES

pytestmark = pytest.mark.thorough


@pytest.fixture
def plain(servers: ExitStack, own_site: Path) -> str:
    """The URL of the simplest server."""
    command = (sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(own_site))
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    servers.enter_context(server)
    servers.callback(server.terminate)
    assert server.stdout
    match = re.search(r"http://\S+:\d+", server.stdout.readline())
    assert match
    return match[0]


class HostOfFiles(StaticServer):
    """Serves files, and 404.html for missing ones."""

    def do_GET(self) -> None:
        if Path(self.translate_path(self.path)).exists():
            super().do_GET()
            return
        body = Path(self.translate_path("/404.html")).read_bytes()
        self.send_response(HTTPStatus.NOT_FOUND)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def test_simple_file_server_serves_linked_pages(plain: str, accounts: Accounts) -> None:
    for path in ("/", "/rules", *(f"/rules/{game}" for game in GAMES)):
        seat = accounts.seat("en", url=plain)
        response = seat.page.goto(path)
        assert response
        assert response.ok
        expect(seat.main.get_by_role("heading", level=1)).not_to_be_empty()


def test_file_host_with_404_page_opens_table_links(accounts: Accounts, servers: ExitStack, own_site: Path) -> None:
    url = servers.enter_context(serve_folder(own_site, HostOfFiles))
    seat = accounts.seat("ru", url=url)
    seat.page.goto("/t/none")
    expect(seat.visible_text(seat.words("banner-gone"))).to_be_visible()
    accounts.forgive("/t/none")
