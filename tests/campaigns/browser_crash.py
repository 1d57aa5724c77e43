"""Kill a browser repeatedly at random moments during play in its tab, and check the stored data.

    python tests/campaigns/browser_crash.py --rounds 100 [--seed 1]

All processes of the browser are killed at once. Every action that was acknowledged to the page must be stored
afterwards, in order, and the table must continue from there.
"""

import json
import os
import random
import tempfile
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from threading import Event, Timer
from typing import Any, NamedTuple

from browser.seat import Seat
from browser.test_playing import lobby_path
from playwright.sync_api import sync_playwright
from static_site.device import Device
from static_site.static_server import LOADING, copy_site, serve_folder
from static_site.test_stored_data import BARE, READ_DATABASE
from support.command_line import parse_command_line

from prikup.games import GAMES

__all__ = ["Crashes", "crash"]

REPORT_RECEIPTS_SCRIPT = """globalThis.heard = new BroadcastChannel("prikup-here");
heard.onmessage = ({ data }) => {
  if (typeof data.told !== "string") return;
  const { type, id } = JSON.parse(data.told);
  if (type === "receipt") acknowledged(id);
};"""
"""JavaScript that makes the page report every receipt."""
LONGEST = 3.0
"""The maximum number of seconds from a prompt to the kill."""
ROUNDS_AT_A_TABLE = 10


class Crashes(NamedTuple):
    """The numbers of kills, of acknowledged actions, and of stored commits."""

    kills: int
    acknowledged_actions: int
    commits: int


class Evening:
    """A user who plays at one table after another, on a device whose browser is killed repeatedly."""

    def __init__(self, device: Device, rng: random.Random) -> None:
        self.device, self.rng = device, rng
        self.path = ""
        self.acknowledged_ids: set[str] = set()
        self.commits = 0
        self.kills = 0
        self.earlier_counts = Crashes(0, 0, 0)

    @property
    def counts(self) -> Crashes:
        """The counts of this table and of all tables before it."""
        return Crashes(
            self.kills,
            self.earlier_counts.acknowledged_actions + len(self.acknowledged_ids),
            self.earlier_counts.commits + self.commits,
        )

    def record_receipt(self, name: str) -> None:
        """Record that the action with the id `name` was acknowledged."""
        self.acknowledged_ids.add(name)

    def check(self, seat: Seat) -> None:
        """Check that every acknowledged action of the table is stored, once and in order."""
        seat.page.goto(BARE)
        rows = seat.page.evaluate(READ_DATABASE)["rows"] if self.path else []
        stored_commits = [
            json.loads(text)["commit"] for box, key, text in rows if box == "commits" and self._is_own_table(key)
        ]
        assert [commit["seq"] for commit in stored_commits] == list(range(1, len(stored_commits) + 1)), (
            "a commit is missing"
        )
        commands = [commit["command"] for commit in stored_commits if commit["command"]]
        assert len(commands) == len(set(commands)), "an action was carried out twice"
        lost_actions = {f"here/{name}" for name in self.acknowledged_ids} - set(commands)
        assert not lost_actions, f"acknowledged and lost: {lost_actions}"
        self.commits = len(stored_commits)

    def _is_own_table(self, key: str) -> bool:
        return key.partition(" ")[0] == self.path.removeprefix("/t/")

    def round(self, game: str, *, new: bool) -> None:
        """Start the browser, check the stored data, and play until the browser is killed.

        If `new` is True, the user starts a match of the game `game` at a new table.
        """
        kill_event = Event()

        def kill() -> None:
            kill_event.set()
            self.kills += 1
            self.device.kill()

        with self.device.on(REPORT_RECEIPTS_SCRIPT, self.record_receipt, is_end_expected=kill_event.is_set) as seat:
            self.check(seat)
            if new:
                self.earlier_counts = self.counts
                self.acknowledged_ids.clear()
                seat.start_match(game, lobby_path(game))
            else:
                seat.page.goto(self.path)
            seat.next_prompt(LOADING)
            self.path = seat.page.url.removeprefix(self.device.url)
            Timer(self.rng.uniform(0, LONGEST), kill).start()
            while seat.next_prompt().kind:
                seat.act()
            raise AssertionError("the match ended before its browser was killed")


def crash(device: Device, rounds: int, seed: int, report: Callable[[Crashes], object] = lambda _: None) -> Crashes:
    """Kill the browser of a device `rounds` times, and return the counts.

    `seed` determines the moments of the kills. `report` is called with the counts after each kill.
    """
    games, evening, game = cycle(GAMES), Evening(device, random.Random(seed)), ""
    for number in range(rounds):
        new = number % ROUNDS_AT_A_TABLE == 0
        if new:
            game = next(games)
        evening.round(game, new=new)
        report(evening.counts)
    with device.on() as seat:
        evening.check(seat)
        seat.page.goto(evening.path)
        assert seat.next_prompt(LOADING).kind
    return evening.counts


def main() -> None:
    """Run the campaign from the command line."""
    arguments = parse_command_line(__doc__, rounds=100, seed=1)
    flags: dict[str, Any] = {"args": ["--no-sandbox"] if os.geteuid() == 0 else []}
    with (
        tempfile.TemporaryDirectory() as folder,
        serve_folder(copy_site(Path(folder) / "site")) as url,
        sync_playwright() as playwright,
    ):
        device = Device(playwright, Path(folder) / "device", url, flags)
        counts = crash(
            device,
            arguments.rounds,
            arguments.seed,
            lambda progress: print(f"\r{progress.kills} kills", end="", flush=True),
        )
    print(
        f"\r{counts.kills} kills, {counts.acknowledged_actions} acknowledged actions: none lost; "
        f"{counts.commits} commits kept"
    )


if __name__ == "__main__":
    main()
