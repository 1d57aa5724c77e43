"""The class that puts the scoring of Balkan Preferans together: the score sheet and the scoring questions."""

from fractions import Fraction

from prikup.games.balkan import scoring
from prikup.games.balkan.options import Options
from prikup.games.balkan.scoring_questions import irregularity_questions, scoring_questions
from prikup.rules.game_scoring import GameScoring
from prikup.rules.options import bind_options
from prikup.rules.score_sheet import Totals

__all__ = ["BalkanScoring"]


class BalkanScoring(GameScoring):
    """The scoring of Balkan Preferans, as the interface `GameScoring` defines it.

    It has the score sheet entries of a deal, the next deal, and the questions to a score keeper.
    """

    options: Options

    row = bind_options(scoring.row)
    next_deal = bind_options(scoring.next_deal)
    winners = bind_options(scoring.winners)
    scoring_questions = bind_options(scoring_questions)
    irregularity_questions = bind_options(irregularity_questions)
    why_impossible = bind_options(scoring.why_impossible)

    @property
    def carry_fields(self) -> tuple[str, ...]:
        """The names of the fields of `Carry` (the state carried over from deal to deal) that these house rules use.

        It is `refe_written`, how often every player got a refa (a right that doubles the stake), if the house rules
        have refe.
        """
        return ("refe_written",) if self.options.refe else ()

    def settlement(self, totals: Totals) -> tuple[Fraction, ...]:
        """Return the points that each player would win or lose if the match stopped now. They sum to zero.

        `totals` are the totals of the sheet. A player's raw result is their supe (points against declarers), minus the
        supe that other players have against them, minus ten for each of their bule (points still to write off). The
        mean of all raw results is then subtracted.
        """
        return scoring.final(totals)
