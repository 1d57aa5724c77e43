"""IS-MCTS by OpenSpiel at one seat, random players at the others: `python examples/ismcts.py GAME [--deals 20]`.

The search asks a state for other worlds of its player (`resample_from_infostate`), which
`prikup.worlds.possible_worlds` draws: each placement of the unseen cards is as likely. What is printed is what its seat
wins a deal, in points of the game.
"""

import argparse
import random
import statistics
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from prikup.env import openspiel


def gains(name: str, options: str, deals: int, simulations: int, seed: int) -> Iterator[float]:
    """Yield what the searching seat wins in each deal; it changes from deal to deal."""
    openspiel.register()
    parameters = {"options": options, "sampled": True, "seed": seed}
    game = pyspiel.load_game(f"prikup_{name.replace('-', '_')}", parameters)
    rng, numpy_rng = random.Random(seed), np.random.RandomState(seed)
    bot = ismcts.ISMCTSBot(
        game=game,
        uct_c=4.0,
        evaluator=mcts.RandomRolloutEvaluator(1, numpy_rng),
        max_simulations=simulations,
        random_state=numpy_rng,
    )
    for deal in range(deals):
        seat = deal % game.num_players()
        yield play_deal(game.new_initial_state(), bot, seat, rng)


def play_deal(state: Any, bot: Any, seat: int, rng: random.Random) -> float:
    """Play a deal and return what the seat wins by it."""
    while not state.is_terminal():
        searches = state.current_player() == seat and len(state.legal_actions()) > 1
        state.apply_action(bot.step(state) if searches else rng.choice(state.legal_actions()))
    return float(state.returns()[seat])


def main() -> None:
    """Play, and print the mean with its standard error."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--options", default="")
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--simulations", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    points_by_deal = list(
        gains(arguments.game, arguments.options, arguments.deals, arguments.simulations, arguments.seed)
    )
    error = f" ± {statistics.stdev(points_by_deal) / len(points_by_deal) ** 0.5:.2f}" if len(points_by_deal) > 1 else ""
    print(f"{statistics.fmean(points_by_deal):+.2f}{error} points a deal over {len(points_by_deal)} deals")


if __name__ == "__main__":
    main()
