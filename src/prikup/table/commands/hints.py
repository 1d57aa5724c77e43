"""Hints: a player may ask which move the strongest computer player would make, and only that player gets the answer.

Hints are given only in a match that started with one person against computer players. In a match that started with
several people nobody gets hints, even while the other people are absent.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, NamedTuple

from prikup.bots.advice import Advice, hint
from prikup.rules.errors import reason
from prikup.rules.game import AnyGame
from prikup.rules.state import Seat, View
from prikup.table.commands.actions import check_version
from prikup.table.host.background_workers import Workers
from prikup.table.protocol.client_messages import HintCommand
from prikup.table.protocol.message_parts import PlanValue
from prikup.table.protocol.server_messages import HintMessage, RefusedMessage
from prikup.table.state.live_state import LiveState, NotAllowed
from prikup.table.state.presence import Client

__all__ = ["HintResult", "Hints"]

logger = logging.getLogger("prikup.table")


class HintResult(NamedTuple):
    """The result of computing a hint for a decision of the seat `seat`.

    `version` is the version of the table (the number of its stored changes) at which the decision arose. `advice` is
    the recommendation, None if the computation has failed.
    """

    seat: Seat
    version: int
    advice: Advice | None


class Hints:
    """The hint that a table is computing at the moment, if any, and the client that waits for it.

    `workers` run the computation. `deliver` is a function that puts the result into the table's inbox.
    """

    def __init__(self, workers: Workers, deliver: Callable[[HintResult], None]) -> None:
        self._workers, self._deliver = workers, deliver
        self._request: tuple[Client, HintCommand] | None = None
        self._decision: tuple[Seat, int] | None = None
        self._task: asyncio.Task[None] | None = None

    def request_hint(self, live: LiveState, client: Client, message: HintCommand) -> None:
        """Start computing a hint for the client's decision, unless that is in progress already.

        Raise NotAllowed if the client may not have a hint now, or if a hint for another decision is still being
        computed.
        """
        table, seat = live.table, live.played_seat(client)
        if not table.practice:
            raise NotAllowed(reason("hint-practice"))
        check_version(table, seat, message.n)
        if seat not in table.seats_to_act:
            raise NotAllowed(reason("not-your-turn", seat=table.seats_to_act[0]))
        about = seat, table.decision_versions[seat]
        if self._decision not in (None, about):
            raise NotAllowed(reason("hint-thinking"))
        self._request = client, message
        if self._decision is None:
            self._decision = about
            self._task = asyncio.create_task(self._compute(table.game, table.decision_view(seat), *about))

    def send_hint(self, live: LiveState, answer: HintResult) -> None:
        """Send the computed hint `answer` to the client that waits for it, unless the decision has changed meanwhile.

        After this, new requests for hints are accepted again.
        """
        assert self._request is not None
        (client, message), table = self._request, live.table
        self._request = self._decision = self._task = None
        is_current = answer.seat in table.seats_to_act and table.decision_versions[answer.seat] == answer.version
        if client not in live.presence.clients or not is_current:
            return
        if answer.advice is None:
            client.send(RefusedMessage(reason("hint-failed")))
        else:
            client.send(_hint_message(message.n, answer.advice))

    def stop(self) -> None:
        """Cancel the computation of a hint, if one is in progress."""
        if self._task is not None:
            self._task.cancel()

    async def _compute(self, game: AnyGame, view: View[Any], seat: Seat, version: int) -> None:
        advice = None
        try:
            advice = await self._workers.call(hint, game, view)
        except Exception as error:  # the player is told; the table continues without the hint
            logger.error("hint-failed", extra={"told": {"game": game.name}}, exc_info=error)
        self._deliver(HintResult(seat, version, advice))


def _hint_message(n: int, advice: Advice) -> HintMessage:
    """Return the message with a hint, which lists the compared plans (actions or discards) from best to worst.

    `n` is the version of the table for which the client requested the hint.
    """
    worth = sorted(advice.worth.items(), key=lambda item: -item[1])
    return HintMessage(n, advice.plan, tuple(PlanValue(plan, points) for plan, points in worth), advice.why)
