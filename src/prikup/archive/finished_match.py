"""A finished match, rebuilt from its commits up to its last finished deal."""

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
"""Decimal places of the settlement after each deal, from which a line is drawn."""


class MatchSeat(Struct, frozen=True, omit_defaults=True):
    """A seat of a finished match.

    `name` is the player's name at the time, "" for a person who had none, hides it in links, or is `deleted`. `level`
    is that of a computer player, "" for a person.
    """

    name: str
    level: str = ""
    deleted: bool = False


class DealSummary(Struct, frozen=True):
    """A deal of a finished match.

    `deal` is its number in the match, from 1, void deals included; it is used in addresses. `line` is its line on the
    score sheet, `facts` are its headline, `settlement` is the change of the settlement, by side. `taken_back`: the only
    person at the table took back an action in it, so it does not count elsewhere. `played`: cards were played.
    """

    deal: int
    line: Line
    facts: tuple[Reason, ...]
    settlement: tuple[str, ...]
    taken_back: bool
    played: bool


class DealPosition(Struct, frozen=True):
    """The complete state of a deal: public part, hands as masks by seat, notes by seat, stock."""

    public: Any
    hands: tuple[int, ...]
    notes: tuple[tuple[PrivateNote, ...], ...]
    stock: tuple[int, ...]


class DealStep(Struct, frozen=True):
    """A log entry of a deal, with the position before it.

    `moved` is the action and its seat, null for an agreement on the end; `did` describes it.
    """

    before: DealPosition
    moved: SeatAction | None
    did: tuple[Reason, ...]


class DealRecord(Struct, frozen=True):
    """A deal of a finished match with all its cards, step by step.

    `summary` is as in the match; `deck` is the dealt deck, with all inputs of its shuffle; the indices of `steps` are
    those used in its review.
    """

    table: WelcomeMessage
    seats: tuple[MatchSeat, ...]
    summary: DealSummary
    deck: Deck
    steps: tuple[DealStep, ...]
    end: DealPosition


class Question(Struct, frozen=True):
    """A decision of a player in a finished deal, in the messages of a table: only what that player saw then.

    `seats` are the people at the table, `view` is the player's view before the action; `forbidden` gives the reason for
    each card in view that could not be played.
    """

    table: WelcomeMessage
    seats: SeatsMessage
    view: UpdateMessage
    forbidden: tuple[WhyMessage, ...]


Result = Literal["won", "lost", "even"]
"""The result of a side: whether its settlement is above, below or equal to zero."""


class FinishedMatch:
    """A match that is over, up to its last finished deal; a deal that was stopped half-way is left out.

    `people` are user ids by seat, "" for none; `seats` are the players at its start; `end_ms` is the wall clock in
    milliseconds; `closed`: its table had no spectators, or was locked; `stopped`: it was ended early.
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
        """The house rules as text: a preset, and the differences from it."""
        return options_text(GAMES[self.log.begin.game].presets, self.log.game.options)

    @property
    def unverified(self) -> bool:
        """Whether it was played on a user's own device."""
        return self.log.begin.unverified

    @property
    def imported(self) -> bool:
        """Whether it was imported from a file."""
        return self.settings.imported

    @cached_property
    def settlements(self) -> tuple[tuple[Fraction, ...], ...]:
        """The settlement by side, at the start of the match and after each deal."""
        game, totals = self.log.game, self.log.game.opening
        deal_settlements = [game.scoring.settlement(totals)]
        for line in self.log.match.sheet.lines:
            totals = add_row(game.columns, totals, line.row)
            deal_settlements.append(game.scoring.settlement(totals))
        return tuple(deal_settlements)

    @property
    def settlement_history(self) -> tuple[tuple[float, ...], ...]:
        """The settlement after each deal, by side, rounded to two decimal places."""
        sides = range(len(self.log.game.sides))
        return tuple(
            tuple(round(float(settlement[side]), HUNDREDTHS) for settlement in self.settlements[1:]) for side in sides
        )

    def result(self, seat: Seat) -> Result:
        """Return the result of a seat."""
        side = next(side for side, seats in enumerate(self.log.game.sides) if seat in seats)
        points = self.settlements[-1][side]
        return "won" if points > 0 else "lost" if points < 0 else "even"

    def counts(self, deal_number: int) -> bool:
        """Return whether a deal, given by its number from 1, counts in statistics."""
        return counts(self.log, self.log.match.sheet.lines[deal_number - 1])

    @cached_property
    def digests(self) -> tuple[str, ...]:
        """The SHA-256 in hex of the log up to the end of each deal, without names: the key of its review."""
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
        """Return the events up to the end of a deal as JSON, without names: the input of its review."""
        ends = [index for index, event in enumerate(self.log.events) if isinstance(event, RowEvent)]
        return msgspec.json.encode(self._nameless[: ends[deal - 1] + 1])

    def deals(self) -> tuple[DealSummary, ...]:
        """Return the deals of the match."""
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
        """Return the message from which a client draws the match, as at its table with this id."""
        settings = self.settings
        return welcome(name, self.log.game, absent=settings.absent, clock=settings.clock, presets=None)

    def sheet(self) -> SheetMessage:
        """Return the score sheet at the end of the match."""
        return sheet(self.log)

    def finished_deal(self, deal_number: int) -> FinishedDeal | None:
        """Return a deal by its number from 1, with its entries, None if it does not exist."""
        return next((deal for number, deal in enumerate(self._finished_deals(), 1) if number == deal_number), None)

    def deal(self, name: str, deal_number: int) -> DealRecord | None:
        """Return a deal with all its cards by its number from 1, None if it does not exist."""
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
        """Return the view of the player to act before a step of a deal, None if no player was to act."""
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
        """Return a copy of the match with these seats, whose names may be shown today."""
        match = copy(self)
        match.seats = seats
        return match

    def whole_file(self) -> bytes:
        """Return the lines of the log including its end, as needed for an upload to a server."""
        return lines([*self.log.events, *((StopEvent(),) if self.stopped else ())])

    def file(self) -> bytes:
        """Return the lines of the log, with the names that may be shown today."""
        begin, *rest = self.log.events
        assert isinstance(begin, BeginEvent)
        seats_and_names = zip(self.seats, begin.names, strict=True)
        names = tuple(seat.name or GUEST_NAME if seat.level == "" else name for seat, name in seats_and_names)
        return lines([replace(begin, names=names), *rest])


def finished_match(settings: bytes, commits: Sequence[Commit]) -> FinishedMatch | None:
    """Return the match of a table, None if it is not over. Raise PrikupError if the commits are not valid."""
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
