"""The items in the inbox of a table's task, which processes them one at a time."""

from typing import NamedTuple

from prikup.table.commands.bots import BotDecision
from prikup.table.commands.hints import HintResult
from prikup.table.presence import Client
from prikup.table.protocol import ClientCommand

__all__ = ["AlarmRang", "ClientJoined", "ClientLeft", "Item", "MessageReceived", "UserRenamed"]


class ClientJoined(NamedTuple):
    """A client joins."""

    client: Client


class ClientLeft(NamedTuple):
    """A connection has ended."""

    client: Client


class MessageReceived(NamedTuple):
    """A client has sent a message."""

    client: Client
    message: ClientCommand


class UserRenamed(NamedTuple):
    """A user has a new name, or an account."""

    user: str
    name: str
    guest: bool


class AlarmRang(NamedTuple):
    """The alarm: a timed change may be due."""


Item = ClientJoined | ClientLeft | MessageReceived | UserRenamed | BotDecision | HintResult | AlarmRang
