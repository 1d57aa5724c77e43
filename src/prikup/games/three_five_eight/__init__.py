"""3-5-8, also called Sergeant Major."""

from pathlib import Path

from prikup.game import Kind
from prikup.games.three_five_eight.options import PRESETS, Options
from prikup.games.three_five_eight.player import rule
from prikup.games.three_five_eight.public import SPADES_CALL
from prikup.games.three_five_eight.rules import Public, ThreeFiveEight
from prikup.games.three_five_eight.scoring import Outcome

__all__ = ["KIND", "Options", "Outcome", "Public", "ThreeFiveEight"]

KIND = Kind(
    ThreeFiveEight,
    PRESETS,
    Public,
    Outcome,
    rule,
    Path(__file__).parent,
    contracts={SPADES_CALL + suit: (suit, 0) for suit in range(4)},
)
