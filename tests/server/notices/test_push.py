"""Push messages arrive encrypted and signed, and go only to push services."""

import base64
import json

import pytest
from aiohttp.abc import ResolveResult
from server.notices.push_service import SETTINGS, Browser, fake_push_service
from support.held_port import HeldPort

from prikup.server.notices.push import PublicResolver, PushService
from prikup.server.notices.settings_file import PushSettings
from prikup.server.notices.subscription import Delivery, Subscription, is_subscription_key

CONTENT = b'{"kind":"turn"}'
NOW_S = 1_700_000_000.0


def part(token: str, index: int) -> dict[str, object]:
    """Return a part of a signed token as decoded JSON."""
    text = token.split(".")[index]
    decoded: dict[str, object] = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    return decoded


async def test_push_message_arrives_encrypted_and_signed() -> None:
    async with fake_push_service() as fake, PushService(SETTINGS, [fake.origin]) as service:
        browser = Browser()
        subscription = browser.subscription(f"{fake.origin}/send/1")
        delivery = Delivery(120, urgent=True, topic="table1")
        assert await service.send(subscription, CONTENT, delivery, NOW_S) == "sent"
        [message] = fake.messages
    assert browser.decrypt(message.body) == CONTENT
    assert CONTENT not in message.body
    assert message.headers["ttl"] == "120"
    assert message.headers["urgency"] == "high"
    assert message.headers["topic"] == "table1"
    assert message.headers["content-encoding"] == "aes128gcm"
    scheme, token, key = message.headers["authorization"].replace(",", " ").split()
    assert (scheme, key) == ("vapid", f"k={service.public_key}")
    claims = part(token.removeprefix("t="), 1)
    assert claims == {"aud": fake.origin, "sub": SETTINGS.contact, "exp": int(NOW_S) + 12 * 3600}


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        (201, "sent"),
        (204, "sent"),
        (302, "failed"),
        (400, "failed"),
        (401, "refused"),
        (403, "refused"),
        (404, "gone"),
        (410, "gone"),
        (413, "failed"),
        (429, "later"),
        (500, "later"),
        (503, "later"),
    ],
)
async def test_status_of_push_service_decides_what_becomes_of_message(status: int, outcome: str) -> None:
    async with fake_push_service() as fake, PushService(SETTINGS, [fake.origin]) as service:
        fake.status = status
        assert await service.send(Browser().subscription(fake.origin), CONTENT, Delivery(1), NOW_S) == outcome


async def test_push_service_cannot_redirect_messages() -> None:
    async with fake_push_service() as fake, fake_push_service() as other:
        fake.status, fake.location = 307, f"{other.origin}/elsewhere"
        async with PushService(SETTINGS, [fake.origin]) as service:
            assert await service.send(Browser().subscription(fake.origin), CONTENT, Delivery(1), NOW_S) == "failed"
        assert not other.messages


async def test_push_message_is_sent_later_if_service_does_not_answer() -> None:
    silent = HeldPort()
    origin = f"http://127.0.0.1:{silent.number}"
    async with PushService(SETTINGS, [origin]) as service:
        assert await service.send(Browser().subscription(origin), CONTENT, Delivery(1), NOW_S) == "later"


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize("host", ["127.0.0.1", "10.0.0.1", "localhost", "[::1]"])
async def test_push_message_is_never_sent_into_own_network(scheme: str, host: str) -> None:
    async with fake_push_service() as fake, PushService(SETTINGS) as service:
        port = fake.origin.rpartition(":")[2]
        subscription = Browser().subscription(f"{scheme}://{host}:{port}/send")
        assert await service.send(subscription, CONTENT, Delivery(1), NOW_S) == "gone"
        assert not fake.messages


async def test_resolver_hides_private_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    addresses = ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "fe80::1%eth0", "93.184.215.14"]

    async def resolve(*_: object) -> list[ResolveResult]:
        return [{"hostname": "x", "host": host, "port": 443, "family": 2, "proto": 0, "flags": 0} for host in addresses]

    resolver = PublicResolver(["own.example"])
    monkeypatch.setattr(resolver._resolver, "resolve", resolve)
    assert [result["host"] for result in await resolver.resolve("push.example")] == ["93.184.215.14"]
    assert [result["host"] for result in await resolver.resolve("own.example")] == addresses
    addresses.pop()
    with pytest.raises(OSError, match="no public address"):
        await resolver.resolve("push.example")
    await resolver.close()


async def test_unusable_keys_of_browser_end_subscription() -> None:
    async with fake_push_service() as fake, PushService(SETTINGS, [fake.origin]) as service:
        subscription = Subscription(fake.origin, "A" * 87, "A" * 22)
        assert await service.send(subscription, CONTENT, Delivery(1), NOW_S) == "gone"
        assert not fake.messages


def test_public_key_belongs_to_private_key() -> None:
    key = PushService(SETTINGS).public_key
    assert is_subscription_key("p256dh", key), "it has the form of a browser's key"
    other = PushSettings(SETTINGS.private_key[:-2] + "A8", SETTINGS.contact)
    assert PushService(other).public_key != key


def test_subscription_keys_are_checked() -> None:
    subscription = Browser().subscription("https://push.apple.com")
    assert is_subscription_key("p256dh", subscription.p256dh)
    assert is_subscription_key("auth", subscription.auth)
    for bad in ("", "AAAA", subscription.auth, subscription.p256dh[:-1], "é" * 87, "." * 87):
        assert not is_subscription_key("p256dh", bad)
    for bad in ("", "AAAA", subscription.p256dh, " " * 22):
        assert not is_subscription_key("auth", bad)


@pytest.mark.parametrize("contact", ["mailto:me@myhost", "https://x"])
def test_contact_that_cannot_be_signed_is_found_at_the_start(contact: str) -> None:
    PushService(SETTINGS).check_contact(NOW_S)
    with pytest.raises(ValueError, match="sub"):
        PushService(PushSettings(SETTINGS.private_key, contact)).check_contact(NOW_S)
