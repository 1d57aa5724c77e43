"""Generate the problems of `prikup problems` into the folders of the games: `python -m bench.problems.make_problems`.

The problems are positions from deals of computer players (`prikup.problems.open_generator`, and with `--kind hidden`
`prikup.problems.hidden_generator`); the same seed gives the same problems. Published problems, which have a source, are
left unchanged. With `--dared` all existing problems stay, and misères (contracts to take no trick) are added, from an
extra pass in which the declarer risks such a contract. `make problems-proof` proves all open problems again.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence

import msgspec

from prikup.games import GAMES
from prikup.problems import hidden_generator, open_generator
from prikup.problems.hidden_problem import HiddenProblem
from prikup.problems.open_problem import OpenProblem
from prikup.problems.problem import AnyProblem, problems
from prikup.problems.themes import THEMES


def open_problems(name: str, seed: int, deals: int = 9_000, each: int = 28, *, dared: bool) -> list[OpenProblem]:
    """Generate problems in which all hands are open, and return them with the existing problems that are to be kept.

    Up to `each` problems per theme are generated, from at most `deals` deals of the game `name`. Published problems are
    kept; with `dared` all existing problems are, and only misères (contracts to take no trick) are generated.
    """
    new_problems = [
        problem
        for search_pass in open_generator.PASSES
        if search_pass.declares_misere or not dared
        for problem in open_generator.generate_problems(name, seed, deals, each, search_pass)
    ]
    existing_problems = [problem for problem in problems(OpenProblem, name) if problem.source or dared]
    kept_problems = existing_problems + open_generator.select_problems(
        new_problems, each, existing_problems if dared else ()
    )
    return sorted(kept_problems, key=lambda problem: (not problem.source, list(THEMES).index(problem.theme)))


def hidden_problems(name: str, seed: int, deals: int = 2_000, each: int = 14) -> list[HiddenProblem]:
    """Generate problems in which some hands are hidden.

    Up to `each` problems per theme are generated, from `deals` deals of the game `name`.
    """
    return hidden_generator.select_problems(list(hidden_generator.generate_candidates(name, seed, deals)), each)


def main() -> None:
    """Generate the problems and write them to files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kind", choices=("open", "hidden"), default="open")
    parser.add_argument("--game", choices=GAMES, help="one game; all of them unless said")
    parser.add_argument("--deals", type=int, default=argparse.SUPPRESS, help="of each game at most")
    parser.add_argument("--each", type=int, default=argparse.SUPPRESS, help="problems of each theme of a game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dared", action="store_true", help="keep what there is, and add misères")
    arguments = vars(parser.parse_args())
    kind, game, dared = arguments.pop("kind"), arguments.pop("game"), arguments.pop("dared")
    for name in [game] if game else GAMES:
        if kind == "open":
            write_problems(name, OpenProblem, open_problems(name, **arguments, dared=dared))
        else:
            write_problems(name, HiddenProblem, hidden_problems(name, **arguments))


def write_problems(name: str, kind: type[AnyProblem], new_problems: Sequence[AnyProblem]) -> None:
    """Write problems of the type `kind` into the folder of the game `name`, and print their number per theme.

    The file replaces the old one.
    """
    print(f"{name}: {len(new_problems)}, {dict(Counter(problem.theme for problem in new_problems))}", file=sys.stderr)
    lines = [msgspec.json.encode(problem) + b"\n" for problem in new_problems]
    (GAMES[name].folder / kind.FILE).write_bytes(b"".join(lines))


if __name__ == "__main__":
    main()
