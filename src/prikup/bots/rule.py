"""The rule-based player of each game, which uses the solver where the defenders' hands are open.

A game's rule function chooses cards from its own hand only. Where hands of the defence are open, as at a misère, the
actor sees all hands in play but one; so few worlds remain that each of them can be solved.
"""

from typing import Any

from prikup.bots.cardplay import points_after_each, solvable
from prikup.bots.payoff import Payoff
from prikup.bots.thread_solver import search
from prikup.games import GAMES
from prikup.rules.game import AnyGame, Player
from prikup.rules.state import Action, State, View
from prikup.solver import NoSolver
from prikup.worlds.possible_worlds import all_worlds, count_placements

__all__ = ["player"]

WORLDS = 100
"""Maximum number of worlds solved for one card.

With open defenders, 66 worlds remain if two of twelve cards were discarded.
"""


def player(game: AnyGame, seed: int) -> Player:
    """Return the game's rule-based player, with the solver added for positions with open hands."""
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
    """Return all worlds of the View if it is small enough to be solved, else an empty list.

    The list is empty unless the actor has a choice of cards, some hand in play is open, at most one hand in play is
    hidden, and there are at most `WORLDS` placements.
    """
    tricks = seen.public.tricks
    if seen.public.phase != "play" or tricks is None or not any(seen.public.shown[seat] for seat in tricks.seats):
        return []
    if len(game.legal(seen)) == 1:
        return []
    hidden = {cell.seat for cell in game.unknown(seen) if cell.place == "hand" and cell.size} & {*tricks.seats}
    if len(hidden) > 1 or count_placements(game, seen) > WORLDS:
        return []
    worlds = list(all_worlds(game, seen))  # empty if private actions are missing, as in views of worlds
    return worlds if worlds and solvable(game.contest(seen.public), worlds[0]) else []
