"""The history of a scored match: every operation that was done, taken back or done again, in order.

Each operation makes a new list; the old ones are kept, so that `Undo` and `Redo` step through them without limit. The
lines of a history, head first, are all that is stored.
"""

from collections.abc import Iterable

from msgspec import Struct

from prikup.errors import BadText, PrikupError, Reason, reason
from prikup.scorer.entries import Entry, Scoring
from prikup.scorer.operations import Head, Operation, applied, touched
from prikup.scorer.replay import begun

__all__ = ["Conflict", "History", "Redo", "Step", "Undo", "merged"]


class Undo(Struct, frozen=True, tag="undo"):
    """A step back to the list before the last operation."""


class Redo(Struct, frozen=True, tag="redo"):
    """A step forward again, to the list before an `Undo`."""


Step = Operation | Undo | Redo
"""A line of a history: what a person did."""


class Conflict(PrikupError):
    """Two phones changed the same entry: `ours` and `theirs` are its versions, None where it was deleted."""

    def __init__(self, reason: Reason, ours: Entry | None = None, theirs: Entry | None = None) -> None:
        super().__init__(reason)
        self.ours, self.theirs = ours, theirs


class History(Struct, frozen=True):
    """All lists of a scored match.

    `told` is what was done, in order; `lists` are those that can be stepped through, with the `operations` between
    them, and `at` is the one that stands now.
    """

    told: tuple[Step, ...]
    lists: tuple[Scoring, ...]
    operations: tuple[Operation, ...] = ()
    at: int = 0

    @classmethod
    def begin(cls, scoring: Scoring) -> "History":
        """Return the history of a new list. Raise what `begun` raises for a head that no match can have."""
        begun(scoring)
        return cls((), (scoring,))

    @property
    def now(self) -> Scoring:
        """The list as it stands."""
        return self.lists[self.at]

    def do(self, step: Step) -> "History":
        """Return the history after one step more.

        Raise BadText where there is nothing to take back or to do again, and what `applied` and `begun` raise.
        """
        told = (*self.told, step)
        match step:
            case Undo():
                if not self.at:
                    raise BadText(reason("undo-empty"))
                return History(told, self.lists, self.operations, self.at - 1)
            case Redo():
                if self.at == len(self.operations):
                    raise BadText(reason("redo-empty"))
                return History(told, self.lists, self.operations, self.at + 1)
        after = applied(self.now, step)
        if isinstance(step, Head):
            begun(after)
        kept = self.at + 1
        return History(told, (*self.lists[:kept], after), (*self.operations[: self.at], step), kept)

    def all(self, steps: Iterable[Step]) -> "History":
        """Return the history after some steps more, likewise."""
        history = self
        for step in steps:
            history = history.do(step)
        return history


def merged(ours: History, theirs: History) -> History:
    """Return our history with what was done in theirs since the two parted, on top of ours.

    Raise Conflict where both changed the same entry or the same field of the head, or where an operation of theirs has
    no place in our list any more.
    """
    if ours.lists[0] != theirs.lists[0]:
        raise Conflict(reason("merge-other-match"))
    common = 0
    for one, other in zip(ours.told, theirs.told, strict=False):
        if one != other:
            break
        common += 1
    if len(ours.told) == common:
        return theirs
    if len(theirs.told) == common:
        return ours
    parted = History.begin(ours.lists[0]).all(ours.told[:common])
    changed = {what for step in _since(parted, ours) for what in touched(step)}
    result = ours
    for step in _since(parted, theirs):
        both = sorted(changed & touched(step))
        try:
            if both:
                raise BadText(reason("merge-both"))
            result = result.do(step)
        except PrikupError as error:
            name = next(iter(both or sorted(touched(step))))
            raise Conflict(error.reason, _entry(ours, name), _entry(theirs, name)) from None
    return result


def _since(parted: History, history: History) -> tuple[Operation, ...]:
    """Return the operations that stand in a history since it parted. Raise Conflict if it took older ones back."""
    lowest = at = parted.at
    for step in history.told[len(parted.told) :]:
        at += {Undo: -1, Redo: 1}.get(type(step), 1)
        lowest = min(lowest, at)
    if lowest < parted.at or parted.operations[: parted.at] != history.operations[: parted.at]:
        raise Conflict(reason("merge-undone"))
    return history.operations[parted.at : history.at]


def _entry(history: History, name: str) -> Entry | None:
    return next((entry for entry in history.now.entries if entry.id == name), None)
