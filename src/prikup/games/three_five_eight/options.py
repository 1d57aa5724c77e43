"""The house rules of 3-5-8. Every default is the main text of the seed (seed 002)."""

from typing import Annotated, Literal

from msgspec import Meta

from prikup.errors import BadOptions, reason
from prikup.options import HouseRules

__all__ = ["PRESETS", "Options"]

EACH_ONCE = 18
"""Hands of a match in which each of three players announces each of six contracts once."""


class Options(HouseRules, frozen=True):
    """The house rules of 3-5-8; each field is explained by the message `option-FIELD`."""

    target_layout: Literal["d8_l5_r3", "d3_l5_r8", "d9_l5_r2"] = "d8_l5_r3"
    announcer: Literal["target8", "right_of_dealer", "left_of_dealer", "dealer"] = "target8"
    contracts: Literal["suits", "no_trump", "min_tricks"] = "suits"
    one_pass: bool = False
    each_contract_once: bool = False
    exchange_timing: Literal["before_announcement", "after_announcement"] = "before_announcement"
    exchange_order: Literal["this_hand", "last_hand"] = "this_hand"
    exchange_mode: Literal["one_by_one", "batch"] = "one_by_one"
    exchange_optional: bool = False
    exchange_none_in_nt: bool = False
    kitty_mode: Literal["discard_first", "take_then_discard", "swap_0_to_4"] = "discard_first"
    first_lead: Literal["announcer", "target5"] = "announcer"
    must_trump: bool = False
    end: Literal["total10", "tricks12", "total21", "total12", "over5", "hands"] = "total10"
    hands: Annotated[int, Meta(ge=1, le=90)] = EACH_ONCE

    def __post_init__(self) -> None:
        if self.exchange_none_in_nt and self.exchange_timing == "before_announcement":
            raise BadOptions(reason("none-in-nt-needs-after-announcement"))
        if self.each_contract_once and self.contracts != "min_tricks":
            raise BadOptions(reason("each-once-needs-six-contracts"))
        if self.each_contract_once and (self.end, self.hands) != ("hands", EACH_ONCE):
            raise BadOptions(reason("each-once-needs-eighteen-hands", hands=EACH_ONCE))


PRESETS = {
    "standard": Options(),
    "belot": Options(
        target_layout="d3_l5_r8",
        contracts="no_trump",
        one_pass=True,
        exchange_timing="after_announcement",
        exchange_none_in_nt=True,
    ),
    "sergeant-major": Options(
        exchange_optional=True, kitty_mode="take_then_discard", first_lead="target5", end="tricks12"
    ),
    "nine-five-two": Options(target_layout="d9_l5_r2", exchange_mode="batch", end="over5"),
    "eighteen-hands": Options(
        target_layout="d3_l5_r8",
        contracts="min_tricks",
        each_contract_once=True,
        exchange_timing="after_announcement",
        exchange_optional=True,
        exchange_none_in_nt=True,
        kitty_mode="take_then_discard",
        end="hands",
    ),
}
