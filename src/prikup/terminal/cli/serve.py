"""`prikup serve`: run a server. Its dependencies are imported when it runs, so that other commands start quickly."""

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from prikup.locale import Words
from prikup.rules.errors import PrikupError
from prikup.terminal.cli.common_options import LanguageOption
from prikup.terminal.cli.database import DatabaseOption, database_url, server_words
from prikup.terminal.cli.tables.new_match import note_missing_solver
from prikup.terminal.cli.usage_error import Complaint

if TYPE_CHECKING:
    from prikup.server.config import LobbyUsers, Peers
    from prikup.server.notices.settings_file import NoticeSettings

__all__ = ["serve"]

MAX_DAYS = 36_500
"""The maximum number of days for which data can be kept. The value 0 keeps data for ever."""
ROOT_PATH = re.compile(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+")
MIN_SECRET = 32
"""The minimum length in bytes of the secret that servers with a common database have in common.

A shorter secret could be guessed.
"""

HostOption = Annotated[str, typer.Option("--host", metavar="ADDRESS", help="opt-host")]
PortOption = Annotated[int | None, typer.Option("--port", metavar="N", min=0, max=65535, help="opt-port")]
ProxyOption = Annotated[bool, typer.Option("--proxy", help="opt-proxy")]
RootPathOption = Annotated[str, typer.Option("--root-path", metavar="PATH", help="opt-root-path")]
MetricsTokenOption = Annotated[
    str, typer.Option("--metrics-token", metavar="TOKEN", envvar="PRIKUP_METRICS_TOKEN", help="opt-metrics-token")
]
NoLimitsOption = Annotated[bool, typer.Option("--no-limits", help="opt-no-limits")]
BotPaceOption = Annotated[float, typer.Option("--pace", metavar="SECONDS", min=0, help="opt-serve-pace")]
KeepGuestsOption = Annotated[
    int, typer.Option("--keep-guests", metavar="DAYS", min=0, max=MAX_DAYS, help="opt-keep-guests")
]
KeepAuditOption = Annotated[
    int, typer.Option("--keep-audit", metavar="DAYS", min=0, max=MAX_DAYS, help="opt-keep-audit")
]
IdleReviewsOption = Annotated[bool, typer.Option("--idle-reviews/--no-idle-reviews", help="opt-idle-reviews")]
PeerAddressOption = Annotated[str, typer.Option("--peer-address", metavar="HOST:PORT", help="opt-peer-address")]
PeerSecretOption = Annotated[Path | None, typer.Option("--peer-secret-file", metavar="FILE", help="opt-peer-secret")]
RedisOption = Annotated[str, typer.Option("--redis", metavar="URL", envvar="PRIKUP_REDIS", help="opt-redis")]
LobbyOption = Annotated[str, typer.Option("--lobby", metavar="WHO", help="opt-lobby")]
NoticesOption = Annotated[Path | None, typer.Option("--notices", metavar="FILE", help="opt-notices")]
PushHostOption = Annotated[list[str] | None, typer.Option("--push-host", metavar="URL", help="opt-push-host")]
BrowserOption = Annotated[bool, typer.Option("--open/--no-open", help="opt-open")]


def serve(
    context: typer.Context,
    host: HostOption = "127.0.0.1",
    port: PortOption = None,
    database: DatabaseOption = "",
    proxy: ProxyOption = False,
    root_path: RootPathOption = "",
    metrics_token: MetricsTokenOption = "",
    unlimited: NoLimitsOption = False,
    pace: BotPaceOption = 0.8,
    keep_guests: KeepGuestsOption = 30,
    keep_audit: KeepAuditOption = 365,
    idle_reviews: IdleReviewsOption = True,
    peer_address: PeerAddressOption = "",
    peer_secret_file: PeerSecretOption = None,
    redis: RedisOption = "",
    lobby: LobbyOption = "all",
    notices: NoticesOption = None,
    push_host: PushHostOption = None,
    browser: BrowserOption = False,
    tongue: LanguageOption = "",  # not used: the context has the messages in this language
) -> None:
    """help-of-serve"""
    words = server_words(context)
    try:
        from prikup.server import process
        from prikup.server.config import ServerConfig
        from prikup.server.retention import RetentionPeriods
        from prikup.table.table_settings import Timing
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("prikup"):
            raise
        raise Complaint(words("error-serve-extra"), 1) from None
    note_missing_solver(words)
    config = ServerConfig(
        database_url(database),
        Timing(pace=pace),
        proxy=proxy,
        root_path=_root_path(words, root_path),
        limited=not unlimited,
        metrics_token=metrics_token,
        keep=RetentionPeriods(keep_guests, keep_audit),
        idle_reviews=idle_reviews,
        peers=_peers(words, peer_address, peer_secret_file, redis),
        lobby=_lobby_users(words, lobby),
        notices=_notice_settings(words, notices) if notices else None,
        push_hosts=tuple(_push_origin(words, address) for address in push_host or ()),
    )
    try:
        listening = process.listen(host, port)
    except OSError as error:
        address = host if port is None else f"{host}:{port}"
        raise Complaint(words("error-address", address=address, error=error.strerror or str(error))) from None
    url = process.browser_url(listening, config.root_path)

    def ready() -> None:
        print(words("serve-address", address=url), flush=True)
        if browser:
            _open(url)

    try:
        process.serve(config, listening, ready)
    except PrikupError as error:
        raise Complaint(words.reason(error.reason), 1) from None


def _root_path(words: Words, path: str) -> str:
    """Return `path`, the path below which the server publishes its pages, without a trailing slash.

    Raise Complaint if the path is not a valid start of a URL path, or if the server uses the path for something else.
    """
    from prikup.server.http.static_files import OWN_PATHS

    path = path.rstrip("/")
    if path and (not ROOT_PATH.fullmatch(path) or path.split("/")[1] in OWN_PATHS):
        raise Complaint(words("error-root-path", path=path))
    return path


def _lobby_users(words: Words, text: str) -> "LobbyUsers":
    """Return the group of users who see a lobby (list of open tables). Raise Complaint if `text` names no group."""
    match text:
        case "all" | "accounts" | "off":
            return text
    raise Complaint(words("error-lobby", text=text))


def _peers(words: Words, address: str, file: Path | None, redis: str) -> "Peers | None":
    """Return the settings of a server that shares its database with other servers; None if it does not share it.

    - `address`: the address at which the other servers reach this server.
    - `file`: the file with the secret that all these servers have in common.
    - `redis`: the URL of a Redis server for messages between the servers, "" for none.

    Raise Complaint if the options are incomplete, or if the secret cannot be read or is too short.
    """
    from prikup.server.config import Peers

    if not address and file is None:
        if redis:
            raise Complaint(words("error-redis-alone"))
        return None
    if not address or file is None:
        raise Complaint(words("error-peers-half"))
    try:
        secret = file.read_bytes().strip()
    except OSError as error:
        raise Complaint(words("error-peer-secret", file=str(file), error=error.strerror or str(error))) from None
    if len(secret) < MIN_SECRET:
        raise Complaint(words("error-peer-secret-short", file=str(file), least=MIN_SECRET))
    return Peers(address, secret, redis)


def _notice_settings(words: Words, file: Path) -> "NoticeSettings":
    """Read the settings for notices, which are messages to users who are not connected, from `file`.

    Raise Complaint if the file is missing, not valid or readable by other users of the machine.
    """
    from prikup.server.notices.settings_file import read_settings

    try:
        return read_settings(file)
    except OSError as error:
        raise Complaint(words("error-notices-file", file=str(file), error=error.strerror or str(error))) from None
    except PrikupError as error:
        raise Complaint(words.reason(error.reason)) from None


def _push_origin(words: Words, address: str) -> str:
    """Return the origin (scheme, host and port) of the push service at `address`.

    Raise Complaint if the address has no origin.
    """
    from prikup.server.notices.push_address import origin_of

    origin = origin_of(address)
    if not origin.startswith(("https://", "http://")):
        raise Complaint(words("error-push-host", name=address))
    return origin


def _open(address: str) -> None:
    """Open the page at `address` in a graphical browser, if there is one. A text browser would use the terminal."""
    import webbrowser
    from threading import Thread

    windows = sys.platform in ("darwin", "win32") or {"BROWSER", "DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys()
    if windows:
        Thread(target=webbrowser.open, args=[address], daemon=True).start()  # some browsers block until they are closed
