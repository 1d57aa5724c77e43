"""Check that nothing that a table sends depends on cards hidden from the receiver.

Run `python tests/campaigns/table_secrecy.py --deals 200`. Users play deals of each game under random options. After
every action, for each seat and for a spectator, the state of the table is replaced by another possible deal (world) of
the receiver's view. Everything that the table would then send to the receiver is compared byte for byte with what it
sends in the true deal: the messages to a new connection, the table's page and log over HTTP, the responses to every
action that the receiver may not take, to several actions at once, to a claim and to a concession, and the messages to
all clients that the receiver causes.
"""

import random
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from copy import copy
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, get_args

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1]))  # for the test helpers

from support.command_line import parse_command_line
from support.random_walk import KINDS, options_type
from table.recording_client import Somebody
from table.tables import USERS, Table, play, settings, started_table, state_of, table_test

from prikup.rules.game_definition import GameDefinition
from prikup.rules.options import options_text, random_options
from prikup.rules.state import Seat, view, watch
from prikup.table.commands import actions, proposals
from prikup.table.commands.chat import chat
from prikup.table.commands.pointing import current_pointings, point
from prikup.table.host.background_workers import Inline
from prikup.table.messages import snapshot
from prikup.table.opening.new_table import summary_of
from prikup.table.protocol.client_messages import (
    ActCommand,
    ChatCommand,
    ClientCommand,
    PointCommand,
    ProposeCommand,
    WhyCommand,
)
from prikup.table.protocol.server_messages import PointingsMessage, RefusedMessage
from prikup.table.state.live_state import CHAT_RATE, LiveState, NotAllowed, RateLimit
from prikup.worlds.possible_worlds import sample_worlds

COMPARED_MESSAGES = {"ActCommand", "WhyCommand", "PointCommand", "ProposeCommand", "ChatCommand"}
"""The messages of a client whose responses are compared."""
BLIND = {
    f"{name}Command"
    for name in (
        *("Answer", "Sit", "Reserve", "Stand", "Fill", "Start", "Remove", "Lock", "Report"),
        *("Hash", "Entropy", "Cut", "Next", "Rematch", "Hint"),
    )
}
"""The messages of a client whose responses do not use the state; hints use only the view (`test_hints`)."""
ALL_MESSAGES = {kind.__name__ for kind in get_args(ClientCommand)}
assert ALL_MESSAGES == COMPARED_MESSAGES | BLIND, (
    "add each new command to COMPARED_MESSAGES, or to BLIND if its response does not use the state"
)


class Compared(NamedTuple):
    """The number of comparisons (`times`), and the number of bytes compared."""

    times: int = 0
    bytes: int = 0


async def secret(kind: GameDefinition, deals: int, seed: int, every: int = 1) -> Compared:
    """Play `deals` deals, which `seed` determines, and compare the messages after every `every`-th action.

    Raise AssertionError, which describes the difference, if two messages differ.
    """
    rng, actions = random.Random(seed), 0
    totals = Compared()
    for _ in range(deals):
        options = random_options(options_type(kind), rng)
        seats = kind.build(options).seats
        table_settings = settings(kind.build(options).name, options_text(kind.presets, options), deals=1)
        table, people = await started_table(table_settings, *USERS[:seats])
        spectator = await table.arrive("eve")
        while people[0].seats.stage not in ("rest", "over"):
            for seat, person in [(None, spectator), *enumerate(people)]:
                if state_of(table).state is not None and actions % every == 0:
                    totals = Compared(
                        totals.times + 1, totals.bytes + await _compare_with_twin(table, seat, person, rng)
                    )
            await play(table, people, rng, 1)
            actions += 1
        await table.stop()
    return totals


async def _compare_with_twin(table: Table, seat: Seat | None, person: Somebody, rng: random.Random) -> int:
    twin, claimed_tricks = _twin(table, seat, rng), rng.randrange(state_of(table).game.trick_count + 1)
    messages = [msgspec.json.encode(message) async for message in _sent_messages(table, seat, person, claimed_tricks)]
    twin_messages = [
        msgspec.json.encode(message) async for message in _sent_messages(twin, seat, person, claimed_tricks)
    ]
    for real_message, twin_message in zip(messages, twin_messages, strict=True):
        assert real_message == twin_message, f"{table.settings}: {seat} can tell {real_message!r} from {twin_message!r}"
    return sum(map(len, messages))


