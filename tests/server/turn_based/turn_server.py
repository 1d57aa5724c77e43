"""A server of turn-based tables whose clock a test moves, and people who come to act at them."""

import itertools
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256

import msgspec
from server.node_cluster import node
from server.still_time import StillTime
from server.stored_session import session_of, store_session
from sqlalchemy import insert, select
from support.waiting import eventually
from table.recording_client import Somebody
from table.tables import fixed_dice

from prikup.server.metrics import Metrics
from prikup.server.nodes.chore_lease import ChoreLease
from prikup.server.nodes.node import Node
from prikup.server.notices.channels import MailAddress, MailOutcome, NoticeChannels
from prikup.server.notices.dispatcher import NoticeDispatcher
from prikup.server.notices.kinds import NoticeKind, Wishes
from prikup.server.notices.notice_rows import Facts
from prikup.server.notices.subscription import Delivery, PushOutcome, Subscription
from prikup.server.storage.event_store import SqlEventStore
from prikup.server.storage.sql_tables import people, turns
from prikup.server.storage.turn_rows import DueDecision
from prikup.server.turn_based.calendar import ServerCalendar
from prikup.server.turn_based.turn_chore import TurnChore
from prikup.server.turn_based.turn_notices import note_decisions
from prikup.table.actor import Table
from prikup.table.host.background_workers import Inline
from prikup.table.host.services import SINGLE_HOST_CLAIMS, TableOwnership
from prikup.table.protocol.client_messages import (
    ActCommand,
    EntropyCommand,
    HashCommand,
    SitCommand,
    StartCommand,
    WhyCommand,
)
from prikup.table.protocol.server_messages import (
    NextShuffleMessage,
    ReceiptMessage,
    RefusedMessage,
    UpdateMessage,
    WhyMessage,
)
from prikup.table.registry import TableRegistry
from prikup.table.state.table_state import TableState
from prikup.table.table_settings import TableSettings, Timing, TurnLimits

__all__ = ["HOUR_S", "STEP_S", "PushMessages", "TurnServer", "turn_server"]

HOUR_S = 3600
STEP_S = HOUR_S / 7
"""The seconds by which the clock moves at once, so that there never seems to be an outage.

The server's last note that it runs may be a minute old before the step, and ten minutes are an outage.
"""


class PushMessages:
    """Stands for the push services and the mail server: it lists the messages."""

    def __init__(self) -> None:
        self.payloads: list[bytes] = []
        self.people: list[str] = []

    async def send(self, subscription: Subscription, payload: bytes, delivery: Delivery, now_s: float) -> PushOutcome:
        self.payloads.append(payload)
        self.people.append(subscription.endpoint.rpartition("/")[2])
        return "sent"

    async def send_notice(self, to: MailAddress, kind: NoticeKind, table: str, facts: Facts) -> MailOutcome:
        raise AssertionError("nobody has a mail address")


