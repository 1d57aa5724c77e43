"""Points that each level loses in endings.

Run `python -m bench.strength.best_response [--players A,B] [--cards 4] [--endings 60]`.

Rule-based players play one deal after another until every hand has `--cards` cards and a trick begins. An ending counts
if the seat under test (a different one each time) considers at least two and at most `--worlds` deals possible; these
worlds are equally likely. The seat is then played twice: by an optimal player who knows how the others decide
(`prikup.bots.best_response`), and by a player of the same level as the others. The difference, in points of the
settlement per ending, is what the level loses; it is given with its 95 % interval (Student's t). Every level plays the
same endings.

With `--deals N` whole deals are played, each twice: by players of the level only, and with one player among them who
knows how the others decide and tries every action in sampled worlds before acting (`best_response.answer`). This is not
a best response but a lower bound of its gain; every deal contributes its difference.
"""

import argparse
import random
from collections.abc import Iterator
from typing import Any

from bench.figures import show
from prikup.bots import is_player, player
from prikup.bots.best_response import Fixed, Weighted, answer, best_response, worth_of_play
from prikup.bots.payoff import tricks_left
from prikup.games import GAMES, game
from prikup.rules.game import AnyGame
from prikup.rules.match import Match
from prikup.rules.state import Seat, State, view
from prikup.statistics.confidence_intervals import mean_interval
from prikup.worlds.possible_worlds import as_known, count_placements


def endings(rules: AnyGame, cards: int, most: int, seed: str) -> Iterator[tuple[list[Weighted], Seat]]:
    """Yield endings: their worlds, equally likely, and the seat that considers them possible."""
    rule, match, at = player("rule", rules, 0), Match.begin(rules), 0
    while True:
        state = match.dealt(random.Random(f"{seed} {at}"))
        asked = False
        while (actor := state.public.actor) is not None:
            if not asked and _is_ending(state, cards):
                asked, seats = True, state.public.tricks.seats
                seat = seats[at % len(seats)]
                if 1 < count_placements(rules, view(state, seat)) <= most:
                    worlds = list(as_known(rules, view(state, seat)))
                    yield [(1 / len(worlds), world) for world in worlds], seat
            state = rules.apply(state, rule(view(state, actor)))
        after = match.close(rules.outcome(state))
        match, at = Match.begin(rules) if after.over else after, at + 1


def deals(rules: AnyGame, count: int, seed: str) -> Iterator[tuple[State[Any], Seat]]:
    """Yield deals, and the seat under test in each; all seats take turns."""
    for at in range(count):
        state = Match.begin(rules, at % rules.seats).dealt(random.Random(f"{seed} {at}"))
        yield state, at // rules.seats % rules.seats


def answers(name: str, chosen: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Yield a lower bound of what each level loses in whole deals of a game."""
    rules = game(name, chosen.options)
    for level in chosen.players.split(","):
        gains = []
        for at, (state, seat) in enumerate(deals(rules, chosen.deals, chosen.seed)):
            players = [player(level, rules, 0)] * rules.seats
            knowing = [answer(rules, players, seat, at) if each == seat else own for each, own in enumerate(players)]
            of_level, of_both = (worth_of_play(rules, [(1.0, state)], seat, Fixed(by)) for by in (players, knowing))
            gains.append(of_both - of_level)
        of = mean_interval(gains)
        yield {
            "player": level,
            "deals": len(gains),
            "gives away at least": round(of.mean, 3),
            "±": round((of.high - of.low) / 2, 3),
        }


def _is_ending(state: State[Any], cards: int) -> bool:
    public = state.public
    return public.phase == "play" and not public.tricks.table and tricks_left(state) == cards


def lines(name: str, chosen: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Yield what each level loses in endings of a game."""
    rules = game(name, chosen.options)
    found: dict[str, list[float]] = {level: [] for level in chosen.players.split(",")}
    counted = 0
    for (worlds, seat), _ in zip(
        endings(rules, chosen.cards, chosen.worlds, chosen.seed), range(chosen.endings), strict=False
    ):
        counted += len(worlds)
        for level, gains in found.items():
            fixed = Fixed([player(level, rules, 0)] * rules.seats)
            own = worth_of_play(rules, worlds, seat, fixed)
            gains.append(best_response(rules, worlds, seat, fixed) - own)
    for level, gains in found.items():
        of = mean_interval(gains)
        yield {
            "player": level,
            "endings": len(gains),
            "worlds": round(counted / len(gains), 1),
            "gives away": round(of.mean, 3),
            "±": round((of.high - of.low) / 2, 3),
            "nothing in %": round(100 * sum(gain < 1e-9 for gain in gains) / len(gains)),
        }


def main() -> None:
    """Read the command line, measure and print."""
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
    chosen = parser.parse_args()
    if not all(map(is_player, chosen.players.split(","))):
        parser.error(f"no such players: {chosen.players}")
    measured = lines if chosen.deals is None else answers
    show(
        {name: list(measured(name, chosen)) for name in ([chosen.game] if chosen.game else GAMES)}, as_json=chosen.json
    )


if __name__ == "__main__":
    main()
