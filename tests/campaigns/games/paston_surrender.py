"""Measure what a surrender (giving up a contract before the play) costs compared with playing on.

    python tests/campaigns/games/paston_surrender.py [--player rule] [--deals 2400]

The tested player has one seat in deals of Paston. Other players have the rest: `--against`, or for `strangers` styled
opponents (computer players with random styles). Where the tested player may surrender, the deal is also played to its
end by the same players, with the trump that the tested player considers best. The program prints the gain of playing on
over the surrender in settlement points, with its 95 % interval (Student's t). It is given by bid, separately for deals
in which the player surrenders, where it should be negative, and for the others.
"""

import random
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from msgspec import Struct

sys.path.insert(0, str(Path(__file__).parents[2]))  # for the test helpers
sys.path.insert(0, str(Path(__file__).parents[3]))

from support.command_line import parse_command_line

from bench.figures import show
from prikup.bots import master, player
from prikup.bots.payoff import Payoff
from prikup.bots.styled_opponent import FIRST_HELD_OUT_STYLE
from prikup.games import game
from prikup.games.paston.player import best_trump
from prikup.games.paston.rules import Paston
from prikup.rules.action_text import action_text
from prikup.rules.game import AnyGame, Player
from prikup.rules.match import Match
from prikup.rules.state import Action, State, view
from prikup.statistics.confidence_intervals import mean_interval

GAME, PHASE, SURRENDER = "paston", "declare", "surrender"
PIECES = 32


class Declared(Struct, frozen=True):
    """A declarer's decision: the bid, the choice, and the gain in points of playing on over a surrender."""

    bid: str
    choice: str
    gain: float


def collect_choices(piece: int, deals: int, arguments: Any) -> list[Declared]:
    """Return the decisions of the tested player as declarer in part `piece` of the deals.

    `deals` is the number of deals in this part, and `arguments` are those of the command line.
    """
    rules = game(GAME, arguments.options)
    level, _, worlds = arguments.player.partition(":")
    tested_player = player(arguments.player, rules, 0)
    choices: list[Declared] = []
    for number in range(deals):
        rng = random.Random(f"{arguments.seed} {piece} {number}")
        name = (
            f"stranger:{rng.randrange(1, FIRST_HELD_OUT_STYLE)}"
            if arguments.against == "strangers"
            else arguments.against
        )
        state, tested_seat, opponent = (
            Match.begin(rules).deal_random(rng),
            rng.randrange(rules.seats),
            player(name, rules, 0),
        )
        players = [tested_player if seat == tested_seat else opponent for seat in range(rules.seats)]
        while state.public.actor is not None and state.public.phase != PHASE:
            state = rules.apply(state, players[state.public.actor](view(state, state.public.actor)))
        if state.public.actor == tested_seat:
            budget = int(worlds or master.WORLDS) if level == "master" else 0
            choices.extend(_measure_choice(rules, state, players, budget))
    return choices


def _measure_choice(rules: AnyGame, state: State[Any], players: Sequence[Player], worlds: int) -> Iterator[Declared]:
    """Yield the decision of a declarer who may surrender or name a trump, with the gain of playing on.

    `players` are the players by seat. `worlds` is the number of possible deals that the strongest player considers, 0
    for other players.
    """
    seat = state.public.actor
    seat_view = view(state, seat)
    trumps, surrender = rules.legal(seat_view)[:-1], rules.legal(seat_view)[-1]
    if action_text(rules.calls, surrender) != SURRENDER:
        return
    assert isinstance(rules, Paston)
    if worlds:
        advice = master.advice(rules, seat_view, 0, worlds)
        chosen_action, worth = advice.plan[0], advice.worth
        trump = max((call for call in trumps if (call,) in worth), key=lambda call: worth[call,])
    else:
        chosen_action, (trump, _) = players[seat](seat_view), best_trump(rules, seat_view.hand, trumps)
    payoff = Payoff(rules, state.public)

    def end(call: Action) -> float:
        after = rules.apply(state, call)
        while after.public.actor is not None:
            after = rules.apply(after, players[after.public.actor](view(after, after.public.actor)))
        return payoff.finished_deal_value(after)[payoff.side(seat)]

    high = state.public.auction.high
    bid = "nothing" if high is None else action_text(rules.calls, high)
    yield Declared(bid, action_text(rules.calls, chosen_action), end(trump) - end(surrender))


def _line(head: str, rows: Sequence[Declared]) -> dict[str, Any]:
    """Return the table row for some decisions, under the heading `head`."""
    columns: dict[str, Any] = {"bid": head, "decisions": len(rows)}
    surrender_gains = [row.gain for row in rows if row.choice == SURRENDER]
    playing_gains = [row.gain for row in rows if row.choice != SURRENDER]
    for label, gains in (("surrendered", surrender_gains), ("played", playing_gains)):
        columns[f"{label} %"] = round(100 * len(gains) / len(rows), 1)
        interval = mean_interval(gains) if len(gains) > 1 else None
        columns[f"{label}: playing on brings"] = round(interval.mean, 1) if interval else ""
        columns["±" + " " * (label == "played")] = round((interval.high - interval.low) / 2, 1) if interval else ""
    return columns


def main() -> None:
    """Run the measurement from the command line."""
    arguments = parse_command_line(
        __doc__, options="", player="rule", against="rule", deals=2400, seed="surrender", json=False
    )
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        pieces = pool.map(collect_choices, range(PIECES), repeat(-(-arguments.deals // PIECES)), repeat(arguments))
        rows = [row for piece in pieces for row in piece]
    bids = sorted({row.bid for row in rows})
    table = [_line("any", rows), *(_line(bid, [row for row in rows if row.bid == bid]) for bid in bids)]
    show({f"{arguments.player} against {arguments.against}": table}, as_json=arguments.json)


if __name__ == "__main__":
    main()
