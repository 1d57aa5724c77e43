"""Proposals: concessions, undo, stopping and replacing; which are accepted and which refused."""

from support.example_games import example_if_any
from table.recording_client import Somebody
from table.tables import (
    USERS,
    Table,
    client_to_act,
    run_loop,
    send,
    settings,
    started_table,
    table_after_first_trick,
    table_test,
    three,
    tricks,
)

from prikup.games import GAMES
from prikup.history.events import ActionEvent, ConcessionEvent, UndoEvent, deals_with_undo
from prikup.table.protocol.client_messages import AnswerCommand, ProposeCommand, SitCommand, StandCommand
from prikup.table.protocol.server_messages import ReceiptMessage, SeatsMessage, SheetMessage, UpdateMessage
from prikup.table.table_settings import Timing


@table_test
async def test_proposal_ends_by_refusal_or_withdrawal() -> None:
    table, people = await table_after_first_trick()
    proposer, opponent, *_ = [person for person in people if person.seat in table.deal.public.tricks.seats]
    for refuser, number in ((opponent, 1), (proposer, 2)):
        await send(table, proposer, ProposeCommand(proposer.id(), "claim", table.claimable(proposer.seat).left))
        assert proposer.proposal.number == number
        await send(table, refuser, AnswerCommand(number, False))
        assert proposer.seats.proposal is None
    assert table.stage == "deal"
    assert await table.refusal(opponent, AnswerCommand(2, True)) == "proposal-gone"


@table_test
async def test_undo_proposal_names_its_action_and_refuser_to_all() -> None:
    table, people = await started_table(settings(), *USERS[:3])
    await table.play_until(people, lambda: tricks(table))
    proposer = people[table.deal.public.actor]
    card = proposer.update.legal[0]
    await send(table, proposer, proposer.act(card))
    await send(table, proposer, ProposeCommand("u", "undo"))
    second, third = (person for person in people if person is not proposer)
    assert [person.proposal.action for person in people] == [card] * 3
    await send(table, second, AnswerCommand(proposer.proposal.number, False))
    assert [(person.seats.proposal, person.seats.declined) for person in people] == [(None, second.seat)] * 3
    await send(table, third, ProposeCommand("s", "stop"))
    assert (proposer.proposal.action, proposer.seats.declined) == (None, None)
    await send(table, third, AnswerCommand(proposer.proposal.number, False))
    assert proposer.seats.declined == third.seat


@table_test
async def test_undo_proposal_does_not_reveal_hidden_action() -> None:
    table, people = await started_table(settings(example_if_any(seats=4, sealed=True)), *USERS)
    proposer = people[table.deal.public.actor]
    await send(table, proposer, proposer.act(proposer.update.legal[0]))
    await send(table, proposer, ProposeCommand("u", "undo"))
    assert [person.proposal.action for person in people] == [None] * 4


@table_test
async def test_proposal_ends_when_player_acts_or_proposer_leaves() -> None:
    table, (person, opponent, _) = await three()
    await send(table, opponent, ProposeCommand("stop", "stop"))
    assert person.proposal.what == "stop"
    await send(table, person, person.act(person.update.legal[0]))
    assert person.seats.proposal is None
    await send(table, opponent, ProposeCommand("again", "stop"))
    assert person.proposal.what == "stop"
    await send(table, opponent, StandCommand())
    assert person.seats.proposal is None


# Concessions


@table_test
async def test_concession_by_a_side_ends_play_where_rules_allow_it() -> None:
    table, people = await started_table(settings(example_if_any(seats=4, concedes=True)), *USERS)
    while not table.events_of_type(ConcessionEvent):
        if table.stage != "deal" or await table.refusal(people[0], ProposeCommand(people[0].id(), "concede")):
            await table.play(people, 1)
    assert table.events_of_type(ConcessionEvent) == [ConcessionEvent((0, 2))]
    assert people[1].seats.proposal is None
    assert people[1].update.did[0].key == "did-concede"


# Undo


