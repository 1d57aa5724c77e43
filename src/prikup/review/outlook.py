"""The outlook of a call: how often it leads to a contract, how often the contract is made, and with how many tricks."""

from typing import Any

from prikup.bots.payoff import Payoff, SidePoints
from prikup.bots.simulation import Plan, PlanSimulator
from prikup.games import GAMES
from prikup.review.decisions import Decision
from prikup.review.single_dummy import WORLDS_PER_PAUSE, ChoiceValues, JudgingParameters
from prikup.rules.errors import Reason, reason
from prikup.rules.game import AnyGame
from prikup.rules.game_scoring import VoidDeal
from prikup.rules.score_sheet import Line
from prikup.rules.state import Seat, State

__all__ = ["OTHER_COLUMNS", "OWN_COLUMNS", "Prospects", "outlooks"]

OWN_COLUMNS, OTHER_COLUMNS = 4, 3
"""The numbers of columns that `Prospects` adds to the points by side, about one seat.

`OWN_COLUMNS` are about a contract of the seat itself. `OTHER_COLUMNS` are about another undertaking of the seat, for
example a promise to take tricks against the contract of another seat.
"""


class Prospects(Payoff):
    """A payoff that also records whether one seat's contract or other undertaking succeeded.

    A payoff gives the points by side for finished deals. Here `OWN_COLUMNS` numbers about a contract of the seat `seat`
    follow after the points: whether the contract was undertaken, made, and defended against, and the tricks of the
    seat's side if it was defended against. Then come `OTHER_COLUMNS` numbers about any other undertaking, such as a
    promise to take tricks against another seat's contract: whether it was undertaken and made, and the tricks. All
    numbers except tricks are 0 or 1, so their means are frequencies. `public` is the public part of any state of the
    deal.
    """

    def __init__(self, game: AnyGame, public: Any, seat: Seat) -> None:
        super().__init__(game, public)
        self._seat = seat

    def finished_deal_value(self, state: State[Any]) -> SidePoints:
        """Return the points of a finished deal by side, followed by the numbers that this class adds."""
        return (*super().finished_deal_value(state), *self._undertaking_row(state))

    def _undertaking_row(self, state: State[Any]) -> SidePoints:
        outcome, standing = self.game.outcome(state), self.standing
        zeros = (0.0,) * (OWN_COLUMNS + OTHER_COLUMNS)
        if isinstance(outcome, VoidDeal):
            return zeros
        roles = self.game.explanations.roles_of(
            Line(standing.deal, standing.dealer, outcome, self.game.scoring.row(outcome, standing))
        )
        if not roles or roles[self._seat].made is None:
            return zeros
        is_made, tricks = float(roles[self._seat].made is True), state.public.tricks
        if tricks is None:  # decided without card play: nobody defends against it
            return (1.0, is_made, 0.0, 0.0, *zeros[OWN_COLUMNS:])
        objective = self.game.objective(state.public)
        # A seat that does not play, such as the partner of a soloist, is on no side of the objective.
        table_side = self.game.sides[self.side(self._seat)]
        own_side = next((side for side in objective.sides if self._seat in side), table_side)
        tricks_taken = float(sum(tricks.won[seat] for seat in own_side))
        if objective.soloist == self._seat:
            return (1.0, is_made, 1.0, tricks_taken, *zeros[OWN_COLUMNS:])
        return (*zeros[:OWN_COLUMNS], 1.0, is_made, tricks_taken)


def outlooks(decision: Decision, values: ChoiceValues, terms: JudgingParameters) -> tuple[Reason, ...]:
    """Return messages on how often the chosen call and the better call succeed; () if the decision is a card.

    A call succeeds if the contract that it leads to is made. The same holds for another undertaking, such as a promise
    to take tricks against another seat's contract. A call that undertakes nothing in any possible deal, such as a pass,
    is left out. `values` are the values of the choices in the possible deals, and `terms` the parameters for judging.
    """
    if decision.phase == "play":
        return ()
    outlooks = (_plan_outlook(decision, plan, values, terms) for plan in (decision.plan, values.best))
    return tuple(outlook for outlook in outlooks if outlook)


def _plan_outlook(decision: Decision, plan: Plan, values: ChoiceValues, terms: JudgingParameters) -> Reason | None:
    """Return a message on how often the call `plan` leads to a contract or other undertaking that is made.

    `values` has the possible deals. Return None if the call undertakes nothing in any of them.
    """
    game = terms.game
    rule = GAMES[game.name].rule(game, terms.seed)
    prospects = Prospects(game, decision.view.public, decision.seat)
    simulator = PlanSimulator(game, rule, terms.search, prospects)
    rows: list[SidePoints] = []
    for start in range(0, values.worlds, WORLDS_PER_PAUSE):
        terms.pause()
        rows += simulator.points(values.states[start : start + WORLDS_PER_PAUSE], plan, start)
    sums = [sum(column) for column in list(zip(*rows, strict=True))[-OWN_COLUMNS - OTHER_COLUMNS :]]
    own_count, own_made, against, own_taken, other_count, other_made, tricks_taken = sums
    if round(own_count):
        return reason(
            "review-outlook-own",
            actions=plan,
            deals=values.worlds,
            undertaken=round(own_count),
            made=round(own_made),
            against=round(against),
            tricks=f"{own_taken / against:.1f}" if round(against) else "0",
        )
    if round(other_count):
        return reason(
            "review-outlook-other",
            actions=plan,
            deals=values.worlds,
            undertaken=round(other_count),
            made=round(other_made),
            tricks=f"{tricks_taken / other_count:.1f}",
        )
    return None
