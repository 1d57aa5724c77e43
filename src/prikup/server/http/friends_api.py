"""The HTTP API for friends: lists, requests, friend codes, and calls (invitations) to a table.

Only account owners have friends.
"""

from http import HTTPStatus
from urllib.parse import unquote

from litestar.params import FromPath, JSONBody

from prikup.api import friends as routes
from prikup.api.accounts import CHANGE_SETTINGS, SETTINGS, SettingsChange, UserSettings
from prikup.api.friends import CallToTable, FriendAnswer, FriendCode, FriendList, FriendRequest
from prikup.rules.errors import reason
from prikup.server.accounts.accounts import User
from prikup.server.accounts.friends import FriendLimit
from prikup.server.accounts.profiles import set_profile_viewers
from prikup.server.http.errors import HttpError
from prikup.server.http.handler_helpers import FromCaller, FromServices, SignedIn
from prikup.server.http.routing import handles
from prikup.server.services import Services

__all__ = ["FRIEND_ROUTES"]


def _require_account(user: User) -> None:
    if user.guest:
        raise HttpError(HTTPStatus.FORBIDDEN, reason("account-needed"))


def _decode_name(name: str) -> str:
    """Decode a name in a path. The client has percent-encoded it twice, and the framework has decoded it once."""
    return unquote(name)


@handles(routes.FRIENDS)
async def list_friends(services: FromServices, user: SignedIn) -> FriendList:
    """Return the user's friends and where they are, open friend requests, and the friends' calls to a table.

    A call is an invitation. A guest (a user without an account) has no friends, but is shown the friend requests of
    others.
    """
    return await services.friend_watch.list_of(user.id)


@handles(routes.ASK_FRIEND)
async def ask_friend(
    services: FromServices, caller: FromCaller, user: SignedIn, data: JSONBody[FriendRequest]
) -> dict[str, str]:
    """Send a friend request from the user to another person.

    The response does not show whether the account exists, whether its owner has blocked the user, or whether the user
    has sent the request before. If the person has sent the user a request already, the two become friends at once.
    """
    _require_account(user)
    services.rate_limits.spend("friend", caller.address, user.id)
    try:
        await _ask(services, user, data)
    except FriendLimit as limit:
        raise HttpError(HTTPStatus.CONFLICT, limit.reason) from None
    return {}


async def _ask(services: Services, user: User, request: FriendRequest) -> None:
    if request.code:
        await services.friends.ask_by_code(user.id, request.code)
    elif request.table:
        table = await services.tables.look(request.table)
        person = table.user(request.person) if table and table.refusal_reason(user.id) is None else ""
        if table is None or not person:
            raise HttpError(HTTPStatus.NOT_FOUND, reason("nobody-so"))
        await services.friends.ask_person(user.id, person, table.name_of(person))
    else:
        await services.friends.ask_by_name(user.id, request.name)


@handles(routes.ANSWER_FRIEND)
async def answer_friend(
    services: FromServices, user: SignedIn, name: FromPath[str], data: JSONBody[FriendAnswer]
) -> FriendList:
    """Accept or refuse the friend request that the account with this name has sent; return the user's new lists.

    The sender does not learn of a refusal.
    """
    _require_account(user)
    try:
        await services.friends.answer(user.id, _decode_name(name), yes=data.yes)
    except FriendLimit as limit:
        raise HttpError(HTTPStatus.CONFLICT, limit.reason) from None
    return await services.friend_watch.list_of(user.id)


@handles(routes.REMOVE_FRIEND)
async def remove_friend(services: FromServices, caller: FromCaller, user: SignedIn, name: FromPath[str]) -> FriendList:
    """End the user's friendship with the account of this name, or withdraw the user's friend request to it.

    Return the user's new lists.
    """
    services.rate_limits.spend("block", caller.address, user.id)
    await services.friends.remove(user.id, _decode_name(name))
    return await services.friend_watch.list_of(user.id)


@handles(routes.FRIEND_CODE)
async def friend_code(services: FromServices, user: SignedIn) -> FriendCode:
    """Return the user's friend code. Another user who enters it sends this user a friend request."""
    _require_account(user)
    return FriendCode(await services.friends.code_of(user.id))


@handles(routes.RENEW_CODE)
async def renew_code(services: FromServices, caller: FromCaller, user: SignedIn) -> FriendCode:
    """Give the user a new friend code and return it. The old code becomes invalid."""
    _require_account(user)
    services.rate_limits.spend("friend", caller.address, user.id)
    return FriendCode(await services.friends.renew_code(user.id))


@handles(routes.CALL_FRIEND)
async def call_friend(
    services: FromServices, caller: FromCaller, user: SignedIn, data: JSONBody[CallToTable]
) -> dict[str, str]:
    """Invite a friend to a table at which the user sits or which the user owns, and which others may enter.

    The response is the same whether or not the friend is online.
    """
    _require_account(user)
    services.rate_limits.spend("invite", caller.address, user.id)
    table = await services.tables.look(data.table)
    if table is None or not (table.is_playing(user.id) or table.settings.host == user.id):
        raise HttpError(HTTPStatus.NOT_FOUND, reason("no-such-table"))
    if table.stage == "over" or not table.is_enterable:
        raise HttpError(HTTPStatus.CONFLICT, reason("friend-call-closed"))
    try:
        await services.friends.call(user, data.friend, table.id, table.settings.game)
    except FriendLimit as limit:
        raise HttpError(HTTPStatus.CONFLICT, limit.reason) from None
    return {}


@handles(routes.DISMISS_CALL)
async def dismiss_call(services: FromServices, user: SignedIn, call: FromPath[str]) -> FriendList:
    """Stop showing a friend's call (invitation) to a table. `call` is the id of the call.

    Return the user's new lists of friends, requests and calls.
    """
    await services.friends.dismiss_call(user.id, call)
    return await services.friend_watch.list_of(user.id)


@handles(SETTINGS)
async def user_settings(services: FromServices, user: SignedIn) -> UserSettings:
    """Return the user's settings on the server, such as who may see the user's profile."""
    return await services.friends.settings_of(user.id)


@handles(CHANGE_SETTINGS)
async def change_settings(
    services: FromServices, caller: FromCaller, user: SignedIn, data: JSONBody[SettingsChange]
) -> UserSettings:
    """Change the user's settings on the server, such as who may see the user's profile; return all settings."""
    if data.seen_by is not None:
        services.rate_limits.spend("block", caller.address, user.id)
        await services.friends.set_seen_by(user.id, data.seen_by)
    if data.profile is not None:
        services.rate_limits.spend("block", caller.address, user.id)
        await set_profile_viewers(services.store.database, user.id, data.profile)
        services.lobby.changed()
    if data.forced is not None:
        services.rate_limits.spend("block", caller.address, user.id)
        services.tables.check_timed_changes(await services.turn_calendar.set_forced_cards(user.id, forced=data.forced))
    return await services.friends.settings_of(user.id)


FRIEND_ROUTES = (
    list_friends,
    ask_friend,
    answer_friend,
    remove_friend,
    friend_code,
    renew_code,
    call_friend,
    dismiss_call,
    user_settings,
    change_settings,
)
"""The handlers of the routes for friends, below `/api`."""
