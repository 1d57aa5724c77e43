"""Measure how much time the reduced levels save on a slow device.

Run `PYTHONPATH=tests:release python -m bench.speed.reduced_bots [--deals 3] [--native]`.

The level `master`, and the reduced levels that replace it on slow devices, decide in the same positions. Rule-based
players play the deals, and every position with a choice of calls or discards is measured. The program prints, for each
preset and level, the 95th percentile of the decision times in milliseconds. It also prints the shortest time of the
fixed decisions by which a device is rated (`prikup.device.bot_speed`), which are measured first. The levels run in the
worker of a site (`make site`) in Chromium, with wall-clock time, or with `--native` in this process, with processor
time.
"""

import random
import time
from typing import Any

from prikup.bots import REDUCED_LEVELS, player
from prikup.device.bot_speed import fixed_decisions
from prikup.games import GAMES, game
from prikup.rules.match import Match
from prikup.rules.state import view


def asked(name: str, preset: str, deals: int, native: bool = False) -> dict[str, Any]:
    """Measure all levels in one preset (a named set of house rules) of the game `name`, and return the table row.

    `deals` is the number of deals. This function runs in the browser's worker or, with `native`, in this process.
    """
    clock = time.process_time if native else time.perf_counter
    device_time_s = min(fixed_decisions(clock))
    rules = game(name, preset)
    rule, levels = player("rule", rules, 0), {level: player(level, rules, 0) for level in ("master", *REDUCED_LEVELS)}
    times: dict[str, list[float]] = {level: [] for level in levels}
    match = Match.begin(rules)
    for deal in range(deals):
        state = match.deal_random(random.Random(f"sparing {name} {preset} {deal}"))
        while (seat := state.public.actor) is not None:
            seat_view = view(state, seat)
            if state.public.phase != "play" and len(rules.legal(seat_view)) > 1:
                for level, decide in levels.items():
                    start = clock()
                    decide(seat_view)
                    times[level].append(clock() - start)
            state = rules.apply_unchecked(state, rule(seat_view))
        after = match.close(rules.outcome(state))
        match = Match.begin(rules) if after.over else after
    percentiles = {level: sorted(durations)[-(-95 * len(durations) // 100) - 1] for level, durations in times.items()}
    columns = {level: round(1000 * seconds, 1) for level, seconds in percentiles.items()}
    return {"preset": preset, "calls": len(times["master"]), **columns, "fixed": round(1000 * device_time_s, 1)}


def main() -> None:
    """Parse the command line, measure, and print the figures."""
    import argparse  # imported here: a site lacks this module and those below
    from pathlib import Path
    from tempfile import TemporaryDirectory

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, help="one game; all of them unless said")
    parser.add_argument("--deals", type=int, default=3)
    parser.add_argument("--native", action="store_true", help="here, not in a browser")
    arguments = parser.parse_args()
    cases = [
        (name, preset) for name in ([arguments.game] if arguments.game else GAMES) for preset in GAMES[name].presets
    ]
    if arguments.native:
        for name, preset in cases:
            print(name, asked(name, preset, arguments.deals, native=True), flush=True)
        return
    from browser.conftest import CHROMIUM
    from playwright.sync_api import sync_playwright
    from static_site.browser_worker import evaluate_in_worker
    from static_site.static_server import copy_site, serve_folder

    source = Path(__file__).read_text("utf-8")
    with (
        TemporaryDirectory() as folder,
        serve_folder(copy_site(Path(folder) / "site")) as url,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, preset in cases:
            page = browser.new_page(base_url=url)
            page.goto("/mark.svg")
            print(name, evaluate_in_worker(page, source, "asked", name, preset, arguments.deals), flush=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
