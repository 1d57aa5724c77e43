"""A slow device: both its user and the readers of its records see that a level considers fewer worlds."""

import json
import re
from contextlib import ExitStack
from pathlib import Path

import pytest
from browser.conftest import Accounts
from browser.test_playing import lobby_path
from playwright.sync_api import expect
from static_site.static_server import PACE, change_file, serve_folder
from static_site.test_stored_data import READ_DATABASE

from prikup.bots import REDUCED_LEVELS
from prikup.bots.master import WORLDS
from prikup.device.table_store import KeptCommit, KeptTable, decode_row
from prikup.games import GAMES

pytestmark = pytest.mark.thorough

GAME = next(iter(GAMES))
LEAST = int(REDUCED_LEVELS[-1].partition(":")[2])


def test_slow_device_shows_and_records_reduced_level(accounts: Accounts, servers: ExitStack, own_site: Path) -> None:
    change_file(
        own_site, "engine/timing.json", json.dumps({"pace": PACE, "thought_s": 0.0001})
    )  # makes any device slow
    seat = accounts.seat(url=servers.enter_context(serve_folder(own_site)))
    seat.page.goto(lobby_path(GAME))
    slow = seat.words("device-slow", level=seat.words("level-master"), here=LEAST, elsewhere=WORLDS)
    expect(seat.main.get_by_text(slow)).to_be_visible()
    seat.press(seat.page.get_by_role("radio", name=seat.words("level-master")))
    seat.start_match(GAME)
    seat.next_prompt()
    level = seat.words("level-master").lower()
    expect(seat.main.get_by_text(seat.words("sparing-bot", level=level)).first).to_be_visible()
    rows = seat.page.evaluate(READ_DATABASE)["rows"]
    tables = [decode_row(text, KeptTable).opening.settings for box, _, text in rows if box == "tables"]
    commits = [decode_row(text, KeptCommit).commit.events for box, _, text in rows if box == "commits"]
    for stored_rows in (tables, commits):
        assert set(re.findall(rb"master[:\d]*", b"".join(stored_rows))) == {REDUCED_LEVELS[-1].encode()}
