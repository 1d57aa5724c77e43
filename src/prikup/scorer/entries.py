"""The stored form of a scored match: its head and its entries. Everything else is computed by replaying.

Outcomes are stored as plain values, so that a list which the current rules cannot interpret can still be loaded: the
replay flags such an entry with the reason.
"""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any

from msgspec import Meta, Struct

from prikup.player_names import comparison_key
from prikup.rules.errors import BadText, reason

__all__ = [
    "MAX_NUMBER",
    "AdjustEntry",
    "Amount",
    "DealEntry",
    "Dealer",
    "EntryContent",
    "EntryVersion",
    "Fault",
    "Join",
    "Leave",
    "NoteEntry",
    "PaperStart",
    "ScoreEntry",
    "Scoring",
    "StopEntry",
    "check_names",
    "price_of",
]

MAX_NUMBER = 10**15
"""The largest absolute value of a number that a user may enter."""
MAX_TEXT_LENGTH = 200
"""The maximum number of characters of a note, a place or a name."""
PRICE = re.compile(r"\d{1,9}(\.\d{1,9})?")

EntryText = Annotated[str, Meta(max_length=MAX_TEXT_LENGTH)]
SheetNumber = Annotated[int, Meta(ge=-MAX_NUMBER, le=MAX_NUMBER)]
SeatIndex = Annotated[int, Meta(ge=0, le=3)]
Time = Annotated[int, Meta(ge=0, le=253_000_000_000)]
"""Unix time in seconds, up to the year 9987."""
Decimals = Annotated[int, Meta(ge=0, le=3)]


class Amount(Struct, frozen=True):
    """An amount that a user adds to a box of the sheet by hand."""

    column: str
    side: SeatIndex
    amount: SheetNumber


class DealEntry(Struct, frozen=True, tag="deal"):
    """A deal that was played: its outcome as plain values."""

    outcome: Mapping[str, Any]


class Fault(Struct, frozen=True, tag="fault"):
    """A deal with an irregularity, a misdeal or a revoke: the resulting outcome as plain values."""

    outcome: Mapping[str, Any]


class AdjustEntry(Struct, frozen=True, tag="adjust"):
    """A correction of the sheet by hand; the note of its entry gives the reason."""

    amounts: tuple[Amount, ...]


class Dealer(Struct, frozen=True, tag="dealer"):
    """A change of the next dealer, because players changed seats or a turn was skipped."""

    seat: SeatIndex


class NoteEntry(Struct, frozen=True, tag="note"):
    """A line of text and nothing else."""

    text: EntryText


class StopEntry(Struct, frozen=True, tag="stop"):
    """The end of a match that the players break off: it is settled in its current state."""


class Join(Struct, frozen=True, tag="join"):
    """A player joins the table at a seat; the players from that seat on move up by one."""

    seat: SeatIndex
    name: EntryText


class Leave(Struct, frozen=True, tag="leave"):
    """A player leaves the table; the players after that seat move down by one."""

    seat: SeatIndex


EntryContent = DealEntry | Fault | AdjustEntry | Dealer | NoteEntry | StopEntry | Join | Leave


class EntryVersion(Struct, frozen=True, omit_defaults=True):
    """An earlier version of an entry that was corrected, with the time it was written."""

    at: Time
    what: EntryContent
    note: EntryText = ""


class ScoreEntry(Struct, frozen=True, omit_defaults=True):
    """One entry of the list.

    `id` never changes; `at` is the time of writing or of the last correction; `before` are the earlier versions, the
    oldest first.
    """

    id: Annotated[str, Meta(min_length=1, max_length=40)]
    at: Time
    what: EntryContent
    note: EntryText = ""
    before: tuple[EntryVersion, ...] = ()

    def with_correction(self, time_s: int, content: EntryContent, note: str) -> "ScoreEntry":
        """Return the entry with new contents; the old ones are appended to its earlier versions."""
        return ScoreEntry(self.id, time_s, content, note, (*self.before, EntryVersion(self.at, self.what, self.note)))


class PaperStart(Struct, frozen=True, omit_defaults=True):
    """The starting state of a match continued from paper.

    `totals` are the current boxes (by column, then by side), `played` is the number of deals that counted, and `carry`
    are the fields of the state carried from deal to deal, by name.
    """

    totals: tuple[tuple[SheetNumber, ...], ...]
    played: Annotated[int, Meta(ge=0, le=100_000)] = 0
    carry: Mapping[str, Any] = {}


class Scoring(Struct, frozen=True, omit_defaults=True):
    """A scored match: its head, and the list of its entries.

    `rules` is the version of the game's rules at its start and `options` the text of its house rules; `names` are by
    seat, and `dealer` deals first. `price` is the price of a point, a decimal number, and `decimals` the number of
    decimals of the currency; with the price 0, no money is shown. `play_on`: the match continues after its end under
    the rules. `language` is the language of the players, `place` where they play, `at` the time of the start.
    """

    game: str
    rules: int
    options: str
    names: tuple[EntryText, ...]
    dealer: SeatIndex
    at: Time
    language: str = "en"
    price: str = "0"
    decimals: Decimals = 0
    place: EntryText = ""
    opening: PaperStart | None = None
    play_on: bool = False
    entries: tuple[ScoreEntry, ...] = ()

    def index(self, name: str) -> int:
        """Return the index of the entry with this id, from 0. Raise BadText if there is none."""
        for index, entry in enumerate(self.entries):
            if entry.id == name:
                return index
        raise BadText(reason("entry-unknown", text=name))


def check_names(names: Sequence[str], seats: int) -> None:
    """Raise BadText unless there is one name for each seat, none empty and no two that compare as equal."""
    if len(names) != seats:
        raise BadText(reason("names-one-each", needed=seats, given=len(names)))
    names_by_key: dict[str, str] = {}
    for name in names:
        if not name.strip():
            raise BadText(reason("name-empty"))
        if comparison_key(name) in names_by_key:
            raise BadText(reason("names-alike", text=name, first=names_by_key[comparison_key(name)]))
        names_by_key[comparison_key(name)] = name


def price_of(text: str) -> Fraction:
    """Return the price of a point as an exact number. Raise BadText unless it is a decimal number from 0 up."""
    if not PRICE.fullmatch(text):
        raise BadText(reason("price-unreadable", text=text))
    return Fraction(text)
