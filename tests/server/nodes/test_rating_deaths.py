"""A sample of `make rating`: a server is killed while it rates a match, and each match is rated exactly once."""

import asyncio
import signal

from campaigns.rating_deaths import add_people, find_faults, finish_matches, start_server

COUNT = 9
BEFORE_A_RATING = 3
"""The number of transactions with which a match is opened, stored and archived; the next one rates it."""


async def test_matches_of_server_that_dies_while_it_rates_are_rated_once(postgresql: str) -> None:
    await add_people(postgresql)
    other = asyncio.create_task(finish_matches(postgresql, 1, COUNT))
    for point in ("written", "committed"):
        victim = await start_server(postgresql, 0, COUNT, point, BEFORE_A_RATING)
        assert await victim.wait() == -signal.SIGKILL
    await other
    for node in (0, 2):
        await finish_matches(postgresql, node, COUNT)
    assert await find_faults(postgresql, COUNT, seq=2) == []