def proposal_obstacles(person: Somebody) -> dict[str, str | None]:
    """Return the proposals shown to a client, each with the key of the reason why it is not possible, or None."""
    return {option.what: option.why_not.key if option.why_not else None for option in person.update.possible}


@table_test
async def test_undo_needs_agreement_of_all_opponents() -> None:
    table, people = await started_table(settings(example_if_any(seats=4, sealed=True)), *USERS)
    state = table.deal
    proposer = people[state.public.actor]
    opponents = [person for person in people if person is not proposer]
    assert proposal_obstacles(proposer)["undo"] == "undo-nothing"
    await send(table, proposer, proposer.act(proposer.update.legal[0]))
    assert proposer.update.legal == ()
    assert proposal_obstacles(proposer)["undo"] is None
    await send(table, proposer, ProposeCommand("u1", "undo"))
    proposal = proposer.proposal
    assert set(proposal.waits) == {person.seat for person in opponents}
    for opponent in opponents[:2]:
        await send(table, opponent, AnswerCommand(proposal.number, True))
        for agrees in (True, False):
            assert await table.refusal(opponent, AnswerCommand(proposal.number, agrees)) == "answer-not-asked"
    assert table.state.state != state
    await send(table, opponents[2], AnswerCommand(proposal.number, True))
    assert table.events_of_type(UndoEvent) == [UndoEvent(0)]
    assert table.state.state == state
    assert proposer.update.legal
    assert [person.update.did[0].key for person in (proposer, opponents[0])] == ["did-undo", "did-undo-unseen"]
    assert table.reread().state == state
    old_update = proposer.all(UpdateMessage)[-3]
    await send(table, proposer, proposer.act(proposer.update.legal[-1]))
    assert proposer.update.n > old_update.n
    await table.play_deal(people)
    assert people[0].last(SheetMessage).taken_back == (), "a deal counts in which people let somebody take back"


@table_test
async def test_undo_against_bots_reaches_start_of_deal_and_is_logged() -> None:
    table, (anna,) = await started_table(settings(deals=2), "anna")
    log = table.log
    start_state = log.start
    await table.play([anna], 6)
    while table.stage == "deal" and proposal_obstacles(anna)["undo"] is None:
        await send(table, anna, ProposeCommand(anna.id(), "undo"))
    assert all(seats.proposal is None for seats in anna.all(SeatsMessage)), "an open proposal would flash up"
    assert proposal_obstacles(anna)["undo"] == "undo-nothing"
    assert not any(isinstance(entry, ActionEvent) and entry.seat == 0 for entry in log.entries)
    assert log.start == start_state
    await table.play([anna])
    assert anna.all(SheetMessage)[-1].taken_back == (1,)
    assert deals_with_undo(log.events)[:1] == (1,), "the log says so"


@table_test
async def test_update_lists_proposals_with_reasons_of_their_refusal() -> None:
    for game in GAMES:
        table, people = await started_table(settings(game, deals=1), *USERS)
        people = people[: table.state.game.seats]
        while table.stage == "deal":
            for person in people:
                for proposal_type, why_not in proposal_obstacles(person).items():
                    if proposal_type == "claim" or not why_not:
                        continue
                    await send(table, person, ProposeCommand(person.id(), proposal_type))  # type: ignore[arg-type]  # a str
                    assert person.refusal == why_not, (game, proposal_type)
                if "concede" not in proposal_obstacles(person):
                    assert await table.refusal(person, ProposeCommand(person.id(), "concede")) == "no-concession"
                assert (proposal_obstacles(person)["claim"] is None) == (person.update.claim is not None)
            await table.play(people, 1)
        await table.stop()


# Undoing actions of a stand-in computer player after other players have acted


async def table_without_boris() -> tuple[Table, list[Somebody]]:
    """Return a table that Boris has left on seat 1, and the remaining clients."""
    table, (anna, boris, clara) = await started_table(settings(deals=1), *USERS[:3])
    table.leave(boris)
    await run_loop(61)
    return table, [anna, clara]


