"""The house rules of Tuppi.

Every default is the main text of the seed (seed 003), or the common practice where the
seed is silent.
"""

from typing import Annotated, Literal

from msgspec import Meta

from prikup.errors import BadOptions, reason
from prikup.options import HouseRules

__all__ = ["PRESETS", "Options"]


class Options(HouseRules, frozen=True):
    """The house rules of Tuppi; each field is explained by the message `option-FIELD`."""

    bid_method: Literal["hand_cards", "bid_cards"] = "hand_cards"
    ace_as_bid: Literal["allowed", "forbidden"] = "allowed"
    sooli: bool = True
    sooli_exchange: Literal["discard_then_receive", "receive_then_pass_back"] = "discard_then_receive"
    sooli_lead: Literal["left_of_soloist", "right_of_soloist", "rami_declarer"] = "left_of_soloist"
    sooli_lost: Literal[24, 48, 0] = 24
    rami_fail_factor: Literal[2, 1] = 2
    points_per_trick: Literal[4, 1] = 4
    target: Literal[52, 13] = 52
    reset_rule: Literal["to_zero", "new_scorer_keeps"] = "to_zero"
    mode: Literal["casual", "tournament"] = "casual"
    hands: Annotated[int, Meta(ge=16, le=24)] = 16
    tournament_tie: Literal["extra", "draw"] = "extra"
    concede: bool = True

    def __post_init__(self) -> None:
        # A hand may be broken off because its exact count does not matter (seed 003); here it does.
        if self.concede and self.reset_rule == "new_scorer_keeps":
            raise BadOptions(reason("concede-needs-to-zero"))


PRESETS = {
    "standard": Options(),
    "tournament": Options(bid_method="bid_cards", sooli=False, mode="tournament"),
    "minnesota": Options(points_per_trick=1, target=13),
}
