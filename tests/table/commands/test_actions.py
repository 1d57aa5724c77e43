"""Actions: refusals, batches, late and repeated commands, sealed bids."""

from itertools import permutations

import pytest
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
    table_test,
    table_test_on_each_host,
    three,
)

from prikup.rules.cards import cards
from prikup.rules.errors import reason
from prikup.rules.exchange import DISCARD
from prikup.rules.state import view
from prikup.table.protocol.client_messages import ActCommand, WhyCommand
from prikup.table.protocol.message_parts import SeatAction
from prikup.table.protocol.server_messages import (
    ReceiptMessage,
    RefusedMessage,
    SeatsMessage,
    UpdateMessage,
    WhyMessage,
)
from prikup.table.state.table_state import TableState
from prikup.table.table_settings import TableSettings


async def play_until_exchange(table: Table, people: list[Somebody], *, is_discard: bool) -> Somebody:
    """Play until a player has to give or discard at least two cards (`is_discard`: discard); return that player."""

    def is_exchange_due() -> bool:
        state = table.state.state
        exchange = getattr(state.public, "exchange", None) if state is not None else None
        current_debt = exchange.current_debt if exchange and not exchange.over else None
        return bool(current_debt and current_debt.count > 1 and is_discard == (current_debt.receiver is DISCARD))

    await table.play_until(people, is_exchange_due)
    return client_to_act(people)


# Single actions


@table_test
async def test_action_gets_receipt_and_is_sent_to_all_clients() -> None:
    table, people = await three()
    act = people[0].act(people[0].update.legal[0])
    messages = await send(table, people[0], act)
    assert messages[0] == ReceiptMessage(act.id, table.state.n)
    for person in people:
        assert person.update.n == table.state.n
        assert len(person.update.moved) == 1
        assert person.update.did


@table_test
async def test_illegal_action_is_refused_with_rule_and_legal_actions() -> None:
    table, (person, opponent, _) = await three()
    n = table.state.n
    game, player_view = table.state.game, person.update.view
    first_unknown_action = 52 + len(game.calls)
    illegal_call = next(call for call in range(52, first_unknown_action) if call not in person.update.legal)
    for act in (0, illegal_call, first_unknown_action, 1000):
        expected_reason = (
            game.explanations.why_illegal(player_view, act, game.legal(player_view))
            if act < first_unknown_action
            else reason("not-an-action", text=str(act))
        )
        command = person.act(act)
        assert await send(table, person, command) == [RefusedMessage(expected_reason, command.id, person.update.legal)]
        assert await send(table, person, WhyCommand(n, act)) == [WhyMessage(n, act, expected_reason)], (
            "one may also ask"
        )
    assert await send(table, person, WhyCommand(n, legal := person.update.legal[0])) == [WhyMessage(n, legal, None)]
    (refusal,) = await send(table, opponent, opponent.act(52))
    assert isinstance(refusal, RefusedMessage)
    assert (refusal.reason.key, refusal.legal) == ("not-your-turn", ())
    assert table.state.n == n


# Late and repeated commands


@table_test
async def test_action_for_old_prompt_is_stale_and_current_prompt_is_sent() -> None:
    table, people = await three()
    first, old_version = people[0], people[0].update.n
    await table.play(people, 1)
    await table.play_until(people, lambda: client_to_act(people) is first)
    n = table.state.n
    messages = await send(table, first, ActCommand(old_version, "late", first.update.legal[0]))
    assert [type(message) for message in messages] == [SeatsMessage, UpdateMessage, RefusedMessage]
    assert first.refusal == "stale"
    assert first.update.moved == ()
    assert await table.refusal(first, WhyCommand(old_version, first.update.legal[0])) == "stale"
    assert await table.refusal(first, ActCommand(n + 1, "early", first.update.legal[0])) == "stale"
    assert table.state.n == n


@table_test
async def test_action_stays_valid_when_version_grew_without_new_prompt() -> None:
    """Leaving and returning to a seat adds rows without a new prompt."""
    table, (first, opponent, _) = await three()
    old_version = first.update.n
    table.leave(opponent)
    await run_loop(table.state.settings.away_s)
    table.join(opponent)
    await run_loop()
    assert table.state.n == old_version + 2
    act = ActCommand(old_version, "still-good", first.update.legal[0])
    assert await send(table, first, act)
    assert first.last(ReceiptMessage) == ReceiptMessage("still-good", old_version + 3)


