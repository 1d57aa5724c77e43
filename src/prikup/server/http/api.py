"""What is asked for and told by HTTP, as JSON: people, the games, tables. At a table one speaks by its socket."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Annotated, Any, Literal

from litestar import Request, Response, Router, get, patch, post
from litestar.datastructures import Cookie, State
from litestar.di import NamedDependency, Provide
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.types import Scope
from msgspec import Meta, Struct, convert
from msgspec.structs import asdict

from prikup.bots import PLAYERS
from prikup.errors import BadText, reason
from prikup.server.accounts.accounts import KEPT, Person
from prikup.server.http.catalogue import Offer, rules_of
from prikup.server.http.middleware import Caller, Declined, Problem
from prikup.server.services import House
from prikup.table.actor import Table
from prikup.table.table_settings import TableSettings

__all__ = ["API", "COOKIE", "Inside", "inside", "token_of"]

COOKIE = "prikup"
JSON_LINES = "application/jsonl"
LISTED = 20
"""How many of one's tables are looked at."""

Name = Annotated[str, Meta(max_length=100)]
Password = Annotated[str, Meta(max_length=1000)]
Millis = Annotated[int, Meta(ge=0, le=86_400_000)]

Inside = NamedDependency[House]
Come = NamedDependency[Caller]
Someone = NamedDependency[Person]
Asked = Request[Any, Any, State]


def _fails(*statuses: int) -> dict[int, ResponseSpec]:
    return {status: ResponseSpec(Problem, description=HTTPStatus(status).phrase) for status in (*statuses, 429)}


def _declines(*statuses: int) -> dict[int, ResponseSpec]:
    """How a request fails that changes something: foreign, too large, no JSON."""
    return _fails(*statuses, 400, 403, 413, 415)


# What is sent


class Named(Struct, frozen=True):
    """What one wants to be called."""

    name: Name = ""


class Credentials(Struct, frozen=True):
    """What lets the owner of an account in."""

    name: Name
    password: Password


class Passwords(Struct, frozen=True):
    """A password, and what it is to be."""

    old: Password
    new: Password


class Wanted(Struct, frozen=True, forbid_unknown_fields=True):
    """A table as it is to be. `options` are house rules as text; `clock` is the bank and the increment in milliseconds;
    `deals` > 0 ends the match after so many; `bots`: computer players take all other seats, and it begins at once."""

    game: Annotated[str, Meta(max_length=40)]
    options: Annotated[str, Meta(max_length=2000)] = ""
    level: Annotated[str, Meta(max_length=20)] = "rule"
    absent: Literal["wait", "bot", "vote"] = "bot"
    clock: tuple[Millis, Millis] | None = None
    spectators: bool = True
    chat: bool = True
    deals: Annotated[int, Meta(ge=0, le=1000)] = 0
    bots: bool = False


# What is answered


class Me(Struct, frozen=True, omit_defaults=True):
    """Who one is. `token` is told to programs only: a browser keeps it as a cookie that no script can read."""

    id: str
    name: str
    guest: bool
    token: str = ""


class Opened(Struct, frozen=True):
    """The table that was opened."""

    id: str


class Ticket(Struct, frozen=True):
    """What opens one socket, in the next 30 seconds."""

    ticket: str


class Facts(Struct, frozen=True):
    """What is known of a table without sitting at it. `deal` counts from 1; `names` go by seat, null where nobody
    sits."""

    id: str
    game: str
    options: str
    stage: str
    deal: int
    names: tuple[str | None, ...]


# Who asks


def token_of(headers: Mapping[str, str], cookies: Mapping[str, str]) -> str:
    """The token that is shown: a browser's in its cookie, a program's there or as `Authorization: Bearer`."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token if kind.lower() == "bearer" else cookies.get(COOKIE, "")


def inside(state: State) -> House:
    """The server that is asked."""
    house: House = state.house
    return house


def _caller(scope: Scope) -> Caller:
    come: Caller = scope["state"]["caller"]
    return come


async def _maybe(request: Asked, house: House) -> Person | None:
    return await house.people.whose(token_of(request.headers, request.cookies))


async def _person(request: Asked, house: Inside) -> Person:
    person = await _maybe(request, house)
    if person is None:
        raise Declined(HTTPStatus.UNAUTHORIZED, reason("not-signed-in"))
    return person


def _me(person: Person) -> Me:
    return Me(person.id, person.name, person.guest)


def _let_in(person: Person, token: str, come: Caller) -> Response[Me]:
    """The answer to one who may come again with this token; a page gets it as a cookie alone."""
    cookie = Cookie(COOKIE, value=token, max_age=KEPT // 1000, httponly=True, samesite="lax", secure=come.secure)
    me = Me(person.id, person.name, person.guest, "" if come.origin else token)
    return Response(me, status_code=HTTPStatus.OK, cookies=[cookie])


@get("/me")
async def me(request: Asked, house: Inside) -> Me | None:
    """Who one is; null for one who is not known."""
    person = await _maybe(request, house)
    return _me(person) if person else None


@patch("/me", responses=_declines(401))
async def rename(house: Inside, person: Someone, data: JSONBody[Named]) -> Me:
    """Be called otherwise."""
    return _me(await house.people.rename(person, data.name))


@post("/guests", status_code=200, responses=_declines())
async def come_in(house: Inside, come: Come, data: JSONBody[Named]) -> Response[Me]:
    """Come in as a guest."""
    house.limits.spend("guest", come.address)
    return _let_in(*await house.people.guest(data.name), come)


@post("/account", status_code=200, responses=_declines(401))
async def account(house: Inside, come: Come, person: Someone, data: JSONBody[Credentials]) -> Me:
    """Turn a guest into an account, which one can come back to from elsewhere. The guest stays who he is."""
    house.limits.spend("login", come.address)
    return _me(await house.people.account(person, data.name, data.password))


@post("/login", status_code=200, responses=_declines())
async def login(house: Inside, come: Come, data: JSONBody[Credentials]) -> Response[Me]:
    """Come back to an account."""
    house.limits.spend("login", come.address, f"name {data.name.casefold()}")
    token = await house.people.login(data.name, data.password)
    person = await house.people.whose(token)
    assert person is not None
    return _let_in(person, token, come)


@post("/password", status_code=200, responses=_declines(401))
async def password(house: Inside, come: Come, person: Someone, data: JSONBody[Passwords]) -> Response[Me]:
    """Change one's password. Wherever one was let in before, one has to come back."""
    house.limits.spend("login", come.address, person.id)
    return _let_in(person, await house.people.password(person, data.old, data.new), come)


