"""Makes the problems of `prikup problems` and writes those of a game into its folder: `python bench/open_problems.py`.

Out of deals of computer players (`prikup.problems.making`); the same seed makes the same problems. Those that were
published, which have a source, stay as they are. `make problems-proof` proves them all anew.
"""

import argparse
import sys
from collections import Counter

import msgspec

from prikup.games import GAMES
from prikup.problems.making import chosen, found
from prikup.problems.problem import FILE, problems


def main() -> None:
    """Make and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=GAMES, help="one game; all of them unless said")
    parser.add_argument("--deals", type=int, default=9_000, help="of each game at most")
    parser.add_argument("--each", type=int, default=28, help="problems of each theme of a game")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for name in [arguments.game] if arguments.game else GAMES:
        made = list(found(name, arguments.seed, arguments.deals, arguments.each))
        published = [problem for problem in problems(name) if problem.source]
        kept = published + chosen(made, arguments.each)
        by_theme = Counter(problem.theme for problem in kept)
        print(f"{name}: {len(kept)} of {len(made)}, {dict(by_theme)}", file=sys.stderr)
        lines = [msgspec.json.encode(problem) + b"\n" for problem in kept]
        (GAMES[name].folder / FILE).write_bytes(b"".join(lines))


if __name__ == "__main__":
    main()
