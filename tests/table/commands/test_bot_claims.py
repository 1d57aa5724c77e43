"""Claims by computer players: all remaining tricks, once they are certain."""

import random

from support.example_games import example
from table.recording_client import Somebody
from table.tables import Table, fixed_dice, play, run_loop, settings, started_table, table_test

from prikup.claims import bot_claim
from prikup.history.events import AgreementEvent
from prikup.rules.cards import mask
from prikup.rules.errors import Reason
from prikup.rules.state import view
from prikup.table.protocol.server_messages import SheetMessage
from prikup.table.table_settings import Timing


async def play_until_claim(table: Table, people: list[Somebody], seat: int, rng: random.Random) -> tuple[int, ...]:
    """Play until the computer player of a seat is about to claim; return the claimed tricks."""
    while table.stage != "over":
        state, game = table.state.state, table.state.game
        if state is not None and state.public.actor == seat and (claim := bot_claim(game, view(state, seat))):
            return claim.tricks
        await play(table, people, rng, 1)
    return ()


async def table_before_claim(
    *users: str, seat: int, dice: int, leaver: int | None = None
) -> tuple[Table, list[Somebody], tuple[int, ...]]:
    """Return a table where the computer player of a seat is about to claim, and the tricks; `leaver` is a user who has
    left.

    The seed `dice` leads there quickly under today's rules; otherwise other seeds are tried.
    """
    table_settings = settings(example(seats=3, alone=True), absent="bot", deals=3)
    for seed in (dice, *range(100)):
        with fixed_dice(seed):
            table, people = await started_table(table_settings, *users, timing=Timing(pace=5))
            if leaver is not None:
                table.leave(people.pop(leaver))
                await run_loop(table.settings.away_s)
            if won_tricks := await play_until_claim(table, people, seat, random.Random(0)):
                return table, people, won_tricks
    raise AssertionError("nobody claimed")


@table_test
async def test_bot_claims_certain_tricks_after_its_pause() -> None:
    table, (anna,), won_tricks = await table_before_claim("anna", seat=2, dice=20)
    state = table.deal
    await run_loop(4)
    assert table.stage == "deal", "at the pace of a card"
    await run_loop(2)
    assert table.stage in ("rest", "over")
    assert table.events_of_type(AgreementEvent)[-1] == AgreementEvent(won_tricks, (0, 1, 2))
    claim_sentence = Reason("did-take-rest", {"player": 2, "hand": state.hands[2], "tricks": sum(won_tricks)})
    old_tricks = state.public.tricks.won
    total_sentence = Reason(
        "tricks-in-all",
        {
            "by_side": tuple(
                old_count + claimed_count for old_count, claimed_count in zip(old_tricks, won_tricks, strict=True)
            )
        },
    )
    led_cards = tuple(trick.cards[0] for trick in anna.update.line)
    assert anna.update.did == (
        claim_sentence,
        total_sentence,
        Reason("rest-taken", {"player": 2, "actions": led_cards}),
    )
    assert mask(led_cards) == state.hands[2]
    assert anna.update.view.public.shown == state.hands
    assert anna.last(SheetMessage).lines


@table_test
async def test_bot_claims_for_absent_player_it_replaces() -> None:
    _, (anna,), won_tricks = await table_before_claim("anna", "boris", seat=1, leaver=1, dice=3)
    await run_loop(6)
    assert anna.update.did[0].key == "did-take-rest"
    assert anna.update.did[0].numbers["player"] == 1
    assert won_tricks[1] == sum(won_tricks)
