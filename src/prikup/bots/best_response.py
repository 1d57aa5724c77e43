"""The best that one seat can do against players who are fixed: what they give away to somebody who knows them.

The others decide as their players do, which follows from their Views alone. So all that the one seat does not know is
which world it is in, and each thing that the others do tells it which worlds are left. What is best is found exactly,
by trying every choice of the seat after all that it may have seen.

An example in which one world is as likely as the other. The seat says yes or no after the other has acted, who acts
otherwise in each world: the seat then knows the world, and is right in both. Had the other done the same in both, it
would be right in one of them. The difference is what the other gives away.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from math import fsum
from typing import Any

from prikup.bots.payoff import Payoff
from prikup.bots.sampling import randomness
from prikup.bots.simulation import Plan, Worth, best_plan, race_plans, settle_race
from prikup.game import AnyGame, Player
from prikup.state import Action, Seat, State, View, view
from prikup.worlds import as_known, with_sealed_actions

__all__ = ["Fixed", "answer", "best_response", "worth_of_play"]

WORLDS, FIRST, MORE = 16, 4, 4
"""The worlds in which the better options are tried, the first few in which all of them are, and how many times as many
where it is not clear whether another action is better than the usual one, at most."""

Weighted = tuple[float, State[Any]]
WorthOfState = Callable[[State[Any]], float]


class Fixed:
    """Players by seat who decide the same for the same View; each View is decided once."""

    def __init__(self, players: Sequence[Player]) -> None:
        self._players = players
        self._decided: dict[View[Any], Action] = {}

    def decide(self, state: State[Any]) -> Action:
        """Return what the player does who is asked."""
        return self.player(view(state, state.public.actor))

    def player(self, seen: View[Any]) -> Action:
        """Return the same for what that player sees."""
        action = self._decided.get(seen)
        if action is None:
            assert seen.seat is not None
            action = self._decided[seen] = self._players[seen.seat](seen)
        return action


def worth_of_play(game: AnyGame, worlds: Iterable[Weighted], seat: Seat, others: Fixed) -> float:
    """Return what the deal brings the seat's side, summed over weighted worlds, if all are played by their players."""
    worth = _worth(game, seat)
    found = []
    for weight, state in worlds:
        found.append(weight * worth(_played(game, state, others)))
    return fsum(found)


def best_response(game: AnyGame, worlds: Iterable[Weighted], seat: Seat, others: Fixed) -> float:
    """Return the most that the deal can bring the seat's side against the others' players, summed over weighted worlds.

    The worlds are states of one deal, or of deals whose sheets are alike; the seat tells apart those that it sees
    differently.
    """
    return _best(game, list(worlds), seat, others, _worth(game, seat))


def answer(game: AnyGame, players: Sequence[Player], seat: Seat, seed: int, worlds: int = WORLDS) -> Player:
    """Return a player of a seat that knows how the others decide and does better against them than its own player.

    Each decision is the best one if it goes on as its own player would: on average over some worlds, drawn as if each
    were as likely as any other, in which the others do what they would. So what it wins more than its own player is no
    more than what the best response would.
    """
    everybody, worth = Fixed(players), _worth(game, seat)

    def play(seen: View[Any]) -> Action:
        usual = players[seat](seen)
        options = [(action,) for action in game.legal(seen)]
        if len(options) == 1:
            return usual
        drawn = as_known(game, seen, randomness(seed, seen))

        def lot(_: int, many: int) -> Worth:
            begun = [with_sealed_actions(game, world, everybody.player) for world in islice(drawn, many)]

            def brings(plan: Plan, start: int, stop: int) -> list[float]:
                return [worth(_played(game, game.apply(world, plan[0]), everybody)) for world in begun[start:stop]]

            return brings

        found = race_plans(options, (usual,), lot(0, worlds), worlds, FIRST)
        settle_race(found, (usual,), lot, MORE * worlds)
        return best_plan(found, (usual,))[0]

    return play


def _played(game: AnyGame, state: State[Any], everybody: Fixed) -> State[Any]:
    """Return the end of a deal that all play as their players do."""
    while state.public.actor is not None:
        state = game.apply(state, everybody.decide(state))
    return state


def _worth(game: AnyGame, seat: Seat) -> WorthOfState:
    payoffs: dict[Any, Payoff] = {}

    def worth(state: State[Any]) -> float:
        payoff = payoffs.setdefault(state.public.match, Payoff(game, state.public))
        return payoff.of_end(state)[payoff.side(seat)]

    return worth


def _best(game: AnyGame, worlds: list[Weighted], seat: Seat, others: Fixed, worth: WorthOfState) -> float:
    """Return the same, where the others have acted as far as nobody but the seat is asked."""
    ends: list[float] = []
    asked: dict[View[Any], list[Weighted]] = {}
    for weight, state in worlds:
        while state.public.actor not in (None, seat):
            state = game.apply(state, others.decide(state))
        if state.public.actor is None:
            ends.append(weight * worth(state))
        else:
            asked.setdefault(view(state, seat), []).append((weight, state))
    for seen, alike in asked.items():
        ends.append(
            max(
                _best(game, [(weight, game.apply(state, action)) for weight, state in alike], seat, others, worth)
                for action in game.legal(seen)
            )
        )
    return fsum(ends)
