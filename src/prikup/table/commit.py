"""Write the commits of a table, and send their effects to clients once they are durable."""

from collections.abc import Iterable
from hashlib import sha256

import msgspec

from prikup.claims import line_of_play
from prikup.history.log import AgreementEvent, BeginEvent, RowEvent
from prikup.rules.errors import Reason, reason
from prikup.rules.tricks import Trick
from prikup.table import admission
from prikup.table.background_workers import WorkerFailed
from prikup.table.commands import clock, reports
from prikup.table.events import ActionReported, TableEvent, TableLocked, UserRemoved, encode
from prikup.table.host import Host
from prikup.table.live_state import LiveState, NotAllowed
from prikup.table.messages import broadcast
from prikup.table.presence import Client
from prikup.table.protocol import ActCommand, ProposeCommand, ReceiptMessage, RefusedMessage, ServerMessage
from prikup.table.scheduler import due_events
from prikup.table.state import CommitEffect, TableState
from prikup.table.storage import Commit, NewTableRecord

__all__ = ["Committer", "send_messages"]


class Committer:
    """The writer of a table's commits.

    It raises NotWritten if a commit may not be durable; then `reload` reloads the state.
    """

    def __init__(self, live: LiveState, host: Host) -> None:
        self._live, self._host, self._store, self._time = live, host, host.store, host.time
        self._announced_version = live.table.n

    async def write(self, events: tuple[TableEvent, ...], opens: NewTableRecord | None = None) -> None:
        """Commit these events, if there are any, and send their effects to all clients."""
        if events:
            effect = await self._commit(events, opens=opens)
            self._announce(effect, await self._line_of_play(effect))

    async def write_command(
        self, client: Client, message: ActCommand | ProposeCommand, events: tuple[TableEvent, ...]
    ) -> None:
        """Commit the events of a command; its receipt is sent before all other messages about them."""
        effect = await self._commit(events, _command_key(client, message), _digest(message))
        line = await self._line_of_play(effect)
        client.send(ReceiptMessage(message.id, self._live.table.n))
        self._announce(effect, line)

    def receipt(self, client: Client, message: ActCommand | ProposeCommand) -> ReceiptMessage | None:
        """Return the receipt of a command that was done before, None for a new one.

        Raise NotAllowed if the command's id was used for something else.
        """
        version = self._live.table.receipt(_command_key(client, message), _digest(message))
        if version < 0:
            raise NotAllowed(reason("id-twice"))
        return ReceiptMessage(message.id, version) if version else None

    def outcome(
        self, client: Client, message: ActCommand | ProposeCommand, why: Reason
    ) -> ReceiptMessage | RefusedMessage:
        """Return the answer to a command whose write has failed: a receipt if the reloaded commits contain it."""
        version = self._live.table.receipt(_command_key(client, message), _digest(message))
        return ReceiptMessage(message.id, version) if version > 0 else RefusedMessage(why, message.id)

    async def commit_due_changes(self) -> None:
        """Commit every timed change that is due."""
        while (events := due_events(self._live)) is not None:
            await self.write(events)
            broadcast.send_shuffling(self._live)

    async def reload(self) -> None:
        """Reload all commits; if they contain any not yet announced, send every client a snapshot."""
        live = self._live
        live.table = TableState.of(live.table.settings, await self._store.commits(live.name))
        if live.table.settings.clock is not None:
            clock.reset_clocks(live)
        if live.table.n != self._announced_version:
            self._announced_version = live.table.n
            for client in live.presence.clients:
                send_messages(client, broadcast.snapshot(live, client))

    async def _commit(
        self,
        events: tuple[TableEvent, ...],
        command: str | None = None,
        digest: str | None = None,
        opens: NewTableRecord | None = None,
    ) -> CommitEffect:
        """Write a commit, enter it, and return its effect, which clients have not been sent yet."""
        live, table = self._live, self._live.table
        has_clock = table.settings.clock is not None
        if has_clock:
            events += clock.clock_events(live, events)
        sits, over, notes = table.seat_changes(events), table.ends_match(events), table.audit_notes(events)
        time_ms = round(self._time.wall() * 1000)
        ends = over or any(isinstance(event, RowEvent | ActionReported) for event in events)
        deal_reports = reports.reports_to_store(table, events) if ends else ()
        summary = table.summary_after(events)
        commit = Commit(
            live.name,
            table.n + 1,
            encode(events),
            command,
            digest,
            time_ms,
            sits,
            over,
            opens,
            notes,
            reports=deal_reports,
            summary=msgspec.json.encode(summary) if summary else msgspec.UNSET,
        )
        await self._store.write(commit)
        effect = table.enter(events, command, digest)
        live.now = self._time.now()
        if has_clock:
            clock.reset_clocks(live)
        if effect.steps:
            live.proposal_counts.clear()
        if table.stage != "rest":
            live.rest_start, live.readers = None, set()
        return effect

    def _announce(self, effect: CommitEffect, line: tuple[Trick, ...]) -> None:
        broadcast.send_effect(self._live, effect, line)
        self._announced_version = self._live.table.n
        if any(isinstance(event, BeginEvent | UserRemoved | TableLocked) for event in effect.events):
            admission.disconnect_forbidden(self._live)

    async def _line_of_play(self, effect: CommitEffect) -> tuple[Trick, ...]:
        """Return how the play of a deal that a claim has ended may have gone on; () while a deal goes on."""
        table = self._live.table
        for step in effect.steps:
            if isinstance(step.entry, AgreementEvent) and table.state is None:
                try:
                    return await self._host.workers.hurry(line_of_play, table.game, step.before, step.entry.won)
                except WorkerFailed:
                    break  # the claim is valid without it
        return ()


def send_messages(client: Client, messages: Iterable[ServerMessage]) -> None:
    """Send a client several messages."""
    for message in messages:
        client.send(message)


def _command_key(client: Client, message: ActCommand | ProposeCommand) -> str:
    return f"{client.user}/{message.id}"


def _digest(message: ActCommand | ProposeCommand) -> str:
    """Return the SHA-256 of a command's content, in hex."""
    content: tuple[object, ...]
    if isinstance(message, ProposeCommand):
        content = message.what, message.tricks, message.seat
    else:
        content = message.act if isinstance(message.act, tuple) else (message.act,)
    return sha256(msgspec.json.encode(content)).hexdigest()
