"""The outlook of a call: how often its contract is made and played against, and with how many tricks."""

from typing import Any

from prikup.bots.payoff import Payoff, Points
from prikup.bots.simulation import Plan, points_of_plan
from prikup.errors import Reason, reason
from prikup.game import AnyGame, Void
from prikup.games import GAMES
from prikup.review.could_know import TOGETHER, Terms, Worths
from prikup.review.finished import Decision
from prikup.sheet import Line
from prikup.state import Seat, State

__all__ = ["OTHER", "OWN", "Prospects", "outlooks"]

OWN, OTHER = 4, 3
"""The numbers of the outlook of an own contract, and of that of what is undertaken against another's."""


class Prospects(Payoff):
    """The worth of the ends of a deal, and of each what a seat has undertaken there.

    Behind the points by side stand, for an own contract, whether the seat has one, makes it and is played against, and
    the tricks of its side then; and for anything else whether it has undertaken that, makes it, and its tricks. So a
    mean of ends has the chances of each.
    """

    def __init__(self, game: AnyGame, public: Any, seat: Seat) -> None:
        super().__init__(game, public)
        self._seat = seat

    def of_end(self, state: State[Any]) -> Points:
        """Return what a finished deal is worth, and what the seat has undertaken in it."""
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
        if tricks is None:  # nobody plays against it
            return (1.0, made, 0.0, 0.0, *nothing[OWN:])
        contest = self.game.contest(state.public)
        of_side = self.game.sides[
            self.side(self._seat)
        ]  # of somebody who does not play, as the partner of a lone player
        own = next((side for side in contest.sides if self._seat in side), of_side)
        taken = float(sum(tricks.won[seat] for seat in own))
        if contest.one == self._seat:
            return (1.0, made, 1.0, taken, *nothing[OWN:])
        return (*nothing[:OWN], 1.0, made, taken)


def outlooks(decision: Decision, found: Worths, terms: Terms) -> tuple[Reason, ...]:
    """Return the outlook of a call, then that of the better one, each if it undertakes anything; of a card, nothing."""
    if decision.phase == "play":
        return ()
    outlooks = (_outlook(decision, plan, found, terms) for plan in (decision.plan, found.best))
    return tuple(outlook for outlook in outlooks if outlook)


def _outlook(decision: Decision, plan: Plan, found: Worths, terms: Terms) -> Reason | None:
    """Return the outlook of one plan in all worlds, as its value was found."""
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
