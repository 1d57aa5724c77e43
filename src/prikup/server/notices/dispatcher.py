"""The chore that sends the notices that are due.

One server at a time does it (`prikup.server.nodes.chore_lease`). A notice is sent at least once: a server that dies or
loses the chore while it sends leaves a claim that ends after five minutes; then the server that does the chore sends
the notice again. A browser shows one message for each topic, so a second one replaces the first.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection
from typing import Protocol

import msgspec

from prikup.api.notices import NoticeKind, PushMessage
from prikup.server.logging import logger
from prikup.server.metrics import Metrics
from prikup.server.nodes.chore_lease import ChoreLease, ChoreLost
from prikup.server.notices.channels import MailAddress, MailOutcome, NoticeChannels, StoredSubscription
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
"""The numbers of users who are being told at the same time, and of notices that a server claims together."""
RETRY_AFTER_S = (60, 300, 1800, 7200)
"""Seconds after each attempt until the next one, if a push service or a mail server asks to try again later."""
MAILS_A_DAY = 4
"""The maximum number of mails that a user gets in 24 hours; what is more is not mailed."""
DAY_MS = 86_400_000
MAX_TTL_S = 28 * 86_400
"""The most seconds for which push services store a message; they may refuse one with more."""
TIDY_EVERY_S = 3600.0
"""Seconds between two deletions of old notices and of mail addresses that nobody proved."""
URGENT: frozenset[NoticeKind] = frozenset({"found", "invited"})
IGNORES_QUIET: frozenset[NoticeKind] = frozenset({"found"})
"""The kinds that are sent at night too, because the person is waiting for them at this moment."""
IGNORES_PRESENCE: frozenset[NoticeKind] = frozenset({"found"})
"""The kinds that are sent to connected people too: a person who waits for a table may have hidden the page."""


class PushSender(Protocol):
    """A service that sends push messages (`PushService`)."""

    async def send(self, subscription: Subscription, payload: bytes, delivery: Delivery, now_s: float) -> PushOutcome:
        """Send a message to a browser; return what became of it."""
        ...


class MailSender(Protocol):
    """A service that sends mails (`MailService`)."""

    async def send_notice(self, to: MailAddress, kind: NoticeKind, table: str, facts: Facts) -> MailOutcome:
        """Send a notice by mail; return what became of it."""
        ...


class NoticeDispatcher:
    """Sends notices over the channels that users have set up.

    - `lease`: the lease of this chore.
    - `push`, `mail`: the services of the two channels, None if the server has not been given their settings.
    - `present`: returns the ids of the users who are connected, who see on their page what a notice would tell.
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
        """Send the notices that are due whenever no other server does, until cancelled; call `stop` afterwards."""
        await self._lease.run(self._begin_round, EVERY_S)

    async def stop(self) -> None:
        """Stop sending, and let another server do the chore. A notice that is being sent is sent again later."""
        if self._round is not None:
            self._round.cancel()
            await asyncio.wait([self._round])
        await self._lease.release()

    async def _begin_round(self) -> None:
        """Start to send what is due, unless an earlier round is not finished yet.

        A round may take longer than the lease lasts without a renewal, so nothing waits for it here.
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
        """Send the notices that are due now; return their number, at most `CLAIMED`.

        Raise ChoreLost if another server does the chore by now.
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
        """Send a notice. If that fails, its claim ends after some minutes, and it is sent again."""
        try:
            await self._send(notice)
        except (NotRead, NotWritten, ChoreLost):
            pass  # the database fails, or another server does the chore by now
        except Exception as error:
            logger.error("failed", error=error)

    async def _send(self, notice: DueNotice) -> None:
        now_ms = self._now()
        wishes = await self._channels.wishes_of(notice.person)
        if not self._wants(notice, wishes, now_ms):
            await self._finish(notice, "unwanted")
            return
        if notice.kind not in IGNORES_QUIET and (morning := end_of_quiet(wishes, now_ms)) > now_ms:
            await self._postpone(notice, morning, notice.tries)
            return
        if notice.channel == "push":
            await self._send_push(notice, now_ms)
        else:
            await self._send_mail(notice, now_ms)

    def _wants(self, notice: DueNotice, wishes: Wishes, now_ms: int) -> bool:
        return (
            now_ms < notice.until
            and wishes.allows(notice.kind, notice.channel)
            and (notice.channel == "mail" or notice.kind in IGNORES_PRESENCE or notice.person not in self._present())
        )

    async def _send_push(self, notice: DueNotice, now_ms: int) -> None:
        """Send a notice to all browsers of its user. It counts as sent if one of them was reached."""
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
    """Return the topic of a push message about a table, so that a later message replaces an earlier one.

    A topic has at most 32 letters, digits, `-` and `_`; a message about something else has none.
    """
    return about if len(about) <= 32 and about.isascii() and about.replace("-", "").replace("_", "").isalnum() else ""
