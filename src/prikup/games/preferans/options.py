"""The house rules of Preferans. Every default follows the main part of source text 004 (see docs/sources.md).

The source text calls these rules Sochi. The presets with "codex" in their name are the common conventions of each
region, after the codex of the Russian players as excerpted on public pages. `leningrad-fspr` is the sporting code of
the Preferans federation as described by a third party. This project decided the values that no source gives, such as
the size of the pool and what ends a row of raspasy (deals in which all passed).
"""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import replace

from prikup.rules.errors import BadOptions, reason
from prikup.rules.options import HouseRules, Use, condition, touches

__all__ = ["PRESETS", "Options"]

MIN_ONLY_AND_TALON_LEADS = "system=rostov rostov_raspasy=min_only players=4 raspasy_talon=talon_leads"
"""The only combination of options that has no meaning, as text."""


class Options(HouseRules, frozen=True):
    """The house rules of Preferans: a field for each rule, with its value.

    The docstring of `rules.py` lists what the rules decide, and the message `option-FIELD` in `en.ftl` explains each
    value of a field.
    """

    # The table and the end
    players: Literal[3, 4] = 3
    system: Literal["sochi", "leningrad", "rostov"] = "sochi"
    end: Literal["each", "sum", "hands"] = "each"
    pool: Annotated[int, Meta(ge=1, le=1000)] = 20
    hands: Annotated[int, Meta(ge=1, le=1000)] = 24
    talon_after_round: Literal[1, 2, 3, 4] = 1
    # The auction
    equal_bid: Literal["eldest", "senior_of_last_two", "none"] = "eldest"
    misere_hand: Literal["off", "on", "chain"] = "off"
    # The contract and the whist
    concede_three: bool = False
    stalingrad: bool = False
    ten_check: Literal["off", "nothing", "consolation", "tricks"] = "off"
    half_whist: Literal["on", "off", "drop"] = "on"
    first_lead_dark: bool = False
    misere_open: Literal["before_lead", "codex", "after_trick1"] = "before_lead"
    misere_control: Literal["each", "entrusted"] = "each"
    # The score
    whist_style: Literal["greedy", "gentleman"] = "greedy"
    gentleman_scope: Literal["any_set", "lone_whister_only"] = "any_set"
    responsibility: Literal["full", "half"] = "full"
    shortfall_split: Literal["capped", "personal", "strict_personal"] = "capped"
    q1_responsible: Literal["second", "both"] = "second"
    consolation: Literal["value", "off", "ten"] = "value"
    consolation_dealer: bool = False
    consolation_passer: bool = True
    rostov_dump: Literal["whists5", "dump"] = "whists5"
    # Raspasy
    raspasy_talon: Literal["none", "talon_leads", "suit_only"] = "none"
    third_lead: Literal["eldest", "winner"] = "eldest"
    raspasy_price: Literal[1, 2] = 1
    raspasy_prog: Literal["none", "arithmetic", "geometric"] = "none"
    raspasy_cap: Literal["usual", "uncapped"] = "usual"
    raspasy_reset: Literal["any_declared_game", "made_game", "made_and_whisted"] = "any_declared_game"
    raspasy_exit: Literal["6", "6-7-7", "6-7-8", "cyclic"] = "6"
    raspasy_amnesty: bool = False
    raspasy_dealer_stays: bool = False
    rostov_raspasy: Literal["pairwise", "min_only"] = "pairwise"
    zero_premium: Literal["stake", "price", "one", "none"] = "stake"
    zero_premium_dealer: bool = False
    # Old rights of a dealer who sits out
    throw_talon: bool = False
    dealer_talon_bonus: bool = False

    uses: ClassVar[Mapping[str, Use]] = {
        "players": touches("sheet"),
        "system": touches("sheet"),
        "end": touches("sheet"),
        "pool": touches("sheet", condition(end="hands")),
        "hands": touches("course", condition(end=("each", "sum"))),
        "talon_after_round": touches("play"),
        "equal_bid": touches("play"),
        "misere_hand": touches("play"),
        "concede_three": touches("sheet"),
        "stalingrad": touches("sheet"),
        "ten_check": touches("sheet"),
        "half_whist": touches("sheet"),
        "first_lead_dark": touches("play"),
        "misere_open": touches("play"),
        "misere_control": touches("play"),
        "whist_style": touches("sheet"),
        "gentleman_scope": touches("sheet", condition(whist_style="greedy")),
        "responsibility": touches("sheet"),
        "shortfall_split": touches("sheet"),
        "q1_responsible": touches("sheet"),
        "consolation": touches("sheet"),
        "consolation_dealer": touches("sheet", condition(players=3), condition(consolation="off")),
        "consolation_passer": touches("sheet", condition(consolation="off")),
        "rostov_dump": touches("sheet", condition(system=("sochi", "leningrad"))),
        "raspasy_talon": touches("sheet"),
        "third_lead": touches("play", condition(raspasy_talon="none")),
        "raspasy_price": touches("sheet"),
        "raspasy_prog": touches("sheet"),
        "raspasy_cap": touches("sheet", condition(raspasy_prog="none")),
        "raspasy_reset": touches("course", condition(raspasy_prog="none", raspasy_exit="6")),
        "raspasy_exit": touches("play"),
        "raspasy_amnesty": touches("sheet", condition(system="rostov", rostov_raspasy="min_only")),
        "raspasy_dealer_stays": touches("course"),
        "rostov_raspasy": touches("sheet", condition(system=("sochi", "leningrad"))),
        "zero_premium": touches("sheet"),
        "zero_premium_dealer": touches("sheet", condition(players=3), condition(zero_premium="none")),
        "throw_talon": touches("sheet", condition(players=3)),
        "dealer_talon_bonus": touches("sheet", condition(players=3)),
    }

    def __post_init__(self) -> None:
        # The dealer would take tricks too and so take part in the scoring; no source defines how.
        if self.system == "rostov" and self.rostov_raspasy == "min_only" and self.dealer_leads_raspasy:
            raise BadOptions(reason("min-only-without-talon-leads", options=MIN_ONLY_AND_TALON_LEADS))

    @property
    def talon_is_turned(self) -> bool:
        """Whether the talon's two cards are turned up one by one in raspasy (a deal in which all passed)."""
        return self.raspasy_talon != "none"

    @property
    def first_tricks_differ(self) -> bool:
        """Whether a house rule may lay hands open, turn up a card or ask for a choice during the first three tricks."""
        return self.talon_is_turned or self.first_lead_dark or self.misere_open != "before_lead"

    @property
    def dealer_leads_raspasy(self) -> bool:
        """Whether the talon's two cards are led in raspasy for the dealer, who sits out but may then take tricks.

        Raspasy are played when all pass, and every player then avoids tricks.
        """
        return self.players == 4 and self.raspasy_talon == "talon_leads"

    def must_be_whisted(self, contract: str) -> bool:
        """Return whether both defenders must whist (promise tricks) against a contract.

        `contract` is its name, such as `6S`. They must do so only against six spades, with the house rule `stalingrad`.
        """
        return self.stalingrad and contract == "6S"

    @property
    def raspasy_row_matters(self) -> bool:
        """Whether the number of raspasy (deals in which all passed) in a row has any effect."""
        return self.raspasy_prog != "none" or self.raspasy_exit != "6"

    def is_not_whisted(self, level: int) -> bool:
        """Return whether a contract of `level` tricks is played without a call of the defenders, whose hands lie open.

        Otherwise each defender decides whether to whist (promise tricks).
        """
        return self.ten_check != "off" and level == 10


