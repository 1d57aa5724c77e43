"""The table of all routes of the HTTP API.

Each area of the API has a module with its routes, structs and functions. `routes_for` imports only the module of the
area that a request belongs to, because a device loads modules one by one while a page waits.
"""

from importlib import import_module

from prikup.api.route import Route

__all__ = ["all_routes", "routes_for"]

AREAS = {
    "tables": ("bootstrap", "options", "tables"),
    "accounts": ("me", "guests", "account", "login", "device", "password", "logout", "tickets", "blocks"),
    "friends": ("friends", "friend-code", "invitations"),
    "positions": ("analyse",),
    "problems": ("problems",),
    "scoring": ("score", "scores"),
    "lobby": ("lobby",),
    "people": ("people", "ratings"),
    "matches": ("matches", "deals", "imports", "statistics"),
    "notices": ("notices",),
    "turns": ("turns",),
}
"""The modules of this package that define routes, with the first path segments of the routes in each module."""


def all_routes() -> tuple[Route, ...]:
    """Import every area and return all routes of the API."""
    return tuple(route for area in AREAS for route in _routes_of(area))


def routes_for(path: str) -> tuple[Route, ...]:
    """Return the routes among which a device searches for a path, which is relative to `/api`.

    A device is a browser that runs tables itself, without a server. The result has the routes of the area that `AREAS`
    names for the path's first segment, () if there is none. It therefore lacks the routes of `tables/ID/tables` and
    `tables/ID/profiles`, which are in the areas `matches` and `people`; only servers answer them.
    """
    first = path.partition("/")[0]
    area = next((area for area, first_parts in AREAS.items() if first in first_parts), None)
    return _routes_of(area) if area else ()


def _routes_of(area: str) -> tuple[Route, ...]:
    routes: tuple[Route, ...] = import_module(f"prikup.api.{area}").ROUTES
    return routes
