"""Anchors: computer players with a fixed rating, which can sit in the rated matches of people.

The level `rule` has the rating of a new player by definition. The ratings of the other levels are measured with the
command `prikup ratings anchors`, and stored in the folder of each game. A level whose rating was measured too
imprecisely (`WIDEST_INTERVAL`) is not an anchor.
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
"""The level of computer players to which the other levels are compared, and its μ (the mean of its rating)."""
WIDEST_INTERVAL = 1.0
"""The largest width of the 95 % interval of an anchor's μ (the mean of its rating)."""


class MeasuredLevel(Struct, frozen=True):
    """The measured rating of a level of computer players: its mean `mu`, with a 95 % interval from `low` to `high`."""

    mu: float
    low: float
    high: float

    @property
    def is_anchor(self) -> bool:
        """Whether the level is an anchor, which may sit in rated matches: its interval is narrow enough."""
        return self.high - self.low <= WIDEST_INTERVAL


class Anchors(Struct, frozen=True):
    """The measured ratings of a game's levels (strengths of computer players), and how they were measured.

    - `levels`: the ratings by the name of the level, without `RULE_LEVEL`, whose rating is fixed.
    - `matches`: the number of matches for each mix. A mix has a level for each side, not all of them the same.
    - `deals`: the number of deals after which a match ended, if the rules had not ended it before.
    - `seed`: the text from which the cards were derived.
    - `version`: the version of prikup that played the matches.
    """

    levels: dict[str, MeasuredLevel]
    matches: int
    deals: int
    seed: str
    version: str


def anchors_path(game: str) -> Path:
    """Return the path of the file with the measured ratings of a game's computer players."""
    return GAMES[game].folder / ANCHORS_FILE


@cache
def load_anchors(game: str) -> Anchors | None:
    """Return the measured ratings of a game's computer players; None if the game has no such file."""
    path = anchors_path(game)
    return msgspec.json.decode(path.read_bytes(), type=Anchors) if path.exists() else None


def anchor_mu(game: str, level: str) -> float | None:
    """Return the μ (the mean of the rating) of a level of computer players in a game; None if it is not an anchor.

    An anchor is a level with a fixed rating, which may sit in rated matches.
    """
    if level == RULE_LEVEL:
        return RULE_MU
    anchors = load_anchors(game)
    measured = anchors.levels.get(level) if anchors else None
    return measured.mu if measured and measured.is_anchor else None


def anchor_levels(game: str) -> dict[str, MeasuredLevel]:
    """Return the measured ratings of the levels that are anchors in a game, by the level's name, the strongest first.

    An anchor is a level of computer players with a fixed rating, which may sit in rated matches.
    """
    anchors = load_anchors(game)
    levels = {name: level for name, level in (anchors.levels if anchors else {}).items() if level.is_anchor}
    levels[RULE_LEVEL] = MeasuredLevel(RULE_MU, RULE_MU, RULE_MU)
    return dict(sorted(levels.items(), key=lambda entry: -entry[1].mu))