SOCHI = Options()
LENINGRAD = Options(system="leningrad")
ROSTOV = Options(system="rostov", responsibility="half")

SOCHI_CODEX = replace(
    SOCHI,
    equal_bid="senior_of_last_two",
    consolation_dealer=True,
    raspasy_talon="talon_leads",
    raspasy_prog="arithmetic",
    zero_premium="price",
    stalingrad=True,
    misere_open="codex",
)
LENINGRAD_CODEX = replace(
    LENINGRAD,
    equal_bid="senior_of_last_two",
    responsibility="half",
    whist_style="gentleman",
    gentleman_scope="lone_whister_only",
    consolation_dealer=True,
    raspasy_talon="talon_leads",
    raspasy_prog="arithmetic",
    raspasy_exit="6-7-7",
    zero_premium="price",
    misere_open="codex",
)
ROSTOV_CODEX = replace(
    ROSTOV,
    equal_bid="senior_of_last_two",
    consolation="ten",
    consolation_dealer=True,
    rostov_dump="dump",
    rostov_raspasy="min_only",
    zero_premium="price",
    zero_premium_dealer=True,
    misere_open="codex",
)

PRESETS = {
    "sochi": SOCHI,
    "leningrad": LENINGRAD,
    "rostov": ROSTOV,
    "sochi-codex": SOCHI_CODEX,
    "leningrad-codex": LENINGRAD_CODEX,
    "rostov-codex": ROSTOV_CODEX,
    "leningrad-fspr": replace(
        LENINGRAD_CODEX,
        players=4,
        end="hands",
        shortfall_split="strict_personal",
        q1_responsible="both",
        raspasy_reset="made_and_whisted",
        dealer_talon_bonus=True,
    ),
}
