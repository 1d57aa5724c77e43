"""Paston, the spades of Gyumri."""

from pathlib import Path

from prikup.game import Kind
from prikup.games.paston.options import PRESETS, Options
from prikup.games.paston.player import rule
from prikup.games.paston.rules import Paston, Public
from prikup.games.paston.scoring import Outcome

__all__ = ["KIND", "Options", "Outcome", "Paston", "Public"]

KIND = Kind(Paston, PRESETS, Public, Outcome, rule, Path(__file__).parent)
