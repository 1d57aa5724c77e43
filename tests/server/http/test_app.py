import asyncio
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from scorer.page import head_of
from server.server_thread import Running, Visitor, problem, receive, run_server, until
from support import patient
from support.example_games import example
from support.random_walk import KINDS
from support.waiting import DEADLINE_S
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from prikup.api.routes import all_routes
from prikup.games import GAMES
from prikup.problems.open_problem import OpenProblem
from prikup.problems.problem import every_problem
from prikup.rules.errors import BadOptions
from prikup.rules.game_definition import GameDefinition
from prikup.rules.options import idle, single_changes, value_text
from prikup.server.http.api import API
from prikup.server.http.rate_limits import LIMITS, RateLimit
from prikup.server.retention import RetentionPeriods
from prikup.table.host.time_source import LoopTime

THREE, FOUR = example(seats=3), example(seats=4)
HEAD = msgspec.to_builtins(head_of(GAMES[THREE], THREE))
PROBLEM = next(problem for problem in every_problem(OpenProblem) if problem.asks == "number")


def option_variants(kind: GameDefinition) -> Iterator[Any]:
    """Yield the default house rules, and each variant with one option changed."""
    default = next(iter(kind.presets.values()))
    yield default
    for field, value in single_changes(default):
        with suppress(BadOptions):
            yield replace(default, **{field: value})


# Users


def test_api_recognises_guest_by_cookie_and_by_token(running: Running, vera: Visitor) -> None:
    assert vera.me == {"id": vera.me["id"], "name": "Vera", "guest": True, "token": vera.token}
    assert vera.recognised_user() == {"id": vera.me["id"], "name": "Vera", "guest": True}
    bearer = {"Authorization": f"Bearer {vera.token}"}
    assert patient.get(f"{running.url}/api/bootstrap", headers=bearer).json()["me"]["id"] == vera.me["id"]
    stranger = patient.get(f"{running.url}/api/bootstrap").json()
    assert (stranger["me"], stranger["tables"]) == (None, [])


def test_api_gives_browser_its_token_only_as_cookie(running: Running) -> None:
    answer = patient.post(f"{running.url}/api/guests", json={}, headers={"Origin": running.url})
    assert "token" not in answer.json()
    cookie = answer.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(cookie.split("; "))
    assert "Secure" not in cookie


def test_api_cookie_is_secure_over_https(tmp_path: Path) -> None:
    with run_server(tmp_path, proxy=True) as running:
        headers = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "cards.example", "Origin": "https://cards.example"}
        answer = patient.post(f"{running.url}/api/guests", json={}, headers=headers)
        assert "Secure" in answer.headers["set-cookie"]


def test_account_opened_by_guest_works_on_another_device(running: Running, vera: Visitor) -> None:
    assert vera.http.patch("/api/me", json={"name": "Veronika"}).json()["name"] == "Veronika"
    assert vera.post("account", name="Veronika", password="correct horse")["guest"] is False
    with Visitor(running, "") as other_device:
        account = other_device.post("login", name="veronika", password="correct horse")
        assert account["id"] == vera.me["id"]
        guest = patient.get(f"{running.url}/api/bootstrap", headers={"Authorization": f"Bearer {other_device.token}"})
        assert guest.json()["me"] is None, "the browser's guest is signed out"
        assert problem(other_device.http.post("/api/login", json={"name": "Veronika", "password": "wrong"}))[0] == 400
        other_device.post("password", old="correct horse", new="battery staple")
        assert vera.recognised_user() is None
        other_device.post("logout")
        assert other_device.recognised_user() is None


def test_socket_closes_when_its_session_ends(running: Running) -> None:
    with Visitor(running, "Lyalya") as visitor:
        table = visitor.table(game=THREE)

        async def open_until(end: Callable[[], object]) -> str:
            async with visitor.socket(table) as socket:
                await receive(socket, "seats")
                await asyncio.to_thread(end)
                goodbye = await receive(socket, "goodbye")
                with pytest.raises(ConnectionClosed):
                    await socket.recv()
            return str(goodbye["reason"]["key"])

        visitor.post("account", name="Lyalya", password="12345678")
        passwords = {"old": "12345678", "new": "another one"}
        for end in (lambda: visitor.post("password", **passwords), lambda: visitor.post("logout")):
            assert asyncio.run(open_until(end)) == "signed-out"


