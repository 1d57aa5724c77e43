"""Open hands for one user: only at a practice table with a fixed deal, where no other user can sit."""

import random
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import fields, replace
from support.random_walk import KINDS
from table.recording_client import Somebody
from table.tables import USERS, Table, load, run_loop, settings, started_table, table_test

from prikup.games import GAMES
from prikup.history.events import BeginEvent
from prikup.history.log import Log
from prikup.narration import steps
from prikup.rules.game_definition import GameDefinition
from prikup.rules.options import options_text
from prikup.rules.state import view, watch
from prikup.table.fixed_deal import GivenDeal, Origin
from prikup.table.opening.new_table import NewTable
from prikup.table.protocol.client_messages import ClientCommand, SitCommand
from prikup.table.protocol.server_messages import UpdateMessage
from prikup.table.table_settings import TableSettings


def fixed_deal_settings(kind: GameDefinition, *, open_hands: bool = True) -> TableSettings:
    """Return the settings of anna's table with computer players, whose only deal is fixed."""
    game = kind.build(next(iter(kind.presets.values())))
    no_names, rng = ("",) * game.seats, random.Random(3)
    log = Log(
        BeginEvent(game.name, game.rules_version, options_text(kind.presets, game.options), no_names, no_names, 0)
    )
    while log.state is None:
        log = Log(log.begin)
        log.deal(tuple(rng.sample(sorted(game.pack), len(game.pack))))
    events: Any = tuple(log.events[1:])
    fixed_deal = GivenDeal(0, 7, events, Origin("", 1, 0, open_hands=open_hands))
    reserved_seats = ("anna", *no_names[1:])
    options = log.begin.options
    return settings(game.name, options, deals=1, bots=True, spectators=False, reserved=reserved_seats, given=fixed_deal)


async def open_table(table_settings: TableSettings) -> tuple[Table, Somebody, Somebody]:
    """Return the table, its player anna, and eve, who has its link, joins first and is refused every seat."""
    table = await load(table_settings)
    eve = await table.arrive("eve")
    if table_settings.open_hands:
        for seat in range(table.state.game.seats):
            assert await table.refusal(eve, SitCommand(seat)) == "seat-reserved"
    return table, await table.arrive("anna"), eve


@pytest.mark.parametrize(("name", "kind"), KINDS)
@table_test
async def test_open_hands_show_all_hands_to_practising_user_only(name: str, kind: GameDefinition) -> None:
    table, anna, eve = await open_table(fixed_deal_settings(kind))
    compared_count = 0
    seen_by_all = [watch(state) for state in (*(step.before for step in steps(table.log)), table.deal)]
    assert eve.code, "nobody watches"
    assert all(update.view in seen_by_all for update in eve.all(UpdateMessage))
    while anna.seats.stage == "deal":
        state, game = table.deal, table.state.game
        own_seat, last_update = anna.seat, anna.update
        other_seats = [seat for seat in range(game.seats) if seat != own_seat]
        assert [last_update.view.public.shown[seat] for seat in other_seats] == [
            state.hands[seat] for seat in other_seats
        ]
        player_view = view(state, own_seat)
        public = replace(last_update.view.public, shown=player_view.public.shown)
        assert replace(last_update.view, public=public) == player_view, "nothing else is told"
        assert last_update.legal == (game.legal(player_view) if own_seat in table.state.seats_to_act else ())
        compared_count += 1
        await table.play([anna], 1)
        await run_loop(1)
    assert compared_count > 3


@table_test
async def test_open_hands_are_off_unless_requested() -> None:
    for _, kind in KINDS:
        table, anna, _ = await open_table(fixed_deal_settings(kind, open_hands=False))
        assert anna.update.view == view(table.deal, anna.seat)


@table_test
async def test_open_hands_stay_hidden_at_table_with_several_users() -> None:
    """This holds even if a table started before its settings had open hands, which cannot really happen."""
    table, people = await started_table(settings(), *USERS[:3])
    await table.play(people, 4)
    await table.stop()
    open_hands = fixed_deal_settings(GAMES[table.settings.game]).given
    table = await load(replace(table.settings, given=open_hands), table.shelf)
    assert table.settings.open_hands
    state = table.deal
    for person in people:
        new_client = await table.arrive(person.user)
        assert new_client.update.view == view(state, new_client.seat)


def test_open_hands_are_only_an_option_of_single_player_fixed_deal() -> None:
    """No message switches them on, no ordinary table has them, nor does one where friends compare a deal."""
    assert not any("hands" in field.name for message in get_args(ClientCommand) for field in fields(message))
    assert not any("hands" in field.name for field in fields(NewTable))
    assert not any("hands" in field.name for field in fields(TableSettings))
    with pytest.raises(ValueError, match="compared"):
        Origin("m", 1, 0, compared=True, open_hands=True)
    text = msgspec.json.encode({"match": "m", "deal": 1, "step": 0, "compared": True, "open_hands": True})
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=Origin)
    assert "open_hands" not in UpdateMessage.__struct_fields__, "they lie in the View, as any cards face up"
    assert not TableSettings("x", "").open_hands
