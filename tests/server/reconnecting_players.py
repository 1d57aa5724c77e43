"""Simulated users of a server that crashes: they reconnect and remember every message received."""

import asyncio
import random
from collections import Counter
from contextlib import suppress
from copy import copy
from functools import partial

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace
from server.socket_player import Message, Player
from support import patient
from support.waiting import DEADLINE_S
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, WebSocketException

from prikup.history.shuffle import commitment
from prikup.terminal.client.web_socket import RETRY_PAUSES_S

__all__ = ["Command", "Found", "Guest", "Site", "decode", "likeness"]

Site = str
"""A URL such as `http://127.0.0.1:8500`."""
REPEATS = 30
"""Maximum number of commands repeated at once: more answers would overflow the connection's queue."""
FIRST_MESSAGE_PATIENCE = 12.0
"""Seconds to wait for the first message of a connection, as the browser does."""
UNEXPECTED_REFUSALS = {"id-twice", "message-unreadable", "not-written", "table-failed", "too-fast"}
"""Refusals that no user of these tests should get."""
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder().decode


class Found(Struct):
    """Observations so far: faults, and the number of refusals by key."""

    faults: list[str] = field(default_factory=list)
    refusal_counts: Counter[str] = field(default_factory=Counter)

    def fault(self, *words: object) -> None:
        """Record something that must not happen."""
        self.faults.append(" ".join(map(str, words)))


class Command(Struct):
    """A command of a user. `sent`: sent at least once; `resent`: also after a crash; `n`: the version in its receipt;
    `refusal`: why it was refused; `written_ms`: when its row was written, in milliseconds of the wall clock."""

    message: Message
    sent: bool = False
    resent: bool = False
    n: int = 0
    refusal: str = ""
    written_ms: int = 0


