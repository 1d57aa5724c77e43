"""What people say to each other at a table: presets, which each reads in his own language, and short texts."""

from collections import deque

from prikup.errors import reason
from prikup.table.live import Client, Live, Refusal
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
"""So much may one say in so many seconds."""


def chat(live: Live, ear: Client, message: Chat) -> Chatted:
    """What everybody hears. Raises Refusal."""
    if not live.course.settings.chat:
        raise Refusal(reason("chat-off"))
    text = "".join(filter(str.isprintable, message.text)).strip()
    if message.preset and message.preset not in PRESETS:
        raise Refusal(reason("chat-unknown", text=message.preset))
    if bool(text) == bool(message.preset):
        raise Refusal(reason("chat-empty"))
    _hold(live, ear)
    seat = live.course.seat_of(ear.user)
    heard = Chatted(seat, ear.name, text, message.preset)
    live.said.append(heard)
    return heard


def _hold(live: Live, ear: Client) -> None:
    """Nobody may speak too often."""
    times = live.spoken.setdefault(ear.user, deque(maxlen=AT_ONCE))
    if len(times) == AT_ONCE and live.now - times[0] < SECONDS:
        raise Refusal(reason("chat-too-fast"))
    times.append(live.now)
