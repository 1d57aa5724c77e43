"""The table of all routes of the HTTP API.

The routes are in one module for each area, next to their structs and functions. `find_route` imports only the area of a
request, because a device loads its modules one by one while a page waits.
"""

from importlib import import_module

from prikup.api.route import Route, match_route

__all__ = ["all_routes", "find_route"]

AREAS = {
    "tables": ("bootstrap", "options", "tables"),
    "accounts": ("me", "guests", "account", "login", "device", "password", "logout", "tickets", "blocks"),
    "positions": ("analyse",),
    "problems": ("problems",),
    "scoring": ("score", "scores"),
    "matches": ("matches", "imports", "statistics"),
}
"""The modules of this package with routes, each with the first parts of their paths."""


def all_routes() -> tuple[Route, ...]:
    """Return all routes."""
    return tuple(route for area in AREAS for route in _routes_of(area))


def find_route(method: str, path: str) -> tuple[Route, dict[str, str | int]] | None:
    """Return the route of a request to a device and the parameters of its path, None if there is none.

    A route is found in the area of its first part: a server alone answers `tables/ID/tables`, which is in `matches`.
    """
    first = path.partition("/")[0]
    area = next((area for area, first_parts in AREAS.items() if first in first_parts), None)
    return match_route(_routes_of(area), method, path) if area else None


def _routes_of(area: str) -> tuple[Route, ...]:
    routes: tuple[Route, ...] = import_module(f"prikup.api.{area}").ROUTES
    return routes
