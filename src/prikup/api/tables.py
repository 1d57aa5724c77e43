"""Requests about tables: the data that a page needs when it starts, the house rules, and opening a table."""

from msgspec import Struct

from prikup.api.accounts import Me
from prikup.api.host import ApiHost
from prikup.api.route import Route
from prikup.table.opening.catalogue import AgreedRules, CatalogueGame, agreed_rules
from prikup.table.opening.lanes import Lane
from prikup.table.opening.new_table import NewTable, TableSummary

__all__ = [
    "BOOTSTRAP",
    "LISTING",
    "LOG",
    "OPEN",
    "ROUTES",
    "SUMMARY",
    "Bootstrap",
    "BootstrapSearch",
    "Listing",
    "OpenedTable",
    "OptionsSearch",
]


class OpenedTable(Struct, frozen=True):
    """The `id` of a table that was just opened, or of a match that was just stored."""

    id: str


class Listing(Struct, frozen=True):
    """The request to put a table into the list of open tables or to take it out, and the response to it.

    The table's host sends the request. `listed` is true if the table shall be in the list (in the request) or is now in
    the list (in the response).
    """

    listed: bool


class Bootstrap(Struct, frozen=True, omit_defaults=True):
    """All data that a page needs before it shows anything.

    - `me`: the signed-in user, null if there is none.
    - `tables`: the unfinished tables at which the user sits or which they opened, at most 20. First come the turn-based
      tables (players answer within hours or days) at which the user has to act, the one with the least time left first;
      then the others, newest first.
    - `guest_days`: the number of days after which an absent guest is deleted together with their unfinished tables.
      With 0, guests are never deleted.
    - `games`: all games if the page requested them, otherwise empty.
    - `here`: true if the server also provides the engine with which a browser can run tables itself while the server is
      unreachable.
    - `lobby`: true if the server has a lobby (a list of open tables) for this user.
    - `lanes`: the kinds of matches for which the server brings people together, if the page requested the games and the
      server has a lobby for this user.
    """

    me: Me | None
    tables: tuple[TableSummary, ...]
    guest_days: int
    games: tuple[CatalogueGame, ...]
    here: bool = False
    lobby: bool = False
    lanes: tuple[Lane, ...] = ()


class BootstrapSearch(Struct, frozen=True):
    """A request for the data that a page needs when it starts (`Bootstrap`).

    If `games` is true, the response includes the list of all games.
    """

    games: bool = False


class OptionsSearch(Struct, frozen=True):
    """A request for the complete house rules that a text stands for.

    `game` is the name of the game. `options` is a text such as `sochi whist_style=gentleman`, "" for the default rules.
    """

    game: str
    options: str = ""


async def options(host: ApiHost, search: OptionsSearch) -> AgreedRules:
    """Return all house rules that a text such as `sochi whist_style=gentleman` stands for.

    `search` contains the text and the game. Raise BadText for an unknown game, and BadOptions if the rules cannot be
    played together.
    """
    return agreed_rules(search.game, search.options)


BOOTSTRAP = Route("GET", "bootstrap", Bootstrap, search=BootstrapSearch, errors=(400,), on_device=True)
OPEN = Route(
    "POST",
    "tables",
    OpenedTable,
    body=NewTable,
    status=201,
    errors=(401, 403, 409),
    signed_in=True,
    on_device=True,
)
LISTING = Route(
    "POST", "tables/{table:str}/listing", Listing, body=Listing, errors=(401, 403, 404, 409), signed_in=True
)
SUMMARY = Route("GET", "tables/{table:str}", TableSummary, errors=(404,), on_device=True)
LOG = Route("GET", "tables/{table:str}/log", bytes, errors=(403, 404), on_device=True)
ROUTES = (
    BOOTSTRAP,
    Route("GET", "options", AgreedRules, search=OptionsSearch, function=options, errors=(400,)),
    OPEN,
    LISTING,
    SUMMARY,
    LOG,
)
