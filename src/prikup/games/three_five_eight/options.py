"""The house rules of 3-5-8. Every default follows the main part of source text 002 (see docs/sources.md).

`announce_from=first_six`, `trump_return=any_trump` and `target_layout=d3_l8_r5` come from Polish web pages,
`kitty_shown=all` and `kitty_mode=take_then_discard` from Bulgarian ones. docs/sources.md lists the other sources of the
presets. This project decided how long a match with `each_contract_once` is if there are fewer than six contracts.
"""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from prikup.rules.options import HouseRules, Use, condition, touches

__all__ = ["PRESETS", "Options"]

KNOWN_ENDS = ("total10", "tricks12", "total21", "total12", "over5")
"""The values of `Options.end` (the rule that ends a match) that use neither the option `hands` nor `total`."""


class Options(HouseRules, frozen=True):
    """The house rules of 3-5-8: a field for each rule, with the value chosen for a match.

    The docstring of `rules.py` lists what the rules decide, and the message `option-FIELD` in `en.ftl` explains each
    value of a field.
    """

    target_layout: Literal["d8_l5_r3", "d3_l5_r8", "d9_l5_r2", "d3_l8_r5"] = "d8_l5_r3"
    announcer: Literal["target8", "right_of_dealer", "left_of_dealer", "dealer"] = "target8"
    contracts: Literal["suits", "no_trump", "min_tricks"] = "suits"
    one_pass: bool = False
    each_contract_once: bool = False
    announce_from: Literal["sixteen", "first_six"] = "sixteen"
    exchange_timing: Literal["before_announcement", "after_announcement"] = "before_announcement"
    exchange_order: Literal["this_hand", "last_hand"] = "this_hand"
    exchange_mode: Literal["one_by_one", "batch"] = "one_by_one"
    exchange_optional: bool = False
    exchange_none_in_nt: bool = False
    trump_return: Literal["highest", "any_trump"] = "highest"
    kitty_mode: Literal["discard_first", "take_then_discard"] = "discard_first"
    kitty_shown: Literal["announcer", "all"] = "announcer"
    first_lead: Literal["announcer", "target5"] = "announcer"
    must_trump: bool = False
    end: Literal["total10", "tricks12", "total21", "total12", "over5", "hands", "total"] = "total10"
    hands: Annotated[int, Meta(ge=1, le=90)] = 18
    total: Annotated[int, Meta(ge=1, le=100)] = 15

    uses: ClassVar[Mapping[str, Use]] = {
        "target_layout": touches("sheet"),
        "announcer": touches("sheet"),
        "contracts": touches("sheet"),
        "one_pass": touches("sheet"),
        "each_contract_once": touches("sheet"),
        "announce_from": touches("play"),
        "exchange_timing": touches("play", condition(announce_from="first_six")),
        "exchange_order": touches("play"),
        "exchange_mode": touches("play"),
        "exchange_optional": touches("play"),
        "exchange_none_in_nt": touches(
            "play",
            condition(contracts="suits"),
            condition(exchange_timing="before_announcement", announce_from="sixteen"),
        ),
        "trump_return": touches("play", condition(exchange_timing="before_announcement", announce_from="sixteen")),
        "kitty_mode": touches("play"),
        "kitty_shown": touches("play"),
        "first_lead": touches("play"),
        "must_trump": touches("play"),
        "end": touches("course", condition(each_contract_once=True)),
        "hands": touches("course", condition(each_contract_once=True), condition(end=(*KNOWN_ENDS, "total"))),
        "total": touches("course", condition(each_contract_once=True), condition(end=(*KNOWN_ENDS, "hands"))),
    }

    @property
    def exchange_knows_contract(self) -> bool:
        """Whether the players exchange cards after the contract is named; always so with `announce_from=first_six`."""
        return self.exchange_timing == "after_announcement" or self.announce_from == "first_six"


PRESETS = {
    "standard": Options(),
    "belot": Options(
        target_layout="d3_l5_r8",
        contracts="no_trump",
        one_pass=True,
        exchange_timing="after_announcement",
        exchange_none_in_nt=True,
        kitty_mode="take_then_discard",
        kitty_shown="all",
    ),
    "sergeant-major": Options(exchange_optional=True, first_lead="target5", end="tricks12"),
    "nine-five-two": Options(
        target_layout="d9_l5_r2",
        exchange_mode="batch",
        kitty_mode="take_then_discard",
        first_lead="target5",
        end="over5",
    ),
    "eighteen-hands": Options(
        target_layout="d3_l8_r5",
        contracts="min_tricks",
        each_contract_once=True,
        announce_from="first_six",
        exchange_timing="after_announcement",
        exchange_optional=True,
        exchange_none_in_nt=True,
        trump_return="any_trump",
        kitty_mode="take_then_discard",
        kitty_shown="all",
    ),
}
