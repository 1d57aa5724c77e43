"""A match that was played on somebody's own device, handed to a server as its log.

Nobody else has seen it. So it is replayed: that every action is legal, that the decks are what their shuffles give, and
that the sheet is what the rules write. What the computer players would have done is not asked, nor can anybody know how
often the cards were dealt before: such a match is marked, and counts nowhere.
"""

import hashlib
from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from prikup.bots import PLAYERS, SPARING
from prikup.errors import BadLog, Reason, reason
from prikup.games import GAMES
from prikup.history.log import HUMAN, Adjust, Begin, Closed, Dealt, Log, Stop, verify
from prikup.history.log_file import read_events
from prikup.names import told_apart
from prikup.options import logged_text, options_text
from prikup.state import Seat
from prikup.table.events import Botted, Seated, encode
from prikup.table.events import Event as TableEvent
from prikup.table.state import NAMES, opening_of
from prikup.table.storage import LENGTH, LETTERS, Commit, Opening
from prikup.table.table_settings import TableSettings

__all__ = ["UploadedLog", "UploadedMatch", "uploaded"]


class UploadedLog(Struct, frozen=True, forbid_unknown_fields=True):
    """The log of a match that was played on a device, and when it ended there (wall clock, ms)."""

    log: str
    ended: Annotated[int, Meta(ge=0, le=10**14)]


class UploadedMatch(Struct, frozen=True):
    """A match that may come into an archive: the opening of the table that it would have been there, and its commit."""

    opening: Opening
    commit: Commit


def uploaded(log: bytes, ended: int, user: str, name: str) -> UploadedMatch | Reason:
    """Return the match of a log that a user, of this name, has played; otherwise what is wrong with it."""
    try:
        events, _, cut = read_events(log)
    except BadLog as error:
        known = error.reason.key not in ("no-match", "log-empty")
        return reason("upload-damaged", line=error.line) if known else reason("upload-unreadable")
    if cut:
        return reason("upload-damaged", line=len(events) + 1)
    try:
        found = Log.replay(events)
    except BadLog as error:
        older = error.reason.key == "older-rules"
        return reason("upload-older-rules") if older else reason("upload-forged", line=error.line)
    return _flaw(found) or _match(found, ended, user, name)


def _flaw(log: Log) -> Reason | None:
    """Return why a log whose events follow from each other is none of a match with computer players on a device."""
    if (
        log.begin.players.count(HUMAN) != 1
        or not {HUMAN, *PLAYERS, *SPARING} >= set(log.begin.players)
        or any(isinstance(event, Adjust) for event in log.events)
    ):
        return reason("upload-not-alone")
    if not log.over or not log.match.sheet.lines:
        return reason("upload-unfinished")
    for deck in verify(log):
        if deck.commitment is None or log.begin.seed:
            return reason("upload-given", deal=deck.deal)
        if not (deck.right and deck.unmade):
            return reason("upload-shuffle", deal=deck.deal)
    return None


def _match(log: Log, ended: int, user: str, name: str) -> UploadedMatch:
    """Return a match with nothing in it that its owner could have written: names, and the texts of house rules."""
    seat = log.begin.players.index(HUMAN)
    presets, agreed = GAMES[log.begin.game].presets, log.game.options
    given = tuple(each if each in NAMES else "" for each in log.begin.names)
    names = told_apart(tuple(name if at == seat else each for at, each in enumerate(given)), NAMES)
    kept = logged_text(presets, agreed)
    begin = replace(log.begin, names=names, options=kept, rules=log.game.rules, unverified=True)
    level = next((each for each in begin.players if each != HUMAN), "rule")
    options = options_text(presets, agreed)
    settings = TableSettings(begin.game, options, level, deals=max(0, begin.deals), host=user, bots=True)
    last = max(at for at, event in enumerate(log.events) if isinstance(event, Closed))
    stop = (Stop(),) if log.stopped else ()  # in the middle of a deal, of which nothing is told
    events = (*_seated(begin, seat, user, name), begin, *log.events[1 : last + 1], *stop)
    table = _name(log)
    commit = Commit(table, 1, encode(events), at=ended, sits=((user, seat),), over=True)
    return UploadedMatch(opening_of(table, settings, user), commit)


def _seated(begin: Begin, seat: Seat, user: str, name: str) -> Iterator[TableEvent]:
    """Yield who sat where: the user, and computer players."""
    yield Seated(seat, user, name, guest=False)
    for other, level in enumerate(begin.players):
        if other != seat:
            yield Botted(other, level)


def _name(log: Log) -> str:
    """Return the id of a match, which follows from the secret of its first deck: however it is told, it is that one."""
    first = next(event for event in log.events if isinstance(event, Dealt))
    assert first.shuffle is not None
    digest = int.from_bytes(hashlib.sha256(f"uploaded {first.shuffle.seed.lower()}".encode()).digest())
    return "".join(LETTERS[(digest >> (5 * at)) % len(LETTERS)] for at in range(LENGTH))
