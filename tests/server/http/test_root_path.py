"""A server under a path prefix of a proxy: every URL that it produces includes the prefix."""

import asyncio
import json
import re
from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from server.server_thread import Running, run_server
from server.socket_player import play
from support import patient
from support.example_games import example
from support.stripping_proxy import serve_below
from support.waiting import DEADLINE_S

ROOT = "/cards/evening"
DOCUMENT = '<head><link rel="icon" href="./mark.svg" /></head><script src="./assets/index-1.js"></script>'


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server configured with a path prefix."""
    client = tmp_path_factory.mktemp("client")
    (client / "assets").mkdir()
    (client / "index.html").write_text(DOCUMENT)
    (client / "preloads.json").write_text(json.dumps({"pages": {"score": '<link href="./assets/score-1.js">'}}))
    for name in ("mark.svg", "assets/index-1.js", "assets/score-1.js"):
        (client / name).write_text(name)
    with run_server(tmp_path_factory.mktemp("server"), root_path=ROOT, client=client) as server:
        yield server


@pytest.fixture(params=[True, False], ids=["stripped", "kept"])
def address(request: pytest.FixtureRequest, running: Running) -> Iterator[str]:
    """The address of a proxy that strips the prefix or passes it on."""
    with serve_below(ROOT, running.address, strip=request.param) as proxy_address:
        yield proxy_address


def test_root_path_is_in_every_link_of_a_document(address: str) -> None:
    for page in ("", "/", "/score", "/rules/chess", "/t/abc", "/matches/x/3"):
        text = patient.get(address + page).text
        addresses = re.findall('(?:href|src)="([^"]+)"', text)
        assert addresses
        assert {link for link in addresses if not link.startswith(f"{ROOT}/")} == set(), page
        answers = {link: patient.get(address.removesuffix(ROOT) + link).status_code for link in addresses}
        assert set(answers.values()) == {200}, answers
    assert patient.get(address.removesuffix(ROOT) + "/score").status_code == 404, "the proxy has nothing else"


def test_root_path_is_cookie_path(address: str) -> None:
    origin = {"Origin": address.removesuffix(ROOT)}
    with patient.Client(headers=origin) as page:
        answers = [page.post(f"{address}/api/guests", json={"name": "Vera"})]
        assert page.get(f"{address}/api/bootstrap").json()["me"]["name"] == "Vera"
        answers.append(page.post(f"{address}/api/account", json={"name": "Vera", "password": "correct horse"}))
        body = {"name": "Vera", "password": "correct horse"}
        answers.append(page.post(f"{address}/api/login", json=body))
        answers.append(page.post(f"{address}/api/logout", json={}))
        assert page.get(f"{address}/api/bootstrap").json()["me"] is None, "the same cookie is deleted"
        body = {"password": "correct horse"}
        answers.append(page.post(f"{address}/api/login", json=body | {"name": "Vera"}))
        answers.append(page.post(f"{address}/api/account/deletion", json=body))
    assert [answer.status_code for answer in answers] == [200] * len(answers)
    cookies = [SimpleCookie(text) for answer in answers for text in answer.headers.get_list("set-cookie")]
    paths = {(name, morsel["path"]) for cookie in cookies for name, morsel in cookie.items()}
    assert paths == {(name, f"{ROOT}/") for name in ("prikup", "prikup_device", "prikup_browser")}


def test_root_path_serves_table_and_socket(address: str) -> None:
    with patient.Client() as program:
        token = program.post(f"{address}/api/guests", json={"name": "Vera"}).json()["token"]
        program.headers["Authorization"] = f"Bearer {token}"
        match = {"game": example(seats=3), "bots": True, "deals": 1, "level": "random"}
        table = program.post(f"{address}/api/tables", json=match).json()["id"]
        ticket = program.post(f"{address}/api/tickets", json={}).json()["ticket"]

        async def match_played() -> list[str]:
            url = f"{address.replace('http', 'ws', 1)}/ws/tables/{table}?ticket={ticket}"
            async with asyncio.timeout(DEADLINE_S), patient.connect(url) as socket:
                return await play(socket)

        assert asyncio.run(match_played())
        assert program.get(f"{address}/api/tables/{table}/log").is_success


def test_root_path_is_in_openapi_document(address: str) -> None:
    assert patient.get(f"{address}/api/openapi.json").json()["servers"] == [{"url": ROOT}]


def test_root_path_matches_whole_path_segments_only(running: Running, tmp_path: Path) -> None:
    """A path that only starts with the same characters is outside the prefix."""
    assert patient.get(f"{running.url}{ROOT}s/score").status_code == 404
    assert patient.get(f"{running.url}{ROOT}/score").status_code == 200
