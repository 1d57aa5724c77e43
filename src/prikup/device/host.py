"""The host of one person's tables: answers the API requests of pages, and connects pages to tables.

It does not depend on a browser: requests, responses and messages are texts, as on a server.
"""

import logging
import time
from collections.abc import Callable
from http import HTTPStatus
from itertools import count
from secrets import randbits
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from prikup.api.accounts import Me, NewName
from prikup.api.errors import ErrorBody, NotFound
from prikup.api.tables import Bootstrap, OpenedTable
from prikup.device.backup_import import Merged, merge
from prikup.device.bot_speed import Speed
from prikup.device.page_requests import answer_page_request
from prikup.device.table_store import Shelf, StoredRow, TabStore
from prikup.rules.errors import BadText, PrikupError, Reason, reason
from prikup.table.actor import Table
from prikup.table.background_workers import Inline, WorkerFailed, Workers
from prikup.table.catalogue import agreed_rules
from prikup.table.display_names import clean_name, name_error
from prikup.table.new_table import NewTable, TableSummary, settings_of, summary_of
from prikup.table.protocol import ClientCommand, Goodbye, Refused, ServerMessage
from prikup.table.registry import TableRegistry
from prikup.table.storage import NotRead, NotWritten
from prikup.table.table_settings import TableSettings, Timing

if TYPE_CHECKING:
    from prikup.device.finished_matches import Finished

__all__ = ["OWNER", "PageConnection", "TabHost"]

OWNER = "here"
"""The user id of the person who owns the device."""
CODE_NO_SUCH_TABLE, CODE_FAILED = 4004, 1011
"""WebSocket close codes, as a server uses them."""

logger = logging.getLogger("prikup.device")

Tell = Callable[[str], object]
Close = Callable[[int], object]

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(ClientCommand).decode


