"""The list that a scored match is: its head and its entries. Nothing else is stored; all the rest is replayed.

An outcome is kept as plain values, so that a list which the rules of today do not understand can still be read: the
replay flags such an entry and says why.
"""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any

from msgspec import Meta, Struct

from prikup.errors import BadText, reason
from prikup.names import alike

__all__ = [
    "MOST",
    "Adjust",
    "Amount",
    "Deal",
    "Dealer",
    "Entry",
    "Fault",
    "Join",
    "Leave",
    "Note",
    "Opening",
    "Scoring",
    "Stop",
    "Version",
    "What",
    "check_names",
    "price_of",
]

MOST = 10**15
"""The largest number that a person can write on a sheet, either way."""
LONGEST = 200
"""The most characters of a note, a place or a name."""
PRICE = re.compile(r"\d{1,9}(\.\d{1,9})?")

Text = Annotated[str, Meta(max_length=LONGEST)]
Written = Annotated[int, Meta(ge=-MOST, le=MOST)]
Place = Annotated[int, Meta(ge=0, le=3)]
Time = Annotated[int, Meta(ge=0, le=253_000_000_000)]
"""Seconds since 1970 began in Greenwich, up to the year 9987."""
Decimals = Annotated[int, Meta(ge=0, le=3)]


class Amount(Struct, frozen=True):
    """A number that a person adds to a box of the sheet by hand."""

    column: str
    side: Place
    amount: Written


class Deal(Struct, frozen=True, tag="deal"):
    """A deal that was played: its outcome as plain values."""

    outcome: Mapping[str, Any]


class Fault(Struct, frozen=True, tag="fault"):
    """A deal that went wrong, misdeal or revoke: the outcome that the rules make of it, as plain values."""

    outcome: Mapping[str, Any]


class Adjust(Struct, frozen=True, tag="adjust"):
    """A correction of the sheet by hand; the note of its entry says what for."""

    amounts: tuple[Amount, ...]


class Dealer(Struct, frozen=True, tag="dealer"):
    """A change of the player who deals next: seats were changed, or a turn was skipped."""

    seat: Place


class Note(Struct, frozen=True, tag="note"):
    """A line of text and nothing else."""

    text: Text


class Stop(Struct, frozen=True, tag="stop"):
    """The end of a match that the players break off: it is settled as it stands."""


class Join(Struct, frozen=True, tag="join"):
    """A player who joins the table at a seat: those who sat there and behind it move up by one."""

    seat: Place
    name: Text


class Leave(Struct, frozen=True, tag="leave"):
    """A player who leaves the table: those who sat behind move down by one."""

    seat: Place


What = Deal | Fault | Adjust | Dealer | Note | Stop | Join | Leave


class Version(Struct, frozen=True, omit_defaults=True):
    """An entry as it was before somebody corrected it, and when it was written."""

    at: Time
    what: What
    note: Text = ""


class Entry(Struct, frozen=True, omit_defaults=True):
    """One entry of the list.

    `id` never changes; `at` is when it was written, or corrected the last time; `before` are its older versions, the
    oldest first.
    """

    id: Annotated[str, Meta(min_length=1, max_length=40)]
    at: Time
    what: What
    note: Text = ""
    before: tuple[Version, ...] = ()

    def corrected(self, at: int, what: What, note: str) -> "Entry":
        """Return the entry with other contents; the old ones stay behind it."""
        return Entry(self.id, at, what, note, (*self.before, Version(self.at, self.what, self.note)))


class Opening(Struct, frozen=True, omit_defaults=True):
    """A match that was begun on paper.

    `totals` are the boxes as they stand (by column, then by side), `played` is the number of deals that counted, and
    `carry` are the fields that go from deal to deal beside the sheet, by name.
    """

    totals: tuple[tuple[Written, ...], ...]
    played: Annotated[int, Meta(ge=0, le=100_000)] = 0
    carry: Mapping[str, Any] = {}


class Scoring(Struct, frozen=True, omit_defaults=True):
    """A scored match: its head, and the list of its entries.

    `rules` is the version of the game's rules that it was begun under and `options` the text of its house rules;
    `names` go by seat, and `dealer` dealt first. `price` is the money that a point costs, a decimal number, and
    `decimals` those of the currency; at the price 0 nothing is said about money. `play_on`: the match goes on after the
    end that the rules give it. `language` is that of the players, `place` where they sit, `at` when they began.
    """

    game: str
    rules: int
    options: str
    names: tuple[Text, ...]
    dealer: Place
    at: Time
    language: str = "en"
    price: str = "0"
    decimals: Decimals = 0
    place: Text = ""
    opening: Opening | None = None
    play_on: bool = False
    entries: tuple[Entry, ...] = ()

    def index(self, name: str) -> int:
        """Return where in the list the entry with this id stands, from 0. Raise BadText if there is none."""
        for index, entry in enumerate(self.entries):
            if entry.id == name:
                return index
        raise BadText(reason("entry-unknown", text=name))


def check_names(names: Sequence[str], seats: int) -> None:
    """Raise BadText unless there is a name for each seat, none empty and no two alike."""
    if len(names) != seats:
        raise BadText(reason("names-one-each", needed=seats, given=len(names)))
    seen: dict[str, str] = {}
    for name in names:
        if not name.strip():
            raise BadText(reason("name-empty"))
        if alike(name) in seen:
            raise BadText(reason("names-alike", text=name, first=seen[alike(name)]))
        seen[alike(name)] = name


def price_of(text: str) -> Fraction:
    """Return the price of a point as an exact number. Raise BadText for what is no decimal number from 0 up."""
    if not PRICE.fullmatch(text):
        raise BadText(reason("price-unreadable", text=text))
    return Fraction(text)
