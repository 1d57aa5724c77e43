"""The class that puts the scoring of Paston together: the score sheet and the scoring questions."""

from prikup.games.paston import scoring
from prikup.games.paston.scoring_questions import irregularity_questions, scoring_questions
from prikup.rules.game_scoring import GameScoring
from prikup.rules.options import bind_options

__all__ = ["PastonScoring"]


class PastonScoring(GameScoring):
    """The scoring of Paston, as the interface `GameScoring` defines it.

    It has the score sheet entries of a deal, the next deal, and the questions to a score keeper.
    """

    row = bind_options(scoring.row)
    next_deal = bind_options(scoring.next_deal)
    winners = bind_options(scoring.winners)
    scoring_questions = bind_options(scoring_questions)
    irregularity_questions = bind_options(irregularity_questions)
