"""Write a table's commits to the store, and send their effects to clients once they are durable.

A commit is a group of events that is stored as a whole. It also contains consequences of its events, which the host
stores with it: changes of seats, notes for the journal (in which moderators look up what users did), whether the match
ends, and the table's new entry in lists of tables.
"""

from collections.abc import Iterable
from copy import copy
from hashlib import sha256

import msgspec
from msgspec import UNSET, UnsetType

from prikup.claims import line_of_play
from prikup.history.events import ActionEvent, AgreementEvent, BeginEvent, ConcessionEvent, RowEvent, StopEvent
from prikup.rules.errors import Reason, reason
from prikup.rules.state import Seat
from prikup.rules.tricks import Trick
from prikup.table import admission
from prikup.table.commands import clock, playing_time, reports, turn_times
from prikup.table.host.background_workers import WorkerFailed
from prikup.table.host.services import Host
from prikup.table.host.storage import (
    AuditNote,
    Commit,
    LobbyFlags,
    NewTableRecord,
    PairingOutcome,
    WaitingDecision,
)
from prikup.table.messages import broadcast, snapshot
from prikup.table.protocol.client_messages import ActCommand, ProposeCommand
from prikup.table.protocol.server_messages import ReceiptMessage, RefusedMessage, ServerMessage
from prikup.table.rated_match import (
    unrated_because_of_origins,
    unrated_because_of_players,
    unrated_because_of_settings,
)
from prikup.table.scheduler import due_events
from prikup.table.state.events import (
    ActionReported,
    ClockExpired,
    ClocksRecorded,
    ListingChanged,
    LogEvent,
    ProposalAnswered,
    ProposalMade,
    QuestionsTimed,
    RatingDecided,
    RematchOpened,
    SealedActionTaken,
    SeatForfeited,
    SeatLeft,
    SeatTaken,
    ShuffleInputSent,
    TableAnnulled,
    TableEvent,
    TableLocked,
    TimeExpired,
    TimesRecorded,
    UserRemoved,
    encode,
)
from prikup.table.state.live_state import LiveState, NotAllowed
from prikup.table.state.presence import UNKNOWN_ORIGIN, Client
from prikup.table.state.summary import Summary, lobby_flags, summary_of
from prikup.table.state.table_state import CommitEffect, TableState

__all__ = ["Committer", "list_changes", "send_messages"]

SUMMARY_NEUTRAL_EVENTS = (
    ActionEvent,
    SealedActionTaken,
    ClockExpired,
    TimeExpired,
    QuestionsTimed,
    ShuffleInputSent,
    ProposalMade,
    ProposalAnswered,
    ClocksRecorded,
    TimesRecorded,
    RematchOpened,
    TableLocked,
    ActionReported,
    AgreementEvent,
    ConcessionEvent,
)
"""The types of events that never change the table's `Summary` (its entry in lists of tables).

Of these, only `TableLocked` changes whether the lobby shows an open table.
"""


