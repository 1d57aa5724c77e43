"""Turns at a table are pushed by the real sender to a push service of the operator, which decrypts what it receives."""

import msgspec
from server.notices.push_service import SETTINGS, Browser, FakePushService, fake_push_service
from server.turn_based.test_long_match import ALLOWED_FIELDS, GAME, LIMITS, PEOPLE
from server.turn_based.turn_server import HOUR_S, PushMessages, TurnServer, turn_server

from prikup.server.notices.dispatcher import RETRY_AFTER_S
from prikup.server.notices.notice_rows import PUSH_DELAY_S
from prikup.server.notices.push import PushService
from prikup.server.notices.subscription import Delivery, PushOutcome, Subscription
from prikup.server.storage.turn_rows import DueDecision

KILOBYTE = 1000


class Pushed(PushMessages):
    """Sends the messages to push services. It lists them too."""

    def __init__(self, service: PushService) -> None:
        super().__init__()
        self._service = service

    async def send(self, subscription: Subscription, payload: bytes, delivery: Delivery, now_s: float) -> PushOutcome:
        await super().send(subscription, payload, delivery, now_s)
        return await self._service.send(subscription, payload, delivery, now_s)


async def wait_until_due(server: TurnServer, decision: DueDecision) -> None:
    """Move the clock to the second at which the message about a decision is due, and send what is due."""
    await server.advance(decision.asked_ms / 1000 + PUSH_DELAY_S - server.clock.wall())


def receivers(fake: FakePushService) -> list[str]:
    """Return to whom the push service was sent messages."""
    return [message.path.removeprefix("/") for message in fake.messages]


async def test_each_turn_is_pushed_once_to_its_player_who_is_away(url: str) -> None:
    browsers = {person: Browser() for person in PEOPLE}
    async with (
        fake_push_service() as fake,
        PushService(SETTINGS, [fake.origin]) as service,
        turn_server(url, Pushed(service)) as server,
    ):
        for person, browser in browsers.items():
            await server.add_account(person, browser.subscription(f"{fake.origin}/{person}"))
        await server.work()
        table_id = await server.open_table(*PEOPLE, limits=LIMITS, game=GAME)
        await server.advance(600)
        turns: list[DueDecision] = []
        for _ in range(12):
            decision = await server.wait_for_decision(table_id)
            await wait_until_due(server, decision)
            turns.append(decision)
            await server.act(table_id, decision.user)
        assert receivers(fake) == [decision.user for decision in turns], "one message a turn"
        for message, decision in zip(fake.messages, turns, strict=True):
            payload = browsers[decision.user].decrypt(message.body)
            assert len(payload) <= len(message.body) <= KILOBYTE
            content = msgspec.json.decode(payload)
            assert content.keys() == ALLOWED_FIELDS
            assert content | {"name": ""} == {
                "kind": "turn",
                "about": table_id,
                "game": GAME,
                "name": "",
                "until": decision.due_ms,
                "language": "ru",
            }
            assert content["name"] in ("", *(person.capitalize() for person in PEOPLE))
        fake.messages.clear()

        decision = await server.wait_for_decision(table_id)
        client, table = await server.come(table_id, decision.user)
        await server.advance(HOUR_S)
        assert receivers(fake) == [], "the player is connected"
        server.go(table, client)
        await server.act(table_id, decision.user)

        decision, fake.status = await server.wait_for_decision(table_id), 503
        await wait_until_due(server, decision)
        assert receivers(fake) == [decision.user]
        fake.status = 201
        await server.advance(RETRY_AFTER_S[0] - 1)
        assert receivers(fake) == [decision.user]
        await server.advance(1)
        assert receivers(fake) == [decision.user] * 2, "it comes again after a minute"
        await server.advance(HOUR_S)
        assert receivers(fake) == [decision.user] * 2
        await server.act(table_id, decision.user)
        fake.messages.clear()

        decision, fake.status = await server.wait_for_decision(table_id), 410
        await wait_until_due(server, decision)
        assert receivers(fake) == [decision.user]
        assert await server.channels.subscriptions_of(decision.user) == []
