"""The scoring of a game: score sheet entries, the next deal, and the questions to a score keeper."""

from abc import ABC, abstractmethod
from fractions import Fraction
from typing import Any, Generic, TypeVar

from msgspec import Struct

from prikup.rules.cards import Seat
from prikup.rules.errors import BadOutcome, Reason, reason
from prikup.rules.match_standing import MatchStanding
from prikup.rules.score_sheet import SheetRow, Totals, score
from prikup.rules.scoring_questions import ChoiceQuestion, Form

__all__ = ["GameScoring", "NextDeal", "VoidDeal"]

C = TypeVar("C")


class VoidDeal(Struct, frozen=True, tag="void"):
    """The outcome of a cancelled deal, which scores nothing and is dealt again by the same dealer."""

    reason: Reason


class NextDeal(Struct, Generic[C], frozen=True):
    """The next dealer after a deal, and `carry`, the state that the game carries over into the next deal.

    If `counts` is False, the finished deal does not count, and another deal follows under the same number.
    """

    dealer: Seat
    carry: C
    counts: bool = True


class GameScoring(ABC):
    """The scoring of one game under one set of options.

    An `outcome` describes what happened in a deal, in terms of the score sheet: it has a type of the game, or is a
    VoidDeal. A `standing` is the state of the match before the deal.
    """

    counts_cards = False
    """True if an outcome depends not only on calls and tricks but also on cards that were dealt, such as honours.

    In such a game bots compute the value of an outcome separately for each possible deal, which takes more time.
    """

    def __init__(self, options: Any) -> None:
        self.options = options

    # The sheet

    @abstractmethod
    def row(self, outcome: Any, standing: MatchStanding[Any]) -> SheetRow:
        """Return the score sheet entries of a deal with this `outcome` (what happened in it).

        All points of a game are computed here. `standing` is the state of the match before the deal. Raise BadOutcome
        for an outcome that no deal can have.
        """

    @abstractmethod
    def next_deal(self, outcome: Any, standing: MatchStanding[Any], row: SheetRow) -> NextDeal[Any]:
        """Return the next dealer, and the state carried over into the next deal, after a deal with this `outcome`.

        `standing` is the state of the match before the deal, and `row` has the entries that the deal added to the
        sheet.
        """

    @abstractmethod
    def winners(
        self, old_standing: MatchStanding[Any], new_standing: MatchStanding[Any], outcome: Any
    ) -> tuple[int, ...]:
        """Return the sides that have won the match; () while the match continues.

        `old_standing` and `new_standing` are the states of the match before and after a deal with this `outcome`, or
        before and after a correction of the sheet by hand, for which `outcome` is None. After a deal,
        `new_standing.deal` is the number of the deal that would come next.
        """

    def settlement(self, totals: Totals) -> tuple[Fraction, ...]:
        """Return the amount that each side would win or lose if the match stopped now, in points of the game.

        The amounts are exact and add up to zero. By default the first column of the sheet is the score, and a side's
        amount is its score minus the mean of all sides' scores. `totals` are the totals of the sheet, by column, then
        by side.
        """
        return score(totals)

    def expected_settlement(self, totals: Totals) -> tuple[Fraction | float, ...]:
        """Return the number of points that each side is expected to have won or lost at the end of the match.

        By default this is the settlement so far. `totals` are the totals of the score sheet, by column, then by side.
        """
        return self.settlement(totals)

    # Score keeping with real cards

    def scoring_questions(self, standing: MatchStanding[Any]) -> Form:
        """Yield the questions that a score keeper answers about a deal, and return the outcome of the deal.

        Only facts that the sheet needs are asked for. Raise BadOutcome if the game has no questions; its outcomes are
        then entered field by field. `standing` is the state of the match before the deal.
        """
        raise BadOutcome(reason("form-none"))

    def irregularity_questions(self, standing: MatchStanding[Any]) -> Form:
        """Yield the questions about an irregularity (misdeal or revoke), and return the resulting outcome.

        By default the only irregularity offered is a misdeal, which scores nothing. `standing` is the state of the
        match before the deal. A revoke is a failure to follow suit.
        """
        yield ChoiceQuestion(reason("form-fault"), ("misdeal",))
        return VoidDeal(reason("misdealt"))

    @property
    def carry_fields(self) -> tuple[str, ...]:
        """The names of the fields of the carried state (`carry`) that have an effect under these options.

        The carried state is what a game takes from one deal to the next besides the totals. For a match that was begun
        on a paper sheet, a user must enter the values of these fields.
        """
        return ()

    def why_impossible(self, totals: Totals, carry: Any) -> Reason | None:
        """Return why no match can have the score sheet totals `totals` and the carried state `carry`; else None.

        `carry` is what the game takes from one deal to the next besides the totals.
        """
        return None

    def why_no_correction(self, totals: Totals) -> Reason | None:
        """Return why a correction of the score sheet by hand may not lead to the totals `totals`; None if it may.

        The reason holds even if all players agree to the correction.
        """
        return None
