"""Clients send random messages, join and leave, while some writes fail: the table keeps working, and its rows record
everything that happened."""

import random
from itertools import product
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace
from support.random_walk import cards_by_location
from table.recording_client import Somebody
from table.tables import ENTROPY, HASH, USERS, Shelf, Table, answer, load, run_loop, settings, table_test
from table.test_actor import vars_of

from prikup.games import GAMES
from prikup.rules.cards import mask
from prikup.table.commands.chat import PRESETS
from prikup.table.person_ids import person_id
from prikup.table.protocol.client_messages import ActCommand, ClientCommand, ProposeCommand, SitCommand, StandCommand
from prikup.table.protocol.server_messages import ReceiptMessage, RefusedMessage
from prikup.table.state.table_state import TableState

PEOPLE = (*USERS, "eva")
NEVER_LATE_MS = 10**15
"""A time of opening in the future: such a table stays in the list of open tables."""
VALID = msgspec.json.Decoder(ClientCommand)
MESSAGES = (*get_args(ClientCommand), ActCommand, ProposeCommand, ProposeCommand, ProposeCommand)
"""Random messages: every type, some more often."""


class Crowd:
    """The clients of a table."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table, self.rng = table, random.Random(seed)
        self.clients: list[Somebody] = []

    def number(self) -> int:
        """Return a number that may or may not be meaningful."""
        return self.rng.choice((self.rng.randrange(4), self.rng.randrange(90), 999, 1000))

    def numbers(self, minimum: int, maximum: int) -> tuple[int, ...]:
        """Return between `minimum` and `maximum` such numbers."""
        return tuple(self.number() for _ in range(self.rng.randint(minimum, maximum)))

    def nonsense(self, person: Somebody) -> ClientCommand:
        """Return any well-formed message; each of its fields may be meaningful or not."""
        rng, n = self.rng, self.table.state.n
        fields: dict[str, Any] = {
            "n": rng.choice((n, n, max(0, n - 1), n + 1, 0, 10**9)),
            "id": rng.choice((person.id(), person.id(), "one", "two")),
            "act": self.number(),
            "card": rng.choice((None, rng.randrange(52))),
            "what": rng.choices(("claim", "concede", "undo", "replace", "stop"), (8, 4, 8, 4, 1))[0],
            "tricks": rng.choice((None, rng.randrange(6), self.number())),
            "seat": rng.choice((rng.randrange(4), self.number())),
            "level": rng.choice(("", "rule", "random", "x")),
            "proposal": rng.randrange(-1, 30),
            "yes": rng.random() < 0.5,
            "anyway": rng.random() < 0.5,
            "deal": rng.randrange(-1, 4),
            "attempt": rng.randrange(-1, 3),
            "hash": rng.choice((HASH, "0" * 64)),
            "entropy": rng.choice((ENTROPY, "x")),
            "cut": self.number(),
            "text": rng.choice(("", "?", "\u0000", "x" * 200)),
            "preset": rng.choice(("", "", PRESETS[0], "y")),
            "person": person_id("table0", rng.choice(PEOPLE)) if rng.random() < 0.1 else "0" * 16,
            "locked": rng.random() < 0.3,
        }
        message = rng.choice(MESSAGES)
        if message is StandCommand and rng.random() < 0.8:  # otherwise there would hardly ever be play
            message = SitCommand
        if message is ActCommand and rng.random() < 0.5:
            fields["act"] = self.numbers(1, 16)
        command: ClientCommand = message(**{field: fields[field] for field in message.__struct_fields__})
        return command

    async def step(self) -> None:
        """Do one random thing."""
        rng, chance = self.rng, self.rng.random()
        if not self.clients or chance < 0.01:
            self.clients.append(person := Somebody(rng.choice(PEOPLE)))
            self.table.join(person)
        elif chance < 0.015:
            self.table.leave(self.clients.pop(rng.randrange(len(self.clients))))
        else:
            await self.send(rng.choice(self.clients))
        await run_loop(rng.choice((3, 20)) if rng.random() < 0.03 else 0)
        self.clients = [person for person in self.clients if not person.code]

    async def send(self, person: Somebody) -> None:
        """Send a message, sensible in about three cases of four."""
        sensible = answer(person, self.rng) if self.rng.random() < 0.75 else None
        command = sensible or self.nonsense(person)
        assert VALID.decode(msgspec.json.encode(command)) == command
        old_count = len(person.messages)
        self.table.receive(person, command)
        await run_loop()
        messages = person.messages[old_count:]
        if isinstance(command, ActCommand | ProposeCommand) and not person.code:
            assert [m.id for m in messages if isinstance(m, ReceiptMessage | RefusedMessage)] == [command.id]


@pytest.mark.parametrize("name", GAMES)
@table_test
async def test_table_survives_random_commands_and_failed_writes(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for seed, absent in product(range(3), ("wait", "bot", "vote")):
        shelf = Shelf()
        clock = (30_000, 500) if seed == 1 else None
        table_settings = settings(name, absent=absent, clock=clock, level="random", spectators=seed != 2)
        if seed == 1:
            table_settings = replace(table_settings, open=True, opened_ms=NEVER_LATE_MS, bots_after_s=60)
        table = await load(table_settings, shelf)
        crowd = Crowd(table, seed)
        for seat, user in enumerate(PEOPLE[:3]):
            crowd.clients.append(person := Somebody(user))
            table.join(person)
            table.receive(person, SitCommand(seat))
        await run_loop()
        for _ in range(350):
            if seed == 2 and crowd.rng.random() < 0.02:
                shelf.fails, shelf.loses = crowd.rng.choice(((1, 0), (0, 1), (2, 0)))
            await crowd.step()
        shelf.fails = shelf.loses = 0
        await run_loop(5)
        replayed_state = TableState.of(table_settings, shelf.stored_commits)
        assert vars_of(replayed_state) == vars_of(table.state)
        if replayed_state.last is not None:
            assert sum(cards_by_location(replayed_state.last)) == mask(replayed_state.game.pack)
        await table.stop()
    assert "failed" not in capsys.readouterr().out
