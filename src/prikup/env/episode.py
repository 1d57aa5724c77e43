"""Episodes for learning: a number of deals of a match, or a whole match, with the points that each seat gains."""

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
from msgspec import Struct

from prikup.rules.cards import Card
from prikup.rules.game import AnyGame
from prikup.rules.game_scoring import VoidDeal
from prikup.rules.match import Match
from prikup.rules.score_sheet import Totals
from prikup.rules.state import State

__all__ = ["Dice", "Episode", "some_deals"]

DECKS = 64
"""The number of decks that `Dice` shuffles in one batch; a batch takes as long as a few shuffles in Python."""


def some_deals(deals: int | None) -> int | None:
    """Return `deals`, the number of deals in an episode, unchanged if it is valid. Raise ValueError if it is below 1.

    None is valid too and means a whole match.
    """
    if deals is not None and deals < 1:
        raise ValueError(f"an episode has one deal or more, not {deals}")
    return deals


class Episode(Struct, frozen=True):
    """An episode between two deals: the match so far and the number of deals that remain to be played.

    An episode is the unit of learning: one or more deals of a new match, or a whole match. `remaining_deals` is None if
    the match is played to its end.
    """

    match: Match
    remaining_deals: int | None

    @classmethod
    def begin(cls, game: AnyGame, deals: int | None, dealer: int = 0) -> "Episode":
        """Start an episode of `deals` deals, or of a whole match if `deals` is None, with `dealer` as first dealer."""
        return cls(_first_match(game, dealer), deals)

    @property
    def over(self) -> bool:
        """Whether the episode has ended, so that no more deals follow."""
        return self.remaining_deals == 0 or self.match.over

    def deal(self, dice: "Dice") -> State[Any]:
        """Shuffle with `dice` until the rules accept the deck, and return the state after the deal."""
        return self.match.deal_accepted(dice.decks(self.match.game.pack))

    def close(self, outcome: Any) -> tuple["Episode", tuple[float, ...]]:
        """Return the episode after a finished deal, and the points that each seat won or lost in the deal.

        `outcome` is the outcome of the deal. A seat's points are the change of its side's settlement, the amount that
        the side would win or lose if the match stopped now (`GameScoring.settlement`). A cancelled deal counts as one
        of the deals.
        """
        use_cache = not self.match.sheet.lines and not isinstance(outcome, VoidDeal)
        next_match, gains = (_close_deal if use_cache else _close_deal.__wrapped__)(self.match, outcome)
        return Episode(next_match, None if self.remaining_deals is None else self.remaining_deals - 1), gains


class Dice(random.Random):
    """The random choices of episodes: the first dealer and the decks, all uniform."""

    def seed(self, *seed: Any) -> None:
        """Restart with a seed, which determines all later choices; without a seed, the choices are random."""
        super().seed(*seed)
        self._decks: Iterator[tuple[Card, ...]] = iter(())
        self._shuffle = np.random.default_rng(self.getrandbits(64))

    def dealer(self, game: AnyGame) -> int:
        """Return a uniformly random seat as first dealer."""
        return int(self.random() * game.seats)

    def decks(self, pack: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
        """Yield an endless sequence of shuffled decks; `pack` has the cards of the game."""
        while True:
            yield from self._decks
            self._decks = map(tuple, self._shuffle.permuted(np.tile(pack, (DECKS, 1)), axis=1).tolist())


@lru_cache(4096)  # many episodes start alike, and a new match costs more than playing a card
def _first_match(game: AnyGame, dealer: int) -> Match:
    return Match.begin(game, dealer)


@lru_cache(16384)  # many first deals have the same outcome
def _close_deal(match: Match, outcome: Any) -> tuple[Match, tuple[float, ...]]:
    """Return the match after a deal with this outcome, and the points that each seat won or lost in the deal."""
    next_match = match.close(outcome)
    return next_match, _gains(match.game, match.sheet.totals, next_match.sheet.totals)


@lru_cache(4096)  # many deals start and end with the same totals
def _gains(game: AnyGame, old_totals: Totals, new_totals: Totals) -> tuple[float, ...]:
    """Return the points that each seat won or lost between two totals of the score sheet.

    A seat's points are the change of its side's settlement, the amount that the side would win or lose if the match
    stopped now.
    """
    settlements = zip(game.scoring.settlement(old_totals), game.scoring.settlement(new_totals), strict=True)
    changes = [float(new_share - old_share) for old_share, new_share in settlements]
    by_seat = {seat: change for side, change in zip(game.sides, changes, strict=True) for seat in side}
    return tuple(by_seat[seat] for seat in range(game.seats))
