"""The kinds of notices, the ways to send them, and what a user wishes to be told in which way."""

from typing import Literal, get_args
from zoneinfo import ZoneInfo

from msgspec import Struct, field

from prikup.api.notices import Channel, NoticeKind

__all__ = [
    "CHANNELS_OF",
    "KINDS",
    "MAIL_DELAY_S",
    "OFFERED",
    "OUTCOMES",
    "Channel",
    "NoticeKind",
    "NoticeOutcome",
    "Wishes",
    "is_zone",
]

KINDS: tuple[NoticeKind, ...] = get_args(NoticeKind)
CHANNELS_OF: dict[NoticeKind, tuple[Channel, ...]] = {
    "turn": ("push", "mail"),
    "invited": ("push", "mail"),
    "friend": ("push", "mail"),
    "found": ("push",),
    "seek": ("push",),
}
"""The channels over which each kind of notice can be sent. What is over within minutes is not mailed."""
OFFERED: tuple[NoticeKind, ...] = ("turn", "invited", "found", "seek")
"""The kinds that this version sends; the others wait for the tables and requests that cause them."""
NoticeOutcome = Literal["sent", "unwanted", "no-channel", "too-many", "failed"]
OUTCOMES: tuple[NoticeOutcome, ...] = get_args(NoticeOutcome)
"""The ways in which a notice ends.

- `unwanted`: the user does not wish it, is connected, or it is too late.
- `no-channel`: the user has no browser or mail address for it.
- `too-many`: the user has had the mails of a day.
"""
MAIL_DELAY_S = 12 * 3600.0
"""Seconds after which a question at a table is also mailed, if the person has not acted."""


def _default_channels() -> dict[NoticeKind, tuple[Channel, ...]]:
    return {"turn": ("push", "mail"), "invited": ("push",), "friend": (), "found": ("push",), "seek": ("push",)}


class Wishes(Struct, frozen=True):
    """The notices that a user wishes to get.

    - `channels`: the channels for each kind of notice. A channel is used only if the user has set it up.
    - `quiet`: true if nothing is sent at night, from 22 to 8 o'clock in the user's time zone.
    - `zone`: the user's time zone, as in the IANA database, such as `Asia/Yerevan`.
    """

    channels: dict[NoticeKind, tuple[Channel, ...]] = field(default_factory=_default_channels)
    quiet: bool = True
    zone: str = "UTC"

    def allows(self, kind: NoticeKind, channel: Channel) -> bool:
        """Return whether notices of this kind may be sent over a channel."""
        return channel in CHANNELS_OF[kind] and channel in self.channels.get(kind, ())


def is_zone(name: str) -> bool:
    """Return whether a text names a time zone that this machine knows."""
    try:
        ZoneInfo(name)
    except (ValueError, OSError, LookupError):
        return False
    return True
