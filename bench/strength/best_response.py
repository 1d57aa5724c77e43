"""Measure how many points each level of computer player loses compared with a best response.

Run `python -m bench.strength.best_response [--players A,B] [--cards 4] [--endings 60]`.

Rule-based players play one deal after another until every hand has `--cards` cards and a trick begins. This position,
an ending, counts if the seat under test (a different one each time) considers at least two and at most `--worlds` deals
possible. These possible deals (worlds) are taken as equally likely. The seat is then played twice: by an optimal player
who knows how the other players decide (`prikup.bots.best_response`), and by a player of the same level as the others.
The difference, in settlement points per ending, is what the level loses; it is given with its 95 % interval (Student's
t). Every level plays the same endings.

With `--deals N` whole deals are played, each twice: once by players of one level only, and once with one player among
them who knows how the others decide and tries every action in sampled worlds before acting
(`best_response.exploiting_player`). That player does not find a best response, so the difference per deal is only a
lower bound of what the level loses.
"""

import argparse
import random
from collections.abc import Iterator
from typing import Any

from bench.figures import show
from prikup.bots import is_player, player
from prikup.bots.best_response import CachedPlayers, WeightedWorld, best_response, exploiting_player, value_of_play
from prikup.bots.payoff import tricks_left
from prikup.games import GAMES, game
from prikup.rules.game import AnyGame
from prikup.rules.match import Match
from prikup.rules.state import Seat, State, view
from prikup.statistics.confidence_intervals import mean_interval
from prikup.worlds.possible_worlds import count_placements, worlds_with_own_discards


def endings(rules: AnyGame, cards: int, max_worlds: int, seed: str) -> Iterator[tuple[list[WeightedWorld], Seat]]:
    """Yield random endings of deals, which rule-based players have played until each hand has `cards` cards.

    `seed` determines the deals. Each ending consists of the worlds (deals that are possible for the seat under test)
    with equal weights, and of that seat. Endings with only one world or with more than `max_worlds` worlds are skipped.
    """
    rule, match, deal_number = player("rule", rules, 0), Match.begin(rules), 0
    while True:
        state = match.deal_random(random.Random(f"{seed} {deal_number}"))
        is_ending_found = False
        while (actor := state.public.actor) is not None:
            if not is_ending_found and _is_ending(state, cards):
                is_ending_found, seats = True, state.public.tricks.seats
                seat = seats[deal_number % len(seats)]
                if 1 < count_placements(rules, view(state, seat)) <= max_worlds:
                    worlds = list(worlds_with_own_discards(rules, view(state, seat)))
                    yield [(1 / len(worlds), world) for world in worlds], seat
            state = rules.apply(state, rule(view(state, actor)))
        after = match.close(rules.outcome(state))
        match, deal_number = Match.begin(rules) if after.over else after, deal_number + 1


def deals(rules: AnyGame, count: int, seed: str) -> Iterator[tuple[State[Any], Seat]]:
    """Yield `count` random deals, each with the seat under test; every seat is tested in turn.

    `seed` determines the deals.
    """
    for deal_number in range(count):
        state = Match.begin(rules, deal_number % rules.seats).deal_random(random.Random(f"{seed} {deal_number}"))
        yield state, deal_number // rules.seats % rules.seats


def answers(name: str, arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Yield a table row for each level, with a lower bound of the points that it loses in whole deals.

    `name` is the game, and `arguments` are those of the command line.
    """
    rules = game(name, arguments.options)
    for level in arguments.players.split(","):
        gains = []
        for deal_number, (state, seat) in enumerate(deals(rules, arguments.deals, arguments.seed)):
            players = [player(level, rules, 0)] * rules.seats
            informed_players = [
                exploiting_player(rules, players, seat, deal_number) if player_seat == seat else level_player
                for player_seat, level_player in enumerate(players)
            ]
            level_points, informed_points = (
                value_of_play(rules, [(1.0, state)], seat, CachedPlayers(players_by_seat))
                for players_by_seat in (players, informed_players)
            )
            gains.append(informed_points - level_points)
        interval = mean_interval(gains)
        yield {
            "player": level,
            "deals": len(gains),
            "gives away at least": round(interval.mean, 3),
            "±": round((interval.high - interval.low) / 2, 3),
        }


def _is_ending(state: State[Any], cards: int) -> bool:
    public = state.public
    return public.phase == "play" and not public.tricks.table and tricks_left(state) == cards


def lines(name: str, arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Yield a table row for each level, with the points that it loses in endings of deals.

    `name` is the game, and `arguments` are those of the command line.
    """
    rules = game(name, arguments.options)
    gains_by_level: dict[str, list[float]] = {level: [] for level in arguments.players.split(",")}
    world_count = 0
    for (worlds, seat), _ in zip(
        endings(rules, arguments.cards, arguments.worlds, arguments.seed), range(arguments.endings), strict=False
    ):
        world_count += len(worlds)
        for level, gains in gains_by_level.items():
            fixed_players = CachedPlayers([player(level, rules, 0)] * rules.seats)
            level_points = value_of_play(rules, worlds, seat, fixed_players)
            gains.append(best_response(rules, worlds, seat, fixed_players) - level_points)
    for level, gains in gains_by_level.items():
        interval = mean_interval(gains)
        yield {
            "player": level,
            "endings": len(gains),
            "worlds": round(world_count / len(gains), 1),
            "gives away": round(interval.mean, 3),
            "±": round((interval.high - interval.low) / 2, 3),
            "nothing in %": round(100 * sum(gain < 1e-9 for gain in gains) / len(gains)),
        }


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
    if not all(map(is_player, arguments.players.split(","))):
        parser.error(f"no such players: {arguments.players}")
    measure = lines if arguments.deals is None else answers
    show(
        {name: list(measure(name, arguments)) for name in ([arguments.game] if arguments.game else GAMES)},
        as_json=arguments.json,
    )


if __name__ == "__main__":
    main()
