"""The loss by the player's whist calls.

Run `python -m bench.strength.whist_cost [--against rule] [--decisions 300] [--worlds 12]`.

The player has one seat in deals of Preferans; others (`--against`, or else styled opponents of the open styles) have
the rest. Wherever it may whist and has a choice, each call is tried: in two sets of worlds, sampled separately by the
player's inference, the deal is finished by the players who sit there (the player itself as `--on`, which thinks for
less time). Against a rule player only worlds count in which it would have acted exactly as it did, as long as there are
any. The call that is best in one set is measured in the other, and vice versa; otherwise the luck of a set would count
as skill. Printed are its gain over the call that the player chose, with its 95 % interval (Student's t), in points of
the settlement per decision; and the player's expected gain of a whist over the best other call, with the actual one.
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
from prikup.bots import master, player
from prikup.bots.belief import Belief, Differences
from prikup.bots.payoff import Payoff
from prikup.bots.sampling import randomness
from prikup.bots.simulation import Plan
from prikup.bots.styled_opponent import SEALED
from prikup.bots.thread_solver import search
from prikup.games import GAMES, game
from prikup.rules.cards import cards
from prikup.rules.game import AnyGame, Player
from prikup.rules.match import Match
from prikup.rules.state import PrivateNote, Seat, State, View, noted, view
from prikup.statistics.confidence_intervals import mean_interval

GAME, PHASE, WHIST = "preferans", "whist", "whist"
PIECES = 32
SPARE = 4
"""The number of worlds sampled for each one in which a rule player would have acted exactly as it did."""


class Tried(Struct, frozen=True):
    """A decision: the calls before it, the chosen call, the expected points of each call, and their results by set."""

    said: tuple[str, ...]
    level: str
    chosen: str
    expected: dict[str, float]
    lots: tuple[dict[str, list[float]], dict[str, list[float]]]

    @property
    def gain(self) -> float:
        """The gain of one set's best call over the chosen one in the other set, averaged over both directions."""
        found = []
        for one, other in (self.lots, self.lots[::-1]):
            best = max(one, key=lambda call: (fmean(one[call]), call == self.chosen))
            found.append(fmean(other[best]) - fmean(other[self.chosen]))
        return fmean(found)

    def beyond(self, worth: dict[str, float]) -> float:
        """Return the value of a whist minus that of the best other call."""
        return worth[WHIST] - max(points for call, points in worth.items() if call != WHIST)

    @property
    def came(self) -> float:
        """The actual gain of a whist over the other call that was expected to be best."""
        other = max((call for call in self.expected if call != WHIST), key=self.expected.__getitem__)
        return fmean(fmean(lot[WHIST]) - fmean(lot[other]) for lot in self.lots)


def tried(piece: int, many: int, chosen: argparse.Namespace) -> list[Tried]:
    """Return the first `many` decisions of a part of the deals."""
    rules = game(GAME, chosen.options)
    asked, on = (player(level, rules, 0) for level in (chosen.player, chosen.on))
    worlds = int(chosen.player.partition(":")[2] or master.WORLDS)
    found: list[Tried] = []
    for number in count():
        rng = random.Random(f"{chosen.seed} {piece} {number}")
        name = chosen.against or f"stranger:{rng.randrange(1, SEALED)}"
        other, seat = player(name, rules, 0), rng.randrange(rules.seats)
        for seen in _asked(rules, Match.begin(rules).dealt(rng), seat, asked, other):
            advice = master.advice(rules, seen, 0, worlds)
            names: dict[Plan, str] = {(call,): rules.calls[call - 52] for call in rules.legal(seen)}
            lots = tuple(
                _played(rules, seen, _worlds(rules, seen, lot, chosen), on, other, names) for lot in range(1, 3)
            )
            expected = {names[plan]: worth for plan, worth in advice.worth.items()}
            said = tuple(rules.calls[call - 52] for call in seen.public.whist)
            level = rules.calls[seen.public.contract - 52]
            found.append(Tried(said, level, names[advice.plan], expected, (lots[0], lots[1])))
            if len(found) == many:
                return found
    raise AssertionError


