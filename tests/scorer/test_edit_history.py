"""Steps that a list refuses, and two phones on one match; `test_evening_oracle` covers all operations."""

import random
import tracemalloc

import pytest
from campaigns.random_evenings import new_list
from msgspec.structs import replace
from support.random_walk import SIMPLE

from prikup.games import GAMES
from prikup.rules.errors import BadText
from prikup.scorer.edit_history import Conflict, History, Redo, UndoStep, merge_histories
from prikup.scorer.entries import NoteEntry, ScoreEntry
from prikup.scorer.operations import Append, Delete, Head, Insert, Move, Replace


def note_entry(name: str) -> ScoreEntry:
    return ScoreEntry(name, 1, NoteEntry(name))


def new_history() -> History:
    scoring, _ = new_list(GAMES[SIMPLE], random.Random(1))
    return History.begin(scoring).do_all(Append(note_entry(name)) for name in "abc")


def ids(history: History) -> str:
    return "".join(entry.id for entry in history.current_list.entries)


def test_replaced_entry_keeps_its_place_and_old_version() -> None:
    history = new_history().do(Replace("b", 9, NoteEntry("better"), "why"))
    entry = history.current_list.entries[1]
    assert (entry.id, entry.at, entry.what, entry.note) == ("b", 9, NoteEntry("better"), "why")
    assert [(old.at, old.what) for old in entry.before] == [(1, NoteEntry("b"))]


def test_edit_history_rejects_impossible_operations() -> None:
    for operation, key in (
        (Insert("no", note_entry("x")), "entry-unknown"),
        (Delete("no"), "entry-unknown"),
        (Move("no"), "entry-unknown"),
        (Move("a", "no"), "entry-unknown"),
        (Replace("no", 1, NoteEntry("")), "entry-unknown"),
        (Append(note_entry("a")), "entry-twice"),
        (Head(names=("Anna",)), "names-one-each"),
        (Redo(), "redo-empty"),
    ):
        with pytest.raises(BadText, match=key):
            new_history().do(operation)
    with pytest.raises(BadText, match="redo-empty"):
        new_history().do(UndoStep()).do(Append(note_entry("d"))).do(Redo())
    with pytest.raises(BadText, match="undo-empty"):
        new_history().do_all([UndoStep()] * 4)


# Two phones


def test_merge_combines_changes_of_different_entries() -> None:
    ours = new_history().do(Replace("a", 5, NoteEntry("ours"))).do(Append(note_entry("d")))
    theirs = new_history().do(Replace("c", 6, NoteEntry("theirs"))).do(Insert("a", note_entry("x")))
    merged_history = merge_histories(ours, theirs)
    assert ids(merged_history) == "xabcd"
    assert [entry.what for entry in merged_history.current_list.entries if entry.before] == [
        NoteEntry("ours"),
        NoteEntry("theirs"),
    ]
    assert merge_histories(new_history(), theirs) == theirs
    assert merge_histories(ours, new_history()) == ours
    priced_history = new_history().do(Head(price="2"))
    assert merge_histories(priced_history, new_history().do(Head(place="Baku"))).current_list.place == "Baku"


def test_merge_ignores_undone_changes() -> None:
    ours = new_history().do(Delete("a")).do(UndoStep()).do(Append(note_entry("d")))
    assert ids(merge_histories(ours, new_history().do(Replace("a", 6, NoteEntry("theirs"))))) == "abcd"


def test_merge_conflict_contains_both_versions_of_entry() -> None:
    ours, theirs = (
        new_history().do(Replace("a", 5, NoteEntry("ours"))),
        new_history().do(Replace("a", 6, NoteEntry("theirs"))),
    )
    with pytest.raises(Conflict, match="merge-both") as conflict:
        merge_histories(ours, theirs)
    assert conflict.value.ours is not None
    assert conflict.value.theirs is not None
    assert (conflict.value.ours.what, conflict.value.theirs.what) == (NoteEntry("ours"), NoteEntry("theirs"))
    with pytest.raises(Conflict, match="merge-both") as deletion_conflict:
        merge_histories(new_history().do(Delete("a")), theirs)
    assert deletion_conflict.value.ours is None


def test_merge_rejects_incompatible_histories() -> None:
    other_history = History.begin(new_list(GAMES[SIMPLE], random.Random(2))[0])
    for ours, theirs, key in (
        (new_history().do(Delete("a")), new_history().do(Insert("a", note_entry("x"))), "entry-unknown"),
        (new_history().do(Head(price="2")), new_history().do(Head(price="3")), "merge-both"),
        (new_history().do(Append(note_entry("d"))), new_history().do(UndoStep()), "merge-undone"),
        (new_history(), other_history, "merge-other-match"),
    ):
        with pytest.raises(Conflict, match=key):
            merge_histories(ours, theirs)


# The cost of a long list


class CountedId(str):
    """An entry's id that counts its comparisons with other ids."""

    __slots__ = ()
    comparison_count = 0

    def __eq__(self, other: object) -> bool:
        CountedId.comparison_count += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def test_edit_step_cost_does_not_grow_with_list() -> None:
    """A step neither searches nor copies the entries: a thousand of them make no difference."""
    costs = []
    for count in (30, 3_000):
        entries = tuple(note_entry(CountedId(f"n{index}")) for index in range(count))
        history = History.begin(replace(new_history().initial_list, entries=entries))
        ids = [CountedId(f"n{count - index}") for index in range(1, 31)]
        moves = (Move(ids[index % 30], ids[(index + 7) % 30]) for index in range(200))
        changes = (Replace(ids[index % 30], index, NoteEntry("better")) for index in range(200))
        steps = [
            step for move, change in zip(moves, changes, strict=True) for step in (move, change, UndoStep(), Redo())
        ]
        CountedId.comparison_count = 0
        tracemalloc.start()
        long_history = history.do_all(steps)
        memory, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert len(long_history.current_list.entries) == count
        costs.append((CountedId.comparison_count, memory))
    (short_count, short_memory), (long_count, long_memory) = costs
    assert long_count <= short_count
    assert long_memory < short_memory + 100_000  # bytes: the list itself; a copy of it per step would be 10 MB


def test_edit_history_rejects_duplicate_entry() -> None:
    with pytest.raises(BadText, match="entry-twice"):
        History.begin(replace(new_history().initial_list, entries=(note_entry("a"), note_entry("a"))))
