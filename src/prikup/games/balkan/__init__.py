"""Balkan Preferans, the Preferans of Serbia, Croatia and Bosnia: the game definition."""

from prikup.games.balkan.options import PRESETS, Options
from prikup.games.balkan.outcome import Outcome
from prikup.games.balkan.player import call_distance, discard_estimate, rule
from prikup.games.balkan.ppn_match import FORMATS
from prikup.games.balkan.public import Public
from prikup.games.balkan.rules import Balkan
from prikup.games.balkan.scoring import Carry
from prikup.rules.game_definition import GameDefinition
from prikup.rules.presentation import BoxesSheet, Presentation

__all__ = ["KIND", "Balkan", "Carry", "Options", "Outcome", "Public"]

KIND = GameDefinition(
    Balkan,
    PRESETS,
    Public,
    Outcome,
    rule,
    Presentation(
        sheet=BoxesSheet(middle="bule", triangles="refe"),
        front={"players": (), "bule": ("60", "100", "400")},
        keys={
            "pass": "P",
            "dont": "P",
            "moze": "P",
            "alone": "P",
            "refuse": "P",
            "come": "W",
            "accept": "W",
            "kontra": "K",
        },
        quiet=("pass", "dont", "moze", "alone", "refuse"),
        sure={
            "six": "sure-betl",
            "betl": "sure-betl",
            "igra-betl": "sure-betl",
            "eight": "sure-preferans",
            "preferans": "sure-preferans",
            "igra-preferans": "sure-preferans",
            "sans": "sure-sans",
            "seven": "sure-sans",
            "igra-sans": "sure-sans",
        },
        suits={"spades": "S", "clubs": "C", "diamonds": "D", "hearts": "H"},
        neighbours={"left": 1, "across": 2, "right": -1},
        stock_waits=("auction",),
        hand=10,
    ),
    FORMATS,
    discard_estimate=discard_estimate,
    call_distance=call_distance,
    swing=50.0,
    length_options=("bule",),
)
