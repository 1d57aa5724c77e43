"""Requests about standing wishes, and the cookie that stands for a browser."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from server.notices.push_service import SETTINGS, Browser
from server.server_thread import Running, Visitor, problem, run_server
from support import patient

from prikup.server.notices.settings_file import NoticeSettings
from prikup.table.opening.lanes import lanes

LANES = list(lanes())
WISH = {"lane": LANES[0], "days": [0, 5], "from_minute": 1200, "to_minute": 60}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that sends push messages."""
    folder = tmp_path_factory.mktemp("server")
    notices = NoticeSettings("https://cards.example.org", SETTINGS)
    with run_server(folder, notices=notices, client=folder) as running:
        yield running


def put(visitor: Visitor, *wishes: dict[str, Any], zone: str = "Asia/Yerevan") -> httpx.Response:
    return visitor.http.put("/api/me/standing", json={"wishes": wishes, "zone": zone})


def test_account_changes_its_standing_wishes(server: Running) -> None:
    with Visitor(server, "Vera") as vera:
        vera.post("account", name="Vera", password="a good password")
        assert vera.get("me/standing") == {"wishes": [], "is_reachable": False}
        other = WISH | {"lane": LANES[1], "days": [6]}
        assert put(vera, other, WISH).json() == {"wishes": [WISH, other], "is_reachable": False}
        keys = Browser().subscription("https://fcm.googleapis.com/send/1")
        vera.post(
            "notices/push",
            endpoint="https://fcm.googleapis.com/send/1",
            keys={"p256dh": keys.p256dh, "auth": keys.auth},
            language="en",
        )
        assert vera.get("me/standing")["is_reachable"]
        vera.http.put("/api/notices", json={"wishes": {"seek": []}})
        assert not vera.get("me/standing")["is_reachable"]
        assert put(vera).json()["wishes"] == []
        assert problem(put(vera, WISH, zone="Atlantis")) == (400, "zone-unknown")
        assert problem(put(vera, WISH | {"lane": "chess"})) == (400, "lane-unknown")
        wrong: tuple[dict[str, Any], ...] = ({"days": []}, {"days": [7]}, {"from_minute": 1440})
        for change in wrong:
            assert problem(put(vera, WISH | change)) == (400, "request-unreadable")


def test_guest_and_server_without_push_have_no_standing_wishes(server: Running, tmp_path: Any) -> None:
    with Visitor(server, "Guest") as guest:
        assert problem(put(guest, WISH)) == (403, "account-needed")
    with run_server(tmp_path, client=tmp_path) as silent, Visitor(silent, "Boris") as boris:
        assert problem(put(boris, WISH)) == (404, "push-off")
        assert problem(boris.http.get("/api/me/standing")) == (404, "push-off")


def test_server_without_lobby_has_no_standing_wishes(tmp_path: Any) -> None:
    notices = NoticeSettings("https://cards.example.org", SETTINGS)
    with run_server(tmp_path, client=tmp_path, notices=notices, lobby="off") as off, Visitor(off, "Clara") as clara:
        assert problem(put(clara, WISH)) == (404, "no-such-page")


def test_browser_cookie_does_not_depend_on_signed_in_user(server: Running) -> None:
    address = f"http://{server.address}"
    with patient.Client(base_url=address, headers={"Origin": address}) as browser:
        browsers = []
        for name in ("Dora", "Emil"):
            assert browser.post("/api/guests", json={"name": name}).is_success
            browsers.append((browser.cookies["prikup_browser"], browser.cookies["prikup"]))
            browser.post("/api/logout", headers={"Content-Type": "application/json"})
    assert browsers[0][0] == browsers[1][0]
    assert browsers[0][1] != browsers[1][1]