@table_test_on_each_host
async def test_repeated_command_gets_first_receipt_even_after_restart() -> None:
    table, people = await three()
    person = people[0]
    act = person.act(person.update.legal[0])
    await send(table, person, act)
    receipt = person.last(ReceiptMessage)
    await table.play(people, 3)
    n = table.state.n
    assert await send(table, person, act) == [receipt]
    batch = ActCommand(act.n, act.id, (act.act,)) if isinstance(act.act, int) else act
    assert await send(table, person, batch) == [receipt], "one action, or a list of one"
    changed_act = ActCommand(act.n, act.id, 53)
    (refusal,) = await send(table, person, changed_act)
    assert isinstance(refusal, RefusedMessage)
    assert (refusal.reason.key, refusal.id) == ("id-twice", act.id)
    assert table.state.n == n

    reread_state = table.reread()
    assert reread_state._receipts == table.state._receipts
    table = await table.restart()
    new_client = await table.arrive(person.user)
    assert await send(table, new_client, act) == [receipt]
    assert await table.refusal(new_client, ActCommand(act.n, act.id, 99)) == "id-twice"


# Batches


@table_test
async def test_discards_in_a_batch_are_applied_together_or_not_at_all() -> None:
    table, people = await started_table(settings(example_if_any(seats=3, discards=2)), *USERS[:3])
    person = await play_until_exchange(table, people, is_discard=True)
    discards = person.update.legal[:2]
    missing_card = next(card for card in range(52) if card not in person.update.legal)
    n = table.state.n
    assert await table.refusal(person, person.act(discards[0], missing_card)) == "not-in-hand"
    assert person.last(RefusedMessage).legal == person.update.legal
    assert await table.refusal(person, person.act(discards[0], discards[0])) == "not-in-hand"
    assert await table.refusal(person, person.act(*person.update.legal[:3])) == "act-too-many"
    assert person.last(RefusedMessage).reason.numbers == {"number": 2}
    assert table.state.n == n

    await send(table, person, person.act(*discards))
    assert table.state.n == n + 1
    assert person.update.moved == tuple(SeatAction(person.seat, card) for card in discards)
    opponents = [opponent for opponent in people if opponent is not person]
    assert all(opponent.update.moved == (SeatAction(person.seat, None),) * 2 for opponent in opponents)


@table_test
async def test_refused_batch_reveals_nothing_of_its_first_action() -> None:
    """In an exchange card by card, trying a second card must not reveal what is received for the first."""
    table, people = await started_table(settings(example_if_any(seats=3, gives=2)), *USERS[:3])
    person = await play_until_exchange(table, people, is_discard=False)
    given_card = person.update.legal[0]
    hand = person.update.view.hand
    for card in (card for card in range(52) if card != given_card):
        assert await table.refusal(person, person.act(given_card, card)) == "act-too-many", (
            f"{card} is {'not ' * (not hand >> card & 1)}in the hand"
        )


@table_test
async def test_batch_across_two_phases_is_refused() -> None:
    """The two cards given are one answer; the lead is another, even by the same player."""
    table, people = await started_table(settings(example_if_any(seats=3, gives=2)), *USERS[:3])
    person = people[0]
    batch: tuple[int, ...] = ()
    while not batch:
        await table.play(people, 1)
        person = client_to_act(people) if table.stage == "deal" else person
        batch = actions_across_phases(table.state, person.seat)
    n = table.state.n
    assert await table.refusal(person, person.act(*batch)) == "act-too-many"
    assert table.state.n == n


def actions_across_phases(table_state: TableState, seat: int) -> tuple[int, ...]:
    """Return actions of one seat that are legal one after another but belong to two phases."""
    state = table_state.state
    actions: tuple[int, ...] = ()
    if state is None or state.public.phase == "play":
        return ()
    phase = state.public.phase
    while state.public.actor == seat and len(actions) < 16:
        action = table_state.game.legal(view(state, seat))[0]
        actions = (*actions, action)
        if state.public.phase != phase:
            return actions
        state = table_state.game.apply(state, action)
    return ()


# Sealed bids


def sealed_bid_settings() -> TableSettings:
    """Return the settings of a table of four with sealed bids."""
    return settings(example_if_any(seats=4, sealed=True))


