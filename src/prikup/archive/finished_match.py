"""A finished match up to its last finished deal, rebuilt from its table's commits (stored groups of events)."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from prikup import narration
from prikup.games import GAMES
from prikup.history.deal_link import link_of, linked_deals
from prikup.history.events import HUMAN, ActionEvent, BeginEvent, DealEvent, Event, RowEvent, StopEvent, deals_with_undo
from prikup.history.log import Log
from prikup.history.log_file import lines
from prikup.narration import ALL, describe_step
from prikup.review.decisions import FinishedDeal, finished_deals
from prikup.rules.cards import cards
from prikup.rules.errors import Reason
from prikup.rules.game import illegal
from prikup.rules.options import options_text
from prikup.rules.score_sheet import Line, add_row, share
from prikup.rules.state import PrivateNote, Seat, State, view
from prikup.statistics.seat_deals import counts
from prikup.table.host.storage import Commit
from prikup.table.messages.views import deck, sheet, update, update_context, welcome
from prikup.table.protocol.message_parts import Deck, Person, SeatAction
from prikup.table.protocol.server_messages import SeatsMessage, SheetMessage, UpdateMessage, WelcomeMessage, WhyMessage
from prikup.table.state.events import decode
from prikup.table.state.table_state import GUEST_NAME, TableState
from prikup.table.table_settings import TableSettings

__all__ = [
    "DealPosition",
    "DealRecord",
    "DealStep",
    "DealSummary",
    "FinishedMatch",
    "MatchSeat",
    "Question",
    "Result",
    "deal_record",
    "deal_summary",
    "finished_match",
]

HUNDREDTHS = 2
"""The number of decimal places of the settlement after each deal, which is shown as a curve.

