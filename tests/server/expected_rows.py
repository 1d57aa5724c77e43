"""Compare the rows of a server's database with what its users sent and received."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import msgspec
from server.many_tables import Table
from server.reconnecting_players import Command, Found, Guest, likeness

from prikup.history.deck_checks import verify
from prikup.history.events import ActionEvent, RowEvent
from prikup.history.log import Log
from prikup.rules.state import Seat
from prikup.table.messages.views import update, update_context
from prikup.table.state.events import SealedActionTaken, decode
from prikup.table.state.table_state import TableState
from prikup.table.table_settings import TableSettings

__all__ = ["Ledger"]

ROWS = "SELECT rowid, table_id, seq, events, command, digest, at FROM moves WHERE rowid > ? ORDER BY rowid"
SETTINGS = "SELECT settings FROM tables WHERE id = ?"
Deed = tuple[Seat, int]


class Ledger:
    """The rows of some tables, as far as they have been read. The file may be in use meanwhile.

    `views`: also compare the views that users received at each version; this requires that they receive no more.
    """

    def __init__(self, file: Path, tables: Iterable[Table], findings: Found, *, views: bool = False) -> None:
        self._file, self._found, self._views = file, findings, views
        self.know(tables)
        self._courses: dict[str, TableState] = {}
        self._grown: set[str] = set()
        self._rows: dict[tuple[str, str], int] = {}
        self._read = self._others = 0
        self.deals = 0
        self.lost = self.twice = 0

    def know(self, tables: Iterable[Table]) -> None:
        """Replace the users by newer copies of the same users."""
        self._tables = {table.id: table for table in tables}
        self._guests = {
            (table, guest.user): guest for table, table_users in self._tables.items() for guest in table_users.guests
        }

    def read(self) -> None:
        """Read the new rows and record every inconsistency as a fault. Afterwards, over all rows so far, `lost` are the
        acknowledged commands without a row and `twice` those with more than one."""
        with closing(sqlite3.connect(f"file:{self._file}?mode=ro", uri=True)) as file:
            (old,) = file.execute("SELECT count(*) FROM moves WHERE rowid <= ?", (self._read,)).fetchone()
            if old != self._others + sum(course.n for course in self._courses.values()):
                self._found.fault("rows are gone that were there")
            for number, table, seq, events, command, digest, time_ms in file.execute(ROWS, (self._read,)):
                self._read = number
                if table not in self._tables:
                    self._others += 1
                    continue
                if table not in self._courses:
                    (settings,) = file.execute(SETTINGS, (table,)).fetchone()
                    self._courses[table] = TableState(msgspec.json.decode(settings, type=TableSettings))
                self._row(table, seq, events, command, digest, time_ms)
        self.lost = 0
        for (table, user), guest in self._guests.items():
            for name, command in list(guest.commands.items()):
                self._check_command(guest, command, self._rows.get((table, f"{user}/{name}"), 0))

    def _check_command(self, guest: Guest, command: Command, row: int) -> None:
        if command.n and not row:
            self.lost += 1
        if (command.n and command.n != row) or (command.refusal and row):
            self._found.fault(guest, f"is in row {row}, not as told: {command}")

    def _row(
        self, table: str, seq: int, encoded_events: bytes, command: str | None, digest: str | None, time_ms: int
    ) -> None:
        course, events = self._courses[table], decode(encoded_events)
        self._grown.add(table)
        if seq != course.n + 1:
            self._found.fault(f"row {seq} of {table} after {course.n}")
        commanded_actions: list[Deed] = []
        if command is not None:
            commanded_actions = self._commanded_actions(course, table, command, seq, time_ms)
        actions = [(event.seat, event.act) for event in events if isinstance(event, ActionEvent | SealedActionTaken)]
        extra_actions = actions[len(commanded_actions) :]
        if actions[: len(commanded_actions)] != commanded_actions or not all(
            self._follows(course, deed) for deed in extra_actions
        ):
            self.twice += bool(extra_actions)
            self._found.fault(f"row {seq} of {table}: done {actions}, asked for {commanded_actions}")
        course.enter(events, command, digest)
        self.deals += sum(isinstance(event, RowEvent) for event in events)
        if self._views:
            self._compare(self._tables[table], course)

    def _commanded_actions(self, course: TableState, table: str, command: str, seq: int, time_ms: int) -> list[Deed]:
        """Return the actions of a command, which must belong to a user and be new."""
        user, _, name = command.partition("/")
        guest = self._guests[table, user]
        guest_command = guest.commands[name]
        if (table, command) in self._rows:
            self.twice += 1
            self._found.fault(guest, f"is in rows {self._rows[table, command]} and {seq}: {guest_command}")
        self._rows[table, command] = seq
        guest_command.written_ms = time_ms
        act = guest_command.message.get("act", [])
        seat = course.seat_of(user)
        assert seat is not None
        return [(seat, action) for action in (act if isinstance(act, list) else [act])]

    def _follows(self, course: TableState, deed: Deed) -> bool:
        """Return whether an action needs no new command: it was sealed earlier or is a computer player's."""
        seat, act = deed
        return course.early_actions.get(seat) == act or not course.chairs[seat].is_played_by_person

    def _compare(self, table: Table, course: TableState) -> None:
        for guest in table.guests:
            if course.n in guest.seen:
                assert course.last is not None
                position = update_context(course.game, course.n, course.last, sealed_actions=course.sealed_actions)
                expected_message = update(position, course.seat_of(guest.user))
                if likeness(msgspec.json.decode(msgspec.json.encode(expected_message))) != guest.seen[course.n]:
                    self._found.fault(guest, f"was told something else at version {course.n}")

    def replay(self) -> None:
        """Replay from the start every match with new rows: check each action against the rules and each deck against
        its seed, and that the last version seen by any user exists."""
        for name, table in self._tables.items():
            course = self._courses[name]
            if table.last > course.n:
                self._found.fault(f"version {table.last} of {name} was told, there are {course.n} rows")
            if course.log is None:
                self._found.fault(f"the match of {name} has not begun")
                continue
            if name not in self._grown:
                continue
            log = Log.replay(course.log.events)
            if (log.state, log.match.sheet) != (course.log.state, course.log.match.sheet):
                self._found.fault(f"{name} replays otherwise")
            if not all(deck.right for deck in verify(log)):
                self._found.fault(f"a deck of {name} is not that of its seed")
        self._grown.clear()
