"""An episode: some deals of a match, or a whole one, and what each seat gains by them."""

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
from msgspec import Struct

from prikup.cards import Card
from prikup.game import AnyGame, Void
from prikup.match import Match
from prikup.sheet import Totals
from prikup.state import State

__all__ = ["Dice", "Episode", "some_deals"]

DECKS = 64
"""The decks that are shuffled at once, in the time that Python takes for a few."""


def some_deals(deals: int | None) -> int | None:
    """Return the deals of an episode as they were asked for. Raise ValueError for fewer than one."""
    if deals is not None and deals < 1:
        raise ValueError(f"an episode has one deal or more, not {deals}")
    return deals


class Episode(Struct, frozen=True):
    """An episode between two deals: the match as it stands, and how many deals are still to be dealt.

    `left` is None where the match is played to its end.
    """

    match: Match
    left: int | None

    @classmethod
    def begin(cls, game: AnyGame, deals: int | None, dealer: int = 0) -> "Episode":
        """Return an episode of some `deals`, or of a whole match (None), in which the seat `dealer` deals first."""
        return cls(_begun(game, dealer), deals)

    @property
    def over(self) -> bool:
        """Whether nothing more is dealt."""
        return self.left == 0 or self.match.over

    def dealt(self, dice: "Dice") -> State[Any]:
        """Return a random deal of the match."""
        return self.match.dealt_from(dice.decks(self.match.game.pack))

    def close(self, state: State[Any]) -> tuple["Episode", tuple[float, ...]]:
        """Return the episode after a finished deal, and what each seat has won or lost by it.

        That is the change of what `Game.settlement` says of the seat's side, in points of the game. A deal that comes
        to nothing is one of the deals too.
        """
        outcome = self.match.game.outcome(state)
        known = not self.match.sheet.lines and not isinstance(outcome, Void)
        after, gains = (_closed if known else _closed.__wrapped__)(self.match, outcome)
        return Episode(after, None if self.left is None else self.left - 1), gains


class Dice(random.Random):
    """All that is random in episodes: who deals first, and the decks, each order as likely as any other."""

    def seed(self, *seed: Any) -> None:
        """Begin anew; all that follows is that of the seed."""
        super().seed(*seed)
        self._decks: Iterator[tuple[Card, ...]] = iter(())
        self._shuffle = np.random.default_rng(self.getrandbits(64))

    def dealer(self, game: AnyGame) -> int:
        """Return who deals first, each seat as likely as any other."""
        return int(self.random() * game.seats)

    def decks(self, pack: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
        """Yield decks of a pack without end."""
        while True:
            yield from self._decks
            self._decks = map(tuple, self._shuffle.permuted(np.tile(pack, (DECKS, 1)), axis=1).tolist())


@lru_cache(4096)  # what many episodes begin with, for it takes longer than a card
def _begun(game: AnyGame, dealer: int) -> Match:
    return Match.begin(game, dealer)


@lru_cache(16384)  # many first deals come to the same
def _closed(match: Match, outcome: Any) -> tuple[Match, tuple[float, ...]]:
    """Return a match after a deal with this outcome, and what each seat has won or lost by it."""
    after = match.close(outcome)
    return after, _gains(match.game, match.sheet.totals, after.sheet.totals)


@lru_cache(4096)  # many deals begin with the same totals and end with the same
def _gains(game: AnyGame, before: Totals, after: Totals) -> tuple[float, ...]:
    """Return by seat what changes for its side between two totals."""
    settled = zip(game.settlement(before), game.settlement(after), strict=True)
    changes = [float(now - then) for then, now in settled]
    by_seat = {seat: change for side, change in zip(game.sides, changes, strict=True) for seat in side}
    return tuple(by_seat[seat] for seat in range(game.seats))
