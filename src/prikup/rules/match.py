"""A match: a series of deals on one score sheet, until a side has won."""

import random
from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from prikup.rules.cards import Card
from prikup.rules.game import AnyGame, Redeal
from prikup.rules.match_standing import MatchStanding
from prikup.rules.score_sheet import Line, ScoreSheet, SheetRow
from prikup.rules.state import Seat, State

__all__ = ["Match"]


class Match(Struct, frozen=True):
    """The state of a match between two deals.

    `dealer` deals next, `sheet` is the score sheet so far, and `carry` is the state that the game carries over into
    that deal, such as the rights that each player has used up. `deals` is the number of deals that counted. `winners`
    are the numbers of the sides that have won, () while the match continues.
    """

    game: AnyGame
    dealer: Seat
    sheet: ScoreSheet
    carry: Any
    deals: int = 0
    winners: tuple[int, ...] = ()

    @classmethod
    def begin(cls, game: AnyGame, dealer: Seat = 0) -> "Match":
        """Return a new match, in which the seat `dealer` deals first."""
        return cls(game, dealer, ScoreSheet(game.columns, game.opening), game.carry)

    @classmethod
    def from_standing(cls, game: AnyGame, standing: MatchStanding[Any]) -> "Match":
        """Return a match that continues from `standing`, the state of a match before a deal.

        It has the totals of `standing`, but no lines of earlier deals on its sheet.
        """
        return cls(game, standing.dealer, ScoreSheet(game.columns, standing.totals), standing.carry, standing.deal - 1)

    @property
    def standing(self) -> MatchStanding[Any]:
        """The state of the match before the next deal."""
        return MatchStanding(self.deals + 1, self.dealer, self.sheet.totals, self.carry)

    @property
    def over(self) -> bool:
        """Whether the rules of the game have ended the match."""
        return bool(self.winners)

    def deal_random(self, rng: random.Random) -> State[Any]:
        """Return the state after dealing a random deck. `rng` shuffles the deck again until the rules accept it."""
        pack = self.game.pack
        return self.deal_accepted(tuple(rng.sample(pack, len(pack))) for _ in iter(int, 1))

    def deal_accepted(self, decks: Iterator[tuple[Card, ...]]) -> State[Any]:
        """Return the state after dealing the first of `decks` that the rules accept."""
        deal, standing = self.game.deal, self.standing
        while True:
            state = deal(next(decks), standing)
            if not isinstance(state, Redeal):
                return state

    def close(self, outcome: Any) -> "Match":
        """Return the match after a deal with this `outcome`, which is a value that `Game.outcome` returns.

        The outcome adds a line to the score sheet and decides the next dealer and the state carried over.
        """
        standing = self.standing
        row = self.game.scoring.row(outcome, standing)
        next_deal = self.game.scoring.next_deal(outcome, standing, row)
        sheet = self.sheet.add(Line(standing.deal, self.dealer, outcome, row))
        return Match(
            self.game, next_deal.dealer, sheet, next_deal.carry, self.deals + next_deal.counts
        )._determine_winners(standing, outcome)

    def adjust(self, row: SheetRow) -> "Match":
        """Return the match after a correction of the score sheet by hand; `row` has the amounts to add to the sheet."""
        sheet = self.sheet.add(Line(self.deals, self.dealer, None, row))
        return Match(self.game, self.dealer, sheet, self.carry, self.deals)._determine_winners(self.standing, None)

    def _determine_winners(self, old_standing: MatchStanding[Any], outcome: Any) -> "Match":
        """Return the match with its winners set by the rules of the game.

        `old_standing` is the state of the match before the last deal or correction. `outcome` is the outcome of the
        deal, None for a correction.
        """
        return replace(self, winners=self.game.scoring.winners(old_standing, self.standing, outcome))
