"""Claims by computer players: all remaining tricks, once they are certain."""

import random

from support.example_games import example
from table.tables import Somebody, Table, at_table, begun, play, quiet, rolling, settings

from prikup.claims import bot_claim
from prikup.history.log import Agreed
from prikup.rules.cards import mask
from prikup.rules.errors import Reason
from prikup.rules.state import view
from prikup.table.protocol import Sheet
from prikup.table.table_settings import Timing


async def claiming(table: Table, people: list[Somebody], seat: int, rng: random.Random) -> tuple[int, ...]:
    """Play until the computer player of a seat is about to claim; return the claimed tricks."""
    while table.stage != "over":
        state, game = table.state.state, table.state.game
        if state is not None and state.public.actor == seat and (claimed := bot_claim(game, view(state, seat))):
            return claimed.tricks
        await play(table, people, rng, 1)
    return ()


async def about_to_claim(
    *users: str, seat: int, dice: int, leaver: int | None = None
) -> tuple[Table, list[Somebody], tuple[int, ...]]:
    """Return a table where the computer player of a seat is about to claim, and the tricks; `leaver` is a user who has
    left.

    The seed `dice` leads there quickly under today's rules; otherwise other seeds are tried.
    """
    asked = settings(example(seats=3, alone=True), absent="bot", deals=3)
    for seed in (dice, *range(100)):
        with rolling(seed):
            table, people = await begun(asked, *users, timing=Timing(pace=5))
            if leaver is not None:
                table.leave(people.pop(leaver))
                await quiet(table.settings.away_s)
            if won := await claiming(table, people, seat, random.Random(0)):
                return table, people, won
    raise AssertionError("nobody claimed")


@at_table
async def test_a_computer_player_claims_what_is_certain() -> None:
    table, (anna,), won = await about_to_claim("anna", seat=2, dice=14)
    state = table.deal
    await quiet(4)
    assert table.stage == "deal", "at the pace of a card"
    await quiet(2)
    assert table.stage in ("rest", "over")
    assert table.logged(Agreed)[-1] == Agreed(won, (0, 1, 2))
    did = Reason("did-take-rest", {"player": 2, "hand": state.hands[2], "tricks": sum(won)})
    before = state.public.tricks.won
    in_all = Reason("tricks-in-all", {"by_side": tuple(had + more for had, more in zip(before, won, strict=True))})
    led = tuple(trick.cards[0] for trick in anna.update.line)
    assert anna.update.did == (did, in_all, Reason("rest-taken", {"player": 2, "actions": led}))
    assert mask(led) == state.hands[2]
    assert anna.update.view.public.shown == state.hands
    assert anna.last(Sheet).lines


@at_table
async def test_it_claims_for_an_absent_person_whom_it_sits_in_for() -> None:
    _, (anna,), won = await about_to_claim("anna", "boris", seat=1, leaver=1, dice=9)
    await quiet(6)
    assert anna.update.did[0].key == "did-take-rest"
    assert anna.update.did[0].numbers["player"] == 1
    assert won[1] == sum(won)
