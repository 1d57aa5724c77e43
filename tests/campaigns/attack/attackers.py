"""The attacks: each function attacks a server for some seconds, and records what it did and achieved.

Attacks run in separate processes of low priority (`nice`). Anything that an attack must not achieve is recorded as a
fault.
"""

import asyncio
import itertools
import os
import random
import resource
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import aclosing, suppress
from time import monotonic

import httpx
import msgspec
import psutil
import uvloop
from campaigns.attack.network import Line, address, client, frame, guest, line, open_web_socket
from campaigns.protocol_fuzz import Noise
from msgspec import Struct, field
from server.reconnecting_players import decode
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from prikup.games import GAMES

__all__ = ["ATTACKS", "Attack", "Result", "attack"]

NETWORK = 9
"""The number of the attackers' first loopback network (127.9.…); each attack has its own networks."""
NICE = 10
CONNECTION_ERRORS = (
    OSError,
    WebSocketException,
    asyncio.IncompleteReadError,
    TimeoutError,
    httpx.HTTPError,
    RuntimeError,
)
"""Exceptions that may end a connection. uvloop raises RuntimeError for a write to a closing connection."""


class Attack(Struct):
    """The target and the duration of an attack.

    `site` is the address of the server, and `pid` the id of its process. `tables` are the ids of the tables of honest
    users. The attack lasts `seconds`, and its addresses are in the loopback network `network`. `size` is the number of
    frames or spectators in an attack that is limited by it.
    """

    site: str
    seconds: float
    tables: list[str]
    network: int = NETWORK
    size: int = 0
    pid: int = 0

    def local(self, number: int = 0) -> str:
        """Return the attackers' loopback address with this number, from 0."""
        return address(self.network, number)


