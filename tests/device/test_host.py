"""The browser tab as a host, without a browser: requests and messages as text, and an in-memory row store."""

import asyncio
import inspect
import json
import subprocess
import sys
from collections.abc import Callable, Coroutine
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec
from urllib.parse import unquote

from browser.page_list import POSITION
from table.hostless_match import HOSTS_ALONE
from table.stores import MemoryShelf
from table.tables import table_test

from prikup.api.routes import all_routes
from prikup.device.host import PageConnection, TabHost
from prikup.games import GAMES
from prikup.table.table_settings import Timing

P = ParamSpec("P")
QUICK = Timing(pace=0, hash_s=0, entropy_s=0, cut_s=0, rest_s=0)
GAME = next(iter(GAMES))


class Page:
    """A page at a table that plays the first legal action."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []
        self.code: int | None = None
        self.connection: PageConnection | None = None
        self._changed = asyncio.Event()

    async def join(self, host: TabHost, table: str) -> "Page":
        self.connection = await host.join(table, self.receive, self.close)
        return self

    def receive(self, text: str) -> None:
        self.messages.append(json.loads(text))
        self._changed.set()

    def close(self, code: int) -> None:
        self.code = code
        self._changed.set()

    def send(self, **message: Any) -> None:
        assert self.connection is not None
        self.connection.say(json.dumps(message))

    async def until(self, is_last: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Play until a received message satisfies a condition; return it."""
        read_count = 0
        async with asyncio.timeout(3600):
            while True:
                while read_count < len(self.messages):
                    message = self.messages[read_count]
                    read_count += 1
                    if is_last(message):
                        return message
                    if message["type"] == "view" and message["legal"]:
                        act, n = message["legal"][0], message["n"]
                        self.send(type="act", n=n, id=f"{n}", act=act)
                self._changed.clear()
                await self._changed.wait()

    async def until_stage(self, stage: str) -> dict[str, Any]:
        """Play until the table reaches a stage; return its seats message."""
        return await self.until(lambda message: message["type"] == "seats" and message["stage"] == stage)


async def send_request(host: TabHost, method: str, path: str, body: object = None, **query: str) -> tuple[int, Any]:
    status, text = await host.handle_request(method, path, query, json.dumps(body))
    return status, json.loads(text)


async def request_refusal(host: TabHost, method: str, path: str, body: object = None, **query: str) -> tuple[int, str]:
    """Return the status of a refusal and the key of its reason."""
    status, response = await send_request(host, method, path, body, **query)
    return status, response["reason"]["key"]


async def open_table(host: TabHost, **settings: Any) -> str:
    status, response = await send_request(host, "POST", "tables", {"game": GAME, "bots": True} | settings)
    assert status == 201
    name: str = response["id"]
    return name


async def join_new_table(host: TabHost, **settings: Any) -> Page:
    """Return a page at a new table."""
    return await Page().join(host, await open_table(host, **settings))


HostTest = Callable[Concatenate[TabHost, MemoryShelf, P], Coroutine[Any, Any, None]]


