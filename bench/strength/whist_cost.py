"""Measure how many points the player loses by its whist calls (a whist is a defender's promise to take tricks).

Run `python -m bench.strength.whist_cost [--against rule] [--decisions 300] [--worlds 12]`.

The tested player has one seat in deals of Preferans. Other players have the rest: `--against`, or else styled opponents
(computer players with random styles). Wherever the tested player may whist and has a choice, each call is tried in two
sets of possible deals (worlds), which the player's inference samples separately. Each deal is finished by the players
at the table; the tested player is replaced by `--on`, which takes less time to think. If the opponents are rule-based
players, only those worlds count in which a rule-based player would have acted as they did, as long as there are any.
The call that is best in one set is measured in the other set, and vice versa. Otherwise the luck of a set would count
as skill.

The program prints how much the best call gains over the chosen call, with the 95 % interval (Student's t), in
settlement points per decision. It also prints the gain that the player expected from a whist over the best other call,
and the actual gain.
"""

import argparse
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import count, repeat
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec
from msgspec import Struct

from bench.figures import show
from prikup.bots import BotLevel, master, player
from prikup.bots.belief import Belief
from prikup.bots.likelihood_factors import Deviations
from prikup.bots.payoff import Payoff
from prikup.bots.sampling import randomness
from prikup.bots.simulation import Plan
from prikup.bots.styled_opponent import FIRST_HELD_OUT_STYLE
from prikup.bots.thread_solver import search
from prikup.games import GAMES, game
from prikup.rules.cards import cards
from prikup.rules.game import AnyGame, Player
from prikup.rules.match import Match
from prikup.rules.state import PrivateNote, Seat, State, View, add_notes, view
from prikup.statistics.confidence_intervals import mean_interval

GAME, PHASE, WHIST = "preferans", "whist", "whist"
PIECES = 32
SPARE = 4
"""How many worlds (possible deals) are sampled for each one that is needed against the rule-based player.

Most of the sampled worlds do not match what the rule-based player did.
"""


class Tried(Struct, frozen=True):
    """A decision about a whist (a defender's promise to take tricks), with the results of every possible call.

    - `said`: the defenders' calls before it.
    - `level`: the contract.
    - `chosen`: the call that the tested player made.
    - `expected`: the points that the tested player expected from each call.
    - `lots`: for each of the two sets of worlds (possible deals), the points of each call in every world.
    """

    said: tuple[str, ...]
    level: str
    chosen: str
    expected: dict[str, float]
    lots: tuple[dict[str, list[float]], dict[str, list[float]]]

    @property
    def gain(self) -> float:
        """The mean number of points by which the best call beats the chosen one.

        The best call is determined in one set of worlds and measured in the other, and then the other way round.
        """
        gains = []
        for choosing_lot, measuring_lot in (self.lots, self.lots[::-1]):
            best = max(choosing_lot, key=lambda call: (fmean(choosing_lot[call]), call == self.chosen))
            gains.append(fmean(measuring_lot[best]) - fmean(measuring_lot[self.chosen]))
        return fmean(gains)

    def beyond(self, worth: dict[str, float]) -> float:
        """Return the value of a whist minus the value of the best other call; `worth` has the values by call."""
        return worth[WHIST] - max(points for call, points in worth.items() if call != WHIST)

    @property
    def came(self) -> float:
        """The points that a whist really gained over the other call from which the player expected most."""
        best_other_call = max((call for call in self.expected if call != WHIST), key=self.expected.__getitem__)
        return fmean(fmean(lot[WHIST]) - fmean(lot[best_other_call]) for lot in self.lots)


def try_calls(piece: int, decision_count: int, arguments: argparse.Namespace) -> list[Tried]:
    """Find decisions about a whist, try every call at each of them, and return the first `decision_count`.

    `piece` is the number of the part of the work, by which the deals differ, and `arguments` are those of the command
    line.
    """
    rules = game(GAME, arguments.options)
    tested_player, finisher = (player(level, rules, 0) for level in (arguments.player, arguments.on))
    worlds = BotLevel.parse(arguments.player).number or master.WORLDS
    decisions: list[Tried] = []
    for number in count():
        rng = random.Random(f"{arguments.seed} {piece} {number}")
        name = arguments.against or f"stranger:{rng.randrange(1, FIRST_HELD_OUT_STYLE)}"
        opponent, seat = player(name, rules, 0), rng.randrange(rules.seats)
        for seat_view in _whist_choices(rules, Match.begin(rules).deal_random(rng), seat, tested_player, opponent):
            advice = master.advice(rules, seat_view, 0, worlds)
            names: dict[Plan, str] = {(call,): rules.calls[call - 52] for call in rules.legal(seat_view)}
            lots = tuple(
                _points_by_call(rules, seat_view, _worlds(rules, seat_view, lot, arguments), finisher, opponent, names)
                for lot in range(1, 3)
            )
            expected_points = {names[plan]: worth for plan, worth in advice.worth.items()}
            earlier_calls = tuple(rules.calls[call - 52] for call in seat_view.public.whist)
            level = rules.calls[seat_view.public.contract - 52]
            decisions.append(Tried(earlier_calls, level, names[advice.plan], expected_points, (lots[0], lots[1])))
            if len(decisions) == decision_count:
                return decisions
    raise AssertionError


