"""The path of a card: the code that runs between receiving a message and sending the resulting frames.

All seats are taken by users, and the table is stored in SQLite. Counted are the files of this package in which a
function is called; the rules (general rules and the game's folder) count as one file.
"""

import asyncio
import json
import sys
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
import pytest
from repository.test_imports import LAYERS
from server.socket_player import Message, Player

import prikup
from prikup.games import GAMES, game
from prikup.server.accounts.accounts import LoginSession, User
from prikup.server.metrics import Metrics
from prikup.server.storage.event_store import SqlEventStore
from prikup.server.websocket.connection import TableSocket
from prikup.table.host.background_workers import Inline
from prikup.table.registry import TableRegistry
from prikup.table.table_settings import TableSettings, Timing

ROOT = Path(prikup.__file__).parent
RULES = {module for layer in LAYERS[: LAYERS.index(("games",)) + 1] for module in layer}
MAX_FILES = 16
"""Maximum number of files on the path of a card."""


class Steps:
    """Counts the function calls within this package while watching, by file and function."""

    def __init__(self) -> None:
        self.calls: Counter[tuple[str, str]] = Counter()
        self.watched = False

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        if self.watched and event == "call" and frame.f_code.co_filename.startswith(str(ROOT)):
            file = Path(frame.f_code.co_filename).relative_to(ROOT).with_suffix("")
            self.calls[file.as_posix(), frame.f_code.co_name] += 1

    @property
    def files(self) -> set[str]:
        """Return the files on the path."""
        return {"the rules" if file.partition("/")[0] in RULES else file for file, _ in self.calls}

    def count(self, function: str, file: str) -> int:
        """Return how often a function was called in files whose path ends with `file`."""
        return sum(n for (path, name), n in self.calls.items() if name == function and path.endswith(file))


class Socket:
    """A client's end of a connection without a network; it sends its next message when told to.

    `version` is that of the last view received; `news` is set on every message received.
    """

    def __init__(self, player: Player, news: asyncio.Event) -> None:
        self.version, self._news = 0, news
        self.frames: asyncio.Queue[Any] = asyncio.Queue()
        self.receive: Callable[[], Awaitable[Any]] = self.frames.get
        self.next: list[Message] = []
        self._player = player

    async def send(self, message: Any) -> None:
        if message["type"] != "websocket.send":
            return
        table_message = json.loads(message["text"])
        if table_message["type"] == "view":
            self.version = table_message["n"]
        if answer := self._player.respond(table_message):
            self.next.append(answer)
        self._news.set()

    def say(self, message: Message) -> None:
        """Send a message."""
        self.frames.put_nowait({"type": "websocket.receive", "text": msgspec.json.encode(message).decode()})


@pytest.mark.parametrize("name", GAMES)
async def test_card_command_path_has_few_files_rule_checks_and_views(name: str, tmp_path: Path) -> None:
    steps = await _walk(name, tmp_path)
    assert len(steps.files) <= MAX_FILES, sorted(steps.files)
    assert steps.count("legal", "rules") <= 2
    receivers = steps.count("update", "table/messages/views")
    assert receivers == game(name).seats
    assert steps.count("view", "state") <= receivers + 1, "one for each receiver, and the one that is checked"


async def _walk(name: str, folder: Path) -> Steps:
    """Return the calls caused by the second card of a trick when all seats are taken by users."""
    store = await SqlEventStore.open(f"sqlite:///{folder}/tables.sqlite")
    tables = TableRegistry(store, Inline(), Timing())
    table = await tables.find(await tables.open(TableSettings(name, "", host="u0")))
    assert table is not None
    seats = game(name).seats
    news = asyncio.Event()
    sockets = [Socket(Player(seat, place=seat, persons=seats), news) for seat in range(seats)]
    meters = Metrics()
    running = []
    for seat, socket in enumerate(sockets):
        person = User(f"u{seat}", f"Player {seat}", guest=True)
        connection = TableSocket(
            LoginSession(person, ""), seat, table, socket.receive, socket.send, meters, limited=False
        )
        running.append(asyncio.create_task(connection.run()))
    try:
        return await _second_card(table._live.table, sockets, news)
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await tables.close()
        await store.close()


async def _second_card(table: Any, sockets: list[Socket], news: asyncio.Event) -> Steps:
    steps = Steps()
    while True:
        for socket in sockets:
            while socket.next:
                message, state = socket.next.pop(0), table.state
                playing = state is not None and state.public.phase == "play" and len(state.public.tricks.table) == 1
                if playing and message["type"] == "act":
                    n = table.n
                    with _watch_calls(steps):
                        socket.say(message)
                        while not all(client.version > n for client in sockets):
                            news.clear()
                            await news.wait()
                    return steps
                socket.say(message)
        news.clear()
        await news.wait()


@contextmanager
def _watch_calls(steps: Steps) -> Iterator[None]:
    """Count calls in all threads during the block."""
    threading.setprofile(steps)
    sys.setprofile(steps)
    try:
        steps.watched = True
        yield
    finally:
        steps.watched = False
        sys.setprofile(None)
        threading.setprofile(None)
