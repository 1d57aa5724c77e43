"""The deal that the user of a score sheet is entering, and the place of an entry in the list of entries."""

import secrets
from typing import Literal

from msgspec import Struct

from prikup.scorer.answer_parser import FormInProgress
from prikup.scorer.entries import DealEntry, EntryContent, Fault, ScoreEntry
from prikup.scorer.operations import Append, Insert, Replace
from prikup.scorer.replay import plain

__all__ = ["EntryInProgress", "EntryPlace"]


class EntryPlace(Struct, frozen=True):
    """A place in the list of entries (deals, corrections and other changes) of a scored match.

    - `mode`: `append` for the end of the list, `insert` for the place before another entry, and `replace` for the place
      of another entry.
    - `entry`: the id of the other entry, or "" at the end of the list.
    """

    mode: Literal["append", "insert", "replace"] = "append"
    entry: str = ""

    def operation(self, time_s: int, content: EntryContent, note: str = "") -> Append | Insert | Replace:
        """Return the operation that puts a new entry at this place, made at the Unix time `time_s`.

        `content` is what the entry says, such as a deal's outcome, and `note` is a remark of the user.
        """
        if self.mode == "replace":
            return Replace(self.entry, time_s, content, note)
        new = ScoreEntry(secrets.token_hex(4), time_s, content, note)
        return Append(new) if self.mode == "append" else Insert(self.entry, new)


class EntryInProgress(Struct, frozen=True):
    """A deal that the user is entering, and its place in the list of entries.

    - `filling`: the questions about the deal with the answers given so far.
    - `fault`: True if the deal had an irregularity, such as a misdeal.
    - `place`: where the entry goes in the list.
    """

    filling: FormInProgress
    fault: bool = False
    place: EntryPlace = EntryPlace()

    def completed_entry(self) -> EntryContent | None:
        """Return the entry once all questions are answered. Return None while there are questions to answer."""
        filled_form = self.filling.current_form
        if filled_form.next is not None:
            return None
        return Fault(plain(filled_form.outcome)) if self.fault else DealEntry(plain(filled_form.outcome))