The settlement is the number of points that a side has won or lost so far.
"""


class MatchSeat(Struct, frozen=True, omit_defaults=True):
    """A seat of a finished match.

    - `name`: the player's name at the time of the match. It is "" for a human player who had no name, hides it in
      links, or has deleted their account.
    - `level`: the level (strength) of a computer player, "" for a human player.
    - `deleted`: true if the player has deleted their account.
    """

    name: str
    level: str = ""
    deleted: bool = False


class DealSummary(Struct, frozen=True):
    """The summary of a deal of a finished match.

    - `deal`: the number of the deal in the match, from 1, with cancelled deals counted. Links contain this number.
    - `line`: the line of the deal on the score sheet.
    - `facts`: short messages about the deal, such as the contract and the declarer.
    - `settlement`: by side, the points that the deal won or lost for the side, as exact text.
    - `taken_back`: true if the only human player took back an action of the deal, so that it counts in no statistics.
    - `played`: true if cards were played.
    """

    deal: int
    line: Line
    facts: tuple[Reason, ...]
    settlement: tuple[str, ...]
    taken_back: bool
    played: bool


class DealPosition(Struct, frozen=True):
    """The complete state of a deal at one moment, hidden cards included.

    - `public`: everything that all players know.
    - `hands`: by seat, the cards as a bit mask.
    - `notes`: by seat, the private facts that only this seat knows, such as its discards.
    - `stock`: the undealt cards.
    """

    public: Any
    hands: tuple[int, ...]
    notes: tuple[tuple[PrivateNote, ...], ...]
    stock: tuple[int, ...]


class DealStep(Struct, frozen=True):
    """A log entry of a deal, such as an action, with the position before it.

    `before` is the complete state before the entry. `moved` is the action and its seat, null if the entry is an
    agreement on the end of the deal. `did` contains sentences that describe the entry.
    """

    before: DealPosition
    moved: SeatAction | None
    did: tuple[Reason, ...]


class DealRecord(Struct, frozen=True):
    """A deal of a finished match with all its cards, step by step.

    - `table`: the message from which a client draws the match's table.
    - `seats`: the players of the match.
    - `summary`: the entry of the deal in the list of the match's deals.
    - `deck`: the deck that was dealt, with all inputs of its shuffle.
    - `steps`: the log entries of the deal. A review of the deal refers to them by their index, from 0.
    - `end`: the final position.
    - `link`: the deal as text, without names, for the fragment of a link (`prikup.history.deal_link`).
    """

    table: WelcomeMessage
    seats: tuple[MatchSeat, ...]
    summary: DealSummary
    deck: Deck
    steps: tuple[DealStep, ...]
    end: DealPosition
    link: str


class Question(Struct, frozen=True):
    """A decision of a player in a finished deal, shown as the table showed it, with only what the player saw then.

    - `table`: the message from which a client draws the match's table.
    - `seats`: the message with the players at the table.
    - `view`: the message with the deal as the player saw it before the action.
    - `forbidden`: for each visible card that the player could not play, the rule that forbade it.
    """

    table: WelcomeMessage
    seats: SeatsMessage
    view: UpdateMessage
    forbidden: tuple[WhyMessage, ...]


Result = Literal["won", "lost", "even"]
"""The result of a side: whether its final settlement is above, below or equal to zero."""


class FinishedMatch:
    """A match that is over, up to its last finished deal. A deal that was stopped half-way is left out.

    - `settings`: the settings of the match's table.
    - `log`: the match log up to the last finished deal.
    - `people`: by seat, the id of the user, "" for a seat without a user.
    - `seats`: the players at the start of the match.
    - `end_ms`: the time at which the match ended (wall clock, ms).
    - `closed`: true if the table allowed no spectators or was locked.
    - `stopping`: the event that ended the match before the rules did, None if there is none.
    - `is_rated`: true if the match was to count for ratings.
    - `forfeits`: the seats of the people who forfeited the match, each with the number of deals finished before.
    - `decisions`: by seat, the number of actions in the match if a person had the seat, otherwise 0.
    - `bot_decisions`: by seat, the number of these actions that a computer player took in the person's place.
    """

    def __init__(
        self,
        settings: TableSettings,
        log: Log,
        people: tuple[str, ...],
        seats: tuple[MatchSeat, ...],
        end_ms: int,
        closed: bool,
        stopping: StopEvent | None = None,
        is_rated: bool = False,
        forfeits: Mapping[Seat, int] = {},
        decisions: tuple[int, ...] = (),
        bot_decisions: tuple[int, ...] = (),
    ) -> None:
        self.settings, self.log, self.people, self.seats = settings, log, people, seats
        self.end_ms, self.closed, self.stopping = end_ms, closed, stopping
        self.is_rated, self.forfeits = is_rated, forfeits
        self.decisions, self.bot_decisions = decisions, bot_decisions

    @property
    def options(self) -> str:
        """The house rules as text: a preset and the differences from it."""
        return options_text(GAMES[self.log.begin.game].presets, self.log.game.options)

    @property
    def unverified(self) -> bool:
        """Whether the match was played on a user's own device."""
        return self.log.begin.unverified

    @property
    def imported(self) -> bool:
        """Whether the match was imported from a file."""
        return self.settings.imported

    @cached_property
    def settlements(self) -> tuple[tuple[Fraction, ...], ...]:
        """The settlements of all sides at the start of the match and after each deal.

        The settlement of a side is the number of points that it has won or lost so far.
        """
        game, totals = self.log.game, self.log.game.opening
        deal_settlements = [game.scoring.settlement(totals)]
        for line in self.log.match.sheet.lines:
            totals = add_row(game.columns, totals, line.row)
            deal_settlements.append(game.scoring.settlement(totals))
        return tuple(deal_settlements)

    @property
    def settlement_history(self) -> tuple[tuple[float, ...], ...]:
        """For each side, the points that it had won or lost after each deal, rounded to two decimal places."""
        sides = range(len(self.log.game.sides))
        return tuple(
            tuple(round(float(settlement[side]), HUNDREDTHS) for settlement in self.settlements[1:]) for side in sides
        )

    def result(self, seat: Seat) -> Result:
        """Return the result of the side that a seat belongs to."""
        side = next(side for side, seats in enumerate(self.log.game.sides) if seat in seats)
        points = self.settlements[-1][side]
        return "won" if points > 0 else "lost" if points < 0 else "even"

    def counts(self, deal_number: int) -> bool:
        """Return whether the deal with this number (from 1) counts in statistics.

        A cancelled deal does not. Neither does any deal of a match that was played on a user's own device or imported,
        or in which the only human player took an action back.
        """
        return counts(self.log, self.log.match.sheet.lines[deal_number - 1])

    @cached_property
    def digests(self) -> tuple[str, ...]:
        """The key of each deal, under which the review of the deal is stored.

        It is the SHA-256 in hex of the log up to the end of the deal, without the names of the players.
        """
        digest, hex_digests = hashlib.sha256(), []
        for event in self._anonymous_events:
            digest.update(msgspec.json.encode(event))
            if isinstance(event, RowEvent):
                hex_digests.append(digest.copy().hexdigest())
        return tuple(hex_digests)

    @property
    def _anonymous_events(self) -> list[Event]:
        begin = self.log.begin
        return [replace(begin, names=("",) * len(begin.names), bots=0), *self.log.events[1:]]

    def inputs(self, deal: int) -> bytes:
        """Return the input of a deal's review: the log's events up to the end of the deal, as JSON, without names.

        `deal` is the number of the deal, from 1.
        """
        ends = [index for index, event in enumerate(self.log.events) if isinstance(event, RowEvent)]
        return msgspec.json.encode(self._anonymous_events[: ends[deal - 1] + 1])

    def deals(self) -> tuple[DealSummary, ...]:
        """Return a summary of each deal of the match."""
        return tuple(self._summary(deal, deal_number) for deal_number, deal in enumerate(self._finished_deals(), 1))

    def _finished_deals(self) -> Iterator[FinishedDeal]:
        return finished_deals(self.log.events, checked=False)

    def _summary(self, deal: FinishedDeal, deal_number: int) -> DealSummary:
        settlement_before, settlement_after = self.settlements[deal_number - 1 : deal_number + 1]
        line = self.log.match.sheet.lines[deal_number - 1]
        taken_back = deal.number in deals_with_undo(self.log.events)
        return deal_summary(deal, deal_number, line, settlement_before, settlement_after, taken_back=taken_back)

    def table(self, name: str) -> WelcomeMessage:
        """Return the message from which a client draws the match's table.

        `name` is the id of the table.
        """
        settings = self.settings
        return welcome(name, self.log.game, absent=settings.absent, clock=settings.clock, presets=None)

    def sheet(self) -> SheetMessage:
        """Return the score sheet at the end of the match, as a message to clients."""
        return sheet(self.log)

    def finished_deal(self, deal_number: int) -> FinishedDeal | None:
        """Return the deal with this number (from 1), with its log entries; None if there is no such deal."""
        return next((deal for number, deal in enumerate(self._finished_deals(), 1) if number == deal_number), None)

    def deal(self, name: str, deal_number: int) -> DealRecord | None:
        """Return the deal with this number (from 1) with all its cards; None if there is no such deal.

        `name` is the id of the match's table.
        """
        deal = self.finished_deal(deal_number)
        if deal is None:
            return None
        dealt_decks = [event for event in self.log.events if isinstance(event, DealEvent) and not event.refused]
        linked_deal = next(islice(linked_deals(self.log), deal_number - 1, None))
        return deal_record(
            self.table(name),
            self.seats,
            self._summary(deal, deal_number),
            dealt_decks[deal_number - 1],
            deal,
            link_of(linked_deal),
        )

    def question(self, name: str, deal_number: int, step: int) -> Question | None:
        """Return a decision as the player saw it: what the player to act saw before a step of a deal.

        A step is a log entry of the deal, such as a card, and `step` is its index, from 0. `name` is the id of the
        match's table, and `deal_number` the number of the deal, from 1. Return None if there is no such step, or if no
        player had to act there.
        """
        deal = self.finished_deal(deal_number)
        if deal is None or not 0 <= step < len(deal.steps):
            return None
        state = deal.steps[step].before
        seat = state.public.actor
        if seat is None:
            return None
        prompt = update(update_context(deal.game, step, state), seat)
        player_view = view(state, seat)
        visible_cards = {card for hand in (player_view.hand, *player_view.public.shown) for card in cards(hand)}
        forbidden_cards = sorted(visible_cards - set(prompt.legal))
        forbidden = tuple(
            WhyMessage(step, card, illegal(deal.game, player_view, card).reason) for card in forbidden_cards
        )
        people = tuple(
            Person(match_seat.name, match_seat.level, here=True, owner=not match_seat.level)
            for match_seat in self.seats
        )
        seats = SeatsMessage("deal", people, seat, host=False)
        return Question(self.table(name), seats, prompt, forbidden)

    def with_seats(self, seats: tuple[MatchSeat, ...]) -> "FinishedMatch":
        """Return a copy of the match with other `seats`, whose names may be shown today.

        Users may have hidden their names since the match, or deleted their accounts.
        """
        match = copy(self)
        match.seats = seats
        return match

    def whole_file(self) -> bytes:
        """Return the complete match log as a file, as an upload to a server needs it.

        It has the original names, and the event that ended the match before the rules did, if there is one.
        """
        return lines([*self.log.events, *(() if self.stopping is None else (self.stopping,))])

    def file(self) -> bytes:
        """Return the match log as a file, with only those names that may be shown today."""
        begin, *rest = self.log.events
        assert isinstance(begin, BeginEvent)
        seats_and_names = zip(self.seats, begin.names, strict=True)
        names = tuple(seat.name or GUEST_NAME if seat.level == "" else name for seat, name in seats_and_names)
        return lines([replace(begin, names=names), *rest])


