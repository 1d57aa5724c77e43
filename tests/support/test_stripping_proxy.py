"""Tests that the reverse proxy of the tests leaves no connection open."""

import asyncio
import socket
import threading
from contextlib import suppress

import pytest
from support.stripping_proxy import serve_below
from support.waiting import DEADLINE_S

LARGE_BODY = b"x" * (32 << 20)
"""A response body that is larger than all buffers between a server and a client together."""


def test_proxy_stopped_during_disconnect_leaves_no_connection_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the proxy while it closes a connection whose client has stopped reading an incomplete response."""
    full_event, closing, writers = threading.Event(), threading.Event(), list[asyncio.StreamWriter]()
    open_connection = asyncio.open_connection
    drain, wait_closed = asyncio.StreamWriter.drain, asyncio.StreamWriter.wait_closed

    async def connect(host: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await open_connection(host, port)
        writers.append(writer)
        return reader, writer

    async def note_full(writer: asyncio.StreamWriter) -> None:
        if writer.transport.get_write_buffer_size() > writer.transport.get_write_buffer_limits()[1]:
            full_event.set()
        await drain(writer)

    async def note_closing(writer: asyncio.StreamWriter) -> None:
        writers.append(writer)
        closing.set()
        await wait_closed(writer)

    monkeypatch.setattr(asyncio, "open_connection", connect)
    monkeypatch.setattr(asyncio.StreamWriter, "drain", note_full)
    monkeypatch.setattr(asyncio.StreamWriter, "wait_closed", note_closing)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            with server.accept()[0] as connection, suppress(ConnectionError):
                connection.recv(1 << 16)
                connection.sendall(LARGE_BODY)

        answering = threading.Thread(target=answer)
        answering.start()
        host, port = server.getsockname()
        with serve_below("/cards", f"{host}:{port}") as address:
            proxy, _, port = address.removeprefix("http://").removesuffix("/cards").partition(":")
            client = socket.create_connection((proxy, int(port)))
            client.sendall(b"GET /cards/ HTTP/1.1\r\n\r\n")
            assert full_event.wait(DEADLINE_S)
            client.shutdown(socket.SHUT_WR)
            assert closing.wait(DEADLINE_S)
        client.close()
        open_writers = [writer for writer in writers if not writer.transport.is_closing()]
        for writer in open_writers:
            writer.transport.get_extra_info("socket").shutdown(socket.SHUT_RDWR)
        answering.join(DEADLINE_S)
    assert open_writers == []