class Committer:
    """The writer of a table's commits, which are groups of events that are each stored as a whole.

    Its methods that write raise NotWritten if it is unknown whether a commit was stored; the caller must then call
    `reload`.
    """

    def __init__(self, live: LiveState, host: Host) -> None:
        self._live, self._host, self._store, self._time = live, host, host.store, host.time
        self._announced_version = live.table.n

    async def write(self, events: tuple[TableEvent, ...], opens: NewTableRecord | None = None) -> None:
        """Write these events as one commit, and send the effect of the commit to all clients.

        Do nothing if there are no events. `opens` is the record of a new table (a rematch) that is stored together with
        the commit, None if there is none.
        """
        if events:
            effect = await self._commit(events, opens=opens)
            self._announce(effect, await self._line_of_play(effect))

    async def write_command(
        self, client: Client, message: ActCommand | ProposeCommand, events: tuple[TableEvent, ...]
    ) -> None:
        """Write the events of the command `message` as one commit, and send the effect of the commit to all clients.

        The client is sent the receipt, which confirms its command, before any other message about the events.
        """
        effect = await self._commit(events, _command_key(client, message), _digest(message))
        line = await self._line_of_play(effect)
        client.send(ReceiptMessage(message.id, self._live.table.n))
        self._announce(effect, line)

    def receipt(self, client: Client, message: ActCommand | ProposeCommand) -> ReceiptMessage | None:
        """Return the receipt of the command `message` if it was executed before, so that it is not executed twice.

        A client sends a command again if it got no answer. Return None for a new command. Raise NotAllowed if the
        client has used the command's id for a different command.
        """
        executed = self._live.table.executed_command(_command_key(client, message), _digest(message))
        if executed is None:
            return None
        if not executed.is_same:
            raise NotAllowed(reason("id-twice"))
        return ReceiptMessage(message.id, executed.version)

    def outcome(
        self, client: Client, message: ActCommand | ProposeCommand, why: Reason
    ) -> ReceiptMessage | RefusedMessage:
        """Return the answer to the command `message`, whose write has failed, after the commits have been reloaded.

        The answer is a receipt if the commits contain the command, otherwise a refusal with the reason `why`.
        """
        executed = self._live.table.executed_command(_command_key(client, message), _digest(message))
        if executed is None or not executed.is_same:
            return RefusedMessage(why, message.id)
        return ReceiptMessage(message.id, executed.version)

    async def commit_due_changes(self) -> None:
        """Make all timed changes (changes without a command) that are due, and commit their events.

        An example is the next step of a shuffle. Before a turn-based table (players answer within hours or days) ends a
        player's time for a decision, it loads again its calendar, which says when the clocks of the players pause. The
        calendar in memory may lack a recent holiday or a recent pause of all servers.
        """
        if self._live.table.settings.turns is not None and turn_times.expiry_events(self._live):
            await self.load_calendar()
        while (events := due_events(self._live)) is not None:
            await self.write(events)
            broadcast.send_shuffling(self._live)

    async def reload(self) -> None:
        """Reload the table's state from its commits (stored groups of events).

        If the commits contain changes that clients have not been sent, send every client the whole state again.
        """
        live = self._live
        live.table = TableState.of(live.table.settings, await self._store.commits(live.name))
        if live.table.settings.clock is not None:
            clock.reset_clocks(live)
        if live.table.n != self._announced_version:
            self._announced_version = live.table.n
            for client in live.presence.clients:
                send_messages(client, snapshot.snapshot(live, client))

    async def load_calendar(self, table: TableState | None = None) -> None:
        """Load the data about players that a turn-based table needs, such as their holidays.

        At a turn-based table players answer within hours or days. The players are those of `table`, by default those
        of the current state.
        """
        live = self._live
        users = [user for user in (table or live.table).user_ids_by_seat if user] + [""]
        players = await self._host.calendar.players(users)
        live.pauses = {user: player.pauses for user, player in players.items()}
        live.often_absent_users = frozenset(user for user, player in players.items() if player.is_often_absent)
        live.forced_card_users = frozenset(user for user, player in players.items() if player.plays_forced_cards)

    async def _commit(
        self,
        events: tuple[TableEvent, ...],
        command: str | None = None,
        digest: str | None = None,
        opens: NewTableRecord | None = None,
    ) -> CommitEffect:
        """Write a commit (a group of events) and apply it to the table's state, without sending anything to clients.

        If a client's command caused the events, `command` is the key of the command and `digest` the hash of its
        content, as in `Commit`. `opens` is the record of a new table to store with the commit. Return the effect of the
        commit, from which the messages to clients are built.
        """
        live, table = self._live, self._live.table
        if table.settings.rated and any(isinstance(event, BeginEvent) for event in events):
            events = (RatingDecided(await self._unrated_why()), *events)
        has_clock = table.settings.clock is not None
        time_ms = round(self._time.wall() * 1000)
        if has_clock:
            events += clock.clock_events(live, events)
        if table.tracks_time:
            events += playing_time.time_events(live)
        decisions: tuple[WaitingDecision, ...] | UnsetType = UNSET
        if table.settings.turns is not None:
            await self.load_calendar(table.copy_with(events))
            live.read_clock(self._time)
            time_ms = live.wall_ms
            events += turn_times.question_events(live, events)
            decisions = turn_times.waiting_decisions(table.copy_with(events), live.wall_ms)
        over = _ends_match(table, events)
        ends = over or any(isinstance(event, RowEvent | ActionReported) for event in events)
        deal_reports = reports.reports_to_store(table, events) if ends else ()
        summary, lobby = list_changes(table, events)
        commit = Commit(
            table=live.name,
            seq=table.n + 1,
            events=encode(events),
            command=command,
            digest=digest,
            at=time_ms,
            sits=_seat_changes(table, events),
            over=over,
            opens=opens,
            notes=_audit_notes(table, events),
            reports=deal_reports,
            summary=msgspec.json.encode(summary) if summary else UNSET,
            lobby=lobby,
            pairing=_pairing_outcome(table, events),
            decisions=decisions,
        )
        await self._store.write(commit)
        effect = table.enter(events, command, digest)
        live.read_clock(self._time)
        if has_clock:
            clock.reset_clocks(live)
        if table.tracks_time:
            playing_time.tick(live)
        if effect.steps:
            live.proposal_counts.clear()
        if table.stage != "rest":
            live.rest_start, live.readers = None, set()
        return effect

    async def _unrated_why(self) -> str:
        """Return why the match that starts now does not count for ratings, as a key (`RatingDecided.why`).

        Return "" if it counts.
        """
        live, table = self._live, self._live.table
        users = [user for user in table.user_ids_by_seat if user]
        origins = [live.presence.origins.get(user, UNKNOWN_ORIGIN) for user in users]
        why = (
            unrated_because_of_settings(table.settings)
            or unrated_because_of_players(table)
            or unrated_because_of_origins(origins)
        )
        if not why and await self._host.rated_players.are_playing_elsewhere(tuple(users), live.name):
            return "elsewhere"
        return why

    def _announce(self, effect: CommitEffect, line: tuple[Trick, ...]) -> None:
        live = self._live
        if effect.steps and any(isinstance(event, BeginEvent) for event in effect.events):
            for client in live.presence.clients:  # a match that starts in the middle of a fixed deal
                send_messages(client, snapshot.match_messages(live, client))
        else:
            broadcast.send_effect(live, effect, line)
        self._announced_version = live.table.n
        if any(isinstance(event, BeginEvent | UserRemoved | TableLocked | TableAnnulled) for event in effect.events):
            admission.disconnect_forbidden(live)

    async def _line_of_play(self, effect: CommitEffect) -> tuple[Trick, ...]:
        """Return a possible play of the remaining tricks that leads to the result of an accepted claim.

        A claim is a proposal of how many of the remaining tricks a side takes. Return () if the commit (group of
        events) contains no claim that ends the deal, or if no such play was found.
        """
        table = self._live.table
        for step in effect.steps:
            if isinstance(step.entry, AgreementEvent) and table.state is None:
                try:
                    return await self._host.workers.hurry(line_of_play, table.game, step.before, step.entry.won)
                except WorkerFailed:
                    break  # the claim is valid without a line of play
        return ()


