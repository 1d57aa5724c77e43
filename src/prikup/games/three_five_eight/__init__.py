"""3-5-8, also called Sergeant Major, a trick-taking game for three players: the game definition."""

from prikup.games.three_five_eight.options import PRESETS, Options
from prikup.games.three_five_eight.player import rule
from prikup.games.three_five_eight.public import Public
from prikup.games.three_five_eight.rules import ThreeFiveEight
from prikup.games.three_five_eight.scoring import Outcome
from prikup.rules.game_definition import GameDefinition
from prikup.rules.presentation import Presentation

__all__ = ["KIND", "Options", "Outcome", "Public", "ThreeFiveEight"]

KIND = GameDefinition(
    ThreeFiveEight,
    PRESETS,
    Public,
    Outcome,
    rule,
    Presentation(
        front={"end": (), "total": ("15", "20", "25", "30")},
        keys={"pass": "P", "stop": "P"},
        quiet=("pass",),
        suits={"spades": "S", "clubs": "C", "diamonds": "D", "hearts": "H"},
        plated=("target", "limit"),
        hand=16,
    ),
    swing=2.0,
    length_options=("hands", "total"),
)
