"""The log of a match. It stores only the inputs of the match; replaying them recomputes everything else.

`Log` plays a match and records its events. It checks every action: `add` rejects what the rules forbid. With a `write`
function (see `log_file`), each event is on disk before its effect is visible.
"""

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

import msgspec

from prikup.games import GAMES, game
from prikup.history.events import (
    ActionEvent,
    AdjustEvent,
    AgreementEvent,
    BeginEvent,
    ConcessionEvent,
    DealEvent,
    EntryEvent,
    Event,
    EventWriter,
    RowEvent,
    StopEvent,
    StopReason,
    UndoEvent,
)
from prikup.history.shuffle import Shuffle
from prikup.rules.cards import Card
from prikup.rules.errors import BadLog, BadOptions, IllegalAction, PrikupError, Reason, reason
from prikup.rules.game import AgreedEnd, AnyGame, Redeal
from prikup.rules.match import Match
from prikup.rules.match_standing import MatchStanding
from prikup.rules.options import set_values
from prikup.rules.score_sheet import Line, SheetEntry, SheetRow
from prikup.rules.state import Action, Seat, State

__all__ = ["Log"]


OLDER = "older-rules"
"""The key of the message that a match was played by older rules, so that it cannot be replayed."""
MAX_ADJUSTMENT = 10**15
"""The largest manual correction of the score sheet that can be recorded, in the unit of the corrected column."""


