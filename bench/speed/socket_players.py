"""Simulate users at a server's tables, to put the server under load.

Each user has a WebSocket and takes random legal actions.
"""

import asyncio
import hashlib
import random
import time
from collections import deque
from contextlib import suppress
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from prikup.games import GAMES
from prikup.table.protocol.client_messages import (
    ActCommand,
    ClientCommand,
    CutCommand,
    EntropyCommand,
    HashCommand,
    NextCommand,
    SitCommand,
    StartCommand,
)
from prikup.table.protocol.server_messages import ReceiptMessage, RefusedMessage, SeatsMessage, ShuffleMessage

__all__ = ["SEATS", "Load", "Player", "open_table", "pace"]

GAME = next(iter(GAMES))
SEATS = 3

_encode = msgspec.json.Encoder().encode


class Head(msgspec.Struct):
    """The part of a server's message that names its type."""

    type: str


class Brief(msgspec.Struct):
    """The part of an Update (the message with a player's view) that a simulated user needs to act.

    `n` is the version of the table, which grows with every change, and `legal` are the legal actions.
    """

    n: int
    legal: tuple[int, ...]


_head = msgspec.json.Decoder(Head).decode
_brief = msgspec.json.Decoder(Brief).decode
_decoders: dict[str, msgspec.json.Decoder[Any]] = {
    name: msgspec.json.Decoder(kind)
    for name, kind in {
        "receipt": ReceiptMessage,
        "refused": RefusedMessage,
        "sealed": ShuffleMessage,
        "seats": SeatsMessage,
    }.items()
}


class Load:
    """The state that all simulated users share: which users may act, and the figures measured so far.

    While `paced` is True, a user who may act waits in `ready` until `pace` lets them act; otherwise users act at once.
    """

    def __init__(self) -> None:
        self.ready: deque[tuple[Player, Brief]] = deque()
        self.paced = True
        self.times: list[float] = []
        self.acts = self.receipts = self.received_messages = 0
        self.faults: list[str] = []
        self.rests = 0