async def table_with_boris_back() -> tuple[Table, list[Somebody], Somebody]:
    """Return a table to which Boris has returned after a computer player, then other players, have acted."""
    table, people = await table_without_boris()
    await table.play_until(
        people, lambda: table.state.stand_in_actions and any(person.update.legal for person in people)
    )
    last = next(person for person in people if person.update.legal)
    await send(table, last, last.act(last.update.legal[0]))
    boris = await table.arrive("boris")
    return table, people, boris


@table_test
async def test_undo_of_bot_replacement_removes_all_later_actions() -> None:
    table, people, boris = await table_with_boris_back()
    assert proposal_obstacles(boris)["undo"] is None
    log = table.log
    first = next(
        index for index, entry in enumerate(log.entries) if isinstance(entry, ActionEvent) and entry.seat == boris.seat
    )
    undo_count, acted_seats = (
        len(log.entries) - first,
        {entry.seat for entry in log.entries[first:] if isinstance(entry, ActionEvent)},
    )
    assert undo_count > len(boris.update.stood_in), "others have acted since"
    await send(table, boris, ProposeCommand("u", "undo"))
    for person in people:
        proposal = boris.proposal
        assert (proposal.back, person.seat in proposal.waits) == (undo_count, True)
        await send(table, person, AnswerCommand(proposal.number, True))
    assert table.events_of_type(UndoEvent) == [UndoEvent(first)]
    assert (len(log.entries), boris.update.stood_in, proposal_obstacles(boris)["undo"]) == (first, (), "undo-nothing")
    assert table.state.seats_to_act == (boris.seat,)
    assert boris.update.legal
    assert {reason.numbers["player"] for reason in people[0].update.did} == acted_seats > {boris.seat}
    reread_state = table.reread()
    assert (reread_state.state, reread_state.stand_in_actions) == (table.state.state, {})
    await table.play([*people, boris])
    assert people[0].last(SheetMessage).taken_back == ()


@table_test
async def test_undo_of_bot_replacement_fails_by_a_single_refusal() -> None:
    table, (anna, clara), boris = await table_with_boris_back()
    await send(table, boris, ProposeCommand("u", "undo"))
    await table.agree([anna])
    await send(table, clara, AnswerCommand(clara.proposal.number, False))
    assert not table.events_of_type(UndoEvent)
    await table.play_until([anna, clara], lambda: boris.update.legal)
    await send(table, boris, boris.act(boris.update.legal[0]))
    await table.play([anna, clara], 1)
    await send(table, boris, ProposeCommand("v", "undo"))
    assert boris.refusal in ("undo-others", "no-deal"), "who has acted since plays on"


@table_test
async def test_undo_by_another_player_leaves_bot_replacement_actions() -> None:
    table, people = await table_without_boris()
    anna, clara = people
    stand_in_actions: dict[int, tuple[int, ...]] = {}
    while not table.events_of_type(UndoEvent):
        client = next((person for person in people if person.update.legal), None)
        if client is None or not table.state.stand_in_actions:
            await table.play(people, 1)
            continue
        stand_in_actions = dict(table.state.stand_in_actions)
        await send(table, client, client.act(client.update.legal[0]))
        if proposal_obstacles(client)["undo"] is None:
            await send(table, client, ProposeCommand(client.id(), "undo"))
            if (proposal := client.seats.proposal) is not None:
                await send(table, clara if client is anna else anna, AnswerCommand(proposal.number, True))
    assert table.state.stand_in_actions == stand_in_actions


# Stopping


