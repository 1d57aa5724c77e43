"""The state of a table, a function of its commits only.

New commits and those of a stored table are entered by the same function, so a reloaded table equals the lost one. A
commit is entered only after it is durable.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable
from copy import copy
from typing import Any, Literal

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from prikup.games import game
from prikup.history.log import (
    HUMAN,
    ActionEvent,
    AdjustEvent,
    AgreementEvent,
    BeginEvent,
    ConcessionEvent,
    DealEvent,
    EntryEvent,
    Log,
    RowEvent,
    StopEvent,
    UndoEvent,
)
from prikup.history.log_file import lines
from prikup.narration import NarratedStep, steps
from prikup.player_names import distinct_names, look_alike
from prikup.rules.game import AnyGame
from prikup.rules.state import Action, Seat, State, View, view
from prikup.table import sealed_actions
from prikup.table.events import (
    ActionReported,
    BotAssigned,
    ClockExpired,
    ClocksRecorded,
    LogEvent,
    PlayerRenamed,
    ProposalAnswered,
    ProposalMade,
    RematchOpened,
    SealedActionTaken,
    SeatLeft,
    SeatTaken,
    SeedCommitted,
    TableEvent,
    TableLocked,
    UserRemoved,
    decode,
)
from prikup.table.storage import AuditNote, Commit, NewTableRecord
from prikup.table.table_settings import TableSettings

__all__ = ["BOT_NAMES", "GUEST_NAME", "Chair", "CommitEffect", "Stage", "Summary", "TableState", "new_table_record"]

Stage = Literal["open", "shuffle", "deal", "rest", "over"]

BOT_NAMES = ("Vera", "Tigran", "Pekka", "Nina", "Anush", "Oleg", "Aino", "Milan")
"""Names for computer players; clients transliterate them into the reader's script."""

GUEST_NAME = "Guest"
"""The name in a log of a person who gave none."""


class BotAction(Struct, frozen=True):
    """An action of a computer player: the version that announced it, its index in the log, its seat and level."""

    n: int
    event: int
    seat: Seat
    level: str


class Chair(Struct, frozen=True):
    """A seat: its user ("": none) and the level of the computer player that plays for it ("": none).

    `fallen`: the clock has run out, and a computer player plays for the seat until the end of the deal. `rank` decides
    who keeps a name that two people have, the smaller first: owners of accounts, then the earlier one. `bot_name` is
    the name of the computer player to which the seat belongs.
    """

    user: str = ""
    name: str = ""
    bot_name: str = ""
    rank: tuple[bool, int] = (True, 0)
    level: str = ""
    fallen: bool = False

    @property
    def display_name(self) -> str:
        """The name as given; `GUEST_NAME` for a user without a name, "" for a seat without a user."""
        return self.name or (GUEST_NAME if self.user else "")

    @property
    def person(self) -> bool:
        """Whether a person sits here and has not been replaced by a computer player."""
        return bool(self.user) and not self.level

    @property
    def is_played_by_person(self) -> bool:
        """Whether a person plays here: one who has not been replaced and whose clock has not run out."""
        return self.person and not self.fallen

    @property
    def empty(self) -> bool:
        """Whether the seat has neither a user nor a computer player."""
        return not self.user and not self.level


class CommitEffect(Struct):
    """The effect of a commit on the deal.

    `steps` are the new steps of the deal; `announced_seats` are the seats among them whose sealed actions were
    announced when they were placed; `undone_steps` are the steps that were taken back, the last one first.
    """

    events: tuple[TableEvent, ...]
    steps: list[NarratedStep] = field(default_factory=list)
    announced_seats: list[Seat] = field(default_factory=list)
    undone_steps: list[NarratedStep] = field(default_factory=list)


class Summary(Struct, frozen=True):
    """A table's entry in lists of tables; a host stores it with the commits.

    `deal` counts from 1; `names` are by seat, None for an empty seat, "" for a person who gave none; `computers` are
    the seats that belong to computer players.
    """

    stage: str
    deal: int
    names: tuple[str | None, ...]
    computers: tuple[int, ...]


SUMMARY_NEUTRAL_EVENTS = (
    ActionEvent,
    SealedActionTaken,
    ClockExpired,
    ProposalMade,
    ProposalAnswered,
    ClocksRecorded,
    RematchOpened,
    TableLocked,
    ActionReported,
    AgreementEvent,
    ConcessionEvent,
)
"""The events that never change the summary."""