def host_test(test: HostTest[P]) -> Callable[P, None]:
    """Wrap a test with a new host to run in a loop whose clock jumps (`table_test`)."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        async def run_test() -> None:
            shelf = MemoryShelf()
            host = TabHost(shelf, QUICK)
            try:
                await test(host, shelf, *args, **kwargs)
            finally:
                await host.close()

        table_test(run_test)()

    fixtures = list(inspect.signature(test).parameters.values())[2:]
    run.__signature__ = inspect.Signature(fixtures)  # type: ignore[attr-defined]  # read by pytest
    return run


@host_test
async def test_host_opens_practice_table_from_pasted_position(host: TabHost, shelf: MemoryShelf) -> None:
    text = unquote(POSITION.partition("#")[2]).replace("+", " ")
    for open_hands in (False, True):
        status, response = await send_request(host, "POST", "analyse/table", {"text": text, "open_hands": open_hands})
        assert status == 201
        page = await Page().join(host, response["id"])
        view_message = await page.until(lambda message: bool(message["type"] == "view" and message["legal"]))
        assert view_message["view"]["public"]["phase"] == "play"
    assert await request_refusal(host, "POST", "analyse/table", {"text": "preferans"}) == (400, "open-no-cards")


@host_test
async def test_host_renames_user_at_their_seat(host: TabHost, shelf: MemoryShelf) -> None:
    page = await join_new_table(host)
    await page.until(lambda message: message["type"] == "seats")
    status, user = await send_request(host, "PATCH", "me", {"name": "  Anna\u200b  K. "})
    assert (status, user) == (200, {"id": "here", "name": "Anna K.", "guest": True})
    await page.until(lambda message: message["type"] == "seats" and message["seats"][0]["name"] == "Anna K.")
    for name, key in (("", "name-empty"), ("A" * 21, "name-long"), ("Aннa", "name-mixed")):
        assert await request_refusal(host, "PATCH", "me", {"name": name}) == (400, key)
    assert await request_refusal(host, "PATCH", "me", {}) == (400, "name-empty")
    for body in ({"name": 1}, None):
        assert await request_refusal(host, "PATCH", "me", body) == (400, "request-unreadable")


@host_test
async def test_host_seats_page_with_stored_name_if_valid(host: TabHost, shelf: MemoryShelf) -> None:
    for stored_name, shown_name in (("Vera", "Vera"), ("", ""), ("V" * 10_000, ""), ("\u202e", "")):
        page = Page()
        page.connection = await host.join(await open_table(host), page.receive, page.close, stored_name)
        seats = await page.until(lambda message: message["type"] == "seats")
        assert seats["seats"][0]["name"] == shown_name


@host_test
async def test_host_answers_server_requests_and_refuses_invalid_ones(host: TabHost, shelf: MemoryShelf) -> None:
    first_table, second_table = await open_table(host), await open_table(host)
    status, start = await send_request(host, "GET", "bootstrap")
    assert status == 200
    assert start["me"] == {"id": "here", "name": "", "guest": True}
    assert {table["id"] for table in start["tables"]} == {first_table, second_table}
    status, rules = await send_request(host, "GET", "options", game=GAME, options="")
    assert (status, set(rules)) == (200, {"rules", "idle"})
    for method, path, body, why in (
        ("POST", "tables", {"game": "nothing"}, (400, "game-unknown")),
        ("POST", "tables", {"game": 1}, (400, "request-unreadable")),
        ("POST", "tables", {"game": GAME, "level": "god"}, (400, "level-unknown")),
        ("POST", "tables", {"game": GAME, "level": "master:20"}, (400, "level-unknown")),
        ("GET", "tables/none", None, (404, "no-such-table")),
        ("GET", "blocks", None, (404, "no-such-page")),
        ("PUT", "blocks", None, (404, "no-such-page")),
        ("PUT", "me", {}, (405, "no-such-method")),
        ("GET", "kept", None, (405, "no-such-method")),
        ("POST", "matches/a/whole", {}, (405, "no-such-method")),
        ("GET", "matches/none", None, (404, "no-such-match")),
        ("GET", "options", None, (400, "request-unreadable")),
    ):
        assert await request_refusal(host, method, path, body) == why, path


@host_test
async def test_host_answers_exactly_the_routes_marked_for_devices(host: TabHost, shelf: MemoryShelf) -> None:
    for route in all_routes():
        address = route.address(**{name: 7 if kind is int else "a" for name, kind in route.parameters.items()})
        assert (route in host._functions_for(address)) == bool(route.function or route.on_device), route


@host_test
async def test_host_refuses_unknown_table_and_unreadable_messages(host: TabHost, shelf: MemoryShelf) -> None:
    page = await Page().join(host, "none")
    assert (page.code, page.messages[0]["reason"]["key"]) == (4004, "no-such-table")
    page.send(type="next")
    page = await join_new_table(host)
    assert page.connection is not None
    for text in ("", "[" * 5000, '{"type": "act"}', "\ud800"):
        page.connection.say(text)
    assert [message["reason"]["key"] for message in page.messages if message["type"] == "refused"] == [
        "message-unreadable"
    ] * 4


class Broken(MemoryShelf):
    """A row store whose writes fail."""

    async def add(self, rows: str) -> None:
        raise OSError("the disk is full")

    async def rows(self, box: str, prefix: str) -> list[str]:
        raise OSError("the disk is gone")


@table_test
async def test_host_reports_failing_row_store() -> None:
    host = TabHost(Broken(), QUICK)
    assert await request_refusal(host, "POST", "tables", {"game": GAME, "bots": True}) == (503, "not-written")
    assert await request_refusal(host, "GET", "bootstrap") == (503, "not-read")
    await host.close()


SITE_PACKAGES = ("confusable_homoglyphs", "msgspec")
"""The packages outside the standard library that a site's engine includes."""


def test_device_code_imports_only_what_a_browser_has() -> None:
    """It imports no web framework, database, logger or process module."""
    wanting = ("rich", "typer", "fluent", "numpy", "typing_extensions", *HOSTS_ALONE)
    players = ("beginner", "pimc", "master")
    code = f"import sys\nfrom importlib import import_module\nfor name in {wanting}: sys.modules[name] = None\n"
    code += "import prikup.device.finished_matches, prikup.device.host\n"
    code += "from prikup.api.routes import all_routes\nall_routes()\n"
    code += "from prikup.games import GAMES\nlist(GAMES.values())\n"
    code += f"for name in {players}: import_module(f'prikup.bots.{{name}}')\n"
    code += "from prikup.name_comparison import skeleton\nskeleton('Vera')\n"
    code += "print(*{name.partition('.')[0] for name in sys.modules if sys.modules[name]})"
    run = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, env=_paths(), check=True)
    assert set(run.stdout.split()) - set(sys.stdlib_module_names) == {*("__main__", "prikup"), *SITE_PACKAGES}


def _paths() -> dict[str, str]:
    """Return an environment in which Python finds installed packages without the hooks of `site`."""
    root = Path(__file__).parents[2]
    site = next(path for path in sys.path if path.endswith("site-packages"))
    return {"PYTHONPATH": f"{root / 'src'}:{site}"}
