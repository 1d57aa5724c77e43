"""The terminal's client finds the same faults as the browser in the same messages about a shuffle.

`web/tests/fair_orders.json` has orders of messages, each with the checks of the deck that must fail;
`web/tests/fair/shuffle_orders.svelte.test.ts` gives them to the browser. Seat 1 is the client's. In the place of an
entropy there is its text, which is also hashed for `hashes`, or "you" for the client's own. The seed of a deal follows
from its number, which is 2 if it is left out.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from support.example_games import example
from support.faults import check_each

from prikup.games import game
from prikup.history.shuffle import commitment, prepare_shuffle, shuffle_deck
from prikup.rules.game import AnyGame
from prikup.table.protocol.client_messages import ClientCommand, EntropyCommand, HashCommand
from prikup.table.protocol.message_parts import Deck, Person
from prikup.table.protocol.server_messages import NextShuffleMessage, SeatsMessage, ShuffleMessage
from prikup.terminal.client.shuffler import Shuffler, bot_seats

FILE = Path(__file__).parents[3] / "web" / "tests" / "fair_orders.json"
YOU, DEALER = 1, 0
BROWSER_NAMES = {"entropy": "entropies", "order": "deck"}
"""What the browser calls a check, if the terminal has another name for it."""


class OrderClient:
    """A client that reads the messages of one order; `wrong` are the checks that failed, by the browser's names."""

    def __init__(self) -> None:
        self.game: AnyGame = game(example(seats=3))
        self.shuffler = Shuffler(cuts=False)
        self.hash = self.entropy = ""
        self.wrong = set[str]()

    def read(self, entry: dict[str, Any]) -> None:
        match entry["type"]:
            case "connect" | "reload":  # the terminal has no page to load again
                self.shuffler.note_reconnection()
            case "seats":
                self.shuffler.note_bots(bot_seats(_seats(entry)))
            case "ahead":
                self._note_answer(self.shuffler.answer_ahead(self._next_shuffle(entry), YOU))
            case "sealed":
                self._note_answer(self.shuffler.answer(self._shuffle(entry), YOU, len(self.game.pack)))
            case "opened":
                keys = [reason.key for reason in self.shuffler.verify_deck(self.game, self._deck(entry), YOU)]
                names = [key.removeprefix("deck-wrong-") for key in keys if key.startswith("deck-wrong-")]
                self.wrong |= {BROWSER_NAMES.get(name, name) for name in names}

    def _note_answer(self, answer: ClientCommand | None) -> None:
        match answer:
            case HashCommand(_, _, hash):
                self.hash = hash
            case EntropyCommand(_, _, entropy):
                self.entropy = entropy

    def _hashes(self, entry: dict[str, Any]) -> tuple[str | None, ...]:
        return tuple(
            self.hash if text == "you" else text and sha256(text.encode()).hexdigest() for text in entry["hashes"]
        )

    def _entropies(self, entry: dict[str, Any]) -> tuple[str | None, ...]:
        return tuple(self.entropy if text == "you" else text for text in entry.get("entropies", (None,) * 3))

    def _next_shuffle(self, entry: dict[str, Any]) -> NextShuffleMessage:
        deal, places = entry.get("deal", 2), tuple(range(3))
        revealed = tuple(entry.get("revealed", (False,) * 3))
        return NextShuffleMessage(
            deal, 1, _commitment(deal), entry["step"], self._hashes(entry), revealed, (places,) * 3, ((),) * 3
        )

    def _shuffle(self, entry: dict[str, Any]) -> ShuffleMessage:
        deal = entry.get("deal", 2)
        made = self._deck(entry) if entry["step"] == "dealt" else None
        return ShuffleMessage(
            deal,
            1,
            DEALER,
            _commitment(deal),
            entry["step"],
            self._hashes(entry),
            self._entropies(entry),
            entry.get("cutter", 0),
            made.cut if made else None,
            made.cut_from if made else "",
            tuple(range(3)),
            (),
            0,
            (),
        )

    def _deck(self, entry: dict[str, Any]) -> Deck:
        deal, withheld = entry.get("deal", 2), tuple(entry.get("withheld", ()))
        texts = {seat: text for seat, text in enumerate(self._entropies(entry)) if text is not None}
        made = prepare_shuffle(_seed(deal), 3, len(self.game.pack), texts, entry.get("cut"), withheld)
        cards = shuffle_deck(self.game.pack, made)
        return Deck(deal, 1, made.seed, made.entropy, made.cut, cards, "", made.cut_from, withheld)


def _seed(deal: int) -> str:
    return f"{deal:064x}"


def _commitment(deal: int) -> str:
    return commitment(_seed(deal))


def _seats(entry: dict[str, Any]) -> SeatsMessage:
    late = entry.get("late", ())
    people = tuple(Person("", "rule" if seat in (*entry["bots"], *late) else "", True, True) for seat in range(3))
    return SeatsMessage("deal", people, YOU, False, overdue=tuple(int(seat in late) for seat in range(3)))


def test_shuffler_finds_the_faults_of_each_order_of_messages() -> None:
    def check(name: str, order: dict[str, Any]) -> None:
        client = OrderClient()
        for entry in order["messages"]:
            client.read(entry)
        assert sorted(client.wrong) == order["wrong"], f"{sorted(client.wrong)} instead of {order['wrong']}"

    check_each(check, [(order["name"], order) for order in json.loads(FILE.read_text())])
