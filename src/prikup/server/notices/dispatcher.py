"""The chore that sends notices when they are due.

A notice tells a user by push message or mail about an event, for example that it is their turn. A chore is a job that
one server does for all (`prikup.server.nodes.chore_lease`). A notice is sent at least once: if a server dies or loses
the chore while it sends a notice, its claim on the notice ends after five minutes, and the server that then does the
chore sends the notice again. A browser shows one message for each topic, such as a table, so a second one replaces the
first.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection
from typing import Protocol

import msgspec

from prikup.api.notices import Channel, NoticeKind, PushMessage
from prikup.server.logging import logger
from prikup.server.metrics import Metrics
from prikup.server.nodes.chore_lease import ChoreLease, ChoreLost
from prikup.server.notices.channels import MailAddress, MailOutcome, NoticeChannels, StoredSubscription
from prikup.server.notices.friend_notices import is_news
from prikup.server.notices.kinds import NoticeOutcome, Wishes
from prikup.server.notices.notice_rows import (
    DueNotice,
    Facts,
    claim_due,
    count_mails,
    delete_sent,
    finish_notice,
    has_due,
    postpone,
)
from prikup.server.notices.push_address import origin_of
from prikup.server.notices.quiet_hours import end_of_quiet
from prikup.server.notices.subscription import Delivery, PushOutcome, Subscription
from prikup.server.storage.database import Database
from prikup.table.host.storage import NotRead, NotWritten

__all__ = ["MAILS_A_DAY", "RETRY_AFTER_S", "NoticeDispatcher"]

EVERY_S = 1.0
"""Seconds between two searches for notices that are due."""
AT_ONCE, CLAIMED = 20, 60
"""`AT_ONCE` is the maximum number of users who are sent notices at the same time.

`CLAIMED` is the maximum number of notices that a server claims (reserves for itself) in one transaction.
"""
RETRY_AFTER_S = (60, 300, 1800, 7200)
"""Seconds to wait after the first, second, third and fourth attempt if a push or mail server asks to try later."""
MAILS_A_DAY = 4
"""The maximum number of mails that a user gets in 24 hours. Further notices are not mailed."""
DAY_MS = 86_400_000
MAX_TTL_S = 28 * 86_400
"""The longest time in seconds for which push services store a message. They may refuse a message with a longer time."""
TIDY_EVERY_S = 3600.0
"""Seconds between two deletions of old notices, and of mail addresses that were not proved in time."""
URGENT: frozenset[NoticeKind] = frozenset({"found", "invited"})
IGNORES_QUIET: frozenset[NoticeKind] = frozenset({"found"})
"""The kinds of notices that are sent at night too, because the person is waiting for them at this moment."""
IGNORES_PRESENCE: frozenset[tuple[NoticeKind, Channel]] = frozenset(
    {("found", "push"), ("voided", "push"), ("voided", "mail"), ("turn", "mail")}
)
"""The kinds of notices, each with a channel by which it is sent to connected people too.

