"""A finished match, rebuilt from the commits of its table up to its last finished deal."""

import hashlib
from collections.abc import Iterator, Sequence
from copy import copy
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from prikup import narration
from prikup.games import GAMES
from prikup.history.log import (
    HUMAN,
    ActionEvent,
    BeginEvent,
    DealEvent,
    Event,
    Log,
    RowEvent,
    StopEvent,
    deals_with_undo,
)
from prikup.history.log_file import lines
from prikup.narration import ALL, describe_step
from prikup.review.decisions import FinishedDeal, finished_deals
from prikup.rules.cards import cards
from prikup.rules.errors import Reason
from prikup.rules.options import options_text
from prikup.rules.score_sheet import Line, add_row, share
from prikup.rules.state import PrivateNote, Seat, State, view
from prikup.rules.text_format import illegal
from prikup.statistics.seat_deals import counts
from prikup.table.events import decode
from prikup.table.messages.views import deck, sheet, update, update_context, welcome
from prikup.table.protocol import (
    Deck,
    Person,
    SeatAction,
    SeatsMessage,
    SheetMessage,
    UpdateMessage,
    WelcomeMessage,
    WhyMessage,
)
from prikup.table.state import GUEST_NAME, TableState
from prikup.table.storage import Commit
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
    "finished_match",
]

HUNDREDTHS = 2
"""The number of decimal places of the settlement after each deal, which is shown as a curve."""


class MatchSeat(Struct, frozen=True, omit_defaults=True):
    """A seat of a finished match.

    `name` is the player's name at the time of the match. It is "" for a human player who had no name, hides it in
    links, or has deleted their account (`deleted`). `level` is the level of a computer player, or "" for a human
    player.
    """

    name: str
    level: str = ""
    deleted: bool = False


class DealSummary(Struct, frozen=True):
    """The summary of a deal of a finished match.

    `deal` is its number in the match from 1, with cancelled deals counted; addresses contain this number. `line` is its
    line on the score sheet, `facts` are the messages of its headline, and `settlement` is the change of each side's
    settlement. `taken_back` is true if the only human player took back an action of the deal, so that it counts in no
    statistics. `played` is true if cards were played.
    """

    deal: int
    line: Line
    facts: tuple[Reason, ...]
    settlement: tuple[str, ...]
    taken_back: bool
    played: bool


class DealPosition(Struct, frozen=True):
    """The complete state of a deal: public part, hands (bit masks by seat), private notes by seat, and stock."""

    public: Any
    hands: tuple[int, ...]
    notes: tuple[tuple[PrivateNote, ...], ...]
    stock: tuple[int, ...]


class DealStep(Struct, frozen=True):
    """A log entry of a deal, with the position before it.

    `moved` is the action and its seat, or null if the entry is an agreement on the end of the deal. `did` describes the
    entry.
    """

    before: DealPosition
    moved: SeatAction | None
    did: tuple[Reason, ...]


class DealRecord(Struct, frozen=True):
    """A deal of a finished match with all its cards, step by step.

    `summary` is the deal's entry in the list of the match. `deck` is the deck that was dealt, with all inputs of its
    shuffle. A review of the deal refers to `steps` by their index. `end` is the final position.
    """

    table: WelcomeMessage
    seats: tuple[MatchSeat, ...]
    summary: DealSummary
    deck: Deck
    steps: tuple[DealStep, ...]
    end: DealPosition


class Question(Struct, frozen=True):
    """A decision of a player in a finished deal, shown as the table showed it: with only what the player saw then.

    `seats` are the players at the table, and `view` is the player's view before the action. `forbidden` has the reason
    for each visible card that the player could not play.
    """

    table: WelcomeMessage
    seats: SeatsMessage
    view: UpdateMessage
    forbidden: tuple[WhyMessage, ...]


Result = Literal["won", "lost", "even"]
"""The result of a side: whether its final settlement is above, below or equal to zero."""


