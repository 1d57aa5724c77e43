"""Measure how often a player doubles an igra (a game without the talon) by a solid hand, and what that costs.

Run `python -m bench.strength.igra_doublings [--options serbian-club] [--hands 12] [--defender master]`.

The program deals at random until the first player to call has a solid hand for igra-sans, igra-betl or igra (which is
then played with a trump suit): one with which the rule-based player makes the call, and which makes the game against
the best defence in four of five random deals of the other cards (`--solid`). That player is declarer, the same one in
all comparisons: it calls as the rule-based player, doubles again whenever its game is doubled, and plays cards as
`--declarer` does. The others pass, and defend: once two players of the measured level, once two rule-based players,
with the same cards. For each kind of igra the program prints how many hands were doubled, how often the stake was
doubled on average, how many games were made, and the declarer's gain in settlement points per deal against both, with
the paired difference and 95 % intervals.
"""

import argparse
import random
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice, repeat
from multiprocessing import get_context
from statistics import fmean
from typing import Any

from msgspec import Struct

from bench.figures import mean_row, show
from prikup.bots import player
from prikup.bots.cardplay import position
from prikup.bots.payoff import Payoff
from prikup.bots.thread_solver import search
from prikup.games import GAMES, game
from prikup.rules.action_text import parse_action
from prikup.rules.game import AnyGame, Player
from prikup.rules.match import Match
from prikup.rules.state import Action, State, View, view
from prikup.worlds.possible_worlds import sample_worlds

GAME = next(name for name in GAMES if "igra-sans" in game(name).calls)
IGRAS = ("igra-sans", "igra-betl", "igra")
SOLID_DEALS = 30
"""The number of random deals in which it is tried whether a hand makes its game."""
TRICKS, NEEDED = 10, 6


class Result(Struct, frozen=True):
    """The result of one hand against one kind of defender.

    `level` is the number of times that the stake was doubled, `points` the change of declarer's settlement.
    """

    level: int
    made: bool
    points: float


def play_hand(
    options: str, igra: str, number: int, defenders: tuple[str, ...], declarer: str, solid: float
) -> list[Result]:
    """Find the hand with the number `number` that is good for `igra`, and play it against each of `defenders`.

    `options` are the house rules, and `declarer` is the player that chooses declarer's cards. A hand is good if it
    makes its game in the share `solid` of random deals.
    """
    rules, rng = game(GAME, options), random.Random(f"{igra} {number}")
    rule, call = GAMES[GAME].rule(rules, 0), parse_action(rules.calls, igra)
    while True:
        state = Match.begin(rules).deal_random(rng)
        if rule(view(state, state.public.actor)) == call and _made_share(rules, state, rule, call, rng) >= solid:
            break
    card_player = player(declarer, rules, 0)
    return [
        _play_out(rules, state, partial(_declare, rules, rule, card_player), player(name, rules, 0))
        for name in defenders
    ]


def _made_share(rules: AnyGame, state: State[Any], rule: Player, call: Action, rng: random.Random) -> float:
    """Return the share of random deals of the other cards in which the first player to call makes the igra `call`."""
    seat_view = view(state, state.public.actor)
    plays = [
        _undoubled_play(rules, world, rule, call) for world in islice(sample_worlds(rules, seat_view, rng), SOLID_DEALS)
    ]
    objective = rules.objective(plays[0].public)
    answers = search().answers([position(play, objective) for play in plays], "value", (0, TRICKS))
    made = [answer.value >= NEEDED if objective.goal == "most" else answer.value == 0 for answer in answers]
    return fmean(made)


def _undoubled_play(rules: AnyGame, state: State[Any], rule: Player, call: Action) -> State[Any]:
    """Return the state after the igra `call` before the first card: both defenders play, and none doubles."""
    declarer = state.public.actor
    state = rules.apply(state, call)
    while state.public.phase != "play":
        seat_view = view(state, state.public.actor)
        state = rules.apply(state, rule(seat_view) if seat_view.seat == declarer else rules.legal(seat_view)[0])
    return state


def _declare(rules: AnyGame, rule: Player, card_player: Player, seat_view: View[Any]) -> Action:
    """Return declarer's action: call as `rule`, double again when doubled, choose cards as `card_player`."""
    if seat_view.public.phase == "play":
        return card_player(seat_view)
    return rules.legal(seat_view)[-1] if seat_view.public.phase == "kontra" else rule(seat_view)


def _play_out(rules: AnyGame, state: State[Any], declare: Callable[[View[Any]], Action], defend: Player) -> Result:
    """Play a deal to its end: the first player to call is declarer, the others pass and then act as `defend`."""
    payoff, declarer = Payoff(rules, state.public), state.public.actor
    while (seat := state.public.actor) is not None:
        seat_view = view(state, seat)
        if seat == declarer:
            action = declare(seat_view)
        elif state.public.phase == "auction":
            action = rules.legal(seat_view)[0]
        else:
            action = defend(seat_view)
        state = rules.apply(state, action)
    outcome = rules.outcome(state)
    return Result(state.public.level, outcome.is_made, payoff.finished_deal_value(state)[payoff.side(declarer)])


def main() -> None:
    """Play the hands, and print a table for each kind of igra."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--options", default="serbian-club")
    parser.add_argument("--igra", choices=IGRAS, action="append", help="as often as you like; else all")
    parser.add_argument("--hands", type=int, default=12, help="of each kind")
    parser.add_argument(
        "--solid", type=float, default=0.8, help="the share of deals that a hand makes; 0: all that rule calls"
    )
    parser.add_argument("--defender", default="master")
    parser.add_argument("--declarer", default="pimc", help="the player that chooses declarer's cards")
    parser.add_argument("--workers", type=int, default=None)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    defenders, tables = (arguments.defender, "rule"), {}
    with ProcessPoolExecutor(arguments.workers, get_context("spawn")) as pool:
        for igra in arguments.igra or IGRAS:
            results = list(
                pool.map(
                    play_hand,
                    repeat(arguments.options),
                    repeat(igra),
                    range(arguments.hands),
                    repeat(defenders),
                    repeat(arguments.declarer),
                    repeat(arguments.solid),
                )
            )
            tables[f"{igra}, declarer's gain"] = [
                *(_row(f"against two {name}", [of[index] for of in results]) for index, name in enumerate(defenders)),
                mean_row("difference", [measured.points - rule.points for measured, rule in results])
                | dict.fromkeys(("doubled", "doublings", "made"), ""),
            ]
    show(tables, as_json=arguments.json)


def _row(head: str, results: list[Result]) -> dict[str, Any]:
    """Return the table row of one kind of defender."""
    return mean_row(head, [result.points for result in results]) | {
        "doubled": sum(result.level > 0 for result in results),
        "doublings": round(fmean(result.level for result in results), 2),
        "made": sum(result.made for result in results),
    }


if __name__ == "__main__":
    main()
