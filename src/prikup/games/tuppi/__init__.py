"""Tuppi, from northern Finland."""

from pathlib import Path

from prikup.game import Kind
from prikup.games.tuppi.options import PRESETS, Options
from prikup.games.tuppi.player import rule
from prikup.games.tuppi.race import expected
from prikup.games.tuppi.rules import Public, Tuppi
from prikup.games.tuppi.scoring import Carry, Outcome

__all__ = ["KIND", "Carry", "Options", "Outcome", "Public", "Tuppi"]

KIND = Kind(Tuppi, PRESETS, Public, Outcome, rule, Path(__file__).parent, expected=expected)
