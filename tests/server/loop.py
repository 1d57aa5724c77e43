"""Tests that are coroutines, without a plugin."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec

P = ParamSpec("P")
HANGS_AFTER_S = 300.0
"""Seconds after which a test hangs, and fails."""


def in_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """A test that runs in a loop of its own."""

    @wraps(test)
    def run(*args: P.args, **named: P.kwargs) -> None:
        asyncio.run(finish(test(*args, **named)))

    return run


async def finish(test: Coroutine[Any, Any, None]) -> None:
    """Run a test to its end. Raise TimeoutError if it hangs."""
    async with asyncio.timeout(HANGS_AFTER_S):
        await test
