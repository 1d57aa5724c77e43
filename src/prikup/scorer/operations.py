"""The operations by which users edit a scored match: its list of entries, and its head (house rules, names …)."""

from typing import Any

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict

from prikup.rules.time_limit import Finish, Minutes
from prikup.scorer.entries import Decimals, EntryContent, EntryText, PaperStart, ScoreEntry, SeatIndex, Time

__all__ = ["Append", "Delete", "Head", "Insert", "Move", "Operation", "Replace", "changed_keys", "head_changes"]


class Append(Struct, frozen=True, tag="append"):
    """An operation that adds the new entry `entry` at the end of the list of entries."""

    entry: ScoreEntry


class Insert(Struct, frozen=True, tag="insert"):
    """An operation that adds the new entry `entry` before the entry whose id is `before`."""

    before: str
    entry: ScoreEntry


class Replace(Struct, frozen=True, tag="replace", omit_defaults=True):
    """An operation that corrects the entry whose id is `id`.

    It replaces the contents by `what` and the note by `note`. `at` is the Unix time of the correction. The entry keeps
    its position and its earlier versions.
    """

    id: str
    at: Time
    what: EntryContent
    note: EntryText = ""


class Delete(Struct, frozen=True, tag="delete"):
    """An operation that deletes the entry whose id is `id`."""

    id: str


class Move(Struct, frozen=True, tag="move", omit_defaults=True):
    """An operation that moves the entry whose id is `id` to another position.

    The new position is before the entry whose id is `before`, or at the end if `before` is None.
    """

    id: str
    before: str | None = None


class Head(Struct, frozen=True, tag="head"):
    """An operation that changes the head of the match: its house rules, names, price of a point and the like.

    The fields are those of `Scoring` that belong to the head. A field that is set replaces the old value; a field that
    is UNSET leaves the old value unchanged.
    """

    options: str | UnsetType = UNSET
    names: tuple[EntryText, ...] | UnsetType = UNSET
    dealer: SeatIndex | UnsetType = UNSET
    price: str | UnsetType = UNSET
    decimals: Decimals | UnsetType = UNSET
    place: EntryText | UnsetType = UNSET
    language: str | UnsetType = UNSET
    opening: PaperStart | UnsetType | None = UNSET
    play_on: bool | UnsetType = UNSET
    minutes: Minutes | UnsetType = UNSET
    after: Finish | UnsetType = UNSET


Operation = Append | Insert | Replace | Delete | Move | Head


def head_changes(head: Head) -> dict[str, Any]:
    """Return the fields that the operation `head` sets in the head of a match, with their new values."""
    return {name: value for name, value in asdict(head).items() if value is not UNSET}


def changed_keys(operation: Operation) -> frozenset[str]:
    """Return a key for each part of a match that an operation changes.

    When the edit histories of two devices are merged, equal keys show a conflict. A key is the id of an entry, or
    `head NAME` for the field NAME of the head.
    """
    match operation:
        case Append(entry) | Insert(entry=entry):
            return frozenset((entry.id,))
        case Replace(name) | Delete(name) | Move(name):
            return frozenset((name,))
        case Head():
            return frozenset(f"head {name}" for name in head_changes(operation))
