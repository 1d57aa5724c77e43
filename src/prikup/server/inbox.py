"""What a table takes from its inbox, one at a time."""

from typing import NamedTuple

from prikup.server.hints import Found
from prikup.server.live import Ear
from prikup.server.protocol import Sent
from prikup.server.thinking import Thought

__all__ = ["Item", "Joined", "Left", "Said", "Woken"]


class Joined(NamedTuple):
    """Somebody comes."""

    ear: Ear


class Left(NamedTuple):
    """A connection is no more."""

    ear: Ear


class Said(NamedTuple):
    """Somebody says something."""

    ear: Ear
    message: Sent


class Woken(NamedTuple):
    """It is time to look what happens by itself."""


Item = Joined | Left | Said | Thought | Found | Woken
