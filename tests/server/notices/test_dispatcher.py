"""Notices are sent when they are due, over the channels that the user wishes, and again if that fails."""

import io
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from server.still_time import StillTime
from server.stored_session import session_of, store_session
from sqlalchemy import delete, insert, select, update

from prikup.api.notices import NoticeKind
from prikup.server.accounts.friends import SentRequest
from prikup.server.metrics import Metrics
from prikup.server.nodes.chore_lease import ChoreLease, ChoreLost
from prikup.server.notices import dispatcher as dispatcher_module
from prikup.server.notices.channels import MAX_BOUNCES, MailAddress, MailOutcome, NoticeChannels
from prikup.server.notices.dispatcher import MAILS_A_DAY, RETRY_AFTER_S, NoticeDispatcher
from prikup.server.notices.friend_notices import note_request
from prikup.server.notices.kinds import MAIL_DELAY_S, Wishes
from prikup.server.notices.notice_rows import (
    CLAIMED_MS,
    PUSH_DELAY_S,
    Facts,
    NewNotice,
    Part,
    add_notices,
    claim_due,
    delete_sent,
    notices_of_turn,
    withdraw,
)
from prikup.server.notices.subscription import Delivery, PushOutcome, Subscription
from prikup.server.storage.database import Database
from prikup.server.storage.sql_tables import friend_requests, notices, people
from prikup.server.storage.turn_rows import DueDecision
from prikup.table.host.storage import NotWritten

HOUR_S = 3600.0
ANNA, BORIS = "anna", "boris"
FACTS = Facts("preferans", "Boris")


async def _do_nothing() -> None:
    pass


class Sent:
    """Stands for the push services and the mail server; it lists what was sent."""

    def __init__(self) -> None:
        self.pushes: list[tuple[str, dict[str, object], Delivery]] = []
        self.mails: list[tuple[str, NoticeKind, str]] = []
        self.outcome: PushOutcome = "sent"
        self.fails_for = ""
        self.mail_outcome: MailOutcome = "sent"
        self.before_push: Callable[[], Awaitable[None]] = _do_nothing

    async def send(self, subscription: Subscription, payload: bytes, delivery: Delivery, now_s: float) -> PushOutcome:
        await self.before_push()
        if subscription.endpoint == self.fails_for:
            raise RuntimeError("an error of the program")
        self.pushes.append((subscription.endpoint, json.loads(payload), delivery))
        return self.outcome

    async def send_notice(self, to: MailAddress, kind: NoticeKind, table: str, facts: Facts) -> MailOutcome:
        self.mails.append((to.address, kind, table))
        return self.mail_outcome


class Office:
    """The dispatcher of a server with two users, whose clock the test moves."""

    def __init__(self, database: Database) -> None:
        self.database, self.time, self.sent = database, StillTime(), Sent()
        self.present: set[str] = set()
        self.channels = NoticeChannels(database, self.now_ms)
        self.metrics = Metrics()
        self.lease = ChoreLease(database, "notices", "node", self.metrics, self.time)
        self.dispatcher = NoticeDispatcher(
            self.lease,
            database,
            self.channels,
            self.sent,
            self.sent,
            lambda: self.present,
            self.metrics,
            self.time.wall,
        )

    def now_ms(self) -> int:
        return round(self.time.now() * 1000)

    async def subscribe(self, person: str = ANNA, endpoint: str = "https://push.apple.com/1") -> None:
        await self.channels.subscribe(session_of(person), Subscription(endpoint, "key", "auth"), "ru")
        await self.channels.set_wishes(person, Wishes(quiet=False))

    async def prove_address(self, person: str = ANNA) -> None:
        await self.channels.prove_address(await self.channels.set_address(person, f"{person}@example.org", "en"))

    async def ask(self, turn: int = 1, hours: float = 24, table: str = "table1") -> None:
        """Store the notices of a question to Anna."""
        decision = DueDecision(0, ANNA, turn, self.now_ms(), self.now_ms() + round(hours * HOUR_S * 1000))
        async with self.database.writing() as connection:
            await add_notices(connection, notices_of_turn(table, decision, FACTS))

    async def request(self) -> None:
        """Store a friend request of Boris to Anna, and the notices of it."""
        row = {"asker": BORIS, "key": "key", "name": ANNA, "person": ANNA, "asked": self.now_ms()}
        async with self.database.writing() as connection:
            await connection.execute(delete(friend_requests))
            await connection.execute(insert(friend_requests), row)
            await note_request(connection, SentRequest(BORIS, BORIS, ANNA, self.now_ms()))

    async def end_request(self) -> None:
        """Withdraw, answer or block the request: it no longer reaches Anna."""
        async with self.database.writing() as connection:
            await connection.execute(update(friend_requests).values(person=None))

    async def tell(self, kind: NoticeKind, seconds: float = 60, part: Part = "push") -> None:
        """Store a notice to Anna that is due now and of use for some seconds."""
        until = self.now_ms() + round(seconds * 1000)
        notice = NewNotice(ANNA, kind, "table2", FACTS, self.now_ms(), until, part=part)
        async with self.database.writing() as connection:
            await add_notices(connection, [notice])

    async def wait(self, seconds: float) -> None:
        """Move the clock, and send what is due then."""
        self.time.advance(seconds)
        await self.send_due()

    async def send_due(self) -> None:
        """Do the chore, and send what is due now."""
        await self.lease.renew()
        while await self.dispatcher.send_due():
            pass

    async def waiting(self) -> list[str]:
        """Return the parts of the notices that are not sent yet."""
        async with self.database.reading() as connection:
            query = select(notices.c.part).where(notices.c.sent.is_(None)).order_by(notices.c.due)
            return list((await connection.execute(query)).scalars())


