"""The strongest player. Each call, each discard and each card is tried out in many worlds.

The worlds are drawn by what the others have said and played.
"""

from collections.abc import Callable, Sequence
from functools import partial
from math import fsum
from statistics import fmean
from typing import Any, NamedTuple

from prikup.bots.belief import FEW, Belief
from prikup.bots.cardplay import points_after_each, solvable
from prikup.bots.payoff import Payoff, payoff_of
from prikup.bots.sampling import randomness, sample
from prikup.bots.simulation import Advice, Plan, Worth, best_plan, plans, race_plans, settle_race, worth_of_plans
from prikup.bots.thread_search import search
from prikup.game import AnyGame, Player
from prikup.games import GAMES
from prikup.state import Action, State, View, view
from prikup.worlds import count_placements

__all__ = ["advice", "player"]

WORLDS = 40
"""The number of worlds that are thought over."""
MORE = 4
"""The number of times as many worlds that are thought over at most, where it is not clear what is better."""
EQUAL = 1e-9
"""The points within which two worths are the same."""
WAVERING = 0.15
"""The share of answers of the others that are not the rule of thumb's where they are asked whether to whist.

Were a fellow sure to whist, one might as well pass and have one's share of what a beaten declarer pays.
"""
FIRST = 5
"""The number of worlds in which every plan is tried."""
FELLOW = 0.8
"""The worth to this level of a point of a fellow's, who plays against the same one, beside a point of its own.

It parts cards that leave the one as many tricks. So a trick may be taken from a fellow who does not need it, but nobody
sinks a fellow, who then pays more than they gain by it.
"""


def player(game: AnyGame, seed: int, worlds: int = WORLDS, *, infers: bool = True, fellow: float = FELLOW) -> Player:
    """Return a player that thinks over `worlds` worlds for each decision.

    It thinks of none where there is one legal action, and of up to `MORE` times as many where it is not clear what is
    better said or laid away. The worlds follow from `seed` and the View, so the same seed plays the same way again.
    They are drawn by what the others have said and played, or (not `infers`) as if they had said nothing. A point of a
    fellow's counts for `fellow` of its own where cards leave the one whom both play against as many tricks.
    """

    def play(seen: View[Any]) -> Action:
        legal = game.legal(seen)
        if len(legal) == 1:
            return legal[0]
        thought = _thought(game, seen, seed, worlds, infers=infers)
        return (_card(thought, fellow).plan if seen.public.phase == "play" else _raced(thought)[0])[0]

    return play


class Thought(NamedTuple):
    """All that a decision is made from: the View, its worlds with their weights, the rule of thumb.

    `draw` draws more worlds, which weigh the same.
    """

    game: AnyGame
    seen: View[Any]
    worlds: Sequence[State[Any]]
    weights: Sequence[float]
    rule: Player
    draw: Callable[[int], Sequence[State[Any]]]


def advice(game: AnyGame, seen: View[Any], seed: int, worlds: int = WORLDS, *, infers: bool = True) -> Advice:
    """Return what this player would do, having thought over `worlds` worlds."""
    thought = _thought(game, seen, seed, worlds, infers=infers)
    return _card(thought) if seen.public.phase == "play" else _told(thought)


def _thought(game: AnyGame, seen: View[Any], seed: int, worlds: int, *, infers: bool) -> Thought:
    """Return what a decision is made from."""
    rule, rng = GAMES[game.name].rule(game, seed), randomness(seed, seen)
    if infers:
        belief = Belief(game, seen, rule, search(), rng)
        found, weights = belief.worlds(worlds)
        return Thought(game, seen, found, weights, rule, lambda many: belief.worlds(many)[0])
    found = sample(game, seen, worlds, rng)
    return Thought(game, seen, found, [1.0] * len(found), rule, lambda many: sample(game, seen, many, rng))


def _card(thought: Thought, fellow: float = FELLOW) -> Advice:
    """Return the best card.

    Of several it is the one that is best if the others play by a rule of thumb, and so may go wrong; a fellow's points
    count beside one's own.
    """
    game, seen, worlds, weights, *_ = thought
    payoff = payoff_of(game, seen.public)
    side = payoff.side(seen.seat)
    found = points_after_each(game, worlds, weights, search(), payoff)
    worth: dict[Plan, float] = {(card,): points[side] for card, points in found.items()}
    most = max(worth.values())
    equal = [plan for plan in worth if worth[plan] > most - EQUAL]
    if len(equal) == 1 or not solvable(game.contest(seen.public), worlds[0]):
        return Advice(min(equal), worth)
    guessed = points_after_each(game, worlds, weights, search(), payoff, exact=False)
    fellows = _fellow_sides(game, seen, payoff)

    def liked(plan: Plan) -> float:
        points = guessed[plan[0]]
        return points[side] + fellow * fsum(points[other] for other in fellows)

    return Advice(max(equal, key=lambda plan: (liked(plan), -plan[0])), worth)


def _fellow_sides(game: AnyGame, seen: View[Any], payoff: Payoff) -> tuple[int, ...]:
    """Return the other sides of the table that play against the same one as the viewer."""
    contest = game.contest(seen.public)
    if contest.one in (None, seen.seat):
        return ()
    sides = {payoff.side(seat) for seat in seen.public.tricks.seats if seat not in (contest.one, seen.seat)}
    return tuple(sides - {payoff.side(contest.one), payoff.side(seen.seat)})


def _told(thought: Thought) -> Advice:
    """Return what is best said or laid away, and what is to be expected of it.

    That is what worlds say in which it was not chosen: in those it seems the best of all, and that flatters it.
    """
    chosen, found = _raced(thought)
    mine, most = found[chosen], _most(thought)
    level = fmean(_worth(thought, len(mine), most)(chosen, 0, most) if most > len(thought.worlds) else mine)
    # Each beside the chosen one in the worlds that both were tried in: some were tried in few.
    return Advice(
        chosen, {plan: level + fmean(a - b for a, b in zip(gains, mine, strict=False)) for plan, gains in found.items()}
    )


def _raced(thought: Thought) -> tuple[Plan, dict[Plan, list[float]]]:
    """Return what is best said or laid away, and the points of all that was tried, by world."""
    game, seen, worlds, weights, rule, _ = thought
    options = plans(game, seen)
    usual = _usual(game, seen, rule, len(options[0]))
    worth = worth_of_plans(game, seen, worlds, weights, rule, search(), wavering=WAVERING)
    found = race_plans(options, usual, worth, len(worlds), FIRST)
    settle_race(found, usual, partial(_worth, thought), _most(thought))
    return best_plan(found, usual), found


def _most(thought: Thought) -> int:
    """Return how many worlds are thought over at most: no more than there are."""
    most = MORE * len(thought.worlds)
    return most if count_placements(thought.game, thought.seen) > max(most, FEW) else len(thought.worlds)


def _worth(thought: Thought, first: int, many: int) -> Worth:
    """Return the worth of plans in that many more worlds, the first of which has the number that is given."""
    game, seen, _, _, rule, draw = thought
    return worth_of_plans(game, seen, draw(many), [1.0] * many, rule, search(), first, WAVERING)


def _usual(game: AnyGame, seen: View[Any], rule: Player, actions: int) -> Plan:
    """Return what the rule of thumb would do now, and at once after it."""
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
