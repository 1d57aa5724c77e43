"""Turns: people one after the other, however much each waits for, and never more than there is room for."""

import asyncio

from server.still_time import StillTime
from support.waiting import eventually

from prikup.server.archive.turns import LOOK_EVERY, Turns


async def test_people_take_turns_however_much_each_asks_for() -> None:
    order: list[str] = []
    turns = Turns(lambda under_way: under_way < 1)

    async def work(person: str) -> None:
        async with turns.turn(person):
            order.append(person)
            assert turns.under_way == 1
            await asyncio.sleep(0)  # real time: none passes; lets the others have their turn

    await asyncio.gather(*(work(person) for person in "aaaaaabbc"))
    assert "".join(order) == "abcabaaaa"
    assert turns.under_way == 0


async def test_no_turn_begins_without_room() -> None:
    room, time = False, StillTime()
    turns = Turns(lambda under_way: room, time)
    begun = asyncio.Event()

    async def work() -> None:
        async with turns.turn("a"):
            begun.set()

    task = asyncio.create_task(work())
    await eventually(lambda: time.waiting)
    room = True
    assert not begun.is_set(), "it is looked again after a while"
    time.advance(LOOK_EVERY)
    await task


async def test_who_waits_no_more_has_no_turn_and_keeps_nobody_waiting() -> None:
    turns = Turns(lambda under_way: under_way < 1)
    go = asyncio.Event()

    async def work(person: str) -> str:
        async with turns.turn(person):
            await go.wait()
            return person

    first, gone, last = (asyncio.create_task(work(person)) for person in "abc")
    await eventually(lambda: turns.under_way)
    gone.cancel()
    go.set()
    assert tuple(await asyncio.gather(first, last)) == ("a", "c")
    assert turns.under_way == 0
