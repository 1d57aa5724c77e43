"""The memory of a tab in which somebody plays: `make bench-tab`, after `make site`.

A person plays one game after another at tables of a site, in Chromium, as fast as the tables let them. Each minute the
proportional memory (PSS) of the page's renderer is told, its workers too; the last line has the first and the greatest.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Iterator
from itertools import chain, cycle
from pathlib import Path

import psutil
from browser.seat import Seat
from browser.test_playing import lobby
from playwright.sync_api import sync_playwright
from site_files.device import Device
from site_files.static_server import LOADING, copied, served

from prikup.games import GAMES

MINUTE = 60.0
MEGABYTE = 1e6
ACTS = 400
"""The actions at a table before another game is begun, with the page loaded anew: some ten deals."""


def renderer() -> float:
    """Return the megabytes of the greatest renderer of the browser: that of the page, its workers too."""
    found = [0.0]
    for process in psutil.Process().children(recursive=True):
        try:
            if "--type=renderer" in process.cmdline():
                found.append(process.memory_full_info().pss / MEGABYTE)
        except psutil.Error:
            continue  # it has ended meanwhile
    return max(found)


def play(seat: Seat, game: str) -> Iterator[None]:
    """Play a game at a new table, and yield after each action."""
    seat.open(game, lobby(game))
    seat.asked(LOADING)
    for _ in range(ACTS):
        seat.act()
        yield


def main() -> None:
    """Play for as long as the command line says."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--minutes", type=float, default=60)
    wanted = options.parse_args()
    flags = {"args": ["--no-sandbox"] if os.geteuid() == 0 else []}
    with (
        tempfile.TemporaryDirectory() as folder,
        served(copied(Path(folder) / "site")) as url,
        sync_playwright() as one,
    ):
        profile = Path(folder) / "device"
        with Device(one, profile, url, flags).on() as seat:
            begun, told, acts = time.monotonic(), list[float](), 0
            for _ in chain.from_iterable(play(seat, game) for game in cycle(GAMES)):
                acts += 1
                passed = (time.monotonic() - begun) / MINUTE
                if passed >= len(told):
                    told.append(renderer())
                    print(f"{passed:5.1f} min, {acts:5} actions: {told[-1]:.0f} MB", flush=True)
                if passed >= wanted.minutes:
                    break
    print(f"at first {told[0]:.0f} MB, at most {max(told):.0f} MB in {wanted.minutes:g} minutes, {acts} actions")


if __name__ == "__main__":
    main()
