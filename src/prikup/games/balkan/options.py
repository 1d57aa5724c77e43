"""The house rules of Balkan Preferans.

Every default is the rule of source text 004 (one paragraph, see docs/sources.md) or, where it is silent, the mildest
interpretation of the public rules of Serbian clubs. The preset `serbian-club` is the full game of the clubs, after the
published rules of one of them (preferansklub.com, by way of a program that follows them). The preset `serbian-league`
is the game of the Serbian championship, from excerpts of a report on it: 400 bule (points that each player must write
off), eight refe (deals that count double), and spades without a compulsory kontra (doubling of the stake).
"""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import replace

from prikup.rules.options import HouseRules, Use, condition, touches

__all__ = ["PRESETS", "Options"]


class Options(HouseRules, frozen=True):
    """The house rules of Balkan Preferans: a field for each rule, with its value.

    The docstring of `rules.py` lists what the rules decide, and the message `option-FIELD` in `en.ftl` explains each
    value of a field.
    """

    players: Literal[3, 4] = 3
    order: Literal["clubs_low", "spades_low"] = "clubs_low"
    direction: Literal["clockwise", "counter_clockwise"] = "clockwise"
    preferans: bool = False
    jump: bool = False
    mine: Literal["senior", "senior_must", "next"] = "senior"
    igra: Literal["any", "named_high"] = "any"
    igra_naming: Literal["all", "higher_or_yours"] = "all"
    invite: Literal["off", "on", "may_refuse"] = "off"
    kontra: Literal["off", "kontra", "rekontra", "mortkontra"] = "off"
    lowest_needs_kontra: Literal["off", "refa_else_made", "refa_else_void"] = "off"
    quota: Literal["two_or_four", "two_each", "two_each_always"] = "two_or_four"
    betl_kontra: Literal["each", "writer_both", "writer_one"] = "each"
    sans_lead: Literal["before_declarer", "eldest_active"] = "before_declarer"
    stop: Literal["all_ten", "at_five"] = "all_ten"
    refe: Annotated[int, Meta(ge=0, le=20)] = 2
    refe_below: Literal["no", "yes"] = "no"
    refe_frozen: bool = False
    bule: Annotated[int, Meta(ge=20, le=1000, multiple_of=2)] = 60
    last_game: Literal["full", "exact", "exact_double_fall"] = "full"

    uses: ClassVar[Mapping[str, Use]] = {
        "players": touches("sheet"),
        "order": touches("sheet"),
        "direction": touches("play"),
        "preferans": touches("sheet"),
        "jump": touches("play"),
        "mine": touches("play"),
        "igra": touches("play"),
        "igra_naming": touches("play"),
        "invite": touches("sheet"),
        "kontra": touches("sheet"),
        "lowest_needs_kontra": touches("sheet", condition(kontra="off")),
        "quota": touches("sheet"),
        "betl_kontra": touches("sheet", condition(kontra="off")),
        "sans_lead": touches("play"),
        "stop": touches("sheet"),
        "refe": touches("sheet"),
        "refe_below": touches("sheet", condition(refe=0)),
        "refe_frozen": touches("sheet", condition(refe=0)),
        "bule": touches("sheet"),
        "last_game": touches("sheet"),
    }


CLUB = Options(
    order="spades_low",
    direction="counter_clockwise",
    mine="senior_must",
    igra="named_high",
    igra_naming="higher_or_yours",
    invite="on",
    kontra="mortkontra",
    lowest_needs_kontra="refa_else_made",
    stop="at_five",
    bule=100,
)

PRESETS = {
    "balkan": Options(),
    "serbian-club": CLUB,
    "serbian-league": replace(CLUB, lowest_needs_kontra="off", refe=8, bule=400),
}
