"""Measure the time that a review takes on one core: `python -m bench.speed.review_time [--deals 20]`.

For each game, deals played by rule-based players are reviewed. The program prints the median and maximum, in seconds of
processor time, for three things: the values of a whole deal with all cards visible (double dummy), the time until the
review reports its first mistake, and the whole review.
"""

import argparse
import random
import statistics
import time

from prikup.bots import player
from prikup.bots.payoff import Payoff
from prikup.bots.thread_solver import search
from prikup.games import GAMES, game
from prikup.history.events import ActionEvent
from prikup.narration import NarratedStep
from prikup.review.decisions import FinishedDeal
from prikup.review.double_dummy import AllSeen
from prikup.review.judgement import Judgement
from prikup.review.review import review
from prikup.rules.match import Match
from prikup.rules.state import view


def _play_deal(name: str, seed: int) -> FinishedDeal:
    """Play a random deal of the game `name` with rule-based players only, and return it; `seed` determines it."""
    rules = game(name)
    state = start = Match.begin(rules).deal_random(random.Random(seed))
    plays, steps = player("rule", rules, seed), []
    while (seat := state.public.actor) is not None:
        action = plays(view(state, seat))
        after = rules.apply_unchecked(state, action)
        steps.append(NarratedStep(state, ActionEvent(seat, action), after))
        state = after
    return FinishedDeal(rules, 1, start, tuple(steps))


def _time_double_dummy(deal: FinishedDeal) -> float:
    """Return the seconds for evaluating every card of a deal with all cards visible (double dummy)."""
    values = AllSeen(deal.game, Payoff(deal.game, deal.start.public), search())
    start = time.process_time()
    for step in reversed(deal.steps):
        if step.before.public.phase == "play":
            values.cards(step.before)
    return time.process_time() - start


def _time_review(deal: FinishedDeal) -> tuple[float | None, float]:
    """Review a deal; return the seconds until the first mistake (None if there is none) and until the end."""
    first, start = None, time.process_time()
    for item in review(deal):
        if first is None and isinstance(item, Judgement) and item.mistaken:
            first = time.process_time() - start
    return first, time.process_time() - start


def _format_times(times: list[float]) -> str:
    return f"{statistics.median(times):7.3f} {max(times):7.3f}" if times else "      –       –"


def main() -> None:
    """Parse the command line, measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=20)
    arguments = parser.parse_args()
    print(f"{'':16} {'all cards seen':>15} {'first mistake':>15} {'whole':>15}")
    for name in GAMES:
        deals = [_play_deal(name, seed) for seed in range(arguments.deals)]
        double_dummy_times = [_time_double_dummy(deal) for deal in deals]
        times = [_time_review(deal) for deal in deals]
        first = [first_mistake for first_mistake, _ in times if first_mistake is not None]
        print(
            f"{name:16} {_format_times(double_dummy_times)} {_format_times(first)} "
            f"{_format_times([whole for _, whole in times])}"
        )


if __name__ == "__main__":
    main()
