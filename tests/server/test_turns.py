"""A fair queue: users take turns, however many jobs each has waiting, up to a limit of running jobs."""

import asyncio

from server.still_time import StillTime
from support.waiting import eventually

from prikup.server.turns import LOOK_EVERY, MAX_REST_S, Turns


async def test_turns_rotate_between_users_regardless_of_job_count() -> None:
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


async def test_turns_wait_for_room() -> None:
    room, time = False, StillTime()
    turns = Turns(lambda under_way: room, time)
    work_started = asyncio.Event()

    async def work() -> None:
        async with turns.turn("a"):
            work_started.set()

    task = asyncio.create_task(work())
    await eventually(lambda: time.waiting)
    room = True
    assert not work_started.is_set(), "it is looked again after a while"
    time.advance(LOOK_EVERY)
    await task


async def test_turns_skip_cancelled_waiter() -> None:
    turns = Turns(lambda under_way: under_way < 1)
    go = asyncio.Event()

    async def work(person: str) -> str:
        async with turns.turn(person):
            await go.wait()
            return person

    first_task, cancelled_task, last_task = (asyncio.create_task(work(person)) for person in "abc")
    await eventually(lambda: turns.under_way)
    cancelled_task.cancel()
    go.set()
    assert tuple(await asyncio.gather(first_task, last_task)) == ("a", "c")
    assert turns.under_way == 0


async def test_turns_limit_running_jobs_per_person() -> None:
    """Of eight jobs of one person, one runs at a time; another person's job starts at once in the free slot."""
    turns, go, started_jobs = Turns(lambda under_way: under_way < 2, max_per_person=1), asyncio.Event(), list[str]()

    async def work(person: str) -> None:
        async with turns.turn(person):
            started_jobs.append(person)
            await go.wait()

    jobs = [asyncio.create_task(work("a")) for _ in range(8)]
    await eventually(lambda: started_jobs)
    assert (started_jobs, turns.waiting("a"), turns.is_contested("a")) == (["a"], 7, True)
    jobs.append(asyncio.create_task(work("b")))
    await eventually(lambda: len(started_jobs) == 2)
    assert started_jobs == ["a", "b"]
    assert not turns.is_contested("b"), "what a waits for is a's own turn"
    jobs.append(asyncio.create_task(work("c")))
    await eventually(lambda: turns.waiting("c"))
    assert turns.is_contested("b")
    go.set()
    await asyncio.gather(*jobs)
    assert started_jobs[2] == "c"
    assert (turns.under_way, turns.waiting("a")) == (0, 0)


async def test_turns_give_a_person_with_waiting_jobs_a_rest_during_which_others_begin() -> None:
    time, started_jobs, end_job = StillTime(), list[str](), asyncio.Semaphore(0)
    turns = Turns(lambda under_way: under_way < 1, time, max_per_person=1, rest_factor=4)

    async def work(person: str) -> None:
        async with turns.turn(person):
            started_jobs.append(person)
            await end_job.acquire()

    async def job_starts(count: int, job_s: float, rest_s: float) -> None:
        """Let the running job take `job_s` seconds; the next one, number `count`, starts `rest_s` seconds later."""
        time.advance(job_s)
        end_job.release()
        await eventually(lambda: turns.under_way == 0 or len(started_jobs) == count)
        time.advance(rest_s - 0.001)
        await asyncio.sleep(0)  # real time: none passes; lets a job start that must not
        assert len(started_jobs) == count - 1
        time.advance(0.001)
        await eventually(lambda: len(started_jobs) == count)

    jobs = [asyncio.create_task(work("a")) for _ in range(4)]
    await eventually(lambda: started_jobs)
    await job_starts(2, 0.02, 0.08)
    await job_starts(3, 100, MAX_REST_S)
    jobs.append(asyncio.create_task(work("b")))
    await eventually(lambda: turns.waiting("b"))
    time.advance(0.01)
    end_job.release()
    await eventually(lambda: started_jobs == ["a", "a", "a", "b"])
    end_job.release()
    await eventually(lambda: turns.under_way == 0)
    time.advance(0.04)
    end_job.release()
    await asyncio.gather(*jobs)
    assert started_jobs == ["a", "a", "a", "b", "a"]
