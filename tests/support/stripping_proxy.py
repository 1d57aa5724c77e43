"""A reverse proxy in a thread, which serves a server below a path, like nginx's `location /cards/`."""

import asyncio
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from support.waiting import DEADLINE_S

__all__ = ["serve_below"]

NOT_FOUND = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


@contextmanager
def serve_below(path: str, server: str, *, strip: bool = True) -> Iterator[str]:
    """Run a proxy within the block that passes requests below `path` to `server` (HOST:PORT); yield their address.

    The proxy removes the path from requests unless `strip` is False. It answers 404 to requests outside the path.
    """
    ready_event, started_loops = threading.Event(), list[tuple[asyncio.AbstractEventLoop, asyncio.Event, str]]()

    async def run() -> None:
        end_event, writers = asyncio.Event(), dict[asyncio.Task[None], asyncio.StreamWriter]()

        def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.create_task(_serve(reader, writer, server, path.encode(), strip=strip))
            writers[task] = writer
            task.add_done_callback(writers.pop)

        async with await asyncio.start_server(connect, "127.0.0.1", 0) as server_socket:
            port = server_socket.sockets[0].getsockname()[1]
            started_loops.append((asyncio.get_running_loop(), end_event, f"http://127.0.0.1:{port}{path}"))
            ready_event.set()
            await end_event.wait()
            server_socket.close()
            while writers:
                for writer in writers.values():
                    writer.transport.abort()  # cancelling a task that is closing would leave sockets open
                await asyncio.wait(writers)

    thread = threading.Thread(target=lambda: asyncio.run(run()), daemon=True)
    thread.start()
    assert ready_event.wait(DEADLINE_S)
    ((loop, end_event, address),) = started_loops
    try:
        yield address
    finally:
        loop.call_soon_threadsafe(end_event.set)
        thread.join(DEADLINE_S)


async def _serve(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, server: str, path: bytes, *, strip: bool
) -> None:
    """Pass one connection on to `server`, or answer 404, until the connection ends.

    `path` and `strip` are explained at `serve_below`.
    """
    upstream: asyncio.StreamWriter | None = None
    pumps: list[asyncio.Task[None]] = []
    try:
        head = _rewrite_head(await reader.readuntil(b"\r\n\r\n"), path, strip=strip)
        if not head:
            writer.write(NOT_FOUND)
            return
        host, _, port = server.partition(":")
        inner, upstream = await asyncio.open_connection(host, int(port))
        upstream.write(head)
        pumps = [asyncio.create_task(_pump(*streams)) for streams in ((reader, upstream), (inner, writer))]
        await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
    except (ConnectionError, asyncio.IncompleteReadError):
        pass
    finally:
        for pump in pumps:
            pump.cancel()
        await asyncio.gather(*pumps, return_exceptions=True)
        for stream in filter(None, (writer, upstream)):
            stream.close()
            with suppress(ConnectionError):
                await stream.wait_closed()


def _rewrite_head(head: bytes, path: bytes, *, strip: bool) -> bytes:
    """Return the head (request line and headers) of a request as it is sent to the server.

    The result is b"" if the request is outside `path`. With `strip` the path is removed. Except for WebSockets, the
    server is asked to close the connection, so that each connection carries only one request.
    """
    method, _, remainder = head.partition(b" ")
    if not remainder.startswith((path + b"/", path + b" ")):
        return b""
    if strip:
        remainder = remainder.removeprefix(path)
        remainder = remainder if remainder.startswith(b"/") else b"/" + remainder
    if not re.search(rb"\r\nupgrade:", remainder, re.IGNORECASE):
        remainder = re.sub(rb"\r\nconnection:[^\r]*", b"", remainder, flags=re.IGNORECASE)
        remainder = remainder.removesuffix(b"\r\n") + b"Connection: close\r\n\r\n"
    return method + b" " + remainder


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
