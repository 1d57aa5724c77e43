"""A player's session at one table, which shows the state of the table and sends the player's input.

connection ── messages ──▶ TableMirror ── DealView or Scene ──▶ screen
keyboard ── line ──▶ commands ── message ──▶ connection
"""

import time
from contextlib import suppress

from msgspec.structs import replace

from prikup.rules.cards import is_card
from prikup.rules.errors import PrikupError, Reason
from prikup.rules.state import Action, Seat
from prikup.table.protocol.client_messages import NextCommand, SitCommand
from prikup.table.protocol.server_messages import SeatsMessage, ShuffleMessage, UpdateMessage
from prikup.terminal.client.connection import ConnectionEnded, ConnectionLost, TableConnection
from prikup.terminal.client.dialogue import Dialogue
from prikup.terminal.client.input_parser import means
from prikup.terminal.client.line_editor import InputInterrupted, LineEditor
from prikup.terminal.client.seat_news import describe_proposal
from prikup.terminal.client.table_mirror import TableMirror
from prikup.terminal.client.typed_lines import execute_line
from prikup.terminal.render.advice_page import advice_page
from prikup.terminal.render.blocks import Paragraph
from prikup.terminal.render.coach_page import after_the_deal
from prikup.terminal.render.screen import Screen
from prikup.terminal.render.waiting_pages import Scene, scene

__all__ = ["TableSession"]

TAKEOVER_REASON = "seat-elsewhere"
"""The key of the reason with which a connection ends when the player has connected from another window or device."""
CLOCK_WARNINGS_S = (30.0, 10.0)
"""The numbers of seconds left on the player's own clock at which the client warns the player."""
SHUFFLE_WAIT_S = 0.3
"""Seconds for which the client waits before it shows the page about a shuffle. Most shuffles are over sooner."""


