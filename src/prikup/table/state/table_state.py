"""The state of a table, which depends only on its settings and its commits (stored groups of events).

The same function applies new commits and the stored commits of a table that is loaded. So a table that was lost from
memory is restored exactly. A commit is applied only after it is durable.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable
from copy import copy
from typing import Any, Literal, NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from prikup.games import game
from prikup.history.events import (
    HUMAN,
    ActionEvent,
    AdjustEvent,
    AgreementEvent,
    BeginEvent,
    ConcessionEvent,
    DealEvent,
    EntryEvent,
    RowEvent,
    StopEvent,
    UndoEvent,
)
from prikup.history.log import Log
from prikup.name_comparison import distinct_names, look_alike
from prikup.narration import NarratedStep, steps
from prikup.rules.game import AnyGame
from prikup.rules.state import Action, Seat, State, View, view
from prikup.table.host.storage import Commit
from prikup.table.state import sealed_actions
from prikup.table.state.events import (
    ActionReported,
    BotAssigned,
    ClockExpired,
    ClocksRecorded,
    ListingChanged,
    PlayerRenamed,
    ProposalAnswered,
    ProposalMade,
    QuestionsTimed,
    RatingDecided,
    RematchOpened,
    SealedActionTaken,
    SeatForfeited,
    SeatLeft,
    SeatTaken,
    SeedCommitted,
    ShuffleInputSent,
    TableAnnulled,
    TableEvent,
    TableLocked,
    TimeExpired,
    TimesRecorded,
    UserRemoved,
    decode,
)
from prikup.table.table_settings import TableSettings
from prikup.table.turn_calendar import HOUR_MS

__all__ = [
    "BOT_NAMES",
    "GUEST_NAME",
    "STAND_IN_LEVEL",
    "Chair",
    "CommitEffect",
    "ExecutedCommand",
    "Stage",
    "TableState",
]

Stage = Literal["open", "shuffle", "deal", "rest", "over"]

BOT_NAMES = ("Vera", "Tigran", "Pekka", "Nina", "Anush", "Oleg", "Aino", "Milan")
"""The names of computer players; clients transliterate them into the script of the user's language."""

GUEST_NAME = "Guest"
"""The name under which a person without a display name appears in a match log."""

STAND_IN_LEVEL = "rule"
"""The level (strength) of the computer player that decides for a person whose time for a decision is over.

It applies in rated matches and at turn-based tables; in other matches the table's settings say which level decides.
"""


class BotAction(Struct, frozen=True):
    """An action of a computer player, recorded because users may report it as bad.

    - `n`: the version of the table (the number of its commits) with which clients were sent the action.
    - `event`: the index of the action in the match log, from 0.
    - `seat`: the seat that acted.
    - `level`: the level (strength) of the computer player.
    """

    n: int
    event: int
    seat: Seat
    level: str


class Chair(Struct, frozen=True):
    """The player of a seat.

    - `user`: the id of the user to whom the seat belongs, "" if it belongs to no user.
    - `name`: the display name of the user, "" if they have none.
    - `bot_name`: the name of the computer player to which a seat without a user belongs.
    - `rank`: a pair that decides who keeps a name that two users have; the user with the smaller rank does. The first
      item is false for the owner of an account and true for a guest. The second is the version of the table (the number
      of its commits) at which the user took the name.
    - `level`: the level (strength) of the computer player that plays for the seat, "" if none does.
    - `clock_expired`: true if the user's clock has run out, so that a computer player plays for the seat until the end
      of the deal.
    - `is_overdue`: true at a turn-based table if the user's time for the current decision is over, so that a computer
      player takes this decision.
    - `overdue_count`: the number of decisions since the user's last own action for which the time was over.
    """

    user: str = ""
    name: str = ""
    bot_name: str = ""
    rank: tuple[bool, int] = (True, 0)
    level: str = ""
    clock_expired: bool = False
    is_overdue: bool = False
    overdue_count: int = 0

    @property
    def display_name(self) -> str:
        """The name that the user has given, or `GUEST_NAME` for a user without a name; "" for a seat without a user."""
        return self.name or (GUEST_NAME if self.user else "")

    @property
    def person(self) -> bool:
        """Whether the seat belongs to a person who has not been replaced by a computer player."""
        return bool(self.user) and not self.level

    @property
    def is_played_by_person(self) -> bool:
        """Whether a person plays for the seat at the moment.

        This is so unless a computer player has replaced the person or the person's time has run out.
        """
        return self.person and not self.clock_expired and not self.is_overdue

    @property
    def empty(self) -> bool:
        """Whether the seat has neither a user nor a computer player."""
        return not self.user and not self.level