@table_test
async def test_stop_proposal_needs_all_users_and_pauses_bots() -> None:
    table, (anna, boris) = await started_table(settings(), "anna", "boris", timing=Timing())
    await table.play_until([anna, boris], lambda: table.state.bots)
    await send(table, anna, ProposeCommand("s", "stop"))
    assert boris.proposal.waits == (1,)
    n = table.state.n
    await run_loop(100)
    assert table.state.n == n, "computer players wait meanwhile"
    await table.agree([boris])
    assert table.stage == "over"
    assert (boris.update.legal, boris.update.asked) == ((), ())
    table, people = await started_table(settings(), "anna")
    await table.play_deal(people)
    await send(table, people[0], ProposeCommand("s", "stop"))
    assert table.stage == "over", "one may stop alone, and between two deals"


@table_test
async def test_stop_proposal_waits_a_minute_for_absent_player() -> None:
    table, (anna, boris, clara) = await started_table(settings(absent="wait"), *USERS[:3])
    table.leave(clara)
    await send(table, anna, ProposeCommand("s", "stop"))
    await send(table, boris, AnswerCommand(1, True))
    assert table.stage == "deal", "she may come back"
    await run_loop(59)
    assert table.stage == "deal"
    await run_loop(2)
    assert table.stage == "over"


# Replacing


@table_test
async def test_replace_proposal_gives_seat_of_absent_player_to_bot() -> None:
    table, (anna, boris, clara) = await started_table(settings(absent="vote"), *USERS[:3])
    assert await table.refusal(anna, ProposeCommand("r1", "replace", seat=2)) == "not-absent"
    table.leave(clara)
    await run_loop(31)
    assert await table.refusal(anna, ProposeCommand("r2", "replace", seat=2)) == "not-absent"
    await run_loop(31)
    for seat in (None, 0, 3, 1000):
        assert await table.refusal(anna, ProposeCommand(anna.id(), "replace", seat=seat)) == "not-absent"
    await send(table, anna, ProposeCommand("r3", "replace", seat=2))
    assert (boris.proposal.seat, boris.proposal.waits) == (2, (1,))
    await table.agree([boris])
    assert anna.seats.proposal is None
    assert anna.seat_state(2).level == "rule"
    clara = await table.arrive("clara")
    assert anna.seat_state(2).level == ""
    await send(table, clara, StandCommand())
    await send(table, anna, ProposeCommand("r", "replace", seat=2))
    assert anna.proposal.seat == 2
    await send(table, clara, SitCommand(2))
    assert boris.seats.proposal is None, "the vote is over when the absent comes back"
    assert boris.seat_state(2).level == ""


# Refusals


@table_test
async def test_stop_proposal_is_limited_until_play_continues() -> None:
    table, people = await started_table(settings(), *USERS[:3])
    anna = people[0]
    for number in (1, 2, 3):
        await send(table, anna, ProposeCommand(anna.id(), "stop"))
        await send(table, anna, AnswerCommand(number, False))
    assert await table.refusal(anna, ProposeCommand(anna.id(), "stop")) == "proposal-again"
    await send(table, client_to_act(people), client_to_act(people).act(client_to_act(people).update.legal[0]))
    await send(table, anna, ProposeCommand(anna.id(), "stop"))
    assert anna.proposal.number == 4


@table_test
async def test_proposal_is_idempotent_and_survives_restart() -> None:
    table, (anna, boris, clara) = await started_table(settings(), *USERS[:3])
    propose = ProposeCommand("p1", "stop")
    await send(table, anna, propose)
    receipt = anna.last(ReceiptMessage)
    assert await send(table, anna, propose) == [receipt]
    for person, message, why in (
        (anna, ProposeCommand("p1", "undo"), "id-twice"),
        (anna, AnswerCommand(1, True), "answer-not-asked"),
        (boris, ProposeCommand("t", "undo"), "proposal-stands"),
        (boris, AnswerCommand(2, True), "proposal-gone"),
    ):
        assert await table.refusal(person, message) == why
    await send(table, boris, AnswerCommand(1, True))
    table = await table.restart()
    anna, _, clara = [await table.arrive(user) for user in USERS[:3]]
    assert await send(table, anna, propose) == [receipt]
    assert clara.proposal.waits == (2,)
    await send(table, clara, AnswerCommand(1, True))
    assert table.stage == "over"
