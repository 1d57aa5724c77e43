"""The chat of a table. A chat line is a short text, or a prepared line that clients show in their user's language."""

from prikup.name_comparison import distinct_names
from prikup.rules.errors import reason
from prikup.table.protocol.client_messages import ChatCommand
from prikup.table.protocol.server_messages import ChatMessage
from prikup.table.state.live_state import LiveState, NotAllowed
from prikup.table.state.presence import Client
from prikup.table.state.table_state import TableState

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
"""The maximum number of people whom a table remembers because they have written in the chat.

The table's host can remove a remembered person from the table even when that person is no longer connected.
"""


def chat(live: LiveState, client: Client, message: ChatCommand) -> ChatMessage:
    """Record a chat line and return the message with the line.

    During a deal, a spectator's line is held back from the players until the end of the deal. At a table whose
    spectators see deals with a delay, a player's line is also held back from the spectators. Raise NotAllowed if the
    chat is off, the line is invalid, or the user writes too often.
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
    """Return the name to show with a client's chat lines.

    The name of a spectator is changed if it could be confused with the name of a seated player.
    """
    seat = table.seat_of(client.user)
    if seat is not None:
        return table.names[seat]
    seated_names = tuple(name for name, chair in zip(table.names, table.chairs, strict=True) if not chair.empty)
    return distinct_names((*seated_names, client.name))[-1] if client.name else ""
