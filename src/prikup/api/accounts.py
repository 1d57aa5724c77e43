"""Requests about the current user: name, account, devices, tickets, and blocked people."""

from typing import Annotated

from msgspec import Meta, Struct

from prikup.api.route import Route

__all__ = [
    "BLOCK",
    "BLOCKS",
    "CHANGE_PASSWORD",
    "CREATE_GUEST",
    "DELETE_ACCOUNT",
    "HIDE_NAME",
    "ISSUE_TICKET",
    "KEEP_DEVICE",
    "LINK_PRIVACY",
    "LOG_IN",
    "LOG_OUT",
    "OPEN_ACCOUNT",
    "PROVE_DEVICE",
    "RENAME",
    "ROUTES",
    "UNBLOCK",
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
    """A person, by their id at a table (`Person.id`, `ChatMessage.id`)."""

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


# Routes

RENAME = Route("PATCH", "me", Me, body=NewName, errors=(401,), signed_in=True)
LINK_PRIVACY = Route("GET", "me/links", LinkPrivacy, errors=(401,), signed_in=True)
HIDE_NAME = Route("PATCH", "me/links", LinkPrivacy, body=LinkPrivacy, errors=(401,), signed_in=True)
CREATE_GUEST = Route("POST", "guests", Me, body=NewGuest)
OPEN_ACCOUNT = Route("POST", "account", Me, body=Credentials, errors=(401,), signed_in=True)
LOG_IN = Route("POST", "login", Me, body=Credentials)
PROVE_DEVICE = Route("POST", "account/device", KnownDevice, errors=(401,), signed_in=True)
KEEP_DEVICE = Route("POST", "device", None, body=KnownDevice)
CHANGE_PASSWORD = Route("POST", "password", Me, body=NewPassword, errors=(401,), signed_in=True)
DELETE_ACCOUNT = Route("POST", "account/deletion", None, body=Leaving, errors=(401,), signed_in=True)
LOG_OUT = Route("POST", "logout", None)
ISSUE_TICKET = Route("POST", "tickets", Ticket, errors=(401,))
BLOCKS = Route("GET", "blocks", list[UserBlock], errors=(401,), signed_in=True)
BLOCK = Route("POST", "blocks", list[UserBlock], body=PersonAtTable, errors=(401, 404), signed_in=True)
UNBLOCK = Route("DELETE", "blocks/{block:str}", list[UserBlock], errors=(401,), signed_in=True)
ROUTES = (
    RENAME,
    LINK_PRIVACY,
    HIDE_NAME,
    CREATE_GUEST,
    OPEN_ACCOUNT,
    LOG_IN,
    PROVE_DEVICE,
    KEEP_DEVICE,
    CHANGE_PASSWORD,
    DELETE_ACCOUNT,
    LOG_OUT,
    ISSUE_TICKET,
    BLOCKS,
    BLOCK,
    UNBLOCK,
)
