"""Extraction of the finished deals from a log, and of the players' decisions from a deal."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from prikup.bots.simulation import Plan, include_plan, plans
from prikup.history.events import ActionEvent, Event, RowEvent
from prikup.history.log import Log
from prikup.narration import NarratedStep, steps
from prikup.rules.game import AnyGame
from prikup.rules.match_standing import MatchStanding
from prikup.rules.state import Seat, State, View, view

__all__ = ["Decision", "FinishedDeal", "decisions", "finished_deals"]


class FinishedDeal(Struct, frozen=True):
    """A deal that was entered on the score sheet.

    - `number`: the number of the deal in the match, from 1.
    - `start`: the state after the cards were dealt.
    - `steps`: the log entries of the deal (actions and agreements), without those that were taken back.
    """

    game: AnyGame
    number: int
    start: State[Any]
    steps: tuple[NarratedStep, ...]

    @property
    def end(self) -> State[Any]:
        """The state in which the deal ended."""
        return self.steps[-1].after


class Decision(Struct, frozen=True):
    """A decision of a seat: a call, a card, or all cards of a discard or of a gift to another seat.

    - `entry_index`: the index of the decision's first log entry in the deal, from 0.
    - `state_before`: the complete state of the deal before the decision.
    - `view`: the seat's View (what the seat may know) before the decision.
    - `plan`: the choice that the seat made, as a tuple of actions.
    - `plans`: all choices to compare, including `plan`.
    """

    entry_index: int
    state_before: State[Any]
    view: View[Any]
    plan: Plan
    plans: tuple[Plan, ...]

    @property
    def seat(self) -> Seat:
        """The seat that made the decision."""
        assert self.view.seat is not None
        return self.view.seat

    @property
    def phase(self) -> str:
        """The name of the deal's phase in which the decision was made."""
        phase: str = self.view.public.phase
        return phase


def finished_deals(
    events: Iterable[Event], *, checked: bool = True, standing: MatchStanding[Any] | None = None
) -> Iterator[FinishedDeal]:
    """Yield the finished deals of a log's events, including cancelled deals.

    `standing` is the state of the match before the first of these deals, if the log lacks the deals before it.
    If `checked` is true, raise PrikupError under the same conditions as `Log.replay`, for example for an illegal
    action. Otherwise the events are not checked.
    """
    first, *rest = events
    log = Log.replay([first], standing=standing)
    for event in rest:
        if isinstance(event, RowEvent) and log.start is not None:
            yield FinishedDeal(log.game, log.match.deals + 1, log.start, tuple(steps(log)))
        log.enter(event, checked)


def decisions(deal: FinishedDeal) -> Iterator[Decision]:
    """Yield the decisions of a deal, in order.

    Agreements on the remaining tricks, and concessions, do not count as decisions.
    """
    acts = [(index, step) for index, step in enumerate(deal.steps) if isinstance(step.entry, ActionEvent)]
    while acts:
        index, step = acts[0]
        actor = step.before.public.actor
        assert actor is not None
        player_view = view(step.before, actor)
        possible = plans(deal.game, player_view)
        actions = [
            act_step.entry.act for _, act_step in acts[: len(possible[0])] if isinstance(act_step.entry, ActionEvent)
        ]
        acts = acts[len(actions) :]
        plan = tuple(actions) if len(actions) == 1 else tuple(sorted(actions))
        yield Decision(index, step.before, player_view, plan, include_plan(possible, plan))
