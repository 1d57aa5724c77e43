"""Rated matches at a table: what makes one, what it forbids, forfeits by resigning, by the clock and by being away."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace
from support.random_walk import each_game
from table.recording_client import Somebody
from table.tables import (
    THREE,
    USERS,
    Table,
    client_to_act,
    finish_shuffle,
    load,
    run_loop,
    send,
    started_table,
    table_test,
)

from prikup.claims import split_of_claim
from prikup.games import GAMES
from prikup.history.events import StopEvent
from prikup.rules.errors import BadOptions, Reason
from prikup.rules.game_definition import GameDefinition
from prikup.rules.options import options_text, single_changes
from prikup.rules.state import view
from prikup.table.opening.lanes import lanes, paired_table
from prikup.table.protocol.client_messages import (
    AnswerCommand,
    FillCommand,
    HintCommand,
    LockCommand,
    ProposeCommand,
    RemoveCommand,
    SitCommand,
    StandCommand,
    StartCommand,
)
from prikup.table.protocol.message_parts import RatingEffect
from prikup.table.protocol.server_messages import RefusedMessage
from prikup.table.rated_match import rated_settings, unrated_because_of_settings
from prikup.table.state.events import SeatForfeited, decode
from prikup.table.state.presence import ConnectionOrigin
from prikup.table.table_settings import TableSettings, Wants

CLOCK = (60_000, 3_000)
PARTNERS = next(lane.game for lane in lanes().values() if lane.partners)


def settings(game: str = THREE, **fields: Any) -> TableSettings:
    """Return the settings of a rated table that `anna` has opened for anybody."""
    base = TableSettings(game, "", host="anna", open=True, starts="host", clock=CLOCK, deals=8)
    return replace(rated_settings(base), **fields)


async def begin(
    table_settings: TableSettings, users: Sequence[str] = USERS[:3], *, guests: Sequence[str] = ()
) -> tuple[Table, list[Somebody]]:
    """Seat these users and start the match; deal its first cards."""
    table = await load(table_settings)
    people = [Somebody(user, guest=user in guests) for user in users]
    for seat, person in enumerate(people):
        table.join(person)
        if seat:
            table.receive(person, SitCommand(seat))
    await run_loop()
    table.receive(people[0], StartCommand())
    await run_loop()
    if table.stage == "shuffle":
        await finish_shuffle(table, people)
    return table, people


def forfeits(table: Table) -> list[tuple[int, str, int]]:
    """Return the recorded forfeits: seats, reasons, and numbers of finished deals."""
    events = [event for commit in table.shelf.stored_commits for event in decode(commit.events)]
    return [(event.seat, event.why, event.deals) for event in events if isinstance(event, SeatForfeited)]


# What makes a match rated


def test_each_lane_has_settings_of_a_rated_match() -> None:
    for lane in lanes().values():
        table = paired_table(lane, ("anna",) * lane.seats, "0" * 64, 0)
        assert unrated_because_of_settings(rated_settings(table)) == "", lane.name


@each_game
def test_length_options_exist(name: str, kind: GameDefinition) -> None:
    assert kind.length_options, "name the options that only say how long a match is"
    for preset in kind.presets.values():
        assert all(hasattr(preset, option) for option in kind.length_options)


@pytest.mark.parametrize(
    ("why", "fields"),
    [
        ("", {}),
        ("", {"deals": 0}),
        ("", {"minutes": 60}),
        ("cards", {"seed": "x"}),
        ("cards", {"coach": True}),
        ("cards", {"imported": True}),
        ("bots", {"bots": True}),
        ("link", {"open": False}),
        ("link", {"reserved": ("anna", "boris", "clara")}),
        ("clock", {"clock": None}),
        ("clock", {"clock": (59_000, 3_000)}),
        ("clock", {"clock": (60_000, 2_000)}),
        ("deals", {"deals": 7}),
        ("level", {"level": "master"}),
        ("settings", {"absent": "wait"}),
        ("settings", {"delayed": False}),
        ("settings", {"wants": Wants()}),
        ("settings", {"away_s": 30}),
    ],
)
def test_settings_that_keep_match_from_being_rated(why: str, fields: dict[str, Any]) -> None:
    assert unrated_because_of_settings(settings(**fields)) == why


@each_game
def test_changed_house_rules_keep_match_from_being_rated_but_its_length_does_not(
    name: str, kind: GameDefinition
) -> None:
    for option, value in single_changes(next(iter(kind.presets.values()))):
        try:
            options = replace(next(iter(kind.presets.values())), **{option: value})
        except BadOptions:
            continue
        is_allowed = any(
            replace(preset, **{length: getattr(options, length) for length in kind.length_options}) == options
            for preset in kind.presets.values()
        )
        assert is_allowed or option not in kind.length_options
        text = options_text(kind.presets, options)
        assert unrated_because_of_settings(settings(name, options=text)) == ("" if is_allowed else "rules"), text


def test_other_length_of_any_preset_is_rated(monkeypatch: pytest.MonkeyPatch) -> None:
    """The options may have a shorter name as a change of another preset."""
    kind, length = GAMES[THREE], GAMES[THREE].length_options[0]
    preset = next(iter(kind.presets.values()))
    changes = [change for change in single_changes(preset) if change[0] not in kind.length_options]
    rules = next(filter(None, (_replaced(preset, *change) for change in changes)))
    other_length = next(value for option, value in single_changes(rules) if option == length)
    presets = {"plain": replace(preset, **{length: other_length}), "with-a-long-name-" + "x" * 80: rules}
    monkeypatch.setitem(GAMES, THREE, replace(kind, presets=presets))
    text = options_text(presets, replace(rules, **{length: other_length}))
    assert text.startswith("plain ")
    assert unrated_because_of_settings(settings(options=text)) == ""


def _replaced(options: Any, option: str, value: object) -> Any:
    """Return the options with one of them changed; None if they contradict each other."""
    try:
        return replace(options, **{option: value})
    except BadOptions:
        return None


@table_test
async def test_match_of_accounts_is_rated() -> None:
    table, people = await begin(settings())
    assert table.state.is_rated
    assert (people[0].seats.rated, people[0].seats.unrated) == (True, "")
    assert table.reread().is_rated
    assert table.summary.rated


@table_test
async def test_guest_watches_a_rated_match_once_it_runs_and_cannot_sit() -> None:
    table, _ = await begin(settings())
    guest = await table.arrive("zina")
    assert (guest.code, guest.seats.you) == (0, None)
    assert await table.refusal(guest, SitCommand(0)) != ""
    table, _ = await begin(settings(rated=False))
    assert (await table.arrive("zina")).code == 4003, "a table for owners of accounts"


@table_test
async def test_start_is_refused_with_players_that_cannot_be_rated() -> None:
    table = await load(settings())
    anna = await table.arrive("anna", guest=False)
    assert anna.seats.rated
    assert await table.refusal(anna, StartCommand()) == "not-rated"
    assert await table.refusal(anna, FillCommand(1, "rule")) == ""
    assert await table.refusal(anna, FillCommand(2, "rule")) == "not-rated"
    assert await table.refusal(anna, FillCommand(1, "master")) == "not-rated"
    boris = await table.arrive("boris", guest=False)
    guest = await table.arrive("zina")
    assert guest.code == 4003, "only owners of accounts enter"
    await send(table, boris, SitCommand(2))
    assert await table.refusal(anna, StartCommand()) == ""
    assert table.state.is_rated, "two people and one computer player"


@table_test
async def test_game_with_partners_is_rated_without_computer_players_only() -> None:
    table = await load(settings(PARTNERS))
    anna = await table.arrive("anna", guest=False)
    assert await table.refusal(anna, FillCommand(1, "rule")) == "not-rated"


@table_test
async def test_computer_players_fill_seats_of_rated_table_only_if_it_can_be_rated() -> None:
    table = await load(settings(bots_after_s=30))
    anna, boris = await table.arrive("anna", guest=False), await table.arrive("boris", guest=False)
    await send(table, boris, SitCommand(1))
    await run_loop(31)
    assert anna.seat_state(2).level == "rule"
    table = await load(settings(PARTNERS, bots_after_s=30))
    anna, boris = await table.arrive("anna", guest=False), await table.arrive("boris", guest=False)
    await send(table, boris, SitCommand(1))
    await run_loop(31)
    assert anna.seats.seats[2:] == (None, None)


@table_test
async def test_two_seats_of_one_device_or_address_begin_unrated() -> None:
    for origins, paired, why in (
        (("d", "e", "f"), False, ""),
        (("d", "e", "d"), False, "device"),
        (("d", "", ""), False, ""),
        (("d", "e", "d"), True, "device"),
    ):
        assert await unrated_with([ConnectionOrigin(device=text) for text in origins], paired=paired) == why
    addresses = [ConnectionOrigin(address=text) for text in ("1", "2", "1")]
    for paired in (False, True):
        assert await unrated_with(addresses, paired=paired) == "address"


async def unrated_with(origins: list[ConnectionOrigin], *, paired: bool) -> str:
    """Return why a match of people with connections from `origins` is not rated."""
    if paired:
        lane = next(lane for lane in lanes().values() if lane.seats == 3)
        table_settings = rated_settings(paired_table(lane, USERS[:3], "0" * 64, 10**15))
    else:
        table_settings = settings()
    table = await load(table_settings)
    people = [Somebody(user, guest=False) for user in USERS[:3]]
    for seat, (person, origin) in enumerate(zip(people, origins, strict=True)):
        person.origin = origin
        table.join(person)
        if seat and not paired:
            table.receive(person, SitCommand(seat))
    await run_loop()
    if not paired:
        table.receive(people[0], StartCommand())
    await run_loop()
    assert people[0].seats.rated == (people[0].seats.unrated == "")
    return people[0].seats.unrated


# What a rated match forbids


@table_test
async def test_rated_match_forbids_undo_hint_leaving_removal_and_lock() -> None:
    table, people = await begin(settings())
    first = client_to_act(people)
    await send(table, first, first.act(first.update.legal[0]))
    assert await table.refusal(first, ProposeCommand("u", "undo")) == "undo-rated"
    assert all(possible.what != "undo" for possible in first.update.possible)
    second = client_to_act(people)
    assert await table.refusal(second, HintCommand(second.update.n)) == "hint-practice"
    assert await table.refusal(first, StandCommand()) == "leave-rated"
    assert await table.refusal(people[0], LockCommand(True)) == "host-rated"
    assert await table.refusal(people[0], RemoveCommand(people[0].seat_state(1).id)) == "host-rated"
    eva = await table.arrive("eva", guest=False)
    assert not eva.all(type(first.update)), "spectators see each deal after its end"


@table_test
async def test_claim_in_rated_match_needs_every_person_and_is_not_judged() -> None:
    table, people = await begin(settings())
    await table.play_until(people, lambda: table.stage != "deal" or _can_claim(table, client_to_act(people)))
    assert table.stage == "deal"
    first = client_to_act(people)
    for attempt in range(3):
        await send(table, first, ProposeCommand(f"c{attempt}", "claim", tricks=0))
        assert first.seats.proposal is not None, first.refusal
        asked = [person for person in people if person.seat in first.proposal.waits]
        assert {person.seat for person in asked} == _seats_with_cards(table) - {first.seat}
        assert all(person.proposal.verdict is None for person in asked)
        await send(table, asked[-1], AnswerCommand(first.proposal.number, False))
    assert await table.refusal(first, ProposeCommand("c4", "claim", tricks=0)) in ("claim-again", "proposal-again")


@table_test
async def test_refused_claim_in_rated_match_reveals_no_number() -> None:
    """A computer player refuses a claim of all remaining tricks that is not certain for the player who claims."""
    table = await load(settings())
    people = [await table.arrive(user, guest=False) for user in USERS[:2]]
    await send(table, people[1], SitCommand(1))
    await send(table, people[0], FillCommand(2, "rule"))
    await send(table, people[0], StartCommand())
    await finish_shuffle(table, people)
    assert table.state.is_rated
    await table.play_until(people, lambda: table.stage != "deal" or _can_claim(table, client_to_act(people)))
    assert table.stage == "deal"
    claimant = client_to_act(people)
    most = table.claimable(claimant.seat).most
    replies = await send(table, claimant, ProposeCommand("c", "claim", tricks=most))
    assert [reply.reason for reply in replies if isinstance(reply, RefusedMessage)] == [Reason("claim-uncertain")]
    assert claimant.seats.proposal is None


def _can_claim(table: Table, person: Somebody) -> bool:
    state = table.state.state
    assert state is not None
    split = split_of_claim(table.state.game, view(state, person.seat), 0)
    return hasattr(split, "tricks") and len(_seats_with_cards(table)) > 1


def _seats_with_cards(table: Table) -> set[int]:
    state = table.deal
    in_trick = dict(state.public.tricks.lying) if state.public.tricks else {}
    return {seat for seat, hand in enumerate(state.hands) if hand or seat in in_trick}


# Forfeits


@table_test
async def test_resigning_is_a_forfeit_for_good() -> None:
    table, people = await begin(settings())
    boris = people[1]
    await send(table, boris, ProposeCommand("r", "resign"))
    assert forfeits(table) == [(1, "resigned", 0)]
    assert (boris.seats.forfeits, boris.seat_state(1).level) == ((1,), "rule")
    assert await table.refusal(boris, SitCommand(1)) == "seat-forfeited"
    again = await table.arrive("boris", guest=False)
    assert again.seat_state(1).level == "rule"
    assert table.reread().forfeits == {1: 0}
    assert table.summary.forfeits == (1,)
    await table.play_deal([people[0], people[2]])
    assert table.stage == "rest"


@table_test
async def test_resigning_an_unrated_match_is_refused() -> None:
    table, people = await started_table(TableSettings(THREE, "", host="anna"), *USERS[:3])
    assert await table.refusal(people[0], ProposeCommand("r", "resign")) == "resign-unrated"


@table_test
async def test_match_ends_when_all_have_forfeited() -> None:
    table, people = await begin(settings())
    for number, person in enumerate(people):
        await send(table, person, ProposeCommand(f"r{number}", "resign"))
    assert table.stage == "over"
    assert table.log.events[-1] == StopEvent("forfeit")


@table_test
async def test_clock_at_zero_lets_bot_decide_once_and_fifth_time_is_forfeit() -> None:
    table, people = await begin(settings())
    person = client_to_act(people)
    others = [other for other in people if other is not person]
    while not forfeits(table):
        await run_loop(70)
        if table.stage == "deal" and any(other.update.legal for other in others):
            actor = client_to_act(others)
            await send(table, actor, actor.act(actor.update.legal[0]))
    seat, why, _ = forfeits(table)[0]
    assert why == "clock"
    assert table.state.expired_decisions[seat] == 4


@table_test
async def test_decision_at_zero_gives_increment_for_the_next_one() -> None:
    table, people = await begin(settings())
    person = client_to_act(people)
    await run_loop(60.1)
    assert table.state.expired_decisions[person.seat] == 1
    assert not table.state.chairs[person.seat].clock_expired, "the computer player has decided"
    assert table.state.clocks_ms[person.seat] == 3_000


@table_test
async def test_being_away_for_three_minutes_is_a_forfeit() -> None:
    table, people = await begin(settings(clock=(600_000, 3_000)))
    boris = people[1]
    table.leave(boris)
    await run_loop(1)
    assert people[0].seats.absent_in[1] is not None
    await run_loop(178)
    assert forfeits(table) == []
    await run_loop(2)
    assert forfeits(table) == [(1, "away", 0)]


@table_test
async def test_being_away_for_five_minutes_in_all_is_a_forfeit() -> None:
    table, people = await begin(settings(clock=(900_000, 3_000)))
    boris = people[1]
    for _ in range(2):
        table.leave(boris)
        await run_loop(140)
        boris = await table.arrive("boris", guest=False)
    assert forfeits(table) == []
    table.leave(boris)
    await run_loop(21)
    assert forfeits(table) == [(1, "away", 0)]


@table_test
async def test_time_of_dead_server_counts_for_nobody() -> None:
    table, people = await begin(settings(clock=(900_000, 3_000)))
    table.leave(people[1])
    await run_loop(100)
    await table.stop()
    await run_loop(10_000)
    table = await load(table.settings, table.shelf)
    await run_loop(170)
    assert forfeits(table) == []
    assert round(table.state.away_ms[1], -3) == 270_000
    assert round(table.state.away_ms[0], -3) == 170_000
    anna = await table.arrive("anna", guest=False)
    assert anna.seat_state(0).level == ""


# After the match


@table_test
async def test_effect_on_ratings_is_sent_to_clients() -> None:
    table, people = await begin(settings())
    for number, person in enumerate(people):
        await send(table, person, ProposeCommand(f"r{number}", "resign"))
    assert table.lacks_ratings
    effects = (RatingEffect(1500, 1520, 300), RatingEffect(1500, 1480, 300), None)
    table.show_ratings(effects)
    await run_loop()
    assert people[0].seats.ratings == effects
    assert not table.lacks_ratings


@table_test
async def test_void_match_is_shown_as_unrated() -> None:
    table, people = await begin(settings())
    for number, person in enumerate(people):
        await send(table, person, ProposeCommand(f"r{number}", "resign"))
    table.show_ratings((None, None, None))
    await run_loop()
    seats = people[0].seats
    assert (seats.rated, seats.unrated, seats.ratings) == (False, "void", ())
    assert not table.lacks_ratings