def _asked(rules: AnyGame, state: State[Any], seat: Seat, asked: Player, other: Player) -> Iterator[View[Any]]:
    """Yield the seat's view wherever it has a choice about a whist."""
    while (actor := state.public.actor) is not None and state.public.phase != "play":
        if state.public.declarer == seat:
            return
        seen = view(state, actor)
        if actor == seat and state.public.phase == PHASE and len(rules.legal(seen)) > 1:
            yield seen
        state = rules.apply(state, (asked if actor == seat else other)(seen))


def _worlds(rules: AnyGame, seen: View[Any], lot: int, chosen: argparse.Namespace) -> Sequence[State[Any]]:
    """Return the worlds of one set."""
    belief = Belief(rules, seen, GAMES[GAME].rule(rules, 0), search(), randomness(lot, seen))
    each = chosen.worlds // 2
    if chosen.against != "rule":
        return [_known(belief, world) for world in belief.worlds(each)[0]]
    drawn = belief.worlds(SPARE * each)[0]
    alike = [world for world in drawn if belief.differences(world) == Differences()]
    return [_known(belief, world) for world in alike[:: max(1, len(alike) // each)][:each] or drawn[::SPARE]]


def _known(belief: Belief, world: State[Any]) -> State[Any]:
    """Return a world in which the declarer knows their own discards."""
    laid, owner = belief.dealt(world).laid, belief.owner
    if not laid or owner is None or owner == belief.seen.seat:
        return world
    notes = noted(world.notes, owner, *(PrivateNote("discarded", owner, card) for card in cards(laid)))
    return State(world.public, world.hands, notes, world.stock)


def _played(
    rules: AnyGame,
    seen: View[Any],
    worlds: Sequence[State[Any]],
    on: Player,
    other: Player,
    names: dict[Plan, str],
) -> dict[str, list[float]]:
    """Return the points of each call in some worlds when the deal is played to its end."""
    payoff = Payoff(rules, seen.public)
    found: dict[str, list[float]] = {name: [] for name in names.values()}
    for world in worlds:
        for plan, name in names.items():
            state = rules.apply(world, plan[0])
            while (actor := state.public.actor) is not None:
                state = rules.apply(state, (on if actor == seen.seat else other)(view(state, actor)))
            found[name].append(payoff.of_end(state)[payoff.side(seen.seat)])
    return found


def _line(head: str, rows: Sequence[Tried]) -> dict[str, Any]:
    """Return the row of the table for some decisions."""
    gains, came = (mean_interval([getattr(row, what) for row in rows]) for what in ("gain", "came"))
    return {
        "": head,
        "decisions": len(rows),
        "whists %": round(100 * fmean(row.chosen == WHIST for row in rows)),
        "gain": round(gains.mean, 2),
        "±": round((gains.high - gains.low) / 2, 2),
        "whist expected": round(fmean(row.beyond(row.expected) for row in rows), 2),
        "came": round(came.mean, 2),
        "± ": round((came.high - came.low) / 2, 2),
    }


def main() -> None:
    """Read the command line, try the calls and print."""
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
    chosen = parser.parse_args()
    lines = chosen.keep.read_bytes().splitlines() if chosen.keep and chosen.keep.exists() else []
    pieces = [msgspec.json.decode(line, type=list[Tried]) for line in lines]
    each, left = -(-chosen.decisions // PIECES), range(len(pieces), PIECES)
    with ProcessPoolExecutor(chosen.workers, get_context("spawn")) as pool:
        for piece in pool.map(tried, left, repeat(each), repeat(chosen)):
            pieces.append(piece)
            if chosen.keep:
                with chosen.keep.open("ab") as kept:
                    kept.write(msgspec.json.encode(piece) + b"\n")
    rows = [row for piece in pieces for row in piece]
    kinds = {"first": (), "after a pass": ("pass",), "after a whist": (WHIST,)}
    parts = {head: [row for row in rows if row.said == said] for head, said in kinds.items()}
    parts |= {f"of {n}": [row for row in rows if row.level[0] == n] for n in "6789"}
    table = [_line("all", rows), *(_line(head, part) for head, part in parts.items() if len(part) > 1)]
    show({f"Whists against {chosen.against or 'strangers'}": table}, as_json=chosen.json)


if __name__ == "__main__":
    main()