def test_api_requires_sign_in_for_tables_tickets_and_accounts(running: Running) -> None:
    bodies = {"tables": {"game": FOUR}, "tickets": {}, "account": {"name": "a", "password": "b"}}
    for path, body in bodies.items():
        assert problem(patient.post(f"{running.url}/api/{path}", json=body)) == (401, "not-signed-in")


# Games and tables


def test_bootstrap_lists_every_game(vera: Visitor) -> None:
    offers = {offer["name"]: offer for offer in vera.get("bootstrap?games=true")["games"]}
    assert list(offers) == list(GAMES)
    for name, kind in GAMES.items():
        offer = offers[name]
        assert list(offer["presets"]) == list(kind.presets)
        played_by = {kind.build(options).seats for options in option_variants(kind)}
        assert offer["seats"] == [min(played_by), max(played_by)]
        first = next(iter(kind.presets.values()))
        assert {rule["name"]: rule["default"] for rule in offer["options"]} == {
            field: value_text(getattr(type(first)(), field)) for field in first.__struct_fields__
        }


def test_bootstrap_is_compressed_and_not_cached(vera: Visitor) -> None:
    gzip_response = vera.http.get("/api/bootstrap?games=true", headers={"Accept-Encoding": "gzip"})
    plain_response = vera.http.get("/api/bootstrap?games=true", headers={"Accept-Encoding": "identity"})
    assert gzip_response.json() == plain_response.json()
    assert gzip_response.headers["content-encoding"] == "gzip"
    assert int(gzip_response.headers["content-length"]) < 8000 < int(plain_response.headers["content-length"])
    assert gzip_response.headers["cache-control"] == "no-store"
    without_games = {**plain_response.json(), "games": []}
    assert without_games.pop("lanes")
    assert vera.get("bootstrap") == without_games, "a page that shows no games is told none"


def test_options_api_describes_and_checks_house_rules(vera: Visitor) -> None:
    for name, kind in KINDS:
        *_, (preset, options) = kind.presets.items()
        field, value = next(single_changes(options))
        response = vera.http.get(
            "/api/options", params={"game": name, "options": f"{preset} {field}={value_text(value)}"}
        )
        changed_options = replace(options, **{field: value})
        assert response.json() == {
            "rules": {option: value_text(getattr(changed_options, option)) for option in options.__struct_fields__},
            "idle": {
                idle_option.option: {cause: value_text(cause_value) for cause, cause_value in idle_option.because}
                for idle_option in idle(changed_options)
            },
        }
        for text, key in (("x", "preset-unknown"), (f"{field}=maybe", "option-bad-value")):
            assert problem(vera.http.get("/api/options", params={"game": name, "options": text})) == (400, key)
    assert problem(vera.http.get("/api/options?game=chess")) == (400, "game-unknown")


NO_TABLES: tuple[tuple[dict[str, Any], str], ...] = (
    ({"game": "chess"}, "game-unknown"),
    ({"game": FOUR, "options": "nonsense"}, "preset-unknown"),
    ({"game": FOUR, "level": "grandmaster"}, "level-unknown"),
    ({"game": FOUR, "absent": "shoot"}, "request-unreadable"),
    ({"game": FOUR, "clock": [-1, 0]}, "request-unreadable"),
    ({"game": FOUR, "deals": -1}, "request-unreadable"),
    ({"game": FOUR, "host": "somebody-else"}, "request-unreadable"),
    ({}, "request-unreadable"),
)


def test_table_with_invalid_settings_is_refused(vera: Visitor) -> None:
    answers = [problem(vera.http.post("/api/tables", json=settings)) for settings, _ in NO_TABLES]
    assert answers == [(400, key) for _, key in NO_TABLES]


