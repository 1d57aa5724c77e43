import asyncio

import pytest

from prikup.server.websocket.event_queue import EventQueue, Gate


async def test_events_are_taken_in_the_order_in_which_they_came() -> None:
    queue = EventQueue()
    for number in range(3):
        queue.put_nowait(number)
    assert [await queue.get() for _ in range(3)] == [0, 1, 2]
    assert queue.empty()


async def test_who_waits_for_an_event_gets_the_next_one() -> None:
    queue = EventQueue()
    waiting = asyncio.create_task(queue.get())
    await asyncio.sleep(0)  # real time: none passes; the tasks come to where they wait
    queue.put_nowait("first")
    queue.put_nowait("second")
    assert await waiting == "first"
    assert await queue.get() == "second"


async def test_who_gives_up_waiting_loses_no_event() -> None:
    queue = EventQueue()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0):
            await queue.get()
    queue.put_nowait("event")
    assert await queue.get() == "event"


async def test_a_gate_lets_all_through_who_wait_once_it_opens() -> None:
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
