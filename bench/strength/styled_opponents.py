"""Measure players against opponents of many styles.

Run `python -m bench.strength.styled_opponents --players master,uniform [--sealed] [--deals 300] [--json]`.

Each deal is played against styled opponents (`prikup.bots.styled_opponent`) of another random style, once for every
seat that the tested player can have. The styles are the open ones in turn, to which parameters may be fitted, or with
`--sealed` the held-out ones, to which no parameter was fitted. With `--family counting` they are counting opponents
(`prikup.bots.counting_opponent`), which call by thresholds on honours and lengths. `--against rule` (or another player)
measures against that player instead. The program prints the points of each player per deal, and the differences between
players with the same cards against the same opponents, with their 95 % intervals (Student's t).
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, repeat
from multiprocessing import get_context

from bench.figures import mean_row, show
from prikup.bots.arena import Job, play_deal
from prikup.bots.styled_opponent import FIRST_HELD_OUT_STYLE
from prikup.games import GAMES


def play_rotations(
    name: str, options: str, players: tuple[str, ...], opponent: str, seed: str, deal: int
) -> list[float]:
    """Return the points of each of `players` in one deal when it is played against `opponent`.

    `name` is the game, `options` are its house rules, and `seed` and `deal` (the number of the deal) determine the
    cards. The deal is played once for every seat that the tested player can have; `opponent` is the player at all other
    seats.
    """
    points = []
    for player in players:
        job = Job(name, options, (player, opponent), seed, 1, deal, alone=player)
        points.append(play_deal(job, deal).points[0][2])
    return points


def main() -> None:
    """Parse the command line, play the deals, and print the points."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=tuple(GAMES), default="preferans")
    parser.add_argument("--options", default="")
    parser.add_argument("--players", default="master,uniform")
    parser.add_argument("--family", choices=("stranger", "counting"), default="stranger", help="the kind of opponents")
    parser.add_argument("--against", default="", help="a player, instead of opponents of many styles")
    parser.add_argument("--sealed", action="store_true")
    parser.add_argument("--lot", type=int, default=1, help="which of the lots of sealed styles, 99 a lot")
    parser.add_argument("--seed", default="dev")
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="the number of the first of them, from 0: to ask more")
    parser.add_argument("--workers", type=int, default=None)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    players = tuple(arguments.players.split(","))
    styles = FIRST_HELD_OUT_STYLE - 1
    first = FIRST_HELD_OUT_STYLE + (arguments.lot - 1) * styles if arguments.sealed else 1
    deals = range(arguments.first, arguments.first + arguments.deals)
    opponents = [arguments.against or f"{arguments.family}:{first + deal % styles}" for deal in deals]
    with ProcessPoolExecutor(arguments.workers, get_context("spawn")) as pool:
        points_by_deal = list(
            pool.map(
                play_rotations,
                repeat(arguments.game),
                repeat(arguments.options),
                repeat(players),
                opponents,
                repeat(arguments.seed),
                deals,
            )
        )
    lines = []
    for column, player in enumerate(players):
        lines.append(mean_row(player, [points[column] for points in points_by_deal]))
    for (column, player), (other_column, other_player) in combinations(enumerate(players), 2):
        lines.append(
            mean_row(
                f"{player} more than {other_player}",
                [points[column] - points[other_column] for points in points_by_deal],
            )
        )
    against = (
        arguments.against or f"{arguments.family}, {f'sealed, lot {arguments.lot}' if arguments.sealed else 'open'}"
    )
    show({f"{arguments.game} against {against}": lines}, as_json=arguments.json)


if __name__ == "__main__":
    main()
