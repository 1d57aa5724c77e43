"""Computer players at a table. Those that think long do so with the host's workers; their times tell nothing."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, NamedTuple

from prikup.bots import SOLVING, player
from prikup.bots.advice import hint
from prikup.cards import Card
from prikup.claims import claims
from prikup.game import AnyGame, Settled
from prikup.state import Action, Seat, View
from prikup.table.commands.pointing import worse
from prikup.table.host import Host
from prikup.table.state import TableState
from prikup.table.thinking_times import Question
from prikup.table.timekeeper import sleep_until

__all__ = ["Bot", "Bots", "Decided"]

HEARD_WITHIN = 0.1
"""The share of a pace in which everybody hears what happened before a computer player thinks about it.

To hand a View to those who think takes the server a millisecond, and nothing has to be thought of where there is no
choice: else what is told would come a little later to all where there is one.
"""

logger = logging.getLogger("prikup.table")


class Bot(NamedTuple):
    """The computer player of a seat, or the one that plays in its player's place; made where it is asked."""

    level: str
    game: AnyGame
    seed: int

    def decision(self, seen: View[Any]) -> Action:
        """Return what it does."""
        return player(self.level, self.game, self.seed)(seen)

    def follows(self, seen: View[Any], card: Card, decided: Action) -> bool:
        """Return whether it plays a card that its partner points at: unless its search finds that worse."""
        return not worse(hint(self.game, seen).worth, card, decided) if self.thinks else True

    @property
    def thinks(self) -> bool:
        """Whether it thinks long."""
        return self.level.partition(":")[0] in SOLVING


class Decided(NamedTuple):
    """A computer player has decided for a seat that was asked at that version: an action, or a claim."""

    seat: Seat
    asked: int
    decision: Action | Settled


class Bots:
    """The computer players that are deciding now; `decided` is called with what each of them decides.

    `pointed_at` says which card of a seat its partner points at.
    """

    def __init__(
        self,
        host: Host,
        pace: float,
        decided: Callable[[Decided], None],
        pointed_at: Callable[[Seat], Card | None],
    ) -> None:
        self._host, self._pace, self._decided, self._pointed_at = host, pace, decided, pointed_at
        self._tasks: dict[Seat, tuple[int, asyncio.Task[None]]] = {}

    def ask(self, table: TableState) -> None:
        """Let those decide that are asked, unless they do already. While players are to agree they wait."""
        if table.state is None or table.proposal is not None:
            return
        for seat in table.bots:
            if self._asked(seat) != table.since[seat]:
                self._begin(table, seat)

    def takes(self, table: TableState, decided: Decided) -> bool:
        """Return whether a decision still answers the question; it is not waited for any more."""
        self.drop(decided)
        return table.proposal is None and decided.seat in table.bots and table.since[decided.seat] == decided.asked

    def drop(self, decided: Decided) -> None:
        """Wait for a decision no more, which has come."""
        if self._asked(decided.seat) == decided.asked:
            del self._tasks[decided.seat]

    def stop(self) -> None:
        """Let no computer player decide any more."""
        for _, task in self._tasks.values():
            task.cancel()
        self._tasks.clear()

    def _asked(self, seat: Seat) -> int:
        return self._tasks[seat][0] if seat in self._tasks else -1

    def _begin(self, table: TableState, seat: Seat) -> None:
        assert table.log is not None
        if seat in self._tasks:
            self._tasks[seat][1].cancel()
        level = table.chairs[seat].level or table.settings.level
        bot = Bot(level, table.game, table.log.begin.bots + seat)
        decided = Decided(seat, table.since[seat], -1)
        task = asyncio.create_task(self._decide(bot, table.question(seat), decided))
        self._tasks[seat] = decided.asked, task

    async def _decide(self, bot: Bot, seen: View[Any], decided: Decided) -> None:
        asked = self._host.time.now()
        await sleep_until(self._host.time, asked + HEARD_WITHIN * self._pace)
        decision = await self._decision(bot, seen)
        had_choice = isinstance(decision, int) and len(bot.game.legal(seen)) > 1
        thought = self._host.time.now() - asked if had_choice else None
        await sleep_until(self._host.time, asked + self._takes(bot, seen, thought))
        card = self._pointed_at(decided.seat)
        if card is not None and isinstance(decision, int) and card != decision:
            decision = await self._pointed(bot, seen, card, decision)
        self._decided(decided._replace(decision=decision))

    def _takes(self, bot: Bot, seen: View[Any], thought: float | None) -> float:
        """Return how many seconds after being asked a player acts who has thought so long; None: without a choice."""
        if not bot.thinks:
            return self._pace
        times, question = self._host.thinking, Question(bot.game.name, bot.level, seen.public.phase)
        if thought is None:
            return times.forced(question, self._pace)
        return times.chosen(question, thought, self._pace)

    async def _pointed(self, bot: Bot, seen: View[Any], card: Card, decided: Action) -> Action:
        """Return what a player does whose partner points at another card."""
        if card not in bot.game.legal(seen):
            return decided
        try:
            follows = await self._host.workers.call(bot.follows, seen, card, decided)
        except Exception as error:  # it does as it had decided
            logger.error("player-failed", extra={"told": {"game": bot.game.name}}, exc_info=error)
            return decided
        return card if follows else decided

    async def _decision(self, bot: Bot, seen: View[Any]) -> Action | Settled:
        """Return what a player decides, who claims what is certain.

        If it fails, the rule of thumb decides, and if that fails the first legal action is taken: a table has to go on.
        """
        legal = bot.game.legal(seen)
        for one in (bot, bot._replace(level="rule")):
            try:
                if claimed := claims(one.game, seen):
                    return claimed
                if len(legal) == 1:
                    return legal[0]
                action = await self._host.workers.call(one.decision, seen) if one.thinks else one.decision(seen)
            except Exception as error:
                logger.error("player-failed", extra={"told": {"game": bot.game.name}}, exc_info=error)
            else:
                if action in legal:
                    return action
        return legal[0]
