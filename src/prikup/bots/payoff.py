"""The value of a finished deal: the change that it makes to each side's settlement.

The settlement is the amount that each side would win or lose if the match stopped now. A game may instead use the
settlement that it expects at the end of the match (`GameScoring.expected_settlement`).
"""

import threading
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import fsum
from typing import Any

from msgspec.structs import replace

from prikup.rules.errors import Reason
from prikup.rules.game import AgreedEnd, AnyGame
from prikup.rules.game_scoring import VoidDeal
from prikup.rules.objective import Objective
from prikup.rules.score_sheet import Totals, add_row
from prikup.rules.state import Seat, State

__all__ = ["Payoff", "SidePoints", "payoff_of", "tricks_left"]

SidePoints = tuple[float, ...]
"""The points that each side wins or loses in a deal, in the order of `Game.sides`; they sum to zero."""
_thread_state = threading.local()


class PlayValues:
    """Cached values of the tricks that remain in an unfinished play.

    Unfinished deals whose remaining tricks have the same values share one object, so callers can compare deals by the
    identity of this object. `by_split` maps a division of the remaining tricks (a number for each seat) to the points
    of each side, and `by_tricks` a number of tricks of the first side. `deciding_tricks` caches the result of
    `Payoff.deciding_tricks`, a range of numbers of tricks; it is None until that method is called.
    """

    __slots__ = ("by_split", "by_tricks", "deciding_tricks")

    def __init__(self) -> None:
        self.by_split: dict[tuple[int, ...], SidePoints] = {}
        self.by_tricks: dict[int, SidePoints] = {}
        self.deciding_tricks: tuple[int, int] | None = None


class Payoff:
    """Values of the possible outcomes of one deal, as points by side; each outcome is valued once and cached.

    A Payoff is built from a game and the public part of any state of the deal. Computer players use it to convert
    tricks into points.
    """

    def __init__(self, game: AnyGame, public: Any) -> None:
        self.game, self.standing = game, public.match
        self._initial_values = self._sheet_values(self.standing.totals)
        self._sides = {seat: side for side, seats in enumerate(game.sides) for seat in seats}
        self._values_by_outcome: dict[Any, SidePoints] = {}
        self._play_values: dict[Any, PlayValues] = {}
        self._play_values_by_facts: dict[Any, PlayValues] = {}

    def _sheet_values(self, totals: Totals) -> Sequence[Fraction | float]:
        """Return the points that each side is expected to have won or lost at the end of the match.

        `totals` are the totals of the score sheet now. The points are in the order of `Game.sides`.
        """
        return self.game.scoring.expected_settlement(totals)

    def side(self, seat: Seat | None) -> int:
        """Return the index in `Game.sides` of the side that a seat belongs to.

        The seat must not be None, which stands for a spectator.
        """
        assert seat is not None
        return self._sides[seat]

    def finished_deal_value(self, state: State[Any]) -> SidePoints:
        """Return the points of each side for a finished deal; zeros if the deal is cancelled.

        `state` is the final state of the deal.
        """
        outcome = self.game.outcome(state)
        if isinstance(outcome, VoidDeal):
            return (0.0,) * len(self.game.sides)
        points = self._values_by_outcome.get(outcome)
        if points is None:
            row = self.game.scoring.row(outcome, self.standing)
            after = self._sheet_values(add_row(self.game.columns, self.standing.totals, row))
            points = tuple(float(new - old) for old, new in zip(self._initial_values, after, strict=True))
            self._values_by_outcome[outcome] = points
        return points

    def split_value(self, state: State[Any], tricks: tuple[int, ...]) -> SidePoints:
        """Return the points of each side if the remaining tricks are divided as in `tricks`.

        `state` is the state of the unfinished deal. `tricks` has a number of tricks for each seat. Tricks after an
        early end of the play are not counted.
        """
        return self.split_values(state, (tricks,))[0]

    def split_values(self, state: State[Any], splits: Iterable[tuple[int, ...]]) -> list[SidePoints]:
        """Return the points of each side for each of several ways to divide the remaining tricks.

        `state` is the state of the unfinished deal, and each of `splits` has a number of tricks for each seat (see
        `split_value`).
        """
        objective = self.game.objective(state.public)
        return self._split_values(state, objective, splits, self.play_values(state, objective))

    def _split_values(
        self, state: State[Any], objective: Objective, splits: Iterable[tuple[int, ...]], known: PlayValues
    ) -> list[SidePoints]:
        """Return the result of `split_values`; `known` are the state's `play_values`, to which new ones are added."""
        by_split, values = known.by_split, []
        for tricks in splits:
            points = by_split.get(tricks)
            if points is None:
                points = by_split[tricks] = self.finished_deal_value(self._settle(state, objective, tricks))
            values.append(points)
        return values

    def tricks_value(self, state: State[Any], objective: Objective, tricks: int) -> SidePoints:
        """Return the points of each side if the first side of the objective takes `tricks` of the remaining tricks.

        The first side is the group of seats `objective.sides[0]`; it is the soloist if one seat plays against all
        others. If the other seats count their tricks separately, the rest of the tricks is divided among them as evenly
        as possible. If the other seats' tricks can end the play early, `tricks` is raised so that those seats take no
        more tricks than are needed to end it.
        """
        return self._tricks_value(state, objective, tricks, self.play_values(state, objective))

    def tricks_values(self, state: State[Any], objective: Objective) -> dict[int, SidePoints]:
        """Return `tricks_value` for each number of the remaining tricks that the first side may take."""
        known = self.play_values(state, objective)
        return {tricks: self._tricks_value(state, objective, tricks, known) for tricks in range(tricks_left(state) + 1)}

    def _tricks_value(self, state: State[Any], objective: Objective, tricks: int, known: PlayValues) -> SidePoints:
        """Return the result of `tricks_value`; `known` are the state's `play_values`, to which a new one is added."""
        if tricks not in known.by_tricks:
            counted_tricks, remaining_tricks = tricks, tricks_left(state)
            if objective.stops and objective.sides[0][0] not in objective.stops:
                counted_tricks = max(tricks, remaining_tricks - objective.until_end(state.public.tricks.won))
            splits = _splits(objective, len(state.hands), counted_tricks, remaining_tricks)
            values = self._split_values(state, objective, splits, known)
            known.by_tricks[tricks] = tuple(fsum(points) / len(values) for points in zip(*values, strict=True))
        return known.by_tricks[tricks]

    def deciding_tricks(self, state: State[Any], objective: Objective) -> tuple[int, int]:
        """Return the range of the first side's tricks outside which the points of the deal no longer change.

        The first side is the group of seats `objective.sides[0]`. The solver needs to look only within this range.
        Example: if a deal ends with the first side's first trick, one trick and more are worth the same, so the range
        is `(0, 1)`.
        """
        values = self.play_values(state, objective)
        if values.deciding_tricks is None:
            values.deciding_tricks = self._compute_deciding_tricks(state, objective, values)
        return values.deciding_tricks

    def play_values(self, state: State[Any], objective: Objective) -> PlayValues:
        """Return the cached values of the remaining tricks of a state.

        The values depend on the tricks so far, on `objective` (the sides, and whether they want many or few tricks),
        and on everything else that counts for the outcome. They do not depend on the cards, except in a game that
        counts cards dealt (`GameScoring.counts_cards`). So different auctions that led to the same contract share one
        object.
        """
        public = replace(state.public, shown=())
        key = (public, state.hands) if self.game.scoring.counts_cards else public
        values = self._play_values.get(key)
        if values is None:
            split = [0] * len(state.hands)
            split[objective.sides[0][0]] = tricks_left(state)
            outcome = self.game.outcome(self._settle(state, objective, tuple(split)))
            if isinstance(outcome, VoidDeal):  # It says nothing about the contract, so nothing can be shared.
                values = PlayValues()
            else:
                values = self._play_values_by_facts.setdefault((objective, public.tricks, outcome), PlayValues())
            self._play_values[key] = values
        return values

    def _settle(self, state: State[Any], objective: Objective, tricks: tuple[int, ...]) -> State[Any]:
        """Return the final state of the deal if the remaining tricks are divided as in `tricks`.

        `tricks` has a number for each seat, and `objective` tells when the play ends early. The tricks that come after
        an early end of the play are dropped.
        """
        end = self.game.settle(state, AgreedEnd(objective.count_played(state.public.tricks.won, tricks)))
        assert not isinstance(end, Reason), end.key
        return end

    def _compute_deciding_tricks(self, state: State[Any], objective: Objective, known: PlayValues) -> tuple[int, int]:
        """Compute the result of `deciding_tricks` by a search from both ends of the possible numbers of tricks.

        `state` and `objective` are those of `deciding_tricks`, and `known` are the state's `play_values`. The search is
        usually short, because both the first and the last of the remaining tricks tend to change the points.
        """
        remaining_tricks = tricks_left(state)
        numbers, worth = range(remaining_tricks + 1), self._tricks_value(state, objective, 0, known)
        for lower in numbers[1:]:
            lower_value, worth = worth, self._tricks_value(state, objective, lower, known)
            if worth != lower_value:
                break
        else:
            return (0, 0)
        worth = self._tricks_value(state, objective, remaining_tricks, known)
        for upper in reversed(numbers[1:]):
            upper_value, worth = worth, self._tricks_value(state, objective, upper - 1, known)
            if worth != upper_value:
                break
        return lower - 1, upper


