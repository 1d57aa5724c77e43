"""The chat of a table: presets, which each reads in their own language, and short texts."""

from prikup.errors import reason
from prikup.names import told_apart
from prikup.table.live import Live, Refusal
from prikup.table.presence import Client
from prikup.table.protocol import Chat, Chatted
from prikup.table.state import TableState

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


def chat(live: Live, client: Client, message: Chat) -> Chatted:
    """Return what everybody is told. Raise Refusal."""
    if not live.table.settings.chat:
        raise Refusal(reason("chat-off"))
    text = "".join(filter(str.isprintable, message.text)).strip()
    if message.preset and message.preset not in PRESETS:
        raise Refusal(reason("chat-unknown", text=message.preset))
    if bool(text) == bool(message.preset):
        raise Refusal(reason("chat-empty"))
    if not live.chats.spend(client.user, live.now):
        raise Refusal(reason("chat-too-fast"))
    seat = live.table.seat_of(client.user)
    heard = Chatted(seat, _called(live.table, client), text, message.preset)
    live.said.append(heard)
    return heard


def _called(table: TableState, client: Client) -> str:
    """Return a client's name as the table sees it: nobody who watches is called like a player."""
    seat = table.seat_of(client.user)
    if seat is not None:
        return table.names[seat]
    seated = tuple(name for name, chair in zip(table.names, table.chairs, strict=True) if not chair.empty)
    return told_apart((*seated, client.name))[-1] if client.name else ""