def send_messages(client: Client, messages: Iterable[ServerMessage]) -> None:
    """Send a client several messages in order."""
    for message in messages:
        client.send(message)


def _command_key(client: Client, message: ActCommand | ProposeCommand) -> str:
    return f"{client.user}/{message.id}"


def _digest(message: ActCommand | ProposeCommand) -> str:
    """Return the SHA-256 of a command's content in hex.

    It shows whether two commands with the same id have the same content.
    """
    content: tuple[object, ...]
    if isinstance(message, ProposeCommand):
        content = message.what, message.tricks, message.seat
    else:
        content = message.act if isinstance(message.act, tuple) else (message.act,)
    return sha256(msgspec.json.encode(content)).hexdigest()


# Consequences of events for the journal and for lists of tables


def _seat_changes(table: TableState, events: tuple[TableEvent, ...]) -> tuple[tuple[str, Seat | None], ...]:
    """Return the users whose seats these events change, as pairs of a user id and the new seat (None: no seat)."""
    seat_by_user: dict[str, Seat | None] = {}
    for event in events:
        match event:
            case SeatLeft(seat):
                seat_by_user[table.chairs[seat].user] = None
            case SeatTaken(seat, user):
                seat_by_user[user] = seat
            case UserRemoved(seat, user) if seat is not None:
                seat_by_user[user] = None
    return tuple(seat_by_user.items())