def finished_match(settings: bytes, commits: Sequence[Commit]) -> FinishedMatch | None:
    """Return the match that was played at a table; None if the match is not over.

    `settings` are the table's settings as JSON, and `commits` are its stored groups of events. Raise PrikupError if the
    commits are not valid.
    """
    table = TableState.of(msgspec.json.decode(settings, type=TableSettings), commits)
    if table.log is None or not table.log.over:
        return None
    events = table.log.events
    ends = max((index for index, event in enumerate(events) if isinstance(event, RowEvent)), default=0)
    log = Log.replay(events[: ends + 1], checked=False)
    seats = tuple(
        MatchSeat("" if level == HUMAN and chair.user and not chair.name else name, "" if level == HUMAN else level)
        for chair, name, level in zip(table.chairs, log.begin.names, log.begin.players, strict=True)
    )
    closed = not table.settings.spectators or table.admitted_users is not None
    end_ms = max(
        commit.at
        for commit in commits
        if any(isinstance(table_event, RowEvent | StopEvent) for table_event in decode(commit.events))
    )
    return FinishedMatch(
        table.settings,
        log,
        table.user_ids_by_seat,
        seats,
        end_ms,
        closed,
        table.log.stopping,
        table.is_rated,
        table.forfeits,
        table.decision_counts,
        table.bot_decision_counts,
    )


