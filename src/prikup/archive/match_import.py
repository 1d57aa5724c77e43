"""Import of a match from a file into a user's archive (list of finished matches).

The file is a log, a match in our notation, or one in the notation of another program. Unlike a match uploaded from a
device it may have any players, and cards that were chosen instead of shuffled. So the match is marked as imported, does
not count in statistics, and stays private: only its owner sees the names in it.
"""

import hashlib
from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from prikup.archive.uploads import UploadedMatch
from prikup.bots import PLAYERS, REDUCED_LEVELS
from prikup.games import GAMES
from prikup.history.deal_link import is_deal_link
from prikup.history.deck_checks import verify
from prikup.history.events import HUMAN, BeginEvent, Event, RowEvent, StopEvent
from prikup.history.file_text import plain_text
from prikup.history.log import Log
from prikup.history.match_reader import TextMatch, read_matches
from prikup.name_comparison import distinct_names
from prikup.rules.errors import BadLog, PrikupError, Reason, reason
from prikup.rules.options import logged_text, options_text
from prikup.rules.state import Seat
from prikup.table.host.storage import LENGTH, LETTERS, Commit
from prikup.table.name_rules import clean_name, name_error
from prikup.table.state.events import BotAssigned, SeatTaken, encode
from prikup.table.state.summary import new_table_record
from prikup.table.state.table_state import BOT_NAMES
from prikup.table.table_settings import TableSettings

__all__ = [
    "MAX_BYTES",
    "MAX_MATCHES",
    "MatchChoice",
    "MatchInFile",
    "UploadedFile",
    "match_from_file",
    "matches_in_file",
]

MAX_BYTES = 1 << 20
"""The maximum size of a file in bytes, which is enough for two hundred deals."""
MAX_MATCHES = 50
"""The maximum number of matches in a file."""


class UploadedFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The request body with the text of a file with matches."""

    text: Annotated[str, Meta(max_length=MAX_BYTES)]


class MatchChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """The request to import one match of a file.

    `text` is the text of the file, `match` the index of the match in it, from 0, and `seat` the seat that the user had.
    """

    text: Annotated[str, Meta(max_length=MAX_BYTES)]
    match: Annotated[int, Meta(ge=0, lt=MAX_MATCHES)]
    seat: Annotated[int, Meta(ge=0, lt=8)]


class MatchInFile(Struct, frozen=True):
    """A description of a match in a file, shown before the user imports the match.

    - `game`: the name of the game.
    - `options`: the house rules as text.
    - `names`: the names of the players by seat.
    - `deals`: the number of finished deals.
    - `decks`: the number of decks, including those that the rules refused, so that the cards were dealt again.
    - `shuffled`: the number of decks whose shuffle is recorded in the file.
    - `right`: the number of these decks that agree with their recorded shuffle.
    - `differs`: statements of the file that contradict the rules.
    - `fault`: the reason why replaying the match under today's rules stopped before the end of the file, null if it did
      not.
    """

    game: str
    options: str
    names: tuple[str, ...]
    deals: int
    decks: int
    shuffled: int
    right: int
    differs: tuple[Reason, ...] = ()
    fault: Reason | None = None


def matches_in_file(text: str) -> tuple[MatchInFile, ...] | Reason:
    """Return descriptions of the matches in the text of a file, or the reason why the file is rejected."""
    matches = _read(text)
    return matches if isinstance(matches, Reason) else tuple(map(_describe_match, matches))


def match_from_file(file: MatchChoice, user: str, now_ms: int) -> UploadedMatch | Reason:
    """Return the chosen match of a file as a match of the user, or the reason why it is rejected.

    `user` is the user's id. `now_ms` is the wall clock in milliseconds, which is stored as the end of the match.
    """
    matches = _read(file.text)
    if isinstance(matches, Reason):
        return matches
    if file.match >= len(matches) or file.seat >= matches[file.match].log.game.seats:
        return reason("import-no-such-match")
    log = matches[file.match].log
    ends = [index for index, event in enumerate(log.events) if isinstance(event, RowEvent)]
    return _match(log, log.events[: ends[-1] + 1], file.seat, user, now_ms) if ends else reason("import-unfinished")


def _read(text: str) -> tuple[TextMatch, ...] | Reason:
    plain = plain_text(text)
    if is_deal_link(plain):
        return reason("import-link")
    try:
        matches = read_matches(plain)
    except BadLog as error:
        if error.reason.key in ("no-match", "log-empty"):
            return reason("import-no-match")
        return reason("import-fault", line=error.line) if error.line else reason("import-against-rules")
    except PrikupError:
        return reason("import-against-rules")
    return matches if len(matches) <= MAX_MATCHES else reason("import-many", most=MAX_MATCHES)


def _describe_match(match: TextMatch) -> MatchInFile:
    log, begin = match.log, match.log.begin
    decks = verify(log, match.events)
    shuffled_decks = [deck for deck in decks if deck.commitment is not None]
    right = sum(deck.right and deck.follows and deck.derived_inputs_match for deck in shuffled_decks)
    deals = sum(isinstance(event, RowEvent) for event in log.events)
    fault = match.fault.reason if match.fault else None
    options = options_text(GAMES[begin.game].presets, log.game.options)
    return MatchInFile(
        begin.game, options, _names(begin), deals, len(decks), len(shuffled_decks), right, match.differs, fault
    )


def _names(begin: BeginEvent) -> tuple[str, ...]:
    """Return the names of the players by seat, after replacing every name that may not be shown."""
    clean_names = map(clean_name, begin.names)
    return distinct_names(tuple("" if name_error(name) else name for name in clean_names), BOT_NAMES)


def _match(log: Log, events: Sequence[Event], user_seat: Seat, user: str, now_ms: int) -> UploadedMatch:
    """Return an imported match in which the user had the seat `user_seat`.

    `events` are the events of the match up to its last finished deal. `user` is the user's id, and `now_ms` the wall
    clock in milliseconds.
    """
    presets, options = GAMES[log.begin.game].presets, log.game.options
    levels = {*PLAYERS, *REDUCED_LEVELS}
    players = tuple(
        level if seat != user_seat and level in levels else HUMAN for seat, level in enumerate(log.begin.players)
    )
    begin = replace(
        log.begin,
        names=_names(log.begin),
        players=players,
        options=logged_text(presets, options),
        rules=log.game.rules_version,
        unverified=True,
    )
    settings = TableSettings(
        begin.game,
        options_text(presets, options),
        deals=max(0, begin.deals),
        host=user,
        spectators=False,
        imported=True,
    )
    over = Log.replay(events, checked=False).over
    seat_events = [
        SeatTaken(user_seat, user, begin.names[user_seat]),
        *(BotAssigned(seat, player) for seat, player in enumerate(players) if player != HUMAN),
    ]
    table = _match_id(user, events)
    event_bytes = encode((*seat_events, begin, *events[1:], *(() if over else (StopEvent(),))))
    return UploadedMatch(
        new_table_record(table, settings, user),
        Commit(table, 1, event_bytes, at=now_ms, sits=((user, user_seat),), over=True),
    )


def _match_id(user: str, events: Sequence[Event]) -> str:
    """Return the id of an imported match, which is the same whenever this user imports the same match."""
    digest = int.from_bytes(hashlib.sha256(f"imported {user} ".encode() + msgspec.json.encode(events[1:])).digest())
    return "".join(LETTERS[(digest >> (5 * position)) % len(LETTERS)] for position in range(LENGTH))
