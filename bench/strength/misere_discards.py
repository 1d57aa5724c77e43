"""Compare players by the value of their discards for a misère (the contract of Preferans to take no trick).

Run `python -m bench.strength.misere_discards [--hands 320]`.

The program looks for hands with which the rule-based player bids a misère as the first to call or after passes, or is
within a quarter of a trick of the bid. The talon is taken, and each of the 66 possible discards is tried in the same 60
equally likely deals of the other cards. In these deals the defenders' hands are open and all play optimally. Compared
are the discards of the rule-based player, those of the strongest player (`master`), and the best discard. The best
discard is chosen in one half of the deals, and all discards are measured in the other half, in settlement points with
95 % intervals, counted per hand. Good hands are those whose best discard has a positive value in the first half. 320
hands take two cores some five minutes.
"""

import random
from itertools import islice
from typing import Any

from msgspec import Struct

from bench.figures import mean_row, show
from bench.strength.misere import BID, GAME, PASS, collect_results, speaking
from prikup.bots import master
from prikup.bots.payoff import Payoff
from prikup.bots.simulation import Plan, PlanSimulator, plans
from prikup.bots.thread_solver import search
from prikup.games import GAMES, game
from prikup.rules.action_text import parse_action
from prikup.rules.game import AnyGame, Player
from prikup.rules.state import View, view
from prikup.worlds.possible_worlds import sample_worlds

MAX_BID_DISTANCE = 0.25
"""The most, in tricks, by which a hand may be too weak for the rule-based player's bid and still be measured."""
DEALS = 60


class Discarded(Struct, frozen=True):
    """The values of different discards from one hand, in settlement points.

    - `hope`: the value of the best discard in the half of the deals in which it was chosen.
    - `rule`, `master` and `best`: the values of the rule-based player's discard, the strongest player's discard and the
      best discard in the other half.
    """

    hope: float
    rule: float
    master: float
    best: float


def hands(options: str, piece: int, count: int) -> list[Discarded]:
    """Find `count` hands good enough for a misère, and return the values of their discards.

    `options` are the house rules, and `piece` is the number of the part of the work, by which the deals differ.
    """
    rules, rng = game(GAME, options), random.Random(f"misere discards {piece}")
    rule, player = GAMES[GAME].rule(rules, 0), master.player(rules, 0)
    results: list[Discarded] = []
    while len(results) < count:
        bidder_view = _view_before_discard(rules, rule, rng)
        if bidder_view is not None:
            results.append(_discard_values(rules, bidder_view, rule, player, rng))
    return results


def _view_before_discard(rules: AnyGame, rule: Player, rng: random.Random) -> View[Any] | None:
    """Deal at random, and return the bidder's view before the discard if the hand is good enough for a misère bid.

    Return None if it is not. `rule` is the rule-based player, which makes the decisions between the auction and the
    discard.
    """
    bid, pass_, calling = parse_action(rules.calls, BID), parse_action(rules.calls, PASS), GAMES[GAME].call_distance
    assert calling is not None
    state = speaking(rules, rng)
    if calling(rules, view(state, state.public.actor), bid) > MAX_BID_DISTANCE:
        return None
    state = rules.apply_unchecked(state, bid)
    while state.public.phase != "discard":
        call = pass_ if state.public.phase == "auction" else rule(view(state, state.public.actor))
        state = rules.apply_unchecked(state, call)
    return view(state, state.public.actor)


def _discard_values(
    rules: AnyGame, bidder_view: View[Any], rule: Player, player: Player, rng: random.Random
) -> Discarded:
    """Choose the best discard in the first half of the deals, and return the values of the discards in the second half.

    `rule` and `player` are the rule-based and the strongest player, whose discards are compared with the best one.
    """
    payoff, deals = Payoff(rules, bidder_view.public), list(islice(sample_worlds(rules, bidder_view, rng), DEALS))
    side, simulator = payoff.side(bidder_view.seat), PlanSimulator(rules, rule, search(), payoff)

    def worth(plan: Plan, first: int, last: int) -> float:
        points = simulator.points(deals[first:last], plan, first)
        return sum(of[side] for of in points) / len(points)

    half = DEALS // 2
    hope, best = max((worth(plan, 0, half), plan) for plan in plans(rules, bidder_view))
    player_plans = (_discards(rules, bidder_view, rule), _discards(rules, bidder_view, player))
    return Discarded(hope, *(worth(plan, half, DEALS) for plan in (*player_plans, best)))


def _discards(rules: AnyGame, bidder_view: View[Any], player: Player) -> Plan:
    """Return the two cards that `player` discards in this view."""
    state = next(sample_worlds(rules, bidder_view, random.Random(0)))
    discards: list[int] = []
    while state.public.phase == "discard":
        discards.append(player(view(state, state.public.actor)))
        state = rules.apply_unchecked(state, discards[-1])
    return tuple(discards)


def main() -> None:
    """Evaluate the hands, and print the tables."""
    results, as_json = collect_results(__doc__, hands)
    show(
        {
            "All hands": _rows(results),
            "Good hands": _rows([hand_result for hand_result in results if hand_result.hope > 0]),
        },
        as_json=as_json,
    )


def _rows(results: list[Discarded]) -> list[dict[str, Any]]:
    """Return the table rows for the hands in `results`.

    They have the mean value of each kind of discard, and how much the best one gains.
    """
    columns = {
        "rule": [hand_result.rule for hand_result in results],
        "master": [hand_result.master for hand_result in results],
        "best": [hand_result.best for hand_result in results],
        "best beyond rule": [hand_result.best - hand_result.rule for hand_result in results],
        "best beyond master": [hand_result.best - hand_result.master for hand_result in results],
    }
    return [mean_row(head, values) for head, values in columns.items()]


if __name__ == "__main__":
    main()
