"""Anchors: computer players with a fixed rating, which can sit in the rated matches of people.

The level `rule` has the rating of a new player by definition. The ratings of the other levels are measured by
`prikup ratings anchors`, and stored in the folder of the game. A level with too wide an interval is no anchor.
"""

from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from prikup.games import GAMES

__all__ = [
    "RULE_LEVEL",
    "RULE_MU",
    "Anchors",
    "MeasuredLevel",
    "anchor_levels",
    "anchor_mu",
    "anchors_path",
    "load_anchors",
]

ANCHORS_FILE = "anchors.json"
"""The name of the file with a game's measured levels, in the folder of the game."""
RULE_LEVEL, RULE_MU = "rule", 25.0
"""The level to which others are compared, and its μ."""
WIDEST_INTERVAL = 1.0
"""The greatest width of the 95 % interval of a level's μ with which the level is an anchor."""


class MeasuredLevel(Struct, frozen=True):
    """The measured strength of a level of computer players: its `mu`, with the 95 % interval from `low` to `high`."""

    mu: float
    low: float
    high: float

    @property
    def is_anchor(self) -> bool:
        """Whether the level is an anchor: whether its interval is narrow enough."""
        return self.high - self.low <= WIDEST_INTERVAL


class Anchors(Struct, frozen=True):
    """The measured levels of a game, and how they were measured.

    - `levels`: the levels by name, without `RULE_LEVEL`.
    - `matches`: the number of matches for each mix of levels.
    - `deals`: the largest number of deals in a match.
    - `seed`: the text from which the cards were derived.
    - `version`: the version of prikup.
    """

    levels: dict[str, MeasuredLevel]
    matches: int
    deals: int
    seed: str
    version: str


def anchors_path(game: str) -> Path:
    """Return the path of the file with the measured levels of a game."""
    return GAMES[game].folder / ANCHORS_FILE


@cache
def load_anchors(game: str) -> Anchors | None:
    """Return the measured levels of a game; None if it has none."""
    path = anchors_path(game)
    return msgspec.json.decode(path.read_bytes(), type=Anchors) if path.exists() else None


def anchor_mu(game: str, level: str) -> float | None:
    """Return the fixed μ of a level of computer players in a game; None if the level is no anchor there."""
    if level == RULE_LEVEL:
        return RULE_MU
    anchors = load_anchors(game)
    measured = anchors.levels.get(level) if anchors else None
    return measured.mu if measured and measured.is_anchor else None


def anchor_levels(game: str) -> dict[str, MeasuredLevel]:
    """Return the levels of computer players that are anchors in a game, by name, the strongest first."""
    anchors = load_anchors(game)
    levels = {name: level for name, level in (anchors.levels if anchors else {}).items() if level.is_anchor}
    levels[RULE_LEVEL] = MeasuredLevel(RULE_MU, RULE_MU, RULE_MU)
    return dict(sorted(levels.items(), key=lambda entry: -entry[1].mu))
