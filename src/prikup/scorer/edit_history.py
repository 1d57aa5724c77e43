"""The edit history of a scored match: every operation, undo and redo, in order.

The number of undo and redo steps is unlimited. A stored history consists of the head of the match (its game, house
rules, players and the like) and one line per step. The current list of entries is computed from them.
"""

from collections.abc import Callable, Iterable

from msgspec import Struct

from prikup.rules.errors import BadText, PrikupError, Reason, reason
from prikup.scorer.edited_list import EditedList
from prikup.scorer.entries import ScoreEntry, Scoring
from prikup.scorer.operations import Head, Operation, changed_keys
from prikup.scorer.replay import initial_match

__all__ = ["Conflict", "History", "HistoryLine", "HistoryWriter", "Redo", "UndoStep", "merge_histories"]


class UndoStep(Struct, frozen=True, tag="undo"):
    """A step of an edit history that undoes the last applied operation."""


class Redo(Struct, frozen=True, tag="redo"):
    """A step of an edit history that applies again the operation that was undone last."""


HistoryLine = Operation | UndoStep | Redo
"""One step of an edit history: an operation (which edits the list of entries or the head), an undo or a redo."""


class Conflict(PrikupError):
    """The error for two edit histories that cannot be merged, because their changes contradict each other.

    `ours` and `theirs` are the versions, on this device and on the other one, of the entry that the changes concern. A
    version is None if its device does not have this entry. Both are None if the conflict does not concern an entry.
    """

    def __init__(self, reason: Reason, ours: ScoreEntry | None = None, theirs: ScoreEntry | None = None) -> None:
        super().__init__(reason)
        self.ours, self.theirs = ours, theirs


class History(Struct, frozen=True):
    """The edit history of a scored match: the match at its start, and every step since.

    - `steps`: all steps in order, including undo and redo.
    - `initial_list` and `current_list`: the match before the first step and after the last one.
    - `operations`: the operations that are applied or can be redone, in order.
    - `applied_count`: the number of operations, from the first, that are applied now. They turn `initial_list` into
      `current_list`; the remaining operations can be redone.
    """

    steps: tuple[HistoryLine, ...]
    initial_list: Scoring
    current_list: Scoring
    operations: tuple[Operation, ...] = ()
    applied_count: int = 0

    @classmethod
    def begin(cls, scoring: Scoring) -> "History":
        """Return the history of a match that has no steps yet; `scoring` is the match, which may already have entries.

        Raise BadText if two entries have the same id, and the errors of `initial_match` if the head of the match is
        invalid.
        """
        initial_match(scoring)
        return HistoryWriter(cls((), scoring, scoring)).history

    def do(self, step: HistoryLine) -> "History":
        """Return this history with one more step (an edit, undo or redo). Raise the errors of `HistoryWriter.do`."""
        return self.do_all((step,))

    def do_all(self, steps: Iterable[HistoryLine]) -> "History":
        """Return this history with several more steps (edits, undos, redos). Raise the errors of `HistoryWriter.do`."""
        writer = HistoryWriter(self)
        for step in steps:
            writer.do(step)
        return writer.history


class HistoryWriter:
    """A writer that appends steps to a history, one after another, for example while a file is loaded.

    The cost of one step depends neither on the number of earlier steps nor on the number of entries.
    """

    def __init__(self, history: History) -> None:
        self._steps, self._operations = list(history.steps), list(history.operations)
        self._initial_list, self._list = history.initial_list, EditedList(history.initial_list)
        self._undo = list[Callable[[], object]]()
        for operation in history.operations[: history.applied_count]:
            self._undo.append(self._list.apply(operation))

    @property
    def history(self) -> History:
        """The history with all steps appended so far."""
        return History(
            tuple(self._steps),
            self._initial_list,
            self._list.scoring,
            tuple(self._operations),
            applied_count=len(self._undo),
        )

    def do(self, step: HistoryLine) -> None:
        """Apply one more step (an edit, an undo or a redo) to the match, and append it to the history.

        Raise BadText if there is nothing to undo or redo, and the errors of `EditedList.apply` and `initial_match` if
        the step is invalid. After an error the match and the history are unchanged.
        """
        applied_count = len(self._undo)
        match step:
            case UndoStep():
                if not applied_count:
                    raise BadText(reason("undo-empty"))
                self._undo.pop()()
            case Redo():
                if applied_count == len(self._operations):
                    raise BadText(reason("redo-empty"))
                self._undo.append(self._list.apply(self._operations[applied_count]))
            case _:
                undo = self._list.apply(step)
                if isinstance(step, Head):
                    try:
                        initial_match(self._list.head)
                    except PrikupError:
                        undo()
                        raise
                self._undo.append(undo)
                self._operations[applied_count:] = [step]
        self._steps.append(step)


def merge_histories(ours: History, theirs: History) -> History:
    """Return `ours`, followed by the edits (operations) of `theirs` since the last step that both histories share.

    This combines the edits that two devices have made to the same match. If only one history has steps that the other
    lacks, that history is returned. Raise Conflict if both histories changed the same entry or the same field of the
    head, if they belong to different matches, if an operation before the last shared step was undone later, or if an
    operation of `theirs` cannot be applied to the list of `ours`.
    """
    if ours.initial_list != theirs.initial_list:
        raise Conflict(reason("merge-other-match"))
    common_count = 0
    for our_step, their_step in zip(ours.steps, theirs.steps, strict=False):
        if our_step != their_step:
            break
        common_count += 1
    if len(ours.steps) == common_count:
        return theirs
    if len(theirs.steps) == common_count:
        return ours
    common_history = History.begin(ours.initial_list).do_all(ours.steps[:common_count])
    our_changes = {key for step in _operations_since(common_history, ours) for key in changed_keys(step)}
    writer = HistoryWriter(ours)
    for step in _operations_since(common_history, theirs):
        conflicting_keys = sorted(our_changes & changed_keys(step))
        try:
            if conflicting_keys:
                raise BadText(reason("merge-both"))
            writer.do(step)
        except PrikupError as error:
            name = next(iter(conflicting_keys or sorted(changed_keys(step))))
            raise Conflict(error.reason, _entry(ours, name), _entry(theirs, name)) from None
    return writer.history


def _operations_since(common_history: History, history: History) -> tuple[Operation, ...]:
    """Return the edits that `history` has applied since `common_history`, the beginning that two histories share.

    Raise Conflict if `history` has later undone an operation of this shared beginning.
    """
    lowest = applied_count = common_history.applied_count
    for step in history.steps[len(common_history.steps) :]:
        applied_count += {UndoStep: -1, Redo: 1}.get(type(step), 1)
        lowest = min(lowest, applied_count)
    if (
        lowest < common_history.applied_count
        or common_history.operations[: common_history.applied_count]
        != history.operations[: common_history.applied_count]
    ):
        raise Conflict(reason("merge-undone"))
    return history.operations[common_history.applied_count : history.applied_count]


def _entry(history: History, name: str) -> ScoreEntry | None:
    return next((entry for entry in history.current_list.entries if entry.id == name), None)
