"""The HTTP API of notices, which are messages to users who are not connected: settings, and links in mails."""

from functools import partial
from http import HTTPStatus

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import UNSET, json
from msgspec.structs import replace

from prikup.api.notices import (
    NOTICES,
    PROVE_ADDRESS,
    REMOVE_ADDRESS,
    SET_ADDRESS,
    SET_WISHES,
    STOP_MAILS,
    SUBSCRIBE,
    TEST_NOTICE,
    UNSUBSCRIBE,
    MailText,
    NewAddress,
    NewSubscription,
    NewWishes,
    NoticePage,
    PushEndpoint,
    PushMessage,
    Secret,
    SubscriptionId,
)
from prikup.rules.errors import BadText, reason
from prikup.server.accounts.accounts import User
from prikup.server.http.errors import HttpError
from prikup.server.http.handler_helpers import AnyRequest, FromCaller, FromServices, SignedIn, token_of
from prikup.server.http.routing import handles
from prikup.server.notices.channels import is_mail_address
from prikup.server.notices.kinds import CHANNELS_OF, Wishes, is_zone
from prikup.server.notices.push_address import is_push_address
from prikup.server.notices.subscription import Delivery, Subscription, is_subscription_key
from prikup.server.services import Services

__all__ = ["NOTICE_ROUTES"]

TEST_TTL_S = 60
"""Seconds for which a push service stores a test message."""


def _require_account(user: User) -> None:
    if user.guest:
        raise HttpError(HTTPStatus.FORBIDDEN, reason("account-needed"))


async def _page(services: Services, user: User) -> NoticePage:
    notices = services.notices
    wishes = await notices.channels.wishes_of(user.id)
    address = await notices.channels.mail_address(user.id)
    stored = await notices.channels.subscriptions_of(user.id)
    return NoticePage(
        key=notices.push.public_key if notices.push else "",
        sends_mail=notices.mail is not None,
        wishes={kind: wishes.channels.get(kind, ()) for kind in CHANNELS_OF},
        possible=CHANNELS_OF,
        quiet=wishes.quiet,
        zone=wishes.zone,
        endpoints=tuple(each.subscription.endpoint for each in stored),
        mail=MailText(address.address, address.proved) if address else None,
    )


@handles(NOTICES)
async def read_notices(services: FromServices, user: SignedIn) -> NoticePage:
    """Return which notices the user gets while not connected, and by which channels (push messages or mail).

    A notice is a message about one event, such as that the user has to act at a table.
    """
    _require_account(user)
    return await _page(services, user)


@handles(SET_WISHES)
async def set_wishes(services: FromServices, user: SignedIn, data: JSONBody[NewWishes]) -> NoticePage:
    """Change which notices (messages while not connected) the user wishes to get.

    Settings that the request leaves out stay as they are. Mail can be chosen only if the user has proved that a mail
    address is theirs; otherwise the response is 409.
    """
    _require_account(user)
    if data.wishes is not UNSET:
        wishes = await services.notices.channels.wishes_of(user.id)
        if not all(set(channels) <= set(CHANNELS_OF[kind]) for kind, channels in data.wishes.items()):
            raise BadText(reason("notice-kind-unknown"))
        address = await services.notices.channels.mail_address(user.id)
        gains_mail = any(
            "mail" in chosen and "mail" not in wishes.channels.get(kind, ()) for kind, chosen in data.wishes.items()
        )
        if gains_mail and not (address and address.proved):
            raise HttpError(HTTPStatus.CONFLICT, reason("mail-unproved"))
    if data.zone is not UNSET and not is_zone(data.zone):
        raise BadText(reason("zone-unknown"))
    await services.notices.channels.change_wishes(user.id, partial(_changed_wishes, data))
    return await _page(services, user)


def _changed_wishes(data: NewWishes, wishes: Wishes) -> Wishes:
    return replace(
        wishes,
        channels=wishes.channels if data.wishes is UNSET else {**wishes.channels, **data.wishes},
        quiet=wishes.quiet if data.quiet is UNSET else data.quiet,
        zone=wishes.zone if data.zone is UNSET else data.zone,
    )