Such people may have hidden the page while they wait (`found`), look at a page that does not say it (`voided`), or have
left a table waiting for half a day (`turn`).
"""


class PushSender(Protocol):
    """A service that sends push messages (`PushService`)."""

    async def send(self, subscription: Subscription, payload: bytes, delivery: Delivery, now_s: float) -> PushOutcome:
        """Send a message to the browser of a subscription; return the result.

        `payload` is the unencrypted message, and `now_s` the time (wall clock, s).
        """
        ...


class MailSender(Protocol):
    """A service that sends mails (`MailService`)."""

    async def send_notice(self, to: MailAddress, kind: NoticeKind, table: str, facts: Facts) -> MailOutcome:
        """Send a notice by mail; return the result.

        `table` is the id of the table that the notice is about, and `facts` are the names that the mail mentions.
        """
        ...


class NoticeDispatcher:
    """Sends notices (news for users, such as that it is their turn) as push messages and mails.

    - `lease`: the time-limited right to send notices, which only one server has at a time.
    - `channels`: the browsers and mail addresses of the users, and which notices they wish to get.
    - `push`, `mail`: the services of the two channels, None if the operator has given no settings for the channel.
    - `present`: returns the ids of the connected users. Most notices are not sent to them, because their page shows the
      same.
    - `clock`: returns the time of the clock that all servers share, in seconds since 1970.
    """

    def __init__(
        self,
        lease: ChoreLease,
        database: Database,
        channels: NoticeChannels,
        push: PushSender | None,
        mail: MailSender | None,
        present: Callable[[], Collection[str]],
        metrics: Metrics,
        clock: Callable[[], float],
    ) -> None:
        self._lease, self._database, self._channels = lease, database, channels
        self._push, self._mail = push, mail
        self._present, self._metrics, self._clock = present, metrics, clock
        self._tidy_time = float("-inf")
        self._round: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Send due notices whenever no other server does so, until cancelled. Call `stop` afterwards."""
        await self._lease.run(self._begin_round, EVERY_S)

    async def stop(self) -> None:
        """Stop sending, so that another server can do it. A notice whose sending is interrupted is sent again later."""
        if self._round is not None:
            self._round.cancel()
            await asyncio.wait([self._round])
        await self._lease.release()

    async def _begin_round(self) -> None:
        """Start a round in which due notices are sent, unless the previous round is still in progress.

        This does not wait for the round to end, because a round may take so long that the lease would end in the
        meantime.
        """
        if self._round is None or self._round.done():
            self._round = asyncio.create_task(self._send_round())

    async def _send_round(self) -> None:
        try:
            if self._clock() >= self._tidy_time:
                self._tidy_time = self._clock() + TIDY_EVERY_S
                await self._tidy()
            while await self.send_due():
                pass
        except (NotRead, NotWritten, ChoreLost):
            pass  # the database fails, or another server does the chore by now
        except Exception as error:
            logger.error("failed", error=error)

    async def send_due(self) -> int:
        """Send at most `CLAIMED` notices that are due now; return the number of notices.

        Raise ChoreLost if another server sends notices by now.
        """
        async with self._database.reading() as connection:
            if not await has_due(connection, self._now()):
                return 0
        async with self._lease.writing() as connection:
            due_notices = await claim_due(connection, self._now(), CLAIMED)
        by_person = defaultdict[str, list[DueNotice]](list)
        for notice in due_notices:
            by_person[notice.person].append(notice)
        turns = asyncio.Semaphore(AT_ONCE)

        async def send_in_turn(notices_of_person: list[DueNotice]) -> None:
            async with turns:
                for notice in notices_of_person:  # one by one, because the mails of a day are counted
                    await self._try_to_send(notice)

        async with asyncio.TaskGroup() as group:
            for notices_of_person in by_person.values():
                group.create_task(send_in_turn(notices_of_person))
        return len(due_notices)

    async def _tidy(self) -> None:
        async with self._lease.writing() as connection:
            await delete_sent(connection, self._now())
        await self._channels.delete_unproved()

    def _now(self) -> int:
        return round(self._clock() * 1000)

    async def _try_to_send(self, notice: DueNotice) -> None:
        """Send a notice. If sending fails, the notice is sent again when this server's claim on it has ended."""
        try:
            await self._send(notice)
        except (NotRead, NotWritten, ChoreLost):
            pass  # the database fails, or another server does the chore by now
        except Exception as error:
            logger.error("failed", error=error)

    async def _send(self, notice: DueNotice) -> None:
        now_ms = self._now()
        wishes = await self._channels.wishes_of(notice.person)
        if not self._is_wanted(notice, wishes, now_ms) or not await self._is_news(notice):
            await self._finish(notice, "unwanted")
            return
        if notice.kind not in IGNORES_QUIET and (morning := end_of_quiet(wishes, now_ms)) > now_ms:
            await self._postpone(notice, morning, notice.tries)
            return
        if notice.channel == "push":
            await self._send_push(notice, now_ms)
        else:
            await self._send_mail(notice, now_ms)

    def _is_wanted(self, notice: DueNotice, wishes: Wishes, now_ms: int) -> bool:
        return (
            now_ms < notice.until
            and wishes.allows(notice.kind, notice.channel)
            and ((notice.kind, notice.channel) in IGNORES_PRESENCE or notice.person not in self._present())
        )

    async def _is_news(self, notice: DueNotice) -> bool:
        """Return False for the notice of a friend request that is no longer open, or of which the user was told."""
        if notice.kind != "friend":
            return True
        async with self._database.reading() as connection:
            return await is_news(connection, notice)

    async def _send_push(self, notice: DueNotice, now_ms: int) -> None:
        """Send a notice to all browsers of its user. It counts as sent if at least one browser was reached."""
        subscriptions = await self._channels.subscriptions_of(notice.person)
        if self._push is None or not subscriptions:
            await self._finish(notice, "no-channel")
            return
        outcomes = [await self._push_to(self._push, each, notice, now_ms) for each in subscriptions]
        if "sent" in outcomes:
            await self._finish(notice, "sent")
        elif "later" in outcomes or "refused" in outcomes:
            await self._try_later(notice, now_ms)
        else:
            await self._finish(notice, "failed")

    async def _push_to(
        self, push: PushSender, stored: StoredSubscription, notice: DueNotice, now_ms: int
    ) -> PushOutcome:
        facts = notice.facts
        message = PushMessage(notice.kind, notice.about, facts.game, facts.name, notice.until, stored.language)
        delivery = Delivery(
            ttl_s=min(MAX_TTL_S, (notice.until - now_ms) // 1000),
            urgent=notice.kind in URGENT,
            topic=_topic(notice.about),
        )
        payload = msgspec.json.encode(message)
        outcome = await push.send(stored.subscription, payload, delivery, now_ms / 1000)
        if outcome == "gone":
            await self._channels.drop_subscription(stored.id)
        elif outcome == "refused":
            logger.error("push-refused", service=origin_of(stored.subscription.endpoint))
        return outcome

    async def _send_mail(self, notice: DueNotice, now_ms: int) -> None:
        address = await self._channels.mail_address(notice.person)
        if self._mail is None or address is None or not address.proved:
            await self._finish(notice, "no-channel")
            return
        async with self._database.reading() as connection:
            mails = await count_mails(connection, notice.person, now_ms - DAY_MS)
        if mails >= MAILS_A_DAY:
            await self._finish(notice, "too-many")
            return
        outcome = await self._mail.send_notice(address, notice.kind, notice.about, notice.facts)
        if outcome == "sent":
            await self._finish(notice, "sent")
        elif outcome == "later":
            await self._try_later(notice, now_ms)
        else:
            await self._channels.count_bounce(notice.person)
            await self._finish(notice, "failed")

    async def _try_later(self, notice: DueNotice, now_ms: int) -> None:
        if notice.tries >= len(RETRY_AFTER_S):
            logger.warning("notice-dropped", kind=notice.kind, channel=notice.channel)
            await self._finish(notice, "failed")
        else:
            await self._postpone(notice, now_ms + RETRY_AFTER_S[notice.tries] * 1000, notice.tries + 1)

    async def _finish(self, notice: DueNotice, outcome: NoticeOutcome) -> None:
        self._metrics.notices.labels(notice.kind, notice.channel, outcome).inc()
        async with self._lease.writing() as connection:
            await finish_notice(connection, notice.id, self._now(), sent=outcome == "sent")

    async def _postpone(self, notice: DueNotice, due: int, tries: int) -> None:
        async with self._lease.writing() as connection:
            await postpone(connection, notice.id, due, tries)


def _topic(about: str) -> str:
    """Return the topic of a push message; a browser replaces an earlier message that has the same topic.

    The topic is `about` (such as the id of a table) if this has at most 32 letters, digits, `-` and `_`; otherwise ""
    for none.
    """
    return about if len(about) <= 32 and about.isascii() and about.replace("-", "").replace("_", "").isalnum() else ""
