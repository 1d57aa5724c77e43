"""What the computer players decide, as a digest for each game and level: `python tests/bots/decisions.py [--deals 4]`.

The same seeds make the same decisions on every Python that prikup supports; the tests of the release compare this line
by line.
"""

import argparse
import hashlib
import random
from collections.abc import Iterator

from prikup.bots import player
from prikup.game import AnyGame, Redeal
from prikup.games import GAMES, game
from prikup.match import Match
from prikup.state import view

LEVELS = ("beginner", "rule", "pimc:5", "master:5")


def decisions(rules: AnyGame, level: str, deals: int) -> Iterator[int]:
    """Yield the actions of a match of this many deals, in which everybody is of one level."""
    decks = random.Random(f"{rules.name} {level}")
    players = [player(level, rules, seed=seat) for seat in range(rules.seats)]
    match = Match.begin(rules, dealer=0)
    while match.deals < deals and not match.over:
        state = rules.deal(tuple(decks.sample(rules.pack, len(rules.pack))), match.standing)
        if isinstance(state, Redeal):
            continue
        while (seat := state.public.actor) is not None:
            action = players[seat](view(state, seat))
            yield action
            state = rules.apply(state, action)
        match = match.close(rules.outcome(state))


def main() -> None:
    """Print the digests."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=4)
    arguments = parser.parse_args()
    for name, kind in GAMES.items():
        for level in LEVELS:
            found = bytes(decisions(game(name, next(iter(kind.presets))), level, arguments.deals))
            print(name, level, len(found), hashlib.sha256(found).hexdigest()[:16], flush=True)


if __name__ == "__main__":
    main()