def _audit_notes(table: TableState, events: tuple[TableEvent, ...]) -> tuple[AuditNote, ...]:
    """Return the notes about these events for the journal, in which the host's moderators look up what users did.

    There is a note for each seat taken or left, each removed user, each lock or unlock of the table, each report of a
    computer player's bad action, each forfeit, and each time the table's host (who opened it) lists a rated table
    again.
    """
    entries = []
    for event in events:
        match event:
            case SeatLeft(seat):
                user = table.chairs[seat].user
                moves = any(isinstance(event, SeatTaken) and event.user == user for event in events)
                is_open = {"open": 1} if table.settings.open and not moves else {}
                entries.append(AuditNote("stood", user, {"seat": seat} | is_open))
            case SeatTaken(seat, user, name):
                entries.append(AuditNote("seated", user, {"seat": seat, "name": name}))
            case UserRemoved(seat, user):
                entries.append(AuditNote("removed", user, {"seat": -1 if seat is None else seat}, table.settings.host))
            case SeatForfeited(seat, why, deals):
                entries.append(AuditNote("forfeited", table.chairs[seat].user, {"why": why, "deals": deals}))
            case ListingChanged(True) if table.settings.rated:
                entries.append(AuditNote("rated-listed", table.settings.host, {}))
            case TableLocked(users):
                entries.append(AuditNote("unlocked" if users is None else "locked", table.settings.host, {}))
            case ActionReported(_, deal, seat, _, user):
                entries.append(AuditNote("reported", user, {"deal": deal, "seat": seat}))
    return tuple(entries)


def _pairing_outcome(table: TableState, events: tuple[TableEvent, ...]) -> PairingOutcome | UnsetType:
    """Return the outcome of the quick pairing that opened the table, if these events decide it; otherwise UNSET.

    Quick pairing opens tables for people who look for players at the same time.
    """
    if table.settings.pairing is None:
        return UNSET
    for event in events:
        match event:
            case BeginEvent():
                return PairingOutcome()
            case TableAnnulled(seats):
                return PairingOutcome(tuple(table.settings.reserved[seat] for seat in seats))
    return UNSET


def _ends_match(table: TableState, events: tuple[TableEvent, ...]) -> bool:
    """Return whether these events, which are not applied yet, end the match."""
    if table.log is None or not any(isinstance(event, RowEvent | StopEvent) for event in events):
        return False
    log = copy(table.log)
    log.events, log.entries = [], list(log.entries)
    for event in events:
        if isinstance(event, LogEvent):
            log.enter(event, checked=False)
    return log.over


def list_changes(table: TableState, events: tuple[TableEvent, ...]) -> tuple[Summary | None, LobbyFlags | UnsetType]:
    """Return how these events, which are not applied yet, change the lists of tables.

    The first item is the table's new entry in lists of tables, None if the entry does not change. The second item says
    which lists of the lobby (open tables, matches to watch) show the table afterwards, UNSET if neither these lists nor
    the table's entry in them change.
    """
    is_public = table.is_public
    if all(
        isinstance(event, SUMMARY_NEUTRAL_EVENTS) and not (is_public and isinstance(event, TableLocked))
        for event in events
    ):
        return None, UNSET
    later = table.copy_with(events)
    summary, flags, old_flags = summary_of(later), lobby_flags(later), lobby_flags(table)
    is_same = summary == summary_of(table)
    is_row_changed = not is_same and (flags.listed or old_flags.listed)
    return None if is_same else summary, flags if flags != old_flags or is_row_changed else UNSET
