"""Computer players at a table. Who thinks long does so in a process, and whatever they decide takes as long."""

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple

import structlog

from prikup.bots import SOLVING, player
from prikup.claims import claims
from prikup.game import AnyGame, Settled
from prikup.server.worker_processes import WORKERS
from prikup.state import Action, Seat, View
from prikup.table.commands.actions import asked
from prikup.table.state import TableState

__all__ = ["Bot", "Thinking", "Thought"]

journal = structlog.get_logger("prikup.table")


class Bot(NamedTuple):
    """The computer player of a seat, or the one who sits in for its person; made where he is asked."""

    level: str
    game: AnyGame
    seed: int

    def decision(self, seen: View[Any]) -> Action:
        """What he does."""
        return player(self.level, self.game, self.seed)(seen)

    @property
    def thinks(self) -> bool:
        """Whether it takes him long."""
        return self.level.partition(":")[0] in SOLVING


class Thought(NamedTuple):
    """What a computer player decided for a seat, an action or a claim, and the version at which it was asked."""

    seat: Seat
    asked: int
    decision: Action | Settled


class Thinking:
    """The computer players that think now; `decided` is told what each decided."""

    def __init__(self, pace: float, decided: Callable[[Thought], None]) -> None:
        self._pace, self._decided = pace, decided
        self._tasks: dict[Seat, tuple[int, asyncio.Task[None]]] = {}

    def ask(self, course: TableState) -> None:
        """Let those think who are asked, unless they do already. While people are to agree they wait."""
        if course.state is None or course.proposal is not None:
            return
        for seat in course.asked:
            if not course.chairs[seat].played and self._asked(seat) != course.since[seat]:
                self._begin(course, seat)

    def takes(self, course: TableState, thought: Thought) -> bool:
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

    def _begin(self, course: TableState, seat: Seat) -> None:
        assert course.log is not None
        if seat in self._tasks:
            self._tasks[seat][1].cancel()
        level = course.chairs[seat].level or course.settings.level
        bot = Bot(level, course.game, course.log.begin.bots + seat)
        thought = Thought(seat, course.since[seat], -1)
        thinks = self._think(bot, asked(course, seat), thought)
        self._tasks[seat] = thought.asked, asyncio.create_task(thinks)

    async def _think(self, bot: Bot, seen: View[Any], thought: Thought) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + self._pace
        decision = await _decided(bot, seen)
        await asyncio.sleep(end - loop.time())
        self._decided(thought._replace(decision=decision))


async def _decided(bot: Bot, seen: View[Any]) -> Action | Settled:
    """What a player decides, who claims what is certain; if he fails, what the rule of thumb would do, and if that
    fails the first thing that is legal, for a table has to go on."""
    loop, legal = asyncio.get_running_loop(), bot.game.legal(seen)
    for one in (bot, bot._replace(level="rule")):
        try:
            if claimed := claims(one.game, seen):
                return claimed
            action = await loop.run_in_executor(WORKERS, one.decision, seen) if one.thinks else one.decision(seen)
        except Exception as error:
            journal.error("player-failed", game=bot.game.name, error=error)
        else:
            if action in legal:
                return action
    return legal[0]
