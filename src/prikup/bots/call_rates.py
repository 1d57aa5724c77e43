"""The rates at which players make a call, counted by call: with hands that fit it, and with hands that do not.

A hand fits a call if the rule-based player makes the call with it. The rates were counted in deals between rule-based
players, between styled opponents and between players of the level `master` (`bench/strength/count_calls.py`).

Example: igra-sans is called with 66 % of the hands that fit it, with 6 % of those that only just miss, and with half of
that for each quarter of a trick more. So a world (a possible deal) in which the caller's hand only just misses is ten
times less likely than one in which it fits. With a factor of a half for any unexpected call, however rare, the caller
would be believed to hold an average hand, because few hands fit so rare a call.
"""

from functools import cache
from math import log2
from typing import Any

import msgspec
from msgspec import Struct

from prikup.bots.likelihood_factors import parts
from prikup.games import GAMES
from prikup.rules.game import AnyGame
from prikup.rules.state import Action, View

__all__ = [
    "DEFAULT_DECAY",
    "RATED_PHASES",
    "RATES_FILE",
    "CallRate",
    "CallRates",
    "call_parts",
    "call_rates",
    "default_rate",
]

RATED_PHASES = ("auction", "doubling")
"""The kinds of phases whose calls have rates (`Phase.kind`)."""
RATES_FILE = "call_rates.json"
"""The name of the file with a game's rates, in the folder of the game."""
DEFAULT_DECAY = 0.85
"""The decay of calls that the game's file does not list."""
BIT_PARTS = 4
"""The number of parts of a bit to which `CallRate.rarity` is rounded."""


class CallRate(Struct, frozen=True):
    """The probabilities with which players make a call.

    - `fitting` is the probability with a hand that fits the call: the rule-based player makes the call with it.
    - `other` is the probability with a hand that only just does not fit.
    - `decay` is the factor by which the probability falls with each part of a trick (`likelihood_factors.PARTS`) that
      the hand is further away (`GameDefinition.call_distance`).
    """

    fitting: float
    other: float
    decay: float

    def unexpected(self, distance: int) -> float:
        """Return the probability of the call with a hand that does not fit it and is `distance` parts away."""
        return float(self.other * self.decay**distance)

    def rarity(self, distance: int) -> float:
        """Return how much rarer the call is with a hand `distance` parts away than with one that fits it, in bits.

        The result is a multiple of 1 / `BIT_PARTS`, so that it does not depend on the last digits of a logarithm.
        """
        return round(BIT_PARTS * log2(max(self.fitting, self.other) / self.unexpected(distance))) / BIT_PARTS


class CallRates(Struct, frozen=True):
    """The rates of a game's calls, by the name of the call, and the command that counted them."""

    made: str = ""
    calls: dict[str, CallRate] = {}


def default_rate(share: float) -> CallRate:
    """Return the assumed rate of a call that was never counted, such as any call of a new game.

    `share` is the share of hands with which the rule-based player makes the call. Hands that do not fit are assumed to
    make it as often as all hands together: a call that few hands fit is then a rare error.
    """
    return CallRate(1.0, share, DEFAULT_DECAY)


@cache
def call_rates(name: str) -> CallRates:
    """Return the rates of the game `name` from its file; no calls are listed if the game has no file."""
    path = GAMES[name].folder / RATES_FILE
    return msgspec.json.decode(path.read_bytes(), type=CallRates) if path.exists() else CallRates()


def call_parts(game: AnyGame, view: View[Any], call: Action) -> int:
    """Return how far the viewer's hand is from one that fits `call`, in parts of a trick (`likelihood_factors.PARTS`).

    Return 0 if the game does not estimate it (`GameDefinition.call_distance`).
    """
    distance = GAMES[game.name].call_distance
    return 0 if distance is None else parts(distance(game, view, call))
