"""Pointing at a card of a partner's open hand, at a misère: everybody sees it, and the partner plays as they like."""

from typing import Any

import pytest
from table.tables import QUICK, Shelf, Somebody, asked, at_table, begun, quiet, said, settings, state_of

from prikup.bots.advice import Advice
from prikup.cards import cards
from prikup.games import GAMES
from prikup.table.actor import Table
from prikup.table.commands.bots import Bot
from prikup.table.protocol import Moved, Point, Pointed, Pointing, Refused
from prikup.table.table_settings import Timing

SLOW = Timing(pace=1)
"""Computer players take a second, in which somebody may point."""


async def misere(*users: str, timing: Timing = QUICK, **more: Any) -> tuple[Table, list[Somebody]]:
    """A misère that the first person who may declares; the hands of the defence lie open."""
    table, people = await begun(settings("preferans", "sochi", **more), *users, shelf=Shelf(), timing=timing)
    calls = state_of(table).game.calls
    while not any(person.update.partners for person in people):
        if not any(person.update.legal for person in people):
            await quiet(1)  # a computer player thinks
            continue
        person = asked(people)
        legal = person.update.legal
        wished = [52 + calls.index(call) for call in ("misere", "pass") if call in calls]
        act = next((call for call in wished if call in legal), legal[0])
        await said(table, person, person.act(act))
    return table, people


def defenders(people: list[Somebody]) -> list[Somebody]:
    return [person for person in people if person.update.partners]


def shown(table: Table, seat: int) -> tuple[int, ...]:
    state = state_of(table).state
    assert state is not None
    return cards(state.public.shown[seat])


@at_table
async def test_everybody_sees_what_a_partner_points_at_and_no_log_knows() -> None:
    table, people = await misere("anna", "boris", "vera")
    one, other = defenders(people)
    assert one.update.partners == (other.seat,)
    card = shown(table, other.seat)[0]
    written = state_of(table).n
    await said(table, one, Point(one.update.n, card))
    pointing = Pointed((Pointing(one.seat, other.seat, card),))
    assert [person.last(Pointed) for person in people] == [pointing] * 3
    assert state_of(table).n == written, "nothing is committed"
    watcher = Somebody("eva")
    table.join(watcher)
    await said(table, one, Point(one.update.n, card))
    assert watcher.last(Pointed) == pointing
    await said(table, one, Point(one.update.n, None))
    assert watcher.last(Pointed) == Pointed(())


@at_table
async def test_it_is_over_when_the_hand_plays_a_card() -> None:
    table, people = await misere("anna", "boris", "vera")
    one, other = defenders(people)
    await said(table, one, Point(one.update.n, shown(table, other.seat)[-1]))
    while other.update.n == one.update.n and not other.update.legal:
        person = asked(people)
        await said(table, person, person.act(person.update.legal[0]))
    assert one.last(Pointed).cards
    await said(table, other, other.act(other.update.legal[0]))
    assert [person.last(Pointed) for person in people] == [Pointed(())] * 3


@at_table
async def test_only_a_defender_points_and_only_at_a_card_that_is_there() -> None:
    table, people = await misere("anna", "boris", "vera")
    one, _ = defenders(people)
    (declarer,) = (person for person in people if not person.update.partners)
    (refused,) = await said(table, declarer, Point(declarer.update.n, shown(table, one.seat)[0]))
    assert isinstance(refused, Refused)
    assert refused.reason.key == "point-open-partner"
    await said(table, one, Point(one.update.n, shown(table, one.seat)[0]))
    assert one.refusal == "point-not-there"
    assert not one.all(Pointed)


async def partner_to_play(level: str) -> tuple[Table, Somebody, int]:
    """A misère with one person in the defence, whose partner, a computer player, has a choice of cards."""
    for _ in range(50):
        table, people = await misere("anna", "boris", timing=SLOW, level=level)
        (one,) = defenders(people)
        (partner,) = one.update.partners
        while state_of(table).asked != (partner,):
            person = asked(people)
            await said(table, person, person.act(person.update.legal[0]))
        if len(state_of(table).game.legal(state_of(table).question(partner))) > 1:
            return table, one, partner
        await table.stop()
    raise AssertionError("nobody ever has a choice")


@at_table
async def test_a_computer_partner_plays_the_card() -> None:
    table, one, partner = await partner_to_play("rule")
    seen = state_of(table).question(partner)
    legal = state_of(table).game.legal(seen)
    decided = GAMES["preferans"].rule(state_of(table).game, 0)(seen)
    card = next(card for card in legal if card != decided)
    await said(table, one, Point(one.update.n, card))
    await quiet(2)
    assert Moved(partner, card) in one.update.moved or card in table_cards(table)


@at_table
async def test_a_computer_partner_that_searches_does_what_it_finds_better(monkeypatch: pytest.MonkeyPatch) -> None:
    table, _, partner = await partner_to_play("rule")
    seen = state_of(table).question(partner)
    best, as_good, worst, unknown = 7, 8, 9, 10
    worth: dict[tuple[int, ...], float] = {(best,): 1.0, (as_good,): 1.0, (worst,): 0.5}
    monkeypatch.setattr("prikup.table.commands.bots.hint", lambda game, view: Advice((best,), worth))
    bot = Bot("master", state_of(table).game, 1)
    assert [bot.follows(seen, card, best) for card in (as_good, worst, unknown)] == [True, False, True]
    assert Bot("rule", state_of(table).game, 1).follows(seen, worst, best)


def table_cards(table: Table) -> tuple[int, ...]:
    state = state_of(table).state
    assert state is not None
    return cards(state.public.tricks.all_played)
