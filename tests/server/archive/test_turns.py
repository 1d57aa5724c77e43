"""Turns: people one after the other, however much each waits for, and never more than there is room for."""

import asyncio

from server.loop import in_loop

from prikup.server.archive.turns import Turns


@in_loop
async def test_people_take_turns_however_much_each_asks_for() -> None:
    order: list[str] = []
    turns = Turns(lambda under_way: under_way < 1)

    async def work(person: str) -> None:
        async with turns.turn(person):
            order.append(person)
            assert turns.under_way == 1
            await asyncio.sleep(0)

    await asyncio.gather(*(work(person) for person in "aaaaaabbc"))
    assert "".join(order) == "abcabaaaa"
    assert turns.under_way == 0


@in_loop
async def test_no_turn_begins_without_room() -> None:
    room = False
    turns = Turns(lambda under_way: room)
    begun = asyncio.Event()

    async def work() -> None:
        async with turns.turn("a"):
            begun.set()

    task = asyncio.create_task(work())
    await asyncio.sleep(0.1)
    assert not begun.is_set()
    room = True
    async with asyncio.timeout(10):
        await task


@in_loop
async def test_who_waits_no_more_has_no_turn_and_keeps_nobody_waiting() -> None:
    turns = Turns(lambda under_way: under_way < 1)
    go = asyncio.Event()

    async def work(person: str) -> str:
        async with turns.turn(person):
            await go.wait()
            return person

    first, gone, last = (asyncio.create_task(work(person)) for person in "abc")
    await asyncio.sleep(0.01)
    gone.cancel()
    go.set()
    assert tuple(await asyncio.gather(first, last)) == ("a", "c")
    assert turns.under_way == 0