class Log:
    """The log of a match, with the state of the match after the events so far.

    - `game` is the game with the house rules of the match.
    - `events` are all events of the match so far. The first one is `begin`.
    - `match` is the state of the match before the current deal, with the score sheet and the dealer.
    - `state` is the state of the deal being played, None between deals. `start` is the state of this deal before its
      first action.
    - `entries` are the actions of this deal that were not taken back, and the agreement or concession that ended it.
    - `attempts` is the number of decks dealt for this deal so far; the rules may refuse a deck.
    - `stopping` is the event that ended the match before the rules ended it, None if there is none.
    - `standing` is the state of the match before the first deal of this log; None if the log starts with the first deal
      of the match.
    """

    def __init__(
        self,
        begin: BeginEvent,
        write: EventWriter | None = None,
        rules: AnyGame | None = None,
        standing: MatchStanding[Any] | None = None,
    ) -> None:
        """Start a match with `begin` as its first event; `write` stores each event before it takes effect.

        By default the game is created from the options in `begin`. If this version of the program cannot parse these
        options, `rules` is the game to use instead. `standing` is the state of the match before the first deal of the
        log if the earlier deals are not known; such a log cannot be stored.
        """
        if begin.game not in GAMES:
            raise BadLog(1, reason("game-unknown", game=begin.game, allowed=" ".join(GAMES)))
        try:
            self.game: AnyGame = rules or game(begin.game, begin.options)
        except BadOptions as error:
            raise BadLog(1, _older_rules_reason(begin) or error.reason) from error
        seats = self.game.seats
        if not len(begin.names) == len(begin.players) == seats or not 0 <= begin.dealer < seats or begin.format != 1:
            raise BadLog(1, reason("bad-beginning"))
        self.begin = begin
        self.standing = standing
        self.match = (
            Match.begin(self.game, begin.dealer) if standing is None else Match.from_standing(self.game, standing)
        )
        self.state: State[Any] | None = None
        self.start: State[Any] | None = None
        self.entries: list[EntryEvent] = []
        self.attempts = 0
        self.stopping: StopEvent | None = None
        self.events: list[Event] = []
        self._write = write
        self._record(begin)

    @classmethod
    def replay(
        cls,
        events: Iterable[Event],
        *,
        checked: bool = True,
        write: EventWriter | None = None,
        standing: MatchStanding[Any] | None = None,
    ) -> "Log":
        """Return the log of a match, rebuilt from its events.

        If `checked`, every action is checked against the rules. Raise BadLog with the line of the first bad event (the
        first event is line 1). `write` is called only for events added later, not for `events`. `standing` is the state
        of the match before these events, if its earlier deals are not known.
        """
        rest = iter(events)
        log = cls(_beginning(rest), standing=standing)
        log._enter_all(rest, checked)
        log._write = write
        return log

    @classmethod
    def replay_older(cls, events: Iterable[Event]) -> "tuple[Log, BadLog | None]":
        """Return the log of a match played by older rules, up to the first event that current rules cannot replay.

        The second item is the error that says why this event cannot be replayed; None if all events can be replayed.
        If the match was not played by older rules, a bad event raises BadLog, as in `replay`.
        """
        rest = iter(events)
        begin = _beginning(rest)
        try:
            log = cls(begin)
        except BadLog as error:
            if error.reason.key != OLDER:
                raise
            return cls(begin, rules=_similar_rules(begin)), error
        try:
            log._enter_all(rest, checked=True)
        except BadLog as error:
            if error.reason.key != OLDER:
                raise
            return log, error
        return log, None

    def copy_of_start(self) -> "Log":
        """Return a new log that has only the first event of this match, and so no deals yet."""
        return Log(self.begin, rules=self.game, standing=self.standing)

    def _enter_all(self, events: Iterable[Event], checked: bool) -> None:
        try:
            for event in events:
                self.enter(event, checked)
        except PrikupError as error:
            if isinstance(error, BadLog) and error.line:
                raise
            raise BadLog(len(self.events) + 1, _older_rules_reason(self.begin) or error.reason) from error

    def enter(self, event: Event, checked: bool = True) -> None:
        """Apply a recorded event of the match, and append it to this log.

        If not `checked`, the decks and actions are trusted to be legal and the rows of the score sheet to be right.
        """
        if not checked and type(event) is ActionEvent and self.state is not None:
            self.entries.append(event)
            self.events.append(event)
            self.state = self.game.apply_unchecked(self.state, event.act)
            return
        match event:
            case ActionEvent(seat, action):
                if seat != self._open().public.actor:
                    raise BadLog(0, reason("not-the-actor", seat=seat))
                self.add(action)
            case DealEvent():
                self._deal(event, checked=checked)
            case AgreementEvent(won, by):
                self.settle_by_agreement(won, by)
            case ConcessionEvent(side):
                self.settle_by_concession(side)
            case UndoEvent(to):
                self.undo(to)
            case RowEvent():
                self._close(event, checked=checked)
            case AdjustEvent():
                self.adjust(event)
            case StopEvent(why):
                self.stop(why)
            case BeginEvent():
                raise BadLog(0, reason("second-beginning"))

    def _record(self, event: Event) -> None:
        if self._write:
            self._write(event)
        self.events.append(event)

    # The match loop

    @property
    def stopped(self) -> bool:
        """Whether the match was ended before the rules ended it. If so, `stopping` is the event that ended it."""
        return self.stopping is not None

    @property
    def over(self) -> bool:
        """Whether the match has ended: a side has won, it was stopped, or its planned number of deals was played."""
        return self.match.over or self.stopped or 0 < self.begin.deals <= self.match.deals

    def deal(self, deck: tuple[Card, ...], shuffle: Shuffle | None = None) -> State[Any] | Redeal:
        """Deal a deck (top card first) and return the state of the new deal, or a Redeal if the rules refuse the deck.

        `shuffle` has the inputs of the shuffle that gave the deck, None if the deck was not shuffled. A refused deck is
        logged too; the caller then deals another deck for the same deal. Raise BadLog if no deal can start with the
        deck, for example because a deal is being played.
        """
        self._check_deck(deck)
        deal_result = self.game.deal(deck, self.match.standing)
        refusal = deal_result.reason.key if isinstance(deal_result, Redeal) else ""
        self._deal(DealEvent(self.match.deals + 1, self.attempts + 1, deck, shuffle, refusal), deal_result)
        return deal_result

    def _check_deck(self, deck: tuple[Card, ...]) -> None:
        if sorted(deck) != sorted(self.game.pack):
            raise BadLog(0, reason("bad-deck"))

    def _deal(self, event: DealEvent, deal_result: State[Any] | Redeal | None = None, *, checked: bool = True) -> None:
        if self.state is not None or self.over:
            raise BadLog(0, reason("deal-not-finished" if self.state else "match-over"))
        if (event.deal, event.attempt) != (self.match.deals + 1, self.attempts + 1):
            raise BadLog(0, reason("deal-out-of-order", deal=self.match.deals + 1, attempt=self.attempts + 1))
        if deal_result is None:
            if checked:
                self._check_deck(event.deck)
            deal_result = self.game.deal(event.deck, self.match.standing)
        if event.refused != (deal_result.reason.key if isinstance(deal_result, Redeal) else ""):
            raise BadLog(0, reason("refusal-differs", recorded=event.refused or "none"))
        self._record(event)
        self.attempts += 1
        if not isinstance(deal_result, Redeal):
            self.state = self.start = deal_result
            self.entries = []

    def add(self, action: Action) -> State[Any]:
        """Check and record an action of the seat whose turn it is, and return the new state of the deal.

        Raise IllegalAction, and change nothing, if the rules forbid the action. Raise BadLog if no deal is being
        played.
        """
        state = self._open()
        actor = state.public.actor
        if actor is None:
            raise BadLog(0, reason("deal-over"))
        return self._enter(ActionEvent(actor, action), self.game.apply(state, action))

    def settle_by_agreement(self, tricks: tuple[int, ...], agreeing_seats: tuple[Seat, ...]) -> State[Any]:
        """End the deal with an agreement on the remaining tricks, and return the new state.

        `tricks` are the remaining tricks that each seat gets. `agreeing_seats` are the seats that agreed, which are
        only recorded: the table decides which seats have to agree. Raise IllegalAction if the rules do not allow the
        agreement.
        """
        if not agreeing_seats or not set(agreeing_seats) <= set(range(self.game.seats)):
            raise IllegalAction(None, "agree", reason("not-a-seat", text=" ".join(map(str, agreeing_seats))), ())
        return self._settle(AgreementEvent(tricks, agreeing_seats), AgreedEnd(tricks=tricks))

    def settle_by_concession(self, side: tuple[Seat, ...]) -> State[Any]:
        """End the deal because the seats in `side` concede it (give it up), and return the new state.

        Raise IllegalAction if the rules do not allow the concession.
        """
        return self._settle(ConcessionEvent(side), AgreedEnd(conceding_seats=side))

    def _settle(self, event: AgreementEvent | ConcessionEvent, ending: AgreedEnd) -> State[Any]:
        state = self._open()
        after = self.game.settle(state, ending) if state.public.actor is not None else reason("deal-over")
        if isinstance(after, Reason):
            raise IllegalAction(None, "concede" if isinstance(event, ConcessionEvent) else "agree", after, ())
        return self._enter(event, after)

    def _enter(self, event: EntryEvent, after: State[Any]) -> State[Any]:
        self._record(event)
        self.entries.append(event)
        self.state = after
        return after

    def undo(self, to: int) -> State[Any]:
        """Undo all entries of the current deal except the first `to` entries, and return the new state.

        An entry is an action, an agreement or a concession. Raise BadLog if no entry would be undone. It is the task of
        the caller, such as a table, to decide whether an undo is allowed.
        """
        self._open()
        if not 0 <= to < len(self.entries):
            raise BadLog(0, reason("undo-nowhere", to=to))
        self._record(UndoEvent(to))
        kept_entries, self.entries, self.state = self.entries[:to], [], self.start
        for entry in kept_entries:
            assert self.state is not None
            self.entries.append(entry)
            self.state = self._reapply(self.state, entry)
        return self._open()

    def _reapply(self, state: State[Any], entry: EntryEvent) -> State[Any]:
        """Return the state that follows from `state` by an entry of this deal.

        The entry is not checked, because this was done when it was recorded.
        """
        if isinstance(entry, ActionEvent):
            return self.game.apply_unchecked(state, entry.act)
        ending = (
            AgreedEnd(tricks=entry.won) if isinstance(entry, AgreementEvent) else AgreedEnd(conceding_seats=entry.side)
        )
        after = self.game.settle(state, ending)
        assert isinstance(after, State)
        return after

    def close(self) -> Line:
        """Enter the finished deal on the score sheet, and return the deal's line of the sheet.

        Raise BadLog if the deal is not finished.
        """
        return self._close(None)

    def closing(self, state: State[Any]) -> RowEvent:
        """Return the RowEvent that `close` would record for the finished deal `state`; the log stays unchanged."""
        return _closed_event(self.game, self.game.scoring.row(self.game.outcome(state), self.match.standing))

    def _close(self, recorded_event: RowEvent | None, *, checked: bool = True) -> Line:
        state = self._open()
        if state.public.actor is not None:
            raise BadLog(0, reason("deal-not-finished"))
        match = self.match.close(self.game.outcome(state))
        line = match.sheet.lines[-1]
        closed_event = _closed_event(self.game, line.row) if recorded_event is None or checked else recorded_event
        if recorded_event is not None and recorded_event != closed_event:
            was = " ".join(str(n) for column in recorded_event.row for n in column)
            raise BadLog(0, reason("row-differs", recorded=was, rules=self.begin.rules, now=self.game.rules_version))
        self._record(closed_event)
        if match.deals > self.match.deals:  # after a cancelled deal the next deck is another attempt at the same deal
            self.attempts = 0
        self.match, self.state, self.start, self.entries = match, None, None, []
        return line

    def adjust(self, event: AdjustEvent) -> None:
        """Correct a number on the score sheet by hand, as `event` says.

        Raise BadLog if a deal is being played, if the match is over, or if the sheet has no such column or side.
        """
        if self.state is not None or self.over:
            raise BadLog(0, reason("deal-not-finished" if self.state else "match-over"))
        if event.column not in self.game.columns or not 0 <= event.side < len(self.game.sides):
            raise BadLog(0, reason("no-such-box", column=event.column, side=event.side))
        if abs(event.amount) > MAX_ADJUSTMENT:
            raise BadLog(0, reason("not-a-number", text=str(event.amount)))
        self._record(event)
        entry = SheetEntry(event.column, event.side, event.amount, reason("adjusted", why=event.why))
        self.match = self.match.adjust(SheetRow((entry,)))

    def stop(self, why: StopReason = "") -> None:
        """End the match early; an unfinished deal does not count. Raise BadLog if the match is already over.

        `why` is the reason, as in `StopEvent`.
        """
        if self.over:
            raise BadLog(0, reason("match-over"))
        event = StopEvent(why)
        self._record(event)
        self.stopping = event

    def _open(self) -> State[Any]:
        """Return the state of the deal being played. Raise BadLog if there is none or the match was stopped."""
        if self.state is None:
            raise BadLog(0, reason("no-deal"))
        if self.stopped:
            raise BadLog(0, reason("match-over"))
        return self.state


