"""The house rules of Preferans. Every default is the main text of the seed (seed 004), which calls it Sochi.

The codex presets are what players of each convention commonly agree on, after the codex of the Russian players as it
is excerpted on public pages. Where no source settles a value (the size of the pool, what ends a row of raspasys, who
may equal a bid when two are left) it is ours.
"""

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from prikup.errors import BadOptions, reason
from prikup.options import HouseRules

__all__ = ["PRESETS", "Options"]


class Options(HouseRules, frozen=True):
    """The house rules of Preferans; each field is explained by the message `option-FIELD`."""

    # The table and the end
    players: Literal[3, 4] = 3
    system: Literal["sochi", "leningrad", "rostov"] = "sochi"
    end: Literal["each", "sum", "hands"] = "each"
    pool: Annotated[int, Meta(ge=1, le=1000)] = 20
    hands: Annotated[int, Meta(ge=1, le=1000)] = 24
    talon_after_round: Literal[1, 2, 3] = 1
    # The auction
    equal_bid: Literal["eldest", "senior_of_last_two", "none"] = "eldest"
    misere_hand: Literal["off", "on", "chain"] = "off"
    # The contract and the whist
    concede_three: bool = False
    stalingrad: bool = False
    ten_check: bool = False
    half_whist: Literal["on", "off", "drop"] = "on"
    first_lead_dark: bool = False
    misere_open: Literal["before_lead", "codex", "after_trick1"] = "before_lead"
    # What is written
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
    raspasy_prog: Literal["none", "arithmetic", "geometric"] = "none"
    raspasy_cap: Literal["usual", "uncapped"] = "usual"
    raspasy_reset: Literal["any_declared_game", "made_game", "made_and_whisted"] = "any_declared_game"
    raspasy_exit: Literal["6", "6-7-7", "6-7-8", "cyclic"] = "6"
    raspasy_amnesty: bool = False
    raspasy_dealer_stays: bool = False
    rostov_raspasy: Literal["pairwise", "min_only"] = "pairwise"
    zero_premium_dealer: bool = False
    # The archaic rights of a dealer who sits out
    throw_talon: bool = False
    dealer_talon_bonus: bool = False

    def __post_init__(self) -> None:
        # A dealer who takes tricks too would be a fourth among those who share: no source says how.
        if self.system == "rostov" and self.rostov_raspasy == "min_only" and self.dealer_leads_raspasy:
            raise BadOptions(reason("min-only-without-talon-leads"))

    @property
    def dealer_leads_raspasy(self) -> bool:
        """Whether a dealer who sits out leads the talon's cards to raspasy, and so may take tricks."""
        return self.players == 4 and self.raspasy_talon == "talon_leads"

    def must_be_whisted(self, contract: str) -> bool:
        """Return whether both defenders must whist a contract: six spades, in Stalingrad."""
        return self.stalingrad and contract == "6S"

    def is_not_whisted(self, level: int) -> bool:
        """Return whether a contract is played without whisting, by defenders with open hands."""
        return self.ten_check and level == 10


SOCHI = Options()
LENINGRAD = Options(system="leningrad")
ROSTOV = Options(system="rostov", responsibility="half")

PRESETS = {
    "sochi": SOCHI,
    "leningrad": LENINGRAD,
    "rostov": ROSTOV,
    "sochi-codex": replace(
        SOCHI,
        consolation_dealer=True,
        raspasy_talon="talon_leads",
        raspasy_prog="arithmetic",
        stalingrad=True,
        misere_open="codex",
    ),
    "leningrad-codex": replace(
        LENINGRAD,
        responsibility="half",
        whist_style="gentleman",
        consolation_dealer=True,
        raspasy_talon="talon_leads",
        raspasy_prog="arithmetic",
        raspasy_exit="6-7-7",
        misere_open="codex",
    ),
    "rostov-codex": replace(
        ROSTOV,
        consolation="ten",
        consolation_dealer=True,
        rostov_dump="dump",
        rostov_raspasy="min_only",
        misere_open="codex",
    ),
}
