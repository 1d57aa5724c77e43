"""The class that puts the scoring of 3-5-8 together: the score sheet and the scoring questions."""

from prikup.games.three_five_eight import scoring
from prikup.games.three_five_eight.options import Options
from prikup.games.three_five_eight.scoring_questions import irregularity_questions, scoring_questions
from prikup.rules.game_scoring import GameScoring
from prikup.rules.options import bind_options

__all__ = ["ThreeFiveEightScoring"]


class ThreeFiveEightScoring(GameScoring):
    """The scoring of 3-5-8, as the interface `GameScoring` defines it.

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

        They are always the points and targets of the last deal, which decide the exchange of cards. The house rules may
        add the passes used and the contracts announced.
        """
        pass_fields = ("passed",) if self.options.one_pass else ()
        contract_fields = ("announced",) if self.options.each_contract_once else ()
        return ("points", "targets", *pass_fields, *contract_fields)
