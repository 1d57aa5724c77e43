"""The log of a match: only its inputs are stored; everything else is recomputed by replaying them.

`Log` plays a match and records its events. All actions pass its check: `add` rejects what the rules forbid. With a
`write` function (see `log_file`) each event is durable before its effect is visible.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct

from prikup.games import GAMES, game
from prikup.history.shuffle import Shuffle, commitment, deal_seed, prepare_shuffle, shuffle_deck
from prikup.rules.cards import Card
from prikup.rules.errors import BadLog, BadOptions, IllegalAction, PrikupError, Reason, reason
from prikup.rules.game import AgreedEnd, AnyGame, Redeal
from prikup.rules.match import Match
from prikup.rules.options import set_values
from prikup.rules.score_sheet import Line, SheetEntry, SheetRow
from prikup.rules.state import Action, Seat, State, view
from prikup.rules.text_format import illegal

__all__ = [
    "HUMAN",
    "ActionEvent",
    "AdjustEvent",
    "AgreementEvent",
    "BeginEvent",
    "ConcessionEvent",
    "DealEvent",
    "DeckCheck",
    "Event",
    "Log",
    "RowEvent",
    "StopEvent",
    "UndoEvent",
    "deals_with_undo",
    "verify",
]


class BeginEvent(Struct, frozen=True, tag="begin", tag_field="type", omit_defaults=True):
    """The first event of a match.

    `options` are the house rules in their text form; `names` and `players` (`human`, or a computer player's name) are
    by seat; `deals` > 0 stops the match after that many; `seed` is the match seed if a person chose one (then the seeds
    of all deals follow from it), `bots` the seed of the computer players. `unverified`: it was played on a user's own
    device, and a server knows only its log.
    """

    game: str
    rules: int
    options: str
    names: tuple[str, ...]
    players: tuple[str, ...]
    dealer: Seat
    format: int = 1
    deals: int = 0
    seed: str = ""
    bots: int = 0
    unverified: bool = False


class DealEvent(Struct, frozen=True, tag="deal", tag_field="type", omit_defaults=True):
    """A deck that was dealt, top first.

    `attempt` counts the decks of this deal from 1; `shuffle` is None for a deck that was not shuffled; `rejecting_rule`
    is the key of the rule that rejected it, "" for none.
    """

    deal: int
    attempt: int
    deck: tuple[Card, ...]
    shuffle: Shuffle | None = None
    refused: str = ""


class ActionEvent(Struct, frozen=True, tag="act", tag_field="type", gc=False):
    """One action of one seat."""

    seat: Seat
    act: Action


class AgreementEvent(Struct, frozen=True, tag="agreed", tag_field="type"):
    """An agreement that ended the deal: `won` are the further tricks by seat, `by` the seats that agreed."""

    won: tuple[int, ...]
    by: tuple[Seat, ...]


class ConcessionEvent(Struct, frozen=True, tag="conceded", tag_field="type"):
    """A concession that ended the deal, by the seats of `side`."""

    side: tuple[Seat, ...]


class UndoEvent(Struct, frozen=True, tag="undo", tag_field="type"):
    """Go back to the position when this deal had `to` entries, not counting undone ones."""

    to: int


class RowEvent(Struct, frozen=True, tag="row", tag_field="type"):
    """A finished deal on the score sheet: the changes by column and side, and a digest of the whole row.

    Both are checked against the rules on replay; the row itself is always recomputed.
    """

    row: tuple[tuple[int, ...], ...]
    digest: str


class AdjustEvent(Struct, frozen=True, tag="adjust", tag_field="type"):
    """A manual correction of the score sheet, with the person's reason.

    `amount` is added to the side's column, in the unit of that column; it is at most 10^15 either way.
    """

    column: str
    side: int
    amount: int
    why: str


class StopEvent(Struct, frozen=True, tag="stop", tag_field="type"):
    """The early end of a match."""


OLDER = "older-rules"
"""The key of the reason why a match with older rules cannot be replayed."""
HUMAN = "human"
"""The entry in `BeginEvent.players` for a person."""
MAX_ADJUSTMENT = 10**15
"""The largest correction that can be recorded."""

EntryEvent = ActionEvent | AgreementEvent | ConcessionEvent
Event = (
    BeginEvent
    | DealEvent
    | ActionEvent
    | AgreementEvent
    | ConcessionEvent
    | UndoEvent
    | RowEvent
    | AdjustEvent
    | StopEvent
)
EventWriter = Callable[[Event], None]


def deals_with_undo(events: Iterable[Event]) -> tuple[int, ...]:
    """Return the numbers of the deals in which a single person took an action back against computer players.

    Such a person may go back any number of actions and keeps what they have seen meanwhile, so a match with such deals
    does not count in statistics. In a match between people an action is taken back only if it revealed nothing, or if a
    computer player did it in someone's place and all agree; and the match counts.
    """
    rest = iter(events)
    begin = next(rest, None)
    if not isinstance(begin, BeginEvent) or begin.players.count(HUMAN) != 1:
        return ()
    deals: dict[int, None] = {}
    deal = 0
    for event in rest:
        match event:
            case DealEvent():
                deal = event.deal
            case UndoEvent():
                deals[deal] = None
    return tuple(deals)


class Log:
    """A match in progress.

    `state` is the deal being played, None between deals; `start` is its state before the first action; `entries` are
    its actions and agreements that were not taken back; `attempts` counts the decks dealt for this deal; `events` are
    all events so far, the first a Begin.
    """

    def __init__(self, begin: BeginEvent, write: EventWriter | None = None, rules: AnyGame | None = None) -> None:
        """Start a match. `rules` replaces the game of its options, for options that today's program cannot read."""
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
        self.match = Match.begin(self.game, begin.dealer)
        self.state: State[Any] | None = None
        self.start: State[Any] | None = None
        self.entries: list[EntryEvent] = []
        self.attempts = 0
        self.stopped = False
        self.events: list[Event] = []
        self._write = write
        self._record(begin)

    @classmethod
    def replay(cls, events: Iterable[Event], *, checked: bool = True, write: EventWriter | None = None) -> "Log":
        """Return the log with these events.

        If `checked`, every action is checked against the rules. Raise BadLog with the line of the first bad event (the
        first event is line 1). `write` is called only for later events.
        """
        rest = iter(events)
        log = cls(_beginning(rest))
        log._enter_all(rest, checked)
        log._write = write
        return log

    @classmethod
    def replay_older(cls, events: Iterable[Event]) -> "tuple[Log, BadLog | None]":
        """Return the log of the events that today's rules can replay, and why they cannot replay the next one.

        Raise BadLog as `replay` does if the match was not played by older rules.
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
        """Return a new log with this match's Begin only."""
        return Log(self.begin, rules=self.game)

    def _enter_all(self, events: Iterable[Event], checked: bool) -> None:
        try:
            for event in events:
                self.enter(event, checked)
        except PrikupError as error:
            if isinstance(error, BadLog) and error.line:
                raise
            raise BadLog(len(self.events) + 1, _older_rules_reason(self.begin) or error.reason) from error

    def enter(self, event: Event, checked: bool = True) -> None:
        """Apply a recorded event. If not `checked`, decks and actions are trusted to be legal and rows to be right."""
        if not checked and type(event) is ActionEvent and self.state is not None:
            self.entries.append(event)
            self.events.append(event)
            self.state = self.game.apply(self.state, event.act)
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
            case StopEvent():
                self.stop()
            case BeginEvent():
                raise BadLog(0, reason("second-beginning"))

    def _record(self, event: Event) -> None:
        if self._write:
            self._write(event)
        self.events.append(event)

    # The match loop

    @property
    def over(self) -> bool:
        """Whether the match has ended: won, stopped, or all its deals played."""
        return self.match.over or self.stopped or 0 < self.begin.deals <= self.match.deals

    def deal(self, deck: tuple[Card, ...], shuffle: Shuffle | None = None) -> State[Any] | Redeal:
        """Deal a deck (top first) and return the state, or a Redeal. Raise BadLog if no deal can start with it.

        A rejected deck is logged too; another attempt follows.
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
        """Check and record the actor's action, and return the new state.

        Raise IllegalAction, and change nothing, if the rules forbid it. Raise BadLog if no deal is being played.
        """
        state = self._open()
        actor = state.public.actor
        if actor is None:
            raise BadLog(0, reason("deal-over"))
        actor_view = view(state, actor)
        if action not in self.game.legal(actor_view):
            raise illegal(self.game, actor_view, action)
        return self._enter(ActionEvent(actor, action), self.game.apply(state, action))

    def settle_by_agreement(self, tricks: tuple[int, ...], agreeing_seats: tuple[Seat, ...]) -> State[Any]:
        """End the deal with `tricks` further tricks by seat, as `agreeing_seats` agreed. Raise IllegalAction.

        The table decides which seats have to agree.
        """
        if not agreeing_seats or not set(agreeing_seats) <= set(range(self.game.seats)):
            raise IllegalAction(None, "agree", reason("not-a-seat", text=" ".join(map(str, agreeing_seats))), ())
        return self._settle(AgreementEvent(tricks, agreeing_seats), AgreedEnd(tricks=tricks))

    def settle_by_concession(self, side: tuple[Seat, ...]) -> State[Any]:
        """End the deal by the concession of these seats. Raise IllegalAction."""
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
        """Go back to the first `to` entries of this deal and return the state.

        Raise BadLog if no entry would be undone. The table decides whether an undo is allowed.
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
        """Return the state after an entry that was legal before."""
        if isinstance(entry, ActionEvent):
            return self.game.apply(state, entry.act)
        ending = (
            AgreedEnd(tricks=entry.won) if isinstance(entry, AgreementEvent) else AgreedEnd(conceding_seats=entry.side)
        )
        after = self.game.settle(state, ending)
        assert isinstance(after, State)
        return after

    def close(self) -> Line:
        """Write the finished deal on the score sheet and return its line. Raise BadLog if the deal is not finished."""
        return self._close(None)

    def closing(self, state: State[Any]) -> RowEvent:
        """Return the Closed event of a finished deal, without changing the log."""
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
            raise BadLog(0, reason("row-differs", recorded=was, rules=self.begin.rules, now=self.game.rules))
        self._record(closed_event)
        if match.deals > self.match.deals:  # after a cancelled deal the next deck is another attempt at the same deal
            self.attempts = 0
        self.match, self.state, self.start, self.entries = match, None, None, []
        return line

    def adjust(self, event: AdjustEvent) -> None:
        """Correct the score sheet between two deals of an unfinished match. Raise BadLog if that is not possible."""
        if self.state is not None or self.over:
            raise BadLog(0, reason("deal-not-finished" if self.state else "match-over"))
        if event.column not in self.game.columns or not 0 <= event.side < len(self.game.sides):
            raise BadLog(0, reason("no-such-box", column=event.column, side=event.side))
        if abs(event.amount) > MAX_ADJUSTMENT:
            raise BadLog(0, reason("not-a-number", text=str(event.amount)))
        self._record(event)
        entry = SheetEntry(event.column, event.side, event.amount, reason("adjusted", why=event.why))
        self.match = self.match.adjust(SheetRow((entry,)))

    def stop(self) -> None:
        """End the match early; an unfinished deal does not count. Raise BadLog if the match is over."""
        if self.over:
            raise BadLog(0, reason("match-over"))
        self._record(StopEvent())
        self.stopped = True

    def _open(self) -> State[Any]:
        if self.state is None:
            raise BadLog(0, reason("no-deal"))
        if self.stopped:
            raise BadLog(0, reason("match-over"))
        return self.state


def _older_rules_reason(begin: BeginEvent) -> Reason | None:
    """Return the reason for failing to replay a match with older rules; None if its rules are not older."""
    kind = GAMES.get(begin.game)
    current_rules = 0 if kind is None else kind.build(next(iter(kind.presets.values()))).rules
    return reason(OLDER, rules=begin.rules, now=current_rules) if begin.rules < current_rules else None


def _beginning(events: Iterator[Event]) -> BeginEvent:
    begin = next(events, None)
    if not isinstance(begin, BeginEvent):
        raise BadLog(1, reason("no-beginning"))
    return begin


def _similar_rules(begin: BeginEvent) -> AnyGame:
    """Return today's game with as many of these options as possible, for its pack and number of players."""
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


class DeckCheck(Struct, frozen=True):
    """The result of checking one deck of a log.

    `commitment` is the hash published before the deal, None for a deck that was not shuffled; `rejecting_rule` is the
    rule that rejected it; `right`: the deck is the one its shuffle gives; `follows`: its seed follows from the seed of
    the match, if a person chose one; `derived_inputs_match`: every input that no person gave follows from the deal's
    seed: the entropies of computer players and of the seats in `withholding_seats`, and the cut, unless a person cut.
    `withholding_seats` are the seats that committed to an entropy and did not reveal it.
    """

    deal: int
    attempt: int
    commitment: str | None
    rejecting_rule: str
    right: bool
    follows: bool = True
    derived_inputs_match: bool = True
    withholding_seats: tuple[Seat, ...] = ()


def verify(log: Log, events: Sequence[Event] = ()) -> tuple[DeckCheck, ...]:
    """Recompute the decks of a log, the rejected ones too, and return the results.

    That the rules reject those is checked by replaying the log. For a match with older rules `events` are all its
    events, including those that today's rules cannot replay: the dealers there, and so the cutters, are not known.
    """
    dealers = [*(line.dealer for line in log.match.sheet.lines if line.outcome is not None), log.match.dealer]
    checks, closed_count = [], 0
    for event in events or log.events:
        closed_count += isinstance(event, RowEvent)
        if isinstance(event, DealEvent):
            cutter = (dealers[closed_count] - 1) % log.game.seats if closed_count < len(dealers) else None
            checks.append(_verify_deck(log.game, log.begin, event, cutter))
    return tuple(checks)


def _verify_deck(game: AnyGame, begin: BeginEvent, event: DealEvent, cutter: Seat | None) -> DeckCheck:
    shuffle = event.shuffle
    if shuffle is None:
        return DeckCheck(event.deal, event.attempt, None, event.refused, True)
    try:
        right = shuffle_deck(game.pack, shuffle) == event.deck
        published_hash, inputs_match = commitment(shuffle.seed), _derived_inputs_match(game, begin, shuffle, cutter)
    except PrikupError:
        right, published_hash, inputs_match = False, "", False
    follows = not begin.seed or shuffle.seed == deal_seed(begin.seed, event.deal, event.attempt)
    return DeckCheck(
        event.deal, event.attempt, published_hash, event.refused, right, follows, inputs_match, shuffle.withheld
    )


def _derived_inputs_match(game: AnyGame, begin: BeginEvent, shuffle: Shuffle, cutter: Seat | None) -> bool:
    """Return whether every input that no person gave follows from the seed of a shuffle.

    A computer player gives none, so a player's cut at its seat fails the check. The log does not record whether a
    computer player sat in for a person.
    """
    derived_shuffle = prepare_shuffle(shuffle.seed, game.seats, len(game.pack))
    derived_seats = {seat for seat, player in enumerate(begin.players) if player != HUMAN} | set(shuffle.withheld)
    entropies = all(
        shuffle.entropy[seat] == derived_shuffle.entropy[seat] for seat in derived_seats if seat < game.seats
    )
    if shuffle.cut_from == "player":
        return entropies and (HUMAN in begin.players if cutter is None else begin.players[cutter] == HUMAN)
    return entropies and (shuffle.cut_from == "" or shuffle.cut == derived_shuffle.cut)
