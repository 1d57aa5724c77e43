"""Balkan Preferans, the Preferans of Serbia, Croatia and Bosnia."""

from pathlib import Path

from prikup.game import Kind
from prikup.games.balkan.formats import FORMATS
from prikup.games.balkan.options import PRESETS, Options
from prikup.games.balkan.player import rule
from prikup.games.balkan.rules import TRUMP, Balkan, Public
from prikup.games.balkan.scoring import Outcome

__all__ = ["KIND", "Balkan", "Options", "Outcome", "Public"]

KIND = Kind(
    Balkan,
    PRESETS,
    Public,
    Outcome,
    rule,
    Path(__file__).parent,
    FORMATS,
    {call: (trump, 0) for call, trump in TRUMP.items()},
)