class CommitEffect(Struct):
    """The events of a commit (a group of events stored as a whole), and their effect on the deal.

    - `events`: the events of the commit.
    - `steps`: the new steps of the deal, such as actions.
    - `announced_seats`: the seats whose actions in `steps` clients know already. These actions were announced when the
      seats placed them before their turn.
    - `undone_steps`: the steps of the deal that were taken back, the last one first.
    """

    events: tuple[TableEvent, ...]
    steps: list[NarratedStep] = field(default_factory=list)
    announced_seats: list[Seat] = field(default_factory=list)
    undone_steps: list[NarratedStep] = field(default_factory=list)


class ExecutedCommand(NamedTuple):
    """A command that was executed before, and that a client has now sent again.

    `version` is the version of the table (the number of its commits) after the command. `is_same` is true if the client
    has sent the same content again, false if it has sent another content with the same id.
    """

    version: int
    is_same: bool


class TableState:
    """The state of a table after its commits (groups of events, each stored as a whole).

    The table and its players:

    - `n`: the version of the table, which is the number of its commits.
    - `chairs`: the player of each seat.
    - `removed_users`: the users who may no longer take a seat here.
    - `admitted_users`: the users who may join the table while it is locked, None while it is not locked.
    - `rematch_table`: the id of the table of the rematch, "" if there is none.
    - `listed_since_ms`: the time (wall clock, ms) at which an open table was opened, or last listed again by its host.
    - `listing_ended_ms`: the time (wall clock, ms) at which an open table left the list, 0 if it has not left it since
      it was last listed.
    - `is_annulled`: true if the table was given up before its match, because some of its people did not come.

    The match and the deal:

    - `log`: the match log, None before the match.
    - `last`: the latest state of a deal. After the deal's end it stays until the next deal starts.
    - `commitment`: the event with the secret seed of the shuffle in progress, None if there is none. During a deal at a
      turn-based table (players answer within hours or days), it is the event with the seed of the next deck.
    - `shuffle_inputs`: by seat, the inputs that players have sent during a deal for the next deck.
    - `has_final_hashes`: true if the hashes among these inputs can no longer change, because at some time all people
      without a computer player in their place had sent theirs. It stays true if such a person returns later.
    - `is_shuffled_ahead`: true if the seed in `commitment` was chosen during a deal, so that nobody waits for inputs.
    - `deck`: the event with the deck that was dealt last.
    - `clocks_ms`: the times on the clocks at the latest commit, in milliseconds by seat.
    - `clocks_ms_at_last_step`: the times on the clocks at the last step of the deal.
    - `played_ms`: the time for which the match was played, as last recorded, in milliseconds.
    - `away_ms`: by seat, the time for which the user was away, as last recorded, in milliseconds.
    - `asked_ms`: at a turn-based table, the time at which each seat was asked for its decision (wall clock, ms), None
      for a seat that does not have to act.
    - `reserves_ms`: at a turn-based table, the time left in the reserve of each seat (extra time for the whole match),
      as last recorded, in milliseconds.
    - `decision_counts`, `bot_decision_counts`: by seat, the number of actions in the match if the seat belongs to a
      person, and the number of those that a computer player did in the person's place.

    Ratings:

    - `unrated_why`: why the match is not rated although that was requested, "" if it is rated. It is None before the
      match, and at a table where no rated match was requested.
    - `forfeits`: the seats whose users have forfeited the match, each with the number of deals finished by then.
    - `expired_decisions`: by seat, how often the clock has run out, so that a computer player decided.

    The actions of the seats:

    - `seats_to_act`: the seats that have to act.
    - `decision_versions`: by seat, the version of the table at which the seat's current decision arose.
    - `sealed_actions`: by seat, the actions in the current sealed phase, where no seat sees the actions of the others.
    - `early_actions`: those sealed actions that are stored until it is their seat's turn.
    - `stand_in_actions`: by seat, the actions that a computer player has done in the current deal in place of a person,
      since that person last acted.
    - `bot_actions`: the actions of computer players in the last deal.
    - `reports`: all reports of bad actions of computer players.

    Proposals:

    - `proposal`: the open proposal, None if there is none.
    - `proposals`: the number of proposals so far.
    - `agreeing_seats`: the seats that have accepted the open proposal.
    - `declining_seat`: the seat that rejected or withdrew the last proposal, None if none did.
    - `claims`: the number of claims of each seat in this deal, including claims that were refused at once.
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
        self.shuffle_inputs: dict[Seat, ShuffleInputSent] = {}
        self.has_final_hashes = False
        self.is_shuffled_ahead = False
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
        self.played_ms = 0
        self.away_ms = (0,) * seats
        self.asked_ms: tuple[int | None, ...] = (None,) * seats
        self.reserves_ms = (settings.turns.reserve_h * HOUR_MS if settings.turns else 0,) * seats
        self.decision_counts = self.bot_decision_counts = (0,) * seats
        self.unrated_why: str | None = None
        self.forfeits: dict[Seat, int] = {}
        self.expired_decisions = (0,) * seats
        self.rematch_table = ""
        self.is_annulled = False
        self.stand_in_actions: dict[Seat, tuple[Action, ...]] = {}
        self.listed_since_ms = settings.opened_ms
        self.listing_ended_ms = 0
        self.removed_users: frozenset[str] = frozenset(settings.barred)
        self.admitted_users: tuple[str, ...] | None = None
        self.bot_actions: list[BotAction] = []
        self.reports: list[ActionReported] = []
        self._receipts: dict[int, int] = {}

    @classmethod
    def of(cls, settings: TableSettings, commits: Iterable[Commit]) -> "TableState":
        """Return the state of a table with these settings after all its `commits` are applied in order."""
        table = cls(settings)
        for commit in commits:
            table.enter(decode(commit.events), commit.command, commit.digest)
        return table

    # Queries

    @property
    def stage(self) -> Stage:
        """The stage of the match: "open" before its start, "shuffle", "deal", "rest" between two deals, or "over"."""
        if self.log is None:
            return "open"
        if self.log.over:
            return "over"
        if self.log.state is not None:
            return "deal"
        return "shuffle" if self.commitment else "rest"

    @property
    def wants_listing(self) -> bool:
        """Whether the table was opened for anybody, has not left the list of open tables, and has no match yet."""
        return self.settings.open and not self.listing_ended_ms and self.log is None

    @property
    def is_listed(self) -> bool:
        """Whether the list of open tables shows the table, because anybody may take a seat now."""
        return self.wants_listing and self.admitted_users is None and any(chair.empty for chair in self.chairs)

    @property
    def is_public(self) -> bool:
        """Whether strangers may find the match in the lobby: the table was opened for anybody, or by quick pairing."""
        return self.settings.open or self.settings.pairing is not None

    @property
    def is_watchable(self) -> bool:
        """Whether the list of matches to watch shows the table.

        Only tables that were opened for anybody or by quick pairing are shown there, never those that people enter by a
        link.
        """
        is_running = self.log is not None and not self.log.over
        return self.is_public and self.settings.spectators and is_running and self.admitted_users is None

    @property
    def state(self) -> State[Any] | None:
        """The state of the deal that is being played; None if no deal is being played."""
        return self.log.state if self.log and not self.log.stopped else None

    @property
    def user_ids_by_seat(self) -> tuple[str, ...]:
        """The ids of the seated users in order of the seats, "" for a seat without a user."""
        return tuple(chair.user for chair in self.chairs)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players by seat, changed where two of them could be confused.

        A person without a name is called `GUEST_NAME`.
        """
        order = sorted(range(len(self.chairs)), key=lambda seat: (not self.chairs[seat].user, self.chairs[seat].rank))
        ordered_names = [self.chairs[seat].display_name for seat in order if self.chairs[seat].user]
        for seat in order[len(ordered_names) :]:
            name = self.chairs[seat].bot_name
            ordered_names.append("" if any(look_alike(name, taken_name) for taken_name in ordered_names) else name)
        unique_names = distinct_names(tuple(ordered_names), (*self.settings.names, *BOT_NAMES))
        return tuple(name for _, name in sorted(zip(order, unique_names, strict=True)))

    @property
    def bots(self) -> tuple[Seat, ...]:
        """The seats that have to act now and for which a computer player is playing."""
        return tuple(seat for seat in self.seats_to_act if not self.chairs[seat].is_played_by_person)

    @property
    def practice(self) -> bool:
        """Whether the match started with a single person against computer players."""
        return self.log is not None and self.log.begin.players.count(HUMAN) == 1

    @property
    def is_rated(self) -> bool:
        """Whether the match counts for ratings; false before it starts."""
        return self.unrated_why == ""

    @property
    def tracks_time(self) -> bool:
        """Whether commits record for how long the match is played, because it has a time limit or is rated."""
        return self.settings.minutes > 0 or self.is_rated

    @property
    def missing_seats(self) -> tuple[Seat, ...]:
        """The seats that are reserved for people who have not taken them."""
        reserved_users = enumerate(self.settings.reserved)
        return tuple(seat for seat, user in reserved_users if user and self.chairs[seat].user != user)

    def seat_of(self, user: str) -> Seat | None:
        """Return the seat of the user with this id; None if the user has no seat or the id is ""."""
        return next((seat for seat, chair in enumerate(self.chairs) if chair.user and chair.user == user), None)

    def playing_level(self, seat: Seat) -> str:
        """Return the level (strength) of the computer player that plays for a seat.

        If a person plays for the seat, return the level of the one that would do so when the person's time is over.
        """
        is_stand_in_fixed = self.is_rated or self.settings.turns is not None
        return self.chairs[seat].level or (STAND_IN_LEVEL if is_stand_in_fixed else self.settings.level)

    def decision_view(self, seat: Seat) -> View[Any]:
        """Return the View (what one seat may know) on which a seat bases its decision.

        In a sealed phase, where all seats may act at the same time, it is the View as if it were the seat's turn.
        """
        assert self.state is not None
        seat_view = view(self.state, seat)
        return (
            sealed_actions.with_early_turn(seat_view, seat)
            if seat in self.seats_to_act and seat_view.public.actor != seat
            else seat_view
        )

    def executed_command(self, command: str, digest: str) -> ExecutedCommand | None:
        """Return the executed command with the key `command`, None if there is none.

        The key has the form `USER/ID`. `digest` is the hash of the content that the client has now sent with this key,
        as in `Commit`.
        """
        packed = self._receipts.get(_command_mark(command))
        return None if packed is None else ExecutedCommand(packed >> 32, packed & 0xFFFFFFFF == int(digest[:8], 16))

    def copy_with(self, events: tuple[TableEvent, ...]) -> "TableState":
        """Return a copy of the state to which these events are applied; this state does not change."""
        new_state = copy(self)
        new_state.decision_versions = list(self.decision_versions)
        new_state.bot_actions, new_state.reports = list(self.bot_actions), list(self.reports)
        new_state.early_actions, new_state.shuffle_inputs = dict(self.early_actions), dict(self.shuffle_inputs)
        new_state._early_action_versions = dict(self._early_action_versions)
        new_state.stand_in_actions = dict(self.stand_in_actions)
        new_state.claims = Counter(self.claims)
        if self.log is not None:
            new_state.log = copy(self.log)
            new_state.log.events, new_state.log.entries = list(self.log.events), list(self.log.entries)
        new_state.enter(events)
        return new_state

    # Application of a commit

    def enter(
        self, events: tuple[TableEvent, ...], command: str | None = None, digest: str | None = None
    ) -> CommitEffect:
        """Apply the events of the next commit to the state, and return their effect on the deal.

        If a client's command caused the events, `command` is the key of the command and `digest` the hash of its
        content, as in `Commit`. Otherwise both are None.
        """
        effect, chairs, log = CommitEffect(events), self.chairs, self.log
        self.n += 1
        for event in events:
            if type(event) is ActionEvent:
                self._act(event, effect)
            else:
                self._enter_event(event, effect)
        if command:
            self._note_own_action(events)
        if self.chairs is not chairs or self.log is not log:
            self._name_bots()
        if command and digest:
            self._receipts[_command_mark(command)] = self.n << 32 | int(digest[:8], 16)
        if self.shuffle_inputs and not self.has_final_hashes:
            self.has_final_hashes = self._all_hashes_sent()
        if self.log is not None:
            self._update_seats_to_act(events)
        if effect.steps:
            self.clocks_ms_at_last_step = self.clocks_ms
        return effect

    def _all_hashes_sent(self) -> bool:
        """Return whether all people have sent the hashes of their entropies (random texts) for the next deck.

        A computer player that takes a single decision for a player who is late does not send one in their place.
        """
        inputs = self.shuffle_inputs
        seats = [seat for seat, chair in enumerate(self.chairs) if chair.person]
        return bool(seats) and all(seat in inputs and inputs[seat].hash for seat in seats)

    def _note_own_action(self, events: tuple[TableEvent, ...]) -> None:
        """Set a player's count of late decisions to 0 if the player has acted by the command that caused these events.

        The first action in the events is that of the player. It may be followed by actions that other seats placed
        before their turn.
        """
        action = next((event for event in events if isinstance(event, ActionEvent | SealedActionTaken)), None)
        if action is not None and self.chairs[action.seat].overdue_count:
            self._change_chair(action.seat, overdue_count=0)

    def _act(self, event: ActionEvent, effect: CommitEffect) -> None:
        assert self.log is not None
        old_state = self.log.state
        assert old_state is not None
        self.log.enter(event, checked=False)
        self.last = self.log.state
        assert self.last is not None
        self._record_stand_in(event)
        self._count_decision(event.seat)
        effect.steps.append(NarratedStep(old_state, event, self.last))
        chair = self.chairs[event.seat]
        if not chair.is_played_by_person:
            version, level = self._early_action_versions.get(event.seat, self.n), self.playing_level(event.seat)
            self.bot_actions.append(BotAction(version, len(self.log.events) - 1, event.seat, level))
            self._end_expiry(event.seat)
        if chair.is_overdue:
            self._change_chair(event.seat, is_overdue=False)
        if self.early_actions and self.early_actions.pop(event.seat, None) is not None:
            del self._early_action_versions[event.seat]
            effect.announced_seats.append(event.seat)
        self._drop_proposal()

    def _end_expiry(self, seat: Seat) -> None:
        """Let a user whose clock was at zero decide again, after a computer player's action in a rated match."""
        if self.is_rated and self.chairs[seat].clock_expired:
            self._change_chair(seat, clock_expired=False)

    def _record_stand_in(self, event: ActionEvent) -> None:
        """Record an action that a computer player does in a person's place; clear the record when that person acts."""
        chair = self.chairs[event.seat]
        if chair.user and (chair.level or chair.is_overdue):
            self.stand_in_actions[event.seat] = (*self.stand_in_actions.get(event.seat, ()), event.act)
        else:
            self.stand_in_actions.pop(event.seat, None)

    def _count_decision(self, seat: Seat) -> None:
        """Count an action of a seat that belongs to a person."""
        chair = self.chairs[seat]
        if chair.user:
            self.decision_counts = _add_one(self.decision_counts, seat)
            if not chair.is_played_by_person:
                self.bot_decision_counts = _add_one(self.bot_decision_counts, seat)

    def _undo_stand_in(self, entry: EntryEvent) -> None:
        """Drop the record of a computer player's last action in a person's place, because `entry` is taken back.

        Do nothing if `entry` is not an action.
        """
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
                    self._change_chair(seat, user="", name="", rank=(True, 0), level=level, clock_expired=False)
                    self._change_chair(seat, is_overdue=False)
                    if self.proposal and seat in (self.proposal.by, self.proposal.seat):
                        self._drop_proposal()
            case TableLocked(users):
                self.admitted_users = users
            case ActionReported():
                self.reports.append(event)
            case BotAssigned(seat, level):
                self._change_chair(seat, level=level)
                if not level:
                    self._change_chair(seat, is_overdue=False, overdue_count=0)
                if self.proposal and (self.proposal.what, self.proposal.seat) == ("replace", seat):
                    self._drop_proposal()
            case ClockExpired(seat):
                self._change_chair(seat, clock_expired=True)
                self.expired_decisions = _add_one(self.expired_decisions, seat)
            case RatingDecided(why):
                self.unrated_why = why
            case SeatForfeited(seat, _, deals):
                self.forfeits = self.forfeits | {seat: deals}
            case TimesRecorded(played, away):
                self.played_ms, self.away_ms = played, away or self.away_ms
            case TimeExpired(seat):
                self._change_chair(seat, is_overdue=True, overdue_count=self.chairs[seat].overdue_count + 1)
                self._drop_proposal()
            case QuestionsTimed(asked, reserves):
                self.asked_ms, self.reserves_ms = asked, reserves
            case SeedCommitted():
                if self.commitment is None or event.seed != self.commitment.seed:
                    self.shuffle_inputs, self.has_final_hashes = {}, False
                    self.is_shuffled_ahead = self.log is not None and self.log.state is not None
                self.commitment = event
            case ShuffleInputSent(seat):
                self.shuffle_inputs[seat] = event
            case SealedActionTaken(seat, act):
                assert self.last is not None
                self.early_actions[seat], self._early_action_versions[seat] = act, self.n
                effect.steps.append(sealed_actions.early_step(self.last, seat, act))
                self._end_expiry(seat)
                self._drop_proposal()
            case ProposalMade(number, "claim", by, ()):
                self.proposals = number
                self.claims[by] += 1
            case ProposalMade(number, what, by):
                self.proposal, self.proposals, self.agreeing_seats, self.declining_seat = event, number, (), None
                self.claims[by] += what == "claim"
            case ProposalAnswered() if self.proposal is None:
                pass  # it records that a claim was refused at once, without asking anyone
            case ProposalAnswered(_, seat, yes):
                self.agreeing_seats = (*self.agreeing_seats, seat)
                if not yes:
                    self._drop_proposal()
                    self.declining_seat = seat
            case ClocksRecorded(left):
                self.clocks_ms = left
            case ListingChanged(True, at):
                self.listed_since_ms, self.listing_ended_ms = at, 0
            case ListingChanged(False, at):
                self.listing_ended_ms = at
            case TableAnnulled():
                self.is_annulled = True
            case RematchOpened(table):
                self.rematch_table = table
            case BeginEvent():
                self.log = Log(event)
                self.game = self.log.game
            case _:
                self._enter_log_event(event, effect)

    def _enter_log_event(self, event: TableEvent, effect: CommitEffect) -> None:
        """Apply an event of the match log that is not an action."""
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
                self._end_overdue_decisions()
            case DealEvent():
                self.stand_in_actions = {}
                self.commitment, self.deck, self.bot_actions = None, event, []
                self.early_actions, self._early_action_versions = {}, {}
                self.claims.clear()
            case RowEvent():
                self.chairs = tuple(
                    replace(chair, clock_expired=False) if chair.clock_expired else chair for chair in self.chairs
                )
                self._end_overdue_decisions()
                self.early_actions, self._early_action_versions = {}, {}
            case AgreementEvent() | ConcessionEvent():
                assert old_state is not None and log.state is not None
                effect.steps.append(NarratedStep(old_state, event, log.state))
        self.last = log.state or self.last
        if not isinstance(event, DealEvent):
            self._drop_proposal()

    def _end_overdue_decisions(self) -> None:
        """Record that computer players no longer decide for the people whose time for a decision was over."""
        for seat, chair in enumerate(self.chairs):
            if chair.is_overdue:
                self._change_chair(seat, is_overdue=False)

    def _change_chair(self, seat: Seat, **changes: Any) -> None:
        chairs = list(self.chairs)
        chairs[seat] = replace(chairs[seat], **changes)
        self.chairs = tuple(chairs)

    def _name_bots(self) -> None:
        """Save the current names of the computer players, so that they keep their names when people come and go."""
        for seat, (name, chair) in enumerate(zip(self.names, self.chairs, strict=True)):
            self._change_chair(seat, bot_name=name if not chair.user and (chair.level or self.log is not None) else "")

    def _drop_proposal(self) -> None:
        self.proposal, self.agreeing_seats = None, ()

    def _update_seats_to_act(self, events: tuple[TableEvent, ...]) -> None:
        """Update which seats have to act, and at which version of the table each of their decisions arose."""
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


def _command_mark(command: str) -> int:
    """Return a 64-bit hash of a command's key, which saves memory because a table remembers thousands of commands."""
    return int.from_bytes(hashlib.sha256(command.encode()).digest()[:8])


def _add_one(numbers: tuple[int, ...], index: int) -> tuple[int, ...]:
    """Return the numbers with the one at an index increased by 1."""
    return tuple(number + (position == index) for position, number in enumerate(numbers))