class FinishedMatch:
    """A match that is over, up to its last finished deal; a deal that was stopped half-way is left out.

    `people` has the user id of each seat, or "" for a seat without a user. `seats` are the players at the start of the
    match, and `end_ms` is the wall clock in milliseconds at its end. `closed` is true if the table allowed no
    spectators or was locked, and `stopped` if the match was ended early.
    """

    def __init__(
        self,
        settings: TableSettings,
        log: Log,
        people: tuple[str, ...],
        seats: tuple[MatchSeat, ...],
        end_ms: int,
        closed: bool,
        stopped: bool = False,
    ) -> None:
        self.settings, self.log, self.people, self.seats = settings, log, people, seats
        self.end_ms, self.closed, self.stopped = end_ms, closed, stopped

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
        """The settlement of each side at the start of the match and after each deal."""
        game, totals = self.log.game, self.log.game.opening
        deal_settlements = [game.scoring.settlement(totals)]
        for line in self.log.match.sheet.lines:
            totals = add_row(game.columns, totals, line.row)
            deal_settlements.append(game.scoring.settlement(totals))
        return tuple(deal_settlements)

    @property
    def settlement_history(self) -> tuple[tuple[float, ...], ...]:
        """For each side, its settlement after each deal, rounded to two decimal places."""
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
        """Return whether the deal with this number (from 1) counts in statistics."""
        return counts(self.log, self.log.match.sheet.lines[deal_number - 1])

    @cached_property
    def digests(self) -> tuple[str, ...]:
        """For each deal, the SHA-256 in hex of the log up to the end of the deal; reviews are stored under this key.

        The names of the players are left out of the log.
        """
        digest, hex_digests = hashlib.sha256(), []
        for event in self._nameless:
            digest.update(msgspec.json.encode(event))
            if isinstance(event, RowEvent):
                hex_digests.append(digest.copy().hexdigest())
        return tuple(hex_digests)

    @property
    def _nameless(self) -> list[Event]:
        begin = self.log.begin
        return [replace(begin, names=("",) * len(begin.names), bots=0), *self.log.events[1:]]

    def inputs(self, deal: int) -> bytes:
        """Return the input of a deal's review: the events up to the end of the deal, as JSON, without names."""
        ends = [index for index, event in enumerate(self.log.events) if isinstance(event, RowEvent)]
        return msgspec.json.encode(self._nameless[: ends[deal - 1] + 1])

    def deals(self) -> tuple[DealSummary, ...]:
        """Return a summary of each deal of the match."""
        return tuple(self._summary(deal, deal_number) for deal_number, deal in enumerate(self._finished_deals(), 1))

    def _finished_deals(self) -> Iterator[FinishedDeal]:
        return finished_deals(self.log.events, checked=False)

    def _summary(self, deal: FinishedDeal, deal_number: int) -> DealSummary:
        settlement_before, settlement_after = self.settlements[deal_number - 1 : deal_number + 1]
        changes = tuple(share(new - old) for old, new in zip(settlement_before, settlement_after, strict=True))
        facts = deal.game.explanations.headline(deal.end.public)
        line = self.log.match.sheet.lines[deal_number - 1]
        has_play = any(step.before.public.phase == "play" for step in deal.steps)
        return DealSummary(deal_number, line, facts, changes, deal.number in deals_with_undo(self.log.events), has_play)

    def table(self, name: str) -> WelcomeMessage:
        """Return the message from which a client draws the match's table; `name` is the id of the table."""
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
        steps = tuple(_step(deal, deal_step) for deal_step in deal.steps)
        end = _position(deal.end)
        return DealRecord(
            self.table(name),
            self.seats,
            self._summary(deal, deal_number),
            deck(dealt_decks[deal_number - 1]),
            steps,
            end,
        )

    def question(self, name: str, deal_number: int, step: int) -> Question | None:
        """Return what the player to act saw before a step of a deal.

        `name` is the id of the match's table. Return None if there is no such step, or if no player was to act.
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
        """Return a copy of the match with other seats, which have only names that may be shown today."""
        match = copy(self)
        match.seats = seats
        return match

    def whole_file(self) -> bytes:
        """Return the lines of the log with its original names and its end, as an upload to a server needs them."""
        return lines([*self.log.events, *((StopEvent(),) if self.stopped else ())])

    def file(self) -> bytes:
        """Return the lines of the log, with only names that may be shown today."""
        begin, *rest = self.log.events
        assert isinstance(begin, BeginEvent)
        seats_and_names = zip(self.seats, begin.names, strict=True)
        names = tuple(seat.name or GUEST_NAME if seat.level == "" else name for seat, name in seats_and_names)
        return lines([replace(begin, names=names), *rest])


def finished_match(settings: bytes, commits: Sequence[Commit]) -> FinishedMatch | None:
    """Return the match that was played at a table; None if the match is not over.

    `settings` are the table's settings as JSON. Raise PrikupError if the commits are not valid.
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
    return FinishedMatch(table.settings, log, table.user_ids_by_seat, seats, end_ms, closed, table.log.stopped)


def _step(deal: FinishedDeal, step: narration.NarratedStep) -> DealStep:
    move = SeatAction(step.entry.seat, step.entry.act) if isinstance(step.entry, ActionEvent) else None
    return DealStep(_position(step.before), move, describe_step(deal.game, step, ALL, spoken=True))


def _position(state: State[Any]) -> DealPosition:
    return DealPosition(state.public, state.hands, state.notes, state.stock)
