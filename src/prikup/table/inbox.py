"""The items that a table takes from its inbox, one at a time."""

from typing import NamedTuple

from prikup.table.commands.bots import Decided
from prikup.table.commands.hints import Advised
from prikup.table.presence import Client
from prikup.table.protocol import Sent

__all__ = ["Item", "Joined", "Left", "Renamed", "Said", "Woken"]


class Joined(NamedTuple):
    """A client joins."""

    client: Client


class Left(NamedTuple):
    """A connection has ended."""

    client: Client


class Said(NamedTuple):
    """A client has sent a message."""

    client: Client
    message: Sent


class Renamed(NamedTuple):
    """A user has another name, or an account."""

    user: str
    name: str
    guest: bool


class Woken(NamedTuple):
    """It is time to look what happens by itself."""


Item = Joined | Left | Said | Renamed | Decided | Advised | Woken