class PageConnection:
    """The connection of a page to a table: the table's `Client`."""

    def __init__(self, came: int, name: str, tell: Tell, close: Close) -> None:
        self.user, self.name, self.guest, self.came = OWNER, name, True, came
        self.table: Table | None = None
        self._tell, self._close = tell, close

    def send(self, message: ServerMessage) -> None:
        """Send a message to the page."""
        self._tell(_encode(message).decode())

    def close(self, code: int, reason: Reason) -> None:
        """Send a close message with this reason, and close the connection with this WebSocket code."""
        self.send(Goodbye(reason))
        self._close(code)

    def say(self, text: str) -> None:
        """Receive a message from the page."""
        if self.table is None:
            return
        try:
            message = _decode(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            self.send(Refused(reason("message-unreadable")))
            return
        self.table.receive(self, message)

    def leave(self) -> None:
        """Leave the table: the page is gone."""
        if self.table is not None:
            self.table.leave(self)


class TabHost:
    """The tables of a browser. It belongs to the running event loop.

    `studies` compute everything long except the moves of computer players: reviews, and the analysis of open hands.
    `speed` chooses how much a level computes at a new table on this device; without it, levels are not reduced.
    """

    def __init__(
        self, shelf: Shelf, timing: Timing, studies: Workers | None = None, speed: Speed | None = None
    ) -> None:
        self._studies, self._speed = studies or Inline(), speed
        self._shelf, self._store = shelf, TabStore(shelf)
        self._tables = TableRegistry(self._store, Inline(), timing)
        self._finished: Finished | None = None
        self._numbers = count(1)

    async def handle_request(self, method: str, path: str, query: dict[str, str], body: str) -> tuple[int, str]:
        """Return the status and the JSON body of the response to a request, as a server's under `/api`."""
        self._postpone_measurement()
        try:
            response = await self._answer_request(method, path.split("/"), query, body)
        except NotFound as error:
            return HTTPStatus.NOT_FOUND, _text(ErrorBody(error.reason))
        except PrikupError as error:
            return HTTPStatus.BAD_REQUEST, _text(ErrorBody(error.reason))
        except (msgspec.MsgspecError, UnicodeError, RecursionError, KeyError):
            return HTTPStatus.BAD_REQUEST, _text(ErrorBody(reason("request-unreadable")))
        except WorkerFailed as error:
            logger.error("not-computed", exc_info=error)
            return HTTPStatus.INTERNAL_SERVER_ERROR, _text(ErrorBody(reason("server-failed")))
        except NotWritten:
            return HTTPStatus.SERVICE_UNAVAILABLE, _text(ErrorBody(reason("not-written")))
        except NotRead:
            return HTTPStatus.SERVICE_UNAVAILABLE, _text(ErrorBody(reason("not-read")))
        if response is None:
            return HTTPStatus.NOT_FOUND, _text(ErrorBody(reason("no-such-page")))
        return HTTPStatus.OK, response if isinstance(response, str) else _text(response)

    async def join(self, name: str, tell: Tell, close: Close, person: str = "") -> PageConnection:
        """Connect a page to a table; if that fails, send it a close message.

        `person` is the name stored on the device; a name that cannot be shown is ignored.
        """
        self._postpone_measurement()
        person = clean_name(person)
        connection = PageConnection(next(self._numbers), "" if name_error(person) else person, tell, close)
        try:
            table = await self._tables.find(name)
        except NotRead:
            connection.close(CODE_FAILED, reason("not-read"))
            return connection
        if table is None:
            connection.close(CODE_NO_SUCH_TABLE, reason("no-such-table"))
        else:
            connection.table = table
            table.join(connection)
        return connection

    async def close(self) -> None:
        """Stop all work; every table first finishes the items in its inbox."""
        if self._speed is not None:
            self._speed.close()
        if self._finished is not None:
            await self._finished.close()
        await self._tables.close()

    async def _answer_request(self, method: str, path: list[str], query: dict[str, str], body: str) -> Any:
        match method, path:
            case "GET", ["bootstrap"]:
                return Bootstrap(_owner(), await self._unfinished_tables(), guest_days=0, games=())
            case "PATCH", ["me"]:
                return self._rename_owner(msgspec.json.decode(body, type=NewName).name)
            case "GET", ["options"]:
                return agreed_rules(query["game"], query.get("options", ""))
            case "POST", ["tables"]:
                new = msgspec.json.decode(body, type=NewTable)
                return OpenedTable(await self._tables.open(await self._with_device_level(settings_of(new, OWNER))))
            case "POST", ["analyse"]:
                return await self._analyse_position(body)
            case "POST", ["analyse", "table"]:
                return OpenedTable(await self._tables.open(await self._position_settings(body)))
            case "POST", ["kept"]:
                return await self._merge_backup(msgspec.json.decode(body, type=list[StoredRow]))
            case "GET", ["tables", name]:
                table = await self._tables.find(name)
                return summary_of(table) if table else None
            case "GET", ["tables", name, "log"]:
                table = await self._tables.find(name)
                return table.finished_lines.decode() if table else None
            case "GET", ["statistics"]:
                return await self._matches().statistics(query)
            case "POST", ["imports", "matches"]:
                return await self._matches_in_file(body)
            case "POST", ["imports"]:
                return OpenedTable(await self._import_match(body))
            case "POST", ["matches", name, "deals", deal, "play"]:
                return OpenedTable(await self._tables.open(await self._practice_settings(name, deal, body)))
            case _, ["matches", *rest]:
                return await self._matches().answer_request(method, rest, query)
        return answer_page_request(method, path, body)

    def _postpone_measurement(self) -> None:
        if self._speed is not None:
            self._speed.postpone_measurement()

    async def _with_device_level(self, settings: TableSettings) -> TableSettings:
        """Return the settings with a level that keeps waiting times short on this device."""
        return replace(settings, level=await self._speed.level_for_device(settings.level)) if self._speed else settings

    def _rename_owner(self, name: str) -> Me:
        """Rename the person at all open tables; the page stores the name on the device."""
        name = clean_name(name)
        if why := name_error(name):
            raise BadText(why)
        self._tables.rename(OWNER, name, guest=True)
        return _owner(name)

    def _matches(self) -> "Finished":
        """Return the finished matches; their module is loaded at the first request."""
        from prikup.device.finished_matches import Finished

        if self._finished is None:
            self._finished = Finished(self._store, self._shelf, self._studies, OWNER)
        return self._finished

    async def _analyse_position(self, body: str) -> Any:
        from prikup.positions.analysis import Pasted, analyse

        request = msgspec.json.decode(body, type=Pasted)
        return await self._studies.call(analyse, request.text, request.deal)

    async def _position_settings(self, body: str) -> TableSettings:
        """Return settings of a table that continues a position. Raise BadText if no table can reach it."""
        from prikup.table.practice_position import BOTS_BITS, PlayedFrom, table_from_position

        request, bots = msgspec.json.decode(body, type=PlayedFrom), randbits(BOTS_BITS)
        settings = await self._studies.call(
            table_from_position, request.text, request.deal, OWNER, bots, request.open_hands
        )
        if isinstance(settings, Reason):
            raise BadText(settings)
        return settings

    async def _practice_settings(self, name: str, deal: str, body: str) -> TableSettings:
        from prikup.archive.match_records import PlayOn
        from prikup.table.practice_position import BOTS_BITS

        moment = msgspec.json.decode(body, type=PlayOn)
        return await self._matches().practice_settings(name, deal, moment, randbits(BOTS_BITS))

    async def _matches_in_file(self, body: str) -> Any:
        from prikup.archive.match_import import UploadedFile, matches_in_file

        matches = await self._studies.call(matches_in_file, msgspec.json.decode(body, type=UploadedFile).text)
        if isinstance(matches, Reason):
            raise BadText(matches)
        return matches

    async def _import_match(self, body: str) -> str:
        """Store a match from a file with the finished ones; return its id, even if it was stored before."""
        from prikup.archive.match_import import MatchChoice, match_from_file

        match_choice = msgspec.json.decode(body, type=MatchChoice)
        imported_match = await self._studies.call(match_from_file, match_choice, OWNER, time.time_ns() // 10**6)
        if isinstance(imported_match, Reason):
            raise BadText(imported_match)
        await self._store.create_finished(imported_match.opening, imported_match.commit)
        return imported_match.opening.table

    async def _merge_backup(self, rows: list[StoredRow]) -> Merged:
        """Merge the tables of a backup file with the stored ones."""
        try:
            return await merge(self._shelf, rows)
        except NotRead:
            raise
        except Exception as error:  # any error of the browser's storage
            raise NotWritten(str(error)) from error

    async def _unfinished_tables(self) -> tuple[TableSummary, ...]:
        summaries = []
        for name in await self._store.unfinished_tables():
            table = await self._tables.find(name)
            if table is not None:
                summaries.append(summary_of(table))
        return tuple(summaries)


def _owner(name: str = "") -> Me:
    """Return the owner of the device, whose name the page stores."""
    return Me(OWNER, name, guest=True)


def _text(value: object) -> str:
    return _encode(value).decode()
