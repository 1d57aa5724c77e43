"""What a table agrees to: claims, concessions, taking back, stopping, replacing; and what it does not."""

import random
from typing import Any

import pytest
from support.example_games import example, example_if_any
from table.tables import (
    THREE,
    Shelf,
    Somebody,
    asked,
    at_table,
    begun,
    events,
    load,
    play,
    quiet,
    said,
    seated,
    settings,
    stage,
    state_of,
)

from prikup import claims
from prikup.errors import Reason
from prikup.game import Settled
from prikup.games import GAMES
from prikup.history.log import Act, Agreed, Conceded, Undo, taken_back
from prikup.solver import Limits, Position, solve
from prikup.solver.from_view import open_positions
from prikup.state import view
from prikup.table.actor import Table
from prikup.table.protocol import Answer, Next, Propose, Receipt, Refused, Seats, Sheet, Sit, Stand, Start, Update
from prikup.table.state import TableState
from prikup.table.table_settings import Timing


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let best play be searched for to the end, however slow the machine."""
    monkeypatch.setattr(claims, "LIMITS", Limits())


async def playing(*users: str, game: str = THREE, **more: Any) -> tuple[Table, list[Somebody]]:
    """A table where a trick has been taken."""
    table, people = await begun(settings(game, **more), *users)
    rng = random.Random(1)
    while not (state := state_of(table).state) or not state.public.tricks or not state.public.tricks.past:
        await play(table, people, rng, 1)
    return table, people


def split(table: Table, seat: int) -> tuple[int, ...]:
    """All the tricks that are left to one seat."""
    state, game = state_of(table).state, state_of(table).game
    assert state is not None
    claims = (tuple(left if each == seat else 0 for each in range(game.seats)) for left in range(20))
    return next(won for won in claims if not isinstance(game.settle(state, Settled(tricks=won)), Reason))


# Claims


@at_table
async def test_a_claim_needs_the_word_of_all_who_hold_cards() -> None:
    shelf = Shelf()
    table, (anna, boris, clara) = await begun(settings(), "anna", "boris", "clara", shelf=shelf)
    people = [anna, boris, clara]
    while not (state := state_of(table).state) or not state.public.tricks:
        await play(table, people, random.Random(1), 1)
    holders = [person for person in people if state.hands[person.seat]]
    by, *others = holders
    rest = list(split(table, by.seat))
    rest[by.seat] -= 1
    rest[others[0].seat] += 1
    won = tuple(rest)
    told = await said(table, by, Propose("c1", "claim", won))
    assert told[0] == Receipt("c1", state_of(table).n)
    proposal = anna.seats.proposal
    assert proposal is not None
    assert (proposal.what, proposal.by, proposal.won) == ("claim", by.seat, won)
    assert proposal.waits == tuple(person.seat for person in others)
    for at, other in enumerate(others):
        assert stage(table) == "deal"
        assert TableState.of(table.settings, shelf.kept).yes == tuple(person.seat for person in others[:at])
        await said(table, other, Answer(proposal.number, True))
    assert stage(table) != "deal"
    assert events(table, Agreed) == [Agreed(won, tuple(sorted(person.seat for person in holders)))]
    assert anna.seats.proposal is None
    assert anna.update.did[0].key == "did-agree"


@at_table
async def test_one_no_is_enough_and_a_proposer_may_withdraw() -> None:
    table, people = await playing("anna", "boris", "clara")
    state = state_of(table).state
    assert state is not None
    by, other, *_ = [person for person in people if person.seat in state.public.tricks.seats]
    for who, at in ((other, 1), (by, 2)):
        await said(table, by, Propose(by.id(), "claim", split(table, by.seat)))
        assert by.seats.proposal is not None
        assert by.seats.proposal.number == at
        await said(table, who, Answer(at, False))
        assert by.seats.proposal is None
    assert stage(table) == "deal"
    await said(table, other, Answer(2, True))
    assert other.refusal == "proposal-gone"


@at_table
async def test_a_proposal_falls_when_somebody_acts() -> None:
    table, people = await playing("anna", "boris", "clara")
    person = asked(people)
    other = next(p for p in people if p is not person)
    await said(table, other, Propose("stop", "stop"))
    assert person.seats.proposal is not None
    await said(table, person, person.act(person.update.legal[0]))
    assert person.seats.proposal is None


@pytest.mark.parametrize("won", [(), (99, 0, 0), (0, 0), (1, 2, 3, 4), (1000, 1000, 1000), (0,) * 9])
@at_table
async def test_a_claim_must_split_the_tricks_that_are_left(won: tuple[int, ...]) -> None:
    table, people = await playing("anna", "boris", "clara")
    person = asked(people)
    (refused,) = await said(table, person, Propose("x", "claim", won))
    assert isinstance(refused, Refused)
    assert (refused.reason.key, refused.id) == ("split-must-sum", "x")


@at_table
async def test_there_is_nothing_to_claim_before_the_play() -> None:
    table, people = await begun(settings(), "anna", "boris", "clara")
    await said(table, people[0], Propose("x", "claim", (10, 0, 0)))
    assert people[0].refusal == "no-tricks-yet"
    table, (anna,) = await seated(settings(), "anna")
    for what in ("claim", "undo", "stop", "concede", "replace"):
        await said(table, anna, Propose(anna.id(), what, seat=1))
        assert anna.refusal == "no-deal"
    await said(table, anna, Start())
    await said(table, anna, Propose(anna.id(), "claim", (1, 2, 3)))
    assert anna.refusal == "no-deal"


@at_table
async def test_while_cards_are_hidden_computer_players_grant_what_best_play_gives() -> None:
    granted = refused = 0
    for _ in range(50):
        table, (anna,) = await begun(settings(example(seats=3, alone=True), deals=1), "anna")
        rng = random.Random(2)
        while stage(table) == "deal":
            state = state_of(table).state
            if state is not None and state.public.tricks and anna.update.legal and state.hands[0]:
                if open_positions(state_of(table).game, view(state, 0)):
                    break
                game, won = state_of(table).game, split(table, 0)
                contest = game.contest(state.public)
                side = next(side for side in contest.sides if 0 in side)
                value = solve(Position.of(state.public.tricks, state.hands, side, contest.goal))
                better = sum(won) > value if contest.goal == "most" else sum(won) < value
                await said(table, anna, Propose(anna.id(), "claim", won))
                if better:
                    assert anna.refusal == "claim-better"
                    refused += 1
                else:
                    (agreed,) = events(table, Agreed)
                    assert isinstance(agreed, Agreed)
                    assert agreed.won == won
                    assert {s for s in range(3) if s == 0 or state.hands[s]} <= set(agreed.by)
                    granted += 1
                    break
            await play(table, [anna], rng, 1)
    assert granted >= 3
    assert refused > 10


# Concessions


@at_table
async def test_a_side_may_give_up_where_the_rules_know_that() -> None:
    table, people = await begun(settings(example_if_any(seats=4, concedes=True)), "anna", "boris", "clara", "dora")
    rng = random.Random(1)
    while not events(table, Conceded):
        state = state_of(table).state
        if state is not None:
            concession = Propose(people[0].id(), "concede")
            await said(table, people[0], concession)
            if stage(table) != "deal":
                break
            assert people[0].last(Refused).id == concession.id
        await play(table, people, rng, 1)
    assert events(table, Conceded) == [Conceded((0, 2))]
    assert people[1].seats.proposal is None
    assert people[1].update.did[0].key == "did-concede"


@at_table
async def test_elsewhere_one_may_not() -> None:
    table, people = await begun(settings(example(seats=3, concedes=False)), "anna", "boris", "clara")
    await said(table, people[0], Propose("x", "concede"))
    assert people[0].refusal == "no-concession"


# Taking back


@at_table
async def test_an_action_is_taken_back_by_consent() -> None:
    shelf = Shelf()
    table, people = await begun(
        settings(example_if_any(seats=4, sealed=True)), "anna", "boris", "clara", "dora", shelf=shelf
    )
    state = state_of(table).state
    assert state is not None
    by = people[state.public.actor]
    others = [person for person in people if person is not by]
    await said(table, by, by.act(by.update.legal[0]))
    assert by.update.legal == ()
    await said(table, by, Propose("u1", "undo"))
    proposal = by.seats.proposal
    assert proposal is not None
    assert set(proposal.waits) == {person.seat for person in others}
    for other in others[:2]:
        await said(table, other, Answer(proposal.number, True))
        await said(table, other, Answer(proposal.number, True))
        assert other.refusal == "answer-not-asked"
    assert state_of(table).state != state
    await said(table, others[2], Answer(proposal.number, True))
    assert events(table, Undo) == [Undo(0)]
    assert state_of(table).state == state
    assert by.update.legal
    assert by.update.did[0].key == "did-undo"
    assert others[0].update.did[0].key == "did-undo-unseen"
    assert TableState.of(table.settings, shelf.kept).state == state
    old = by.all(Update)[-3]
    await said(table, by, by.act(by.update.legal[-1]))
    assert by.update.n > old.n


@at_table
async def test_what_has_taught_something_or_was_answered_stays() -> None:
    table, people = await begun(settings(), "anna", "boris", "clara")
    await said(table, people[0], Propose("u1", "undo"))
    assert people[0].refusal == "undo-nothing"
    first = asked(people)
    await said(table, first, first.act(first.update.legal[0]))
    second = asked(people)
    await said(table, second, second.act(second.update.legal[0]))
    await said(table, first, Propose("u2", "undo"))
    assert first.refusal in ("undo-others", "no-deal")


@at_table
async def test_against_computer_players_alone_one_goes_back_as_far_as_one_likes() -> None:
    shelf = Shelf()
    table, (anna,) = await begun(settings(deals=2), "anna", shelf=shelf)
    log = state_of(table).log
    assert log is not None
    begun_with = log.start
    await play(table, [anna], random.Random(1), 6)
    while stage(table) == "deal" and may(anna)["undo"] is None:
        await said(table, anna, Propose(anna.id(), "undo"))
        assert anna.seats.proposal is None
    assert may(anna)["undo"] == "undo-nothing"
    assert [entry for entry in log.entries if isinstance(entry, Act) and entry.seat == 0] == []
    assert log.start == begun_with
    await play(table, [anna], random.Random(1))
    assert anna.all(Sheet)[-1].taken_back == (1,)
    kept = TableState.of(table.settings, shelf.kept).log
    assert kept is not None
    assert taken_back(kept.events)[:1] == (1,), "the log says so"


@at_table
async def test_a_deal_counts_in_which_people_let_somebody_take_back() -> None:
    table, people = await begun(settings(), "anna", "boris", "clara")
    first = asked(people)
    assert may(first)["undo"] == "undo-nothing"
    await said(table, first, first.act(first.update.legal[0]))
    if may(first)["undo"] is None:
        await said(table, first, Propose("u", "undo"))
        number = first.seats.proposal
        assert number is not None
        for other in people:
            if other is not first:
                await said(table, other, Answer(number.number, True))
        assert events(table, Undo)
    assert anna_sheet(people).taken_back == ()


def may(person: Somebody) -> dict[str, str | None]:
    """What somebody may propose, with the key of the reason why they cannot."""
    return {one.what: one.why_not.key if one.why_not else None for one in person.update.possible}


def anna_sheet(people: list[Somebody]) -> Sheet:
    """The sheet as the first one was told of it."""
    return people[0].all(Sheet)[-1]


@at_table
async def test_what_is_possible_is_what_is_done() -> None:
    for game in GAMES:
        table, people = await begun(settings(game, deals=1), "anna", "boris", "clara", "dora")
        rng = random.Random(3)
        people = people[: state_of(table).game.seats]
        while stage(table) == "deal":
            for person in people:
                for what, why_not in may(person).items():
                    if what == "claim" or not why_not:
                        continue
                    await said(table, person, Propose(person.id(), what))  # type: ignore[arg-type]
                    assert person.refusal == why_not, (game, what)
                if "concede" not in may(person):
                    await said(table, person, Propose(person.id(), "concede"))
                    assert person.refusal == "no-concession"
                assert (may(person)["claim"] is None) == (person.update.claim is not None)
            await play(table, people, rng, 1)
        await table.stop()


@at_table
async def test_computer_players_let_one_take_back() -> None:
    table, people = await begun(settings(), "anna", timing=Timing())
    (anna,) = people
    while not anna.update.legal:
        await quiet(1)
    legal = anna.update.legal
    await said(table, anna, anna.act(legal[-1]))
    await said(table, anna, Propose("u", "undo"))
    assert anna.update.legal == legal
    assert anna.seats.proposal is None
    await quiet(10)
    assert anna.update.legal == legal
    log = state_of(table).log
    assert log is not None
    assert not any(isinstance(entry, Act) and entry.seat == 0 for entry in log.entries)


# Stopping


@at_table
async def test_all_people_may_stop_the_match() -> None:
    table, (anna, boris) = await begun(settings(), "anna", "boris")
    await said(table, anna, Propose("s", "stop"))
    proposal = boris.seats.proposal
    assert proposal is not None
    assert proposal.waits == (1,)
    n = state_of(table).n
    await quiet(100)
    assert state_of(table).n == n, "computer players wait meanwhile"
    await said(table, boris, Answer(proposal.number, True))
    assert stage(table) == "over"
    assert (boris.update.legal, boris.update.asked) == ((), ())
    await said(table, boris, boris.act(52))
    assert boris.refusal == "no-deal"
    await said(table, boris, Propose("t", "stop"))
    assert boris.refusal == "match-over"


@at_table
async def test_one_may_stop_alone_and_between_two_deals() -> None:
    table, people = await begun(settings(), "anna")
    while table.stage == "deal":
        await play(table, people, random.Random(1), 1)
    await said(table, people[0], Propose("s", "stop"))
    assert stage(table) == "over"


@at_table
async def test_those_who_are_absent_have_no_word() -> None:
    table, (anna, boris, clara) = await begun(settings(absent="wait"), "anna", "boris", "clara")
    table.leave(clara)
    await said(table, anna, Propose("s", "stop"))
    await said(table, boris, Answer(1, True))
    assert stage(table) == "deal", "she may come back"
    await quiet(59)
    assert stage(table) == "deal"
    await quiet(2)
    assert stage(table) == "over"


@at_table
async def test_nothing_is_granted_in_the_name_of_the_absent_but_what_is_certain() -> None:
    table, people = await playing("anna", "boris", "clara", absent="wait")
    state = state_of(table).state
    assert state is not None
    by, away, *_ = [person for person in people if person.seat in state.public.tricks.seats]
    table.leave(away)
    await quiet(100)
    await said(table, by, Propose("c", "claim", split(table, by.seat)))
    proposal = by.seats.proposal
    assert proposal is not None
    assert away.seat in proposal.waits


# Replacing


@at_table
async def test_the_others_vote_to_replace_one_who_is_absent() -> None:
    table, (anna, boris, clara) = await begun(settings(absent="vote"), "anna", "boris", "clara")
    await said(table, anna, Propose("r1", "replace", seat=2))
    assert anna.refusal == "not-absent"
    table.leave(clara)
    await quiet(31)
    await said(table, anna, Propose("r2", "replace", seat=2))
    assert anna.refusal == "not-absent"
    await quiet(31)
    for seat in (None, 0, 3, 1000):
        await said(table, anna, Propose(anna.id(), "replace", seat=seat))
        assert anna.refusal == "not-absent"
    await said(table, anna, Propose("r3", "replace", seat=2))
    proposal = boris.seats.proposal
    assert proposal is not None
    assert (proposal.seat, proposal.waits) == (2, (1,))
    await said(table, boris, Answer(proposal.number, True))
    assert anna.seats.proposal is None
    assert [p and p.level for p in anna.seats.seats] == ["", "", "rule"]
    table.join(Somebody("clara"))
    await quiet()
    assert [p and p.level for p in anna.seats.seats] == ["", "", ""]


@at_table
async def test_the_vote_is_over_when_the_absent_comes_back() -> None:
    table, (anna, boris, clara) = await begun(settings(absent="vote"), "anna", "boris", "clara")
    await said(table, clara, Stand())
    await said(table, anna, Propose("r", "replace", seat=2))
    assert anna.seats.proposal is not None
    await said(table, clara, Sit(2))
    assert boris.seats.proposal is None
    assert [p and p.level for p in boris.seats.seats] == ["", "", ""]


@pytest.mark.parametrize("absent", ["wait", "bot"])
@at_table
async def test_where_no_vote_was_agreed_nobody_is_replaced(absent: str) -> None:
    table, (anna, _, clara) = await begun(settings(absent=absent), "anna", "boris", "clara")
    table.leave(clara)
    await quiet()
    await said(table, anna, Propose("r", "replace", seat=2))
    assert anna.refusal == "replace-not-agreed"


@at_table
async def test_a_proposal_leaves_with_its_proposer() -> None:
    table, (anna, boris, _) = await begun(settings(), "anna", "boris", "clara")
    await said(table, anna, Propose("s", "stop"))
    await said(table, anna, Stand())
    assert boris.seats.proposal is None


# Refusals


@at_table
async def test_who_is_not_asked_does_not_answer() -> None:
    table, (anna, boris, clara) = await begun(settings(), "anna", "boris", "clara")
    eva = Somebody("eva")
    table.join(eva)
    await said(table, anna, Answer(1, True))
    assert anna.refusal == "proposal-gone"
    await said(table, anna, Propose("s", "stop"))
    await said(table, anna, Answer(1, True))
    assert anna.refusal == "answer-not-asked"
    await said(table, eva, Answer(1, True))
    assert eva.refusal == "no-seat"
    await said(table, eva, Propose("s", "stop"))
    assert eva.refusal == "no-seat"
    await said(table, boris, Propose("t", "undo"))
    assert boris.refusal == "proposal-stands"
    await said(table, boris, Answer(2, True))
    assert boris.refusal == "proposal-gone"
    assert stage(table) == "deal"
    assert clara.seats.proposal is not None


@at_table
async def test_nobody_may_ask_for_ever() -> None:
    table, people = await begun(settings(), "anna", "boris", "clara")
    anna = people[0]
    for number in (1, 2, 3):
        await said(table, anna, Propose(anna.id(), "stop"))
        await said(table, anna, Answer(number, False))
    await said(table, anna, Propose(anna.id(), "stop"))
    assert anna.refusal == "proposal-again"
    await said(table, asked(people), asked(people).act(asked(people).update.legal[0]))
    await said(table, anna, Propose(anna.id(), "stop"))
    assert anna.seats.proposal is not None


@at_table
async def test_a_proposal_is_made_once_and_survives_a_restart() -> None:
    shelf = Shelf()
    table, (anna, boris, clara) = await begun(settings(), "anna", "boris", "clara", shelf=shelf)
    propose = Propose("p1", "stop")
    await said(table, anna, propose)
    receipt = anna.last(Receipt)
    assert await said(table, anna, propose) == [receipt]
    await said(table, anna, Propose("p1", "undo"))
    assert anna.refusal == "id-twice"
    await said(table, boris, Answer(1, True))
    await table.stop()

    table = await load(table.settings, shelf)
    people = anna, boris, clara = [Somebody(user) for user in ("anna", "boris", "clara")]
    for person in people:
        table.join(person)
    await quiet()
    assert await said(table, anna, propose) == [receipt]
    proposal = clara.last(Seats).proposal
    assert proposal is not None
    assert proposal.waits == (2,)
    await said(table, clara, Answer(1, True))
    assert stage(table) == "over"
    await said(table, clara, Next())
    assert clara.refusal == "nothing-to-read"
