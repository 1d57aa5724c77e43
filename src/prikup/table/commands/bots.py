"""Computer players at a table. Long computations run in the host's workers; response times reveal nothing."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, NamedTuple

from prikup.bots import SOLVING, player
from prikup.bots.advice import hint
from prikup.claims import bot_claim
from prikup.rules.cards import Card
from prikup.rules.game import AgreedEnd, AnyGame
from prikup.rules.state import Action, Seat, View
from prikup.table.commands.pointing import is_worse
from prikup.table.host import Host
from prikup.table.state import TableState
from prikup.table.thinking_times import PromptKind
from prikup.table.time_source import sleep_until

__all__ = ["Bot", "BotDecision", "Bots"]

START_DELAY_IN_PACES = 0.1
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

    def decision(self, view: View[Any]) -> Action:
        """Return its action."""
        return player(self.level, self.game, self.seed)(view)

    def follows_pointing(self, view: View[Any], card: Card, own_action: Action) -> bool:
        """Return whether it plays the card that its partner points at: unless its search values that card lower."""
        return not is_worse(hint(self.game, view).worth, card, own_action) if self.thinks else True

    @property
    def thinks(self) -> bool:
        """Whether its decisions take long to compute."""
        return self.level.partition(":")[0] in SOLVING


class BotDecision(NamedTuple):
    """A computer player's decision for a seat, asked for at version `version`: an action, or a claim."""

    seat: Seat
    version: int
    decision: Action | AgreedEnd


class Bots:
    """The computer players that are deciding now; `deliver` is called with each decision.

    `pointed_at` returns the card of a seat that its partner points at.
    """

    def __init__(
        self,
        host: Host,
        pace: float,
        deliver: Callable[[BotDecision], None],
        pointed_at: Callable[[Seat], Card | None],
    ) -> None:
        self._host, self._pace, self._deliver, self._card_pointed_at = host, pace, deliver, pointed_at
        self._tasks: dict[Seat, tuple[int, asyncio.Task[None]]] = {}

    def start_decisions(self, table: TableState) -> None:
        """Start the decisions of all computer players that have to act; none while a proposal is open."""
        if table.state is None or table.proposal is not None:
            return
        for seat in table.bots:
            if self._pending_version(seat) != table.decision_versions[seat]:
                self._start_decision(table, seat)

    def accept(self, table: TableState, decision: BotDecision) -> bool:
        """Accept a computer player's decision; return False if the table has moved on since it was requested."""
        self.drop(decision)
        return (
            table.proposal is None
            and decision.seat in table.bots
            and table.decision_versions[decision.seat] == decision.version
        )

    def drop(self, decision: BotDecision) -> None:
        """Forget the pending request that a decision answers."""
        if self._pending_version(decision.seat) == decision.version:
            del self._tasks[decision.seat]

    def stop(self) -> None:
        """Cancel all decisions."""
        for _, task in self._tasks.values():
            task.cancel()
        self._tasks.clear()

    def _pending_version(self, seat: Seat) -> int:
        return self._tasks[seat][0] if seat in self._tasks else -1

    def _start_decision(self, table: TableState, seat: Seat) -> None:
        assert table.log is not None
        if seat in self._tasks:
            self._tasks[seat][1].cancel()
        level = table.chairs[seat].level or table.settings.level
        bot = Bot(level, table.game, table.log.begin.bots + seat)
        pending_decision = BotDecision(seat, table.decision_versions[seat], -1)
        task = asyncio.create_task(self._decide(bot, table.decision_view(seat), pending_decision))
        self._tasks[seat] = pending_decision.version, task

    async def _decide(self, bot: Bot, view: View[Any], pending_decision: BotDecision) -> None:
        start_time = self._host.time.now()
        await sleep_until(self._host.time, start_time + START_DELAY_IN_PACES * self._pace)
        decision = await self._decision(bot, view)
        had_choice = isinstance(decision, int) and len(bot.game.legal(view)) > 1
        computing_s = self._host.time.now() - start_time if had_choice else None
        await sleep_until(self._host.time, start_time + self._response_time(bot, view, computing_s))
        card = self._card_pointed_at(pending_decision.seat)
        if card is not None and isinstance(decision, int) and card != decision:
            decision = await self._follow_pointing(bot, view, card, decision)
        self._deliver(pending_decision._replace(decision=decision))

    def _response_time(self, bot: Bot, view: View[Any], computing_s: float | None) -> float:
        """Return the response time in seconds after `computing_s` seconds of computing; None: there was no choice."""
        if not bot.thinks:
            return self._pace
        times, question = self._host.thinking, PromptKind(bot.game.name, bot.level, view.public.phase)
        if computing_s is None:
            return times.forced_delay(question, self._pace)
        return times.choice_delay(question, computing_s, self._pace)

    async def _follow_pointing(self, bot: Bot, view: View[Any], card: Card, own_action: Action) -> Action:
        """Return the action of a player whose partner points at another card."""
        if card not in bot.game.legal(view):
            return own_action
        try:
            is_followed = await self._host.workers.call(bot.follows_pointing, view, card, own_action)
        except Exception as error:  # it keeps its decision
            logger.error("player-failed", extra={"told": {"game": bot.game.name}}, exc_info=error)
            return own_action
        return card if is_followed else own_action

    async def _decision(self, bot: Bot, view: View[Any]) -> Action | AgreedEnd:
        """Return a player's decision, which is a claim if that is certain.

        If the player fails, the rule player decides, and if that fails the first legal action is taken: the table must
        go on.
        """
        legal = bot.game.legal(view)
        for candidate in (bot, bot._replace(level="rule")):
            try:
                if claim := bot_claim(candidate.game, view):
                    return claim
                if len(legal) == 1:
                    return legal[0]
                action = (
                    await self._host.workers.call(candidate.decision, view)
                    if candidate.thinks
                    else candidate.decision(view)
                )
            except Exception as error:
                logger.error("player-failed", extra={"told": {"game": bot.game.name}}, exc_info=error)
            else:
                if action in legal:
                    return action
        return legal[0]
