"""The types of events in a table's commits: all events of a match log, and events about the table itself.

An event records a change that was checked before it was written, so applying it needs no checks.
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
    """A user has taken a seat.

    `name` is the user's display name; the table shows a variant of it if it could be confused with another player's
    name. `guest` is false for a user with an account, to whom the name belongs; events of older versions of the program
    do not contain this field.
    """

    seat: Seat
    user: str
    name: str
    guest: bool = True


class SeatLeft(Struct, frozen=True, tag="stood", tag_field="type"):
    """The user of a seat has left it before the match, so that it belongs to no user any more."""

    seat: Seat


class PlayerRenamed(Struct, frozen=True, tag="named", tag_field="type"):
    """The user of a seat has a new name or has become the owner of an account.

    `guest` is false for the owner of an account. The match log keeps the name that the user had when the match started.
    """

    seat: Seat
    name: str
    guest: bool = True


class UserRemoved(Struct, frozen=True, tag="removed", tag_field="type"):
    """The table's host has removed a user, who can no longer take a seat at this table.

    `seat` is the seat that the user had, None if they had none. A computer player of the level `level` gets it for
    good; with "" it becomes empty.
    """

    seat: Seat | None
    user: str
    level: str


class TableLocked(Struct, frozen=True, tag="locked", tag_field="type"):
    """The table's host has locked or unlocked the table.

    At a locked table only the users with the ids in `users`, the host and seated users may join. None unlocks it.
    """

    users: tuple[str, ...] | None


class BotAssigned(Struct, frozen=True, tag="botted", tag_field="type"):
    """From now on a computer player of the level `level` plays for a seat; with "" none does any more."""

    seat: Seat
    level: str


class ClockExpired(Struct, frozen=True, tag="fallen", tag_field="type"):
    """The clock of a seat has run out, so a computer player plays for the seat until the end of the deal."""

    seat: Seat


class SeedCommitted(Struct, frozen=True, tag="committed", tag_field="type", omit_defaults=True):
    """The host has chosen the secret seed of the next shuffle, or the shuffle has reached its next step.

    The event is written again at the end of the shuffle's step `hashes` with the `hashes` by seat, and at the end of
    the step `entropies` with the `entropies` by seat too; from then on these inputs cannot change. An entry is None for
    a seat without this input. `attempt` counts the decks of the deal from 1, because the rules may reject a deck.
    """

    deal: int
    attempt: int
    seed: str
    hashes: tuple[str | None, ...] = ()
    entropies: tuple[str | None, ...] = ()


class SealedActionTaken(Struct, frozen=True, tag="laid", tag_field="type"):
    """A seat has acted before its turn, in a sealed phase, where no seat sees the actions of the others."""

    seat: Seat
    act: Action


class ProposalMade(Struct, frozen=True, tag="proposed", tag_field="type", omit_defaults=True):
    """A seat has made a proposal.

    `number` counts the table's proposals, `what` is the type of the proposal and `by` the seat that made it. For the
    type `replace`, `seat` is the seat of the absent player. For an undo, `to` is the number of the deal's log entries
    that remain. For a claim, `won` contains the further tricks that each seat would get, and `sure` the seats for which
    a computer player agrees. A claim without `won` was refused at once, without asking anyone. It is followed by a
    `ProposalAnswered` with which its own seat rejects it, so that older versions of the program drop the claim.
    """

    number: int
    what: Kind
    by: Seat
    won: tuple[int, ...] = ()
    seat: Seat | None = None
    to: int = 0
    sure: tuple[Seat, ...] = ()


class ProposalAnswered(Struct, frozen=True, tag="answered", tag_field="type"):
    """A seat has accepted or rejected the proposal with this number; a rejection closes the proposal."""

    number: int
    seat: Seat
    yes: bool


class ClocksRecorded(Struct, frozen=True, tag="timed", tag_field="type"):
    """The times left on the clocks at this commit, in milliseconds by seat."""

    left: tuple[int, ...]


class ActionReported(Struct, frozen=True, tag="reported", tag_field="type"):
    """A user has reported a bad action of a computer player.

    `event` is the index of the action in the match log, `deal` the number of its deal, and `seat` the seat that acted,
    for which a computer player of the level `level` was playing. `user` is the id of the reporting user, and `at` the
    time of the report (wall clock, ms).
    """

    event: int
    deal: int
    seat: Seat
    level: str
    user: str
    at: int


class RematchOpened(Struct, frozen=True, tag="again", tag_field="type"):
    """A player has opened a new table for a rematch; `table` is the new table's id."""

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
