"""The house rules of Paston. Every default follows the main part of source text 000 (see docs/sources.md).

The source text itself is uncertain about `both_in_prikup`, `second_dealer`, `all_pass_declarer`, `allpass_trump`,
`passer`, `lone_low` and `end_tie`. `surrender_bonus` comes from its note on Aram's rules, and `minus_reset=at_or_below`
is a possible interpretation of source text 001. This project added `allpass_trump=spades_only`, `surrender_factor=bid`,
`multiplier_table=grkha_full` and the targets other than 121.
"""

from collections.abc import Mapping
from typing import ClassVar, Literal

from prikup.rules.options import HouseRules, Use, touches

__all__ = ["PRESETS", "Options"]


class Options(HouseRules, frozen=True):
    """The house rules of Paston: a field for each rule, with the value chosen for a match.

    The docstring of `rules.py` lists what the rules decide, and the message `option-FIELD` in `en.ftl` explains each
    value of a field.
    """

    bottom_7s_reshuffle: bool = True
    redeal_six_spades: bool = True
    both_in_prikup: Literal["redeal", "first_speaker"] = "redeal"
    second_dealer: Literal["first_bidder", "left_of_dealer"] = "first_bidder"
    all_pass_declarer: Literal["jack_holder", "first_speaker"] = "jack_holder"
    allpass_trump: Literal["any_but_grkha", "any", "spades_only"] = "any_but_grkha"
    passer: Literal["out", "invited", "open_hand_joins"] = "out"
    lone_low: Literal["graded", "flat9"] = "graded"
    surrender_bonus: Literal[2, 0] = 2
    surrender_factor: Literal["none", "bid"] = "none"
    multiplier_table: Literal["standard", "grkha_full"] = "standard"
    minus_reset: Literal["exact", "at_or_below", "off"] = "exact"
    end_tie: Literal["extra_deals", "shared", "declarer_of_last_deal"] = "extra_deals"
    target: Literal[121, 61, 241] = 121

    uses: ClassVar[Mapping[str, Use]] = {
        "bottom_7s_reshuffle": touches("play"),
        "redeal_six_spades": touches("play"),
        "both_in_prikup": touches("play"),
        "second_dealer": touches("course"),
        "all_pass_declarer": touches("play"),
        "allpass_trump": touches("play"),
        "passer": touches("sheet"),
        "lone_low": touches("sheet"),
        "surrender_bonus": touches("sheet"),
        "surrender_factor": touches("sheet"),
        "multiplier_table": touches("sheet"),
        "minus_reset": touches("sheet"),
        "end_tie": touches("course"),
        "target": touches("course"),
    }


PRESETS = {
    "standard": Options(),
    "aram": Options(surrender_bonus=0),
}
