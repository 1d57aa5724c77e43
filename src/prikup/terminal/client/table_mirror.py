"""The client's state of a table, built from the table's messages only."""

import time
from collections.abc import Callable, Iterable, Iterator
from math import ceil
from typing import Any
from uuid import uuid4

import msgspec
from msgspec.structs import replace

from prikup.bots.advice import Advice
from prikup.games import GAMES, game
from prikup.rules.errors import PrikupError, Reason, reason
from prikup.rules.game import AnyGame, set_next_actor
from prikup.rules.game_definition import GameDefinition
from prikup.rules.game_scoring import VoidDeal
from prikup.rules.score_sheet import ScoreSheet
from prikup.rules.state import Action, PrivateNote, Seat, View
from prikup.table.commands.turn_times import MAX_OVERDUE
from prikup.table.protocol.client_messages import ActCommand, ClientCommand, HintCommand, ProposeCommand
from prikup.table.protocol.message_parts import Coaching, FriendCall, Pointing, ProposalType
from prikup.table.protocol.server_messages import (
    ChatMessage,
    DecksMessage,
    HintMessage,
    InvitedMessage,
    NextShuffleMessage,
    NotedMessage,
    PointingsMessage,
    ReceiptMessage,
    RefusedMessage,
    SeatsMessage,
    ServerMessage,
    SheetMessage,
    ShuffleMessage,
    UpdateMessage,
    WelcomeMessage,
)
from prikup.table.turn_calendar import HOUR_MS
from prikup.terminal.client.seat_news import chairs, changes
from prikup.terminal.client.shuffler import Shuffler, bot_seats
from prikup.terminal.render.deal_view import DealView, NarratedEvent, finished_trick_count

__all__ = ["TableMirror"]

MINUTE_MS = 60_000
MAX_CHAT = 50
"""The number of recent chat messages that the client remembers.

The table repeats the same number of messages to a client that reconnects, and the client recognises the repeated ones.
"""


