"""The player's dialogue with a table apart from the cards: questions, replies, news."""

import time
from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from prikup.locale.speech import Speech
from prikup.rules.errors import Reason
from prikup.rules.state import Action, Seat
from prikup.table.protocol import ClientCommand, Coaching, Proposal, SeatsMessage
from prikup.terminal.client.coach_reader import CoachReader, ShownRemark
from prikup.terminal.client.connection import TableConnection
from prikup.terminal.client.table_mirror import TableMirror
from prikup.terminal.render.blocks import Block
from prikup.terminal.render.coach_page import remark_lines, remarks_in_sentences
from prikup.terminal.render.screen import Screen
from prikup.terminal.render.table_view import Picture, choices, picture
from prikup.terminal.words import person_name, words_of

__all__ = ["Dialogue"]

MAX_NEWS = 5
"""Maximum number of messages that stay on a drawn table."""
REPLY, HINT, PIPE = 0.5, 5.0, 600.0
"""Seconds to wait for the table's answer before the prompt returns.

In order: to most messages, to a request for a hint, and to either if the input is a pipe, which is not read meanwhile.
"""


class Dialogue:
    """The state of the dialogue between a player and a table.

    `typing`: the input is a terminal, not a pipe. `speech` exists once the players are known. `confirm` is an open
    question, with a function that acts on yes or returns the message to send. `wants_rematch`: the player continues at
    the table of the rematch. `last_question` is the last question that was shown, and `shown_scene` the name of the
    last scene. `reading`: a page covers the table, and `read_under` is the question that was open before. `coach` holds
    the remarks of the coach that the player has read.
    """

    speech: Speech

    def __init__(
        self, connection: TableConnection, mirror: TableMirror, screen: Screen, language: str, *, typing: bool
    ) -> None:
        self.connection, self.mirror, self.screen, self.typing = connection, mirror, screen, typing
        self.words = words_of(language)
        self.coach = CoachReader()
        self.confirm: tuple[str, Callable[[], ClientCommand | None]] | None = None
        self.wants_rematch = False
        self.last_question: object = None
        self.shown_scene = ""
        self.reading = False
        self.read_under: object = None
        self.recent_news: list[str] = []
        self.answers: list[str] = []
        self.patience = 0.0

    def name_players(self, seats: SeatsMessage) -> None:
        """Update the names of the players."""
        words = words_of(self.words.language, self.mirror.welcome.game)
        names = [words("seat-empty") if person is None else person_name(words, person) for person in seats.seats]
        self.speech = Speech(words, self.mirror.game, names, you=seats.you, spoken=self.screen.spoken)

    # State

    @property
    def you(self) -> Seat | None:
        """The player's seat; None for a spectator."""
        return self.mirror.you

    @property
    def proposal(self) -> Proposal | None:
        """The open proposal."""
        return self.mirror.seats.proposal if self.mirror.seats else None

    @property
    def question(self) -> object:
        """The question that a line typed now would answer, as a comparable value."""
        view = self.mirror.view if self.mirror.is_to_act else None
        return self.mirror.stage, view, self.proposal and self.proposal.number, self.confirm and self.confirm[0]

    @property
    def picture(self) -> Picture:
        """The table of the deal with recent messages and replies."""
        base_picture = picture(self.speech, replace(self.mirror.sight(), news=tuple(self.recent_news)))
        return replace(base_picture, answers=tuple(self.answers), coach=tuple(self._coach_lines()))

    @property
    def coaching(self) -> Coaching | None:
        """The words of the coach now, unless the player has sent the coach away."""
        return None if self.coach.left else self.mirror.coaching

    @property
    def remark(self) -> ShownRemark | None:
        """The remark of the coach that a drawn table shows."""
        return self.coach.current_remark(self.coaching) if self.coaching else None

    def _coach_lines(self) -> Iterable[str]:
        coaching, shown_remark = self.coaching, self.remark
        if coaching is None:
            return ()
        if self.screen.spoken:
            return remarks_in_sentences(self.speech, coaching)
        if shown_remark is None:
            return remark_lines(self.speech, coaching, None, has_more=False)
        return remark_lines(self.speech, coaching, shown_remark.remark, has_more=shown_remark.has_more)

    @property
    def choices(self) -> tuple[Action, ...]:
        """The player's legal actions in the order of their numbers; () if the player is not to act."""
        mirror = self.mirror
        return choices(mirror.game, mirror.view, self.picture.suits) if mirror.is_to_act else ()

    # Sending and showing

    def say(self, message: ClientCommand, patience: float = REPLY) -> None:
        """Send a message; `settle` will wait up to `patience` seconds for the answer (in a pipe until it arrives)."""
        if self.connection.say(message):
            self.patience = patience if self.typing or not self.mirror.awaits_answer else PIPE
        else:
            self.notice([self.speech("connection-lost")])

    def ask_for_hint(self) -> None:
        """Request a hint from the table."""
        self.say(self.mirror.hint(), HINT)

    def settle(self, take: Callable[[], bool]) -> None:
        """Wait for the table's answer; `take` processes incoming messages and returns whether there were any."""
        deadline = time.monotonic() + self.patience
        while self.patience and (remaining_s := deadline - time.monotonic()) > 0:
            self.connection.wait(remaining_s)
            if take() and not self.mirror.awaits_answer:
                break
        self.patience = 0.0

    def tell(self, item: Reason, *, is_drawn: bool) -> None:
        """Show an event to the player; `is_drawn`: a drawn table shows it anyway."""
        lines = [self._sentence(item)]
        self.screen.events(lines)
        if not is_drawn:
            self.recent_news = [*self.recent_news, *lines][-MAX_NEWS:]

    def _sentence(self, item: Reason) -> str:
        if item.key == "chat-preset":
            name, preset = item.numbers["name"], item.numbers["preset"]
            return self.speech("chat-text", name=name, text=self.speech(f"chat-{preset}"))
        return self.speech(item.key, **item.numbers)

    def notice(self, lines: Sequence[str]) -> None:
        """Reply to the player's input."""
        if self.screen.spoken:
            self.screen.notice(lines)
        else:
            self.answers = [*self.answers, *lines][-MAX_NEWS:]

    def read(self, blocks: Iterable[Block], prompt: str = "prompt-back") -> None:
        """Show a page in place of the table; the line typed then answers the next question."""
        self.reading, self.last_question = True, None
        self.screen.ahead, self.read_under = "", self.question
        try:
            self.screen.pause(blocks, self.speech(prompt))
        finally:
            self.reading = False

    def check_ahead(self) -> None:
        """Discard a line typed at a page if the open question has changed, since it might play a card."""
        if self.screen.ahead and self.question != self.read_under:
            self.notice([self.speech("typed-early", text=self.screen.ahead)])
            self.screen.ahead = ""

    def show_again(self) -> None:
        """Show the current state again."""
        self.mirror.missed_events = self.mirror.missed_events or self.mirror.stage == "deal"
        self.shown_scene = ""
