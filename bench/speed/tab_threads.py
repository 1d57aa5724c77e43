"""Measure what several threads gain in a browser tab.

Run `PYTHONPATH=tests:release python -m bench.speed.tab_threads`, after `make site`.

In the worker of a cross-origin isolated site in Chromium, the same work is done in turn with one thread and with all
threads. The work is to solve possible deals (worlds) of Preferans before the first lead, few or many at a time, and to
let computer players decide. Figures are milliseconds, the median of several rounds. `WORTH_SHARING` in `solver/wasm.py`
is the number of positions from which sharing the work among threads pays.
"""

import random
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from prikup.bots import player
from prikup.games import GAMES, game
from prikup.rules.cards import PACK_32, mask
from prikup.rules.match import Match
from prikup.rules.state import view
from prikup.rules.tricks import Order
from prikup.solver import Position, solve_many, wasm

WORLDS = (2, 4, 8, 12, 20, 40)
ROUNDS = 15
WORTH, NEVER = wasm.WORTH_SHARING, 1 << 30


def worlds(deal: int, count: int) -> list[Position]:
    """Return `count` positions before the first lead in which one hand is always the same.

    The other cards are dealt at random. So the positions are possible deals for the player who holds that hand. `deal`
    is the seed.
    """
    rng = random.Random(f"threads {deal}")
    fixed_hand = rng.sample(PACK_32, 10)
    other_cards = [card for card in PACK_32 if card not in fixed_hand]
    hands = [rng.sample(other_cards, 20) for _ in range(count)]
    return [
        Position(
            hands=(mask(fixed_hand), mask(dealt_cards[:10]), mask(dealt_cards[10:])),
            seats=(0, 1, 2),
            leader=0,
            side=frozenset({0}),
            order=Order(trump=0),
        )
        for dealt_cards in hands
    ]


def alone_and_shared(do: Callable[[int], object], rounds: int, worth: int) -> tuple[float, float]:
    """Return the median milliseconds of `do(round)` on one thread, and the median with work shared among all threads.

    With sharing, a call to solve at least `worth` positions is shared among the threads. This function runs in the
    browser's worker.
    """
    took = dict[int, list[float]]({NEVER: [], worth: []})
    for turn in range(rounds):
        for threshold, durations_ms in took.items():
            wasm.WORTH_SHARING = threshold
            start = time.perf_counter()
            do(turn)
            durations_ms.append(1000 * (time.perf_counter() - start))
    return round(median(took[NEVER]), 2), round(median(took[worth]), 2)


def solving(world_count: int) -> tuple[float, float]:
    """Return the milliseconds for solving `world_count` worlds (possible deals), on one thread and on all threads.

    This function runs in the browser's worker.
    """
    return alone_and_shared(lambda turn: solve_many(worlds(turn, world_count), "cards"), ROUNDS, 2)


def deciding(name: str, level: str) -> tuple[float, float]:
    """Return the milliseconds for all decisions of a deal by players of a level, on one thread and on all threads.

    `name` is the game. This function runs in the browser's worker.
    """
    rules = game(name)

    def play(turn: int) -> None:
        players = [player(level, rules, seat) for seat in range(rules.seats)]
        state = Match.begin(rules).deal_random(random.Random(f"threads {turn}"))
        while (seat := state.public.actor) is not None:
            state = rules.apply_unchecked(state, players[seat](view(state, seat)))

    return alone_and_shared(play, 5, WORTH)


def threads() -> int:
    """Return the number of threads that the solver can use. This function runs in the browser's worker."""
    return wasm.threads()


def main() -> None:
    """Measure, and print the figures."""
    import argparse  # imported here: a site lacks this module and those below
    from pathlib import Path
    from tempfile import TemporaryDirectory

    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    from browser.conftest import CHROMIUM
    from playwright.sync_api import sync_playwright
    from static_site.browser_worker import evaluate_in_worker
    from static_site.static_server import copy_site, serve_folder
    from static_site.test_offline import wait_until_kept

    source = Path(__file__).read_text("utf-8")
    with (
        TemporaryDirectory() as folder,
        serve_folder(site := copy_site(Path(folder) / "site")) as url,
        sync_playwright() as p,
    ):
        browser = p.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(base_url=url)
        page.goto("/rules")
        wait_until_kept(page, site)
        page.reload()

        def run_in_worker(function: str, *arguments: Any) -> Any:
            return evaluate_in_worker(page, source, function, *arguments)

        print(run_in_worker("threads"), "threads; milliseconds with one, with all")
        run_in_worker("solving", 40)  # warm-up: the first shared call starts the threads
        for world_count in WORLDS:
            print(f"{world_count} worlds:", *run_in_worker("solving", world_count), flush=True)
        for name in GAMES:
            for level in ("pimc", "master"):
                print(f"{name} {level}, a deal:", *run_in_worker("deciding", name, level), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
