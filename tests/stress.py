"""Random deals by the hundred thousand: `python tests/stress.py --deals 300000`.

The deals are spread over all games, each match under random valid options of its own. Every action is a random
legal one; cards must be conserved, every row must be written, and no exception may happen.
"""

import argparse
import random
import time

from walk import KINDS, dealt, held, random_game, walk

from prikup.game import Kind
from prikup.match import Match


def stress(kind: Kind, deals: int, seed: int) -> tuple[int, int]:
    """Play so many deals; the numbers of decisions and of matches that came to an end."""
    rng = random.Random(seed)
    decisions = ended = 0
    match = Match.begin(random_game(kind, rng))
    for n in range(deals):
        if match.over or n % 25 == 0:
            ended += match.over
            match = Match.begin(random_game(kind, rng), rng.randrange(match.game.seats))
        state = None
        for step in walk(match.game, dealt(match, rng), rng):
            state = step.state
            decisions += 1
        assert state is not None
        places = held(state)
        assert sum(p.bit_count() for p in places) == sum(places).bit_count() == len(match.game.pack)
        match = match.close(match.game.outcome(state))
    return decisions, ended


def main() -> None:
    """Read the number of deals and play them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=300_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for name, kind in KINDS:
        share = arguments.deals // len(KINDS)
        start = time.perf_counter()
        decisions, ended = stress(kind, share, arguments.seed)
        seconds = time.perf_counter() - start
        print(f"{name}: {share} deals, {decisions} decisions, {ended} matches ended, {seconds:.0f} s, no exception")


if __name__ == "__main__":
    main()
