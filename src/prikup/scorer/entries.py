"""The stored form of a scored match: a head (game, house rules, players …) and a list of entries.

Everything else is computed by replaying the entries. Outcomes are stored as plain values, so that a list which the
current rules cannot interpret can still be loaded: the replay flags such an entry with the reason.
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
"""The maximum number of characters in a note, a place or a name."""
PRICE = re.compile(r"\d{1,9}(\.\d{1,9})?")

EntryText = Annotated[str, Meta(max_length=MAX_TEXT_LENGTH)]
SheetNumber = Annotated[int, Meta(ge=-MAX_NUMBER, le=MAX_NUMBER)]
SeatIndex = Annotated[int, Meta(ge=0, le=3)]
Time = Annotated[int, Meta(ge=0, le=253_000_000_000)]
"""Unix time in seconds, up to the year 9987."""
Decimals = Annotated[int, Meta(ge=0, le=3)]


class Amount(Struct, frozen=True):
    """A number that a user adds by hand to one box of the sheet; the box is `column` and `side`."""

    column: str
    side: SeatIndex
    amount: SheetNumber


class DealEntry(Struct, frozen=True, tag="deal"):
    """A deal that was played, with its outcome as plain values."""

    outcome: Mapping[str, Any]


class Fault(Struct, frozen=True, tag="fault"):
    """A deal with an irregularity, such as a misdeal or a revoke, with the resulting outcome as plain values."""

    outcome: Mapping[str, Any]


class AdjustEntry(Struct, frozen=True, tag="adjust"):
    """A manual correction of the sheet; the note of its `ScoreEntry` gives the reason."""

    amounts: tuple[Amount, ...]


class Dealer(Struct, frozen=True, tag="dealer"):
    """A change of the next dealer, for example because players changed seats or a turn to deal was skipped."""

    seat: SeatIndex


class NoteEntry(Struct, frozen=True, tag="note"):
    """A note without effect on the sheet."""

    text: EntryText


class StopEntry(Struct, frozen=True, tag="stop"):
    """The decision of the players to break off the match; it is settled by the current sheet."""


class Join(Struct, frozen=True, tag="join"):
    """A player who joins the table at `seat`; the players from that seat on move up by one seat."""

    seat: SeatIndex
    name: EntryText


class Leave(Struct, frozen=True, tag="leave"):
    """The departure of the player at `seat`; the players at the seats after it move down by one seat."""

    seat: SeatIndex


EntryContent = DealEntry | Fault | AdjustEntry | Dealer | NoteEntry | StopEntry | Join | Leave


class EntryVersion(Struct, frozen=True, omit_defaults=True):
    """The earlier contents of a corrected entry, with the Unix time (`at`) at which they were entered."""

    at: Time
    what: EntryContent
    note: EntryText = ""


class ScoreEntry(Struct, frozen=True, omit_defaults=True):
    """One entry of the list.

    `id` never changes. `at` is the time at which the entry was made or last corrected. `before` are its earlier
    versions, the oldest first.
    """

    id: Annotated[str, Meta(min_length=1, max_length=40)]
    at: Time
    what: EntryContent
    note: EntryText = ""
    before: tuple[EntryVersion, ...] = ()

    def with_correction(self, time_s: int, content: EntryContent, note: str) -> "ScoreEntry":
        """Return the entry with new contents; the old contents become the last of its earlier versions."""
        return ScoreEntry(self.id, time_s, content, note, (*self.before, EntryVersion(self.at, self.what, self.note)))


class PaperStart(Struct, frozen=True, omit_defaults=True):
    """The starting state of a match that was begun on paper.

    `totals` are the current numbers of the boxes, by column and then by side. `played` is the number of deals that
    counted. `carry` has the values that the game carries from deal to deal, by field name.
    """

    totals: tuple[tuple[SheetNumber, ...], ...]
    played: Annotated[int, Meta(ge=0, le=100_000)] = 0
    carry: Mapping[str, Any] = {}


class Scoring(Struct, frozen=True, omit_defaults=True):
    """A scored match: its head, and the list of its entries.

    `rules` is the version of the game's rules when the match started, and `options` is the text of its house rules.
    `names` are the players by seat; the player at the seat `dealer` deals first. `price` is the price of a point as a
    decimal number, and `decimals` is the number of decimals of the currency; with the price 0, no money is shown. With
    `play_on`, the match continues after the rules have ended it. `language` is the language of the players, `place` is
    where they play, and `at` is the time at which the match started.
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
        """Return the index (from 0) of the entry with this id. Raise BadText if there is no such entry."""
        for index, entry in enumerate(self.entries):
            if entry.id == name:
                return index
        raise BadText(reason("entry-unknown", text=name))


def check_names(names: Sequence[str], seats: int) -> None:
    """Raise BadText unless there is one name for each seat, no name is empty, and no two names compare as equal."""
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
    """Parse the price of a point as an exact number. Raise BadText unless it is a decimal number from 0 up."""
    if not PRICE.fullmatch(text):
        raise BadText(reason("price-unreadable", text=text))
    return Fraction(text)
