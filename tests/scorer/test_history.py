"""Operations, undo and redo, and two phones on one match; `test_evening_oracle` does them at random in every game."""

import random

import pytest
from campaigns.evenings import new_list, played
from support.walk import SIMPLE

from prikup.errors import BadText
from prikup.games import GAMES
from prikup.scorer.entries import Deal, Entry, Note
from prikup.scorer.history import Conflict, History, Redo, Undo, merged
from prikup.scorer.operations import Append, Delete, Head, Insert, Move, Replace
from prikup.scorer.replay import plain


def noted(name: str) -> Entry:
    return Entry(name, 1, Note(name))


def begun() -> History:
    scoring, _ = new_list(GAMES[SIMPLE], random.Random(1))
    return History.begin(scoring).all(Append(noted(name)) for name in "abc")


def ids(history: History) -> str:
    return "".join(entry.id for entry in history.now.entries)


def test_each_operation() -> None:
    history = begun()
    assert ids(history) == "abc"
    for operation, then in (
        (Insert("b", noted("x")), "axbc"),
        (Delete("b"), "ac"),
        (Move("a", "c"), "bac"),
        (Move("a"), "bca"),
    ):
        assert ids(history.do(operation)) == then
    assert history.do(Head(place="Tbilisi")).now.place == "Tbilisi"


def test_a_corrected_entry_keeps_its_place_and_what_it_was() -> None:
    history = begun().do(Replace("b", 9, Note("better"), "why"))
    entry = history.now.entries[1]
    assert (entry.id, entry.at, entry.what, entry.note) == ("b", 9, Note("better"), "why")
    assert [(old.at, old.what) for old in entry.before] == [(1, Note("b"))]


def test_undo_and_redo_have_no_limit_and_a_new_operation_ends_the_redo() -> None:
    history = begun()
    empty = history.all([Undo()] * 3)
    assert ids(empty) == ""
    assert ids(empty.all([Redo()] * 3)) == "abc"
    with pytest.raises(BadText, match="undo-empty"):
        empty.do(Undo())
    other = history.do(Undo()).do(Append(noted("d")))
    assert ids(other) == "abd"
    with pytest.raises(BadText, match="redo-empty"):
        other.do(Redo())


def test_what_a_list_cannot_do_is_refused() -> None:
    for operation, key in (
        (Insert("no", noted("x")), "entry-unknown"),
        (Delete("no"), "entry-unknown"),
        (Move("no"), "entry-unknown"),
        (Move("a", "no"), "entry-unknown"),
        (Replace("no", 1, Note("")), "entry-unknown"),
        (Append(noted("a")), "entry-twice"),
        (Head(names=("Anna",)), "names-one-each"),
    ):
        with pytest.raises(BadText, match=key):
            begun().do(operation)


# Two phones


def test_changes_of_other_entries_come_together() -> None:
    ours = begun().do(Replace("a", 5, Note("ours"))).do(Append(noted("d")))
    theirs = begun().do(Replace("c", 6, Note("theirs"))).do(Insert("a", noted("x")))
    both = merged(ours, theirs)
    assert ids(both) == "xabcd"
    assert [entry.what for entry in both.now.entries if entry.before] == [Note("ours"), Note("theirs")]
    assert merged(begun(), theirs) == theirs
    assert merged(ours, begun()) == ours


def test_what_was_taken_back_since_does_not_count() -> None:
    ours = begun().do(Delete("a")).do(Undo()).do(Append(noted("d")))
    assert ids(merged(ours, begun().do(Replace("a", 6, Note("theirs"))))) == "abcd"


def test_the_same_entry_changed_twice_is_refused_with_both_versions() -> None:
    ours, theirs = begun().do(Replace("a", 5, Note("ours"))), begun().do(Replace("a", 6, Note("theirs")))
    with pytest.raises(Conflict, match="merge-both") as refused:
        merged(ours, theirs)
    assert refused.value.ours is not None
    assert refused.value.theirs is not None
    assert (refused.value.ours.what, refused.value.theirs.what) == (Note("ours"), Note("theirs"))
    with pytest.raises(Conflict, match="merge-both") as gone:
        merged(begun().do(Delete("a")), theirs)
    assert gone.value.ours is None


def test_an_entry_before_one_that_is_gone_is_refused() -> None:
    with pytest.raises(Conflict, match="entry-unknown"):
        merged(begun().do(Delete("a")), begun().do(Insert("a", noted("x"))))


def test_the_same_field_of_the_head_is_refused_and_another_is_not() -> None:
    ours = begun().do(Head(price="2"))
    assert merged(ours, begun().do(Head(place="Baku"))).now.place == "Baku"
    with pytest.raises(Conflict, match="merge-both"):
        merged(ours, begun().do(Head(price="3")))


def test_what_the_other_one_took_back_from_before_is_refused() -> None:
    with pytest.raises(Conflict, match="merge-undone"):
        merged(begun().do(Append(noted("d"))), begun().do(Undo()))


def test_two_matches_are_not_one() -> None:
    other = History.begin(new_list(GAMES[SIMPLE], random.Random(2))[0])
    with pytest.raises(Conflict, match="merge-other-match"):
        merged(begun(), other)


def test_deals_come_together_too() -> None:
    scoring, match = new_list(GAMES[SIMPLE], rng := random.Random(3))
    first, second = (Append(Entry(name, 1, Deal(plain(played(match.game, match.standing, rng))))) for name in "ab")
    begin = History.begin(scoring)
    assert merged(begin.do(first), begin.do(second)).now == begin.do(first).do(second).now
