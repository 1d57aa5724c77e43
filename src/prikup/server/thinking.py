"""Computer players at a table. They think in threads, and whatever they decide takes as long."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import structlog

from prikup.game import AnyGame, Player
from prikup.server.acting import asked, bot
from prikup.server.course import Course
from prikup.server.journal import frames
from prikup.state import Action, Seat, View

__all__ = ["Thinking", "Thought"]

HEADS = ThreadPoolExecutor(2, "thinking")
"""Who thinks takes the interpreter's lock in turns with the loop: no more threads than it can bear, and nobody else's
work waits behind them."""
journal = structlog.get_logger("prikup.table")


class Thought(NamedTuple):
    """What a computer player decided for a seat, and the version at which it was asked."""

    seat: Seat
    asked: int
    action: Action


class Thinking:
    """The computer players that think now; `decided` is told what each decided."""

    def __init__(self, pace: float, decided: Callable[[Thought], None]) -> None:
        self._pace, self._decided = pace, decided
        self._tasks: dict[Seat, tuple[int, asyncio.Task[None]]] = {}

    def ask(self, course: Course) -> None:
        """Let those think who are asked, unless they do already. While people are to agree they wait."""
        if course.state is None or course.proposal is not None:
            return
        for seat in course.asked:
            if not course.chairs[seat].played and self._asked(seat) != course.since[seat]:
                self._begin(course, seat)

    def takes(self, course: Course, thought: Thought) -> bool:
        """Whether a thought is still an answer. It is the end of that thinking."""
        if self._asked(thought.seat) == thought.asked:
            del self._tasks[thought.seat]
        return (
            course.proposal is None
            and thought.seat in course.asked
            and course.since[thought.seat] == thought.asked
            and not course.chairs[thought.seat].played
        )

    def stop(self) -> None:
        """Nobody thinks any more."""
        for _, task in self._tasks.values():
            task.cancel()
        self._tasks.clear()

    def _asked(self, seat: Seat) -> int:
        return self._tasks[seat][0] if seat in self._tasks else -1

    def _begin(self, course: Course, seat: Seat) -> None:
        if seat in self._tasks:
            self._tasks[seat][1].cancel()
        thought = Thought(seat, course.since[seat], -1)
        thinks = self._think(bot(course, seat), course.game, asked(course, seat), thought)
        self._tasks[seat] = thought.asked, asyncio.create_task(thinks)

    async def _think(self, player: Player, game: AnyGame, seen: View[Any], thought: Thought) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + self._pace
        action = await loop.run_in_executor(HEADS, _decided, player, game, seen)
        await asyncio.sleep(end - loop.time())
        self._decided(thought._replace(action=action))


def _decided(player: Player, game: AnyGame, seen: View[Any]) -> Action:
    """What a player decides; one that fails does the first thing that is legal, for a table has to go on."""
    legal = game.legal(seen)
    try:
        action = player(seen)
    except Exception as error:
        journal.error("player-failed", game=game.name, **frames(error))
        return legal[0]
    return action if action in legal else legal[0]
