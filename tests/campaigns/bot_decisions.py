"""Print digests of the computer players' decisions by game and level.

Run `python tests/campaigns/bot_decisions.py [--deals 4]`. The same seeds give the same decisions on every Python
version that prikup supports; the release tests compare this output line by line.
"""

import hashlib
import random
from collections.abc import Iterator
from itertools import chain, count, islice

from prikup.bots import player
from prikup.games import GAMES, game
from prikup.rules.game import AnyGame, Redeal
from prikup.rules.match import Match
from prikup.rules.state import view

LEVELS = ("beginner", "rule", "pimc:5", "master:5")


def decisions(rules: AnyGame, level: str, deals: int, number: int = 0) -> Iterator[int]:
    """Yield the actions of a match of `deals` deals in which all players have the strength `level`.

    Each `number` gives a different match.
    """
    decks = random.Random(f"{rules.name} {level} {number}" if number else f"{rules.name} {level}")
    players = [player(level, rules, seed=seat) for seat in range(rules.seats)]
    match = Match.begin(rules, dealer=0)
    while match.deals < deals and not match.over:
        state = rules.deal(tuple(decks.sample(rules.pack, len(rules.pack))), match.standing)
        if isinstance(state, Redeal):
            continue
        while (seat := state.public.actor) is not None:
            action = players[seat](view(state, seat))
            yield action
            state = rules.apply_unchecked(state, action)
        match = match.close(rules.outcome(state))


def digest(name: str, level: str, action_count: int) -> str:
    """Return the SHA-256 of the first `action_count` actions of the game `name`, from as many matches as needed.

    All players have the strength `level`.
    """
    rules = game(name, next(iter(GAMES[name].presets)))
    matches = (decisions(rules, level, action_count, number) for number in count())
    return hashlib.sha256(bytes(islice(chain.from_iterable(matches), action_count))).hexdigest()


def main() -> None:
    """Print a digest for each game and level."""
    import argparse  # imported here: the engine of a site lacks this module

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=4)
    arguments = parser.parse_args()
    for name, kind in GAMES.items():
        for level in LEVELS:
            actions = bytes(decisions(game(name, next(iter(kind.presets))), level, arguments.deals))
            print(name, level, len(actions), hashlib.sha256(actions).hexdigest()[:16], flush=True)


if __name__ == "__main__":
    main()