def test_tables_are_listed_for_their_owner_and_readable_by_id(vera: Visitor, oleg: Visitor) -> None:
    preset = list(GAMES[FOUR].presets)[-1]
    first, second = vera.table(game=FOUR, options=preset), vera.table(game=THREE)
    assert {facts["id"] for facts in vera.tables()} == {first, second}
    assert oleg.tables() == []
    assert oleg.get(f"tables/{first}") == {
        "id": first,
        "game": FOUR,
        "options": preset,
        "stage": "open",
        "deal": 1,
        "names": [None] * 4,
        "computers": [],
        "turns": 0,
        "your_turn": False,
        "due": None,
    }
    assert oleg.http.get(f"/api/tables/{first}/log").content == b""
    assert problem(oleg.http.get("/api/tables/nothing")) == (404, "no-such-table")
    assert problem(oleg.http.get("/api/tables/nothing/log")) == (404, "no-such-table")


def test_table_log_without_spectators_is_visible_to_players_only(
    running: Running, vera: Visitor, oleg: Visitor
) -> None:
    table = vera.table(game=FOUR, spectators=False, bots=True)
    path = f"/api/tables/{table}/log"
    assert patient.get(running.url + path).content == b"", "nothing is in it before the match"

    async def begin() -> None:
        async with vera.socket(table) as socket:
            await receive(socket, "sealed")

    asyncio.run(begin())
    assert vera.http.get(path).content
    assert problem(oleg.http.get(path)) == (403, "no-spectators")
    assert problem(patient.get(running.url + path)) == (403, "no-spectators")


# Responses


def test_api_failure_has_status_and_reason(vera: Visitor) -> None:
    vera.http.headers["Content-Type"] = "application/json"
    assert problem(vera.http.get("/api/nothing")) == (404, "no-such-page")
    wrong_method = vera.http.get("/api/guests")
    assert problem(wrong_method) == (405, "no-such-method")
    assert set(wrong_method.headers["allow"].split(", ")) == {"POST", "OPTIONS"}
    assert problem(vera.http.put("/api/me", json={})) == (405, "no-such-method")
    assert problem(vera.http.post("/api/guests", content=b"{")) == (400, "request-unreadable")
    assert problem(vera.http.post("/api/guests", content=b"[" * 9000)) == (400, "request-unreadable")
    assert problem(vera.http.post("/api/guests", content=b'{"x":' + b"[" * 9000)) == (400, "request-unreadable")
    assert problem(vera.http.post("/api/guests", content=b'{"name":"\x9f"}')) == (400, "request-unreadable")
    assert problem(vera.http.get("/api/options?game=%9f%00&options=%ff")) == (400, "game-unknown")
    assert problem(vera.http.post("/api/guests", content=b" " * 17000)) == (413, "request-too-large")


def test_server_error_is_reported_and_logged_without_its_message(tmp_path: Path) -> None:
    with run_server(tmp_path) as running, Visitor(running) as vera:

        async def failing(_: str) -> None:
            raise RuntimeError("the-secret")

        running.services.tables.find = failing  # type: ignore[method-assign,assignment]
        assert problem(vera.http.get("/api/tables/x")) == (500, "server-failed")
        assert "RuntimeError" in running.journal
        assert "the-secret" not in running.journal
        assert 'prikup_requests_total{status="500"} 1.0' in vera.http.get("/metrics").text
        assert asyncio.run(_close_reason(vera.socket("x"))) == ("server-failed", 1011)
        assert "the-secret" not in running.journal


async def _close_reason(socket: connect) -> tuple[str, int | None]:
    """Return why the server closes a connection: the key of its reason and the close code."""
    async with socket as connection:
        goodbye = await receive(connection, "goodbye")
        await connection.wait_closed()
        return goodbye["reason"]["key"], connection.close_code


def test_openapi_document_describes_every_route(vera: Visitor) -> None:
    document = vera.get("openapi.json")
    assert set(document["paths"]) == {route.path_format for route in API.routes}
    described = {(method.upper(), path) for path, operations in document["paths"].items() for method in operations}
    table = {(route.method, re.sub(r":\w+", "", f"/api/{route.path}")) for route in all_routes()}
    assert described == table
    assert document["components"]["schemas"]["ErrorBody"]["properties"]


