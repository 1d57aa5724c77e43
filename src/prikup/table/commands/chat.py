"""The chat of a table: presets, which clients show in their reader's language, and short texts."""

from prikup.player_names import distinct_names
from prikup.rules.errors import reason
from prikup.table.live_state import LiveState, NotAllowed
from prikup.table.presence import Client
from prikup.table.protocol import ChatCommand, ChatMessage
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

MAX_SPEAKERS = 200
"""The number of people with chat lines whom a table remembers, so that its host can still remove them."""


def chat(live: LiveState, client: Client, message: ChatCommand) -> ChatMessage:
    """Record and return a chat line; the author's group may receive it at once. Raise NotAllowed.

    During a deal, lines of spectators are held back from players, and at a delayed table lines of players from
    spectators.
    """
    if not live.table.settings.chat:
        raise NotAllowed(reason("chat-off"))
    text = "".join(filter(str.isprintable, message.text)).strip()
    if message.preset and message.preset not in PRESETS:
        raise NotAllowed(reason("chat-unknown", text=message.preset))
    if bool(text) == bool(message.preset):
        raise NotAllowed(reason("chat-empty"))
    if not live.chat_rate.spend(client.user, live.now):
        raise NotAllowed(reason("chat-too-fast"))
    seat, person = live.table.seat_of(client.user), live.person(client.user)
    line = ChatMessage(seat, _display_name(live.table, client), text, message.preset, person)
    is_held_back = live.table.stage == "deal" and (seat is None or live.table.settings.delayed)
    (live.held_chat_lines if is_held_back else live.chat_lines).append(line)
    live.speakers.pop(person, None)
    live.speakers[person] = client.user
    if len(live.speakers) > MAX_SPEAKERS:
        del live.speakers[next(iter(live.speakers))]
    return line


def _display_name(table: TableState, client: Client) -> str:
    """Return the name shown with a client's lines: spectators' names are made distinguishable from players'."""
    seat = table.seat_of(client.user)
    if seat is not None:
        return table.names[seat]
    seated_names = tuple(name for name, chair in zip(table.names, table.chairs, strict=True) if not chair.empty)
    return distinct_names((*seated_names, client.name))[-1] if client.name else ""