@asynccontextmanager
async def office(url: str) -> AsyncIterator[Office]:
    database = await Database.open(url)
    try:
        async with database.writing() as connection:
            await connection.execute(insert(people), [{"id": name, "name": name, "since": 1} for name in (ANNA, BORIS)])
            for name in (ANNA, BORIS):
                await store_session(connection, name)
        yield Office(database)
    finally:
        await database.close()


async def test_question_is_pushed_after_a_minute_with_no_card_in_it(url: str) -> None:
    async with office(url) as o:
        await o.subscribe()
        await o.ask()
        await o.wait(PUSH_DELAY_S - 1)
        assert not o.sent.pushes
        await o.wait(1)
        [(endpoint, message, delivery)] = o.sent.pushes
        assert endpoint == "https://push.apple.com/1"
        assert message == {
            "kind": "turn",
            "about": "table1",
            "game": "preferans",
            "name": "Boris",
            "until": o.now_ms() + round((24 * HOUR_S - PUSH_DELAY_S) * 1000),
            "language": "ru",
        }
        assert delivery == Delivery(round(24 * HOUR_S - PUSH_DELAY_S), urgent=False, topic="table1")
        await o.wait(3600)
        assert len(o.sent.pushes) == 1, "it is sent once"


async def test_question_is_reminded_of_once_and_mailed_after_twelve_hours(url: str) -> None:
    async with office(url) as o:
        await o.subscribe()
        await o.prove_address()
        await o.ask()
        await o.wait(MAIL_DELAY_S - 1)
        assert (len(o.sent.pushes), len(o.sent.mails)) == (1, 0)
        await o.wait(1)
        assert o.sent.mails == [("anna@example.org", "turn", "table1")]
        await o.wait(18 * HOUR_S - MAIL_DELAY_S - 1)
        assert len(o.sent.pushes) == 1
        await o.wait(1)
        assert len(o.sent.pushes) == 2, "a quarter of the time is left"
        await o.wait(48 * HOUR_S)
        assert (len(o.sent.pushes), len(o.sent.mails)) == (2, 1)


async def test_short_question_is_not_mailed(url: str) -> None:
    async with office(url) as o:
        await o.prove_address()
        await o.ask(hours=4)
        await o.wait(30 * HOUR_S)
        assert not o.sent.mails


async def test_same_question_is_stored_once_and_withdrawn_when_answered(url: str) -> None:
    async with office(url) as o:
        await o.subscribe()
        await o.ask()
        await o.ask()
        assert await o.waiting() == ["push", "mail", "reminder"]
        await o.wait(PUSH_DELAY_S)
        await o.ask()
        async with o.database.writing() as connection:
            await withdraw(connection, BORIS, "turn", "table1", 1)
        assert await o.waiting() == ["mail", "reminder"]
        async with o.database.writing() as connection:
            await withdraw(connection, ANNA, "turn", "table1", 1)
        assert await o.waiting() == []
        await o.ask(turn=2)
        await o.wait(PUSH_DELAY_S)
        assert len(o.sent.pushes) == 2


async def test_push_service_keeps_a_message_for_four_weeks_at_most(url: str) -> None:
    async with office(url) as o:
        await o.subscribe()
        await o.ask(hours=24 * 40)
        await o.wait(PUSH_DELAY_S)
        ((_, _, delivery),) = o.sent.pushes
        assert delivery.ttl_s == 28 * 86_400


async def test_connected_user_is_not_pushed(url: str) -> None:
    async with office(url) as o:
        await o.subscribe()
        o.present = {ANNA}
        await o.ask()
        await o.wait(PUSH_DELAY_S)
        o.present = set()
        await o.wait(HOUR_S)
        assert not o.sent.pushes


async def test_connected_user_is_pushed_what_no_page_shows_at_once(url: str) -> None:
    async with office(url) as o:
        await o.subscribe()
        o.present = {ANNA}
        await o.tell("voided")
        await o.wait(0)
        assert [message["kind"] for _, message, _ in o.sent.pushes] == ["voided"]


