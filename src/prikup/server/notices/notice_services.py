"""The parts of a server that send notices, with their start and shutdown."""

import asyncio
from collections.abc import Callable, Collection
from contextlib import AsyncExitStack
from itertools import product
from typing import TYPE_CHECKING

from prikup.rules.errors import PrikupError, reason
from prikup.server.metrics import Metrics
from prikup.server.nodes.chore_lease import ChoreLease
from prikup.server.notices.channels import NoticeChannels
from prikup.server.notices.dispatcher import NoticeDispatcher
from prikup.server.notices.kinds import CHANNELS_OF, OUTCOMES
from prikup.server.notices.settings_file import NoticeSettings
from prikup.server.storage.database import Database
from prikup.table.host.time_source import Timekeeper

if TYPE_CHECKING:
    from prikup.server.notices.mail import MailService
    from prikup.server.notices.push import PushService

__all__ = ["NoticeServices"]


class NoticeServices:
    """The services that send notices to users (for example that it is their turn), as push messages and as mails.

    `channels` stores the users' browsers and mail addresses. `push` and `mail` are None if the server cannot send by
    that channel, because the operator has given no settings for it. `own_push_services` are the origins of push
    services that the operator has named.
    """

    push: "PushService | None" = None
    mail: "MailService | None" = None

    def __init__(
        self,
        database: Database,
        settings: NoticeSettings | None,
        own_push_services: Collection[str],
        keeper: Timekeeper,
    ) -> None:
        self.own_push_services = frozenset(own_push_services)
        self.keeper = keeper
        self._database = database
        self.channels = NoticeChannels(database, self.now_ms)
        self._stack = AsyncExitStack()
        self._dispatcher: NoticeDispatcher | None = None
        self._sending: asyncio.Task[None] | None = None
        self._settings = settings

    def now_ms(self) -> int:
        """Return the time of the wall clock in ms."""
        return round(self.keeper.wall() * 1000)

    async def start(
        self, lease: ChoreLease, clock: Callable[[], float], present: Callable[[], Collection[str]], metrics: Metrics
    ) -> None:
        """Start to send notices, if the operator has given settings.

        `lease` is the time-limited right to send notices, which only one server has at a time. `clock` returns the time
        of the clock that all servers share, in seconds since 1970. `present` returns the ids of the connected users.
        Raise PrikupError if a needed library is not installed, or if the key for push messages is not valid.
        """
        for kind, channels in CHANNELS_OF.items():
            for channel, outcome in product(channels, OUTCOMES):  # Prometheus sees no increase without a first 0
                metrics.notices.labels(kind, channel, outcome)
        settings = self._settings
        if settings is None:
            return
        try:
            from prikup.server.notices.mail import MailService
            from prikup.server.notices.push import PushService
        except ModuleNotFoundError as error:
            if (error.name or "").startswith("prikup"):
                raise
            raise PrikupError(reason("notices-no-extra")) from None
        if settings.push is not None:
            try:
                service = PushService(settings.push, self.own_push_services)
                service.check_contact(self.keeper.wall())
            except ValueError:
                raise PrikupError(reason("notices-key-bad")) from None
            self.push = await self._stack.enter_async_context(service)
        if settings.mail is not None:
            self.mail = MailService(settings.mail, settings.site)
        self._dispatcher = NoticeDispatcher(
            lease, self._database, self.channels, self.push, self.mail, present, metrics, clock
        )
        self._sending = asyncio.create_task(self._dispatcher.run())

    async def stop(self) -> None:
        """Stop sending. A notice whose sending is interrupted is sent again after the next start."""
        if self._sending is not None and self._dispatcher is not None:
            self._sending.cancel()
            await asyncio.wait([self._sending])
            await self._dispatcher.stop()
        await self._stack.aclose()
