"""The settings of the leaderboard: every player is measured with the same cards against the same opponents.

Results are comparable only if all these settings are equal. So if a setting is changed, `SEED` must be changed too.
"""

from prikup.bots import LEVELS
from prikup.bots.arena import Job

__all__ = ["DEALS", "OPPONENTS", "SEED", "leaderboard_job"]

OPPONENTS = ("random", *LEVELS)
"""The opponents, from the weakest to the strongest; there are fewer if prikup was built without a C++ compiler."""
SEED, DEALS = "leaderboard 1", 400


def leaderboard_job(game: str, preset: str, player: str, deals: int) -> Job:
    """Return the job for the arena (`prikup.bots.arena`) that measures `player` in a game under one of its presets.

    `preset` is a named set of house rules. `player` is the name of a computer player, or `MODULE:FUNCTION`. It meets
    every opponent but itself, in the first `deals` of the leaderboard's `DEALS` deals.
    """
    return Job(game, preset, tuple(dict.fromkeys((player, *OPPONENTS))), SEED, deals, alone=player)
