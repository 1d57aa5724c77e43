"""The matches of a text in any notation that is known here: a log, our notation, those of other programs."""

import re
from typing import Literal

from msgspec import Struct

from prikup.errors import BadLog, Reason, reason
from prikup.history.interchange import log_of, recognised
from prikup.history.log import Log
from prikup.history.log_file import is_log, read_events
from prikup.history.notation import HEADING_TAGS, parse_match

__all__ = ["TextMatch", "holds_match", "read_match"]

_NOTATION = re.compile(rf"\s*(?:\{{[^{{}}]*\}}\s*)?\[(?:{'|'.join(HEADING_TAGS)})\s")


class TextMatch(Struct, frozen=True):
    """A match that was read: its log, what it was written in, and what it says otherwise than the rules."""

    log: Log
    form: Literal["log", "notation", "foreign"]
    differs: tuple[Reason, ...] = ()


def holds_match(text: str) -> bool:
    """Return whether a text is a match, be it one with faults."""
    return bool(recognised(text) or _NOTATION.match(text) or is_log(text))


def read_match(text: str) -> TextMatch:
    """Return the match of a text that `file_text` has made plain.

    Raise BadLog, with the line where there is one, and of a notation of another program any PrikupError.
    """
    if found := recognised(text):
        game, notation = found
        record = notation.read(text)
        return TextMatch(log_of(game, record), "foreign", record.differs)
    if _NOTATION.match(text):
        return TextMatch(parse_match(text), "notation")
    if text.strip() and not is_log(text):
        raise BadLog(0, reason("no-match"))
    return TextMatch(Log.replay(read_events(text.encode())[0]), "log")
