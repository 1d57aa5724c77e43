"""Paston, a trick-taking game for three players from Gyumri in Armenia: the game definition."""

from prikup.games.paston.options import PRESETS, Options
from prikup.games.paston.player import discard_estimate, rule
from prikup.games.paston.public import Public
from prikup.games.paston.rules import Paston
from prikup.games.paston.scoring import Outcome
from prikup.rules.game_definition import GameDefinition
from prikup.rules.presentation import Presentation

__all__ = ["KIND", "Options", "Outcome", "Paston", "Public"]

KIND = GameDefinition(
    Paston,
    PRESETS,
    Public,
    Outcome,
    rule,
    Presentation(
        front={"target": ()},
        keys={"pass": "P", "whist": "W"},
        quiet=("pass",),
        sure={"surrender": "sure-surrender"},
        stock_waits=("auction",),
        hand=10,
    ),
    discard_estimate=discard_estimate,
    swing=18.0,
    length_options=("target",),
)
