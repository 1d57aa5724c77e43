"""Generate the problems of `prikup problems` in the folders of the games: `python -m bench.problems.make_problems`.

They are taken from deals of computer players (`prikup.problems.open_generator`); the same seed gives the same
problems. Published problems, which have a source, are left unchanged. With `--dared` all existing problems stay, and
misères are added from the pass in which they are dared. `make problems-proof` proves all of them again.
"""

import argparse
import sys
from collections import Counter

import msgspec

from prikup.games import GAMES
from prikup.problems.open_generator import PASSES, generate_problems, select_problems
from prikup.problems.open_problem import OpenProblem
from prikup.problems.problem import problems
from prikup.problems.themes import THEMES


def main() -> None:
    """Generate and write the problems."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=GAMES, help="one game; all of them unless said")
    parser.add_argument("--deals", type=int, default=9_000, help="of each game at most")
    parser.add_argument("--each", type=int, default=28, help="problems of each theme of a game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dared", action="store_true", help="keep what there is, and add misères")
    arguments = parser.parse_args()
    passes = [search_pass for search_pass in PASSES if search_pass.declares_misere or not arguments.dared]
    for name in [arguments.game] if arguments.game else GAMES:
        new_problems = [
            problem
            for search_pass in passes
            for problem in generate_problems(name, arguments.seed, arguments.deals, arguments.each, search_pass)
        ]
        existing_problems = [problem for problem in problems(OpenProblem, name) if problem.source or arguments.dared]
        kept_problems = existing_problems + select_problems(
            new_problems, arguments.each, existing_problems if arguments.dared else ()
        )
        kept_problems.sort(key=lambda problem: (not problem.source, list(THEMES).index(problem.theme)))
        by_theme = Counter(problem.theme for problem in kept_problems)
        print(f"{name}: {len(kept_problems)} of {len(new_problems)}, {dict(by_theme)}", file=sys.stderr)
        lines = [msgspec.json.encode(problem) + b"\n" for problem in kept_problems]
        (GAMES[name].folder / OpenProblem.FILE).write_bytes(b"".join(lines))


if __name__ == "__main__":
    main()
