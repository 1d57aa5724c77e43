"""The host of one person's tables, which answers the API requests of pages and connects pages to tables.

The code does not depend on a browser: requests, responses and messages are texts, as on a server.
"""

import logging
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from itertools import count
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import msgspec
from msgspec.structs import replace

from prikup.api.accounts import RENAME, Me, NewName
from prikup.api.errors import ErrorBody, MethodNotAllowed, NotFound
from prikup.api.host import ApiHost
from prikup.api.route import Function, Route, match_route
from prikup.api.routes import routes_for
from prikup.api.tables import BOOTSTRAP, LOG, OPEN, SUMMARY, Bootstrap, BootstrapSearch, OpenedTable
from prikup.device.backup_import import KEPT, MergeCounts, merge
from prikup.device.bot_speed import Speed
from prikup.device.table_store import RowStore, StoredRow, TabStore
from prikup.rules.errors import BadText, PrikupError, Reason, reason
from prikup.table.actor import Table
from prikup.table.host.background_workers import Inline, WorkerFailed, Workers
from prikup.table.host.storage import NotRead, NotWritten
from prikup.table.name_rules import clean_name, name_error
from prikup.table.opening.new_table import NewTable, TableSummary, settings_of, summary_of
from prikup.table.protocol.client_messages import ClientCommand
from prikup.table.protocol.server_messages import CloseMessage, RefusedMessage, ServerMessage
from prikup.table.registry import TableRegistry
from prikup.table.state.presence import UNKNOWN_ORIGIN
from prikup.table.table_settings import TableSettings, Timing

if TYPE_CHECKING:
    from prikup.archive.uploads import UploadedMatch
    from prikup.device.finished_matches import FinishedMatches
    from prikup.positions.analysis import PastedText
    from prikup.scorer.page_state import Request

__all__ = ["OWNER", "PageConnection", "TabHost"]

OWNER = "here"
"""The user id of the person who owns the device."""
CODE_NO_SUCH_TABLE, CODE_FAILED = 4004, 1011
"""The codes with which a connection is closed if the table does not exist, or could not be loaded.

They are the WebSocket close codes that a server uses in these cases.
"""

logger = logging.getLogger("prikup.device")

P = ParamSpec("P")
T = TypeVar("T")
Tell = Callable[[str], object]
Close = Callable[[int], object]

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(ClientCommand).decode


