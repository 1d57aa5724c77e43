"""Preferans, the Russian card game, with the conventions of Sochi, Leningrad and Rostov: the game definition."""

from prikup.games.preferans.calls import LEVEL, call_name
from prikup.games.preferans.options import PRESETS, Options
from prikup.games.preferans.outcome import Outcome
from prikup.games.preferans.player import call_distance, discard_estimate, rule
from prikup.games.preferans.public import Public
from prikup.games.preferans.rules import Preferans
from prikup.rules.game_definition import GameDefinition
from prikup.rules.presentation import Presentation, PulyaSheet

__all__ = ["KIND", "Options", "Outcome", "Preferans", "Public"]

KIND = GameDefinition(
    Preferans,
    PRESETS,
    Public,
    Outcome,
    rule,
    Presentation(
        sheet=PulyaSheet(pool="pool", dump="dump"),
        front={"players": (), "pool": ("10", "20", "30")},
        keys={"pass": "P", "whist": "W", "half": "H", "misere": "M", "misere-hand": "B", "9-hand": "N", "concede": "G"},
        quiet=("pass",),
        sure={call_name(bid): f"sure-{level}" for bid, level in LEVEL.items() if level >= 8}
        | {"misere": "sure-misere", "misere-hand": "sure-misere", "concede": "sure-concede"},
        neighbours={"left": 1, "across": 2, "right": -1},
        unused={"dump": {"system": "rostov", "rostov_dump": "whists5"}},
        stock_waits=("auction",),
        hand=10,
    ),
    discard_estimate=discard_estimate,
    call_distance=call_distance,
    swing=30.0,
    length_options=("pool", "hands"),
)
