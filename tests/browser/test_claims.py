"""The dialog in which a player claims tricks."""

import re

from browser.conftest import Accounts
from browser.gallery import PLAYING
from browser.prepared_tables import Guest
from browser.servers import House
from playwright.sync_api import WebSocketRoute, expect


def test_claim_keeps_chosen_tricks_while_table_is_updated(accounts: Accounts, paused_server: House) -> None:
    guest = Guest(accounts.seat(url=paused_server.url), paused_server)
    updates: list[str] = []

    def relay(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def forward(message: str | bytes) -> None:
            updates.extend([message] if isinstance(message, str) and '"type":"view"' in message else [])
            socket.send(message)

        server.on_message(forward)
        guest.page.expose_function("updateTable", lambda: socket.send(updates[-1]))

    guest.page.route_web_socket(re.compile("/ws/"), relay)
    guest.open_scene(PLAYING)
    guest.seat.button("agree-claim").click()
    dialog = guest.seat.dialog("agree-claim")
    count = dialog.locator("output")
    tricks = int(count.inner_text())
    guest.seat.press(dialog.get_by_role("button", name=guest.seat.words("agree-fewer"), exact=True))
    expect(count).to_have_text(str(tricks - 1))
    guest.page.evaluate("updateTable()")
    guest.page.evaluate("new Promise(requestAnimationFrame)")
    expect(count).to_have_text(str(tricks - 1))
