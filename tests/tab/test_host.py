"""The tab as a host, without a browser: what a page asks and says as texts, and rows on a shelf in memory."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from browser.visits import POSITION
from table.alone import HOSTS_ALONE
from table.stores import MemoryShelf

from prikup.games import GAMES
from prikup.tab.host import Connection, TabHost
from prikup.table.table_settings import Timing

QUICK = Timing(pace=0, hash_s=0, entropy_s=0, cut_s=0, rest_s=0)


class Page:
    """A page at a table, which plays the first legal action that it is asked for."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []
        self.code: int | None = None
        self.connection: Connection | None = None
        self._news = asyncio.Event()

    async def join(self, host: TabHost, table: str) -> "Page":
        self.connection = await host.join(table, self.tell, self.close)
        return self

    def tell(self, text: str) -> None:
        self.told.append(json.loads(text))
        self._news.set()

    def close(self, code: int) -> None:
        self.code = code
        self._news.set()

    def say(self, **message: Any) -> None:
        assert self.connection is not None
        self.connection.say(json.dumps(message))

    async def until(self, enough: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Play until a message is told that is enough, and return it."""
        seen = 0
        async with asyncio.timeout(60):
            while True:
                while seen < len(self.told):
                    message = self.told[seen]
                    seen += 1
                    if enough(message):
                        return message
                    if message["type"] == "view" and message["legal"]:
                        act, n = message["legal"][0], message["n"]
                        self.say(type="act", n=n, id=f"{n}", act=act)
                self._news.clear()
                await self._news.wait()


async def ask(host: TabHost, method: str, path: str, body: object = None, **query: str) -> tuple[int, Any]:
    status, text = await host.asked(method, path, query, json.dumps(body))
    return status, json.loads(text)


async def opened(host: TabHost, **more: Any) -> str:
    status, found = await ask(host, "POST", "tables", {"game": next(iter(GAMES)), "bots": True} | more)
    assert status == 200
    name: str = found["id"]
    return name


def hosted(test: Callable[[TabHost, MemoryShelf], Awaitable[None]]) -> None:
    """Run a test with a host in an event loop of its own."""

    async def run() -> None:
        shelf = MemoryShelf()
        host = TabHost(shelf, QUICK)
        try:
            await test(host, shelf)
        finally:
            await host.close()

    asyncio.run(run())


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_is_played_to_its_sheet(game: str) -> None:
    async def test(host: TabHost, shelf: MemoryShelf) -> None:
        page = await Page().join(host, await opened(host, game=game, deals=1))
        await page.until(lambda told: told["type"] == "sheet" and bool(told["lines"]))

    hosted(test)


def test_another_host_goes_on_in_the_middle_of_a_trick() -> None:
    async def test(host: TabHost, shelf: MemoryShelf) -> None:
        name = await opened(host)
        page = await Page().join(host, name)
        middle = await page.until(
            lambda told: bool(told["type"] == "view" and told["view"]["public"]["phase"] == "play" and told["legal"])
        )
        await host.close()
        again = TabHost(shelf, QUICK)
        status, summary = await ask(again, "GET", f"tables/{name}")
        assert (status, summary["stage"], summary["deal"]) == (200, "deal", 1)
        then = await (await Page().join(again, name)).until(lambda told: told["type"] == "view")
        assert (then["n"], then["view"], then["legal"]) == (middle["n"], middle["view"], middle["legal"])
        await again.close()

    hosted(test)


def test_a_position_is_played_on_in_the_place_of_who_is_asked() -> None:
    async def test(host: TabHost, shelf: MemoryShelf) -> None:
        text = unquote(POSITION.partition("#")[2]).replace("+", " ")
        for open_hands in (False, True):
            status, found = await ask(host, "POST", "analyse/table", {"text": text, "open_hands": open_hands})
            assert status == 200
            page = await Page().join(host, found["id"])
            asked = await page.until(lambda told: bool(told["type"] == "view" and told["legal"]))
            assert asked["view"]["public"]["phase"] == "play"
        status, found = await ask(host, "POST", "analyse/table", {"text": "preferans"})
        assert (status, found["reason"]["key"]) == (400, "open-no-cards")

    hosted(test)


def test_a_name_is_that_of_the_seat_from_now_on() -> None:
    async def test(host: TabHost, shelf: MemoryShelf) -> None:
        name = await opened(host)
        page = await Page().join(host, name)
        await page.until(lambda told: told["type"] == "seats")
        status, me = await ask(host, "PATCH", "me", {"name": "  Anna\u200b  K. "})
        assert (status, me) == (200, {"id": "here", "name": "Anna K.", "guest": True})
        await page.until(lambda told: told["type"] == "seats" and told["seats"][0]["name"] == "Anna K.")
        for typed, key in (("", "name-empty"), ("A" * 21, "name-long"), ("Aннa", "name-mixed")):
            status, found = await ask(host, "PATCH", "me", {"name": typed})
            assert (status, found["reason"]["key"]) == (400, key)
        for body in ({}, {"name": 1}, None):
            status, found = await ask(host, "PATCH", "me", body)
            assert (status, found["reason"]["key"]) == (400, "request-unreadable")

    hosted(test)


@pytest.mark.parametrize(("kept", "shown"), [("Vera", "Vera"), ("", ""), ("V" * 10_000, ""), ("\u202e", "")])
def test_a_page_comes_with_the_name_that_its_device_remembers(kept: str, shown: str) -> None:
    async def test(host: TabHost, shelf: MemoryShelf) -> None:
        page = Page()
        page.connection = await host.join(await opened(host), page.tell, page.close, kept)
        seats = await page.until(lambda told: told["type"] == "seats")
        assert seats["seats"][0]["name"] == shown

    hosted(test)


def test_what_is_asked_is_answered_as_at_a_server() -> None:
    async def test(host: TabHost, shelf: MemoryShelf) -> None:
        one, two = await opened(host), await opened(host)
        status, start = await ask(host, "GET", "bootstrap")
        assert status == 200
        assert start["me"] == {"id": "here", "name": "", "guest": True}
        assert {table["id"] for table in start["tables"]} == {one, two}
        game = next(iter(GAMES))
        status, rules = await ask(host, "GET", "options", game=game, options="")
        assert (status, set(rules)) == (200, {"rules", "idle"})

    hosted(test)


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "key"),
    [
        ("POST", "tables", {"game": "nothing"}, 400, "game-unknown"),
        ("POST", "tables", {"game": 1}, 400, "request-unreadable"),
        ("POST", "tables", {"game": next(iter(GAMES)), "level": "god"}, 400, "level-unknown"),
        ("POST", "tables", {"game": next(iter(GAMES)), "level": "master:20"}, 400, "level-unknown"),
        ("GET", "tables/none", None, 404, "no-such-page"),
        ("GET", "blocks", None, 404, "no-such-page"),
        ("GET", "matches/none", None, 404, "no-such-match"),
        ("GET", "options", None, 400, "request-unreadable"),
    ],
)
def test_what_cannot_be_is_refused_and_says_why(method: str, path: str, body: object, status: int, key: str) -> None:
    async def test(host: TabHost, shelf: MemoryShelf) -> None:
        found, told = await ask(host, method, path, body)
        assert (found, told["reason"]["key"]) == (status, key)

    hosted(test)


def test_nobody_can_join_a_table_that_is_not_there() -> None:
    async def test(host: TabHost, shelf: MemoryShelf) -> None:
        page = await Page().join(host, "none")
        assert page.code == 4004
        assert page.told[0]["reason"]["key"] == "no-such-table"
        page.say(type="next")

    hosted(test)


def test_nonsense_is_refused() -> None:
    async def test(host: TabHost, shelf: MemoryShelf) -> None:
        page = await Page().join(host, await opened(host))
        assert page.connection is not None
        for text in ("", "[" * 5000, '{"type": "act"}', "\ud800"):
            page.connection.say(text)
        assert [told["reason"]["key"] for told in page.told if told["type"] == "refused"] == ["message-unreadable"] * 4

    hosted(test)


class Broken(MemoryShelf):
    """A shelf that fails."""

    async def add(self, rows: str) -> None:
        raise OSError("the disk is full")

    async def rows(self, box: str, prefix: str) -> list[str]:
        raise OSError("the disk is gone")


def test_a_shelf_that_fails_is_told() -> None:
    async def test() -> None:
        host = TabHost(Broken(), QUICK)
        status, told = await ask(host, "POST", "tables", {"game": next(iter(GAMES)), "bots": True})
        assert (status, told["reason"]["key"]) == (503, "not-written")
        status, told = await ask(host, "GET", "bootstrap")
        assert (status, told["reason"]["key"]) == (503, "not-read")
        await host.close()

    asyncio.run(test())


INSTALLED = ("confusable_homoglyphs", "msgspec")
"""What the engine of a site brings along, of all that is not Python's own."""


def test_it_needs_nothing_that_a_browser_has_not() -> None:
    """No web framework, database, logger or process."""
    wanting = ("rich", "typer", "fluent", "numpy", "typing_extensions", *HOSTS_ALONE)
    players = ("beginner", "pimc", "master")
    code = f"import sys\nfrom importlib import import_module\nfor name in {wanting}: sys.modules[name] = None\n"
    for name in ("tab.host", "tab.finished", "scorer.reply", "problems.records", "problems.sets"):
        code += f"import prikup.{name}\n"
    code += "from prikup.games import GAMES\nlist(GAMES.values())\n"
    code += f"for name in {players}: import_module(f'prikup.bots.{{name}}')\n"
    code += "from prikup.names import skeleton\nskeleton('Vera')\n"
    code += "print(*{name.partition('.')[0] for name in sys.modules if sys.modules[name]})"
    run = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, env=_paths(), check=True)
    assert set(run.stdout.split()) - set(sys.stdlib_module_names) == {*("__main__", "prikup"), *INSTALLED}


def _paths() -> dict[str, str]:
    """Return an environment in which Python finds what is installed without the hooks of `site`."""
    root = Path(__file__).parents[2]
    site = next(path for path in sys.path if path.endswith("site-packages"))
    return {"PYTHONPATH": f"{root / 'src'}:{site}"}
