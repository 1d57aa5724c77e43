"""The scoring of a game: what a deal writes on the sheet, what follows it, and what a score keeper is asked."""

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
    """An outcome: the deal is cancelled, scores nothing and is dealt again by the same dealer."""

    reason: Reason


class NextDeal(Struct, Generic[C], frozen=True):
    """The follow-up of a deal: the next dealer and the state carried over.

    If `counts` is False, the deal does not count and is dealt again under the same number.
    """

    dealer: Seat
    carry: C
    counts: bool = True


class GameScoring(ABC):
    """The scoring of one game under one set of options.

    An `outcome` is what a deal came to, in the terms of the score sheet, or a Void. A `standing` is the state of the
    match before the deal.
    """

    counts_cards = False
    """Whether outcomes depend on cards that were dealt, such as honours, besides calls and tricks.

    Where they do, bots compute the value of an outcome separately for each possible deal, which takes more time.
    """

    def __init__(self, options: Any) -> None:
        self.options = options

    # The sheet

    @abstractmethod
    def row(self, outcome: Any, standing: MatchStanding[Any]) -> SheetRow:
        """Return the entries that an outcome writes on the sheet. This is the only function that scores.

        Raise BadOutcome for an outcome that no deal can have.
        """

    @abstractmethod
    def next_deal(self, outcome: Any, standing: MatchStanding[Any], row: SheetRow) -> NextDeal[Any]:
        """Return what follows an outcome; `standing` is the state before the deal, `row` what the deal wrote."""

    @abstractmethod
    def winners(
        self, old_standing: MatchStanding[Any], new_standing: MatchStanding[Any], outcome: Any
    ) -> tuple[int, ...]:
        """Return the sides that have won the match; () while the match continues.

        `old_standing` and `new_standing` are the standings before and after an outcome (`new_standing.deal` is the
        number of the deal that would come next), or before and after a correction of the sheet by hand; the outcome is
        None for a correction.
        """

    def settlement(self, totals: Totals) -> tuple[Fraction, ...]:
        """Return the amount that each side has won or lost if the match stopped now, in points of the game.

        The amounts are exact and add up to zero. By default the first column is the score.
        """
        return score(totals)

    def expected_settlement(self, totals: Totals) -> tuple[Fraction | float, ...]:
        """Return the amount that each side is expected to have won or lost at the end of the match.

        By default this is the settlement so far.
        """
        return self.settlement(totals)

    # Score keeping with real cards

    def scoring_questions(self, standing: MatchStanding[Any]) -> Form:
        """Yield the scoring questions of a deal and return its outcome.

        Only what the sheet needs and other answers do not decide is asked. Raise BadOutcome if the game has no
        questions: its outcomes are then typed field by field.
        """
        raise BadOutcome(reason("form-none"))

    def irregularity_questions(self, standing: MatchStanding[Any]) -> Form:
        """Yield the questions about an irregularity, a misdeal or a revoke, and return the resulting outcome.

        By default only a misdeal is known, which scores nothing.
        """
        yield ChoiceQuestion(reason("form-fault"), ("misdeal",))
        return VoidDeal(reason("misdealt"))

    @property
    def carry_fields(self) -> tuple[str, ...]:
        """The fields of `carry` that these options use; a match continued from paper must supply them."""
        return ()

    def why_impossible(self, totals: Totals, carry: Any) -> Reason | None:
        """Return why these totals and this carried state cannot occur, as far as the rules can tell; else None."""
        return None

    def why_no_correction(self, totals: Totals) -> Reason | None:
        """Return why a correction by hand may not produce these totals, even if all players agree; else None."""
        return None