@handles(SUBSCRIBE)
async def subscribe(
    request: AnyRequest, services: FromServices, caller: FromCaller, user: SignedIn, data: JSONBody[NewSubscription]
) -> SubscriptionId:
    """Send push messages to this browser from now on, until the user's session in the browser ends.

    A user has at most five such browsers; with a sixth, the one that was added first is dropped.
    """
    _require_account(user)
    services.rate_limits.spend("push", caller.address, user.id)
    if services.notices.push is None:
        raise HttpError(HTTPStatus.NOT_FOUND, reason("push-off"))
    keys = data.keys
    is_valid = is_subscription_key("p256dh", keys.p256dh) and is_subscription_key("auth", keys.auth)
    if not is_push_address(data.endpoint, services.notices.own_push_services) or not is_valid:
        raise HttpError(HTTPStatus.BAD_REQUEST, reason("push-host"))
    subscription = Subscription(data.endpoint, keys.p256dh, keys.auth)
    session = await services.accounts.session(token_of(request.headers, request.cookies))
    if session is None:
        raise HttpError(HTTPStatus.UNAUTHORIZED, reason("not-signed-in"))
    return SubscriptionId(await services.notices.channels.subscribe(session, subscription, data.language))


@handles(UNSUBSCRIBE)
async def unsubscribe(services: FromServices, user: SignedIn, search: NamedDependency[PushEndpoint]) -> NoticePage:
    """Stop sending push messages to the browser whose push service has this address."""
    _require_account(user)
    await services.notices.channels.unsubscribe(user.id, search.endpoint)
    return await _page(services, user)


@handles(SET_ADDRESS)
async def set_address(
    services: FromServices, caller: FromCaller, user: SignedIn, data: JSONBody[NewAddress]
) -> Response[None]:
    """Store the user's mail address and mail a link to it. Notices are mailed there only after the link was used."""
    _require_account(user)
    services.rate_limits.spend("mail", caller.address, user.id, f"mail {data.address.casefold()}")
    mail = services.notices.mail
    if mail is None:
        raise HttpError(HTTPStatus.NOT_FOUND, reason("mail-off"))
    if not is_mail_address(data.address):
        raise BadText(reason("mail-address-bad"))
    proof = await services.notices.channels.set_address(user.id, data.address, data.language)
    if await mail.send_proof(data.address, data.language, proof) != "sent":
        await services.notices.channels.forget_new_address(user.id, proof)
        raise HttpError(HTTPStatus.BAD_REQUEST, reason("mail-not-sent"))
    return Response(None, status_code=HTTPStatus.ACCEPTED)


@handles(REMOVE_ADDRESS)
async def remove_address(services: FromServices, user: SignedIn) -> NoticePage:
    """Delete the user's mail address."""
    _require_account(user)
    await services.notices.channels.remove_address(user.id)
    return await _page(services, user)


@handles(PROVE_ADDRESS)
async def prove_address(services: FromServices, caller: FromCaller, data: JSONBody[Secret]) -> Response[None]:
    """Mark a mail address as proved. `data` has the secret that was mailed to it. No sign-in is needed."""
    services.rate_limits.spend("login", caller.address)
    await services.notices.channels.prove_address(data.secret)
    return Response(None)


@handles(STOP_MAILS)
async def stop_mails(services: FromServices, stop: FromPath[str]) -> Response[None]:
    """Delete the mail address to which mails with the secret `stop` were sent, so that it gets no more mails.

    No sign-in is needed. Mail programs send this request too, with a form as its body (RFC 8058).
    """
    await services.notices.channels.stop_mails(stop)
    return Response(None)


@handles(TEST_NOTICE)
async def send_test_notice(services: FromServices, caller: FromCaller, user: SignedIn) -> Response[None]:
    """Send a test message to all browsers to which the user has allowed push messages."""
    _require_account(user)
    services.rate_limits.spend("push", caller.address, user.id)
    push, now_ms = services.notices.push, services.notices.now_ms()
    if push is None:
        raise HttpError(HTTPStatus.NOT_FOUND, reason("push-off"))
    for stored in await services.notices.channels.subscriptions_of(user.id):
        message = PushMessage("test", "", "", "", now_ms + TEST_TTL_S * 1000, stored.language)
        outcome = await push.send(stored.subscription, json.encode(message), Delivery(TEST_TTL_S), now_ms / 1000)
        if outcome == "gone":
            await services.notices.channels.drop_subscription(stored.id)
    return Response(None, status_code=HTTPStatus.ACCEPTED)


NOTICE_ROUTES = (
    read_notices,
    set_wishes,
    subscribe,
    unsubscribe,
    set_address,
    remove_address,
    prove_address,
    stop_mails,
    send_test_notice,
)
"""The handlers of the routes for notices, below `/api`."""
