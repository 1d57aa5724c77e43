"""A small network on one machine: a load balancer, and connections that can be cut."""

import asyncio
import itertools
from collections.abc import Sequence
from contextlib import suppress
from http import HTTPStatus

__all__ = ["Balancer", "Wire"]

PIECE = 1 << 16
ASK_EVERY, ANSWER_WITHIN, FALLS = 0.5, 2.0, 2
"""Settings of the balancer's health checks.

`ASK_EVERY` is the time between two checks and `ANSWER_WITHIN` the timeout of a check, both in seconds. After `FALLS`
failed checks in a row a server is considered dead.
"""


class Wire:
    """A port that is forwarded to the port `to`, and whose connections can be cut or frozen."""

    def __init__(self, port: int, to: int) -> None:
        self.port, self._to = port, to
        self._open, self._flows = True, asyncio.Event()
        self._flows.set()
        self._joined: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def begin(self) -> None:
        """Start accepting connections."""
        self._server = await asyncio.start_server(self.join, "127.0.0.1", self.port, backlog=1024)

    def cut(self) -> None:
        """End all connections, and accept no new ones."""
        self._open = False
        self.drop()

    def freeze(self) -> None:
        """Stop forwarding data without closing connections."""
        self._flows.clear()

    def restore(self) -> None:
        """Accept connections and forward data again."""
        self._open = True
        self._flows.set()

    def drop(self) -> None:
        """End all connections."""
        for task in self._joined:
            task.cancel()

    async def end(self) -> None:
        """Stop forwarding, and close the port."""
        self.drop()
        if self._server is not None:
            self._server.close()

    async def join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forward a connection until either side ends it."""
        task = asyncio.current_task()
        assert task is not None
        self._joined.add(task)
        try:
            if self._open:
                await self._connect(reader, writer)
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            writer.transport.abort()
            self._joined.discard(task)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        remote_reader, remote_writer = await asyncio.open_connection("127.0.0.1", self._to)
        ways = [
            asyncio.create_task(self._pass(reader, remote_writer)),
            asyncio.create_task(self._pass(remote_reader, writer)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            remote_writer.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(PIECE):
            await self._flows.wait()
            writer.write(data)
            await writer.drain()
        with suppress(OSError, RuntimeError):
            writer.write_eof()
            await asyncio.sleep(0.05)


class Balancer:
    """A load balancer, which gives each connection to the next healthy server in turn.

    `port` is its own port, and `servers` are those of the servers. A server whose health check answers 404 gets no new
    connections but keeps the existing ones, as with `http-check disable-on-404` of HAProxy.
    """

    def __init__(self, port: int, servers: Sequence[int]) -> None:
        self._port = port
        self._ways = [Wire(0, server) for server in servers]
        self._servers = tuple(servers)
        self._up = [False] * len(servers)
        self._turns = itertools.cycle(range(len(servers)))
        self._tasks: list[asyncio.Task[None]] = []
        self._server: asyncio.Server | None = None

    async def begin(self) -> None:
        """Start the health checks, and start accepting connections."""
        self._tasks = [asyncio.create_task(self._look(number)) for number in range(len(self._ways))]
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", self._port, backlog=4096)

    async def end(self) -> None:
        """Stop the balancer."""
        for task in self._tasks:
            task.cancel()
        for way in self._ways:
            await way.end()
        if self._server is not None:
            self._server.close()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for number in itertools.islice(self._turns, len(self._ways)):
            if self._up[number]:
                await self._ways[number].join(reader, writer)
                return
        writer.transport.abort()

    async def _look(self, number: int) -> None:
        """Check the health of the server with this number repeatedly, and close its connections if it fails."""
        missing = 0
        while True:
            status = await self._health(self._servers[number])
            missing = 0 if status in (HTTPStatus.OK, HTTPStatus.NOT_FOUND) else missing + 1
            if not missing:
                self._up[number] = status == HTTPStatus.OK
            if missing == FALLS:
                self._up[number] = False
                self._ways[number].drop()
            await asyncio.sleep(ASK_EVERY)

    async def _health(self, port: int) -> int:
        """Return the HTTP status of the health check of the server at `port`, or 0 without a response."""
        with suppress(OSError, TimeoutError, IndexError):
            async with asyncio.timeout(ANSWER_WITHIN):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                try:
                    writer.write(b"GET /health HTTP/1.1\r\nHost: balancer\r\nConnection: close\r\n\r\n")
                    return int((await reader.readline()).split()[1])
                finally:
                    writer.transport.abort()
        return 0