def _twin(table: Table, seat: Seat | None, rng: random.Random) -> Table:
    """Return the same table, but with another deal that is possible for the receiver as its state.

    Sealed actions of the other seats are replaced by arbitrary ones.
    """
    table_state = state_of(table)
    state, log = table_state.state, table_state.log
    assert state is not None
    assert log is not None
    twin_state = copy(table_state)
    twin_state.log = copy(log)
    game = table_state.game
    twin_state.log.state = twin_state.last = next(
        sample_worlds(game, watch(state) if seat is None else view(state, seat), rng)
    )
    actions = range(52 + len(game.calls))
    twin_state.sealed_actions = {
        s: act if s == seat else rng.choice(actions) for s, act in table_state.sealed_actions.items()
    }
    twin_state.early_actions = {
        s: act if s == seat else rng.choice(actions) for s, act in table_state.early_actions.items()
    }
    twin = copy(table)
    twin._live = _live(table, twin_state)
    return twin


def _live(table: Table, table_state: Any) -> LiveState:
    """Return a copy of the table's in-memory state that may be changed."""
    live = copy(table._live)
    live.table, live.chat_lines, live.held_chat_lines = table_state, copy(live.chat_lines), copy(live.held_chat_lines)
    live.chat_rate, live.speakers = RateLimit(*CHAT_RATE), copy(live.speakers)
    live.presence = copy(live.presence)
    live.presence.clients = dict(live.presence.clients)
    return live


async def _sent_messages(table: Table, seat: Seat | None, person: Somebody, claimed_tricks: int) -> AsyncIterator[Any]:
    """Yield everything that the table can send to a client now, for every command that the client may send.

    `seat` is the client's seat, None for a spectator. `claimed_tricks` is the number of tricks to claim. Claims take up
    to a second each, so only one claim is tried.
    """
    live = _live(table, state_of(table))
    for snapshot_message in snapshot.snapshot(live, person):
        yield snapshot_message
    yield summary_of(table)
    yield table.finished_lines
    n, game = live.table.n, live.table.game
    legal = person.update.legal
    for message in (ChatCommand("hello"), ChatCommand("", "bye"), ChatCommand("", "nothing")):
        yield _response_or_refusal(partial(chat, live, person, message))
    if seat is None:
        return
    for action in (*range(52 + len(game.calls)), 999):
        if legal:
            yield actions.explain_illegal(live, seat, WhyCommand(n, action))
        for action_or_batch in (action, (action, action)):
            if isinstance(action_or_batch, tuple) or action not in legal:
                response = _response_or_refusal(partial(actions.act, live, seat, ActCommand(n, "1", action_or_batch)))
                yield response if isinstance(response, RefusedMessage) else None
    for card in range(52):
        yield _response_or_refusal(partial(_point_at_card, live, person, PointCommand(n, card)))
    for proposal in (ProposeCommand("", "claim", claimed_tricks), ProposeCommand("c", "concede")):
        live.proposal_counts = Counter()
        try:
            yield [repr(type(event)) for event in await proposals.propose(live, Inline(), seat, proposal)]
        except NotAllowed as refusal:
            yield RefusedMessage(refusal.reason, "", refusal.legal)


def _response_or_refusal(answer: Callable[[], Any]) -> Any:
    """Return the result of `answer` or, if it refuses a command, the message that the command's sender receives."""
    try:
        return answer()
    except NotAllowed as refusal:
        return RefusedMessage(refusal.reason, "", refusal.legal)


def _point_at_card(live: LiveState, person: Somebody, message: PointCommand) -> PointingsMessage:
    """Return the message that all clients get when a user points at a card."""
    point(live, person, message)
    return PointingsMessage(current_pointings(live))


@table_test
async def _report(name: str, kind: GameDefinition, deals: int, seed: int) -> None:
    start = time.perf_counter()
    totals = await secret(kind, deals, seed)
    print(f"{name:16} {deals} deals, {totals.bytes:,} bytes in {totals.times:,} places: no secret.", end=" ")
    print(f"{time.perf_counter() - start:.0f} s", flush=True)


def main() -> None:
    """Run the campaign from the command line."""
    arguments = parse_command_line(__doc__, deals=200, seed=1)
    for name, kind in KINDS:
        _report(name, kind, arguments.deals, arguments.seed)


if __name__ == "__main__":
    main()