@post("/logout", status_code=200, responses=_declines())
async def logout(request: Asked, house: Inside) -> Response[None]:
    """Be forgotten here; a guest cannot come back."""
    await house.people.logout(token_of(request.headers, request.cookies))
    return Response(None, cookies=[Cookie(COOKIE, value="", max_age=0, httponly=True, samesite="lax")])


@post("/tickets", status_code=200, responses=_declines(401))
async def ticket(house: Inside, person: Someone) -> Ticket:
    """A ticket, with which a program opens its socket."""
    return Ticket(house.people.ticket(person))


# Games and tables


@get("/games", responses={200: ResponseSpec(tuple[Offer, ...], description="All games")})
async def games(request: Asked, house: Inside) -> Response[bytes]:
    """Every game: its presets, house rules, seats and computer players."""
    catalogue = house.catalogue
    headers = {"ETag": catalogue.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if catalogue.tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(catalogue.packed, headers=headers, media_type="application/json")
    return Response(catalogue.json, headers=headers, media_type="application/json")


@get("/options", responses=_fails(400))
async def options(game: FromQuery[str], options: FromQuery[str] = "") -> dict[str, str]:
    """All house rules of a text like `sochi whist_style=gentleman`, or why they cannot be played."""
    return rules_of(game, options)


@post("/tables", responses=_declines(401))
async def open_table(house: Inside, come: Come, person: Someone, data: JSONBody[Wanted]) -> Opened:
    """Open a table, as its host."""
    house.limits.spend("table", come.address, person.id)
    rules_of(data.game, data.options)
    if data.level not in PLAYERS:
        raise BadText(reason("level-unknown", level=data.level, allowed=" ".join(PLAYERS)))
    return Opened(await house.hall.open(convert(asdict(data) | {"host": person.id}, TableSettings)))


@get("/tables", responses=_fails(401))
async def tables(house: Inside, person: Someone) -> list[Facts]:
    """The tables where one sits or is the host and that are not over, the newest first."""
    mine = (await house.store.tables_of(person.id))[:LISTED]
    return [_facts(found) for one in mine if (found := await house.hall.table(one.table))]


@get("/tables/{table:str}", responses=_fails(404))
async def table(house: Inside, table: FromPath[str]) -> Facts:
    """What anybody may know of a table."""
    return _facts(await _table(house, table))


@get("/tables/{table:str}/log", responses={200: ResponseSpec(bytes, media_type=JSON_LINES)} | _fails(403, 404))
async def log(request: Asked, house: Inside, table: FromPath[str]) -> Response[bytes]:
    """The log of a match up to the last finished deal, as a file that `prikup replay` and `prikup verify` read. Of a
    table without spectators only those who sit there may have it."""
    found = await _table(house, table)
    if not found.settings.spectators:
        person = await _maybe(request, house)
        if person is None or person.id not in (found.settings.host, *found.people):
            raise Declined(HTTPStatus.FORBIDDEN, reason("no-spectators"))
    return Response(found.closed, media_type=JSON_LINES)


async def _table(house: House, name: str) -> Table:
    found = await house.hall.table(name)
    if found is None:
        raise Declined(HTTPStatus.NOT_FOUND, reason("no-such-table"))
    return found


def _facts(table: Table) -> Facts:
    settings, seats = table.settings, table.seats
    names = tuple(person.name if person else None for person in seats.seats)
    return Facts(table.id, settings.game, settings.options, seats.stage, table.deal, names)


API = Router(
    "/api",
    route_handlers=[
        me,
        rename,
        come_in,
        account,
        login,
        password,
        logout,
        ticket,
        games,
        options,
        open_table,
        tables,
        table,
        log,
    ],
    dependencies={
        "come": Provide(_caller, sync_to_thread=False),
        "person": Provide(_person),
    },
    response_headers={"Cache-Control": "no-store"},
)
