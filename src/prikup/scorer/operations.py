"""The operations by which users edit the list of a scored match."""

from typing import Any

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict

from prikup.scorer.entries import Decimals, EntryContent, EntryText, PaperStart, ScoreEntry, SeatIndex, Time

__all__ = ["Append", "Delete", "Head", "Insert", "Move", "Operation", "Replace", "changed_keys", "head_changes"]


class Append(Struct, frozen=True, tag="append"):
    """An operation that adds a new entry at the end of the list."""

    entry: ScoreEntry


class Insert(Struct, frozen=True, tag="insert"):
    """An operation that adds a new entry before the entry whose id is `before`."""

    before: str
    entry: ScoreEntry


class Replace(Struct, frozen=True, tag="replace", omit_defaults=True):
    """An operation that gives the entry `id` new contents.

    The entry keeps its position and is marked as corrected.
    """

    id: str
    at: Time
    what: EntryContent
    note: EntryText = ""


class Delete(Struct, frozen=True, tag="delete"):
    """An operation that deletes the entry `id`."""

    id: str


class Move(Struct, frozen=True, tag="move", omit_defaults=True):
    """An operation that moves the entry `id` to the position before the entry `before`, or to the end if it is None."""

    id: str
    before: str | None = None


class Head(Struct, frozen=True, tag="head"):
    """A change of the match itself: its house rules, names, price of a point and so on.

    Each field that is set replaces the old value.
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


Operation = Append | Insert | Replace | Delete | Move | Head


def head_changes(head: Head) -> dict[str, Any]:
    """Return the fields that this operation sets in the head, with their new values."""
    return {name: value for name, value in asdict(head).items() if value is not UNSET}


def changed_keys(operation: Operation) -> frozenset[str]:
    """Return a key for each part of a match that an operation changes: an entry's id, or `head NAME` for a field."""
    match operation:
        case Append(entry) | Insert(entry=entry):
            return frozenset((entry.id,))
        case Replace(name) | Delete(name) | Move(name):
            return frozenset((name,))
        case Head():
            return frozenset(f"head {name}" for name in head_changes(operation))
