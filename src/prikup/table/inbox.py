"""What a table takes from its inbox, one at a time."""

from typing import NamedTuple

from prikup.table.commands.bots import Thought
from prikup.table.commands.hints import Found
from prikup.table.live import Client
from prikup.table.protocol import Sent

__all__ = ["Item", "Joined", "Left", "Said", "Woken"]


class Joined(NamedTuple):
    """Somebody comes."""

    ear: Client


class Left(NamedTuple):
    """A connection is no more."""

    ear: Client


class Said(NamedTuple):
    """Somebody says something."""

    ear: Client
    message: Sent


class Woken(NamedTuple):
    """It is time to look what happens by itself."""


Item = Joined | Left | Said | Thought | Found | Woken
