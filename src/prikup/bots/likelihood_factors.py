"""Deviations from the rule-based player, and the factors by which each kind makes a world less likely.

A world is a possible deal of the hidden cards. A world becomes less likely with each observed decision that the
rule-based player would not have made with the cards of that world.
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

    - `call` counts calls in the auction or in answer to a doubling of the stake that the rule-based player would not
      have made.
    - `far` measures how unexpected these calls are, in units of 1 / `PARTS` trick: how far the hands are from hands
      with which the rule-based player makes them (0 unless the game provides `GameDefinition.call_distance`).
    - `rarity` measures in bits how much rarer these calls are with such hands than with hands that fit them
      (`prikup.bots.call_rates`). Each bit stands for half the probability.
    - `contract` counts declared contracts that the rule-based player would not have declared.
    - `step` measures how unexpected these contracts are: by how many trumps the declarers fall short of
      `EXPECTED_TRUMPS`, plus the difference between the declared level and the rule-based player's level (1 if that
      player declares no contract).
    - `against` counts decisions whether to whist (to promise tricks as a defender), and other calls after the auction.
    - `laid` counts discards that the rule-based player would not have chosen.
    - `worse` measures how bad these discards are, in units of 1 / `PARTS` trick: how much weaker they leave the hand
      than the rule-based player's discard (0 unless the game provides `GameDefinition.discard_estimate`).
    - `card` counts cards played that the heuristic by which native code plays deals to their end would not have played.
    """

    call: int = 0
    contract: int = 0
    step: int = 0
    against: int = 0
    laid: int = 0
    card: int = 0
    worse: int = 0
    far: int = 0
    rarity: float = 0.0

    def plus(self, addend: "Deviations") -> "Deviations":
        """Return the sum of these deviations and those of `addend`, field by field."""
        return Deviations(*map(add, self, addend))


NO_DEVIATIONS = Deviations()


class LikelihoodFactors(Struct, frozen=True):
    """The factors by which deviations from the rule-based player make a world (a possible deal) less likely.

    There is a factor for each field of `Deviations`, with the same name. The likelihood of a world is multiplied by the
    factor once for each deviation that the field counts. A factor of 1 means that such deviations make the world no
    less likely. With a factor of 0.5 for `rarity`, a rare call lowers the likelihood exactly as far as its counted
    rates say.
    """

    call: float
    contract: float
    step: float
    against: float
    laid: float
    card: float
    worse: float = 1.0
    far: float = 1.0
    rarity: float = 0.5

    def likelihood(self, deviations: Deviations) -> float:
        """Return the likelihood of a possible deal in which the other seats' decisions show these deviations.

        It is the product of the factors, each raised to the power of its field in `deviations`; without deviations it
        is 1.
        """
        contract = self.contract**deviations.contract * self.step**deviations.step
        discards = self.laid**deviations.laid * self.worse**deviations.worse
        calls = self.call**deviations.call * self.far**deviations.far * self.rarity**deviations.rarity
        return float(calls * contract * self.against**deviations.against * discards * self.card**deviations.card)


DEFAULT_FACTORS = LikelihoodFactors(call=1.0, contract=0.45, step=0.4, against=0.4, laid=0.0075, card=0.52)
"""The likelihood factors of games that have no file with their own.

They were fitted to styled opponents (test players with various styles) in all games together, by
`bench/strength/fit_likelihoods.py`. Only `laid` is a tenth of the fitted value: the Markov chain with which `Belief`
samples deals proposes arbitrary discards, which no rule-based player would choose. And `call` is 1: unexpected calls
count by their rarity alone.
"""
FACTORS_FILE = "likelihood_factors.json"
"""The name of the file with a game's likelihood factors, in the folder of the game.

The factors in these files were fitted to styled opponents (test players with various styles).
"""
PARTS, MAX_PARTS = 4, 16
"""The unit and the limit of the numbers in `Deviations` that say how large a deviation is.

A deviation is measured in units of 1 / `PARTS` trick. More than `MAX_PARTS` units count as `MAX_PARTS`.
"""


def parts(tricks: float) -> int:
    """Convert a number of tricks to the unit of `Deviations`, which is 1 / `PARTS` trick.

    The result is an integer from 0 to `MAX_PARTS`.
    """
    return round(max(0.0, min(MAX_PARTS, PARTS * tricks)))


@cache
def likelihood_factors(name: str) -> LikelihoodFactors:
    """Return the likelihood factors of the game `name` from its file, or `DEFAULT_FACTORS` if the game has no file."""
    path = GAMES[name].folder / FACTORS_FILE
    return msgspec.json.decode(path.read_bytes(), type=LikelihoodFactors) if path.exists() else DEFAULT_FACTORS
