"""The types of items in a table's inbox, which the table's task processes one at a time."""

import asyncio
from typing import NamedTuple

from prikup.rules.errors import Reason
from prikup.table.commands.bots import BotDecision
from prikup.table.commands.hints import HintResult
from prikup.table.protocol.client_messages import ClientCommand
from prikup.table.protocol.message_parts import RatingEffect
from prikup.table.state.presence import Client

__all__ = [
    "AlarmRang",
    "ClientJoined",
    "ClientLeft",
    "Item",
    "ListingRequested",
    "MatchRated",
    "MessageReceived",
    "UserRenamed",
]


class ClientJoined(NamedTuple):
    """An item of the inbox: a client wants to join the table."""

    client: Client


class ClientLeft(NamedTuple):
    """An item of the inbox: a client's connection has ended."""

    client: Client


class MessageReceived(NamedTuple):
    """An item of the inbox: a client has sent a message to the table."""

    client: Client
    message: ClientCommand


class UserRenamed(NamedTuple):
    """An item of the inbox: a user has a new name, or has become the owner of an account.

    `user` is the user's id and `name` the display name. `guest` is false for the owner of an account.
    """

    user: str
    name: str
    guest: bool


class ListingRequested(NamedTuple):
    """An item of the inbox: the table's host (who opened it) wants to list it as an open table, or to unlist it.

    `listed` is true if the table should be in the list of open tables. `answer` is resolved when that has been done:
    with None, or with the reason why it is impossible.
    """

    listed: bool
    answer: asyncio.Future[Reason | None]


class MatchRated(NamedTuple):
    """An item of the inbox: the players' ratings were updated after the table's match, which counts for ratings.

    `ratings` has, for each seat, the effect on the player's rating, None for a computer player. All are None if the
    match was declared void.
    """

    ratings: tuple[RatingEffect | None, ...]


class AlarmRang(NamedTuple):
    """An item of the inbox: the table's alarm has rung.

    A timed change may be due, which is one that happens without a command, for example when a clock runs out.
    """


Item = (
    ClientJoined
    | ClientLeft
    | MessageReceived
    | UserRenamed
    | BotDecision
    | HintResult
    | AlarmRang
    | ListingRequested
    | MatchRated
)
