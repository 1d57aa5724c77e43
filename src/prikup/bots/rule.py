"""The rule of thumb of each game, which asks the solver where the cards lie open.

A rule of thumb leads from its own hand. Where the defence lies open, as at a misère, whoever plays sees at least all
hands but one: then so few worlds are left that each can be solved.
"""

from typing import Any

from prikup.bots.cardplay import points_after_each, solvable
from prikup.bots.payoff import Payoff
from prikup.bots.thread_search import search
from prikup.game import AnyGame, Player
from prikup.games import GAMES
from prikup.solver import NoSolver
from prikup.state import Action, State, View
from prikup.worlds import all_worlds, count_placements

__all__ = ["player"]

WORLDS = 100
"""The most worlds that are solved for a card: where the defence lies open, two of twelve cards were laid away."""


def player(game: AnyGame, seed: int) -> Player:
    """Return the player of a game's rule of thumb."""
    rule = GAMES[game.name].rule(game, seed)

    def play(seen: View[Any]) -> Action:
        usual = rule(seen)
        worlds = _worlds(game, seen)
        if not worlds:
            return usual
        try:
            payoff, solver = Payoff(game, seen.public), search()
        except NoSolver:
            return usual
        found = points_after_each(game, worlds, [1.0] * len(worlds), solver, payoff)
        side = payoff.side(seen.seat)
        return max(found, key=lambda card: (found[card][side], card == usual, -card))

    return play


def _worlds(game: AnyGame, seen: View[Any]) -> list[State[Any]]:
    """Return all worlds for a viewer who has a choice, sees open hands, and all hands that play but one; else none."""
    tricks = seen.public.tricks
    if seen.public.phase != "play" or tricks is None or not any(seen.public.shown[seat] for seat in tricks.seats):
        return []
    if len(game.legal(seen)) == 1:
        return []
    hidden = {cell.seat for cell in game.unknown(seen) if cell.place == "hand" and cell.size} & {*tricks.seats}
    if len(hidden) > 1 or count_placements(game, seen) > WORLDS:
        return []
    worlds = list(all_worlds(game, seen))  # none where what the player did in private is not known, as in a world
    return worlds if worlds and solvable(game.contest(seen.public), worlds[0]) else []
