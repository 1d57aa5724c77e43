"""The shuffle of the next deck at a table by turns, prepared during a deal by people who are never there together."""

import itertools
from hashlib import sha256

from table.recording_client import Somebody
from table.tables import Table, run_loop, send, table_test
from table.turn_tables import Calendar, begin_turns, load_turns

from prikup.history.deck_checks import verify
from prikup.history.events import DealEvent, RowEvent
from prikup.history.shuffle import commitment
from prikup.table.host.services import TurnPlayer
from prikup.table.protocol.client_messages import ActCommand, CutCommand, EntropyCommand, HashCommand
from prikup.table.protocol.server_messages import DecksMessage, NextShuffleMessage, ShuffleMessage, UpdateMessage
from prikup.table.state.events import ShuffleInputSent
from prikup.terminal.client.shuffler import Shuffler

_ids = itertools.count()


def first_action(person: Somebody) -> ActCommand:
    """Return a command with the first legal action. Its id is new, because the client may be a new one of its user."""
    return ActCommand(person.update.n, f"a{next(_ids)}", person.update.legal[0])


def text_of(user: str, deal: int) -> str:
    """Return the entropy of a user for a deal."""
    return f"{user}{deal}"


async def send_inputs(table: Table, person: Somebody, *, cut: int = 0) -> None:
    """Send the inputs for the next deck that are expected from a player now."""
    ahead = person.last(NextShuffleMessage)
    text = text_of(person.user, ahead.deal)
    if ahead.step == "hashes" and ahead.hashes[person.seat] is None:
        await send(table, person, HashCommand(ahead.deal, ahead.attempt, sha256(text.encode()).hexdigest()))
    ahead = person.last(NextShuffleMessage)
    if ahead.step == "entropies" and not ahead.revealed[person.seat]:
        await send(table, person, EntropyCommand(ahead.deal, ahead.attempt, text))
        if cut:
            await send(table, person, CutCommand(ahead.deal, ahead.attempt, cut))


async def act_alone(table: Table, *, cut: int = 0) -> None:
    """Let the player who has to act come, send inputs for the next deck, act, and leave."""
    (seat,) = table.state.seats_to_act
    person = await table.arrive(table.state.chairs[seat].user, guest=False)
    await send_inputs(table, person, cut=cut)
    await send(table, person, first_action(person))
    table.leave(person)
    await run_loop()


async def begin_alone(calendar: Calendar | None = None) -> Table:
    """Return a table by turns in the first deal, from which all people have gone."""
    table, people = await begin_turns(calendar)
    for person in people:
        table.leave(person)
    await run_loop()
    return table


@table_test
async def test_next_deck_follows_from_the_inputs_of_people_who_never_meet() -> None:
    table = await begin_alone()
    while len(table.events_of_type(RowEvent)) < 3:
        await act_alone(table)
    _, second, third = table.events_of_type(DealEvent)[:3]
    for event in (second, third):
        assert event.shuffle is not None
        assert event.shuffle.entropy == tuple(text_of(user, event.deal) for user in ("anna", "boris", "clara"))
        assert (event.shuffle.withheld, event.shuffle.cut_from) == ((), "seed")
    assert all(check.right and check.derived_inputs_match for check in verify(table.log))
    assert [check.contributing_seats for check in verify(table.log)][1:3] == [(0, 1, 2)] * 2


@table_test
async def test_deal_waits_for_nobody_and_uses_the_cut_sent_ahead() -> None:
    table = await begin_alone()
    while len(table.events_of_type(DealEvent)) < 2:
        await act_alone(table, cut=3)
    event = table.events_of_type(DealEvent)[1]
    assert event.shuffle is not None
    assert (event.shuffle.cut, event.shuffle.cut_from) == (3, "player")
    assert table.stage == "deal"


@table_test
async def test_missing_inputs_follow_from_the_seed() -> None:
    table = await begin_alone()
    while len(table.events_of_type(DealEvent)) < 2:
        (seat,) = table.state.seats_to_act
        person = await table.arrive(table.state.chairs[seat].user, guest=False)
        if seat == 0:
            await send_inputs(table, person)
        await send(table, person, first_action(person))
        table.leave(person)
        await run_loop()
    event = table.events_of_type(DealEvent)[1]
    assert event.shuffle is not None
    assert event.shuffle.withheld == (0,), "there was no time to reveal it, because not all hashes came"
    assert verify(table.log)[1].contributing_seats == ()


@table_test
async def test_commitment_of_the_next_deck_is_told_when_the_deal_begins_and_kept() -> None:
    table = await begin_alone()
    anna = await table.arrive("anna", guest=False)
    ahead = anna.last(NextShuffleMessage)
    assert (ahead.deal, ahead.attempt, ahead.step) == (2, 1, "hashes")
    while len(table.events_of_type(DealEvent)) < 2:
        await act_alone(table) if table.state.seats_to_act != (anna.seat,) else await send(
            table, anna, first_action(anna)
        )
        if anna.code:
            anna = await table.arrive("anna", guest=False)
    event = table.events_of_type(DealEvent)[1]
    assert event.shuffle is not None
    assert commitment(event.shuffle.seed) == ahead.commitment
    dealt = [message for message in anna.all(ShuffleMessage) if message.step == "dealt" and message.deal == 2]
    if dealt:
        assert dealt[-1].places == ahead.places[dealt[-1].dealer]
        assert dealt[-1].refusals == ahead.refusals[dealt[-1].dealer]