def _older_rules_reason(begin: BeginEvent) -> Reason | None:
    """Return a message that the match was played by older rules; None if its rules are not older.

    `begin` is the first event of the match.
    """
    kind = GAMES.get(begin.game)
    current_rules = 0 if kind is None else kind.build(next(iter(kind.presets.values()))).rules_version
    return reason(OLDER, rules=begin.rules, now=current_rules) if begin.rules < current_rules else None


def _beginning(events: Iterator[Event]) -> BeginEvent:
    begin = next(events, None)
    if not isinstance(begin, BeginEvent):
        raise BadLog(1, reason("no-beginning"))
    return begin


def _similar_rules(begin: BeginEvent) -> AnyGame:
    """Return the game under its current rules, with those options in `begin` that the current rules still have.

    It is used only for its pack and number of players.
    """
    kind = GAMES[begin.game]
    options = next(iter(kind.presets.values()))
    for change in begin.options.split():
        name, _, value = change.partition("=")
        with suppress(BadOptions):
            options = set_values(options, {name: value})
    return kind.build(options)


def _closed_event(game: AnyGame, row: SheetRow) -> RowEvent:
    amounts = tuple(tuple(row.amount(c, side) for side in range(len(game.sides))) for c in game.columns)
    return RowEvent(amounts, hashlib.sha256(msgspec.json.encode(row)).hexdigest()[:16])
