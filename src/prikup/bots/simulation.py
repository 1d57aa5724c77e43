"""The worth of a call or a discard, tried out in many worlds.

In each world the plan is carried out, rule-of-thumb players go on with what is said before the cards are played, and
the cards are worth what the solver says of them; where it cannot say, a rule of thumb plays them too.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import fsum
from statistics import fmean, stdev
from typing import Any, NamedTuple

from prikup.bots.cardplay import position, solvable, two_camps
from prikup.bots.payoff import Payoff, Points, payoff_of, tricks_left
from prikup.contest import Contest
from prikup.errors import Reason
from prikup.exchange import DISCARD, Exchange
from prikup.game import AnyGame, Player
from prikup.solver import Search
from prikup.state import Action, Seat, State, View, view
from prikup.worlds import with_sealed_actions

__all__ = [
    "Advice",
    "Plan",
    "Worth",
    "best_plan",
    "plans",
    "points_of_plan",
    "race_plans",
    "settle_race",
    "worth_of_plans",
]

HIDDEN = ((0, 0.65), (1, 0.35))
"""The tricks that a lone player takes beyond the solver's number, each with its share of the deals.

Its opponents do not see each other's cards, as the solver lets them. Measured between players who solve 40 worlds: 0.26
tricks in one game of 32 cards, 0.42 in two others.
"""
TIMID = 0.1
"""The share of calls of the others in an auction that are the least legal one, which is pass.

They are said whatever the rule of thumb would say. Else a bid that they beat in every world would cost nothing.
"""
CLEAR = 2.0
"""The standard errors of their difference by which two plans that were tried in the same worlds are told apart."""
MOST_TOGETHER = 2
"""The most cards that are laid away as one plan; of more, one is chosen after the other."""

Plan = tuple[Action, ...]
"""The actions of a player: the one to take now, and those at once after it."""
Worth = Callable[[Plan, int, int], Sequence[float]]
"""A function of a plan, a first and a last number of worlds: it returns the worth of the plan in each of them.

