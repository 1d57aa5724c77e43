"""A client of the lobby's WebSocket, which merges the rows that it is sent."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from server.server_thread import Running, Visitor
from support import patient
from support.waiting import DEADLINE_S
from websockets.asyncio.client import ClientConnection

__all__ = ["LobbyClient", "open_lobby"]


class LobbyClient:
    """A client that shows open tables. `frames` are the texts of all messages so far."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[str] = []
        self.rows: dict[str, dict[str, Any]] = {}
        self.blocked_keys: list[str] = []

    async def look(self, **filters: Any) -> None:
        await self.socket.send(msgspec.json.encode({"type": "look"} | filters).decode())
        while await self.receive() != "lobby":
            pass

    async def receive(self) -> str:
        """Receive a message and return its type."""
        async with asyncio.timeout(DEADLINE_S):
            frame = await self.socket.recv()
        assert isinstance(frame, str)
        self.frames.append(frame)
        message = msgspec.json.decode(frame)
        match message["type"]:
            case "lobby":
                self.rows = {row["id"]: row for row in message["rows"]}
            case "rows":
                self.rows |= {row["id"]: row for row in message["set"]}
                for table in message["gone"]:
                    del self.rows[table]
            case "blocked":
                self.blocked_keys = message["keys"]
        return str(message["type"])

    async def until(self, condition: Callable[[dict[str, dict[str, Any]]], object]) -> None:
        """Receive messages until the rows fulfil a condition."""
        while not condition(self.rows):
            await self.receive()

    @property
    def visible_rows(self) -> set[str]:
        """The tables that a browser draws: not those of blocked people."""
        return {
            table for table, row in self.rows.items() if not {row["key"], *row["keys"]}.intersection(self.blocked_keys)
        }


@asynccontextmanager
async def open_lobby(running: Running, visitor: Visitor | None = None, **filters: Any) -> AsyncIterator[LobbyClient]:
    """Show the lobby to a visitor, or to somebody who is not signed in."""
    ticket = f"?ticket={visitor.post('tickets')['ticket']}" if visitor is not None else ""
    async with patient.connect(f"ws://{running.address}/ws/lobby{ticket}", max_queue=None) as socket:
        client = LobbyClient(socket)
        await client.look(**filters)
        yield client
