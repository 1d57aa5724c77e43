"""The house rules of Tuppi.

Every default follows the main part of source text 003 (see docs/sources.md), or common practice where this text is
silent. The text itself names the difference from Minnesota whist: in Tuppi only one side can have points at a time.
`reset_rule=keep_both`, `low_scoring=from_more`, `high_colour=black`, `bid_ranks=any` and the targets other than 52 are
from excerpts of the public rules of Minnesota whist.
"""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from prikup.rules.options import HouseRules, Use, condition, touches

__all__ = ["PRESETS", "Options"]


class Options(HouseRules, frozen=True):
    """The house rules of Tuppi: a field for each rule, with the value chosen for a match.

    The docstring of `rules.py` lists what the rules decide, and the message `option-FIELD` in `en.ftl` explains each
    value of a field.
    """

    bid_method: Literal["hand_cards", "bid_cards"] = "hand_cards"
    bid_ranks: Literal["not_twos_nor_courts", "not_twos_courts_nor_aces", "any"] = "not_twos_nor_courts"
    high_colour: Literal["red", "black"] = "red"
    sooli: bool = True
    sooli_exchange: Literal["discard_then_receive", "receive_then_pass_back"] = "discard_then_receive"
    sooli_lead: Literal["left_of_soloist", "right_of_soloist", "rami_declarer"] = "left_of_soloist"
    sooli_lost: Literal[24, 48, 0] = 24
    points_per_trick: Literal[4, 1] = 4
    rami_fail_factor: Literal[2, 1] = 2
    low_scoring: Literal["to_fewer", "from_more"] = "to_fewer"
    reset_rule: Literal["to_zero", "new_scorer_keeps", "keep_both"] = "to_zero"
    target: Annotated[int, Meta(ge=5, le=500)] = 52
    mode: Literal["casual", "tournament"] = "casual"
    hands: Annotated[int, Meta(ge=16, le=24)] = 16
    tournament_tie: Literal["extra", "draw"] = "extra"
    concede: bool = True

    uses: ClassVar[Mapping[str, Use]] = {
        "bid_method": touches("play"),
        "bid_ranks": touches("play", condition(bid_method="bid_cards")),
        "high_colour": touches("play"),
        "sooli": touches("sheet"),
        "sooli_exchange": touches("play", condition(sooli=False)),
        "sooli_lead": touches("play", condition(sooli=False)),
        "sooli_lost": touches("sheet", condition(sooli=False)),
        "points_per_trick": touches("sheet"),
        "rami_fail_factor": touches("sheet"),
        "low_scoring": touches("sheet"),
        "reset_rule": touches("sheet"),
        "target": touches("sheet"),
        "mode": touches("sheet"),
        "hands": touches("course", condition(mode="casual")),
        "tournament_tie": touches("course", condition(mode="casual")),
        # A side may concede a deal because the exact number of tricks does not matter (source text 003). It does matter
        # if the side that scores keeps its points.
        "concede": touches("sheet", condition(reset_rule=("new_scorer_keeps", "keep_both"))),
    }

    @property
    def both_score(self) -> bool:
        """Whether both sides keep their points, as in Minnesota whist.

        With this rule, rami (a deal for the most tricks) is called high, and nolo (a deal for the fewest) low.
        """
        return self.reset_rule == "keep_both"

    @property
    def sums_count(self) -> bool:
        """Whether a tournament is decided by all points that each side has ever scored, including points lost since."""
        return self.mode == "tournament" and not self.both_score


PRESETS = {
    "standard": Options(),
    "tournament": Options(bid_method="bid_cards", sooli=False, mode="tournament"),
    "minnesota": Options(
        bid_ranks="any",
        high_colour="black",
        sooli=False,
        points_per_trick=1,
        rami_fail_factor=1,
        low_scoring="from_more",
        reset_rule="keep_both",
        target=13,
    ),
}
