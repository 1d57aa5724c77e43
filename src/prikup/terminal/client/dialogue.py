"""The dialogue with the player at a table: open questions, replies to input, and messages about events."""

import time
from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from prikup.locale.speech import Speech
from prikup.rules.errors import Reason
from prikup.rules.state import Action, Seat
from prikup.table.protocol.client_messages import ClientCommand
from prikup.table.protocol.message_parts import Coaching, Proposal
from prikup.table.protocol.server_messages import SeatsMessage
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
"""The maximum number of recent messages next to a drawn table, and also the maximum number of replies to input.

If there are more, the oldest are dropped.
"""
REPLY_TIMEOUT_S, HINT_TIMEOUT_S, PIPE_TIMEOUT_S = 0.5, 5.0, 600.0
"""Seconds for which the client waits for the table's answer before it prompts the player again.

`REPLY_TIMEOUT_S` applies to most messages, and `HINT_TIMEOUT_S` to a request for a hint. If the input is a pipe and not
a terminal, `PIPE_TIMEOUT_S` applies to both, and nothing is read from the pipe while the client waits.
"""


class Dialogue:
    """The state of the dialogue between a player and a table.

    - `connection`: the connection to the table.
    - `mirror`: the client's state of the table, built from the table's messages.
    - `screen`: the screen on which messages and pages are shown.
    - `typing`: True if the input is a terminal, False if it is a pipe.
    - `words`: the translated messages in the player's language.
    - `speech`: a formatter of messages with the names of the players. It exists once the players are known.
    - `coach`: the record of which remarks of the coach (who teaches the game) the player has read.
    - `confirm`: an open yes/no question, with the function to call if the answer is yes. The function returns the
      message to send, or None after it has acted by itself. `confirm` is None if no such question is open.
    - `wants_rematch`: True if the player wants to continue at the table of the rematch once there is one.
    - `last_question`: the view of the deal with which the player was last asked to act. None makes the session show the
      question again.
    - `shown_scene`: the name of the last page shown.
    - `reading`: True while a page covers the table.
    - `read_under`: the value of the property `question` when the page that covers the table was shown.
    - `recent_news`: lines about events, which a screen that draws the table shows next to it.
    - `answers`: replies to the player's input, which such a screen also shows next to the table.
    - `answer_timeout_s`: the number of seconds for which `wait_for_answer` waits for the table's answer.
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
        self.answer_timeout_s = 0.0

    def name_players(self, seats: SeatsMessage) -> None:
        """Create the formatter `speech`, which refers to the players in `seats` by name."""
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
        """The proposal (a claim, an undo or the like) that players still have to accept; None if there is none."""
        return self.mirror.seats.proposal if self.mirror.seats else None

    @property
    def question(self) -> object:
        """A value that identifies the question that the player's next line would answer.

        Two values are equal only if the question is the same, so a caller can detect that the question has changed.
        """
        view = self.mirror.view if self.mirror.is_to_act else None
        return self.mirror.stage, view, self.proposal and self.proposal.number, self.confirm and self.confirm[0]

    @property
    def picture(self) -> Picture:
        """The data from which a screen draws the table during a deal.

        It includes recent messages, replies to the player, and the current remark of the coach (who teaches the game).
        """
        base_picture = picture(self.speech, replace(self.mirror.sight(), news=tuple(self.recent_news)))
        return replace(base_picture, answers=tuple(self.answers), coach=tuple(self._coach_lines()))

    @property
    def coaching(self) -> Coaching | None:
        """The current message of the coach (who teaches the game).

        It is None if there is no message, or if the player has sent the coach away.
        """
        return None if self.coach.left else self.mirror.coaching

    @property
    def remark(self) -> ShownRemark | None:
        """The remark of the coach (who teaches the game) that is shown next to a drawn table; None for no remark."""
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
        """The player's legal actions in the order in which the screen numbers them; () if the player is not to act."""
        mirror = self.mirror
        return choices(mirror.game, mirror.view, self.picture.suits) if mirror.is_to_act else ()

    # Sending and showing

    def send(self, message: ClientCommand, timeout_s: float = REPLY_TIMEOUT_S) -> None:
        """Send a command to the table, or show a notice if the connection is lost.

        The next call of `wait_for_answer` waits for at most `timeout_s` seconds, or for `PIPE_TIMEOUT_S` seconds if the
        input is a pipe.
        """
        if self.connection.send(message):
            self.answer_timeout_s = timeout_s if self.typing or not self.mirror.awaits_answer else PIPE_TIMEOUT_S
        else:
            self.notice([self.speech("connection-lost")])

    def ask_for_hint(self) -> None:
        """Request a hint from the table."""
        self.send(self.mirror.hint(), HINT_TIMEOUT_S)

    def wait_for_answer(self, process_messages: Callable[[], bool]) -> None:
        """Wait until the table has answered, but at most `self.answer_timeout_s` seconds.

        The method calls `process_messages` repeatedly. This function processes incoming messages and returns whether
        there were any.
        """
        deadline = time.monotonic() + self.answer_timeout_s
        while self.answer_timeout_s and (remaining_s := deadline - time.monotonic()) > 0:
            self.connection.wait(remaining_s)
            if process_messages() and not self.mirror.awaits_answer:
                break
        self.answer_timeout_s = 0.0

    def tell(self, item: Reason, *, is_drawn: bool) -> None:
        """Show an event to the player.

        `item` is the message that describes the event. If `is_drawn` is True, a screen that draws the table shows the
        event in the drawing, so the event is not also listed next to it.
        """
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
        """Show `lines`, a reply to the player's input.

        A screen that draws the table shows the reply when it next draws the table.
        """
        if self.screen.spoken:
            self.screen.notice(lines)
        else:
            self.answers = [*self.answers, *lines][-MAX_NEWS:]

    def read(self, blocks: Iterable[Block], prompt: str = "prompt-back") -> None:
        """Show a page in place of the table until the player enters a line.

        `blocks` are the content of the page, and `prompt` is the key of the message below it. The line with which the
        player closes the page is the answer to the next question.
        """
        self.reading, self.last_question = True, None
        self.screen.ahead, self.read_under = "", self.question
        try:
            self.screen.pause(blocks, self.speech(prompt))
        finally:
            self.reading = False

    def check_ahead(self) -> None:
        """Discard the line with which the player closed a page, if another question has been asked meanwhile.

        The player meant the line for the earlier question. As an answer to the new one it might, for example, play a
        card.
        """
        if self.screen.ahead and self.question != self.read_under:
            self.notice([self.speech("typed-early", text=self.screen.ahead)])
            self.screen.ahead = ""

    def show_again(self) -> None:
        """Make the session show the current state again, in full."""
        self.mirror.missed_events = self.mirror.missed_events or self.mirror.stage == "deal"
        self.shown_scene = ""
