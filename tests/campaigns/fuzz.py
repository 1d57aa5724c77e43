"""Nonsense from everybody: `python tests/campaigns/fuzz.py [--frames 200000] [--examples 200] [--seed 1]`.

A server of its own gets frames that are random, broken or almost right, on sockets of people at real tables, and every
request of its OpenAPI document with data made up by schemathesis. It must answer all the time, with no 5xx and no error
in its journal, and its memory must not grow with what it refuses.
"""

import asyncio
import random
import string
import subprocess
import sys
import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import psutil
from msgspec import Struct

sys.path.insert(0, str(Path(__file__).parents[1]))  # the modules that the tests share

from support.command_line import parsed
from support.serving import Server
from support.waiting import DEADLINE_S
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from prikup.games import GAMES
from prikup.table.protocol import Sent

__all__ = ["Found", "fuzz"]

SESSIONS = 8
"""Number of sockets open at once."""
WARM = 0.3
"""The share of the frames after which memory must no longer grow."""
BINARY = Path(sys.executable).parent
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
PHASES = "examples,coverage,fuzzing,stateful"
"""All phases of schemathesis: examples from the document, boundary values, random data, and sequences."""
NUMBERS = (0, 1, -1, 2**31, 2**53, 2**64, 10**40, 0.5, 1e308)
ODD: tuple[Any, ...] = (*NUMBERS, None, True, "", "\x00", "\ud7ff", "☠", [], {}, [[]], "1" * 300)


class Found(Struct):
    """The results. `failures` are unexpected log lines and the errors reported by schemathesis."""

    frames: int
    sessions: int
    answers: int
    megabytes: tuple[float, float, float]
    """Memory before, after the warm-up share of the frames, and at the end."""
    failures: list[str]


# Frames


