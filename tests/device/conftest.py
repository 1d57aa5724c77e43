"""A finished match with few decisions, for tests of reviews."""

from itertools import count

import pytest
from device.test_finished_matches import log_of, play_match
from device.test_host import QUICK
from table.stores import MemoryShelf
from table.tables import fixed_dice, table_test

from prikup.device.host import TabHost
from prikup.games import GAMES
from prikup.history.events import ActionEvent
from prikup.review import result_breakdown, single_dummy


@pytest.fixture(scope="session")
def brief_match() -> MemoryShelf:
    """A device that stores one match of one deal with few decisions, so that its review is quick."""

    @table_test
    async def play() -> None:
        for dice in count():
            for game in GAMES:
                host = TabHost(shelf := MemoryShelf(), QUICK)
                with fixed_dice(dice):
                    log = await log_of(host, await play_match(host, game))
                await host.close()
                if 6 <= sum(isinstance(event, ActionEvent) for event in log.events) <= 12:
                    shelves.append(shelf)
                    return

    shelves: list[MemoryShelf] = []
    play()
    return shelves[0]


@pytest.fixture
def cheap_review(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the rule player value cards, which is faster than the strongest player, and try a tenth of the deals."""
    monkeypatch.setattr(result_breakdown, "STRONGEST", "rule")
    monkeypatch.setattr(single_dummy, "SAMPLES", tuple(size // 10 for size in single_dummy.SAMPLES))
