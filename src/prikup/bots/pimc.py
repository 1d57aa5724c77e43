"""Perfect information Monte Carlo (PIMC) in its plain form.

Calls and discards come from the rule-based player. For cards, the player samples worlds (possible deals of the hidden
cards) uniformly and solves each with all cards visible (double dummy). It plays the card with the best average.
"""

from typing import Any

from prikup.bots.cardplay import points_after_each
from prikup.bots.payoff import Payoff
from prikup.bots.sampling import randomness, sample
from prikup.bots.thread_solver import search
from prikup.games import GAMES
from prikup.rules.game import AnyGame, Player
from prikup.rules.state import Action, View

__all__ = ["player"]


def player(game: AnyGame, seed: int, worlds: int = 20) -> Player:
    """Return a player that solves `worlds` sampled possible deals to choose each card.

    `seed` determines which deals are sampled.
    """
    return sampling_player(game, seed, worlds, exact=True)


def sampling_player(game: AnyGame, seed: int, worlds: int, *, exact: bool) -> Player:
    """Return a player that tries each card in `worlds` sampled possible deals and plays the card with the best average.

    If `exact`, the solver evaluates the cards in each possible deal; otherwise a heuristic plays each deal to the end.
    `seed` determines which deals are sampled. Calls and discards come from the rule-based player.
    """
    rule = GAMES[game.name].rule(game, seed)

    def play(view: View[Any]) -> Action:
        legal = game.legal(view)
        if len(legal) == 1 or view.public.phase != "play":
            return rule(view)
        sampled_worlds = sample(game, view, worlds, randomness(seed, view))
        payoff = Payoff(game, view.public)
        points_by_card = points_after_each(
            game, sampled_worlds, [1.0] * len(sampled_worlds), search(), payoff, exact=exact
        )
        side = payoff.side(view.seat)
        return max(legal, key=lambda card: (points_by_card[card][side], -card))

    return play