class TurnServer:
    """A server of turn-based tables; `restart` starts it again with the same database.

    If it has an `address`, it is a node, one of several servers that share the database. Its leases have a clock that
    does not move, so it gives them up only when the database says so.
    """

    def __init__(self, url: str, clock: StillTime, push: PushMessages, address: str = "") -> None:
        self.url, self.clock, self.push, self.address = url, clock, push, address
        self.node: Node | None = None
        self._lease_clock = StillTime()
        self.present: set[str] = set()
        self.entropy_names: dict[str, str] = {}  # with what the entropies of a user begin, if not with the user's id
        self._rng, self._ids = random.Random(1), itertools.count()
        self._entropies: dict[tuple[str, str], str] = {}

    def now_ms(self) -> int:
        return round(self.clock.wall() * 1000)

    async def start(self) -> None:
        self.store = await SqlEventStore.open(self.url, shared=bool(self.address))
        self.store.note_decisions = note_decisions
        self.database = self.store.database
        claims: TableOwnership = SINGLE_HOST_CLAIMS
        if self.address:
            claims = self.node = await node(self.database, self.address, self._lease_clock)
            self.store.fence = self.node.hold
        self.calendar = ServerCalendar(self.database, self.now_ms)
        self.registry = TableRegistry(
            self.store, Inline(), Timing(pace=0), claims=claims, time=self.clock, calendar=self.calendar
        )
        self.lease = ChoreLease(self.database, "turns", self.address, Metrics(), self._lease_clock)
        self.chore = TurnChore(self.lease, self.database, self.registry, self.calendar, self.now_ms)
        self.channels = NoticeChannels(self.database, self.now_ms)
        self.notice_lease = ChoreLease(self.database, "notices", self.address, Metrics(), self._lease_clock)
        self.dispatcher = NoticeDispatcher(
            self.notice_lease,
            self.database,
            self.channels,
            self.push,
            self.push,
            lambda: self.present,
            Metrics(),
            self.clock.wall,
        )

    async def stop(self) -> None:
        await self.registry.close()
        await self.store.close()

    async def restart(self, off_s: float = 0.0) -> None:
        """Stop the server, and start it again after some seconds."""
        await self.stop()
        self.clock.advance(off_s)
        await self.start()

    async def add_account(self, person: str, subscription: Subscription | None = None) -> None:
        """Store an account, and a browser in which its owner gets messages at any time of the day."""
        row = {"id": person, "name": person.capitalize(), "folded": person, "password": "-", "since": 1}
        async with self.database.writing() as connection:
            await connection.execute(insert(people), row)
            await store_session(connection, person)
        subscription = subscription or Subscription(f"https://push.apple.com/{person}", "key", "auth")
        await self.channels.subscribe(session_of(person), subscription, "ru")
        await self.channels.set_wishes(person, Wishes(quiet=False))

    async def open_table(self, *users: str, limits: TurnLimits, game: str, deals: int = 0) -> str:
        """Open a table at which these people sit down one after the other, and start the match. Nobody stays."""
        settings = TableSettings(game, "", absent="wait", host=users[0], turns=limits, deals=deals)
        table_id = await self.registry.open(settings)
        for seat, user in enumerate(users):
            await self._sit_down(table_id, user, seat)
        host, table = await self.come(table_id, users[0])
        table.receive(host, StartCommand())
        await eventually(lambda: host.seats.stage == "shuffle")
        self.go(table, host)
        return table_id

    async def _sit_down(self, table_id: str, user: str, seat: int) -> None:
        """Let a person come to a new table, sit down and leave the page. The host, who comes first, has a seat."""
        person, table = await self.come(table_id, user)
        if seat:
            table.receive(person, SitCommand(seat))
        await eventually(lambda: person.seats.you is not None)
        self.go(table, person)

    async def come(self, table_id: str, user: str) -> tuple[Somebody, Table]:
        """Let a person open the page of a table."""
        table = await self.registry.find(table_id)
        assert table is not None
        person = Somebody(user, guest=False)
        self.present.add(user)
        table.join(person)
        await eventually(lambda: person.messages)
        return person, table

    def go(self, table: Table, person: Somebody) -> None:
        """Let a person close the page of a table."""
        table.leave(person)
        self.present.discard(person.user)

    async def act(self, table_id: str, user: str) -> None:
        """Let a person come, take part in the shuffle of the next deck, act, and leave."""
        person, table = await self.come(table_id, user)
        await eventually(lambda: person.all(UpdateMessage) and person.update.legal)
        for _ in range(2):
            await self._take_part(table, person)
        command = ActCommand(person.update.n, f"c{next(self._ids)}", self._rng.choice(person.update.legal))
        table.receive(person, command)
        await eventually(lambda: person.all(ReceiptMessage) or person.all(RefusedMessage))
        assert not person.all(RefusedMessage), person.all(RefusedMessage)
        table.receive(person, WhyCommand(0, 0))  # it is answered after the single legal cards that follow are played
        await eventually(lambda: person.all(WhyMessage) or person.all(RefusedMessage))
        self.go(table, person)

    async def _take_part(self, table: Table, person: Somebody) -> None:
        """Send the input for the next deck that is expected from a person now."""
        ahead = person.last(NextShuffleMessage)
        text = self._entropies.setdefault(
            (person.user, ahead.commitment), f"{self.entropy_names.get(person.user, person.user)}{next(self._ids)}"
        )
        own_hash = sha256(text.encode()).hexdigest()
        if ahead.step == "hashes" and ahead.hashes[person.seat] != own_hash:
            table.receive(person, HashCommand(ahead.deal, ahead.attempt, own_hash))
        elif ahead.step == "entropies" and not ahead.revealed[person.seat]:
            table.receive(person, EntropyCommand(ahead.deal, ahead.attempt, text))
        else:
            return
        await eventually(lambda: person.last(NextShuffleMessage) is not ahead)

    async def advance(self, seconds: float) -> None:
        """Move the clock in small steps, and do the chores of the server after each."""
        while seconds > 0:
            step = min(STEP_S, seconds)
            seconds -= step
            self.clock.advance(step)
            await self.work()

    async def work(self) -> None:
        """Do one round of each chore that no other server does."""
        if self.node is not None:
            await self.node.renew()
        await self.lease.renew()
        if self.lease.is_held:
            await self.chore.work()
        await self.notice_lease.renew()
        if self.notice_lease.is_held:
            while await self.dispatcher.send_due():
                pass

    async def decisions(self, table_id: str) -> list[DueDecision]:
        """Return the stored decisions of people for which a table waits."""
        t = turns.c
        query = select(t.seat, t.person, t.n, t.asked, t.due).where(t.table_id == table_id, t.seat >= 0)
        async with self.database.reading() as connection:
            return [DueDecision(*row) for row in await connection.execute(query.order_by(t.seat))]

    async def next_decision(self, table_id: str) -> DueDecision | None:
        """Return the decision for which a table waits once it has done all that it does by itself; None if it has none.

        A table stores a bot's action and the single legal card that follows in two commits. Between them it waits for
        the owner of that card, but only for a moment.
        """
        table = await self.registry.find(table_id)
        assert table is not None
        found = await self.decisions(table_id)
        await table.set_listed(listed=False)  # a private table refuses this after everything before it in its inbox
        return found[0] if found and found == await self.decisions(table_id) else None

    async def wait_for_decision(self, table_id: str) -> DueDecision:
        """Return the decision for which a table waits next, once nothing else is left to do there."""
        while (found := await self.next_decision(table_id)) is None:
            await self.work()
            self.clock.advance(1)
        return found

    async def wait_for_answer(self, table_id: str, decision: DueDecision) -> None:
        """Return once a table waits for a decision no more, because a bot has taken it."""
        answered = (decision.seat, decision.n)
        while any((left.seat, left.n) == answered for left in await self.decisions(table_id)):
            await self.work()

    async def state(self, table_id: str) -> TableState:
        """Return the state of a table as its stored commits give it."""
        settings = await self.store.settings(table_id)
        assert settings is not None
        commits = await self.store.commits(table_id)
        return TableState.of(msgspec.json.decode(settings, type=TableSettings), commits)


@asynccontextmanager
async def turn_server(url: str, push: PushMessages | None = None, address: str = "") -> AsyncIterator[TurnServer]:
    """Run a server with a clock of its own.

    The decks are the same in every run, so that a match is never shorter than a test needs it.
    """
    clock = StillTime()
    clock.advance(1_800_000_000)
    server = TurnServer(url, clock, push or PushMessages(), address)
    with fixed_dice(5):
        await server.start()
        try:
            yield server
        finally:
            await server.stop()