class Player:
    """A simulated user with a seat at a table and a WebSocket; the figures go to `load`.

    `seed` determines the user's actions.
    """

    def __init__(self, load: Load, seat: int, seed: int) -> None:
        self.load, self.seat, self.rng = load, seat, random.Random(seed)
        self.socket: ClientConnection | None = None
        self.table = self.cookie = ""
        self.seen_versions: list[int] = []
        self.sent: dict[str, float] = {}
        self.waiting: tuple[float, int] | None = None
        self.count = 0
        self.stage = ""
        self.sitting = asyncio.Event()
        self.last_shuffle_step: tuple[Any, ...] = ()
        self.entropy = f"{self.rng.getrandbits(128):032x}"

    async def connect_to_table(self, base: str) -> None:
        """Connect to the table through the server at the address `base`."""
        self.socket = await connect(
            f"{base.replace('http', 'ws')}/ws/tables/{self.table}",
            additional_headers={"Cookie": self.cookie, "Origin": base},
            compression=None,
            max_queue=None,
            ping_interval=None,
        )

    async def send(self, message: ClientCommand) -> None:
        """Send one command to the server."""
        assert self.socket is not None
        await self.socket.send(_encode(message), text=True)

    async def act(self, brief: Brief) -> None:
        """Send a random one of the legal actions in the Update `brief`.

        The time of sending is noted, so that `_view` can measure the time until the next Update.
        """
        self.count += 1
        name = f"{self.seat}-{self.count}"
        self.sent[name] = sent_at = time.perf_counter()
        self.waiting = (sent_at, brief.n)
        self.load.acts += 1
        await self.send(ActCommand(brief.n, name, self.rng.choice(brief.legal)))

    async def listen(self) -> None:
        """Handle all messages of the server until the WebSocket closes."""
        assert self.socket is not None
        with suppress(ConnectionClosed):
            async for text in self.socket:
                self.load.received_messages += 1
                kind = _head(text).type
                if kind == "view":
                    await self._view(_brief(text))
                elif kind in _decoders:
                    await self._handle(_decoders[kind].decode(text))

    async def _view(self, brief: Brief) -> None:
        if self.waiting and brief.n > self.waiting[1]:
            self.load.times.append(time.perf_counter() - self.waiting[0])
            self.waiting = None
        if self.seen_versions and brief.n < self.seen_versions[-1]:
            self.load.faults.append(f"version {brief.n} after {self.seen_versions[-1]}")
        if not self.seen_versions or brief.n != self.seen_versions[-1]:
            self.seen_versions.append(brief.n)
            if brief.legal:
                if self.load.paced:
                    self.load.ready.append((self, brief))
                else:
                    await self.act(brief)

    async def _handle(self, message: Any) -> None:
        match message:
            case ReceiptMessage(id):
                self.load.receipts += 1
                if self.sent.pop(id, None) is None:
                    self.load.faults.append(f"a receipt for {id}, which was not sent")
            case RefusedMessage(why):
                self.load.faults.append(f"refused: {why}")
            case ShuffleMessage():
                await self._mix(message)
            case SeatsMessage():
                await self._handle_seats(message)

    async def _handle_seats(self, seats: SeatsMessage) -> None:
        if seats.you is not None:
            self.sitting.set()
        if seats.stage == "rest" != self.stage:
            self.load.rests += 1
            await self.send(NextCommand())
        self.stage = seats.stage

    async def _mix(self, message: ShuffleMessage) -> None:
        """Send this user's contribution to the shuffle of the cards, once per step of the shuffle.

        In the steps, the users send a hash of their random number, then the number itself, and at last one of them cuts
        the deck.
        """
        step = (message.deal, message.attempt, message.step)
        if step == self.last_shuffle_step:
            return
        self.last_shuffle_step = step
        deal_attempt = message.deal, message.attempt
        if message.step == "hashes":
            await self.send(HashCommand(*deal_attempt, hashlib.sha256(self.entropy.encode()).hexdigest()))
        elif message.step == "entropies":
            await self.send(EntropyCommand(*deal_attempt, self.entropy))
        elif message.step == "cut" and message.cutter == self.seat:
            await self.send(CutCommand(*deal_attempt, self.rng.randrange(1, 32)))


async def open_table(
    load: Load,
    http: httpx.AsyncClient,
    base: str,
    number: int,
    *,
    other_base: str = "",
    kind: type[Player] = Player,
    options: str = "",
) -> list[Player]:
    """Open the table number `number` on the server at `base`, seat all users, start the match; return the users.

    All users but the first connect through the server at `other_base`, if it is not "". `kind` is the class of the
    users. `options` are changes of the first preset's house rules, such as `pool=100`.
    """
    players = [kind(load, seat, number * SEATS + seat) for seat in range(SEATS)]
    table = ""
    for player in players:
        http.cookies.clear()
        (await http.post("/api/guests", json={"name": f"P{number}-{player.seat}"})).raise_for_status()
        cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        if not table:
            house_rules = f"{next(iter(GAMES[GAME].presets))} {options}".strip()
            response = await http.post("/api/tables", json={"game": GAME, "options": house_rules})
            table = response.raise_for_status().json()["id"]
        player.table, player.cookie = table, cookie
        await player.connect_to_table(other_base if other_base and player.seat else base)
        asyncio.create_task(player.listen())  # noqa: RUF006  (the socket keeps the task alive)
        await player.send(SitCommand(player.seat))
        await player.sitting.wait()
    await players[0].send(StartCommand())
    return players


async def pace(load: Load, rate: float, seconds: float) -> None:
    """For `seconds` seconds, let users who wait for their turn act, `rate` times per second in total."""
    start, act_count = time.perf_counter(), 0
    while (elapsed_s := time.perf_counter() - start) < seconds:
        while act_count < elapsed_s * rate and load.ready:
            player, brief = load.ready.popleft()
            act_count += 1
            await player.act(brief)
        await asyncio.sleep(0.002)
