"""Count how often players make each call, with hands that fit it and with hands that do not.

Run `python -m bench.strength.count_calls [--game NAME] [--deals 1200] [--write]`. With `--write` the rates are written
into the folder of the game, where inference and simulation use them (`prikup.bots.call_rates`).

The deals are played up to the first card, in turn between three kinds of players: rule-based players, styled opponents
of the open styles (those that parameters may be fitted to) and `master` with few worlds. Each preset of the game has as
many deals of each. Every legal call of every decision in an auction, or after a doubling, is counted: whether the hand
fits it, else how far it is away (`GameDefinition.call_distance`), and whether it was made.

For hands that do not fit, the probability is taken to fall by a factor, the decay, with each quarter of a trick. It is
fitted by maximum likelihood: for each call that was made `MIN_CALLS` times from such hands, and for the other calls of
the game together. Half a call is added to each count, so that no rate is 0.
"""

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from math import fsum, log
from multiprocessing import get_context
from typing import Any, NamedTuple

from msgspec.structs import asdict

from bench.figures import show
from prikup.bots import player
from prikup.bots.call_rates import DEFAULT_DECAY, RATED_PHASES, RATES_FILE, CallRate, call_parts
from prikup.bots.styled_opponent import FIRST_HELD_OUT_STYLE
from prikup.games import GAMES
from prikup.rules.action_text import action_text
from prikup.rules.game import AnyGame, Redeal
from prikup.rules.match import Match
from prikup.rules.state import View, view

PIECES = 30
"""The number of parts into which a game's deals are split, so that results do not depend on the number of workers."""
MASTER = "master:8"
"""The player whose deals with itself are counted; few worlds are enough for the calls that it makes."""
MIN_CALLS = 20
"""The number of unexpected calls from which a call has a decay of its own."""
ADDED = 0.5
"""The number of calls that is added to each count."""
DECAYS = tuple(n / 100 for n in range(30, 101))


class Situation(NamedTuple):
    """A legal call and how well the hand fits it: `distance` is in parts of a trick, and 0 if the hand fits."""

    call: str
    fits: bool
    distance: int


class CallCount(NamedTuple):
    """The number of decisions in a situation, and the number of those in which the call was made."""

    decisions: int
    made: int


