"""The HTTP API for users, games and tables. Requests and responses are JSON.

The messages of a match in play are sent over the WebSocket of its table.
"""

import gzip
import math
import secrets
from contextlib import suppress
from http import HTTPStatus

import msgspec
from litestar import Response, Router
from litestar.datastructures import Cookie
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, JSONBody
from msgspec.structs import replace

from prikup.api import accounts as account_routes
from prikup.api import tables as table_routes
from prikup.api.accounts import (
    BlockRequest,
    Credentials,
    KnownDevice,
    Leaving,
    Me,
    NewGuest,
    NewName,
    NewPassword,
    Ticket,
    UserBlock,
)
from prikup.api.routes import all_routes
from prikup.api.tables import Bootstrap, BootstrapSearch, OpenedTable
from prikup.rules.errors import reason
from prikup.server.accounts.account_names import account_name
from prikup.server.accounts.accounts import TOKEN_MS, User
from prikup.server.accounts.profiles import find_person
from prikup.server.archive.reading import call_by_size, log_file
from prikup.server.http.analysis_api import analyse_position
from prikup.server.http.archive_api import ARCHIVE_ROUTES
from prikup.server.http.caller import BROWSER_COOKIE, Caller
from prikup.server.http.errors import HttpError
from prikup.server.http.friends_api import FRIEND_ROUTES
from prikup.server.http.handler_helpers import (
    COOKIE,
    JSON_LINES,
    AnyRequest,
    FromCaller,
    FromServices,
    SignedIn,
    require_user,
    token_of,
    user_or_none,
)
from prikup.server.http.lobby_api import LOBBY_ROUTES, open_listed_table
from prikup.server.http.notices_api import NOTICE_ROUTES
from prikup.server.http.people_api import PEOPLE_ROUTES
from prikup.server.http.problems_api import PROBLEM_ROUTES
from prikup.server.http.routing import handles, shared_handler
from prikup.server.http.score_api import score_match
from prikup.server.http.shared_score_api import SHARED_SCORE_ROUTES
from prikup.server.http.statistics_api import STATISTICS_ROUTES
from prikup.server.http.turns_api import TURN_ROUTES, require_place_by_turns
from prikup.server.services import Services
from prikup.server.storage.turn_rows import turns_of_tables
from prikup.table.actor import Table
from prikup.table.host.storage import NotRead, NotWritten
from prikup.table.opening.lanes import lanes
from prikup.table.opening.new_table import NewTable, TableSummary, settings_of, stored_summary, summary_of

__all__ = ["API"]

DEVICE = "prikup_device"
"""The name of the cookie with the proof that a user has logged in to an account on this device.

Login attempts on other devices cannot lock out a device that has this cookie.
"""
MAX_LISTED = 20
"""Maximum number of unfinished tables that a page lists for a user."""
GZIP_LEVEL = 6
"""The compression level of gzip. At this level 29 kB become 4 kB in a third of a millisecond."""


# Sign-in responses


def _user_body(user: User) -> Me:
    return Me(user.id, user.name, user.guest)