@table_test
async def test_connected_player_cuts_within_eight_seconds_of_the_deal() -> None:
    table = await begin_alone()
    people = [await table.arrive(user, guest=False) for user in ("anna", "boris", "clara")]
    await table.play_until(people, lambda: table.events_of_type(RowEvent))
    assert table.stage == "shuffle"
    await run_loop(7.9)
    assert table.stage == "shuffle"
    await run_loop(0.2)
    assert table.stage == "deal"


@table_test
async def test_inputs_out_of_order_are_refused() -> None:
    table = await begin_alone()
    anna, boris, clara = [await table.arrive(user, guest=False) for user in ("anna", "boris", "clara")]
    hash_of_a = sha256(b"a").hexdigest()
    assert await table.refusal(anna, EntropyCommand(2, 1, "a")) == "shuffle-earlier"
    assert await table.refusal(anna, CutCommand(2, 1, 3)) == "shuffle-earlier"
    assert await table.refusal(anna, HashCommand(3, 1, hash_of_a)) == "shuffle-later"
    for person in (anna, boris, clara, anna):
        assert await table.refusal(person, HashCommand(2, 1, hash_of_a)) == ""
    assert len(table.state.shuffle_inputs) == 3
    assert await table.refusal(anna, HashCommand(2, 1, "0" * 64)) == "shuffle-later"
    assert await table.refusal(anna, EntropyCommand(2, 1, "b")) == "entropy-differs"
    assert await table.refusal(anna, CutCommand(2, 1, 999)) == "not-a-cut"
    assert await table.refusal(anna, EntropyCommand(2, 1, "a")) == ""
    assert await table.refusal(anna, EntropyCommand(2, 1, "a")) == ""
    assert boris.last(NextShuffleMessage).revealed == (True, False, False)
    assert not any("entropy" in str(message) for message in boris.all(NextShuffleMessage))


@table_test
async def test_inputs_are_kept_over_a_restart() -> None:
    table = await begin_alone()
    for _ in range(3):
        await act_alone(table)
    inputs = table.state.shuffle_inputs
    assert all(isinstance(player_input, ShuffleInputSent) for player_input in inputs.values())
    assert inputs
    await table.stop()
    table = await load_turns(table.shelf, Calendar())
    assert table.state.shuffle_inputs == inputs
    while len(table.events_of_type(DealEvent)) < 2:
        await act_alone(table)
    event = table.events_of_type(DealEvent)[1]
    assert event.shuffle is not None
    assert event.shuffle.entropy == tuple(text_of(user, 2) for user in ("anna", "boris", "clara"))


@table_test
async def test_client_program_verifies_a_deck_prepared_during_a_deal() -> None:
    table, people = await begin_turns()
    results: list[str] = []
    shufflers = {person.user: Shuffler(cuts=True) for person in people}
    read_counts = dict.fromkeys(shufflers, 0)
    while sum(result.endswith(" 2") for result in results) < len(people):
        for person in people:
            shuffler, bots = shufflers[person.user], frozenset[int]()
            new_messages = person.messages[read_counts[person.user] :]
            read_counts[person.user] += len(new_messages)
            for message in new_messages:
                match message:
                    case ShuffleMessage():
                        answer = shuffler.answer(message, person.seat, len(table.state.game.pack), bots)
                    case NextShuffleMessage():
                        answer = shuffler.answer_ahead(message, person.seat, bots)
                    case UpdateMessage():
                        public, answer = message.view.public, None
                        shuffler.note_view(public.match, message.view.hand, over=public.phase == "over")
                    case DecksMessage():
                        reasons = [
                            reason
                            for deck in message.decks
                            for reason in shuffler.verify_deck(table.state.game, deck, person.seat)
                        ]
                        results += [f"{reason.key} {reason.numbers['deal']}" for reason in reasons]
                        answer = None
                    case _:
                        answer = None
                if answer is not None:
                    await send(table, person, answer)
        if all(read_counts[person.user] == len(person.messages) for person in people):
            if acting := [person for person in people if person.update.legal and table.stage == "deal"]:
                await send(table, acting[0], first_action(acting[0]))
            else:
                await run_loop(1)
    assert [result for result in results if result.endswith(" 2")] == ["deck-right-own 2"] * 3


@table_test
async def test_bots_that_stand_in_deal_on_without_anybody() -> None:
    calendar = Calendar(anna=TurnPlayer(), boris=TurnPlayer(), clara=TurnPlayer())
    table = await begin_alone(calendar=calendar)
    await run_loop(3600 * 24 * 30)
    assert [chair.level for chair in table.state.chairs] == ["rule"] * 3
    assert len(table.events_of_type(RowEvent)) > 1