class Guest:
    """A user who stays at a table whatever happens to the server. `local` is the source address, if any."""

    local = ""
    expected_keys: frozenset[str] = frozenset()
    """Keys of close messages and refusals that are not faults. A server that crashes has no time to send any."""
    patience = 0.0
    """Seconds to wait for an answer before reconnecting, as the browser does; 0 means forever.

    For the first message of a connection the wait is at least `FIRST_MESSAGE_PATIENCE`.
    """

    def __init__(self, site: Site, table: str, user: str, token: str, player: Player, findings: Found) -> None:
        self.user, self.player = user, player
        self.here = False
        self.last = 0
        self.seen: dict[int, int] = {}
        self.commands: dict[str, Command] = {}
        self.lines: list[Message] = []
        self.think = 0.0
        self._found = findings
        self._address = f"{site.replace('http', 'ws', 1)}/ws/tables/{table}"
        self._headers = {"Cookie": f"prikup={token}", "Origin": site}
        self._rng = random.Random(user)
        self._socket: ClientConnection | None = None
        self._saying: set[asyncio.Task[None]] = set()
        self._welcome: Message = {}
        self._committed: dict[tuple[int, int], str] = {}
        self._repeated: set[str] = set()
        self._twisted = ""
        self._excused = False

    def __str__(self) -> str:
        return f"{self._address[-10:]} seat {self.player.seat}"

    def snapshot(self) -> "Guest":
        """Return a copy, frozen at this time, of the commands and messages so far."""
        result = copy(self)
        result.seen = dict(self.seen)
        result.commands = {name: replace(command) for name, command in self.commands.items()}
        return result

    # Connection

    async def stay(self) -> None:
        """Stay connected to the table, reconnecting after each loss as the clients do."""
        failures = 0
        while True:
            with suppress(OSError, WebSocketException):
                async with patient.connect(
                    self._address,
                    additional_headers=self._headers,
                    compression=None,
                    max_queue=None,
                    max_size=None,
                    ping_interval=None,
                    proxy=None,
                    local_addr=(self.local, 0) if self.local else None,
                ) as socket:
                    failures = 0
                    await self._listen(socket)
            self._handle_loss()
            # real time: as the clients wait, which come back to another process
            await asyncio.sleep(RETRY_PAUSES_S[min(failures, len(RETRY_PAUSES_S) - 1)] * self._rng.uniform(0.8, 1.2))
            failures += 1

    def _handle_loss(self) -> None:
        self.here = False
        self._socket = None
        self._repeated.clear()
        for task in self._saying:
            task.cancel()
        self._saying.clear()

    async def _listen(self, socket: ClientConnection) -> None:
        self._socket, self._excused = socket, False
        if first := self.player.reconnect():
            command = self.commands[first["id"]]
            command.resent = command.resent or command.sent
            self._say(first, 0)
        async for text in socket:
            self._hear(decode(text))
        if not self._excused:
            self._found.fault(self, "was sent away:", socket.close_code)

    def _say(self, message: Message, think: float) -> None:
        task = asyncio.create_task(self._send(message, think))
        self._saying.add(task)
        task.add_done_callback(self._saying.discard)

    async def _send(self, message: Message, think: float) -> None:
        if think:
            # real time: how people think is what loads the server
            await asyncio.sleep(self._rng.expovariate(1 / think))
        if self._socket is not None:
            if "id" in message:
                self.commands[message["id"]].sent = True
                if self.patience:
                    give_up = partial(self._give_up, message["id"], self._socket)
                    seconds = self.patience if self.here else max(self.patience, FIRST_MESSAGE_PATIENCE)
                    asyncio.get_running_loop().call_later(seconds, give_up)
            with suppress(ConnectionClosed):
                await self._socket.send(encode(message), text=True)

    def _give_up(self, name: str, socket: ClientConnection) -> None:
        """Reconnect if a command has not been answered on this socket."""
        command = self.commands.get(name)
        if command and not command.n and not command.refusal and socket is self._socket:
            socket.transport.abort()

    # Sending

    def go(self) -> None:
        """Send the first message; the rest follows from the messages received."""
        if message := self.player.next():
            self._do(message)

    def _do(self, message: Message) -> None:
        if "id" in message:
            self.commands[message["id"]] = Command(message)
        self._say(message, self.think if message["type"] in ("act", "next", "propose") else 0)

    async def repeat(self, max_commands: int) -> None:
        """Repeat up to `max_commands` acknowledged commands; each must get the same receipt."""
        acknowledged = [name for name, command in self.commands.items() if command.n]
        sample = self._rng.sample(acknowledged, min(max_commands, len(acknowledged)))
        for first in range(0, len(sample), REPEATS):
            self._repeated = set(sample[first : first + REPEATS])
            for name in sample[first : first + REPEATS]:
                await self._send(self.commands[name].message, 0)
            await self._wait_for_answers("a repeated command has no receipt")

    async def twist(self) -> None:
        """Send a different command under an acknowledged id; it must be refused."""
        acknowledged = [command for command in self.commands.values() if command.n and command.message["type"] == "act"]
        if acknowledged:
            command = self._rng.choice(acknowledged)
            self._twisted = command.message["id"]
            self._repeated = {self._twisted}
            await self._send(command.message | {"act": [command.message["n"] % 50, 999]}, 0)
            await self._wait_for_answers("another command under the same id was not refused")

    async def _wait_for_answers(self, failure: str) -> None:
        try:
            async with asyncio.timeout(DEADLINE_S):
                while self._repeated:
                    await asyncio.sleep(0.01)  # real time: the server is another process
        except TimeoutError:
            self._found.fault(self, failure)

    # Receiving

    def _hear(self, message: Message) -> None:
        match message["type"]:
            case "welcome":
                if message != (self._welcome or message):
                    self._found.fault(self, "the table is another:", message)
                self._welcome = message
            case "seats":
                self.here = True
            case "view":
                self._saw(message["n"], likeness(message))
            case "receipt":
                self._receipt(message["id"], message["n"])
            case "refused":
                self._handle_refusal(message["id"], message["reason"]["key"])
            case "sealed":
                self._same_seed(message["deal"], message["attempt"], message["commitment"])
            case "opened":
                for deck in message["decks"]:
                    self._same_seed(deck["deal"], deck["attempt"], commitment(deck["seed"]))
            case "sheet":
                if message["lines"][: len(self.lines)] != self.lines:
                    self._found.fault(self, "the sheet has changed")
                self.lines = message["lines"]
            case "goodbye" if message["reason"]["key"] in self.expected_keys:
                self._excused = True
            case "goodbye":
                self._found.fault(self, "was told goodbye:", message["reason"]["key"])
        if response := self.player.respond(message):
            self._do(response)

    def _saw(self, n: int, like: int) -> None:
        if n < self.last:
            self._found.fault(self, f"was told version {n} after {self.last}")
        if self.seen.setdefault(n, like) != like:
            self._found.fault(self, f"has seen version {n} otherwise before")
        self.last = max(n, self.last)

    def _receipt(self, command_id: str, n: int) -> None:
        command = self.commands.get(command_id)
        if command is None or command.refusal or command.n not in (0, n):
            self._found.fault(self, f"has a receipt of version {n} for {command}")
        else:
            command.n = n
        self._repeated.discard(command_id)

    def _handle_refusal(self, command_id: str, key: str) -> None:
        self._repeated.discard(command_id)
        if command_id == self._twisted and key == "id-twice":
            return
        self._found.refusal_counts[key] += 1
        command = self.commands.get(command_id)
        is_unexpected = key in UNEXPECTED_REFUSALS and key not in self.expected_keys
        if is_unexpected or (command_id and (command is None or command.n)):
            self._found.fault(self, f"was refused with {key}: {command}")
        elif command:
            command.refusal = key

    def _same_seed(self, deal: int, attempt: int, seed_hash: str) -> None:
        if self._committed.setdefault((deal, attempt), seed_hash) != seed_hash:
            self._found.fault(self, f"deck {deal}.{attempt} has another seed")


def likeness(message: Message) -> int:
    """Return a hash of the parts of a view that follow from the rows."""
    return hash(encode([message[name] for name in ("view", "laid", "mine", "best", "facts")]))
