"""The actor that owns one table: a task that processes the items in the table's inbox one at a time.

    message ── check ──▶ events ── EventStore.write ──▶ TableState.enter ──▶ messages to clients

A client's command is checked against the current state of the table and converted to events. The events are written to
the store as one commit (a group of events that is stored as a whole). Only when the commit is durable are its events
applied to the state and sent to clients. So no client, not even one that joins during a write, sees anything that could
be lost. `TableState.enter` applies new commits, and also the stored commits of a table that is loaded. If a write
fails, it is unknown whether the commit was stored. The table then reloads its commits before it answers the command.

Some changes happen without a command: the steps of a shuffle, clocks that run out, computer players that replace absent
players. Which of these *timed changes* are due depends only on the table's state and the time. The table checks it
after every item. An alarm adds an item to the inbox at the next time at which a timed change can become due.
"""

import asyncio
import logging
from typing import NamedTuple, Self, assert_never

from prikup.rules.cards import Card
from prikup.rules.errors import Reason, reason
from prikup.rules.state import Seat
from prikup.table import admission
from prikup.table.commands import (
    actions,
    between_deals,
    clock,
    listing,
    moderation,
    playing_time,
    proposals,
    seats,
    shuffling,
    shuffling_ahead,
)
from prikup.table.commands.bots import BotDecision, Bots, decision_events
from prikup.table.commands.chat import chat
from prikup.table.commands.hints import HintResult, Hints
from prikup.table.commands.pointing import last_card_pointed_at, point
from prikup.table.commands.rematch import rematch
from prikup.table.commands.reports import report
from prikup.table.commit import Committer, send_messages
from prikup.table.host.services import MAX_TABLES_BY_TURNS, Host, OwnedElsewhere
from prikup.table.host.storage import NotWritten
from prikup.table.inbox import (
    AlarmRang,
    ClientJoined,
    ClientLeft,
    Item,
    ListingRequested,
    MatchRated,
    MessageReceived,
    UserRenamed,
)
from prikup.table.messages import broadcast, snapshot
from prikup.table.protocol.client_messages import (
    ActCommand,
    AnswerCommand,
    ChatCommand,
    ClientCommand,
    CutCommand,
    EntropyCommand,
    FillCommand,
    HashCommand,
    HintCommand,
    LockCommand,
    NextCommand,
    PointCommand,
    ProposeCommand,
    RematchCommand,
    RemoveCommand,
    ReportCommand,
    ReserveCommand,
    SitCommand,
    StandCommand,
    StartCommand,
    WhyCommand,
)
from prikup.table.protocol.message_parts import RatingEffect
from prikup.table.protocol.server_messages import NotedMessage, RefusedMessage, SeatsMessage, ServerMessage
from prikup.table.scheduler import Alarm, next_due_time
from prikup.table.state.disclosure import disclosed_lines
from prikup.table.state.events import SeatTaken
from prikup.table.state.live_state import LiveState, NotAllowed
from prikup.table.state.presence import Client
from prikup.table.state.summary import Summary, summary_of
from prikup.table.state.table_state import Stage, TableState
from prikup.table.table_settings import TableSettings, Timing

__all__ = ["Table"]

PAUSE_S = 1.0
"""Seconds after a failed write during which the table makes no timed change (a change without a command)."""
UNKNOWN_S = 8.0
"""Seconds after which a client that waits for the answer to a command is disconnected.

This happens only if writing the command's events has failed, so that it is unknown whether the command was executed.
"""
TOO_OFTEN = ("chat-too-fast", "seat-too-fast")
"""The keys of the reasons with which a rate limit refuses a command.

Such refusals are logged for the people who operate the host.
"""

logger = logging.getLogger("prikup.table")


