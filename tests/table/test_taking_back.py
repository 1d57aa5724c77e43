"""Taking back what a computer player did in somebody's place, after others have acted."""

from table.tables import USERS, Somebody, Table, at_table, begun, quiet, said, settings

from prikup.history.log import Act, Undo
from prikup.table.protocol import Answer, Propose, Sheet


async def left() -> tuple[Table, list[Somebody]]:
    """A table that Boris has left on seat 1, and those who are still there."""
    table, (anna, boris, clara) = await begun(settings(deals=1), *USERS[:3])
    table.leave(boris)
    await quiet(61)
    return table, [anna, clara]


async def returned() -> tuple[Table, list[Somebody], Somebody]:
    """A table to which Boris has come back, after a computer player has acted in that place and others since."""
    table, people = await left()
    await table.play_until(people, lambda: table.state.stood_in and any(person.update.legal for person in people))
    last = next(person for person in people if person.update.legal)
    await said(table, last, last.act(last.update.legal[0]))
    boris = await table.arrive("boris")
    return table, people, boris


def may_undo(person: Somebody) -> str | None:
    """The key of the reason why somebody cannot take back; None where they can."""
    (why,) = [one.why_not for one in person.update.possible if one.what == "undo"]
    return why.key if why else None


@at_table
async def test_what_a_computer_player_did_for_somebody_goes_back_with_all_since_if_all_agree() -> None:
    table, people, boris = await returned()
    assert may_undo(boris) is None
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
    assert (len(log.entries), boris.update.stood_in, may_undo(boris)) == (first, (), "undo-nothing")
    assert table.state.asked == (boris.seat,)
    assert boris.update.legal
    assert {reason.numbers["player"] for reason in people[0].update.did} == acted > {boris.seat}
    kept = table.reread()
    assert (kept.state, kept.stood_in) == (table.state.state, {})
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
        if one is None or not table.state.stood_in:
            await table.play(people, 1)
            continue
        done = dict(table.state.stood_in)
        await said(table, one, one.act(one.update.legal[0]))
        if may_undo(one) is None:
            await said(table, one, Propose(one.id(), "undo"))
            if (asked := one.seats.proposal) is not None:
                await said(table, clara if one is anna else anna, Answer(asked.number, True))
    assert table.state.stood_in == done
