"""The class that puts the scoring of Tuppi together: score sheet, expected end of a match, and scoring questions."""

from prikup.games.tuppi import expected_result, scoring
from prikup.games.tuppi.options import Options
from prikup.games.tuppi.scoring_questions import irregularity_questions, scoring_questions
from prikup.rules.game_scoring import GameScoring
from prikup.rules.options import bind_options

__all__ = ["TuppiScoring"]


class TuppiScoring(GameScoring):
    """The scoring of Tuppi, as the interface `GameScoring` defines it.

    It has the score sheet entries of a deal, the next deal, and the questions to a score keeper.
    """

    options: Options

    row = bind_options(scoring.row)
    next_deal = bind_options(scoring.next_deal)
    winners = bind_options(scoring.winners)
    expected_settlement = bind_options(expected_result.expected_settlement)
    scoring_questions = bind_options(scoring_questions)
    irregularity_questions = bind_options(irregularity_questions)
    why_impossible = bind_options(scoring.why_impossible)

    @property
    def carry_fields(self) -> tuple[str, ...]:
        """The names of the fields of `Carry` (the state carried over from deal to deal) that these house rules use.

        It is `written`, if a tournament is decided by all points that each side has ever scored.
        """
        return ("written",) if self.options.sums_count else ()
