"""The operations on the list of a scored match."""

from typing import Any

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict

from prikup.scorer.entries import Decimals, Entry, Opening, Place, Text, Time, What

__all__ = ["Append", "Delete", "Head", "Insert", "Move", "Operation", "Replace", "head_changes", "touched"]


class Append(Struct, frozen=True, tag="append"):
    """A new entry at the end of the list."""

    entry: Entry


class Insert(Struct, frozen=True, tag="insert"):
    """A new entry before another one."""

    before: str
    entry: Entry


class Replace(Struct, frozen=True, tag="replace", omit_defaults=True):
    """Other contents of an entry, which keeps its place and is marked as corrected."""

    id: str
    at: Time
    what: What
    note: Text = ""


class Delete(Struct, frozen=True, tag="delete"):
    """An entry that is taken out of the list."""

    id: str


class Move(Struct, frozen=True, tag="move", omit_defaults=True):
    """An entry that is put before another one, or at the end of the list (None)."""

    id: str
    before: str | None = None


class Head(Struct, frozen=True, tag="head"):
    """Other house rules, names, a price …: each field that is set takes the place of the old one."""

    options: str | UnsetType = UNSET
    names: tuple[Text, ...] | UnsetType = UNSET
    dealer: Place | UnsetType = UNSET
    price: str | UnsetType = UNSET
    decimals: Decimals | UnsetType = UNSET
    place: Text | UnsetType = UNSET
    language: str | UnsetType = UNSET
    opening: Opening | UnsetType | None = UNSET
    play_on: bool | UnsetType = UNSET


Operation = Append | Insert | Replace | Delete | Move | Head


def head_changes(head: Head) -> dict[str, Any]:
    """Return the fields of the head that an operation sets."""
    return {name: value for name, value in asdict(head).items() if value is not UNSET}


def touched(operation: Operation) -> frozenset[str]:
    """Return what an operation changes: the id of an entry, or fields of the head."""
    match operation:
        case Append(entry) | Insert(entry=entry):
            return frozenset((entry.id,))
        case Replace(name) | Delete(name) | Move(name):
            return frozenset((name,))
        case Head():
            return frozenset(f"head {name}" for name in head_changes(operation))
