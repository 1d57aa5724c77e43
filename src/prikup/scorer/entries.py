"""The stored form of a scored match: a head (game, house rules, players and the like) and a list of entries.

Everything else is computed by replaying the entries. The outcome (result) of a deal is stored as plain values, not in
the outcome type of the game. So a list that the current rules cannot interpret can still be loaded. If an outcome does
not fit the rules, the replay marks its entry with the reason.
"""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any

from msgspec import Meta, Struct

from prikup.name_comparison import comparison_key
from prikup.rules.errors import BadText, reason
from prikup.rules.time_limit import MAX_MINUTES, MIN_MINUTES, Finish, Minutes

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
    "check_minutes",
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
    """A number (`amount`) that a user adds by hand to the box of `side` in the column `column` of the score sheet."""

    column: str
    side: SeatIndex
    amount: SheetNumber


class DealEntry(Struct, frozen=True, tag="deal"):
    """An entry for a deal that was played.

    `outcome` is the result of the deal in plain JSON values, by the field names of the game's outcome type.
    """

    outcome: Mapping[str, Any]


class Fault(Struct, frozen=True, tag="fault"):
    """An entry for a deal in which there was an irregularity, such as a misdeal or a revoke.

    `outcome` is the resulting outcome in plain JSON values, by the field names of the game's outcome type.
    """

    outcome: Mapping[str, Any]


class AdjustEntry(Struct, frozen=True, tag="adjust"):
    """An entry that corrects the score sheet by hand: it adds `amounts` to boxes of the sheet.

    The note of its `ScoreEntry` must give the reason.
    """

    amounts: tuple[Amount, ...]


class Dealer(Struct, frozen=True, tag="dealer"):
    """An entry that makes the player at `seat` the next dealer.

    It is needed, for example, if players changed seats or a player's turn to deal was skipped.
    """

    seat: SeatIndex


class NoteEntry(Struct, frozen=True, tag="note"):
    """An entry that records a text and has no effect on the score sheet."""

    text: EntryText


class StopEntry(Struct, frozen=True, tag="stop"):
    """An entry that ends the match early, by agreement of the players. The current sheet is the result of the match."""


class Join(Struct, frozen=True, tag="join"):
    """An entry by which a new player called `name` joins the table at `seat`.

    The players who had this seat and the higher seats move up by one seat.
    """

    seat: SeatIndex
    name: EntryText


class Leave(Struct, frozen=True, tag="leave"):
    """An entry by which the player at `seat` leaves the table.

    The players at the higher seats move down by one seat.
    """

    seat: SeatIndex


EntryContent = DealEntry | Fault | AdjustEntry | Dealer | NoteEntry | StopEntry | Join | Leave


class EntryVersion(Struct, frozen=True, omit_defaults=True):
    """An earlier version of a corrected entry.

    `what` and `note` are the contents and the note before the correction, and `at` is the Unix time at which they were
    entered.
    """

    at: Time
    what: EntryContent
    note: EntryText = ""


class ScoreEntry(Struct, frozen=True, omit_defaults=True):
    """One entry of the list of a scored match, such as a deal, a manual correction or a note.

    - `id`: a text that identifies the entry and never changes.
    - `at`: the Unix time, in seconds, at which the entry was made or last corrected.
    - `what`: the contents of the entry, which depend on its type.
    - `note`: a remark by the user, or "".
    - `before`: the earlier versions of a corrected entry, the oldest first.
    """

    id: Annotated[str, Meta(min_length=1, max_length=40)]
    at: Time
    what: EntryContent
    note: EntryText = ""
    before: tuple[EntryVersion, ...] = ()

    def with_correction(self, time_s: int, content: EntryContent, note: str) -> "ScoreEntry":
        """Return a copy of the entry with new contents and a new note, corrected at the Unix time `time_s`.

        The old contents become the last of the earlier versions of the entry.
        """
        return ScoreEntry(self.id, time_s, content, note, (*self.before, EntryVersion(self.at, self.what, self.note)))


class PaperStart(Struct, frozen=True, omit_defaults=True):
    """The starting state of a match whose first deals were scored on paper.

    - `totals`: the numbers on the paper sheet, by column and then by side.
    - `played`: the number of deals that were played and counted.
    - `carry`: the values other than totals that the game carries from one deal to the next, by field name.
    """

    totals: tuple[tuple[SheetNumber, ...], ...]
    played: Annotated[int, Meta(ge=0, le=100_000)] = 0
    carry: Mapping[str, Any] = {}


class Scoring(Struct, frozen=True, omit_defaults=True):
    """A match scored by hand: the list of its entries, and its head, which consists of all other fields.

    - `game` and `rules`: the name of the game, and the version of its rules when the match started.
    - `options`: the house rules as text.
    - `names`: the players' names, in the order of the seats.
    - `dealer`: the seat of the first dealer.
    - `at` and `place`: the Unix time at which the match started, and the place where it is played.
    - `language`: the language of the players, such as `en`.
    - `price` and `decimals`: the price of a point as a decimal number, and the number of decimals of the currency. With
      the price 0, no money is shown.
    - `opening`: the state from which the match starts if its first deals were scored on paper, else None.
    - `play_on`: whether the match continues after it has ended by the rules.
    - `minutes`: the time limit, in minutes from `at` on, 0 for none. The players are told when it is over, but it does
      not end the match.
    - `after`: what the players finish when these minutes are over: the current deal (`deal`), or the current round
      (`round`), in which each seat deals once.
    - `entries`: the entries in order.
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
    minutes: Minutes = 0
    after: Finish = "round"
    entries: tuple[ScoreEntry, ...] = ()

    def index(self, name: str) -> int:
        """Return the position in the list (from 0) of the entry whose id is `name`. Raise BadText if there is none."""
        for index, entry in enumerate(self.entries):
            if entry.id == name:
                return index
        raise BadText(reason("entry-unknown", text=name))


def check_names(names: Sequence[str], seats: int) -> None:
    """Check the names of the players at a table for `seats` players.

    Raise BadText unless there is one name for each seat, no name is empty, and no two names are equal. Names that
    differ only in case and the like count as equal.
    """
    if len(names) != seats:
        raise BadText(reason("names-one-each", needed=seats, given=len(names)))
    names_by_key: dict[str, str] = {}
    for name in names:
        if not name.strip():
            raise BadText(reason("name-empty"))
        if comparison_key(name) in names_by_key:
            raise BadText(reason("names-alike", text=name, first=names_by_key[comparison_key(name)]))
        names_by_key[comparison_key(name)] = name


def check_minutes(minutes: int) -> None:
    """Raise BadText unless `minutes` is a possible time limit of a match; 0 means none."""
    if minutes and not MIN_MINUTES <= minutes <= MAX_MINUTES:
        raise BadText(reason("minutes-bounds", least=MIN_MINUTES, most=MAX_MINUTES))


def price_of(text: str) -> Fraction:
    """Parse the price of a point, such as `0.25`, as an exact number.

    Raise BadText unless it is a decimal number and not negative.
    """
    if not PRICE.fullmatch(text):
        raise BadText(reason("price-unreadable", text=text))
    return Fraction(text)
