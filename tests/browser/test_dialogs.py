"""Dialogs, which every page uses: how they open and close."""

from browser.conftest import Accounts
from browser.gallery import PLAYING
from browser.prepared_tables import Guest
from browser.servers import House
from playwright.sync_api import expect


def test_dialog_closes_at_press_beside_it_but_not_after_selection(accounts: Accounts, paused_server: House) -> None:
    """Who selects text in a dialog may release the button beside it."""
    guest = Guest(accounts.seat(url=paused_server.url), paused_server)
    guest.open_scene(PLAYING)
    guest.seat.button("agree-claim").click()
    dialog = guest.seat.dialog("agree-claim")
    box = dialog.get_by_role("heading").bounding_box()
    assert box
    mouse = guest.page.mouse
    mouse.move(box["x"] + 5, box["y"] + box["height"] / 2)
    mouse.down()
    mouse.move(5, 5)
    mouse.up()
    expect(dialog).to_be_visible()
    guest.seat.press(dialog.get_by_role("button", name=guest.seat.words("agree-fewer"), exact=True))  # still usable
    mouse.click(5, 5)
    expect(dialog).to_be_hidden()
