"""Computer players at a table. Long computations run in the host's workers; response times reveal nothing."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, NamedTuple

from prikup.bots import SOLVING, player
from prikup.bots.advice import hint
from prikup.claims import claims
from prikup.rules.cards import Card
from prikup.rules.game import AnyGame, Settled
from prikup.rules.state import Action, Seat, View
from prikup.table.commands.pointing import worse
from prikup.table.host import Host
from prikup.table.state import TableState
from prikup.table.thinking_times import PromptKind
from prikup.table.time_source import sleep_until

__all__ = ["Bot", "Bots", "Decided"]

HEARD_WITHIN = 0.1
"""The delay before a computer player starts computing, as a share of a pace.

Passing a View to a worker takes the server a millisecond, and without a choice there is nothing to compute: without the
delay, messages about the previous action would reach all clients slightly later whenever there is a choice.
"""

logger = logging.getLogger("prikup.table")


class Bot(NamedTuple):
    """The computer player of a seat, or the one in place of its player; cheap, created for each decision."""

    level: str
    game: AnyGame
    seed: int

    def decision(self, seen: View[Any]) -> Action:
        """Return its action."""
        return player(self.level, self.game, self.seed)(seen)

    def follows(self, seen: View[Any], card: Card, decided: Action) -> bool:
        """Return whether it plays the card that its partner points at: unless its search values that card lower."""
        return not worse(hint(self.game, seen).worth, card, decided) if self.thinks else True

    @property
    def thinks(self) -> bool:
        """Whether its decisions take long to compute."""
        return self.level.partition(":")[0] in SOLVING


class Decided(NamedTuple):
    """A computer player's decision for a seat, asked for at version `asked`: an action, or a claim."""

    seat: Seat
    asked: int
    decision: Action | Settled


class Bots:
    """The computer players that are deciding now; `decided` is called with each decision.

    `pointed_at` returns the card of a seat that its partner points at.
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
        """Start the decisions of all computer players that have to act; none while a proposal is open."""
        if table.state is None or table.proposal is not None:
            return
        for seat in table.bots:
            if self._asked(seat) != table.since[seat]:
                self._begin(table, seat)

    def takes(self, table: TableState, decided: Decided) -> bool:
        """Accept a computer player's decision; return False if the table has moved on since it was requested."""
        self.drop(decided)
        return table.proposal is None and decided.seat in table.bots and table.since[decided.seat] == decided.asked

    def drop(self, decided: Decided) -> None:
        """Forget the pending request that a decision answers."""
        if self._asked(decided.seat) == decided.asked:
            del self._tasks[decided.seat]

    def stop(self) -> None:
        """Cancel all decisions."""
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
        """Return the response time in seconds after `thought` seconds of computing; None: there was no choice."""
        if not bot.thinks:
            return self._pace
        times, question = self._host.thinking, PromptKind(bot.game.name, bot.level, seen.public.phase)
        if thought is None:
            return times.forced(question, self._pace)
        return times.chosen(question, thought, self._pace)

    async def _pointed(self, bot: Bot, seen: View[Any], card: Card, decided: Action) -> Action:
        """Return the action of a player whose partner points at another card."""
        if card not in bot.game.legal(seen):
            return decided
        try:
            follows = await self._host.workers.call(bot.follows, seen, card, decided)
        except Exception as error:  # it keeps its decision
            logger.error("player-failed", extra={"told": {"game": bot.game.name}}, exc_info=error)
            return decided
        return card if follows else decided

    async def _decision(self, bot: Bot, seen: View[Any]) -> Action | Settled:
        """Return a player's decision, which is a claim if that is certain.

        If the player fails, the rule player decides, and if that fails the first legal action is taken: the table must
        go on.
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
