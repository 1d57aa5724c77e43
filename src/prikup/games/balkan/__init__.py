"""Balkan Preferans, the Preferans of Serbia, Croatia and Bosnia."""

from prikup.game import Kind
from prikup.games.balkan.formats import FORMATS
from prikup.games.balkan.options import PRESETS, Options
from prikup.games.balkan.player import rule
from prikup.games.balkan.rules import Balkan, Public
from prikup.games.balkan.scoring import Outcome
from prikup.presentation import BoxesSheet, Presentation

__all__ = ["KIND", "Balkan", "Options", "Outcome", "Public"]

KIND = Kind(
    Balkan,
    PRESETS,
    Public,
    Outcome,
    rule,
    Presentation(
        sheet=BoxesSheet(middle="bule", triangles="refe"),
        front={"bule": ()},
        keys={"pass": "P", "dont": "P", "come": "W"},
        quiet=("pass", "dont"),
        suits={"spades": "S", "clubs": "C", "diamonds": "D", "hearts": "H"},
        neighbours={"left": 1, "right": -1},
        stock_waits=("auction",),
        hand=10,
    ),
    FORMATS,
)
