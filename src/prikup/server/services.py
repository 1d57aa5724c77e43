"""The services shared by all parts of a running server, and their start and shutdown."""

import asyncio
import math
import secrets
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from functools import partial

from prikup.rules.errors import reason
from prikup.server.accounts.accounts import Accounts, User
from prikup.server.accounts.blocks import UserBlocks
from prikup.server.accounts.friends import Friends
from prikup.server.accounts.problem_progress import ProblemProgress
from prikup.server.accounts.shared_scores import SharedScores
from prikup.server.accounts.tickets import Tickets
from prikup.server.archive.matches import Archive
from prikup.server.archive.reviews import ServerReviews
from prikup.server.archive.tallies import TallyStore
from prikup.server.change_listener import ChangeListener, SessionSocket
from prikup.server.config import Peers, ServerConfig
from prikup.server.http.guest_admission import GuestAdmission
from prikup.server.http.public_work import PublicWork
from prikup.server.http.rate_limits import LIMITS, RateLimits
from prikup.server.http.static_files import StaticFiles
from prikup.server.lobby.friend_watch import FriendWatch
from prikup.server.lobby.limits import Departures
from prikup.server.lobby.listings import Listings
from prikup.server.lobby.lobby import Lobby
from prikup.server.lobby.pairing_chore import PairingChore
from prikup.server.lobby.seekers import Seekers
from prikup.server.lobby.turn_watch import TurnWatch
from prikup.server.logging import logger
from prikup.server.metrics import Metrics
from prikup.server.nodes.broadcast import Broadcast
from prikup.server.nodes.chore_lease import ChoreLease
from prikup.server.nodes.node import Node, NodeTime
from prikup.server.nodes.presence import CONNECTED, Place, merge_places
from prikup.server.nodes.relay import Relay
from prikup.server.notices.friend_notices import note_call, note_request
from prikup.server.notices.notice_services import NoticeServices
from prikup.server.ratings.leaders import load_ratings
from prikup.server.ratings.rated_players import RatedPlayers
from prikup.server.retention import Retention
from prikup.server.storage.event_store import SqlEventStore
from prikup.server.telemetry import spans
from prikup.server.turn_based.calendar import ServerCalendar
from prikup.server.turn_based.turn_chore import TurnChore
from prikup.server.turn_based.turn_notices import note_decisions
from prikup.server.websocket.connection import GOING_AWAY, TableSocket
from prikup.server.worker_processes import WorkerProcesses
from prikup.table.host.services import NO_DEPARTURES, SINGLE_HOST_CLAIMS, TableOwnership
from prikup.table.host.storage import NotRead, NotWritten, new_id
from prikup.table.host.time_source import LOOP_TIME, Timekeeper, pause
from prikup.table.opening.catalogue import catalogue
from prikup.table.registry import TableRegistry

__all__ = ["Services"]

HEALTHY_WITHIN = 2.0
"""Seconds within which the database must accept a test write. If it does not, `/health` reports a failure."""
REMEMBER_S = 30.0
"""Seconds for which a server trusts a sign-in token that it has looked up, if other servers share the database.

After that it looks the token up again, because another server may have ended the session.
"""
PACE, LEAVE_WITHIN = 0.02, 15.0
"""The pauses while a stopping server disconnects its users one by one, so that they do not reconnect all at once.

`PACE` is the maximum number of seconds after each user, `LEAVE_WITHIN` that of all these pauses together.
"""
RATE_EVERY = 45.0
"""Seconds between two searches for finished matches that count for the players' ratings but are not rated yet."""
GOODBYE_WITHIN = 2.0
"""Seconds that a stopping server gives its tables to handle the messages they have received.

It then gives its connections the same number of seconds to send their queued messages.
"""