class TableSession:
    """A player's session at the table of a connection.

    - `connection`: the connection to the table.
    - `mirror`: the client's state of the table, which the session updates with incoming messages.
    - `screen`, `editor`: where the session shows text and reads lines.
    - `language`: the player's language.
    - `seat`: the seat to take when the session starts (None: the player chooses one).
    - `cuts`: True if the player is asked where to cut the deck; otherwise the client cuts at random.
    - `auto`: True if a card is played automatically when it is the only legal one.
    """

    def __init__(
        self,
        connection: TableConnection,
        mirror: TableMirror,
        screen: Screen,
        editor: LineEditor,
        language: str,
        *,
        seat: Seat | None = None,
        cuts: bool = False,
        auto: bool = False,
    ) -> None:
        self.connection, self.mirror, self.screen, self.editor = connection, mirror, screen, editor
        self.dialogue = Dialogue(connection, mirror, screen, language, typing=editor.terminal)
        self._seat, self._cuts, self._auto = seat, cuts, auto
        self._news: list[tuple[Reason, bool]] = []
        self._ended: Reason | None = None
        self._stage = ""
        self._rested = ""
        self._warned: set[float] = set()

    def run(self) -> str:
        """Run the session until a rematch starts, and return the id of the rematch's table.

        Raise EOFError or KeyboardInterrupt when the player leaves, and PrikupError if the player cannot stay at the
        table.
        """
        self.editor.news, self.editor.on_news = self.connection.news, self._check_news
        while not (self.dialogue.wants_rematch and self.mirror.rematch_table):
            with suppress(InputInterrupted):
                self._step()
        return self.mirror.rematch_table

    # Main loop

    def _step(self) -> None:
        """Do one round of the main loop: show new messages, then prompt the player and execute one line of input."""
        self._process_messages()
        self._new_stage()
        mirror, dialogue = self.mirror, self.dialogue
        for item, is_drawn in self._news:
            dialogue.tell(item, is_drawn=is_drawn)
        self._news = []
        if self._ended:
            self._offer_reconnect(self._ended)
        elif not mirror.ready:
            if means(dialogue.words, "keys-quit", self.editor.idle()):
                raise EOFError
        elif mirror.advice:
            self._show_hint()
        elif self._auto and self._only_card:
            dialogue.send(mirror.act(self._only_card))
            dialogue.wait_for_answer(self._process_messages)
        elif not self.editor.terminal and mirror.is_single_player and mirror.is_to_act_with_others:
            self.editor.idle()  # so that the speed of computer players does not matter to a pipe
        elif not (dialogue.wants_rematch and mirror.rematch_table):
            current_scene = self._current_scene()
            dialogue.check_ahead()
            line = self._ask(current_scene)
            dialogue.recent_news, dialogue.answers, dialogue.answer_timeout_s = [], [], 0.0
            execute_line(dialogue, line, current_scene)
            dialogue.wait_for_answer(self._process_messages)

    def _new_stage(self) -> None:
        if self._stage != self.mirror.stage:
            self._stage, self.dialogue.confirm = self.mirror.stage, None
            if self._stage == "deal":
                self.dialogue.recent_news = []  # drop messages from before the deal

    @property
    def _only_card(self) -> tuple[Action, ...]:
        """The player's only legal action as a tuple, if that action is a card; otherwise ().

        It is also () while the coach (who teaches the game) has something to say, since the player has to read that
        first.
        """
        if self.dialogue.coaching:
            return ()
        legal = self.mirror.update.legal if self.mirror.update and self.mirror.is_to_act else ()
        return legal if len(legal) == 1 and is_card(legal[0]) else ()

    def _show_hint(self) -> None:
        advice, self.mirror.advice = self.mirror.advice, None
        assert advice is not None
        dialogue, speech = self.dialogue, self.dialogue.speech
        dialogue.read(advice_page(speech, self.mirror.game, self.mirror.view, advice))
        if not self.screen.spoken:  # the screen no longer shows the hint page
            dialogue.notice([speech("hint-plan", actions=advice.plan)])

    # Incoming messages

    def _check_news(self) -> bool:
        """Process incoming messages while the player types, and return whether to interrupt the player's input.

        Input is interrupted if there is an event to show or if the prompt has changed.
        """
        old_state = self._prompt_state()
        has_messages = self._process_messages()
        new_state = self._prompt_state()
        if self.dialogue.reading:
            return old_state[:2] != new_state[:2]
        return bool(self._news) or old_state != new_state or (has_messages and not self.screen.spoken)

    def _prompt_state(self) -> tuple[object, ...]:
        """Return the values on which the prompt depends.

        If they change, the player's input is interrupted for a new prompt.
        """
        mirror, seats, proposal = self.mirror, self.mirror.seats, self.dialogue.proposal
        return (
            self._ended,
            mirror.ready and mirror.stage,
            mirror.is_to_act,
            mirror.missed_events,
            mirror.advice is None,
            proposal.number if proposal and mirror.you in proposal.waits else None,
            mirror.shuffle_message.step if mirror.shuffle_message and self._cuts else "",
            seats and (seats.you, seats.host, None in seats.seats, seats.you in seats.waits),
            self.dialogue.wants_rematch and mirror.rematch_table,
        )

    def _process_messages(self) -> bool:
        """Process incoming messages; return whether there were any."""
        messages = self.connection.take_messages()
        for message in messages:
            match message:
                case ConnectionLost(cause):
                    self._rested = ""
                    self._stop_waiting()
                    if self.mirror.ready:
                        self._news += ((cause, False), (Reason("connection-lost"), False))
                case ConnectionEnded(reason):
                    self._ended = reason
                    self._stop_waiting()
                case _:
                    items = self.mirror.process_message(message)
                    if isinstance(message, SeatsMessage):
                        self.dialogue.name_players(message)
                    self._news += ((item, isinstance(message, UpdateMessage | ShuffleMessage)) for item in items)
        self._sit_down()
        for answer in self.mirror.answers:
            self.connection.send(answer)
        self.mirror.answers = []
        self._watch_clock()
        return bool(messages)

    def _stop_waiting(self) -> None:
        """Stop waiting for the table's answer, since the connection was lost.

        The question is shown again after reconnecting.
        """
        self.dialogue.last_question, self.dialogue.answer_timeout_s = None, 0.0

    def _sit_down(self) -> None:
        """Ask the table for the seat that the session was started with, once the seats are known.

        Do nothing if the match has already started.
        """
        if self._seat is not None and self.mirror.seats is not None:
            if self.mirror.stage == "open" and self.mirror.you != self._seat:
                self.mirror.answers.append(SitCommand(self._seat))
            self._seat = None

    def _watch_clock(self) -> None:
        """Warn the player when little time is left on their clock, and set the alarm for the next warning."""
        running = self.mirror.running
        if running is None:
            self._warned, self.editor.alarm = set(), None
            return
        reached_warnings = {seconds for seconds in CLOCK_WARNINGS_S if running <= seconds}
        if reached_warnings - self._warned:
            self._news.append((Reason("clock-left", {"seconds": round(running)}), False))
        self._warned = reached_warnings
        next_warning = max((seconds for seconds in CLOCK_WARNINGS_S if seconds < running), default=None)
        self.editor.alarm = None if next_warning is None else time.monotonic() + running - next_warning

    def _offer_reconnect(self, why: Reason) -> None:
        """Offer to reconnect after the player has connected from another window, which ends this connection.

        `why` is the reason for which the connection ended. Raise PrikupError if that is not another connection of the
        player, and EOFError if the player quits.
        """
        if why.key != TAKEOVER_REASON or not self.editor.terminal or not self.mirror.ready:
            raise PrikupError(why)
        speech = self.dialogue.speech
        self.screen.page([Paragraph(speech.reason(why))])
        while line := self.screen.ask(speech("prompt-elsewhere")):
            if means(speech.words, "keys-quit", line):
                raise EOFError
            self.screen.page([Paragraph(speech("answer-unclear", text=line))])
        self._ended = None
        self.connection.reconnect()

    # Output

    def _current_scene(self) -> Scene | None:
        """Return the page to show, or None during a deal, when the table is shown and not a page."""
        if self.mirror.stage == "deal":
            return None
        current_scene = scene(self.dialogue.speech, self.mirror, cuts=self._cuts)
        if current_scene.name == "over" and (coaching := self.dialogue.coaching):
            current_scene = replace(
                current_scene, blocks=(*current_scene.blocks, *after_the_deal(self.dialogue.speech, coaching))
            )
        if current_scene.name == "shuffle" != self.dialogue.shown_scene:
            self.dialogue.shown_scene = current_scene.name
            self._wait_for_shuffle()
        return current_scene

    def _wait_for_shuffle(self) -> None:
        """Wait at most `SHUFFLE_WAIT_S` seconds for the shuffle to end.

        A shuffle usually ends within this time, so the page about it need not be shown. In any case, raise
        InputInterrupted afterwards, so that the main loop starts again.
        """
        deadline = time.monotonic() + SHUFFLE_WAIT_S
        while self.mirror.stage == "shuffle" and (remaining_s := deadline - time.monotonic()) > 0:
            self.connection.wait(remaining_s)
            self._process_messages()
        raise InputInterrupted

    def _ask(self, current_scene: Scene | None) -> str:
        """Show the current state and return the next line of input.

        `current_scene` is the page to show, or None during a deal, when the table is shown.
        """
        dialogue = self.dialogue
        question, asks = self._prompt(current_scene)
        old_view, dialogue.last_question = dialogue.last_question, self.mirror.view if self.mirror.is_to_act else None
        new = dialogue.last_question is not None and dialogue.last_question != old_view
        if self.screen.spoken:
            self._tell_in_sentences(current_scene, new=new)
        elif new:
            self.editor.forget()
        self.mirror.missed_events, dialogue.shown_scene = False, current_scene.name if current_scene else "deal"
        if self.screen.spoken:
            if current_scene and not self.editor.terminal:
                asks = self._should_read_pipe(current_scene, asks=asks, rests=question == current_scene.prompt)
            return self.screen.ask(question) if asks else self.editor.idle()
        if current_scene is None:
            self.screen.turn(dialogue.speech, dialogue.picture)
            return self.screen.ask(question)
        marked_lines = [f"· {line}" for line in dialogue.recent_news] + [f"! {line}" for line in dialogue.answers]
        return self.screen.page([*current_scene.blocks, *map(Paragraph, marked_lines)], question)

    def _prompt(self, current_scene: Scene | None) -> tuple[str, bool]:
        """Return the prompt, and whether the table or the program waits for the player's input.

        `current_scene` is the page that is shown, or None during a deal.
        """
        dialogue, speech = self.dialogue, self.dialogue.speech
        if dialogue.confirm:
            return dialogue.confirm[0], True
        if dialogue.proposal and dialogue.you in dialogue.proposal.waits:
            sentences = speech.sentences(
                filter(None, (describe_proposal(dialogue.proposal), dialogue.proposal.verdict))
            )
            return " ".join((*sentences, speech("agree"))), True
        return (current_scene.prompt, current_scene.asks) if current_scene else ("", self.mirror.is_to_act)

    def _tell_in_sentences(self, current_scene: Scene | None, *, new: bool) -> None:
        """Print the page or the table as plain text, if it has changed since the last prompt.

        `current_scene` is the page, or None during a deal. `new` is True if the question to the player has changed.
        """
        dialogue = self.dialogue
        if current_scene is not None:
            if dialogue.shown_scene != current_scene.name:
                self.screen.page(current_scene.blocks)
        elif self.mirror.missed_events:
            self.screen.table(dialogue.speech, dialogue.picture)
        elif new:
            self.screen.turn(dialogue.speech, dialogue.picture)

    def _should_read_pipe(self, current_scene: Scene, *, asks: bool, rests: bool) -> bool:
        """Return whether to read a line if the input is a pipe.

        `asks` is True if the player is asked for input. `rests` is True if the prompt is that of the page, and False if
        another question replaces it. During a pause between deals, the client goes on to the next deal without reading
        a line. Raise EOFError if the match is over.
        """
        if current_scene.name == "over":
            raise EOFError
        if self.mirror.stage != "rest" or not rests:
            return asks
        if asks and self._rested != current_scene.name:
            self._rested = current_scene.name
            self.dialogue.send(NextCommand())
        return False
