"""Upload of a match that was played on a user's own device; the upload is the match's log.

The server did not host the match. So it replays the log to check that every action is legal, that the decks follow from
their shuffles, and that the score sheet follows from the rules. It does not check whether the computer players would
have acted as logged. It cannot know how often the cards were redealt, or whether the uploading user played the match.
Such a match is therefore marked as unverified, does not count in statistics, and is stored once for each user who
uploads it.
"""

import hashlib
from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from prikup.bots import PLAYERS, REDUCED_LEVELS
from prikup.games import GAMES
from prikup.history.deck_checks import verify
from prikup.history.events import HUMAN, AdjustEvent, BeginEvent, DealEvent, RowEvent
from prikup.history.log import Log
from prikup.history.log_file import read_events
from prikup.name_comparison import distinct_names
from prikup.rules.errors import BadLog, Reason, reason
from prikup.rules.options import logged_text, options_text
from prikup.rules.state import Seat
from prikup.table.host.storage import LENGTH, LETTERS, Commit, NewTableRecord
from prikup.table.state.events import BotAssigned, SeatTaken, encode
from prikup.table.state.events import TableEvent as TableEvent
from prikup.table.state.summary import new_table_record
from prikup.table.state.table_state import BOT_NAMES
from prikup.table.table_settings import TableSettings

__all__ = ["UploadedLog", "UploadedMatch", "match_from_log"]


class UploadedLog(Struct, frozen=True, forbid_unknown_fields=True):
    """The log of a match that was played on a device.

    `log` is the text of the log, and `ended` the time at which the match ended on the device (wall clock, ms).
    """

    log: str
    ended: Annotated[int, Meta(ge=0, le=10**14)]


class UploadedMatch(Struct, frozen=True):
    """A match to be added to a user's finished matches, in the form of a table.

    `opening` is the record of the new table. `commit` is its only commit (stored group of events), with all events.
    """

    opening: NewTableRecord
    commit: Commit


def match_from_log(log_bytes: bytes, end_ms: int, user: str, name: str) -> UploadedMatch | Reason:
    """Return the match of a log as a match of the user `user`, or the reason why the log is rejected.

    `log_bytes` is the log in its file format, `end_ms` the time at which the match ended (wall clock, ms), and `name`
    the user's name at the table.
    """
    try:
        events, _, cut = read_events(log_bytes)
    except BadLog as error:
        is_log = error.reason.key not in ("no-match", "log-empty")
        return reason("upload-damaged", line=error.line) if is_log else reason("upload-unreadable")
    if cut:
        return reason("upload-damaged", line=len(events) + 1)
    try:
        log = Log.replay(events)
    except BadLog as error:
        older = error.reason.key == "older-rules"
        return reason("upload-older-rules") if older else reason("upload-forged", line=error.line)
    return _rejection_reason(log) or _match(log, end_ms, user, name)


def _rejection_reason(log: Log) -> Reason | None:
    """Return why a valid log is rejected as an upload; None if it is accepted.

    A log is accepted if one person played against computer players, the match is finished, and its cards were shuffled.
    """
    if (
        log.begin.players.count(HUMAN) != 1
        or not {HUMAN, *PLAYERS, *REDUCED_LEVELS} >= set(log.begin.players)
        or any(isinstance(event, AdjustEvent) for event in log.events)
    ):
        return reason("upload-not-alone")
    if not log.over or not log.match.sheet.lines:
        return reason("upload-unfinished")
    for deck in verify(log):
        if deck.commitment is None or log.begin.seed:
            return reason("upload-given", deal=deck.deal)
        if not (deck.right and deck.derived_inputs_match):
            return reason("upload-shuffle", deal=deck.deal)
    return None


def _match(log: Log, end_ms: int, user: str, name: str) -> UploadedMatch:
    """Return the match of a log as an upload, without texts that the user could have written into the log.

    Such texts are the names of players and the wording of the house rules. Both are replaced. `user` is the user's id,
    and `name` the user's name at the table.
    """
    seat = log.begin.players.index(HUMAN)
    presets, agreed_options = GAMES[log.begin.game].presets, log.game.options
    allowed_names = tuple(entry if entry in BOT_NAMES else "" for entry in log.begin.names)
    names = distinct_names(
        tuple(name if index == seat else entry for index, entry in enumerate(allowed_names)), BOT_NAMES
    )
    logged_options = logged_text(presets, agreed_options)
    begin = replace(log.begin, names=names, options=logged_options, rules=log.game.rules_version, unverified=True)
    level = next((entry for entry in begin.players if entry != HUMAN), "rule")
    options = options_text(presets, agreed_options)
    settings = TableSettings(begin.game, options, level, deals=max(0, begin.deals), host=user, bots=True)
    last = max(index for index, event in enumerate(log.events) if isinstance(event, RowEvent))
    stop = () if log.stopping is None else (log.stopping,)  # the unfinished deal is left out
    events = (*_seating_events(begin, seat, user, name), begin, *log.events[1 : last + 1], *stop)
    table = _match_id(log, user)
    commit = Commit(table, 1, encode(events), at=end_ms, sits=((user, seat),), over=True)
    return UploadedMatch(new_table_record(table, settings, user), commit)


def _seating_events(begin: BeginEvent, seat: Seat, user: str, name: str) -> Iterator[TableEvent]:
    """Yield the events that give the user and the computer players their seats at the table.

    `begin` is the start of the match log with the levels of the computer players. `seat` is the user's seat, `user` the
    user's id, and `name` the user's name.
    """
    yield SeatTaken(seat, user, name, guest=False)
    for bot_seat, level in enumerate(begin.players):
        if bot_seat != seat:
            yield BotAssigned(bot_seat, level)


def _match_id(log: Log, user: str) -> str:
    """Return the id of an uploaded match; it depends only on the user and on the seed of the match's first deck.

    The server cannot know who played the match. As each user's copy has an id of its own, the first user who uploads it
    does not prevent others from uploading it.
    """
    first = next(event for event in log.events if isinstance(event, DealEvent))
    assert first.shuffle is not None
    digest = int.from_bytes(hashlib.sha256(f"uploaded {user} {first.shuffle.seed.lower()}".encode()).digest())
    return "".join(LETTERS[(digest >> (5 * position)) % len(LETTERS)] for position in range(LENGTH))