class PageConnection:
    """The connection of a page to a table; for the table it is a `prikup.table.state.presence.Client`.

    - `came`: a number that is larger for later connections.
    - `name`: the display name of the person, "" for none.
    - `tell`: a function that passes a message, as JSON text, to the page.
    - `close`: a function that closes the connection with a WebSocket close code.
    """

    def __init__(self, came: int, name: str, tell: Tell, close: Close) -> None:
        self.user, self.name, self.guest, self.came = OWNER, name, True, came
        self.origin = UNKNOWN_ORIGIN
        self.table: Table | None = None
        self._tell, self._close = tell, close

    def send(self, message: ServerMessage) -> None:
        """Encode a message as JSON and send it to the page."""
        self._tell(_encode(message).decode())

    def close(self, code: int, reason: Reason) -> None:
        """Send a close message with this reason, then close the connection with this WebSocket close code."""
        self.send(CloseMessage(reason))
        self._close(code)

    def say(self, text: str) -> None:
        """Decode a JSON message from the page and pass it to the table; refuse a message that cannot be decoded.

        `text` is the message.
        """
        if self.table is None:
            return
        try:
            message = _decode(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            self.send(RefusedMessage(reason("message-unreadable")))
            return
        self.table.receive(self, message)

    def leave(self) -> None:
        """Remove the connection from its table, because the page was closed."""
        if self.table is not None:
            self.table.leave(self)


class TabHost:
    """The host of the tables on one device, in a browser.

    An instance must be created while an event loop is running.

    - `shelf`: the row store in which the tables are kept.
    - `timing`: the time limits and delays of the tables.
    - `studies`: the workers for long computations, such as reviews and the analysis of positions. The moves of computer
      players are computed in the host's own worker.
    - `speed`: chooses a level (strength) of computer players for new tables that is fast enough on this device. Without
      it, levels are not reduced.
    """

    def __init__(
        self, shelf: RowStore, timing: Timing, studies: Workers | None = None, speed: Speed | None = None
    ) -> None:
        self._studies, self._speed = studies or Inline(), speed
        self._shelf, self._store = shelf, TabStore(shelf)
        self._tables = TableRegistry(self._store, Inline(), timing)
        self._finished: FinishedMatches | None = None
        self._numbers = count(1)
        self._functions: dict[Route, Function] = {
            BOOTSTRAP: self._start_page,
            RENAME: self._rename_owner,
            OPEN: self._open_new_table,
            SUMMARY: self._summary,
            LOG: self._log,
            KEPT: self._merge_backup,
        }

    async def handle_request(self, method: str, path: str, query: dict[str, str], body: str) -> tuple[int, str]:
        """Answer an API request; return the HTTP status and the JSON body of the response.

        `method` is the HTTP method, `path` is relative to `/api`, `query` contains the decoded query string, and `body`
        is JSON. Errors become error responses, as on a server.
        """
        self._postpone_measurement()
        try:
            status, response = await self._answer_request(method, path, query, body)
        except NotFound as error:
            return HTTPStatus.NOT_FOUND, _text(ErrorBody(error.reason))
        except MethodNotAllowed as error:
            return HTTPStatus.METHOD_NOT_ALLOWED, _text(ErrorBody(error.reason))
        except PrikupError as error:
            return HTTPStatus.BAD_REQUEST, _text(ErrorBody(error.reason))
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return HTTPStatus.BAD_REQUEST, _text(ErrorBody(reason("request-unreadable")))
        except WorkerFailed as error:
            logger.error("not-computed", exc_info=error)
            return HTTPStatus.INTERNAL_SERVER_ERROR, _text(ErrorBody(reason("server-failed")))
        except NotWritten:
            return HTTPStatus.SERVICE_UNAVAILABLE, _text(ErrorBody(reason("not-written")))
        except NotRead:
            return HTTPStatus.SERVICE_UNAVAILABLE, _text(ErrorBody(reason("not-read")))
        return status, response.decode() if isinstance(response, bytes) else _text(response)

    async def join(self, name: str, tell: Tell, close: Close, person: str = "") -> PageConnection:
        """Connect a page to the table with the id `name`, and return the connection.

        If the table does not exist or cannot be loaded, the connection is closed with a message that says so. `person`
        is the display name stored on the device; an invalid name is ignored. For `tell` and `close`, see
        `PageConnection`.
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
        """Stop all computations, and unload all tables after each has processed the items in its inbox."""
        if self._speed is not None:
            self._speed.close()
        if self._finished is not None:
            await self._finished.close()
        await self._tables.close()

    async def _answer_request(self, method: str, path: str, query: dict[str, str], body: str) -> tuple[int, Any]:
        """Return the status and the response to a request.

        The parameters are those of `handle_request`. Raise NotFound if devices do not answer requests with this path,
        and MethodNotAllowed if they answer them only with other methods.
        """
        functions = self._functions_for(path)
        route, arguments = match_route(functions, method, path)
        request: dict[str, Any] = dict(arguments)
        if route.search:
            request["search"] = msgspec.convert(query, route.search, strict=False)
        if route.body:
            request["data"] = msgspec.json.decode(body, type=route.body)
        return route.status, await functions[route](**request)

    def _functions_for(self, path: str) -> dict[Route, Function]:
        """Return the routes that a device answers and that begin like `path`, each with its function.

        `path` is relative to `/api`, and only its first segment is compared.
        """
        first = path.partition("/")[0]
        routes = (*routes_for(path), *_device_routes(first))
        return {route: function for route in routes if (function := self._function_of(route, first)) is not None}

    def _function_of(self, route: Route, first: str) -> Function | None:
        """Return the function that answers the requests of a route; None if a device does not answer them.

        `first` is the first segment of the route's path.
        """
        if route.function:
            host: ApiHost = self
            return partial(route.function, host)
        match first:
            case "matches" | "statistics":
                return self._matches().functions.get(route)
            case "analyse":
                return self._analyse_position
            case "score":
                return self._score
        return self._functions.get(route)

    # The interface `ApiHost`, for the API functions that all hosts share

    @property
    def user_id(self) -> str:
        """The id of the person who owns the device."""
        return OWNER

    def admit(self, limit: str) -> None:
        """Do nothing: on their own device a person may open tables and import matches as often as they like.

        On a server, `limit` names the rate limit of the request.
        """

    async def compute(self, function: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> T:
        """Call a function in a worker, because it may take seconds, and return its result.

        Raise WorkerFailed if the function raises an error or the worker does not respond.
        """
        return await self._studies.call(function, *arguments, **keywords)

    async def compute_brief(self, function: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> T:
        """Call a function directly, because it takes only milliseconds, and return its result."""
        return function(*arguments, **keywords)

    async def open_table(self, settings: TableSettings) -> str:
        """Open a table with these settings and return the table's id."""
        return await self._tables.open(settings)

    async def add_match(self, match: "UploadedMatch") -> None:
        """Store a finished match as a table whose match is over; do nothing if its id is stored already."""
        await self._store.create_finished(match.opening, match.commit)

    # Functions that answer requests in a device's own way

    async def _start_page(self, search: BootstrapSearch) -> Bootstrap:
        """Return the data that a page needs when it starts, without the list of games, which the page already has."""
        return Bootstrap(_owner(), await self._unfinished_tables(), guest_days=0, games=())

    async def _rename_owner(self, data: NewName) -> Me:
        """Rename the device's owner at all loaded tables, and return the owner under the new name.

        Raise BadText for an invalid name. The page itself stores the name on the device.
        """
        name = clean_name(data.name)
        if why := name_error(name):
            raise BadText(why)
        self._tables.rename(OWNER, name, guest=True)
        return _owner(name)

    async def _open_new_table(self, data: NewTable) -> OpenedTable:
        if data.turns is not None:
            raise BadText(reason("account-needed"))
        return OpenedTable(await self._tables.open(await self._with_device_level(settings_of(data, OWNER))))

    async def _summary(self, table: str) -> TableSummary:
        return summary_of(await self._find_table(table))

    async def _log(self, table: str) -> bytes:
        return (await self._find_table(table)).finished_lines

    async def _find_table(self, name: str) -> Table:
        table = await self._tables.find(name)
        if table is None:
            raise NotFound(reason("no-such-table"))
        return table

    async def _analyse_position(self, data: "PastedText") -> Any:
        from prikup.positions.analysis import analyse

        return await self._studies.call(analyse, data.text, data.deal)

    async def _score(self, data: "Request") -> Any:
        from prikup.scorer.page_state import build_reply

        return build_reply(data)

    async def _merge_backup(self, data: list[StoredRow]) -> MergeCounts:
        """Merge the rows of a backup file with the tables stored on the device.

        `data` are these rows. Return the number of tables by the outcome of the merge. Raise NotWritten or NotRead if
        the browser's storage fails.
        """
        try:
            return await merge(self._shelf, data)
        except NotRead:
            raise
        except Exception as error:  # the browser's storage may raise any error
            raise NotWritten(str(error)) from error

    def _postpone_measurement(self) -> None:
        if self._speed is not None:
            self._speed.postpone_measurement()

    async def _with_device_level(self, settings: TableSettings) -> TableSettings:
        """Return the settings with a level (strength) of the computer players that is fast enough on this device."""
        return replace(settings, level=await self._speed.level_for_device(settings.level)) if self._speed else settings

    def _matches(self) -> "FinishedMatches":
        """Return the object that answers the requests about the device's finished matches.

        Its module is imported only at the first of these requests, which shortens the start.
        """
        from prikup.device.finished_matches import FinishedMatches

        if self._finished is None:
            self._finished = FinishedMatches(self._store, self._shelf, self._studies, OWNER, self._tables.open)
        return self._finished

    async def _unfinished_tables(self) -> tuple[TableSummary, ...]:
        summaries = []
        for name in await self._store.unfinished_tables():
            table = await self._tables.find(name)
            if table is not None:
                summaries.append(summary_of(table))
        return tuple(summaries)


def _device_routes(first: str) -> tuple[Route, ...]:
    """Return the routes that only devices answer, and whose path begins with the segment `first`."""
    match first:
        case "kept":
            return (KEPT,)
        case "matches":
            from prikup.device.finished_matches import WHOLE

            return (WHOLE,)
    return ()


def _owner(name: str = "") -> Me:
    """Return the device's owner as API responses describe users, with the name that the page has stored."""
    return Me(OWNER, name, guest=True)


def _text(value: object) -> str:
    return _encode(value).decode()