The last number is not one of them.
"""


class Advice(NamedTuple):
    """A plan for now, and the points to expect of all plans that were thought of.

    `plan` has one action, or two cards to be laid away. `worth` says by plan what the deal will bring the seat's side
    in the settlement; it is empty where only a rule of thumb was asked. `why` is what is certain of the plan, where
    that was asked and anything is.
    """

    plan: tuple[Action, ...]
    worth: dict[tuple[Action, ...], float]
    why: Reason | None = None


def plans(game: AnyGame, seen: View[Any]) -> tuple[Plan, ...]:
    """Return what may be done now: a call or a card; two cards to be laid away are one plan."""
    exchange: Exchange | None = getattr(seen.public, "exchange", None)
    legal = game.legal(seen)
    if exchange is None or exchange.over or exchange.now.receiver is not DISCARD or legal[-1] >= 52:
        return tuple((action,) for action in legal)
    return tuple(combinations(legal, exchange.now.count if exchange.now.count <= MOST_TOGETHER else 1))


def points_of_plan(
    game: AnyGame,
    worlds: Sequence[State[Any]],
    plan: Plan,
    rule: Player,
    search: Search,
    payoff: Payoff,
    first: int = 0,
    wavering: float = 0.0,
) -> list[Points]:
    """Return what a plan is worth in each world.

    `first` is the number of the first world, by which the others make up their minds: the same for all plans. Asked
    whether to whist, they give another answer than the rule of thumb with a share of `wavering`.
    """
    found: list[Points] = [()] * len(worlds)
    begun: list[tuple[int, State[Any]]] = []
    for at, world in enumerate(worlds):
        state, rng = world, random.Random(first + at)
        for action in plan:
            state = game.apply(state, action)
        while (seat := state.public.actor) is not None and state.public.phase != "play":
            seen = view(state, seat)
            own = seat == world.public.actor
            state = game.apply(state, rule(seen) if own else _said(game, seen, rule, rng, wavering))
        if state.public.actor is None:
            found[at] = payoff.of_end(state)
        else:
            begun.append((at, state))
    for (at, _), worth in zip(begun, _played([state for _, state in begun], game, rule, search, payoff), strict=True):
        found[at] = worth
    return found


def worth_of_plans(
    game: AnyGame,
    seen: View[Any],
    worlds: Sequence[State[Any]],
    weights: Sequence[float],
    rule: Player,
    search: Search,
    first: int = 0,
    wavering: float = 0.0,
) -> Worth:
    """Return the worth of plans to the viewer in worlds that are more or less likely; `first` is the first's number.

    `wavering` is the share of other answers than the rule of thumb's, as in `points_of_plan`.
    """
    payoff = payoff_of(game, seen.public)
    side, mean = payoff.side(seen.seat), fmean(weights)
    begun = [with_sealed_actions(game, world, rule) for world in worlds]

    def worth(plan: Plan, start: int, stop: int) -> Sequence[float]:
        """Return the points of a plan in each world from `start` to before `stop`, times the weight of the world."""
        found = points_of_plan(game, begun[start:stop], plan, rule, search, payoff, first + start, wavering)
        return [weight / mean * points[side] for weight, points in zip(weights[start:stop], found, strict=True)]

    return worth


def _said(game: AnyGame, seen: View[Any], rule: Player, rng: random.Random, wavering: float) -> Action:
    """Return what one of the others says: mostly what a rule of thumb would."""
    if seen.public.phase == "auction" and rng.random() < TIMID:
        return game.legal(seen)[0]
    usual = rule(seen)
    if wavering and seen.public.phase == "whist" and rng.random() < wavering:
        return rng.choice([answer for answer in game.legal(seen) if answer != usual] or [usual])
    return usual


def _played(
    states: Sequence[State[Any]], game: AnyGame, rule: Player, search: Search, payoff: Payoff
) -> Iterator[Points]:
    """Yield what deals are worth whose cards are to be played.

    Those in which the same is contested with the same trumps are solved together.
    """
    found: list[Points] = [()] * len(states)
    alike: dict[Any, list[int]] = {}
    for at, state in enumerate(states):
        contest = game.contest(state.public)
        if solvable(contest, state):
            within = payoff.deciding_tricks(state, contest)
            alike.setdefault((state.public.tricks, contest, within), []).append(at)
        else:
            found[at] = _guessed(state, contest, search, payoff)
    for (_, contest, within), places in alike.items():
        asked = [position(states[at], contest) for at in places]
        for at, answer in zip(places, search.answers(asked, "value", within), strict=True):
            if contest.one is None or contest.open_hands or (len(contest.sides) == 2 and contest.goal == "most"):
                found[at] = payoff.of_tricks(states[at], contest, answer.value)
            else:
                found[at] = _blind(states[at], contest, answer.value, rule, search, payoff)
    yield from found


def _guessed(state: State[Any], contest: Contest, search: Search, payoff: Payoff) -> Points:
    """Return what a deal is worth if its leader plays the card that is best as a rule of thumb plays on."""
    (cards,) = search.playouts([position(state, contest)], alone=not two_camps(contest))
    side = payoff.side(state.public.turn)
    splits = [tuple(taken.get(seat, 0) for seat in range(len(state.hands))) for taken in cards.values()]
    return max(payoff.of_splits(state, splits), key=lambda points: points[side])


def _blind(state: State[Any], contest: Contest, tricks: int, rule: Player, search: Search, payoff: Payoff) -> Points:
    """Return what a deal is worth where the others do not see each other's cards, and that matters.

    It does where they count their tricks apart, or are to give the lone player a trick with closed hands. Half of it is
    as a rule of thumb plays it, half as the solver says.
    """
    (cards,) = search.playouts([position(state, contest)], alone=False)
    taken = cards[rule(view(state, state.public.actor))]
    played = payoff.of_split(state, tuple(taken.get(seat, 0) for seat in range(len(state.hands))))
    if len(contest.sides) == 2:
        solved = payoff.of_tricks(state, contest, tricks)
    else:
        solved = _apart(state, contest, tricks, taken, payoff)
    return tuple((one + other) / 2 for one, other in zip(played, solved, strict=True))


def _apart(state: State[Any], contest: Contest, tricks: int, played: dict[Seat, int], payoff: Payoff) -> Points:
    """Return what a deal is worth if the lone player takes the solver's tricks, or a few more.

    The others part theirs as they were played.
    """
    left = tricks_left(state)
    one, first, second = (side[0] for side in contest.sides)
    both = played[first] + played[second]
    worth = []
    for more, weight in HIDDEN:
        split = [0] * len(state.hands)
        split[one] = min(left, tricks + more)
        rest = left - split[one]
        split[first] = round(rest * played[first] / both) if both else rest // 2
        split[second] = rest - split[first]
        worth.append((weight, payoff.of_split(state, tuple(split))))
    return tuple(fsum(weight * points[side] for weight, points in worth) for side in range(len(worth[0][1])))


def race_plans(candidates: Sequence[Plan], usual: Plan, worth: Worth, most: int, first: int) -> dict[Plan, list[float]]:
    """Return what each candidate is worth in the same worlds, by world: the better ones in more of them.

    All of them are tried in the `first` few, the better half in twice as many, and so on up to `most`; the usual one
    stays in to the end. Of eight candidates, with 5 worlds first and 20 at most, all eight are tried in worlds 1 to 5,
    the best four in 6 to 10, the best two in 11 to 20: 8 * 5 + 4 * 5 + 2 * 10 = 80 trials instead of 160.
    """
    found: dict[Plan, list[float]] = {plan: [] for plan in candidates}
    alive, done, upto = list(candidates), 0, min(first, most)
    while True:
        for plan in alive:
            found[plan] += worth(plan, done, upto)
        if upto >= most:
            return found
        alive.sort(key=lambda plan: (plan == usual, fmean(found[plan])), reverse=True)
        alive = alive[: max(2, (len(alive) + 1) // 2)]
        done, upto = upto, min(2 * upto, most)


def settle_race(found: dict[Plan, list[float]], usual: Plan, lot: Callable[[int, int], Worth], most: int) -> None:
    """Try the best plan and the usual one in more worlds, as long as a paired test does not tell which is worth more.

    Of those that were tried to the end, if the usual one is not among them, it is the best two. `lot` returns the worth
    of plans in that many more worlds, whose first has the number that is given. There are twice as many worlds each
    time, and `most` at the end.

    An example: after 40 worlds a plan is worth 3 points more than the usual one, and the standard error of that is 2.
    So both are tried in 40 more. Now it is 1 point, with an error of 1.4: in 80 more. Of 160 worlds, if these were
    the most, the mean decides.
    """
    tried = max(map(len, found.values()))
    ended = [plan for plan, worth in found.items() if len(worth) == tried]
    pair = sorted(ended, key=lambda plan: (plan == usual, fmean(found[plan])), reverse=True)[:2]
    while len(pair) == 2 and tried < most and not _clear(*(found[plan] for plan in pair)):
        many = min(tried, most - tried)
        worth = lot(tried, many)
        for plan in pair:
            found[plan] += worth(plan, 0, many)
        tried += many


def _clear(one: Sequence[float], other: Sequence[float]) -> bool:
    """Return whether one plan is worth more than the other by `CLEAR` standard errors, or as much in each world."""
    gains = [more - less for more, less in zip(one, other, strict=True)]
    error = stdev(gains) / len(gains) ** 0.5 if len(gains) > 1 else 0.0
    return error == 0 or abs(fmean(gains)) > CLEAR * error


def best_plan(found: dict[Plan, list[float]], usual: Plan) -> Plan:
    """Return the plan that is worth most of those that were tried to the end; the usual one if it is worth as much."""
    tried = max(map(len, found.values()))
    return max(
        (plan for plan in found if len(found[plan]) == tried), key=lambda plan: (fmean(found[plan]), plan == usual)
    )