def count_piece(name: str, piece: int, deals: int) -> dict[Situation, CallCount]:
    """Play `deals` deals of the game `name` up to the first card, and count the calls.

    `piece` is the number of the part of the work. It determines the preset, the kind of players and the cards.
    """
    definition, rng = GAMES[name], random.Random(f"calls {name} {piece}")
    presets = list(definition.presets.values())
    rules, counts = (
        definition.build(presets[piece // 3 % len(presets)]),
        defaultdict[Situation, list[int]](lambda: [0, 0]),
    )
    rule, match = definition.rule(rules, 0), Match.begin(rules)
    for _ in range(deals):
        names = [_player_name(piece % 3, rng) for _ in range(rules.seats)]
        players = [player(player_name, rules, 0) for player_name in names]
        state = rules.deal(tuple(rng.sample(rules.pack, len(rules.pack))), match.standing)
        if isinstance(state, Redeal):
            continue
        while (seat := state.public.actor) is not None and state.public.phase != "play":
            seat_view = view(state, seat)
            action = players[seat](seat_view)
            if rules.phases[state.public.phase].kind in RATED_PHASES:
                for situation, call in _situations(rules, seat_view, rule(seat_view)):
                    counts[situation][0] += 1
                    counts[situation][1] += call == action
            state = rules.apply_unchecked(state, action)
    return {situation: CallCount(*numbers) for situation, numbers in counts.items()}


def _player_name(kind: int, rng: random.Random) -> str:
    """Return the name of a player of one of the three kinds; styled opponents have a random open style."""
    return ("rule", f"stranger:{rng.randrange(1, FIRST_HELD_OUT_STYLE)}", MASTER)[kind]


def _situations(rules: AnyGame, seat_view: View[Any], rule_action: int) -> Iterable[tuple[Situation, int]]:
    """Yield the situation of each legal call, with the call, if there is a choice.

    `rule_action` is the call of the rule-based player.
    """
    legal = rules.legal(seat_view)
    if len(legal) == 1:
        return
    for call in legal:
        fits = call == rule_action
        distance = 0 if fits else call_parts(rules, seat_view, call)
        yield Situation(action_text(rules.calls, call), fits, distance), call


def fit_rates(counts: Mapping[Situation, CallCount]) -> dict[str, CallRate]:
    """Return the rate of each call from the counts of its situations."""
    fitting, others = dict[str, CallCount](), dict[str, dict[int, CallCount]]()
    for situation, count in sorted(counts.items()):
        if situation.fits:
            fitting[situation.call] = count
        else:
            others.setdefault(situation.call, {})[situation.distance] = count
    own_decay = {
        call: _fit_decay([by_distance])
        for call, by_distance in others.items()
        if sum(count.made for count in by_distance.values()) >= MIN_CALLS
    }
    rest = [by_distance for call, by_distance in others.items() if call not in own_decay]
    shared_decay = _fit_decay(rest) if any(count.made for of in rest for count in of.values()) else DEFAULT_DECAY
    rates = {}
    for call in sorted(fitting.keys() | others.keys()):
        decisions, made = fitting.get(call, CallCount(0, 0))
        decay = own_decay.get(call, shared_decay)
        rates[call] = CallRate(
            round((made + ADDED) / (decisions + 2 * ADDED), 4), round(_other(others.get(call, {}), decay), 5), decay
        )
    return rates


def _other(by_distance: Mapping[int, CallCount], decay: float) -> float:
    """Return the likeliest probability of a call at distance 0, given its counts by distance and the decay."""
    made = sum(count.made for count in by_distance.values())
    exposed = fsum(count.decisions * decay**distance for distance, count in by_distance.items())
    return min(1.0, (made + ADDED) / (exposed + 2 * ADDED))


def _fit_decay(calls: Iterable[Mapping[int, CallCount]]) -> float:
    """Return the decay that makes the counts of several calls, each by distance, likeliest together."""
    counts = list(calls)

    def likelihood(decay: float) -> float:
        return fsum(_log_likelihood(by_distance, decay) for by_distance in counts)

    return max(DECAYS, key=likelihood)


def _log_likelihood(by_distance: Mapping[int, CallCount], decay: float) -> float:
    """Return the logarithm of the likelihood of a call's counts by distance, with the likeliest rate for this decay."""
    other = _other(by_distance, decay)
    total = 0.0
    for distance, (decisions, made) in by_distance.items():
        probability = min(0.9999, other * decay**distance)
        total += made * log(probability) + (decisions - made) * log(1.0 - probability)
    return total


def main() -> None:
    """Count the calls of each game, print the rates, and write them if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=tuple(GAMES), action="append", help="as often as you like; else all")
    parser.add_argument("--deals", type=int, default=1200)
    parser.add_argument("--workers", type=int, default=None)
    parser.add_argument("--write", action="store_true", help="write the rates of each game into its folder")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    tables = {}
    with ProcessPoolExecutor(arguments.workers, get_context("spawn")) as pool:
        for name in arguments.game or GAMES:
            counts = defaultdict[Situation, CallCount](lambda: CallCount(0, 0))
            pieces = 3 * len(GAMES[name].presets) * -(-PIECES // (3 * len(GAMES[name].presets)))
            deals = -(-arguments.deals // pieces)
            for piece in pool.map(count_piece, repeat(name), range(pieces), repeat(deals)):
                for situation, (decisions, made) in piece.items():
                    counts[situation] = CallCount(
                        counts[situation].decisions + decisions, counts[situation].made + made
                    )
            rates = fit_rates(counts)
            tables[name] = [_table_row(call, rate, counts) for call, rate in rates.items()]
            if arguments.write and rates:
                made_by = f"python -m bench.strength.count_calls --game {name} --deals {arguments.deals} --write"
                content = {"made": made_by, "calls": {call: asdict(rate) for call, rate in rates.items()}}
                (GAMES[name].folder / RATES_FILE).write_text(json.dumps(content, indent=2) + "\n")
    show(tables, as_json=arguments.json)


def _table_row(call: str, rate: CallRate, counts: Mapping[Situation, CallCount]) -> dict[str, Any]:
    """Return the table row of a call: the counts with hands that fit it and that do not, and its rate."""
    row: dict[str, Any] = {"": call}
    for head, fits in (("fit", True), ("others", False)):
        of = [count for situation, count in counts.items() if (situation.call, situation.fits) == (call, fits)]
        row |= {head: sum(count.decisions for count in of), f"{head} made": sum(count.made for count in of)}
    return row | asdict(rate)


if __name__ == "__main__":
    main()
