"""Computer players at a table.

Their long computations run in the host's workers, and their response times reveal nothing about their cards.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, NamedTuple

from prikup.bots import SOLVING, BotLevel, player
from prikup.bots.advice import hint
from prikup.claims import bot_claim
from prikup.rules.cards import Card
from prikup.rules.game import AgreedEnd, AnyGame
from prikup.rules.state import Action, Seat, View
from prikup.table.commands import actions, proposals
from prikup.table.commands.pointing import is_worse
from prikup.table.host.services import Host
from prikup.table.host.thinking_times import PromptKind
from prikup.table.host.time_source import sleep_until
from prikup.table.state.events import TableEvent
from prikup.table.state.table_state import TableState

__all__ = ["Bot", "BotDecision", "Bots", "decision_events"]

START_DELAY_IN_PACES = 0.1
"""The delay before a computer player starts computing, as a fraction of the pace (the seconds per action).

Passing a View to a worker takes the server a millisecond, but a player with a single legal action needs no worker.
Without the delay, messages about the previous action would therefore reach all clients slightly later if the next
player has a choice, and would reveal that.
"""

logger = logging.getLogger("prikup.table")


class Bot(NamedTuple):
    """A computer player that plays for a seat; a new instance is created for each decision.

    `level` is its level (strength), `game` has the rules of the game, and `seed` determines its random choices.
    """

    level: str
    game: AnyGame
    seed: int

    def decision(self, view: View[Any]) -> Action:
        """Compute and return the player's action; `view` is what its seat can see."""
        return player(self.level, self.game, self.seed)(view)

    def follows_pointing(self, view: View[Any], card: Card, own_action: Action) -> bool:
        """Return whether the computer player follows its partner, who points at `card`, instead of doing `own_action`.

        A player that searches (computes the values of its possible actions) follows unless it finds that `card` has a
        lower value than `own_action`. Any other player always follows.
        """
        return not is_worse(hint(self.game, view).worth, card, own_action) if self.thinks else True

    @property
    def thinks(self) -> bool:
        """Whether the player searches (computes the values of its possible actions), so that a decision takes long."""
        return BotLevel.parse(self.level).name in SOLVING


class BotDecision(NamedTuple):
    """A computer player's decision for the seat `seat`.

    `decision` is an action, or a claim of the remaining tricks that ends the deal. `version` is the version of the
    table (the number of its stored changes) at which the decision arose.
    """

    seat: Seat
    version: int
    decision: Action | AgreedEnd


class Bots:
    """The decisions of a table's computer players that are in progress, at most one for each seat.

    - `host`: the host, whose workers compute the decisions.
    - `pace`: the number of seconds that a computer player normally takes for an action.
    - `deliver`: a function that puts a finished decision into the table's inbox.
    - `pointed_at`: a function that returns the card in a seat's hand at which the seat's partner points, None if the
      partner points at no card.
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
        """Start the decisions of all computer players that have to act and are not deciding yet.

        Nothing starts while a proposal, such as an undo or a claim, is open.
        """
        if table.state is None or table.proposal is not None:
            return
        for seat in table.bots:
            if self._pending_version(seat) != table.decision_versions[seat]:
                self._start_decision(table, seat)

    def accept(self, table: TableState, decision: BotDecision) -> bool:
        """Forget the task that delivered this decision, and return whether the decision may still be carried out.

        It may not if the seat's situation has changed since the decision was started, or if a proposal (such as an
        undo) is open.
        """
        self.drop(decision)
        return (
            table.proposal is None
            and decision.seat in table.bots
            and table.decision_versions[decision.seat] == decision.version
        )

    def drop(self, decision: BotDecision) -> None:
        """Forget the task that delivered this decision, so that the seat's decision can be started again."""
        if self._pending_version(decision.seat) == decision.version:
            del self._tasks[decision.seat]

    def stop(self) -> None:
        """Cancel all decisions in progress."""
        for _, task in self._tasks.values():
            task.cancel()
        self._tasks.clear()

    def _pending_version(self, seat: Seat) -> int:
        return self._tasks[seat][0] if seat in self._tasks else -1

    def _start_decision(self, table: TableState, seat: Seat) -> None:
        assert table.log is not None
        if seat in self._tasks:
            self._tasks[seat][1].cancel()
        level = table.playing_level(seat)
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
        """Return how many seconds a computer player takes until it acts, from the time at which it has to act.

        `computing_s` is the number of seconds that computing the action took, None if there was nothing to choose.
        """
        if not bot.thinks:
            return self._pace
        times, question = self._host.thinking, PromptKind(bot.game.name, bot.level, view.public.phase)
        if computing_s is None:
            return times.forced_delay(question, self._pace)
        return times.choice_delay(question, computing_s, self._pace)

    async def _follow_pointing(self, bot: Bot, view: View[Any], card: Card, own_action: Action) -> Action:
        """Return the action of a computer player whose partner points at `card`.

        It is `card` or `own_action`, the action that the player has chosen without regard to the partner.
        """
        if card not in bot.game.legal(view):
            return own_action
        try:
            is_followed = await self._host.workers.call(bot.follows_pointing, view, card, own_action)
        except Exception as error:  # the player keeps its own action
            logger.error("player-failed", extra={"told": {"game": bot.game.name}}, exc_info=error)
            return own_action
        return card if is_followed else own_action

    async def _decision(self, bot: Bot, view: View[Any]) -> Action | AgreedEnd:
        """Return a computer player's decision: an action, or a claim of tricks that the player is certain to take.

        If the player raises an error, the rule player (which plays by fixed heuristics) decides. If that fails too, the
        first legal action is taken, so that the table can continue.
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


def decision_events(table: TableState, seat: Seat, decision: Action | AgreedEnd) -> tuple[TableEvent, ...]:
    """Return the events of a computer player's decision for a seat, which are to be stored.

    `decision` is an action, or a claim of the remaining tricks that ends the deal without further play.
    """
    if isinstance(decision, AgreedEnd):
        return proposals.claim_events(table, seat, decision)
    return actions.action_events(table, seat, (decision,))