def payoff_of(game: AnyGame, public: Any) -> Payoff:
    """Return the Payoff of a deal, which converts tricks into points.

    `public` is the public part of a state of the deal. The thread's last Payoff is returned again if the game and the
    state of the match before the deal are the same. So each outcome is valued only once for all decisions of a deal and
    for replays of the deal.
    """
    last: Payoff | None = getattr(_thread_state, "last", None)
    if last is None or last.game is not game or last.standing != public.match:
        last = _thread_state.last = Payoff(game, public)
    return last


def tricks_left(state: State[Any]) -> int:
    """Return the number of tricks in the deal that are not yet finished, including the current one."""
    seats: tuple[Seat, ...] = state.public.tricks.seats
    return max(state.hands[seat].bit_count() for seat in seats)


def _splits(objective: Objective, seats: int, tricks: int, remaining_tricks: int) -> tuple[tuple[int, ...], ...]:
    """Return the equally likely divisions of the `remaining_tricks` if the first side takes `tricks` of them.

    The first side is the group of seats `objective.sides[0]`. Each division has a number of tricks for each of the
    `seats` seats. The other sides share the rest as evenly as possible; the divisions differ in which of them take one
    trick more.
    """
    first, *other_sides = objective.sides
    share, remainder = divmod(remaining_tricks - tricks, len(other_sides))
    divisions = []
    for lucky in range(len(other_sides) if remainder else 1):
        split = [0] * seats
        split[first[0]] = tricks
        for index, side in enumerate(other_sides):
            split[side[0]] = share + ((index - lucky) % len(other_sides) < remainder)
        divisions.append(tuple(split))
    return tuple(divisions)