async def test_invitation_is_mailed_unless_the_user_is_connected(url: str) -> None:
    async with office(url) as o:
        await o.prove_address()
        await o.channels.set_wishes(ANNA, Wishes({"invited": ("mail",)}, quiet=False))
        o.present = {ANNA}
        await o.tell("invited", part="mail")
        await o.wait(0)
        assert not o.sent.mails
        o.present = set()
        await o.tell("invited", seconds=61, part="mail")
        await o.wait(0)
        assert [kind for _, kind, _ in o.sent.mails] == ["invited"]


async def test_notice_waits_for_morning_unless_user_waits_for_it(url: str) -> None:
    async with office(url) as o:
        await o.subscribe()
        await o.channels.set_wishes(ANNA, Wishes())
        o.time.advance(23 * HOUR_S - o.time.now())  # 23:00 on the first day of 1970, UTC
        await o.ask()
        await o.tell("found")
        await o.tell("seek", seconds=300)
        await o.wait(0)
        assert [message["kind"] for _, message, _ in o.sent.pushes] == ["found"]
        await o.wait(9 * HOUR_S - 1)
        assert len(o.sent.pushes) == 1
        await o.wait(1)
        assert [message["kind"] for _, message, _ in o.sent.pushes] == ["found", "turn"]


async def test_friend_request_is_told_once_while_it_is_open(url: str) -> None:
    async with office(url) as o:
        await o.subscribe()
        await o.prove_address()
        await o.channels.set_wishes(ANNA, Wishes({"friend": ("push", "mail")}, quiet=False))
        await o.request()
        await o.end_request()
        await o.wait(0)
        assert (o.sent.pushes, o.sent.mails) == ([], [])
        for _ in range(2):
            await o.request()
            await o.wait(HOUR_S)
        [(_, message, delivery)] = o.sent.pushes
        assert (message["kind"], message["about"], message["name"]) == ("friend", BORIS, BORIS)
        assert not delivery.urgent
        assert [kind for _, kind, _ in o.sent.mails] == ["friend"]
        await o.wait(8 * 24 * HOUR_S)
        async with o.database.writing() as connection:
            await delete_sent(connection, o.now_ms())
        await o.request()
        await o.wait(0)
        assert len(o.sent.pushes) == 2, "after a week the user is told again"


async def test_friend_request_that_reaches_no_one_is_told_to_no_one(url: str) -> None:
    async with office(url) as o:
        for person in (ANNA, BORIS):
            await o.subscribe(person, f"https://push.apple.com/{person}")
            await o.channels.set_wishes(person, Wishes({"friend": ("push",)}, quiet=False))
        async with o.database.writing() as connection:
            await note_request(connection, SentRequest(BORIS, BORIS, None, o.now_ms()))
        assert len(await o.waiting()) == 2
        await o.wait(0)
        assert (o.sent.pushes, await o.waiting()) == ([], [])


async def test_only_wished_kinds_are_sent(url: str) -> None:
    async with office(url) as o:
        await o.subscribe()
        await o.channels.set_wishes(ANNA, Wishes({"friend": ("push",)}, quiet=False))
        await o.ask()
        await o.tell("invited")
        await o.request()
        await o.wait(30)
        assert [message["kind"] for _, message, _ in o.sent.pushes] == ["friend"]
        await o.wait(HOUR_S)
        assert len(o.sent.pushes) == 1


@pytest.mark.parametrize("kind", ["invited", "found"])
async def test_late_notice_is_dropped(url: str, kind: NoticeKind) -> None:
    async with office(url) as o:
        await o.subscribe()
        await o.tell(kind, seconds=20)
        await o.wait(20)
        assert not o.sent.pushes
        assert await o.waiting() == []


async def test_unreachable_push_service_is_tried_five_times(url: str) -> None:
    async with office(url) as o:
        await o.subscribe()
        o.sent.outcome = "later"
        await o.request()
        await o.channels.set_wishes(ANNA, Wishes({"friend": ("push",)}, quiet=False))
        await o.wait(0)
        for tries, seconds in enumerate(RETRY_AFTER_S, start=1):
            await o.wait(seconds - 1)
            assert len(o.sent.pushes) == tries
            await o.wait(1)
            assert len(o.sent.pushes) == tries + 1
        await o.wait(24 * HOUR_S)
        assert len(o.sent.pushes) == 1 + len(RETRY_AFTER_S)
        assert await o.waiting() == []


async def test_gone_browser_loses_subscription_and_gets_no_more_pushes(url: str) -> None:
    async with office(url) as o:
        await o.subscribe()
        o.sent.outcome = "gone"
        await o.ask()
        await o.wait(PUSH_DELAY_S)
        assert await o.channels.subscriptions_of(ANNA) == []
        await o.ask(turn=2)
        await o.wait(PUSH_DELAY_S)
        assert len(o.sent.pushes) == 1


