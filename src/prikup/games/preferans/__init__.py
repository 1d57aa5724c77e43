"""Preferans, with the conventions of Sochi, Leningrad and Rostov."""

from pathlib import Path

from prikup.game import Kind
from prikup.games.preferans.calls import LEVEL, TRUMP
from prikup.games.preferans.options import PRESETS, Options
from prikup.games.preferans.outcome import Outcome
from prikup.games.preferans.player import rule
from prikup.games.preferans.public import Public
from prikup.games.preferans.rules import Preferans

__all__ = ["KIND", "Options", "Outcome", "Preferans", "Public"]

KIND = Kind(
    Preferans,
    PRESETS,
    Public,
    Outcome,
    rule,
    Path(__file__).parent,
    contracts={call: (trump, LEVEL[call]) for call, trump in TRUMP.items()},
)
