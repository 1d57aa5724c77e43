"""The rule-based player of each game; it uses the solver when hands of the defenders lie face up.

A game's rule function chooses cards from its own hand only. If hands of the defence are face up, as in a misère (a
contract to take no trick), the player to act sees all hands in play but one. Because only few worlds (possible deals of
the hidden cards) remain, each of them can be solved.
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
"""The maximum number of possible deals that are solved to choose one card.

If the defenders' hands are face up and declarer discarded two of twelve cards, 66 deals remain possible.
"""


def player(game: AnyGame, seed: int) -> Player:
    """Return the game's rule-based player, extended by the solver for positions with hands that lie face up.

    `seed` is passed on to the game's rule function.
    """
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
    """Return all possible deals that agree with the View if the solver can evaluate them, else an empty list.

    The View is what the player to act may know of the deal. The list is empty unless that player has a choice of cards,
    some hand in play lies face up, at most one hand in play is hidden, and there are at most `WORLDS` placements of the
    hidden cards.
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
    worlds = list(all_worlds(game, view))  # none if the View was made from a world without private notes
    return worlds if worlds and solvable(game.objective(view.public), worlds[0]) else []
