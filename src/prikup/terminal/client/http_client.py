"""A guest at a server, as a program proves who that is, and what it asks for by HTTP."""

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

from prikup.errors import BadText, PrikupError, Reason, reason
from prikup.terminal.client.connection import harmless
from prikup.terminal.client.proof_of_work import solution

__all__ = ["Address", "Bootstrap", "Declined", "Standing", "Visitor", "parsed"]

SECONDS = 10
"""The seconds that an answer is waited for."""
PROOFS = 4
"""The number of puzzles that are solved to become a guest: while one is, others may make the next one harder."""
HERE = ("localhost", "127.0.0.1", "::1")
"""Hosts that are asked without encryption if nobody says otherwise."""

T = TypeVar("T")


class Address(Struct, frozen=True):
    """The address of a game: the site, without a slash at its end, and the id of a table ("": none yet)."""

    site: str
    table: str = ""

    def __str__(self) -> str:
        return f"{self.site}/t/{self.table}" if self.table else f"{self.site}/"


def parsed(text: str) -> Address:
    """Return the address that a browser shows, or as much of it as a person types. Raise BadText."""
    text = text.strip()
    try:
        if "://" not in text:
            text = f"{'http' if urlsplit(f'//{text}').hostname in HERE else 'https'}://{text}"
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadText(reason("not-an-address", text=text))
    folder, _, table = parts.path.partition("/t/")
    return Address(f"{parts.scheme}://{parts.netloc}{folder.rstrip('/')}", table.strip("/"))


class Declined(PrikupError):
    """The server did not do what it was asked for; `passing`: it may do so a little later.

    It does so at once for who solves the `puzzle` ("": there is none).
    """

    def __init__(self, reason: Reason, *, passing: bool, puzzle: str = "") -> None:
        super().__init__(reason)
        self.passing, self.puzzle = passing, puzzle


class Problem(Struct):
    """The answer of a server that declines."""

    reason: Reason
    puzzle: str = ""


class Me(Struct):
    """The guest's own name; the token proves it when the guest comes back."""

    name: str
    token: str = ""


class Opened(Struct):
    """A table that was opened."""

    id: str


class Ticket(Struct):
    """The key to one socket."""

    ticket: str


class Standing(Struct):
    """A table that is not over: which game, under which house rules, and who sits there."""

    id: str
    game: str
    deal: int
    names: tuple[str | None, ...]


class Bootstrap(Struct):
    """The facts that a server tells at first.

    A guest who does not come back is kept for `guest_days` days, 0: for ever; `tables` are those where the guest sits,
    or which the guest opened, the newest first.
    """

    guest_days: int
    tables: list[Standing]


class Visitor:
    """A guest at a site, the same one whenever this name comes from this machine.

    The token lies in a file that nobody else may read. Every method raises OSError when the server cannot be reached
    and Declined when it says no.
    """

    def __init__(self, site: str, name: str, folder: Path) -> None:
        self.site, self.name = site, name
        self._file = folder / "guests" / sha256(f"{site} {name}".encode()).hexdigest()[:16]
        self._token = self._file.read_text() if self._file.exists() else ""

    def begin(self) -> Bootstrap:
        """Return what the server tells at first; who was no guest yet becomes one."""
        return self._ask("GET", "/api/bootstrap", Bootstrap)

    def open(self, game: str, options: str, level: str) -> str:
        """Open a table at which computer players of this level take the other seats, and return its id."""
        wanted = {"game": game, "options": options, "bots": True, "level": level}
        return self._ask("POST", "/api/tables", Opened, wanted).id

    def socket(self, table: str) -> str:
        """Return the address of a new socket at a table, good for half a minute."""
        ticket = self._ask("POST", "/api/tickets", Ticket, {}).ticket
        return f"ws{self.site.removeprefix('http')}/ws/tables/{table}?ticket={ticket}"

    def log(self, table: str) -> bytes:
        """Return the log of a match up to its last finished deal."""
        return self._answer("GET", f"/api/tables/{table}/log")

    def _ask(self, method: str, path: str, answer: type[T], body: Any = None) -> T:
        if not self._token:
            self._come_in()
        try:
            return _decoded(self._answer(method, path, body), answer)
        except Declined as error:
            if error.reason.key != "not-signed-in":
                raise
        self._come_in()  # the server has forgotten the guest
        return _decoded(self._answer(method, path, body), answer)

    def _come_in(self) -> None:
        self._token = ""
        self._token = self._admitted().token
        self._file.parent.mkdir(parents=True, exist_ok=True)
        fresh = self._file.with_suffix(f".{os.getpid()}")
        fresh.touch(0o600)
        fresh.write_text(self._token)
        fresh.replace(self._file)

    def _admitted(self) -> Me:
        """Return the new guest, after a proof of work where the server wants one."""
        tries, proof = PROOFS, ""
        while True:
            try:
                return _decoded(self._answer("POST", "/api/guests", {"name": self.name, "proof": proof}), Me)
            except Declined as error:
                tries, proof = tries - 1, solution(error.puzzle) if tries else ""
                if not proof:
                    raise

    def _answer(self, method: str, path: str, body: Any = None) -> bytes:
        headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        data = None if body is None else msgspec.json.encode(body)
        if data is not None:
            headers["Content-Type"] = "application/json"
        try:
            with urlopen(Request(self.site + path, data, headers, method=method), timeout=SECONDS) as answer:
                found: bytes = answer.read()
                return found
        except HTTPError as error:
            raise _declined(error) from None
        except HTTPException as error:
            raise OSError(str(error)) from error


def _decoded(answer: bytes, wanted: type[T]) -> T:
    """Return an answer decoded, if it is one of a server of this program. Raise Declined."""
    try:
        return msgspec.json.decode(harmless(answer), type=wanted)
    except msgspec.DecodeError:
        raise Declined(reason("no-table-server", status=int(HTTPStatus.OK)), passing=True) from None


def _declined(error: HTTPError) -> Declined:
    passing = error.code >= HTTPStatus.INTERNAL_SERVER_ERROR or error.code == HTTPStatus.TOO_MANY_REQUESTS
    with error:
        try:
            why = msgspec.json.decode(harmless(error.read()), type=Problem)
        except (msgspec.MsgspecError, OSError):
            why = Problem(reason("no-table-server", status=error.code))
    return Declined(why.reason, passing=passing, puzzle=why.puzzle)
