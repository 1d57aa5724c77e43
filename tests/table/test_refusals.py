"""Commands that are not allowed at a stage or for a user are refused with a reason, and nothing is written."""

import pytest
from support.example_games import example
from table.tables import ENTROPY, HASH, finish_shuffle, seated_table, send, settings, table_test

from prikup.table import protocol as say
from prikup.table.commands.chat import PRESETS
from prikup.table.person_ids import person_id
from prikup.table.protocol import ClientCommand

EVERY_DECK = example(seats=3, redeals=False, concedes=False)
ANNA, BORIS, EVA = "anna", "boris", "eva"
"""The owner, a player, and a watcher."""
Case = tuple[str, ClientCommand, str]
"""A user, a message, and the key of the reason why it is refused."""
ANYTIME: list[Case] = [
    (BORIS, say.Remove(person_id("table0", ANNA)), "not-the-host"),
    (BORIS, say.Lock(True), "not-the-host"),
    (ANNA, say.Remove("0" * 16), "nobody-so"),
    (ANNA, say.Remove(person_id("table0", ANNA)), "remove-yourself"),
    (EVA, say.Stand(), "no-seat"),
    (EVA, say.Act(0, "x", 52), "no-seat"),
    (EVA, say.Why(0, 52), "no-seat"),
    (EVA, say.Hint(0), "no-seat"),
    (EVA, say.Propose("x", "stop"), "no-seat"),
    (EVA, say.Answer(1, True), "no-seat"),
    (EVA, say.Hash(1, 1, HASH), "no-seat"),
    (EVA, say.Report(1, 2), "no-seat"),
    (EVA, say.Rematch(), "no-seat"),
    (ANNA, say.Answer(1, True), "proposal-gone"),
    (ANNA, say.Sit(3), "not-a-seat"),
    (ANNA, say.Report(10**6, 2), "report-not-a-bots"),
    (ANNA, say.Chat(), "chat-empty"),
    (ANNA, say.Chat(text=" \u200b\n "), "chat-empty"),
    (ANNA, say.Chat(text="a", preset=PRESETS[1]), "chat-empty"),
    (ANNA, say.Chat(preset="abuse"), "chat-unknown"),
]
NO_DEAL: list[Case] = [
    (ANNA, say.Act(0, "x", 52), "no-deal"),
    *((ANNA, say.Propose("x", what, seat=1), "no-deal") for what in ("claim", "undo", "concede")),
]
STARTED_CASES: list[Case] = [
    (ANNA, say.Start(), "match-begun"),
    (ANNA, say.Fill(2), "match-begun"),
    (BORIS, say.Sit(2), "match-begun"),
]
CASES: dict[str, list[Case]] = {
    "open": [
        *NO_DEAL,
        (BORIS, say.Start(), "not-the-host"),
        (BORIS, say.Fill(2, "rule"), "not-the-host"),
        (ANNA, say.Fill(1, "rule"), "seat-taken"),
        (ANNA, say.Fill(2, "nobody"), "level-unknown"),
        (ANNA, say.Fill(2, "master:20"), "level-unknown"),
        (ANNA, say.Fill(9), "not-a-seat"),
        (BORIS, say.Sit(0), "seat-taken"),
        (ANNA, say.Propose("x", "stop"), "no-deal"),
        (ANNA, say.Propose("x", "replace", seat=1), "no-deal"),
        (ANNA, say.Hash(1, 1, HASH), "shuffle-later"),
        (ANNA, say.Next(), "nothing-to-read"),
        (ANNA, say.Rematch(), "match-not-over"),
    ],
    "shuffle": [
        *NO_DEAL,
        *STARTED_CASES,
        (ANNA, say.Hash(1, 2, HASH), "shuffle-later"),
        (ANNA, say.Hash(2, 1, HASH), "shuffle-later"),
        (ANNA, say.Entropy(1, 1, ENTROPY), "shuffle-earlier"),
        (BORIS, say.Cut(1, 1, 5), "shuffle-earlier"),
        (ANNA, say.Cut(1, 1, 5), "not-the-cutter"),
        (ANNA, say.Rematch(), "match-not-over"),
    ],
    "deal": [
        *STARTED_CASES,
        (ANNA, say.Report(1, 1), "report-not-a-bots"),
        (ANNA, say.Hash(1, 1, "1" * 64), "shuffle-later"),
        (ANNA, say.Hash(2, 1, HASH), "shuffle-later"),
        (BORIS, say.Cut(1, 1, 5), "shuffle-later"),
        (ANNA, say.Propose("x", "claim", 10), "no-tricks-yet"),
        (ANNA, say.Propose("x", "concede"), "no-concession"),
        (ANNA, say.Propose("x", "undo"), "undo-nothing"),
        (ANNA, say.Propose("x", "replace", seat=1), "replace-not-agreed"),
        (ANNA, say.Rematch(), "match-not-over"),
    ],
    "over": [
        *STARTED_CASES,
        (ANNA, say.Act(0, "x", 52), "no-deal"),
        (ANNA, say.Stand(), "match-over"),
        (ANNA, say.Propose("x", "stop"), "match-over"),
        (ANNA, say.Hint(0), "hint-practice"),
        (ANNA, say.Next(), "nothing-to-read"),
    ],
}


@pytest.mark.parametrize("stage", CASES)
@table_test
async def test_table_refuses_command_with_reason_for_stage_and_user(stage: str) -> None:
    table, people = await seated_table(settings(EVERY_DECK, deals=1), ANNA, BORIS)
    eva = await table.arrive(EVA)
    if stage != "open":
        await send(table, people[0], say.Start())
    if stage in ("deal", "over"):
        await finish_shuffle(table, people)
    if stage == "over":
        await table.play(people)
    assert table.stage == stage
    n, users = table.state.n, dict(zip((ANNA, BORIS, EVA), (*people, eva), strict=True))
    cases = [*ANYTIME, *CASES[stage]]
    results = [(user, message, await table.refusal(users[user], message)) for user, message, _ in cases]
    assert results == cases
    assert table.state.n == n
