"""The scoring of Balkan Preferans: the sheet, and the scoring questions."""

from fractions import Fraction

from prikup.games.balkan import scoring
from prikup.games.balkan.options import Options
from prikup.games.balkan.scoring_questions import irregularity_questions, scoring_questions
from prikup.rules.game_scoring import GameScoring
from prikup.rules.options import bind_options
from prikup.rules.score_sheet import Totals

__all__ = ["BalkanScoring"]


class BalkanScoring(GameScoring):
    """The scoring of Balkan Preferans."""

    options: Options

    row = bind_options(scoring.row)
    next_deal = bind_options(scoring.next_deal)
    winners = bind_options(scoring.winners)
    scoring_questions = bind_options(scoring_questions)
    irregularity_questions = bind_options(irregularity_questions)
    why_impossible = bind_options(scoring.why_impossible)

    @property
    def carry_fields(self) -> tuple[str, ...]:
        """The number of refe written in the match, if refe are played."""
        return ("refe_written",) if self.options.refe else ()

    def settlement(self, totals: Totals) -> tuple[Fraction, ...]:
        """Return the supe of each player, less the supe against them, less ten for each bula, less the mean."""
        return scoring.final(totals)
