"""Helpers that all route handlers share.

They find the sender of a request, the signed-in user, and the services: the objects that all handlers share.
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from litestar import Request
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.types import Scope

from prikup.rules.errors import reason
from prikup.server.accounts.accounts import User
from prikup.server.http.caller import Caller
from prikup.server.http.errors import HttpError
from prikup.server.services import Services

__all__ = [
    "COOKIE",
    "JSON_LINES",
    "AnyRequest",
    "FromCaller",
    "FromServices",
    "SignedIn",
    "caller_of_scope",
    "require_user",
    "services_of",
    "token_of",
    "user_or_none",
]

COOKIE = "prikup"
JSON_LINES = "application/jsonl"

FromServices = NamedDependency[Services]
FromCaller = NamedDependency[Caller]
SignedIn = NamedDependency[User]
AnyRequest = Request[Any, Any, State]


def token_of(headers: Mapping[str, str], cookies: Mapping[str, str]) -> str:
    """Return the sign-in token of a request, from its `Authorization: Bearer` header or its cookie; "" for none."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else cookies.get(COOKIE, "")


def services_of(state: State) -> Services:
    """Return the server's services (the objects that all handlers share) from the state of its web application."""
    services: Services = state.services
    return services


def caller_of_scope(scope: Scope) -> Caller:
    """Return the sender of a request, which the middleware has stored in the ASGI scope."""
    caller: Caller = scope["state"]["caller"]
    return caller


async def user_or_none(request: AnyRequest, services: Services) -> User | None:
    """Return the signed-in user of a request; None if no user is signed in."""
    return await services.accounts.user_of_token(token_of(request.headers, request.cookies))


async def require_user(request: AnyRequest, services: FromServices) -> User:
    """Return the signed-in user of a request. Raise HttpError 401 if no user is signed in."""
    user = await user_or_none(request, services)
    if user is None:
        raise HttpError(HTTPStatus.UNAUTHORIZED, reason("not-signed-in"))
    return user