async def test_refused_message_is_tried_again_and_stops_no_other(url: str, stream: io.StringIO) -> None:
    async with office(url) as o:
        await o.subscribe()
        o.sent.outcome = "refused"
        await o.ask()
        await o.wait(PUSH_DELAY_S)
        assert '"push-refused"' in stream.getvalue()
        o.sent.outcome = "sent"
        await o.ask(table="table2")
        await o.wait(PUSH_DELAY_S)
        assert sorted(str(message["about"]) for _, message, _ in o.sent.pushes) == ["table1", "table1", "table2"]
        assert len(await o.channels.subscriptions_of(ANNA)) == 1


async def test_no_more_than_four_mails_are_sent_in_a_day(url: str) -> None:
    async with office(url) as o:
        await o.prove_address()
        await o.channels.set_wishes(ANNA, Wishes(quiet=False))
        for number in range(MAILS_A_DAY + 2):
            await o.ask(hours=72, table=f"table{number}")
            await o.wait(60)
        await o.wait(MAIL_DELAY_S)
        assert len(o.sent.mails) == MAILS_A_DAY
        await o.ask(hours=72, turn=2)
        await o.wait(24 * HOUR_S)
        assert len(o.sent.mails) == MAILS_A_DAY + 1


async def test_refused_address_is_not_used_any_more(url: str) -> None:
    async with office(url) as o:
        await o.prove_address()
        await o.channels.set_wishes(ANNA, Wishes(quiet=False))
        o.sent.mail_outcome = "bounced"
        for turn in range(1, MAX_BOUNCES + 2):
            await o.ask(turn=turn, hours=72)
            await o.wait(MAIL_DELAY_S)
        assert len(o.sent.mails) == MAX_BOUNCES
        assert await o.channels.mail_address(ANNA) is None


async def test_unproved_address_gets_no_notice(url: str) -> None:
    async with office(url) as o:
        await o.channels.set_address(ANNA, "anna@example.org", "en")
        await o.ask()
        await o.wait(23 * HOUR_S)
        assert not o.sent.mails


async def test_notice_of_dead_server_is_sent_again_after_its_claim(url: str) -> None:
    async with office(url) as o:
        await o.subscribe()
        await o.ask()
        o.time.advance(PUSH_DELAY_S)
        async with o.database.writing() as connection:
            claimed = await claim_due(connection, o.now_ms(), 100)
        assert [notice.part for notice in claimed] == ["push"]
        await o.wait(CLAIMED_MS / 1000 - 1)
        assert not o.sent.pushes
        await o.wait(1)
        assert len(o.sent.pushes) == 1


async def test_server_that_has_lost_the_chore_writes_nothing(url: str) -> None:
    async with office(url) as o:
        await o.subscribe()
        await o.ask()
        o.time.advance(PUSH_DELAY_S)
        other_lease = ChoreLease(o.database, "notices", "other", Metrics(), o.time)
        o.sent.before_push = other_lease.renew
        await o.send_due()
        assert len(o.sent.pushes) == 1
        assert "push" in await o.waiting()
        o.time.advance(CLAIMED_MS / 1000)
        with pytest.raises(ChoreLost):
            await o.dispatcher.send_due()
        assert len(o.sent.pushes) == 1
        o.sent.before_push = _do_nothing
        await o.send_due()
        assert len(o.sent.pushes) == 2, "it is sent at least once"
        assert "push" not in await o.waiting()


async def test_failure_of_one_notice_keeps_the_others(url: str, stream: io.StringIO) -> None:
    async with office(url) as o:
        await o.subscribe()
        await o.subscribe(BORIS, "https://push.apple.com/boris")
        until = o.now_ms() + 10_000
        async with o.database.writing() as connection:
            for person in (ANNA, BORIS):
                await add_notices(connection, [NewNotice(person, "found", "table1", FACTS, o.now_ms(), until)])
        o.sent.fails_for = "https://push.apple.com/1"
        await o.send_due()
        assert [endpoint for endpoint, _, _ in o.sent.pushes] == ["https://push.apple.com/boris"]
        assert '"failed"' in stream.getvalue()


async def test_failing_database_does_not_end_the_chore(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with office(url) as o:
        await o.subscribe()
        await o.ask()
        o.time.advance(PUSH_DELAY_S)

        async def fail(*_: object, **__: object) -> None:
            raise NotWritten("the disk is full")

        with monkeypatch.context() as patch:
            patch.setattr(dispatcher_module, "finish_notice", fail)
            await o.send_due()
        await o.wait(CLAIMED_MS / 1000)
        assert len(o.sent.pushes) == 2, "it is sent at least once"
        assert await o.waiting() == ["mail", "reminder"]
