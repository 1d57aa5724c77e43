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

    def play(view: View[Any]) -> Action:
        rule_action = rule(view)
        worlds = _solvable_worlds(game, view)
        if not worlds:
            return rule_action
        try:
            payoff, solver = Payoff(game, view.public), search()
        except NoSolver:
            return rule_action
        points_by_card = points_after_each(game, worlds, [1.0] * len(worlds), solver, payoff)
        side = payoff.side(view.seat)
        return max(points_by_card, key=lambda card: (points_by_card[card][side], card == rule_action, -card))

    return play


def _solvable_worlds(game: AnyGame, view: View[Any]) -> list[State[Any]]:
    """Return all worlds of the View if it is small enough to be solved, else an empty list.

    The list is empty unless the actor has a choice of cards, some hand in play is open, at most one hand in play is
    hidden, and there are at most `WORLDS` placements.
    """
    tricks = view.public.tricks
    if view.public.phase != "play" or tricks is None or not any(view.public.shown[seat] for seat in tricks.seats):
        return []
    if len(game.legal(view)) == 1:
        return []
    hidden_seats = {cell.seat for cell in game.analysis.hidden_cells(view) if cell.place == "hand" and cell.size} & {
        *tricks.seats
    }
    if len(hidden_seats) > 1 or count_placements(game, view) > WORLDS:
        return []
    worlds = list(all_worlds(game, view))  # empty if private actions are missing, as in views of worlds
    return worlds if worlds and solvable(game.objective(view.public), worlds[0]) else []
