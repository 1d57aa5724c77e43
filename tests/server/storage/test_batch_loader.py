import asyncio

import pytest
from support.waiting import eventually

from prikup.server.storage.batch_loader import BatchLoader


class Asked:
    """A loader that returns half of each number, records the batches, and fails for some numbers."""

    def __init__(self) -> None:
        self.questions: list[list[int]] = []
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def __call__(self, numbers: list[int]) -> dict[int, int]:
        self.questions.append(numbers)
        await self.may_answer.wait()
        if 13 in numbers:
            raise OSError
        return {number: number // 2 for number in numbers if number % 2 == 0}


async def test_batch_loader_groups_concurrent_requests() -> None:
    loader = BatchLoader(batch_query := Asked(), batch_size=3)
    assert await loader.load(4) == 2
    answers = await asyncio.gather(*(loader.load(number) for number in (1, 2, 2, 4, 6, 8)))
    assert answers == [None, 1, 1, 2, 3, 4]
    assert batch_query.questions == [[4], [1, 2, 4], [6, 8]]


async def test_batch_loader_cancellation_does_not_affect_other_waiters() -> None:
    loader = BatchLoader(batch_query := Asked(), batch_size=3)
    batch_query.may_answer.clear()
    cancelled_task, waiting_task = asyncio.create_task(loader.load(2)), asyncio.create_task(loader.load(2))
    await eventually(lambda: batch_query.questions)
    cancelled_task.cancel()
    batch_query.may_answer.set()
    assert await waiting_task == 1
    assert batch_query.questions == [[2]]


async def test_batch_loader_failure_affects_only_its_batch() -> None:
    loader = BatchLoader(Asked(), batch_size=2)
    answers = await asyncio.gather(*(loader.load(number) for number in (13, 2, 4)), return_exceptions=True)
    assert [type(answer) for answer in answers] == [OSError, OSError, int]
    with pytest.raises(OSError):  # noqa: PT011  (the very error that the batch raised)
        await loader.load(13)
    assert await loader.load(6) == 3