class Noise:
    """Frames that are no messages, nearly valid, or valid but pointless at the time; determined by the seed."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self._kinds = list(Sent.__args__)

    def frame(self) -> str | bytes:
        """Return the next frame."""
        draw = self._rng.random()
        if draw < 0.15:
            return self._rng.randbytes(self._rng.randrange(200))
        if draw < 0.3:
            return "".join(self._rng.choices(string.printable + "☠й\u2028\U0001f0a1", k=self._rng.randrange(200)))
        message = self._message()
        if draw < 0.5:
            return msgspec.json.encode(message).decode()
        self._spoil(message)
        text = msgspec.json.encode(message).decode()
        return text if draw < 0.75 else self._torn(text)

    def _message(self) -> dict[str, Any]:
        """Return a well-formed message, hardly ever at a suitable time."""
        rng = self._rng
        kind: type[Struct] = rng.choice(self._kinds)
        values: dict[str, Any] = {
            "n": rng.randrange(60),
            "id": f"{rng.getrandbits(64):x}" if rng.random() < 0.9 else "again",
            "person": rng.choice(("0" * 16, "0123456789abcdef", "x")),
            "locked": rng.random() < 0.1,
            "act": rng.randrange(80) if rng.random() < 0.7 else [rng.randrange(60) for _ in range(rng.randrange(1, 5))],
            "what": rng.choice(("claim", "concede", "undo", "stop", "replace")),
            "tricks": rng.choice((None, rng.randrange(17))),
            "seat": rng.randrange(5),
            "proposal": rng.randrange(5),
            "yes": rng.random() < 0.5,
            "anyway": rng.random() < 0.5,
            "level": rng.choice(("", "rule", "random", "grandmaster")),
            "deal": rng.randrange(4),
            "attempt": rng.randrange(3),
            "hash": f"{rng.getrandbits(256):064x}",
            "entropy": f"{rng.getrandbits(128):x}",
            "cut": rng.randrange(60),
            "card": rng.randrange(60) if rng.random() < 0.8 else None,
            "text": rng.choice(("", "hello", "привет", "<b>")),
            "preset": rng.choice(("", "thanks", "nonsense")),
        }
        named: Any = kind.__struct_config__.tag
        return {"type": named} | {name: values[name] for name in kind.__struct_fields__}

    def _spoil(self, message: dict[str, Any]) -> None:
        """Replace one or two of its fields by something else."""
        for _ in range(self._rng.randrange(1, 3)):
            name = self._rng.choice((*message, "more"))
            match self._rng.randrange(3):
                case 0:
                    message.pop(name, None)
                case 1:
                    message[name] = self._rng.choice(ODD)
                case _:
                    message[name] = self._rng.choice(list(message.values()) or [0])
            if not message:
                return

    def _torn(self, text: str) -> str | bytes:
        """Truncate the text, move a piece of it, change a byte, or nest it in a thousand brackets."""
        rng = self._rng
        at, to = sorted((rng.randrange(len(text)), rng.randrange(len(text))))
        match rng.randrange(4):
            case 0:
                return text[:at]
            case 1:
                return text[:to] + text[at:]
            case 2:
                data = bytearray(text.encode())
                data[at] = rng.randrange(256)
                return bytes(data)
            case _:
                return '{"type":"next","x":' + "[" * rng.randrange(4000)


class Talkers:
    """Users at tables who send only noise."""

    def __init__(self, url: str, seed: int) -> None:
        self._url, self._noise, self._rng = url, Noise(seed), random.Random(seed)
        self._cookies: list[str] = []
        self._tables: list[str] = []
        self.frames = self.sessions = self.answers = 0

    async def begin(self) -> None:
        """Create users, and a table of every game; half of the matches start at once."""
        for number in range(SESSIONS):
            async with httpx.AsyncClient(base_url=self._url) as http:
                token = (await http.post("/api/guests", json={"name": f"P{number}"})).json()["token"]
                self._cookies.append(f"prikup={token}")
                for game in list(GAMES) if number < 2 else ():
                    opened = await http.post("/api/tables", json={"game": game, "bots": number == 1})
                    self._tables.append(opened.json()["id"])

    async def send(self, count: int) -> None:
        """Send `count` more frames."""
        until = self.frames + count
        await asyncio.gather(*(self._talk(until) for _ in range(SESSIONS)))

    async def _talk(self, until: int) -> None:
        while self.frames < until:
            self.sessions += 1
            headers = {"Cookie": self._rng.choice(self._cookies), "Origin": self._url}
            address = f"{self._url.replace('http', 'ws')}/ws/tables/{self._rng.choice(self._tables)}"
            with suppress(WebSocketException, OSError):
                async with connect(address, additional_headers=headers, compression=None) as socket:
                    await asyncio.gather(self._say(socket, until), self._listen(socket))

    async def _say(self, socket: Any, until: int) -> None:
        for _ in range(40):
            if self.frames >= until:
                break
            self.frames += 1
            if self._rng.random() < 0.002:  # occasionally break the WebSocket protocol itself
                socket.transport.write(self._rng.randbytes(50))
            await socket.send(self._noise.frame())
        await (await socket.ping())  # all earlier frames have arrived
        await socket.close()

    async def _listen(self, socket: Any) -> None:
        async for _ in socket:
            self.answers += 1


# Server


def _requests(url: str, examples: int, phases: str) -> list[str]:
    """Return the errors that schemathesis finds in the responses."""
    token = httpx.post(f"{url}/api/guests", json={}).json()["token"]
    command = [str(BINARY / "schemathesis"), "run", f"{url}/api/openapi.json", "-n", str(examples), "--checks", CHECKS]
    command += ["--phases", phases, "--seed", "1", "--request-timeout", str(DEADLINE_S)]
    with tempfile.TemporaryDirectory() as folder:  # it writes files to its working directory
        done = subprocess.run(
            [*command, "-H", f"Authorization: Bearer {token}"], cwd=folder, capture_output=True, text=True, check=False
        )
    return [] if done.returncode == 0 else [done.stdout[-6000:] + done.stderr]


def _wrong(journal: str) -> list[str]:
    """Return the log lines about an error or a response with one."""
    lines = map(msgspec.json.decode, journal.splitlines())
    return [
        str(line)
        for line in lines
        if line["level"] in ("error", "critical") or "error" in line or line.get("status", 0) >= 500
    ]


def fuzz(frames: int, examples: int, seed: int, phases: str = PHASES) -> Found:
    """Send frames to the tables, and requests to every endpoint and method, in these phases of schemathesis."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as ends:
        server = Server(Path(folder), "--pace", "0")
        server.start()
        ends.callback(server.kill)
        talkers, process = Talkers(server.url, seed), psutil.Process(server.process.pid)
        memory = [process.memory_info().rss / 1e6]

        async def talk() -> None:
            await talkers.begin()
            for part in (WARM, 1 - WARM):
                await talkers.send(int(frames * part))
                memory.append(process.memory_info().rss / 1e6)

        asyncio.run(talk())
        failures = _requests(server.url, examples, phases)
        health = httpx.get(f"{server.url}/health")
        if not health.is_success:
            failures.append(health.text)
        server.stop()  # complete its log
        failures += _wrong(server.journal)
    before, warm, after = memory
    return Found(talkers.frames, talkers.sessions, talkers.answers, (before, warm, after), failures)


def main() -> int:
    """Run the campaign from the command line."""
    wanted = parsed(__doc__, frames=200_000, examples=200, seed=1)
    found = fuzz(wanted.frames, wanted.examples, wanted.seed)
    before, warm, after = found.megabytes
    print(f"{found.frames} frames on {found.sessions} sockets, {found.answers} answers")
    print(f"memory: {before:.0f} MB before, {warm:.0f} MB after {WARM:.0%} of the frames, {after:.0f} MB at the end")
    print("\n".join(found.failures) or "nothing failed")
    return bool(found.failures)


if __name__ == "__main__":
    sys.exit(main())
