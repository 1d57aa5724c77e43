"""The chat of a table: presets, which each reads in their own language, and short texts."""

from collections import deque

from prikup.errors import reason
from prikup.table.live import Live, Refusal
from prikup.table.presence import Client
from prikup.table.protocol import Chat, Chatted

__all__ = ["PRESETS", "chat"]

PRESETS = (
    "hello",
    "good-luck",
    "thanks",
    "well-played",
    "bad-luck",
    "my-mistake",
    "one-moment",
    "back",
    "your-turn",
    "one-more",
    "last-deal",
    "bye",
)
AT_ONCE, SECONDS = 5, 10
"""A user may send this number of messages in this number of seconds."""


def chat(live: Live, client: Client, message: Chat) -> Chatted:
    """Return what everybody is told. Raise Refusal."""
    if not live.table.settings.chat:
        raise Refusal(reason("chat-off"))
    text = "".join(filter(str.isprintable, message.text)).strip()
    if message.preset and message.preset not in PRESETS:
        raise Refusal(reason("chat-unknown", text=message.preset))
    if bool(text) == bool(message.preset):
        raise Refusal(reason("chat-empty"))
    _hold(live, client)
    seat = live.table.seat_of(client.user)
    heard = Chatted(seat, client.name, text, message.preset)
    live.said.append(heard)
    return heard


def _hold(live: Live, client: Client) -> None:
    """Raise Refusal for a user who speaks too often."""
    times = live.spoken.setdefault(client.user, deque(maxlen=AT_ONCE))
    if len(times) == AT_ONCE and live.now - times[0] < SECONDS:
        raise Refusal(reason("chat-too-fast"))
    times.append(live.now)