class Table:
    """A table in memory, with the task that processes the items in its inbox, such as clients' messages.

    `load` creates the table from its commits (stored groups of events), `start_task` starts the task, and `stop` ends
    the task after all items in the inbox have been processed.
    """

    def __init__(self, live: LiveState, host: Host) -> None:
        self._live, self._host = live, host
        self._committer = Committer(live, host)
        self._inbox: asyncio.Queue[Item | None] = asyncio.Queue()
        self._bots = Bots(host, live.timing.pace, self._inbox.put_nowait, self._card_pointed_at)
        self._hints = Hints(host.workers, self._inbox.put_nowait)
        self._alarm = Alarm(host.time, lambda: self._inbox.put_nowait(AlarmRang()))
        self._outcome_unknown = False  # true from a failure until the commits have been reloaded
        self._pending_commands: list[_Unanswered] = []
        self._paused_until = 0.0  # the time until which a failure stops the timed changes
        self._dismissal_reason: Reason | None = None  # None as long as this host serves the table
        self._is_stopping = False
        self._task: asyncio.Task[None] | None = None

    @classmethod
    async def load(
        cls,
        id: str,  # noqa: A002  (an id everywhere in the protocol)
        settings: TableSettings,
        host: Host,
        timing: Timing,
    ) -> Self:
        """Load a table from its commits (stored groups of events) in the host's store.

        `id` is the table's id, `settings` are the settings with which it was opened, and `timing` contains the time
        limits of the host's tables. Raise NotRead if the commits cannot be loaded.
        """
        table = TableState.of(settings, await host.store.commits(id))
        return cls(LiveState(id, table, timing, host.time.now()), host)

    def _card_pointed_at(self, seat: Seat) -> Card | None:
        """Return the card in a seat's hand at which the seat's partner points to suggest it; None if there is none."""
        return last_card_pointed_at(self._live, seat) if self._live.pointings else None

    def start_task(self) -> None:
        """Start the task that processes the inbox and makes timed changes."""
        self._inbox.put_nowait(AlarmRang())
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Process all items in the inbox, then end the task.

        The computations that are in progress are cancelled, and so is the alarm for timed changes.
        """
        self._is_stopping = True
        self._inbox.put_nowait(None)
        if self._task is not None:
            await self._task
        self._bots.stop()
        self._hints.stop()
        self._alarm.set(None)

    # Interface to the host

    def dismiss(self, why: Reason) -> None:
        """Close all connections to the table with the reason `why`, because this host no longer serves the table.

        A host is a program that runs tables. Connections that are about to join are closed too. The clients reconnect,
        possibly to another host.
        """
        self._dismissal_reason = why
        for client in list(self._live.presence.clients):
            client.close(admission.CODE_LEAVING, why)
        while not self._inbox.empty():  # items that were added after the task had ended
            item = self._inbox.get_nowait()
            if isinstance(item, ClientJoined):
                item.client.close(admission.CODE_LEAVING, why)

    def join(self, client: Client) -> None:
        """Add an item to the inbox which says that a client wants to join the table.

        When the table processes the item, it sends the client all messages about its current state, or closes the
        connection if the user may not join.
        """
        if self._dismissal_reason is not None:
            client.close(admission.CODE_LEAVING, self._dismissal_reason)
        else:
            self._inbox.put_nowait(ClientJoined(client))

    def leave(self, client: Client) -> None:
        """Add an item to the inbox which says that a client's connection has ended.

        When the table processes the item, it removes the client.
        """
        self._inbox.put_nowait(ClientLeft(client))

    def receive(self, client: Client, message: ClientCommand) -> None:
        """Add a client's message to the table's inbox, where it waits to be processed."""
        self._inbox.put_nowait(MessageReceived(client, message))

    def check_timed_changes(self) -> None:
        """Let the table check which timed changes are due, for example after the holidays of a player have changed.

        A timed change happens without a command, for example when the time for a decision is over.
        """
        self._inbox.put_nowait(AlarmRang())

    def rename(self, user: str, name: str, *, guest: bool) -> None:
        """Change a user's display name to `name` at this table, in their seat and for all their connections.

        `user` is the id of the user. `guest` is false if the user owns an account.
        """
        self._inbox.put_nowait(UserRenamed(user, name, guest))

    async def set_listed(self, *, listed: bool) -> Reason | None:
        """Put an open table into the list of open tables, or take it out; return once the change is durable.

        `listed` is true to put the table into the list. Return None if that was done, otherwise the reason why it is
        impossible. One reason is that the table is being unloaded, so that its task processes no further items.
        """
        if self._is_stopping:  # the task does not process further items
            return self._dismissal_reason or reason("not-listed", why="away")
        answer: asyncio.Future[Reason | None] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait(ListingRequested(listed, answer))
        return await answer

    def show_ratings(self, ratings: tuple[RatingEffect | None, ...]) -> None:
        """Send all clients the effect of the rated match on the players' ratings.

        `ratings` has the effect for each seat, None for a computer player, and None for all seats of a void match.
        """
        self._inbox.put_nowait(MatchRated(ratings))

    def user(self, person: str) -> str:
        """Return the user id that belongs to the opaque id `person`; "" if there is none.

        People at a table know each other only by opaque ids, which do not reveal user ids.
        """
        return self._live.user(person)

    def name_of(self, user: str) -> str:
        """Return the display name of a user who has a seat or a connection at this table; "" for any other user."""
        seat = self._live.table.seat_of(user)
        if seat is not None:
            return self._live.table.names[seat]
        return next((client.name for client in self._live.presence.clients if client.user == user), "")

    @property
    def seated_people(self) -> dict[str, str]:
        """The opaque ids of the seated users, as a mapping from user ids.

        People at a table know each other only by opaque ids, which do not reveal user ids.
        """
        return {user: self._live.person(user) for user in self._live.table.user_ids_by_seat if user}

    def refusal_reason(self, user: str) -> Reason | None:
        """Return the reason why a user may not join this table; None if they may."""
        return admission.refusal_reason(self._live, user)

    def is_playing(self, user: str) -> bool:
        """Return whether a user has a seat at this table, and the match is not over."""
        return self.stage != "over" and self._live.table.seat_of(user) is not None

    @property
    def is_enterable(self) -> bool:
        """Whether users without a seat may enter this table, to watch or to take a free seat."""
        has_place = self.settings.spectators or any(chair.empty for chair in self._live.table.chairs)
        return has_place and self.refusal_reason("") is None

    def snapshot(self, client: Client) -> list[ServerMessage]:
        """Return the messages from which a newly joined client learns the current state of the table.

        Return [] for a client that is not connected to this table.
        """
        return list(snapshot.snapshot(self._live, client)) if client in self._live.presence.clients else []

    # Properties

    @property
    def id(self) -> str:
        """The table's id."""
        return self._live.name

    @property
    def clients(self) -> int:
        """The number of connections to the table."""
        return len(self._live.presence.clients)

    @property
    def settings(self) -> TableSettings:
        """The settings with which the table was opened."""
        return self._live.table.settings

    @property
    def stage(self) -> Stage:
        """The stage of the match: "open" before its start, "shuffle", "deal", "rest" between two deals, or "over"."""
        return self._live.table.stage

    @property
    def lacks_ratings(self) -> bool:
        """Whether the match is over and rated, but the table does not know its effect on the players' ratings yet."""
        return self.stage == "over" and self._live.table.is_rated and not self._live.ratings

    @property
    def summary(self) -> Summary:
        """The table's entry in lists of tables, with its stage, the current deal and the names in the seats."""
        return summary_of(self._live.table)

    @property
    def user_ids_by_seat(self) -> tuple[str, ...]:
        """The ids of the seated users in order of the seats, "" for a seat without a user."""
        return self._live.table.user_ids_by_seat

    @property
    def seats(self) -> SeatsMessage:
        """The `SeatsMessage` (the state of the table apart from the cards) that a spectator would receive now."""
        return broadcast.seats(self._live)

    @property
    def finished_lines(self) -> bytes:
        """The match log in its file format, up to the last finished deal; b"" before the match has started.

        The file has a line of JSON for each event of the match.
        """
        return disclosed_lines(self._live.table.log)

    # The task

    async def _run(self) -> None:
        while (item := await self._inbox.get()) is not None:
            try:
                await self._process_item(item)
            except Exception as error:  # a table whose task has ended would never answer anybody again
                await self._recover(error)
                self._alarm.set(self._paused_until)
        await self._record_times()

    async def _record_times(self) -> None:
        """Record for how long the match was played and its users were away, before the table is unloaded from memory.

        The times continue from there when the table is loaded again.
        """
        live = self._live
        if not live.table.tracks_time or live.table.stage in ("open", "over") or self._outcome_unknown:
            return
        live.read_clock(self._host.time)
        self._tick()
        try:
            await self._committer.write(playing_time.time_events(live))
        except Exception as error:  # the times then continue from those in the last commit
            logger.info("times-not-recorded", extra={"told": {"table": live.name}}, exc_info=error)

    async def _process_item(self, item: Item) -> None:
        """Process one item of the inbox, make the timed changes that are due, and send clients all changes."""
        live = self._live
        live.read_clock(self._host.time)
        try:
            self._tick()
            if self._outcome_unknown:
                await self._reload()
            if live.table.settings.turns is not None and isinstance(item, AlarmRang | ClientJoined):
                old_pauses = live.pauses
                await self._committer.load_calendar()
                if live.pauses != old_pauses:
                    broadcast.send_times(live)
            await self._dispatch_item(item)
        except Exception as error:
            self._reject_item(item, await self._recover(error))
        self._answer_pending_commands()
        if live.now >= self._paused_until:
            await self._committer.commit_due_changes()
        self._tick()
        # Each of these sends only what clients have not been sent yet, whatever has changed it.
        broadcast.send_shuffling(live)
        broadcast.send_seats(live)
        broadcast.send_pointed(live)
        broadcast.send_held_chat(live)
        if live.table.bots:
            self._bots.start_decisions(live.table)
        self._alarm.set(self._paused_until if live.now < self._paused_until else next_due_time(live))

    def _tick(self) -> None:
        if self._live.table.settings.clock is not None:
            clock.tick(self._live)
        if self._live.table.tracks_time:
            playing_time.tick(self._live)

    async def _dispatch_item(self, item: Item) -> None:
        live = self._live
        match item:
            case MessageReceived(client, message) if client in live.presence.clients:
                await self._handle_message(client, message)
            case BotDecision(seat, _, decision) if self._bots.accept(live.table, item):
                await self._committer.write(decision_events(live.table, seat, decision))
            case HintResult():
                self._hints.send_hint(live, item)
            case ClientJoined(client):
                await self._handle_join(client)
            case UserRenamed():
                await self._handle_rename(item)
            case ListingRequested():
                await self._handle_listing(item)
            case MatchRated(ratings):
                live.ratings = ratings
            case ClientLeft(client) if client in live.presence.clients:
                live.leave(client)

    async def _handle_join(self, client: Client) -> None:
        live = self._live
        if (why := admission.client_refusal(live, client)) is not None:
            client.close(admission.CODE_FORBIDDEN, why)
        elif admission.is_overtaken(live, client):
            client.close(admission.CODE_ELSEWHERE, reason("seat-elsewhere"))
        else:
            events = seats.arrival_events(live, client)
            takes_seat = any(isinstance(event, SeatTaken) for event in events)
            is_host = client.user == live.table.settings.host
            if not takes_seat or not (
                await self._is_blocked(client.user) or (not is_host and await self._has_too_many_tables(client.user))
            ):
                await self._committer.write(events)
            live.join(client)
            admission.close_older_connections(live, client)
            send_messages(client, snapshot.snapshot(live, client))

    async def _handle_listing(self, item: ListingRequested) -> None:
        why = None
        try:
            await self._committer.write(listing.change_listing(self._live, listed=item.listed))
        except NotAllowed as refusal:
            why = refusal.reason
        if not item.answer.done():
            item.answer.set_result(why)

    async def _check_departures(self, user: str) -> None:
        """Raise NotAllowed if this is an open table and the user has left too many open tables lately.

        Anyone may sit down at an open table. The table's host, who opened it, is never refused.
        """
        settings = self._live.table.settings
        if settings.open and user != settings.host and (seconds := await self._host.departures.seconds_to_wait(user)):
            raise NotAllowed(reason("seek-wait", seconds=seconds))

    async def _has_too_many_tables(self, user: str) -> bool:
        """Return whether this is a turn-based table and the user already has the maximum number of such tables.

        Only unfinished tables count. At a turn-based table players answer within hours or days.
        """
        if self._live.table.settings.turns is None:
            return False
        return await self._host.calendar.count_tables(user) >= MAX_TABLES_BY_TURNS

    async def _check_table_count(self, user: str) -> None:
        """Raise NotAllowed if this is a turn-based table and the user already has the maximum number of such tables.

        Only unfinished tables count. At a turn-based table players answer within hours or days.
        """
        if await self._has_too_many_tables(user):
            raise NotAllowed(reason("turns-many", number=MAX_TABLES_BY_TURNS))

    async def _is_blocked(self, user: str) -> bool:
        """Return whether the table's host (who opened it) or any seated user has blocked this user."""
        table = self._live.table
        possible_blockers = {table.settings.host, *table.user_ids_by_seat} - {"", user}
        return bool(possible_blockers) and await self._host.blocks.is_blocked_by(user, tuple(sorted(possible_blockers)))

    async def _handle_rename(self, item: UserRenamed) -> None:
        live = self._live
        for client in live.presence.clients:
            if client.user == item.user:
                client.name, client.guest = item.name, item.guest
        await self._committer.write(seats.rename_events(live, item.user, item.name, guest=item.guest))

    async def _handle_message(self, client: Client, message: ClientCommand) -> None:
        try:
            await self._dispatch_message(client, message)
        except NotAllowed as refusal:
            if refusal.reason.key == "stale":  # the client's state is out of date: send it the current one
                send_messages(client, snapshot.current_messages(self._live, client))
            if refusal.reason.key == "seat-taken":  # somebody else was faster: show who
                client.send(broadcast.client_seats(self._live, broadcast.seats(self._live), client))
            if refusal.reason.key in TOO_OFTEN:
                logger.info("too-often", extra={"told": {"table": self._live.name, "reason": refusal.reason.key}})
            client.send(RefusedMessage(refusal.reason, _command_id(message), refusal.legal))

    async def _dispatch_message(self, client: Client, message: ClientCommand) -> None:
        live = self._live
        match message:
            case ActCommand() | ProposeCommand():
                await self._execute_once(client, message)
            case WhyCommand():
                client.send(actions.explain_illegal(live, live.seat_of(client), message))
            case HintCommand():
                self._hints.request_hint(live, client, message)
            case PointCommand():
                point(live, client, message)
            case AnswerCommand():
                await self._committer.write(proposals.answer(live, live.occupied_seat(client), message))
            case SitCommand():
                await self._handle_sit(client, message)
            case ReserveCommand():
                await self._handle_reserve(client, message)
            case StandCommand():
                await self._committer.write(seats.leave_seat(live, client))
            case FillCommand():
                await self._committer.write(seats.fill(live, client, message))
            case StartCommand():
                await self._committer.write(seats.start(live, client, message))
            case RemoveCommand():
                await self._committer.write(moderation.remove(live, client, message))
            case LockCommand():
                await self._committer.write(moderation.lock(live, client, message))
            case ReportCommand():
                await self._committer.write(report(live, client, message, self._host.time.wall()))
                client.send(NotedMessage(message.n, message.seat))
            case HashCommand() | EntropyCommand() | CutCommand() if shuffling_ahead.is_ahead(live.table, message):
                events = shuffling_ahead.input_events(live, live.occupied_seat(client), message)
                await self._committer.write(events)
            case HashCommand():
                shuffling.record_hash(live, live.occupied_seat(client), message)
            case EntropyCommand():
                shuffling.entropy(live, live.occupied_seat(client), message)
            case CutCommand():
                shuffling.cut(live, live.occupied_seat(client), message)
            case NextCommand():
                between_deals.mark_read(live, live.occupied_seat(client))
            case ChatCommand():
                broadcast.send_chat(live, chat(live, client, message))
            case RematchCommand():
                events, record = rematch(live, client)
                if record is not None:
                    await self._check_table_count(client.user)
                await self._committer.write(events, record)
            case _:
                assert_never(message)

    async def _handle_sit(self, client: Client, message: SitCommand) -> None:
        live = self._live
        events = seats.sit(live, client, message)
        if any(isinstance(event, SeatTaken) for event in events):
            if await self._is_blocked(client.user):
                raise NotAllowed(reason("seat-blocked"))
            if live.table.seat_of(client.user) is None:
                await self._check_departures(client.user)
                if client.user != live.table.settings.host:  # it was checked when the table was opened
                    await self._check_table_count(client.user)
        await self._committer.write(events)
        admission.close_older_connections(live, client)

    async def _handle_reserve(self, client: Client, message: ReserveCommand) -> None:
        if message.seat is not None:
            if await self._is_blocked(client.user):
                raise NotAllowed(reason("seat-blocked"))
            await self._check_departures(client.user)
        seats.reserve(self._live, client, message)

    async def _execute_once(self, client: Client, message: ActCommand | ProposeCommand) -> None:
        """Execute a client's command that has an id, which is an action or a proposal.

        If the command was executed before, only send its receipt again.
        """
        live = self._live
        if receipt := self._committer.receipt(client, message):
            client.send(receipt)
            return
        if isinstance(message, ActCommand):
            events = actions.act(live, live.played_seat(client), message)
        else:
            try:
                events = await proposals.propose(live, self._host.workers, live.occupied_seat(client), message)
            except proposals.ClaimRefused as refused:
                await self._committer.write(refused.events)
                raise
        await self._committer.write_command(client, message, events)

    # Failures

    async def _recover(self, error: Exception) -> Reason:
        """Reload the table after an item of the inbox has failed, and return the reason to send to the item's client.

        The table is restored from its commits. If reloading fails too, it is tried again before the next item of the
        inbox is processed.
        """
        live = self._live
        why = reason("not-written" if isinstance(error, NotWritten) else "table-failed")
        if not isinstance(error, OwnedElsewhere):
            logger.error(why.key, extra={"told": {"table": live.name}}, exc_info=error)
        self._outcome_unknown, self._paused_until = True, live.now + PAUSE_S
        try:
            await self._reload()
        except OwnedElsewhere:  # another host owns the table, or an earlier commit is still being written
            logger.info("table-in-doubt", extra={"told": {"table": live.name}})
        except Exception as again:  # loading is retried before the next item
            logger.error("table-unreadable", extra={"told": {"table": live.name}}, exc_info=again)
        return why

    def _reject_item(self, item: Item, why: Reason) -> None:
        """Handle an item of the inbox whose processing has failed.

        A client is sent a message that its request failed, with the reason `why`. If the request is a command with an
        id, the answer waits until it is known whether the command was executed. A client whose connection has ended is
        removed all the same. A computer player's decision is dropped and will be requested again.
        """
        match item:
            case MessageReceived(client, ActCommand() | ProposeCommand() as message):
                self._pending_commands.append(_Unanswered(client, message, why, self._live.now))
            case MessageReceived(client):
                client.send(RefusedMessage(why))
            case ListingRequested(_, answer) if not answer.done():
                answer.set_result(why)
            case ClientJoined(client) if client not in self._live.presence.clients:
                client.close(admission.CODE_LEAVING, why)
            case ClientLeft(client) if client in self._live.presence.clients:
                self._live.leave(client)
            case BotDecision():
                self._bots.drop(item)

    def _answer_pending_commands(self) -> None:
        """Answer the commands whose write has failed, once the table's commits have been reloaded.

        The reloaded commits show which of these commands were executed after all. A client that has waited for longer
        than `UNKNOWN_S` seconds is disconnected instead, so that it reconnects and sends its command again.
        """
        clients = self._live.presence.clients
        pending_commands, self._pending_commands = (
            [pending for pending in self._pending_commands if pending.client in clients],
            [],
        )
        for pending in pending_commands:
            if not self._outcome_unknown:
                pending.client.send(self._committer.outcome(pending.client, pending.message, pending.why))
            elif self._live.now - pending.failure_time < UNKNOWN_S:
                self._pending_commands.append(pending)
            else:
                pending.client.close(admission.CODE_LEAVING, pending.why)

    async def _reload(self) -> None:
        await self._host.claims.claim(self._live.name)  # from now on no delayed write under an older claim can succeed
        await self._committer.reload()
        self._outcome_unknown = False


class _Unanswered(NamedTuple):
    """A command whose write has failed, so that it is unknown whether the command was executed.

    - `client`: the client that sent the command and waits for the answer.
    - `message`: the command.
    - `why`: the reason to send if the command was not executed.
    - `failure_time`: the time of the failure in seconds on the host's clock.
    """

    client: Client
    message: ActCommand | ProposeCommand
    why: Reason
    failure_time: float


def _command_id(message: ClientCommand) -> str:
    return message.id if isinstance(message, ActCommand | ProposeCommand) else ""
