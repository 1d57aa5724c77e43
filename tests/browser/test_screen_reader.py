"""A deal as announced by a screen reader to a keyboard user who listens to the end before answering; saved to
build/readings. Every card played is announced."""

import json
from pathlib import Path
from typing import Any

import pytest
from browser.conftest import Accounts
from browser.seat import Seat, TwoKeys, random_choice
from browser.test_playing import lobby_path
from playwright.sync_api import WebSocket

from prikup.games import GAMES
from prikup.locale.speech import Speech

READINGS = Path(__file__).parents[2] / "build" / "readings"
HEAR = """(() => {
  const wait = setTimeout;
  const reads = (after) => after === 500 || after % 45 === 0;
  globalThis.setTimeout = (does, after = 0, ...rest) => wait(does, reads(after) ? after / 40 : after, ...rest);
  globalThis.heard = [];
  const listen = new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node.parentElement?.dataset.testid === "live") heard.push(node.textContent);
  });
  listen.observe(document, { childList: true, subtree: true });
})()"""
"""Speed up announcements as much as the test server's computer players (normally 45 ms a letter, at least 500), and
record them."""
SILENT = """async () => {
  // real time: the announcer lets a paragraph of so many letters stand for so long
  const rest = () => new Promise((done) => setTimeout(done, 45 * (200 + (heard.at(-1)?.length ?? 0))));
  for (let lines = -1; lines !== heard.length; await rest()) lines = heard.length;
  return heard.splice(0);
}"""
"""Wait until the last announcement has ended without another following; return those since the last call."""
MAX_PROMPTS = 400
"""Maximum number of prompts in a deal."""


class Listener:
    """A keyboard user who acts on announcements; `views` are the deal views received."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.lines: list[str] = []
        self.views: list[dict[str, Any]] = []
        seat.page.add_init_script(HEAR)
        seat.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, text: str | bytes) -> None:
        message = json.loads(text)
        if message["type"] == "view":
            self.views.append(message["view"])

    def listen(self) -> None:
        """Listen until nothing more is announced."""
        self.lines += self.seat.page.evaluate(SILENT)

    def play_deal(self) -> None:
        """Play a deal, hearing each prompt to its end, and hear the resulting score."""
        for _ in range(MAX_PROMPTS):
            prompt = self.seat.next_prompt()
            self.listen()
            if prompt.kind in ("next", "over"):
                return
            self.seat.act(prompt)
        raise AssertionError(f"no end: {self.lines[-1]}")

    @property
    def played_cards(self) -> list[int]:
        """Return the cards of the tricks in the last view received."""
        tricks = self.views[-1]["public"]["tricks"]
        return [card for trick in tricks["past"] for card in trick["cards"]] if tricks else []


@pytest.mark.thorough
@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("game", GAMES)
def test_screen_reader_announces_all_played_cards(accounts: Accounts, game: str, lang: str) -> None:
    seat = accounts.seat(lang, TwoKeys)
    seat.choice = random_choice(f"{game} {lang}")
    listener = Listener(seat)
    seat.start_match(game, lobby_path(game))
    listener.play_deal()
    while not listener.played_cards:  # all players have passed
        listener.seat.act()
        listener.lines.clear()
        listener.play_deal()
    READINGS.mkdir(parents=True, exist_ok=True)
    (READINGS / f"{game}-{lang}.txt").write_text("\n".join(listener.lines) + "\n")
    text, speech = "\n".join(listener.lines), Speech(seat.words, spoken=True)
    assert [name for card in listener.played_cards if (name := speech.card(card)) not in text] == []