class TableMirror:
    """The state of a table as its client knows it. It is empty until the client receives a WelcomeMessage.

    The constructor has these parameters:

    - `shuffler`: the record of shuffles, which answers messages about them and verifies decks.
    - `spoken`: True if the screen prints plain text and does not draw a table.
    - `begins`: True if the match starts as soon as the player has joined.
    - `clock`: a function that returns the time in seconds.
    - `wall_clock`: a function that returns the seconds since 1970.

    Other attributes whose types do not explain them:

    - `kind`: the definition of the game; `game` has its rules with the house rules of the table.
    - `view`: what the player may see of the deal.
    - `answers`: messages that the client is to send without asking the player.
    - `opening_sentences`: sentences about the start of the deal or about its shuffle.
    - `missed_events`: True if the player has just joined or returned, and has not been shown what happened before.
    - `advice`: the hint that the player requested, until the player has read it or it is outdated.
    - `pointings`: the cards that players point at.
    - `acted_at`: for each seat that has acted in this deal, the version of the table (a number that grows with each
      change) after the seat's last action.
    """

    welcome: WelcomeMessage
    kind: GameDefinition
    game: AnyGame
    view: View[Any]

    def __init__(
        self,
        shuffler: Shuffler,
        *,
        spoken: bool,
        begins: bool = False,
        clock: Callable[[], float] = time.monotonic,
        wall_clock: Callable[[], float] = time.time,
    ) -> None:
        self._shuffler, self._spoken, self._begins = shuffler, spoken, begins
        self._clock, self._wall_clock = clock, wall_clock
        self.answers: list[ClientCommand] = []
        self.seats: SeatsMessage | None = None
        self.update: UpdateMessage | None = None
        self.shuffle_message: ShuffleMessage | None = None
        self.sheet: ScoreSheet | None = None
        self.winners: tuple[int, ...] = ()
        self.opening_sentences: list[Reason] = []
        self.missed_events = False
        self.advice: Advice | None = None
        self.pointings: tuple[Pointing, ...] = ()
        self.acted_at: dict[Seat, int] = {}
        self._just_connected = False
        self._unanswered: dict[str, ActCommand | ProposeCommand] = {}
        self._hints = 0
        self._done = 0
        self._events: list[NarratedEvent] = []
        self._dealt = False
        self._acted = False
        self._at = 0.0
        self._seats_at = 0.0
        self._chat: list[ChatMessage] = []
        self._known: list[ChatMessage] = []
        self._fresh: set[type] = set()
        self._calls: set[str] = set()

    # State

    @property
    def you(self) -> Seat | None:
        """The player's own seat; None for a spectator."""
        return self.seats.you if self.seats else None

    @property
    def stage(self) -> str:
        """The stage of the table, such as `open` (before the match) or `deal`; "" before the first SeatsMessage."""
        return self.seats.stage if self.seats else ""

    @property
    def rematch_table(self) -> str:
        """The id of the table for the rematch; "" if there is none."""
        return self.seats.again if self.seats else ""

    @property
    def ready(self) -> bool:
        """Whether the messages received so far are enough to show the table to the player."""
        match self.stage:
            case "open":
                return not self._begins
            case "deal":
                return self.update is not None
            case "rest":
                return self.update is not None and self.sheet is not None
            case "over":
                return self.sheet is not None
        return self.seats is not None

    @property
    def is_to_act(self) -> bool:
        """Whether the player is to act and has not acted yet."""
        return self.stage == "deal" and self._current is not None and bool(self._current.legal)

    @property
    def coaching(self) -> Coaching | None:
        """The current message of the coach (who teaches the game); None if there is none.

        The message is about a decision to make, about an action of the player that differs from the coach's advice, or
        about the finished deal.
        """
        return self._current.coach if self._current else None

    @property
    def _current(self) -> UpdateMessage | None:
        """The state of the deal after all actions that the player has sent.

        It is None while the table has not answered one of these actions.
        """
        update = self.update
        acting = any(isinstance(message, ActCommand) for message in self._unanswered.values())
        return None if update is None or update.n < self._done or acting else update

    @property
    def is_to_act_with_others(self) -> bool:
        """Whether the player and other players are to act at the same time."""
        return self.is_to_act and self.update is not None and len(self.update.asked) > 1

    @property
    def practice(self) -> bool:
        """Whether the player may request hints."""
        return self.stage == "deal" and self.seats is not None and self.seats.practice

    @property
    def is_single_player(self) -> bool:
        """Whether all other players are computer players."""
        people = self.seats.seats if self.seats else ()
        return not any(person and not person.level for seat, person in enumerate(people) if seat != self.you)

    @property
    def bot_acted(self) -> Seat | None:
        """The seat of the computer player that acted last in this deal; None if no computer player has acted."""
        people = self.seats.seats if self.seats else ()
        bots = [seat for seat, person in enumerate(people) if person and person.level and seat in self.acted_at]
        return max(bots, key=self.acted_at.__getitem__, default=None)

    @property
    def awaits_answer(self) -> bool:
        """Whether the table still has to answer an action, a proposal (such as an undo), or a request for a hint."""
        return bool(self._unanswered) or self._hints > 0

    @property
    def remaining_ms(self) -> tuple[int, ...]:
        """The remaining time on the clocks in milliseconds, by seat; () if the table has no clocks.

        A turn-based table has none: its players answer within hours or days, and each decision is due at a certain
        time.
        """
        clock = self.update.clock if self.update else None
        if clock is None or self.welcome.turns is not None:
            return ()
        elapsed_ms = int((self._clock() - self._at) * 1000)
        return tuple(max(0, millis - elapsed_ms * (seat in clock.runs)) for seat, millis in enumerate(clock.left))

    @property
    def running(self) -> float | None:
        """The remaining seconds on the player's own clock; None if that clock is not running."""
        clock = self.update.clock if self.update and self.is_to_act else None
        if clock is None or self.you is None or self.you not in clock.runs or not self.remaining_ms:
            return None
        return self.remaining_ms[self.you] / 1000

    @property
    def match_limits(self) -> tuple[Reason, ...]:
        """Sentences which say that the match is rated, if it is, and how much time is left.

        The time is that for the match or, at a turn-based table (players answer within hours or days), for the next
        decision.
        """
        seats = self.seats
        if seats is None:
            return ()
        limits = [Reason("title-rated")] if seats.rated else []
        if seats.stage != "over" and seats.left_ms is not None:
            if seats.ending in ("round", "last"):
                limits.append(Reason(f"title-time-{seats.ending}"))
            else:
                elapsed_ms = int((self._clock() - self._seats_at) * 1000) if seats.time_runs else 0
                minutes = ceil(max(0, seats.left_ms - elapsed_ms) / MINUTE_MS)
                limits.append(Reason("title-time-left", {"minutes": minutes}))
        return (*limits, *self._time_of_turn())

    def _time_of_turn(self) -> Iterator[Reason]:
        """Yield a sentence which says how much time is left until a computer player decides for somebody.

        This happens only at a turn-based table, at which players answer within hours or days; yield nothing at any
        other.
        """
        clock = self.update.clock if self.update and self.welcome.turns is not None else None
        due_times = [due for due in clock.due if due is not None] if clock is not None else []
        if due_times and self.stage == "deal":
            minutes = max(0, int(min(due_times) - self._wall_clock() * 1000)) // MINUTE_MS
            yield Reason("title-turn-left", {"hours": minutes // 60, "minutes": minutes % 60})

    @property
    def reserves(self) -> tuple[Reason, ...]:
        """A phrase for each person at a turn-based table: their remaining reserve, and how reliably they answer.

        The reserve is extra time for the whole match, which is used up when a decision takes longer than the hours for
        it. The phrase also has the number of decisions in a row that the person has missed, and says whether they are
        often absent. The result is () at any other table.
        """
        clock = self.update.clock if self.update and self.welcome.turns is not None else None
        if clock is None or self.seats is None:
            return ()
        now_ms = self._wall_clock() * 1000
        return tuple(
            Reason(
                "reserve-of",
                {
                    "player": seat,
                    "hours": _remaining_reserve(left_ms, due_ms, now_ms) // HOUR_MS,
                    "missed": missed,
                    "most": MAX_OVERDUE,
                    "often-absent": int(seat in self.seats.often_absent),
                },
            )
            for seat, (person, missed, left_ms, due_ms) in enumerate(
                zip(self.seats.seats, self.seats.overdue, clock.left, clock.due, strict=True)
            )
            if person is not None and person.owner
        )

    def sight(self) -> DealView:
        """Return the deal as the player sees it, in the form in which a screen shows it."""
        assert self.update is not None
        assert self.seats is not None
        return DealView(
            self.welcome.options,
            self.view,
            tuple(seat for seat in self.update.asked if seat != self.you or self.is_to_act),
            tuple(self.opening_sentences),
            tuple(self._events),
            chairs(self.seats),
            self.remaining_ms,
            limits=self.match_limits,
            reserves=self.reserves,
        )

    # Outgoing messages

    def act(self, actions: tuple[Action, ...]) -> ClientCommand:
        """Return the command that performs `actions`: one, or several such as a discard of two cards.

        Until the table has answered, the command is sent again after each reconnection.
        """
        assert self.update is not None
        return self._add_unanswered(ActCommand(self.update.n, uuid4().hex, actions if len(actions) > 1 else actions[0]))

    def hint(self) -> ClientCommand:
        """Return the message that requests a hint. If there is no hint, the table answers with the reason."""
        self._hints += 1
        return HintCommand(self.update.n if self.update else 0)

    def propose(self, kind: ProposalType, tricks: int | None = None, seat: Seat | None = None) -> ClientCommand:
        """Return the command that makes a proposal, which other players have to accept.

        `kind` is what the player proposes, such as `claim` or `undo`. `tricks` is the number of tricks that a claim is
        for, and `seat` is the seat that a computer player should take over; other proposals have neither. Until the
        table has answered, the command is sent again after each reconnection.
        """
        return self._add_unanswered(ProposeCommand(uuid4().hex, kind, tricks, seat))

    def cut(self, message: ShuffleMessage, cards: int) -> ClientCommand:
        """Return the command that cuts the deck after `cards` cards.

        `message` is the latest message about the shuffle.
        """
        return self._shuffler.cut(message, cards)

    def _add_unanswered(self, message: ActCommand | ProposeCommand) -> ClientCommand:
        self.advice = None
        self._unanswered[message.id] = message
        return message

    # Incoming messages

    def process_message(self, message: ServerMessage) -> list[Reason]:
        """Process one message from the table, and return the sentences to show to the player.

        Raise PrikupError if this version of the program does not know the game or cannot decode its data.
        """
        if not isinstance(message, ChatMessage):
            if type(message) in self._fresh:
                self._known = []  # chat messages from now on are not repetitions
            self._fresh.add(type(message))
        try:
            return self._dispatch(message)
        except msgspec.ValidationError:
            raise PrikupError(reason("other-version")) from None

    def _dispatch(self, message: ServerMessage) -> list[Reason]:
        match message:
            case WelcomeMessage():
                return self._handle_welcome(message)
            case SeatsMessage():
                return self._handle_seats(message)
            case UpdateMessage():
                return self._handle_update(message)
            case SheetMessage():
                self._handle_sheet(message)
            case ShuffleMessage():
                return self._handle_shuffle(message)
            case NextShuffleMessage():
                if (answer := self._shuffler.answer_ahead(message, self.you)) is not None:
                    self.answers.append(answer)
            case DecksMessage(decks):
                return [proof for deck in decks for proof in self._shuffler.verify_deck(self.game, deck, self.you)]
            case ReceiptMessage(id, n):
                if isinstance(self._unanswered.pop(id, None), ActCommand):
                    self._done = n  # the update with its result may arrive later
            case RefusedMessage(why, id):
                if self._unanswered.pop(id, None) is None:
                    self._hints = 0
                return [why]
            case HintMessage(_, plan, worth, why):
                self._hints = 0
                if self.is_to_act:
                    self.advice = Advice(plan, {plan_value.plan: plan_value.points for plan_value in worth}, why)
            case PointingsMessage(cards):
                return self._handle_pointing(cards)
            case ChatMessage():
                return self._handle_chat(message)
            case NotedMessage():
                return [Reason("report-noted")]
            case InvitedMessage(calls):
                return self._handle_calls(calls)
        return []

    def _handle_welcome(self, message: WelcomeMessage) -> list[Reason]:
        is_reconnection = self.seats is not None
        if message.game not in GAMES:
            raise PrikupError(reason("game-unknown", game=message.game, allowed=" ".join(GAMES)))
        self.welcome, self.kind, self.game = message, GAMES[message.game], game(message.game, message.options)
        self._shuffler.note_reconnection()
        self.missed_events, self._just_connected, self.shuffle_message, self._hints = True, True, None, 0
        self._known, self._fresh = self._chat[:], {WelcomeMessage}
        self.answers += self._unanswered.values()
        return [Reason("connected-again")] if is_reconnection else []

    def _handle_seats(self, message: SeatsMessage) -> list[Reason]:
        old_seats, was_ready = self.seats, self.ready
        self.seats, self._seats_at = message, self._clock()
        self._shuffler.note_bots(bot_seats(message))
        action_done, self._acted = self._acted, False
        return list(changes(old_seats, message, action_done=action_done)) if old_seats and was_ready else []

    def _handle_update(self, message: UpdateMessage) -> list[Reason]:
        old_update, self.update = self.update, message
        view = msgspec.convert(message.view, View[self.kind.public])  # type: ignore[name-defined]  # known when it runs
        self._shuffler.note_view(view.public.match, view.hand, over=view.public.phase == "over")
        just_dealt = self.shuffle_message is not None and self.shuffle_message.step == "dealt" and not self._dealt
        if just_dealt or (self._just_connected and old_update is not None and old_update.n == message.n):
            self.missed_events = False
        elif self._just_connected:
            missed_sentences = _missed_sentences(message)
            recap = missed_sentences if self._spoken else _undrawn_sentences(missed_sentences, message.facts, view)
            self.opening_sentences, self._events = recap, []
        repeated_sentences: list[Reason] = []
        if self._just_connected and (old_update is None or old_update.n != message.n):
            stated = self.opening_sentences if just_dealt else []  # the start of the deal has stated these facts
            repeated_sentences = [sentence for sentence in _missed_sentences(message) if sentence not in stated]
        self._just_connected = False
        if not message.legal:
            self.advice, self._hints = None, 0
        self.view, self._dealt, self._at = _adapt_view(view, message), True, self._clock()
        self.acted_at |= {move.seat: message.n for move in message.moved}
        if message.did:
            self._acted = True
            acting_seats = [move.seat for move in message.moved]
            acting_seat = self.you if self.you in acting_seats else acting_seats[0] if acting_seats else None
            sentences = message.did if self._spoken else _undrawn_sentences(message.did, message.facts, view)
            self._events.append(NarratedEvent(acting_seat, finished_trick_count(view.public), tuple(sentences)))
        return [*repeated_sentences, *message.did]

    def _handle_sheet(self, message: SheetMessage) -> None:
        outcome = self.kind.outcome | VoidDeal | None
        lines = (replace(line, outcome=msgspec.convert(line.outcome, outcome)) for line in message.lines)
        self.sheet = ScoreSheet(self.welcome.columns, message.totals, tuple(lines))
        self.winners = message.winners

    def _handle_shuffle(self, message: ShuffleMessage) -> list[Reason]:
        if self._dealt:
            self._dealt, self.opening_sentences, self._events, self.acted_at = False, [], [], {}
        self.shuffle_message = message
        if (answer := self._shuffler.answer(message, self.you, len(self.welcome.pack))) is not None:
            self.answers.append(answer)
        new = [item for item in message.did if item not in self.opening_sentences]
        self.opening_sentences += new
        return new

    def _handle_pointing(self, cards: tuple[Pointing, ...]) -> list[Reason]:
        old_pointings, self.pointings = self.pointings, cards
        new = (pointing for pointing in cards if pointing not in old_pointings)
        return [
            Reason("points-at", {"player": pointing.by, "card": pointing.card, "other": pointing.seat})
            for pointing in new
        ]

    def _handle_calls(self, calls: tuple[FriendCall, ...]) -> list[Reason]:
        """Return a sentence for each friend's invitation to another table that the player has not been shown yet."""
        new = [call for call in calls if call.id not in self._calls and call.table != self.welcome.table]
        self._calls |= {call.id for call in calls}
        return [Reason("friend-invites", {"name": call.name, "table": call.table}) for call in reversed(new)]

    def _handle_chat(self, message: ChatMessage) -> list[Reason]:
        if message in self._known:
            self._known = self._known[self._known.index(message) + 1 :]
            return []
        self._chat = [*self._chat, message][-MAX_CHAT:]
        if message.preset:
            return [Reason("chat-preset", {"name": message.name, "preset": message.preset})]
        return [Reason("chat-text", {"name": message.name, "text": message.text})]


def _adapt_view(view: View[Any], update: UpdateMessage) -> View[Any]:
    """Return the player's view from an update of the table, with two changes for the screen.

    The player's own sealed bid (a bid that is still hidden from the others) is added, if there is one. If several
    players act at the same time and the player is one of them, the view is changed so that it is the player's turn.
    """
    public, notes = view.public, view.notes
    if update.legal and public.actor != view.seat:
        public = set_next_actor(public, public.phase, view.seat)
    if update.mine is not None and view.seat is not None and not any(note.kind == "bid" for note in notes):
        notes = (*notes, PrivateNote("bid", view.seat, update.mine))
    return replace(view, public=public, notes=notes)


def _remaining_reserve(left_ms: int, due_ms: int | None, now_ms: float) -> int:
    """Return the time that is left of a player's reserve, in milliseconds.

    The reserve is extra time at a turn-based table. `left_ms` was left of it at the last message, and `now_ms` is the
    time now. If the player has to act, the reserve is over at the time `due_ms`. `due_ms` and `now_ms` are milliseconds
    since 1970.
    """
    return left_ms if due_ms is None else min(left_ms, max(0, int(due_ms - now_ms)))


def _missed_sentences(message: UpdateMessage) -> list[Reason]:
    """Return the sentences for a player who has just joined or returned.

    They state the facts of the deal, the events since the player's last action, and the actions of a computer player
    that replaced the player in the meantime.
    """
    stood_in = [Reason("stood-in", {"actions": message.stood_in})] if message.stood_in else []
    return [*(fact for fact in message.facts if fact not in message.recap), *message.recap, *stood_in]


def _undrawn_sentences(did: Iterable[Reason], facts: tuple[Reason, ...], view: View[Any]) -> list[Reason]:
    """Return the sentences about an event that a screen which draws the table has to show as text.

    `did` are all sentences about the event, `facts` are the public facts of the deal, such as the contract, and `view`
    is what the player may see. A screen that draws the table already shows facts, numbers of tricks and face-up hands,
    so sentences about these are left out or shortened.
    """
    sentences = []
    for item in did:
        if item.key.startswith("tricks-"):
            continue
        if item.key == "did-show" and view.public.shown[item.numbers["player"]] & item.numbers["hand"]:
            sentences.append(Reason("did-open", {"player": item.numbers["player"]}))
        elif item not in facts:
            sentences.append(item)
    return sentences