def deal_summary(
    deal: FinishedDeal,
    deal_number: int,
    line: Line,
    settlement_before: tuple[Fraction, ...],
    settlement_after: tuple[Fraction, ...],
    *,
    taken_back: bool,
) -> DealSummary:
    """Return the summary of a deal, with the number `deal_number` and its `line` on the score sheet.

    The settlements are those of all sides before and after the deal. `taken_back` is true if the only human player took
    back an action of the deal.
    """
    changes = tuple(share(new - old) for old, new in zip(settlement_before, settlement_after, strict=True))
    facts = deal.game.explanations.headline(deal.end.public)
    has_play = any(step.before.public.phase == "play" for step in deal.steps)
    return DealSummary(deal_number, line, facts, changes, taken_back, has_play)


def deal_record(
    table: WelcomeMessage,
    seats: tuple[MatchSeat, ...],
    summary: DealSummary,
    dealt_deck: DealEvent,
    deal: FinishedDeal,
    link: str,
) -> DealRecord:
    """Return the record of a deal with all its cards and steps; for the parameters see `DealRecord`."""
    steps = tuple(_step(deal, deal_step) for deal_step in deal.steps)
    return DealRecord(table, seats, summary, deck(dealt_deck), steps, _position(deal.end), link)


def _step(deal: FinishedDeal, step: narration.NarratedStep) -> DealStep:
    move = SeatAction(step.entry.seat, step.entry.act) if isinstance(step.entry, ActionEvent) else None
    return DealStep(_position(step.before), move, describe_step(deal.game, step, ALL, spoken=True))


def _position(state: State[Any]) -> DealPosition:
    return DealPosition(state.public, state.hands, state.notes, state.stock)
