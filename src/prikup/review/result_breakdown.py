"""The breakdown of a deal's result: for each side, four parts that add up to its settlement (points won or lost).

    settlement = the deal + own calls and discards + own cards + the others

The cost of a mistake is measured by what the seat could know, as the average over the possible deals. Each mistake
belongs to exactly one part. Mistakes by the side's own seats belong to *own calls and discards* or to *own cards*;
mistakes by any other seat belong to *the others*. The part *the deal* is the rest: what the cards as they were dealt
would have scored without these mistakes.

An example, for one side: a bid costs 15 points, a card 58.7, and an opponent's card gains the side 8. The settlement is
-40: the deal +25.7, calls -15, cards -58.7, the others +8.

In addition, the value of the cards as they were dealt is estimated by the mean result of games in which the strongest
computer player has all seats.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from statistics import fmean, stdev
from typing import Any

from msgspec import Struct

from prikup.bots import PLAYERS, player
from prikup.bots.payoff import SidePoints
from prikup.review.decisions import FinishedDeal
from prikup.review.double_dummy import AllSeen
from prikup.review.judgement import Judgement
from prikup.review.single_dummy import JudgingParameters
from prikup.rules.game import AnyGame
from prikup.rules.state import State, view

__all__ = ["PARTS", "SELF_PLAYED", "STRONGEST", "ResultBreakdown", "Value", "parts", "self_played", "value_history"]

STRONGEST = "master:5"
"""The strongest computer player that decides quickly; its results in all seats estimate the value of the cards."""
SELF_PLAYED = 16
"""The number of games in which the strongest computer player plays the deal in all seats."""
PARTS = ("deal", "calls", "cards", "others")
"""The names of the four parts of a side's result (fields of `ResultBreakdown`), in the order of display."""


class Value(Struct, frozen=True):
    """The double-dummy value (with all cards visible) of a deal before one of its log entries.

    - `entry_index`: the index of the entry, from 0.
    - `points`: the value in settlement points by side.
    - `exact`: true if the solver computed the value, false if a heuristic estimated it.
    """

    entry_index: int
    points: tuple[Fraction, ...]
    exact: bool


class ResultBreakdown(Struct, frozen=True):
    """The parts of the result of one side, in settlement points. The four parts add up to `settlement` exactly.

    - `settlement`: the points that the side won or lost by the deal.
    - `deal`: what the cards as they were dealt would have scored without the mistakes.
    - `calls`: what the mistakes of the side's own seats in calls and discards cost, usually negative.
    - `cards`: what the mistakes of the side's own seats in cards cost, usually negative.
    - `others`: what the mistakes of all other seats brought the side, usually positive.
    - `errors`: the standard errors of the four parts, in the order of `PARTS`.
    - `self_play_mean`: the mean result of the games in which the strongest computer player has all seats.
    - `self_play_error`: the standard error of that mean.
    """

    settlement: Fraction
    deal: Fraction
    calls: Fraction
    cards: Fraction
    others: Fraction
    errors: tuple[float, ...] = (0.0,) * len(PARTS)
    self_play_mean: float = 0.0
    self_play_error: float = 0.0

    def rounded_units(self, digits: int) -> dict[str, int]:
        """Return the result and its parts by name, as integers in units of 10^-`digits` points.

        They are rounded so that the parts still add up to the result.
        """
        bounds = [
            round(running_total * 10**digits) for running_total in accumulate(getattr(self, name) for name in PARTS)
        ]
        steps = (upper - lower for lower, upper in pairwise((0, *bounds)))
        return {"settlement": bounds[-1], **dict(zip(PARTS, steps, strict=True))}


def self_played(start: State[Any], number: int, terms: JudgingParameters) -> SidePoints:
    """Return the points by side if the strongest computer player plays a deal in all seats.

    `start` is the state after the cards were dealt. `number` is the number of the game, from 0; different numbers give
    different games.
    """
    level = STRONGEST if "master" in PLAYERS else "rule"
    return terms.payoff.finished_deal_value(_play_out(start, level, terms.seed + number, terms))


def _play_out(state: State[Any], level: str, seed: int, terms: JudgingParameters) -> State[Any]:
    """Play a deal to its end with a computer player of the strength `level` in all seats; return the final state.

    `seed` is the seed of the player's random choices.
    """
    game: AnyGame = terms.game
    plays = player(level, game, seed)
    while (seat := state.public.actor) is not None:
        terms.pause()
        state = game.apply_unchecked(state, plays(view(state, seat)))
    return state


def value_history(deal: FinishedDeal, terms: JudgingParameters) -> tuple[Value, ...]:
    """Return the double-dummy value (with all cards visible) of a deal before each card and at the end.

    If no card was played, the only value is the one at the end.
    """
    values = AllSeen(deal.game, terms.payoff, terms.search)
    card_indices = [index for index, step in enumerate(deal.steps) if step.before.public.phase == "play"]
    states = [(index, deal.steps[index].before) for index in card_indices[:1]] + [
        (index + 1, deal.steps[index].after) for index in card_indices
    ]
    states = states or [(len(deal.steps), deal.end)]
    return tuple(Value(index, _exact(values.value(state)), values.exact(state)) for index, state in states)


def parts(
    deal: FinishedDeal, judgements: Sequence[Judgement], games: Sequence[SidePoints], terms: JudgingParameters
) -> tuple[ResultBreakdown, ...]:
    """Return, for each side, the breakdown of its result in the deal into four parts.

    `judgements` are the judgements of all decisions. `games` are the results of `self_played`, in which the strongest
    computer player has all seats.
    """
    settlements = _exact(terms.payoff.finished_deal_value(deal.end))
    return tuple(_side_parts(side, settlements[side], judgements, games, terms) for side in range(len(deal.game.sides)))


def _side_parts(
    side: int,
    settlement: Fraction,
    judgements: Sequence[Judgement],
    games: Sequence[SidePoints],
    terms: JudgingParameters,
) -> ResultBreakdown:
    points, squares = dict.fromkeys(PARTS, Fraction()), dict.fromkeys(PARTS, 0.0)
    for judgement in judgements:
        if not judgement.mistaken:
            continue
        is_own = terms.payoff.side(judgement.seat) == side
        part = "others" if not is_own else "cards" if judgement.phase == "play" else "calls"
        mean, error = judgement.effect[side]
        points[part] += Fraction(mean)
        squares[part] += error * error
    points["deal"] = settlement - sum(points.values())
    squares["deal"] = sum(squares.values())
    self_play_results = [game[side] for game in games]
    return ResultBreakdown(
        settlement,
        points["deal"],
        points["calls"],
        points["cards"],
        points["others"],
        tuple(math.sqrt(squares[part]) for part in PARTS),
        fmean(self_play_results),
        stdev(self_play_results) / math.sqrt(len(self_play_results)),
    )


def _exact(points: SidePoints) -> tuple[Fraction, ...]:
    """Convert points to fractions, so that sums of them are exact."""
    return tuple(map(Fraction, points))
