"""The items in the inbox of a table's task, which processes them one at a time."""

from typing import NamedTuple

from prikup.table.commands.bots import BotDecision
from prikup.table.commands.hints import HintResult
from prikup.table.presence import Client
from prikup.table.protocol import ClientCommand

__all__ = ["Item", "Joined", "Left", "MessageReceived", "Renamed", "Woken"]


class Joined(NamedTuple):
    """A client joins."""

    client: Client


class Left(NamedTuple):
    """A connection has ended."""

    client: Client


class MessageReceived(NamedTuple):
    """A client has sent a message."""

    client: Client
    message: ClientCommand


class Renamed(NamedTuple):
    """A user has a new name, or an account."""

    user: str
    name: str
    guest: bool


class Woken(NamedTuple):
    """The alarm: a timed change may be due."""


Item = Joined | Left | MessageReceived | Renamed | BotDecision | HintResult | Woken
