import asyncio
from typing import Any

from prikup.server.websocket.endpoint import MAX_KEPT, _Socket
from prikup.table.state.presence import UNKNOWN_ORIGIN


def text_frame(text: str) -> dict[str, Any]:
    return {"type": "websocket.receive", "text": text}


async def ignore_message(_: Any) -> None: ...


def socket(*events: dict[str, Any]) -> _Socket:
    """Return a socket that receives these events and then nothing more."""
    queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    for event in events:
        queue.put_nowait(event)
    return _Socket(queue.get, ignore_message, 1, False, "", UNKNOWN_ORIGIN)  # type: ignore[arg-type]  # plain events


async def test_endpoint_buffers_frames_while_waiting_for_table() -> None:
    websocket = socket(text_frame("a"), text_frame("b"))
    assert not await websocket.ends_within(0.01)
    assert not await websocket.ends_within(0.01)
    assert [(await websocket.receive())["text"] for _ in range(2)] == ["a", "b"]


async def test_endpoint_detects_disconnect_after_buffered_frames() -> None:
    websocket = socket(text_frame("a"), {"type": "websocket.disconnect", "code": 1006})
    async with asyncio.timeout(5):
        assert await websocket.ends_within(60)


async def test_endpoint_bounds_frame_buffer_without_losing_frames() -> None:
    websocket = socket(*(text_frame(str(number)) for number in range(MAX_KEPT + 5)))
    assert not await websocket.ends_within(0.05)
    assert len(websocket._kept) == MAX_KEPT
    assert [(await websocket.receive())["text"] for _ in range(MAX_KEPT + 5)] == list(map(str, range(MAX_KEPT + 5)))
