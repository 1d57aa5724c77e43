"""Hints: what the strongest computer player would do, told to the player who asks and to nobody else.

A player who plays with other people gets none, even while these are away: it is their match too.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, NamedTuple

from prikup.bots.advice import Advice, hint
from prikup.errors import reason
from prikup.game import AnyGame
from prikup.state import Seat, View
from prikup.table.commands.actions import fresh
from prikup.table.live import Live, Refusal
from prikup.table.presence import Client
from prikup.table.protocol import Hint, Hinted, Refused, Worth
from prikup.table.workers import Workers

__all__ = ["Advised", "Hints"]

logger = logging.getLogger("prikup.table")


class Advised(NamedTuple):
    """There is advice for a seat that was asked at that version; None: thinking of it has failed."""

    seat: Seat
    asked: int
    advice: Advice | None


class Hints:
    """The one hint of a table that is thought of now, and who waits for it; `advised` is called with the advice."""

    def __init__(self, workers: Workers, advised: Callable[[Advised], None]) -> None:
        self._workers, self._advised = workers, advised
        self._waits: tuple[Client, Hint] | None = None
        self._about: tuple[Seat, int] | None = None
        self._task: asyncio.Task[None] | None = None

    def ask(self, live: Live, client: Client, message: Hint) -> None:
        """Begin to think for a player; who asks again about the same waits for the same hint. Raise Refusal."""
        table, seat = live.table, live.playing(client)
        if not table.practice:
            raise Refusal(reason("hint-practice"))
        fresh(table, seat, message.n)
        if seat not in table.asked:
            raise Refusal(reason("not-your-turn", seat=table.asked[0]))
        about = seat, table.since[seat]
        if self._about not in (None, about):
            raise Refusal(reason("hint-thinking"))
        self._waits = client, message
        if self._about is None:
            self._about = about
            self._task = asyncio.create_task(self._think(table.game, table.question(seat), *about))

    def tell(self, live: Live, advised: Advised) -> None:
        """Answer the player, if they are still asked the same, and be ready for the next hint."""
        assert self._waits is not None
        (client, message), table = self._waits, live.table
        self._waits = self._about = self._task = None
        asked_still = advised.seat in table.asked and table.since[advised.seat] == advised.asked
        if client not in live.presence.clients or not asked_still:
            return
        if advised.advice is None:
            client.tell(Refused(reason("hint-failed")))
        else:
            client.tell(_hinted(message.n, advised.advice))

    def stop(self) -> None:
        """Think of no hint any more."""
        if self._task is not None:
            self._task.cancel()

    async def _think(self, game: AnyGame, seen: View[Any], seat: Seat, since: int) -> None:
        advice = None
        try:
            advice = await self._workers.call(hint, game, seen)
        except Exception as error:  # the table goes on without it
            logger.error("hint-failed", extra={"told": {"game": game.name}}, exc_info=error)
        self._advised(Advised(seat, since, advice))


def _hinted(n: int, advice: Advice) -> Hinted:
    """Return the message of an advice, the best plan first."""
    worth = sorted(advice.worth.items(), key=lambda of: -of[1])
    return Hinted(n, advice.plan, tuple(Worth(plan, points) for plan, points in worth), advice.why)
