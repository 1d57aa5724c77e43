"""Proposals: claims, concessions, undo, stopping and replacing; which are accepted and which refused."""

import random
import sys
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace
from support.circles import depth
from support.example_games import example, example_if_any
from table.tables import USERS, Somebody, Table, asked, at_table, begun, play, quiet, rolling, said, settings, three

from prikup import claims
from prikup.claims import split_of_claim
from prikup.games import GAMES
from prikup.history.log import Act, Agreed, Conceded, Undo, deals_with_undo
from prikup.rules.cards import mask
from prikup.rules.errors import Reason
from prikup.rules.state import view
from prikup.rules.tricks import Tricks
from prikup.solver import Limits
from prikup.solver.from_view import open_positions
from prikup.sure_tricks import is_sure
from prikup.table.events import Answered, Proposed, decode
from prikup.table.protocol import Answer, Propose, Receipt, Refused, Sheet, Sit, Stand, Update
from prikup.table.table_settings import Timing


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search best play to the end, however slow the machine."""
    monkeypatch.setattr(claims, "LIMITS", Limits())


async def playing(**more: Any) -> tuple[Table, list[Somebody]]:
    """Return a table of three after the first trick."""
    table, people = await begun(settings(**more), *USERS[:3])
    await table.play_until(people, lambda: (now := tricks(table)) and now.past)
    return table, people


def tricks(table: Table) -> Tricks | None:
    """Return the tricks of the deal, or None before play."""
    state = table.state.state
    found: Tricks | None = state.public.tricks if state else None
    return found


# Claims


@at_table
async def test_a_claim_needs_the_word_of_all_who_hold_cards() -> None:
    table, people = await begun(settings(), *USERS[:3])
    anna = people[0]
    await table.play_until(people, lambda: tricks(table))
    holders = [person for person in people if table.deal.hands[person.seat]]
    by, *others = holders
    left = table.claimable(by.seat).left
    told = await said(table, by, Propose("c1", "claim", left))
    assert told[0] == Receipt("c1", table.state.n)
    proposal = anna.proposal
    assert (proposal.what, proposal.by, proposal.tricks, proposal.left) == ("claim", by.seat, left, left)
    assert proposal.waits == tuple(person.seat for person in others)
    for at, other in enumerate(others):
        assert table.stage == "deal"
        assert table.reread().agreeing_seats == tuple(person.seat for person in others[:at])
        await table.agree([other])
    assert table.stage != "deal"
    (agreed,) = table.logged(Agreed)
    assert agreed == Agreed(tuple(left * (seat == by.seat) for seat in range(3)), tuple(p.seat for p in holders))
    assert anna.seats.proposal is None
    assert anna.update.did[0].key == "did-take-rest"


@at_table
async def test_one_no_is_enough_and_a_proposer_may_withdraw() -> None:
    table, people = await playing()
    by, other, *_ = [person for person in people if person.seat in table.deal.public.tricks.seats]
    for who, at in ((other, 1), (by, 2)):
        await said(table, by, Propose(by.id(), "claim", table.claimable(by.seat).left))
        assert by.proposal.number == at
        await said(table, who, Answer(at, False))
        assert by.seats.proposal is None
    assert table.stage == "deal"
    assert await table.refusal(other, Answer(2, True)) == "proposal-gone"


@at_table
async def test_everybody_learns_which_action_is_asked_back_and_who_refuses() -> None:
    table, people = await begun(settings(), *USERS[:3])
    await table.play_until(people, lambda: tricks(table))
    by = people[table.deal.public.actor]
    card = by.update.legal[0]
    await said(table, by, by.act(card))
    await said(table, by, Propose("u", "undo"))
    other, third = (person for person in people if person is not by)
    assert [person.proposal.action for person in people] == [card] * 3
    await said(table, other, Answer(by.proposal.number, False))
    assert [(person.seats.proposal, person.seats.declined) for person in people] == [(None, other.seat)] * 3
    await said(table, third, Propose("s", "stop"))
    assert (by.proposal.action, by.seats.declined) == (None, None)
    await said(table, third, Answer(by.proposal.number, False))
    assert by.seats.declined == third.seat


@at_table
async def test_an_action_that_is_hidden_is_asked_back_without_its_name() -> None:
    table, people = await begun(settings(example_if_any(seats=4, sealed=True)), *USERS)
    by = people[table.deal.public.actor]
    await said(table, by, by.act(by.update.legal[0]))
    await said(table, by, Propose("u", "undo"))
    assert [person.proposal.action for person in people] == [None] * 4


@at_table
async def test_a_proposal_falls_when_somebody_acts_or_its_proposer_leaves() -> None:
    table, (person, other, _) = await three()
    await said(table, other, Propose("stop", "stop"))
    assert person.proposal.what == "stop"
    await said(table, person, person.act(person.update.legal[0]))
    assert person.seats.proposal is None
    await said(table, other, Propose("again", "stop"))
    assert person.proposal.what == "stop"
    await said(table, other, Stand())
    assert person.seats.proposal is None


@at_table
async def test_a_claim_is_for_some_of_the_tricks_that_are_left() -> None:
    table, (person, *_) = await playing()
    for claimed in (None, table.claimable(person.seat).most + 1, 1000):
        assert await table.refusal(person, Propose(person.id(), "claim", claimed)) == "claim-number", claimed


@at_table
async def test_computer_players_grant_what_is_sure_and_name_no_number() -> None:
    granted = refused = 0
    for dice in range(100):
        with rolling(dice):
            table, (anna,) = await begun(settings(example(seats=3, alone=True), deals=1), "anna")
        rng = random.Random(2)
        while table.stage == "deal":
            state, game = table.state.state, table.state.game
            if state is not None and state.public.tricks and anna.update.legal and state.hands[0]:
                seen = view(state, 0)
                if open_positions(game, seen):
                    break
                own = table.claimable(0)
                table.state.claims.clear()
                why_not = await table.refusal(anna, Propose(anna.id(), "claim", own.wanted))
                if is_sure(game, seen, own.wanted) and not isinstance(split_of_claim(game, seen, own.wanted), Reason):
                    (agreed,) = table.logged(Agreed)
                    assert sum(agreed.won[seat] for seat in own.side) == own.wanted
                    assert {s for s in range(3) if s == 0 or state.hands[s]} <= set(agreed.by)
                    granted += 1
                    break
                assert why_not in ("claim-uncertain", "claim-shares")
                assert not anna.all(Refused)[-1].reason.numbers
                refused += 1
            await play(table, [anna], rng, 1)
        await table.stop()
        if granted == depth(3):
            break
    assert granted == depth(3)
    assert refused > 10


@at_table
async def test_nobody_claims_more_than_three_times_in_a_deal_though_the_host_restarts() -> None:
    """Other clients see nothing of a claim refused at once; an older version can read its events."""
    table, (anna,) = await begun(settings(example(seats=3, alone=True), deals=2), "anna")
    dora = await table.arrive("dora")
    tries: list[str | None] = []
    while table.stage == "deal" and len(tries) < 5:
        state = table.state.state
        if state is not None and state.public.tricks and anna.update.legal and state.hands[0]:
            before = len(dora.told)
            tries.append(await table.refusal(anna, Propose(anna.id(), "claim", table.claimable(0).wanted)))
            assert dora.told[before:] == []
            assert anna.seats.proposal is None
            table = await table.restarted()
            anna, dora = await table.arrive("anna"), await table.arrive("dora")
            assert anna.seats.declined is None
        await play(table, [anna], random.Random(3), 1)
    assert len(tries) == 5
    assert tries[:3] == ["claim-uncertain"] * 3
    assert tries[3:] == ["claim-again"] * 2
    events = [event for commit in table.shelf.kept for event in decode(commit.events)]
    asked = [pair for pair in pairwise(events) if isinstance(pair[0], Proposed)]
    assert asked == [(Proposed(number, "claim", 0), Answered(number, 0, yes=False)) for number in (1, 2, 3)]


async def near_the_end(**more: Any) -> tuple[Table, list[Somebody]]:
    """Return a table of three where the third trick from the end is to be led."""
    table, people = await begun(settings(deals=2, **more), *USERS[:3])
    last = table.state.game.tricks - 3
    await table.play_until(people, lambda: (now := tricks(table)) and now.decided_count == last and not now.table)
    return table, people


@at_table
async def test_granted_claim_shows_its_line_of_play_once_the_deal_is_over() -> None:
    for less in (0, 1):
        table, people = await near_the_end()
        watcher = await table.arrive("dora")
        before, game = table.deal, table.state.game
        side = game.contest(before.public).sides[0]
        by = people[side[0]]
        others = [people[seat] for seat in before.public.tricks.seats if seat != by.seat]
        value = claims.best_play_tricks(
            game, view(replace(before, public=replace(before.public, shown=before.hands)), by.seat)
        )
        assert value is not None
        number = abs(value - less)
        await said(table, by, Propose("c", "claim", number))
        assert table.stage == "deal"
        assert not any(update.line for person in (*people, watcher) for update in person.all(Update))
        await table.agree(others)
        assert table.stage != "deal"
        line = by.update.line
        assert sum(trick.winner in side for trick in line) == number, "it ends with what was agreed"
        assert tuple(mask(dict(trick.lying)[seat] for trick in line) for seat in range(3)) == before.hands
        for person in (*people, watcher):
            assert person.last(Update).line == line
            takers = [item.numbers["player"] for item in person.last(Update).did if item.key == "rest-taken"]
            assert sorted(takers) == sorted({trick.winner for trick in line})
        assert not (await table.arrive("late")).last(Update).line
        await table.stop()


@at_table
async def test_watcher_of_a_delayed_table_sees_the_line_of_play_last_and_once_the_deal_has_ended() -> None:
    table, people = await near_the_end(delayed=True)
    watcher = await table.arrive("dora")
    before, game = table.deal, table.state.game
    by = people[game.contest(before.public).sides[0][0]]
    value = claims.best_play_tricks(
        game, view(replace(before, public=replace(before.public, shown=before.hands)), by.seat)
    )
    await said(table, by, Propose("c", "claim", value))
    watchers = watcher, await table.arrive("late")
    assert by.proposal.what == "claim"
    for each in watchers:
        assert each.seats.proposal is None
        assert not each.all(Update)
    await table.agree([people[seat] for seat in before.public.tricks.seats if seat != by.seat])
    assert by.update.line
    for each in watchers:
        *deal, end = each.all(Update)
        assert end.line == by.update.line
        assert deal
        assert not any(update.line for update in deal)


@at_table
async def test_without_a_solver_those_are_asked_too_who_have_played_their_last_card(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "prikup.solver.native", None)
    monkeypatch.delattr("prikup.solver.native", raising=False)
    table, people = await begun(settings(example(seats=3, alone=True)), *USERS[:3])
    before_last = table.state.game.tricks - 1
    await table.play_until(
        people, lambda: (now := tricks(table)) and now.decided_count == before_last and len(now.table) == 2
    )
    last = asked(people)
    await said(table, last, Propose("c", "claim", 1))
    assert set(last.proposal.waits) == {0, 1, 2} - {last.seat}


# Concessions


@at_table
async def test_a_side_may_give_up_where_the_rules_know_that() -> None:
    table, people = await begun(settings(example_if_any(seats=4, concedes=True)), *USERS)
    while not table.logged(Conceded):
        if table.stage != "deal" or await table.refusal(people[0], Propose(people[0].id(), "concede")):
            await table.play(people, 1)
    assert table.logged(Conceded) == [Conceded((0, 2))]
    assert people[1].seats.proposal is None
    assert people[1].update.did[0].key == "did-concede"


# Undo


def may(person: Somebody) -> dict[str, str | None]:
    """Return the proposals shown to a client, each with the key of the reason why it is not possible, or None."""
    return {one.what: one.why_not.key if one.why_not else None for one in person.update.possible}


@at_table
async def test_an_action_is_taken_back_by_consent() -> None:
    table, people = await begun(settings(example_if_any(seats=4, sealed=True)), *USERS)
    state = table.deal
    by = people[state.public.actor]
    others = [person for person in people if person is not by]
    assert may(by)["undo"] == "undo-nothing"
    await said(table, by, by.act(by.update.legal[0]))
    assert by.update.legal == ()
    assert may(by)["undo"] is None
    await said(table, by, Propose("u1", "undo"))
    proposal = by.proposal
    assert set(proposal.waits) == {person.seat for person in others}
    for other in others[:2]:
        await said(table, other, Answer(proposal.number, True))
        for yes in (True, False):
            assert await table.refusal(other, Answer(proposal.number, yes)) == "answer-not-asked"
    assert table.state.state != state
    await said(table, others[2], Answer(proposal.number, True))
    assert table.logged(Undo) == [Undo(0)]
    assert table.state.state == state
    assert by.update.legal
    assert [person.update.did[0].key for person in (by, others[0])] == ["did-undo", "did-undo-unseen"]
    assert table.reread().state == state
    old = by.all(Update)[-3]
    await said(table, by, by.act(by.update.legal[-1]))
    assert by.update.n > old.n
    await table.play_deal(people)
    assert people[0].last(Sheet).taken_back == (), "a deal counts in which people let somebody take back"


@at_table
async def test_against_computer_players_alone_one_goes_back_as_far_as_one_likes() -> None:
    table, (anna,) = await begun(settings(deals=2), "anna")
    log = table.log
    begun_with = log.start
    await table.play([anna], 6)
    while table.stage == "deal" and may(anna)["undo"] is None:
        await said(table, anna, Propose(anna.id(), "undo"))
        assert anna.seats.proposal is None
    assert may(anna)["undo"] == "undo-nothing"
    assert not any(isinstance(entry, Act) and entry.seat == 0 for entry in log.entries)
    assert log.start == begun_with
    await table.play([anna])
    assert anna.all(Sheet)[-1].taken_back == (1,)
    assert deals_with_undo(log.events)[:1] == (1,), "the log says so"


@at_table
async def test_what_is_possible_is_what_is_done() -> None:
    for game in GAMES:
        table, people = await begun(settings(game, deals=1), *USERS)
        people = people[: table.state.game.seats]
        while table.stage == "deal":
            for person in people:
                for what, why_not in may(person).items():
                    if what == "claim" or not why_not:
                        continue
                    await said(table, person, Propose(person.id(), what))  # type: ignore[arg-type]
                    assert person.refusal == why_not, (game, what)
                if "concede" not in may(person):
                    assert await table.refusal(person, Propose(person.id(), "concede")) == "no-concession"
                assert (may(person)["claim"] is None) == (person.update.claim is not None)
            await table.play(people, 1)
        await table.stop()


# Undoing actions of a stand-in computer player after other players have acted


async def left() -> tuple[Table, list[Somebody]]:
    """Return a table that Boris has left on seat 1, and the remaining clients."""
    table, (anna, boris, clara) = await begun(settings(deals=1), *USERS[:3])
    table.leave(boris)
    await quiet(61)
    return table, [anna, clara]


async def returned() -> tuple[Table, list[Somebody], Somebody]:
    """Return a table to which Boris has returned after a computer player, then other players, have acted."""
    table, people = await left()
    await table.play_until(
        people, lambda: table.state.stand_in_actions and any(person.update.legal for person in people)
    )
    last = next(person for person in people if person.update.legal)
    await said(table, last, last.act(last.update.legal[0]))
    boris = await table.arrive("boris")
    return table, people, boris


@at_table
async def test_what_a_computer_player_did_for_somebody_goes_back_with_all_since_if_all_agree() -> None:
    table, people, boris = await returned()
    assert may(boris)["undo"] is None
    log = table.log
    first = next(at for at, entry in enumerate(log.entries) if isinstance(entry, Act) and entry.seat == boris.seat)
    back, acted = len(log.entries) - first, {entry.seat for entry in log.entries[first:] if isinstance(entry, Act)}
    assert back > len(boris.update.stood_in), "others have acted since"
    await said(table, boris, Propose("u", "undo"))
    for one in people:
        proposal = boris.proposal
        assert (proposal.back, one.seat in proposal.waits) == (back, True)
        await said(table, one, Answer(proposal.number, True))
    assert table.logged(Undo) == [Undo(first)]
    assert (len(log.entries), boris.update.stood_in, may(boris)["undo"]) == (first, (), "undo-nothing")
    assert table.state.seats_to_act == (boris.seat,)
    assert boris.update.legal
    assert {reason.numbers["player"] for reason in people[0].update.did} == acted > {boris.seat}
    kept = table.reread()
    assert (kept.state, kept.stand_in_actions) == (table.state.state, {})
    await table.play([*people, boris])
    assert people[0].last(Sheet).taken_back == ()


@at_table
async def test_one_no_lets_stand_what_a_computer_player_did_for_somebody() -> None:
    table, (anna, clara), boris = await returned()
    await said(table, boris, Propose("u", "undo"))
    await table.agree([anna])
    await said(table, clara, Answer(clara.proposal.number, False))
    assert not table.logged(Undo)
    await table.play_until([anna, clara], lambda: boris.update.legal)
    await said(table, boris, boris.act(boris.update.legal[0]))
    await table.play([anna, clara], 1)
    await said(table, boris, Propose("v", "undo"))
    assert boris.refusal in ("undo-others", "no-deal"), "who has acted since plays on"


@at_table
async def test_what_somebody_else_takes_back_lets_stand_what_was_done_for_one() -> None:
    table, people = await left()
    anna, clara = people
    done: dict[int, tuple[int, ...]] = {}
    while not table.logged(Undo):
        one = next((person for person in people if person.update.legal), None)
        if one is None or not table.state.stand_in_actions:
            await table.play(people, 1)
            continue
        done = dict(table.state.stand_in_actions)
        await said(table, one, one.act(one.update.legal[0]))
        if may(one)["undo"] is None:
            await said(table, one, Propose(one.id(), "undo"))
            if (asked := one.seats.proposal) is not None:
                await said(table, clara if one is anna else anna, Answer(asked.number, True))
    assert table.state.stand_in_actions == done


# Stopping


@at_table
async def test_all_people_may_stop_the_match() -> None:
    table, (anna, boris) = await begun(settings(), "anna", "boris", timing=Timing())
    await table.play_until([anna, boris], lambda: table.state.bots)
    await said(table, anna, Propose("s", "stop"))
    assert boris.proposal.waits == (1,)
    n = table.state.n
    await quiet(100)
    assert table.state.n == n, "computer players wait meanwhile"
    await table.agree([boris])
    assert table.stage == "over"
    assert (boris.update.legal, boris.update.asked) == ((), ())
    table, people = await begun(settings(), "anna")
    await table.play_deal(people)
    await said(table, people[0], Propose("s", "stop"))
    assert table.stage == "over", "one may stop alone, and between two deals"


@at_table
async def test_those_who_are_absent_have_no_word() -> None:
    table, (anna, boris, clara) = await begun(settings(absent="wait"), *USERS[:3])
    table.leave(clara)
    await said(table, anna, Propose("s", "stop"))
    await said(table, boris, Answer(1, True))
    assert table.stage == "deal", "she may come back"
    await quiet(59)
    assert table.stage == "deal"
    await quiet(2)
    assert table.stage == "over"


@at_table
async def test_nothing_is_granted_in_the_name_of_the_absent_but_what_is_certain() -> None:
    table, people = await playing(absent="wait")
    by, away, *_ = [person for person in people if person.seat in table.deal.public.tricks.seats]
    table.leave(away)
    await quiet(100)
    await said(table, by, Propose("c", "claim", table.claimable(by.seat).left))
    assert away.seat in by.proposal.waits


# Replacing


@at_table
async def test_the_others_vote_to_replace_one_who_is_absent() -> None:
    table, (anna, boris, clara) = await begun(settings(absent="vote"), *USERS[:3])
    assert await table.refusal(anna, Propose("r1", "replace", seat=2)) == "not-absent"
    table.leave(clara)
    await quiet(31)
    assert await table.refusal(anna, Propose("r2", "replace", seat=2)) == "not-absent"
    await quiet(31)
    for seat in (None, 0, 3, 1000):
        assert await table.refusal(anna, Propose(anna.id(), "replace", seat=seat)) == "not-absent"
    await said(table, anna, Propose("r3", "replace", seat=2))
    assert (boris.proposal.seat, boris.proposal.waits) == (2, (1,))
    await table.agree([boris])
    assert anna.seats.proposal is None
    assert anna.sees(2).level == "rule"
    clara = await table.arrive("clara")
    assert anna.sees(2).level == ""
    await said(table, clara, Stand())
    await said(table, anna, Propose("r", "replace", seat=2))
    assert anna.proposal.seat == 2
    await said(table, clara, Sit(2))
    assert boris.seats.proposal is None, "the vote is over when the absent comes back"
    assert boris.sees(2).level == ""


# Refusals


@at_table
async def test_nobody_may_ask_for_ever() -> None:
    table, people = await begun(settings(), *USERS[:3])
    anna = people[0]
    for number in (1, 2, 3):
        await said(table, anna, Propose(anna.id(), "stop"))
        await said(table, anna, Answer(number, False))
    assert await table.refusal(anna, Propose(anna.id(), "stop")) == "proposal-again"
    await said(table, asked(people), asked(people).act(asked(people).update.legal[0]))
    await said(table, anna, Propose(anna.id(), "stop"))
    assert anna.proposal.number == 4


@at_table
async def test_a_proposal_is_made_once_and_survives_a_restart() -> None:
    table, (anna, boris, clara) = await begun(settings(), *USERS[:3])
    propose = Propose("p1", "stop")
    await said(table, anna, propose)
    receipt = anna.last(Receipt)
    assert await said(table, anna, propose) == [receipt]
    for person, message, why in (
        (anna, Propose("p1", "undo"), "id-twice"),
        (anna, Answer(1, True), "answer-not-asked"),
        (boris, Propose("t", "undo"), "proposal-stands"),
        (boris, Answer(2, True), "proposal-gone"),
    ):
        assert await table.refusal(person, message) == why
    await said(table, boris, Answer(1, True))
    table = await table.restarted()
    anna, _, clara = [await table.arrive(user) for user in USERS[:3]]
    assert await said(table, anna, propose) == [receipt]
    assert clara.proposal.waits == (2,)
    await said(table, clara, Answer(1, True))
    assert table.stage == "over"
