"""The strongest player. Whatever may be said or laid away is tried out in many worlds, and so is each card; the worlds
are drawn by what the others have said and played."""

from collections.abc import Sequence
from typing import Any

from prikup.bots.cardplay import after_each, playable
from prikup.bots.inference import Belief
from prikup.bots.prospect import Prospect
from prikup.bots.sampling import randomness
from prikup.bots.searching import search
from prikup.bots.simulation import Plan, best, opened, plans, points, race
from prikup.game import AnyGame, Player
from prikup.games import GAMES
from prikup.state import Action, State, View, view

__all__ = ["player"]

SURE = 1.0
"""The standard errors by which a plan must be better than what the rule of thumb would do."""
FIRST = 5
"""The worlds in which every plan is tried."""


def player(game: AnyGame, seed: int, worlds: int = 40) -> Player:
    """A player that thinks over so many worlds for each decision."""
    rule = GAMES[game.name].rule(game, seed)

    def play(seen: View[Any]) -> Action:
        legal = game.legal(seen)
        if len(legal) == 1:
            return legal[0]
        if seen.public.phase != "play":
            return _planned(game, seen, rule, seed, worlds)
        if not playable(game, seen):
            return rule(seen)
        prospect = Prospect(game, seen.public)
        thought, weights = Belief(game, seen, rule, search(), randomness(seed, seen)).worlds(worlds)
        found = after_each(game, thought, weights, search(), prospect)
        side = prospect.side(seen.seat)
        return max(legal, key=lambda card: (found[card][side], -card))

    return play


def _planned(game: AnyGame, seen: View[Any], rule: Player, seed: int, worlds: int) -> Action:
    """What is best said or laid away."""
    prospect = Prospect(game, seen.public)
    side = prospect.side(seen.seat)
    found, weights = Belief(game, seen, rule, search(), randomness(seed, seen)).worlds(worlds)
    thought = [opened(game, world, rule) for world in found]
    mean = sum(weights) / len(weights)

    def worth(plan: Plan, start: int, stop: int) -> Sequence[float]:
        found = points(game, thought[start:stop], plan, rule, search(), prospect)
        return [weight / mean * points[side] for weight, points in zip(weights[start:stop], found, strict=True)]

    options = plans(game, seen)
    usual = _usual(game, seen, rule, len(options[0]))
    return best(race(options, usual, worth, len(thought), FIRST), usual, SURE)[0]


def _usual(game: AnyGame, seen: View[Any], rule: Player, actions: int) -> Plan:
    """What the rule of thumb would do now, and at once after it."""
    assert seen.seat is not None
    state = State(
        seen.public,
        tuple(seen.hand if seat == seen.seat else 0 for seat in range(game.seats)),
        tuple(seen.notes if seat == seen.seat else () for seat in range(game.seats)),
        (),
    )
    done = [rule(seen)]
    while len(done) < actions:
        state = game.apply(state, done[-1])
        done.append(rule(view(state, seen.seat)))
    return tuple(sorted(done))