def test_bootstrap_reports_guest_retention_days(vera: Visitor, tmp_path: Path) -> None:
    assert vera.get("bootstrap")["guest_days"] == 30
    with run_server(tmp_path, keep=RetentionPeriods(0, 7)) as running:
        assert patient.get(f"{running.url}/api/bootstrap").json()["guest_days"] == 0


def test_bootstrap_lists_tables_without_loading_them(tmp_path: Path) -> None:
    with run_server(tmp_path) as running, Visitor(running) as vera:
        empty_table, started_table = vera.table(game=THREE), vera.table(game=THREE, bots=True)
        headers = {"Authorization": f"Bearer {vera.token}"}

        async def come() -> None:
            async with vera.socket(started_table) as socket:
                await receive(socket, "seats")

        asyncio.run(come())
        until(lambda: vera.get(f"tables/{started_table}")["stage"] in ("deal", "shuffle"))
    with run_server(tmp_path) as running, patient.Client(base_url=running.url, headers=headers) as http:
        tables_by_id = {table["id"]: table for table in http.get("/api/bootstrap").json()["tables"]}
        assert "prikup_tables 0.0" in http.get("/metrics").text, "none was loaded"
        assert tables_by_id == {name: http.get(f"/api/tables/{name}").json() for name in (empty_table, started_table)}
        assert tables_by_id[started_table]["computers"] == [1, 2]
        assert "prikup_tables 2.0" in http.get("/metrics").text
        with closing(sqlite3.connect(tmp_path / "tables.sqlite", timeout=DEADLINE_S)) as file, file:
            file.execute("UPDATE tables SET summary = NULL")  # as an older version stored them
        assert {table["id"]: table for table in http.get("/api/bootstrap").json()["tables"]} == tables_by_id


def test_deleted_guest_is_not_recognised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with run_server(tmp_path) as running, Visitor(running) as vera:
        table = vera.table(game=THREE)
        headers = {"Authorization": f"Bearer {vera.token}"}
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as file, file:
        file.execute("UPDATE people SET used = 1, since = 1")
        file.execute("UPDATE tables SET opened = 1")
    monkeypatch.setattr("prikup.server.retention.FIRST_AFTER", 0.0)
    with run_server(tmp_path) as running, patient.Client(base_url=running.url, headers=headers) as http:
        until(lambda: '"event":"deleted"' in running.journal)
        assert '"guests":1,"tables":1' in running.journal
        bootstrap = http.get("/api/bootstrap").json()
        assert (bootstrap["me"], bootstrap["tables"]) == (None, [])
        assert problem(http.post("/api/tables", json={"game": THREE})) == (401, "not-signed-in")
        assert problem(http.get(f"/api/tables/{table}")) == (404, "no-such-table")


def test_metrics_count_closed_and_declined_sockets(tmp_path: Path) -> None:
    with run_server(tmp_path) as running, Visitor(running) as vera:

        async def visit() -> None:
            async with vera.socket(vera.table(game=next(iter(GAMES)))) as socket:
                await receive(socket, "welcome")
            with pytest.raises(InvalidStatus):
                await patient.connect(f"{running.url.replace('http', 'ws')}/ws/tables/x", origin=Origin("http://evil"))

        asyncio.run(visit())
        until(lambda: 'prikup_sockets_closed_total{code="0"} 1.0' in vera.http.get("/metrics").text)
        assert 'prikup_sockets_declined_total{reason="origin-foreign"} 1.0' in vera.http.get("/metrics").text


def test_login_limit_covers_all_spellings_of_account_name(tmp_path: Path) -> None:
    with run_server(tmp_path, limited=True, proxy=True) as running, Visitor(running, "Anna") as anna:
        anna.post("account", name="Anna", password="12345678")
        anna.post("login", name="Anna", password="12345678")  # the device is recognised from now on
        spellings = ["Anna", "ANNA", " anna", "anna ", "a\u200bnna", "\uff21nna", "An\u2062na"]
        judged_count = 0
        for n in range(40):
            body = {"name": spellings[n % len(spellings)], "password": f"guess {n}"}
            address = {"x-forwarded-for": f"10.0.0.{n}"}
            judged_count += patient.post(f"{running.url}/api/login", json=body, headers=address).status_code == 400
        assert judged_count == LIMITS["login"].burst - 1, "the account has cost one too"
        assert anna.http.post("/api/login", json={"name": "Anna", "password": "12345678"}).is_success


