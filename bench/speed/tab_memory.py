"""Measure the memory of a browser tab in which a user plays against `master`: `make bench-tab`, after `make site`.

A simulated user plays one game after another at tables of a site, in Chromium, at a human pace: with thinking time,
card animations and the pauses of computer players. `--hard` removes all waiting. Each minute the program prints the
proportional memory (PSS) of the page's renderer process, including its workers. The last line has the first and the
largest value, and the memory that remains after the page's garbage collection.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Iterator
from itertools import chain, cycle
from pathlib import Path

import psutil
from browser.page_scripts import FIND_PROMPT
from browser.seat import BUTTONS, PATIENCE, Asked
from browser.test_playing import lobby_path
from other_browsers.player import Player
from static_site.static_server import copy_site, serve_folder

from bench.speed.quiet_chromium import Chromium, chromium
from prikup.bots import LEVELS
from prikup.games import GAMES

MINUTE = 60.0
MEGABYTE = 1e6
ACTS = 150
"""The maximum number of actions at one table; after them the page opens a table of another game."""
THINKING = 1.5
"""The thinking time of the simulated user before an answer, in seconds."""
LOOKING = 0.05
"""The pause in seconds between two checks whether the page prompts the user; a check uses memory itself."""
WISH = "(level) => { localStorage['prikup-wish'] = JSON.stringify({ level }); }"
IN_MOTION = """() => {
  const { speed, ...others } = JSON.parse(localStorage.prikup);
  localStorage.prikup = JSON.stringify(others);
}"""
"""JavaScript that sets the animation speed back to the one that a new user has."""


class Person(Player):
    """A simulated user who checks the page repeatedly for a prompt (a call or card to choose, or a button to press).

    `url` is the address of the site. With `hard` the user waits for nothing: neither thinking time nor animations.
    """

    def __init__(self, page: Chromium, url: str, *, hard: bool) -> None:
        super().__init__(page, url, "en", "mouse")
        self.hard = hard

    def begin(self, game: str) -> None:
        """Open a new table of the game `game`."""
        self.open(game, lobby_path(game), "light")
        self.page.evaluate(WISH, LEVELS[-1])
        if not self.hard:
            self.page.evaluate(IN_MOTION)
        self.page.goto(self.url + lobby_path(game))
        self.press(self.button("setup-play"))

    def next_prompt(self) -> Asked:
        names = [(kind, self.words(key)) for kind, key in BUTTONS.items()]
        ends = time.monotonic() + PATIENCE / 1000
        while True:
            prompt = Asked(*self.page.evaluate(FIND_PROMPT, [names, 0]))
            if prompt.kind or time.monotonic() > ends:
                return prompt
            time.sleep(LOOKING)

    def play_on(self, game: str) -> Iterator[None]:
        """Play this game at a new table, and yield after each action, up to `ACTS` times."""
        self.begin(game)
        for _ in range(ACTS):
            prompt = self.next_prompt()
            if prompt.kind == "over":
                return
            if not self.hard:
                time.sleep(THINKING)
            self.act(prompt)
            yield


def renderer(browser: int) -> float:
    """Return the memory of a browser's largest renderer process, in megabytes.

    That process is the one of the page with its workers. `browser` is the process id of the browser.
    """
    megabytes = [0.0]
    for process in psutil.Process(browser).children(recursive=True):
        try:
            if "--type=renderer" in process.cmdline():
                megabytes.append(process.memory_full_info().pss / MEGABYTE)
        except psutil.Error:
            continue  # the process has ended
    return max(megabytes)


def main() -> None:
    """Play for as many minutes as the command line says, and print the memory."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--minutes", type=float, default=60)
    options.add_argument("--hard", action="store_true", help="as fast as the tables let one")
    arguments = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with (
            serve_folder(copy_site(folder / "site", patient=not arguments.hard)) as url,
            chromium(folder / "device") as (page, browser),
        ):
            person = Person(page, url, hard=arguments.hard)
            start, megabytes, acts = time.monotonic(), list[float](), 0
            for _ in chain.from_iterable(person.play_on(game) for game in cycle(GAMES)):
                acts += 1
                elapsed_minutes = (time.monotonic() - start) / MINUTE
                if elapsed_minutes >= len(megabytes):
                    megabytes.append(renderer(browser))
                    load = os.getloadavg()[0]
                    print(
                        f"{elapsed_minutes:5.1f} min, {acts:5} actions: {megabytes[-1]:.0f} MB (load {load:.0f})",
                        flush=True,
                    )
                if elapsed_minutes >= arguments.minutes:
                    break
            page.command("HeapProfiler.collectGarbage")
            final_megabytes = renderer(browser)
    print(
        f"at first {megabytes[0]:.0f} MB, at most {max(megabytes):.0f} MB in {arguments.minutes:g} "
        f"minutes, {acts} actions; "
        f"{final_megabytes:.0f} MB without the page's garbage"
    )


if __name__ == "__main__":
    main()
