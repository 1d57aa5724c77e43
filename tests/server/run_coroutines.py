"""Run coroutine tests without a plugin."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec

P = ParamSpec("P")
HANGS_AFTER_S = 300.0
"""Timeout of a test, in seconds."""


def run_in_event_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Wrap a coroutine test to run in an event loop of its own."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(finish(test(*args, **kwargs)))

    return run


async def finish(test: Coroutine[Any, Any, None]) -> None:
    """Run a test to its end. Raise TimeoutError if it exceeds `HANGS_AFTER_S`."""
    async with asyncio.timeout(HANGS_AFTER_S):
        await test
