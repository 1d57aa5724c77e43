"""The kinds of notices, the channels by which they are sent, and the wishes of users about them.

A notice tells a user by push message or mail about an event, for example that it is their turn.
"""

from typing import Literal, get_args
from zoneinfo import ZoneInfo

from msgspec import Struct, field

from prikup.api.notices import Channel, NoticeKind

__all__ = [
    "CHANNELS_OF",
    "KINDS",
    "MAIL_DELAY_S",
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
    "voided": ("push", "mail"),
}
"""The channels by which each kind of notice can be sent. A notice that is only useful for minutes is not mailed."""
NoticeOutcome = Literal["sent", "unwanted", "no-channel", "too-many", "failed"]
OUTCOMES: tuple[NoticeOutcome, ...] = get_args(NoticeOutcome)
"""The ways in which the sending of a notice ends.

- `sent`: the notice was sent.
- `unwanted`: the user does not wish to get it, is connected, or it is too late.
- `no-channel`: the user has no browser or mail address for it, or the server cannot send it.
- `too-many`: the user has already been sent the maximum number of mails in a day.
- `failed`: all attempts have failed.
"""
MAIL_DELAY_S = 12 * 3600.0
"""Seconds after which a player who has not acted at a turn-based table is also sent a mail."""


def _default_channels() -> dict[NoticeKind, tuple[Channel, ...]]:
    return {
        "turn": ("push", "mail"),
        "invited": ("push",),
        "friend": (),
        "found": ("push",),
        "seek": ("push",),
        "voided": ("push",),
    }


class Wishes(Struct, frozen=True):
    """The notices that a user wishes to get.

    - `channels`: by kind of notice, the channels by which it is sent. A channel is used only if the user has set it up.
    - `quiet`: true if nothing is sent at night, from 22 to 8 o'clock in the user's time zone.
    - `zone`: the user's time zone, as in the IANA database, such as `Asia/Yerevan`.
    """

    channels: dict[NoticeKind, tuple[Channel, ...]] = field(default_factory=_default_channels)
    quiet: bool = True
    zone: str = "UTC"

    def allows(self, kind: NoticeKind, channel: Channel) -> bool:
        """Return whether the server can send notices of this kind by this channel, and the user wishes to get them."""
        return channel in CHANNELS_OF[kind] and channel in self.channels.get(kind, ())


def is_zone(name: str) -> bool:
    """Return whether a text names a time zone that this machine knows."""
    try:
        ZoneInfo(name)
    except (ValueError, OSError, LookupError):
        return False
    return True
