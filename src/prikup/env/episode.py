"""An episode: some deals of a match, or a whole one, and what each seat gains by them."""

from functools import lru_cache
from typing import Any

from msgspec import Struct

from prikup.game import AnyGame
from prikup.match import Match
from prikup.sheet import Totals
from prikup.state import State

__all__ = ["Episode"]


class Episode(Struct, frozen=True):
    """An episode between two deals: the match as it stands, and how many deals are still to be dealt.

    `left` is None where the match is played to its end.
    """

    match: Match
    left: int | None

    @classmethod
    def begin(cls, game: AnyGame, deals: int | None, dealer: int = 0) -> "Episode":
        """Return an episode of some `deals`, or of a whole match (None), in which the seat `dealer` deals first."""
        return cls(Match.begin(game, dealer), deals)

    @property
    def over(self) -> bool:
        """Whether nothing more is dealt."""
        return self.left == 0 or self.match.over

    def close(self, state: State[Any]) -> tuple["Episode", tuple[float, ...]]:
        """Return the episode after a finished deal, and what each seat has won or lost by it.

        That is the change of what `Game.settlement` says of the seat's side, in points of the game. A deal that comes
        to nothing is one of the deals too.
        """
        before, after = self.match, self.match.close(self.match.game.outcome(state))
        left = None if self.left is None else self.left - 1
        return Episode(after, left), _gains(before.game, before.sheet.totals, after.sheet.totals)


@lru_cache(4096)  # many deals begin with the same totals and end with the same
def _gains(game: AnyGame, before: Totals, after: Totals) -> tuple[float, ...]:
    """Return by seat what changes for its side between two totals."""
    settled = zip(game.settlement(before), game.settlement(after), strict=True)
    changes = [float(now - then) for then, now in settled]
    by_seat = {seat: change for side, change in zip(game.sides, changes, strict=True) for seat in side}
    return tuple(by_seat[seat] for seat in range(game.seats))
