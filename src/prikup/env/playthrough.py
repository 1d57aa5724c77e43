"""Write an OpenSpiel playthrough: one random episode of a game as text, with everything that OpenSpiel knows of it.

    python -m prikup.env.playthrough GAME "PRESET option=value" --deals 1 --seed 1 > GAME.txt

OpenSpiel's own generator writes the text, so its `replay` can play it again and compare: the same seed gives the same
text.
"""

import argparse
import sys
from collections.abc import Sequence

from prikup.env import openspiel
from prikup.games import GAMES
from prikup.rules.errors import PrikupError
from prikup.rules.options import options_text, parse_options

__all__ = ["playthrough"]


def playthrough(game: str, options: str = "", deals: int = 1, seed: int = 1) -> str:
    """Return the playthrough of a random episode of `deals` deals; `options` are the house rules as text.

    `seed` determines the cards and the actions. Raise PrikupError for options that cannot be parsed.
    """
    from open_spiel.python.algorithms.generate_playthrough import playthrough as openspiel_playthrough  # slow

    openspiel.register()
    kind = GAMES[game]
    short_options = options_text(kind.presets, parse_options(kind.presets, options)).replace("=", ":")
    name = f"prikup_{game.replace('-', '_')}(options={short_options},deals={deals})"
    text: str = openspiel_playthrough(name, None, seed=seed)
    return text


def main(arguments: Sequence[str]) -> int:
    """Print a playthrough, and return the exit code of the program."""
    parser = argparse.ArgumentParser(
        prog="python -m prikup.env.playthrough", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("options", nargs="?", default="", help="house rules: a preset and the differences from it")
    parser.add_argument("--deals", type=int, default=1, help="the number of deals")
    parser.add_argument("--seed", type=int, default=1, help="determines the cards and the actions")
    values = parser.parse_args(arguments)
    try:
        sys.stdout.write(playthrough(values.game, values.options, values.deals, values.seed))
    except (PrikupError, ValueError) as error:
        parser.error(str(error))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