class TableState:
    """The state that the commits of a table lead to.

    `n` is its version, the number of commits; `last` is the latest state of a deal, which stays after its end until the
    next deal starts; `seats_to_act` are the seats that have to act, and `since[seat]` is the version at which the
    seat's present decision arose; `sealed_actions` are the actions of a sealed phase by seat, `early_actions` those
    that the game has not been given yet; `stand_in_actions` are, by seat, the actions of computer players in this deal
    in place of people who have not acted since; `declining_seat` is the seat that rejected or withdrew the last
    proposal (None: no seat); `claims` counts the claims of each seat in this deal, refused at once or not; `clocks_ms`
    are the clocks as last written, in milliseconds by seat, `clocks_ms_at_last_step` those at the last step of the
    deal; `removed_users` are users who may not sit here any more; `admitted_users` are the users who may join a locked
    table (None: it is not locked); `bot_actions` are the actions of computer players in the last deal, and `reports`
    are all reports of such actions.
    """

    def __init__(self, settings: TableSettings) -> None:
        self.settings = settings
        self.game: AnyGame = game(settings.game, settings.options)
        seats = self.game.seats
        self.n = 0
        self.log: Log | None = None
        self.last: State[Any] | None = None
        self.chairs: tuple[Chair, ...] = (Chair(),) * seats
        self.commitment: SeedCommitted | None = None
        self.deck: DealEvent | None = None
        self.early_actions: dict[Seat, Action] = {}
        self._early_action_versions: dict[Seat, int] = {}
        self.sealed_actions: dict[Seat, Action] = {}
        self.seats_to_act: tuple[Seat, ...] = ()
        self.decision_versions = [0] * seats
        self.proposal: ProposalMade | None = None
        self.proposals = 0
        self.agreeing_seats: tuple[Seat, ...] = ()
        self.declining_seat: Seat | None = None
        self.claims: Counter[Seat] = Counter()
        self.clocks_ms = (settings.clock[0] if settings.clock else 0,) * seats
        self.clocks_ms_at_last_step = self.clocks_ms
        self.rematch_table = ""
        self.stand_in_actions: dict[Seat, tuple[Action, ...]] = {}
        self.removed_users: frozenset[str] = frozenset(settings.barred)
        self.admitted_users: tuple[str, ...] | None = None
        self.bot_actions: list[BotAction] = []
        self.reports: list[ActionReported] = []
        self._receipts: dict[int, int] = {}

    @classmethod
    def of(cls, settings: TableSettings, commits: Iterable[Commit]) -> "TableState":
        """Return the state after these commits."""
        table = cls(settings)
        for commit in commits:
            table.enter(decode(commit.events), commit.command, commit.digest)
        return table

    # Queries

    @property
    def stage(self) -> Stage:
        """The stage of the match."""
        if self.log is None:
            return "open"
        if self.log.over:
            return "over"
        if self.log.state is not None:
            return "deal"
        return "shuffle" if self.commitment else "rest"

    @property
    def state(self) -> State[Any] | None:
        """The state of the deal that is being played; None where there is none."""
        return self.log.state if self.log and not self.log.stopped else None

    @property
    def user_ids_by_seat(self) -> tuple[str, ...]:
        """The user ids by seat, "" for a seat without a user."""
        return tuple(chair.user for chair in self.chairs)

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat, made distinguishable; a person who gave none is called `GUEST_NAME`."""
        order = sorted(range(len(self.chairs)), key=lambda seat: (not self.chairs[seat].user, self.chairs[seat].rank))
        ordered_names = [self.chairs[seat].display_name for seat in order if self.chairs[seat].user]
        for seat in order[len(ordered_names) :]:
            name = self.chairs[seat].bot_name
            ordered_names.append("" if any(look_alike(name, taken_name) for taken_name in ordered_names) else name)
        unique_names = distinct_names(tuple(ordered_names), (*self.settings.names, *BOT_NAMES))
        return tuple(name for _, name in sorted(zip(order, unique_names, strict=True)))

    @property
    def bots(self) -> tuple[Seat, ...]:
        """The seats that have to act and are played by computer players."""
        return tuple(seat for seat in self.seats_to_act if not self.chairs[seat].is_played_by_person)

    @property
    def practice(self) -> bool:
        """Whether the match started with a single person, against computer players."""
        return self.log is not None and self.log.begin.players.count(HUMAN) == 1

    def seat_of(self, user: str) -> Seat | None:
        """Return the seat of a user; None for a user without a seat, and for ""."""
        return next((seat for seat, chair in enumerate(self.chairs) if chair.user and chair.user == user), None)

    @property
    def summary(self) -> Summary:
        """The table's entry in lists of tables."""
        display_names = self.names
        names = tuple(
            None if chair.empty else display_names[seat] if chair.name or not chair.user else ""
            for seat, chair in enumerate(self.chairs)
        )
        computers = tuple(seat for seat, chair in enumerate(self.chairs) if not chair.empty and not chair.user)
        return Summary(self.stage, self.log.match.deals + 1 if self.log else 1, names, computers)

    def decision_view(self, seat: Seat) -> View[Any]:
        """Return the View by which a seat decides: with its turn brought forward in a sealed phase."""
        assert self.state is not None
        seat_view = view(self.state, seat)
        return (
            sealed_actions.with_early_turn(seat_view, seat)
            if seat in self.seats_to_act and seat_view.public.actor != seat
            else seat_view
        )

    def receipt(self, command: str, digest: str) -> int:
        """Return the version that a command made; 0 for a new command, -1 if its id was used with another content."""
        packed_receipt = self._receipts.get(_command_mark(command))
        if packed_receipt is None:
            return 0
        return packed_receipt >> 32 if packed_receipt & 0xFFFFFFFF == int(digest[:8], 16) else -1

    @property
    def decks(self) -> tuple[DealEvent, ...]:
        """The decks of the deals on the score sheet, and those that the rules rejected."""
        events = self.log.events if self.log else []
        end_index = _end_of_closed_deals(events)
        return tuple(
            event
            for index, event in enumerate(events)
            if isinstance(event, DealEvent) and (index < end_index or event.refused)
        )

    @property
    def finished_lines(self) -> bytes:
        """The lines of the log up to the last deal on the score sheet.

        During the match they do not contain the seed of the computer players.
        """
        if self.log is None:
            return b""
        events = self.log.events[: max(1, _end_of_closed_deals(self.log.events))]
        return lines(events if self.log.over else [replace(self.log.begin, bots=0), *events[1:]])

    # Effects of events on the list of tables and on the journal

    def seat_changes(self, events: tuple[TableEvent, ...]) -> tuple[tuple[str, Seat | None], ...]:
        """Return the users whose seat these events change, each with the new seat (None: no seat)."""
        seat_by_user: dict[str, Seat | None] = {}
        for event in events:
            match event:
                case SeatLeft(seat):
                    seat_by_user[self.chairs[seat].user] = None
                case SeatTaken(seat, user):
                    seat_by_user[user] = seat
                case UserRemoved(seat, user) if seat is not None:
                    seat_by_user[user] = None
        return tuple(seat_by_user.items())

    def audit_notes(self, events: tuple[TableEvent, ...]) -> tuple[AuditNote, ...]:
        """Return the journal notes for these events: seats taken and left, removals, locks and reports."""
        entries = []
        for event in events:
            match event:
                case SeatLeft(seat):
                    entries.append(AuditNote("stood", self.chairs[seat].user, {"seat": seat}))
                case SeatTaken(seat, user, name):
                    entries.append(AuditNote("seated", user, {"seat": seat, "name": name}))
                case UserRemoved(seat, user):
                    entries.append(
                        AuditNote("removed", user, {"seat": -1 if seat is None else seat}, self.settings.host)
                    )
                case TableLocked(users):
                    entries.append(AuditNote("unlocked" if users is None else "locked", self.settings.host, {}))
                case ActionReported(_, deal, seat, _, user):
                    entries.append(AuditNote("reported", user, {"deal": deal, "seat": seat}))
        return tuple(entries)

    def ends_match(self, events: tuple[TableEvent, ...]) -> bool:
        """Return whether these events end the match."""
        if self.log is None or not any(isinstance(event, RowEvent | StopEvent) for event in events):
            return False
        log = copy(self.log)
        log.events, log.entries = [], list(log.entries)
        for event in events:
            if isinstance(event, LogEvent):
                log.enter(event, checked=False)
        return log.over

    def summary_after(self, events: tuple[TableEvent, ...]) -> Summary | None:
        """Return the summary that the table will have after these events, None if it will not change."""
        if all(isinstance(event, SUMMARY_NEUTRAL_EVENTS) for event in events):
            return None
        summary = self._copy_with(events).summary
        return None if summary == self.summary else summary

    def _copy_with(self, events: tuple[TableEvent, ...]) -> "TableState":
        """Return a copy of the state with these events entered; this one does not change."""
        new_state = copy(self)
        new_state.decision_versions, new_state.bot_actions, new_state.reports = (
            list(self.decision_versions),
            list(self.bot_actions),
            list(self.reports),
        )
        new_state.early_actions, new_state._early_action_versions, new_state.stand_in_actions = (
            dict(self.early_actions),
            dict(self._early_action_versions),
            dict(self.stand_in_actions),
        )
        new_state.claims = Counter(self.claims)
        if self.log is not None:
            new_state.log = copy(self.log)
            new_state.log.events, new_state.log.entries = list(self.log.events), list(self.log.entries)
        new_state.enter(events)
        return new_state

    # Entering a commit

    def enter(
        self, events: tuple[TableEvent, ...], command: str | None = None, digest: str | None = None
    ) -> CommitEffect:
        """Apply the events of the next commit, and return their effect on the deal."""
        effect, chairs, log = CommitEffect(events), self.chairs, self.log
        self.n += 1
        for event in events:
            if type(event) is ActionEvent:
                self._act(event, effect)
            else:
                self._enter_event(event, effect)
        if self.chairs is not chairs or self.log is not log:
            self._name_bots()
        if command and digest:
            self._receipts[_command_mark(command)] = self.n << 32 | int(digest[:8], 16)
        if self.log is not None:
            self._update_seats_to_act(events)
        if effect.steps:
            self.clocks_ms_at_last_step = self.clocks_ms
        return effect

    def _act(self, event: ActionEvent, effect: CommitEffect) -> None:
        assert self.log is not None
        old_state = self.log.state
        assert old_state is not None
        self.log.enter(event, checked=False)
        self.last = self.log.state
        assert self.last is not None
        self._record_stand_in(event)
        effect.steps.append(NarratedStep(old_state, event, self.last))
        chair = self.chairs[event.seat]
        if not chair.is_played_by_person:
            level = chair.level or self.settings.level
            self.bot_actions.append(
                BotAction(
                    self._early_action_versions.get(event.seat, self.n), len(self.log.events) - 1, event.seat, level
                )
            )
        if self.early_actions and self.early_actions.pop(event.seat, None) is not None:
            del self._early_action_versions[event.seat]
            effect.announced_seats.append(event.seat)
        self._drop_proposal()

    def _record_stand_in(self, event: ActionEvent) -> None:
        """Record what a computer player does in a person's place, until that person acts again."""
        chair = self.chairs[event.seat]
        if chair.user and chair.level:
            self.stand_in_actions[event.seat] = (*self.stand_in_actions.get(event.seat, ()), event.act)
        else:
            self.stand_in_actions.pop(event.seat, None)

    def _undo_stand_in(self, entry: EntryEvent) -> None:
        """Drop the last recorded action of a computer player in a person's place, when it is taken back."""
        if isinstance(entry, ActionEvent) and (remaining_actions := self.stand_in_actions.pop(entry.seat, ())[:-1]):
            self.stand_in_actions[entry.seat] = remaining_actions

    def _enter_event(self, event: TableEvent, effect: CommitEffect) -> None:
        match event:
            case SeatTaken(seat, user, name, guest):
                self._change_chair(seat, user=user, name=name, rank=(guest, self.n), level="")
            case SeatLeft(seat):
                self._change_chair(seat, user="", name="", rank=(True, 0))
            case PlayerRenamed(seat, name, guest):
                self._change_chair(seat, name=name, rank=(guest, self.n))
            case UserRemoved(seat, user, level):
                self.removed_users |= {user}
                if seat is not None:
                    self._change_chair(seat, user="", name="", rank=(True, 0), level=level, fallen=False)
                    if self.proposal and seat in (self.proposal.by, self.proposal.seat):
                        self._drop_proposal()
            case TableLocked(users):
                self.admitted_users = users
            case ActionReported():
                self.reports.append(event)
            case BotAssigned(seat, level):
                self._change_chair(seat, level=level)
                if self.proposal and (self.proposal.what, self.proposal.seat) == ("replace", seat):
                    self._drop_proposal()
            case ClockExpired(seat):
                self._change_chair(seat, fallen=True)
            case SeedCommitted():
                self.commitment = event
            case SealedActionTaken(seat, act):
                assert self.last is not None
                self.early_actions[seat], self._early_action_versions[seat] = act, self.n
                effect.steps.append(sealed_actions.early_step(self.last, seat, act))
                self._drop_proposal()
            case ProposalMade(number, "claim", by, ()):
                self.proposals = number
                self.claims[by] += 1
            case ProposalMade(number, what, by):
                self.proposal, self.proposals, self.agreeing_seats, self.declining_seat = event, number, (), None
                self.claims[by] += what == "claim"
            case ProposalAnswered() if self.proposal is None:
                pass  # it has refused a claim that nobody was asked about
            case ProposalAnswered(_, seat, yes):
                self.agreeing_seats = (*self.agreeing_seats, seat)
                if not yes:
                    self._drop_proposal()
                    self.declining_seat = seat
            case ClocksRecorded(left):
                self.clocks_ms = left
            case RematchOpened(table):
                self.rematch_table = table
            case BeginEvent():
                self.log = Log(event)
                self.game = self.log.game
            case _:
                self._enter_log_event(event, effect)

    def _enter_log_event(self, event: TableEvent, effect: CommitEffect) -> None:
        """Enter an event of the log other than an action."""
        log = self.log
        assert log is not None and isinstance(
            event, DealEvent | AgreementEvent | ConcessionEvent | UndoEvent | RowEvent | AdjustEvent | StopEvent
        )
        old_state = log.state
        if isinstance(event, UndoEvent):
            effect.undone_steps.extend(reversed(list(steps(log))[event.to :]))
        log.enter(event, checked=False)
        match event:
            case UndoEvent():
                for step in effect.undone_steps:
                    self._undo_stand_in(step.entry)
            case DealEvent():
                self.stand_in_actions = {}
                self.commitment, self.deck, self.early_actions, self._early_action_versions, self.bot_actions = (
                    None,
                    event,
                    {},
                    {},
                    [],
                )
                self.claims.clear()
            case RowEvent():
                self.chairs = tuple(replace(chair, fallen=False) if chair.fallen else chair for chair in self.chairs)
                self.early_actions, self._early_action_versions = {}, {}
            case AgreementEvent() | ConcessionEvent():
                assert old_state is not None and log.state is not None
                effect.steps.append(NarratedStep(old_state, event, log.state))
        self.last = log.state or self.last
        if not isinstance(event, DealEvent):
            self._drop_proposal()

    def _change_chair(self, seat: Seat, **changes: Any) -> None:
        chairs = list(self.chairs)
        chairs[seat] = replace(chairs[seat], **changes)
        self.chairs = tuple(chairs)

    def _name_bots(self) -> None:
        """Save the names of the computer players, so that they stay the same while people come and go."""
        for seat, (name, chair) in enumerate(zip(self.names, self.chairs, strict=True)):
            self._change_chair(seat, bot_name=name if not chair.user and (chair.level or self.log is not None) else "")

    def _drop_proposal(self) -> None:
        self.proposal, self.agreeing_seats = None, ()

    def _update_seats_to_act(self, events: tuple[TableEvent, ...]) -> None:
        """Update which seats have to act, and since which version."""
        state, log = self.state, self.log
        assert log is not None
        seats_to_act: tuple[Seat, ...] = ()
        self.sealed_actions = {}
        if state is not None and state.public.actor is not None:
            seats_to_act = (state.public.actor,)
            if state.public.phase in self.game.sealed_phases:
                self.sealed_actions = sealed_actions.actions_by_seat(log) | self.early_actions
                seats_to_act = tuple(seat for seat in range(self.game.seats) if seat not in self.sealed_actions)
        acted_seats = {event.seat for event in events if isinstance(event, ActionEvent)}
        all_start_again = any(isinstance(event, DealEvent | UndoEvent) for event in events)
        for seat in seats_to_act:
            if all_start_again or seat in acted_seats or seat not in self.seats_to_act:
                self.decision_versions[seat] = self.n
        self.seats_to_act = seats_to_act


def new_table_record(table: str, settings: TableSettings, host: str) -> NewTableRecord:
    """Return the store's record of a new table."""
    summary = TableState(settings).summary
    return NewTableRecord(table, msgspec.json.encode(settings), host, msgspec.json.encode(summary))


def _command_mark(command: str) -> int:
    """Return a command's id as eight bytes, because a table remembers thousands of them."""
    return int.from_bytes(hashlib.sha256(command.encode()).digest()[:8])


def _end_of_closed_deals(events: list[Any]) -> int:
    """Return the index after the last event of the deals on the score sheet."""
    return next((index + 1 for index in range(len(events) - 1, -1, -1) if isinstance(events[index], RowEvent)), 0)