def _login_response(services: Services, user: User, token: str, caller: Caller, device: str = "") -> Response[Me]:
    """Return the response to a successful sign-in. It gives the client the new sign-in token `token` of `user`.

    The token is set as a cookie. If `caller`, the sender of the request, is a program and not a browser page, the body
    also contains the token. `device` is the proof that the user has signed in on this device, which is set as another
    cookie, "" for none. A page also gets a cookie that identifies the browser, unless it has one.
    """
    cookie_values = {COOKIE: token} | ({DEVICE: device} if device else {})
    if caller.origin and not caller.device:
        cookie_values[BROWSER_COOKIE] = secrets.token_hex(16)
    cookies = [
        _cookie(services, name, value, TOKEN_MS // 1000, secure=caller.secure) for name, value in cookie_values.items()
    ]
    body = Me(user.id, user.name, user.guest, "" if caller.origin else token)
    return Response(body, status_code=HTTPStatus.OK, cookies=cookies)


def _logout_response(services: Services) -> Response[None]:
    """Return the response that deletes the cookie with the sign-in token, which is no longer valid."""
    return Response(None, cookies=[_cookie(services, COOKIE, "", 0)])


def _cookie(services: Services, name: str, value: str, max_age: int, *, secure: bool = False) -> Cookie:
    path = f"{services.config.root_path}/"
    return Cookie(name, path, value, max_age=max_age, httponly=True, samesite="lax", secure=secure)


# Bootstrap


@handles(table_routes.BOOTSTRAP)
async def bootstrap(
    request: AnyRequest, services: FromServices, search: NamedDependency[BootstrapSearch]
) -> Response[bytes]:
    """Return all data that a page needs before it shows anything, such as the user and their unfinished tables.

    If `games` is true in the query, the list of games is included. The response is compressed with gzip if the client
    accepts that.
    """
    user = await user_or_none(request, services)
    tables = await _unfinished_tables(services, user) if user else ()
    user_body = _user_body(user) if user else None
    body = msgspec.json.encode(
        Bootstrap(
            user_body,
            tables,
            services.config.keep.guests,
            services.catalogue if search.games else (),
            services.static_files.has_engine,
            services.has_lobby(user),
            tuple(lanes().values()) if search.games and services.has_lobby(user) else (),
        )
    )
    headers = {"Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        body = gzip.compress(body, GZIP_LEVEL, mtime=0)
    return Response(body, headers=headers, media_type="application/json")


async def _unfinished_tables(services: Services, user: User) -> tuple[TableSummary, ...]:
    """Return summaries of a user's unfinished tables, at most `MAX_LISTED`.

    Turn-based tables (players answer within hours or days) at which the user has to act come first, in the order of the
    time that is left. The other tables follow, the newest first. A table that the database cannot load is left out.
    """
    user_tables = await services.store.tables_of(user.id)
    async with services.store.database.reading() as connection:
        turns = await turns_of_tables(connection, [user_table.table for user_table in user_tables])
    own_due = {turn.table: turn.due for turn in reversed(turns) if turn.person == user.id}
    due = {turn.table: turn.due for turn in reversed(turns)} | own_due
    user_tables.sort(key=lambda user_table: own_due.get(user_table.table, math.inf))
    summaries = []
    for user_table in user_tables[:MAX_LISTED]:
        table, summary = user_table.table, None
        if user_table.summary is not None:
            summary = stored_summary(table, user_table.settings, user_table.summary)
        else:
            with suppress(NotRead):  # an older version of the program wrote the last commit, without a summary
                live_table = await services.tables.look(table)
                summary = summary_of(live_table) if live_table is not None else None
        if summary is not None:
            summaries.append(replace(summary, your_turn=table in own_due, due=due.get(table)))
    return tuple(summaries)


# Users


@handles(account_routes.RENAME)
async def rename(services: FromServices, caller: FromCaller, user: SignedIn, data: JSONBody[NewName]) -> Me:
    """Change the user's name; return the user. Account owners log in with the new name from now on.

    The response is an error if the name cannot be displayed, or if an account owner chooses a name that looks like that
    of another account. Therefore the attempts of account owners are limited by network address too, like logins. A
    guest may choose the name of an account, so that guests cannot find out which accounts exist.
    """
    clients = (user.id,) if user.guest else (caller.address, user.id)
    services.rate_limits.spend("login", *clients)
    return _user_body(await services.accounts.rename(user, data.name))


@handles(account_routes.CREATE_GUEST)
async def create_guest(services: FromServices, caller: FromCaller, data: JSONBody[NewGuest]) -> Response[Me]:
    """Create a guest, a user without an account, and sign them in.

    Once a network address has created some guests, the response is 429 with a `puzzle`. A request with the solution of
    this puzzle as `proof` is accepted at once. The solution is the text of the puzzle, a dot and a number. The client
    must find a number for which the SHA-256 of the solution's ASCII bytes begins with enough zero bits; the required
    number of zero bits is at the beginning of the puzzle.
    """
    await services.guests.admit(caller.address, data.proof)
    user, token = await services.accounts.create_guest(data.name)
    services.guests.remember(caller.address, user.id)
    return _login_response(services, user, token, caller)


@handles(account_routes.OPEN_ACCOUNT)
async def open_account(services: FromServices, caller: FromCaller, user: SignedIn, data: JSONBody[Credentials]) -> Me:
    """Turn a guest into the owner of an account, who can log in with its password on any device. The id is kept."""
    services.rate_limits.spend("login", caller.address, user.id)
    return _user_body(await services.accounts.open_account(user, data.name, data.password))


@handles(account_routes.LOG_IN)
async def login(
    request: AnyRequest, services: FromServices, caller: FromCaller, data: JSONBody[Credentials]
) -> Response[Me]:
    """Log in to an account. The session with which the client was signed in before ends.

    If it was the session of a guest (a user without an account), the guest's matches become those of the account.

    Attempts are limited by network address and by account. A device is known to an account if a user has logged in to
    the account on it, or if it stores a proof from such a device. Attempts on a known device count only against a limit
    of its own, so strangers cannot lock its user out. On other devices the error states that too many attempts were
    made for this account.
    """
    accounts, limits, device = services.accounts, services.rate_limits, request.cookies.get(DEVICE, "")
    if await accounts.knows(data.name, device):
        limits.spend("login", f"device {device}")
    else:
        account = f"name {account_name(data.name)}"
        limits.check("login", caller.address)
        limits.check("login", account, why="login-held")
        limits.charge("login", caller.address, account)
    guest = await user_or_none(request, services)
    if guest is not None and guest.guest:
        await services.archive.wait_until_current()  # else a match that has just ended might not go to the account
    token = await accounts.log_in(data.name, data.password, token_of(request.headers, request.cookies))
    user = await accounts.user_of_token(token)
    assert user is not None
    return _login_response(services, user, token, caller, await accounts.device(user.id))


@handles(account_routes.PROVE_DEVICE)
async def prove_device(services: FromServices, user: SignedIn) -> KnownDevice:
    """Return a proof that makes another device known to the user's account.

    Login attempts by strangers do not count for a known device, so they cannot lock it out. The proof is valid until
    the password is changed, and does not sign anyone in.
    """
    if user.guest:
        raise HttpError(HTTPStatus.FORBIDDEN, reason("device-account"))
    return KnownDevice(await services.accounts.device(user.id))


@handles(account_routes.KEEP_DEVICE)
async def keep_device(services: FromServices, caller: FromCaller, data: JSONBody[KnownDevice]) -> Response[None]:
    """Store a proof in a cookie, which makes this device known to an account.

    Another known device has requested the proof. Login attempts by strangers do not count for a known device, so they
    cannot lock it out.
    """
    return Response(None, cookies=[_cookie(services, DEVICE, data.device, TOKEN_MS // 1000, secure=caller.secure)])


@handles(account_routes.CHANGE_PASSWORD)
async def change_password(
    request: AnyRequest, services: FromServices, caller: FromCaller, user: SignedIn, data: JSONBody[NewPassword]
) -> Response[Me]:
    """Change the password of an account and sign its owner out on all other devices."""
    services.rate_limits.spend("login", caller.address, user.id)
    old_token = token_of(request.headers, request.cookies)
    new_token = await services.accounts.change_password(user, old_token, data.old, data.new)
    return _login_response(services, user, new_token, caller, await services.accounts.device(user.id))


@handles(account_routes.DELETE_ACCOUNT)
async def delete_account(
    services: FromServices, caller: FromCaller, user: SignedIn, data: JSONBody[Leaving]
) -> Response[None]:
    """Delete the user permanently. Matches that they played with others show them as a player without a name."""
    services.rate_limits.spend("login", caller.address, user.id)
    await services.accounts.delete(user, data.password)
    with suppress(NotRead, NotWritten):  # the account is deleted, and the tables leave the list without their host
        await services.listings.end_listings(user.id)
    return _logout_response(services)


@handles(account_routes.LOG_OUT)
async def logout(request: AnyRequest, services: FromServices) -> Response[None]:
    """Sign the user out on this device.

    A guest loses access to their tables and matches, because guests cannot log in.
    """
    await services.accounts.log_out(token_of(request.headers, request.cookies))
    return _logout_response(services)


@handles(account_routes.ISSUE_TICKET)
async def issue_ticket(request: AnyRequest, services: FromServices) -> Ticket:
    """Return a ticket, a text with which a program opens one WebSocket for the signed-in user."""
    session = await services.accounts.session(token_of(request.headers, request.cookies))
    if session is None:
        raise HttpError(HTTPStatus.UNAUTHORIZED, reason("not-signed-in"))
    return Ticket(services.accounts.issue_ticket(session))


# Blocking


@handles(account_routes.BLOCKS)
async def list_blocks(services: FromServices, user: SignedIn) -> list[UserBlock]:
    """Return the people whom the user has blocked, the latest first."""
    return await services.blocks.blocks_of(user.id)


@handles(account_routes.BLOCK)
async def block(
    services: FromServices, caller: FromCaller, user: SignedIn, data: JSONBody[BlockRequest]
) -> list[UserBlock]:
    """Block a person, whom the user met at a table or whose profile the user may see.

    The blocked person cannot sit down at a table that the user owns or where the user sits. Return all people whom the
    user has blocked.
    """
    services.rate_limits.spend("block", caller.address, user.id)
    await (_block_by_name(services, user, data.name) if data.name else _block_at_table(services, user, data))
    await services.lobby.blocks_changed(user.id)
    return await services.blocks.blocks_of(user.id)


async def _block_at_table(services: Services, user: User, request: BlockRequest) -> None:
    table = await _find_table(services, request.table)
    person = table.user(request.person) if table.refusal_reason(user.id) is None else ""
    if not person:
        raise HttpError(HTTPStatus.NOT_FOUND, reason("nobody-so"))
    await services.blocks.add(user.id, person, table.name_of(person), table.id)


async def _block_by_name(services: Services, user: User, name: str) -> None:
    async with services.store.database.reading() as connection:
        person = await find_person(connection, name, user)
    if person is None:
        raise HttpError(HTTPStatus.NOT_FOUND, reason("no-such-person"))
    await services.blocks.add(user.id, person.id, person.name)


@handles(account_routes.UNBLOCK)
async def unblock(services: FromServices, user: SignedIn, block: FromPath[str]) -> list[UserBlock]:
    """Remove the block with the id `block`; return the user's remaining blocks."""
    await services.blocks.remove(user.id, block)
    await services.lobby.blocks_changed(user.id)
    return await services.blocks.blocks_of(user.id)


# Games and tables


@handles(table_routes.OPEN)
async def open_table(
    services: FromServices, caller: FromCaller, user: SignedIn, data: JSONBody[NewTable]
) -> OpenedTable:
    """Open a new table with the requested game and settings. The user becomes its owner.

    If `open` is true in the request, the lobby's list of open tables (anyone may sit down) shows the table at once.
    Guests may not open a turn-based table (players answer within hours or days).
    """
    if data.turns is not None:
        await require_place_by_turns(services, user)
    if data.open:
        return OpenedTable(await open_listed_table(services, caller, user, data))
    services.rate_limits.spend("table", caller.address, user.id)
    return OpenedTable(await services.tables.open(settings_of(data, user.id)))


@handles(table_routes.SUMMARY)
async def summary(request: AnyRequest, services: FromServices, table: FromPath[str]) -> TableSummary:
    """Return the public summary of a table, such as its game, house rules and players. No sign-in is needed."""
    user = await user_or_none(request, services)
    return summary_of(await _visible_table(services, table, user))


@handles(table_routes.LOG)
async def log(request: AnyRequest, services: FromServices, caller: FromCaller, table: FromPath[str]) -> Response[bytes]:
    """Return the log of a match up to the last finished deal, as a file for `prikup replay` and `prikup verify`.

    The log has everything that was dealt and done. If a table does not allow spectators, its log is only available to
    its owner and the seated players. The log of a locked table is only available to users who may enter the table.
    """
    user = await user_or_none(request, services)
    live_table = await _visible_table(services, table, user)
    if live_table.stage == "over":
        async with services.public_work.readings.turn(caller.address):
            if visible_match := await services.archive.find(table, user.id if user else ""):
                lines = await call_by_size(
                    services.public_work.readings.processes, visible_match.stored_match.size, log_file, visible_match
                )
                return Response(lines, media_type=JSON_LINES)
    if (why := live_table.refusal_reason(user.id if user else "")) is not None:
        raise HttpError(HTTPStatus.FORBIDDEN, why)
    return Response(live_table.finished_lines, media_type=JSON_LINES)


async def _visible_table(services: Services, name: str, user: User | None) -> Table:
    """Return the table with the id `name`.

    Raise HttpError 404 if it does not exist, or if its match is over and hidden from the user. `user` is None for
    someone who is not signed in.
    """
    table = await _find_table(services, name)
    if table.stage == "over" and await services.archive.visibility.is_hidden(name, user.id if user else ""):
        raise HttpError(HTTPStatus.NOT_FOUND, reason("no-such-table"))
    return table


async def _find_table(services: Services, name: str) -> Table:
    table = await services.tables.look(name)
    if table is None:
        raise HttpError(HTTPStatus.NOT_FOUND, reason("no-such-table"))
    return table


API = Router(
    "/api",
    route_handlers=[
        *(shared_handler(route) for route in all_routes() if route.function),
        *ARCHIVE_ROUTES,
        *LOBBY_ROUTES,
        *SHARED_SCORE_ROUTES,
        *PROBLEM_ROUTES,
        *STATISTICS_ROUTES,
        *NOTICE_ROUTES,
        *FRIEND_ROUTES,
        *PEOPLE_ROUTES,
        *TURN_ROUTES,
        analyse_position,
        score_match,
        bootstrap,
        rename,
        create_guest,
        open_account,
        login,
        prove_device,
        keep_device,
        change_password,
        delete_account,
        logout,
        issue_ticket,
        list_blocks,
        block,
        unblock,
        open_table,
        summary,
        log,
    ],
    dependencies={"user": Provide(require_user)},
    response_headers={"Cache-Control": "no-store"},
)
