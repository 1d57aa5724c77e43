"""The HTTP client of the terminal, which signs in to a server as a guest and sends requests."""

import os
from hashlib import sha256
from http import HTTPStatus
from http.client import HTTPException
from pathlib import Path
from typing import Any, TypeVar
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import msgspec
from msgspec import Struct

from prikup.api.accounts import CREATE_GUEST, ISSUE_TICKET, Me, NewGuest, Ticket
from prikup.api.errors import ErrorBody
from prikup.api.route import Route
from prikup.api.tables import BOOTSTRAP, LOG, OPEN, Bootstrap, OpenedTable
from prikup.rules.errors import BadText, PrikupError, Reason, reason
from prikup.table.opening.new_table import NewTable
from prikup.terminal.client.connection import remove_control_characters
from prikup.terminal.client.proof_of_work import solution

__all__ = ["Address", "RequestDeclined", "Visitor", "parse_address"]

TIMEOUT_S = 10
"""Timeout of a request in seconds."""
MAX_PROOFS = 4
"""The maximum number of proofs of work (solved puzzles) that the client sends to become a guest.

More than one may be needed, because other new guests can cause a harder puzzle in the meantime.
"""
LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")
"""The hosts that are contacted without encryption if the address does not say `http` or `https`."""

T = TypeVar("T")


class Address(Struct, frozen=True):
    """The address of a site or of one of its tables.

    `site` is the URL of the site without a trailing slash. `table` is the id of the table, or "" if the address is that
    of the site.
    """

    site: str
    table: str = ""

    def __str__(self) -> str:
        return f"{self.site}/t/{self.table}" if self.table else f"{self.site}/"


def parse_address(text: str) -> Address:
    """Parse the address of a site or a table as a browser shows it; `http://` or `https://` may be missing.

    Raise BadText if the text is not the address of a website.
    """
    text = text.strip()
    try:
        if "://" not in text:
            text = f"{'http' if urlsplit(f'//{text}').hostname in LOCAL_HOSTS else 'https'}://{text}"
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadText(reason("not-an-address", text=text))
    folder, _, table = parts.path.partition("/t/")
    return Address(f"{parts.scheme}://{parts.netloc}{folder.rstrip('/')}", table.strip("/"))


class RequestDeclined(PrikupError):
    """Raised if the server declines a request.

    `passing` is True if the same request may succeed later. `puzzle`, if not "", is a proof of work: a puzzle that
    costs the client computing time. A client that solves it can repeat the request with the solution and succeed at
    once.
    """

    def __init__(self, reason: Reason, *, passing: bool, puzzle: str = "") -> None:
        super().__init__(reason)
        self.passing, self.puzzle = passing, puzzle


class Visitor:
    """A guest (a user without an account) at a site, and the requests that the terminal sends for this guest.

    `site` is the URL of the site. The same `name` on the same machine is always the same guest at a site. The guest's
    token (the secret that identifies the guest to the server) is stored in a file below `folder` that other users of
    the machine cannot read. Every method raises OSError if the server cannot be reached, and RequestDeclined if the
    server refuses the request.
    """

    def __init__(self, site: str, name: str, folder: Path) -> None:
        self.site, self.name = site, name
        self._file = folder / "guests" / sha256(f"{site} {name}".encode()).hexdigest()[:16]
        self._token = self._file.read_text() if self._file.exists() else ""

    def begin(self) -> Bootstrap:
        """Return the data with which a client starts, such as the guest's unfinished tables.

        Create the guest if there is none.
        """
        bootstrap: Bootstrap = self._request(BOOTSTRAP)
        return bootstrap

    def open(self, game: str, options: str, level: str, *, coach: bool = False) -> str:
        """Open a table for a match of `game` with computer players on the other seats, and return the id of the table.

        `options` are the house rules as text, and `level` is the level of the computer players. If `coach` is True, the
        table is for a first deal with the coach (who teaches the game), and `options` and `level` are ignored.
        """
        new = NewTable(game, coach=True) if coach else NewTable(game, options, level, bots=True)
        table: OpenedTable = self._request(OPEN, new)
        return table.id

    def websocket_url(self, table: str) -> str:
        """Return the URL at which to open a WebSocket for the table with the id `table`.

        The URL contains a ticket (a text with which a program opens one WebSocket), which is valid for half a minute.
        """
        ticket: Ticket = self._request(ISSUE_TICKET)
        return f"ws{self.site.removeprefix('http')}/ws/tables/{table}?ticket={ticket.ticket}"

    def log(self, table: str) -> bytes:
        """Return the log of the match at the table with the id `table`, up to its last finished deal.

        The log has a line of JSON for each event.
        """
        return self._send_request(LOG, table=table)

    def _request(self, route: Route, body: Struct | None = None) -> Any:
        """Send a request for the guest and return the decoded response.

        `route` is the method and the path of the request, and `body` its content (None: no content). If there is no
        guest yet, or the server no longer knows the guest, create a guest first.
        """
        if not self._token:
            self._sign_in()
        try:
            return _decode(self._send_request(route, body), route.response)
        except RequestDeclined as error:
            if error.reason.key != "not-signed-in":
                raise
        self._sign_in()  # the server no longer knows the guest
        return _decode(self._send_request(route, body), route.response)

    def _sign_in(self) -> None:
        self._token = ""
        self._token = self._create_guest().token
        self._file.parent.mkdir(parents=True, exist_ok=True)
        fresh = self._file.with_suffix(f".{os.getpid()}")
        fresh.touch(0o600)
        fresh.write_text(self._token)
        fresh.replace(self._file)

    def _create_guest(self) -> Me:
        """Create the guest, and solve puzzles (proofs of work) if the server requires them.

        Return the server's response, which contains the guest's token.
        """
        tries, proof = MAX_PROOFS, ""
        while True:
            try:
                return _decode(self._send_request(CREATE_GUEST, NewGuest(self.name, proof)), Me)
            except RequestDeclined as error:
                tries, proof = tries - 1, solution(error.puzzle) if tries else ""
                if not proof:
                    raise

    def _send_request(self, route: Route, body: Struct | None = None, **parameters: str) -> bytes:
        headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        data = None if route.method == "GET" else msgspec.json.encode(body or {})
        if data is not None:
            headers["Content-Type"] = "application/json"
        request = Request(f"{self.site}/api/{route.address(**parameters)}", data, headers, method=route.method)
        try:
            with urlopen(request, timeout=TIMEOUT_S) as answer:
                content: bytes = answer.read()
                return content
        except HTTPError as error:
            raise _declined_error(error) from None
        except HTTPException as error:
            raise OSError(str(error)) from error


def _decode(answer: bytes, response_type: type[T]) -> T:
    """Decode `answer`, the JSON of a response, as a `response_type`.

    Raise RequestDeclined if that is impossible, since the response then does not come from a prikup server.
    """
    try:
        return msgspec.json.decode(remove_control_characters(answer), type=response_type)
    except msgspec.DecodeError:
        raise RequestDeclined(reason("no-table-server", status=int(HTTPStatus.OK)), passing=True) from None


def _declined_error(error: HTTPError) -> RequestDeclined:
    passing = error.code >= HTTPStatus.INTERNAL_SERVER_ERROR or error.code == HTTPStatus.TOO_MANY_REQUESTS
    with error:
        try:
            why = msgspec.json.decode(remove_control_characters(error.read()), type=ErrorBody)
        except (msgspec.MsgspecError, OSError):
            why = ErrorBody(reason("no-table-server", status=error.code))
    return RequestDeclined(why.reason, passing=passing, puzzle=why.puzzle)
