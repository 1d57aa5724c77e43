"""The house rules of Balkan Preferans. Every default is what the seed says (seed 004), or, where it is silent, ours.

The seed gives `order=seed` and `direction=clockwise`; `order=serbian` and `direction=counter_clockwise` are how the
public Serbian rules have it. `refe`, `kontra`, `invite` and `sans_lead` follow those too. `jump`, `quota=two_each`,
`sans_lead=eldest_active` and the other sizes of the bule are ours.
"""

from typing import Literal

from prikup.options import HouseRules

__all__ = ["PRESETS", "Options"]


class Options(HouseRules, frozen=True):
    """The house rules of Balkan Preferans; each field is explained by the message `option-FIELD`."""

    order: Literal["seed", "serbian"] = "seed"
    direction: Literal["clockwise", "counter_clockwise"] = "clockwise"
    jump: bool = False
    invite: bool = False
    quota: Literal["two_or_four", "two_each"] = "two_or_four"
    sans_lead: Literal["before_declarer", "eldest_active"] = "before_declarer"
    refe: bool = True
    kontra: bool = False
    bule: Literal[60, 100, 150] = 60


PRESETS = {
    "balkan": Options(),
    "balkan-serbian": Options(order="serbian", direction="counter_clockwise"),
}
