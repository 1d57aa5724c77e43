"""The rates at which players make each call of a game: with hands that fit the call, and with hands that do not.

A hand fits a call if the rule-based player makes the call with it. The rates were counted in deals between rule-based
players, between styled opponents and between players of the level `master` (`bench/strength/count_calls.py`).

Example: players make the call igra-sans (to play without trumps and without taking the undealt cards) with 66 % of the
hands that fit it, with 6 % of the hands that only just miss it, and half as often for each further quarter of a trick
that a hand lacks. So a world (a possible deal) in which the caller's hand only just misses is ten times less likely
than one in which it fits. If every unexpected call had the same factor of a half, the bots would believe that a caller
of igra-sans holds an average hand, because few hands fit so rare a call.
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
"""The kinds of phases of a deal in which calls have rates (`Phase.kind`)."""
RATES_FILE = "call_rates.json"
"""The name of the file with a game's rates, in the folder of the game."""
DEFAULT_DECAY = 0.85
"""The value of `CallRate.decay` for calls that the file of a game (`RATES_FILE`) does not list."""
BIT_PARTS = 4
"""The precision of `CallRate.rarity`, which is rounded to a multiple of 1 / `BIT_PARTS` bit."""


class CallRate(Struct, frozen=True):
    """The probabilities with which players make a call.

    - `fitting` is the probability with a hand that fits the call: the rule-based player makes the call with it.
    - `other` is the probability with a hand that only just does not fit.
    - `decay` is the factor by which `other` is multiplied once for each part of a trick (1 / `likelihood_factors.PARTS`
      trick) by which the hand misses the call (`GameDefinition.call_distance`).
    """

    fitting: float
    other: float
    decay: float

    def unexpected(self, distance: int) -> float:
        """Return the probability of the call with a hand that falls short of it by `distance` parts of a trick.

        A part is 1 / `likelihood_factors.PARTS` trick.
        """
        return float(self.other * self.decay**distance)

    def rarity(self, distance: int) -> float:
        """Return how much rarer the call is with a hand that falls short of it by `distance` parts of a trick, in bits.

        A part is 1 / `likelihood_factors.PARTS` trick. The call is compared with the same call from a hand that fits
        it; each bit stands for half the probability. The result is a multiple of 1 / `BIT_PARTS`, so that it does not
        depend on the last digits of a logarithm.
        """
        return round(BIT_PARTS * log2(max(self.fitting, self.other) / self.unexpected(distance))) / BIT_PARTS


class CallRates(Struct, frozen=True):
    """The rates at which players make each call of a game, and the command that counted them (`made`).

    `calls` maps the name of each call to its rate.
    """

    made: str = ""
    calls: dict[str, CallRate] = {}


def default_rate(share: float) -> CallRate:
    """Return the assumed rate of a call that was never counted, such as any call of a new game.

    `share` is the share of hands with which the rule-based player makes the call. Players are assumed to make the call
    with all other hands as often as with all hands together. So a call that the rule-based player makes with few hands
    is a rare error.
    """
    return CallRate(1.0, share, DEFAULT_DECAY)


@cache
def call_rates(name: str) -> CallRates:
    """Return how often players make each call of the game `name`, read from the game's file.

    If the game has no file, the result contains no calls.
    """
    path = GAMES[name].folder / RATES_FILE
    return msgspec.json.decode(path.read_bytes(), type=CallRates) if path.exists() else CallRates()


def call_parts(game: AnyGame, view: View[Any], call: Action) -> int:
    """Return how far the viewer's hand falls short of a call, in units of 1 / `likelihood_factors.PARTS` trick.

    The hand is compared with hands with which the rule-based player makes the call `call`. Return 0 if the game does
    not estimate the difference (`GameDefinition.call_distance`).
    """
    distance = GAMES[game.name].call_distance
    return 0 if distance is None else parts(distance(game, view, call))