def test_login_limit_states_wait_and_exempts_known_device(tmp_path: Path) -> None:
    credentials = {"name": "Anna", "password": "12345678"}
    with run_server(tmp_path, limited=True, proxy=True) as running, Visitor(running, "Anna") as anna:
        with pytest.raises(AssertionError, match="device-account"):
            anna.post("account/device")
        anna.post("account", **credentials)
        for n in range(LIMITS["login"].burst):
            stranger = {"x-forwarded-for": f"10.0.0.{n}"}
            patient.post(f"{running.url}/api/login", json=credentials | {"password": f"guess {n}"}, headers=stranger)
        with patient.Client(base_url=running.url, headers={"x-forwarded-for": "10.0.1.1"}) as device:
            refusal = device.post("/api/login", json=credentials)
            assert problem(refusal) == (429, "login-held")
            assert refusal.json()["reason"]["numbers"]["seconds"] == int(refusal.headers["retry-after"]) > 0
            proof = anna.post("account/device")
            assert device.post("/api/device", json={"device": "no proof"}).status_code == 400
            assert device.post("/api/device", json=proof).is_success
            assert problem(device.post("/api/login", json=credentials | {"password": "wrong"})) == (400, "login-wrong")
            assert device.post("/api/login", json=credentials).is_success
        busy = {"x-forwarded-for": "10.0.2.1"}
        answers = [patient.post(f"{running.url}/api/login", json=credentials, headers=busy) for _ in range(2)]
        assert problem(answers[-1]) == (429, "login-held"), "for others nothing has changed"


def test_account_name_probing_is_rate_limited(tmp_path: Path) -> None:
    with run_server(tmp_path, limited=True, proxy=True) as running, Visitor(running, "Anna") as anna:
        anna.post("account", name="Anna", password="12345678")
        with Visitor(running, "Vera") as guest, Visitor(running, "Boris") as owner:
            owner.post("account", name="Boris", password="12345678")
            for http, method, path in ((guest.http, "POST", "account"), (owner.http, "PATCH", "me")):
                answers = []
                for n in range(30):
                    body = {"name": "anna", "password": "12345678"}
                    address = {"x-forwarded-for": f"10.0.{n}.1"}
                    answers.append(problem(http.request(method, f"/api/{path}", json=body, headers=address)))
                assert answers[0] == (400, "name-taken")
                assert sum(answer == (400, "name-taken") for answer in answers) <= LIMITS["login"].burst
                assert answers[-1] == (429, "too-many")


def test_rename_limit_applies_per_user(tmp_path: Path) -> None:
    with run_server(tmp_path, limited=True) as running, Visitor(running) as fickle, Visitor(running) as other_guest:
        answers = [fickle.http.patch("/api/me", json={"name": f"Vera {n}"}).status_code for n in range(30)]
        burst = LIMITS["login"].burst
        assert answers == [200] * burst + [429] * (30 - burst)
        assert other_guest.http.patch("/api/me", json={"name": "Clara"}).is_success, "though it has the same address"


def test_costly_api_calls_are_rate_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    costly: tuple[tuple[str, str, str, Any], ...] = (
        ("shared", "POST", "scores", {"head": HEAD}),
        ("table", "POST", "tables", {"game": FOUR}),
    )
    for limit, *_ in costly:
        monkeypatch.setitem(LIMITS, limit, RateLimit(1000, 2))
    with run_server(tmp_path, limited=True) as running, Visitor(running) as vera:
        for limit, method, path, body in costly:
            answers = [vera.http.request(method, f"/api/{path}", json=body) for _ in range(3)]
            assert [answer.is_success for answer in answers] == [True, True, False], limit
            assert problem(answers[-1]) == (429, "too-many")
            assert int(answers[-1].headers["retry-after"]) > 60


