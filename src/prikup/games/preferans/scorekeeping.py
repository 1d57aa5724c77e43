"""The class that puts the scoring of Preferans together: score sheet, progress of a match, and scoring questions."""

from prikup.games.preferans import match_progress, scoring, settlement
from prikup.games.preferans.options import Options
from prikup.games.preferans.scoring_questions import (
    irregularity_questions,
    scoring_questions,
    why_impossible,
    why_no_correction,
)
from prikup.rules.game_scoring import GameScoring
from prikup.rules.options import bind_options

__all__ = ["PreferansScoring"]


class PreferansScoring(GameScoring):
    """The scoring of Preferans, as the interface `GameScoring` defines it.

    Its methods return what a deal adds to the score sheet, who deals next, and the questions that a person answers to
    enter the result of a deal played with real cards.
    """

    options: Options

    row = bind_options(scoring.row)
    next_deal = bind_options(match_progress.next_deal)
    winners = bind_options(match_progress.winners)
    settlement = bind_options(settlement.final)
    scoring_questions = bind_options(scoring_questions)
    irregularity_questions = bind_options(irregularity_questions)
    why_impossible = bind_options(why_impossible)
    why_no_correction = bind_options(why_no_correction)

    @property
    def carry_fields(self) -> tuple[str, ...]:
        """The names of the fields of `Carry` (the state carried over from deal to deal) that these house rules use.

        It is `raspasy`, the number of deals in a row in which all passed, if it has any effect. Under some house rules
        it raises the price of the next raspasy or the lowest bid.
        """
        return ("raspasy",) if self.options.raspasy_row_matters else ()
