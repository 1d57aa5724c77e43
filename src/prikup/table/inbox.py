"""The types of items in a table's inbox, which the table's task processes one at a time."""

from typing import NamedTuple

from prikup.table.commands.bots import BotDecision
from prikup.table.commands.hints import HintResult
from prikup.table.presence import Client
from prikup.table.protocol import ClientCommand

__all__ = ["AlarmRang", "ClientJoined", "ClientLeft", "Item", "MessageReceived", "UserRenamed"]


class ClientJoined(NamedTuple):
    """A client wants to join the table."""

    client: Client


class ClientLeft(NamedTuple):
    """A client's connection has ended."""

    client: Client


class MessageReceived(NamedTuple):
    """A client has sent a message to the table."""

    client: Client
    message: ClientCommand


class UserRenamed(NamedTuple):
    """A user has a new name, or has become the owner of an account (`guest` is then false)."""

    user: str
    name: str
    guest: bool


class AlarmRang(NamedTuple):
    """The table's alarm has rung, so a timed change may be due."""


Item = ClientJoined | ClientLeft | MessageReceived | UserRenamed | BotDecision | HintResult | AlarmRang
