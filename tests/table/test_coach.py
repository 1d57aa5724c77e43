"""The first deal with the coach, of every game that has one: by the coach's own answers and by others."""

from pathlib import Path

import pytest
from table.tables import Somebody, Table, at_table, load, said
from test_locale import LOCALE, messages

from prikup.errors import BadText
from prikup.games import GAMES
from prikup.history.log import Dealt, taken_back
from prikup.locale import LANGUAGES
from prikup.locale.speech import SEATS
from prikup.table import coach
from prikup.table.coach import SEAT, Coach, coach_of, lesson
from prikup.table.protocol import Coached, Opened, Propose, Refused, Remark, Rematch, Sit, Welcome

COACHED = [name for name in GAMES if coach_of(name)]
each_coach = pytest.mark.parametrize("name", COACHED)
SENTENCES = 3


def of(name: str) -> Coach:
    """The coach of a game that has one."""
    found = coach_of(name)
    assert found
    return found


async def opened(name: str) -> tuple[Table, Somebody]:
    """A table at which somebody learns a game."""
    table = await load(lesson(name, "anna"))
    return table, await table.arrive("anna", "")


def told(anna: Somebody) -> Coached:
    """What the coach says now."""
    found = anna.update.coach
    assert found
    return found


def dealing(anna: Somebody) -> bool:
    """Whether the deal is played."""
    return anna.seats.stage == "deal"


@each_coach
@at_table
async def test_every_remark_is_reached_by_the_coachs_own_answers(name: str) -> None:
    """It is one deal with a given deck and one person; then the match goes on as any other."""
    table = await load(lesson(name, "anna"))
    vera, heard = await table.arrive("vera"), list[Remark]()
    assert await table.refusal(vera, Sit(1)) == "seat-reserved"
    anna = await table.arrive("anna", "")
    assert (anna.last(Welcome).coach, anna.seats.practice, anna.seat) == (True, True, SEAT)
    while dealing(anna):
        now = told(anna)
        assert not now.strayed
        assert now.answer, "the coach has an answer to every question"
        heard += now.remarks
        await said(table, anna, anna.act(*now.answer))
        assert not anna.all(Refused), anna.all(Refused)
        assert vera.update.coach is None
    assert anna.seats.stage == "over"
    heard += told(anna).remarks
    assert [remark.number for remark in heard] == list(range(1, of(name).count + 1))
    assert of(name).wrote in table.logged(type(of(name).wrote)), "computer players do what the course says"
    (deck,) = anna.last(Opened).decks
    assert (deck.seed, deck.entropy, deck.deck) == ("", (), of(name).deck)
    assert [dealt.shuffle for dealt in table.logged(Dealt)] == [None], "prikup verify says that nobody shuffled it"
    await said(table, anna, Rematch())
    assert anna.seats.again


@each_coach
@pytest.mark.parametrize("tongue", LANGUAGES)
def test_every_remark_has_its_words_and_is_short(name: str, tongue: str) -> None:
    kind, guide = GAMES[name], of(name)
    own, common = messages(kind.folder, tongue), messages(LOCALE, tongue)
    said = [remark.say for remarks in guide.remarks.values() for remark in remarks] + list(guide.otherwise.values())
    text = (kind.folder / f"{tongue}.ftl").read_text(encoding="utf-8")
    for each in said:
        assert each.key in own, f"write into {tongue}.ftl: {each.key}"
        assert own[each.key] <= set(each.numbers), f"{each.key} asks for what coach.toml does not give"
        assert SEAT not in [each.numbers[place] for place in SEATS & set(each.numbers)], "the player is you in any case"
        line = next(line for line in text.splitlines() if line.startswith(f"{each.key} = "))
        ends = sum(line.count(mark) for mark in (". ", "? ", "! ")) + 1
        assert ends <= SENTENCES, f"{each.key} has {ends} sentences"
    unused = {key for key in own if key.startswith("coach-")} - {each.key for each in said}
    assert not unused - set(common)


@each_coach
@at_table
async def test_whoever_does_otherwise_hears_so_and_can_take_it_back(name: str) -> None:
    table, anna = await opened(name)
    strayed = 0
    while dealing(anna):
        expected = told(anna)
        legal, owed = anna.update.legal, len(expected.answer)
        other = next((act for act in legal if act not in expected.answer), None)
        if other is not None and owed == 1:
            await said(table, anna, anna.act(other))
            if not dealing(anna):
                return  # that was the end of the deal
            found = told(anna)
            assert found.strayed
            assert (found.did, found.answer, found.remarks) == (other, expected.answer, ())
            await said(table, anna, Propose(anna.id(), "undo"))
            assert told(anna) == expected, "the coach goes on where the course was left"
            strayed += 1
        await said(table, anna, anna.act(*told(anna).answer))
    assert strayed > 3
    assert taken_back(table.log.events) == (1,)
    assert told(anna).remarks, "the deal was played to its end as the coach would"


@each_coach
@at_table
async def test_a_deal_of_ones_own_is_not_told_about(name: str) -> None:
    """After the first answer that is another, nothing is said of the course any more, not even of the sheet."""

    table, anna = await opened(name)
    first = next(act for act in anna.update.legal if act not in told(anna).answer)
    await said(table, anna, anna.act(first))
    while dealing(anna):
        assert told(anna).strayed
        assert not told(anna).remarks
        await said(table, anna, anna.act(anna.update.legal[0]))
    if of(name).wrote not in table.logged(type(of(name).wrote)):
        assert told(anna) == Coached(of(name).count, (), strayed=True)


def test_a_game_without_a_coach_offers_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A game brings a coach or not: the folder says so."""
    name = next(iter(GAMES))

    class Bare:
        folder = tmp_path

    monkeypatch.setattr(coach, "GAMES", {name: Bare})
    coach_of.cache_clear()
    try:
        assert coach_of(name) is None
        with pytest.raises(BadText):
            lesson(name, "anna")
    finally:
        coach_of.cache_clear()
