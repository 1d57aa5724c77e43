"""Measure how many points each level of computer player loses compared with a best response.

Run `python -m bench.strength.best_response [--players A,B] [--cards 4] [--endings 60]`.

Rule-based players play one deal after another until every hand has `--cards` cards and a trick begins. This position,
an ending, counts if the seat under test (a different one each time) considers at least two and at most `--worlds` deals
possible. These possible deals (worlds) are taken as equally likely. The seat is then played twice: by an optimal player
who knows how the other players decide (`prikup.env.best_response`), and by a player of the same level as the others.
The difference, in settlement points per ending, is what the level loses; it is given with its 95 % interval (Student's
t). Every level plays the same endings.

With `--deals N` whole deals are played, each twice: once by players of one level only, and once with one player among
them who knows how the others decide and tries every action in sampled worlds before acting
(`gains_by_looking_ahead`). That player does not find a best response, so the difference per deal is only a
lower bound of what the level loses.
"""

import argparse
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from bench.figures import show
from prikup.bots import is_player, player
from prikup.env.best_response import endings, gain_in_ending, gains_by_looking_ahead
from prikup.games import GAMES, game
from prikup.rules.game import AnyGame
from prikup.statistics.confidence_intervals import mean_interval

Row = dict[str, Any]


def whole_deals(rules: AnyGame, levels: Sequence[str], arguments: argparse.Namespace) -> Iterator[Row]:
    """Yield the figures of each level in whole deals: a lower bound of the points that it loses."""
    for level in levels:
        gains = gains_by_looking_ahead(player(level, rules, 0), rules, arguments.deals, seed=arguments.seed)
        yield {"player": level, "deals": len(gains), **mean_columns("gives away at least", gains)}


def in_endings(rules: AnyGame, levels: Sequence[str], arguments: argparse.Namespace) -> Iterator[Row]:
    """Yield the figures of each level in endings of deals: the points that it loses."""
    sample = list(islice(endings(rules, arguments.cards, arguments.worlds, arguments.seed), arguments.endings))
    for level in levels:
        policy = player(level, rules, 0)
        gains = [gain_in_ending(policy, rules, worlds, seat) for worlds, seat in sample]
        yield {
            "player": level,
            "endings": len(gains),
            "worlds": round(sum(len(worlds) for worlds, _ in sample) / len(sample), 1),
            **mean_columns("gives away", gains),
            "nothing in %": round(100 * sum(gain < 1e-9 for gain in gains) / len(gains)),
        }


def mean_columns(name: str, gains: list[float]) -> Row:
    """Return the mean of `gains` under this name, and half the width of its interval."""
    interval = mean_interval(gains)
    return {name: round(interval.mean, 3), "±": round((interval.high - interval.low) / 2, 3)}


def main() -> None:
    """Parse the command line, measure, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, help="one game; all of them unless said")
    parser.add_argument("--options", default="", help="house rules, as in `prikup rules`")
    parser.add_argument("--players", default="beginner,rule,pimc:10")
    parser.add_argument("--cards", type=int, default=4)
    parser.add_argument("--worlds", type=int, default=100)
    parser.add_argument("--endings", type=int, default=60)
    parser.add_argument("--deals", type=int, help="play so many whole deals instead, against one who looks ahead")
    parser.add_argument("--seed", default="endings")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    levels = arguments.players.split(",")
    if not all(map(is_player, levels)):
        parser.error(f"no such players: {arguments.players}")
    measure = in_endings if arguments.deals is None else whole_deals
    names = [arguments.game] if arguments.game else list(GAMES)
    rows_by_game = {name: list(measure(game(name, arguments.options), levels, arguments)) for name in names}
    show(rows_by_game, as_json=arguments.json)


if __name__ == "__main__":
    main()