class AdvancingTime(LoopTime):
    """The loop's time, but each reading is a millisecond later, because a call can end within one of the loop's."""

    def __init__(self) -> None:
        self._readings = 0

    def now(self) -> float:
        """Return the time in seconds."""
        self._readings += 1
        return super().now() + self._readings / 1000


def test_computing_time_is_limited_per_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "work", RateLimit(1e6, 1))  # any computing time exceeds this limit
    costly: tuple[tuple[str, str, Any], ...] = (
        ("POST", "analyse", {"text": ""}),
        ("POST", "score", {"head": HEAD}),
        ("POST", "scores", {"head": HEAD}),
        ("GET", f"problems/{PROBLEM.id}/proof", None),
    )
    server = run_server(tmp_path, limited=True, proxy=True, keeper=AdvancingTime())
    with server as running, Visitor(running) as vera:
        for number, (method, path, body) in enumerate(costly):
            address = {"x-forwarded-for": f"10.0.0.{number}"}
            first, second = (vera.http.request(method, f"/api/{path}", json=body, headers=address) for _ in range(2))
            assert first.is_success, first.text
            assert problem(second) == (429, "too-many")
            assert second.json()["reason"]["numbers"]["seconds"] == int(second.headers["retry-after"]) > 0


def test_metrics_are_served_to_local_callers_or_with_token(tmp_path: Path) -> None:
    forwarding_headers, secret = {"x-forwarded-for": "127.0.0.1"}, {"authorization": "Bearer the-secret"}
    with run_server(tmp_path) as running:
        page = f"{running.url}/metrics"
        assert patient.get(page).status_code == 200
        for headers in (
            forwarding_headers,
            {"via": "1.1 proxy"},
            forwarding_headers | secret,
            forwarding_headers | {"authorization": "Bearer"},
        ):
            assert problem(patient.get(page, headers=headers)) == (404, "no-such-page")
    with run_server(tmp_path, proxy=True, metrics_token="the-secret") as running:
        page = f"{running.url}/metrics"
        for headers in ({}, forwarding_headers, {"authorization": "Bearer another"}, {"cookie": "prikup=the-secret"}):
            assert problem(patient.get(page, headers=headers)) == (404, "no-such-page")
        for headers in (secret, secret | forwarding_headers):
            assert "prikup_tables 0.0" in patient.get(page, headers=headers).text


def test_page_preloads_messages_of_its_game_and_language(tmp_path: Path) -> None:
    client = tmp_path / "client"
    client.mkdir()
    words = {"en": {"": "<E>"}, "ru": {"": "<R>", THREE: "<3>", FOUR: "<4>", "/lobby": "<L>"}}
    (client / "index.html").write_text("<head></head>")
    (client / "preloads.json").write_bytes(msgspec.json.encode({"pages": {"waiting": "<W>"}, "words": words}))
    with run_server(tmp_path, client=client) as running, Visitor(running) as vera:
        table = vera.table(game=FOUR)

        def preloads(path: str, **headers: str) -> str:
            answer = vera.http.get(path, headers={"Accept-Language": "ru-RU,ru;q=0.9,en;q=0.8", **headers})
            assert "Cookie" in answer.headers["vary"]
            return re.sub("<link [^>]*>", "", answer.text).removeprefix("<head>").removesuffix("</head>")

        assert preloads(f"/t/{table}") == "<R><W><4>"
        assert preloads("/t/nothing") == "<R>"
        assert preloads(f"/rules/{FOUR}") == "<R><4>"
        assert preloads(f"/?game={THREE}") == "<R><3><L>"
        assert preloads(f"/t/{table}", Cookie="prikup_lang=en") == "<E><W>", "the language that was chosen goes before"


def test_client_pages_are_html_and_unknown_paths_are_not_found(running: Running, vera: Visitor) -> None:
    answer = vera.http.get("/t/abc")
    assert (answer.status_code, answer.text) == (200, "<!doctype html>")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["content-security-policy"].startswith("default-src 'self'")
    assert vera.http.head("/").content == b""
    assert vera.http.get("/nothing").status_code == 404
    assert patient.get(f"{running.url}/..%2f..%2fetc/passwd").status_code == 404
