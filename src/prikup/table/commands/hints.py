"""Hints: what the strongest computer player would do, told to nobody but the one who asks and plays alone.

Who plays with other people gets none, even while they are away: it is their match too.
"""

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple

import structlog

from prikup.bots.advice import Advice, hint
from prikup.errors import reason
from prikup.game import AnyGame
from prikup.server.worker_processes import WORKERS
from prikup.state import Seat, View
from prikup.table.commands.actions import asked, fresh
from prikup.table.commands.seats import playing
from prikup.table.live import Client, Live, Refusal
from prikup.table.protocol import Hint, Hinted, Refused, Worth

__all__ = ["Found", "Hints"]

journal = structlog.get_logger("prikup.table")


class Found(NamedTuple):
    """What came of thinking for a seat that was asked at that version; no advice: it has failed."""

    seat: Seat
    asked: int
    advice: Advice | None


class Hints:
    """The one hint of a table that is thought of now, and who waits for it; `found` is told what came of it."""

    def __init__(self, found: Callable[[Found], None]) -> None:
        self._found = found
        self._waits: tuple[Client, Hint] | None = None
        self._about: tuple[Seat, int] | None = None
        self._task: asyncio.Task[None] | None = None

    def ask(self, live: Live, ear: Client, message: Hint) -> None:
        """Begin to think for somebody; who asks again about the same waits for the same. Raises Refusal."""
        course, seat = live.course, playing(live, ear)
        if not course.practice:
            raise Refusal(reason("hint-practice"))
        fresh(course, seat, message.n)
        if seat not in course.asked:
            raise Refusal(reason("not-your-turn", seat=course.asked[0]))
        about = seat, course.since[seat]
        if self._about not in (None, about):
            raise Refusal(reason("hint-thinking"))
        self._waits = ear, message
        if self._about is None:
            self._about = about
            self._task = asyncio.create_task(self._think(course.game, asked(course, seat), *about))

    def tell(self, live: Live, found: Found) -> None:
        """The answer, to one who still is asked the same. It is the end of that thinking."""
        assert self._waits is not None
        (ear, message), course = self._waits, live.course
        self._waits = self._about = self._task = None
        if ear not in live.ears or found.seat not in course.asked or course.since[found.seat] != found.asked:
            return
        if found.advice is None:
            ear.tell(Refused(reason("hint-failed")))
        else:
            ear.tell(_hinted(message.n, found.advice))

    def stop(self) -> None:
        """Nobody thinks any more."""
        if self._task is not None:
            self._task.cancel()

    async def _think(self, game: AnyGame, seen: View[Any], seat: Seat, since: int) -> None:
        advice = None
        try:
            advice = await asyncio.get_running_loop().run_in_executor(WORKERS, hint, game, seen)
        except Exception as error:  # the table goes on without it
            journal.error("hint-failed", game=game.name, error=error)
        self._found(Found(seat, since, advice))


def _hinted(n: int, advice: Advice) -> Hinted:
    """The advice as it is told."""
    worth = sorted(advice.worth.items(), key=lambda of: -of[1])
    return Hinted(n, advice.plan, tuple(Worth(plan, points) for plan, points in worth))
