"""A table on this device, below /here at a server, in Firefox and in WebKitGTK: it goes on when the server is gone."""

from pathlib import Path

import pytest
from browser.gallery import FIRST
from browser.seat import any_of
from browser.test_playing import lobby
from other_browsers.driver import Driver
from other_browsers.test_site import SENT, Patient, begun, gone_on, wait_until_kept
from server.running import served
from site_files.test_here import with_engine


@pytest.mark.thorough
def test_a_table_of_this_device_and_then_no_server(window: Driver, tmp_path: Path) -> None:
    client = with_engine(tmp_path)
    player = Patient(window, "", "en", "mouse")
    player.choice = any_of("below /here")
    with served(tmp_path, client=client) as running:
        player.url = running.url
        table = begun(window, player, lobby(FIRST).replace("/", "/here", 1))
        wait_until_kept(window, client)
        assert window.evaluate(SENT) == 404
    assert window.evaluate(SENT) is None

    gone_on(window, player, table)
