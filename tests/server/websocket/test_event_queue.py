import asyncio

import pytest

from prikup.server.websocket.event_queue import EventQueue, Gate


async def test_event_queue_returns_events_in_order() -> None:
    queue = EventQueue()
    for number in range(3):
        queue.put_nowait(number)
    assert [await queue.get() for _ in range(3)] == [0, 1, 2]
    assert queue.empty()


async def test_event_queue_gives_waiter_the_next_event() -> None:
    queue = EventQueue()
    waiting = asyncio.create_task(queue.get())
    await asyncio.sleep(0)  # real time: none passes; the tasks come to where they wait
    queue.put_nowait("first")
    queue.put_nowait("second")
    assert await waiting == "first"
    assert await queue.get() == "second"


async def test_event_queue_loses_no_event_when_waiter_gives_up() -> None:
    queue = EventQueue()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0):
            await queue.get()
    queue.put_nowait("event")
    assert await queue.get() == "event"


async def test_gate_releases_all_waiters_when_it_opens() -> None:
    gate = Gate()
    assert gate.is_set()
    await gate.wait()
    gate.clear()
    waiting = [asyncio.create_task(gate.wait()) for _ in range(4)]
    await asyncio.sleep(0)  # real time: none passes; the tasks come to where they wait
    waiting[0].cancel()
    await asyncio.sleep(0)  # real time: none passes; the tasks come to where they wait
    assert [task.done() for task in waiting] == [True, False, False, False]
    waiting[1].cancel()  # cancelled just as the queue opens
    gate.set()
    await asyncio.gather(*waiting[2:])
    assert gate.is_set()
