"""The outlook of a call: how often its contract is made and defended against, and with how many tricks."""

from typing import Any

from prikup.bots.payoff import Payoff, Points
from prikup.bots.simulation import Plan, points_of_plan
from prikup.games import GAMES
from prikup.review.decisions import Decision
from prikup.review.single_dummy import TOGETHER, Terms, Worths
from prikup.rules.errors import Reason, reason
from prikup.rules.game import AnyGame, Void
from prikup.rules.score_sheet import Line
from prikup.rules.state import Seat, State

__all__ = ["OTHER", "OWN", "Prospects", "outlooks"]

OWN, OTHER = 4, 3
"""The number of columns for an own contract, and for an undertaking against another seat's contract."""


class Prospects(Payoff):
    """A payoff that also records whether a seat's contract or other undertaking was made.

    After the points by side come `OWN` numbers for an own contract (undertaken, made, defended against, tricks of the
    seat's side if defended against) and `OTHER` numbers for any other undertaking (undertaken, made, tricks); each of
    the first ones is 0 or 1. So their means are frequencies.
    """

    def __init__(self, game: AnyGame, public: Any, seat: Seat) -> None:
        super().__init__(game, public)
        self._seat = seat

    def of_end(self, state: State[Any]) -> Points:
        """Return the points of a finished deal by side, followed by the numbers on the seat's undertaking."""
        return (*super().of_end(state), *self._undertaken(state))

    def _undertaken(self, state: State[Any]) -> Points:
        outcome, standing = self.game.outcome(state), self.standing
        nothing = (0.0,) * (OWN + OTHER)
        if isinstance(outcome, Void):
            return nothing
        roles = self.game.roles_of(Line(standing.deal, standing.dealer, outcome, self.game.row(outcome, standing)))
        if not roles or roles[self._seat].made is None:
            return nothing
        made, tricks = float(roles[self._seat].made is True), state.public.tricks
        if tricks is None:  # no one defends against it
            return (1.0, made, 0.0, 0.0, *nothing[OWN:])
        contest = self.game.contest(state.public)
        of_side = self.game.sides[
            self.side(self._seat)
        ]  # for a seat that does not play, such as the partner of a lone player
        own = next((side for side in contest.sides if self._seat in side), of_side)
        taken = float(sum(tricks.won[seat] for seat in own))
        if contest.one == self._seat:
            return (1.0, made, 1.0, taken, *nothing[OWN:])
        return (*nothing[:OWN], 1.0, made, taken)


def outlooks(decision: Decision, found: Worths, terms: Terms) -> tuple[Reason, ...]:
    """Return the outlooks of a call and of the better one, each if it undertakes anything; () for a card."""
    if decision.phase == "play":
        return ()
    outlooks = (_outlook(decision, plan, found, terms) for plan in (decision.plan, found.best))
    return tuple(outlook for outlook in outlooks if outlook)


def _outlook(decision: Decision, plan: Plan, found: Worths, terms: Terms) -> Reason | None:
    """Return the outlook of one plan over all worlds; None if it undertakes nothing."""
    game = terms.game
    rule = GAMES[game.name].rule(game, terms.seed)
    prospects = Prospects(game, decision.seen.public, decision.seat)
    rows: list[Points] = []
    for at in range(0, found.worlds, TOGETHER):
        terms.pause()
        rows += points_of_plan(game, found.states[at : at + TOGETHER], plan, rule, terms.search, prospects, at)
    sums = [sum(column) for column in list(zip(*rows, strict=True))[-OWN - OTHER :]]
    own, own_made, against, own_taken, other, other_made, taken = sums
    if round(own):
        return reason(
            "review-outlook-own",
            actions=plan,
            deals=found.worlds,
            undertaken=round(own),
            made=round(own_made),
            against=round(against),
            tricks=f"{own_taken / against:.1f}" if round(against) else "0",
        )
    if round(other):
        return reason(
            "review-outlook-other",
            actions=plan,
            deals=found.worlds,
            undertaken=round(other),
            made=round(other_made),
            tricks=f"{taken / other:.1f}",
        )
    return None
