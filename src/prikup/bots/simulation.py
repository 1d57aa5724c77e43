"""What becomes of a deal if one says or does something now, tried out in many worlds.

In each world the plan is carried out, rule-of-thumb players go on with what is said before the cards are played, and
the cards are worth what the solver says of them; where it cannot say, a rule of thumb plays them too.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from statistics import fmean, stdev
from typing import Any

from msgspec.structs import replace

from prikup.bots.cardplay import position, solvable, together
from prikup.bots.prospect import Points, Prospect, tricks_left
from prikup.exchange import DISCARD, Exchange
from prikup.game import AnyGame, Contest, Player
from prikup.solver import Search
from prikup.state import Action, State, View, view

__all__ = ["Plan", "Worth", "best", "opened", "plans", "points", "race"]

HIDDEN = ((0, 0.65), (1, 0.35))
"""How many tricks more than the solver says the one takes whose opponents do not see each other's cards, and how often.
Measured between players who solve 40 worlds: 0.26 tricks in Preferans, 0.42 in Paston and Balkan."""
PAIR = 2
"""So many cards that are laid away are thought of together; of more, one after the other."""

Plan = tuple[Action, ...]
"""What a player does now, and at once after it."""
Worth = Callable[[Plan, int, int], Sequence[float]]
"""What a plan is worth to somebody in some of the worlds, from one to before another."""


def plans(game: AnyGame, seen: View[Any]) -> tuple[Plan, ...]:
    """What may be done now: a call or a card; two cards to be laid away are one plan."""
    exchange: Exchange | None = getattr(seen.public, "exchange", None)
    legal = game.legal(seen)
    if exchange is None or exchange.over or exchange.now.receiver is not DISCARD or legal[-1] >= 52:
        return tuple((action,) for action in legal)
    return tuple(combinations(legal, exchange.now.count if exchange.now.count <= PAIR else 1))


def opened(game: AnyGame, world: State[Any], rule: Player) -> State[Any]:
    """A world in which nobody's sealed action is missing: who has acted did what the rule of thumb would have done. In
    other phases the world itself."""
    public = world.public
    if public.phase not in game.sealed:
        return world
    first = (public.dealer + 1) % game.seats
    state = State(replace(public, turn=first, actor=first), world.hands, ((),) * game.seats, world.stock)
    while (seat := state.public.actor) != public.actor and seat is not None:
        state = game.apply(state, rule(view(state, seat)))
    return state


def points(
    game: AnyGame, worlds: Sequence[State[Any]], plan: Plan, rule: Player, search: Search, prospect: Prospect
) -> list[Points]:
    """What a plan is worth in each world."""
    found: list[Points] = [()] * len(worlds)
    begun: list[tuple[int, State[Any]]] = []
    for at, world in enumerate(worlds):
        state = world
        for action in plan:
            state = game.apply(state, action)
        while (seat := state.public.actor) is not None and state.public.phase != "play":
            state = game.apply(state, rule(view(state, seat)))
        if state.public.actor is None:
            found[at] = prospect.of(state)
        else:
            begun.append((at, state))
    for (at, _), worth in zip(begun, _played([state for _, state in begun], game, rule, search, prospect), strict=True):
        found[at] = worth
    return found


def _played(
    states: Sequence[State[Any]], game: AnyGame, rule: Player, search: Search, prospect: Prospect
) -> Iterator[Points]:
    """What deals are worth whose cards are to be played; those like the one before them are solved with it."""
    at = 0
    while at < len(states):
        state, contest = states[at], game.contest(states[at].public)
        if not solvable(contest, state):
            yield _guessed(state, contest, search, prospect)
            at += 1
        else:
            alike = [state]
            while at + len(alike) < len(states) and states[at + len(alike)].public.tricks == state.public.tricks:
                alike.append(states[at + len(alike)])
            at += len(alike)
            within = prospect.matter(state, contest)
            for one, answer in zip(
                alike, search.answers([position(s, contest) for s in alike], "value", within), strict=True
            ):
                if len(contest.sides) == 2:
                    yield prospect.taken(one, contest, answer.value)
                else:
                    yield _apart(one, contest, answer.value, rule, search, prospect)


def _guessed(state: State[Any], contest: Contest, search: Search, prospect: Prospect) -> Points:
    """What a deal is worth if its leader plays the card that is best as a rule of thumb plays on."""
    (cards,) = search.playouts([position(state, contest)], alone=not together(contest))
    side = prospect.side(state.public.turn)
    splits = [tuple(taken.get(seat, 0) for seat in range(len(state.hands))) for taken in cards.values()]
    return max((prospect.split(state, split) for split in splits), key=lambda points: points[side])


def _apart(
    state: State[Any], contest: Contest, tricks: int, rule: Player, search: Search, prospect: Prospect
) -> Points:
    """What it is worth where those who play against one count their tricks apart: half as a rule of thumb plays it,
    half as the solver says, with the others' tricks parted as in that play."""
    (cards,) = search.playouts([position(state, contest)], alone=False)
    played = cards[rule(view(state, state.public.actor))]
    left, seats = tricks_left(state), range(len(state.hands))
    one, first, second = (side[0] for side in contest.sides)
    parts = [played[first], played[second]]
    worth = [(1.0, prospect.split(state, tuple(played.get(seat, 0) for seat in seats)))]
    for more, weight in HIDDEN:
        split = [0] * len(seats)
        split[one] = min(left, tricks + more)
        rest = left - split[one]
        split[first] = round(rest * parts[0] / sum(parts)) if sum(parts) else rest // 2
        split[second] = rest - split[first]
        worth.append((weight, prospect.split(state, tuple(split))))
    return tuple(sum(weight * points[side] for weight, points in worth) / 2 for side in range(len(worth[0][1])))


def race(candidates: Sequence[Plan], usual: Plan, worth: Worth, most: int, first: int) -> dict[Plan, list[float]]:
    """What each candidate is worth in the same worlds, the better ones in more of them: all of them in the first few,
    the better half in twice as many, and so on up to `most`; the usual one stays in to the end."""
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


def best(found: dict[Plan, list[float]], usual: Plan, sure: float) -> Plan:
    """The plan that is worth most of those that were tried to the end; but the usual one, unless another is better by
    so many standard errors of the difference."""
    tried = max(map(len, found.values()))
    means = {plan: fmean(worth) for plan, worth in found.items() if len(worth) == tried}
    chosen = max(means, key=means.__getitem__)
    if usual not in means or chosen == usual:
        return chosen
    gains = [more - less for more, less in zip(found[chosen], found[usual], strict=True)]
    error = stdev(gains) / tried**0.5 if tried > 1 else 0.0
    return chosen if fmean(gains) > sure * error else usual
