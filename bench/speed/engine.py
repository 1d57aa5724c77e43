"""Measure the speed of the rules engine and compare it with the Python interfaces of other engines.

Run `make bench`, or `python -m bench.speed.engine [--json]`.

The program runs in one process on one core. At every decision of every random deal the player to act gets a View and
the legal actions, and the choice is random. Each figure is that of the fastest of several runs; `median` is the median
of all runs, in microseconds per decision.
"""

import argparse
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from bench.figures import pin_to_one_core, show
from bench.speed import peers
from bench.speed.peers import Rate
from prikup.games import GAMES, game
from prikup.history.events import ActionEvent, BeginEvent
from prikup.history.log import Log
from prikup.rules.game import AnyGame, Player, Redeal
from prikup.rules.match import Match
from prikup.rules.state import view

REPLAYED_DEALS = 40


def random_deals(rules: AnyGame, seconds: float, seed: int) -> Rate:
    """Play random deals with scores, one match after another, for `seconds` seconds, and return their rate.

    `seed` determines the deals. At every decision a View (what the player to act can see) and the legal actions are
    computed.
    """
    rng = random.Random(seed)
    draw, pack = rng.random, list(rules.pack)
    deals = decisions = 0
    dealing = 0.0
    match = Match.begin(rules)
    start = time.perf_counter()
    while (deal_start := time.perf_counter()) - start < seconds:
        pack.sort(key=lambda _: draw())
        state = rules.deal(tuple(pack), match.standing)
        dealing += time.perf_counter() - deal_start
        if isinstance(state, Redeal):
            continue
        while (actor := state.public.actor) is not None:
            legal = rules.legal(view(state, actor))
            state = rules.apply_unchecked(state, legal[int(draw() * len(legal))])
            decisions += 1
        deals += 1
        match = match.close(rules.outcome(state))
        if match.over or deals % 40 == 0:
            match = Match.begin(rules)
    return Rate(rules.name, deals, decisions, time.perf_counter() - start, dealing)


def play_matches(name: str, deals: int, seed: int) -> list[Log]:
    """Return logs of matches of the game `name` between rule-based players, with `deals` deals in total.

    `seed` determines the deals. The last match may be incomplete.
    """
    kind = GAMES[name]
    rules = game(name)
    rng = random.Random(seed)
    begin = BeginEvent(
        name, rules.rules_version, next(iter(kind.presets)), ("",) * rules.seats, ("rule",) * rules.seats, 0
    )
    logs: list[Log] = []
    while sum(log.match.deals for log in logs) < deals:
        logs.append(_match(Log(begin), kind.rule(rules, seed), rng, deals - sum(log.match.deals for log in logs)))
    return logs


def _match(log: Log, player: Player, rng: random.Random, deals: int) -> Log:
    pack = list(log.game.pack)
    while not log.over and log.match.deals < deals:
        rng.shuffle(pack)
        if isinstance(log.deal(tuple(pack)), Redeal):
            continue
        while log.state is not None and (actor := log.state.public.actor) is not None:
            log.add(player(view(log.state, actor)))
        log.close()
    return log


def replay_seconds(logs: list[Log], *, checked: bool) -> float:
    """Return the seconds that it takes to replay the logs; with `checked` the replay also checks every event."""
    start = time.perf_counter()
    for log in logs:
        Log.replay(log.events, checked=checked)
    return time.perf_counter() - start


def best_row(run: Callable[[int], Rate], times: int) -> dict[str, Any]:
    """Call `run` with the seeds from 1 to `times`, and return the table row of the fastest run.

    The fastest run counts because other processes only ever slow a run down.
    """
    rates = [run(seed) for seed in range(1, times + 1)]
    best = min(rates, key=lambda rate: rate.microseconds_a_decision)
    return {
        "name": best.name,
        "deals/s": round(best.deals_per_second),
        "decisions/s": round(best.decisions_per_second),
        "us/decision": round(best.microseconds_a_decision, 2),
        "us/decision, once dealt": round(best.microseconds_a_decision_once_dealt, 2),
        "median": round(statistics.median(rate.microseconds_a_decision for rate in rates), 2),
        "decisions/deal": round(best.decisions / best.deals, 1),
    }


def measure(seconds: float, times: int) -> dict[str, Any]:
    """Run all measurements, and return the table rows by table title.

    Each run of random deals lasts `seconds` seconds, and every measurement is repeated `times` times.
    """
    runs: list[Callable[[int], Rate]] = [partial(random_deals, game(name), seconds) for name in GAMES]
    looks: dict[str, tuple[peers.Look, ...]] = {
        peers.SKAT: ("observation_tensor", "observation_string", "observer", "none"),
        peers.BRIDGE: ("observation_tensor", "observation_string", "observer", "none"),
    }
    for peer_game, faces in looks.items():
        runs += [partial(peers.open_spiel, peer_game, seconds, look=look) for look in faces]
    runs.append(partial(peers.rlcard, seconds))
    replay = []
    for name in GAMES:
        logs = play_matches(name, REPLAYED_DEALS, seed=1)
        actions = sum(isinstance(event, ActionEvent) for log in logs for event in log.events)
        trusted_ms, checked_ms = (min(replay_seconds(logs, checked=c) for _ in range(20)) * 1000 for c in (False, True))
        replay.append(
            {"name": name, "actions": actions, "trusted ms": round(trusted_ms, 2), "checked ms": round(checked_ms, 2)}
        )
    return {
        "random deals": [best_row(run, times) for run in runs],
        f"replay of {REPLAYED_DEALS} deals": replay,
        "import": [
            {"name": name, "ms": round(import_ms(extra_code, times), 1)}
            for name, extra_code in (
                ("the core, msgspec and all", ""),
                ("and all games", "list(prikup.games.GAMES.values());"),
            )
        ],
    }


def import_ms(extra_code: str, times: int) -> float:
    """Return the milliseconds that a new process takes to import the core and run the Python code `extra_code`.

    The result is the median of `times` processes.
    """
    code = "import time; t = time.perf_counter(); "
    code += "import prikup, prikup.history.log, prikup.history.notation, prikup.worlds.possible_worlds, prikup.bots;"
    run = [sys.executable, "-c", code + extra_code + "print(time.perf_counter() - t)"]
    return 1000 * statistics.median(float(subprocess.run(run, capture_output=True).stdout) for _ in range(times))


def main() -> None:
    """Parse the command line, measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds a run")
    parser.add_argument("--times", type=int, default=9, help="runs a line")
    arguments = parser.parse_args()
    pin_to_one_core()
    figures = measure(arguments.seconds, arguments.times)
    show(figures, as_json=arguments.json)


if __name__ == "__main__":
    main()