def _whist_choices(
    rules: AnyGame, state: State[Any], seat: Seat, tested_player: Player, opponent: Player
) -> Iterator[View[Any]]:
    """Play the calls of a deal; yield the view of the tested player wherever this player has a choice about a whist.

    The tested player has the seat `seat`, and `opponent` has all other seats.
    """
    while (actor := state.public.actor) is not None and state.public.phase != "play":
        if state.public.declarer == seat:
            return
        seat_view = view(state, actor)
        if actor == seat and state.public.phase == PHASE and len(rules.legal(seat_view)) > 1:
            yield seat_view
        state = rules.apply_unchecked(state, (tested_player if actor == seat else opponent)(seat_view))


def _worlds(rules: AnyGame, seat_view: View[Any], lot: int, arguments: argparse.Namespace) -> Sequence[State[Any]]:
    """Return the worlds (possible deals for `seat_view`) of the set `lot`, which is 1 or 2."""
    belief = Belief(rules, seat_view, GAMES[GAME].rule(rules, 0), search(), randomness(lot, seat_view))
    world_count = arguments.worlds // 2
    if arguments.against != "rule":
        return [_add_own_discards(belief, world) for world in belief.worlds(world_count)[0]]
    sampled_worlds = belief.worlds(SPARE * world_count)[0]
    matching_worlds = [world for world in sampled_worlds if belief.count_deviations(world) == Deviations()]
    return [
        _add_own_discards(belief, world)
        for world in matching_worlds[:: max(1, len(matching_worlds) // world_count)][:world_count]
        or sampled_worlds[::SPARE]
    ]


def _add_own_discards(belief: Belief, world: State[Any]) -> State[Any]:
    """Return a world (a possible deal) in which the declarer has notes of the cards that they discarded.

    The sampled world lacks these notes, but the player at the declarer's seat needs them to finish the deal.
    """
    discards, owner = belief.initial_deal(world).discard, belief.owner
    if not discards or owner is None or owner == belief.view.seat:
        return world
    notes = add_notes(world.notes, owner, *(PrivateNote("discarded", owner, card) for card in cards(discards)))
    return State(world.public, world.hands, notes, world.stock)


def _points_by_call(
    rules: AnyGame,
    seat_view: View[Any],
    worlds: Sequence[State[Any]],
    finisher: Player,
    opponent: Player,
    names: dict[Plan, str],
) -> dict[str, list[float]]:
    """Play each call in each world to the end of the deal, and return the points of the calls, by name and world.

    `worlds` are possible deals for `seat_view`. `finisher` plays for the seat under test after the call, and `opponent`
    has the other seats. `names` are the calls to try, with their names.
    """
    payoff = Payoff(rules, seat_view.public)
    points_by_call: dict[str, list[float]] = {name: [] for name in names.values()}
    for world in worlds:
        for plan, name in names.items():
            state = rules.apply_unchecked(world, plan[0])
            while (actor := state.public.actor) is not None:
                state = rules.apply_unchecked(
                    state, (finisher if actor == seat_view.seat else opponent)(view(state, actor))
                )
            points_by_call[name].append(payoff.finished_deal_value(state)[payoff.side(seat_view.seat)])
    return points_by_call


def _line(head: str, rows: Sequence[Tried]) -> dict[str, Any]:
    """Return the table row for some decisions, under the heading `head`."""
    gains, actual_gains = (mean_interval([getattr(row, column) for row in rows]) for column in ("gain", "came"))
    return {
        "": head,
        "decisions": len(rows),
        "whists %": round(100 * fmean(row.chosen == WHIST for row in rows)),
        "gain": round(gains.mean, 2),
        "±": round((gains.high - gains.low) / 2, 2),
        "whist expected": round(fmean(row.beyond(row.expected) for row in rows), 2),
        "came": round(actual_gains.mean, 2),
        "± ": round((actual_gains.high - actual_gains.low) / 2, 2),
    }


def main() -> None:
    """Parse the command line, try the calls, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--options", default="")
    parser.add_argument("--player", default="master", help="master, or master:WORLDS")
    parser.add_argument("--on", default="pimc:10", help="who plays on in its seat")
    parser.add_argument("--against", default="", help="a player, instead of strangers")
    parser.add_argument("--decisions", type=int, default=300)
    parser.add_argument("--worlds", type=int, default=12, help="in both lots together")
    parser.add_argument("--seed", default="whists")
    parser.add_argument("--workers", type=int, default=None)
    parser.add_argument("--keep", type=Path, help="a file of what was tried, with which a later run goes on")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    lines = arguments.keep.read_bytes().splitlines() if arguments.keep and arguments.keep.exists() else []
    pieces = [msgspec.json.decode(line, type=list[Tried]) for line in lines]
    decisions_per_piece, remaining_pieces = -(-arguments.decisions // PIECES), range(len(pieces), PIECES)
    with ProcessPoolExecutor(arguments.workers, get_context("spawn")) as pool:
        for piece in pool.map(try_calls, remaining_pieces, repeat(decisions_per_piece), repeat(arguments)):
            pieces.append(piece)
            if arguments.keep:
                with arguments.keep.open("ab") as file:
                    file.write(msgspec.json.encode(piece) + b"\n")
    rows = [row for piece in pieces for row in piece]
    kinds = {"first": (), "after a pass": ("pass",), "after a whist": (WHIST,)}
    parts = {head: [row for row in rows if row.said == said] for head, said in kinds.items()}
    parts |= {f"of {n}": [row for row in rows if row.level[0] == n] for n in "6789"}
    table = [_line("all", rows), *(_line(head, part) for head, part in parts.items() if len(part) > 1)]
    show({f"Whists against {arguments.against or 'strangers'}": table}, as_json=arguments.json)


if __name__ == "__main__":
    main()