@pytest.mark.parametrize("order", list(permutations(range(4)))[::5])
@table_test
async def test_sealed_bids_are_accepted_in_any_order(order: tuple[int, ...]) -> None:
    table, people = await started_table(sealed_bid_settings(), *USERS)
    n, phase, eva = table.state.n, table.deal.public.phase, await table.arrive("eva")
    assert people[0].update.asked == (0, 1, 2, 3)
    bids = {}
    for index, seat in enumerate(order):
        person = people[seat]
        assert person.update.legal == table.state.game.legal(table.state.decision_view(seat)) != ()
        assert person.update.ask
        bids[seat] = person.update.legal[-1]
        act = ActCommand(n, person.id(), bids[seat])
        await send(table, person, act)
        assert person.last(ReceiptMessage).id == act.id, "the bids of the others do not make it stale"
        if index < 3:
            for receiver in (*people, eva):
                update, is_bidder = receiver.update, receiver is person
                assert (update.laid, update.asked) == (
                    tuple(sorted(order[: index + 1])),
                    tuple(sorted(order[index + 1 :])),
                )
                assert update.moved == (SeatAction(seat, bids[seat] if is_bidder else None),)
                assert update.did[0].key == (f"did-{phase}-card" if is_bidder else f"did-{phase}")
                assert update.mine == bids.get(-1 if receiver is eva else receiver.seat)
            reread_state = table.reread()
            assert (reread_state.early_actions, reread_state.seats_to_act) == (
                table.state.early_actions,
                table.state.seats_to_act,
            )
            assert (person.update.legal, person.update.ask) == ((), ())
    # Only actions are entered while bids are sealed.
    assert {entry.seat: entry.act for entry in table.log.entries[:4]} == bids  # type: ignore[union-attr]
    update = people[0].update
    assert (update.laid, update.mine) == ((), None)
    assert "did-turn-up" in [fact.key for fact in update.did]
    assert table.deal.public.phase != phase


@table_test
async def test_sealed_bid_is_sent_once_and_ends_its_players_turn() -> None:
    table, people = await started_table(sealed_bid_settings(), *USERS)
    actor = table.deal.public.actor
    late_bidder, first = people[(actor + 2) % 4], people[actor]
    await send(table, late_bidder, late_bidder.act(late_bidder.update.legal[0]))
    assert (
        await table.refusal(
            late_bidder, late_bidder.act(late_bidder.update.legal[0] if late_bidder.update.legal else 52)
        )
        == "not-your-turn"
    )
    assert await table.refusal(first, first.act(*first.update.legal[:2])) in ("act-too-many", "not-your-turn")
    third = people[(actor + 1) % 4]
    assert await table.refusal(third, third.act(*third.update.legal[:2])) == "act-too-many"
    old_count = len(first.all(UpdateMessage))
    await send(table, first, first.act(first.update.legal[0]))
    await send(table, third, third.act(third.update.legal[0]))
    moved_seats = [move.seat for update in first.all(UpdateMessage)[old_count:] for move in update.moved]
    assert moved_seats == [first.seat, third.seat], "what was laid before is not told again"


@table_test
async def test_illegal_sealed_bid_is_refused_out_of_turn() -> None:
    table, people = await started_table(sealed_bid_settings(), *USERS)
    late_bidder = people[(table.deal.public.actor + 3) % 4]
    illegal_bid = next(card for card in cards(late_bidder.update.view.hand) if card not in late_bidder.update.legal)
    n = table.state.n
    assert await table.refusal(late_bidder, late_bidder.act(illegal_bid)) in ("card-cannot-bid", "ace-cannot-bid")
    missing_card = next(card for card in range(52) if not late_bidder.update.view.hand >> card & 1)
    assert await table.refusal(late_bidder, late_bidder.act(missing_card)) == "not-in-hand"
    assert late_bidder.last(RefusedMessage).legal == late_bidder.update.legal
    (response,) = await send(table, late_bidder, WhyCommand(n, late_bidder.update.legal[0]))
    assert response == WhyMessage(n, late_bidder.update.legal[0], None)
    assert table.state.n == n


@table_test
async def test_bots_place_sealed_bids_without_waiting() -> None:
    table, people = await started_table(sealed_bid_settings(), "anna")
    (anna,) = people
    if anna.update.view.public.phase == "bid":
        assert anna.update.asked == (0,)
        assert anna.update.laid == (1, 2, 3)
        await send(table, anna, anna.act(anna.update.legal[0]))
    assert anna.update.view.public.phase != "bid"
