"""The settings of a server."""

from pathlib import Path
from typing import Literal

from msgspec import Struct

from prikup.server.http.static_files import CLIENT
from prikup.server.notices.settings_file import NoticeSettings
from prikup.server.retention import RetentionPeriods
from prikup.table.table_settings import Timing

__all__ = ["LobbyUsers", "Peers", "ServerConfig"]

LobbyUsers = Literal["all", "accounts", "off"]
"""The users who may use the lobby, which lists tables with free seats: everybody, only owners of accounts, or nobody.
"""


class Peers(Struct, frozen=True):
    """The settings of a server that shares its database with other servers.

    `address` is the HOST:PORT at which the other servers reach this one. `secret` is the same on all of them; with it
    they sign texts that each of them accepts, such as tickets for WebSockets. `redis` is the URL of the Redis server
    over which they send each other messages that may be lost, "" for none.
    """

    address: str
    secret: bytes
    redis: str = ""


class ServerConfig(Struct, frozen=True):
    """The settings of a server.

    - `database`: the URL of the database.
    - `timing`: the time limits and delays at every table.
    - `proxy`: True if a trusted proxy is in front of the server, so that its headers are used.
    - `root_path`: the path prefix that such a proxy adds, "" for none.
    - `limited`: True if clients are subject to rate limits.
    - `client`: the folder of the built browser client.
    - `metrics_token`: the text with which programs on other machines may read the metrics; with "" none may.
    - `keep`: the numbers of days after which two kinds of data are deleted: guests (users without an account) who have
      not come back, and rows of the moderation journal.
    - `idle_reviews`: True if the server, while it is idle, reviews the deals of finished matches without a request. A
      review evaluates every decision in a deal.
    - `peers`: the settings for other servers that share the database, None if no other server does.
    - `lobby`: the users who have a lobby with open tables.
    - `notices`: the settings for messages to users who are not connected; with None, none are sent.
    - `push_hosts`: the origins of push services besides those of the known browsers, such as
      `https://push.example.org`.
    """

    database: str
    timing: Timing = Timing()
    proxy: bool = False
    root_path: str = ""
    limited: bool = True
    client: Path = CLIENT
    metrics_token: str = ""
    keep: RetentionPeriods = RetentionPeriods()
    idle_reviews: bool = True
    peers: Peers | None = None
    lobby: LobbyUsers = "all"
    notices: NoticeSettings | None = None
    push_hosts: tuple[str, ...] = ()
