"""Read the matches in a text of any supported format.

The formats are a match log, the text notation, the formats of other programs, and links that contain a deal.
"""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Literal

from msgspec import Struct

from prikup.history.deal_link import LINK_PATH, is_deal_link, parse_link, replay_link
from prikup.history.events import Event
from prikup.history.foreign_formats import find_format, log_of
from prikup.history.log import Log
from prikup.history.log_file import is_log, read_events
from prikup.history.notation import HEADING_TAGS, parse_match
from prikup.rules.errors import BadLog, Reason, reason

__all__ = ["TextMatch", "holds_match", "read_matches"]

_NOTATION = re.compile(rf"\s*(?:\{{[^{{}}]*\}}\s*)?\[(?:{'|'.join(HEADING_TAGS)})\s")
_BROKEN_TAG = re.compile(r'^\[[A-Za-z]+(?:\s"(?:[^"\\\[\]]|\\.)*")+\]', re.MULTILINE)
_LINK = re.compile(rf"(?<!\S)\S*{LINK_PATH}")
_BEGINNING = re.compile(r'^[ \t]*(?:\{\s*"type"\s*:\s*"begin"|\[Prikup\s)', re.MULTILINE)


class TextMatch(Struct, frozen=True):
    """A match read from a text: its log, its format, and where the text contradicts the rules.

    `log` is the match. `form` tells whether the text was a log, the text notation (`notation`), a format of another
    program (`foreign`), or a link that contains one deal of the match (`link`). `differs` has the contradictions, such
    as a score that the rules do not give.

    If a match was played by older rules, `log` is the part that the current rules can replay, `fault` is the reason why
    they cannot replay the next event (otherwise None), and `events` are all events of the match.
    """

    log: Log
    form: Literal["log", "notation", "foreign", "link"]
    differs: tuple[Reason, ...] = ()
    fault: BadLog | None = None
    events: tuple[Event, ...] = ()


def holds_match(text: str) -> bool:
    """Return whether a text contains a match, even one with errors, in a supported format other than a link."""
    return bool(find_format(text) or _NOTATION.match(text) or is_log(text))


def read_matches(text: str) -> tuple[TextMatch, ...]:
    """Return the matches of a text normalised by `file_text.plain_text`; there is at least one.

    If a match cannot be read, raise BadLog, with the line number if it is known. For a link or a format of another
    program, any PrikupError can be raised.
    """
    if is_deal_link(text):
        starts = [link.start() for link in _LINK.finditer(text)] or [0]
        return tuple(_read_link(text[start:end]) for start, end in pairwise((*starts, len(text))))
    if game_and_format := find_format(text):
        game, notation = game_and_format
        records = map(notation.read, notation.split(text))
        return tuple(TextMatch(log_of(game, record), "foreign", record.differs) for record in records)
    if _NOTATION.match(text):
        return tuple(_split_and_read(text, _read_notation))
    if text.strip() and not is_log(text):
        raise BadLog(0, reason("no-match"))
    return tuple(_split_and_read(text, _read_log))


def _read_notation(text: str) -> TextMatch:
    """Return the match that a text in the notation describes.

    Tags such as `[Row "10 0 0"]` that a mail program has broken into several lines are repaired first. The repair keeps
    the number of lines, so that errors name the right line.
    """
    tags = _BROKEN_TAG.sub(lambda tag: tag[0].replace("\n", " ") + "\n" * tag[0].count("\n"), text)
    return TextMatch(parse_match(tags), "notation")


def _read_link(text: str) -> TextMatch:
    """Return the match that a link contains: one finished deal, and the score before it."""
    replayed_deal = replay_link(parse_link(text))
    replayed_deal.log.close()
    return TextMatch(replayed_deal.log, "link", () if replayed_deal.differs is None else (replayed_deal.differs,))


def _read_log(text: str) -> TextMatch:
    events, _, _ = read_events(text.encode())
    log, fault = Log.replay_older(events)
    return TextMatch(log, "log", fault=fault, events=tuple(events))


def _split_and_read(text: str, read: Callable[[str], TextMatch]) -> Iterator[TextMatch]:
    """Yield the matches of a text one after another; `read` parses the text of one of them.

    Raise BadLog with the line number in the whole text.
    """
    starts = [beginning.start() for beginning in _BEGINNING.finditer(text)][1:]
    start, line = 0, 0
    for end in (*starts, len(text)):
        piece = text[start:end]
        if text.startswith(piece, end) and piece:
            continue  # a duplicated first line is not a match of its own, but an error in the next match
        try:
            match = read(piece)
            if match.fault is not None:
                match.fault.line += line
            yield match
        except BadLog as error:
            raise BadLog(error.line and error.line + line, error.reason) from error
        start, line = end, line + piece.count("\n")
