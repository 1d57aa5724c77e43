"""The events in the commits of a table: all events of its match's log, and the table's own.

An event states a change that has been checked before it was written.
"""

import msgspec
from msgspec import Struct

from prikup.history.log import Event as LogEvent
from prikup.rules.state import Action, Seat
from prikup.table.protocol import Kind

__all__ = [
    "ActionReported",
    "BotAssigned",
    "ClockExpired",
    "ClocksRecorded",
    "LogEvent",
    "PlayerRenamed",
    "ProposalAnswered",
    "ProposalMade",
    "RematchOpened",
    "SealedActionTaken",
    "SeatLeft",
    "SeatTaken",
    "SeedCommitted",
    "TableEvent",
    "TableLocked",
    "UserRemoved",
    "decode",
    "encode",
]


class SeatTaken(Struct, frozen=True, tag="seated", tag_field="type"):
    """A user takes a seat, under this name, or a similar one if it could be confused with another player's.

    `guest` is false for the owner of an account, to whom the name belongs; rows of older versions lack it.
    """

    seat: Seat
    user: str
    name: str
    guest: bool = True


class SeatLeft(Struct, frozen=True, tag="stood", tag_field="type"):
    """A seat has no user any more."""

    seat: Seat


class PlayerRenamed(Struct, frozen=True, tag="named", tag_field="type"):
    """The user of a seat has a new name; the log of the match keeps the name at its start."""

    seat: Seat
    name: str
    guest: bool = True


class UserRemoved(Struct, frozen=True, tag="removed", tag_field="type"):
    """The host has removed a user, who cannot sit at this table any more.

    `seat` was the user's (None: they had none); a computer player of this level has it for good ("": it is empty).
    """

    seat: Seat | None
    user: str
    level: str


class TableLocked(Struct, frozen=True, tag="locked", tag_field="type"):
    """The table is closed except to these users, the host and the seated users; None: it is open to all."""

    users: tuple[str, ...] | None


class BotAssigned(Struct, frozen=True, tag="botted", tag_field="type"):
    """A computer player of this level plays for a seat; "": no computer player does."""

    seat: Seat
    level: str


class ClockExpired(Struct, frozen=True, tag="fallen", tag_field="type"):
    """The clock of a seat has run out: a computer player plays for it until the end of the deal."""

    seat: Seat


class SeedCommitted(Struct, frozen=True, tag="committed", tag_field="type", omit_defaults=True):
    """The next shuffle has this secret seed.

    The event is repeated with the `hashes` by seat at the end of the step `hashes`, and with the `entropies` too at the
    end of the step `entropies`: from then on they cannot be changed. None stands for a seat that gave none.
    """

    deal: int
    attempt: int
    seed: str
    hashes: tuple[str | None, ...] = ()
    entropies: tuple[str | None, ...] = ()


class SealedActionTaken(Struct, frozen=True, tag="laid", tag_field="type"):
    """A seat has acted in a sealed phase before its turn."""

    seat: Seat
    act: Action


class ProposalMade(Struct, frozen=True, tag="proposed", tag_field="type", omit_defaults=True):
    """A seat makes a proposal. `to` is the number of entries that an undo keeps.

    `won` are the further tricks by seat that a claim would give, and `sure` the seats in whose place a computer player
    agrees to it. A claim without `won` was refused at once, without asking anyone; a rejecting `ProposalAnswered` of
    its own seat follows it, by which older programs drop it.
    """

    number: int
    what: Kind
    by: Seat
    won: tuple[int, ...] = ()
    seat: Seat | None = None
    to: int = 0
    sure: tuple[Seat, ...] = ()


class ProposalAnswered(Struct, frozen=True, tag="answered", tag_field="type"):
    """A seat accepts or rejects a proposal; a rejection closes it."""

    number: int
    seat: Seat
    yes: bool


class ClocksRecorded(Struct, frozen=True, tag="timed", tag_field="type"):
    """The milliseconds left on the clocks, by seat."""

    left: tuple[int, ...]


class ActionReported(Struct, frozen=True, tag="reported", tag_field="type"):
    """A user reports a bad action of a computer player.

    `event` is the index of the action in the log of the match, `deal` is its deal and `seat` its seat, which a computer
    player of this `level` played; `at` is the wall clock in milliseconds.
    """

    event: int
    deal: int
    seat: Seat
    level: str
    user: str
    at: int


class RematchOpened(Struct, frozen=True, tag="again", tag_field="type"):
    """A table was opened for the rematch; `table` is its id."""

    table: str


TableEvent = (
    LogEvent
    | SeatTaken
    | SeatLeft
    | PlayerRenamed
    | UserRemoved
    | TableLocked
    | BotAssigned
    | ClockExpired
    | SeedCommitted
    | SealedActionTaken
    | ProposalMade
    | ProposalAnswered
    | ClocksRecorded
    | ActionReported
    | RematchOpened
)
encode = msgspec.json.Encoder().encode
"""Encode a tuple of events as JSON."""
decode = msgspec.json.Decoder(tuple[TableEvent, ...]).decode
"""Decode a tuple of events from JSON."""
