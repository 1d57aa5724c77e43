"""Gain of several threads in a tab: `PYTHONPATH=tests:release python -m bench.speed.tab_threads`, after `make site`.

In the worker of a cross-origin isolated site in Chromium, the same work is done with one thread and with all, in turn:
worlds of Preferans before the first lead are solved, few and many at a time, and computer players decide. Figures are
milliseconds, the median of some rounds. `WORTH_SHARING` in `solver/wasm.py` is the number of positions from which
sharing pays.
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


def worlds(deal: int, many: int) -> list[Position]:
    """Return deals in which one hand is always the same."""
    rng = random.Random(f"threads {deal}")
    own = rng.sample(PACK_32, 10)
    others = [card for card in PACK_32 if card not in own]
    hands = [rng.sample(others, 20) for _ in range(many)]
    return [
        Position(
            hands=(mask(own), mask(held[:10]), mask(held[10:])),
            seats=(0, 1, 2),
            leader=0,
            side=frozenset({0}),
            order=Order(trump=0),
        )
        for held in hands
    ]


def alone_and_shared(do: Callable[[int], object], rounds: int, worth: int) -> tuple[float, float]:
    """Return the median milliseconds of a round, without sharing and with it from `worth` on. It runs in the worker."""
    took = dict[int, list[float]]({NEVER: [], worth: []})
    for turn in range(rounds):
        for least, found in took.items():
            wasm.WORTH_SHARING = least
            since = time.perf_counter()
            do(turn)
            found.append(1000 * (time.perf_counter() - since))
    return round(median(took[NEVER]), 2), round(median(took[worth]), 2)


def solving(many: int) -> tuple[float, float]:
    """Return the times to solve `many` worlds. It runs in the worker."""
    return alone_and_shared(lambda turn: solve_many(worlds(turn, many), "cards"), ROUNDS, 2)


def deciding(name: str, level: str) -> tuple[float, float]:
    """Return the times for the decisions of a deal. It runs in the worker."""
    rules = game(name)

    def play(turn: int) -> None:
        players = [player(level, rules, seat) for seat in range(rules.seats)]
        state = Match.begin(rules).dealt(random.Random(f"threads {turn}"))
        while (seat := state.public.actor) is not None:
            state = rules.apply(state, players[seat](view(state, seat)))

    return alone_and_shared(play, 5, WORTH)


def threads() -> int:
    """Return the number of threads. It runs in the worker."""
    return wasm.threads()


def main() -> None:
    """Measure and print."""
    import argparse  # a site lacks this module and those below
    from pathlib import Path
    from tempfile import TemporaryDirectory

    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    from browser.conftest import CHROMIUM
    from playwright.sync_api import sync_playwright
    from static_site.in_assistant import evaluated
    from static_site.static_server import copied, served
    from static_site.test_offline import wait_until_kept

    source = Path(__file__).read_text("utf-8")
    with TemporaryDirectory() as folder, served(site := copied(Path(folder) / "site")) as url, sync_playwright() as p:
        browser = p.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(base_url=url)
        page.goto("/rules")
        wait_until_kept(page, site)
        page.reload()

        def asked(function: str, *arguments: Any) -> Any:
            return evaluated(page, source, function, *arguments)

        print(asked("threads"), "threads; milliseconds with one, with all")
        asked("solving", 40)  # warm-up: the first shared call starts the threads
        for many in WORLDS:
            print(f"{many} worlds:", *asked("solving", many), flush=True)
        for name in GAMES:
            for level in ("pimc", "master"):
                print(f"{name} {level}, a deal:", *asked("deciding", name, level), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
