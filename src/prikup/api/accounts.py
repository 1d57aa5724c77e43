"""Requests about the current user: name, account, known devices, WebSocket tickets, and blocked people."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from prikup.api.lobby import SET_STANDING, STANDING
from prikup.api.route import Route
from prikup.api.turns import HOLIDAYS, SET_HOLIDAY

__all__ = [
    "BLOCK",
    "BLOCKS",
    "CHANGE_PASSWORD",
    "CHANGE_SETTINGS",
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
    "SETTINGS",
    "UNBLOCK",
    "BlockRequest",
    "Credentials",
    "KnownDevice",
    "Leaving",
    "LinkPrivacy",
    "Me",
    "NewGuest",
    "NewName",
    "NewPassword",
    "SettingsChange",
    "Ticket",
    "UserBlock",
    "UserSettings",
]

NameText = Annotated[str, Meta(max_length=100)]
Password = Annotated[str, Meta(max_length=1000)]

# Requests


class NewName(Struct, frozen=True):
    """The request body with a user's new display name; `name` is "" for a guest who gives no name."""

    name: NameText = ""


class NewGuest(Struct, frozen=True):
    """A request to create a guest, which is a user without an account.

    `name` is the display name, "" if the guest has not chosen one yet. If an earlier error response contained a puzzle
    (a small computation that slows down mass sign-ups), `proof` is the solution of the puzzle, otherwise "".
    """

    name: NameText = ""
    proof: Annotated[str, Meta(max_length=200)] = ""


class Credentials(Struct, frozen=True):
    """The name and the password with which a user opens an account or logs in."""

    name: NameText
    password: Password


class KnownDevice(Struct, frozen=True):
    """A secret by which a server recognises that a device is known to an account.

    `device` is the secret, as 64 hexadecimal digits. A user gets it on a device where they are logged in, and sends it
    from another device, which then becomes known too. On a known device, login attempts of strangers do not lock the
    user out.
    """

    device: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class NewPassword(Struct, frozen=True):
    """A request to change the password of an account from `old` to `new`."""

    old: Password
    new: Password


class BlockRequest(Struct, frozen=True):
    """A request to block a person, who is identified in one of two ways.

    - `table`, `person`: the id of a table at which the user has met the person, and the id that stands for the person
      at this table. Clients know `person` from the messages of the table (`Person.id`, `ChatMessage.id`).
    - `name`: the name of the person's account; the user must be allowed to see the person's profile.
    """

    table: Annotated[str, Meta(max_length=40)] = ""
    person: Annotated[str, Meta(max_length=40)] = ""
    name: NameText = ""


class Leaving(Struct, frozen=True):
    """A request to delete the user who sends it.

    `password` is the password of the user's account, which confirms the request; "" for a guest.
    """

    password: Annotated[str, Meta(max_length=1000)] = ""


class LinkPrivacy(Struct, frozen=True):
    """A privacy setting of a user for links to finished matches.

    If `hide_name` is true, people who open such a link and did not play in the match do not see the user's name.
    """

    hide_name: bool


class SettingsChange(Struct, frozen=True):
    """New values of some of a user's settings, with the meanings of `UserSettings`; null leaves a setting unchanged."""

    seen_by: Literal["friends", "nobody"] | None = None
    profile: Literal["everybody", "accounts", "friends"] | None = None
    forced: bool | None = None


# Responses


class UserSettings(Struct, frozen=True):
    """The settings of a user that the server stores.

    - `seen_by`: who sees whether the user is connected, and at which table they are: the user's `friends`, or `nobody`.
    - `profile`: who sees the user's profile: `everybody`, signed-in users with an account (`accounts`), or the user's
      `friends`.
    - `forced`: true if a turn-based table (players answer within hours or days) plays a card for the user at once if it
      is the only legal one. The other players can tell from this that the user had no choice.
    """

    seen_by: Literal["friends", "nobody"]
    profile: Literal["everybody", "accounts", "friends"]
    forced: bool


class Me(Struct, frozen=True, omit_defaults=True):
    """The signed-in user.

    - `id`: the id of the user.
    - `name`: the display name, "" if the user has none.
    - `guest`: true for a user without an account.
    - `token`: the secret with which a program signs in its further requests. For a browser it is "", because the
      browser gets it as a cookie that no script can read.
    """

    id: str
    name: str
    guest: bool
    token: str = ""


class Ticket(Struct, frozen=True):
    """A ticket, which is a secret with which a signed-in client opens one WebSocket within the next 30 seconds.

    Unlike the token of a session, a ticket is valid only once.
    """

    ticket: str


class UserBlock(Struct, frozen=True):
    """An entry in the user's list of blocked people.

    `id` identifies the entry. `name` is the name that the blocked person had when they were blocked. `at` is the time
    of the block (wall clock, ms).
    """

    id: str
    name: str
    at: int


# Routes

RENAME = Route("PATCH", "me", Me, body=NewName, errors=(401,), signed_in=True, on_device=True)
LINK_PRIVACY = Route("GET", "me/links", LinkPrivacy, errors=(401,), signed_in=True)
HIDE_NAME = Route("PATCH", "me/links", LinkPrivacy, body=LinkPrivacy, errors=(401,), signed_in=True)
SETTINGS = Route("GET", "me/settings", UserSettings, errors=(401,), signed_in=True)
CHANGE_SETTINGS = Route("PUT", "me/settings", UserSettings, body=SettingsChange, errors=(401,), signed_in=True)
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
BLOCK = Route("POST", "blocks", list[UserBlock], body=BlockRequest, errors=(401, 404), signed_in=True)
UNBLOCK = Route("DELETE", "blocks/{block:str}", list[UserBlock], errors=(401,), signed_in=True)
ROUTES = (
    RENAME,
    LINK_PRIVACY,
    HIDE_NAME,
    SETTINGS,
    CHANGE_SETTINGS,
    HOLIDAYS,
    SET_HOLIDAY,
    STANDING,
    SET_STANDING,
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
