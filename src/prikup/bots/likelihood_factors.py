"""Deviations from the rule player, and the factors by which each kind makes a world less likely."""

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
    """Counts of the other seats' deviations from the rule player in one world.

    `call`: calls in the auction, and `far` their distance, in `PARTS` of a trick, from a hand with which the rule
    player makes the call (if the game provides `GameDefinition.call_distance`). `contract`: contracts declared, and
    `step` the trumps that the declarers lack to `EXPECTED_TRUMPS` plus the difference in levels. `against`: decisions
    whether to whist, and other calls after the auction. `laid`: discards, and `worse` how much weaker the hand becomes
    than with the rule player's discard, in parts of a trick (if the game provides `GameDefinition.discard_estimate`).
    `card`: cards played.
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
        """Return the sums of both counts."""
        return Deviations(*map(add, self, addend))


NO_DEVIATIONS = Deviations()


class LikelihoodFactors(Struct, frozen=True):
    """Likelihood factors: each deviation of a kind multiplies the likelihood of a world by the factor of that kind."""

    call: float
    contract: float
    step: float
    against: float
    laid: float
    card: float
    worse: float = 1.0
    far: float = 1.0

    def likelihood(self, deviations: Deviations) -> float:
        """Return the product of the factors of all deviations."""
        calls = self.call**deviations.call * self.far**deviations.far
        contract = self.contract**deviations.contract * self.step**deviations.step
        discards = self.laid**deviations.laid * self.worse**deviations.worse
        return float(calls * contract * self.against**deviations.against * discards * self.card**deviations.card)


DEFAULT_FACTORS = LikelihoodFactors(call=0.6, contract=0.45, step=0.4, against=0.4, laid=0.0075, card=0.52)
"""Likelihood factors for games without a file of their own.

They were fitted to styled opponents in all games together (`bench/strength/fit_likelihoods.py`), except that `laid` is
a tenth of the fitted value: the chain proposes arbitrary discards, which no rule-based player would choose.
"""
FACTORS_FILE = "likelihood_factors.json"
"""File name of a game's likelihood factors, in the folder of the game; they were fitted to styled opponents."""
PARTS, MAX_PARTS = 4, 16
"""Parts per trick in which the weakness of discards and calls is measured, and the maximum that counts."""


def parts(tricks: float) -> int:
    """Convert tricks to parts of a trick, clamped to 0..`MAX_PARTS`."""
    return round(max(0.0, min(MAX_PARTS, PARTS * tricks)))


@cache
def likelihood_factors(name: str) -> LikelihoodFactors:
    """Return the likelihood factors of a game: those of its file, or `DEFAULT_FACTORS`."""
    path = GAMES[name].folder / FACTORS_FILE
    return msgspec.json.decode(path.read_bytes(), type=LikelihoodFactors) if path.exists() else DEFAULT_FACTORS
