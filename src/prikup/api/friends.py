"""Requests about friends: the lists of a user, friend requests, friend codes, and invitations to a table (calls)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from prikup.api.accounts import NameText
from prikup.api.route import Route
from prikup.table.protocol.message_parts import FriendCall

__all__ = [
    "ANSWER_FRIEND",
    "ASK_FRIEND",
    "CALL_FRIEND",
    "DISMISS_CALL",
    "FRIENDS",
    "FRIEND_CODE",
    "REMOVE_FRIEND",
    "RENEW_CODE",
    "ROUTES",
    "CallToTable",
    "Friend",
    "FriendAnswer",
    "FriendCode",
    "FriendList",
    "FriendRequest",
]

# Requests


class FriendRequest(Struct, frozen=True):
    """A request to become friends with a person, who is identified in one of three ways.

    - `name`: the exact name of the person's account.
    - `table`, `person`: the id of a table, and the id that stands for the person at this table (`Person.id`).
    - `code`: the person's friend code.
    """

    name: NameText = ""
    table: Annotated[str, Meta(max_length=40)] = ""
    person: Annotated[str, Meta(max_length=40)] = ""
    code: Annotated[str, Meta(max_length=40)] = ""


class FriendAnswer(Struct, frozen=True):
    """The answer to another user's request to become friends. `yes` is true if the user accepts it."""

    yes: bool


class CallToTable(Struct, frozen=True):
    """A request to call a friend to a table where the user sits, or which the user opened.

    `table` is the id of the table, and `friend` is the name of the friend.
    """

    table: Annotated[str, Meta(max_length=40)]
    friend: NameText


# Responses


class Friend(Struct, frozen=True):
    """A friend of the user, and where the friend is.

    - `name`: the friend's name.
    - `state`: `away`, `here` (connected), `table` (at a table), or `unknown` if they may be connected to another server
      about which this server knows nothing. A friend who hides whether they are connected looks like one who has not
      been connected today.
    - `table`: the id of the friend's table if other users may enter it, because it has a free seat or may be watched;
      else "".
    - `today`: true if the state is `unknown`, and the friend was connected within the last day.
    - `often_absent`: true if computer players decided too often for the friend in the friend's last turn-based matches
      (players answer within hours or days).
    - `ratings`: by game: the friend's rating, half the width of its 95 % interval, and whether it is provisional (too
      little is known to compare it with others).
    """

    name: str
    state: Literal["away", "here", "table", "unknown"]
    table: str = ""
    today: bool = False
    often_absent: bool = False
    ratings: dict[str, tuple[int, int, bool]] = {}


class FriendList(Struct, frozen=True):
    """A user's friends, and the open requests and invitations between the user and other people.

    - `friends`: the friends, ordered by name.
    - `asked`: the names of the people to whom the user has sent a request to become friends. A name stays here until
      the person accepts or the user withdraws the request, whether or not the request has reached anyone.
    - `asking`: the names of the people who want to become friends of the user.
    - `calls`: the invitations to a table that friends sent within the last half hour.
    """

    friends: tuple[Friend, ...]
    asked: tuple[str, ...] = ()
    asking: tuple[str, ...] = ()
    calls: tuple[FriendCall, ...] = ()


class FriendCode(Struct, frozen=True):
    """A user's friend code, which the user shows to people who want to become their friends."""

    code: str


# Routes

FRIENDS = Route("GET", "friends", FriendList, errors=(401,), signed_in=True)
ASK_FRIEND = Route(
    "POST", "friends", dict[str, str], body=FriendRequest, status=202, errors=(401, 404, 409), signed_in=True
)
ANSWER_FRIEND = Route(
    "POST", "friends/{name:str}", FriendList, body=FriendAnswer, errors=(401, 404, 409), signed_in=True
)
REMOVE_FRIEND = Route("DELETE", "friends/{name:str}", FriendList, errors=(401,), signed_in=True)
FRIEND_CODE = Route("GET", "friend-code", FriendCode, errors=(401, 403), signed_in=True)
RENEW_CODE = Route("POST", "friend-code", FriendCode, errors=(401,), signed_in=True)
CALL_FRIEND = Route(
    "POST", "invitations", dict[str, str], body=CallToTable, status=202, errors=(401, 404, 409), signed_in=True
)
DISMISS_CALL = Route("DELETE", "invitations/{call:str}", FriendList, errors=(401,), signed_in=True)
ROUTES = (
    FRIENDS,
    ASK_FRIEND,
    ANSWER_FRIEND,
    REMOVE_FRIEND,
    FRIEND_CODE,
    RENEW_CODE,
    CALL_FRIEND,
    DISMISS_CALL,
)
"""The routes of this module. The name in a path is percent-encoded twice, so that it may contain a slash."""
