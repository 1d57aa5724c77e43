"""A slow device: whoever plays there is told that a level thinks of less, and so is whoever reads the record."""

import json
import re
from contextlib import ExitStack
from pathlib import Path

import pytest
from browser.conftest import DESKTOP, Accounts
from browser.seat import Fingers, Mouse, Seat
from browser.test_playing import lobby
from playwright.sync_api import expect
from site_files.screens import screens
from site_files.static_server import PACE, changed, served
from site_files.test_kept import FOUND
from support.waiting import until

from prikup.bots import SPARING
from prikup.bots.master import WORLDS
from prikup.games import GAMES
from prikup.tab.speed import FACT
from prikup.tab.store import KeptCommit, KeptTable, read

pytestmark = pytest.mark.thorough

GAME = next(iter(GAMES))
LEAST = int(SPARING[-1].partition(":")[2])


def hurried(site: Path) -> Path:
    """Let nobody be waited for at a site: there every device is slow."""
    changed(site, "engine/timing.json", json.dumps({"pace": PACE, "thought_s": 0.0001}))
    return site


def slow(seat: Seat) -> str:
    """What the lobby says of a slow device."""
    return seat.words("device-slow", level=seat.words("level-master"), here=LEAST, elsewhere=WORLDS)


def measured(seat: Seat) -> str:
    """What the device has noted of its speed, once it has."""

    def noted() -> list[str]:
        return [text for box, key, text in seat.page.evaluate(FOUND)["rows"] if (box, key) == ("facts", FACT)]

    return until(noted, "that the speed is noted")[0]


@screens
def test_a_slow_device_says_of_how_much_a_level_thinks(
    people: Accounts, servers: ExitStack, own_site: Path, lang: str, fingers: type[Fingers], size: tuple[int, int]
) -> None:
    url = servers.enter_context(served(hurried(own_site)))
    seat = people.seat(lang, fingers, size, url=url)
    seat.page.goto(lobby(GAME))
    expect(seat.main.get_by_text(slow(seat))).to_be_visible()
    seat.press(seat.page.get_by_role("radio", name=seat.words("level-master")))
    seat.open(GAME)
    seat.asked()
    level = seat.words("level-master").lower()
    if size == DESKTOP:
        expect(seat.main.get_by_text(seat.words("sparing-bot", level=level)).first).to_be_visible()
    rows = seat.page.evaluate(FOUND)["rows"]
    tables = [read(text, KeptTable).opening.settings for box, _, text in rows if box == "tables"]
    commits = [read(text, KeptCommit).commit.events for box, _, text in rows if box == "commits"]
    for kept in (tables, commits):
        assert set(re.findall(rb"master[:\d]*", b"".join(kept))) == {SPARING[-1].encode()}


def test_a_quick_one_says_nothing_of_it(people: Accounts, servers: ExitStack, own_site: Path) -> None:
    changed(own_site, "engine/timing.json", json.dumps({"pace": PACE, "thought_s": 1000}))
    url = servers.enter_context(served(own_site))
    seat = people.seat("en", Mouse, url=url)
    seat.page.goto(lobby(GAME))
    assert json.loads(measured(seat))["levels"] == {}
    expect(seat.main.get_by_text(slow(seat))).to_have_count(0)
