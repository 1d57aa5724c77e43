"""The worth of the end of a deal: what each side wins or loses by it in the settlement of the match.

Where a game says so (`Game.expected`), it is the settlement to be expected when the match is over.
"""

import threading
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import fsum
from typing import Any

from msgspec.structs import replace

from prikup.contest import Contest
from prikup.errors import Reason
from prikup.game import AnyGame, Settled, Void
from prikup.sheet import Totals, added
from prikup.state import Seat, State

__all__ = ["Payoff", "Points", "payoff_of", "tricks_left"]

PACK = range(52)
"""The actions that are cards."""
Points = tuple[float, ...]
"""Points of the game by side of the table; they sum to zero."""
_own = threading.local()


class Payoff:
    """The worth of the ends of one deal, each worked out once."""

    def __init__(self, game: AnyGame, public: Any) -> None:
        self.game, self.standing = game, public.match
        self._before = self._stands(self.standing.totals)
        self._sides = {seat: side for side, seats in enumerate(game.sides) for seat in seats}
        self._worths: dict[Any, Points] = {}
        self._splits: dict[Any, dict[tuple[int, ...], Points]] = {}
        self._deciding: dict[Any, tuple[int, int]] = {}

    def _stands(self, totals: Totals) -> Sequence[Fraction | float]:
        """Return what a sheet is worth to each side."""
        return self.game.expected(totals)

    def side(self, seat: Seat | None) -> int:
        """Return the side of a seat. None, a spectator's seat, is an error of the caller."""
        assert seat is not None
        return self._sides[seat]

    def of_end(self, state: State[Any]) -> Points:
        """Return what a finished deal is worth."""
        outcome = self.game.outcome(state)
        if isinstance(outcome, Void):
            return (0.0,) * len(self.game.sides)
        known = self._worths.get(outcome)
        if known is None:
            row = self.game.row(outcome, self.standing)
            after = self._stands(added(self.game.columns, self.standing.totals, row))
            known = tuple(float(now - was) for was, now in zip(self._before, after, strict=True))
            self._worths[outcome] = known
        return known

    def of_split(self, state: State[Any], tricks: tuple[int, ...]) -> Points:
        """Return what the deal is worth if the tricks that are left go to the seats as in `tricks`, by seat.

        Those that would be taken after the end of the play are not.
        """
        return self.of_splits(state, (tricks,))[0]

    def of_splits(self, state: State[Any], splits: Iterable[tuple[int, ...]]) -> list[Points]:
        """Return what the deal is worth for each way to part the tricks that are left, as `of_split`.

        Whoever holds which cards, open or not, changes nothing of that.
        """
        public = state.public
        known = self._splits.setdefault(replace(public, shown=()), {})
        found = []
        for tricks in splits:
            points = known.get(tricks)
            if points is None:
                contest = self.game.contest(public)
                settled = self.game.settle(state, Settled(contest.played_of(public.tricks.won, tricks)))
                assert not isinstance(settled, Reason), settled.key
                points = known[tricks] = self.of_end(settled)
            found.append(points)
        return found

    def of_tricks(self, state: State[Any], contest: Contest, tricks: int) -> Points:
        """Return what the deal is worth if the first side of a contest takes `tricks` of the tricks that are left.

        Where the others count theirs apart, each gets as many, as far as that goes, and all of them no more than end
        the play.
        """
        left = tricks_left(state)
        if contest.stops and contest.sides[0][0] not in contest.stops:
            tricks = max(tricks, left - contest.until_end(state.public.tricks.won))
        found = self.of_splits(state, _splits(contest, len(state.hands), tricks, left))
        return tuple(fsum(points) / len(found) for points in zip(*found, strict=True))

    def deciding_tricks(self, state: State[Any], contest: Contest) -> tuple[int, int]:
        """Return the least and the most tricks of the first side between which one more changes anything.

        A deal that ends with the first trick of that side is worth the same from one trick on. What a talon that was
        turned up brings, it brings whoever takes how many tricks.
        """
        left = tricks_left(state)
        calls = tuple(said for said in state.public.said if said.action not in PACK)
        asked = left, replace(state.public, shown=(), said=calls)
        known = self._deciding.get(asked)
        if known is None:
            known = self._deciding[asked] = self._changes(state, contest, left)
        return known

    def _changes(self, state: State[Any], contest: Contest, left: int) -> tuple[int, int]:
        """Return the same, from either end: nearly always the first trick and the last change something."""
        numbers, worth = range(left + 1), self.of_tricks(state, contest, 0)
        for least in numbers[1:]:
            before, worth = worth, self.of_tricks(state, contest, least)
            if worth != before:
                break
        else:
            return (0, 0)
        worth = self.of_tricks(state, contest, left)
        for most in reversed(numbers[1:]):
            after, worth = worth, self.of_tricks(state, contest, most - 1)
            if worth != after:
                break
        return least - 1, most


def payoff_of(game: AnyGame, public: Any) -> Payoff:
    """Return the Payoff of a deal: this thread's last one, if it is of the same game and standing.

    So the decisions of one deal, and games that play it again, work out each end once.
    """
    last: Payoff | None = getattr(_own, "last", None)
    if last is None or last.game is not game or last.standing != public.match:
        last = _own.last = Payoff(game, public)
    return last


def tricks_left(state: State[Any]) -> int:
    """Return the number of tricks that are still to be taken, the unfinished one too."""
    seats: tuple[Seat, ...] = state.public.tricks.seats
    return max(state.hands[seat].bit_count() for seat in seats)


def _splits(contest: Contest, seats: int, tricks: int, left: int) -> tuple[tuple[int, ...], ...]:
    """Return the ways to part the tricks among the seats, all alike likely, if the first side takes `tricks`."""
    first, *others = contest.sides
    each, over = divmod(left - tricks, len(others))
    found = []
    for lucky in range(len(others) if over else 1):
        split = [0] * seats
        split[first[0]] = tricks
        for at, side in enumerate(others):
            split[side[0]] = each + ((at - lucky) % len(others) < over)
        found.append(tuple(split))
    return tuple(found)
