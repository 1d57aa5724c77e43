"""Styled opponents: test players that deviate from what `master` assumes of others, each with a numbered style.

A style has its own appetite for risk in the auction and against contracts. It tries calls and discards in a few worlds
(possible deals of the hidden cards), sampled without regard to what the other seats did. It chooses cards by the
rule-based player, by playouts or by the solver. It errs as people do: random noise is added to its values, so small
errors are likelier than large ones.

The inference of `master` (how likely a world is, given the other seats' decisions) was fitted only to styles below
`FIRST_HELD_OUT_STYLE`; the styles from this number on are held out and used only for published figures.
"""

import random
from statistics import fmean, pstdev
from typing import Any

from msgspec import Struct

from prikup.bots.cardplay import points_in_each_world
from prikup.bots.payoff import Payoff
from prikup.bots.sampling import randomness, sample
from prikup.bots.simulation import Plan, plan_values, plans, race_plans
from prikup.bots.thread_solver import search
from prikup.games import GAMES
from prikup.rules.game import AnyGame, Player
from prikup.rules.state import Action, View

__all__ = ["FIRST_HELD_OUT_STYLE", "Style", "player", "style"]

FIRST_HELD_OUT_STYLE = 100
"""The number of the first held-out style. No parameter of inference was fitted to this style or to higher numbers."""
FIRST_WORLDS = 2
"""The number of possible deals in which every call or discard is tried before the weaker ones are dropped."""


class Style(Struct, frozen=True):
    """The parameters of a styled opponent, which evaluates its actions in a few possible deals.

    - `risk` is the weight of risk in the auction: the standard deviation of a call's points over the deals, multiplied
      by `risk`, is added to the call's value.
    - `against` is the same weight for calls after the auction and for discards.
    - `worlds` is the number of possible deals in which calls and discards are tried.
    - `cards` is the number of possible deals in which cards are tried; if it is 0, the rule-based player chooses the
      cards.
    - `solves` is true if the solver evaluates the cards in these deals, false if heuristic playouts do.
    - `slips` is the standard deviation of the random noise on a value, relative to the standard deviation of the points
      over the deals.
    """

    risk: float
    against: float
    worlds: int
    cards: int
    solves: bool
    slips: float


def style(number: int) -> Style:
    """Return the style with the number `number`, which determines all of its parameters."""
    rng = random.Random(f"stranger {number}")
    return Style(
        risk=rng.uniform(-0.5, 0.3),
        against=rng.uniform(-0.5, 0.5),
        worlds=rng.choice((4, 6, 10)),
        cards=rng.choice((0, 5, 10, 20)),
        solves=rng.random() < 0.5,
        slips=rng.choice((0.0, 0.1, 0.3)),
    )


def player(game: AnyGame, seed: int, number: int = 0) -> Player:
    """Return the opponent with style `number`. Its actions depend on `seed`, the style and the View only.

    The View is what the player may know of the deal.
    """
    rule, ways = GAMES[game.name].rule(game, seed), style(number)

    def play(view: View[Any]) -> Action:
        legal = game.legal(view)
        if len(legal) == 1 or (view.public.phase == "play" and not ways.cards):
            return rule(view)
        rng = randomness(seed + number, view)
        values_by_plan = (
            _card_values(game, view, ways, rng)
            if view.public.phase == "play"
            else _call_values(game, view, ways, rule, rng)
        )
        return _choose_plan(values_by_plan, _risk_weight(game, ways, view.public.phase), ways.slips, rng)[0]

    return play


def _risk_weight(game: AnyGame, ways: Style, phase: str) -> float:
    """Return the factor by which the standard deviation of an action's points is added to its value.

    The weight depends on the phase of the deal and on the player's style, `ways`. It is zero for cards played.
    """
    if phase == "play":
        return 0.0
    return ways.risk if game.phases[phase].kind == "auction" else ways.against


def _choose_plan(values_by_plan: dict[Plan, list[float]], risk_weight: float, slips: float, rng: random.Random) -> Plan:
    """Return the plan with the highest value after risk and random noise are added to its mean.

    A plan is a call, a card to play, or all cards to discard or give. `values_by_plan` has the values of each plan in
    the possible deals in which it was tried. Only the plans that were tried in the most deals are considered.
    `risk_weight` and the noise `slips` are factors of the standard deviation of a plan's values.
    """
    world_count = max(map(len, values_by_plan.values()))
    blurred_values = {}
    for plan, worth in values_by_plan.items():
        if len(worth) == world_count:
            spread = pstdev(worth)
            blurred_values[plan] = fmean(worth) + risk_weight * spread + rng.gauss(0.0, slips) * spread
    return max(blurred_values, key=lambda plan: (blurred_values[plan], plan))


def _call_values(
    game: AnyGame, view: View[Any], ways: Style, rule: Player, rng: random.Random
) -> dict[Plan, list[float]]:
    """Return the values of each call or discard, one for each sampled deal in which it was tried.

    `ways` is the player's style. `rule` is the rule-based player, which finishes the calls in each sampled deal.
    """
    worlds = sample(game, view, ways.worlds, rng)
    evaluate = plan_values(game, view, worlds, [1.0] * len(worlds), rule, search())
    options = plans(game, view)
    return race_plans(options, options[0], evaluate, len(worlds), FIRST_WORLDS)


def _card_values(game: AnyGame, view: View[Any], ways: Style, rng: random.Random) -> dict[Plan, list[float]]:
    """Return the values of each card, one for each sampled deal. `ways` is the player's style."""
    worlds, payoff = sample(game, view, ways.cards, rng), Payoff(game, view.public)
    side, values_by_plan = payoff.side(view.seat), dict[Plan, list[float]]()
    for after in points_in_each_world(game, worlds, search(), payoff, exact=ways.solves):
        for card, points in after.items():
            values_by_plan.setdefault((card,), []).append(points[side])
    return values_by_plan