class Result(Struct):
    """The results of an attack: counts of what it did, and faults (what it should not have achieved)."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return ", ".join(f"{count:,} {name}" for name, count in self.counts.items())


Mission = Callable[[Attack, Result], Awaitable[None]]


def attack(name: str, target: Attack) -> Result:
    """Run the attack `name` of `ATTACKS` in this process, and return its results."""
    os.nice(NICE)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    result = Result()

    async def run_with_timeout() -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(target.seconds):
                await ATTACKS[name](target, result)

    uvloop.run(run_with_timeout())
    return result


async def _table(target: Attack, number: int = 0, name: str = "") -> tuple[str, str]:
    """Create a guest called `name` with a table, and return the guest's token and the table's id.

    The guest has the attackers' address with this number.
    """
    token, http = await guest(target.site, target.local(number), name)
    async with aclosing(http):
        response = await http.post("/api/tables", json={"game": next(iter(GAMES))})
        return token, response.raise_for_status().json()["id"]


def _socket(target: Attack, local: str, token: str, table: str) -> connect:
    """Connect to the WebSocket of a table as a browser does.

    `local` is the address of the user, `token` their sign-in token, and `table` the id of the table.
    """
    headers = {"Cookie": f"prikup={token}", "Origin": target.site}
    url = f"{target.site.replace('http', 'ws')}/ws/tables/{table}"
    return connect(
        url, additional_headers=headers, compression=None, proxy=None, local_addr=(local, 0), close_timeout=1
    )


async def _repeat_forever(count: int, mission: Callable[[int], Awaitable[None]]) -> None:
    """Run `count` copies of the task `mission` in endless loops, and ignore connection errors.

    The task gets the number of the copy, from 0.
    """

    async def forever(number: int) -> None:
        while True:
            with suppress(*CONNECTION_ERRORS):
                await mission(number)
            await asyncio.sleep(0.02)

    await asyncio.gather(*map(forever, range(count)))


async def _pour(writer: asyncio.StreamWriter, chunk: bytes, result: Result, counter: str) -> None:
    """Write a chunk repeatedly without reading, until the connection ends.

    The bytes are counted under the name `counter` in `result`.
    """
    try:
        while not writer.transport.is_closing():
            writer.write(chunk)
            result.counts[counter] += len(chunk)
            while writer.transport.get_write_buffer_size() and not writer.transport.is_closing():
                await asyncio.sleep(0.005)
            await asyncio.sleep(0)
    finally:
        result.counts["cut"] += 1
        writer.transport.abort()


# Frame floods


async def pings(target: Attack, result: Result) -> None:
    """Send pings without reading the responses."""
    token, table = await _table(target)

    async def flood(number: int) -> None:
        _, writer = await open_web_socket(target.site, target.local(number), token, table, 4096)
        await _pour(writer, frame(9, os.urandom(125)) * 200, result, "bytes of pings")

    await _repeat_forever(8, flood)


async def fragments(target: Attack, result: Result) -> None:
    """Start a message, and continue it endlessly with empty and tiny fragments."""
    token, table = await _table(target)

    async def flood(number: int) -> None:
        body = b"x" * (number % 2)
        _, writer = await open_web_socket(target.site, target.local(number), token, table)
        writer.write(frame(1, body, fin=False))
        await _pour(writer, frame(0, body, fin=False) * 5000, result, "bytes of fragments")

    await _repeat_forever(8, flood)


async def malformed(target: Attack, result: Result) -> None:
    """Send `size` random, broken or nearly valid frames as fast as possible."""
    token, table = await _table(target)
    noise, numbers, frames_left = Noise(1), itertools.count(1), [target.size]

    async def session() -> None:
        # An address may have 60 open sockets, so the attackers use many addresses.
        local = target.local(next(numbers) // 40 % 60_000)
        async with _socket(target, local, token, random.choice((table, *target.tables[:4]))) as socket:
            result.counts["sockets"] += 1
            for _ in range(40):
                if frames_left[0] <= 0:
                    return
                frames_left[0] -= 1
                result.counts["frames"] += 1
                if random.random() < 0.002:
                    socket.transport.write(os.urandom(50))
                await socket.send(noise.frame())

    async def talk() -> None:
        while frames_left[0] > 0:
            with suppress(*CONNECTION_ERRORS):
                await session()

    await asyncio.gather(*(talk() for _ in range(8)))
    result.counts["frames left"] = max(0, frames_left[0])


# Connections


HALVES = (
    b"GET / HTT",
    b"GET /api/bootstrap HTTP/1.1\r\nHost: x\r\nX-Slow: ",
    b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(64)),
    b"\r\n" * 8,
)


async def halves(target: Attack, result: Result) -> None:
    """Start requests, and continue them with one byte per second."""

    async def send_slowly(number: int) -> None:
        reader, writer = await line(target.site, target.local(number % 2))
        result.counts["half requests"] += 1
        writer.write(HALVES[number % len(HALVES)])
        try:
            while not reader.at_eof():
                with suppress(TimeoutError):
                    await asyncio.wait_for(reader.read(100), 1)
                writer.write(b"a")
            result.counts["ended by the server"] += 1
        finally:
            writer.transport.abort()

    await _repeat_forever(400, send_slowly)


async def silence(target: Attack, result: Result) -> None:
    """Open silent connections: far more than one address may have, then as many from other addresses."""
    connections: list[Line] = []

    async def open_silent(local: str) -> None:
        with suppress(*CONNECTION_ERRORS):
            connections.append(await line(target.site, local))
            result.counts["connections"] += 1

    for number in itertools.cycle((0, 0, 0, 0, *range(1, 17))):
        for _ in range(64):
            await open_silent(target.local(number))
        for _, writer in connections[:-6000]:
            writer.transport.abort()
        del connections[:-6000]
        await asyncio.sleep(0.05)


async def slow_readers(target: Attack, result: Result) -> None:
    """Watch tables with much traffic, and read one byte per second."""
    token, table = await _table(target)
    tables = (table, *target.tables[:9])

    async def reads(number: int) -> None:
        reader, writer = await open_web_socket(
            target.site, target.local(number // 50), token, tables[number % 10], 2048
        )
        result.counts["slow readers"] += 1
        try:
            while await reader.read(1):
                await asyncio.sleep(1)
            result.counts["ended by the server"] += 1
        finally:
            writer.transport.abort()

    async def talks(number: int) -> None:
        _, writer = await open_web_socket(target.site, target.local(100 + number), token, table)
        for _ in range(60):
            writer.write(_text({"type": "chat", "text": "x" * 80}))
            await writer.drain()
            await asyncio.sleep(0.1)
        writer.transport.abort()

    await asyncio.gather(_repeat_forever(150, reads), _repeat_forever(4, talks))


async def storm(target: Attack, result: Result) -> None:
    """Open and drop WebSockets from twenty addresses as fast as possible."""
    token, table = await _table(target)

    async def open_and_drop(number: int) -> None:
        try:
            reader, writer = await open_web_socket(
                target.site, target.local(number), token, (table, *target.tables)[number]
            )
        except ConnectionRefusedError:
            result.counts["declined"] += 1
            return
        result.counts["sockets"] += 1
        if number % 2:
            await reader.read(10)
        writer.transport.abort()

    await _repeat_forever(20, open_and_drop)


# Annoying users


def _text(message: dict[str, object]) -> bytes:
    return frame(1, msgspec.json.encode(message))


async def _nuisance(target: Attack, result: Result, says: Callable[[int], dict[str, object]], reason: str) -> set[str]:
    """Let ten guests send messages endlessly, each at their own table, and reconnect after every tenth message.

    `says` returns the message to send, given its number, and `reason` is the key of the expected refusal. Return the
    chat texts that were accepted.
    """
    people = await asyncio.gather(*(_table(target, number, f"N{number}") for number in range(10)))
    numbers, accepted_texts = itertools.count(), set[str]()

    async def hear(socket: ClientConnection) -> None:
        with suppress(*CONNECTION_ERRORS):
            async for text in socket:
                message = decode(text)
                if message["type"] == "refused":
                    result.counts["refused" if message["reason"]["key"] == reason else "refused otherwise"] += 1
                elif message["type"] == "chatted":
                    accepted_texts.add(message["text"])

    async def send_messages(number: int) -> None:
        token, table = people[number]
        async with _socket(target, target.local(number), token, table) as socket:
            hearing = asyncio.create_task(hear(socket))
            for _ in range(10):
                await socket.send(msgspec.json.encode(says(next(numbers))), text=True)
                result.counts["said"] += 1
                await asyncio.sleep(0.06)
            hearing.cancel()

    with suppress(TimeoutError):
        async with asyncio.timeout(target.seconds - 1):
            await _repeat_forever(10, send_messages)
    return accepted_texts


async def seat_toggling(target: Attack, result: Result) -> None:
    """Take and leave a seat endlessly."""

    def says(number: int) -> dict[str, object]:
        return {"type": "sit", "seat": 1} if number % 2 else {"type": "stand"}

    await _nuisance(target, result, says, "seat-too-fast")
    if not result.counts["refused"]:
        result.faults.append("no attacker was refused a seat")


async def chat_flood(target: Attack, result: Result) -> None:
    """Send chat messages endlessly, and reconnect to continue."""
    accepted_texts = await _nuisance(
        target, result, lambda number: {"type": "chat", "text": f"buy {number}"}, "chat-too-fast"
    )
    result.counts["got through"], max_accepted = len(accepted_texts), 10 * (5 + target.seconds / 2)
    if len(accepted_texts) > max_accepted:
        result.faults.append(f"{len(accepted_texts)} chat messages got through, at most {max_accepted:.0f} are allowed")


# Accounts


PASSWORD = "correct horse battery"


def _spellings(name: str) -> list[str]:
    """Return different spellings of a name, which the server must treat as the same name."""
    wide = "".join(chr(ord(c) + 0xFEE0) if c.isascii() and c.isalnum() else c for c in name)
    invisible_variants = f"{name[:2]}\u200b{name[2:]}", f"\u2060{name}"
    return [name, f" {name}", f"{name}  ", name.upper(), name.swapcase(), wide, *invisible_variants]


async def guesses(target: Attack, result: Result) -> None:
    """Guess a password from many addresses and with different spellings of the name.

    The server must count all attempts together.
    """
    name, start = f"Guessed{random.randrange(1000)}", monotonic()
    _, http = await guest(target.site, target.local())
    async with aclosing(http):
        (await http.post("/api/account", json={"name": name, "password": PASSWORD})).raise_for_status()

    async def guess_password(number: int) -> None:
        spelling = _spellings(name)[number % 8]
        async with client(target.site, target.local(10 + number)) as stranger:
            answer = await stranger.post("/api/login", json={"name": spelling, "password": f"guess {number}"})
        result.counts["limited" if answer.status_code == 429 else "judged"] += 1
        max_judged = 11 + (monotonic() - start) / 6
        if result.counts["judged"] > max_judged:
            result.faults.append(
                f"{result.counts['judged']} guesses were checked, at most {max_judged:.0f} are allowed"
            )
        if answer.status_code == 200:
            result.faults.append("a wrong password was accepted")

    for first in range(0, 4000, 4):
        await asyncio.gather(*map(guess_password, range(first, first + 4)))
        await asyncio.sleep(0.05)


async def tickets(target: Attack, result: Result) -> None:
    """Use tickets and sockets of sessions that have ended by a logout or a password change."""
    for number in itertools.count():
        local_target = msgspec.structs.replace(target, network=target.network + number % 4)
        for ending in ("logout", "password"):
            await _check_ended_session(
                local_target, result, ending, f"Ticket{number}{ending[:2]}{random.randrange(100)}"
            )
        await asyncio.sleep(2)


async def _check_ended_session(target: Attack, result: Result, ending: str, name: str) -> None:
    local = address(target.network, random.randrange(10_000))
    token, http = await guest(target.site, local)
    async with aclosing(http):
        (await http.post("/api/account", json={"name": name, "password": PASSWORD})).raise_for_status()
        ticket = (await http.post("/api/tickets", json={})).raise_for_status().json()["ticket"]
        reader, writer = await open_web_socket(target.site, local, token, target.tables[0])
        body = {"old": PASSWORD, "new": PASSWORD + "!"} if ending == "password" else {}
        (await http.post(f"/api/{ending}", json=body)).raise_for_status()
    result.counts[f"ended by {ending}"] += 1
    try:
        async with asyncio.timeout(5):
            while (data := await reader.read(65536)) and b"signed-out" not in data:
                pass
    except TimeoutError:
        result.faults.append(f"a socket outlived a {ending}")
    except ConnectionError:
        pass
    finally:
        writer.transport.abort()
    url = f"{target.site.replace('http', 'ws')}/ws/tables/{target.tables[0]}?ticket={ticket}"
    async with connect(url, compression=None, proxy=None, local_addr=(local, 0)) as socket:
        message = decode(await socket.recv())
    if message["type"] != "goodbye":
        result.faults.append(f"a ticket outlived a {ending}: {message['type']}")
    result.counts["dead tickets"] += 1


async def watchers(target: Attack, result: Result) -> None:
    """Connect `size` spectators to one table of honest users."""
    tokens: list[str] = []

    async def come(number: int) -> None:
        token, http = await guest(target.site, target.local(number // 5))
        await http.aclose()
        tokens.append(token)

    async def watch(number: int) -> None:
        reader, writer = await open_web_socket(target.site, target.local(number // 5), tokens[number], target.tables[0])
        result.counts["watchers"] += 1
        with suppress(*CONNECTION_ERRORS):
            while await reader.read(65536):
                pass
        writer.transport.abort()

    for first in range(0, target.size, 20):
        await asyncio.gather(*map(come, range(first, min(target.size, first + 20))))
    server, watching = psutil.Process(target.pid), []
    idle = await _cpu(server, 3)
    cpu_before, start = sum(server.cpu_times()[:2]), monotonic()
    for number in range(target.size):
        watching.append(asyncio.create_task(watch(number)))
        await asyncio.sleep(0.004)
    while result.counts["watchers"] + sum(task.done() for task in watching) < target.size:
        await asyncio.sleep(0.1)
    await asyncio.sleep(1)
    cpu_spent = sum(server.cpu_times()[:2]) - cpu_before - idle * (monotonic() - start)
    result.counts["ms of CPU to let them in"] = round(1000 * cpu_spent)
    for task in watching:
        task.cancel()


async def _cpu(server: psutil.Process, seconds: float) -> float:
    """Return the number of cores that a process uses, measured for `seconds` seconds."""
    cpu_before = sum(server.cpu_times()[:2])
    await asyncio.sleep(seconds)
    return float(sum(server.cpu_times()[:2]) - cpu_before) / seconds


MISSIONS: tuple[Mission, ...] = (pings, fragments, halves, silence, slow_readers, storm)
MISSIONS += (seat_toggling, chat_flood, guesses, tickets, malformed, watchers)
ATTACKS = {mission.__name__.replace("_", "-"): mission for mission in MISSIONS}
"""The attack functions by name."""
