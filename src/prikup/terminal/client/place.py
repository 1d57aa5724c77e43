"""A person's place at a table with others: what he knows, how he speaks, where he reads."""

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from prikup.errors import Reason
from prikup.locale.speech import Speech
from prikup.state import Action, Seat
from prikup.table.protocol import Proposal, Sent
from prikup.terminal.client.table_mirror import Hearing
from prikup.terminal.render.blocks import Block
from prikup.terminal.render.screen import Screen
from prikup.terminal.render.table_view import Picture, choices, picture
from prikup.terminal.words import words_of

__all__ = ["Place"]

NEWS_MOST = 5
"""How much of what was said stays on a drawn table."""
REPLY = 0.5
"""Seconds that the reply to what he said may take before he is asked again."""


class Place:
    """What a person has before him, once he has been told who sits where.

    `log` gives the lines of the match up to its last finished deal. `confirm` is a question about something that he
    wants to do; `spoke`: he has just said something to the table, whose reply may take so many seconds; `again`: he
    goes on to the table of the rematch; `reading`: he has a page before his eyes; `shown` names the scene that he was
    told of in sentences.
    """

    speech: Speech

    def __init__(
        self, hearing: Hearing, screen: Screen, language: str, say: Callable[[Sent], bool], log: Callable[[], bytes]
    ) -> None:
        self.hearing, self.screen, self.log = hearing, screen, log
        self._say = say
        self.spoke = 0.0
        self.words = words_of(language)
        self.news: list[str] = []
        self.reading = False
        self.confirm: tuple[str, Callable[[], Sent]] | None = None
        self.shown = ""
        self.again = False

    def name(self) -> None:
        """Learn who sits where."""
        hearing = self.hearing
        if hearing.seats is not None:
            words = words_of(self.words.language, hearing.welcome.game)
            names = [words("seat-empty") if person is None else person.name for person in hearing.seats.seats]
            self.speech = Speech(words, hearing.game, names, spoken=self.screen.spoken)

    def say(self, message: Sent, reply: float = REPLY) -> None:
        """Say something to the table."""
        if self._say(message):
            self.spoke = reply
        else:
            self.notice([self.speech("connection-lost")])

    @property
    def you(self) -> Seat | None:
        """His seat."""
        return self.hearing.you

    @property
    def proposal(self) -> Proposal | None:
        """What the table is asked."""
        return self.hearing.seats.proposal if self.hearing.seats else None

    @property
    def picture(self) -> Picture:
        """The table of the deal."""
        return picture(self.speech, replace(self.hearing.sight(), news=tuple(self.news)))

    @property
    def choices(self) -> tuple[Action, ...]:
        """What he may do, in the order of its numbers; nothing while he is not asked."""
        return choices(self.hearing.game, self.hearing.view, self.picture.suits) if self.hearing.asked else ()

    def tell(self, items: Iterable[Reason], *, shown: bool = False) -> None:
        """What has just happened; `shown`: a table tells it by itself."""
        lines = [self._sentence(item) for item in items]
        self.screen.events(lines)
        if not shown:
            self._remember(lines)

    def _sentence(self, item: Reason) -> str:
        speech = self.speech
        if item.key == "chat-preset":
            name, preset = item.numbers["name"], item.numbers["preset"]
            return speech("chat-text", name=name, text=speech(f"chat-{preset}"))
        return speech(item.key, **item.numbers)

    def notice(self, lines: Sequence[str]) -> None:
        """A short answer to what he typed."""
        if self.screen.spoken:
            self.screen.notice(lines)
        else:
            self._remember(lines)

    def _remember(self, lines: Iterable[str]) -> None:
        self.news = [*self.news, *lines][-NEWS_MOST:]

    def read(self, blocks: Iterable[Block], prompt: str = "prompt-back") -> str:
        """A page in the place of the table, and what he typed then."""
        self.reading = True
        try:
            return self.screen.page(blocks, self.speech(prompt))
        finally:
            self.reading = False
