"""Measure the thinking time and memory of a level, by preset: `python -m bench.speed.thinking [--deals 12]`.

In each deal of a match one random seat is played by the tested player (`--player master`) and the others by rule-based
players; decisions without a choice are not counted. Times are processor time of one core, so other load on the machine
hardly matters. Each preset is measured in a separate process, and the largest memory of that process after a deal (RSS)
is printed. The targets are 60 ms for 95 of 100 cards, 300 ms for 95 of 100 calls and discards, and 400 MB; missed
targets are marked. `--slow` also names the slowest decision of each preset.
"""

import argparse
import random
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from statistics import median
from typing import Any

import psutil

from bench.figures import show
from prikup.bots import is_player, player
from prikup.games import GAMES, game
from prikup.rules.match import Match
from prikup.rules.state import view

CARD, CALL, MEMORY = 60.0, 300.0, 400.0
"""The targets for the thinking time and the memory of a player.

`CARD` and `CALL` are the milliseconds that 95 of 100 decisions about a card, and about a call or discard, may take.
`MEMORY` is the number of megabytes per process.
"""


def measure_preset(name: str, preset: str, level: str, deals: int, seed: str) -> dict[str, Any]:
    """Play `deals` deals under one preset of the game `name` with a player of `level`, and return the table row.

    `seed` determines the deals. This function runs in a new process, so that the memory of other presets does not
    count.
    """
    rules = game(name, preset)
    rule, tested_player = player("rule", rules, 0), player(level, rules, 0)
    times: dict[str, list[float]] = {"card": [], "call": []}
    slowest, match = (0.0, ""), Match.begin(rules)
    process, memory = psutil.Process(), 0.0
    for deal in range(deals):
        rng = random.Random(f"{seed} {name} {preset} {deal}")
        state, tested_seat = match.deal_random(rng), rng.randrange(rules.seats)
        while (seat := state.public.actor) is not None:
            seat_view = view(state, seat)
            if seat != tested_seat or len(rules.legal(seat_view)) == 1:
                state = rules.apply_unchecked(state, rule(seat_view))
                continue
            start = time.process_time()
            action = tested_player(seat_view)
            duration_ms = 1000 * (time.process_time() - start)
            phase = state.public.phase
            times["card" if phase == "play" else "call"].append(duration_ms)
            trick = len(state.public.tricks.past) + 1 if phase == "play" else 0
            slowest = max(slowest, (duration_ms, f"{phase} {trick} of deal {deal}: {duration_ms:.0f} ms"))
            state = rules.apply_unchecked(state, action)
        after = match.close(rules.outcome(state))
        match = Match.begin(rules) if after.over else after
        memory = max(memory, process.memory_info().rss / 1e6)
    return {
        "preset": preset,
        **_table_columns("card", times["card"], CARD),
        **_table_columns("call", times["call"], CALL),
        "MB": f"{memory:.0f}{'!' * (memory > MEMORY)}",
        "slowest": slowest[1],
    }


def _table_columns(decision_type: str, times: Sequence[float], aim: float) -> dict[str, Any]:
    """Return the table columns for one type of decision, a card or a call.

    The columns have the number of decisions, and the median, 95th percentile and maximum of the times. `times` and
    `aim` (the target for the 95th percentile) are in milliseconds. A missed target is marked.
    """
    if not times:
        return {
            f"{decision_type}s": 0,
            f"{decision_type} 50": "",
            f"{decision_type} 95": "",
            f"{decision_type} most": "",
        }
    percentile_ms = sorted(times)[-(-95 * len(times) // 100) - 1]
    return {
        f"{decision_type}s": len(times),
        f"{decision_type} 50": round(median(times), 1),
        f"{decision_type} 95": f"{percentile_ms:.1f}{'!' * (percentile_ms > aim)}",
        f"{decision_type} most": round(max(times), 1),
    }


def main() -> None:
    """Parse the command line, measure, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, help="one game; all of them unless said")
    parser.add_argument("--player", default="master")
    parser.add_argument("--deals", type=int, default=12)
    parser.add_argument("--seed", default="thinking")
    parser.add_argument("--slow", action="store_true")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    if not is_player(arguments.player):
        parser.error(f"no player {arguments.player}")
    tables: dict[str, list[dict[str, Any]]] = {}
    for name in [arguments.game] if arguments.game else GAMES:
        tables[name] = []
        for preset in GAMES[name].presets:
            with ProcessPoolExecutor(1, get_context("spawn")) as executor:
                line = executor.submit(
                    measure_preset, name, preset, arguments.player, arguments.deals, arguments.seed
                ).result()
            if not arguments.slow:
                del line["slowest"]
            tables[name].append(line)
    show(tables, as_json=arguments.json)


if __name__ == "__main__":
    main()
