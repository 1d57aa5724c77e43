"""The dialogue of a player with a table, beside the cards: questions, answers, news."""

import time
from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from prikup.errors import Reason
from prikup.locale.speech import Speech
from prikup.state import Action, Seat
from prikup.table.protocol import Proposal, Seats, Sent
from prikup.terminal.client.connection import Connection
from prikup.terminal.client.table_mirror import TableMirror
from prikup.terminal.render.blocks import Block
from prikup.terminal.render.screen import Screen
from prikup.terminal.render.table_view import Picture, choices, picture
from prikup.terminal.words import person_name, words_of

__all__ = ["Dialogue"]

NEWS_MOST = 5
"""The number of sentences beside the cards that stay on a drawn table."""
REPLY, HINT, PIPE = 0.5, 5.0, 600.0
"""Seconds that the table has for its answer before the player is asked again: to most messages, to a question for a
hint, and to either where a pipe answers, which is read no sooner than that."""


class Dialogue:
    """All that a player is told and says at the table of a connection.

    `typing`: a person types, who reads what is shown; in a pipe nobody does. `speech` is there once it is known who
    sits where. `confirm` is the question about something that the player wants to do, and the message that does it;
    `again`: the player goes on to the table of the rematch; `asked` is what the player was asked last, and `shown`
    names the scene that was shown last; `reading`: a page is in the place of the table, and `read_under` is the
    question that was open before it.
    """

    speech: Speech

    def __init__(
        self, connection: Connection, mirror: TableMirror, screen: Screen, language: str, *, typing: bool
    ) -> None:
        self.connection, self.mirror, self.screen, self.typing = connection, mirror, screen, typing
        self.words = words_of(language)
        self.confirm: tuple[str, Callable[[], Sent]] | None = None
        self.again = False
        self.asked: object = None
        self.shown = ""
        self.reading = False
        self.read_under: object = None
        self.beside: list[str] = []
        self.answers: list[str] = []
        self.patience = 0.0

    def name_players(self, seats: Seats) -> None:
        """Learn who sits where."""
        words = words_of(self.words.language, self.mirror.welcome.game)
        names = [words("seat-empty") if person is None else person_name(words, person) for person in seats.seats]
        self.speech = Speech(words, self.mirror.game, names, you=seats.you, spoken=self.screen.spoken)

    # What is so

    @property
    def you(self) -> Seat | None:
        """The player's seat; None for a spectator."""
        return self.mirror.you

    @property
    def proposal(self) -> Proposal | None:
        """The proposal that the table is asked to agree to."""
        return self.mirror.seats.proposal if self.mirror.seats else None

    @property
    def question(self) -> object:
        """The question that a line typed now would answer, in a form that can be compared."""
        view = self.mirror.view if self.mirror.asked else None
        return self.mirror.stage, view, self.proposal and self.proposal.number, self.confirm and self.confirm[0]

    @property
    def picture(self) -> Picture:
        """The table of the deal, and what was said beside it."""
        seen = picture(self.speech, replace(self.mirror.sight(), news=tuple(self.beside)))
        return replace(seen, answers=tuple(self.answers))

    @property
    def choices(self) -> tuple[Action, ...]:
        """The actions that the player may do, in the order of their numbers; nothing while the player is not asked."""
        mirror = self.mirror
        return choices(mirror.game, mirror.view, self.picture.suits) if mirror.asked else ()

    # What is said

    def say(self, message: Sent, patience: float = REPLY) -> None:
        """Send a message to the table; its answer is waited for `patience` seconds, in a pipe until it has come."""
        if self.connection.say(message):
            self.patience = patience if self.typing or not self.mirror.unanswered else PIPE
        else:
            self.notice([self.speech("connection-lost")])

    def ask_for_hint(self) -> None:
        """Ask the table for a hint."""
        self.say(self.mirror.hint(), HINT)

    def settle(self, take: Callable[[], bool]) -> None:
        """Wait for the table's answer to what was said; `take` takes what has come and returns whether anything has."""
        end = time.monotonic() + self.patience
        while self.patience and (left := end - time.monotonic()) > 0:
            self.connection.wait(left)
            if take() and not self.mirror.unanswered:
                break
        self.patience = 0.0

    def tell(self, item: Reason, *, drawn: bool) -> None:
        """Tell the player what has happened; `drawn`: a drawn table shows it by itself."""
        lines = [self._sentence(item)]
        self.screen.events(lines)
        if not drawn:
            self.beside = [*self.beside, *lines][-NEWS_MOST:]

    def _sentence(self, item: Reason) -> str:
        if item.key == "chat-preset":
            name, preset = item.numbers["name"], item.numbers["preset"]
            return self.speech("chat-text", name=name, text=self.speech(f"chat-{preset}"))
        return self.speech(item.key, **item.numbers)

    def notice(self, lines: Sequence[str]) -> None:
        """Answer what the player typed."""
        if self.screen.spoken:
            self.screen.notice(lines)
        else:
            self.answers = [*self.answers, *lines][-NEWS_MOST:]

    def read(self, blocks: Iterable[Block], prompt: str = "prompt-back") -> None:
        """Show a page in the place of the table. What the player types then answers the next question."""
        self.reading, self.asked = True, None
        self.screen.ahead, self.read_under = "", self.question
        try:
            self.screen.pause(blocks, self.speech(prompt))
        finally:
            self.reading = False

    def check_ahead(self) -> None:
        """Ask for a line again that was typed at a page, if another question is open now: it might play a card."""
        if self.screen.ahead and self.question != self.read_under:
            self.notice([self.speech("typed-early", text=self.screen.ahead)])
            self.screen.ahead = ""

    def show_again(self) -> None:
        """Show once more what there is to see."""
        self.mirror.missed = self.mirror.missed or self.mirror.stage == "deal"
        self.shown = ""
