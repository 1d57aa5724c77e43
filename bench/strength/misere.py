"""Compare the expected result of a misère bid with the result against exact defence.

Run `python -m bench.strength.misere [--hands 320]`. A misère is the contract of Preferans to take no trick.

The program looks for hands on which the strongest player (`master`) would bid a misère as the first to call or after
passes. Hands with more than three aces, kings and queens are skipped, because the player hardly ever bids a misère on
them. The player's own expectation is compared with the exact result, both in settlement points. For the exact result,
the bid is made in other possible deals (worlds) of the same view, the other players call as the rule-based player does,
the bidder discards as the strongest player would, and then all play optimally with open hands.

The strongest player's discards are slow. So both it and the rule-based player discard in 20 worlds, and the mean
difference is added to the value of the rule-based player's discards in 200 worlds. The program prints the means of the
expectation and of the exact result, and their difference with its 95 % interval, counted per hand. 320 hands take two
cores some twenty minutes.
"""

import argparse
import random
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context
from operator import sub
from statistics import fmean
from typing import Any, TypeVar

from bench.figures import show
from prikup.bots import master
from prikup.bots.belief import Belief
from prikup.bots.cardplay import position
from prikup.bots.payoff import Payoff
from prikup.bots.sampling import randomness
from prikup.bots.thread_solver import search
from prikup.games import GAMES, game
from prikup.rules.action_text import parse_action
from prikup.rules.cards import PACK_52, card_text, mask
from prikup.rules.game import AnyGame, Player
from prikup.rules.match import Match
from prikup.rules.state import Action, State, View, view
from prikup.statistics.confidence_intervals import mean_interval

__all__ = ["BID", "GAME", "PASS", "collect_results", "speaking"]

T = TypeVar("T")
GAME, BID, PASS = "preferans", "misere", "pass"
WORLDS, WORLDS_OF_PLAYER, MAX_HIGH_CARDS = 200, 20, 3
HIGH = mask(card for card in PACK_52 if card_text(card)[1] in "QKA")
PIECES = 64


def hands(options: str, piece: int, count: int) -> list[tuple[float, float]]:
    """Find `count` hands with which the strongest player bids a misère, and return the points of each bid.

    The points are a pair of what the player expects and of the exact result. `options` are the house rules, and `piece`
    is the number of the part of the work, by which the deals differ.
    """
    rules, rng = game(GAME, options), random.Random(f"misere {piece}")
    rule, player, bid = GAMES[GAME].rule(rules, 0), master.player(rules, 0), parse_action(rules.calls, BID)
    results: list[tuple[float, float]] = []
    while len(results) < count:
        state = speaking(rules, rng)
        bidder_view = view(state, state.public.actor)
        if (
            bid in rules.legal(bidder_view)
            and (bidder_view.hand & HIGH).bit_count() <= MAX_HIGH_CARDS
            and player(bidder_view) == bid
        ):
            advice = master.advice(rules, bidder_view, 0)
            results.append((advice.worth[advice.plan], _exact(rules, bidder_view, bid, rule)))
    return results


def speaking(rules: AnyGame, rng: random.Random) -> State[Any]:
    """Return a new deal in which the player to call is the first, or comes after players who have all passed."""
    state = Match.begin(rules).deal_random(rng)
    for _ in range(rng.randrange(rules.seats)):
        state = rules.apply_unchecked(state, parse_action(rules.calls, PASS))
    return state


def _exact(rules: AnyGame, bidder_view: View[Any], bid: Action, rule: Player) -> float:
    """Return the mean value of a misère bid for the bidder if everyone then plays optimally with open hands.

    The mean is over worlds (possible deals) that fit the bidder's view. `rule` is the rule-based player, which makes
    the calls of the other seats.
    """
    worlds, _ = Belief(rules, bidder_view, rule, search(), randomness(1, bidder_view)).worlds(WORLDS)
    payoff, player = Payoff(rules, bidder_view.public), master.player(rules, 0, WORLDS_OF_PLAYER)
    side = payoff.side(bidder_view.seat)
    by_rule = [_end(rules, world, bid, rule, rule, payoff)[side] for world in worlds]
    by_player = [_end(rules, world, bid, rule, player, payoff)[side] for world in worlds[:WORLDS_OF_PLAYER]]
    return fmean(by_rule) + fmean(map(sub, by_player, by_rule))


def _end(
    rules: AnyGame, world: State[Any], bid: Action, rule: Player, player: Player, payoff: Payoff
) -> tuple[float, ...]:
    """Return the value of the bid in one world (possible deal), by side.

    The bidder's discards are chosen by `player`, and all other decisions before the first card by `rule`. Then all play
    optimally with open hands.
    """
    state = rules.apply_unchecked(world, bid)
    while (seat := state.public.actor) is not None and state.public.phase != "play":
        discards = state.public.phase == "discard" and state.public.auction.high == bid
        state = rules.apply_unchecked(state, (player if discards else rule)(view(state, seat)))
    return _value(rules, state, payoff)


def _value(rules: AnyGame, state: State[Any], payoff: Payoff) -> tuple[float, ...]:
    """Return the value of a deal by side, in settlement points, under optimal card play with open hands.

    `payoff` converts the outcome of the play to points.
    """
    if state.public.actor is None:
        return payoff.finished_deal_value(state)
    objective = rules.objective(state.public)
    (answer,) = search().answers([position(state, objective)], "value", payoff.deciding_tricks(state, objective))
    return payoff.tricks_value(state, objective, answer.value)


def collect_results(doc: str | None, find: Callable[[str, int, int], list[T]]) -> tuple[list[T], bool]:
    """Parse the command line, run `find` for as many hands as it asks for, and return the results.

    Also return whether to print JSON. `find` is called in several processes, once per part of the work, with the house
    rules, the number of the part, and the number of hands in it. `doc` is the description for the command line's help.
    """
    parser = argparse.ArgumentParser(description=doc)
    parser.add_argument("--options", default="")
    parser.add_argument("--hands", type=int, default=320)
    parser.add_argument("--workers", type=int, default=None)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with ProcessPoolExecutor(arguments.workers, get_context("spawn")) as pool:
        hands_per_piece = repeat(-(-arguments.hands // PIECES))
        results = [
            hand_result
            for piece in pool.map(find, repeat(arguments.options), range(PIECES), hands_per_piece)
            for hand_result in piece
        ]
    return results, arguments.json


def main() -> None:
    """Evaluate the hands, and print the comparison."""
    results, as_json = collect_results(__doc__, hands)
    difference = mean_interval([expected_points - exact_points for expected_points, exact_points in results])
    line = {
        "hands": len(results),
        "expected": round(fmean(expected_points for expected_points, _ in results), 1),
        "exact": round(fmean(exact_points for _, exact_points in results), 1),
        "more": round(difference.mean, 1),
        "±": round((difference.high - difference.low) / 2, 1),
        "off by more than 10": sum(
            abs(expected_points - exact_points) > 10 for expected_points, exact_points in results
        ),
    }
    show({"Misère": [line]}, as_json=as_json)


if __name__ == "__main__":
    main()
