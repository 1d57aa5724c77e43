"""Commands that are not allowed at a stage or for a user are refused with a reason, and nothing is written."""

import pytest
from support.example_games import example
from table.tables import ENTROPY, HASH, finish_shuffle, seated_table, send, settings, table_test

from prikup.table.commands.chat import PRESETS
from prikup.table.person_ids import person_id
from prikup.table.protocol import client_messages as say
from prikup.table.protocol.client_messages import ClientCommand

EVERY_DECK = example(seats=3, redeals=False, concedes=False)
ANNA, BORIS, EVA = "anna", "boris", "eva"
"""The owner, a player, and a watcher."""
Case = tuple[str, ClientCommand, str]
"""A user, a message, and the key of the reason why it is refused."""
ANYTIME: list[Case] = [
    (BORIS, say.RemoveCommand(person_id("table0", ANNA)), "not-the-host"),
    (BORIS, say.LockCommand(True), "not-the-host"),
    (ANNA, say.RemoveCommand("0" * 16), "nobody-so"),
    (ANNA, say.RemoveCommand(person_id("table0", ANNA)), "remove-yourself"),
    (EVA, say.StandCommand(), "no-seat"),
    (EVA, say.ActCommand(0, "x", 52), "no-seat"),
    (EVA, say.WhyCommand(0, 52), "no-seat"),
    (EVA, say.HintCommand(0), "no-seat"),
    (EVA, say.ProposeCommand("x", "stop"), "no-seat"),
    (EVA, say.AnswerCommand(1, True), "no-seat"),
    (EVA, say.HashCommand(1, 1, HASH), "no-seat"),
    (EVA, say.ReportCommand(1, 2), "no-seat"),
    (EVA, say.RematchCommand(), "no-seat"),
    (ANNA, say.AnswerCommand(1, True), "proposal-gone"),
    (ANNA, say.SitCommand(3), "not-a-seat"),
    (ANNA, say.ReportCommand(10**6, 2), "report-not-a-bots"),
    (ANNA, say.ChatCommand(), "chat-empty"),
    (ANNA, say.ChatCommand(text=" \u200b\n "), "chat-empty"),
    (ANNA, say.ChatCommand(text="a", preset=PRESETS[1]), "chat-empty"),
    (ANNA, say.ChatCommand(preset="abuse"), "chat-unknown"),
]
NO_DEAL: list[Case] = [
    (ANNA, say.ActCommand(0, "x", 52), "no-deal"),
    *((ANNA, say.ProposeCommand("x", what, seat=1), "no-deal") for what in ("claim", "undo", "concede")),
]
STARTED_CASES: list[Case] = [
    (ANNA, say.StartCommand(), "match-begun"),
    (ANNA, say.FillCommand(2), "match-begun"),
    (BORIS, say.SitCommand(2), "match-begun"),
]
CASES: dict[str, list[Case]] = {
    "open": [
        *NO_DEAL,
        (BORIS, say.StartCommand(), "not-the-host"),
        (BORIS, say.FillCommand(2, "rule"), "not-the-host"),
        (ANNA, say.FillCommand(1, "rule"), "seat-taken"),
        (ANNA, say.FillCommand(2, "nobody"), "level-unknown"),
        (ANNA, say.FillCommand(2, "master:20"), "level-unknown"),
        (ANNA, say.FillCommand(9), "not-a-seat"),
        (BORIS, say.SitCommand(0), "seat-taken"),
        (ANNA, say.ProposeCommand("x", "stop"), "no-deal"),
        (ANNA, say.ProposeCommand("x", "replace", seat=1), "no-deal"),
        (ANNA, say.HashCommand(1, 1, HASH), "shuffle-later"),
        (ANNA, say.NextCommand(), "nothing-to-read"),
        (ANNA, say.RematchCommand(), "match-not-over"),
    ],
    "shuffle": [
        *NO_DEAL,
        *STARTED_CASES,
        (ANNA, say.HashCommand(1, 2, HASH), "shuffle-later"),
        (ANNA, say.HashCommand(2, 1, HASH), "shuffle-later"),
        (ANNA, say.EntropyCommand(1, 1, ENTROPY), "shuffle-earlier"),
        (BORIS, say.CutCommand(1, 1, 5), "shuffle-earlier"),
        (ANNA, say.CutCommand(1, 1, 5), "not-the-cutter"),
        (ANNA, say.RematchCommand(), "match-not-over"),
    ],
    "deal": [
        *STARTED_CASES,
        (ANNA, say.ReportCommand(1, 1), "report-not-a-bots"),
        (ANNA, say.HashCommand(1, 1, "1" * 64), "shuffle-later"),
        (ANNA, say.HashCommand(2, 1, HASH), "shuffle-later"),
        (BORIS, say.CutCommand(1, 1, 5), "shuffle-later"),
        (ANNA, say.ProposeCommand("x", "claim", 10), "no-tricks-yet"),
        (ANNA, say.ProposeCommand("x", "concede"), "no-concession"),
        (ANNA, say.ProposeCommand("x", "undo"), "undo-nothing"),
        (ANNA, say.ProposeCommand("x", "replace", seat=1), "replace-not-agreed"),
        (ANNA, say.RematchCommand(), "match-not-over"),
    ],
    "over": [
        *STARTED_CASES,
        (ANNA, say.ActCommand(0, "x", 52), "no-deal"),
        (ANNA, say.StandCommand(), "match-over"),
        (ANNA, say.ProposeCommand("x", "stop"), "match-over"),
        (ANNA, say.HintCommand(0), "hint-practice"),
        (ANNA, say.NextCommand(), "nothing-to-read"),
    ],
}


@pytest.mark.parametrize("stage", CASES)
@table_test
async def test_table_refuses_command_with_reason_for_stage_and_user(stage: str) -> None:
    table, people = await seated_table(settings(EVERY_DECK, deals=1), ANNA, BORIS)
    eva = await table.arrive(EVA)
    if stage != "open":
        await send(table, people[0], say.StartCommand())
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