class Services:
    """All objects that the request handlers of one server share, and their start and shutdown.

    The attributes that are only declared here get their values in `open`.
    """

    store: SqlEventStore
    accounts: Accounts
    relays: Tickets
    blocks: UserBlocks
    friends: Friends
    friend_watch: FriendWatch
    turn_watch: TurnWatch
    problem_progress: ProblemProgress
    shared_scores: SharedScores
    guests: GuestAdmission
    tables: TableRegistry
    archive: Archive
    reviews: ServerReviews
    tallies: TallyStore
    lobby: Lobby
    listings: Listings
    change_listener: ChangeListener
    notices: NoticeServices
    seekers: Seekers
    rated_players: RatedPlayers
    turn_calendar: ServerCalendar

    def __init__(self, config: ServerConfig, keeper: Timekeeper = LOOP_TIME) -> None:
        self.config, self.keeper = config, keeper
        self.rate_limits = RateLimits(LIMITS if config.limited else {}, keeper.now)
        self.catalogue = catalogue()
        self.static_files = StaticFiles(config.client, config.root_path)
        self.connections: dict[TableSocket | Relay, asyncio.Task[None]] = {}
        self.arriving: set[SessionSocket] = set()
        self.draining = self.leaving = False
        self._node: Node | None = None
        self._broadcast: Broadcast | None = None
        self.workers = WorkerProcesses()
        self.public_work = PublicWork(self.rate_limits, keeper)
        self._pools = (self.workers, self.public_work.processes)
        self.spans = spans()
        self.metrics = Metrics()
        self.metrics.tables.set_function(lambda: len(self.tables))
        self.metrics.sockets.set_function(lambda: len(self.connections))
        self.metrics.worker_processes.set_function(lambda: sum(pool.processes for pool in self._pools))
        self.metrics.worker_calls.set_function(lambda: sum(pool.calls for pool in self._pools))

    async def open(self) -> None:
        """Open the database and start the background tasks, such as the deletion of expired data.

        Raise PrikupError if that fails.
        """
        peers = self.config.peers
        if peers is not None and peers.redis:
            self._broadcast = self._line(peers)
        self.store = await SqlEventStore.open(self.config.database, self.metrics.count_batch, shared=peers is not None)
        claims: TableOwnership = SINGLE_HOST_CLAIMS
        table_time: Timekeeper = self.keeper
        clock, secret, remember_s = self.keeper.now, b"", math.inf
        if peers is not None:
            claims = self._node = await Node.begin(self.store.database, peers.address, self._drop_tables, self.keeper)
            self.store.fence = self._node.hold
            table_time = NodeTime(self._node, self.keeper)
            clock, secret, remember_s = self._node.database_time, peers.secret, REMEMBER_S
        self._node_id = self._node.id if self._node is not None else new_id()
        self.clock = clock
        self.relays = Tickets(clock, secret, b"relay")
        self.accounts = Accounts(
            self.store.database,
            tickets=Tickets(clock, secret),
            remember_s=remember_s,
            on_news=lambda news: self.change_listener.apply_user_change(news),
            tell=self._broadcast.tell if self._broadcast is not None else lambda news: None,
            clock=self.keeper.now,
        )
        self.guests = GuestAdmission(self.rate_limits, self.store.find_user_with_deal, secret)
        self.blocks = UserBlocks(self.store.database, on_change=lambda users: self.friend_watch.lists_changed(users))
        self.friends = Friends(
            self.store.database,
            self.wall_clock_ms,
            lambda users: self.friend_watch.lists_changed(users),
            load_ratings,
            *((note_call, note_request) if self.config.notices is not None else ()),
        )
        self.friend_watch = FriendWatch(
            self.friends,
            self.places_of,
            lambda: self.hears_other_servers,
            self.keeper,
            lambda: (connection for connection in self.connections if isinstance(connection, TableSocket)),
        )
        self.problem_progress = ProblemProgress(self.store.database)
        self.shared_scores = SharedScores(self.store.database, keeper=self.keeper)
        self.rated_players = RatedPlayers(self.store.database)
        departures = Departures(self.store.database, self.wall_clock_ms) if self.config.limited else NO_DEPARTURES
        self.turn_calendar = ServerCalendar(self.store.database, lambda: round(table_time.wall() * 1000))
        self.tables = TableRegistry(
            self.store,
            self.workers,
            self.config.timing,
            self.blocks,
            claims,
            table_time,
            departures,
            self.rated_players,
            self.turn_calendar,
        )
        self._open_tables_by_turns(table_time.wall)
        self._open_lobby(secret or secrets.token_bytes(32))
        self._open_pairing(table_time.wall)
        self.reviews = ServerReviews(self.store.database, self.workers, self.keeper, idle=self._is_idle)
        reviewing = (self.reviews.review_when_idle,) if self.config.idle_reviews else ()
        on_finished = reviewing or (lambda table, match: None,)
        self.archive = Archive(self.store, self.workers, *on_finished, on_rated=self.tables.show_ratings)
        self.metrics.ratings_due.set_function(lambda: self.archive.ratings_due)
        self._rating = asyncio.create_task(self._rate_missed())
        self.tallies = TallyStore(self.store.database)
        if self._broadcast is not None:
            self._broadcast.begin(self._places_here)
        self.notices = NoticeServices(self.store.database, self.config.notices, self.config.push_hosts, self.keeper)
        lease = ChoreLease(self.store.database, "notices", self._node_id, self.metrics, self.keeper)
        await self.notices.start(lease, table_time.wall, self._present, self.metrics)
        self.change_listener = ChangeListener(
            self.store.database,
            self.accounts,
            self.tables,
            self.lobby,
            self.listings,
            self.friend_watch,
            self.turn_watch,
            lambda: (*self.connections, *self.lobby.readers, *self.arriving),
        )
        self._listening = asyncio.create_task(self.change_listener.run()) if peers is not None else None
        self._archiving = asyncio.create_task(self.archive.catch_up())
        self._retention = Retention(
            self.store.database,
            self.accounts,
            self.tables,
            self.config.keep,
            self._present,
            fence=self.store.fence,
        )
        self._deleting = asyncio.create_task(self._retention.run())
        self._health: asyncio.Task[None] | None = None
        self._was_healthy = True
        self._lag = asyncio.create_task(self.metrics.measure_lag())

    def _open_lobby(self, secret: bytes) -> None:
        """Create the lobby, and start its background tasks, and those for open tables, friends' lists and users' turns.

        `secret` is the same on all servers that share the database. From it the lobby computes the keys that identify
        people to clients in place of their user ids.
        """
        database = self.store.database
        self.listings = Listings(database, self.tables, self.active_tables, self.keeper)
        self.lobby = Lobby(
            database,
            secret,
            self.metrics,
            self.keeper,
            lambda: len(self._present()),
            self.active_tables,
            self.blocks.users_blocked_by,
            lambda: self.seekers.lane_activity(),
        )
        self.store.on_lobby = self.lobby.changed
        self.turn_watch = TurnWatch(database, self.keeper)
        self.store.on_turns = self.turn_watch.changed
        lobby_work = (self.lobby.run(), self.lobby.run_days(), self.lobby.run_blocks())
        work = (*lobby_work, self.listings.run(), self.friend_watch.run(), self.turn_watch.run())
        self._lobby_tasks = [asyncio.create_task(task) for task in work]

    def _open_pairing(self, clock: Callable[[], float]) -> None:
        """Start quick pairing, and the display of its activity in the lobby, unless this server has no lobby.

        Quick pairing brings together people who look for a match of the same kind. `clock` returns the time of the
        clock that all servers share, in seconds since 1970.
        """
        database, node = self.store.database, self._node_id
        spend = partial(self.rate_limits.spend, "seek")
        self.seekers = Seekers(database, node, clock, self.keeper, spend, self._share_network)
        self._pairing_lease = ChoreLease(database, "pairing", node, self.metrics, self.keeper)
        sends_push = self.config.notices is not None and self.config.notices.push is not None
        present = self._present if sends_push else None
        chore = PairingChore(
            self._pairing_lease, database, self.tables, clock, self.metrics, self.seekers.look, self._networks, present
        )
        self._pairing_tasks: list[asyncio.Task[None]] = []
        if self.config.lobby != "off":
            work = (self.lobby.run_waiting(), self.seekers.run(), chore.run())
            self._pairing_tasks += [asyncio.create_task(task) for task in work]

    def _share_network(self, user: str, network: str) -> None:
        """Send the other servers a key for the network address from which a user looks for a table.

        By the keys they can tell which users have the same address. The address itself is not sent.
        """
        if self._broadcast is not None:
            self._broadcast.tell_network(user, self._broadcast.key(network))

    def _networks(self) -> dict[str, str]:
        """Return the network addresses from which people look for a table, by user id.

        If servers exchange the addresses, the result has keys in place of them; equal addresses have equal keys.
        """
        if self._broadcast is None:
            return self.seekers.networks
        own_keys = {user: self._broadcast.key(network) for user, network in self.seekers.networks.items()}
        return self._broadcast.networks | own_keys

    def _open_tables_by_turns(self, clock: Callable[[], float]) -> None:
        """Start the chore (job of one server for all) for turn-based tables (players answer within hours or days).

        If the server sends notices, which are messages to users who are not connected, also make the store of tables
        add a notice for each decision at these tables. `clock` returns the time of the clock that all servers share, in
        seconds since 1970.
        """
        database, node = self.store.database, self._node.id if self._node is not None else new_id()
        if self.config.notices is not None:
            self.store.note_decisions = note_decisions
        self._turn_lease = ChoreLease(database, "turns", node, self.metrics, self.keeper)
        chore = TurnChore(self._turn_lease, database, self.tables, self.turn_calendar, lambda: round(clock() * 1000))
        self._turn_task = asyncio.create_task(chore.run())

    async def _stop_chores(self) -> None:
        """Let another server take over quick pairing and the job for turn-based tables.

        First wait until this server no longer writes for these jobs. Quick pairing brings together people who look for
        a table; at a turn-based table players answer within hours or days.
        """
        await self.seekers.stop()
        await self._pairing_lease.release()
        await self._turn_lease.release()

    async def active_tables(self, tables: Collection[str]) -> set[str]:
        """Return those of `tables` (ids) that are in the memory of any server. Raise NotRead if the database fails."""
        if self._node is not None:
            return await self._node.owned_tables(tables)
        return {table for table in tables if table in self.tables}

    def has_lobby(self, user: User | None) -> bool:
        """Return whether a user may use the lobby, which lists open tables. None is a visitor who is not signed in."""
        match self.config.lobby:
            case "off":
                return False
            case "accounts":
                return user is not None and not user.guest
        return True

    async def _rate_missed(self) -> None:
        """At regular intervals, rate the matches that a killed server finished but did not rate, until cancelled.

        To rate a match is to update its players' ratings. Tables whose matches were rated late, by this or another
        server, are told the effects on the ratings.
        """
        while True:
            await pause(self.keeper, RATE_EVERY)
            await self.archive.rate_missed(self.wall_clock_ms())
            for table in self.tables.tables_without_ratings:
                with suppress(NotRead):
                    if effects := await self.archive.rating_effects(table):
                        self.tables.show_ratings(table, effects)

    def wall_clock_ms(self) -> int:
        """Return the time of the wall clock, in milliseconds."""
        return round(self.keeper.wall() * 1000)

    async def healthy(self) -> bool:
        """Return whether the database accepts a write within `HEALTHY_WITHIN` seconds. Log every change of this result.

        Concurrent callers share one write. If a locked database delays a write, the write cannot be cancelled before
        its timeout, and many such writes would delay those of the tables.
        """
        if self._health is None or self._health.done():
            health_check = self._node.renew() if self._node else self.store.check_writable()
            self._health = asyncio.create_task(health_check)
        try:
            await asyncio.wait_for(asyncio.shield(self._health), HEALTHY_WITHIN)
        except (NotWritten, TimeoutError) as error:
            if self._was_healthy:
                logger.error("unhealthy", error=error)
            self._was_healthy = False
        else:
            if not self._was_healthy:
                logger.info("healthy-again")
            self._was_healthy = True
        return self._was_healthy

    async def run_connection(self, connection: TableSocket | Relay) -> None:
        """Run the WebSocket of a user until it ends; meanwhile the attribute `connections` contains it."""
        task = asyncio.current_task()
        assert task is not None
        self.connections[connection] = task
        try:
            await connection.run()
        finally:
            del self.connections[connection]

    def _is_idle(self) -> bool:
        """Return whether a review that no user has requested may occupy a worker process now.

        A review evaluates every decision in a finished deal. It may run if there is more than one worker process, or if
        no user is connected. In both cases it delays no one.
        """
        return self.workers.size > 1 or not self.connections

    def _line(self, peers: Peers) -> Broadcast:
        """Return the broadcast over Redis to the other servers, and make the rate limits share their counts over it.

        `peers` are the settings for the other servers. Raise BadDatabase if `peers.redis` is not the URL of a Redis
        server or the Redis driver is not installed.
        """
        limits = self.rate_limits
        line = Broadcast(
            peers.redis,
            peers.secret,
            on_charge=lambda charge: limits.hear(charge.limit, charge.client, charge.amount),
            on_news=lambda news: self.accounts.hear(news),
            keeper=self.keeper,
        )
        limits.share(line.key, line.charge)
        return line

    @property
    def _connections(self) -> Iterator[tuple[str, TableSocket | Relay | None]]:
        """The connections to this server: pairs of a user id, and a connection to a table or None for the lobby."""
        yield from ((connection.session.user.id, connection) for connection in self.connections)
        yield from ((user, None) for user in self.lobby.users)

    def _places_here(self) -> dict[str, Place]:
        """Return the places of the users connected to this server, by user id.

        A place says at which table the user sits, or that the user sits at none.
        """
        return _places(self._connections)

    def _present(self) -> set[str]:
        """Return the ids of the connected users: those of this server, and those that other servers have announced."""
        other_users = self._broadcast.users_on_other_nodes if self._broadcast is not None else {}
        return {user for user, _ in self._connections}.union(other_users)

    def places_of(self, users: Collection[str]) -> dict[str, Place]:
        """Return the places of those of `users` (ids) who are connected, as a mapping from user id to place.

        A place says at which table the user sits, or that the user sits at none. The user may be connected to this
        server, or to another server that has announced the connection.
        """
        other_users = self._broadcast.users_on_other_nodes if self._broadcast is not None else {}
        return merge_places(
            _places((user, connection) for user, connection in self._connections if user in users),
            {user: place for user, place in other_users.items() if user in users},
        )

    @property
    def hears_other_servers(self) -> bool:
        """Whether this server knows which users are connected to other servers; True if there are no other servers."""
        return self.config.peers is None or (self._broadcast is not None and self._broadcast.up)

    def has_released(self, table: str) -> bool:
        """Return whether this server is stopping and no longer has the table with this id in memory.

        If so, it must not load the table again, because another server may take it over.
        """
        return self.leaving and table not in self.tables

    def acting(self, table: str) -> bool:
        """Return whether this server may act at the table with this id.

        To act is to accept commands and to change the table. The server may not do so once it has given up the table
        because it stops. If other servers share the database, it also needs its lease, a time-limited permission to act
        for the tables it owns.
        """
        return not self.has_released(table) and (self._node is None or self._node.has_lease)

    def _drop_tables(self) -> None:
        """Remove all tables from memory and close their connections.

        This is called when this server's lease (a time-limited permission to act for the tables it owns) has lapsed.
        Another server may own the tables by now.
        """
        for connection in self.connections:
            if isinstance(connection, TableSocket):
                connection.close(GOING_AWAY, reason("server-stops"))
        self.tables.unload()

    async def leave(self, is_hurried: Callable[[], bool] = lambda: False) -> None:
        """Give up all tables because the server stops, and send every connection a close message.

        Users are disconnected as soon as their table is given up, so that another server can take it over when they
        reconnect. If other servers share the database, tables are given up one after the other with short pauses, so
        that users return one by one and not by the hundred. A table that is not given up yet continues. There are no
        pauses once `is_hurried` returns True. At the end, the server waits up to `GOODBYE_WITHIN` seconds for the
        remaining tables, and again for the remaining connections.
        """
        self.leaving, why = True, reason("server-stops")
        for task in (*self._lobby_tasks, *self._pairing_tasks, self._turn_task):
            task.cancel()
        self._stopping_chores = asyncio.create_task(self._stop_chores())
        for reader in self.lobby.readers:
            reader.close(GOING_AWAY, why)
        self._stopping_loads = asyncio.create_task(self.tables.stop_loading())
        until = self.keeper.now() + LEAVE_WITHIN

        def pace() -> float:
            if self._node is None or is_hurried():
                return 0.0
            return max(0.0, min(PACE, (until - self.keeper.now()) / max(1, len(self.connections))))

        for connection in list(self.connections):
            if isinstance(connection, Relay):
                connection.close(GOING_AWAY, why)
                await pause(self.keeper, pace())
        await self.tables.leave(why, pace)
        self._unloading = asyncio.create_task(self.tables.close())
        await asyncio.wait([self._unloading], timeout=GOODBYE_WITHIN)
        if self._node is not None:
            await self._node.end()
        for connection in self.connections:
            connection.close(GOING_AWAY, why)
        if self.connections:
            await asyncio.wait(self.connections.values(), timeout=GOODBYE_WITHIN)

    async def close(self) -> None:
        """Stop the background tasks, end the worker processes and close the database; call this after `leave`.

        Nothing that was acknowledged to a client is lost.
        """
        self._lag.cancel()
        await self.notices.stop()
        self._retention.stop()
        await self._deleting
        await self._stopping_loads
        await self._unloading
        await self._stopping_chores
        self._archiving.cancel()
        self._rating.cancel()
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.wait([self._listening])
        if self._broadcast is not None:
            await self._broadcast.end()
        self.reviews.stop()
        await self.archive.wait_until_current()
        for pool in self._pools:
            await asyncio.to_thread(pool.close)
        await self.store.close()
        await asyncio.to_thread(self.spans.close)


def _places(connections: Iterable[tuple[str, TableSocket | Relay | None]]) -> dict[str, Place]:
    """Return the places of the users who have these connections, by user id.

    A place says at which table the user sits, or that the user sits at none. Each item of `connections` is a pair of a
    user id and that user's connection to a table, None for a connection to the lobby.
    """
    places = ({user: connection.place if connection is not None else CONNECTED} for user, connection in connections)
    return merge_places(*places)
