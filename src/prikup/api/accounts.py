"""Requests about the current user: name, account, devices, tickets, and blocked people."""

from typing import Annotated

from msgspec import Meta, Struct

__all__ = [
    "Credentials",
    "KnownDevice",
    "Leaving",
    "LinkPrivacy",
    "Me",
    "NewGuest",
    "NewName",
    "NewPassword",
    "PersonAtTable",
    "Ticket",
    "UserBlock",
]

NameText = Annotated[str, Meta(max_length=100)]
Password = Annotated[str, Meta(max_length=1000)]

# Requests


class NewName(Struct, frozen=True):
    """The display name of a user; "" for a guest without one."""

    name: NameText = ""


class NewGuest(Struct, frozen=True):
    """The name of a new guest ("": none yet), and the solution of a puzzle if the server has sent one."""

    name: NameText = ""
    proof: Annotated[str, Meta(max_length=200)] = ""


class Credentials(Struct, frozen=True):
    """The name and the password of an account."""

    name: NameText
    password: Password


class KnownDevice(Struct, frozen=True):
    """The proof that makes a device known to an account."""

    device: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class NewPassword(Struct, frozen=True):
    """The old and the new password of an account."""

    old: Password
    new: Password


class PersonAtTable(Struct, frozen=True):
    """A person, by their id at a table (`Person.id`, `Chatted.id`)."""

    table: Annotated[str, Meta(max_length=40)]
    person: Annotated[str, Meta(max_length=40)]


class Leaving(Struct, frozen=True):
    """The password of an account to be deleted; "" for a guest."""

    password: Annotated[str, Meta(max_length=1000)] = ""


class LinkPrivacy(Struct, frozen=True):
    """The choice of a user to hide their name from readers of a match link who did not play in the match."""

    hide_name: bool


# Responses


class Me(Struct, frozen=True, omit_defaults=True):
    """The signed-in user. Only programs get the `token`: a browser stores it as a cookie that no script can read."""

    id: str
    name: str
    guest: bool
    token: str = ""


class Ticket(Struct, frozen=True):
    """A ticket, which opens one WebSocket within 30 seconds."""

    ticket: str


class UserBlock(Struct, frozen=True):
    """A block of a user: its id, the blocked person's name at the time, and when (wall clock, ms)."""

    id: str
    name: str
    at: int
