"""What cannot be done at a stage of the table, or by somebody, is refused with its reason, and nothing is written."""

import pytest
from support.example_games import example
from table.tables import ENTROPY, HASH, at_table, dealt, said, seated, settings

from prikup.table.commands.chat import PRESETS
from prikup.table.person_ids import person_id
from prikup.table.protocol import (
    Act,
    Answer,
    Chat,
    Cut,
    Entropy,
    Fill,
    Hash,
    Hint,
    Lock,
    Next,
    Propose,
    Rematch,
    Remove,
    Report,
    Sent,
    Sit,
    Stand,
    Start,
    Why,
)

EVERY_DECK = example(seats=3, redeals=False, concedes=False)
ANNA, BORIS, EVA = "anna", "boris", "eva"
"""The host, a player, and one who watches."""
Case = tuple[str, Sent, str]
"""A user, what they say, and the key of the reason why it is refused."""
ANYTIME: list[Case] = [
    (BORIS, Remove(person_id("table0", ANNA)), "not-the-host"),
    (BORIS, Lock(True), "not-the-host"),
    (ANNA, Remove("0" * 16), "nobody-so"),
    (ANNA, Remove(person_id("table0", ANNA)), "remove-yourself"),
    (EVA, Stand(), "no-seat"),
    (EVA, Act(0, "x", 52), "no-seat"),
    (EVA, Why(0, 52), "no-seat"),
    (EVA, Hint(0), "no-seat"),
    (EVA, Propose("x", "stop"), "no-seat"),
    (EVA, Answer(1, True), "no-seat"),
    (EVA, Hash(1, 1, HASH), "no-seat"),
    (EVA, Report(1, 2), "no-seat"),
    (EVA, Rematch(), "no-seat"),
    (ANNA, Answer(1, True), "proposal-gone"),
    (ANNA, Sit(3), "not-a-seat"),
    (ANNA, Report(10**6, 2), "report-not-a-bots"),
    (ANNA, Chat(), "chat-empty"),
    (ANNA, Chat(text=" \u200b\n "), "chat-empty"),
    (ANNA, Chat(text="a", preset=PRESETS[1]), "chat-empty"),
    (ANNA, Chat(preset="abuse"), "chat-unknown"),
]
NO_DEAL: list[Case] = [
    (ANNA, Act(0, "x", 52), "no-deal"),
    *((ANNA, Propose("x", what, seat=1), "no-deal") for what in ("claim", "undo", "concede")),
]
STARTED: list[Case] = [
    (ANNA, Start(), "match-begun"),
    (ANNA, Fill(2), "match-begun"),
    (BORIS, Sit(2), "match-begun"),
]
CASES: dict[str, list[Case]] = {
    "open": [
        *NO_DEAL,
        (BORIS, Start(), "not-the-host"),
        (BORIS, Fill(2, "rule"), "not-the-host"),
        (ANNA, Fill(1, "rule"), "seat-taken"),
        (ANNA, Fill(2, "nobody"), "level-unknown"),
        (ANNA, Fill(2, "master:20"), "level-unknown"),
        (ANNA, Fill(9), "not-a-seat"),
        (BORIS, Sit(0), "seat-taken"),
        (ANNA, Propose("x", "stop"), "no-deal"),
        (ANNA, Propose("x", "replace", seat=1), "no-deal"),
        (ANNA, Hash(1, 1, HASH), "shuffle-later"),
        (ANNA, Next(), "nothing-to-read"),
        (ANNA, Rematch(), "match-not-over"),
    ],
    "shuffle": [
        *NO_DEAL,
        *STARTED,
        (ANNA, Hash(1, 2, HASH), "shuffle-later"),
        (ANNA, Hash(2, 1, HASH), "shuffle-later"),
        (ANNA, Entropy(1, 1, ENTROPY), "shuffle-earlier"),
        (BORIS, Cut(1, 1, 5), "shuffle-earlier"),
        (ANNA, Cut(1, 1, 5), "not-the-cutter"),
        (ANNA, Rematch(), "match-not-over"),
    ],
    "deal": [
        *STARTED,
        (ANNA, Report(1, 1), "report-not-a-bots"),
        (ANNA, Hash(1, 1, "1" * 64), "shuffle-later"),
        (ANNA, Hash(2, 1, HASH), "shuffle-later"),
        (BORIS, Cut(1, 1, 5), "shuffle-later"),
        (ANNA, Propose("x", "claim", (10, 0, 0)), "no-tricks-yet"),
        (ANNA, Propose("x", "concede"), "no-concession"),
        (ANNA, Propose("x", "undo"), "undo-nothing"),
        (ANNA, Propose("x", "replace", seat=1), "replace-not-agreed"),
        (ANNA, Rematch(), "match-not-over"),
    ],
    "over": [
        *STARTED,
        (ANNA, Act(0, "x", 52), "no-deal"),
        (ANNA, Stand(), "match-over"),
        (ANNA, Propose("x", "stop"), "match-over"),
        (ANNA, Hint(0), "hint-practice"),
        (ANNA, Next(), "nothing-to-read"),
    ],
}


@pytest.mark.parametrize("stage", CASES)
@at_table
async def test_what_cannot_be_done_is_refused_and_says_why(stage: str) -> None:
    table, people = await seated(settings(EVERY_DECK, deals=1), ANNA, BORIS)
    eva = await table.arrive(EVA)
    if stage != "open":
        await said(table, people[0], Start())
    if stage in ("deal", "over"):
        await dealt(table, people)
    if stage == "over":
        await table.play(people)
    assert table.stage == stage
    n, users = table.state.n, dict(zip((ANNA, BORIS, EVA), (*people, eva), strict=True))
    cases = [*ANYTIME, *CASES[stage]]
    told = [(user, message, await table.refusal(users[user], message)) for user, message, _ in cases]
    assert told == cases
    assert table.state.n == n
