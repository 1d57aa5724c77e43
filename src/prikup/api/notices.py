"""Requests about notices: the messages for users who are not connected, and the channels over which they are sent."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from prikup.api.route import Route
from prikup.languages import LANGUAGES

__all__ = [
    "NOTICES",
    "PROVE_ADDRESS",
    "REMOVE_ADDRESS",
    "ROUTES",
    "SET_ADDRESS",
    "SET_WISHES",
    "STOP_MAILS",
    "SUBSCRIBE",
    "TEST_NOTICE",
    "UNSUBSCRIBE",
    "Channel",
    "MailText",
    "NewAddress",
    "NewSubscription",
    "NewWishes",
    "NoticeKind",
    "NoticePage",
    "PushEndpoint",
    "PushMessage",
    "Secret",
    "SubscriptionId",
    "SubscriptionKeys",
]

NoticeKind = Literal["turn", "invited", "friend", "found", "seek", "voided"]
"""The reason for a notice, which is a message to a person who is not connected.

- `turn`: the person has to act at a turn-based table (players answer within hours or days).
- `invited`: a friend calls the person to a table.
- `friend`: somebody asks to be the person's friend.
- `found`: a table was found for the person, who is waiting for other players.
- `seek`: somebody waits for players at a time at which the person likes to be called.
- `voided`: the operator has declared a rated match of the person void.
"""
Channel = Literal["push", "mail"]
MAX_ENDPOINT = 1000
LanguageCode = Annotated[str, Meta(pattern=f"^({'|'.join(LANGUAGES)})$")]
Endpoint = Annotated[str, Meta(max_length=MAX_ENDPOINT)]
KeyText = Annotated[str, Meta(max_length=100)]

# Requests


class SubscriptionKeys(Struct, frozen=True):
    """The keys with which push messages to a browser are encrypted (`p256dh` and `auth` of Web Push), in base64url."""

    p256dh: KeyText
    auth: KeyText


class NewSubscription(Struct, frozen=True):
    """A request to send push messages to the browser that sends the request.

    `endpoint` is the address of the browser's push service, `keys` are the keys for the encryption, and `language` is
    the language of the messages.
    """

    endpoint: Endpoint
    keys: SubscriptionKeys
    language: LanguageCode


class PushEndpoint(Struct, frozen=True):
    """The query of a request to end a browser's subscription; `endpoint` is the address of its push service."""

    endpoint: Endpoint


class NewAddress(Struct, frozen=True):
    """A request to send notices to a mail address, in a language.

    They are sent once the user has opened the link in a first mail, which proves that the address is theirs.
    """

    address: Annotated[str, Meta(max_length=254)]
    language: LanguageCode


class NewWishes(Struct, frozen=True):
    """A change of the notices that a user wants to get; fields that are left out stay unchanged.

    `wishes` has the channels for each kind of notice, `quiet` is true if nothing is sent at night, and `zone` is the
    user's time zone, such as `Asia/Yerevan`.
    """

    wishes: dict[NoticeKind, tuple[Channel, ...]] | UnsetType = UNSET
    quiet: bool | UnsetType = UNSET
    zone: Annotated[str, Meta(max_length=60)] | UnsetType = UNSET


class Secret(Struct, frozen=True):
    """The secret from the link in the first mail; it proves that the user can read mail to the address."""

    secret: Annotated[str, Meta(max_length=100)]


# Responses


class MailText(Struct, frozen=True):
    """A user's mail address; `proved` is true if the user has proved that the address is theirs."""

    address: str
    proved: bool


class SubscriptionId(Struct, frozen=True):
    """The id of a browser's stored subscription to push messages."""

    id: str


class NoticePage(Struct, frozen=True):
    """The notices that a user gets when they are not connected, and the channels over which they are sent.

    - `key`: the public key with which a browser subscribes, "" if this server sends no push messages.
    - `sends_mail`: true if this server sends mails.
    - `wishes`: the channels for each kind of notice.
    - `possible`: the channels over which the server sends each kind; kinds that it does not send are missing.
    - `quiet`, `zone`: as in `NewWishes`.
    - `endpoints`: the addresses of the push services of the user's browsers, the oldest first.
    - `mail`: the user's mail address, null if there is none.
    """

    key: str
    sends_mail: bool
    wishes: dict[NoticeKind, tuple[Channel, ...]]
    possible: dict[NoticeKind, tuple[Channel, ...]]
    quiet: bool
    zone: str
    endpoints: tuple[str, ...]
    mail: MailText | None


# Messages


class PushMessage(Struct, frozen=True):
    """The content of a push message, from which the browser makes a sentence in `language`.

    `about` is the id of the table that the message is about, or another text, such as the name of a kind of match.
    `game` is the name of the game, and `name` the name of another person, such as the friend who calls; both may be "".
    The message has no card, no bid and no number of a score sheet. `kind` is `test` if the user only tries whether
    messages arrive. `until` is the time after which the message is of no use (wall clock, ms).
    """

    kind: NoticeKind | Literal["test"]
    about: str
    game: str
    name: str
    until: int
    language: str


# Routes

NOTICES = Route("GET", "notices", NoticePage, errors=(401, 403), signed_in=True)
SET_WISHES = Route("PUT", "notices", NoticePage, body=NewWishes, errors=(401, 403, 409), signed_in=True)
SUBSCRIBE = Route("POST", "notices/push", SubscriptionId, body=NewSubscription, errors=(401, 403, 404), signed_in=True)
UNSUBSCRIBE = Route("DELETE", "notices/push", NoticePage, search=PushEndpoint, errors=(401, 403), signed_in=True)
SET_ADDRESS = Route("POST", "notices/mail", None, body=NewAddress, status=202, errors=(401, 403, 404), signed_in=True)
REMOVE_ADDRESS = Route("DELETE", "notices/mail", NoticePage, errors=(401, 403), signed_in=True)
PROVE_ADDRESS = Route("POST", "notices/mail/proof", None, body=Secret)
STOP_MAILS = Route("POST", "notices/mail/stop/{stop:str}", None)
TEST_NOTICE = Route("POST", "notices/test", None, status=202, errors=(401, 403, 404), signed_in=True)
ROUTES = (
    NOTICES,
    SET_WISHES,
    SUBSCRIBE,
    UNSUBSCRIBE,
    SET_ADDRESS,
    REMOVE_ADDRESS,
    PROVE_ADDRESS,
    STOP_MAILS,
    TEST_NOTICE,
)
