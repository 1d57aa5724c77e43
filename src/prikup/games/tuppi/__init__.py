"""Tuppi, a trick-taking game for four players in two partnerships from northern Finland: the game definition."""

from prikup.games.tuppi.options import PRESETS, Options
from prikup.games.tuppi.player import rule
from prikup.games.tuppi.public import Public
from prikup.games.tuppi.rules import Tuppi
from prikup.games.tuppi.scoring import Carry, Outcome
from prikup.rules.game_definition import GameDefinition
from prikup.rules.presentation import Presentation, RaceSheet

__all__ = ["KIND", "Carry", "Options", "Outcome", "Public", "Tuppi"]

KIND = GameDefinition(
    Tuppi,
    PRESETS,
    Public,
    Outcome,
    rule,
    Presentation(
        sheet=RaceSheet(target="target", step="points_per_trick"),
        front={"target": ("13", "52")},
        keys={"pass": "P", "rami": "R", "nolo": "N", "sooli": "O"},
        quiet=("pass",),
        sure={"sooli": "sure-sooli"},
        aloud=("rami", "nolo", "high", "low"),
    ),
    swing=3.0,
    length_options=("target", "hands"),
)
