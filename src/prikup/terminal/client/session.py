"""A person at a table with others: what he is shown when, and what the table hears of him."""

import time
from contextlib import suppress

from prikup.errors import PrikupError, Reason
from prikup.state import Seat
from prikup.table.protocol import Next, Sealed, Seats, Sit, Update
from prikup.terminal.client.commands import Orders
from prikup.terminal.client.connection import Ended, Link, Lost
from prikup.terminal.client.line_editor import News, Typist
from prikup.terminal.client.place import Place
from prikup.terminal.client.seat_news import proposed
from prikup.terminal.render.advice_page import advised
from prikup.terminal.render.blocks import Text
from prikup.terminal.render.input_parser import means
from prikup.terminal.render.waiting_pages import Scene, scene

__all__ = ["Guest"]

ELSEWHERE = "seat-elsewhere"
"""Why a connection ends when the same person has come by another."""
WARNINGS = (30.0, 10.0)
"""Seconds on one's own clock at which one is told."""


class Guest:
    """A person's visit to a table. `seat` is the one he wants; `cuts`: he says himself where the deck is cut."""

    def __init__(
        self, link: Link, place: Place, typist: Typist, *, seat: Seat | None = None, cuts: bool = False
    ) -> None:
        self.link, self.place, self.typist = link, place, typist
        self.hearing, self.screen = place.hearing, place.screen
        self.orders = Orders(place)
        self._seat, self._cuts = seat, cuts
        self._news: list[tuple[Reason, bool]] = []
        self._ended: Reason | None = None
        self._stage = ""
        self._answering: object = None
        self._rested = ""
        self._warned: set[float] = set()

    def run(self) -> str:
        """Until he goes on to another table, whose id this is. Raises EOFError and KeyboardInterrupt when he leaves,
        and PrikupError when he cannot stay."""
        self.typist.news, self.typist.hear = self.link.news, self._hear
        while not (self.place.again and self.hearing.again):
            with suppress(News):
                self._step()
        return self.hearing.again

    def _step(self) -> None:
        """Whatever has come, and then one line of his."""
        self._take()
        if self._stage != self.hearing.stage:
            self._stage, self.place.confirm = self.hearing.stage, None
            if self._stage == "deal":
                self.place.news = []  # of the time before
        for item, shown in self._news:
            self.place.tell([item], shown=shown)
        self._news = []
        if self._ended:
            self._come_back(self._ended)
        elif not self.hearing.ready:
            if means(self.place.words, "keys-quit", self.typist.idle()):
                raise EOFError
        elif advice := self.hearing.advice:
            self.hearing.advice = None
            self.place.read(advised(self.place.speech, self.hearing.game, self.hearing.view, advice))
        elif not (self.place.again and self.hearing.again):
            now = self._scene()
            self.orders.take(self._ask(now), now)
            if self.place.spoke:
                self.link.wait(self.place.spoke)
            self.place.spoke = 0.0

    # What comes

    def _hear(self) -> bool:
        """Take what has come; whether he should be shown it now."""
        before = self._question_key()
        anything = self._take()
        after = self._question_key()
        if self.place.reading:
            return before[:2] != after[:2]
        return bool(self._news) or before != after or (anything and not self.screen.spoken)

    def _question_key(self) -> tuple[object, ...]:
        """What a prompt depends on: while it stays the same, he can type on."""
        hearing, seats, asked = self.hearing, self.hearing.seats, self.place.proposal
        return (
            self._ended,
            hearing.ready and hearing.stage,
            hearing.asked,
            hearing.missed,
            hearing.advice is None,
            asked.number if asked and hearing.you in asked.waits else None,
            hearing.sealed.step if hearing.sealed and self._cuts else "",
            seats and (seats.you, seats.host, None in seats.seats, seats.you in seats.waits),
            self.place.again and hearing.again,
        )

    def _take(self) -> bool:
        """Whether anything has come."""
        came = self.link.heard()
        for heard in came:
            match heard:
                case Lost():
                    self._answering, self._rested = None, ""
                    if self.hearing.ready:
                        self._news.append((Reason("connection-lost"), False))
                case Ended(reason):
                    self._answering, self._ended = None, reason
                case _:
                    items = self.hearing.hear(heard)
                    if isinstance(heard, Seats):
                        self.place.name()
                    self._news += ((item, isinstance(heard, Update | Sealed)) for item in items)
        self._sit_down()
        for answer in self.hearing.answers:
            self.link.say(answer)
        self.hearing.answers = []
        self._watch_clock()
        return bool(came)

    def _sit_down(self) -> None:
        """Take the seat that he wants, as soon as he can."""
        if self._seat is not None and self.hearing.seats is not None:
            if self.hearing.stage == "open" and self.hearing.you != self._seat:
                self.hearing.answers.append(Sit(self._seat))
            self._seat = None

    def _watch_clock(self) -> None:
        """Tell him when his time runs out."""
        running = self.hearing.running
        if running is None:
            self._warned, self.typist.alarm = set(), None
            return
        passed = {seconds for seconds in WARNINGS if running <= seconds}
        if passed - self._warned:
            self._news.append((Reason("clock-left", {"seconds": round(running)}), False))
        self._warned = passed
        following = max((seconds for seconds in WARNINGS if seconds < running), default=None)
        self.typist.alarm = None if following is None else time.monotonic() + running - following

    # What he sees

    def _scene(self) -> Scene | None:
        """What he sees beside the table of a deal."""
        return None if self.hearing.stage == "deal" else scene(self.place.speech, self.hearing, cuts=self._cuts)

    def _ask(self, now: Scene | None) -> str:
        """Show what there is to see, and what he types then."""
        question, asks = self._question(now)
        if self.screen.spoken:
            return self._ask_in_sentences(now, question, asks=asks)
        place = self.place
        self.hearing.missed = False
        if now is None:
            self.screen.turn(place.speech, place.picture)
            return self.screen.ask(question)
        return self.screen.page([*now.blocks, *(Text(f"· {line}") for line in place.news)], question)

    def _question(self, now: Scene | None) -> tuple[str, bool]:
        """The prompt, and whether the table, or the program, waits for an answer."""
        place, speech = self.place, self.place.speech
        if place.confirm:
            return place.confirm[0], True
        if place.proposal and place.you in place.proposal.waits:
            return f"{speech.told([proposed(place.proposal)])[0]} {speech('agree')}", True
        return (now.prompt, now.asks) if now else ("", self.hearing.asked)

    def _ask_in_sentences(self, now: Scene | None, question: str, *, asks: bool) -> str:
        place, hearing = self.place, self.hearing
        if now is None:
            if hearing.missed:
                self.screen.table(place.speech, place.picture)
            elif hearing.asked and self._answering != hearing.view:
                self.screen.turn(place.speech, place.picture)
        elif place.shown != now.name:
            self.screen.page(now.blocks)
        hearing.missed = False
        self._answering = hearing.view if hearing.asked else None
        place.shown = now.name if now else "deal"
        if now and not self.typist.terminal:
            asks = self._piped(now, asks=asks, rests=question == now.prompt)
        return self.screen.ask(question) if asks else self.typist.idle()

    def _piped(self, now: Scene, *, asks: bool, rests: bool) -> bool:
        """Whether a line is read from a pipe: nobody reads a sheet there, so the table need not rest."""
        if now.name == "over":
            raise EOFError
        if self.hearing.stage != "rest" or not rests:
            return asks
        if asks and self._rested != now.name:
            self._rested = now.name
            self.place.say(Next())
        return False

    def _come_back(self, why: Reason) -> None:
        """The connection has ended for good, unless he wants it back from another window of his."""
        if why.key != ELSEWHERE or not self.typist.terminal or not self.hearing.ready:
            raise PrikupError(why)
        self.screen.page([Text(self.place.speech.reason(why))])
        if means(self.place.words, "keys-quit", self.screen.ask(self.place.speech("prompt-elsewhere"))):
            raise EOFError
        self._ended = None
        self.link.again()
