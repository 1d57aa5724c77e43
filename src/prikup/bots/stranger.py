"""Opponents that are not what the strongest player supposes of others: each number is another style.

A style has its own liking for risk in the auction and against a contract, tries its calls and what it lays away in a
few worlds that are drawn without regard to what was said, plays its cards by a rule of thumb, by playouts or by the
solver, and errs as people do: what seems best is blurred by chance, so that it errs the more readily the less an error
seems to cost. What the players of this package infer was fitted to the styles below `SEALED` at most; those from there
on are asked for nothing but figures that are told.
"""

import random
from statistics import fmean, pstdev
from typing import Any

from msgspec import Struct

from prikup.bots.cardplay import points_in_each_world
from prikup.bots.payoff import Payoff
from prikup.bots.sampling import randomness, sample
from prikup.bots.simulation import Plan, plans, race_plans, worth_of_plans
from prikup.bots.thread_search import search
from prikup.game import AnyGame, Player
from prikup.games import GAMES
from prikup.state import Action, View

__all__ = ["SEALED", "Style", "player", "style"]

SEALED = 100
"""The first style to which nothing was fitted."""
FIRST = 2
"""The number of worlds in which every call is tried."""


class Style(Struct, frozen=True):
    """The way in which an opponent decides.

    `risk`: what a call in the auction seems to be worth more for each point by which its worth spreads; `against`: the
    same of what is said after the auction; `worlds`: the number of worlds in which calls are tried; `cards`: in how
    many each card is tried, by the solver or (not `solves`) by playouts, and 0 for a rule of thumb; `slips`: by how
    much a worth is misjudged, as a part of its spread.
    """

    risk: float
    against: float
    worlds: int
    cards: int
    solves: bool
    slips: float


def style(number: int) -> Style:
    """Return the style of a number, always the same one."""
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
    """Return the opponent of a style. What it does follows from `seed`, the style and the View."""
    rule, ways = GAMES[game.name].rule(game, seed), style(number)

    def play(seen: View[Any]) -> Action:
        legal = game.legal(seen)
        if len(legal) == 1 or (seen.public.phase == "play" and not ways.cards):
            return rule(seen)
        rng = randomness(seed + number, seen)
        tried = _cards(game, seen, ways, rng) if seen.public.phase == "play" else _calls(game, seen, ways, rule, rng)
        return _chosen(tried, _liking(ways, seen.public.phase), ways.slips, rng)[0]

    return play


def _liking(ways: Style, phase: str) -> float:
    """Return what a point of spread seems to be worth in a phase."""
    return ways.risk if phase == "auction" else 0.0 if phase == "play" else ways.against


def _chosen(tried: dict[Plan, list[float]], liking: float, slips: float, rng: random.Random) -> Plan:
    """Return the plan that seems to be worth most, of those that were tried in most worlds."""
    most = max(map(len, tried.values()))
    seems = {}
    for plan, worth in tried.items():
        if len(worth) == most:
            spread = pstdev(worth)
            seems[plan] = fmean(worth) + liking * spread + rng.gauss(0.0, slips) * spread
    return max(seems, key=lambda plan: (seems[plan], plan))


def _calls(game: AnyGame, seen: View[Any], ways: Style, rule: Player, rng: random.Random) -> dict[Plan, list[float]]:
    """Return what each call, or what may be laid away, is worth in some worlds."""
    worlds = sample(game, seen, ways.worlds, rng)
    worth = worth_of_plans(game, seen, worlds, [1.0] * len(worlds), rule, search())
    options = plans(game, seen)
    return race_plans(options, options[0], worth, len(worlds), FIRST)


def _cards(game: AnyGame, seen: View[Any], ways: Style, rng: random.Random) -> dict[Plan, list[float]]:
    """Return what each card is worth in some worlds."""
    worlds, payoff = sample(game, seen, ways.cards, rng), Payoff(game, seen.public)
    side, found = payoff.side(seen.seat), dict[Plan, list[float]]()
    for after in points_in_each_world(game, worlds, search(), payoff, exact=ways.solves):
        for card, points in after.items():
            found.setdefault((card,), []).append(points[side])
    return found
