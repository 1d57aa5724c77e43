"""Addresses and raw sockets for attacks: everything is on the loopback network, and each user has an own address."""

import asyncio
import socket

import httpx

__all__ = ["FAULTS", "Line", "address", "client", "frame", "guest", "line", "open_web_socket"]

FAULTS = frozenset({"not-written", "not-read"})
"""The keys of refusals that are allowed during a database fault."""
HANDSHAKE = (
    "GET /ws/tables/{table} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: prikup={token}\r\n"
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    "Sec-WebSocket-Version: 13\r\n\r\n"
)
Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def address(network: int, number: int) -> str:
    """Return the loopback address with this number in a network from 127.1 to 127.254."""
    return f"127.{network}.{number // 250}.{1 + number % 250}"


def frame(opcode: int, body: bytes = b"", fin: bool = True) -> bytes:
    """Return a masked WebSocket frame with a body of at most 125 bytes.

    `opcode` is the type of the frame, and `fin` says whether it is the last of its message.
    """
    return bytes([(0x80 if fin else 0) | opcode, 0x80 | len(body)]) + bytes(4) + body


async def line(site: str, local: str, buffer: int = 0) -> Line:
    """Open a TCP connection from the address `local` to the server at `site`.

    `buffer` limits the kernel's receive buffer, in bytes; 0 means no limit.
    """
    host, _, port = site.removeprefix("http://").partition(":")
    plain = socket.socket()
    plain.setblocking(False)
    if buffer:
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    try:
        plain.bind((local, 0))
        await asyncio.get_running_loop().sock_connect(plain, (host, int(port)))
        return await asyncio.open_connection(sock=plain, limit=buffer or 2**16)
    except BaseException:
        plain.close()
        raise


async def open_web_socket(site: str, local: str, token: str, table: str, buffer: int = 0) -> Line:
    """Open a connection from the address `local` to the WebSocket of a table on the server at `site`.

    `token` is the user's sign-in token, `table` the id of the table, and `buffer` the limit of the kernel's receive
    buffer in bytes. Raise OSError if the server declines the connection.
    """
    reader, writer = await line(site, local, buffer)
    host = site.removeprefix("http://")
    writer.write(HANDSHAKE.format(table=table, host=host, token=token).encode())
    status = await asyncio.wait_for(reader.readline(), 20)
    if b" 101 " not in status:
        writer.transport.abort()
        raise ConnectionRefusedError(status.decode(errors="replace"))
    while (await reader.readline()).strip():
        pass
    return reader, writer


def client(site: str, local: str) -> httpx.AsyncClient:
    """Return an HTTP client at the address `local` for the server at `site`.

    It loads no certificates, because loading them would block the event loop for 30 ms.
    """
    transport = httpx.AsyncHTTPTransport(local_address=local, verify=False)
    return httpx.AsyncClient(base_url=site, transport=transport, timeout=20, trust_env=False)


async def guest(site: str, local: str, name: str = "") -> tuple[str, httpx.AsyncClient]:
    """Create a guest called `name`, and return the guest's token and a client that is signed in as the guest.

    The client is at the address `local`, and the server at `site`.
    """
    http = client(site, local)
    account = (await http.post("/api/guests", json={"name": name})).raise_for_status().json()
    http.headers["Authorization"] = f"Bearer {account['token']}"
    return account["token"], http
