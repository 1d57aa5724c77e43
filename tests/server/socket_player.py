"""A client that plays random legal actions at a table through its socket until the match is over."""

import random
import secrets
from hashlib import sha256
from typing import Any

import msgspec
from support.random_walk import choose_action
from websockets.asyncio.client import ClientConnection

__all__ = ["FOREVER", "Message", "Player", "play"]

Message = dict[str, Any]
FOREVER = 1 << 30
BATCHES = {"discard": 2, "exchange": 2, "give": 2, "kitty": 3}
"""Phases in which a player may send several actions in one command, and how many."""


async def play(socket: ClientConnection, seed: int = 1) -> list[str]:
    """Play until the match is over; return all messages received, as text."""
    player = Player(seed)
    messages: list[str] = []
    async for text in socket:
        messages.append(str(text))
        message = msgspec.json.decode(text)
        assert message["type"] != "refused" or not message["id"], message
        if command := player.respond(message):
            await socket.send(msgspec.json.encode(command).decode())
        if player.stage == "over":
            return messages
    raise AssertionError(f"the connection ended: {messages[-1]}")


class Player:
    """A random player: takes received messages and returns the messages to send, one command at a time.

    `unanswered_command` is the command without an answer so far. From version `until` on the player no longer acts or
    confirms the sheet, but still takes part in shuffles and answers proposals. `bold` is the probability of something
    unusual: several actions at once, a proposal. Before the match the player takes seat `place`, and starts the match
    as owner once `persons` users are seated.
    """

    def __init__(self, seed: int, *, bold: float = 0.0, place: int | None = None, persons: int = 0) -> None:
        self.until = FOREVER
        self.unanswered_command: Message | None = None
        self._rng, self._bold = random.Random(seed), bold
        self._place, self._persons = place, persons
        self._mixed: dict[tuple[int, int], str] = {}
        self._mixed_ahead: dict[str, str] = {}
        self._view: Message | None = None
        self._seats: Message | None = None
        self._last: Message | None = None
        self._least = 0  # older views do not count as current
        self._plain = False

    @property
    def stage(self) -> str:
        """Return the stage of the table, as far as the player knows."""
        return self._seats["stage"] if self._seats else ""

    @property
    def seat(self) -> int | None:
        """Return the player's seat."""
        return self._seats["you"] if self._seats else None

    def reconnect(self) -> Message | None:
        """Handle a new connection: return the unanswered command, to be sent again."""
        self._view = self._seats = self._last = None
        return self.unanswered_command

    def forget(self) -> None:
        """Forget the last message without an id, which was not processed."""
        self._last = None

    def respond(self, message: Message) -> Message | None:
        """Return the response to a message, or None."""
        match message["type"]:
            case "seats":
                if message["stage"] != self.stage:
                    self._last = None
                self._seats = message
            case "sealed":
                return self._mix(message)
            case "ahead":
                return self._mix_ahead(message)
            case "view":
                self._view, self._plain = message, False
                if self._seats and self._rng.random() < self._bold:
                    return self.next() or self._propose(self._seats, message)
            case "receipt" | "refused" if self.unanswered_command and message["id"] == self.unanswered_command["id"]:
                if message["type"] == "receipt" and self.unanswered_command["type"] == "act":
                    self._least = message["n"]
                self._plain = message["type"] == "refused"
                self.unanswered_command = None
            case _:
                return None
        return self.next()

    def next(self) -> Message | None:
        """Return the next message to send, or None."""
        if self._seats is None:
            return None
        proposal = self._seats["proposal"]
        if proposal and self.seat in proposal["waits"]:
            agrees = proposal["what"] != "stop" and proposal["number"] % 3 > 0
            return self._once("answer", proposal=proposal["number"], yes=agrees)
        match self.stage:
            case "open":
                return self._arrive(self._seats)
            case "rest" if self.seat in self._seats["waits"] and self._version < self.until:
                return self._once("next")
            case "deal" if self._version < self.until and (not proposal or self._rng.random() < 0.2):
                return self._act()
        return None

    @property
    def _version(self) -> int:
        return self._view["n"] if self._view else 0

    def _once(self, kind: str, **values: Any) -> Message | None:
        """Return a message without an id, unless it was already the last such message at this stage."""
        old_message, self._last = self._last, {"type": kind, **values}
        return None if old_message == self._last else self._last

    def _command(self, kind: str, **values: Any) -> Message:
        self.unanswered_command = {"type": kind, "id": secrets.token_hex(8), **values}
        return self.unanswered_command

    def _arrive(self, seats: Message) -> Message | None:
        if self.seat is None:
            return self._once("sit", seat=self._place) if self._place is not None else None
        if seats["host"] and self._persons and sum(chair is not None for chair in seats["seats"]) == self._persons:
            return self._once("start")
        return None

    def _act(self) -> Message | None:
        view = self._view
        if self.unanswered_command or view is None or view["n"] < self._least or not view["legal"]:
            return None
        act: int | list[int] = choose_action(self._rng, view["legal"])
        count = min(len(view["legal"]), BATCHES.get(view["view"]["public"]["phase"], 1))
        if self._bold and not self._plain and count > 1 and self._rng.random() < 0.7:
            act = self._rng.sample(view["legal"], count)
        return self._command("act", n=view["n"], act=act)

    def _propose(self, seats: Message, view: Message) -> Message | None:
        """Propose something to the other players, possibly something pointless."""
        if self.unanswered_command or self.stage != "deal" or view["n"] >= self.until or seats["proposal"]:
            return None
        kind = self._rng.choice(("undo", "undo", "undo", "claim", "concede", "stop"))
        if kind != "claim":
            return self._command("propose", what=kind)
        return self._command("propose", what=kind, tricks=self._rng.randint(0, view["view"]["hand"].bit_count()))

    def _mix_ahead(self, message: Message) -> Message | None:
        """Return the next input for the deck of the next deal, at a turn-based table."""
        assert self.seat is not None
        deck = {"deal": message["deal"], "attempt": message["attempt"]}
        mine = self._mixed_ahead.setdefault(message["commitment"], secrets.token_hex(16))
        if message["step"] == "hashes" and not message["hashes"][self.seat]:
            return {"type": "hash", **deck, "hash": sha256(mine.encode()).hexdigest()}
        if message["step"] == "entropies" and not message["revealed"][self.seat] and message["hashes"][self.seat]:
            return {"type": "entropy", **deck, "entropy": mine}
        return None

    def _mix(self, message: Message) -> Message | None:
        deck = {"deal": message["deal"], "attempt": message["attempt"]}
        mine = self._mixed.setdefault((message["deal"], message["attempt"]), secrets.token_hex(16))
        if message["step"] == "hashes" and not message["hashes"][self.seat]:
            return {"type": "hash", **deck, "hash": sha256(mine.encode()).hexdigest()}
        if message["step"] == "entropies" and message["hashes"][self.seat]:
            return {"type": "entropy", **deck, "entropy": mine}
        if message["step"] == "cut" and message["cutter"] == self.seat:
            return {"type": "cut", **deck, "cut": 1 + self._rng.randrange(20)}
        return None
