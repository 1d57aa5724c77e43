"""Deviations from the rule-based player, and the factors by which each kind makes a world less likely.

A world is a possible deal of the hidden cards. It becomes less likely with each decision that the rule-based player
would not have made with the cards of that world.
"""

from functools import cache
from operator import add
from typing import NamedTuple

import msgspec
from msgspec import Struct

from prikup.games import GAMES

__all__ = [
    "DEFAULT_FACTORS",
    "FACTORS_FILE",
    "NO_DEVIATIONS",
    "PARTS",
    "Deviations",
    "LikelihoodFactors",
    "likelihood_factors",
    "parts",
]


class Deviations(NamedTuple):
    """Counts of the other seats' deviations from the rule-based player in one world (a possible deal).

    Some fields count decisions, others measure how large the deviations are:

    - `call` counts calls of the auction. `far` is the sum of their distances, in `PARTS` of a trick: how far the hand
      is from one with which the rule-based player makes the call (if the game provides `GameDefinition.call_distance`).
    - `contract` counts declared contracts. `step` is the number of trumps that the declarers lack to `EXPECTED_TRUMPS`,
      plus the difference in levels.
    - `against` counts decisions whether to whist (to promise tricks as a defender), and other calls after the auction.
    - `laid` counts discards. `worse` is how much weaker, in `PARTS` of a trick, they leave the hand than the rule-based
      player's discard would (if the game provides `GameDefinition.discard_estimate`).
    - `card` counts cards played.
    """

    call: int = 0
    contract: int = 0
    step: int = 0
    against: int = 0
    laid: int = 0
    card: int = 0
    worse: int = 0
    far: int = 0

    def plus(self, addend: "Deviations") -> "Deviations":
        """Return the sum of these deviations and those of `addend`, field by field."""
        return Deviations(*map(add, self, addend))


NO_DEVIATIONS = Deviations()


class LikelihoodFactors(Struct, frozen=True):
    """A factor for each field of `Deviations`: every deviation multiplies the likelihood of a deal by its factor."""

    call: float
    contract: float
    step: float
    against: float
    laid: float
    card: float
    worse: float = 1.0
    far: float = 1.0

    def likelihood(self, deviations: Deviations) -> float:
        """Return the likelihood of a possible deal with these deviations: the product of their factors."""
        calls = self.call**deviations.call * self.far**deviations.far
        contract = self.contract**deviations.contract * self.step**deviations.step
        discards = self.laid**deviations.laid * self.worse**deviations.worse
        return float(calls * contract * self.against**deviations.against * discards * self.card**deviations.card)


DEFAULT_FACTORS = LikelihoodFactors(call=0.6, contract=0.45, step=0.4, against=0.4, laid=0.0075, card=0.52)
"""The likelihood factors of games that have no file with their own.

They were fitted to styled opponents in all games together (`bench/strength/fit_likelihoods.py`), except that `laid` is
a tenth of the fitted value: the sampling chain of `Belief` proposes arbitrary discards, which no rule-based player
would choose.
"""
FACTORS_FILE = "likelihood_factors.json"
"""The name of the file with a game's likelihood factors, in the folder of the game.

The factors in these files were fitted to styled opponents.
"""
PARTS, MAX_PARTS = 4, 16
"""The number of parts of a trick in which deviations are measured, and the maximum number of parts that counts."""


def parts(tricks: float) -> int:
    """Convert a number of tricks to parts of a trick (`PARTS` per trick), limited to the range 0 to `MAX_PARTS`."""
    return round(max(0.0, min(MAX_PARTS, PARTS * tricks)))


@cache
def likelihood_factors(name: str) -> LikelihoodFactors:
    """Return the likelihood factors of the game `name`: those of its file, or `DEFAULT_FACTORS` without a file."""
    path = GAMES[name].folder / FACTORS_FILE
    return msgspec.json.decode(path.read_bytes(), type=LikelihoodFactors) if path.exists() else DEFAULT_FACTORS
