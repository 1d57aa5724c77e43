"""The entries of a scored match as a linked list, edited in place; an edit costs the same in a list of any length."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from prikup.rules.errors import BadText, reason
from prikup.scorer.entries import ScoreEntry, Scoring
from prikup.scorer.operations import Append, Delete, Head, Insert, Move, Operation, Replace, head_changes

__all__ = ["EditedList"]


class EditedList:
    """A scored match (a list of entries, and a head with game and players) to which operations are applied one by one.

    The constructor raises BadText if two entries have the same id. Internally, each entry has the ids of its two
    neighbours; None instead of an id stands for an end of the list.
    """

    def __init__(self, scoring: Scoring) -> None:
        self.head = replace(scoring, entries=())
        self._entries: dict[str, ScoreEntry] = {}
        self._next: dict[str | None, str | None] = {None: None}
        self._previous: dict[str | None, str | None] = {None: None}
        for entry in scoring.entries:
            self._insert(entry, None)

    @property
    def scoring(self) -> Scoring:
        """The match in its current state, after all operations applied so far."""
        return replace(self.head, entries=tuple(self._ordered_entries()))

    def apply(self, operation: Operation) -> Callable[[], object]:
        """Apply an operation (an edit of the list or the head), and return a function that undoes it.

        Raise BadText, without changing anything, if the operation names an entry that does not exist, or adds an entry
        with the id of an existing one.
        """
        match operation:
            case Append(entry):
                return self._insert(entry, None)
            case Insert(next_id, entry):
                self._entry(next_id)
                return self._insert(entry, next_id)
            case Replace(name, time_s, content, note):
                old = self._entry(name)
                self._entries[name] = old.with_correction(time_s, content, note)
                return lambda: self._entries.update({name: old})
            case Delete(name):
                return self._remove(self._entry(name))
            case Move(name, next_id):
                moved_entry = self._entry(name)
                if next_id is not None and (next_id == name or next_id not in self._entries):
                    raise BadText(reason("entry-unknown", text=next_id))
                put_back = self._remove(moved_entry)
                take_out = self._insert(moved_entry, next_id)
                return lambda: (take_out(), put_back())
            case Head():
                return self._set_head(replace(self.head, **head_changes(operation)))

    def _ordered_entries(self) -> Iterator[ScoreEntry]:
        name = self._next[None]
        while name is not None:
            yield self._entries[name]
            name = self._next[name]

    def _entry(self, name: str) -> ScoreEntry:
        if name not in self._entries:
            raise BadText(reason("entry-unknown", text=name))
        return self._entries[name]

    def _insert(self, entry: ScoreEntry, next_id: str | None) -> Callable[[], object]:
        """Insert an entry, and return a function that undoes this.

        The new entry comes before the entry with the id `next_id`, or at the end if it is None.
        """
        if entry.id in self._entries:
            raise BadText(reason("entry-twice", text=entry.id))
        self._entries[entry.id] = entry
        self._link(self._previous[next_id], entry.id)
        self._link(entry.id, next_id)
        return lambda: self._remove(self._entries[entry.id])

    def _remove(self, entry: ScoreEntry) -> Callable[[], object]:
        next_id = self._next.pop(entry.id)
        self._link(self._previous.pop(entry.id), next_id)
        del self._entries[entry.id]
        return lambda: self._insert(entry, next_id)

    def _link(self, first: str | None, second: str | None) -> None:
        self._next[first], self._previous[second] = second, first

    def _set_head(self, head: Scoring) -> Callable[[], object]:
        old, self.head = self.head, head
        return lambda: self._set_head(old)
